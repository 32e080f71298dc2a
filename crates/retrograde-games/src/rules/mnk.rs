//! m,n,k-games: k in a row on a board of m by n, tic-tac-toe the smallest of interest.

use std::ops::Range;

use retrograde_core::Outcome;

use super::bounds::{before_a_row, without_a_row_of_three};
use super::grid::{Grid, MARKS, RowOrder, numbers, pieces, squares_of};
use super::placement::Placement;
use super::turns::Turns;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{self, Board, Setup, Side, Style, Touch};
use crate::{Game, ParseError};

/// Players put stones of their own on free squares in turn; k in a row wins, a full board ties.
///
/// The index has a tier for each number of stones and, up to the turns of the board, one slot for
/// each way to put them. Every move leads to the tier before, so there are no moves within a tier to
/// be taken back. There is no index where 64 bits are too few for it, from 43 squares on.
///
/// ```
/// use retrograde_games::rules::Mnk;
/// use retrograde_games::Game;
/// let game = Mnk::new(3, 3, 3).unwrap();
/// let position = game.parse("xo. .x. ..o")?;
/// assert_eq!(game.show(&position), "xo./.x./..o");
/// assert_eq!(game.mover(&position), Some("x"));
/// assert_eq!(game.slots(), Some(6046));
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mnk {
    grid: Grid,
    k: u32,
    /// Every way to have k in a row, as sets of squares.
    lines: Vec<u64>,
    turns: Turns,
    index: Option<Placement>,
}

/// The squares of either player; whose turn it is follows from how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// Those of the first player.
    pub x: u64,
    /// Those of the second player.
    pub o: u64,
}

impl Stones {
    fn x_moves(self) -> bool {
        self.x.count_ones() == self.o.count_ones()
    }

    /// The stones of the player to move and those of the other.
    fn by_turn(self) -> (u64, u64) {
        if self.x_moves() { (self.x, self.o) } else { (self.o, self.x) }
    }
}

impl Mnk {
    /// A board of `width` by `height` squares, at most 64 of them and 26 in a row, and a row of `k`
    /// to win.
    #[must_use]
    pub fn new(width: u32, height: u32, k: u32) -> Option<Self> {
        let grid = Grid::new(width, height, RowOrder::TopFirst)?;
        if k == 0 {
            return None;
        }
        let mut lines = Vec::new();
        let (width, height, row) = (i64::from(width), i64::from(height), i64::from(k));
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let (end_x, end_y) = (x + dx * (row - 1), y + dy * (row - 1));
                if (0..width).contains(&end_x) && (0..height).contains(&end_y) {
                    let square = |i: i64| 1u64 << ((y + dy * i) * width + x + dx * i);
                    lines.push((0..row).map(square).fold(0, |line, bit| line | bit));
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        let stones = (0..=grid.squares()).rev().map(|n| vec![(n.div_ceil(2), n / 2)]);
        let index = Placement::new(grid.all(), grid.all(), stones);
        Some(Mnk { grid, k, lines, turns: Turns::new(grid), index })
    }

    fn wins(&self, stones: u64) -> bool {
        self.lines.iter().any(|&line| line & !stones == 0)
    }

    fn mark(stones: Stones) -> impl Fn(u32) -> char {
        move |square| match (stones.x >> square & 1, stones.o >> square & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        }
    }
}

impl Game for Mnk {
    type Position = Stones;
    type Move = u32;

    fn start(&self) -> Option<Stones> {
        Some(Stones { x: 0, o: 0 })
    }

    fn verdict(&self, stones: &Stones) -> Option<Outcome> {
        let (_, last) = stones.by_turn();
        if self.wins(last) {
            Some(Outcome::Lose)
        } else if stones.x | stones.o == self.grid.all() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, stones: &Stones, moves: &mut Vec<u32>) {
        moves.extend(squares_of(self.grid.all() & !(stones.x | stones.o)));
    }

    fn play(&self, stones: &Stones, &square: &u32) -> Stones {
        match stones.x_moves() {
            true => Stones { x: stones.x | 1 << square, ..*stones },
            false => Stones { o: stones.o | 1 << square, ..*stones },
        }
    }

    fn show(&self, stones: &Stones) -> String {
        self.grid.show(Mnk::mark(*stones))
    }

    fn parse(&self, text: &str) -> Result<Stones, ParseError> {
        let mut stones = Stones { x: 0, o: 0 };
        let put = |square: u32, c| {
            match c {
                'x' | 'X' => stones.x |= 1 << square,
                'o' | 'O' => stones.o |= 1 << square,
                '.' | '-' => {}
                _ => return None,
            }
            Some(())
        };
        self.grid.read(text, put).map_err(|reason| {
            ParseError::new(format!(
                "{reason}: write {} rows of {} squares, each 'x', 'o' or '.', with '/' between rows, such as {}",
                self.grid.height,
                self.grid.width,
                self.show(&Stones { x: 1, o: 0 })
            ))
        })?;
        let (x, o) = (stones.x.count_ones(), stones.o.count_ones());
        if x != o && x != o + 1 {
            return Err(ParseError::new(format!(
                "x moves first, so there are as many x as o or one more, not {x} and {o}"
            )));
        }
        if self.wins(stones.by_turn().0) {
            let mover = if stones.x_moves() { "x" } else { "o" };
            return Err(ParseError::new(format!(
                "{mover} would be to move but has a full row, so the game was over before"
            )));
        }
        Ok(stones)
    }

    fn show_move(&self, _: &Stones, &square: &u32) -> String {
        self.grid.name(square)
    }

    fn board(&self, stones: &Stones) -> String {
        self.grid.picture(Mnk::mark(*stones))
    }

    fn picture(&self, stones: &Stones, _: bool) -> Board {
        let board = Board::rows(Style::Cells, &MARKS, &self.show(stones), |place| {
            self.grid.place_name(place)
        });
        board.turn(["x", "o"], Side::second(!stones.x_moves()), false)
    }

    fn touches(&self, _: &Stones, &square: &u32, _: bool) -> Vec<Touch> {
        picture::at(self.grid.place(square))
    }

    fn position_from(&self, setup: &Setup) -> Result<Stones, ParseError> {
        self.parse(&setup.rows(&MARKS, self.grid.lengths())?)
    }

    fn mover(&self, stones: &Stones) -> Option<&'static str> {
        Some(if stones.x_moves() { "x" } else { "o" })
    }

    fn canonical(&self, stones: &Stones) -> Stones {
        let (x, o) = self.turns.least((stones.x, stones.o));
        Stones { x, o }
    }

    fn at_least(&self) -> u64 {
        let Grid { width, height, .. } = self.grid;
        if self.lines.is_empty() {
            // Nobody ever wins, so that all stones are put down.
            return before_a_row(self.grid.squares(), u32::MAX);
        }
        let few_stones = before_a_row(self.grid.squares(), self.k);
        if self.k < 3 { few_stones } else { few_stones.max(without_a_row_of_three(width, height)) }
    }

    fn slots(&self) -> Option<u64> {
        self.index.as_ref().map(Placement::len)
    }

    fn rank(&self, stones: &Stones) -> u64 {
        let (x, o) = self.turns.least((stones.x, stones.o));
        let slot = self.index.as_ref().and_then(|index| index.rank(x, o));
        slot.expect("a position of a game that has an index")
    }

    fn unrank(&self, slot: u64) -> Option<Stones> {
        let (x, o) = self.index.as_ref()?.unrank(slot)?;
        let stones = Stones { x, o };
        let over_before = self.wins(stones.by_turn().0);
        (!over_before && self.turns.least((x, o)) == (x, o)).then_some(stones)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.index.as_ref().map_or_else(Vec::new, |index| index.groups().to_vec())
    }

    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        // A move puts one more stone on the board.
        tier.checked_sub(1).map(|before| before..tier).into_iter().collect()
    }

    fn tier_name(&self, stones: &Stones) -> Option<String> {
        Some(pieces((stones.x | stones.o).count_ones()))
    }

    fn unmoves(&self, _: &Stones, _: &mut Vec<Stones>) -> bool {
        self.index.is_some()
    }
}

impl Listed for Mnk {
    const LISTING: Listing = Listing {
        name: "mnk",
        title: "Tic-tac-toe",
        aliases: &[("tic-tac-toe", "3x3x3")],
        parameters: ":WIDTHxHEIGHTxROW",
        example: "mnk:4x4x3",
        summary: "so many in a row on a board, such as tic-tac-toe",
        rules: "Players put stones of their own on free squares in turn. ROW of them in a line, \
                upright or slanting win; a full board is a tie.",
        known: "tic-tac-toe (3x3x3) is a tie; 4x4x3 is won by the first player, 4x4x4 a tie \
                (J. W. H. M. Uiterwijk and H. J. van den Herik, The advantage of the initiative, 2000)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let game = numbers(parameters).and_then(|[width, height, k]| Mnk::new(width, height, k));
        game.ok_or_else(|| {
            ParseError::new(
                "mnk takes width, height and how many in a row, as in mnk:4x4x3, with at most 64 \
                 squares and 26 columns",
            )
        })
    }
}
