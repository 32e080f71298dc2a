//! Names that have vertices by now, for threads that read ahead of the one that hands vertices out.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use crate::graph::Vertex;
use crate::slots::{Key, Keys, Slots};
use crate::sys;

/// A look at the vertices that an [`ArenaBuilder`](crate::ArenaBuilder) has handed out. What it tells stays
/// true; what it does not tell may have become known in the meantime.
///
/// ```
/// let mut builder = retrograde_core::ArenaBuilder::new();
/// let vertex = builder.numbered_vertex(7)?;
/// let known = builder.known();
/// assert_eq!((known.number(7), known.number(8)), (Some(vertex), None));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Known {
    dense: Arc<Vec<AtomicU32>>,
    dense_len: usize,
    table: Arc<Slots>,
    keys: Keys,
    is_text: bool,
}

impl Known {
    pub(crate) fn new(
        (dense, dense_len): (Arc<Vec<AtomicU32>>, usize),
        (table, keys): (Arc<Slots>, Keys),
        is_text: bool,
    ) -> Self {
        Known { dense, dense_len, table, keys, is_text }
    }

    /// The vertex of a number, if that is known.
    #[inline]
    #[must_use]
    pub fn number(&self, number: u64) -> Option<Vertex> {
        match self.dense[..self.dense_len].get(number as usize) {
            Some(slot) => slot.load(Relaxed).checked_sub(1),
            None if self.is_text => None,
            None => self.table.find(self.keys.number(number), |_| true),
        }
    }

    /// Asks the processor for what [`number`](Self::number) looks at.
    #[inline]
    pub fn prefetch_number(&self, number: u64) {
        match (number as usize) < self.dense_len {
            true => sys::prefetch(&self.dense, number as usize),
            false => self.table.prefetch(self.keys.number(number)),
        }
    }

    /// The key of a name, which the processor is asked to look for.
    #[inline]
    #[must_use]
    pub fn key(&self, name: &str) -> Key {
        let key = self.keys.word(name);
        self.table.prefetch(key);
        key
    }

    /// The vertex of the name with this key, if that is known. Long names never are.
    #[inline]
    #[must_use]
    pub fn word(&self, key: Key) -> Option<Vertex> {
        if !self.is_text {
            return None;
        }
        self.table.find(key, |_| false)
    }
}
