//! Teeko: four men each on a board of five by five, dropped and then moved, to make a row or square.

mod index;
mod slots;

use std::ops::Range;
use std::sync::Arc;

use retrograde_core::Outcome;

use super::grid::{STONES, marks, pieces, unknown};
use super::men::joined;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{self, Board, Setup, Side, Style, Touch};
use crate::{Game, ParseError, SlotMoves};
use index::Index;

/// How long a side of the board is.
const SIDE: u32 = 5;
/// All squares.
const BOARD: u32 = (1 << (SIDE * SIDE)) - 1;
/// How many men each player has.
const MEN: u32 = 4;
/// The squares around each square.
const NEAR: [u32; 25] = near();

/// Players drop four men each in turn, then move them to squares beside; four of one's own in a row
/// or in a square of two by two win.
///
/// Positions are seen by the player to move, whose men are `x`: after each move the men change their
/// names. Positions that turning or mirroring the board makes the same share a slot of the index.
///
/// ```
/// use retrograde_core::Outcome;
/// use retrograde_games::rules::Teeko;
/// use retrograde_games::Game;
/// let game = Teeko::new();
/// let position = game.parse("xx.../x..../...../.oo../.oo..")?;
/// assert_eq!(game.verdict(&position), Some(Outcome::Lose));
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
///
/// Source: J. Scarne, Scarne on Teeko, 1955; G. L. Steele, Summary of the solving of the game of
/// Teeko, 1999.
#[derive(Clone, Debug)]
pub struct Teeko {
    index: Arc<Index>,
}

/// The men on the board, as sets of squares counted row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TeekoMen {
    own: u32,
    other: u32,
}

impl TeekoMen {
    /// The squares of the player to move, as bits.
    #[must_use]
    pub fn own(self) -> u32 {
        self.own
    }

    /// The squares of the player who moved last, as bits.
    #[must_use]
    pub fn other(self) -> u32 {
        self.other
    }

    fn count(self) -> u32 {
        (self.own | self.other).count_ones()
    }

    fn empty(self) -> u32 {
        BOARD & !(self.own | self.other)
    }
}

/// What a player does with a man; squares are counted row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeekoMove {
    /// Puts a new one on the board.
    Drop {
        /// The empty square it gets.
        to: u8,
    },
    /// Moves one that is there.
    Slide {
        /// Its square.
        from: u8,
        /// The empty square beside it.
        to: u8,
    },
}

impl Default for Teeko {
    fn default() -> Self {
        Teeko::new()
    }
}

impl Teeko {
    /// The game, with its index.
    #[must_use]
    pub fn new() -> Self {
        Teeko { index: Arc::new(Index::new()) }
    }
}

/// Whether men stand in one of the 44 winning ways: four in a row, upright, aslant or in a square.
fn wins(men: u32) -> bool {
    // The shape, moved to the first square, is unique; the column says whether it wraps around.
    let first = men.trailing_zeros();
    let column = first % SIDE;
    match men.checked_shr(first) {
        Some(0b1111) => column <= 1,
        Some(0b1_00001_00001_00001) => true,
        Some(0b1_000001_000001_000001) => column <= 1,
        Some(0b1_0001_0001_0001) => column >= 3,
        Some(0b11_00011) => column <= 3,
        _ => false,
    }
}

const fn near() -> [u32; 25] {
    let mut near = [0; 25];
    let mut square = 0;
    while square < 25 {
        let mut other = 0;
        while other < 25 {
            let rows = (square / 5usize).abs_diff(other / 5);
            let columns = (square % 5).abs_diff(other % 5);
            if rows <= 1 && columns <= 1 && square != other {
                near[square] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    near
}

/// The squares of a set, the first one first.
fn squares(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros();
        set &= set.checked_sub(1)?;
        Some(square)
    })
}

fn square_name(square: u8) -> String {
    let (row, column) = (square / SIDE as u8, square % SIDE as u8);
    format!("{}{}", char::from(b'a' + column), SIDE as u8 - row)
}

impl Game for Teeko {
    type Position = TeekoMen;
    type Move = TeekoMove;

    fn start(&self) -> Option<TeekoMen> {
        Some(TeekoMen { own: 0, other: 0 })
    }

    fn verdict(&self, men: &TeekoMen) -> Option<Outcome> {
        wins(men.other).then_some(Outcome::Lose)
    }

    fn moves(&self, men: &TeekoMen, moves: &mut Vec<TeekoMove>) {
        let empty = men.empty();
        if men.count() < 2 * MEN {
            moves.extend(squares(empty).map(|to| TeekoMove::Drop { to: to as u8 }));
            return;
        }
        for from in squares(men.own) {
            let targets = squares(NEAR[from as usize] & empty);
            moves.extend(targets.map(|to| TeekoMove::Slide { from: from as u8, to: to as u8 }));
        }
    }

    fn play(&self, men: &TeekoMen, chosen: &TeekoMove) -> TeekoMen {
        let moved = match *chosen {
            TeekoMove::Drop { to } => men.own | 1 << to,
            TeekoMove::Slide { from, to } => men.own ^ (1 << from | 1 << to),
        };
        TeekoMen { own: men.other, other: moved }
    }

    fn show(&self, men: &TeekoMen) -> String {
        let mut text = String::with_capacity(29);
        for square in 0..SIDE * SIDE {
            if square > 0 && square.is_multiple_of(SIDE) {
                text.push('/');
            }
            text.push(match (men.own >> square & 1, men.other >> square & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            });
        }
        text
    }

    fn parse(&self, text: &str) -> Result<TeekoMen, ParseError> {
        let wrong = |reason: String| {
            ParseError::new(format!(
                "{reason}: write 5 rows of 5 squares, each 'x' (the player to move), 'o' or '.', with \
                 '/' between rows, such as ...../.x.../..o../...../....."
            ))
        };
        let (mut own, mut other) = (0, 0);
        for (square, c) in marks(text, SIDE, SIDE).map_err(wrong)?.enumerate() {
            match c {
                'x' | 'X' => own |= 1 << square,
                'o' | 'O' => other |= 1 << square,
                '.' => {}
                c => return Err(wrong(unknown(c))),
            }
        }
        let men = TeekoMen { own, other };
        let (x, o) = (own.count_ones(), other.count_ones());
        if o > MEN || (o != x && o != x + 1) {
            return Err(ParseError::new(format!(
                "x is to move, so there are as many o as x or one more, at most 4 of each, not \
                 {x} x and {o} o"
            )));
        }
        if wins(own) {
            return Err(ParseError::new(
                "x has won already, so that x cannot be to move: exchange x and o",
            ));
        }
        Ok(men)
    }

    fn show_move(&self, _: &TeekoMen, chosen: &TeekoMove) -> String {
        match *chosen {
            TeekoMove::Drop { to } => square_name(to),
            TeekoMove::Slide { from, to } => format!("{}-{}", square_name(from), square_name(to)),
        }
    }

    fn board(&self, men: &TeekoMen) -> String {
        self.board_seen(men, false)
    }

    fn board_seen(&self, men: &TeekoMen, second: bool) -> String {
        let seen = match second {
            true => TeekoMen { own: men.other, other: men.own },
            false => *men,
        };
        let mut board = String::new();
        for (row, line) in self.show(&seen).split('/').enumerate() {
            board.push_str(&format!("{:>2} ", SIDE as usize - row));
            line.chars().for_each(|c| board.extend([' ', c]));
            board.push('\n');
        }
        board.push_str("    a b c d e");
        board.push_str(if second { "   o moves" } else { "   x moves" });
        board
    }

    fn picture(&self, men: &TeekoMen, second: bool) -> Board {
        let seen = if second { picture::exchanged(&self.show(men)) } else { self.show(men) };
        let board = Board::rows(Style::Points, &STONES, &seen, |place| square_name(place as u8));
        let board = Board { lines: joined(&NEAR), ..board };
        board.turn(["x", "o"], Side::second(second), true)
    }

    fn touches(&self, _: &TeekoMen, chosen: &TeekoMove, _: bool) -> Vec<Touch> {
        match *chosen {
            TeekoMove::Drop { to } => picture::at(to.into()),
            TeekoMove::Slide { from, to } => picture::step(from.into(), to.into()),
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<TeekoMen, ParseError> {
        let rows = setup.rows(&STONES, [SIDE as usize; SIDE as usize])?;
        self.parse(&if setup.is_second() { picture::exchanged(&rows) } else { rows })
    }

    fn canonical(&self, men: &TeekoMen) -> TeekoMen {
        let (own, other) = self.index.canonical(men.own, men.other);
        TeekoMen { own, other }
    }

    fn slots(&self) -> Option<u64> {
        Some(self.index.slots())
    }

    fn rank(&self, men: &TeekoMen) -> u64 {
        self.index.rank(men.own, men.other)
    }

    fn unrank(&self, slot: u64) -> Option<TeekoMen> {
        let (own, other) = self.index.unrank(slot)?;
        Some(TeekoMen { own, other })
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.index.tiers()
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is usual")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        // Men are put on the board one by one, and then they slide.
        vec![tier.saturating_sub(1)..tier.max(1)]
    }

    fn tier_name(&self, men: &TeekoMen) -> Option<String> {
        Some(pieces(men.count()))
    }

    /// Men that slid slide back; a drop comes from another tier.
    fn unmoves(&self, men: &TeekoMen, before: &mut Vec<TeekoMen>) -> bool {
        if men.count() < 2 * MEN {
            return true;
        }
        let empty = men.empty();
        for to in squares(men.other) {
            for from in squares(NEAR[to as usize] & empty) {
                let own = men.other ^ (1 << from | 1 << to);
                if !wins(own) {
                    before.push(TeekoMen { own, other: men.own });
                }
            }
        }
        true
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        Some(self)
    }
}

impl Listed for Teeko {
    const LISTING: Listing = Listing {
        name: "teeko",
        title: "Teeko",
        aliases: &[],
        parameters: "",
        example: "teeko",
        summary: "drop four men each, then move them into a line or square",
        rules: "On a board of five by five squares, players drop four men each in turn, then move one \
                of their own to an empty square beside it, slanting ones too. Four of one's own in a \
                line, upright, slanting or in a square of two by two win.",
        known: "a draw (G. L. Steele, Summary of the solving of the game of Teeko, 1999)",
        impartial: false,
        dense: true,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(Teeko::new()),
            _ => Err(ParseError::new(format!(
                "teeko takes no parameters: leave out ':{parameters}'"
            ))),
        }
    }
}
