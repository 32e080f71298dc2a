//! How large a generated arena will be.

use retrograde_core::memory::Bytes;
use retrograde_core::{Attribute, Player};

use super::error::GenerateError;

/// The size of an arena before it is built.
///
/// ```
/// use retrograde_core::Attribute;
/// use retrograde_games::generate::Recipe;
/// let size = "random-payoff 1000 moves=2".parse::<Recipe>()?.size();
/// assert_eq!((size.vertices, size.edges), (1000, 2000));
/// assert!(size.attributes.contains(&Attribute::Weight));
/// # Ok::<(), retrograde_games::generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Exactly how many vertices.
    pub vertices: u64,
    /// How many edges: exactly, or in the random families how many to expect.
    pub edges: u64,
    /// What they carry.
    pub attributes: &'static [Attribute],
}

impl Size {
    /// The memory the finished arena takes, which is also the most that building it takes: four
    /// bytes an edge and four a vertex, or eight a vertex from 2³² edges on; and where it has them,
    /// a byte a vertex for owners and for targets, four a vertex for priorities and eight an edge
    /// for weights, with one bit each to say that they are there.
    #[must_use]
    pub fn bytes(self) -> Bytes {
        let per_row = if self.edges <= u64::from(u32::MAX) { 4 } else { 8 };
        let rows = self.vertices.saturating_add(1).saturating_mul(per_row);
        let graph = self.edges.saturating_mul(4).saturating_add(rows);
        Bytes(graph.saturating_add(self.attribute_bytes()))
    }

    /// The part of [`bytes`](Self::bytes) that is not for the graph.
    pub(super) fn attribute_bytes(self) -> u64 {
        let column = |entries: u64, width: usize| {
            // One bit an entry says that it is there, in whole words.
            entries.saturating_mul(width as u64).saturating_add(entries.div_ceil(64) * 8)
        };
        let bytes = self.attributes.iter().map(|attribute| match attribute {
            Attribute::Owner => column(self.vertices, size_of::<Player>()),
            Attribute::Priority => column(self.vertices, size_of::<u32>()),
            Attribute::Target => column(self.vertices, size_of::<bool>()),
            Attribute::Weight => column(self.edges, size_of::<i64>()),
            other => unreachable!("no family gives '{other}'"),
        });
        bytes.fold(0, u64::saturating_add)
    }

    pub(super) fn check_fits(self, allowed: Bytes) -> Result<(), GenerateError> {
        match self.bytes() > allowed {
            true => Err(GenerateError::TooLarge { size: self, allowed }),
            false => Ok(()),
        }
    }
}
