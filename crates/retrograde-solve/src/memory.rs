//! How much memory solving will take, before it is taken.

/// Bytes that solving takes, by what they are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryEstimate {
    /// The forward graph, already there.
    pub graph: u64,
    /// What the solver adds at its peak, best moves included unless left out.
    pub solver: u64,
}

impl MemoryEstimate {
    /// Graph and solver together.
    #[must_use]
    pub fn total(self) -> u64 {
        self.graph + self.solver
    }
}
