//! Turning all edges around.
//!
//! Scattering edges one by one to wherever their target's row lies misses the cache once an edge.
//! The blocked version first deals the edges into buckets of neighbouring targets, with few enough
//! buckets that each one's write position stays in the cache, then sorts each bucket on its own,
//! small enough to stay in the cache too. Between the two steps an edge is one 32-bit word, the low
//! bits of its source beside the low bits of its target, and lies in the very array that will hold
//! the result: nothing but the result is allocated.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::control::{Control, Stopped};
use crate::graph::Graph;
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
        let control = Control { threads, ..Control::default() };
        self.transposed(&control).expect("nobody can stop it")
    }

    /// As [`transpose`](Self::transpose), for work that may be stopped.
    ///
    /// # Errors
    /// It was.
    pub fn transposed(&self, control: &Control<'_>) -> Result<Graph, Stopped> {
        let blocks = Blocks::plan(self.vertex_count(), control.threads);
        match blocks.map(|blocks| blocks.transpose(self, control)).transpose()?.flatten() {
            Some(back) => Ok(back),
            None => self.transpose_plain(control),
        }
    }

    /// Counting sort by target: the version to read first, and the faster one where everything
    /// fits in the cache anyway.
    fn transpose_plain(&self, control: &Control<'_>) -> Result<Graph, Stopped> {
        let vertices = self.vertex_count();
        let mut pace = control.pace();
        let mut offsets = Offsets::zeroed(vertices, self.edge_count() as u64);
        for &to in self.targets() {
            offsets.set(to as usize + 1, offsets.get(to as usize + 1) + 1);
        }
        for row in 0..vertices {
            offsets.set(row + 1, offsets.get(row + 1) + offsets.get(row));
        }
        let mut sources = vec![0; self.edge_count()];
        let mut next = offsets.clone();
        for from in self.vertices() {
            pace.steps(1 + self.successors(from).len())?;
            for &to in self.successors(from) {
                let place = next.get(to as usize);
                sources[place as usize] = from;
                next.set(to as usize, place + 1);
            }
        }
        Ok(Graph::from_trusted_parts(offsets, sources))
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

/// Edges whose sources are written out at a time.
const BATCH: usize = 2048;

/// Degrees up to this are written out without a branch.
const SHORT: usize = 8;

impl Blocks {
    fn plan(vertices: usize, threads: Threads) -> Option<Blocks> {
        if vertices < PLAIN_BELOW {
            return None;
        }
        // Few enough write positions at a time, and buckets that fit in a core's cache.
        let bucket_bits = (vertices / 1024).next_power_of_two().ilog2().clamp(12, 18);
        let buckets = vertices.div_ceil(1 << bucket_bits);
        let fair = vertices.div_ceil(threads.get() * 8);
        let chunk = fair.clamp(1 << 12, 1 << (32 - bucket_bits));
        let chunks = vertices.div_ceil(chunk);
        // The table of block positions must stay small beside the graph.
        (buckets * chunks <= vertices / 4).then_some(Blocks { bucket_bits, buckets, chunk, chunks })
    }

    /// `None` if so many edges lead into one bucket that 32 bits cannot count them.
    fn transpose(&self, graph: &Graph, control: &Control<'_>) -> Result<Option<Graph>, Stopped> {
        let starts = self.starts(graph, control)?;
        if starts.buckets.windows(2).any(|pair| pair[1] - pair[0] > u32::MAX as usize) {
            return Ok(None);
        }
        let mut words = sys::zeroed(graph.edge_count());
        self.deal(graph, control, &starts, sys::as_atomic(&mut words))?;
        let mut offsets = Offsets::zeroed(graph.vertex_count(), graph.edge_count() as u64);
        match &mut offsets {
            Offsets::Narrow(rows) => {
                self.sort_buckets(control, &starts, &mut words, &mut rows.to_mut(), |at| {
                    at as u32
                })?;
            }
            Offsets::Wide(rows) => {
                self.sort_buckets(control, &starts, &mut words, &mut rows.to_mut(), |at| {
                    at as u64
                })?;
            }
        }
        Ok(Some(Graph::from_trusted_parts(offsets, words)))
    }

    /// The bits of a target that tell it from others of its bucket.
    fn low(&self) -> u32 {
        (1 << self.bucket_bits) - 1
    }

    /// The sources of a chunk.
    fn sources(&self, graph: &Graph, chunk: usize) -> Range<usize> {
        let first = chunk * self.chunk;
        first..(first + self.chunk).min(graph.vertex_count())
    }

    /// Counts the edges of each block and lays the blocks out, bucket after bucket.
    fn starts(&self, graph: &Graph, control: &Control<'_>) -> Result<Starts, Stopped> {
        let mut blocks = vec![0usize; self.chunks * self.buckets];
        let rows = blocks.chunks_mut(self.buckets).enumerate().collect();
        control.for_each(rows, |(chunk, sizes): (usize, &mut [usize])| {
            let (sources, bits) = (self.sources(graph, chunk), self.bucket_bits);
            let edges = graph.row_start(sources.start)..graph.row_start(sources.end);
            for &to in &graph.targets()[edges] {
                sizes[(to >> bits) as usize] += 1;
            }
        })?;
        // The table is added up row by row, as it lies.
        let mut next = vec![0; self.buckets];
        for sizes in blocks.chunks(self.buckets) {
            next.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
        }
        let mut total = 0;
        let mut buckets = Vec::with_capacity(self.buckets + 1);
        for next in &mut next {
            buckets.push(total);
            total += std::mem::replace(next, total);
        }
        buckets.push(total);
        for sizes in blocks.chunks_mut(self.buckets) {
            for (size, next) in sizes.iter_mut().zip(&mut next) {
                let start = *next;
                *next += std::mem::replace(size, start);
            }
        }
        Ok(Starts { blocks, buckets })
    }

    /// Writes each edge as a word into its block. Blocks do not overlap, so plain relaxed stores
    /// from several threads never meet.
    fn deal(
        &self,
        graph: &Graph,
        control: &Control<'_>,
        starts: &Starts,
        words: &[AtomicU32],
    ) -> Result<(), Stopped> {
        control.for_each_with(Vec::new, (0..self.chunks).collect(), |froms, chunk| {
            // What the loops look at for every edge is at hand, not behind references.
            let (bits, low, words) = (self.bucket_bits, self.low(), words);
            let mut next = starts.blocks[chunk * self.buckets..][..self.buckets].to_vec();
            let next = &mut *next;
            let sources = self.sources(graph, chunk);
            let first = sources.start;
            let mut source = first;
            while source < sources.end {
                let batch = graph.row_start(source);
                source = write_out_sources(graph, first, source..sources.end, froms);
                let targets = &graph.targets()[batch..graph.row_start(source)];
                for (&to, &from) in targets.iter().zip(froms.iter()) {
                    let place = &mut next[(to >> bits) as usize];
                    words[*place].store(from << bits | to & low, Relaxed);
                    *place += 1;
                }
            }
        })
    }

    /// Sorts each bucket by target, turning words into sources and filling in the row offsets.
    fn sort_buckets<O: Copy + Send + Sync>(
        &self,
        control: &Control<'_>,
        starts: &Starts,
        words: &mut [u32],
        rows: &mut [O],
        offset: impl Fn(usize) -> O + Sync + Send,
    ) -> Result<(), Stopped> {
        let (end, rows) = rows.split_last_mut().expect("one offset more than rows");
        *end = offset(words.len());
        let mut rest = words;
        let mut tasks = Vec::with_capacity(self.buckets);
        for (bucket, rows) in rows.chunks_mut(1 << self.bucket_bits).enumerate() {
            let size = starts.buckets[bucket + 1] - starts.buckets[bucket];
            let (words, after) = rest.split_at_mut(size);
            rest = after;
            tasks.push((bucket, rows, words));
        }
        let scratch = || (vec![0u32; 1 << self.bucket_bits], Vec::new());
        control.for_each_with(scratch, tasks, |(places, sorted), (bucket, rows, words)| {
            let (base, bits, low) = (starts.buckets[bucket], self.bucket_bits, self.low());
            let places = &mut **places;
            places.fill(0);
            for &word in words.iter() {
                places[(word & low) as usize] += 1;
            }
            let mut sum = 0;
            for (row, place) in rows.iter_mut().zip(places.iter_mut()) {
                *row = offset(base + sum as usize);
                sum += std::mem::replace(place, sum);
            }
            sorted.clear();
            sorted.extend_from_slice(words);
            for chunk in 0..self.chunks {
                let begin = starts.blocks[chunk * self.buckets + bucket] - base;
                let end = match starts.blocks.get((chunk + 1) * self.buckets + bucket) {
                    Some(next) => next - base,
                    None => sorted.len(),
                };
                let first = (chunk * self.chunk) as u32;
                for &word in &sorted[begin..end] {
                    let place = &mut places[(word & low) as usize];
                    words[*place as usize] = first + (word >> bits);
                    *place += 1;
                }
            }
        })
    }
}

/// Where the blocks and buckets lie.
struct Starts {
    /// `blocks[chunk * buckets + bucket]`: the first word of that block.
    blocks: Vec<usize>,
    /// The first word of each bucket, and the end of the last.
    buckets: Vec<usize>,
}

/// Writes `source - first` once for each edge of the sources, until a batch is full. Returns the
/// first source that was not written.
///
/// Row lengths are not predictable, so a loop over each row would cost a mispredicted branch a
/// vertex. Instead every source is written `SHORT` times and the next one starts over the excess.
fn write_out_sources(
    graph: &Graph,
    first: usize,
    sources: Range<usize>,
    froms: &mut Vec<u32>,
) -> usize {
    froms.resize(BATCH + SHORT, 0);
    let mut written = 0;
    let mut row = graph.row_start(sources.start);
    for source in sources.clone() {
        if written >= BATCH {
            return source;
        }
        let end = graph.row_start(source + 1);
        let from = (source - first) as u32;
        froms[written..written + SHORT].copy_from_slice(&[from; SHORT]);
        let degree = end - row;
        if degree > SHORT {
            froms.resize(froms.len().max(written + degree + SHORT), 0);
            froms[written..written + degree].fill(from);
        }
        written += degree;
        row = end;
    }
    sources.end
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
            let plain = graph.transpose_plain(&Control::ALONE).unwrap();
            for threads in [1, 2, 3] {
                assert_eq!(plain, graph.transpose(Threads::new(threads).unwrap()));
            }
        }
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
