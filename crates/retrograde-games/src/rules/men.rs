//! Men of two sides on the points of a small board: the position of several games.

use super::grid::{STONES, check_rows, unknown};
use crate::ParseError;
use crate::picture::{Board, Setup, Side, Style, Touch};

/// What is wrong with a position that does not tell whose turn it is.
pub(super) const NO_TURN: &str = "it is not said whose turn it is";

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The side that begins.
    X,
    /// The other side.
    O,
}

impl Turn {
    /// The side that moves next.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Turn::X => Turn::O,
            Turn::O => Turn::X,
        }
    }

    /// The letter of the side.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Turn::X => "x",
            Turn::O => "o",
        }
    }

    /// The side that a letter means.
    #[must_use]
    pub fn parse(letter: &str) -> Option<Self> {
        match letter {
            "x" | "X" => Some(Turn::X),
            "o" | "O" => Some(Turn::O),
            _ => None,
        }
    }
}

/// The men of both sides as sets of points, bit `p` for point `p`, and the side to move.
///
/// ```
/// use retrograde_games::rules::men::{Men, Turn};
/// let men = Men { x: 0b011, o: 0b100, turn: Turn::O };
/// assert_eq!((men.own(), men.others()), (0b100, 0b011));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Men {
    /// The men of the side that begins.
    pub x: u32,
    /// The men of the other side.
    pub o: u32,
    /// The side to move.
    pub turn: Turn,
}

/// A man put on the board, or moved on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The point that he leaves; none if he comes from outside.
    pub from: Option<u8>,
    /// The point that he goes to.
    pub to: u8,
}

impl Men {
    /// The men of the side to move.
    #[must_use]
    pub fn own(self) -> u32 {
        match self.turn {
            Turn::X => self.x,
            Turn::O => self.o,
        }
    }

    /// The men of the side that has just moved.
    #[must_use]
    pub fn others(self) -> u32 {
        match self.turn {
            Turn::X => self.o,
            Turn::O => self.x,
        }
    }

    /// After a step of the side to move.
    pub(super) fn after(self, step: Step) -> Self {
        let changed = 1 << step.to | step.from.map_or(0, |from| 1 << from);
        match self.turn {
            Turn::X => Men { x: self.x ^ changed, o: self.o, turn: Turn::O },
            Turn::O => Men { x: self.x, o: self.o ^ changed, turn: Turn::X },
        }
    }

    /// Before a step of the other side.
    pub(super) fn before(self, step: Step) -> Self {
        let before = Men { turn: self.turn.other(), ..self };
        Men { turn: before.turn, ..before.after(step) }
    }

    /// With point `p` moved to `image[p]`.
    pub(super) fn mapped(self, image: &[u8]) -> Self {
        let set = |men: u32| points(men).fold(0, |all, point| all | 1 << image[point as usize]);
        Men { x: set(self.x), o: set(self.o), turn: self.turn }
    }

    /// Appends the steps to a free neighbouring point.
    pub(super) fn slides(self, neighbours: &[u32], steps: &mut Vec<Step>) {
        for from in points(self.own()) {
            let free = neighbours[from as usize] & !(self.x | self.o);
            steps.extend(points(free).map(|to| Step { from: Some(from), to }));
        }
    }

    /// The letters of the points, in rows with strokes between them, then the side to move.
    pub(super) fn show(self, rows: &[usize]) -> String {
        let mut text = String::new();
        let mut point = 0;
        for (row, &length) in rows.iter().enumerate() {
            if row > 0 {
                text.push('/');
            }
            text.extend((point..point + length).map(|point| self.letter(point)));
            point += length;
        }
        text.push(':');
        text.push_str(self.turn.name());
        text
    }

    /// What stands on a point.
    pub(super) fn letter(self, point: usize) -> char {
        match (self.x >> point & 1, self.o >> point & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        }
    }

    /// The points as a board in rows, joined by lines as they are neighbours.
    pub(super) fn board(
        self,
        rows: &[usize],
        lines: Vec<[u32; 2]>,
        name: impl Fn(u8) -> String,
    ) -> Board {
        let board =
            Board::rows(Style::Points, &STONES, &self.show(rows), |place| name(place as u8));
        let board = Board { lines, ..board };
        board.turn(["x", "o"], Side::second(self.turn == Turn::O), true)
    }

    /// A board that was set up, as [`show`](Self::show) writes it.
    pub(super) fn set_up(setup: &Setup, rows: &[usize]) -> Result<String, ParseError> {
        let letters = setup.rows(&STONES, rows.iter().copied())?;
        Ok(format!("{letters}:{}", setup.turn(["x", "o"])))
    }

    /// Reads what [`show`](Self::show) writes; `example` is how to write it.
    pub(super) fn parse(text: &str, rows: &[usize], example: Men) -> Result<Self, ParseError> {
        let read = || {
            let (board, turn) = text.split_once(':').ok_or(NO_TURN)?;
            let mut men = Men { x: 0, o: 0, turn: Turn::parse(turn.trim()).ok_or(NO_TURN)? };
            let lines: Vec<&str> = board.trim().split('/').collect();
            check_rows(&lines, rows.iter().copied())?;
            for (point, letter) in lines.into_iter().flat_map(str::chars).enumerate() {
                match letter {
                    'x' | 'X' => men.x |= 1 << point,
                    'o' | 'O' => men.o |= 1 << point,
                    '.' => {}
                    letter => return Err(unknown(letter)),
                }
            }
            Ok(men)
        };
        read().map_err(|reason: String| {
            ParseError::new(format!(
                "{reason}: write each point as 'x', 'o' or '.', with '/' between rows, then ':' and the side to move, such as {}",
                example.show(rows)
            ))
        })
    }
}

impl Step {
    /// The point that he leaves, if he does, and then the one that he goes to.
    pub(super) fn touches(self) -> Vec<Touch> {
        let points = self.from.into_iter().chain([self.to]);
        vec![points.map(|point| vec![point.into()]).collect()]
    }
}

/// The pairs of points that are neighbours.
pub(super) fn joined(neighbours: &[u32]) -> Vec<[u32; 2]> {
    let pairs = (0u32..).zip(neighbours).flat_map(|(point, &near)| {
        points(near).map(move |other| [point, other.into()]).filter(|[one, other]| one < other)
    });
    pairs.collect()
}

/// The points of a set, in order.
pub(super) fn points(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(point)
    })
}

/// The name of a square, files by letter from the left and ranks by number from the bottom, where
/// squares are numbered from the top left.
pub(super) fn square_name(square: u8, width: u8, height: u8) -> String {
    format!("{}{}", char::from(b'a' + square % width), height - square / width)
}

/// Lines of a board with its ranks and files named, of the letters of its squares.
pub(super) fn board(width: usize, height: usize, letter: impl Fn(usize) -> char) -> String {
    let mut text = String::new();
    for row in 0..height {
        text.push_str(&format!("{} ", height - row));
        (0..width).for_each(|column| text.extend([' ', letter(row * width + column)]));
        text.push('\n');
    }
    text.push_str("  ");
    (0..width).for_each(|column| text.extend([' ', char::from(b'a' + column as u8)]));
    text
}
