//! Parity games: the largest priority that comes up infinitely often decides.
//!
//! A game first loses what can be settled at once: vertices without moves, self-loops, cycles that
//! one player owns and wins. An algorithm then solves the rest, one strongly connected component
//! after the other.
//!
//! Every algorithm here has games on which it takes exponential or at least very long time, and they
//! are different games for different algorithms. [`Method::Auto`] therefore gives each of them a
//! number of steps in turn, and more of them in each round.

#[cfg(test)]
mod agreement;
mod auto;
mod buchi;
mod components;
mod cycles;
mod estimate;
mod field;
mod fixpoint;
pub(crate) mod game;
mod heap;
mod levels;
mod nested;
mod part;
mod preprocess;
mod progress_measures;
mod promotion;
mod quasi;
mod rows;
mod run;
mod strategy_improvement;
mod tangle;
mod tangle_set;
#[cfg(test)]
mod tests;
mod zielonka;

use std::time::Instant;

use retrograde_core::{ParityGame, RegionSolution};

use field::Field;
use game::{Game, Stop};
use run::Run;

pub use estimate::estimate;

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// [`Buchi`](Self::Buchi) where it applies; otherwise all of them in turn, each with a number of
    /// steps that grows from round to round.
    #[default]
    Auto,
    /// Only for parts of a game with two priorities: rounds of attractors with justifications that
    /// are kept and repaired, as in [`buchi::Method::Repair`](crate::buchi::Method::Repair). Where
    /// there are more, the winner stays unknown.
    Buchi,
    /// Zielonka's recursive algorithm (1998).
    Zielonka,
    /// Priority promotion (Benerecetti, Dell'Erba and Mogavero, 2016).
    Promotion,
    /// Tangle learning (van Dijk, 2018).
    Tangle,
    /// Fixpoint iteration with justifications (van Dijk and Rubbens, 2019).
    Fixpoint,
    /// A recursion in quasi-polynomial time (Parys, 2019).
    QuasiPolynomial,
    /// Strategy improvement (Vöge and Jurdziński, 2000).
    StrategyImprovement,
    /// Small progress measures (Jurdziński, 2000).
    ProgressMeasures,
}

/// Solves a game in which every vertex has a move; `None` if stopped.
type Algorithm = fn(&Game<'_>, &Stop) -> Option<RegionSolution>;

/// Settles the free vertices of a field, of which each must have a free successor; `None` if
/// stopped, with those settled whose winner was known by then, though not all that they attract.
type OnField = fn(&Game<'_>, &mut Field, &Stop) -> Option<()>;

impl Method {
    /// What to try on a game as it is: most games are easy, and then there is no need to look for
    /// components and to copy them.
    fn on_field(self) -> Option<OnField> {
        match self {
            Method::Auto | Method::Zielonka => Some(zielonka::run),
            Method::Promotion => Some(promotion::run),
            Method::Tangle => Some(tangle::run),
            Method::Fixpoint => Some(fixpoint::run),
            _ => None,
        }
    }
}

/// All algorithms for any number of priorities, in the order in which [`Method::Auto`] tries them.
const ALGORITHMS: &[(Method, Algorithm)] = &[
    (Method::Zielonka, zielonka::solve),
    (Method::Promotion, promotion::solve),
    (Method::Tangle, tangle::solve),
    (Method::Fixpoint, fixpoint::solve),
    (Method::QuasiPolynomial, quasi::solve),
    (Method::StrategyImprovement, strategy_improvement::solve),
    (Method::ProgressMeasures, progress_measures::solve),
];

/// How to solve.
pub type Options<'a> = crate::Options<'a, Method>;

/// What was done. The method is the one that solved the largest component, never [`Method::Auto`];
/// `None` if nothing was left for one. Preparations count as ordering.
pub type Report = crate::Report<Option<Method>>;

/// How the game was divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Vertices settled before any algorithm ran.
    pub preprocessed: usize,
    /// Components that an algorithm solved; a game solved as it is counts as one.
    pub components: usize,
    /// How often an algorithm ran out of steps and another one took over.
    pub switches: u64,
}

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Winners and, unless left out, moves. The winner is unknown only where the deadline came
    /// first.
    pub solution: RegionSolution,
    /// What was done.
    pub report: Report,
    /// How it was divided.
    pub work: Work,
}

/// Finds who wins from each vertex, and how.
///
/// At the deadline it stops with what is proven by then: what the moves found so far win, whatever
/// the rest of the game is like.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame, Player};
/// use retrograde_solve::parity::{Options, solve};
///
/// // Player 0 moves at 0, player 1 at 1. Going round 0 and 1 forever makes priority 2 decide.
/// let graph = Graph::from_edges(2, [(0, 0), (0, 1), (1, 0)])?;
/// let mut ones = Bitmap::new(2);
/// ones.set(1);
/// let game = ParityGame::max(OwnedGraph::from_bitmap(&graph, ones), vec![1, 2]);
/// let solution = solve(&game, &Options::default()).solution;
/// assert_eq!(solution.winners.count(Player::Zero), 2);
/// assert_eq!(solution.strategy.unwrap().get(0), Some(1));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
///
/// # Complexity
/// Linear time on most games met in practice; whatever the best of the methods takes, times a
/// constant, on all others. See [`estimate`] for memory.
///
/// Source: the preprocessing follows O. Friedmann and M. Lange, *Solving parity games in practice*
/// (2009). The sources of the algorithms are with the [methods](Method).
#[must_use]
pub fn solve(game: &ParityGame<'_>, options: &Options<'_>) -> Solved {
    let start = Instant::now();
    let whole = Game {
        arena: game.arena.clone(),
        priorities: preprocess::compress(&game.priorities),
        back: game.arena.graph().transpose(options.threads),
    };
    let transposing = start.elapsed();
    let mut solved = Run::new(&whole, options).run();
    solved.report.transposing = transposing;
    solved
}
