//! A sweep over all vertices against the order in which play goes through them.
//!
//! Each vertex takes the best that its moves offer, from what the vertices before it in the sweep have just
//! found: what a play pays goes all the way back along it in a single sweep, where any other takes it back by
//! one move.
//!
//! Floating-point numbers are good enough, as nothing is proven by it.

use std::hint::select_unpredictable;

use retrograde_core::{Bitmap, Player, Vertex, sys};

use super::policy::LONG;
use crate::energy::board::{Board, MoveRows};
use crate::energy::order::Order;
use crate::stop::Stop;

/// What another move has to pay more: less than that is what rounding comes to.
const MARGIN: f64 = 1e-7;

/// How many edges ahead memory is asked for what a move leads to.
const AHEAD: usize = 24;

/// What is swept over.
#[derive(Clone, Copy)]
pub(super) struct Against<'a> {
    pub(super) order: Order,
    pub(super) moves: &'a MoveRows<'a>,
    /// Where player 1 moves.
    pub(super) ones: &'a Bitmap,
    /// Who may change moves, if not both players.
    pub(super) chooser: Option<Player>,
}

impl<'a> Against<'a> {
    /// All of a board, where both players may change moves.
    pub(super) fn both(board: &'a Board<'_>, order: Order) -> Self {
        Against { order, moves: &board.moves, ones: &board.ones, chooser: None }
    }

    /// Sweeps once. `offer` says, of the sums so far, what an edge of a vertex pays with all that comes after
    /// it. Returns how many vertices have another move than before; `None` if stopped.
    ///
    /// # Complexity
    /// O(V + E) time.
    #[inline]
    pub(super) fn sweep(
        &self,
        offer: impl Fn(&[f64], Vertex, usize) -> f64,
        sums: &mut [f64],
        places: &mut [u32],
        stop: &Stop<'_>,
    ) -> Option<usize> {
        let ends = &self.moves.ends[..];
        let is_down = self.order == Order::Down;
        let fixed = self.chooser.map(|player| player == Player::Zero);
        let (mut changed, mut edges) = (0, 0);
        for vertex in self.order.against(places.len() as Vertex) {
            let row = self.moves.range(vertex);
            edges += row.len();
            if edges >= LONG {
                if stop.spend_many(edges as u64) {
                    return None;
                }
                edges = 0;
            }
            let is_one = self.ones.get(vertex as usize);
            let now = row.start + places[vertex as usize] as usize;
            if fixed == Some(is_one) {
                sums[vertex as usize] = offer(sums, vertex, now);
                continue;
            }
            // Both players want as much as possible, player 1 of the negative sum.
            // Each vertex waits for the one before it, so that what comes between counts: to change a
            // sign is to flip a bit, and the greatest sum is known before who offers it is.
            let sign = u64::from(is_one) << 63;
            let signed = |sum: f64| f64::from_bits(sum.to_bits() ^ sign);
            let (mut best, mut best_edge) = (signed(offer(sums, vertex, now)) + MARGIN, now);
            let mut greatest = f64::NEG_INFINITY;
            for edge in row.clone() {
                let ahead = if is_down { edge + AHEAD } else { edge.wrapping_sub(AHEAD) };
                if let Some(&end) = ends.get(ahead) {
                    sys::prefetch(sums, end as usize);
                }
                let offer = signed(offer(sums, vertex, edge));
                greatest = if offer > greatest { offer } else { greatest };
                // Which one is larger nobody can guess.
                let is_better = offer > best;
                best = select_unpredictable(is_better, offer, best);
                best_edge = select_unpredictable(is_better, edge, best_edge);
            }
            changed += usize::from(best_edge != now);
            places[vertex as usize] = (best_edge - row.start) as u32;
            sums[vertex as usize] = signed(greatest);
        }
        (!stop.spend_many(edges as u64)).then_some(changed)
    }
}
