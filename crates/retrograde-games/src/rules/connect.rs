//! Connect-k: stones fall to the bottom of a column, and k in a row win.

use std::ops::Range;

use retrograde_core::Outcome;

use super::connect_index::ColumnIndex;
use super::connect_slots::Owners;
use super::grid::{STONES, letter, marks, numbers, pieces, unknown};
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{Board, Setup, Side, Style, Touch};
use crate::{Game, ParseError, SlotMoves};

/// Players drop stones of their own into columns in turn; k in a row wins, a full board ties.
///
/// A position is eight bytes: each column is a number whose highest bit marks the first free square
/// and whose bits below it say whose stones are there, so a board takes a bit more for each column
/// than it has squares. The index has a tier for each number of stones; every move leads to the tier
/// before, so there are no moves within a tier to be taken back. Mirror images are the same.
///
/// Source: J. Tromp, John's Connect Four Playground, 2008, for positions and rows in a few shifts.
///
/// ```
/// use retrograde_games::rules::Connect;
/// use retrograde_games::Game;
/// let game = Connect::new(7, 6, 4).unwrap();
/// let start = game.start().unwrap();
/// let after = game.play(&start, &3);
/// assert_eq!(game.show(&after), "......./......./......./......./......./...x...");
/// assert_eq!(game.mover(&after), Some("o"));
/// assert_eq!(game.show_move(&start, &3), "d");
/// ```
#[derive(Clone, Debug)]
pub struct Connect {
    pub(super) width: u32,
    pub(super) height: u32,
    k: u32,
    /// The lowest square of every column.
    floor: u64,
    /// All squares, the marks above them left out.
    pub(super) squares: u64,
    /// How far stones are moved, step after step, to leave those that have as many as make a row up,
    /// to the right and on the two diagonals beside them.
    shifts: Vec<[u32; 4]>,
    pub(super) index: Option<ColumnIndex>,
    pub(super) owners: Option<Owners>,
}

/// Width, height and how many positions there are, with four in a row to win.
///
/// Source: J. Tromp, John's Connect Four Playground; for 7x6 S. Edelkamp and P. Kissmann, Symbolic
/// classification of general two-player games, 2008.
const FOUR_IN_A_ROW: [(u32, u32, u64); 16] = [
    (4, 4, 161_029),
    (5, 4, 3_945_711),
    (6, 4, 94_910_577),
    (7, 4, 2_265_792_710),
    (8, 4, 54_233_186_631),
    (4, 5, 1_706_255),
    (5, 5, 69_763_700),
    (6, 5, 2_818_972_642),
    (7, 5, 112_829_665_923),
    (4, 6, 15_835_683),
    (5, 6, 1_044_334_437),
    (6, 6, 69_173_028_785),
    (7, 6, 4_531_985_219_092),
    (4, 7, 135_385_909),
    (5, 7, 14_171_315_454),
    (4, 8, 1_104_642_469),
];

/// What stands in the columns, `height + 1` bits for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Columns(u64);

/// The stones of either player, with `height + 1` bits for each column.
#[derive(Clone, Copy)]
struct Sides {
    x: u64,
    o: u64,
}

impl Sides {
    fn x_moves(self) -> bool {
        self.x.count_ones() == self.o.count_ones()
    }

    /// The stones of the player to move and those of the other.
    fn by_turn(self) -> (u64, u64) {
        if self.x_moves() { (self.x, self.o) } else { (self.o, self.x) }
    }
}

impl Connect {
    /// A board of `width` columns, at most 26, and `height` rows with a row of `k` to win;
    /// `width × (height + 1)` is at most 64.
    #[must_use]
    pub fn new(width: u32, height: u32, k: u32) -> Option<Self> {
        let bits = height.checked_add(1)?.checked_mul(width)?;
        if width == 0 || width > 26 || height == 0 || bits > 64 || k == 0 {
            return None;
        }
        let floor = (0..width).fold(0u64, |floor, column| floor | 1 << (column * (height + 1)));
        let squares = (0..height).fold(0, |squares, row| squares | floor << row);
        let mut shifts = Vec::new();
        let mut length = 1u32;
        while length < k {
            let more = length.min(k - length);
            // The highest bit is never a stone, so that nothing is left when it is moved all the way.
            let far = |step: u32| step.saturating_mul(more).min(63);
            shifts.push([1, height + 1, height, height + 2].map(far));
            length += more;
        }
        let index = ColumnIndex::new(width, height);
        let owners = index.as_ref().and_then(|_| Owners::new(width, height));
        Some(Connect { width, height, k, floor, squares, shifts, index, owners })
    }

    /// Whose stones are where.
    fn sides(&self, columns: Columns) -> Sides {
        // Every bit below the mark of its column: spread all bits downwards, twice as far each time,
        // where they stay within the column.
        let (mut below, mut rows, mut far) = (columns.0, self.squares, 1);
        while far <= self.height {
            below |= (below >> far) & rows;
            rows &= rows >> far;
            far *= 2;
        }
        let filled = (below >> 1) & self.squares;
        Sides { x: columns.0 & filled, o: filled & !columns.0 }
    }

    /// What [`sides`](Self::sides) came from; no stone is above a free square.
    fn columns(&self, sides: Sides) -> Columns {
        Columns(((sides.x | sides.o) + self.floor) | sides.x)
    }

    #[inline(always)]
    pub(super) fn wins(&self, stones: u64) -> bool {
        // The bit above each column is never a stone, so no row goes on in the next column.
        let mut runs = [stones; 4];
        for shifts in &self.shifts {
            runs.iter_mut().zip(shifts).for_each(|(run, shift)| *run &= *run >> shift);
        }
        runs.iter().any(|&run| run != 0)
    }

    fn mirrored(&self, columns: Columns) -> Columns {
        let bits = self.height + 1;
        Columns((0..self.width).fold(0, |to, column| {
            let stones = columns.0 >> (column * bits) & self.one_column();
            to | stones << ((self.width - 1 - column) * bits)
        }))
    }

    /// The squares of the first column and the bit above them.
    fn one_column(&self) -> u64 {
        u64::MAX >> (63 - self.height)
    }

    fn least(&self, columns: Columns) -> Columns {
        Columns(columns.0.min(self.mirrored(columns).0))
    }

    fn mark(&self, columns: Columns) -> impl Fn(u32, u32) -> char {
        let (Sides { x, o }, bits) = (self.sides(columns), self.height + 1);
        move |column, row| {
            let square = column * bits + row;
            match (x >> square & 1, o >> square & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            }
        }
    }

    fn wrong(&self, reason: &str) -> ParseError {
        ParseError::new(format!(
            "{reason}: write {} rows of {} squares from top to bottom, each 'x', 'o' or '.', with '/' between \
             rows, such as {}",
            self.height,
            self.width,
            self.show(&self.play(&Columns(self.floor), &0))
        ))
    }
}

impl Game for Connect {
    type Position = Columns;
    type Move = u32;

    fn start(&self) -> Option<Columns> {
        Some(Columns(self.floor))
    }

    fn verdict(&self, columns: &Columns) -> Option<Outcome> {
        let sides = self.sides(*columns);
        let (_, last) = sides.by_turn();
        if self.wins(last) {
            Some(Outcome::Lose)
        } else if sides.x | sides.o == self.squares {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, columns: &Columns, moves: &mut Vec<u32>) {
        // The mark of a full column is above its squares.
        let full = columns.0 & !self.squares;
        let top = |column: u32| 1u64 << (column * (self.height + 1) + self.height);
        moves.extend((0..self.width).filter(|&column| full & top(column) == 0));
    }

    fn play(&self, columns: &Columns, &column: &u32) -> Columns {
        let sides = self.sides(*columns);
        let in_column = self.one_column() << (column * (self.height + 1));
        let mark = (((sides.x | sides.o) & in_column) + (self.floor & in_column)) & in_column;
        // The mark moves up by one and leaves a stone: a bit of one if it is of x.
        Columns(columns.0 + if sides.x_moves() { mark << 1 } else { mark })
    }

    fn show(&self, columns: &Columns) -> String {
        let mark = self.mark(*columns);
        let mut text = String::new();
        for row in (0..self.height).rev() {
            text.extend((0..self.width).map(|column| mark(column, row)));
            if row > 0 {
                text.push('/');
            }
        }
        text
    }

    fn parse(&self, text: &str) -> Result<Columns, ParseError> {
        let mut sides = Sides { x: 0, o: 0 };
        let marks = marks(text, self.width, self.height).map_err(|reason| self.wrong(&reason))?;
        let squares =
            (0..self.height).rev().flat_map(|row| (0..self.width).map(move |column| (row, column)));
        for ((row, column), mark) in squares.zip(marks) {
            let square = 1 << (column * (self.height + 1) + row);
            match mark {
                'x' | 'X' => sides.x |= square,
                'o' | 'O' => sides.o |= square,
                '.' | '-' if (sides.x | sides.o) & square << 1 == 0 => {}
                '.' | '-' => {
                    return Err(ParseError::new(format!(
                        "stones fall to the bottom, but {}{} is free below one",
                        letter(column),
                        row + 1
                    )));
                }
                mark => return Err(self.wrong(&unknown(mark))),
            }
        }
        let (x, o) = (sides.x.count_ones(), sides.o.count_ones());
        if x != o && x != o + 1 {
            return Err(ParseError::new(format!(
                "x moves first, so there are as many x as o or one more, not {x} and {o}"
            )));
        }
        if self.wins(sides.by_turn().0) {
            let mover = if sides.x_moves() { "x" } else { "o" };
            return Err(ParseError::new(format!(
                "{mover} would be to move but has a full row, so the game was over before"
            )));
        }
        Ok(self.columns(sides))
    }

    fn show_move(&self, _: &Columns, &column: &u32) -> String {
        letter(column).to_string()
    }

    fn board(&self, columns: &Columns) -> String {
        let mark = self.mark(*columns);
        let mut board = String::new();
        for row in (0..self.height).rev() {
            board.push(' ');
            (0..self.width).for_each(|column| board.extend([' ', mark(column, row)]));
            board.push('\n');
        }
        board.push(' ');
        (0..self.width).for_each(|column| board.extend([' ', letter(column)]));
        board
    }

    fn picture(&self, columns: &Columns, _: bool) -> Board {
        let name = |place: u32| {
            let (row, column) = (place / self.width, place % self.width);
            format!("{}{}", letter(column), self.height - row)
        };
        let board = Board::rows(Style::Holes, &STONES, &self.show(columns), name);
        board.turn(["x", "o"], Side::second(!self.sides(*columns).x_moves()), false)
    }

    /// The square where the stone comes to lie, or any above it.
    fn touches(&self, columns: &Columns, &column: &u32, _: bool) -> Vec<Touch> {
        let mark = self.mark(*columns);
        let free = (0..self.height).filter(|&row| mark(column, row) == '.');
        free.map(|row| vec![vec![(self.height - 1 - row) * self.width + column]]).collect()
    }

    fn position_from(&self, setup: &Setup) -> Result<Columns, ParseError> {
        let lengths = std::iter::repeat_n(self.width as usize, self.height as usize);
        self.parse(&setup.rows(&STONES, lengths)?)
    }

    fn mover(&self, columns: &Columns) -> Option<&'static str> {
        Some(if self.sides(*columns).x_moves() { "x" } else { "o" })
    }

    fn canonical(&self, columns: &Columns) -> Columns {
        self.least(*columns)
    }

    /// What a smaller board with a shorter row has, this one has too: the same stones can be put down.
    fn at_least(&self) -> u64 {
        let fits =
            |&&(width, height, _): &&(u32, u32, u64)| width <= self.width && height <= self.height;
        let known = FOUR_IN_A_ROW.iter().filter(|_| self.k >= 4).filter(fits);
        let known = known.map(|&(.., positions)| positions).max().unwrap_or(0);
        // Without gaps: a stone in any column, and a second one in any that has room.
        let second = if self.k == 1 { 0 } else { self.width - u32::from(self.height == 1) };
        known.max(u64::from(1 + self.width + self.width * second))
    }

    fn slots(&self) -> Option<u64> {
        self.index.as_ref().map(ColumnIndex::len)
    }

    fn rank(&self, columns: &Columns) -> u64 {
        let index = self.index.as_ref().expect("a position of a game that has an index");
        index.rank(self.least(*columns).0)
    }

    fn unrank(&self, slot: u64) -> Option<Columns> {
        let columns = Columns(self.index.as_ref()?.unrank(slot)?);
        let over_before = self.wins(self.sides(columns).by_turn().0);
        (!over_before && self.least(columns) == columns).then_some(columns)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.index.as_ref().map_or_else(Vec::new, ColumnIndex::tiers)
    }

    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        // A move puts one more disc on the board.
        tier.checked_sub(1).map(|before| before..tier).into_iter().collect()
    }

    fn tier_name(&self, columns: &Columns) -> Option<String> {
        let sides = self.sides(*columns);
        Some(pieces((sides.x | sides.o).count_ones()))
    }

    fn unmoves(&self, _: &Columns, _: &mut Vec<Columns>) -> bool {
        self.index.is_some()
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        self.owners.as_ref().map(|_| self as &dyn SlotMoves)
    }
}

impl Listed for Connect {
    const LISTING: Listing = Listing {
        name: "connect",
        title: "Connect four",
        aliases: &[("connect-four", "7x6x4")],
        parameters: ":WIDTHxHEIGHTxROW",
        example: "connect:5x4x4",
        summary: "so many in a row of stones that fall, such as Connect Four",
        rules: "Players drop stones of their own into columns in turn, where they fall to the lowest \
                free square. ROW of them in a line, upright or slanting win; a full board is a tie.",
        known: "7x6x4 is won by the first player (J. D. Allen and, independently, L. V. Allis, 1988), \
                4x4x4, 4x5x4 and 5x4x4 are ties, and 6x4x4 is won by the second player \
                (J. Tromp, John's Connect Four Playground, 2008)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let game =
            numbers(parameters).and_then(|[width, height, k]| Connect::new(width, height, k));
        game.ok_or_else(|| {
            ParseError::new(
                "connect takes width, height and how many in a row, as in connect:7x6x4, where width \
                 times one more than height is at most 64, and at most 26 columns",
            )
        })
    }
}
