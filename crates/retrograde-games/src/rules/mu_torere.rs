//! Mū tōrere: four men each on a star of eight points with a middle.

use std::ops::Range;

use super::listing::Listing;
use super::men::{Men, Step, Turn, points};
use crate::catalogue::{Entry, Files, Listed};
use crate::{Game, ParseError};

/// The kewai are points 0 to 7, the pūtahi in the middle is point 8.
const CENTRE: u8 = 8;
const KEWAI: u32 = 0xff;
const ROWS: [usize; 2] = [8, 1];
const START: Men = Men { x: 0x0f, o: 0xf0, turn: Turn::X };

/// Each side has four men on a ring of eight points, the kewai, whose middle, the pūtahi, is free.
/// A man moves to the free point: along the ring to a neighbour, from the middle to anywhere, and to
/// the middle only if a man of the other side stands beside him. Whoever cannot move loses.
///
/// The condition on moves to the middle holds throughout the game, as M. Ascher (1987) and most of
/// the later literature have it; some put it on the first moves only.
///
/// ```
/// use retrograde_games::rules::MuTorere;
/// use retrograde_games::Game;
/// let game = MuTorere::new();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "xxxxoooo/.:x");
/// // Only the men at the ends of the row have a neighbour of the other side.
/// assert!(game.parse_move(&start, "1-0").is_some());
/// assert!(game.parse_move(&start, "2-0").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct MuTorere {
    /// Where the points go when the ring is turned or turned over.
    symmetries: [[u8; 9]; 16],
    listing: Listing<Men>,
}

impl Default for MuTorere {
    fn default() -> Self {
        MuTorere::new()
    }
}

impl MuTorere {
    /// The game.
    #[must_use]
    pub fn new() -> Self {
        let symmetries = std::array::from_fn(|symmetry| {
            std::array::from_fn(|point| match (point, symmetry < 8) {
                (8, _) => CENTRE,
                (_, true) => ((point + symmetry) % 8) as u8,
                (_, false) => ((16 - point + symmetry) % 8) as u8,
            })
        });
        let fours = || (0..512u32).filter(|set| set.count_ones() == 4);
        let boards = fours().flat_map(|x| fours().map(move |o| (x, o)));
        let all = boards.filter(|(x, o)| x & o == 0).flat_map(|(x, o)| {
            [Turn::X, Turn::O].map(|turn| least(&symmetries, Men { x, o, turn }))
        });
        MuTorere { symmetries, listing: Listing::new(all, |_| 0) }
    }
}

/// The least of the positions that a turn or a reflection makes of this one.
fn least(symmetries: &[[u8; 9]; 16], men: Men) -> Men {
    symmetries.iter().map(|image| men.mapped(image)).min().unwrap_or(men)
}

/// The men of one side that stand beside one of the other on the ring.
fn beside(own: u32, others: u32) -> u32 {
    let ring = others & KEWAI;
    own & KEWAI & (ring << 1 | ring >> 7 | ring >> 1 | ring << 7)
}

impl Game for MuTorere {
    type Position = Men;
    type Move = Step;

    fn start(&self) -> Option<Men> {
        Some(START)
    }

    fn moves(&self, men: &Men, moves: &mut Vec<Step>) {
        let to = (!(men.x | men.o)).trailing_zeros() as u8;
        let movable = match to {
            CENTRE => beside(men.own(), men.others()),
            _ => men.own() & (1 << CENTRE | 1 << ((to + 1) % 8) | 1 << ((to + 7) % 8)),
        };
        moves.extend(points(movable).map(|from| Step { from: Some(from), to }));
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
            (4, 4) => Ok(men),
            (x, o) => Err(ParseError::new(format!("each side has four men, not {x} x and {o} o"))),
        }
    }

    fn show_move(&self, _: &Men, step: &Step) -> String {
        let name = |point: u8| if point == CENTRE { 0 } else { point + 1 };
        step.from.map(|from| format!("{}-{}", name(from), name(step.to))).unwrap_or_default()
    }

    fn board(&self, men: &Men) -> String {
        let ring = [[7, 0, 1], [6, CENTRE, 2], [5, 4, 3]];
        let point = |point: u8| {
            let name = if point == CENTRE { 0 } else { point + 1 };
            format!("{name}:{}", men.letter(point.into()))
        };
        ring.map(|row| row.map(point).join("  ")).join("\n")
    }

    fn mover(&self, men: &Men) -> Option<&'static str> {
        Some(men.turn.name())
    }

    fn canonical(&self, &men: &Men) -> Men {
        least(&self.symmetries, men)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.listing.slots())
    }

    fn rank(&self, men: &Men) -> u64 {
        self.listing.rank(0, self.canonical(men))
    }

    fn unrank(&self, slot: u64) -> Option<Men> {
        self.listing.unrank(slot)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.listing.tiers()
    }

    fn unmoves(&self, men: &Men, before: &mut Vec<Men>) -> bool {
        let from = (!(men.x | men.o)).trailing_zeros() as u8;
        for to in points(men.others()) {
            let legal = match (from, to) {
                (CENTRE, _) => true,
                // Whoever is in the middle now came from beside a man of the side to move.
                (_, CENTRE) => beside(1 << from, men.own()) != 0,
                _ => (to + 1) % 8 == from || (from + 1) % 8 == to,
            };
            if legal {
                before.push(men.before(Step { from: Some(from), to }));
            }
        }
        true
    }
}

impl Listed for MuTorere {
    const ENTRY: Entry = Entry {
        name: "mu-torere",
        aliases: &[],
        parameters: "",
        example: "mu-torere",
        rules: "Each side has four men on a ring of eight points with a free middle, and moves one \
                to the free point in turn: along the ring, out of the middle, or into it if an \
                enemy stands beside him. Whoever cannot move loses.",
        known: "a draw by endless play (M. Ascher, Mu Torere: an analysis of a Maori game, 1987)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        match parameters {
            "" => Ok(MuTorere::new()),
            _ => Err(ParseError::new("mu-torere takes no parameters")),
        }
    }
}
