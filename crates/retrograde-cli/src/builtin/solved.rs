//! A solved game that can be asked about positions, however it was solved.

use std::time::Instant;

use retrograde::games::{ExploreError, ExploreOptions};
use retrograde::solve::outcome;
use retrograde::table::dense::{self, DenseOptions, DenseTable};
use retrograde::table::{Entry, Position, Roots, Rulebook, Slot};
use retrograde::{
    Arena, Bitmap, Convention, Distance, Outcome, OutcomeGame, Threads, Value, Values,
};

use super::Engine;
use crate::failure::Failure;
use crate::input::InputArguments;
use crate::notes::Unit;
use crate::table::grouped;

/// A game and what its positions are worth.
pub(crate) struct Solved<'a> {
    pub(crate) rules: &'a Rulebook,
    way: Way<'a>,
}

enum Way<'a> {
    Explored { arena: &'a Arena, values: &'a Values, ties: Bitmap },
    Dense(DenseTable),
}

/// A move with what it leads to, for the player who makes it.
pub(crate) struct Worth {
    /// The move as players write it.
    pub(crate) text: String,
    pub(crate) to: Position,
    /// What `to` is worth to whoever moves there.
    pub(crate) slot: Slot,
}

impl<'a> Solved<'a> {
    /// A game that was explored and solved as a graph.
    pub(crate) fn explored(rules: &'a Rulebook, arena: &'a Arena, values: &'a Values) -> Self {
        let ties = outcome::ties(&arena.graph, values, Threads::all());
        Solved { rules, way: Way::Explored { arena, values, ties } }
    }

    /// A game that is solved over its index.
    pub(crate) fn dense(
        input: &InputArguments,
        rules: &'a Rulebook,
        threads: Threads,
    ) -> Result<Self, Failure> {
        Ok(Solved { rules, way: Way::Dense(solve_dense(input, rules, threads)?) })
    }

    /// Solves the game in one of the ways, explored from a position or over the index, and does
    /// something with it.
    pub(crate) fn with<R>(
        input: &InputArguments,
        rules: &Rulebook,
        engine: Engine,
        from: &Position,
        work: impl FnOnce(Solved<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let threads = Threads::all();
        if engine == Engine::Dense {
            return work(Solved::dense(input, rules, threads)?);
        }
        let roots = Scope::From(std::slice::from_ref(from));
        let arena = explore_game(input, rules, roots, threads)?;
        let game = OutcomeGame::new(&arena.graph, &arena.verdicts, Convention::Normal)?;
        let options =
            outcome::Options { threads, values_only: true, ..outcome::Options::default() };
        let values = outcome::solve(&game, &options)?.solution.values;
        work(Solved::explored(rules, &arena, &values))
    }

    /// What a position is worth to whoever moves there; `None` if it was not met.
    pub(crate) fn value(&self, position: &Position) -> Option<Slot> {
        match &self.way {
            Way::Explored { arena, values, ties } => {
                let vertex = arena.names.find(&self.rules.show(position))?;
                Some(match values.get(vertex) {
                    Value::Win(distance) => Slot::Win(distance),
                    Value::Lose(distance) => Slot::Lose(distance),
                    Value::Draw if ties.get(vertex as usize) => Slot::Tie,
                    Value::Draw => Slot::Draw,
                })
            }
            Way::Dense(table) => {
                let slot = table.get(self.rules.rank(position)?);
                Some(slot).filter(|&slot| slot != Slot::Hole)
            }
        }
    }

    /// The moves of a position with what they lead to, the best first; none where the game is over.
    pub(crate) fn moves(&self, position: &Position) -> Vec<Worth> {
        let choices = self.rules.choices(position).into_iter();
        let mut moves: Vec<Worth> = choices
            .filter_map(|choice| {
                let slot = self.value(&choice.to)?;
                Some(Worth { text: choice.text, to: choice.to, slot })
            })
            .collect();
        moves.sort_by_key(|worth| Entry::from(worth.slot).to_leave());
        moves
    }
}

/// Which positions of a game its graph has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Scope<'a> {
    /// What can be met from the start.
    Start,
    /// What can be met from these.
    From(&'a [Position]),
    /// Every position of the index, one for all that are the same by symmetry.
    Index,
}

/// The positions of a game as a graph.
pub(crate) fn explore_game(
    input: &InputArguments,
    rules: &Rulebook,
    scope: Scope<'_>,
    threads: Threads,
) -> Result<Arena, Failure> {
    let start;
    let roots = match (scope, rules.start()) {
        (Scope::From(roots), _) => Roots::From(roots),
        (Scope::Index, _) | (Scope::Start, None) => Roots::Index,
        (Scope::Start, Some(position)) => {
            start = [position];
            Roots::From(&start)
        }
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
    let explored = rules.explore(roots, &options);
    bar.finish();
    let arena = explored.map_err(|error| too_large(input, rules, roots, &error))?;
    notes.took("explored", begin);
    Ok(arena)
}

/// Says why a game cannot be explored, and what can be done instead.
fn too_large(
    input: &InputArguments,
    rules: &Rulebook,
    roots: Roots<'_>,
    error: &ExploreError,
) -> Failure {
    let label = input.label();
    let dense = rules.slots().map(|slots| (slots, dense::estimate(slots)));
    let fits = |needed| input.allowed().is_none_or(|allowed| needed <= allowed);
    let instead = match (roots, dense) {
        (Roots::From(_), Some((slots, needed))) if fits(needed) => format!(
            "; over its index of {} slots, 'retrograde solve {label} --engine dense' takes {} of memory, \
             and 'retrograde table build {label} -o DIR' keeps the answer",
            grouped(slots),
            retrograde::memory::Bytes(needed),
        ),
        (Roots::Index, Some((_, needed))) if fits(needed) => format!(
            "; 'retrograde table build {label} -o DIR' solves it without storing moves, and \
             'retrograde table verify DIR' checks it"
        ),
        _ => String::new(),
    };
    Failure::message(format!("{label}: {error}{instead}"))
}

/// Every slot of the index.
pub(crate) fn solve_dense(
    input: &InputArguments,
    rules: &Rulebook,
    threads: Threads,
) -> Result<DenseTable, Failure> {
    let slots = rules.slots().unwrap_or(0);
    input.check_memory_for(&format!("{} slots", grouped(slots)), dense::estimate(slots))?;
    let notes = input.notes();
    let begin = Instant::now();
    let bar = notes.dense_bar(rules);
    let options = DenseOptions {
        threads,
        progress: Some(&|progress| bar.set_dense(progress)),
        ..DenseOptions::default()
    };
    let table = rules.solve(&options);
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
