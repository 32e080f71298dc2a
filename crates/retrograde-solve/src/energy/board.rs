//! A payoff game as the algorithms want it: weighted rows of moves, forwards and backwards.

use std::borrow::Cow;
use std::ops::Range;

use retrograde_core::{Bitmap, Offsets, PayoffGame, Player, Vertex, sys};

use crate::stop::Stop;

/// For each vertex its edges side by side: the other end and the weight.
pub(crate) struct MoveRows<'a> {
    pub(crate) offsets: Cow<'a, Offsets>,
    pub(crate) ends: Cow<'a, [Vertex]>,
    pub(crate) weights: Cow<'a, [i64]>,
}

impl<'a> MoveRows<'a> {
    /// The moves of a game.
    pub(crate) fn of(game: &'a PayoffGame<'_>) -> Self {
        let graph = game.arena.graph();
        MoveRows {
            offsets: Cow::Borrowed(graph.offsets()),
            ends: Cow::Borrowed(graph.targets()),
            weights: Cow::Borrowed(&game.weights),
        }
    }
}

impl MoveRows<'_> {
    #[inline(always)]
    pub(crate) fn range(&self, vertex: Vertex) -> Range<usize> {
        let row = vertex as usize;
        self.offsets.get(row) as usize..self.offsets.get(row + 1) as usize
    }

    /// The other ends and the weights of the edges of `vertex`.
    #[inline]
    pub(crate) fn row(&self, vertex: Vertex) -> impl Iterator<Item = (Vertex, i64)> + '_ {
        let range = self.range(vertex);
        self.ends[range.clone()].iter().copied().zip(self.weights[range].iter().copied())
    }

    /// The edge at a place in the row of `vertex`.
    #[inline]
    pub(crate) fn edge(&self, vertex: Vertex, place: u32) -> (Vertex, i64) {
        let edge = self.range(vertex).start + place as usize;
        (self.ends[edge], self.weights[edge])
    }

    /// Asks for what an array has for the other ends of edges a little after those of `vertex`, for
    /// a pass over all vertices in order.
    #[inline]
    pub(crate) fn prefetch_ahead<T>(&self, vertex: Vertex, array: &[T]) {
        const AHEAD: usize = 24;
        for edge in self.range(vertex) {
            if let Some(&end) = self.ends.get(edge + AHEAD) {
                sys::prefetch(array, end as usize);
            }
        }
    }

    /// Asks for where the row of a vertex begins, which is needed to ask for the row.
    #[inline]
    pub(crate) fn prefetch_start(&self, vertex: Vertex) {
        match &*self.offsets {
            Offsets::Narrow(offsets) => sys::prefetch(offsets, vertex as usize),
            Offsets::Wide(offsets) => sys::prefetch(offsets, vertex as usize),
        }
    }

    /// Asks for the row of a vertex that will be looked at later.
    #[inline]
    pub(crate) fn prefetch_row(&self, vertex: Vertex) {
        let start = self.range(vertex).start;
        sys::prefetch(&self.ends, start);
        sys::prefetch(&self.weights, start);
    }

    /// Asks for what an array has for the other ends of the edges of a vertex that will be looked at
    /// soon.
    #[inline]
    pub(crate) fn prefetch_ends<T>(&self, vertex: Vertex, array: &[T]) {
        for &end in &self.ends[self.range(vertex)] {
            sys::prefetch(array, end as usize);
        }
    }

    #[inline]
    pub(crate) fn degree(&self, vertex: Vertex) -> u32 {
        self.range(vertex).len() as u32
    }

    /// `None` if stopped.
    fn turned_around(&self, stop: &Stop<'_>) -> Option<MoveRows<'static>> {
        let vertices = self.offsets.rows();
        let mut offsets = Offsets::zeroed(vertices, self.ends.len() as u64);
        for ends in self.ends.chunks(1 << 12) {
            if stop.spend(ends.len() as u32) {
                return None;
            }
            for &to in ends {
                offsets.set(to as usize, offsets.get(to as usize) + 1);
            }
        }
        // Where rows end, and from there backwards to where they begin: that takes no second array.
        for row in 0..vertices {
            offsets.set(row + 1, offsets.get(row + 1) + offsets.get(row));
        }
        let mut ends = sys::zeroed(self.ends.len());
        let mut weights = sys::zeroed(self.ends.len());
        for from in (0..vertices as Vertex).rev() {
            if stop.spend(self.degree(from)) {
                return None;
            }
            for edge in self.range(from).rev() {
                let to = self.ends[edge] as usize;
                let place = offsets.get(to) - 1;
                offsets.set(to, place);
                ends[place as usize] = from;
                weights[place as usize] = self.weights[edge];
            }
        }
        let (ends, weights) = (Cow::Owned(ends), Cow::Owned(weights));
        Some(MoveRows { offsets: Cow::Owned(offsets), ends, weights })
    }
}

/// A payoff game, or the part of one that is left when play stays among some of its vertices. Every
/// vertex has a move.
pub(crate) struct Board<'a> {
    pub(crate) moves: MoveRows<'a>,
    pub(crate) back: MoveRows<'static>,
    /// Where player 1 moves.
    pub(crate) ones: Cow<'a, Bitmap>,
}

impl<'a> Board<'a> {
    /// `None` if stopped.
    pub(crate) fn new(moves: MoveRows<'a>, ones: Cow<'a, Bitmap>, stop: &Stop<'_>) -> Option<Self> {
        Some(Board { back: moves.turned_around(stop)?, moves, ones })
    }

    /// The whole of a game; `None` if stopped.
    pub(crate) fn whole(game: &'a PayoffGame<'_>, stop: &Stop<'_>) -> Option<Self> {
        Board::new(MoveRows::of(game), Cow::Borrowed(game.arena.ones()), stop)
    }

    pub(crate) fn len(&self) -> usize {
        self.ones.len()
    }

    pub(crate) fn vertices(&self) -> Range<Vertex> {
        0..self.len() as Vertex
    }

    pub(crate) fn edge_count(&self) -> usize {
        self.moves.ends.len()
    }

    #[inline]
    pub(crate) fn owner(&self, vertex: Vertex) -> Player {
        if self.ones.get(vertex as usize) { Player::One } else { Player::Zero }
    }
}
