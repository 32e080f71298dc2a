//! Boards as data, for whoever draws them, and the way back from a board to a position.

pub(crate) mod heaps;
mod setup;
pub(crate) mod spread;

pub use setup::{Setup, Standing};

/// One way to point at a move on the board: groups of places, one group after the other, the places
/// of a group in any order. A step is the place that is left and then the one that is entered; a stone
/// that is put down is one place.
pub type Touch = Vec<Vec<u32>>;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one who begins, or is called first.
    First,
    /// The other one.
    Second,
}

/// What kind of board it is, which is for whoever draws it to make something of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// Squares of two colours, as in chess.
    Checkered,
    /// Squares of one colour with lines between them.
    Cells,
    /// Holes in an upright board, through which stones are seen.
    Holes,
    /// Points joined by lines.
    Points,
    /// Counters in heaps, one heap a row.
    Heaps,
    /// Pins side by side; those beside each other are a heap.
    Pins,
    /// A bar of chocolate.
    Bar,
    /// The vertices of a graph.
    Graph,
    /// Nothing but the [text](Board::text).
    Text,
}

impl Style {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Style::Checkered => "checkered",
            Style::Cells => "cells",
            Style::Holes => "holes",
            Style::Points => "points",
            Style::Heaps => "heaps",
            Style::Pins => "pins",
            Style::Bar => "bar",
            Style::Graph => "graph",
            Style::Text => "text",
        }
    }
}

/// Somebody or something that can stand on a board.
///
/// ```
/// use retrograde_games::picture::{Man, Side};
/// const FOX: Man = Man::new('f', "fox", Some(Side::First), "fox");
/// assert_eq!(FOX.name, "fox");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// What it is written as.
    pub letter: char,
    /// What it looks like, in a word that all games share: `stone`, `king`, `lion`.
    pub name: &'static str,
    /// Whose it is; nobody's, where both may move it.
    pub side: Option<Side>,
    /// What people call it.
    pub title: &'static str,
}

impl Man {
    /// A man.
    #[must_use]
    pub const fn new(
        letter: char,
        name: &'static str,
        side: Option<Side>,
        title: &'static str,
    ) -> Self {
        Man { letter, name, side, title }
    }

    /// A kind of man of which the first player has the first letter and title and the second player
    /// the second.
    pub(crate) const fn both(
        name: &'static str,
        letters: [char; 2],
        titles: [&'static str; 2],
    ) -> [Man; 2] {
        [
            Man::new(letters[0], name, Some(Side::First), titles[0]),
            Man::new(letters[1], name, Some(Side::Second), titles[1]),
        ]
    }
}

/// Where something can stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// How far to the right, in widths of a square.
    pub x: f32,
    /// How far down.
    pub y: f32,
    /// What it is called.
    pub label: String,
    /// Whether it is a dark square.
    pub dark: bool,
    /// The player in whose hand this is: a place beside the board, for several of one kind.
    pub hand: Option<Side>,
}

/// What stands on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The place.
    pub place: u32,
    /// Who stands there.
    pub man: Man,
    /// How many of them; more than one only in a hand, on a vertex or for a large heap.
    pub count: u32,
}

/// Who plays, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// What the players are called.
    pub players: [&'static str; 2],
    /// The player to move.
    pub mover: Side,
    /// Whether whoever sets up a board also says whose turn it is; it follows from the board otherwise.
    pub chosen: bool,
}

/// A position as a board.
///
/// ```
/// use retrograde_games::Game;
/// use retrograde_games::rules::Mnk;
/// let game = Mnk::new(3, 3, 3).unwrap();
/// let position = game.parse("xo./.x./..o")?;
/// let board = game.picture(&position, false);
/// assert_eq!((board.places.len(), board.pieces.len()), (9, 4));
/// assert_eq!((board.places[0].label.as_str(), board.pieces[0].man.name), ("a3", "cross"));
/// assert_eq!(game.position_from(&board.setup())?, position);
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// What kind of board it is.
    pub style: Style,
    /// Where things can stand; elsewhere a place is its number in this list.
    pub places: Vec<Place>,
    /// The places that are joined by a line.
    pub lines: Vec<[u32; 2]>,
    /// What stands where.
    pub pieces: Vec<Piece>,
    /// What can be put on a board that is set up; nothing, where that cannot be done.
    pub palette: Vec<Man>,
    /// The players; `None` where both have the same moves and turns are counted.
    pub turns: Option<Turns>,
    /// What there is to show where the style is text.
    pub text: String,
}

impl Board {
    /// A board without places.
    #[must_use]
    pub fn new(style: Style, palette: &[Man]) -> Self {
        Board {
            style,
            places: Vec::new(),
            lines: Vec::new(),
            pieces: Vec::new(),
            palette: palette.to_vec(),
            turns: None,
            text: String::new(),
        }
    }

    /// Nothing but text.
    #[must_use]
    pub fn text(text: String) -> Self {
        Board { text, ..Board::new(Style::Text, &[]) }
    }

    /// Rows of squares from the top, as games write them: letters, a stroke after each row, and what
    /// follows a colon or a blank left out. A letter that is not in the palette is a free square.
    ///
    /// ```
    /// use retrograde_games::picture::{Board, Man, Style};
    /// let board = Board::rows(Style::Cells, &[Man::new('x', "stone", None, "stone")], "x./..:x", |place| place.to_string());
    /// assert_eq!((board.places.len(), board.pieces.len()), (4, 1));
    /// assert_eq!((board.places[3].x, board.places[3].y), (1.0, 1.0));
    /// ```
    #[must_use]
    pub fn rows(style: Style, palette: &[Man], text: &str, name: impl Fn(u32) -> String) -> Self {
        let mut board = Board::new(style, palette);
        let rows = text.split([':', ' ']).next().unwrap_or_default().split('/');
        for (y, row) in rows.enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let place = board.places.len() as u32;
                board.place(x as f32, y as f32, name(place));
                board.places[place as usize].dark = (x + y) % 2 == 1;
                board.put_letter(place, letter);
            }
        }
        board
    }

    /// One more place.
    pub fn place(&mut self, x: f32, y: f32, label: impl Into<String>) {
        self.places.push(Place { x, y, label: label.into(), dark: false, hand: None });
    }

    /// Puts so many on a place; none changes nothing.
    pub fn put(&mut self, place: u32, man: Man, count: u32) {
        if count > 0 {
            self.pieces.push(Piece { place, man, count });
        }
    }

    /// Puts the man of the palette on a place who is written like that, if there is one.
    pub(crate) fn put_letter(&mut self, place: u32, letter: char) {
        if let Some(&man) = self.palette.iter().find(|man| man.letter == letter) {
            self.put(place, man, 1);
        }
    }

    /// Who plays, whose turn it is, and whether that is free to choose when a board is set up.
    #[must_use]
    pub fn turn(mut self, players: [&'static str; 2], mover: Side, chosen: bool) -> Self {
        self.turns = Some(Turns { players, mover, chosen });
        self
    }

    /// What it takes to get the same board again.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let standing = |piece: &Piece| Standing {
            place: piece.place,
            piece: piece.man.name.to_owned(),
            side: piece.man.side,
            count: piece.count,
        };
        Setup {
            pieces: self.pieces.iter().map(standing).collect(),
            mover: self.turns.map(|turns| turns.mover),
        }
    }
}

impl Side {
    /// The second player, if so.
    pub(crate) fn second(second: bool) -> Self {
        if second { Side::Second } else { Side::First }
    }
}

/// A move that goes from one place to another.
pub(crate) fn step(from: u32, to: u32) -> Vec<Touch> {
    vec![vec![vec![from], vec![to]]]
}

/// A move that is one place.
pub(crate) fn at(place: u32) -> Vec<Touch> {
    vec![vec![vec![place]]]
}

/// The same letters with x for o and capitals for small letters: what the other player sees.
pub(crate) fn exchanged(letters: &str) -> String {
    let other = |letter: char| match letter {
        'x' => 'o',
        'o' => 'x',
        letter if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
        letter => letter.to_ascii_lowercase(),
    };
    letters.chars().map(other).collect()
}
