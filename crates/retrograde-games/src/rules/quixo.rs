//! Quixo: take a cube from the border, push it back in from another end, make a line.

mod classes;
mod ends;
mod images;
mod lines;
mod slots;
mod ways;

use std::ops::Range;
use std::sync::Arc;

use retrograde_core::Outcome;

use super::grid::{marks, unknown};
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{self, Board, Man, Setup, Side, Style, Touch};
use crate::{Game, ParseError, SlotMoves};
use classes::Classes;
use ends::Sparing;
use images::Images;
use lines::Lines;
use slots::Slots;
use ways::Way;

/// Players take a blank cube or one of their own from the border, show their symbol on it, and push
/// it back in from another end of its row or column. A full line of one symbol ends the game: its
/// owner wins, but whoever makes a line for the opponent loses, with a line of their own or without.
///
/// Positions are seen by the player to move, whose cubes are `x`. Boards that turning or mirroring makes
/// the same share a slot of the index. Up to four by four, positions with so many cubes of one player and
/// so many of the other, whoever is to move, are a tier.
///
/// ```
/// use retrograde_games::rules::Quixo;
/// use retrograde_games::Game;
/// let game = Quixo::new(3).unwrap();
/// let position = game.parse("x.o/.../...")?;
/// let push = game.parse_move(&position, "a3-a1").unwrap();
/// // The column has moved up by one, and the other player is to move.
/// assert_eq!(game.show(&game.play(&position, &push)), "..x/.../o..");
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Quixo {
    size: u32,
    /// Every way to take a cube and push it back in, those of the same cube side by side.
    pushes: Vec<Way>,
    lines: Lines,
    index: Index,
}

/// The numbers of positions.
#[derive(Clone, Debug)]
enum Index {
    Classes(Sparing),
    Images(Images),
}

/// The cubes that show a symbol, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cubes {
    /// Those of the player to move. The squares are numbered from the top left, row by row.
    pub own: u32,
    /// Those of the opponent.
    pub other: u32,
}

const CUBES: [Man; 2] = [
    Man::new('x', "cross-cube", Some(Side::First), "x"),
    Man::new('o', "nought-cube", Some(Side::Second), "o"),
];

/// One of the ways to take a cube from the border and push it back in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push(u8);

impl Quixo {
    /// A board of 3, 4 or 5 by as many.
    #[must_use]
    pub fn new(size: u32) -> Option<Self> {
        if !(3..=5).contains(&size) {
            return None;
        }
        let last = size - 1;
        let mut pushes = Vec::new();
        for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
            let from = y * size + x;
            let mut ends = Vec::new();
            if y == 0 || y == last || x == 0 || x == last {
                ends = vec![y * size, y * size + last, x, last * size + x];
                ends.retain(|&to| to != from);
                ends.sort_unstable();
            }
            pushes.extend(ends.into_iter().map(|to| Way::new(size, from, to)));
        }
        let lines = Lines::new(size);
        let slots = Slots::new(size, &pushes, &lines);
        let index = match slots {
            Some(slots) => Index::Classes(Sparing::new(Arc::new(slots))),
            None => Index::Images(Images::new(size)),
        };
        Some(Quixo { size, pushes, lines, index })
    }

    fn squares(&self) -> u32 {
        self.size * self.size
    }

    /// The index of a board that is small enough for one of classes.
    fn classes(&self) -> Option<&Classes> {
        match &self.index {
            Index::Classes(slots) => Some(slots.classes()),
            Index::Images(_) => None,
        }
    }

    fn square_name(&self, bit: u32) -> String {
        let square = bit.trailing_zeros();
        let column = char::from(b'a' + (square % self.size) as u8);
        format!("{column}{}", self.size - square / self.size)
    }
}

impl Game for Quixo {
    type Position = Cubes;
    type Move = Push;

    fn start(&self) -> Option<Cubes> {
        Some(Cubes { own: 0, other: 0 })
    }

    #[inline]
    fn verdict(&self, cubes: &Cubes) -> Option<Outcome> {
        if self.lines.has(cubes.own) {
            Some(Outcome::Win)
        } else if self.lines.has(cubes.other) {
            Some(Outcome::Lose)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, cubes: &Cubes, moves: &mut Vec<Push>) {
        let pushes = self.pushes.iter().enumerate();
        moves.extend(
            pushes.filter(|(_, way)| way.from & cubes.other == 0).map(|(i, _)| Push(i as u8)),
        );
    }

    #[inline]
    fn play(&self, cubes: &Cubes, &Push(push): &Push) -> Cubes {
        let way = self.pushes[usize::from(push)];
        Cubes { own: way.shift(cubes.other), other: way.shift(cubes.own) | way.to }
    }

    fn show(&self, cubes: &Cubes) -> String {
        let mut text = String::new();
        for square in 0..self.squares() {
            if square > 0 && square.is_multiple_of(self.size) {
                text.push('/');
            }
            text.push(match (cubes.own >> square & 1, cubes.other >> square & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            });
        }
        text
    }

    fn parse(&self, text: &str) -> Result<Cubes, ParseError> {
        let wrong = |reason: String| {
            ParseError::new(format!(
                "{reason}: write {0} rows of {0} cubes, 'x' for the player to move, 'o' for the opponent, '.' for \
                 a blank, with '/' between rows, such as {1}",
                self.size,
                self.show(&Cubes { own: 1, other: 2 })
            ))
        };
        let mut cubes = Cubes { own: 0, other: 0 };
        for (square, c) in marks(text, self.size, self.size).map_err(wrong)?.enumerate() {
            match c {
                'x' | 'X' => cubes.own |= 1 << square,
                'o' | 'O' => cubes.other |= 1 << square,
                '.' | '-' => {}
                c => return Err(wrong(unknown(c))),
            }
        }
        Ok(cubes)
    }

    fn show_move(&self, _: &Cubes, &Push(push): &Push) -> String {
        let way = self.pushes[usize::from(push)];
        format!("{}-{}", self.square_name(way.from), self.square_name(way.to))
    }

    fn board(&self, cubes: &Cubes) -> String {
        self.board_seen(cubes, false)
    }

    fn board_seen(&self, cubes: &Cubes, second: bool) -> String {
        let seen = match second {
            true => Cubes { own: cubes.other, other: cubes.own },
            false => *cubes,
        };
        let mut board = String::new();
        for (row, line) in self.show(&seen).split('/').enumerate() {
            board.push_str(&format!("{:>2} ", self.size - row as u32));
            line.chars().for_each(|c| board.extend([' ', c]));
            board.push('\n');
        }
        board.push_str("   ");
        (0..self.size).for_each(|column| board.extend([' ', char::from(b'a' + column as u8)]));
        board.push_str(if second { "   o moves" } else { "   x moves" });
        board
    }

    fn picture(&self, cubes: &Cubes, second: bool) -> Board {
        let seen = if second { picture::exchanged(&self.show(cubes)) } else { self.show(cubes) };
        let board = Board::rows(Style::Cells, &CUBES, &seen, |place| self.square_name(1 << place));
        board.turn(["x", "o"], Side::second(second), true)
    }

    fn touches(&self, _: &Cubes, &Push(push): &Push, _: bool) -> Vec<Touch> {
        let way = self.pushes[usize::from(push)];
        picture::step(way.from.trailing_zeros(), way.to.trailing_zeros())
    }

    fn position_from(&self, setup: &Setup) -> Result<Cubes, ParseError> {
        let size = self.size as usize;
        let rows = setup.rows(&CUBES, std::iter::repeat_n(size, size))?;
        self.parse(&if setup.is_second() { picture::exchanged(&rows) } else { rows })
    }

    fn canonical(&self, cubes: &Cubes) -> Cubes {
        match &self.index {
            Index::Classes(slots) => {
                let classes = slots.classes();
                let (own, other) = classes.canonical(cubes.own as u16, cubes.other as u16);
                Cubes { own: own.into(), other: other.into() }
            }
            Index::Images(images) => images.cubes(images.least(*cubes)),
        }
    }

    fn slots(&self) -> Option<u64> {
        Some(match &self.index {
            Index::Classes(slots) => slots.classes().slots(),
            Index::Images(images) => images.slots(),
        })
    }

    fn rank(&self, cubes: &Cubes) -> u64 {
        match &self.index {
            Index::Classes(slots) => {
                let classes = slots.classes();
                let section = classes.section(cubes.own.count_ones(), cubes.other.count_ones());
                classes.slot(section, cubes.own as u16, cubes.other as u16)
            }
            Index::Images(images) => images.least(*cubes),
        }
    }

    fn unrank(&self, slot: u64) -> Option<Cubes> {
        match &self.index {
            Index::Classes(slots) => {
                let classes = slots.classes();
                let stretch = classes.stretch(slot)?;
                let packed = stretch.others[(slot - stretch.first) as usize];
                let other = classes.spread(stretch.row, packed);
                let stands = classes.least(stretch.row, other) == other;
                stands.then_some(Cubes { own: stretch.row.own.into(), other: other.into() })
            }
            Index::Images(images) => images.board_of_least(slot),
        }
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range is one tier")]
    fn tiers(&self) -> Vec<Range<u64>> {
        match &self.index {
            Index::Classes(slots) => slots.classes().tiers(),
            Index::Images(images) => vec![0..images.slots()],
        }
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is usual")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        self.classes().map_or_else(|| vec![0..tier + 1], |classes| classes.leads_to(tier))
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        match &self.index {
            Index::Classes(slots) => Some(slots),
            Index::Images(_) => None,
        }
    }

    #[inline]
    fn unmoves(&self, cubes: &Cubes, before: &mut Vec<Cubes>) -> bool {
        for way in self.pushes.iter().filter(|way| cubes.other & way.to != 0) {
            let (own, other) = (way.shift_back(cubes.other), way.shift_back(cubes.own));
            // A game with a line on the board was over; the cube that was taken was blank or not.
            if !self.lines.has(other) && !self.lines.has(own) {
                before.push(Cubes { own, other });
                if !self.lines.has(own | way.from) {
                    before.push(Cubes { own: own | way.from, other });
                }
            }
        }
        true
    }
}

impl Listed for Quixo {
    const LISTING: Listing = Listing {
        name: "quixo",
        title: "Quixo",
        aliases: &[],
        parameters: ":SIZE",
        example: "quixo:4",
        summary: "push cubes into a square board to make a line",
        rules: "Players take a blank cube or one of their own from the border, put their symbol on \
                it, and push it back in from another end of its row or column. A full line of a \
                symbol wins for its owner, and whoever makes one for the opponent loses.",
        known: "the first player wins on 3x3 in 7 moves and on 4x4 in 21; 5x5 is a draw (S. Tanaka, \
                F. Bonnet, S. Tixeuil and Y. Tamura, Quixo Is Solved, 2020)",
        impartial: false,
        dense: true,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        parameters.parse().ok().and_then(Quixo::new).ok_or_else(|| {
            ParseError::new("quixo takes the size of its board, 3, 4 or 5, as in quixo:4")
        })
    }
}
