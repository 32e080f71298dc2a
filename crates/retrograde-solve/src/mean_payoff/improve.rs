//! Improving moves until neither player can.
//!
//! Player 1 answers player 0's moves as well as can be, improving wherever a move leads to a cycle
//! of a smaller mean, or to one of the same mean by a cheaper way. Then player 0 improves all moves
//! at once, and so on. Means never fall from one answer to the next, and where they stay the same
//! biases never fall, so that no moves come up twice. When player 0 finds nothing to improve, the
//! means are the values and the biases prove it.
//!
//! As a rule rounds are few, but there are games where each mends a single vertex: a limit to the
//! work is for the caller to set.

use std::borrow::Cow;

use retrograde_core::{MeanPayoffs, PayoffGame, Player, Vertex, sys};

use super::along::Along;
use super::policy::{Halt, Policy};
use super::sweep::Sweeper;
use crate::energy::board::{Board, MoveRows};
use crate::energy::cost::Number;
use crate::stop::Stop;

impl<T: Number> Policy<'_, T> {
    /// Changes a player's moves wherever that pays. Returns whether it did anywhere.
    pub(super) fn improve(&mut self, player: Player, stop: &Stop<'_>) -> Result<bool, Halt> {
        let list = self.doubts.lists[usize::from(player == Player::One)].replace(Vec::new());
        let mut has_changed = false;
        if let Some(list) = list {
            for vertex in list {
                self.doubts.marked.clear(vertex as usize);
                has_changed |= self.improve_at(vertex, player, stop)?;
            }
        } else {
            for vertex in self.board.vertices() {
                self.board.moves.prefetch_ahead(vertex, &self.spots);
                if self.board.owner(vertex) == player {
                    has_changed |= self.improve_at(vertex, player, stop)?;
                }
            }
        }
        Ok(has_changed)
    }

    fn improve_at(
        &mut self,
        vertex: Vertex,
        player: Player,
        stop: &Stop<'_>,
    ) -> Result<bool, Halt> {
        if stop.spend(self.board.moves.degree(vertex)) {
            return Err(Halt::Stopped);
        }
        let here = self.spots[vertex as usize];
        let mut best = (self.cycles[here.cycle as usize].rank, here.bias);
        let mut better = None;
        for ((to, weight), place) in self.board.moves.row(vertex).zip(0..) {
            let there = self.spots[to as usize];
            let cycle = &self.cycles[there.cycle as usize];
            let offer = (cycle.rank, cycle.excess(weight) + there.bias);
            let is_better = match player {
                Player::Zero => offer > best,
                Player::One => offer < best,
            };
            if is_better {
                best = offer;
                better = Some(place);
            }
        }
        if let Some(place) = better {
            self.switch(vertex, place);
        }
        Ok(better.is_some())
    }

    /// Improves a player's moves for as long as that is possible, the other player's being fixed.
    fn answer(&mut self, player: Player, stop: &Stop<'_>, tell: &dyn Fn()) -> Result<(), Halt> {
        loop {
            self.evaluate(stop)?;
            tell();
            if !self.improve(player, stop)? {
                return Ok(());
            }
        }
    }

    /// Improves both players' moves until they are optimal.
    pub(super) fn perfect(&mut self, stop: &Stop<'_>, tell: &dyn Fn()) -> Result<(), Halt> {
        loop {
            self.answer(Player::One, stop, tell)?;
            self.anchor(stop)?;
            if self.improve(Player::Zero, stop)? {
                continue;
            }
            // So far only those were asked who had reason to doubt their moves: ask everyone.
            self.doubts.raise_all();
            if !self.improve(Player::One, stop)? && !self.improve(Player::Zero, stop)? {
                return Ok(());
            }
        }
    }

    /// The means of the cycles that vertices, by their names, run into.
    fn values(
        &self,
        name: &dyn Fn(Vertex) -> Vertex,
        stop: &Stop<'_>,
    ) -> Result<MeanPayoffs, Halt> {
        let rank = |vertex: Vertex| self.cycles[self.spots[vertex as usize].cycle as usize].rank;
        let largest = self.cycles.iter().map(|cycle| cycle.rank).max().unwrap_or(0);
        // Where the vertices of each rank end, and from there backwards to where they begin.
        let mut ends = vec![0u32; largest as usize + 2];
        let spend = || if stop.spend(1) { Err(Halt::Stopped) } else { Ok(()) };
        for vertex in self.board.vertices() {
            spend()?;
            ends[rank(vertex) as usize] += 1;
        }
        for rank in 0..=largest as usize {
            ends[rank + 1] += ends[rank];
        }
        let mut order: Vec<Vertex> = sys::zeroed(self.board.len());
        for vertex in self.board.vertices().rev() {
            spend()?;
            let end = &mut ends[rank(vertex) as usize];
            *end -= 1;
            order[*end as usize] = vertex;
        }
        let mut values = MeanPayoffs::unknown(order.len());
        for range in ends.windows(2).filter(|range| range[0] < range[1]) {
            let class = &order[range[0] as usize..range[1] as usize];
            let cycle = self.spots[class[0] as usize].cycle;
            values.settle(
                class.iter().map(|&vertex| name(vertex)),
                self.cycles[cycle as usize].mean(),
            );
        }
        Ok(values)
    }
}

/// What came of improving moves.
pub(super) enum Improved {
    /// The values, and optimal moves.
    Perfect(MeanPayoffs, Vec<u32>),
    /// Told to stop before that, with these moves.
    Unfinished(Vec<u32>),
}

/// Improves moves until they are optimal, or until told to stop.
pub(super) fn improve(
    game: &PayoffGame<'_>,
    places: Vec<u32>,
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) -> Improved {
    improve_from(FAR, game, places, stop, tell)
}

/// So many vertices do not fit the processor's cache.
const FAR: usize = 1 << 15;

/// As [`improve`], with vertices numbered along the moves if there are so many of them.
fn improve_from(
    far: usize,
    game: &PayoffGame<'_>,
    places: Vec<u32>,
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) -> Improved {
    let moves = MoveRows::of(game);
    let ones = Cow::Borrowed(game.arena.ones());
    let mut places = places;
    let mut sweeper = Sweeper::new(places.len());
    let rare = places.len() / 200;
    sweeper.sweep((&moves, &ones), &mut places, (60, rare), stop, tell);
    if stop.spend(0) {
        return Improved::Unfinished(places);
    }
    if places.len() < far {
        return match Board::new(moves, ones, stop) {
            None => Improved::Unfinished(places),
            Some(board) => by_turns(&board, places, sweeper, &|vertex| vertex, stop, tell),
        };
    }
    let along = Along::new(&moves, &ones, &places, stop);
    let board = along.as_ref().and_then(|along| along.board(&moves, &ones, stop));
    let (Some(along), Some(board)) = (along, board) else { return Improved::Unfinished(places) };
    sweeper.sums = along.there(&sweeper.sums);
    let there = along.there(&places);
    match by_turns(&board, there, sweeper, &|number| along.vertex(number), stop, tell) {
        Improved::Perfect(values, there) => Improved::Perfect(values, along.back(there)),
        Improved::Unfinished(there) => Improved::Unfinished(along.back(there)),
    }
}

/// Edges that a first turn of improving moves may look at, for each edge and vertex of the game. Many
/// games are done by then.
const FIRST_TURN: u64 = 30;

/// Sweeps after that: they take a fifth of the time of a round of improving moves, and find moves
/// from which a quarter of the rounds is left to go.
const SWEEPS: usize = 1000;

/// The least number of edges for that: what is done at once needs no sweeps.
const SHORT_TURN: u64 = 1 << 20;

/// Improves moves, and sweeps in between if that takes long.
fn by_turns(
    board: &Board<'_>,
    mut places: Vec<u32>,
    mut sweeper: Sweeper,
    name: &dyn Fn(Vertex) -> Vertex,
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) -> Improved {
    let size = (board.len() + board.edge_count()) as u64;
    let steps = FIRST_TURN.saturating_mul(size).max(SHORT_TURN);
    let turn = stop.turn(steps);
    let improved = improve_on(board, places.clone(), name, &turn, tell);
    if let Some(why) = turn.stopped() {
        stop.end(why);
    }
    if stop.spend_many(steps) || matches!(improved, Improved::Perfect(..)) {
        return improved;
    }
    let rare = board.len() / 100_000;
    sweeper.sweep((&board.moves, &board.ones), &mut places, (SWEEPS, rare), stop, tell);
    drop(sweeper);
    improve_on(board, places, name, stop, tell)
}

/// As [`improve`], with moves that are good already. `name` is what the game calls the board's
/// vertices, by which values are told.
fn improve_on(
    board: &Board<'_>,
    places: Vec<u32>,
    name: &dyn Fn(Vertex) -> Vertex,
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) -> Improved {
    let places = match perfected::<i64>(board, places, name, stop, tell) {
        Err((Halt::TooNarrow, places)) => places,
        Err((Halt::Stopped, places)) => return Improved::Unfinished(places),
        Ok((values, places)) => return Improved::Perfect(values, places),
    };
    match perfected::<i128>(board, places, name, stop, tell) {
        Ok((values, places)) => Improved::Perfect(values, places),
        Err((_, places)) => Improved::Unfinished(places),
    }
}

/// Values and optimal moves, starting from other moves; or why there are none, and the moves reached.
///
/// # Complexity
/// O(V + E) time at most for each round of improvements by one player, less where few moves change,
/// and C log C for C cycles.
///
/// Source: A. J. Hoffman and R. M. Karp, *On nonterminating stochastic games* (1966); the choice of
/// biases after J. Cochet-Terrasson, S. Gaubert and J. Gunawardena, *A constructive fixed point
/// theorem for min-max functions* (1999).
fn perfected<T: Number>(
    board: &Board<'_>,
    places: Vec<u32>,
    name: &dyn Fn(Vertex) -> Vertex,
    stop: &Stop<'_>,
    tell: &dyn Fn(),
) -> Result<(MeanPayoffs, Vec<u32>), (Halt, Vec<u32>)> {
    let mut policy =
        Policy::<T>::new(board, places, stop).map_err(|places| (Halt::Stopped, places))?;
    match policy.perfect(stop, tell) {
        Ok(()) => match policy.values(name, stop) {
            Ok(values) => Ok((values, policy.places)),
            Err(halt) => Err((halt, policy.places)),
        },
        Err(halt) => Err((halt, policy.places)),
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Column, Control, Graph, MeanPayoffSolution, OwnedGraph};
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
        let mut different = 0;
        for round in 0..200 {
            let n = 1 + draw(60) as u32;
            let mut edges = Vec::new();
            for v in 0..n {
                for _ in 0..1 + draw(3) {
                    edges.push((v, draw(u64::from(n)) as u32));
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
                let stop = Stop::new(&control);
                match improve_from(far, &game, vec![0; n as usize], &stop, &|| ()) {
                    Improved::Unfinished(_) => panic!("nobody stops it"),
                    Improved::Perfect(values, places) => {
                        let strategy = Some(energy::strategy(&graph, &places, |_| true));
                        MeanPayoffSolution { values, strategy, bounds: None }
                    }
                }
            };
            let (near, far) = (solved(usize::MAX), solved(0));
            assert_eq!(near.values, far.values, "round {round}");
            verify_mean_payoff(&game, &near, Partial::Refused).unwrap();
            verify_mean_payoff(&game, &far, Partial::Refused).unwrap();
            different += u32::from(near.values.iter().any(|value| value != near.values.get(0)));
        }
        assert!(different > 50, "{different}");
    }
}
