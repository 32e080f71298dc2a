//! Splitting blocks until they are stable, by the smaller half.
//!
//! The blocks are always *stable* towards the compounds: within a block, either all vertices have
//! moves (of a given label) into a compound or none has. When every block is a compound, that is
//! bisimulation. Until then, some compound consists of several blocks; the smaller one B of two is
//! taken out of it as a compound of its own, and stability towards B and towards the rest R of the
//! compound is restored by splitting each block into three: moves into B only, moves into both, no
//! moves into B (hence into R only, or into neither). Only edges into B are looked at for that,
//! because each edge knows a counter, shared by all edges with its source, its label and its
//! compound: if B has all the edges that the counter counts, there are none into R. The target of
//! an edge that is looked at again is in a block half as large as before, at most.

use std::ops::Range;

use retrograde_core::{Pace, Stopped, Vertex, sys};

use super::Partition;
use super::blocks::{Blocks, Part};
use super::groups::Groups;
use super::incoming::Incoming;
use super::labels::Index;

/// The coarsest partition that is finer than `classes` and stable towards itself, where vertices
/// alone in their class need not have their edges among `incoming`.
///
/// # Complexity
/// O(E log V) time. Below 2³² edges: 8 bytes an edge and 56 a vertex beside the arguments and the
/// result, and if there are labels 4 bytes more an edge.
pub(super) fn refine<I: Index>(
    incoming: &Incoming<I>,
    classes: Vec<u32>,
    pace: &mut Pace<'_>,
) -> Result<Partition, Stopped> {
    let vertices = classes.len();
    let mut refinement = Refinement {
        incoming,
        blocks: Blocks::new(&classes),
        counter_of: sys::zeroed(incoming.edge_count()),
        counters: Vec::with_capacity(incoming.edge_count()),
        touched: Vec::with_capacity(vertices),
        groups: Groups::new(incoming),
    };
    drop(classes);
    refinement.split_by(0..vertices, Splitter::Everything, pace)?;
    while let Some(mut compound) = refinement.blocks.next_unsettled() {
        while let Some(block) = refinement.blocks.take_smaller(&mut compound) {
            let block = block.start as usize..block.end as usize;
            pace.steps(1)?;
            refinement.split_by(block, Splitter::Block, pace)?;
        }
    }
    Ok(refinement.blocks.finish())
}

/// What the vertices that blocks are split by are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Splitter {
    /// All vertices: what remains of their compound is nothing, and there are no counters yet.
    Everything,
    /// A block just taken out of its compound.
    Block,
}

struct Refinement<'a, I> {
    incoming: &'a Incoming<I>,
    blocks: Blocks<I>,
    /// The counter of each edge.
    counter_of: Vec<I>,
    /// How many edges lead from one vertex with one label into one compound. There is one for each
    /// such combination that has edges, so never more than there are edges.
    counters: Vec<u32>,
    /// The sources of the edges into the splitter, each with the counter of those edges.
    touched: Vec<(Vertex, I)>,
    groups: Groups<I>,
}

impl<I: Index> Refinement<'_, I> {
    /// Restores stability towards the vertices in `range` and what remains of their compound.
    fn split_by(
        &mut self,
        range: Range<usize>,
        splitter: Splitter,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        let Some(labels) = &self.incoming.labels else {
            return self.split_by_edges(&RowSpan(range), splitter, pace);
        };
        let mut groups = std::mem::take(&mut self.groups);
        groups.collect(self.incoming, &labels.of, &self.blocks.order[range], pace)?;
        for group in 0..groups.len() {
            self.split_by_edges(&List(groups.get(group)), splitter, pace)?;
        }
        self.groups = groups;
        Ok(())
    }

    /// The same for the edges of one label only.
    fn split_by_edges(
        &mut self,
        edges: &impl Edges,
        splitter: Splitter,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        let Refinement { incoming, blocks, counter_of, counters, touched, .. } = self;
        let sources = incoming.sources();
        // `work` counts how many of the edges come from the vertex.
        let Blocks { order, places, .. } = blocks;
        edges.for_each(incoming, order, pace, |edge| {
            let source = sources[edge];
            let work = &mut places[source as usize].work;
            if *work == Blocks::ALONE {
                return;
            }
            if *work == I::default() {
                touched.push((source, counter_of[edge]));
            }
            *work = I::new(work.get() + 1);
        })?;
        // Where some edges stay behind, those into the splitter get a counter of their own, and
        // `work` becomes its number, plus one.
        let first_new = counters.len();
        for &(source, counter) in touched.iter() {
            let work = &mut blocks.places[source as usize].work;
            let count = work.get() as u32;
            if splitter == Splitter::Block {
                let left = &mut counters[counter.get()];
                if *left == count {
                    *work = I::default();
                    blocks.pick(source, Part::Front);
                    continue;
                }
                *left -= count;
            }
            counters.push(count);
            *work = I::new(counters.len());
            blocks.pick(source, Part::Back);
        }
        if counters.len() > first_new {
            // Picking has shuffled the splitter's own range, but it holds the same vertices.
            let Blocks { order, places, .. } = blocks;
            edges.for_each(incoming, order, pace, |edge| {
                let work = places[sources[edge] as usize].work;
                if work != I::default() && work != Blocks::ALONE {
                    counter_of[edge] = I::new(work.get() - 1);
                }
            })?;
            for &(source, _) in touched.iter() {
                places[source as usize].work = I::default();
            }
        }
        touched.clear();
        blocks.split();
        Ok(())
    }
}

/// A set of edges that is gone through twice.
trait Edges {
    fn for_each<I: Index>(
        &self,
        incoming: &Incoming<I>,
        order: &[Vertex],
        pace: &mut Pace<'_>,
        visit: impl FnMut(usize),
    ) -> Result<(), Stopped>;
}

/// All edges into the vertices in a range of the blocks' order.
struct RowSpan(Range<usize>);

impl Edges for RowSpan {
    #[inline(always)]
    fn for_each<I: Index>(
        &self,
        incoming: &Incoming<I>,
        order: &[Vertex],
        pace: &mut Pace<'_>,
        mut visit: impl FnMut(usize),
    ) -> Result<(), Stopped> {
        for &target in &order[self.0.clone()] {
            pace.steps(1 + incoming.range(target).len())?;
            for edge in incoming.range(target) {
                visit(edge);
            }
        }
        Ok(())
    }
}

/// Edges listed one by one.
struct List<'a, J>(&'a [J]);

impl<J: Index> Edges for List<'_, J> {
    #[inline(always)]
    fn for_each<I: Index>(
        &self,
        _: &Incoming<I>,
        _: &[Vertex],
        pace: &mut Pace<'_>,
        mut visit: impl FnMut(usize),
    ) -> Result<(), Stopped> {
        for edges in self.0.chunks(1 << 12) {
            pace.steps(edges.len())?;
            edges.iter().for_each(|edge| visit(edge.get()));
        }
        Ok(())
    }
}
