//! Vertices numbered along the moves that are made, so that play goes through memory in order.
//!
//! Improving moves means to follow play from everywhere, again and again, and most moves stay as they
//! are. With the numbers that vertices happen to have, each step of a play waits for memory, many times
//! longer than the rest of it takes. The places of moves in their rows do not change.

use std::borrow::Cow;

use retrograde_core::{Bitmap, Offsets, Vertex, sys};

use super::board::{Board, MoveRows};
use crate::stop::Stop;

/// How many vertices ahead memory is asked for what one of them needs.
const SOON: usize = 8;

/// For each new number the vertex that has it.
pub(crate) struct Along(Vec<Vertex>);

impl Along {
    /// One play before the other, each up to where it meets one of those after it: whoever goes through
    /// the numbers backwards comes to a vertex only after the one that its move leads to, but for one of
    /// each cycle. `None` if stopped.
    ///
    /// # Complexity
    /// O(V + E) time, `8 V` bytes and two bits a vertex.
    pub(crate) fn new(
        moves: &MoveRows<'_>,
        ones: &Bitmap,
        places: &[u32],
        stop: &Stop<'_>,
    ) -> Option<Self> {
        let vertices = || 0..ones.len() as Vertex;
        // By themselves they are fetched many at once.
        let mut next: Vec<Vertex> = sys::reserved(ones.len());
        let mut entered = Bitmap::new(ones.len());
        for (vertex, &place) in vertices().zip(places) {
            if stop.spend(1) {
                return None;
            }
            let to = moves.edge(vertex, place).0;
            entered.set(to as usize);
            next.push(to);
        }
        let mut order: Vec<Vertex> = sys::zeroed(ones.len());
        let mut left = order.len();
        let mut numbered = Bitmap::new(ones.len());
        // Where no play comes by is where the longest ones begin; then cycles that none leads to.
        let starts = vertices().filter(|&vertex| !entered.get(vertex as usize));
        for start in starts.chain(vertices()) {
            let (mut vertex, end) = (start, left);
            while !numbered.get(vertex as usize) {
                if stop.spend(2) {
                    return None;
                }
                numbered.set(vertex as usize);
                left -= 1;
                order[left] = vertex;
                vertex = next[vertex as usize];
            }
            // It was put down from its end.
            for (place, other) in (left..end).zip((left..end).rev()).take((end - left) / 2) {
                if stop.spend(1) {
                    return None;
                }
                order.swap(place, other);
            }
        }
        Some(Along(order))
    }

    /// The game by its new numbers; `None` if stopped.
    pub(crate) fn board(
        &self,
        moves: &MoveRows<'_>,
        ones: &Bitmap,
        stop: &Stop<'_>,
    ) -> Option<Board<'static>> {
        let Along(order) = self;
        let mut numbers: Vec<Vertex> = sys::zeroed(order.len());
        for (&vertex, number) in order.iter().zip(0..) {
            numbers[vertex as usize] = number;
        }
        let edges = moves.ends.len();
        let mut offsets = Offsets::zeroed(order.len(), edges as u64);
        let (mut ends, mut weights) = (sys::reserved(edges), sys::reserved(edges));
        let mut there_ones = Bitmap::new(order.len());
        for (number, &vertex) in order.iter().enumerate() {
            if let Some(&later) = order.get(number + 4 * SOON) {
                moves.prefetch_start(later);
            }
            if let Some(&later) = order.get(number + 2 * SOON) {
                moves.prefetch_row(later);
            }
            if let Some(&soon) = order.get(number + SOON) {
                moves.prefetch_ends(soon, &numbers);
            }
            if stop.spend(moves.degree(vertex)) {
                return None;
            }
            offsets.set(number, ends.len() as u64);
            for (to, weight) in moves.row(vertex) {
                ends.push(numbers[to as usize]);
                weights.push(weight);
            }
            if ones.get(vertex as usize) {
                there_ones.set(number);
            }
        }
        offsets.set(order.len(), ends.len() as u64);
        drop(numbers);
        let rows = MoveRows {
            offsets: Cow::Owned(offsets),
            ends: Cow::Owned(ends),
            weights: Cow::Owned(weights),
        };
        Board::new(rows, Cow::Owned(there_ones), stop)
    }

    /// The vertex that has a number.
    pub(crate) fn vertex(&self, number: Vertex) -> Vertex {
        self.0[number as usize]
    }

    /// What vertices have, by their new numbers.
    pub(crate) fn there<T: Copy>(&self, here: &[T]) -> Vec<T> {
        self.0.iter().map(|&vertex| here[vertex as usize]).collect()
    }

    /// What vertices have by their new numbers, by the old ones.
    pub(crate) fn back<T: Copy + Default>(&self, there: Vec<T>) -> Vec<T> {
        let mut here: Vec<T> = sys::zeroed(there.len());
        for (&vertex, what) in self.0.iter().zip(there) {
            here[vertex as usize] = what;
        }
        here
    }

    /// A set of vertices by their new numbers, by the old ones.
    pub(crate) fn back_set(&self, there: &Bitmap) -> Bitmap {
        let mut here = Bitmap::new(there.len());
        for number in there.ones() {
            here.set(self.0[number] as usize);
        }
        here
    }
}
