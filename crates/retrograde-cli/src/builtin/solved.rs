//! A solved game that can be asked about positions, however it was solved.

use std::time::Instant;

use retrograde::games::{ExploreOptions, Explored, Game, explore};
use retrograde::solve::outcome;
use retrograde::table::Slot;
use retrograde::table::dense::{self, DenseOptions, DenseTable};
use retrograde::{Bitmap, Convention, Distance, Outcome, OutcomeGame, Threads, Value, Values};

use super::Engine;
use crate::failure::Failure;
use crate::input::InputArguments;
use crate::notes::Unit;

/// A game and what its positions are worth.
pub(crate) struct Solved<'a, G: Game> {
    pub(crate) game: &'a G,
    way: Way<G::Position>,
}

enum Way<P> {
    Explored(Box<Graphed<P>>),
    Dense(DenseTable),
}

/// The positions as a graph, with their values.
struct Graphed<P> {
    explored: Explored<P>,
    values: Values,
    ties: Bitmap,
}

/// A move with what it leads to, for the player who makes it.
pub(crate) struct Worth<G: Game> {
    pub(crate) chosen: G::Move,
    pub(crate) to: G::Position,
    /// What `to` is worth to whoever moves there.
    pub(crate) slot: Slot,
}

impl<'a, G: Game> Solved<'a, G> {
    /// Solves the game; explored from `from`, or from its start.
    pub(crate) fn new(
        input: &InputArguments,
        game: &'a G,
        engine: Engine,
        from: Option<&G::Position>,
        threads: Threads,
    ) -> Result<Self, Failure> {
        match engine {
            Engine::Dense => {
                Ok(Solved { game, way: Way::Dense(solve_dense(input, game, threads)?) })
            }
            Engine::Explored => {
                let explored = explore_game(input, game, from, threads)?;
                let (graph, verdicts) = (&explored.graph, &explored.verdicts);
                let played = OutcomeGame::new(graph, verdicts, Convention::Normal)?;
                let options =
                    outcome::Options { threads, values_only: true, ..outcome::Options::default() };
                let values = outcome::solve(&played, &options)?.solution.values;
                let ties = outcome::ties(graph, &values, threads);
                Ok(Solved {
                    game,
                    way: Way::Explored(Box::new(Graphed { explored, values, ties })),
                })
            }
        }
    }

    /// What a position is worth to whoever moves there; `None` if it was not met.
    pub(crate) fn value(&self, position: &G::Position) -> Option<Slot> {
        match &self.way {
            Way::Explored(graphed) => {
                let Graphed { explored, values, ties } = &**graphed;
                let vertex = explored.find(position)?;
                Some(match values.get(vertex) {
                    Value::Win(distance) => Slot::Win(distance),
                    Value::Lose(distance) => Slot::Lose(distance),
                    Value::Draw if ties.get(vertex as usize) => Slot::Tie,
                    Value::Draw => Slot::Draw,
                })
            }
            Way::Dense(table) => {
                Some(table.get(self.game.rank(position))).filter(|&slot| slot != Slot::Hole)
            }
        }
    }

    /// The moves of a position with what they lead to, the best first; none where the game is over.
    pub(crate) fn moves(&self, position: &G::Position) -> Vec<Worth<G>> {
        let mut moves = Vec::new();
        if self.game.verdict(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        let worth = |chosen: G::Move| {
            let to = self.game.play(position, &chosen);
            let slot = self.value(&to)?;
            Some(Worth { chosen, to, slot })
        };
        let mut moves: Vec<Worth<G>> = moves.into_iter().filter_map(worth).collect();
        moves.sort_by_key(|worth| preference(worth.slot));
        moves
    }
}

/// How much a player likes to leave this to the opponent; less is better.
fn preference(slot: Slot) -> (u8, u32) {
    match slot {
        Slot::Lose(Distance(distance)) => (0, distance),
        Slot::Draw => (1, 0),
        Slot::Tie => (2, 0),
        Slot::Win(Distance(distance)) => (3, u32::MAX - distance),
        Slot::Hole => (4, 0),
    }
}

/// Every position that can be met.
pub(crate) fn explore_game<G: Game>(
    input: &InputArguments,
    game: &G,
    from: Option<&G::Position>,
    threads: Threads,
) -> Result<Explored<G::Position>, Failure> {
    let Some(root) = from.cloned().or_else(|| game.start()) else {
        return Err(Failure::message(format!(
            "{} has no start to explore from: give a position with --from, or solve it over its index \
             with --engine dense or 'retrograde table build'",
            input.label()
        )));
    };
    let notes = input.notes();
    let begin = Instant::now();
    let bar = notes.bar("exploring", 0, Unit::Vertices);
    let options = ExploreOptions {
        memory: input.allowed().unwrap_or(u64::MAX),
        threads,
        progress: Some(&|found, _| bar.set(found)),
        ..ExploreOptions::default()
    };
    let explored = explore(game, &[root], &options);
    bar.finish();
    let explored = explored.map_err(|error| {
        let index = match game.slots() {
            Some(_) => "; or solve it over its index, with --engine dense",
            None => "",
        };
        Failure::message(format!("{}: {error}{index}", input.label()))
    })?;
    notes.took("explored", begin);
    Ok(explored)
}

/// Every slot of the index.
pub(crate) fn solve_dense<G: Game>(
    input: &InputArguments,
    game: &G,
    threads: Threads,
) -> Result<DenseTable, Failure> {
    let slots = game.slots().unwrap_or(0);
    let needed = dense::estimate(slots);
    input.check_memory_for(&format!("{slots} slots"), needed)?;
    let notes = input.notes();
    let begin = Instant::now();
    let bar = notes.bar("solving", slots, Unit::Slots);
    let options = DenseOptions {
        threads,
        progress: Some(&|progress| bar.set(progress.settled)),
        ..DenseOptions::default()
    };
    let table = dense::solve(game, &options);
    bar.finish();
    let table = table?;
    notes.took("solved", begin);
    Ok(table)
}

/// The outcome and distance that a slot stands for.
pub(crate) fn outcome_of(slot: Slot) -> Option<(Outcome, Option<Distance>)> {
    let distance = match slot {
        Slot::Win(distance) | Slot::Lose(distance) => Some(distance),
        _ => None,
    };
    Some((slot.outcome()?, distance))
}
