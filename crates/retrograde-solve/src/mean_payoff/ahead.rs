//! Better moves by looking ahead: what both players would do if play went on for some moves more and
//! then as it does now.
//!
//! Improving moves looks one move ahead, and a mistake far from where it shows takes a round for each
//! move in between. Looking further takes a sweep over the game for each move, a fraction of the time of
//! a round. Vertices are swept over against the order of play, and each sweep begins with what it has
//! found already, so that what a play pays goes all the way back along it in a single sweep.
//!
//! Floating-point numbers are good enough, as nothing is proven by it.

use std::hint::select_unpredictable;

use retrograde_core::{Player, Vertex, sys};

use super::cycle::Cycle;
use super::policy::{Halt, LONG, Policy};
use crate::energy::cost::Number;
use crate::energy::order::Order;
use crate::stop::Stop;

/// A play is taken to be over only after so many moves, so that means count before everything else.
const FAR: f64 = 1e8;

/// What another move has to pay more: less than that is what rounding comes to.
const MARGIN: f64 = 1e-7;

/// Where moves lead either way, sweeps are over when only one of so many vertices gets another move.
const RARE: usize = 5000;

/// How many vertices may get another move in the last sweep for looking ahead.
///
/// A few that are left are sooner found by all players' answers, as a rule. Where nearly all moves lead
/// one way, those not made, too, a sweep gets so far that two or three more save a whole answer.
pub(super) fn rare(vertices: usize, order: Order) -> usize {
    if order == Order::Mixed { vertices / RARE } else { 0 }
}

/// How many edges ahead memory is asked for what a move leads to.
const AHEAD: usize = 24;

/// What plays pay that go on for some moves more, and then as the policy has it.
struct Sweeps {
    /// What is paid from each vertex on, over the means.
    sums: Vec<f64>,
    /// What each edge pays over the mean of where it leads.
    excesses: Vec<f64>,
    places: Vec<u32>,
}

impl<T: Number> Policy<'_, T> {
    /// Makes the moves that look best after at most so many sweeps, if that changes one of `player`'s.
    /// Returns whether it does.
    ///
    /// The opponent's moves have to be as good as can be: from there the player's sums only rise, and the
    /// moves found are better than those before. Where both have something to mend, each would count
    /// on the other's mistakes, and that need not come to an end.
    ///
    /// # Complexity
    /// O(V + E) time for each sweep; `12 V + 8 E` bytes.
    ///
    /// Source: J. van der Wal, *Discounted Markov games: generalized policy iteration method* (1978).
    pub(super) fn look_ahead(
        &mut self,
        player: Player,
        (order, rare): (Order, usize),
        most: u64,
        stop: &Stop<'_>,
    ) -> Result<bool, Halt> {
        let mut sweeps = self.sweeps(stop)?;
        for _ in 0..most {
            if self.sweep(order, &mut sweeps, stop)? <= rare {
                break;
            }
        }
        let mut changed = self.board.vertices().zip(&sweeps.places).filter(|&(vertex, &place)| {
            self.places[vertex as usize] != place && self.board.owner(vertex) == player
        });
        // The opponent's moves are as good as can be against those that the player has.
        if changed.next().is_none() {
            return Ok(false);
        }
        for (vertex, place) in self.board.vertices().zip(sweeps.places) {
            if self.places[vertex as usize] != place {
                self.switch(vertex, place);
            }
        }
        Ok(true)
    }

    /// What play pays now.
    fn sweeps(&self, stop: &Stop<'_>) -> Result<Sweeps, Halt> {
        let spend =
            |steps: usize| if stop.spend(steps as u32) { Err(Halt::Stopped) } else { Ok(()) };
        let means: Vec<f64> = self.cycles.iter().map(Cycle::rough_mean).collect();
        let mean = |vertex: Vertex| means[self.spots[vertex as usize].cycle as usize];
        // Differences of means matter, and small numbers are exact.
        let usual = self.board.vertices().next().map_or(0.0, mean);
        let scales: Vec<f64> = self.cycles.iter().map(Cycle::rough_scale).collect();
        let mut sums = sys::reserved(self.spots.len());
        for spots in self.spots.chunks(LONG) {
            spend(spots.len())?;
            sums.extend(spots.iter().map(|spot| {
                let cycle = spot.cycle as usize;
                FAR * (means[cycle] - usual) + spot.bias.wide() as f64 * scales[cycle]
            }));
        }
        let (ends, weights) = (&self.board.moves.ends, &self.board.moves.weights);
        let mut excesses = sys::reserved(ends.len());
        for (ends, weights) in ends.chunks(LONG).zip(weights.chunks(LONG)) {
            spend(ends.len())?;
            let edges = ends.iter().zip(weights);
            excesses.extend(edges.map(|(&to, &weight)| weight as f64 - mean(to)));
        }
        Ok(Sweeps { sums, excesses, places: self.places.clone() })
    }

    /// Looks one move further. Returns how many vertices have another move than before.
    fn sweep(&self, order: Order, sweeps: &mut Sweeps, stop: &Stop<'_>) -> Result<usize, Halt> {
        let Sweeps { sums, excesses, places } = sweeps;
        let (moves, ends) = (&self.board.moves, &self.board.moves.ends[..]);
        let is_down = order == Order::Down;
        let mut changed = 0;
        let mut edges = 0;
        for vertex in order.against(self.board.len() as Vertex) {
            let row = moves.range(vertex);
            edges += row.len();
            if edges >= LONG {
                if stop.spend_many(edges as u64) {
                    return Err(Halt::Stopped);
                }
                edges = 0;
            }
            // Both players want as much as possible, player 1 of the negative sum.
            // Each vertex waits for the one before it, so that what comes between counts: to change a
            // sign is to flip a bit, and the greatest sum is known before who offers it is.
            let sign = u64::from(self.board.owner(vertex) == Player::One) << 63;
            let signed = |sum: f64| f64::from_bits(sum.to_bits() ^ sign);
            let offer = |edge: usize| signed(excesses[edge] + sums[ends[edge] as usize]);
            let now = row.start + places[vertex as usize] as usize;
            let (mut best, mut best_edge) = (offer(now) + MARGIN, now);
            let mut greatest = f64::NEG_INFINITY;
            for edge in row.clone() {
                let ahead = if is_down { edge + AHEAD } else { edge.wrapping_sub(AHEAD) };
                if let Some(&end) = ends.get(ahead) {
                    sys::prefetch(sums, end as usize);
                }
                let offer = offer(edge);
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
        if stop.spend_many(edges as u64) {
            return Err(Halt::Stopped);
        }
        Ok(changed)
    }
}
