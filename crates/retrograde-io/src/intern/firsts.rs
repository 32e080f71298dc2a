//! At which positions names appeared for the first time, and how many before each.

use retrograde_core::Vertex;

/// Positions in a word of bits.
pub(crate) const WORD: usize = 64;

/// A bit for each position, with counts.
#[derive(Default)]
pub(crate) struct Firsts {
    /// Bits, and how many are set in all words before.
    words: Vec<(u64, u32)>,
    count: u32,
}

impl Firsts {
    /// Adds the bits of the positions that come next.
    pub(crate) fn extend(&mut self, bits: &[u64]) {
        for &bits in bits {
            self.words.push((bits, self.count));
            self.count += bits.count_ones();
        }
    }

    /// How many are first appearances: the number of names.
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// The vertex whose name appeared first at a position.
    #[inline(always)]
    pub(crate) fn vertex(&self, at: u32) -> Vertex {
        let (bits, before) = self.words[at as usize / WORD];
        before + (bits & ((1 << (at as usize % WORD)) - 1)).count_ones()
    }

    pub(crate) fn heap_bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<(u64, u32)>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_counted() {
        let mut firsts = Firsts::default();
        firsts.extend(&[0b1011, 0]);
        firsts.extend(&[1 | 1 << 63, 1]);
        let vertices: Vec<_> = [0, 1, 3, 128, 191, 192].map(|at| firsts.vertex(at)).into();
        assert_eq!((vertices, firsts.count()), (vec![0, 1, 2, 3, 4, 5], 6));
    }
}
