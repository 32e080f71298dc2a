//! Moves that are good as a rule, found in a short time: a beginning for those that are optimal.
//!
//! What a play of so many moves pays is found from what one of fewer moves pays, for more and more
//! moves. Floating-point numbers are good enough for that, as nothing is proven by it.
//!
//! Where nearly all moves lead the same way, a sweep against them takes what a play pays back along all
//! of it, where any other takes it back by one move.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use retrograde_core::{Bitmap, Vertex, sys};

use super::against::Against;
use crate::energy::board::MoveRows;
use crate::energy::order::Order;
use crate::stop::Stop;

/// How much of the way a sweep goes: all of it would keep cycles swinging.
const WAY: f64 = 0.9;

/// How many edges ahead memory is asked for what a move leads to.
const AHEAD: usize = 24;

/// Vertices that a thread sweeps over before it takes the next ones.
const PER_TASK: usize = 1 << 14;

/// What plays pay, of so many moves as there were sweeps.
///
/// Source: U. Zwick and M. Paterson, *The complexity of mean payoff games on graphs* (1996), with
/// every sweep going a part of the way only, as M. A. Krasnosel'skii has it in *Two remarks on the
/// method of successive approximations* (1955), which keeps cycles from swinging.
pub(super) struct Sweeper {
    sums: Vec<f64>,
    after: Vec<f64>,
}

impl Sweeper {
    pub(super) fn new(vertices: usize) -> Self {
        Sweeper { sums: sys::zeroed(vertices), after: sys::zeroed(vertices) }
    }

    /// Makes moves better in at most so many sweeps, on all threads; in fewer when no more than
    /// `rare` vertices get another move than before.
    ///
    /// # Complexity
    /// O(V + E) time for each sweep.
    pub(super) fn sweep(
        &mut self,
        (moves, ones): (&MoveRows<'_>, &Bitmap),
        places: &mut [u32],
        (most, rare): (usize, usize),
        stop: &Stop<'_>,
        tell: &dyn Fn(),
    ) {
        for sweep in 0..most {
            let (changed, sums) = (AtomicUsize::new(0), &self.sums[..]);
            let parts = places.chunks_mut(PER_TASK).zip(self.after.chunks_mut(PER_TASK));
            let starts = (0..).step_by(PER_TASK);
            let swept = stop.control().for_each(starts.zip(parts).collect(), |(start, part)| {
                changed.fetch_add(sweep_part(moves, ones, sums, start, part), Relaxed);
            });
            if stop.ok(swept).is_none() {
                return;
            }
            std::mem::swap(&mut self.sums, &mut self.after);
            tell();
            if sweep > 0 && changed.into_inner() <= rare {
                return;
            }
        }
    }

    /// As [`sweep`](Self::sweep), against the order in which moves lead, on one thread. What is paid is
    /// counted over the mean that the sweeps before have come to, which need not be exact.
    ///
    /// What a move against the order leads to is known from the sweep before only. Of that a part of the
    /// way is gone, so that cycles do not swing.
    ///
    /// # Complexity
    /// O(V + E) time for each sweep.
    pub(super) fn sweep_against(
        &mut self,
        order: Order,
        (moves, ones): (&MoveRows<'_>, &Bitmap),
        places: &mut [u32],
        (most, rare): (usize, usize),
        stop: &Stop<'_>,
        tell: &dyn Fn(),
    ) {
        let mean = self.mean();
        let (ends, weights) = (&moves.ends[..], &moves.weights[..]);
        let is_down = order == Order::Down;
        self.after.copy_from_slice(&self.sums);
        for _ in 0..most {
            for (after, &sum) in self.after.iter_mut().zip(&self.sums) {
                *after += WAY * (sum - *after);
            }
            let before = &self.after[..];
            let offer = |sums: &[f64], vertex: Vertex, edge: usize| {
                let end = ends[edge];
                let sums = if (end > vertex) != is_down { sums } else { before };
                weights[edge] as f64 - mean + sums[end as usize]
            };
            let against = Against { order, moves, ones, chooser: None };
            let changed = against.sweep(offer, &mut self.sums, places, stop);
            tell();
            if changed.is_none_or(|changed| changed <= rare) {
                return;
            }
        }
    }

    /// What a move has paid on average in the last sweep.
    fn mean(&self) -> f64 {
        let paid = self.sums.iter().zip(&self.after).map(|(sum, before)| sum - before);
        paid.sum::<f64>() / (WAY * self.sums.len() as f64)
    }
}

/// Sweeps over the vertices from `start` on whose places and new sums are given. Returns how many
/// have another move than before.
fn sweep_part(
    moves: &MoveRows<'_>,
    ones: &Bitmap,
    sums: &[f64],
    start: Vertex,
    (places, after): (&mut [u32], &mut [f64]),
) -> usize {
    let (ends, weights) = (&moves.ends[..], &moves.weights[..]);
    let mut changed = 0;
    for (vertex, (place, after)) in (start..).zip(places.iter_mut().zip(after)) {
        // Both players want as much as possible, player 1 of the negative sum.
        let sign = if ones.get(vertex as usize) { -1.0 } else { 1.0 };
        let (mut best, mut best_edge) = (f64::NEG_INFINITY, 0);
        let row = moves.range(vertex);
        for edge in row.clone() {
            if let Some(&end) = ends.get(edge + AHEAD) {
                sys::prefetch(sums, end as usize);
            }
            let offer = sign * (weights[edge] as f64 + sums[ends[edge] as usize]);
            // Which one is larger nobody can guess.
            let is_better = offer > best;
            best = select_unpredictable(is_better, offer, best);
            best_edge = select_unpredictable(is_better, edge, best_edge);
        }
        let best_place = (best_edge - row.start) as u32;
        changed += usize::from(*place != best_place);
        *place = best_place;
        let before = sums[vertex as usize];
        *after = before + WAY * (sign * best - before);
    }
    changed
}
