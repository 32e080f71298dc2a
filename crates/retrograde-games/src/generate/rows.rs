//! Writing a graph row by row, into memory that was measured and asked for beforehand.

use retrograde_core::memory::Bytes;
use retrograde_core::{Graph, Offsets, Vertex};

use super::error::GenerateError;
use super::size::Size;

/// The rows of a graph under construction.
pub(super) struct Rows {
    offsets: Offsets,
    targets: Vec<Vertex>,
}

impl Rows {
    /// Room for a graph of exactly `size`, if it takes no more than `allowed`.
    pub(super) fn new(size: Size, allowed: Bytes) -> Result<Self, GenerateError> {
        check_fits(size, allowed)?;
        let refused = |_| GenerateError::OutOfMemory { size };
        let rows =
            usize::try_from(size.vertices + 1).map_err(|_| GenerateError::OutOfMemory { size })?;
        let edges = usize::try_from(size.edges).map_err(|_| GenerateError::OutOfMemory { size })?;
        let mut targets = Vec::new();
        targets.try_reserve_exact(edges).map_err(refused)?;
        let offsets = if size.edges <= u64::from(u32::MAX) {
            let mut offsets = Vec::new();
            offsets.try_reserve_exact(rows).map_err(refused)?;
            offsets.push(0);
            Offsets::Narrow(offsets)
        } else {
            let mut offsets = Vec::new();
            offsets.try_reserve_exact(rows).map_err(refused)?;
            offsets.push(0);
            Offsets::Wide(offsets)
        };
        // Columns of attributes cannot be asked for without risk, so ask for as much and let it go.
        let attributes = size.attributes.bytes(size.vertices, size.edges);
        let attributes =
            usize::try_from(attributes).map_err(|_| GenerateError::OutOfMemory { size })?;
        Vec::<u8>::new().try_reserve_exact(attributes).map_err(refused)?;
        Ok(Rows { offsets, targets })
    }

    /// The moves of the next vertex.
    #[inline]
    pub(super) fn push(&mut self, moves: impl IntoIterator<Item = Vertex>) {
        self.targets.extend(moves);
        match &mut self.offsets {
            // The width was chosen for the number of edges there will be.
            Offsets::Narrow(offsets) => offsets.push(self.targets.len() as u32),
            Offsets::Wide(offsets) => offsets.push(self.targets.len() as u64),
        }
    }

    pub(super) fn finish(self) -> Graph {
        Graph::from_parts(self.offsets, self.targets).expect("generators write valid rows")
    }
}

pub(super) fn check_fits(size: Size, allowed: Bytes) -> Result<(), GenerateError> {
    if size.bytes() > allowed { Err(GenerateError::TooLarge { size, allowed }) } else { Ok(()) }
}
