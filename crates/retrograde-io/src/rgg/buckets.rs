//! Edges sorted on disk: dealt out to ranges of vertices, then put in order range by range.
//!
//! The order in which edges came is kept among those of a vertex. A range that does not fit memory, as
//! that of a vertex which most edges lead to, is gone through several times, for some of its vertices
//! each time; a row that alone does not fit is handed on as it comes.

use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Control, GraphError, Vertex};

use crate::rgg::temporary::Temporary;

/// At most so many files are open.
const MOST: usize = 256;

/// Edges in a range, where memory allows: what fits the processor's cache is sorted faster.
const EDGES_IN_RANGE: u64 = 4 << 20;

/// Edges dealt out to ranges of vertices.
pub(crate) struct Buckets {
    /// Whether something is said of edges.
    says: bool,
    /// Vertices with the same high bits are in the same range.
    shift: u32,
    /// The range of each group of vertices.
    range_of: Vec<u16>,
    buckets: Vec<Bucket>,
    /// Bytes that a bucket gathers before they are written.
    at_once: usize,
    budget: u64,
}

/// The edges of a range, in blocks of bytes. An edge is the vertex it is sorted by, counted from the first of
/// the range and in as few bytes as the last of it takes; how much the other vertex differs from that of the edge
/// before, in groups of seven bits; and a weight and marks where something is said of edges. So an edge takes
/// three or four bytes where the other vertices rise.
struct Bucket {
    vertices: Range<u64>,
    width: usize,
    gathered: Vec<u8>,
    /// The other vertex of the edge that was gathered last.
    last: Vertex,
    file: Temporary,
    /// How long the blocks are.
    blocks: Vec<u32>,
    edges: u64,
}

/// The most bytes that an edge takes.
const LONGEST: usize = 4 + 5 + 9;

impl Bucket {
    fn new(folder: &Path, vertices: Range<u64>) -> io::Result<Self> {
        let most = (vertices.end - vertices.start).saturating_sub(1);
        let width = (64 - most.leading_zeros()).div_ceil(8).max(1) as usize;
        let file = Temporary::new(folder)?;
        let (gathered, blocks) = (Vec::new(), Vec::new());
        Ok(Bucket { vertices, width, gathered, last: 0, file, blocks, edges: 0 })
    }

    #[inline]
    fn push(&mut self, by: Vertex, other: Vertex, said: Option<&Said>) {
        let place = (u64::from(by) - self.vertices.start) as u32;
        let mut bytes = [0; LONGEST];
        bytes[..4].copy_from_slice(&place.to_le_bytes());
        let mut length = self.width;
        // Forwards is even and backwards is odd, so that small steps are small numbers.
        let step = i64::from(other) - i64::from(self.last);
        let mut rest = (step << 1 ^ step >> 63) as u64;
        (self.last, self.edges) = (other, self.edges + 1);
        while rest >= 0x80 {
            bytes[length] = rest as u8 | 0x80;
            rest >>= 7;
            length += 1;
        }
        bytes[length] = rest as u8;
        length += 1;
        if let Some(said) = said {
            bytes[length..length + 8].copy_from_slice(&said.weight.to_le_bytes());
            bytes[length + 8] = said.marks;
            length += 9;
        }
        self.gathered.extend_from_slice(&bytes[..length]);
    }

    fn write(&mut self) -> io::Result<()> {
        if !self.gathered.is_empty() {
            self.file.write(&self.gathered)?;
            self.blocks.push(self.gathered.len() as u32);
            self.gathered.clear();
            self.last = 0;
        }
        Ok(())
    }

    /// All edges in the order in which they came: by which vertex, counted from the first, to which other,
    /// and what is said.
    #[inline]
    fn each(
        &self,
        says: bool,
        control: &Control<'_>,
        mut visit: impl FnMut(usize, Vertex, Said) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut block = Vec::new();
        let mut at = 0;
        for &length in &self.blocks {
            control.check().map_err(io::Error::other)?;
            let length = length as usize;
            // With room behind it, so that an edge can be looked at as if it were of the longest.
            block.resize(length + LONGEST, 0);
            self.file.read_at(at, &mut block[..length])?;
            at += length as u64;
            let (mut next, mut last) = (0, 0_i64);
            let mask = u32::MAX >> (32 - 8 * self.width);
            while next < length {
                let place =
                    u32::from_le_bytes(block[next..next + 4].try_into().expect("four bytes"));
                next += self.width;
                let (mut step, mut shift) = (0_u64, 0);
                loop {
                    let byte = block[next];
                    next += 1;
                    step |= u64::from(byte & 0x7f) << shift;
                    shift += 7;
                    if byte < 0x80 {
                        break;
                    }
                }
                last += (step >> 1) as i64 ^ -((step & 1) as i64);
                let mut said = Said::default();
                if says {
                    let weight = block[next..next + 8].try_into().expect("eight bytes");
                    said = Said { weight: i64::from_le_bytes(weight), marks: block[next + 8] };
                    next += 9;
                }
                visit((place & mask) as usize, last as Vertex, said)?;
            }
        }
        Ok(())
    }
}

impl Buckets {
    /// Ranges for edges of which `histogram` tells how many there are in each group of `1 << shift`
    /// vertices.
    pub(crate) fn new(
        folder: &Path,
        vertices: u64,
        shift: u32,
        histogram: &[u64],
        says: bool,
        budget: u64,
    ) -> io::Result<Self> {
        let edges: u64 = histogram.iter().sum();
        let fit = fit(budget, says);
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
        let at_once = (budget / 4 / buckets.len() as u64).clamp(1 << 11, 1 << 17) as usize;
        let buckets: io::Result<_> =
            buckets.into_iter().map(|vertices| Bucket::new(folder, vertices)).collect();
        Ok(Buckets { says, shift, range_of, buckets: buckets?, at_once, budget })
    }

    /// Takes an edge, with what is said of it if anything is said of edges.
    ///
    /// # Panics
    /// If there is no vertex `by`.
    #[inline]
    pub(crate) fn push(
        &mut self,
        by: Vertex,
        other: Vertex,
        said: Option<&Said>,
    ) -> io::Result<()> {
        debug_assert_eq!(said.is_some(), self.says);
        let bucket = &mut self.buckets[usize::from(self.range_of[(by >> self.shift) as usize])];
        if bucket.gathered.len() + LONGEST > self.at_once {
            bucket.write()?;
        } else if bucket.gathered.capacity() == 0 {
            bucket.gathered.reserve_exact(self.at_once);
        }
        bucket.push(by, other, said);
        Ok(())
    }

    /// Hands on all edges in order, and gives the room on the disk back on the way.
    pub(crate) fn rows(
        mut self,
        control: &Control<'_>,
        mut emit: impl FnMut(Sorted<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        for bucket in &mut self.buckets {
            bucket.write()?;
            bucket.gathered = Vec::new();
        }
        let fit = fit(self.budget, self.says);
        let sorting = Sorting { says: self.says, fit, control };
        let mut rest = self.buckets;
        while !rest.is_empty() {
            // As many at once as fit together, one for each thread.
            let mut held = 0;
            let together = rest.iter().take(control.threads.get()).take_while(|bucket| {
                held += bucket.edges + 3 * (bucket.vertices.end - bucket.vertices.start);
                held <= fit
            });
            let together = together.count().max(1);
            let later = rest.split_off(together);
            if together == 1 {
                sorting.bucket(&rest[0], &mut emit)?;
            } else {
                for sorted in sorting.together(rest)? {
                    emit(sorted.as_sorted())?;
                }
            }
            rest = later;
        }
        Ok(())
    }
}

/// Edges that fit half of a budget while they are sorted: a number for each, and what is said of it.
fn fit(budget: u64, says: bool) -> u64 {
    (budget / 2 / if says { 20 } else { 4 }).max(1 << 9)
}

/// What is said of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) weight: i64,
    /// One bit if it has a weight, and the code of its player above that.
    pub(crate) marks: u8,
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

/// The same, kept.
#[derive(Default)]
struct Kept {
    first: Vertex,
    degrees: Vec<u32>,
    others: Vec<Vertex>,
    said: Vec<Said>,
}

impl Kept {
    fn as_sorted(&self) -> Sorted<'_> {
        let Kept { first, degrees, others, said } = self;
        Sorted { first: *first, degrees, others, said }
    }
}

struct Sorting<'a> {
    says: bool,
    /// Edges that are in memory at once.
    fit: u64,
    control: &'a Control<'a>,
}

impl Sorting<'_> {
    /// The edges of buckets that fit memory together, one after the other.
    fn together(&self, buckets: Vec<Bucket>) -> io::Result<Vec<Kept>> {
        let sorted: Vec<Mutex<io::Result<Kept>>> =
            buckets.iter().map(|_| Mutex::new(Ok(Kept::default()))).collect();
        self.control.threads.for_each(buckets.iter().zip(&sorted).collect(), |(bucket, sorted)| {
            let kept = self.degrees(bucket).and_then(|degrees| {
                let (others, said) = self.sorted(bucket, 0, &degrees, bucket.edges)?;
                Ok(Kept { first: bucket.vertices.start as Vertex, degrees, others, said })
            });
            *sorted.lock().unwrap_or_else(PoisonError::into_inner) = kept;
        });
        sorted
            .into_iter()
            .map(|sorted| sorted.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect()
    }

    /// How many edges each vertex of a bucket has.
    fn degrees(&self, bucket: &Bucket) -> io::Result<Vec<u32>> {
        let first = bucket.vertices.start;
        let mut degrees = vec![0_u32; (bucket.vertices.end - first) as usize];
        bucket.each(self.says, self.control, |place, _, _| {
            degrees[place] = degrees[place].checked_add(1).ok_or_else(|| {
                let vertex = (first + place as u64) as Vertex;
                io::Error::other(GraphError::TooManyMoves { vertex })
            })?;
            Ok(())
        })?;
        Ok(degrees)
    }

    fn bucket(
        &self,
        bucket: &Bucket,
        emit: &mut impl FnMut(Sorted<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let degrees = self.degrees(bucket)?;
        let mut next = 0;
        while next < degrees.len() {
            let mut held = u64::from(degrees[next]);
            let mut end = next + 1;
            while end < degrees.len() && held + u64::from(degrees[end]) <= self.fit {
                held += u64::from(degrees[end]);
                end += 1;
            }
            if held > self.fit {
                self.long_row(bucket, next, emit)?;
            } else if held > 0 {
                let degrees = &degrees[next..end];
                let (others, said) = self.sorted(bucket, next, degrees, held)?;
                let first = (bucket.vertices.start + next as u64) as Vertex;
                emit(Sorted { first, degrees, others: &others, said: &said })?;
            }
            next = end;
        }
        Ok(())
    }

    /// Sorts the edges of some vertices in memory, from `begin` on, counted from the first of the bucket.
    fn sorted(
        &self,
        bucket: &Bucket,
        begin: usize,
        degrees: &[u32],
        held: u64,
    ) -> io::Result<(Vec<Vertex>, Vec<Said>)> {
        let mut starts: Vec<u32> = Vec::with_capacity(degrees.len());
        let mut start = 0;
        for &degree in degrees {
            starts.push(start);
            start += degree;
        }
        let mut others = vec![0_u32; held as usize];
        let mut said = vec![Said::default(); if self.says { held as usize } else { 0 }];
        bucket.each(self.says, self.control, |place, other, of_edge| {
            let Some(next) = place.checked_sub(begin).and_then(|place| starts.get_mut(place))
            else {
                return Ok(());
            };
            others[*next as usize] = other;
            if self.says {
                said[*next as usize] = of_edge;
            }
            *next += 1;
            Ok(())
        })?;
        Ok((others, said))
    }

    /// Hands on the edges of one vertex as they come.
    fn long_row(
        &self,
        bucket: &Bucket,
        vertex: usize,
        emit: &mut impl FnMut(Sorted<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        const AT_ONCE: usize = 1 << 14;
        let first = (bucket.vertices.start + vertex as u64) as Vertex;
        let (mut others, mut said) = (Vec::new(), Vec::new());
        bucket.each(self.says, self.control, |place, other, of_edge| {
            if place != vertex {
                return Ok(());
            }
            others.push(other);
            said.extend(self.says.then_some(of_edge));
            if others.len() == AT_ONCE {
                let degrees = &[AT_ONCE as u32];
                emit(Sorted { first, degrees, others: &others, said: &said })?;
                others.clear();
                said.clear();
            }
            Ok(())
        })?;
        let degrees = &[others.len() as u32];
        emit(Sorted { first, degrees, others: &others, said: &said })
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Threads;

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
        let mut histogram = vec![0; vertices.div_ceil(4) as usize];
        edges.iter().for_each(|edge| histogram[edge[0] as usize / 4] += 1);
        let mut buckets =
            Buckets::new(folder.path(), vertices, 2, &histogram, says, budget).unwrap();
        for (number, &[by, other]) in edges.iter().enumerate() {
            let said = Said { weight: number as i64 - 50, marks: number as u8 };
            buckets.push(by, other, says.then_some(&said)).unwrap();
        }
        let mut all = Vec::new();
        let control = Control::ALONE.on(Threads::new(if budget > 50_000 { 3 } else { 1 }).unwrap());
        buckets
            .rows(&control, |sorted| {
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
                    let other = if number % 3 == 0 { u32::MAX - number } else { number };
                    [if number % 2 == 0 { by / 7 * 7 / 1000 } else { by } as u32, other]
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
