//! Wythoff's game: Nim with two heaps, and the same number may be taken from both.

use super::grid::numbers_of;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::heaps::HeapRows;
use crate::picture::{Board, Setup, Touch};
use crate::{Game, ParseError};

/// A player takes from one heap, or as many from one as from the other; whoever takes the last wins.
///
/// ```
/// use retrograde_games::rules::Wythoff;
/// use retrograde_games::Game;
/// let game = Wythoff::new(3, 5);
/// let start = game.start().unwrap();
/// let both = game.parse_move(&start, "3 from both").unwrap();
/// assert_eq!(game.show(&game.play(&start, &both)), "0,2");
/// ```
#[derive(Clone, Debug)]
pub struct Wythoff {
    start: Pair,
}

/// The two heaps.
type Pair = [u16; 2];

/// How many to take from either heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeTwo {
    take: Pair,
}

impl Wythoff {
    /// Two heaps.
    #[must_use]
    pub fn new(first: u16, second: u16) -> Self {
        Wythoff { start: [first, second] }
    }

    /// The smaller and the larger heap.
    fn sorted([first, second]: Pair) -> Pair {
        [first.min(second), first.max(second)]
    }

    /// Whether some order of these heaps can come of the start.
    fn can_be_met(&self, heaps: Pair) -> bool {
        let ([low, high], [most_low, most_high]) = (Self::sorted(heaps), Self::sorted(self.start));
        low <= most_low && high <= most_high
    }

    fn heap_rows(&self) -> HeapRows {
        HeapRows { heaps: 2, most: Self::sorted(self.start)[1].into() }
    }

    fn width(&self) -> u64 {
        u64::from(Self::sorted(self.start)[1]) + 1
    }
}

impl Game for Wythoff {
    type Position = Pair;
    type Move = TakeTwo;

    fn start(&self) -> Option<Pair> {
        Some(self.start)
    }

    fn moves(&self, &[first, second]: &Pair, moves: &mut Vec<TakeTwo>) {
        moves.extend((1..=first).map(|take| TakeTwo { take: [take, 0] }));
        moves.extend((1..=second).map(|take| TakeTwo { take: [0, take] }));
        moves.extend((1..=first.min(second)).map(|take| TakeTwo { take: [take, take] }));
    }

    fn play(&self, &[first, second]: &Pair, chosen: &TakeTwo) -> Pair {
        [first - chosen.take[0], second - chosen.take[1]]
    }

    fn show(&self, &[first, second]: &Pair) -> String {
        format!("{first},{second}")
    }

    fn parse(&self, text: &str) -> Result<Pair, ParseError> {
        let start = || self.show(&self.start);
        let read = || match numbers_of(text)?[..] {
            [first, second] if self.can_be_met([first, second]) => Ok([first, second]),
            [first, second] => Err(format!("{first},{second} cannot come of {}", start())),
            ref other => Err(format!("there are {} numbers and not two", other.len())),
        };
        read().map_err(|reason: String| {
            ParseError::new(format!(
                "{reason}: write what is left of two heaps, such as {}",
                start()
            ))
        })
    }

    fn show_move(&self, _: &Pair, chosen: &TakeTwo) -> String {
        match chosen.take {
            [0, take] => format!("{take} from heap 2"),
            [take, 0] => format!("{take} from heap 1"),
            [take, _] => format!("{take} from both"),
        }
    }

    fn picture(&self, heaps: &Pair, _: bool) -> Board {
        self.heap_rows().board(heaps.iter().map(|&heap| heap.into()))
    }

    /// The first counter that is taken, or both in either order.
    fn touches(&self, heaps: &Pair, chosen: &TakeTwo, _: bool) -> Vec<Touch> {
        let taken = (0..2).filter(|&heap| chosen.take[heap] > 0);
        let first = taken.map(|heap| {
            let left = heaps[heap] - chosen.take[heap];
            self.heap_rows().taking(heap, left.into())
        });
        first.collect::<Option<Vec<u32>>>().map_or_else(Vec::new, |group| vec![vec![group]])
    }

    fn position_from(&self, setup: &Setup) -> Result<Pair, ParseError> {
        self.parse(&self.heap_rows().sizes(setup)?)
    }

    fn canonical(&self, &heaps: &Pair) -> Pair {
        Self::sorted(heaps)
    }

    /// All ways to make the heaps smaller.
    fn at_least(&self) -> u64 {
        (u64::from(self.start[0]) + 1) * (u64::from(self.start[1]) + 1)
    }

    fn slots(&self) -> Option<u64> {
        Some((u64::from(Self::sorted(self.start)[0]) + 1) * self.width())
    }

    fn rank(&self, &heaps: &Pair) -> u64 {
        let [low, high] = Self::sorted(heaps);
        u64::from(low) * self.width() + u64::from(high)
    }

    fn unrank(&self, slot: u64) -> Option<Pair> {
        let [low, high] = [u16::try_from(slot / self.width()).ok()?, (slot % self.width()) as u16];
        (low <= high && self.can_be_met([low, high])).then_some([low, high])
    }

    fn unmoves(&self, &heaps: &Pair, before: &mut Vec<Pair>) -> bool {
        for [first, second] in [[1, 0], [0, 1], [1, 1]] {
            let more = |&[a, b]: &Pair| Some([a.checked_add(first)?, b.checked_add(second)?]);
            let earlier = std::iter::successors(more(&heaps), more);
            before.extend(earlier.take_while(|&earlier| self.can_be_met(earlier)));
        }
        true
    }
}

impl Listed for Wythoff {
    const LISTING: Listing = Listing {
        name: "wythoff",
        title: "Wythoff's game",
        aliases: &[],
        parameters: ":HEAP,HEAP",
        example: "wythoff:3,5",
        summary: "take from one of two heaps, or the same from both",
        rules: "A player takes as many counters as they like from one of the two heaps, or the same \
                number from both. Whoever takes the last counter wins.",
        known: "the second player wins if and only if the heaps are the whole parts of n times the \
                golden ratio and of n times its square, for some n (W. A. Wythoff, A modification \
                of the game of Nim, 1907)",
        impartial: true,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let heaps = parameters
            .split_once(',')
            .and_then(|(first, second)| Some((first.parse().ok()?, second.parse().ok()?)));
        heaps.map(|(first, second)| Wythoff::new(first, second)).ok_or_else(|| {
            ParseError::new("wythoff takes two heaps of at most 65,535, as in wythoff:3,5")
        })
    }
}
