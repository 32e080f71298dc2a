//! Subtraction games: one pile, and how many may be taken from it.

use retrograde_core::grouped;

use super::grid::numbers_of;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::heaps::HeapRows;
use crate::picture::{self, Board, Setup, Touch};
use crate::{Game, ParseError};

/// A player takes one of the allowed numbers from the pile; whoever cannot take loses.
///
/// ```
/// use retrograde_games::rules::Subtraction;
/// use retrograde_games::Game;
/// let game = Subtraction::new(&[1, 3, 4], 21).unwrap();
/// let mut moves = Vec::new();
/// game.moves(&3, &mut moves);
/// assert_eq!(moves, [1, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Subtraction {
    /// In ascending order, each once.
    takes: Vec<u32>,
    pile: u32,
}

/// The largest pile: as many positions as vertices can be numbered with room to spare.
const LARGEST: u32 = 4_000_000_000;
/// The most numbers that may be taken.
const MOST_TAKES: usize = 1000;

impl Subtraction {
    /// A pile of at most four thousand million, and at most a thousand numbers above 0 that may be
    /// taken from it, in any order.
    #[must_use]
    pub fn new(takes: &[u32], pile: u32) -> Option<Self> {
        let mut takes = takes.to_vec();
        takes.sort_unstable();
        takes.dedup();
        let fits = pile <= LARGEST && (1..=MOST_TAKES).contains(&takes.len()) && takes[0] > 0;
        fits.then_some(Subtraction { takes, pile })
    }

    fn heap_rows(&self) -> HeapRows {
        HeapRows { heaps: 1, most: self.pile }
    }
}

impl Game for Subtraction {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> Option<u32> {
        Some(self.pile)
    }

    fn moves(&self, &left: &u32, moves: &mut Vec<u32>) {
        moves.extend(self.takes.iter().take_while(|&&take| take <= left));
    }

    fn play(&self, &left: &u32, &take: &u32) -> u32 {
        left - take
    }

    fn show(&self, left: &u32) -> String {
        left.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        let read = || match numbers_of::<u32>(text)?[..] {
            [left] if left <= self.pile => Ok(left),
            [left] => Err(format!("{} is more than the pile had", grouped(left))),
            _ => Err("there is one pile".to_owned()),
        };
        read().map_err(|reason| {
            let most = grouped(self.pile);
            ParseError::new(format!("{reason}: write what is left as a number from 0 to {most}"))
        })
    }

    fn show_move(&self, _: &u32, take: &u32) -> String {
        format!("take {take}")
    }

    fn picture(&self, &left: &u32, _: bool) -> Board {
        self.heap_rows().board([left])
    }

    fn touches(&self, left: &u32, take: &u32, _: bool) -> Vec<Touch> {
        self.heap_rows().taking(0, left - take).map_or_else(Vec::new, picture::at)
    }

    fn position_from(&self, setup: &Setup) -> Result<u32, ParseError> {
        self.parse(&self.heap_rows().sizes(setup)?)
    }

    /// What the smallest number leads to when it alone is taken.
    fn at_least(&self) -> u64 {
        u64::from(self.pile / self.takes[0]) + 1
    }

    fn slots(&self) -> Option<u64> {
        Some(u64::from(self.pile) + 1)
    }

    fn rank(&self, &left: &u32) -> u64 {
        u64::from(left)
    }

    fn unrank(&self, slot: u64) -> Option<u32> {
        u32::try_from(slot).ok().filter(|&left| left <= self.pile)
    }

    fn unmoves(&self, &left: &u32, before: &mut Vec<u32>) -> bool {
        before.extend(
            self.takes
                .iter()
                .map_while(|take| left.checked_add(*take).filter(|&earlier| earlier <= self.pile)),
        );
        true
    }
}

impl Listed for Subtraction {
    const LISTING: Listing = Listing {
        name: "subtraction",
        title: "Subtraction game",
        aliases: &[],
        parameters: ":TAKE,TAKE,...:PILE",
        example: "subtraction:1,3,4:21",
        summary: "take certain numbers of counters from a pile",
        rules: "A player takes one of the numbers TAKE of counters from the pile. Whoever cannot \
                loses.",
        known: "the Grundy values are periodic in the end for every finite set of numbers; with 1 to \
                k they are the pile modulo k + 1, with 1, 3 and 4 they have period 7 \
                (T. S. Ferguson, Game Theory, part I, 2014)",
        impartial: true,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let game = parameters.split_once(':').and_then(|(takes, pile)| {
            let takes: Option<Vec<u32>> = takes.split(',').map(|take| take.parse().ok()).collect();
            Subtraction::new(&takes?, pile.parse().ok()?)
        });
        game.ok_or_else(|| {
            ParseError::new(format!(
                "subtraction takes at most {} numbers above 0 and a pile of at most {}, as in subtraction:1,3,4:21",
                grouped(MOST_TAKES),
                grouped(LARGEST)
            ))
        })
    }
}
