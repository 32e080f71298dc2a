//! Moves that are good for longer and longer plays: a beginning for those that are good forever.
//!
//! To improve moves for plays without end is to see one flaw at a time: everyone from whom the other player
//! can force play there goes to the worst cycle that there is, however long the way, and nothing is seen of
//! the others. Where what comes later counts less, a flaw concerns its neighbourhood alone, and all of them
//! are mended at the same time. So moves are found for plays that count for some hundred moves, and from
//! there for ever longer ones.

use retrograde_core::{Vertex, sys};

use super::against::Against;
use crate::energy::board::Board;
use crate::energy::order::Order;
use crate::stop::Stop;

/// For how many moves plays count, one after the other: what is paid a move later counts that part less.
const HORIZONS: [f64; 4] = [200.0, 800.0, 3200.0, 12_800.0];

/// The most sweeps for each of them, and they are over when only one of so many vertices gets another move.
const SWEEPS: usize = 30;
const RARE: usize = 5000;

/// Vertices of which one says what is paid from a typical one.
const SAMPLE: usize = 101;

/// Makes moves better, as far as they can be seen to be.
///
/// # Complexity
/// O(V + E) time for each of at most 120 sweeps; `8 V` bytes.
///
/// Source: U. Zwick and M. Paterson, *The complexity of mean payoff games on graphs* (1996), for discounted
/// games whose optimal moves become those for the mean.
pub(super) fn extend(
    board: &Board<'_>,
    order: Order,
    places: &mut [u32],
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) {
    let against = Against::both(board, order);
    let (ends, weights) = (&board.moves.ends, &board.moves.weights);
    let mut sums: Vec<f64> = sys::zeroed(places.len());
    let (mut usual, mut before) = (0.0, None);
    for horizon in HORIZONS {
        // Only what is paid over the usual grows with the horizon, and what does not grow need not be found
        // again.
        if let Some(before) = before.replace(horizon) {
            let typical = typical(&sums);
            sums.iter_mut().for_each(|sum| *sum -= typical);
            usual += typical / before;
        }
        let keep = 1.0 - 1.0 / horizon;
        let offer = |sums: &[f64], _: Vertex, edge: usize| {
            weights[edge] as f64 - usual + keep * sums[ends[edge] as usize]
        };
        for _ in 0..SWEEPS {
            let Some(changed) = against.sweep(offer, &mut sums, places, stop) else { return };
            tell();
            if changed <= board.len() / RARE {
                break;
            }
        }
    }
}

/// The sum in the middle of some of them.
fn typical(sums: &[f64]) -> f64 {
    let mut some: Vec<f64> = sums.iter().step_by(SAMPLE).copied().collect();
    let middle = some.len() / 2;
    match some.is_empty() {
        true => 0.0,
        false => *some.select_nth_unstable_by(middle, f64::total_cmp).1,
    }
}
