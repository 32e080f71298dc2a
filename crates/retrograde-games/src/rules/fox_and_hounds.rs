//! Fox and hounds: four hounds that only go forwards against one fox.

use std::ops::Range;

use retrograde_core::Outcome;

use super::men::{NO_TURN, points};
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::{self, Board, Man, Setup, Side, Style, Touch};
use crate::{Game, ParseError};

const HOUNDS: u32 = 4;
/// The same, for what is counted in a list.
const HOUNDS_WRITTEN: usize = HOUNDS as usize;
const HOME: u32 = 0xf;
/// Slots for one set of hounds: the fox on one of the other 28 squares, and either side to move.
const SLOTS_EACH: u64 = 28 * 2;

/// In how many ways one, two, three and four of so many squares can be chosen.
const CHOOSE: [[u16; 32]; HOUNDS as usize] = {
    let mut choose = [[0; 32]; HOUNDS as usize];
    let mut squares = 1;
    while squares < 32 {
        choose[0][squares] = squares as u16;
        let mut k = 1;
        while k < HOUNDS as usize {
            choose[k][squares] = choose[k][squares - 1] + choose[k - 1][squares - 1];
            k += 1;
        }
        squares += 1;
    }
    choose
};

/// The squares diagonally ahead of each, as the hounds see it.
const AHEAD: [u32; 32] = steps(true);
/// The squares diagonally behind each.
const BEHIND: [u32; 32] = steps(false);

/// Dark squares are numbered four to a row from the hounds' side; in every other row they stand one
/// file further to the right.
const fn steps(ahead: bool) -> [u32; 32] {
    let mut to = [0; 32];
    let mut square = 0usize;
    while square < 32 {
        let (row, place) = (square / 4, square % 4);
        let next = if ahead { row + 1 } else { row.wrapping_sub(1) };
        if next < 8 {
            to[square] |= 1 << (4 * next + place);
            if row % 2 == 0 && place > 0 {
                to[square] |= 1 << (4 * next + place - 1);
            }
            if row % 2 == 1 && place < 3 {
                to[square] |= 1 << (4 * next + place + 1);
            }
        }
        square += 1;
    }
    to
}

/// On the dark squares of a chessboard four hounds on `a1`, `c1`, `e1`, `g1` move one of them a step
/// diagonally forwards in turn, the fox on `d8` moves a step diagonally either way and begins. The
/// fox wins on the first row, the hounds win when he cannot move; hounds without a move lose.
///
/// ```
/// use retrograde_games::rules::FoxAndHounds;
/// use retrograde_games::Game;
/// let game = FoxAndHounds::new();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "d8/a1c1e1g1:fox");
/// let next = game.play(&start, &game.parse_move(&start, "d8-e7").unwrap());
/// assert_eq!(game.mover(&next), Some("hounds"));
/// assert!(game.parse_move(&next, "a1-b2").is_some());
/// ```
#[derive(Clone, Debug)]
pub struct FoxAndHounds {
    /// All sets of four squares, the furthest advanced first.
    sets: Vec<u32>,
    /// Where a set stands in there, by its place in ascending order.
    places: Vec<u16>,
    tiers: Vec<Range<u64>>,
}

/// Where everyone stands, as bits and a number from `a1`, `c1` to `h8`, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hunt {
    /// The squares of the hounds.
    pub hounds: u32,
    /// The square of the fox.
    pub fox: u8,
    /// Whether it is the hounds' turn.
    pub hounds_move: bool,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HuntStep {
    /// The square that is left.
    pub from: u8,
    /// The square that is entered.
    pub to: u8,
}

impl Default for FoxAndHounds {
    fn default() -> Self {
        FoxAndHounds::new()
    }
}

impl FoxAndHounds {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let mut ascending = vec![HOME];
        while let Some(next) = ascending.last().and_then(|&set| next_set(set)) {
            ascending.push(next);
        }
        let mut order: Vec<u16> = (0..ascending.len() as u16).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(advance(ascending[usize::from(index)])));
        let sets: Vec<u32> = order.iter().map(|&index| ascending[usize::from(index)]).collect();
        let mut places = vec![0; sets.len()];
        for (place, &index) in order.iter().enumerate() {
            places[usize::from(index)] = place as u16;
        }
        let mut tiers = Vec::new();
        let mut start = 0;
        for same in sets.chunk_by(|&one, &other| advance(one) == advance(other)) {
            let end = start + same.len() as u64 * SLOTS_EACH;
            tiers.push(start..end);
            start = end;
        }
        FoxAndHounds { sets, places, tiers }
    }
}

/// The next greater set with as many squares, if there is one.
fn next_set(set: u32) -> Option<u32> {
    let lowest = set & set.wrapping_neg();
    let ripple = set.checked_add(lowest)?;
    Some(ripple | ((set ^ ripple) / lowest) >> 2)
}

/// How many rows the hounds have advanced together: they never go back.
fn advance(hounds: u32) -> u32 {
    points(hounds).map(|square| u32::from(square / 4)).sum()
}

/// How many sets of as many squares are less than this one.
fn ascending_rank(set: u32) -> usize {
    points(set).zip(&CHOOSE).map(|(square, choose)| choose[usize::from(square)] as usize).sum()
}

fn square_name(square: u8) -> String {
    let (row, place) = (square / 4, square % 4);
    format!("{}{}", char::from(b'a' + 2 * place + row % 2), row + 1)
}

/// The place of a dark square in the picture of the whole board.
fn place(square: u8) -> u32 {
    let (row, place) = (u32::from(square / 4), u32::from(square % 4));
    8 * (7 - row) + 2 * place + row % 2
}

const ANIMALS: [Man; 2] = [
    Man::new('f', "fox", Some(Side::First), "fox"),
    Man::new('h', "hound", Some(Side::Second), "hound"),
];

fn parse_square(name: &str) -> Option<u8> {
    (0..32).find(|&square| square_name(square) == name)
}

impl Game for FoxAndHounds {
    type Position = Hunt;
    type Move = HuntStep;

    fn start(&self) -> Option<Hunt> {
        Some(Hunt { hounds: HOME, fox: 29, hounds_move: false })
    }

    fn verdict(&self, hunt: &Hunt) -> Option<Outcome> {
        match (HOME >> hunt.fox & 1 != 0, hunt.hounds_move) {
            (false, _) => None,
            (true, true) => Some(Outcome::Lose),
            (true, false) => Some(Outcome::Win),
        }
    }

    fn moves(&self, hunt: &Hunt, moves: &mut Vec<HuntStep>) {
        let fox = usize::from(hunt.fox);
        let free = !(hunt.hounds | 1 << fox);
        if hunt.hounds_move {
            for from in points(hunt.hounds) {
                let ahead = AHEAD[usize::from(from)] & free;
                moves.extend(points(ahead).map(|to| HuntStep { from, to }));
            }
        } else {
            let around = (AHEAD[fox] | BEHIND[fox]) & free;
            moves.extend(points(around).map(|to| HuntStep { from: hunt.fox, to }));
        }
    }

    fn play(&self, hunt: &Hunt, &HuntStep { from, to }: &HuntStep) -> Hunt {
        match hunt.hounds_move {
            true => {
                Hunt { hounds: hunt.hounds ^ (1 << from | 1 << to), hounds_move: false, ..*hunt }
            }
            false => Hunt { fox: to, hounds_move: true, ..*hunt },
        }
    }

    fn show(&self, hunt: &Hunt) -> String {
        let hounds: String = points(hunt.hounds).map(square_name).collect();
        let turn = if hunt.hounds_move { "hounds" } else { "fox" };
        format!("{}/{hounds}:{turn}", square_name(hunt.fox))
    }

    fn parse(&self, text: &str) -> Result<Hunt, ParseError> {
        let read = || {
            let (squares, turn) = text.trim().split_once(':').ok_or(NO_TURN)?;
            let (fox, names) = squares.split_once('/').ok_or("there is no '/' after the fox")?;
            let hounds_move = match turn {
                "fox" => false,
                "hounds" => true,
                _ => return Err(NO_TURN.to_owned()),
            };
            let square = |name: &str| {
                let wrong = || format!("'{}' is no dark square", name.escape_debug());
                parse_square(name).ok_or_else(wrong)
            };
            let (letters, mut hounds) = (names.chars().collect::<Vec<char>>(), 0u32);
            for name in letters.chunks(2) {
                hounds |= 1 << square(&name.iter().collect::<String>())?;
            }
            let hunt = Hunt { hounds, fox: square(fox)?, hounds_move };
            match (letters.len().div_ceil(2), hounds.count_ones()) {
                (HOUNDS_WRITTEN, HOUNDS) if hounds >> hunt.fox & 1 == 0 => Ok(hunt),
                (HOUNDS_WRITTEN, HOUNDS) => Err("the fox shares a square with a hound".to_owned()),
                (HOUNDS_WRITTEN, _) => Err("two hounds share a square".to_owned()),
                (count, _) => Err(format!("there are four hounds, not {count}")),
            }
        };
        read().map_err(|reason| {
            ParseError::new(format!(
                "{reason}: write the fox, '/', the four hounds, ':' and who is to move, all on \
                 different dark squares, such as d8/a1c1e1g1:fox"
            ))
        })
    }

    fn show_move(&self, _: &Hunt, step: &HuntStep) -> String {
        format!("{}-{}", square_name(step.from), square_name(step.to))
    }

    fn board(&self, hunt: &Hunt) -> String {
        super::men::board(8, 8, |square| {
            let (row, file) = (7 - square / 8, square % 8);
            let dark = 4 * row + file / 2;
            match (row + file) % 2 == 0 {
                false => ' ',
                true if dark == usize::from(hunt.fox) => 'f',
                true if hunt.hounds >> dark & 1 != 0 => 'h',
                true => '.',
            }
        })
    }

    /// All squares of the chessboard are drawn, the light ones in vain.
    fn picture(&self, hunt: &Hunt, _: bool) -> Board {
        let mut letters = [b'.'; 64];
        points(hunt.hounds).for_each(|square| letters[place(square) as usize] = b'h');
        letters[place(hunt.fox) as usize] = b'f';
        let rows: Vec<_> = letters.chunks(8).map(String::from_utf8_lossy).collect();
        let name = |place: u32| super::men::square_name(place as u8, 8, 8);
        let board = Board::rows(Style::Checkered, &ANIMALS, &rows.join("/"), name);
        board.turn(["fox", "hounds"], Side::second(hunt.hounds_move), true)
    }

    fn touches(&self, _: &Hunt, step: &HuntStep, _: bool) -> Vec<Touch> {
        picture::step(place(step.from), place(step.to))
    }

    fn position_from(&self, setup: &Setup) -> Result<Hunt, ParseError> {
        let men = setup.men(&ANIMALS, 64)?;
        let squares = |letter: char| -> String {
            let there = (0..64u8)
                .filter(|&place| men[usize::from(place)].is_some_and(|man| man.letter == letter));
            there.map(|place| super::men::square_name(place, 8, 8)).collect()
        };
        let (fox, hounds) = (squares('f'), squares('h'));
        if fox.len() != 2 {
            return Err(ParseError::new(format!("there is one fox, not {}", fox.len() / 2)));
        }
        self.parse(&format!("{fox}/{hounds}:{}", setup.turn(["fox", "hounds"])))
    }

    fn mover(&self, hunt: &Hunt) -> Option<&'static str> {
        Some(if hunt.hounds_move { "hounds" } else { "fox" })
    }

    fn slots(&self) -> Option<u64> {
        Some(self.sets.len() as u64 * SLOTS_EACH)
    }

    fn rank(&self, hunt: &Hunt) -> u64 {
        let place = self.places[ascending_rank(hunt.hounds)];
        let fox = hunt.fox - (hunt.hounds & ((1 << hunt.fox) - 1)).count_ones() as u8;
        u64::from(place) * SLOTS_EACH + u64::from(fox) * 2 + u64::from(hunt.hounds_move)
    }

    fn unrank(&self, slot: u64) -> Option<Hunt> {
        let &hounds = self.sets.get(usize::try_from(slot / SLOTS_EACH).ok()?)?;
        let place = (slot % SLOTS_EACH / 2) as usize;
        let fox = points(!hounds).nth(place)?;
        Some(Hunt { hounds, fox, hounds_move: slot % 2 == 1 })
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.tiers.clone()
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is usual")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        // The fox leaves the hounds where they are, and a hound goes one row ahead.
        vec![tier.saturating_sub(1)..tier + 1]
    }

    fn unmoves(&self, hunt: &Hunt, before: &mut Vec<Hunt>) -> bool {
        // A step of a hound leads to another tier.
        if hunt.hounds_move {
            let fox = usize::from(hunt.fox);
            let around = (AHEAD[fox] | BEHIND[fox]) & !hunt.hounds & !HOME;
            before.extend(points(around).map(|fox| Hunt { fox, hounds_move: false, ..*hunt }));
        }
        true
    }
}

impl Listed for FoxAndHounds {
    const LISTING: Listing = Listing {
        name: "fox-and-hounds",
        title: "Fox and hounds",
        aliases: &[],
        parameters: "",
        example: "fox-and-hounds",
        summary: "four hounds hem in a fox on a chessboard",
        rules: "On the dark squares of a chessboard the fox moves one step diagonally and begins, \
                then one of four hounds moves one step diagonally forwards, and so on. The fox wins \
                by reaching the hounds' first row or if no hound can move, the hounds win if the \
                fox cannot move.",
        known: "the hounds win, wherever on the last row the fox begins (E. Berlekamp, J. Conway, \
                R. Guy, Winning Ways, ch. 20), after 44 moves if he begins on d8 (J. Leslie-Hurd, \
                Fox & Hounds, 2018)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(FoxAndHounds::new()),
            _ => Err(ParseError::new("fox-and-hounds takes no parameters")),
        }
    }
}
