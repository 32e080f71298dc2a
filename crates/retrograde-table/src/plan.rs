//! What solving a game over its index takes, told before anything starts.

use std::ops::Range;

use retrograde_core::{Control, memory};
use retrograde_games::SlotMoves;

use crate::Index;
use crate::dense::{self, DenseError};
use crate::earlier::LEAST_CACHE;
use crate::header::Kind;
use crate::rules::erased::spread;
use crate::tiers::{LedTo, Tiers};

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
    /// The bytes of memory that it takes besides to be solved by whole rows of slots, where it is.
    pub by_rows: u64,
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
    /// again and again, and where only outcomes are asked for a tier may be solved in half a byte a
    /// slot, with more work.
    pub least: u64,
    /// The tier for which that is needed, by its place among [`Plan::tiers`].
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
    /// it, half a one more if that goes by rows, and none otherwise, since it is solved in one go from
    /// front to back.
    #[must_use]
    pub fn at_hand(&self) -> u64 {
        if self.cyclic { at_hand(self.slots, false).saturating_add(self.by_rows) } else { 0 }
    }

    /// The least that will do: where only outcomes are asked for, half a byte for each slot, with more
    /// work.
    #[must_use]
    pub fn at_hand_at_least(&self, kind: Kind) -> u64 {
        if self.cyclic { at_hand(self.slots, kind == Kind::Outcome) } else { 0 }
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
    pub fn of(game: &dyn Index) -> Result<Self, DenseError> {
        /// Slots that are looked at to find a position.
        const LOOKS: u64 = 1 << 10;
        let tiers = Tiers::of(game)?;
        let planned = (0..tiers.len()).map(|place| {
            let range = tiers.ranges()[place].clone();
            let led_to = tiers.led_to(game, place);
            let length = range.len() as u64;
            let some = |n| game.tier_name(range.start as u64 + spread(n, length));
            let name = (0..LOOKS.min(length)).find_map(some);
            PlannedTier {
                name: name.flatten(),
                slots: range.len() as u64,
                cyclic: led_to.itself,
                by_rows: rows_bytes(game.slot_moves(), &range),
                leads_to: led_to.count(&tiers),
            }
        });
        let mut planned: Vec<PlannedTier> = planned.collect();
        if planned.iter().all(|tier| tier.name.is_none()) && planned.len() > 1 {
            for section in game.sections() {
                let first = section.slots.first().and_then(|slots| tiers.of_slot(slots.start));
                if let Some(tier) = first.and_then(|place| planned.get_mut(place)) {
                    tier.name.get_or_insert(section.name);
                }
            }
        }
        let slots = tiers.slots();
        let [distances, outcomes] =
            [Kind::Distance, Kind::Outcome].map(|kind| tier_by_tier(&planned, slots, kind));
        let in_memory = dense::estimate(slots).saturating_add(rows_bytes_of(game, &tiers));
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
        let led_to = tier.led_to(kind);
        let least = tier.at_hand_at_least(kind).saturating_add(led_to.min(LEAST_CACHE));
        if least > most.least {
            most.largest = place;
        }
        most.memory = most.memory.max(tier.at_hand().saturating_add(led_to));
        most.least = most.least.max(least);
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

/// How the memory is shared out while a tier is solved.
pub(crate) struct Share {
    /// What is left for what it leads to.
    pub(crate) room: u64,
    /// Whether the tier at hand takes half a byte a slot, and not two.
    pub(crate) lean: bool,
    /// Whether it may take half a byte a slot more, to be solved by rows.
    pub(crate) rows: bool,
}

/// Shares out so much memory.
pub(crate) fn share(
    game: &dyn Index,
    tiers: &Tiers,
    tier: usize,
    led_to: &LedTo,
    (kind, available): (Kind, u64),
) -> Share {
    let range = tiers.get(tier).unwrap_or(0..0);
    let slots = range.len() as u64;
    let earlier = solved_bytes(led_to.count(tiers), kind);
    let left = available.saturating_sub(at_work(tiers.slots()));
    let at_hand = |lean| if led_to.itself { at_hand(slots, lean) } else { 0 };
    // Counting is faster, and so is having what the tier leads to at hand.
    let lean = kind == Kind::Outcome && at_hand(false) + earlier.min(LEAST_CACHE) > left;
    let rows_bytes = rows_bytes(game.slot_moves(), &range);
    let with_rows = at_hand(lean).saturating_add(rows_bytes);
    // A small part of the memory is better spent on them than on what the tier leads to.
    let fits = with_rows.saturating_add(earlier) <= left
        || with_rows.saturating_add(LEAST_CACHE) <= left && rows_bytes <= left / 16;
    let rows = !lean && rows_bytes > 0 && fits;
    let at_hand = if rows { with_rows } else { at_hand(lean) };
    Share { room: left.saturating_sub(at_hand).max(LEAST_CACHE), lean, rows }
}

/// The bytes that a tier takes besides while it is solved by whole rows of slots: four sets, a word of
/// each for a row. None if its moves are not known by rows.
pub(crate) fn rows_bytes(moves: Option<&dyn SlotMoves>, tier: &Range<usize>) -> u64 {
    let slots = tier.start as u64..tier.end as u64;
    let rows = moves.and_then(|moves| moves.rows(slots));
    let rows = rows.filter(|rows| rows.count() * rows.places().len() == tier.len());
    rows.map_or(0, |rows| 4 * 8 * rows.count() as u64)
}

/// The most that a tier of a game takes for that.
pub(crate) fn rows_bytes_of(game: &dyn Index, tiers: &Tiers) -> u64 {
    let bytes = |tier| rows_bytes(game.slot_moves(), tier);
    tiers.ranges().iter().map(bytes).max().unwrap_or(0)
}

/// Whether some tiers have rows, and there is memory to solve them by rows, one after the other.
pub(crate) fn fits_by_rows(game: &dyn Index, tiers: &Tiers, control: &Control<'_>) -> bool {
    let rows = rows_bytes_of(game, tiers);
    let held = dense::estimate(tiers.slots());
    rows > 0
        && held.saturating_add(rows) <= control.room()
        && rows <= memory::available().unwrap_or(u64::MAX)
}

/// The bytes of a tier that leads to itself while it is solved.
fn at_hand(slots: u64, lean: bool) -> u64 {
    if lean { slots / 2 + 16 } else { slots.saturating_mul(2) }
}
