//! The edges of a range of vertices put in order.
//!
//! A range that does not fit memory, as that of a vertex which most edges lead to, is gone through several
//! times, for some of its vertices each time; a row that alone does not fit is handed on as it comes.

use std::io;
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Control, GraphError, Vertex};

use crate::rgg::buckets::{Bucket, Said};

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
pub(crate) struct Kept {
    first: Vertex,
    degrees: Vec<u32>,
    others: Vec<Vertex>,
    said: Vec<Said>,
}

impl Kept {
    pub(crate) fn as_sorted(&self) -> Sorted<'_> {
        let Kept { first, degrees, others, said } = self;
        Sorted { first: *first, degrees, others, said }
    }
}

pub(crate) struct Sorting<'a> {
    /// Whether something is said of edges.
    pub(crate) says: bool,
    /// Edges that are in memory at once.
    pub(crate) fit: u64,
    pub(crate) control: &'a Control<'a>,
}

impl Sorting<'_> {
    /// The edges of buckets that fit memory together, one after the other.
    pub(crate) fn together(&self, buckets: Vec<Bucket>) -> io::Result<Vec<Kept>> {
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

    pub(crate) fn bucket(
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
