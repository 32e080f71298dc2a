//! A graph in the memory of this process, with every edge turned around beside it.

use std::ops::Range;

use retrograde_core::{Graph, RowSource, RowVisit, Vertex};
use retrograde_link::{ClusterError, Link, Watch};

use crate::fingerprint::Fingerprint;
use crate::funnel::{Funnel, SHORT};
use crate::outbox::Outbox;
use crate::output::Style;
use crate::partition::Partition;
use crate::rule::{Rule, Said};
use crate::source::{Ending, Part, Seen, Source, look_at};

/// A graph that all workers look at.
#[derive(Debug)]
pub(crate) struct InMemory<'g> {
    pub(crate) graph: &'g Graph,
    /// The graph with every edge turned around.
    pub(crate) back: &'g Graph,
    pub(crate) rule: Rule<'g>,
}

impl<'g> Source for InMemory<'g> {
    fn size(&self) -> Option<u64> {
        Some(self.graph.vertex_count() as u64)
    }

    fn ending(&self) -> Ending {
        self.rule.ending()
    }

    fn style(&self) -> Style<'_> {
        Style::Rows(self.rule)
    }

    fn fingerprint(&self, watch: Watch<'_>) -> Result<u64, ClusterError> {
        let mut print =
            Fingerprint::new(self.graph.vertex_count() as u64, self.graph.edge_count() as u64);
        print.rows(self.graph, self.rule, watch)?;
        Ok(print.finish())
    }

    fn open<'a>(
        &'a self,
        partition: Partition,
        link: &mut Link<'_>,
    ) -> Result<Box<dyn Part + 'a>, ClusterError> {
        let InMemory { graph, back, rule } = *self;
        let shift = partition.block_len().trailing_zeros();
        let runs = partition.room(link.me()).div_ceil(1 << shift) as u32;
        let first = |run: u32| partition.vertex(link.me(), run << shift) as Vertex;
        let (firsts, said) = ((0..runs).map(first).collect(), Said::default());
        Ok(Box::new(Rows { graph, back, rule, said, lengths: Vec::new(), firsts, shift }))
    }
}

/// What a worker sees of it.
pub(crate) struct Rows<'g> {
    graph: &'g Graph,
    back: &'g Graph,
    rule: Rule<'g>,
    said: Said,
    /// How many moves the vertices have that were looked at last.
    lengths: Vec<u32>,
    /// The first vertex of each own block.
    firsts: Vec<Vertex>,
    shift: u32,
}

impl Rows<'_> {
    #[inline(always)]
    fn vertex(&self, place: u32) -> Vertex {
        self.firsts[(place >> self.shift) as usize] + (place & ((1 << self.shift) - 1))
    }
}

impl Part for Rows<'_> {
    fn look(&mut self, vertices: Range<u64>, _: u32, seen: Seen<'_>) -> Result<(), ClusterError> {
        self.rule.read(vertices.clone(), &mut self.said)?;
        let rows = vertices.start as usize..vertices.end as usize;
        self.lengths.clear();
        self.graph.read_lengths(rows, &mut self.lengths)?;
        let Rows { rule, said, lengths, .. } = self;
        look_at(lengths.len(), seen, |at| rule.look(said, at, lengths[at]))
    }

    fn moves(&mut self, vertices: Range<u64>, visit: RowVisit<'_>) -> Result<(), ClusterError> {
        self.graph.read_rows(vertices.start as usize..vertices.end as usize, visit)?;
        Ok(())
    }

    fn before(&mut self, places: &[u32], outbox: &mut Outbox) -> Result<(), ClusterError> {
        /// How far ahead it is asked where rows begin, and for the rows.
        const AHEAD: usize = 16;
        let mut funnel = Funnel::new(outbox);
        for (index, &place) in places.iter().enumerate() {
            if let Some(&next) = places.get(index + 2 * AHEAD) {
                self.back.prefetch_offset(self.vertex(next));
            }
            if let Some(&next) = places.get(index + AHEAD) {
                self.back.prefetch_row(self.vertex(next), SHORT);
            }
            funnel.add(self.back.targets(), self.back.edge_range(self.vertex(place)));
        }
        funnel.finish();
        Ok(())
    }
}
