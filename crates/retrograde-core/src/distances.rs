//! One distance a vertex, as narrow as they allow.

/// Distances of all vertices: a byte each while none passes 255, four bytes each otherwise.
///
/// A narrow array is a quarter of the size, so that more of it stays in the cache.
#[derive(Clone, Debug)]
pub enum Distances {
    /// No distance is larger than 255.
    Narrow(Vec<u8>),
    /// Any distances.
    Wide(Vec<u32>),
}

impl Distances {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Distances::Narrow(distances) => distances.len(),
            Distances::Wide(distances) => distances.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes off what lies from `at` on.
    ///
    /// # Panics
    /// If `at` is past the end.
    #[must_use]
    pub fn split_off(&mut self, at: usize) -> Self {
        match self {
            Distances::Narrow(distances) => Distances::Narrow(distances.split_off(at)),
            Distances::Wide(distances) => Distances::Wide(distances.split_off(at)),
        }
    }

    /// The distance at `index`.
    ///
    /// # Panics
    /// If `index` is past the end.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> u32 {
        match self {
            Distances::Narrow(distances) => u32::from(distances[index]),
            Distances::Wide(distances) => distances[index],
        }
    }
}
