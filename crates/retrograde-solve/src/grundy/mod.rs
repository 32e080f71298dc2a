//! Grundy values of every vertex of any graph, in normal play.
//!
//! The Grundy value of a position is the size of the heap of Nim it is worth: the least number
//! that none of its options has. It says more than who wins: it says what the position is worth
//! beside other games ([`sum`](crate::sum)). [`solve`] computes it in one of two ways:
//!
//! - an acyclic graph is walked once, last positions first;
//! - on any other the generalised values are found, finite ones where they exist and sets of
//!   options for loopy positions, by one backward wave for each finite value.

mod acyclic;
mod counters;
mod estimate;
mod loopy;

use std::time::Instant;

use retrograde_core::{Graph, GrundyValues};

use crate::order;
use crate::{Options, Report, SolveError, cycle};

pub use counters::Counters;
pub use estimate::estimate;

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The acyclic pass if the graph has no cycle, otherwise the loopy method.
    #[default]
    Auto,
    /// One pass in reverse topological order; an error on a graph with a cycle.
    Acyclic,
    /// The generalised values, on any graph.
    Loopy,
}

/// Grundy values with what sums need of them, and how they came about.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The value of every vertex.
    pub values: GrundyValues,
    /// The order in which finite values became known, unless left out by
    /// [`values_only`](Options::values_only).
    pub counters: Option<Counters>,
    /// What was done.
    pub report: Report,
}

/// Finds the Grundy value of every vertex.
///
/// Without cycles a position's value is the least number that is not the value of an option. With
/// cycles a position has a finite value m if its options have all values below m and whatever the
/// opponent makes of any other option can be taken back to the value m, in such a way that this
/// comes to an end; every other position is loopy, and all that counts is which finite values its
/// options have.
///
/// ```
/// use retrograde_core::{Graph, Grundy};
/// use retrograde_solve::{Options, grundy::{Method, solve}};
///
/// // 3 may pass, or move to a heap of 2 counters, or clear the table.
/// let graph = Graph::from_edges(4, [(2, 1), (2, 0), (1, 0), (3, 3), (3, 2), (3, 0)])?;
/// let solved = solve(&graph, Method::Auto, &Options::default())?;
/// assert_eq!(solved.report.solver, "loopy");
/// assert_eq!(solved.values.get(2), Grundy::Finite(2));
/// assert_eq!(solved.values.get(3), Grundy::Loopy(&[0, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::Cyclic`] if the acyclic method was demanded and does not apply;
/// [`SolveError::Stopped`].
///
/// # Complexity
/// The acyclic method takes O(V + E) time and at most `12 V` bytes beside the graph.
///
/// The loopy method runs a stage for each finite value m, over the positions not yet settled, which
/// have options of all values below m: a position takes part in at most one stage more than it has
/// moves, and there are O(√E) stages. A position's predecessors are looked at once for each
/// different finite value among its options. That is O(V + E √E) time at worst, and
/// O(V + E) where values are bounded. It takes at most `4 E + 32 V` bytes beside the graph, and what
/// the different sets of options take, which is little as a rule; [`estimate`] gives a bound for a
/// given graph. Only turning the edges around makes use of several threads.
///
/// Source: C. A. B. Smith, *Graphs and composite games* (1966); A. S. Fraenkel and Y. Perl,
/// *Constructions in combinatorial games with cycles* (1975); A. S. Fraenkel and Y. Yesha, *The
/// generalized Sprague–Grundy function and its invariance under certain mappings* (1986).
pub fn solve(graph: &Graph, method: Method, options: &Options<'_>) -> Result<Counted, SolveError> {
    let control = &options.control;
    control.check()?;
    let start = Instant::now();
    let order = match method {
        Method::Auto => order::order(graph, control)?,
        Method::Loopy => None,
        Method::Acyclic => match order::topological_order(graph, control)? {
            Some(order) => Some(order),
            None => match cycle::find(graph, control)? {
                Some(cycle) => return Err(SolveError::Cyclic { cycle }),
                // So many parallel edges that they could not be counted; the other method can.
                None => None,
            },
        },
    };
    let ordering = start.elapsed();
    let start = Instant::now();
    let mut report;
    let (values, counters) = match order {
        Some(order) => {
            let how = "no cycles: Grundy values in one pass, last positions first";
            report = Report::new("acyclic", how);
            let values = GrundyValues::from_finite(acyclic::pass(graph, &order, control)?);
            let vertices = graph.vertex_count() as u32;
            (values, (!options.values_only).then(|| Counters::along(order, vertices)))
        }
        None => {
            report = Report::new(
                "loopy",
                match method {
                    Method::Auto => "with cycles: generalised Grundy values, one value at a time",
                    _ => "generalised Grundy values, one value at a time",
                },
            );
            let back = graph.transposed(control)?;
            report.transposing = start.elapsed();
            loopy::run(graph, back, options)?
        }
    };
    report.labelling = start.elapsed() - report.transposing;
    report.ordering = ordering;
    Ok(Counted { values, counters, report })
}
