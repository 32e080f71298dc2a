//! Solving a graph that is in the memory of this process, with threads for workers.

use retrograde_core::{Control, OutcomeGame, Player, TargetGame, Threads, Values};
use retrograde_link::{Cluster, ClusterError};

use crate::answer::Answer;
use crate::in_memory::InMemory;
use crate::options::Options;
use crate::rule::{outcome_rule, target_rule, visit_rule};
use crate::run::run;

/// The value of every vertex: what `retrograde_solve::outcome` finds, found by so many workers that send
/// each other messages.
///
/// ```
/// use retrograde_cluster::outcome;
/// use retrograde_core::{Column, Control, Convention, Distance, Graph, OutcomeGame, Value};
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2), (1, 1)])?;
/// let verdicts = Column::default();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let values = outcome(&game, 2, &Control::default())?;
/// assert_eq!(values.get(0), Value::Lose(Distance(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn outcome(
    game: &OutcomeGame<'_>,
    workers: usize,
    control: &Control<'_>,
) -> Result<Values, ClusterError> {
    let options = Options { cluster: Cluster::threads(workers)?, ..Options::default() };
    let answer = outcome_with(game, &options, control)?;
    answer.values(control)?.ok_or(ClusterError::Elsewhere)
}

/// As [`outcome`], with processes and checkpoints: the share of this process.
///
/// Every process has the whole graph in its memory; rows of a file are for those that do not.
///
/// # Errors
/// It was stopped; processes did not find each other, were started for other work, or one is gone;
/// a file failed.
pub fn outcome_with(
    game: &OutcomeGame<'_>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Answer, ClusterError> {
    let graph = game.graph();
    let threads = Threads::new(options.cluster.workers()).unwrap_or_default();
    let back = graph.transposed(&control.on(threads))?;
    outcome_rule(game, |rule| run(&InMemory { graph, back: &back, rule }, options, control))
}

/// From where `hunter` can force the play to a target, or to where the other player cannot move, and how
/// soon: reachability for player 0, and for player 1 what is not safe. The share of this process, in which
/// [`Answer::regions`] tells who wins.
///
/// Every process has the whole graph in its memory.
///
/// # Errors
/// As [`outcome_with`].
pub fn attractor(
    game: &TargetGame<'_>,
    hunter: Player,
    options: &Options,
    control: &Control<'_>,
) -> Result<Answer, ClusterError> {
    let graph = game.arena.graph();
    let threads = Threads::new(options.cluster.workers()).unwrap_or_default();
    let back = graph.transposed(&control.on(threads))?;
    target_rule(game, hunter, |rule| run(&InMemory { graph, back: &back, rule }, options, control))
}

/// From where `visitor` can force the play to targets infinitely often, or to where the other player cannot
/// move: a Büchi game for player 0, a co-Büchi game for player 1. The share of this process, in which
/// [`Answer::visited`] tells who wins.
///
/// Every process has the whole graph in its memory.
///
/// # Errors
/// As [`outcome_with`].
///
/// # Complexity
/// As [`attractor`], for each round of taking out where the other player wins: few in most games, and V in the
/// worst.
pub fn visits(
    game: &TargetGame<'_>,
    visitor: Player,
    options: &Options,
    control: &Control<'_>,
) -> Result<Answer, ClusterError> {
    let graph = game.arena.graph();
    let threads = Threads::new(options.cluster.workers()).unwrap_or_default();
    let back = graph.transposed(&control.on(threads))?;
    visit_rule(game, visitor, |rule| run(&InMemory { graph, back: &back, rule }, options, control))
}
