//! Better moves by looking ahead: what both players would do if play went on for some moves more and
//! then as it does now.
//!
//! Improving moves looks one move ahead, and a mistake far from where it shows takes a round for each
//! move in between. Looking further takes a sweep over the game for each move, a fraction of the time of
//! a round. Vertices are swept over against the order of play, and each sweep begins with what it has
//! found already, so that what a play pays goes all the way back along it in a single sweep.
//!
//! Floating-point numbers are good enough, as nothing is proven by it.

use retrograde_core::{Player, Vertex, sys};

use super::against::Against;
use super::cycle::Cycle;
use super::policy::{Halt, LONG, Policy};
use crate::energy::cost::Number;
use crate::energy::order::Order;
use crate::stop::Stop;

/// A play is taken to be over only after so many moves, so that means count before everything else.
const FAR: f64 = 1e8;

/// Where moves lead either way, sweeps are over when only one of so many vertices gets another move.
const RARE: usize = 5000;

/// The most sweeps for looking ahead at one player's moves alone, and they are over when only one of so many
/// vertices gets another move: whoever moves alone finds what is left in a round or two.
const ALONE: usize = 4;
const RARE_ALONE: usize = 200;

/// How far to look ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looking {
    /// Which way moves lead.
    pub(super) order: Order,
    /// How many vertices may get another move in the last sweep.
    pub(super) rare: usize,
}

impl Looking {
    /// For a game of so many vertices, of which nearly all moves lead one way or not.
    ///
    /// A few that are left are sooner found by all players' answers, as a rule. Where nearly all moves lead
    /// one way, those not made, too, a sweep gets so far that two or three more save a whole answer.
    pub(super) fn new(vertices: usize, order: Order) -> Self {
        Looking { order, rare: if order == Order::Mixed { vertices / RARE } else { 0 } }
    }
}

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
    /// The opponent's moves have to be as good as can be: from there the player's sums only rise. Where both
    /// have something to mend, each would count on the other's mistakes, and that need not come to an end.
    ///
    /// What rises for some time need not rise forever, so that the moves found may be worse in the end than
    /// those before. `strict` leaves out moves to vertices of a worse mean: then they are not, but less is
    /// found as a rule.
    ///
    /// # Complexity
    /// O(V + E) time for each sweep; `12 V + 8 E` bytes.
    ///
    /// Source: J. van der Wal, *Discounted Markov games: generalized policy iteration method* (1978).
    pub(super) fn look_ahead(
        &mut self,
        player: Player,
        looking: Looking,
        (most, strict): (usize, bool),
        stop: &Stop<'_>,
    ) -> Result<bool, Halt> {
        let mut sweeps = self.sweeps(stop)?;
        if strict {
            self.stay_strict(player, &mut sweeps, stop)?;
        }
        let against = Against::both(self.board, looking.order);
        sweeps.run(against, (most, looking.rare), stop)?;
        let mut changed = self.board.vertices().zip(&sweeps.places).filter(|&(vertex, &place)| {
            self.places[vertex as usize] != place && self.board.owner(vertex) == player
        });
        // The opponent's moves are as good as can be against those that the player has.
        if changed.next().is_none() {
            return Ok(false);
        }
        self.take(sweeps.places);
        Ok(true)
    }

    /// As [`look_ahead`](Self::look_ahead) where only `player` may change moves, in a few sweeps. Returns
    /// whether any did change.
    ///
    /// Improving moves and evaluating them all does the same, but each time takes several times as long as a
    /// sweep where play from many vertices changes.
    pub(super) fn look_ahead_alone(
        &mut self,
        player: Player,
        order: Order,
        stop: &Stop<'_>,
    ) -> Result<bool, Halt> {
        let mut sweeps = self.sweeps(stop)?;
        let against = Against { chooser: Some(player), ..Against::both(self.board, order) };
        sweeps.run(against, (ALONE, self.board.len() / RARE_ALONE), stop)?;
        Ok(self.take(sweeps.places))
    }

    /// Makes the moves at these places. Returns whether that changes any.
    fn take(&mut self, places: Vec<u32>) -> bool {
        let mut has_changed = false;
        for (vertex, place) in self.board.vertices().zip(places) {
            if self.places[vertex as usize] != place {
                self.switch(vertex, place);
                has_changed = true;
            }
        }
        has_changed
    }

    /// Keeps `player` from moving to where the mean is worse now.
    fn stay_strict(
        &self,
        player: Player,
        sweeps: &mut Sweeps,
        stop: &Stop<'_>,
    ) -> Result<(), Halt> {
        let rank = |vertex: Vertex| self.cycles[self.spots[vertex as usize].cycle as usize].rank;
        for vertex in self.board.vertices().filter(|&vertex| self.board.owner(vertex) == player) {
            let row = self.board.moves.range(vertex);
            if stop.spend(row.len() as u32) {
                return Err(Halt::Stopped);
            }
            let here = rank(vertex);
            for (excess, &to) in
                sweeps.excesses[row.clone()].iter_mut().zip(&self.board.moves.ends[row])
            {
                match player {
                    Player::Zero if rank(to) < here => *excess = f64::NEG_INFINITY,
                    Player::One if rank(to) > here => *excess = f64::INFINITY,
                    _ => {}
                }
            }
        }
        Ok(())
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
}

impl Sweeps {
    /// Looks ahead, one move or more with each of at most so many sweeps; fewer if no more than `rare`
    /// vertices get another move.
    fn run(
        &mut self,
        against: Against<'_>,
        (most, rare): (usize, usize),
        stop: &Stop<'_>,
    ) -> Result<(), Halt> {
        let Sweeps { sums, excesses, places } = self;
        let ends = &against.moves.ends[..];
        for _ in 0..most {
            let offer =
                |sums: &[f64], _: Vertex, edge: usize| excesses[edge] + sums[ends[edge] as usize];
            let changed = against.sweep(offer, sums, places, stop).ok_or(Halt::Stopped)?;
            if changed <= rare {
                break;
            }
        }
        Ok(())
    }
}
