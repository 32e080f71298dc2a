//! Nim: heaps of which one at a time is made smaller.

use retrograde_core::grouped;

use super::grid::numbers_of;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::heaps::HeapRows;
use crate::picture::{self, Board, Setup, Touch};
use crate::{Game, ParseError};

/// A player takes as many as they like from one heap; whoever takes the last wins.
///
/// ```
/// use retrograde_games::rules::Nim;
/// use retrograde_games::Game;
/// let game = Nim::new(&[3, 4, 5]).unwrap();
/// let position = game.parse("3,0,5")?;
/// let chosen = game.parse_move(&position, "2 from heap 3").unwrap();
/// assert_eq!(game.show(&game.play(&position, &chosen)), "3,0,3");
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nim {
    start: Heaps,
    /// How many heaps there are.
    count: usize,
    /// The heaps of the start in ascending order, behind those that are not used.
    sorted: Heaps,
    slots: Option<u64>,
}

/// The heaps in the order in which they were given; those not used are empty.
type Heaps = [u16; MOST];

const MOST: usize = 8;

/// How many to take from which heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    heap: u8,
    take: u16,
}

impl Nim {
    /// One to eight heaps.
    #[must_use]
    pub fn new(heaps: &[u16]) -> Option<Self> {
        let mut start = [0; MOST];
        start.get_mut(..heaps.len())?.copy_from_slice(heaps);
        let mut sorted = start;
        sorted.sort_unstable();
        let slots =
            sorted.iter().try_fold(1u64, |slots, &heap| slots.checked_mul(u64::from(heap) + 1));
        (!heaps.is_empty()).then_some(Nim { start, count: heaps.len(), sorted, slots })
    }

    /// As many rows as heaps, each with room for the largest: any order of them may come up.
    fn heap_rows(&self) -> HeapRows {
        HeapRows { heaps: self.count, most: self.sorted[MOST - 1].into() }
    }

    /// Whether some order of these heaps can come of the start: in ascending order each is at most
    /// as large as the start's.
    fn can_be_met(&self, heaps: &Heaps) -> bool {
        let mut heaps = *heaps;
        heaps.sort_unstable();
        heaps.iter().zip(&self.sorted).all(|(heap, most)| heap <= most)
    }
}

impl Game for Nim {
    type Position = Heaps;
    type Move = Take;

    fn start(&self) -> Option<Heaps> {
        Some(self.start)
    }

    fn moves(&self, heaps: &Heaps, moves: &mut Vec<Take>) {
        for (heap, &size) in heaps.iter().enumerate() {
            moves.extend((1..=size).map(|take| Take { heap: heap as u8, take }));
        }
    }

    fn play(&self, heaps: &Heaps, chosen: &Take) -> Heaps {
        let mut heaps = *heaps;
        heaps[usize::from(chosen.heap)] -= chosen.take;
        heaps
    }

    fn show(&self, heaps: &Heaps) -> String {
        let shown: Vec<String> = heaps[..self.count].iter().map(u16::to_string).collect();
        shown.join(",")
    }

    fn parse(&self, text: &str) -> Result<Heaps, ParseError> {
        let (count, start) = (self.count, || self.show(&self.start));
        let wrong = |reason: String| {
            ParseError::new(format!(
                "{reason}: write what is left of {count} heaps, such as {}",
                start()
            ))
        };
        let numbers = numbers_of::<u16>(text).map_err(wrong)?;
        if numbers.len() != count {
            return Err(wrong(format!("there are {} numbers and not {count}", numbers.len())));
        }
        let mut heaps = [0; MOST];
        heaps[..count].copy_from_slice(&numbers);
        match self.can_be_met(&heaps) {
            true => Ok(heaps),
            false => Err(wrong(format!("{} cannot come of {}", text.trim(), start()))),
        }
    }

    fn show_move(&self, _: &Heaps, chosen: &Take) -> String {
        format!("{} from heap {}", chosen.take, chosen.heap + 1)
    }

    fn board(&self, heaps: &Heaps) -> String {
        let rows = heaps[..self.count].iter().enumerate().map(|(heap, &size)| {
            // More than a line of them are better counted than drawn.
            let drawn = if size <= 40 {
                "o".repeat(size.into())
            } else {
                format!("{} counters", grouped(size))
            };
            format!("{}: {drawn}", heap + 1)
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn picture(&self, heaps: &Heaps, _: bool) -> Board {
        self.heap_rows().board(heaps[..self.count].iter().map(|&heap| heap.into()))
    }

    fn touches(&self, heaps: &Heaps, chosen: &Take, _: bool) -> Vec<Touch> {
        let heap = usize::from(chosen.heap);
        let left = heaps[heap] - chosen.take;
        self.heap_rows().taking(heap, left.into()).map_or_else(Vec::new, picture::at)
    }

    fn position_from(&self, setup: &Setup) -> Result<Heaps, ParseError> {
        self.parse(&self.heap_rows().sizes(setup)?)
    }

    /// The heaps in ascending order; those not used are empty and stay behind.
    fn canonical(&self, heaps: &Heaps) -> Heaps {
        let mut heaps = *heaps;
        heaps[..self.count].sort_unstable();
        heaps
    }

    /// All ways to make the heaps smaller.
    fn at_least(&self) -> u64 {
        self.slots.unwrap_or(u64::MAX)
    }

    fn slots(&self) -> Option<u64> {
        self.slots
    }

    fn rank(&self, heaps: &Heaps) -> u64 {
        let heaps = self.canonical(heaps);
        let unused = MOST - self.count;
        let both = heaps[..self.count].iter().zip(&self.sorted[unused..]);
        both.fold(0, |slot, (&heap, &most)| slot * (u64::from(most) + 1) + u64::from(heap))
    }

    fn unrank(&self, slot: u64) -> Option<Heaps> {
        let unused = MOST - self.count;
        let (mut heaps, mut rest) = ([0; MOST], slot);
        for (heap, &most) in heaps[..self.count].iter_mut().zip(&self.sorted[unused..]).rev() {
            *heap = (rest % (u64::from(most) + 1)) as u16;
            rest /= u64::from(most) + 1;
        }
        (rest == 0 && heaps[..self.count].is_sorted()).then_some(heaps)
    }

    fn unmoves(&self, heaps: &Heaps, before: &mut Vec<Heaps>) -> bool {
        for heap in 0..self.count {
            let mut earlier = *heaps;
            while earlier[heap] < self.sorted[MOST - 1] {
                earlier[heap] += 1;
                if !self.can_be_met(&earlier) {
                    break;
                }
                before.push(earlier);
            }
        }
        true
    }
}

impl Listed for Nim {
    const LISTING: Listing = Listing {
        name: "nim",
        title: "Nim",
        aliases: &[],
        parameters: ":HEAP,HEAP,...",
        example: "nim:3,4,5",
        summary: "take counters from one of several heaps",
        rules: "A player takes as many counters as they like, at least one, from one of the heaps. \
                Whoever takes the last counter wins.",
        known: "the second player wins if and only if the heaps have exclusive or 0 (C. L. Bouton, \
                Nim, a game with a complete mathematical theory, 1901)",
        impartial: true,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let heaps: Option<Vec<u16>> = parameters.split(',').map(|heap| heap.parse().ok()).collect();
        heaps.and_then(|heaps| Nim::new(&heaps)).ok_or_else(|| {
            ParseError::new("nim takes one to eight heaps of at most 65,535, as in nim:3,4,5")
        })
    }
}
