//! The vertices by the hashes of their positions: open addressing in one flat array.

use std::fmt;

use retrograde_core::{Control, Stopped, Vertex, sys};

/// A set of vertices, each under a tag of 32 bits that stands for its position.
///
/// The place of a tag is its share of the array, so that the array can have any length, and a longer
/// one is filled from front to back. A slot keeps the tag beside the vertex: other positions are
/// hardly ever looked at, and growing looks at none.
#[derive(Clone, Default)]
pub(super) struct Tags {
    /// The tag in the high half and one more than the vertex in the low half; 0 where nothing is.
    slots: Vec<u64>,
    count: usize,
}

/// A place where nothing is yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Free(usize);

impl Tags {
    fn home(tag: u32, slots: usize) -> usize {
        ((u64::from(tag) * slots as u64) >> 32) as usize
    }

    /// The vertex under this tag that is the `same` one, or the place to put it.
    ///
    /// There must have been [room](Self::reserve) for one more.
    #[inline]
    pub(super) fn find(
        &self,
        tag: u32,
        mut same: impl FnMut(Vertex) -> bool,
    ) -> Result<Vertex, Free> {
        let mut at = Self::home(tag, self.slots.len());
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(Free(at));
            }
            if (slot >> 32) as u32 == tag && same(slot as u32 - 1) {
                return Ok(slot as u32 - 1);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    /// Puts a vertex in a free place found for its tag.
    #[inline]
    pub(super) fn fill(&mut self, Free(at): Free, tag: u32, vertex: Vertex) {
        self.slots[at] = u64::from(tag) << 32 | u64::from(vertex + 1);
        self.count += 1;
    }

    /// Gives the vertex at a place that was filled another number.
    #[inline]
    pub(super) fn renumber(&mut self, Free(at): Free, vertex: Vertex) {
        self.slots[at] = self.slots[at] >> 32 << 32 | u64::from(vertex + 1);
    }

    /// Asks for the place where a tag would be.
    #[inline]
    pub(super) fn prefetch(&self, tag: u32) {
        sys::prefetch(&self.slots, Self::home(tag, self.slots.len()));
    }

    /// A vertex under this tag, if one is near its place.
    #[inline]
    pub(super) fn likely(&self, tag: u32) -> Option<Vertex> {
        let home = Self::home(tag, self.slots.len());
        let near = &self.slots[home..self.slots.len().min(home + 4)];
        let slot = near.iter().find(|&&slot| slot != 0 && (slot >> 32) as u32 == tag)?;
        Some(*slot as u32 - 1)
    }

    /// How many slots there must be to hold `more`, if there are not enough: half as many again as
    /// there are, or as many as keep a quarter free.
    pub(super) fn growth(&self, more: usize) -> Option<usize> {
        let least = (self.count + more) / 3 * 4 + 4;
        (least > self.slots.len()).then(|| least.max(self.slots.len() / 2 * 3))
    }

    /// Makes so many slots.
    pub(super) fn resize(&mut self, slots: usize, control: &Control<'_>) -> Result<(), Stopped> {
        /// So many slots are moved in about a millisecond.
        const TOGETHER: usize = 1 << 17;
        let mut longer: Vec<u64> = sys::zeroed(slots);
        for some in self.slots.chunks(TOGETHER) {
            control.check()?;
            for &slot in some.iter().filter(|&&slot| slot != 0) {
                let mut at = Self::home((slot >> 32) as u32, slots);
                while longer[at] != 0 {
                    at += 1;
                    if at == slots {
                        at = 0;
                    }
                }
                longer[at] = slot;
            }
        }
        self.slots = longer;
        Ok(())
    }

    /// Whether nothing can be found here, not even a free place.
    pub(super) fn is_unused(&self) -> bool {
        self.slots.is_empty()
    }

    pub(super) fn heap_bytes(&self) -> u64 {
        self.slots.capacity() as u64 * 8
    }
}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tags").field("count", &self.count).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_map(words in prop::collection::vec(0u32..400, 0..600), coarse in 1u32..70) {
            // Few different tags: many positions under the same one, at both ends of the array.
            let tag = |word: u32| (word % coarse).wrapping_mul(u32::MAX / 60);
            let mut tags = Tags::default();
            let mut met: Vec<u32> = Vec::new();
            for &word in &words {
                if let Some(slots) = tags.growth(1) {
                    tags.resize(slots, &Control::ALONE).unwrap();
                }
                let expected = met.iter().position(|&other| other == word);
                match tags.find(tag(word), |vertex| met[vertex as usize] == word) {
                    Ok(vertex) => prop_assert_eq!(Some(vertex as usize), expected),
                    Err(free) => {
                        prop_assert_eq!(expected, None);
                        tags.fill(free, tag(word), 1000);
                        tags.renumber(free, met.len() as u32);
                        met.push(word);
                    }
                }
                let likely = tags.likely(tag(word));
                let has_the_tag = likely.is_none_or(|vertex| tag(met[vertex as usize]) == tag(word));
                prop_assert!(has_the_tag);
            }
            prop_assert!(4 * tags.count <= 3 * tags.slots.len());
        }
    }
}
