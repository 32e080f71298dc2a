//! Edges whose ends are positions, grouped by the vertex where they leave.

use std::sync::atomic::Ordering::Relaxed;

use retrograde_core::{Threads, Vertex, sys};

use super::firsts::Firsts;

/// How many edges ahead places are asked for.
const AHEAD: usize = 16;

/// Ends that are looked at together.
const BLOCK: usize = 1 << 12;

/// Where the edges of each vertex begin, where the edges lead and what they weigh, if they do: counting sort
/// on several threads, each of which has some of the edges and its own counts.
pub(super) fn rows(
    (mut ends, weights): (Vec<u32>, Vec<i64>),
    firsts: &Firsts,
    threads: Threads,
) -> (Vec<u32>, Vec<Vertex>, Vec<i64>) {
    let (vertices, edges) = (firsts.count(), ends.len() / 2);
    let each = edges.div_ceil(threads.get()).max(1);
    let mut counts: Vec<Vec<u32>> = ends.chunks(2 * each).map(|_| sys::zeroed(vertices)).collect();
    let tasks = ends.chunks_mut(2 * each).zip(&mut counts).collect();
    threads.for_each(tasks, |(ends, counts): (&mut [u32], &mut Vec<u32>)| {
        for block in ends.chunks_mut(BLOCK) {
            block.iter_mut().for_each(|end| *end = firsts.vertex(*end));
            count(block, counts);
        }
    });
    let offsets = offsets(&mut counts, vertices, threads);
    let mut targets = sys::zeroed(edges);
    let mut weighed: Vec<u64> = sys::zeroed(weights.len());
    // No two edges have the same place, so that relaxed stores from several threads never meet.
    let (places, heavy) = (sys::as_atomic(&mut targets), sys::as_atomic_words(&mut weighed));
    let tasks = ends.chunks(2 * each).enumerate().zip(&mut counts).collect();
    type Task<'a> = ((usize, &'a [u32]), &'a mut Vec<u32>);
    threads.for_each(tasks, |((number, ends), next): Task<'_>| {
        let weights = weights.get(number * each..).unwrap_or_default();
        for (index, pair) in ends.chunks_exact(2).enumerate() {
            if let Some(&far) = ends.get(2 * (index + 2 * AHEAD)) {
                sys::prefetch(next, far as usize);
            }
            if let Some(&near) = ends.get(2 * (index + AHEAD)) {
                sys::prefetch(places, next[near as usize] as usize);
            }
            let place = next[pair[0] as usize] as usize;
            next[pair[0] as usize] += 1;
            places[place].store(pair[1], Relaxed);
            if let Some(&weight) = weights.get(index) {
                heavy[place].store(weight.cast_unsigned(), Relaxed);
            }
        }
    });
    (offsets, targets, weighed.into_iter().map(u64::cast_signed).collect())
}

/// Counts how many edges leave each vertex.
fn count(ends: &[Vertex], counts: &mut [u32]) {
    for (index, pair) in ends.chunks_exact(2).enumerate() {
        if let Some(&far) = ends.get(2 * (index + AHEAD)) {
            sys::prefetch(counts, far as usize);
        }
        counts[pair[0] as usize] += 1;
    }
}

/// The offsets of some vertices, their counts by thread, and how many edges are before or among them.
type Range<'a> = (&'a mut [u32], Vec<&'a mut [u32]>, u32);

/// Where the edges of each vertex begin; the counts become where those of each thread do.
fn offsets(counts: &mut [Vec<u32>], vertices: usize, threads: Threads) -> Vec<u32> {
    let mut offsets: Vec<u32> = sys::zeroed(vertices + 1);
    let each = vertices.div_ceil(threads.get()).max(1);
    // A range of vertices for each thread: first how many edges they have, then where each begins.
    let mut ranges: Vec<Range<'_>> =
        offsets[..vertices].chunks_mut(each).map(|offsets| (offsets, Vec::new(), 0)).collect();
    for counts in counts {
        for (range, counts) in ranges.iter_mut().zip(counts.chunks_mut(each)) {
            range.1.push(counts);
        }
    }
    threads.for_each(ranges.iter_mut().collect(), |(_, counts, sum): &mut Range<'_>| {
        *sum = counts.iter().flat_map(|counts| counts.iter()).sum();
    });
    let mut before = 0;
    for (_, _, sum) in &mut ranges {
        before += std::mem::replace(sum, before);
    }
    threads.for_each(ranges, |(offsets, mut counts, mut sum): Range<'_>| {
        for (vertex, offset) in offsets.iter_mut().enumerate() {
            *offset = sum;
            for counts in &mut counts {
                sum += std::mem::replace(&mut counts[vertex], sum);
            }
        }
    });
    offsets[vertices] = before;
    offsets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_grouped_in_their_order_on_any_number_of_threads() {
        // Every third position is that of a new name.
        let mut firsts = Firsts::default();
        firsts.extend(&[0x9249_2492_4924_9249; 8]);
        let positions: Vec<u32> = (0..512).filter(|&at| at % 64 % 3 == 0).collect();
        for edges in [0, 1, 2, 3000, 10_000] {
            let draw = |step: usize| positions[step * step % 7919 % positions.len()];
            let ends: Vec<u32> = (0..2 * edges).map(draw).collect();
            let weights: Vec<i64> = (0..edges as i64).map(|edge| edge - 5).collect();
            let mut expected = vec![Vec::new(); firsts.count()];
            for (pair, &weight) in ends.chunks_exact(2).zip(&weights) {
                let [from, to] = [pair[0], pair[1]].map(|end| firsts.vertex(end));
                expected[from as usize].push((to, weight));
            }
            for threads in [1, 2, 3] {
                for weights in [weights.clone(), Vec::new()] {
                    let threads = Threads::new(threads).unwrap();
                    let (offsets, targets, weighed) =
                        rows((ends.clone(), weights.clone()), &firsts, threads);
                    assert_eq!(weighed.len(), weights.len());
                    for (row, bounds) in expected.iter().zip(offsets.windows(2)) {
                        let range = bounds[0] as usize..bounds[1] as usize;
                        let ends = row.iter().map(|&(to, _)| to);
                        assert!(ends.eq(targets[range.clone()].iter().copied()));
                        let heavy = row.iter().map(|&(_, weight)| weight);
                        assert!(weights.is_empty() || heavy.eq(weighed[range].iter().copied()));
                    }
                    assert_eq!(offsets[firsts.count()] as usize, edges);
                }
            }
        }
    }
}
