//! The L-game: two L-shaped pieces and two neutral ones on sixteen squares.

use super::grid::{check_rows, unknown};
use super::men::{NO_TURN, Turn, board, points, square_name};
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{Board, Man, Setup, Side, Style, Touch};
use crate::{Game, ParseError};

mod shapes;

use shapes::{MAPS, PLACES, image, pairs_in, place_of};

/// Each player has a piece of four squares in the shape of an L on a board of four by four, on which
/// two neutral pieces of one square stand besides. A move lifts one's own L and puts it down elsewhere,
/// turned or turned over at will; then one neutral piece may be moved to any free square. Whoever
/// cannot move the L loses.
///
/// ```
/// use retrograde_games::rules::LGame;
/// use retrograde_games::Game;
/// let game = LGame::new();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "#xx./.ox./.ox./.oo#:x");
/// let next = game.play(&start, &game.parse_move(&start, "b4c4d4d3 a4-a1").unwrap());
/// assert_eq!(game.show(&next), ".xxx/.o.x/.o../#oo#:o");
/// ```
#[derive(Clone, Debug)]
pub struct LGame {
    /// The pairs of the mover's L, in one of its first six places, and the other L.
    pairs: Vec<[u16; 2]>,
    /// The number of a pair, by the places of both; none if they overlap.
    numbers: Vec<[Option<u8>; 48]>,
}

/// Where the pieces are, as sets of squares numbered from the top left, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ls {
    /// The L of the player who begins.
    pub x: u16,
    /// The L of the other player.
    pub o: u16,
    /// The two neutral pieces.
    pub neutral: u16,
    /// The player to move.
    pub turn: Turn,
}

/// Where the mover's L and the neutral pieces are after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LMove {
    /// The new place of the L.
    pub l: u16,
    /// The neutral pieces; at most one of them has moved.
    pub neutral: u16,
}

impl Ls {
    fn own(self) -> u16 {
        if self.turn == Turn::X { self.x } else { self.o }
    }

    fn others(self) -> u16 {
        if self.turn == Turn::X { self.o } else { self.x }
    }

    fn new(own: u16, others: u16, neutral: u16, turn: Turn) -> Self {
        let (x, o) = if turn == Turn::X { (own, others) } else { (others, own) };
        Ls { x, o, neutral, turn }
    }
}

impl Default for LGame {
    fn default() -> Self {
        LGame::new()
    }
}

/// What stands on a square: a part of an L, or a neutral piece.
const PIECES: [Man; 3] = [
    Man::new('x', "ell", Some(Side::First), "x"),
    Man::new('o', "ell", Some(Side::Second), "o"),
    Man::new('#', "neutral", None, "neutral piece"),
];

/// Ways to put two neutral pieces on the eight squares that the Ls leave.
const NEUTRALS: u64 = 28;

impl LGame {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let mut pairs = Vec::new();
        let mut numbers = vec![[None; 48]; 6];
        for (own, row) in numbers.iter_mut().enumerate() {
            for (others, number) in row.iter_mut().enumerate() {
                if PLACES[own] & PLACES[others] == 0 {
                    *number = Some(pairs.len() as u8);
                    pairs.push([PLACES[own], PLACES[others]]);
                }
            }
        }
        LGame { pairs, numbers }
    }
}

impl Game for LGame {
    type Position = Ls;
    type Move = LMove;

    fn start(&self) -> Option<Ls> {
        Some(Ls { x: 0x0446, o: 0x6220, neutral: 0x8001, turn: Turn::X })
    }

    fn moves(&self, ls: &Ls, moves: &mut Vec<LMove>) {
        let (own, others, neutral) = (ls.own(), ls.others(), ls.neutral);
        for l in PLACES.into_iter().filter(|&l| l != own && l & (others | neutral) == 0) {
            moves.push(LMove { l, neutral });
            for from in points(neutral.into()) {
                let free = !(l | others | neutral);
                let changed = points(free.into()).map(|to| neutral ^ (1 << from | 1 << to));
                moves.extend(changed.map(|neutral| LMove { l, neutral }));
            }
        }
    }

    fn play(&self, ls: &Ls, chosen: &LMove) -> Ls {
        Ls::new(ls.others(), chosen.l, chosen.neutral, ls.turn.other())
    }

    fn show(&self, ls: &Ls) -> String {
        let mut text = String::new();
        for square in 0..16 {
            if square > 0 && square % 4 == 0 {
                text.push('/');
            }
            text.push(letter(*ls, square));
        }
        text.push(':');
        text.push_str(ls.turn.name());
        text
    }

    fn parse(&self, text: &str) -> Result<Ls, ParseError> {
        let read = || {
            let (squares, turn) = text.trim().split_once(':').ok_or(NO_TURN)?;
            let mut ls = Ls { x: 0, o: 0, neutral: 0, turn: Turn::parse(turn).ok_or(NO_TURN)? };
            let rows: Vec<&str> = squares.split('/').collect();
            check_rows(&rows, [4; 4].into_iter())?;
            for (square, letter) in rows.into_iter().flat_map(str::chars).enumerate() {
                match letter {
                    'x' | 'X' => ls.x |= 1 << square,
                    'o' | 'O' => ls.o |= 1 << square,
                    '#' => ls.neutral |= 1 << square,
                    '.' => {}
                    letter => return Err(unknown(letter)),
                }
            }
            Ok(ls)
        };
        let ls = read().map_err(|reason: String| {
            ParseError::new(format!(
                "{reason}: write four rows of four squares, each 'x', 'o', '#' (neutral) or '.', with \
                 '/' between rows, then ':' and the player to move, such as #xx./.ox./.ox./.oo#:x"
            ))
        })?;
        for (set, letter) in [(ls.x, 'x'), (ls.o, 'o')] {
            if place_of(set).is_none() {
                return Err(ParseError::new(format!(
                    "the {} {letter} are no L: four of them, three in a row and one beside an end",
                    set.count_ones()
                )));
            }
        }
        match ls.neutral.count_ones() {
            2 => Ok(ls),
            count => Err(ParseError::new(format!("there are two neutral '#', not {count}"))),
        }
    }

    fn show_move(&self, ls: &Ls, chosen: &LMove) -> String {
        let name = |square| square_name(square, 4, 4);
        let mut text: String = points(chosen.l.into()).map(name).collect();
        let left = points((ls.neutral & !chosen.neutral).into());
        let entered = points((chosen.neutral & !ls.neutral).into());
        for (from, to) in left.zip(entered) {
            text.push_str(&format!(" {}-{}", name(from), name(to)));
        }
        text
    }

    fn board(&self, ls: &Ls) -> String {
        board(4, 4, |square| letter(*ls, square as u32))
    }

    fn picture(&self, ls: &Ls, _: bool) -> Board {
        let name = |place| square_name(place as u8, 4, 4);
        let board = Board::rows(Style::Cells, &PIECES, &self.show(ls), name);
        board.turn(["x", "o"], Side::second(ls.turn == Turn::O), true)
    }

    /// The squares where the L goes, then the neutral piece that moves and where to.
    fn touches(&self, ls: &Ls, chosen: &LMove, _: bool) -> Vec<Touch> {
        let places = |set: u16| points(set.into()).map(u32::from).collect::<Vec<_>>();
        let [from, to] = [ls.neutral & !chosen.neutral, chosen.neutral & !ls.neutral];
        let groups = [chosen.l, from, to].map(places);
        vec![groups.into_iter().filter(|group| !group.is_empty()).collect()]
    }

    fn position_from(&self, setup: &Setup) -> Result<Ls, ParseError> {
        let rows = setup.rows(&PIECES, [4; 4])?;
        self.parse(&format!("{rows}:{}", setup.turn(["x", "o"])))
    }

    fn mover(&self, ls: &Ls) -> Option<&'static str> {
        Some(ls.turn.name())
    }

    /// With x to move, and the board turned so that x's L is in one of its first six places.
    fn canonical(&self, ls: &Ls) -> Ls {
        let map = &MAPS[place_of(ls.own()).map_or(0, |place| place / 6)];
        let turned = |set| image(map, set);
        Ls::new(turned(ls.own()), turned(ls.others()), turned(ls.neutral), Turn::X)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.pairs.len() as u64 * NEUTRALS)
    }

    fn rank(&self, ls: &Ls) -> u64 {
        let ls = self.canonical(ls);
        let pair = || self.numbers.get(place_of(ls.x)?)?[place_of(ls.o)?];
        let number = pair().expect("two Ls side by side");
        let taken = ls.x | ls.o;
        // Squares are counted without those under the Ls.
        let mut places = points(ls.neutral.into()).map(|square| {
            u64::from(square) - u64::from((taken & ((1 << square) - 1)).count_ones())
        });
        let (low, high) = (places.next().unwrap_or(0), places.next().unwrap_or(1));
        u64::from(number) * NEUTRALS + high * (high - 1) / 2 + low
    }

    fn unrank(&self, slot: u64) -> Option<Ls> {
        let &[x, o] = self.pairs.get(usize::try_from(slot / NEUTRALS).ok()?)?;
        let neutral = pairs_in(!(x | o)).nth((slot % NEUTRALS) as usize)?;
        Some(Ls { x, o, neutral, turn: Turn::X })
    }

    fn unmoves(&self, ls: &Ls, before: &mut Vec<Ls>) -> bool {
        let (own, last, neutral) = (ls.own(), ls.others(), ls.neutral);
        let mut lift = |neutral: u16| {
            let places = PLACES.into_iter().filter(|&l| l != last && l & (own | neutral) == 0);
            before.extend(places.map(|l| Ls::new(l, own, neutral, ls.turn.other())));
        };
        lift(neutral);
        // The L was put down first: the neutral piece came from a square beside it.
        for to in points(neutral.into()) {
            let free = !(last | own | neutral);
            points(free.into()).for_each(|from| lift(neutral ^ (1 << from | 1 << to)));
        }
        true
    }
}

fn letter(ls: Ls, square: u32) -> char {
    match (ls.x >> square & 1, ls.o >> square & 1, ls.neutral >> square & 1) {
        (1, _, _) => 'x',
        (_, 1, _) => 'o',
        (_, _, 1) => '#',
        _ => '.',
    }
}

impl Listed for LGame {
    const LISTING: Listing = Listing {
        name: "l-game",
        title: "L-game",
        aliases: &[],
        parameters: "",
        example: "l-game",
        summary: "move an L so that the other L has no place to go",
        rules: "Each player puts an L of four squares down elsewhere on a 4x4 board in turn, then \
                may move one of two neutral pieces to any free square. Whoever cannot move the L \
                loses.",
        known: "a draw by endless play; of 2,296 positions up to symmetry 15 are lost at once and \
                14 soon (K. Scherer, Journal of Recreational Mathematics, 1979; Wikipedia, L game)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(LGame::new()),
            _ => Err(ParseError::new("l-game takes no parameters")),
        }
    }
}
