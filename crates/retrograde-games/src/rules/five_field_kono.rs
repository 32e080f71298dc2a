//! Five-field kono: seven men each on 25 points cross over to each other's places.

mod index;

use std::sync::Arc;

use retrograde_core::Outcome;

use super::men::{Men, Step, Turn, board, joined, points, square_name};
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{Board, Setup, Touch};
use crate::{Game, ParseError};
use index::Index;

/// The most points of a board.
const MOST: usize = 25;

/// How many positions can be met from the start, those that are the same by symmetry as one.
const MET: u64 = 299_106_530;

/// Each side moves one of its seven men a step diagonally to a free point in turn. Whoever has all
/// of them on the points where the other side began wins; if the side to move cannot, it is a tie.
///
/// A man never leaves the points of one colour, three of each side on one and four on the other, so
/// that 2 · (13! / (3! 3! 7!)) · (12! / (4! 4! 4!)) = 2,378,376,000 positions are the most that can be
/// met. Sides may change places, and either colour may be seen in a mirror by itself: 299,111,400
/// slots are left.
///
/// Most descriptions do not say what happens to a side that cannot move. It is a tie here, as in the
/// standard rules of A. Lee, Five Field Kono Solver, 2023.
///
/// ```
/// use retrograde_games::rules::FiveFieldKono;
/// use retrograde_games::Game;
/// let game = FiveFieldKono::new();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "ooooo/o...o/...../x...x/xxxxx:x");
/// assert!(game.parse_move(&start, "b1-c2").is_some());
/// assert_eq!(game.slots(), Some(299_111_400));
/// ```
#[derive(Clone, Debug)]
pub struct FiveFieldKono {
    width: u32,
    height: u32,
    /// Where o begins: the upper row and the ends of the one below.
    top: u32,
    /// Where x begins: the same upside down.
    bottom: u32,
    /// The points a diagonal step away from each.
    neighbours: [u32; MOST],
    index: Arc<Index>,
}

impl Default for FiveFieldKono {
    fn default() -> Self {
        FiveFieldKono::new()
    }
}

impl FiveFieldKono {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        FiveFieldKono::with_board(5, 5)
    }

    /// The same game on a smaller board, for those who would like to see it solved at once: three
    /// columns, and five or seven rows. Each side has five men.
    ///
    /// ```
    /// use retrograde_games::rules::FiveFieldKono;
    /// use retrograde_games::Game;
    /// let game = FiveFieldKono::narrow(5).unwrap();
    /// assert_eq!(game.show(&game.start().unwrap()), "ooo/o.o/.../x.x/xxx:x");
    /// assert!(FiveFieldKono::narrow(6).is_none());
    /// ```
    #[must_use]
    pub fn narrow(height: u32) -> Option<Self> {
        matches!(height, 5 | 7).then(|| FiveFieldKono::with_board(3, height))
    }

    /// Odd numbers of columns and rows, so that the points of a colour are every other one, and
    /// stay so when the board is turned.
    fn with_board(width: u32, height: u32) -> Self {
        let cells = width * height;
        let top = ((1 << width) - 1) | 1 << width | 1 << (2 * width - 1);
        let mut neighbours = [0; MOST];
        for point in 0..cells {
            let (x, y) = (point % width, point / width);
            let near =
                |other: u32| (other % width).abs_diff(x) == 1 && (other / width).abs_diff(y) == 1;
            neighbours[point as usize] =
                (0..cells).filter(|&other| near(other)).fold(0, |all, other| all | 1 << other);
        }
        let index = Arc::new(Index::new(width, cells, top));
        let bottom = rotated(top, cells);
        FiveFieldKono { width, height, top, bottom, neighbours, index }
    }

    fn cells(&self) -> u32 {
        self.width * self.height
    }

    fn rows(&self) -> Vec<usize> {
        vec![self.width as usize; self.height as usize]
    }

    /// The men of the side to move and of the other, on the board turned so that the mover is x.
    ///
    /// Half a turn instead of upside down gives a mirror image, which is as good.
    #[inline]
    fn by_turn(&self, men: &Men) -> (u32, u32) {
        match men.turn {
            Turn::X => (men.x, men.o),
            Turn::O => (rotated(men.o, self.cells()), rotated(men.x, self.cells())),
        }
    }

    /// Whether the side to move has its men where it wants them: the game was over before.
    #[inline]
    fn over_before(&self, men: &Men) -> bool {
        match men.turn {
            Turn::X => men.x == self.top,
            Turn::O => men.o == self.bottom,
        }
    }
}

/// A set of points on a board of so many, turned by half.
#[inline]
fn rotated(set: u32, cells: u32) -> u32 {
    set.reverse_bits() >> (32 - cells)
}

impl Game for FiveFieldKono {
    type Position = Men;
    type Move = Step;

    fn start(&self) -> Option<Men> {
        Some(Men { x: self.bottom, o: self.top, turn: Turn::X })
    }

    fn verdict(&self, men: &Men) -> Option<Outcome> {
        let arrived = match men.turn {
            Turn::X => men.o == self.bottom,
            Turn::O => men.x == self.top,
        };
        if arrived {
            return Some(Outcome::Lose);
        }
        let free = !(men.x | men.o);
        let stuck = points(men.own()).all(|from| self.neighbours[from as usize] & free == 0);
        stuck.then_some(Outcome::Draw)
    }

    fn moves(&self, men: &Men, moves: &mut Vec<Step>) {
        men.slides(&self.neighbours, moves);
    }

    fn play(&self, men: &Men, &step: &Step) -> Men {
        men.after(step)
    }

    fn show(&self, men: &Men) -> String {
        men.show(&self.rows())
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let start = Men { x: self.bottom, o: self.top, turn: Turn::X };
        let men = Men::parse(text, &self.rows(), start)?;
        // As many on each colour as there were at first.
        const EVEN: u32 = 0x5555_5555;
        let counts = |set: u32| ((set & EVEN).count_ones(), (set & !EVEN).count_ones());
        let (even, odd) = counts(self.top);
        if [men.x, men.o].into_iter().any(|side| counts(side) != (even, odd)) {
            return Err(ParseError::new(format!(
                "each side has {} men and moves them slantwise, so that {even} stay on points of the \
                 colour of the corners and {odd} on the others",
                even + odd
            )));
        }
        if self.over_before(&men) {
            let mover = men.turn.name();
            return Err(ParseError::new(format!(
                "{mover} would be to move but has won already, so the game was over before"
            )));
        }
        Ok(men)
    }

    fn show_move(&self, _: &Men, step: &Step) -> String {
        let name = |point| square_name(point, self.width as u8, self.height as u8);
        step.from.map(|from| format!("{}-{}", name(from), name(step.to))).unwrap_or_default()
    }

    fn board(&self, men: &Men) -> String {
        board(self.width as usize, self.height as usize, |point| men.letter(point))
    }

    fn picture(&self, men: &Men, _: bool) -> Board {
        let name = |point| square_name(point, self.width as u8, self.height as u8);
        men.board(&self.rows(), joined(&self.neighbours), name)
    }

    fn touches(&self, _: &Men, step: &Step, _: bool) -> Vec<Touch> {
        step.touches()
    }

    fn position_from(&self, setup: &Setup) -> Result<Men, ParseError> {
        self.parse(&Men::set_up(setup, &self.rows())?)
    }

    fn mover(&self, men: &Men) -> Option<&'static str> {
        Some(men.turn.name())
    }

    /// Sides change places where the board is turned, so that x is to move.
    fn canonical(&self, men: &Men) -> Men {
        let (x, o) = self.index.unrank(self.rank(men)).unwrap_or_else(|| self.by_turn(men));
        Men { x, o, turn: Turn::X }
    }

    /// All but a few: of the slots, those that can be met from the start were counted.
    fn at_least(&self) -> u64 {
        if self.width == 5 { MET } else { 1 }
    }

    fn slots(&self) -> Option<u64> {
        Some(self.index.slots())
    }

    #[inline]
    fn rank(&self, men: &Men) -> u64 {
        let (x, o) = self.by_turn(men);
        self.index.rank(x, o)
    }

    #[inline]
    fn unrank(&self, slot: u64) -> Option<Men> {
        let (x, o) = self.index.unrank(slot)?;
        let men = Men { x, o, turn: Turn::X };
        (!self.over_before(&men)).then_some(men)
    }

    #[inline]
    fn unmoves(&self, men: &Men, before: &mut Vec<Men>) -> bool {
        let free = !(men.x | men.o);
        for to in points(men.others()) {
            let steps = points(self.neighbours[to as usize] & free);
            let earlier = steps.map(|from| men.before(Step { from: Some(from), to }));
            // Whoever had won before did not move on.
            before.extend(earlier.filter(|earlier| !self.over_before(earlier)));
        }
        true
    }
}

impl Listed for FiveFieldKono {
    const LISTING: Listing = Listing {
        name: "five-field-kono",
        title: "Five-field kono",
        aliases: &[],
        parameters: "",
        example: "five-field-kono",
        summary: "seven men each change sides on a 5x5 board",
        rules: "Each side has seven men on a 5x5 board, on its first row and the ends of its \
                second, and moves one a step diagonally to a free point in turn. Whoever fills the \
                points where the other side began wins; a side that cannot move ties.",
        known: "strongly solved before (A. Lee, Five Field Kono Solver, 2023), but a value of the start was \
                not found in print; Retrograde finds a draw by endless play",
        impartial: false,
        dense: true,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(FiveFieldKono::new()),
            _ => Err(ParseError::new("five-field-kono takes no parameters")),
        }
    }
}
