//! How long solving will take, from a look at some of the slots.

use std::hint::black_box;
use std::time::{Duration, Instant};

use retrograde_core::Control;
use retrograde_games::Game;

use crate::dense::{self, DenseError};
use crate::rules::erased::spread;
use crate::tiers::Tiers;

/// Slots that are looked at, unless time is up before.
const LOOKS: u64 = 1 << 14;

/// How long to look.
const LONGEST: Duration = Duration::from_millis(150);

/// What a slot takes on one thread to be compressed and written, as far as one can tell beforehand.
const WRITING: Duration = Duration::from_nanos(80);

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
pub(crate) fn forecast<G: Game>(game: &G, control: &Control<'_>) -> Result<Forecast, DenseError> {
    let tiers = Tiers::of(game)?;
    let cyclic: Vec<bool> = (0..tiers.len()).map(|tier| tiers.led_to(game, tier).itself).collect();
    let unmoves = dense::has_unmoves(game);
    let (slots, mut looked_at) = (tiers.slots(), 0);
    let mut look = Look { game, moves: Vec::new(), before: Vec::new(), slots: Vec::new() };
    let begin = Instant::now();
    while looked_at < LOOKS && begin.elapsed() < LONGEST {
        control.check()?;
        // A few at a time, so that asking for the time takes none.
        for _ in 0..64 {
            looked_at += 1;
            let slot = spread(looked_at, slots);
            let again = tiers.of_slot(slot).is_some_and(|tier| cyclic[tier]);
            look.at(slot, again);
        }
    }
    let each = begin.elapsed() / looked_at as u32 + WRITING;
    let seconds = each.as_secs_f64() * slots as f64 / control.threads.get() as f64;
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Ok(Forecast { time, looked_at, at_least: !unmoves && cyclic.contains(&true) })
}

/// What a look needs.
struct Look<'a, G: Game> {
    game: &'a G,
    moves: Vec<G::Move>,
    before: Vec<G::Position>,
    slots: Vec<u64>,
}

impl<G: Game> Look<'_, G> {
    /// Does what solving does at a slot, which where moves stay in the tier is looked at again.
    fn at(&mut self, slot: u64, again: bool) {
        let Look { game, moves, before, slots } = self;
        moves.clear();
        before.clear();
        slots.clear();
        if let Some(fast) = game.slot_moves() {
            if !matches!(black_box(fast.look(slot, slots)), retrograde_games::Look::Hole) && again {
                fast.before(slot, slots);
            }
            return;
        }
        let Some(position) = game.unrank(slot) else { return };
        if game.verdict(&position).is_none() {
            game.moves(&position, moves);
            slots.extend(moves.iter().map(|chosen| game.rank(&game.play(&position, chosen))));
        }
        if again && let Some(position) = game.unrank(slot) {
            game.unmoves(&position, before);
            slots.extend(before.iter().map(|earlier| game.rank(earlier)));
        }
        black_box(&slots);
    }
}
