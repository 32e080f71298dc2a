//! Five-field kono: seven men each on 25 points cross over to each other's places.

use retrograde_core::Outcome;

use super::men::{Men, Step, Turn, board, points, square_name};
use crate::catalogue::{Entry, Files, Listed};
use crate::{Game, ParseError};

const ROWS: [usize; 5] = [5; 5];
/// The upper row and the ends of the one below.
const TOP: u32 = 0b10001_11111;
const BOTTOM: u32 = 0b11111_10001 << 15;
const START: Men = Men { x: BOTTOM, o: TOP, turn: Turn::X };
const MEN: u32 = TOP.count_ones();

/// The points a diagonal step away from each.
const NEIGHBOURS: [u32; 25] = {
    let mut neighbours = [0; 25];
    let mut point = 0;
    while point < 25 {
        let (x, y) = (point % 5, point / 5);
        if x > 0 && y > 0 {
            neighbours[point] |= 1 << (point - 6);
        }
        if x < 4 && y > 0 {
            neighbours[point] |= 1 << (point - 4);
        }
        if x > 0 && y < 4 {
            neighbours[point] |= 1 << (point + 4);
        }
        if x < 4 && y < 4 {
            neighbours[point] |= 1 << (point + 6);
        }
        point += 1;
    }
    neighbours
};

/// Each side moves one of its seven men a step diagonally to a free point in turn. Whoever has all
/// of them on the points where the other side began wins; if the side to move cannot, it is a tie.
///
/// A man never leaves the points of one colour, three of each side on one and four on the other, so
/// that 2 · (13! / (3! 3! 7!)) · (12! / (4! 4! 4!)) = 2,378,376,000 positions are the most that can be
/// met: too many to explore on most machines.
///
/// ```
/// use retrograde_games::rules::FiveFieldKono;
/// use retrograde_games::Game;
/// let game = FiveFieldKono;
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "ooooo/o...o/...../x...x/xxxxx:x");
/// assert!(game.parse_move(&start, "b1-c2").is_some());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FiveFieldKono;

/// A set of points on the board turned upside down.
fn flipped(set: u32) -> u32 {
    (0..5).fold(0, |all, row| all | (set >> (5 * row) & 0x1f) << (5 * (4 - row)))
}

/// A set of points on the board seen in a mirror.
fn mirrored(set: u32) -> u32 {
    let columns = |mask: u32, by: u32| (set & mask) << by | (set >> by) & mask;
    const A: u32 = 0x0010_8421;
    columns(A, 4) | columns(A << 1, 2) | set & A << 2
}

impl Game for FiveFieldKono {
    type Position = Men;
    type Move = Step;

    fn start(&self) -> Option<Men> {
        Some(START)
    }

    fn verdict(&self, men: &Men) -> Option<Outcome> {
        let arrived = match men.turn {
            Turn::X => men.o == BOTTOM,
            Turn::O => men.x == TOP,
        };
        if arrived {
            return Some(Outcome::Lose);
        }
        let free = !(men.x | men.o);
        let stuck = points(men.own()).all(|from| NEIGHBOURS[from as usize] & free == 0);
        stuck.then_some(Outcome::Draw)
    }

    fn moves(&self, men: &Men, moves: &mut Vec<Step>) {
        men.slides(&NEIGHBOURS, moves);
    }

    fn play(&self, men: &Men, &step: &Step) -> Men {
        men.after(step)
    }

    fn show(&self, men: &Men) -> String {
        men.show(&ROWS)
    }

    fn parse(&self, text: &str) -> Result<Men, ParseError> {
        let men = Men::parse(text, &ROWS, START)?;
        match (men.x.count_ones(), men.o.count_ones()) {
            (MEN, MEN) => Ok(men),
            (x, o) => Err(ParseError::new(format!("each side has seven men, not {x} x and {o} o"))),
        }
    }

    fn show_move(&self, _: &Men, step: &Step) -> String {
        let name = |point| square_name(point, 5, 5);
        step.from.map(|from| format!("{}-{}", name(from), name(step.to))).unwrap_or_default()
    }

    fn board(&self, men: &Men) -> String {
        board(5, 5, |point| men.letter(point))
    }

    fn mover(&self, men: &Men) -> Option<&'static str> {
        Some(men.turn.name())
    }

    /// Sides change places where the board is turned upside down, so that x is to move.
    fn canonical(&self, men: &Men) -> Men {
        let men = match men.turn {
            Turn::X => *men,
            Turn::O => Men { x: flipped(men.o), o: flipped(men.x), turn: Turn::X },
        };
        men.min(Men { x: mirrored(men.x), o: mirrored(men.o), ..men })
    }
}

impl Listed for FiveFieldKono {
    const ENTRY: Entry = Entry {
        name: "five-field-kono",
        aliases: &[],
        parameters: "",
        example: "five-field-kono",
        rules: "Each side has seven men on a 5x5 board, on its first row and the ends of its \
                second, and moves one a step diagonally to a free point in turn. Whoever fills the \
                points where the other side began wins; a side that cannot move ties.",
        known: "no result is published; up to 2,378,376,000 positions can be met, or a quarter of \
                them up to symmetry, which is more than most machines hold",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(FiveFieldKono),
            _ => Err(ParseError::new("five-field-kono takes no parameters")),
        }
    }
}
