//! Parity games: the largest priority that comes up infinitely often decides.
//!
//! A game first loses what can be settled at once: vertices without moves, self-loops, cycles that
//! one player owns and wins. An algorithm then solves the rest, one strongly connected component
//! after the other.
//!
//! Every algorithm here has games on which it takes exponential or at least very long time, and they
//! are different games for different algorithms. [`Method::Auto`] therefore gives each of them a
//! number of steps in turn, and more of them in each round. Some pause and go on where they were; what
//! one of them has won is taken out of the game for all.

mod advance;
#[cfg(test)]
mod agreement;
mod auto;
mod bottoms;
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
mod recursive_tangle;
mod rows;
mod run;
mod strategy_improvement;
mod tangle;
mod tangle_set;
#[cfg(test)]
mod tests;
mod zielonka;

use std::time::Instant;

use retrograde_core::{Bitmap, Objective, ParityGame, RegionSolution, Stopped, Strategy, Winners};

use crate::stop::Stop;
use crate::{Options, Report};
use field::Field;
use game::Game;
use run::Run;

pub use estimate::{estimate, tables};

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// [`Buchi`](Self::Buchi) where it applies; otherwise all of them in turn, each with a number of
    /// steps that grows from round to round: most for [`Zielonka`](Self::Zielonka),
    /// [`Promotion`](Self::Promotion) and [`RecursiveTangle`](Self::RecursiveTangle).
    #[default]
    Auto,
    /// Only for parts of a game with two priorities: rounds of attractors with justifications that
    /// are kept and repaired, as in [`buchi`](crate::buchi). Where
    /// there are more, the winner stays unknown.
    Buchi,
    /// Zielonka's recursive algorithm (1998).
    Zielonka,
    /// Priority promotion (Benerecetti, Dell'Erba and Mogavero, 2016).
    Promotion,
    /// Tangle learning (van Dijk, 2018).
    Tangle,
    /// Tangle learning that goes on inside its regions (van Dijk, 2021).
    RecursiveTangle,
    /// The same with the regions of one player after the other.
    OneSidedTangle,
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
type Algorithm = fn(&Game<'_>, &Stop<'_>) -> Option<RegionSolution>;

/// Settles the free vertices of a field, of which each must have a free successor; `None` if
/// stopped, with those settled whose winner was known by then, though not all that they attract.
type OnField = fn(&Game<'_>, &mut Field, &Stop<'_>) -> Option<()>;

impl Method {
    /// Its name in the registry; for one that leaves the choice open, that of the first in turn.
    fn solver(self) -> &'static str {
        match self {
            Method::Auto | Method::Zielonka => "zielonka",
            Method::Buchi => "buchi",
            Method::Promotion => "promotion",
            Method::Tangle => "tangle",
            Method::RecursiveTangle => "recursive-tangle",
            Method::OneSidedTangle => "one-sided-tangle",
            Method::Fixpoint => "fixpoint",
            Method::QuasiPolynomial => "quasi-polynomial",
            Method::StrategyImprovement => "strategy-improvement",
            Method::ProgressMeasures => "progress-measures",
        }
    }

    /// What to try on a game as it is: most games are easy, and then there is no need to look for
    /// components and to copy them.
    fn on_field(self) -> Option<OnField> {
        match self {
            Method::Auto | Method::Zielonka => Some(zielonka::run),
            Method::Promotion => Some(promotion::run),
            Method::Tangle => Some(tangle::run),
            Method::RecursiveTangle => Some(recursive_tangle::run),
            Method::OneSidedTangle => Some(recursive_tangle::run_one_sided),
            Method::Fixpoint => Some(fixpoint::run),
            _ => None,
        }
    }
}

/// All algorithms for any number of priorities, in the order in which [`Method::Auto`] tries them.
const ALGORITHMS: &[(Method, Algorithm)] = &[
    (Method::Zielonka, zielonka::solve),
    (Method::Promotion, promotion::solve),
    (Method::RecursiveTangle, recursive_tangle::solve),
    (Method::Tangle, tangle::solve),
    (Method::OneSidedTangle, recursive_tangle::solve_one_sided),
    (Method::Fixpoint, fixpoint::solve),
    (Method::QuasiPolynomial, quasi::solve),
    (Method::StrategyImprovement, strategy_improvement::solve),
    (Method::ProgressMeasures, progress_measures::solve),
];

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

/// Winners, how the game was divided, and how it came about.
#[derive(Clone, Debug)]
pub struct Divided {
    /// Winners and, unless left out, moves. A winner is unknown only where it was stopped, or where
    /// a method that was asked for gave up.
    pub solution: RegionSolution,
    /// What was done; the solver is the one that solved the largest component. Preparations count as
    /// ordering.
    pub report: Report,
    /// How it was divided.
    pub work: Work,
}

/// Finds who wins from each vertex, and how.
///
/// At the deadline, and where it has taken all the memory it may, it stops with what is proven by
/// then: what the moves found so far win, whatever the rest of the game is like.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame, Player};
/// use retrograde_solve::{Options, parity::{Method, solve}};
///
/// // Player 0 moves at 0, player 1 at 1. Going round 0 and 1 forever makes priority 2 decide.
/// let graph = Graph::from_edges(2, [(0, 0), (0, 1), (1, 0)])?;
/// let mut ones = Bitmap::new(2);
/// ones.set(1);
/// let game = ParityGame::max(OwnedGraph::from_bitmap(&graph, ones), vec![1, 2]);
/// let solution = solve(&game, Method::Auto, &Options::default())?.solution;
/// assert_eq!(solution.winners.count(Player::Zero), 2);
/// assert_eq!(solution.strategy.unwrap().get(0), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was cancelled.
///
/// # Complexity
/// Linear time on most games met in practice; whatever the best of the methods takes, times a
/// constant, on all others. See [`estimate`] for memory.
///
/// Source: the preprocessing follows O. Friedmann and M. Lange, *Solving parity games in practice*
/// (2009). The sources of the algorithms are with the [methods](Method).
pub fn solve(
    game: &ParityGame<'_>,
    method: Method,
    options: &Options<'_>,
) -> Result<Divided, Stopped> {
    let control = &options.control;
    let mut report = Report::new(method.solver(), Objective::PARITY.wanted());
    let start = Instant::now();
    let prepared = control.check().and_then(|()| {
        Ok(Game {
            arena: game.arena.clone(),
            priorities: preprocess::compress(&game.priorities, control)?,
            back: game.arena.graph().transposed(control)?,
        })
    });
    report.transposing = start.elapsed();
    match prepared {
        Ok(whole) => Run::new(&whole, method, options, report).run(),
        Err(Stopped::Cancelled) => Err(Stopped::Cancelled),
        Err(why) => {
            let vertices = game.arena.graph().vertex_count();
            let [zero, one] = [(); 2].map(|()| Bitmap::new(vertices));
            let strategy = (!options.values_only).then(|| Strategy::empty(vertices));
            let solution = RegionSolution { winners: Winners::from_regions(zero, one), strategy };
            report.stopped = Some(why).filter(|_| vertices > 0);
            Ok(Divided { solution, report, work: Work::default() })
        }
    }
}

/// Whether the priorities come down to two, so that [`Method::Buchi`] applies to the whole game.
pub(crate) fn is_buchi(priorities: &[u32]) -> bool {
    let control = retrograde_core::Control::ALONE;
    buchi::applies(&preprocess::compress(priorities, &control).unwrap_or_default())
}
