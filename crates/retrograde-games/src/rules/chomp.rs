//! Chomp: a bar of chocolate with a poisoned corner.

use super::grid::{letter, numbers_of};
use crate::catalogue::{Files, Listed, Listing};
use crate::combinatorics::Subsets;
use crate::picture::{self, Board, Man, Setup, Style, Touch};
use crate::{Game, ParseError};

/// A player bites off a square with all that is above it or right of it; the corner at the bottom
/// left is poisoned, and whoever is left with nothing else loses.
///
/// ```
/// use retrograde_games::rules::Chomp;
/// use retrograde_games::Game;
/// let game = Chomp::new(4, 5).unwrap();
/// let start = game.start().unwrap();
/// let bite = game.parse_move(&start, "b4").unwrap();
/// assert_eq!(game.show(&game.play(&start, &bite)), "4,4,4,1,1");
/// ```
#[derive(Clone, Debug)]
pub struct Chomp {
    width: u32,
    height: u32,
    /// All edges there are.
    edges: Subsets,
}

/// The edge of what is left, from the top of the board to its right side: a 1 goes right along a
/// square, a 0 goes down along one.
///
/// The rows are read from the lowest bit on, the top one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge(u64);

/// A square: how many are left of it and how many below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    column: u8,
    row: u8,
}

const SQUARES: [Man; 2] = [
    Man::new('#', "chocolate", None, "chocolate"),
    Man::new('!', "poison", None, "poisoned chocolate"),
];

/// What a square is called.
fn name(column: u32, row: u32) -> String {
    format!("{}{}", letter(column), row + 1)
}

/// The most columns, and the most rows: there are letters for so many.
const MOST: u32 = 26;

impl Chomp {
    /// A bar of at most 26 by 26.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let fits = (1..=MOST).contains(&width) && (1..=MOST).contains(&height);
        let edges = Subsets::new(fits.then(|| width + height)?, width)?;
        Some(Chomp { width, height, edges })
    }

    /// The lengths of the rows from the bottom on.
    fn rows(&self, edge: Edge) -> [u8; MOST as usize] {
        let mut rows = [0; MOST as usize];
        let (mut length, mut row) = (0, self.height as usize);
        for step in 0..self.width + self.height {
            if edge.0 >> step & 1 == 1 {
                length += 1;
            } else {
                row -= 1;
                rows[row] = length;
            }
        }
        rows
    }

    fn edge(&self, rows: &[u8]) -> Edge {
        let (mut edge, mut length, mut step) = (0u64, 0, 0);
        for &row in rows[..self.height as usize].iter().rev() {
            edge |= ((1 << (row - length)) - 1) << step;
            step += row - length + 1;
            length = row;
        }
        Edge(edge | ((1 << (self.width as u8 - length)) - 1) << step)
    }

    /// The columns and rows of the places of the picture, the top row first.
    fn places(&self) -> impl Iterator<Item = (u32, u32)> {
        let (width, height) = (self.width, self.height);
        (0..height).rev().flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    /// The bar with its rows for columns, if it is as wide as high.
    fn turned(&self, edge: Edge) -> Edge {
        let steps = self.width + self.height;
        Edge(!edge.0.reverse_bits() >> (64 - steps))
    }
}

impl Game for Chomp {
    type Position = Edge;
    type Move = Bite;

    fn start(&self) -> Option<Edge> {
        Some(self.edge(&[self.width as u8; MOST as usize]))
    }

    fn moves(&self, &edge: &Edge, moves: &mut Vec<Bite>) {
        for (row, &length) in self.rows(edge)[..self.height as usize].iter().enumerate() {
            let poisoned = u8::from(row == 0);
            moves.extend((poisoned..length).map(|column| Bite { column, row: row as u8 }));
        }
    }

    fn play(&self, &edge: &Edge, bite: &Bite) -> Edge {
        let mut rows = self.rows(edge);
        for length in &mut rows[usize::from(bite.row)..] {
            *length = bite.column.min(*length);
        }
        self.edge(&rows)
    }

    fn show(&self, &edge: &Edge) -> String {
        let rows = self.rows(edge);
        let shown: Vec<String> = rows[..self.height as usize].iter().map(u8::to_string).collect();
        shown.join(",")
    }

    fn parse(&self, text: &str) -> Result<Edge, ParseError> {
        let read = || {
            let rows = numbers_of::<u8>(text)?;
            if rows.len() != self.height as usize {
                return Err(format!("there are {} numbers and not {}", rows.len(), self.height));
            }
            if !(1..=self.width).contains(&rows[0].into()) {
                return Err(format!("the first row has {} squares", rows[0]));
            }
            match rows.windows(2).find(|rows| rows[0] < rows[1]) {
                Some(rows) => Err(format!("a row of {} lies on one of {}", rows[1], rows[0])),
                None => Ok(self.edge(&rows)),
            }
        };
        read().map_err(|reason| {
            ParseError::new(format!(
                "{reason}: write the lengths of {} rows from the bottom on, none longer than the one before, the first from 1 to {}, such as {}",
                self.height,
                self.width,
                self.show(&self.edge(&[self.width as u8; MOST as usize]))
            ))
        })
    }

    fn show_move(&self, _: &Edge, bite: &Bite) -> String {
        name(bite.column.into(), bite.row.into())
    }

    fn board(&self, &edge: &Edge) -> String {
        let rows = self.rows(edge);
        let mut board = String::new();
        for row in (0..self.height as usize).rev() {
            board.push_str(&format!("{:>2} ", row + 1));
            for column in 0..self.width as u8 {
                let square = if column >= rows[row] { '.' } else { '#' };
                board.extend([' ', if (column, row) == (0, 0) { '!' } else { square }]);
            }
            board.push('\n');
        }
        board.push_str("   ");
        (0..self.width as u8).for_each(|column| board.extend([' ', char::from(b'a' + column)]));
        board
    }

    fn picture(&self, &edge: &Edge, _: bool) -> Board {
        let rows = self.rows(edge);
        let mut board = Board::new(Style::Bar, &SQUARES);
        for (place, (column, row)) in (0u32..).zip(self.places()) {
            board.place(column as f32, (self.height - 1 - row) as f32, name(column, row));
            if column < rows[row as usize].into() {
                board.put(place, SQUARES[usize::from((column, row) == (0, 0))], 1);
            }
        }
        board
    }

    fn touches(&self, _: &Edge, bite: &Bite, _: bool) -> Vec<Touch> {
        let row = self.height - 1 - u32::from(bite.row);
        picture::at(row * self.width + u32::from(bite.column))
    }

    fn position_from(&self, setup: &Setup) -> Result<Edge, ParseError> {
        let men = setup.men(&SQUARES, (self.width * self.height) as usize)?;
        let mut rows = vec![0u32; self.height as usize];
        for ((column, row), square) in self.places().zip(men).filter(|(_, square)| square.is_some())
        {
            let length = &mut rows[row as usize];
            let poisoned = square == Some(SQUARES[1]);
            if *length != column {
                return Err(ParseError::new(format!("{} hangs in the air", name(column, row))));
            }
            if poisoned != ((column, row) == (0, 0)) {
                return Err(ParseError::new(
                    "the corner at the bottom left, and no other square, is poisoned",
                ));
            }
            *length += 1;
        }
        let rows: Vec<String> = rows.iter().map(u32::to_string).collect();
        self.parse(&rows.join(","))
    }

    fn canonical(&self, &edge: &Edge) -> Edge {
        match self.width == self.height {
            true => Edge(edge.0.min(self.turned(edge).0)),
            false => edge,
        }
    }

    /// All edges but the one that leaves nothing: bites of single corners lead to any.
    fn at_least(&self) -> u64 {
        self.edges.count() - 1
    }

    fn slots(&self) -> Option<u64> {
        Some(self.edges.count())
    }

    fn rank(&self, edge: &Edge) -> u64 {
        self.edges.rank(self.canonical(edge).0)
    }

    fn unrank(&self, slot: u64) -> Option<Edge> {
        let edge = (slot < self.edges.count()).then(|| Edge(self.edges.unrank(slot)))?;
        let poison_left = self.rows(edge)[0] > 0;
        (poison_left && self.canonical(&edge) == edge).then_some(edge)
    }
}

impl Listed for Chomp {
    const LISTING: Listing = Listing {
        name: "chomp",
        title: "Chomp",
        aliases: &[],
        parameters: ":WIDTHxHEIGHT",
        example: "chomp:4x5",
        summary: "bite a bar of chocolate with a poisoned corner",
        rules: "A player bites a square off the bar of chocolate, with all that is above it or to \
                its right. The corner at the bottom left is poisoned: whoever is left with it alone \
                loses.",
        known: "the first player wins on every bar but 1x1, as the reply to biting off the last \
                corner could have been played at once (D. Gale, A curious Nim-type game, 1974)",
        impartial: true,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let game = parameters
            .split_once('x')
            .and_then(|(width, height)| Chomp::new(width.parse().ok()?, height.parse().ok()?));
        game.ok_or_else(|| {
            ParseError::new("chomp takes width and height, each at most 26, as in chomp:4x5")
        })
    }
}
