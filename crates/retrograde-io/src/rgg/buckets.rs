//! Edges sorted on disk: dealt out to ranges of vertices, then put in order range by range.
//!
//! The order in which edges came is kept among those of a vertex. A range that does not fit memory, as
//! that of a vertex which most edges lead to, is gone through several times, for some of its vertices
//! each time; a row that alone does not fit is handed on as it comes.

use std::io;
use std::ops::Range;
use std::path::Path;

use retrograde_core::{Control, GraphError, Vertex};

use crate::rgg::temporary::Temporary;

/// An edge on its way, in words: the vertex it is sorted by, the other one, and what is said of it.
pub(crate) const PLAIN: usize = 2;
/// With a weight in two words, and one that says whether it has a weight and whose it is.
pub(crate) const SAID: usize = 5;

/// At most so many files are open.
const MOST: usize = 256;

/// Edges in a range, where memory allows: what fits the processor's cache is sorted faster.
const EDGES_IN_RANGE: u64 = 4 << 20;

/// Edges dealt out to ranges of vertices.
pub(crate) struct Buckets {
    stride: usize,
    /// Vertices with the same high bits are in the same range.
    shift: u32,
    /// The range of each group of vertices.
    range_of: Vec<u16>,
    buckets: Vec<Bucket>,
    /// Words that a bucket gathers before they are written.
    at_once: usize,
    budget: u64,
}

struct Bucket {
    vertices: Range<u64>,
    gathered: Vec<u32>,
    file: Temporary,
}

impl Buckets {
    /// Ranges for edges of which `histogram` tells how many there are in each group of `1 << shift`
    /// vertices.
    pub(crate) fn new(
        folder: &Path,
        vertices: u64,
        shift: u32,
        histogram: &[u64],
        stride: usize,
        budget: u64,
    ) -> io::Result<Self> {
        let edges: u64 = histogram.iter().sum();
        // Sorting takes a number for each edge, and what is said of it.
        let fit = budget / 2 / if stride == PLAIN { 4 } else { 16 };
        let many = (edges / EDGES_IN_RANGE.min(fit).max(1)).clamp(1, MOST as u64);
        let each = edges.div_ceil(many).max(1);
        let (mut range_of, mut buckets) = (Vec::new(), Vec::new());
        let (mut begin, mut held) = (0_u64, 0);
        let groups = vertices.div_ceil(1 << shift);
        // Sorting takes some bytes for each vertex, too.
        let widest = (budget / 4 / 12).max(vertices / MOST as u64 * 2);
        for group in 0..groups {
            let count = histogram.get(group as usize).copied().unwrap_or(0);
            let is_wide = (group + 1 - begin) << shift > widest;
            if (held > 0 && held + count > each || is_wide) && buckets.len() + 1 < MOST {
                buckets.push(begin << shift..group << shift);
                (begin, held) = (group, 0);
            }
            held += count;
            range_of.push(buckets.len() as u16);
        }
        buckets.push(begin << shift..vertices);
        let at_once = (budget / 4 / 4 / buckets.len() as u64).clamp(1 << 9, 1 << 15) as usize;
        let buckets: io::Result<_> = buckets
            .into_iter()
            .map(|vertices| {
                let file = Temporary::new(folder)?;
                Ok(Bucket { vertices, gathered: Vec::new(), file })
            })
            .collect();
        Ok(Buckets { stride, shift, range_of, buckets: buckets?, at_once, budget })
    }

    /// Takes an edge.
    ///
    /// # Panics
    /// If there is no vertex `by`.
    #[inline]
    pub(crate) fn push(&mut self, by: Vertex, words: &[u32]) -> io::Result<()> {
        let bucket = &mut self.buckets[usize::from(self.range_of[(by >> self.shift) as usize])];
        if bucket.gathered.len() + words.len() > self.at_once {
            bucket.file.write(&bucket.gathered)?;
            bucket.gathered.clear();
        } else if bucket.gathered.capacity() == 0 {
            bucket.gathered.reserve_exact(self.at_once);
        }
        bucket.gathered.extend_from_slice(words);
        Ok(())
    }

    /// Hands on all edges in order, and gives the room on the disk back on the way.
    pub(crate) fn rows(
        mut self,
        control: &Control<'_>,
        mut emit: impl FnMut(Sorted<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        for bucket in &mut self.buckets {
            bucket.file.write(&bucket.gathered)?;
            bucket.gathered = Vec::new();
        }
        let fit = (self.budget / 2 / if self.stride == PLAIN { 4 } else { 20 }).max(1 << 9);
        for bucket in self.buckets {
            Sorting { stride: self.stride, fit, control }.bucket(&bucket, &mut emit)?;
        }
        Ok(())
    }
}

/// What is said of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) weight: i64,
    /// One bit if it has a weight, and the code of its player above that.
    pub(crate) marks: u8,
}

impl Said {
    pub(crate) fn words(self) -> [u32; 3] {
        [self.weight as u32, (self.weight >> 32) as u32, self.marks.into()]
    }

    pub(crate) fn of(words: &[u32]) -> Self {
        let weight = (u64::from(words[1]) << 32 | u64::from(words[0])) as i64;
        Said { weight, marks: words[2] as u8 }
    }
}

/// Edges of neighbouring vertices, in order. A long row comes in several pieces.
pub(crate) struct Sorted<'a> {
    pub(crate) first: Vertex,
    /// How many edges each vertex has from the first on.
    pub(crate) degrees: &'a [u32],
    pub(crate) others: &'a [Vertex],
    /// What is said of each edge, if anything is said of any.
    pub(crate) said: &'a [Said],
}

struct Sorting<'a> {
    stride: usize,
    /// Edges that are in memory at once.
    fit: u64,
    control: &'a Control<'a>,
}

impl Sorting<'_> {
    fn bucket(
        &self,
        bucket: &Bucket,
        emit: &mut impl FnMut(Sorted<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let first = bucket.vertices.start;
        let mut degrees = vec![0_u32; (bucket.vertices.end - first) as usize];
        let mut pace = self.control.pace();
        bucket.file.read(self.stride, |words: &[u32]| {
            for edge in words.chunks_exact(self.stride) {
                pace.steps(1).map_err(io::Error::other)?;
                let degree = &mut degrees[(u64::from(edge[0]) - first) as usize];
                *degree = degree.checked_add(1).ok_or_else(|| {
                    io::Error::other(GraphError::TooManyMoves { vertex: edge[0] })
                })?;
            }
            Ok(())
        })?;
        let mut next = 0;
        while next < degrees.len() {
            let mut held = u64::from(degrees[next]);
            let mut end = next + 1;
            while end < degrees.len() && held + u64::from(degrees[end]) <= self.fit {
                held += u64::from(degrees[end]);
                end += 1;
            }
            let group = first + next as u64..first + end as u64;
            if held > self.fit {
                self.long_row(bucket, group.start as Vertex, emit)?;
            } else if held > 0 {
                self.group(bucket, group, &degrees[next..end], held, emit)?;
            }
            next = end;
        }
        Ok(())
    }

    /// Sorts the edges of some vertices in memory.
    fn group(
        &self,
        bucket: &Bucket,
        group: Range<u64>,
        degrees: &[u32],
        held: u64,
        emit: &mut impl FnMut(Sorted<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut starts: Vec<u64> = Vec::with_capacity(degrees.len());
        let mut start = 0;
        for &degree in degrees {
            starts.push(start);
            start += u64::from(degree);
        }
        let mut others = vec![0_u32; held as usize];
        let mut said = vec![Said::default(); if self.stride == SAID { held as usize } else { 0 }];
        let mut pace = self.control.pace();
        bucket.file.read(self.stride, |words: &[u32]| {
            for edge in words.chunks_exact(self.stride) {
                pace.steps(1).map_err(io::Error::other)?;
                let by = u64::from(edge[0]);
                if !group.contains(&by) {
                    continue;
                }
                let next = &mut starts[(by - group.start) as usize];
                others[*next as usize] = edge[1];
                if self.stride == SAID {
                    said[*next as usize] = Said::of(&edge[2..]);
                }
                *next += 1;
            }
            Ok(())
        })?;
        let first = group.start as Vertex;
        emit(Sorted { first, degrees, others: &others, said: &said })
    }

    /// Hands on the edges of one vertex as they come.
    fn long_row(
        &self,
        bucket: &Bucket,
        vertex: Vertex,
        emit: &mut impl FnMut(Sorted<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut others, mut said) = (Vec::new(), Vec::new());
        bucket.file.read(self.stride, |words: &[u32]| {
            self.control.check().map_err(io::Error::other)?;
            others.clear();
            said.clear();
            for edge in words.chunks_exact(self.stride).filter(|edge| edge[0] == vertex) {
                others.push(edge[1]);
                if self.stride == SAID {
                    said.push(Said::of(&edge[2..]));
                }
            }
            let degrees = &[others.len() as u32];
            emit(Sorted { first: vertex, degrees, others: &others, said: &said })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random (the constants are D. E. Knuth's, for MMIX).
    fn random(state: &mut u64, below: u64) -> u64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below
    }

    /// Edges sorted on disk within a budget.
    fn sorted(vertices: u64, edges: &[[u32; 2]], says: bool, budget: u64) -> Vec<(u32, u32, Said)> {
        let folder = tempfile::tempdir().unwrap();
        let stride = if says { SAID } else { PLAIN };
        let mut histogram = vec![0; vertices.div_ceil(4) as usize];
        edges.iter().for_each(|edge| histogram[edge[0] as usize / 4] += 1);
        let mut buckets =
            Buckets::new(folder.path(), vertices, 2, &histogram, stride, budget).unwrap();
        for (number, &[by, other]) in edges.iter().enumerate() {
            let said = Said { weight: number as i64 - 50, marks: number as u8 };
            let [low, high, marks] = said.words();
            let words = [by, other, low, high, marks];
            buckets.push(by, &words[..stride]).unwrap();
        }
        let mut all = Vec::new();
        buckets
            .rows(&Control::ALONE, |sorted| {
                assert!(!says || sorted.said.len() == sorted.others.len());
                let mut place = 0;
                for (vertex, &degree) in (sorted.first..).zip(sorted.degrees) {
                    for _ in 0..degree {
                        let said = sorted.said.get(place).copied().unwrap_or_default();
                        all.push((vertex, sorted.others[place], said));
                        place += 1;
                    }
                }
                assert_eq!(place, sorted.others.len());
                Ok(())
            })
            .unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
        all
    }

    #[test]
    fn sorting_is_stable_in_whatever_memory() {
        let mut state = 5;
        for (vertices, count) in [(1, 0), (1, 9), (10, 5), (1000, 30_000), (30_000, 3_000)] {
            // Half of the edges are of one vertex, so that its row alone fits no memory.
            let edges: Vec<[u32; 2]> = (0..count)
                .map(|number| {
                    let by = random(&mut state, vertices);
                    [if number % 2 == 0 { by / 7 * 7 / 1000 } else { by } as u32, number]
                })
                .collect();
            for says in [false, true] {
                let mut expected: Vec<(u32, u32, Said)> = edges
                    .iter()
                    .enumerate()
                    .map(|(number, &[by, other])| {
                        let said = Said { weight: number as i64 - 50, marks: number as u8 };
                        (by, other, if says { said } else { Said::default() })
                    })
                    .collect();
                expected.sort_by_key(|&(by, ..)| by);
                for budget in [0, 20_000, 100_000, 1 << 30] {
                    assert_eq!(sorted(vertices, &edges, says, budget), expected);
                }
            }
        }
    }
}
