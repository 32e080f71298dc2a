//! Places that are kept for many vertices.

use retrograde_core::{Arena, ArenaBuilder, GraphError, Vertex};

use crate::error::{Place, ReadError};

/// A place in eight bytes, for keeping many; far beyond what a file has, it is forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Spot {
    line: u32,
    column: u32,
}

impl Spot {
    pub(crate) fn new(place: Place) -> Self {
        let line = u32::try_from(place.line);
        let column = u32::try_from(place.column.unwrap_or(0));
        line.and_then(|line| Ok(Spot { line, column: column? })).unwrap_or_default()
    }

    pub(crate) fn place(self) -> Option<Place> {
        (self != Spot::default()).then(|| Place::new(self.line.into(), self.column.into()))
    }
}

/// The arena, or where the verdict stands that was said of a vertex with moves.
pub(crate) fn finish(
    builder: ArenaBuilder,
    verdicts: &[(Vertex, Spot)],
) -> Result<Arena, ReadError> {
    builder.finish().map_err(|error| {
        let place = match error {
            GraphError::VerdictOnMoves { vertex, .. } => {
                verdicts.iter().find(|&&(v, _)| v == vertex).and_then(|(_, spot)| spot.place())
            }
            _ => None,
        };
        ReadError::graph(place, error)
    })
}
