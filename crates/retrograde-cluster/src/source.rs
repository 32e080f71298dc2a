//! Where a worker's share of a game comes from.

use std::ops::Range;

use retrograde_core::{Outcome, RowVisit};
use retrograde_link::{Cluster, ClusterError, Link, Watch};

use crate::outbox::Outbox;
use crate::output::Style;
use crate::partition::Partition;

/// A game of which every worker can get its share.
pub(crate) trait Source: Sync {
    /// How many vertices or slots there are, where that is known before anybody reads anything.
    fn size(&self) -> Option<u64>;

    /// Finds out together how many there are, where it is not.
    fn measure(&self, _: &mut Link<'_>, _: &Cluster) -> Result<u64, ClusterError> {
        Ok(self.size().unwrap_or(0))
    }

    /// The vertices in groups, in the order in which they are solved: no move leads to a later one.
    fn tiers(&self, size: u64) -> Vec<Range<u64>> {
        std::iter::once(0..size).collect()
    }

    /// What becomes of a vertex all of whose moves are refuted.
    fn ending(&self) -> Ending {
        Ending::Lost
    }

    /// How the answer is written.
    fn style(&self) -> Style<'_>;

    /// A number that tells this input and question from others.
    fn fingerprint(&self, watch: Watch<'_>) -> Result<u64, ClusterError>;

    /// The share of the worker at this end of the link. All workers are here at the same time.
    fn open<'a>(
        &'a self,
        partition: Partition,
        link: &mut Link<'_>,
    ) -> Result<Box<dyn Part + 'a>, ClusterError>;
}

/// What becomes of a vertex all of whose moves are refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Who has only moves to won vertices has lost.
    Lost,
    /// Who has only moves into the attractor is in it, too.
    Attracted,
    /// The same, in rounds of attractors of the one player and the other.
    Visited,
}

/// A worker's share of a game.
pub(crate) trait Part {
    /// Whether moves may lead out of a tier.
    fn leaves_tiers(&self) -> bool {
        false
    }

    /// Calls `seen(offset, looks)` for the vertices of a range in order, one or some at a time, all of which
    /// are the worker's own and the first of which it has under the number `place`.
    fn look(
        &mut self,
        vertices: Range<u64>,
        place: u32,
        seen: Seen<'_>,
    ) -> Result<(), ClusterError>;

    /// Calls `visit(vertex, row)` with where the moves of each vertex of a range lead, in the order of the
    /// edges, a long row in pieces; or nothing, where nobody asks for that.
    fn moves(&mut self, _: Range<u64>, _: RowVisit<'_>) -> Result<(), ClusterError> {
        Ok(())
    }

    /// Takes down all vertices of the tier from which a move leads to one of these, of which it has the
    /// numbers: as often as there are such moves in the count of [`Look`].
    fn before(&mut self, places: &[u32], outbox: &mut Outbox) -> Result<(), ClusterError>;
}

/// Takes what there is at consecutive vertices, from so many after the first of those that are looked at.
pub(crate) type Seen<'s> = &'s mut dyn FnMut(u32, &[Look<'_>]) -> Result<(), ClusterError>;

/// Looks at so many vertices and hands on what is there, some at a time: a call for each would cost as much
/// as the look.
pub(crate) fn look_at(
    count: usize,
    seen: Seen<'_>,
    mut look: impl FnMut(usize) -> Look<'static>,
) -> Result<(), ClusterError> {
    const TOGETHER: usize = 64;
    let mut looks = [Look::Hole; TOGETHER];
    for first in (0..count).step_by(TOGETHER) {
        let some = &mut looks[..TOGETHER.min(count - first)];
        some.iter_mut().enumerate().for_each(|(index, there)| *there = look(first + index));
        seen(first as u32, some)?;
    }
    Ok(())
}

/// What there is at a vertex.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look<'a> {
    Hole,
    Over(Outcome),
    Open {
        /// How many moves of its tier must be refuted.
        replies: u32,
        /// Where moves out of the tier lead.
        leaving: &'a [u64],
    },
    /// A vertex of a game whose targets are to be visited infinitely often.
    Visit {
        /// Whether the visitor moves there.
        own: bool,
        /// Whether the visitor wants to be there.
        goal: bool,
        moves: u32,
    },
}
