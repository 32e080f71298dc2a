//! Positions as text: Forsyth-Edwards notation, and a picture of the board.
//!
//! Source: Steven J. Edwards, 1994, "Portable Game Notation Specification and Implementation
//! Guide", section 16.1.

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::ending::{Ending, origin, passed, pushed};
use super::kinds::{Kind, Kinds};
use super::material::{MOST, Man, Material};
use super::squares::square_at;
use crate::ParseError;

/// As long as a position of a few men gets, or nearly so.
const LENGTH: usize = 48;

/// The man on each square of a rank, from the a-file to the h-file.
fn rank_men<'a>(
    kind: &'a Kind,
    ending: &'a Ending,
    rank: Rank,
) -> impl Iterator<Item = Option<Man>> + 'a {
    File::ALL.into_iter().map(move |file| ending.man_on(kind, Square::new(file, rank)))
}

/// The position in Forsyth-Edwards notation. The counters say that nothing has been played yet, as
/// positions do not remember it.
pub(super) fn show(kinds: &Kinds, ending: &Ending) -> String {
    let kind = kinds.get(ending.kind);
    let (mut board, mut occupied) = ([' '; 64], 0u64);
    for (man, square) in ending.squares.of(0..kind.len()).enumerate() {
        board[square as usize] = kind.man(man).letter();
        occupied |= square.bitboard().0;
    }
    let mut text = String::with_capacity(LENGTH);
    let empty = |text: &mut String, squares: u32| {
        if squares > 0 {
            text.push(char::from(b'0' + squares as u8));
        }
    };
    for rank in (0..8).rev() {
        let (mut here, mut next) = (occupied >> (8 * rank) & 0xff, 0);
        while here != 0 {
            let file = here.trailing_zeros();
            empty(&mut text, file - next);
            text.push(board[8 * rank + file as usize]);
            here &= here - 1;
            next = file + 1;
        }
        empty(&mut text, 8 - next);
        if rank > 0 {
            text.push('/');
        }
    }
    text.push_str(if ending.turn == Color::White { " w - " } else { " b - " });
    match ending.en_passant {
        Some(file) => text.push_str(&passed(file, ending.turn).to_string()),
        None => text.push('-'),
    }
    text.push_str(" 0 1");
    text
}

/// The board with its coordinates, capital letters for White.
pub(super) fn board(kinds: &Kinds, ending: &Ending) -> String {
    let kind = kinds.get(ending.kind);
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(char::from(rank));
        for man in rank_men(kind, ending, rank) {
            text.extend([' ', man.map_or('.', Man::letter)]);
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h");
    text
}

/// Reads Forsyth-Edwards notation, with the counters or without.
pub(super) fn parse(kinds: &Kinds, name: &Material, text: &str) -> Result<Ending, ParseError> {
    let mut fields = text.split_whitespace();
    let (men, turn) = (fields.next().unwrap_or(""), fields.next());
    let (castling, passing) = (fields.next().unwrap_or("-"), fields.next().unwrap_or("-"));
    let men = read_men(men)?;
    let turn = match turn {
        Some("w") => Color::White,
        Some("b") => Color::Black,
        _ => return Err(ParseError::new("write 'w' or 'b' for who is to move after the squares")),
    };
    if castling != "-" {
        return Err(ParseError::new(format!(
            "an ending has no castling: write '-' instead of '{castling}'"
        )));
    }
    if fields.by_ref().take(2).any(|counter| counter.parse::<u32>().is_err())
        || fields.next().is_some()
    {
        return Err(ParseError::new("nothing but two counters may follow the en passant square"));
    }
    let material = Material::new(men.iter().map(|&(man, _)| man)).ok_or_else(|| {
        let kings = |letter: char| men.iter().filter(|(man, _)| man.letter() == letter).count();
        ParseError::new(format!(
            "each side has one king, not {} K and {} k, and there are at most {MOST} men in all",
            kings('K'),
            kings('k')
        ))
    })?;
    let mut ending = kinds.place(&men, turn).ok_or_else(|| {
        ParseError::new(format!("{name} does not come to {material} by captures and promotions"))
    })?;
    let kind = kinds.get(ending.kind);
    if men.iter().any(|(man, square)| {
        man.piece == Piece::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth)
    }) {
        return Err(ParseError::new("no pawn can be on the first or the last rank"));
    }
    if !ending.is_legal(kind) {
        let other = Ending { turn: !ending.turn, ..ending };
        return Err(ParseError::new(match ending.turn {
            _ if !other.is_legal(kind) => {
                "both kings are in check, or stand side by side: no play leads there"
            }
            Color::White => "Black is in check, so it must be Black's turn: write 'b'",
            Color::Black => "White is in check, so it must be White's turn: write 'w'",
        }));
    }
    if passing != "-" {
        ending.en_passant = read_passing(kind, &ending, passing)?;
    }
    Ok(ending)
}

fn read_men(text: &str) -> Result<Vec<(Man, Square)>, ParseError> {
    let wrong = |what: &str| {
        ParseError::new(format!(
            "{what}: write the position as FEN, eight ranks from the eighth to the first with '/' \
             between them, such as 8/8/8/4k3/8/8/8/K6Q w - -"
        ))
    };
    if let Some(men) = read_quickly(text) {
        return Ok(men);
    }
    let ranks = 1 + text.bytes().filter(|&byte| byte == b'/').count();
    if ranks != Rank::NUM {
        return Err(wrong(&format!("there are {ranks} ranks and not 8")));
    }
    let most = || ParseError::new(format!("there are more men than the {MOST} of an ending"));
    let mut men = Vec::with_capacity(MOST + 1);
    for (rank, line) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let mut file: usize = 0;
        for c in line.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                file += empty as usize;
            } else {
                let piece = Piece::try_from(c.to_ascii_lowercase())
                    .map_err(|_| wrong(&format!("'{c}' is neither a man nor a number")))?;
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                // Squares past the last are counted, and what stands on them is not kept.
                if let Some(at) = File::try_index(file) {
                    men.push((Man { color, piece }, Square::new(at, rank)));
                }
                file = file.saturating_add(1);
            }
            if men.len() > MOST {
                return Err(most());
            }
        }
        if file != File::NUM {
            let rank = char::from(rank);
            return Err(wrong(&format!("rank {rank} has {file} squares and not 8")));
        }
    }
    Ok(men)
}

/// The same where nothing is wrong; `None` where something is, or may be.
fn read_quickly(text: &str) -> Option<Vec<(Man, Square)>> {
    let mut men = Vec::with_capacity(MOST);
    let (mut rank, mut file) = (7, 0);
    for byte in text.bytes() {
        let piece = match byte {
            // No more than the eight squares of a rank: the sum stays small however long the text.
            b'1'..=b'8' if file <= 8 => {
                file += byte - b'0';
                continue;
            }
            b'/' if file == 8 && rank > 0 => {
                (rank, file) = (rank - 1, 0);
                continue;
            }
            b'K' | b'k' => Piece::King,
            b'Q' | b'q' => Piece::Queen,
            b'R' | b'r' => Piece::Rook,
            b'B' | b'b' => Piece::Bishop,
            b'N' | b'n' => Piece::Knight,
            b'P' | b'p' => Piece::Pawn,
            _ => return None,
        };
        if file >= 8 || men.len() == MOST {
            return None;
        }
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        men.push((Man { color, piece }, square_at(8 * rank + file)));
        file += 1;
    }
    (rank == 0 && file == 8).then_some(men)
}

/// The file of a pawn that can be taken in passing. A square behind a pawn that nobody can take is
/// what many programs write after every step of two squares: it says nothing.
fn read_passing(kind: &Kind, ending: &Ending, text: &str) -> Result<Option<File>, ParseError> {
    let wrong = |reason: String| {
        ParseError::new(format!(
            "no pawn can just have moved two squares past '{}': {reason}; write '-' in the place of \
             this en passant square",
            text.escape_debug()
        ))
    };
    let square: Square = text.parse().map_err(|_| wrong("that is no square".to_owned()))?;
    let (file, turn) = (square.file(), ending.turn);
    if square != passed(file, turn) {
        let rank = char::from(passed(file, turn).rank());
        return Err(wrong(format!("with this player to move it would be on rank {rank}")));
    }
    if ending.pawn_on(kind, !turn, pushed(file, turn)).is_none() {
        return Err(wrong(format!("there is no pawn of the other side on {}", pushed(file, turn))));
    }
    let from = origin(file, turn);
    if let Some(at) = [square, from].into_iter().find(|&at| ending.man_on(kind, at).is_some()) {
        return Err(wrong(format!("something stands on {at}, where it came by or from")));
    }
    if !ending.could_step(kind, file) {
        let reason = "the king would have been in check before, with the other side to move";
        return Err(wrong(reason.to_owned()));
    }
    Ok(ending.can_take_in_passing(kind, file).then_some(file))
}
