//! Turning all edges around.
//!
//! Scattering edges one by one to wherever their target's row lies misses the cache once an edge.
//! The blocked version first deals the edges into buckets of neighbouring targets, with few enough
//! buckets that each one's write position stays in the cache, then sorts each bucket on its own,
//! small enough to stay in the cache too. Between the two steps an edge is one 32-bit word, the low
//! bits of its source beside the low bits of its target, and lies in the very array that will hold
//! the result: nothing but the result is allocated.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::graph::{Graph, Vertex};
use crate::offsets::Offsets;
use crate::sys;
use crate::threads::Threads;

impl Graph {
    /// The graph with every edge turned around: its successors are this graph's predecessors,
    /// in ascending order.
    ///
    /// # Complexity
    /// O(V + E) time; `4 E + 4 V` bytes for the result and little beside it.
    ///
    /// ```
    /// use retrograde_core::{Graph, Threads};
    /// let graph = Graph::from_edges(3, [(0, 2), (1, 2), (1, 1)])?;
    /// let back = graph.transpose(Threads::all());
    /// assert_eq!(back.successors(2), [0, 1]);
    /// assert_eq!(back.successors(1), [1]);
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    #[must_use]
    pub fn transpose(&self, threads: Threads) -> Graph {
        self.transpose_where(threads, |_| true, |_| true)
    }

    /// As [`transpose`](Self::transpose), with only the edges from vertices that `source` accepts
    /// to vertices that `target` accepts. All vertices stay.
    #[must_use]
    pub fn transpose_where(
        &self,
        threads: Threads,
        source: impl Fn(Vertex) -> bool + Sync,
        target: impl Fn(Vertex) -> bool + Sync,
    ) -> Graph {
        match Blocks::plan(self.vertex_count(), threads) {
            Some(blocks) => blocks.transpose(self, threads, &source, &target),
            None => self.transpose_plain(&source, &target),
        }
    }

    /// Counting sort by target: the version to read first, and the faster one where everything
    /// fits in the cache anyway.
    fn transpose_plain(
        &self,
        source: &impl Fn(Vertex) -> bool,
        target: &impl Fn(Vertex) -> bool,
    ) -> Graph {
        let kept = || {
            self.vertices()
                .filter(|&from| source(from))
                .flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
                .filter(|&(_, to)| target(to))
        };
        let vertices = self.vertex_count();
        let mut offsets = Offsets::zeroed(vertices, self.edge_count() as u64);
        for (_, to) in kept() {
            offsets.set(to as usize + 1, offsets.get(to as usize + 1) + 1);
        }
        for row in 0..vertices {
            offsets.set(row + 1, offsets.get(row + 1) + offsets.get(row));
        }
        let mut sources = vec![0; offsets.get(vertices) as usize];
        let mut next = offsets.clone();
        for (from, to) in kept() {
            let place = next.get(to as usize);
            sources[place as usize] = from;
            next.set(to as usize, place + 1);
        }
        Graph::from_trusted_parts(offsets, sources)
    }
}

/// How vertices are cut: targets into buckets of `1 << bucket_bits`, sources into chunks short
/// enough that their low bits fit beside the target's in one word.
struct Blocks {
    bucket_bits: u32,
    buckets: usize,
    chunk: usize,
    chunks: usize,
}

/// Below this everything fits in a core's own cache and the plain version wins.
const PLAIN_BELOW: usize = 1 << 15;

impl Blocks {
    fn plan(vertices: usize, threads: Threads) -> Option<Blocks> {
        if vertices < PLAIN_BELOW {
            return None;
        }
        // About 512 write positions at a time, and buckets whose counters fit in the cache.
        let bucket_bits = (vertices / 512).next_power_of_two().ilog2().clamp(12, 18);
        let buckets = vertices.div_ceil(1 << bucket_bits);
        let fair = vertices.div_ceil(threads.get() * 8);
        let chunk = fair.clamp(1 << 12, 1 << (32 - bucket_bits));
        let chunks = vertices.div_ceil(chunk);
        // The table of block positions must stay small beside the graph.
        (buckets * chunks <= vertices / 4).then_some(Blocks { bucket_bits, buckets, chunk, chunks })
    }

    fn transpose(
        &self,
        graph: &Graph,
        threads: Threads,
        source: &(impl Fn(Vertex) -> bool + Sync),
        target: &(impl Fn(Vertex) -> bool + Sync),
    ) -> Graph {
        let vertices = graph.vertex_count();
        // `starts[chunk * buckets + bucket]`: first the size of each block, then its position.
        let mut starts = vec![0u64; self.chunks * self.buckets];
        let rows = starts.chunks_mut(self.buckets).enumerate().collect();
        threads.for_each(rows, |(chunk, sizes): (usize, &mut [u64])| {
            self.each_edge(graph, chunk, source, target, |_, to| {
                sizes[(to >> self.bucket_bits) as usize] += 1;
            });
        });
        let mut total = 0;
        let mut bucket_starts = Vec::with_capacity(self.buckets + 1);
        for bucket in 0..self.buckets {
            bucket_starts.push(total as usize);
            for chunk in 0..self.chunks {
                let size = std::mem::replace(&mut starts[chunk * self.buckets + bucket], total);
                total += size;
            }
        }
        bucket_starts.push(total as usize);

        let mut words = sys::zeroed_u32(total as usize);
        self.deal(graph, threads, source, target, &starts, sys::as_atomic(&mut words));

        let mut offsets = Offsets::zeroed(vertices, total);
        match &mut offsets {
            Offsets::Narrow(rows) => {
                self.sort_buckets(threads, &starts, &bucket_starts, &mut words, rows, |at| {
                    at as u32
                });
            }
            Offsets::Wide(rows) => {
                self.sort_buckets(threads, &starts, &bucket_starts, &mut words, rows, |at| {
                    at as u64
                });
            }
        }
        Graph::from_trusted_parts(offsets, words)
    }

    /// Calls `visit(low bits of source, target)` for each edge of a chunk that is kept.
    #[inline]
    fn each_edge(
        &self,
        graph: &Graph,
        chunk: usize,
        source: &impl Fn(Vertex) -> bool,
        target: &impl Fn(Vertex) -> bool,
        mut visit: impl FnMut(u32, Vertex),
    ) {
        let first = chunk * self.chunk;
        let last = (first + self.chunk).min(graph.vertex_count());
        for from in first..last {
            if source(from as Vertex) {
                for &to in graph.successors(from as Vertex) {
                    if target(to) {
                        visit((from - first) as u32, to);
                    }
                }
            }
        }
    }

    /// Writes each edge as a word into its block. Blocks do not overlap, so plain relaxed stores
    /// from several threads never meet.
    fn deal(
        &self,
        graph: &Graph,
        threads: Threads,
        source: &(impl Fn(Vertex) -> bool + Sync),
        target: &(impl Fn(Vertex) -> bool + Sync),
        starts: &[u64],
        words: &[AtomicU32],
    ) {
        let low = (1u32 << self.bucket_bits) - 1;
        threads.for_each((0..self.chunks).collect(), |chunk| {
            let mut next = starts[chunk * self.buckets..][..self.buckets].to_vec();
            self.each_edge(graph, chunk, source, target, |from, to| {
                let place = &mut next[(to >> self.bucket_bits) as usize];
                words[*place as usize].store(from << self.bucket_bits | to & low, Relaxed);
                *place += 1;
            });
        });
    }

    /// Sorts each bucket by target, turning words into sources and filling in the row offsets.
    fn sort_buckets<O: Copy + Send + Sync>(
        &self,
        threads: Threads,
        starts: &[u64],
        bucket_starts: &[usize],
        words: &mut [u32],
        rows: &mut [O],
        offset: impl Fn(usize) -> O + Sync,
    ) {
        let edges = words.len();
        if let Some(last) = rows.last_mut() {
            *last = offset(edges);
        }
        let vertices = rows.len() - 1;
        let mut rest = words;
        let mut work = Vec::with_capacity(self.buckets);
        let bucket_rows = rows[..vertices].chunks_mut(1 << self.bucket_bits);
        for (bucket, rows) in bucket_rows.enumerate() {
            let size = bucket_starts[bucket + 1] - bucket_starts[bucket];
            let (words, after) = rest.split_at_mut(size);
            rest = after;
            work.push((bucket, rows, words));
        }
        let low = (1u32 << self.bucket_bits) - 1;
        threads.for_each(work, |(bucket, rows, words): (usize, &mut [O], &mut [u32])| {
            let base = bucket_starts[bucket];
            let mut next = vec![0u32; rows.len()];
            // A bucket of more than 2³² edges cannot be counted in 32 bits; its rows can.
            let mut wide_base = 0usize;
            for &word in words.iter() {
                next[(word & low) as usize] += 1;
            }
            let mut places = Vec::with_capacity(rows.len());
            for (row, &count) in rows.iter_mut().zip(&next) {
                *row = offset(base + wide_base);
                places.push(wide_base);
                wide_base += count as usize;
            }
            drop(next);
            let mut sorted = vec![0u32; words.len()];
            for chunk in 0..self.chunks {
                let begin = starts[chunk * self.buckets + bucket] as usize - base;
                let end = match chunk + 1 {
                    after if after < self.chunks => {
                        starts[after * self.buckets + bucket] as usize - base
                    }
                    _ => words.len(),
                };
                let first = (chunk * self.chunk) as u32;
                for &word in &words[begin..end] {
                    let place = &mut places[(word & low) as usize];
                    sorted[*place] = first + (word >> self.bucket_bits);
                    *place += 1;
                }
            }
            words.copy_from_slice(&sorted);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap reproducible stream: the tests of this room may not use the generators' room.
    fn noise(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        move |below| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % below
        }
    }

    fn random_graph(vertices: usize, edges: usize, seed: u64) -> Graph {
        let mut draw = noise(seed);
        let edges: Vec<_> = (0..edges)
            .map(|_| (draw(vertices as u64) as u32, draw(vertices as u64) as u32))
            .collect();
        Graph::from_edges(vertices, edges).unwrap()
    }

    #[test]
    fn blocked_and_plain_agree_for_any_number_of_threads() {
        for (vertices, edges) in [(PLAIN_BELOW, 9), (40_000, 200_000), (300_001, 100_000)] {
            let graph = random_graph(vertices, edges, vertices as u64);
            let plain = graph.transpose_plain(&|_| true, &|_| true);
            for threads in [1, 2, 3] {
                assert_eq!(plain, graph.transpose(Threads::new(threads).unwrap()));
            }
        }
    }

    #[test]
    fn filters_drop_edges_by_either_end() {
        let graph = random_graph(50_000, 150_000, 5);
        let (source, target) = (|v: Vertex| v % 3 != 0, |v: Vertex| v % 5 != 0);
        let plain = graph.transpose_plain(&source, &target);
        assert_eq!(plain, graph.transpose_where(Threads::new(2).unwrap(), source, target));
        assert!(plain.edges().all(|(to, from)| from % 3 != 0 && to % 5 != 0));
        let kept = graph.edges().filter(|&(from, to)| source(from) && target(to)).count();
        assert_eq!(plain.edge_count(), kept);
    }

    #[test]
    fn turning_around_twice_sorts_each_row() {
        let graph = random_graph(70_000, 300_000, 11);
        let twice = graph.transpose(Threads::all()).transpose(Threads::ONE);
        for vertex in graph.vertices() {
            let mut row = graph.successors(vertex).to_vec();
            row.sort_unstable();
            assert_eq!(row, twice.successors(vertex));
        }
    }

    #[test]
    fn every_edge_into_one_vertex() {
        let graph = Graph::from_edges(100_000, (0..100_000).map(|v| (v, 77_777))).unwrap();
        let back = graph.transpose(Threads::all());
        assert_eq!(back.out_degree(77_777), 100_000);
        assert_eq!(back.successors(77_777)[99_999], 99_999);
        assert_eq!(back.edge_count(), 100_000);
    }

    #[test]
    fn hundreds_of_millions_of_vertices_keep_a_small_table() {
        for vertices in [1 << 15, 10_000_000, 100_000_000, 500_000_000] {
            let blocks = Blocks::plan(vertices, Threads::new(2).unwrap()).unwrap();
            assert!(blocks.buckets * blocks.chunks <= vertices / 4);
            assert!(blocks.chunk <= 1 << (32 - blocks.bucket_bits));
        }
        assert!(Blocks::plan(u32::MAX as usize, Threads::ONE).is_none());
    }
}
