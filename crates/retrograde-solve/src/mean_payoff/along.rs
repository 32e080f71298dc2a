//! Vertices numbered along the moves that are made, so that play goes through memory in order.
//!
//! Improving moves means to follow play from everywhere, again and again, and most moves stay as they
//! are. With the numbers that vertices happen to have, each step of a play waits for memory, many times
//! longer than the rest of it takes. The places of moves in their rows do not change.

use std::borrow::Cow;

use retrograde_core::{Bitmap, Offsets, Vertex, sys};

use crate::energy::board::{Board, MoveRows};
use crate::stop::Stop;

/// For each new number the vertex that has it.
pub(super) struct Along(Vec<Vertex>);

impl Along {
    /// One play after the other, each up to where it meets another; `None` if stopped.
    ///
    /// # Complexity
    /// O(V + E) time, `4 V` bytes and two bits a vertex.
    pub(super) fn new(
        moves: &MoveRows<'_>,
        ones: &Bitmap,
        places: &[u32],
        stop: &Stop<'_>,
    ) -> Option<Self> {
        let vertices = || 0..ones.len() as Vertex;
        let next = |vertex: Vertex| moves.edge(vertex, places[vertex as usize]).0;
        let mut entered = Bitmap::new(ones.len());
        for vertex in vertices() {
            if stop.spend(1) {
                return None;
            }
            entered.set(next(vertex) as usize);
        }
        let mut order: Vec<Vertex> = sys::reserved(ones.len());
        let mut numbered = Bitmap::new(ones.len());
        // Where no play comes by is where the longest ones begin; then cycles that none leads to.
        let starts = vertices().filter(|&vertex| !entered.get(vertex as usize));
        for start in starts.chain(vertices()) {
            let mut vertex = start;
            while !numbered.get(vertex as usize) {
                if stop.spend(1) {
                    return None;
                }
                numbered.set(vertex as usize);
                order.push(vertex);
                vertex = next(vertex);
            }
        }
        Some(Along(order))
    }

    /// The game by its new numbers; `None` if stopped.
    pub(super) fn board(
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
    pub(super) fn vertex(&self, number: Vertex) -> Vertex {
        self.0[number as usize]
    }

    /// What vertices have, by their new numbers.
    pub(super) fn there<T: Copy>(&self, here: &[T]) -> Vec<T> {
        self.0.iter().map(|&vertex| here[vertex as usize]).collect()
    }

    /// The places of moves by the old numbers.
    pub(super) fn back(&self, there: Vec<u32>) -> Vec<u32> {
        let mut places: Vec<u32> = sys::zeroed(there.len());
        for (&vertex, place) in self.0.iter().zip(there) {
            places[vertex as usize] = place;
        }
        places
    }
}
