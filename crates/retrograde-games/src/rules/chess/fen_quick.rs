//! Forsyth-Edwards notation at a glance, for those who read and write a million positions.
//!
//! What takes time here are guesses that the processor gets wrong, and there is one in every letter that
//! decides what happens next. So letters are looked up, sums go on whatever they are, and whether all of
//! it makes sense is asked in the end.

use cozy_chess::{Color, Piece};

use super::ending::Ending;
use super::kinds::{Kind, Kinds};
use super::material::{MOST, Man};
use super::squares::square_at;

/// What a letter of the men means.
#[derive(Clone, Copy)]
struct Letter {
    /// How many squares it stands for.
    squares: u8,
    /// One for the end of a rank.
    ends: u8,
    /// The [order](Man::order) of the man who stands there, or [`NOBODY`] or [`NOTHING`].
    man: u8,
}

/// No man: a number, or the end of a rank.
const NOBODY: u8 = 0x80;

/// Nothing that belongs there.
const NOTHING: u8 = 0xff;

static LETTERS: [Letter; 256] = {
    let mut letters = [Letter { squares: 0, ends: 0, man: NOTHING }; 256];
    let mut number = 1;
    while number <= 8 {
        letters[b'0' as usize + number] = Letter { squares: number as u8, ends: 0, man: NOBODY };
        number += 1;
    }
    letters[b'/' as usize] = Letter { squares: 0, ends: 1, man: NOBODY };
    let mut color = 0;
    while color < Color::ALL.len() {
        let mut piece = 0;
        while piece < Piece::ALL.len() {
            let man = Man { color: Color::ALL[color], piece: Piece::ALL[piece] };
            letters[man.letter_byte() as usize] = Letter { squares: 1, ends: 0, man: man.order() };
            piece += 1;
        }
        color += 1;
    }
    letters
};

/// The position of a text in which nothing is unusual: one space between fields, no pawn to take in
/// passing, and a position of the game. `None` for any other, which may be a sound one.
pub(super) fn parse(kinds: &Kinds, text: &str) -> Option<Ending> {
    let bytes = text.as_bytes();
    let mut men = [(0, 0); MOST];
    let (mut count, mut key, mut length) = (0, 0, 0);
    let (mut squares, mut ranks, mut sound) = (0, 0, true);
    for &byte in bytes {
        if byte == b' ' {
            break;
        }
        let letter = LETTERS[usize::from(byte)];
        if letter.man & NOBODY == 0 {
            *men.get_mut(count)? = (letter.man, squares as u8);
            key += Man::key(letter.man);
            count += 1;
        }
        length += 1;
        squares += usize::from(letter.squares);
        ranks += usize::from(letter.ends);
        // A rank that is too long or too short shows where it ends.
        sound &= letter.man != NOTHING && (letter.ends == 0 || squares == 8 * ranks);
    }
    if !sound || squares != 64 || ranks != 7 {
        return None;
    }
    let turn = match after_men(&bytes[length..])? {
        b'w' => Color::White,
        b'b' => Color::Black,
        _ => return None,
    };
    // The eighth rank comes first.
    let men = men[..count].iter().map(|&(man, square)| (man, square_at(square ^ 56)));
    let ending = kinds.place_by_key(key, men, turn)?;
    ending.is_legal(kinds.get(ending.kind)).then_some(ending)
}

/// Who is to move, as the fields after the men say, which say nothing else: ` w - -` and two counters or
/// none.
fn after_men(fields: &[u8]) -> Option<u8> {
    let (&[b' ', turn, b' ', b'-', b' ', b'-'], counters) = fields.split_first_chunk()? else {
        return None;
    };
    if counters == b" 0 1" || counters.is_empty() {
        return Some(turn);
    }
    let mut numbers = counters.strip_prefix(b" ")?.split(|&byte| byte == b' ');
    // Nine digits are a number of four bytes, whichever they are.
    let is_number = |digits: Option<&[u8]>| {
        digits.is_some_and(|digits| {
            matches!(digits.len(), 1..=9) && digits.iter().all(u8::is_ascii_digit)
        })
    };
    let two = is_number(numbers.next()) && is_number(numbers.next()) && numbers.next().is_none();
    two.then_some(turn)
}

/// Appends the men, rank by rank.
pub(super) fn show_men(kind: &Kind, ending: &Ending, text: &mut String) {
    let (mut board, mut occupied) = ([0; 64], 0u64);
    for (man, square) in ending.squares.of(0..kind.len()).enumerate() {
        let at = square as usize ^ 56;
        board[at] = kind.man(man).letter_byte();
        occupied |= 1 << at;
    }
    let (mut shown, mut next) = (Shown { bytes: [0; Shown::MOST], length: 0 }, 0);
    while occupied != 0 {
        let at = occupied.trailing_zeros() as usize;
        shown.empty(next, at);
        shown.push(board[at]);
        next = at + 1;
        occupied &= occupied - 1;
    }
    shown.empty(next, 64);
    text.push_str(str::from_utf8(&shown.bytes[..shown.length]).unwrap_or_default());
}

/// What has been written of the men.
struct Shown {
    bytes: [u8; Shown::MOST],
    length: usize,
}

/// Ranks without men.
const EMPTY: [u8; 16] = *b"/8/8/8/8/8/8/8/8";

impl Shown {
    /// Squares and ends of ranks, and ranks without men that do not count.
    const MOST: usize = 64 + 7 + EMPTY.len();

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// A number of squares, which is written in any case and counts if it is not zero.
    #[inline]
    fn number(&mut self, squares: usize) {
        self.bytes[self.length] = b'0' + squares as u8;
        self.length += usize::from(squares > 0);
    }

    /// The empty squares from one to another, counted from the eighth rank: a rank ends when there is
    /// something to write in the next.
    #[inline]
    fn empty(&mut self, from: usize, to: usize) {
        let (rank, last) = (from.saturating_sub(1) / 8, (to / 8).min(7));
        if rank == last {
            return self.number(to - from);
        }
        self.number(8 * (rank + 1) - from);
        self.bytes[self.length..self.length + EMPTY.len()].copy_from_slice(&EMPTY);
        self.length += 2 * (last - rank) - 1;
        self.number(to - 8 * last);
    }
}
