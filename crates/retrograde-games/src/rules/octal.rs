//! Octal games: heaps from which so many are taken, and what is left may stay, go or be split.

use std::fmt;

use super::heaps::HeapSet;
use crate::catalogue::{Files, Listed, Listing};
use crate::picture::heaps::PinRows;
use crate::picture::{Board, Setup, Touch};
use crate::{Game, ParseError};

/// Any octal game: what may be done when a number is taken from a heap is said by a digit.
///
/// The digit at place i behind the point is the sum of 1 if a heap of exactly i may be taken away, 2
/// if i may be taken so that one heap is left, and 4 if i may be taken and what is left be split into
/// two heaps. A 4 before the point allows to split a heap without taking anything.
///
/// Source: R. K. Guy and C. A. B. Smith, *The G-values of various games* (1956).
///
/// ```
/// use retrograde_games::rules::Octal;
/// use retrograde_games::Game;
/// // Kayles: one or two are taken, and what is left may be split.
/// let game = Octal::new("0.77", 12).unwrap();
/// let start = game.start().unwrap();
/// let chosen = game.parse_move(&start, "take 2 of 12, leave 4+6").unwrap();
/// assert_eq!(game.show(&game.play(&start, &chosen)), "4,6");
/// ```
#[derive(Clone, Debug)]
pub struct Octal {
    /// What may be left when so many are taken, from none at all on.
    digits: Vec<u8>,
    heap: u8,
}

/// A heap, and the one or two that are left of it; 0 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    heap: u8,
    /// At most as large as the second.
    first: u8,
    second: u8,
}

impl Octal {
    /// The game of a code such as `0.137` or `4.7`, played with one heap of at most 120.
    #[must_use]
    pub fn new(code: &str, heap: u32) -> Option<Self> {
        let (before, after) = code.split_once('.')?;
        let mut digits = vec![match before {
            "" | "0" => 0,
            "4" => 4,
            _ => return None,
        }];
        for digit in after.chars() {
            digits.push(digit.to_digit(8)? as u8);
        }
        // Longer codes than heaps say nothing, and none at all no more.
        let fits = digits.len() > 1 && digits.len() <= 1000 && heap <= HeapSet::MOST;
        fits.then_some(Octal { digits, heap: heap as u8 })
    }

    /// Room for every position that play leads to: where something is always taken, what is left
    /// has gaps that are as wide.
    fn pin_rows(&self) -> PinRows {
        PinRows { heap: self.heap, least: if self.digits[0] == 0 { 1 } else { 2 } }
    }
}

/// In how many ways up to `most` counters make so many heaps: by the counters, then by the heaps.
fn partitions(most: usize) -> Vec<Vec<u64>> {
    let mut ways = vec![vec![0u64; most + 1]; most + 1];
    ways[0][0] = 1;
    for counters in 1..=most {
        for heaps in 1..=counters {
            // Either there is a heap of one, or every heap has one that can be taken away.
            let rest = ways[counters - heaps][heaps];
            ways[counters][heaps] = ways[counters - 1][heaps - 1].saturating_add(rest);
        }
    }
    ways
}

impl Game for Octal {
    type Position = HeapSet;
    type Move = Split;

    fn start(&self) -> Option<HeapSet> {
        Some(HeapSet::default().with(self.heap))
    }

    fn moves(&self, heaps: &HeapSet, moves: &mut Vec<Split>) {
        let mut last = 0;
        for heap in heaps.sizes() {
            if heap == last {
                continue;
            }
            last = heap;
            for (left, digit) in (0..=heap).rev().zip(&self.digits) {
                if left == 0 && digit & 1 != 0 {
                    moves.push(Split { heap, first: 0, second: 0 });
                }
                if left > 0 && digit & 2 != 0 {
                    moves.push(Split { heap, first: 0, second: left });
                }
                if digit & 4 != 0 {
                    let split = |first| Split { heap, first, second: left - first };
                    moves.extend((1..=left / 2).map(split));
                }
            }
        }
    }

    fn play(&self, heaps: &HeapSet, chosen: &Split) -> HeapSet {
        heaps.without(chosen.heap).with(chosen.first).with(chosen.second)
    }

    fn show(&self, heaps: &HeapSet) -> String {
        heaps.to_string()
    }

    fn parse(&self, text: &str) -> Result<HeapSet, ParseError> {
        HeapSet::parse(text, self.heap.into()).map_err(|reason| {
            ParseError::new(format!(
                "{reason}: write the heaps with commas in between, such as 1,2, with at most {} together, or 0 for none",
                self.heap
            ))
        })
    }

    fn show_move(&self, _: &HeapSet, &Split { heap, first, second }: &Split) -> String {
        let take = heap - first - second;
        match (first, second) {
            (0, 0) => format!("take {take} of {heap}, leave nothing"),
            (0, one) => format!("take {take} of {heap}, leave {one}"),
            (one, other) => format!("take {take} of {heap}, leave {one}+{other}"),
        }
    }

    fn picture(&self, heaps: &HeapSet, _: bool) -> Board {
        self.pin_rows().board(heaps.sizes(), self.board(heaps))
    }

    fn touches(&self, heaps: &HeapSet, split: &Split, _: bool) -> Vec<Touch> {
        self.pin_rows().splits(heaps.sizes(), split.heap, [split.first, split.second])
    }

    fn position_from(&self, setup: &Setup) -> Result<HeapSet, ParseError> {
        self.parse(&self.pin_rows().sizes(setup)?)
    }

    /// The heap is made smaller by the least number that leaves one heap, again and again, and then
    /// split, again and again, by the least number that leaves two: all that this leads to is
    /// different, and of a heap of `n` it is every way to make `k` heaps of what `k - 1` splits leave.
    fn at_least(&self) -> u64 {
        let least = |bit: u8| self.digits.iter().position(|digit| digit & bit != 0);
        let (one, two) = (least(2), least(4));
        let parts = partitions(self.heap.into());
        let mut sizes = Vec::new();
        let mut size = usize::from(self.heap);
        while size > 0 {
            sizes.push(size);
            size = one.and_then(|take| size.checked_sub(take)).unwrap_or(0);
        }
        let of_one_size = |&size: &usize| {
            let left = |heaps: usize| match (heaps, two) {
                (1, _) => Some(size),
                (_, Some(take)) => size.checked_sub(take * (heaps - 1)),
                (_, None) => None,
            };
            let ways = (1..=size).map_while(|heaps| Some(parts[left(heaps)?][heaps]));
            ways.fold(0u64, u64::saturating_add)
        };
        sizes.iter().map(of_one_size).fold(0, u64::saturating_add).max(1)
    }

    fn board(&self, heaps: &HeapSet) -> String {
        let rows: Vec<String> = heaps.sizes().map(|size| "o".repeat(size.into())).collect();
        if rows.is_empty() { "nothing left".to_owned() } else { rows.join("  ") }
    }
}

impl fmt::Display for Octal {
    /// The code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

impl Listed for Octal {
    const LISTING: Listing = Listing {
        name: "octal",
        title: "Octal game",
        aliases: &[],
        parameters: ":CODE:HEAP",
        example: "octal:0.137:30",
        summary: "any game of taking and breaking heaps, by its octal code",
        rules: "The digit at place i behind the point of CODE says what taking i from a heap may \
                leave: the sum of 1 for nothing, 2 for one heap and 4 for two, and a 4 before the \
                point allows to split a heap untouched. Whoever cannot move loses.",
        known: "0.137 is Dawson's Chess, whose Grundy values have period 34 from heaps of 52 on \
                (R. K. Guy and C. A. B. Smith, The G-values of various games, 1956)",
        impartial: true,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let game = parameters
            .split_once(':')
            .and_then(|(code, heap)| Octal::new(code, heap.parse().ok()?));
        game.ok_or_else(|| {
            ParseError::new(format!(
                "octal takes a code, 0 or 4 and digits from 0 to 7 behind a point, and a heap of at most {}, as in octal:0.137:30",
                HeapSet::MOST
            ))
        })
    }
}

/// Makes a game of its own of one octal code.
macro_rules! octal_game {
    ($(#[$doc:meta])* $game:ident, $code:literal, $entry:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $game(crate::rules::Octal);

        impl $game {
            /// A heap of at most 120.
            #[must_use]
            pub fn new(heap: u32) -> Option<Self> {
                crate::rules::Octal::new($code, heap).map($game)
            }
        }

        impl crate::Game for $game {
            type Position = <crate::rules::Octal as crate::Game>::Position;
            type Move = <crate::rules::Octal as crate::Game>::Move;

            fn start(&self) -> Option<Self::Position> {
                self.0.start()
            }

            fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
                self.0.moves(position, moves);
            }

            fn play(&self, position: &Self::Position, chosen: &Self::Move) -> Self::Position {
                self.0.play(position, chosen)
            }

            fn show(&self, position: &Self::Position) -> String {
                self.0.show(position)
            }

            fn parse(&self, text: &str) -> Result<Self::Position, crate::ParseError> {
                self.0.parse(text)
            }

            fn show_move(&self, position: &Self::Position, chosen: &Self::Move) -> String {
                self.0.show_move(position, chosen)
            }

            fn board(&self, position: &Self::Position) -> String {
                self.0.board(position)
            }

            fn picture(
                &self,
                position: &Self::Position,
                second: bool,
            ) -> crate::picture::Board {
                self.0.picture(position, second)
            }

            fn touches(
                &self,
                position: &Self::Position,
                chosen: &Self::Move,
                second: bool,
            ) -> Vec<crate::picture::Touch> {
                self.0.touches(position, chosen, second)
            }

            fn position_from(
                &self,
                setup: &crate::picture::Setup,
            ) -> Result<Self::Position, crate::ParseError> {
                self.0.position_from(setup)
            }

            fn at_least(&self) -> u64 {
                self.0.at_least()
            }
        }

        impl crate::catalogue::Listed for $game {
            const LISTING: crate::catalogue::Listing = $entry;

            fn from_parameters(
                parameters: &str,
                _: &dyn crate::catalogue::Files,
            ) -> Result<Self, crate::ParseError> {
                parameters.parse().ok().and_then($game::new).ok_or_else(|| {
                    crate::ParseError::new(format!(
                        "{} takes a number of at most {}, as in {}",
                        Self::LISTING.name,
                        crate::rules::HeapSet::MOST,
                        Self::LISTING.example
                    ))
                })
            }
        }
    };
}

pub(super) use octal_game;
