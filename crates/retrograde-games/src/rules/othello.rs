//! Othello on boards of any even size.

use retrograde_core::Outcome;

use super::grid::{Grid, RowOrder, numbers, squares_of};
use super::men::NO_TURN;
use super::turns::Turns;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{self, Board, Man, Setup, Side, Style, Touch};
use crate::{Game, ParseError};

/// A disc turns over the other side's discs between it and another of its own; most discs win.
///
/// Positions that differ in colours and turn, or by a turn of the board, are the same by symmetry.
/// There is no index: discs that can be turned over make one of some hundred times as many slots as
/// positions can be met, on the smallest board already.
///
/// ```
/// use retrograde_games::rules::Othello;
/// use retrograde_games::Game;
/// let game = Othello::new(4, 4).unwrap();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "..../.wb./.bw./....:b");
/// let after = game.play(&start, &game.parse_move(&start, "b1").unwrap());
/// assert_eq!(game.show(&after), ".b../.bb./.bw./....:w");
/// assert_eq!(game.lead(&after), -3);
/// ```
#[derive(Clone, Debug)]
pub struct Othello {
    grid: Grid,
    first_column: u64,
    last_column: u64,
    turns: Turns,
}

/// The discs on the board, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discs {
    /// The squares with black discs.
    pub black: u64,
    /// The squares with white discs.
    pub white: u64,
    /// Whether it is black's turn, who begins.
    pub black_moves: bool,
}

impl Discs {
    /// The discs of the player to move and those of the other.
    fn by_turn(self) -> (u64, u64) {
        if self.black_moves { (self.black, self.white) } else { (self.white, self.black) }
    }
}

const DISCS: [Man; 2] = Man::both("disc", ['b', 'w'], ["black disc", "white disc"]);

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Put a disc on this square.
    Put(u8),
    /// Nothing, where no disc can be put.
    Pass,
}

impl Othello {
    /// A board with an even number of columns and of rows, each from 4 to 8.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let possible = |size: u32| (4..=8).contains(&size) && size.is_multiple_of(2);
        if !possible(width) || !possible(height) {
            return None;
        }
        let grid = Grid::new(width, height, RowOrder::CountedDown)?;
        let first_column = grid.first_column();
        let last_column = first_column << (width - 1);
        Some(Othello { grid, first_column, last_column, turns: Turns::new(grid) })
    }

    /// How many discs more than the other the player to move has.
    #[must_use]
    pub fn lead(&self, discs: &Discs) -> i32 {
        let (mine, theirs) = discs.by_turn();
        mine.count_ones() as i32 - theirs.count_ones() as i32
    }

    /// All squares next to those of a set in one of eight directions, on the board.
    fn next(&self, direction: u32, set: u64) -> u64 {
        let width = self.grid.width;
        let (left, right) = (set & !self.first_column, set & !self.last_column);
        let moved = match direction {
            0 => right << 1,
            1 => left << (width - 1),
            2 => set << width,
            3 => right << (width + 1),
            4 => left >> 1,
            5 => right >> (width - 1),
            6 => set >> width,
            _ => left >> (width + 1),
        };
        moved & self.grid.all()
    }

    /// Where a disc of `mine` turns over some of `theirs`.
    fn open(&self, mine: u64, theirs: u64) -> u64 {
        let free = !(mine | theirs);
        (0..8).fold(0, |open, direction| {
            // Runs of their discs that begin next to one of mine.
            let mut run = self.next(direction, mine) & theirs;
            let mut longer = run;
            while longer != 0 {
                longer = self.next(direction, longer) & theirs & !run;
                run |= longer;
            }
            open | self.next(direction, run) & free
        })
    }

    /// What a disc on `square` turns over.
    fn turned_over(&self, mine: u64, theirs: u64, square: u8) -> u64 {
        (0..8).fold(0, |all, direction| {
            let mut run = 0;
            let mut at = self.next(direction, 1 << square);
            while at & theirs != 0 {
                run |= at;
                at = self.next(direction, at);
            }
            if at & mine != 0 { all | run } else { all }
        })
    }

    fn mark(discs: Discs) -> impl Fn(u32) -> char {
        move |square| match (discs.black >> square & 1, discs.white >> square & 1) {
            (1, _) => 'b',
            (_, 1) => 'w',
            _ => '.',
        }
    }

    fn first(&self) -> Discs {
        let (width, height) = (self.grid.width, self.grid.height);
        let middle = |down: u32, right: u32| {
            1u64 << ((height / 2 - 1 + down) * width + width / 2 - 1 + right)
        };
        Discs {
            black: middle(0, 1) | middle(1, 0),
            white: middle(0, 0) | middle(1, 1),
            black_moves: true,
        }
    }

    fn wrong(&self, reason: &str) -> ParseError {
        ParseError::new(format!(
            "{reason}: write {} rows of {} squares, each 'b', 'w' or '.', with '/' between rows, then ':b' or \
             ':w' for whose turn it is, such as {}",
            self.grid.height,
            self.grid.width,
            self.show(&self.first())
        ))
    }
}

impl Game for Othello {
    type Position = Discs;
    type Move = Turn;

    fn start(&self) -> Option<Discs> {
        Some(self.first())
    }

    fn verdict(&self, discs: &Discs) -> Option<Outcome> {
        let (mine, theirs) = discs.by_turn();
        if self.open(mine, theirs) | self.open(theirs, mine) != 0 {
            return None;
        }
        Some(match self.lead(discs) {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Lose,
        })
    }

    fn moves(&self, discs: &Discs, moves: &mut Vec<Turn>) {
        let (mine, theirs) = discs.by_turn();
        match self.open(mine, theirs) {
            0 => moves.push(Turn::Pass),
            open => moves.extend(squares_of(open).map(|square| Turn::Put(square as u8))),
        }
    }

    fn play(&self, discs: &Discs, turn: &Turn) -> Discs {
        let (mut mine, mut theirs) = discs.by_turn();
        if let Turn::Put(square) = *turn {
            let turned = self.turned_over(mine, theirs, square);
            mine |= turned | 1 << square;
            theirs &= !turned;
        }
        match discs.black_moves {
            true => Discs { black: mine, white: theirs, black_moves: false },
            false => Discs { black: theirs, white: mine, black_moves: true },
        }
    }

    fn show(&self, discs: &Discs) -> String {
        let turn = if discs.black_moves { 'b' } else { 'w' };
        format!("{}:{turn}", self.grid.show(Othello::mark(*discs)))
    }

    fn parse(&self, text: &str) -> Result<Discs, ParseError> {
        let (board, turn) = text.rsplit_once(':').ok_or_else(|| self.wrong(NO_TURN))?;
        let black_moves = match turn.trim() {
            "b" | "B" => true,
            "w" | "W" => false,
            _ => return Err(self.wrong(NO_TURN)),
        };
        let mut discs = Discs { black: 0, white: 0, black_moves };
        let put = |square: u32, c| {
            match c {
                'b' | 'B' => discs.black |= 1 << square,
                'w' | 'W' => discs.white |= 1 << square,
                '.' | '-' => {}
                _ => return None,
            }
            Some(())
        };
        self.grid.read(board, put).map_err(|reason| self.wrong(&reason))?;
        Ok(discs)
    }

    fn show_move(&self, _: &Discs, turn: &Turn) -> String {
        match turn {
            Turn::Put(square) => self.grid.name(u32::from(*square)),
            Turn::Pass => "pass".to_owned(),
        }
    }

    fn board(&self, discs: &Discs) -> String {
        self.grid.picture(Othello::mark(*discs))
    }

    fn picture(&self, discs: &Discs, _: bool) -> Board {
        let board = Board::rows(Style::Cells, &DISCS, &self.show(discs), |place| {
            self.grid.place_name(place)
        });
        board.turn(["black", "white"], Side::second(!discs.black_moves), true)
    }

    fn touches(&self, _: &Discs, turn: &Turn, _: bool) -> Vec<Touch> {
        match turn {
            Turn::Put(square) => picture::at(self.grid.place((*square).into())),
            Turn::Pass => Vec::new(),
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Discs, ParseError> {
        let rows = setup.rows(&DISCS, self.grid.lengths())?;
        self.parse(&format!("{rows}:{}", setup.turn(["b", "w"])))
    }

    fn mover(&self, discs: &Discs) -> Option<&'static str> {
        Some(if discs.black_moves { "black" } else { "white" })
    }

    fn canonical(&self, discs: &Discs) -> Discs {
        let (black, white) = self.turns.least(discs.by_turn());
        Discs { black, white, black_moves: true }
    }
}

impl Listed for Othello {
    const LISTING: Listing = Listing {
        name: "othello",
        title: "Othello",
        aliases: &[],
        parameters: ":WIDTHxHEIGHT",
        example: "othello:4x4",
        summary: "close in discs to turn them over; more discs win",
        rules: "A disc is put where it closes in discs of the other side between itself and another \
                of its own, which are all turned over; whoever cannot do so passes. When neither can, \
                more discs win.",
        known: "4x4 is won by the second player by 8 discs; so is 6x6, by 4 (J. Feinstein, Perfect play \
                in 6x6 Othello, 1993), and 8x8 is a tie (H. Takizawa, Othello is solved, 2023)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let game = numbers(parameters).and_then(|[width, height]| Othello::new(width, height));
        game.ok_or_else(|| {
            ParseError::new(
                "othello takes width and height, as in othello:4x4, each an even number from 4 to 8",
            )
        })
    }
}
