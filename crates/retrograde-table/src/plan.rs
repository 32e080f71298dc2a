//! What solving a game over its index takes, told before anything starts.

use retrograde_core::{Control, memory};
use retrograde_games::Game;

use crate::dense::{self, DenseError};
use crate::earlier::LEAST_CACHE;
use crate::header::Kind;
use crate::tiers::Tiers;

/// Bytes that a build tier by tier takes beside its slots: a window of the tier, chunks and blocks while
/// they are compressed, and the lists of what up to sixteen threads are at.
const AT_WORK: u64 = 32 << 20;

/// What solving a game over its index takes.
///
/// ```
/// use retrograde_games::rules::Connect;
/// use retrograde_table::{Kind, Plan};
/// let plan = Plan::of(&Connect::new(7, 6, 4).unwrap())?;
/// assert_eq!((plan.slots, plan.tiers.len()), (70_728_639_995_483, 43));
/// // All of it in memory, or one tier with what it leads to.
/// assert!(plan.by_tiers(Kind::Distance).memory < plan.in_memory / 10);
/// assert!(plan.by_tiers(Kind::Outcome).memory < plan.in_memory / 40);
/// # Ok::<(), retrograde_table::dense::DenseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// How many slots the index has.
    pub slots: u64,
    /// The tiers that have slots, in the order of solving.
    pub tiers: Vec<PlannedTier>,
    /// The bytes of memory that solving all at once takes.
    pub in_memory: u64,
    distances: TierByTier,
    outcomes: TierByTier,
}

/// One tier of a [`Plan`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlannedTier {
    /// What its positions have in common, where there is something to tell.
    pub name: Option<String>,
    /// How many slots it has.
    pub slots: u64,
    /// Whether moves stay within it.
    pub cyclic: bool,
    /// How many slots the other tiers have that it leads to.
    pub leads_to: u64,
}

/// What solving tier by tier takes, with the tiers that are done on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TierByTier {
    /// The bytes of memory with which everything that a tier leads to is at hand.
    pub memory: u64,
    /// The bytes below which it cannot be done. In between, what does not fit is fetched from disk
    /// again and again.
    pub least: u64,
    /// The tier that takes most, by its place among [`Plan::tiers`].
    pub largest: usize,
}

/// How a game is solved over its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Manner {
    /// All slots in memory.
    InMemory,
    /// The tier at hand in memory, and those that are done on disk.
    ByTiers,
}

impl PlannedTier {
    /// The bytes of memory that its slots take while it is solved: two for each if moves stay within
    /// it, and none otherwise, since it is solved in one go from front to back.
    #[must_use]
    pub fn at_hand(&self) -> u64 {
        if self.cyclic { self.slots.saturating_mul(2) } else { 0 }
    }

    /// The bytes of memory of all that it leads to.
    #[must_use]
    pub fn led_to(&self, kind: Kind) -> u64 {
        solved_bytes(self.leads_to, kind)
    }
}

/// The bytes of memory of slots that are solved: two bits each, or one byte where there are distances,
/// of which a game with more than 255 different values takes two.
#[must_use]
pub fn solved_bytes(slots: u64, kind: Kind) -> u64 {
    match kind {
        Kind::Outcome => slots.div_ceil(4),
        Kind::Distance => slots,
    }
}

impl Plan {
    /// The plan for a game.
    ///
    /// # Errors
    /// The game has no index, or its tiers are not all slots, each once.
    pub fn of<G: Game>(game: &G) -> Result<Self, DenseError> {
        /// Holes that are looked at to find a position.
        const HOLES: usize = 1 << 10;
        let tiers = Tiers::of(game)?;
        let mut before = vec![0u64];
        for range in tiers.ranges() {
            before.push(before[before.len() - 1] + range.len() as u64);
        }
        let planned = (0..tiers.len()).map(|place| {
            let range = tiers.ranges()[place].clone();
            let led_to = tiers.led_to(game, place);
            let position = range.clone().take(HOLES).find_map(|slot| game.unrank(slot as u64));
            PlannedTier {
                name: position.and_then(|position| game.tier_name(&position)),
                slots: range.len() as u64,
                cyclic: led_to.itself,
                leads_to: led_to
                    .others
                    .iter()
                    .map(|some| before[some.end] - before[some.start])
                    .sum(),
            }
        });
        let planned: Vec<PlannedTier> = planned.collect();
        let slots = tiers.slots();
        let [distances, outcomes] =
            [Kind::Distance, Kind::Outcome].map(|kind| tier_by_tier(&planned, slots, kind));
        let in_memory = dense::estimate(slots);
        Ok(Plan { slots, tiers: planned, in_memory, distances, outcomes })
    }

    /// What solving tier by tier takes.
    #[must_use]
    pub fn by_tiers(&self, kind: Kind) -> TierByTier {
        match kind {
            Kind::Outcome => self.outcomes,
            Kind::Distance => self.distances,
        }
    }

    /// How a table of this kind is best built with so much memory.
    ///
    /// # Errors
    /// It cannot be built: [`DenseError::TierMemory`].
    pub fn manner(&self, kind: Kind, available: u64) -> Result<Manner, DenseError> {
        let TierByTier { least, largest, .. } = self.by_tiers(kind);
        match () {
            () if self.in_memory <= available => Ok(Manner::InMemory),
            () if least <= available => Ok(Manner::ByTiers),
            () => Err(DenseError::TierMemory {
                slots: self.tiers.get(largest).map_or(0, |tier| tier.slots),
                needed: least,
                outcomes: self.outcomes.least,
                available,
            }),
        }
    }
}

fn tier_by_tier(tiers: &[PlannedTier], slots: u64, kind: Kind) -> TierByTier {
    let mut most = TierByTier { memory: 0, least: 0, largest: 0 };
    for (place, tier) in tiers.iter().enumerate() {
        let (at_hand, led_to) = (tier.at_hand(), tier.led_to(kind));
        let memory = at_hand.saturating_add(led_to);
        if memory > most.memory {
            most.largest = place;
        }
        most.memory = most.memory.max(memory);
        most.least = most.least.max(at_hand.saturating_add(led_to.min(LEAST_CACHE)));
    }
    let work = at_work(slots);
    most.memory = most.memory.saturating_add(work);
    most.least = most.least.saturating_add(work);
    most
}

/// What a build takes beside its slots.
fn at_work(slots: u64) -> u64 {
    AT_WORK.min(slots.saturating_mul(24)) + (1 << 20)
}

/// The memory there is.
pub(crate) fn available(control: &Control<'_>) -> u64 {
    control.room().min(memory::available().unwrap_or(u64::MAX))
}

/// Of so much memory, what is left for what a tier leads to.
pub(crate) fn room_for_earlier(tiers: &Tiers, tier: usize, cyclic: bool, available: u64) -> u64 {
    let slots = tiers.get(tier).map_or(0, |range| range.len() as u64);
    let at_hand = if cyclic { 2 * slots } else { 0 };
    let taken = at_hand.saturating_add(at_work(tiers.slots()));
    available.saturating_sub(taken).max(LEAST_CACHE)
}
