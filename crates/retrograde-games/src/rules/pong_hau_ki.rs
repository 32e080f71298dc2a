//! Pong Hau K'i: two men each on five points, and whoever is shut in loses.

use std::ops::Range;

use super::listing::Listing;
use super::men::{Men, Step, Turn, points};
use crate::catalogue::{Entry, Files, Listed};
use crate::{Game, ParseError};

/// The points joined to each: `a` and `b` at the top, `c` in the middle, `d` and `e` at the bottom.
/// No line joins `a` to `b`.
const NEIGHBOURS: [u32; 5] = [0b01100, 0b10100, 0b11011, 0b10101, 0b01110];
const ROWS: [usize; 3] = [2, 1, 2];
const START: Men = Men { x: 0b11000, o: 0b00011, turn: Turn::X };

/// Each side has two men on the corners of a square with diagonals and three sides, and moves one of
/// them along a line to the free point in turn. Whoever cannot move loses.
///
/// ```
/// use retrograde_games::rules::PongHauKi;
/// use retrograde_games::Game;
/// let game = PongHauKi::new();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "oo/./xx:x");
/// let next = game.play(&start, &game.parse_move(&start, "d-c").unwrap());
/// assert_eq!(game.show(&next), "oo/x/.x:o");
/// ```
#[derive(Clone, Debug)]
pub struct PongHauKi {
    listing: Listing<Men>,
}

impl Default for PongHauKi {
    fn default() -> Self {
        PongHauKi::new()
    }
}

impl PongHauKi {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let pairs = || (0..32u32).filter(|set| set.count_ones() == 2);
        let boards = pairs().flat_map(|x| pairs().map(move |o| (x, o)));
        let all = boards
            .filter(|(x, o)| x & o == 0)
            .flat_map(|(x, o)| [Turn::X, Turn::O].map(|turn| mirrored_or_not(Men { x, o, turn })));
        PongHauKi { listing: Listing::new(all, |_| 0) }
    }
}

/// The lesser of a position and its mirror image.
fn mirrored_or_not(men: Men) -> Men {
    men.min(men.mapped(&[1, 0, 2, 4, 3]))
}

impl Game for PongHauKi {
    type Position = Men;
    type Move = Step;

    fn start(&self) -> Option<Men> {
        Some(START)
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
            (2, 2) => Ok(men),
            (x, o) => Err(ParseError::new(format!("each side has two men, not {x} x and {o} o"))),
        }
    }

    fn show_move(&self, _: &Men, step: &Step) -> String {
        let name = |point: u8| char::from(b'a' + point);
        step.from.map(|from| format!("{}-{}", name(from), name(step.to))).unwrap_or_default()
    }

    fn board(&self, men: &Men) -> String {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|point| men.letter(point));
        format!("a {a}   {b} b\n  |\\ /|\n  | {c} | c\n  |/ \\|\nd {d}---{e} e")
    }

    fn mover(&self, men: &Men) -> Option<&'static str> {
        Some(men.turn.name())
    }

    fn canonical(&self, &men: &Men) -> Men {
        mirrored_or_not(men)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.listing.slots())
    }

    fn rank(&self, &men: &Men) -> u64 {
        self.listing.rank(0, mirrored_or_not(men))
    }

    fn unrank(&self, slot: u64) -> Option<Men> {
        self.listing.unrank(slot)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.listing.tiers()
    }

    fn unmoves(&self, men: &Men, before: &mut Vec<Men>) -> bool {
        for to in points(men.others()) {
            let free = NEIGHBOURS[to as usize] & !(men.x | men.o);
            before.extend(points(free).map(|from| men.before(Step { from: Some(from), to })));
        }
        true
    }
}

impl Listed for PongHauKi {
    const ENTRY: Entry = Entry {
        name: "pong-hau-ki",
        aliases: &[],
        parameters: "",
        example: "pong-hau-ki",
        rules: "Each side has two men on five points, the middle and the corners of a square with \
                one side left out, and moves one along a line to the free point in turn. Whoever \
                cannot move loses.",
        known: "a draw by endless play (P. D. Straffin, Position graphs for Pong Hau K'i and Mu \
                Torere, 1995)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(PongHauKi::new()),
            _ => Err(ParseError::new("pong-hau-ki takes no parameters")),
        }
    }
}
