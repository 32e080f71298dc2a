//! Heights to begin with, found by going through all vertices against the order of play.
//!
//! Each vertex is lifted to what its moves demand of it, and as those that they lead to come first, what
//! a play costs goes all the way back along it in a single sweep. That is much less work than a jump,
//! and leaves few of them to be made.
//!
//! Where vertices lie in no such order, they are numbered along the moves that look best after some
//! sweeps: then play goes through memory in order, too.

use retrograde_core::{Bitmap, Player, Vertex, sys};

use super::board::MoveRows;
use super::cost::{Cost, Number};
use super::order::Order;
use crate::stop::Stop;

/// How many edges ahead memory is asked for what a move leads to.
const AHEAD: usize = 24;

pub(super) struct Sweeps<'m, T> {
    pub(super) moves: &'m MoveRows<'m>,
    /// Where player 1 moves.
    pub(super) ones: &'m Bitmap,
    pub(super) keeper: Player,
    pub(super) cost: Cost<T>,
}

impl<T: Number> Sweeps<'_, T> {
    /// Lifts every vertex so many times; `None` if stopped. Heights that are at most the true ones stay
    /// so.
    ///
    /// # Complexity
    /// O(V + E) time a sweep.
    pub(super) fn run(
        &self,
        heights: &mut [T],
        order: Order,
        sweeps: usize,
        stop: &Stop<'_>,
    ) -> Option<()> {
        let is_down = order == Order::Down;
        let ends = &self.moves.ends[..];
        for _ in 0..sweeps {
            let mut has_changed = false;
            for vertex in order.against(heights.len() as Vertex) {
                if stop.spend(self.moves.degree(vertex)) {
                    return None;
                }
                for edge in self.moves.range(vertex) {
                    let ahead = if is_down { edge + AHEAD } else { edge.wrapping_sub(AHEAD) };
                    if let Some(&end) = ends.get(ahead) {
                        sys::prefetch(heights, end as usize);
                    }
                }
                let Some((height, _)) = self.best(vertex, heights) else { continue };
                // Who is beyond all bounds is lost, as a jump will find, which also knows why.
                if height > heights[vertex as usize] && height <= self.cost.bound {
                    heights[vertex as usize] = height;
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
        Some(())
    }

    /// The places of the moves that demand the heights; `None` if stopped.
    pub(super) fn places(&self, heights: &[T], stop: &Stop<'_>) -> Option<Vec<u32>> {
        let place = |vertex| {
            let best = self.best(vertex, heights).map_or(0, |(_, place)| place);
            (!stop.spend(self.moves.degree(vertex))).then_some(best)
        };
        (0..heights.len() as Vertex).map(place).collect()
    }

    /// The height that the moves of a vertex demand of it, and the place of the one that does.
    #[inline]
    fn best(&self, vertex: Vertex, heights: &[T]) -> Option<(T, u32)> {
        let moves = self.moves.row(vertex).zip(0..);
        let demands =
            moves.map(|((to, weight), place)| (self.cost.of(weight) + heights[to as usize], place));
        let is_keepers = self.ones.get(vertex as usize) == (self.keeper == Player::One);
        if is_keepers { demands.min() } else { demands.max() }
    }
}
