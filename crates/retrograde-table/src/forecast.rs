//! How long solving will take, from a look at some of the slots.

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use retrograde_core::Control;
use retrograde_games::SlotMoves;

use crate::dense::DenseError;
use crate::rules::erased::spread;
use crate::tiers::Tiers;
use crate::{Index, Seen, Walk};

/// Slots that are looked at, unless time is up before, and how many of them are in a row: solving looks
/// at them in their order.
const LOOKS: u64 = 1 << 14;
const ROW: u64 = 1 << 7;

/// How long to look.
const LONGEST: Duration = Duration::from_millis(150);

/// What a slot takes on one thread to be compressed and written, as far as one can tell beforehand: between
/// 150 (chess endings) and 450 (Connect 4).
const WRITING: Duration = Duration::from_nanos(300);

/// How long solving a game over its index and writing its table takes, about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forecast {
    /// The time on as many threads as were to be used.
    pub time: Duration,
    /// How many slots were looked at to find that out.
    pub looked_at: u64,
    /// Whether it may be any number of times as long: without un-moves nobody knows how often slots
    /// are looked at.
    pub at_least: bool,
}

/// Looks at some slots of a game as solving would, for a fraction of a second, and says how long all of
/// them take.
pub(crate) fn forecast(game: &dyn Index, control: &Control<'_>) -> Result<Forecast, DenseError> {
    let tiers = Tiers::of(game)?;
    let cyclic: Vec<bool> = (0..tiers.len()).map(|tier| tiers.led_to(game, tier).itself).collect();
    let unmoves = game.has_unmoves();
    let (slots, mut looked_at) = (tiers.slots(), 0);
    let mut look = Look { fast: game.slot_moves(), walk: game.walk(), slots: Vec::new() };
    let begin = Instant::now();
    while looked_at < LOOKS && begin.elapsed() < LONGEST {
        control.check()?;
        let first = spread(looked_at + 1, slots);
        let row = first..slots.min(first + ROW);
        looked_at += (row.end - row.start).max(1);
        look.along(row, |slot| tiers.of_slot(slot).is_some_and(|tier| cyclic[tier]));
    }
    let each = begin.elapsed() / looked_at as u32 + WRITING;
    let seconds = each.as_secs_f64() * slots as f64 / control.threads.get() as f64;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Ok(Forecast { time, looked_at, at_least: !unmoves && cyclic.contains(&true) })
}

/// What a look needs.
struct Look<'a> {
    fast: Option<&'a dyn SlotMoves>,
    walk: Box<dyn Walk + 'a>,
    slots: Vec<u64>,
}

impl Look<'_> {
    /// Does what solving does at slots, those where moves stay in the tier being looked at `again`.
    fn along(&mut self, row: Range<u64>, again: impl Fn(u64) -> bool) {
        let Look { fast, walk, slots } = self;
        if let Some(fast) = fast {
            fast.look_along(row, &mut |slot, look, leaving| {
                black_box((look, leaving));
                slots.clear();
                if again(slot) {
                    fast.before(slot, slots);
                }
            });
            return;
        }
        for slot in row {
            slots.clear();
            if walk.settle(slot, slots) != Seen::Hole && again(slot) {
                walk.before(slot, slots);
            }
            black_box(&slots);
        }
    }
}
