//! Win, lose or draw, with distances, for every vertex of any graph.
//!
//! **WIN needs one move, LOSE needs all of them.** The labels are the least fixpoint of those two
//! rules; what no rule ever forces is a draw. [`trace`] is that algorithm as one reads it in a book,
//! one event at a time. [`solve`] computes the same thing at memory speed, in one of three ways:
//!
//! - an acyclic graph is walked once, last positions first;
//! - any other is turned around and labelled by a backward wave with out-degree counters;
//! - on demand, [`components`] are labelled one after the other, which takes less memory where they
//!   are small.

mod acyclic;
mod best_move;
pub mod components;
mod estimate;
mod ties;
pub mod trace;

use std::time::Instant;

use retrograde_core::{OutcomeGame, OutcomeSolution, Values};

use crate::cycle;
use crate::order::{self, Order};
use crate::wave::{self, Control, Plain};

pub use crate::error::SolveError;
pub use crate::options::Progress;
pub use best_move::{best_move, best_moves};
pub(crate) use best_move::{fill_ahead, pick};
pub use estimate::estimate;
pub use ties::ties;

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The acyclic pass if the graph has no cycle, otherwise retrograde analysis.
    #[default]
    Auto,
    /// Retrograde analysis, on any graph.
    Retrograde,
    /// One pass in reverse topological order; an error on a graph with a cycle.
    Acyclic,
    /// Retrograde analysis of one strongly connected component after the other, on any graph: less
    /// memory where all [`components`] are small, on one thread.
    Components,
}

/// How to solve. Without `values_only` the best moves come too; [`best_move`] finds them one at a
/// time.
pub type Options<'a> = crate::Options<'a, Method>;

/// What was done, for reports and benchmarks.
pub type Report = crate::Report<Method>;

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Values and, unless left out, best moves.
    pub solution: OutcomeSolution,
    /// What was done.
    pub report: Report,
}

/// Labels every vertex with its value and picks best moves.
///
/// ```
/// use retrograde_core::{Column, Convention, Distance, Graph, OutcomeGame, Value};
/// use retrograde_solve::outcome::{Method, Options, solve};
///
/// // 0 may pass or move to 1; from 1 one reaches 2, where no move is left.
/// let graph = Graph::from_edges(3, [(0, 0), (0, 1), (1, 2)])?;
/// let verdicts = Column::default();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let solved = solve(&game, &Options::default())?;
/// assert_eq!(solved.report.method, Method::Retrograde);
/// assert_eq!(solved.solution.values.get(1), Value::Win(Distance(1)));
/// // Moving to 1 would let the opponent win, so 0 passes forever.
/// assert_eq!(solved.solution.values.get(0), Value::Draw);
/// assert_eq!(solved.solution.strategy.unwrap().get(0), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::Cyclic`] if the acyclic method was demanded and does not apply.
///
/// # Complexity
/// O(V + E) time. Beside the graph, at most `4 E + 18 V` bytes for the retrograde method and `13 V`
/// for the acyclic one, then `4 V` for the moves; [`estimate`] gives the figure for a given graph.
/// Component by component, at most `12.4 V`, with the moves, and `4 e + 20 v` where the largest
/// component has `v` vertices and `e` edges within; within a component, the vertices with moves out
/// of it are sorted, which is not linear.
///
/// Source: the algorithm is the one of D. E. Knuth, *The Art of Computer Programming*, vol. 1,
/// exercise 2.2.3–28.
pub fn solve(game: &OutcomeGame<'_>, options: &Options<'_>) -> Result<Solved, SolveError> {
    let start = Instant::now();
    let order = match options.method {
        Method::Auto => order::order(game.graph()),
        Method::Retrograde | Method::Components => None,
        Method::Acyclic => match order::topological_order(game.graph()) {
            Some(order) => Some(order),
            None => {
                let cycle = cycle::find(game.graph()).expect("no topological order, so a cycle");
                return Err(SolveError::Cyclic { cycle });
            }
        },
    };
    let ordering = start.elapsed();
    let (values, mut report) = match order {
        Some(order) => solve_acyclic(game, &order),
        None if options.method == Method::Components => solve_components(game, options),
        None => solve_retrograde(game, options),
    };
    report.ordering = ordering;
    let start = Instant::now();
    let strategy =
        (!options.values_only).then(|| best_moves(game.graph(), &values, options.threads));
    report.choosing = start.elapsed();
    Ok(Solved { solution: OutcomeSolution { values, strategy }, report })
}

fn solve_acyclic(game: &OutcomeGame<'_>, order: &Order) -> (Values, Report) {
    let start = Instant::now();
    let values = acyclic::pass(game, order);
    let report = Report { labelling: start.elapsed(), ..Report::new(Method::Acyclic) };
    (values, report)
}

fn solve_retrograde(game: &OutcomeGame<'_>, options: &Options<'_>) -> (Values, Report) {
    let start = Instant::now();
    let back = game.graph().transpose(options.threads);
    let transposing = start.elapsed();
    let values = wave::run(&Plain { game, back: &back }, Control::of(options));
    let labelling = start.elapsed() - transposing;
    let report = Report { transposing, labelling, ..Report::new(Method::Retrograde) };
    (values, report)
}

fn solve_components(game: &OutcomeGame<'_>, options: &Options<'_>) -> (Values, Report) {
    let start = Instant::now();
    let values = components::run(game, options);
    let report = Report { labelling: start.elapsed(), ..Report::new(Method::Components) };
    (values, report)
}
