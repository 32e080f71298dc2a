//! One number a vertex: how many of its moves are left while it is open, and its distance once it is
//! settled.
//!
//! A byte holds the low eight bits of a count. The few vertices with more moves than that have the rest
//! in a list of their own, which is looked at when the byte is used up.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::SeqCst};

use retrograde_core::{Distances, Vertex, sys};

/// The marks of all vertices.
#[derive(Clone, Debug)]
pub(crate) enum Marks {
    Narrow(Vec<u8>, Rest),
    Wide(Vec<u32>),
}

/// What does not fit the bytes: the counts of vertices with more than 255 moves, divided by 256, by rising
/// vertex.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rest(pub(crate) Vec<(Vertex, u32)>);

impl Marks {
    /// The largest distance that they can hold.
    pub(crate) fn most(&self) -> u32 {
        match self {
            Marks::Narrow(..) => u8::MAX.into(),
            Marks::Wide(_) => u32::MAX,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Marks::Narrow(marks, _) => marks.len(),
            Marks::Wide(marks) => marks.len(),
        }
    }

    pub(crate) fn get(&self, vertex: usize) -> u32 {
        match self {
            Marks::Narrow(marks, _) => marks[vertex].into(),
            Marks::Wide(marks) => marks[vertex],
        }
    }

    /// Notes a distance that they can hold.
    pub(crate) fn set(&mut self, vertex: usize, distance: u32) {
        match self {
            Marks::Narrow(marks, _) => marks[vertex] = distance as u8,
            Marks::Wide(marks) => marks[vertex] = distance,
        }
    }

    /// The same with four bytes each. The rest of a count is of no use any more where the vertex is settled.
    pub(crate) fn widened(self, is_settled: impl Fn(usize) -> bool) -> Self {
        match self {
            Marks::Wide(_) => self,
            Marks::Narrow(marks, rest) => {
                let mut wide: Vec<u32> = sys::zeroed(marks.len());
                for (wide, &mark) in wide.iter_mut().zip(&marks) {
                    *wide = mark.into();
                }
                for &(vertex, rest) in &rest.0 {
                    if !is_settled(vertex as usize) {
                        wide[vertex as usize] += rest << 8;
                    }
                }
                Marks::Wide(wide)
            }
        }
    }

    pub(crate) fn into_distances(self) -> Distances {
        match self {
            Marks::Narrow(marks, _) => Distances::Narrow(marks),
            Marks::Wide(marks) => Distances::Wide(marks),
        }
    }
}

/// Marks that several threads work on.
pub(crate) trait Counts: Sync {
    /// Takes a move off; whether that was the last. Where several threads take off the last ones, more
    /// than one may say so.
    fn lower(&self, vertex: Vertex) -> bool;

    /// As [`lower`](Self::lower), where nobody else works on the marks.
    fn lower_alone(&self, vertex: Vertex) -> bool;

    /// Notes a distance.
    fn settle(&self, vertex: Vertex, distance: u32);
}

pub(crate) struct Narrow<'a> {
    marks: &'a [AtomicU8],
    vertices: Vec<Vertex>,
    rest: Vec<AtomicU32>,
}

impl<'a> Narrow<'a> {
    pub(crate) fn new(marks: &'a mut [u8], rest: &Rest) -> Self {
        let (vertices, rest) =
            rest.0.iter().map(|&(vertex, rest)| (vertex, AtomicU32::new(rest))).unzip();
        Narrow { marks: sys::as_atomic_bytes(marks), vertices, rest }
    }

    /// What is left of the rest.
    pub(crate) fn into_rest(self) -> Rest {
        let rest = self.rest.into_iter().map(AtomicU32::into_inner);
        Rest(self.vertices.into_iter().zip(rest).collect())
    }

    #[cold]
    fn rest_of(&self, vertex: Vertex) -> Option<&AtomicU32> {
        self.vertices.binary_search(&vertex).ok().map(|place| &self.rest[place])
    }

    /// Whether nothing is left, after a move was taken off a byte that was `before`.
    ///
    /// The thread that takes the byte from 0 to 255 takes one off the rest. As long as it has not, the
    /// rest is one too high, so that nobody can think that nothing is left too early; and when it has, it
    /// looks whether the byte has come to 0 in the meantime.
    #[inline]
    fn is_last(&self, vertex: Vertex, before: u8) -> bool {
        match before {
            1 if self.vertices.is_empty() => true,
            1 => self.rest_of(vertex).is_none_or(|rest| rest.load(SeqCst) == 0),
            0 => self.rest_of(vertex).is_some_and(|rest| {
                rest.fetch_sub(1, SeqCst) == 1 && self.marks[vertex as usize].load(SeqCst) == 0
            }),
            _ => false,
        }
    }
}

impl Counts for Narrow<'_> {
    #[inline(always)]
    fn lower(&self, vertex: Vertex) -> bool {
        let before = self.marks[vertex as usize].fetch_sub(1, SeqCst);
        self.is_last(vertex, before)
    }

    #[inline(always)]
    fn lower_alone(&self, vertex: Vertex) -> bool {
        use std::sync::atomic::Ordering::Relaxed;
        let mark = &self.marks[vertex as usize];
        let before = mark.load(Relaxed);
        mark.store(before.wrapping_sub(1), Relaxed);
        before <= 1 && self.is_last(vertex, before)
    }

    #[inline(always)]
    fn settle(&self, vertex: Vertex, distance: u32) {
        self.marks[vertex as usize].store(distance as u8, std::sync::atomic::Ordering::Relaxed);
    }
}

pub(crate) struct Wide<'a>(pub(crate) &'a [AtomicU32]);

impl Counts for Wide<'_> {
    #[inline(always)]
    fn lower(&self, vertex: Vertex) -> bool {
        self.0[vertex as usize].fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 1
    }

    #[inline(always)]
    fn lower_alone(&self, vertex: Vertex) -> bool {
        self.lower(vertex)
    }

    #[inline(always)]
    fn settle(&self, vertex: Vertex, distance: u32) {
        self.0[vertex as usize].store(distance, std::sync::atomic::Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_any_size_come_to_an_end_exactly_once() {
        for count in [1_u32, 2, 255, 256, 257, 511, 512, 513, 70_000] {
            for alone in [false, true] {
                let mut bytes = vec![9, count as u8, 7];
                let rest = Rest(if count > 255 { vec![(1, count >> 8)] } else { Vec::new() });
                let narrow = Narrow::new(&mut bytes, &rest);
                let lower = |_| if alone { narrow.lower_alone(1) } else { narrow.lower(1) };
                let last: Vec<u32> = (1..=count).filter(|&number| lower(number)).collect();
                assert_eq!(last, [count]);
                drop(narrow);
                assert_eq!(bytes, [9, 0, 7]);
            }
        }
    }

    #[test]
    fn threads_that_lower_together_notice_the_end() {
        for round in 0..200 {
            let count = 256 * (1 + round % 4) + round % 3;
            let mut bytes = vec![count as u8];
            let rest = Rest(vec![(0, count >> 8)]);
            let narrow = Narrow::new(&mut bytes, &rest);
            let noticed = AtomicU32::new(0);
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let (narrow, noticed) = (&narrow, &noticed);
                    scope.spawn(move || {
                        for _ in (0..count).filter(|number| number % 4 == thread) {
                            noticed.fetch_add(narrow.lower(0).into(), SeqCst);
                        }
                    });
                }
            });
            assert!(noticed.into_inner() >= 1, "round {round}");
        }
    }
}
