//! Pieces put together in their order: a graph when all are there, or what a builder goes on with.

use retrograde_core::{
    Arena, ArenaBuilder, Column, Graph, GraphError, Names, Offsets, Threads, sys,
};

use super::firsts::Firsts;
use super::rows::rows;
use super::{AHEAD, Interning, Piece};

/// What a builder may need besides what it needs for each name and edge.
const LEAST: u64 = 16 << 20;

/// What has been read so far.
#[derive(Default)]
pub(crate) struct Gathered {
    firsts: Firsts,
    numbers: Vec<u64>,
    /// Words one after the other, and how long each is.
    text: String,
    lengths: Vec<u8>,
    /// Where the names of the two ends of each edge appeared first, and what all edges weigh, if they do.
    ends: Vec<u32>,
    weights: Vec<i64>,
}

impl Gathered {
    /// How many names there are.
    pub(crate) fn names(&self) -> usize {
        self.firsts.count()
    }

    /// Adds the next piece, if all edges have weights with it or none has, and there is still as much room
    /// as a graph takes that is finished or built one by one.
    pub(crate) fn add(&mut self, piece: &Piece, interning: &Interning<'_>, room: u64) -> bool {
        let held = self.heap_bytes() + interning.heap_bytes() + piece.bytes();
        let is_mixed = self.weights.is_empty() != piece.weights.is_empty()
            && !self.ends.is_empty()
            && !piece.ends.is_empty();
        let needed = held.saturating_mul(8).saturating_add(64 * self.firsts.count() as u64 + LEAST);
        if is_mixed || needed > room {
            return false;
        }
        self.firsts.extend(&piece.bits);
        append(&mut self.numbers, &piece.numbers);
        self.text.push_str(&piece.text);
        append(&mut self.lengths, &piece.lengths);
        append(&mut self.ends, &piece.ends);
        append(&mut self.weights, &piece.weights);
        true
    }

    fn heap_bytes(&self) -> u64 {
        let Gathered { firsts, numbers, text, lengths, ends, weights } = self;
        let words = numbers.len() + weights.len();
        (8 * words + text.len() + lengths.len() + 4 * ends.len()) as u64 + firsts.heap_bytes()
    }

    /// The graph that all pieces make.
    pub(crate) fn finish(mut self, threads: Threads, room: u64) -> Result<Arena, GraphError> {
        let vertices = self.firsts.count();
        // Each thread counts the edges of all vertices.
        let most = (room / 8 / (4 * vertices as u64 + 1)).clamp(1, threads.get() as u64);
        let threads = Threads::new(most as usize).unwrap_or(Threads::ONE);
        let (ends, weights) = (std::mem::take(&mut self.ends), std::mem::take(&mut self.weights));
        let (offsets, targets, weights) = rows((ends, weights), &self.firsts, threads);
        let graph = Graph::from_parts(Offsets::Narrow(offsets.into()), targets)?;
        let weights = if weights.is_empty() { Column::default() } else { Column::from(weights) };
        Arena::from_graph(graph, self.into_names(), Arena { weights, ..Arena::default() })
    }

    fn into_names(self) -> Names {
        let Gathered { numbers, text, lengths, .. } = self;
        if lengths.is_empty() {
            return Names::of_numbers(numbers);
        }
        let mut start = 0;
        Names::written(lengths.len(), |vertex, names| {
            let end = start + usize::from(lengths[vertex as usize]);
            names.push_str(&text[start..end]);
            start = end;
        })
    }

    /// Hands all over to a builder that has nothing yet.
    ///
    /// # Errors
    /// As the builder has them.
    pub(crate) fn hand_over(self, builder: &mut ArenaBuilder) -> Result<(), GraphError> {
        for (index, &number) in self.numbers.iter().enumerate() {
            if let Some(&far) = self.numbers.get(index + AHEAD) {
                builder.prefetch_numbered(far);
            }
            builder.numbered_vertex(number)?;
        }
        let mut start = 0;
        for &length in &self.lengths {
            let end = start + usize::from(length);
            builder.vertex(&self.text[start..end])?;
            start = end;
        }
        let mut weights = self.weights.iter();
        for ends in self.ends.chunks_exact(2) {
            let [from, to] = [ends[0], ends[1]].map(|end| self.firsts.vertex(end));
            match weights.next() {
                None => builder.edge(from, to)?,
                Some(&weight) => builder.weighted_edge(from, to, weight)?,
            }
        }
        Ok(())
    }
}

/// Adds to a list that grows on huge pages.
fn append<T: Copy>(list: &mut Vec<T>, items: &[T]) {
    if list.capacity() - list.len() < items.len() {
        list.reserve(items.len());
        sys::prefer_huge_pages(list.spare_capacity_mut());
    }
    list.extend_from_slice(items);
}
