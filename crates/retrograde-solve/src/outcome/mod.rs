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
mod answer;
mod best_move;
mod codes;
pub mod components;
mod ties;
pub mod trace;

use std::time::Instant;

use retrograde_core::{Graph, OutcomeGame, OutcomeSolution, Values};

use crate::order::{self, Look, Order};
use crate::wave::{self, Plain};
use crate::{Options, Report, SolveError, Solved, cycle};

pub use answer::answer;
pub(crate) use answer::can_tie;
use best_move::{Room, best_moves_in};
pub use best_move::{best_move, best_moves};
pub(crate) use best_move::{fill_ahead, pick};
pub use ties::ties;
pub(crate) use ties::ties_bytes;

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The acyclic pass if the graph has no cycle, otherwise retrograde analysis. Whether there is one
    /// is not looked for at any price: on several threads, retrograde analysis takes less time than
    /// sorting a large graph.
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

/// Labels every vertex with its value and picks best moves, all draws being the same.
///
/// ```
/// use retrograde_core::{Column, Convention, Distance, Graph, OutcomeGame, Value};
/// use retrograde_solve::{Options, outcome::{Method, solve}};
///
/// // 0 may pass or move to 1; from 1 one reaches 2, where no move is left.
/// let graph = Graph::from_edges(3, [(0, 0), (0, 1), (1, 2)])?;
/// let verdicts = Column::default();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let solved = solve(&game, Method::Auto, &Options::default())?;
/// assert_eq!(solved.report.solver, "retrograde");
/// assert_eq!(solved.solution.values.get(1), Value::Win(Distance(1)));
/// // Moving to 1 would let the opponent win, so 0 passes forever.
/// assert_eq!(solved.solution.values.get(0), Value::Draw);
/// assert_eq!(solved.solution.strategy.unwrap().get(0), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::Cyclic`] if the acyclic method was demanded and does not apply;
/// [`SolveError::Stopped`].
///
/// # Complexity
/// O(V + E) time. Beside the graph, at most `4 E + 18 V` bytes for the retrograde method and `13 V`
/// for the acyclic one; then `5 V` for the moves, for which arrays of the retrograde method serve again.
/// [`estimate`] gives the figure for a given graph.
/// Component by component, at most `12.4 V`, with the moves, and `4 e + 20 v` where the largest
/// component has `v` vertices and `e` edges within; within a component, the vertices with moves out
/// of it are sorted, which is not linear.
///
/// Source: the algorithm is the one of D. E. Knuth, *The Art of Computer Programming*, vol. 1,
/// exercise 2.2.3–28.
pub fn solve(
    game: &OutcomeGame<'_>,
    method: Method,
    options: &Options<'_>,
) -> Result<Solved<OutcomeSolution>, SolveError> {
    let (graph, control) = (game.graph(), &options.control);
    control.check()?;
    let start = Instant::now();
    let mut why = "solved by retrograde analysis";
    let order = match method {
        Method::Auto => match order::look(graph, control)? {
            Look::Order(order) => Some(order),
            Look::Cycle => {
                why = "with cycles: solved by retrograde analysis";
                None
            }
            // Sorting is for one thread, the wave for all of them.
            Look::Open if !control.threads.is_one() && graph.vertex_count() >= LARGE => None,
            Look::Open => match order::topological_order(graph, control)? {
                Some(order) => Some(order),
                None => {
                    why = "with cycles: solved by retrograde analysis";
                    None
                }
            },
        },
        Method::Retrograde | Method::Components => None,
        Method::Acyclic => match order::topological_order(graph, control)? {
            Some(order) => Some(order),
            None => {
                let cycle = cycle::find(graph, control)?;
                let cycle = cycle.expect("no topological order, so a cycle");
                return Err(SolveError::Cyclic { cycle });
            }
        },
    };
    let ordering = start.elapsed();
    let (values, room, mut report) = label(game, order, why, method, options)?;
    report.ordering = ordering;
    let start = Instant::now();
    let strategy = match options.values_only {
        true => None,
        false => Some(best_moves_in(room, graph, &values, None, control)?),
    };
    report.choosing = start.elapsed();
    Ok(Solved { solution: OutcomeSolution::new(values, strategy), report })
}

/// Graphs of fewer vertices stay in the cache.
const LARGE: usize = 1 << 18;

fn label(
    game: &OutcomeGame<'_>,
    order: Option<Order>,
    why: &'static str,
    method: Method,
    options: &Options<'_>,
) -> Result<(Values, Room, Report), SolveError> {
    let control = &options.control;
    let mut room = Room::default();
    let start = Instant::now();
    let mut report;
    let values = match (order, method) {
        (Some(order), _) => {
            report = Report::new("acyclic", "no cycles: solved in one pass, last positions first");
            acyclic::pass(game, &order, control)?
        }
        (None, Method::Components) => {
            report = Report::new("components", "solved component by component, last ones first");
            components::run(game, control)?
        }
        (None, _) => {
            report = Report::new("retrograde", why);
            let back = game.graph().transposed(control)?;
            report.transposing = start.elapsed();
            let values = wave::run(&Plain { game, back: &back }, control)?;
            if !options.values_only {
                room = Room::of(back);
            }
            values
        }
    };
    report.labelling = start.elapsed() - report.transposing;
    Ok((values, room, report))
}

/// An upper estimate of the bytes that [`solve`] takes beside the graph. For [`Method::Components`]
/// it takes the whole graph for one component; [`components::estimate`] knows better.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::{Options, outcome::{Method, estimate}};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// assert!(estimate(&graph, Method::Auto, &Options::default()) < 32_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, method: Method, options: &Options<'_>) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    // The graph turned around with its offsets; distances in bytes, while they are turned into wide
    // ones, or a byte a vertex for what is dealt out; and lists of levels, which share no vertex but may have grown to twice their length.
    let back = edges * 4 + vertices * graph.offsets().bytes_per_row();
    let retrograde = back + vertices + vertices * 8;
    // Counts of incoming edges and the order.
    let acyclic = vertices * 8;
    let working = match method {
        Method::Acyclic => acyclic,
        Method::Auto | Method::Retrograde => retrograde.max(acyclic),
        Method::Components => components::working_bytes(graph, vertices, edges),
    };
    // The moves, and a byte to find each by.
    let choosing = if options.values_only { 0 } else { vertices * 5 };
    label_bytes(graph) + working.max(choosing)
}

/// Distances, and three bitmaps: of what is won, and of what else a method has to know.
pub(crate) fn label_bytes(graph: &Graph) -> u64 {
    let vertices = graph.vertex_count() as u64;
    vertices * 4 + vertices.div_ceil(64) * 8 * 3
}

/// The best moves, unless they are left out.
pub(crate) fn moves_bytes(graph: &Graph, options: &Options<'_>) -> u64 {
    if options.values_only { 0 } else { graph.vertex_count() as u64 * 4 }
}
