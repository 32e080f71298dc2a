//! Boards of squares in rows and columns: how their squares are called, written, read and drawn.

use crate::picture::{Man, Side};

/// The marks of tic-tac-toe and its like.
pub(super) const MARKS: [Man; 2] = [
    Man::new('x', "cross", Some(Side::First), "x"),
    Man::new('o', "nought", Some(Side::Second), "o"),
];

/// The stones or men of games in which they are all alike.
pub(super) const STONES: [Man; 2] = Man::both("stone", ['x', 'o'], ["x", "o"]);

/// A board of at most 64 squares. Squares are numbered row by row; where the first row is drawn and
/// how rows are counted is for the game to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) width: u32,
    pub(super) height: u32,
    rows: RowOrder,
}

/// Which row is drawn first, and which row is row 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowOrder {
    /// Square 0 is at the top left, and row 1 is the lowest.
    TopFirst,
    /// Square 0 is at the bottom left, and row 1 is the lowest: the way of chess.
    BottomFirst,
    /// Square 0 is at the top left, and row 1 is the topmost: the way of Othello.
    CountedDown,
}

impl Grid {
    /// `None` if there are no squares or more than 64, or more columns than letters.
    pub(super) fn new(width: u32, height: u32, rows: RowOrder) -> Option<Self> {
        let squares = width.checked_mul(height)?;
        ((1..=64).contains(&squares) && width <= 26).then_some(Grid { width, height, rows })
    }

    pub(super) fn squares(self) -> u32 {
        self.width * self.height
    }

    /// All squares.
    pub(super) fn all(self) -> u64 {
        u64::MAX >> (64 - self.squares())
    }

    /// The squares of the leftmost column.
    pub(super) fn first_column(self) -> u64 {
        (0..self.height).fold(0, |column, row| column | 1 << (row * self.width))
    }

    /// The squares from top to bottom and from left to right.
    fn in_reading_order(self) -> impl Iterator<Item = u32> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |line| {
            let row = match self.rows {
                RowOrder::BottomFirst => height - 1 - line,
                RowOrder::TopFirst | RowOrder::CountedDown => line,
            };
            (0..width).map(move |column| row * width + column)
        })
    }

    /// The place of a square in the picture, where places are counted as one reads, and the other way
    /// round.
    pub(super) fn place(self, square: u32) -> u32 {
        match self.rows {
            RowOrder::BottomFirst => {
                (self.height - 1 - square / self.width) * self.width + square % self.width
            }
            RowOrder::TopFirst | RowOrder::CountedDown => square,
        }
    }

    /// What a place of the picture is called.
    pub(super) fn place_name(self, place: u32) -> String {
        self.name(self.place(place))
    }

    /// The lengths of the rows.
    pub(super) fn lengths(self) -> impl Iterator<Item = usize> {
        std::iter::repeat_n(self.width as usize, self.height as usize)
    }

    /// The board on one line, with `/` between rows.
    pub(super) fn show(self, mark: impl Fn(u32) -> char) -> String {
        let mut text = String::with_capacity((self.squares() + self.height) as usize);
        for (index, square) in self.in_reading_order().enumerate() {
            if index > 0 && index % self.width as usize == 0 {
                text.push('/');
            }
            text.push(mark(square));
        }
        text
    }

    /// Reads what [`show`](Self::show) writes, a mark at a time; says what is wrong if there are too
    /// few marks or too many in a row, or `put` does not know one. Spaces may stand for the strokes
    /// between rows.
    pub(super) fn read(
        self,
        text: &str,
        mut put: impl FnMut(u32, char) -> Option<()>,
    ) -> Result<(), String> {
        let marks = marks(text, self.width, self.height)?;
        for (square, mark) in self.in_reading_order().zip(marks) {
            put(square, mark).ok_or_else(|| unknown(mark))?;
        }
        Ok(())
    }

    /// The board as a picture, with letters for columns and numbers for rows.
    pub(super) fn picture(self, mark: impl Fn(u32) -> char) -> String {
        let mut picture = String::new();
        for square in self.in_reading_order() {
            if square % self.width == 0 {
                picture.push_str(&format!("{:>2} ", self.row_number(square)));
            }
            picture.extend([' ', mark(square)]);
            if square % self.width == self.width - 1 {
                picture.push('\n');
            }
        }
        picture.push_str("   ");
        (0..self.width).for_each(|column| picture.extend([' ', letter(column)]));
        picture
    }

    /// A letter for the column and a number for the row.
    pub(super) fn name(self, square: u32) -> String {
        format!("{}{}", letter(square % self.width), self.row_number(square))
    }

    fn row_number(self, square: u32) -> u32 {
        let row = square / self.width;
        match self.rows {
            RowOrder::TopFirst => self.height - row,
            RowOrder::BottomFirst | RowOrder::CountedDown => row + 1,
        }
    }
}

/// The marks of a board that is written row by row with '/' or else spaces between them; or what is
/// wrong, if a row is too short or too long, or the rows are too few or too many.
pub(super) fn marks(
    text: &str,
    width: u32,
    height: u32,
) -> Result<impl Iterator<Item = char>, String> {
    let rows: Vec<&str> = match text.contains('/') {
        true => text.split('/').map(str::trim).collect(),
        false => text.split_whitespace().collect(),
    };
    check_rows(&rows, std::iter::repeat_n(width as usize, height as usize))?;
    Ok(rows.into_iter().flat_map(str::chars))
}

/// Says what is wrong with the lengths of rows, which must be these.
pub(super) fn check_rows(
    rows: &[&str],
    lengths: impl ExactSizeIterator<Item = usize>,
) -> Result<(), String> {
    if rows.len() != lengths.len() {
        let (found, expected) = (rows.len(), lengths.len());
        let is = if found == 1 {
            "there is 1 row".to_owned()
        } else {
            format!("there are {found} rows")
        };
        return Err(format!("{is} and not {expected}"));
    }
    for ((row, length), number) in rows.iter().zip(lengths).zip(1..) {
        let found = row.chars().count();
        if found != length {
            return Err(format!("row {number} has length {found} and not {length}"));
        }
    }
    Ok(())
}

/// What is wrong with a mark that means nothing.
pub(super) fn unknown(mark: char) -> String {
    format!("'{}' means nothing here", mark.escape_debug())
}

/// How many men there are, as the name of a tier.
pub(super) fn pieces(count: u32) -> String {
    format!("{count} {}", if count == 1 { "piece" } else { "pieces" })
}

/// What a column is called.
pub(super) fn letter(column: u32) -> char {
    char::from(b'a' + column as u8)
}

/// The squares of a set, lowest first.
pub(super) fn squares_of(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros());
        set &= set.wrapping_sub(1);
        square
    })
}

/// Numbers with commas between them, or what is wrong with one.
pub(super) fn numbers_of<N: std::str::FromStr>(text: &str) -> Result<Vec<N>, String> {
    let number = |word: &str| {
        let word = word.trim();
        // `parse` alone would take a plus sign.
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| digits).ok_or_else(|| match word {
            "" => "a number is missing".to_owned(),
            word if digits => format!("{word} is too large"),
            word => format!("'{}' is no number", word.escape_debug()),
        })
    };
    text.split(',').map(number).collect()
}

/// Numbers with an `x` between them, such as `4x5`; `None` if they are not so many.
pub(super) fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let mut parts = text.split('x');
    let mut numbers = [0; N];
    for number in &mut numbers {
        let part = parts.next()?;
        *number = part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok())??;
    }
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_again() {
        for rows in [RowOrder::TopFirst, RowOrder::BottomFirst, RowOrder::CountedDown] {
            let grid = Grid::new(3, 4, rows).unwrap();
            let set = 0b110_001_010_100;
            let text = grid.show(|square| if set >> square & 1 == 1 { 'x' } else { '.' });
            let mut read = 0u64;
            let put = |square: u32, c| (c == 'x').then(|| read |= 1 << square).or(Some(()));
            grid.read(&text, put).unwrap();
            assert_eq!(read, set);
            let wrong = |text: &str| grid.read(text, |_, _| Some(())).unwrap_err();
            assert_eq!(wrong(&text[1..]), "row 1 has length 2 and not 3");
            assert_eq!(wrong(&format!("{text}.")), "row 4 has length 4 and not 3");
            let strange = grid.read(&text, |_, c| (c == 'x').then_some(())).unwrap_err();
            assert_eq!(strange, "'.' means nothing here");
            assert!(grid.read(&text.replace('/', " "), |_, _| Some(())).is_ok());
            for wrong in
                ["............", "..../../.../...", ".../.../...//...", "... . ../.../...\n"]
            {
                assert!(grid.read(wrong, |_, _| Some(())).is_err(), "{wrong}");
            }
        }
    }

    #[test]
    fn rows_are_counted_the_way_of_the_game() {
        let name = |rows, square| Grid::new(3, 2, rows).unwrap().name(square);
        assert_eq!([name(RowOrder::TopFirst, 0), name(RowOrder::TopFirst, 5)], ["a2", "c1"]);
        assert_eq!([name(RowOrder::BottomFirst, 0), name(RowOrder::BottomFirst, 5)], ["a1", "c2"]);
        assert_eq!([name(RowOrder::CountedDown, 0), name(RowOrder::CountedDown, 5)], ["a1", "c2"]);
        let picture = Grid::new(2, 2, RowOrder::BottomFirst)
            .unwrap()
            .picture(|square| char::from_digit(square, 10).unwrap());
        assert_eq!(picture, " 2  2 3\n 1  0 1\n    a b");
    }

    #[test]
    fn no_numbers_are_too_large() {
        assert_eq!(numbers("4x5"), Some([4, 5]));
        for wrong in ["", "4", "4x", "4x5x6", "+4x5", "4x-5", "4x5 ", "99999999999x1"] {
            assert_eq!(numbers::<2>(wrong), None, "{wrong}");
        }
        for (width, height) in [(0, 4), (4, 0), (27, 1), (13, 5), (u32::MAX, u32::MAX)] {
            assert_eq!(Grid::new(width, height, RowOrder::TopFirst), None);
        }
        assert_eq!(Grid::new(8, 8, RowOrder::TopFirst).unwrap().all(), u64::MAX);
    }
}
