//! Pawns that run to the far side: what hexapawn and Breakthrough have in common.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use retrograde_core::Outcome;

use super::bounds::straight_steps;
use super::grid::{Grid, RowOrder, numbers, pieces, squares_of};
use super::men::NO_TURN;
use super::placement::Placement;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{self, Board, Man, Setup, Side, Style, Touch};
use crate::{Game, ParseError};

/// What tells games of pawns apart.
pub trait PawnRules: Clone + fmt::Debug + Send + Sync {
    /// Whether pawns also step slantwise, not only take.
    const SLANTING_STEPS: bool;

    /// How many rows of pawns each side has on a board so high.
    fn rows(height: u32) -> u32;

    /// What the catalogue says.
    const LISTING: Listing;
}

/// White's pawns run up the board and Black's down; whoever reaches the far row first wins, and
/// whoever cannot move loses.
///
/// The game is the same for both sides, so positions that differ in colours and direction, or are
/// mirror images, are the same by symmetry. The index has a tier for each number of pawns on the
/// board; un-moves take back steps, and captures lead to another tier.
///
/// ```
/// use retrograde_games::rules::Hexapawn;
/// use retrograde_games::Game;
/// let game = Hexapawn::new(3, 3).unwrap();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "bbb/.../www:w");
/// let step = game.parse_move(&start, "b1-b2").unwrap();
/// let after = game.play(&start, &step);
/// assert_eq!(game.show(&after), "bbb/.w./w.w:b");
/// assert!(game.parse_move(&after, "a3xb2").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Pawns<R> {
    grid: Grid,
    first_column: u64,
    last_column: u64,
    /// The row that white runs to.
    far_row: u64,
    /// How many pawns each side has at first.
    each: u32,
    index: Option<Placement>,
    rules: PhantomData<R>,
}

/// Where the pawns are, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Men {
    white: u64,
    /// The highest bit, which is no square, is set where black is to move.
    black: u64,
}

const BLACK_MOVES: u64 = 1 << 63;

const PAWNS: [Man; 2] = Man::both("pawn", ['w', 'b'], ["white pawn", "black pawn"]);

impl Men {
    fn new(white: u64, black: u64, white_moves: bool) -> Self {
        Men { white, black: if white_moves { black } else { black | BLACK_MOVES } }
    }

    /// The squares of white's pawns.
    #[must_use]
    pub fn white(self) -> u64 {
        self.white
    }

    /// The squares of black's pawns.
    #[must_use]
    pub fn black(self) -> u64 {
        self.black & !BLACK_MOVES
    }

    /// Whether it is white's turn.
    #[must_use]
    pub fn white_moves(self) -> bool {
        self.black & BLACK_MOVES == 0
    }
}

impl fmt::Debug for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Men")
            .field("white", &self.white())
            .field("black", &self.black())
            .field("white_moves", &self.white_moves())
            .finish()
    }
}

/// A pawn goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl<R: PawnRules> Pawns<R> {
    /// A board of `width` by `height` squares, at most 63, with at least three rows.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let grid = Grid::new(width, height, RowOrder::BottomFirst)?;
        if height < 3 || grid.squares() == 64 {
            return None;
        }
        let each = R::rows(height) * width;
        let row = u64::MAX >> (64 - width);
        let far_row = row << (width * (height - 1));
        // A pawn of the mover on the far row would have won before.
        let groups = (0..=2 * each).map(|pawns| {
            let mine = pawns.saturating_sub(each)..=pawns.min(each);
            mine.map(|mine| (mine, pawns - mine)).collect()
        });
        let index = Placement::new(grid.all() & !far_row, grid.all(), groups);
        let first_column = grid.first_column();
        let last_column = first_column << (width - 1);
        Some(Pawns { grid, first_column, last_column, far_row, each, index, rules: PhantomData })
    }

    /// The board turned by half.
    fn turned(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.grid.squares())
    }

    fn mirrored(&self, set: u64) -> u64 {
        let last = self.grid.width - 1;
        (0..=last).fold(0, |to, column| to | (set >> column & self.first_column) << (last - column))
    }

    /// The pawns of the mover, who runs up the board, and those of the other.
    fn by_turn(&self, men: Men) -> (u64, u64) {
        match men.white_moves() {
            true => (men.white, men.black()),
            false => (self.turned(men.black()), self.turned(men.white)),
        }
    }

    /// The lesser of the mover's view and its mirror image.
    fn least(&self, men: Men) -> (u64, u64) {
        let (mine, theirs) = self.by_turn(men);
        (mine, theirs).min((self.mirrored(mine), self.mirrored(theirs)))
    }

    /// Where pawns that run up the board go: straight on, to the left and to the right, with how far
    /// that is.
    fn ahead(&self, mine: u64) -> [(u64, u32); 3] {
        let width = self.grid.width;
        [
            (mine << width, width),
            ((mine & !self.first_column) << (width - 1), width - 1),
            ((mine & !self.last_column) << (width + 1), width + 1),
        ]
    }

    /// A square as it is called, seen by the player to move.
    fn own_square(&self, men: Men, square: u32) -> u8 {
        (if men.white_moves() { square } else { self.grid.squares() - 1 - square }) as u8
    }

    fn mark(men: Men) -> impl Fn(u32) -> char {
        move |square| match (men.white() >> square & 1, men.black() >> square & 1) {
            (1, _) => 'w',
            (_, 1) => 'b',
            _ => '.',
        }
    }

    fn wrong(&self, reason: &str) -> ParseError {
        ParseError::new(format!(
            "{reason}: write {} rows of {} squares from top to bottom, each 'w', 'b' or '.', with '/' between \
             rows, then ':w' or ':b' for whose turn it is, such as {}",
            self.grid.height,
            self.grid.width,
            self.show(&self.first())
        ))
    }

    fn first(&self) -> Men {
        let white = u64::MAX >> (64 - self.each);
        Men::new(white, self.turned(white), true)
    }
}

impl<R: PawnRules> Game for Pawns<R> {
    type Position = Men;
    type Move = Step;

    fn start(&self) -> Option<Men> {
        Some(self.first())
    }

    fn verdict(&self, men: &Men) -> Option<Outcome> {
        // Of the mover's own pawns none can be at the far side.
        let (_, theirs) = self.by_turn(*men);
        (self.turned(theirs) & self.far_row != 0).then_some(Outcome::Lose)
    }

    fn moves(&self, men: &Men, moves: &mut Vec<Step>) {
        let (mine, theirs) = self.by_turn(*men);
        let free = self.grid.all() & !(mine | theirs);
        for (direction, (to, far)) in self.ahead(mine).into_iter().enumerate() {
            let open = match direction {
                0 => free,
                _ if R::SLANTING_STEPS => free | theirs,
                _ => theirs,
            };
            moves.extend(squares_of(to & open).map(|to| Step {
                from: self.own_square(*men, to - far),
                to: self.own_square(*men, to),
            }));
        }
    }

    fn play(&self, men: &Men, step: &Step) -> Men {
        let (from, to) = (1u64 << step.from, 1u64 << step.to);
        match men.white_moves() {
            true => Men::new(men.white & !from | to, men.black() & !to, false),
            false => Men::new(men.white & !to, men.black() & !from | to, true),
        }
    }

    fn show(&self, men: &Men) -> String {
        let turn = if men.white_moves() { 'w' } else { 'b' };
        format!("{}:{turn}", self.grid.show(Self::mark(*men)))
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let (board, turn) = text.rsplit_once(':').ok_or_else(|| self.wrong(NO_TURN))?;
        let white_moves = match turn.trim() {
            "w" | "W" => true,
            "b" | "B" => false,
            _ => return Err(self.wrong(NO_TURN)),
        };
        let (mut white, mut black) = (0u64, 0u64);
        let put = |square: u32, c| {
            match c {
                'w' | 'W' => white |= 1 << square,
                'b' | 'B' => black |= 1 << square,
                '.' | '-' => {}
                _ => return None,
            }
            Some(())
        };
        self.grid.read(board, put).map_err(|reason| self.wrong(&reason))?;
        if white.count_ones().max(black.count_ones()) > self.each {
            let (white, black, each) = (white.count_ones(), black.count_ones(), self.each);
            return Err(ParseError::new(format!(
                "each side has at most {each} pawns, not {white} white and {black} black"
            )));
        }
        let men = Men::new(white, black, white_moves);
        if self.by_turn(men).0 & self.far_row != 0 {
            let mover = if white_moves { "white" } else { "black" };
            return Err(ParseError::new(format!(
                "{mover} would be to move but has a pawn on the far row, so the game was over before"
            )));
        }
        Ok(men)
    }

    fn show_move(&self, men: &Men, step: &Step) -> String {
        let takes = (men.white | men.black()) >> step.to & 1 == 1;
        let [from, to] = [step.from, step.to].map(|square| self.grid.name(u32::from(square)));
        format!("{from}{}{to}", if takes { 'x' } else { '-' })
    }

    fn board(&self, men: &Men) -> String {
        self.grid.picture(Self::mark(*men))
    }

    fn picture(&self, men: &Men, _: bool) -> Board {
        let board = Board::rows(Style::Checkered, &PAWNS, &self.show(men), |place| {
            self.grid.place_name(place)
        });
        board.turn(["white", "black"], Side::second(!men.white_moves()), true)
    }

    fn touches(&self, _: &Men, step: &Step, _: bool) -> Vec<Touch> {
        let [from, to] = [step.from, step.to].map(|square| self.grid.place(square.into()));
        picture::step(from, to)
    }

    fn position_from(&self, setup: &Setup) -> Result<Men, ParseError> {
        let rows = setup.rows(&PAWNS, self.grid.lengths())?;
        self.parse(&format!("{rows}:{}", setup.turn(["w", "b"])))
    }

    fn mover(&self, men: &Men) -> Option<&'static str> {
        Some(if men.white_moves() { "white" } else { "black" })
    }

    fn canonical(&self, men: &Men) -> Men {
        let (mine, theirs) = self.least(*men);
        Men::new(mine, theirs, true)
    }

    fn at_least(&self) -> u64 {
        straight_steps(self.grid.width, self.grid.height, R::rows(self.grid.height))
    }

    fn slots(&self) -> Option<u64> {
        self.index.as_ref().map(Placement::len)
    }

    fn rank(&self, men: &Men) -> u64 {
        let (mine, theirs) = self.least(*men);
        let slot = self.index.as_ref().and_then(|index| index.rank(mine, theirs));
        slot.expect("a position of a game that has an index")
    }

    fn unrank(&self, slot: u64) -> Option<Men> {
        let (mine, theirs) = self.index.as_ref()?.unrank(slot)?;
        let men = Men::new(mine, theirs, true);
        (self.least(men) == (mine, theirs)).then_some(men)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.index.as_ref().map_or_else(Vec::new, |index| index.groups().to_vec())
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is usual")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        // A move takes one pawn or none.
        vec![tier.saturating_sub(1)..tier + 1]
    }

    fn tier_name(&self, men: &Men) -> Option<String> {
        let (mine, theirs) = self.by_turn(*men);
        Some(pieces((mine | theirs).count_ones()))
    }

    fn unmoves(&self, men: &Men, before: &mut Vec<Men>) -> bool {
        // Without an index there are no tiers, and captures would have to be taken back as well.
        if self.index.is_none() {
            return false;
        }
        // Seen by whoever moved last; their steps are undone, and what they took is in another tier.
        let (theirs, mine) = self.by_turn(*men);
        let (mine, theirs) = (self.turned(mine), self.turned(theirs));
        let free = self.grid.all() & !(mine | theirs);
        // With a pawn of the other side at its goal there was no last move.
        if self.turned(theirs) & self.far_row != 0 {
            return true;
        }
        let slanting = if R::SLANTING_STEPS { 3 } else { 1 };
        for (to, far) in self.ahead(free).into_iter().take(slanting) {
            before.extend(squares_of(to & mine).filter_map(|to| {
                let mine = mine & !(1 << to) | 1 << (to - far);
                (mine & self.far_row == 0).then_some(Men::new(mine, theirs, true))
            }));
        }
        true
    }
}

impl<R: PawnRules> Listed for Pawns<R> {
    const LISTING: Listing = R::LISTING;

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let game = numbers(parameters).and_then(|[width, height]| Pawns::new(width, height));
        game.ok_or_else(|| {
            ParseError::new(format!(
                "{} takes width and height, as in {}, with at least 3 rows, at most 26 columns and at \
                 most 63 squares",
                R::LISTING.name,
                R::LISTING.example
            ))
        })
    }
}
