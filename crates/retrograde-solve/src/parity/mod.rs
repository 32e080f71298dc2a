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
mod strategy_improvement;
mod tangle;
mod tangle_set;
#[cfg(test)]
mod tests;
mod zielonka;

use std::time::{Duration, Instant};

use retrograde_core::{ParityGame, RegionSolution};

use field::Field;
use game::{Game, Stop};

use crate::Progress;

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

/// What was done, for reports and benchmarks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The method that solved the largest component, never [`Method::Auto`]; `None` if nothing was
    /// left for one.
    pub method: Option<Method>,
    /// Vertices settled before any algorithm ran.
    pub preprocessed: usize,
    /// Components that an algorithm solved.
    pub components: usize,
    /// How often an algorithm ran out of steps and another one took over.
    pub switches: u64,
    /// Time to turn edges around and to settle what can be settled at once.
    pub preparing: Duration,
    /// Time for the rest.
    pub solving: Duration,
}

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Winners and, unless left out, moves. The winner is unknown only where the deadline came
    /// first.
    pub solution: RegionSolution,
    /// What was done.
    pub report: Report,
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
/// constant, on all others. At most `4 E + 45 V` bytes beside the game as long as the first turn of
/// Zielonka's algorithm on the whole game does it, and the components copied beyond that.
///
/// Source: the preprocessing follows O. Friedmann and M. Lange, *Solving parity games in practice*
/// (2009). The sources of the algorithms are with the [methods](Method).
#[must_use]
pub fn solve(game: &ParityGame<'_>, options: &Options<'_>) -> Solved {
    let start = Instant::now();
    let graph = game.arena.graph();
    let whole = Game {
        arena: game.arena.clone(),
        priorities: preprocess::compress(&game.priorities),
        back: graph.transpose(options.threads),
    };
    let stop = Stop::at(options.deadline);
    let is_buchi = options.method == Method::Auto && buchi::applies(&whole);
    let mut run = Run { whole: &whole, options, is_buchi, report: Report::default() };
    let mut field = Field::new(graph.vertex_count());
    let mut prepared = preprocess::settle_ends_and_loops(&whole, &mut field, &stop);
    if options.method != Method::Auto {
        prepared = prepared.and_then(|()| cycles::settle(&whole, &mut field, &stop));
    }
    run.report.preprocessed = field.settled();
    run.report.preparing = start.elapsed();
    run.tell("solving", &field);
    // What comes next needs a free successor at every free vertex.
    if prepared.is_some() {
        // To be stopped is no error: the solution says what is not known.
        let solved = run.solve(&mut field, &stop);
        if solved.is_none() && run.is_buchi && !stop.is_past() {
            drop(field);
            return run.solve_buchi(start);
        }
    }
    run.tell("done", &field);
    run.report.solving = start.elapsed() - run.report.preparing;
    let mut solution = field.into_solution(&whole);
    if options.values_only {
        solution.strategy = None;
    }
    Solved { solution, report: run.report }
}

/// One call of [`solve`].
struct Run<'a> {
    whole: &'a Game<'a>,
    options: &'a Options<'a>,
    /// Whether there is the choice to solve it as a Büchi game.
    is_buchi: bool,
    report: Report,
}

impl Run<'_> {
    /// Solves the game as a Büchi game, from the beginning.
    fn solve_buchi(mut self, start: Instant) -> Solved {
        let solution = buchi::run(self.whole, self.options);
        self.report.method = Some(Method::Buchi);
        self.report.components += 1;
        self.report.preprocessed = 0;
        self.report.solving = start.elapsed() - self.report.preparing;
        Solved { solution, report: self.report }
    }

    /// Settles all vertices; `None` at the deadline, or to have the game solved as a Büchi game.
    fn solve(&mut self, field: &mut Field, stop: &Stop) -> Option<()> {
        let (whole, options) = (self.whole, self.options);
        if field.settled() == whole.graph().vertex_count() {
            return Some(());
        }
        if let Some(settle) = options.method.on_field() {
            let budget = if self.is_buchi { auto::short_budget } else { auto::first_budget };
            let turn = Stop::after(budget(whole), options.deadline);
            if settle(whole, field, &turn).is_some() {
                let is_auto = options.method == Method::Auto;
                self.report.method = Some(if is_auto { Method::Zielonka } else { options.method });
                self.report.components += 1;
                return Some(());
            }
            if self.is_buchi {
                self.report.switches += 1;
                return None;
            }
            field.close(whole, stop)?;
        }
        if options.method == Method::Auto {
            self.report.switches += 1;
            cycles::settle(whole, field, stop)?;
        }
        let report = &mut self.report;
        let mut largest = 0;
        components::settle(whole, field, options.threads, stop, |game| {
            let (method, solution) = match ALGORITHMS.iter().find(|(m, _)| *m == options.method) {
                Some(&(method, algorithm)) => (method, algorithm(game, stop)?),
                None if buchi::applies(game) => (Method::Buchi, buchi::solve(game, stop)?),
                None if options.method == Method::Buchi => return None,
                None => {
                    let budget = auto::first_budget(game);
                    auto::solve(game, budget, options.deadline, &mut report.switches)?
                }
            };
            let size = game.graph().vertex_count();
            if size > largest {
                (largest, report.method) = (size, Some(method));
            }
            report.components += 1;
            Some(solution)
        })
    }

    fn tell(&self, phase: &'static str, field: &Field) {
        if let Some(progress) = self.options.progress {
            let total = self.whole.graph().vertex_count() as u64;
            progress(Progress { phase, settled: field.settled() as u64, total });
        }
    }
}
