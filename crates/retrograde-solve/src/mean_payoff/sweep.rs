//! Moves that are good as a rule, found in a short time: a beginning for those that are optimal.
//!
//! What a play of so many moves pays is found from what one of fewer moves pays, for more and more
//! moves. Floating-point numbers are good enough for that, as nothing is proven by it.

use retrograde_core::{Player, sys};

use crate::energy::board::Board;
use crate::stop::Stop;

/// Sweeps over all vertices at most.
const MOST_SWEEPS: usize = 60;

/// Sweeps end when fewer than one in so many vertices has another move than before.
const RARE: usize = 200;

/// Good moves, starting from others.
///
/// # Complexity
/// O(V + E) time for each of at most [`MOST_SWEEPS`] sweeps.
///
/// Source: U. Zwick and M. Paterson, *The complexity of mean payoff games on graphs* (1996), with
/// every sweep going half the way only, as M. A. Krasnosel'skii has it in *Two remarks on the method
/// of successive approximations* (1955), which keeps cycles from swinging.
pub(super) fn good_places(
    board: &Board<'_>,
    mut places: Vec<u32>,
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) -> Vec<u32> {
    let mut sums: Vec<f64> = sys::zeroed(board.len());
    let mut after: Vec<f64> = sys::zeroed(board.len());
    for sweep in 0..MOST_SWEEPS {
        let mut changed = 0;
        for vertex in board.vertices() {
            if stop.spend(board.moves.degree(vertex)) {
                return places;
            }
            board.moves.prefetch_ahead(vertex, &sums);
            // Both players want as much as possible, player 1 of the negative sum.
            let sign = if board.owner(vertex) == Player::Zero { 1.0 } else { -1.0 };
            let (mut best, mut best_place) = (f64::NEG_INFINITY, 0);
            for ((to, weight), place) in board.moves.row(vertex).zip(0..) {
                let offer = sign * (weight as f64 + sums[to as usize]);
                if offer > best {
                    (best, best_place) = (offer, place);
                }
            }
            let place = &mut places[vertex as usize];
            changed += usize::from(*place != best_place);
            *place = best_place;
            after[vertex as usize] = 0.5 * (sums[vertex as usize] + sign * best);
        }
        std::mem::swap(&mut sums, &mut after);
        tell();
        if sweep > 0 && changed <= board.len() / RARE {
            break;
        }
    }
    places
}
