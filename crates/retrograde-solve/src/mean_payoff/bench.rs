//! Improving moves on a whole game: where to begin, how long to go on, and what is proven by then.

use std::borrow::Cow;
use std::time::Instant;

use retrograde_core::{Bitmap, Control, MeanPayoffs, PayoffGame, Player, Vertex};

use super::ahead::Looking;
use super::classes::each_class;
use super::cycle::Cycle;
use super::horizon;
use super::improve::Proof;
use super::policy::{Anchor, Halt, Policy, Spot};
use super::proven::Proven;
use super::sweep::Sweeper;
use crate::energy::along::Along;
use crate::energy::board::{Board, MoveRows};
use crate::energy::cost::Number;
use crate::energy::order::Order;
use crate::stop::Stop;

/// How long improving moves may take, and what goes with it.
pub(super) struct Limits<'a> {
    /// For improving.
    pub(super) improving: Stop<'a>,
    /// For finding out what moves are worth, player 1's in particular, if improving takes longer than
    /// that.
    pub(super) valuing: Stop<'a>,
    /// For taking note of what is proven, whatever is up.
    pub(super) noting: Stop<'a>,
}

/// A board to improve moves on.
struct Bench<'a> {
    board: &'a Board<'a>,
    looking: Looking,
    /// What the game calls the board's vertices, by which everything is told.
    name: &'a dyn Fn(Vertex) -> Vertex,
    limits: &'a Limits<'a>,
    tell: &'a dyn Fn(),
}

/// The values, and optimal moves.
pub(super) type Perfect = (MeanPayoffs, Vec<u32>);

/// Improves moves, beginning with those of `proven`, until they are optimal; `None` if told to stop
/// before that, and then `proven` has what the moves reached by then are worth.
pub(super) fn improve(
    game: &PayoffGame<'_>,
    proven: &mut Proven<'_>,
    limits: &Limits<'_>,
    tell: &dyn Fn(),
) -> Option<Perfect> {
    improve_from(FAR, game, proven, limits, tell)
}

/// Only finds out what the moves of `proven` are worth, as far as that does not take too long.
pub(super) fn value(
    game: &PayoffGame<'_>,
    proven: &mut Proven<'_>,
    limits: &Limits<'_>,
    tell: &dyn Fn(),
) {
    if let Some(board) = Board::whole(game, &limits.valuing) {
        let (looking, name) = (Looking::new(board.len(), Order::Mixed), &|vertex| vertex);
        let bench = Bench { board: &board, looking, name, limits, tell };
        let places = proven.places.clone();
        bench.value_wide(Player::Zero, &places, proven, &halved(&limits.valuing));
        bench.value_wide(Player::One, &places, proven, &limits.valuing);
    }
}

/// So many vertices do not fit the processor's cache.
const FAR: usize = 1 << 15;

/// Sweeps to begin with, and how many vertices may get another move for them to be good enough: more
/// where rounds of improving moves wait for memory, which sweeps do not.
fn sweeps(vertices: usize) -> (usize, usize) {
    const MANY: usize = 1 << 18;
    if vertices < MANY { (60, vertices / 200) } else { (200, vertices / 1000) }
}

/// The same where moves lead one way: a few sweeps as elsewhere, to know what a move pays on average, and
/// then others against that way, which get so far that little is left to improve.
fn sweeps_against(vertices: usize) -> [(usize, usize); 2] {
    [(10, vertices / 200), (40, vertices / 20_000)]
}

/// Moves that are good as a rule, found in a short time, in place of those given.
fn sweep(
    order: Order,
    board: (&MoveRows<'_>, &Bitmap),
    places: &mut [u32],
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) {
    let mut sweeper = Sweeper::new(places.len());
    if order == Order::Mixed {
        return sweeper.sweep(board, places, sweeps(places.len()), stop, tell);
    }
    let [first, then] = sweeps_against(places.len());
    sweeper.sweep(board, places, first, stop, tell);
    sweeper.sweep_against(order, board, places, then, stop, tell);
}

/// As [`improve`], with vertices numbered along the moves if there are so many of them and their numbers
/// are no such order already.
fn improve_from(
    far: usize,
    game: &PayoffGame<'_>,
    proven: &mut Proven<'_>,
    limits: &Limits<'_>,
    tell: &dyn Fn(),
) -> Option<Perfect> {
    let moves = MoveRows::of(game);
    let ones = Cow::Borrowed(game.arena.ones());
    let stop = &limits.improving;
    let mut places = proven.places.clone();
    let order = Order::of(&moves, stop).unwrap_or(Order::Mixed);
    sweep(order, (&moves, &ones), &mut places, stop, tell);
    let along = match places.len() < far || order != Order::Mixed {
        true => None,
        false => Along::new(&moves, &ones, &places, stop),
    };
    let board = along.as_ref().and_then(|along| along.board(&moves, &ones, stop));
    if let (Some(along), Some(board)) = (along, board) {
        let mut there = along.there(&places);
        horizon::extend(&board, Order::Up, &mut there, stop, tell);
        let name = &|number| along.vertex(number);
        // Only the moves made then lead up.
        let looking = Looking { order: Order::Up, ..Looking::new(board.len(), order) };
        let bench = Bench { board: &board, looking, name, limits, tell };
        let (values, there) = bench.by_turns(there, proven)?;
        return Some((values, along.back(there)));
    }
    // Few vertices, or no time even to number them: but perhaps to see what the moves are worth.
    let board = Board::new(moves, ones, &limits.valuing)?;
    let (looking, name) = (Looking::new(board.len(), order), &|vertex| vertex);
    Bench { board: &board, looking, name, limits, tell }.by_turns(places, proven)
}

impl Bench<'_> {
    /// Improves player 0's moves, and player 1's if that takes too long. `None` if told to stop, and
    /// then what the moves are worth is noted.
    fn by_turns(&self, places: Vec<u32>, proven: &mut Proven<'_>) -> Option<Perfect> {
        let (stop, lows) = (&self.limits.improving, proven.lows);
        let improved = match stop.spend(0) {
            true => Err(places.clone()),
            false => self.improve_on(Player::Zero, places.clone(), proven, stop),
        };
        if let Err(reached) = &improved
            && proven.lows == lows
        {
            // Nothing was proven of these moves, which are better than those before.
            self.value_wide(Player::Zero, reached, proven, &halved(&self.limits.valuing));
        }
        // Upper bounds need moves of player 1 that are more than an answer to player 0's.
        let valuing = &self.limits.valuing;
        improved.or_else(|_| self.improve_on(Player::One, places, proven, valuing)).ok()
    }

    /// Improves moves that are good already, those of `player` against the other's best answers.
    ///
    /// # Errors
    /// The moves reached, if stopped.
    fn improve_on(
        &self,
        player: Player,
        places: Vec<u32>,
        proven: &mut Proven<'_>,
        stop: &Stop<'_>,
    ) -> Result<Perfect, Vec<u32>> {
        let places = match self.perfected::<i64>(player, places, proven, stop) {
            Err((Halt::TooNarrow, places)) => places,
            Err((Halt::Stopped, places)) => return Err(places),
            Ok(perfect) => return Ok(perfect),
        };
        self.perfected::<i128>(player, places, proven, stop).map_err(|(_, places)| places)
    }

    /// Values and optimal moves, starting from other moves; or why there are none, and the moves
    /// reached. Then what was proven on the way is noted.
    ///
    /// # Complexity
    /// O(V + E) time at most for each round of improvements by one player, less where few moves
    /// change, and C log C for C cycles.
    ///
    /// Source: A. J. Hoffman and R. M. Karp, *On nonterminating stochastic games* (1966); the choice
    /// of biases after J. Cochet-Terrasson, S. Gaubert and J. Gunawardena, *A constructive fixed
    /// point theorem for min-max functions* (1999).
    fn perfected<T: Number>(
        &self,
        player: Player,
        places: Vec<u32>,
        proven: &mut Proven<'_>,
        stop: &Stop<'_>,
    ) -> Result<Perfect, (Halt, Vec<u32>)> {
        let mut policy =
            Policy::<T>::new(self.board, places, stop).map_err(|places| (Halt::Stopped, places))?;
        let mut proof = Proof::Nothing;
        let perfect = policy
            .perfect(player, self.looking, &mut proof, stop, self.tell)
            .and_then(|()| self.values(&policy.spots, &policy.cycles, stop));
        let halt = match perfect {
            Ok(values) => return Ok((values, policy.places)),
            Err(halt) => halt,
        };
        let Policy { spots, cycles, places, anchor, .. } = policy;
        // To be stopped while that is noted means to be cancelled.
        let noted = match proof {
            Proof::Nothing => Ok(()),
            Proof::Now => self.note(player, (&spots, &cycles, &places), proven),
            Proof::Anchored => {
                let Anchor { spots, cycles, places } = &anchor;
                self.note(player, (spots, cycles, places), proven)
            }
        };
        Err((noted.err().unwrap_or(halt), places))
    }

    /// The means of the cycles that vertices, by their names, run into.
    fn values<T: Number>(
        &self,
        spots: &[Spot<T>],
        cycles: &[Cycle<T>],
        stop: &Stop<'_>,
    ) -> Result<MeanPayoffs, Halt> {
        let mut values = MeanPayoffs::unknown(spots.len());
        each_class(spots, cycles, stop, &mut |mean, class| {
            values.settle(class.iter().map(|&vertex| (self.name)(vertex)), mean);
        })?;
        Ok(values)
    }

    /// Takes note of what a player is sure of whose opponent's answer is as good as can be.
    fn note<T: Number>(
        &self,
        player: Player,
        (spots, cycles, places): (&[Spot<T>], &[Cycle<T>], &[u32]),
        proven: &mut Proven<'_>,
    ) -> Result<(), Halt> {
        each_class(spots, cycles, &self.limits.noting, &mut |mean, class| {
            let named = |&vertex: &Vertex| ((self.name)(vertex), places[vertex as usize]);
            proven.note(player, mean, class.iter().map(named));
        })
    }

    /// As [`value_of`](Self::value_of) with numbers wide enough. What takes too long is not noted.
    fn value_wide(&self, player: Player, places: &[u32], proven: &mut Proven<'_>, stop: &Stop<'_>) {
        if self.value_of::<i64>(player, places, proven, stop) == Err(Halt::TooNarrow) {
            let _ = self.value_of::<i128>(player, places, proven, stop);
        }
    }

    /// Finds out what a player's moves are worth: the best that the opponent can do against them.
    ///
    /// # Complexity
    /// O(V + E) time a round and C log C for C cycles.
    ///
    /// Source: R. A. Howard, *Dynamic programming and Markov processes* (1960), in the form of
    /// J. Cochet-Terrasson, G. Cohen, S. Gaubert, M. McGettrick and J.-P. Quadrat, *Numerical
    /// computation of spectral elements in max-plus algebra* (1998).
    fn value_of<T: Number>(
        &self,
        player: Player,
        places: &[u32],
        proven: &mut Proven<'_>,
        stop: &Stop<'_>,
    ) -> Result<(), Halt> {
        let policy = Policy::<T>::new(self.board, places.to_vec(), stop);
        let mut policy = policy.map_err(|_| Halt::Stopped)?;
        policy.answer(player.opponent(), self.looking.order, stop, self.tell)?;
        self.note(player, (&policy.spots, &policy.cycles, &policy.places), proven)
    }
}

/// Half of what is left of steps and of time: the other half is for the other player.
fn halved<'a>(stop: &Stop<'a>) -> Stop<'a> {
    let now = Instant::now();
    let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
    let control = stop.control();
    let deadline = control.deadline.map(half);
    Stop::after(stop.steps_left() / 2, &Control { deadline, ..*control })
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Column, Graph, MeanPayoffSolution, OwnedGraph};
    use retrograde_verify::{Partial, verify_mean_payoff};

    use super::*;
    use crate::energy;

    #[test]
    fn games_numbered_along_their_moves_have_the_same_values() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let (mut different, mut stopped) = (0, 0);
        for round in 0..200 {
            let n = 1 + draw(60) as u32;
            let mut edges = Vec::new();
            for v in 0..n {
                for _ in 0..1 + draw(3) {
                    let way = draw(u64::from(n)) as u32;
                    // Nearly all up, nearly all down, or either way.
                    let to = match round % 3 {
                        0 => (v + 1 + way.min(2)) % n,
                        1 => (v + 3 * n - 1 - way.min(2)) % n,
                        _ => way,
                    };
                    edges.push((v, to));
                }
            }
            let graph = Graph::from_edges(n as usize, edges).unwrap();
            let owner = |v| (v, if draw(2) == 0 { Player::Zero } else { Player::One });
            let owners: Column<Player> = (0..n as usize).map(owner).collect();
            let weights: Column<i64> =
                (0..graph.edge_count()).map(|edge| (edge, draw(41) as i64 - 20)).collect();
            let arena = OwnedGraph::new(&graph, &owners).unwrap();
            let game = PayoffGame::new(arena, &weights).unwrap();
            let control = Control::ALONE;
            let solved = |far| {
                let [improving, valuing, noting] = [(); 3].map(|()| Stop::new(&control));
                let limits = Limits { improving, valuing, noting };
                let mut proven = Proven::new(&game, vec![0; n as usize]);
                let perfect = improve_from(far, &game, &mut proven, &limits, &|| ());
                let (values, places) = perfect.expect("nobody stops it");
                let strategy = Some(energy::strategy(&graph, &places, |_| true));
                MeanPayoffSolution { values, strategy, bounds: None }
            };
            let (near, far) = (solved(usize::MAX), solved(0));
            for _ in 0..3 {
                let steps = 1 << (12 + draw(6));
                let [improving, valuing] = [(); 2].map(|()| Stop::after(draw(steps), &control));
                let limits = Limits { improving, valuing, noting: Stop::new(&control) };
                let mut proven = Proven::new(&game, vec![0; n as usize]);
                stopped += usize::from(
                    improve_from(0, &game, &mut proven, &limits, &|| ()).is_none()
                        && proven.lows > 0,
                );
                let (values, bounds, places) = proven.values();
                let strategy = Some(energy::strategy(&graph, &places, |_| true));
                let solution = MeanPayoffSolution { values, strategy, bounds };
                verify_mean_payoff(&game, &solution, Partial::Allowed).unwrap();
            }
            assert_eq!(near.values, far.values, "round {round}");
            verify_mean_payoff(&game, &near, Partial::Refused).unwrap();
            verify_mean_payoff(&game, &far, Partial::Refused).unwrap();
            different += u32::from(near.values.iter().any(|value| value != near.values.get(0)));
        }
        assert!(different > 50 && stopped > 50, "{different} {stopped}");
    }
}
