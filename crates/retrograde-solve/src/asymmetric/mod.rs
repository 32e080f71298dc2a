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

mod estimate;
mod nmbig;
mod waves;

use std::time::Instant;

use retrograde_core::{AsymmetricSolution, Graph};

pub use crate::SolveError;
pub use estimate::estimate;

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

/// How to solve.
pub type Options<'a> = crate::Options<'a, Method>;

/// What was done, for reports and benchmarks.
pub type Report = crate::Report<Method>;

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Labels and, unless left out, strategies.
    pub solution: AsymmetricSolution,
    /// What was done.
    pub report: Report,
}

/// Labels every vertex for both players and picks moves that achieve the labels.
///
/// ```
/// use retrograde_core::{Graph, Outcome};
/// use retrograde_solve::asymmetric::{Options, solve};
///
/// // 0 ⇄ 1 and 0 → 2, where no move is left.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (0, 2)])?;
/// let solution = solve(&graph, &Options::default())?.solution;
/// // At 0, player 0 ends the game at once; player 1 goes round forever.
/// assert_eq!(solution.first.get(0), Outcome::Win);
/// assert_eq!(solution.second.get(0), Outcome::Win);
/// let strategies = solution.strategies.unwrap();
/// assert_eq!(strategies.first.get(0), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::TooManyVertices`] past 2³¹ vertices, or 2³⁰ for [`Method::Nmbig`].
///
/// # Complexity
/// O(V + E) time. Beside the graph, at most `4 E + 36 V` bytes for [`Method::Waves`] and
/// `4 E + 57 V` for [`Method::Nmbig`]; [`estimate`] gives the figure for a given graph.
///
/// Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), algorithm NMBIG-Lin.
pub fn solve(graph: &Graph, options: &Options<'_>) -> Result<Solved, SolveError> {
    let most = match options.method {
        Method::Auto | Method::Waves => u32::MAX / 2,
        Method::Nmbig => u32::MAX / 4,
    };
    SolveError::check_vertices(graph.vertex_count(), most)?;
    let start = Instant::now();
    let back = graph.transpose(options.threads);
    let transposing = start.elapsed();
    let (method, (solution, choosing)) = match options.method {
        Method::Auto | Method::Waves => (Method::Waves, waves::solve(graph, back, options)),
        Method::Nmbig => (Method::Nmbig, nmbig::solve(graph, back, options)),
    };
    let labelling = start.elapsed() - transposing - choosing;
    let report = Report { transposing, labelling, choosing, ..Report::new(method) };
    Ok(Solved { solution, report })
}
