//! The asymmetric game: player 0 wants to move the token into a vertex without moves, player 1 wants
//! the game never to end.
//!
//! If player 0 makes the last move player 0 wins, if player 1 makes it the game is a draw, and if
//! nobody does player 1 wins. Every vertex has two labels, one for each player being to move, both
//! from the mover's view. They start out as "player 0 loses, player 1 wins" everywhere and are only
//! ever revised in one direction: player 0's from lose over draw to win, player 1's from win over
//! draw to lose. So the labels are what is left when no revision applies, whatever the order.
//!
//! [`Method::Nmbig`] revises one label at a time, as the authors of the algorithm do. [`Method::Waves`] takes the
//! revisions in an order in which no label is revised twice.

mod nmbig;
mod waves;

use std::time::{Duration, Instant};

use retrograde_core::{AsymmetricSolution, Graph};

use crate::{Options, Report, SolveError, Solved};

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The fastest, which is [`Waves`](Self::Waves).
    #[default]
    Auto,
    /// Two backward waves: first the labels that are final at once, then the draws.
    Waves,
    /// One label at a time with counts of successors by label, one thread.
    Nmbig,
}

/// Labels every vertex for both players and picks moves that achieve the labels.
///
/// ```
/// use retrograde_core::{Graph, Outcome};
/// use retrograde_solve::{Options, asymmetric::{Method, solve}};
///
/// // 0 ⇄ 1 and 0 → 2, where no move is left.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (0, 2)])?;
/// let solution = solve(&graph, Method::Auto, &Options::default())?.solution;
/// // At 0, player 0 ends the game at once; player 1 goes round forever.
/// assert_eq!(solution.first.get(0), Outcome::Win);
/// assert_eq!(solution.second.get(0), Outcome::Win);
/// let strategies = solution.strategies.unwrap();
/// assert_eq!(strategies.first.get(0), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::TooManyVertices`] past 2³¹ vertices, or 2³⁰ for [`Method::Nmbig`];
/// [`SolveError::Stopped`].
///
/// # Complexity
/// O(V + E) time. Beside the graph, at most `4 E + 36 V` bytes for [`Method::Waves`] and
/// `4 E + 57 V` for [`Method::Nmbig`]; [`estimate`] gives the figure for a given graph.
///
/// Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), algorithm NMBIG-Lin.
pub fn solve(
    graph: &Graph,
    method: Method,
    options: &Options<'_>,
) -> Result<Solved<AsymmetricSolution>, SolveError> {
    let most = match method {
        Method::Auto | Method::Waves => u32::MAX / 2,
        Method::Nmbig => u32::MAX / 4,
    };
    SolveError::check_vertices(graph.vertex_count(), most)?;
    options.control.check()?;
    let start = Instant::now();
    let back = graph.transposed(&options.control)?;
    let transposing = start.elapsed();
    let (mut report, (solution, choosing)): (_, (_, Duration)) = match method {
        Method::Auto | Method::Waves => (
            Report::new(
                "waves",
                "player 0 wants to end the game, player 1 to play forever: solved in two waves",
            ),
            waves::solve(graph, back, options)?,
        ),
        Method::Nmbig => (
            Report::new(
                "nmbig-lin",
                "player 0 wants to end the game, player 1 to play forever: solved label by label",
            ),
            nmbig::solve(graph, back, options)?,
        ),
    };
    report.labelling = start.elapsed() - transposing - choosing;
    (report.transposing, report.choosing) = (transposing, choosing);
    Ok(Solved { solution, report })
}

/// An upper estimate of the bytes that [`solve`] takes beside the graph.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::{Options, asymmetric::{Method, estimate}};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// assert!(estimate(&graph, Method::Auto, &Options::default()) < 62_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, method: Method, options: &Options<'_>) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let bitmap = |bits: u64| bits.div_ceil(64) * 8;
    let back = edges * 4 + vertices * graph.offsets().bytes_per_row();
    let moves = if options.values_only { 0 } else { vertices * 8 };
    match method {
        Method::Auto | Method::Waves => {
            // Values of the first wave, then the second wave at work over two states a vertex: its
            // bitmaps, its distances, narrow ones while they are turned into wide ones, and its
            // lists of levels, which may have grown to twice their length.
            let values = |states: u64| states * 4 + bitmap(states) * 2;
            let second = values(vertices * 2) + bitmap(vertices) * 5 + vertices * (2 + 16);
            values(vertices) + (back + second).max(values(vertices * 2) + moves)
        }
        Method::Nmbig => {
            // Two labels, both as they are and as they were told; two times; six counts; and the
            // worklist, which may have grown to twice its length.
            let labelling = vertices * (4 + 8 + 24 + 16);
            labelling + back.max(moves) + bitmap(vertices) * 4
        }
    }
}
