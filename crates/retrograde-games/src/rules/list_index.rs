//! An index for small games: every position in one list.

use std::ops::Range;

/// The canonical positions of a game of at most some hundred thousand, tier by tier: a slot is a
/// place in the list, found by bisection.
#[derive(Clone, Debug)]
pub(super) struct ListIndex<P> {
    positions: Vec<(u32, P)>,
    tiers: Vec<Range<u64>>,
}

impl<P: Copy + Ord> ListIndex<P> {
    /// A list of these positions, those of lower `tier` first. What is there twice counts once.
    pub(super) fn new(positions: impl Iterator<Item = P>, tier: impl Fn(&P) -> u32) -> Self {
        let mut positions: Vec<(u32, P)> = positions.map(|p| (tier(&p), p)).collect();
        positions.sort_unstable();
        positions.dedup();
        let mut tiers = Vec::new();
        let mut start = 0;
        for same in positions.chunk_by(|one, other| one.0 == other.0) {
            tiers.push(start..start + same.len() as u64);
            start += same.len() as u64;
        }
        ListIndex { positions, tiers }
    }

    pub(super) fn slots(&self) -> u64 {
        self.positions.len() as u64
    }

    pub(super) fn tiers(&self) -> Vec<Range<u64>> {
        self.tiers.clone()
    }

    /// The slot of a canonical position of that tier.
    ///
    /// # Panics
    /// If it is not in the list.
    pub(super) fn rank(&self, tier: u32, canonical: P) -> u64 {
        let slot = self.positions.binary_search(&(tier, canonical));
        slot.expect("every position that the rules allow is listed") as u64
    }

    pub(super) fn unrank(&self, slot: u64) -> Option<P> {
        Some(self.positions.get(usize::try_from(slot).ok()?)?.1)
    }
}
