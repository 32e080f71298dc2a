//! How much memory a reader may still take.

use retrograde_core::GraphError;

use crate::error::ReadError;

/// Counts the bytes a reader holds besides its graph and stops it at the limit.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    limit: u64,
    held: u64,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Self {
        Budget { limit, held: 0 }
    }

    /// Takes `bytes`, or says that there are not so many.
    #[inline]
    pub(crate) fn charge(&mut self, bytes: u64) -> Result<(), ReadError> {
        self.held = self.held.saturating_add(bytes);
        self.check(0)
    }

    /// Gives `bytes` back.
    #[inline]
    pub(crate) fn release(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Whether `more` bytes would fit, without taking them.
    #[inline]
    pub(crate) fn check(&self, more: u64) -> Result<(), ReadError> {
        let needed = self.held.saturating_add(more);
        if needed > self.limit {
            return Err(ReadError::graph(
                None,
                GraphError::OutOfMemory { needed, allowed: self.limit },
            ));
        }
        Ok(())
    }
}
