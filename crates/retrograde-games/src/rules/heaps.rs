//! Heaps of which it does not matter which is which, packed into sixteen bytes.

use std::fmt;

use super::grid::numbers_of;

/// A multiset of heaps with together at most [`MOST`](Self::MOST) counters.
///
/// The bits tell how the heaps in ascending order are made: a 0 adds a counter to the size, a 1 puts
/// down a heap of that size. The largest heap and the number of heaps are together at most one more
/// than there are counters.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct HeapSet(u128);

impl HeapSet {
    /// The most counters.
    pub const MOST: u32 = 120;

    /// The heaps in ascending order.
    pub fn sizes(self) -> impl Iterator<Item = u8> {
        let mut rest = self.0;
        (0..).map_while(move |heaps_before: u32| {
            let bit = rest.trailing_zeros();
            let size = (rest != 0).then(|| (bit - heaps_before) as u8);
            rest &= rest.wrapping_sub(1);
            size
        })
    }

    /// All counters together.
    #[must_use]
    pub fn total(self) -> u32 {
        self.sizes().map(u32::from).sum()
    }

    /// With one heap more, unless it is empty. There must not be too many counters.
    #[must_use]
    pub(super) fn with(self, size: u8) -> Self {
        if size == 0 {
            return self;
        }
        let smaller = self.sizes().take_while(|&other| other < size).count() as u32;
        let place = u32::from(size) + smaller;
        let below = self.0 & ((1 << place) - 1);
        HeapSet(below | 1 << place | self.0 >> place << place << 1)
    }

    /// With one heap of that size less; there must be one.
    #[must_use]
    pub(super) fn without(self, size: u8) -> Self {
        let smaller = self.sizes().take_while(|&other| other < size).count() as u32;
        let place = u32::from(size) + smaller;
        let below = self.0 & ((1 << place) - 1);
        HeapSet(below | self.0 >> place >> 1 << place)
    }

    /// Reads heaps in any order, with commas in between; `0` is none at all.
    pub(super) fn parse(text: &str, most: u32) -> Result<Self, String> {
        let (mut heaps, most) = (HeapSet::default(), most.min(Self::MOST));
        let sizes = numbers_of::<u8>(text)?;
        if sizes == [0] {
            return Ok(heaps);
        }
        let mut together = 0;
        for size in sizes {
            together += u32::from(size);
            if size == 0 {
                return Err("a heap of none is no heap".to_owned());
            }
            if together > most {
                return Err(format!("the heaps have more than {most} together"));
            }
            heaps = heaps.with(size);
        }
        Ok(heaps)
    }
}

impl fmt::Display for HeapSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("0");
        }
        for (index, size) in self.sizes().enumerate() {
            write!(f, "{}{size}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl fmt::Debug for HeapSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HeapSet({self})")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_sorted_list(steps in prop::collection::vec((1u8..=120, any::<bool>()), 0..200)) {
            let (mut heaps, mut list) = (HeapSet::default(), Vec::<u8>::new());
            for (size, add) in steps {
                let total: u32 = list.iter().map(|&size| u32::from(size)).sum();
                if add && total + u32::from(size) <= HeapSet::MOST {
                    heaps = heaps.with(size);
                    list.push(size);
                    list.sort_unstable();
                } else if let Some(at) = list.iter().position(|&other| other >= size / 8) {
                    heaps = heaps.without(list.remove(at));
                }
                prop_assert!(heaps.sizes().eq(list.iter().copied()));
                prop_assert_eq!(HeapSet::parse(&heaps.to_string(), HeapSet::MOST), Ok(heaps));
            }
        }
    }

    #[test]
    fn the_most_counters_fit_in_any_way() {
        for size in 1..=120u8 {
            let heaps = (0..120 / size).fold(HeapSet::default(), |heaps, _| heaps.with(size));
            assert_eq!(heaps.sizes().count(), usize::from(120 / size));
            assert!(heaps.sizes().all(|other| other == size));
        }
        assert_eq!(
            HeapSet::parse("60,61", 200),
            Err("the heaps have more than 120 together".to_owned())
        );
        assert_eq!(HeapSet::parse("3,0", 200), Err("a heap of none is no heap".to_owned()));
        assert_eq!(HeapSet::parse("3,2", 4), Err("the heaps have more than 4 together".to_owned()));
        assert_eq!(HeapSet::parse("", 4), Err("a number is missing".to_owned()));
        assert_eq!(HeapSet::parse("3, 1", 4).unwrap().to_string(), "1,3");
    }
}
