//! Partizan games: every vertex with Left to move first and with Right to move first.
//!
//! It is the backward wave of the plain game over states of a vertex and a side to move. The edges
//! are stored once: those into a vertex stand side by side with Left's own first, then those of
//! both, then Right's own, so that what either side may use is one piece. Where no
//! move is reserved for a side, it does not matter whose turn it is and the plain game is solved.

mod back;

use std::ops::Range;
use std::time::Instant;

use retrograde_core::{
    Outcome, OutcomeSolution, PartizanGame, PartizanSolution, Side, Stopped, Strategy, Values,
    Vertex,
};

use crate::wave::{self, Ground};
use crate::{Options, Report, SolveError, Solved, outcome};

use back::Back;

/// How it is done, in a line.
const HOW: &str = "Left and Right, each moving first: solved by retrograde analysis";

/// Labels every vertex for both sides, with distances, and picks best moves.
///
/// ```
/// use retrograde_core::{Column, Convention, Graph, PartizanClass, PartizanGame, Side};
/// use retrograde_solve::{Options, partizan::solve};
///
/// // From 0 Left may move to 1, from where both may move to 2; Right has no move at 0.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2)])?;
/// let players = [(0, Side::Left)].into_iter().collect();
/// let verdicts = Column::default();
/// let game = PartizanGame::new(&graph, &players, &verdicts, Convention::Normal)?;
/// let solution = solve(&game, &Options::default())?.solution;
/// assert_eq!(solution.class(0), PartizanClass::Previous);
/// assert_eq!(solution.class(1), PartizanClass::Next);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::TooManyVertices`] past a third of 2³² vertices; [`SolveError::Stopped`].
///
/// # Complexity
/// O(V + E) time. Beside the graph, at most `8 E + 44 V` bytes; [`estimate`] gives the figure for a
/// given game.
///
/// Source: J. H. Conway, *On Numbers and Games* (1976) for the classes; the algorithm is the one of
/// [`outcome::solve`].
pub fn solve(
    game: &PartizanGame<'_>,
    options: &Options<'_>,
) -> Result<Solved<PartizanSolution>, SolveError> {
    if game.is_impartial() {
        return solve_impartial(game, options);
    }
    let vertices = game.graph().vertex_count();
    SolveError::check_vertices(vertices, Back::MOST)?;
    let control = &options.control;
    control.check()?;
    let mut report = Report::new("retrograde", HOW);
    let start = Instant::now();
    let back = Back::new(game, control)?;
    report.transposing = start.elapsed();
    let values = wave::run(&Sides { game, back: &back }, control)?;
    drop(back);
    report.labelling = start.elapsed() - report.transposing;
    let start = Instant::now();
    let (left, right) = values.split_at(vertices);
    let moves = |side: Side, own: &Values, reached: &Values| -> Result<_, Stopped> {
        if options.values_only {
            return Ok(None);
        }
        let pick = |vertex| outcome::pick(game.moves(vertex, side), own.get(vertex), reached);
        Strategy::fill(vertices, control, pick).map(Some)
    };
    let strategies = [moves(Side::Left, &left, &right)?, moves(Side::Right, &right, &left)?];
    let [left_strategy, right_strategy] = strategies;
    report.choosing = start.elapsed();
    let solution = PartizanSolution {
        left_first: OutcomeSolution::new(left, left_strategy),
        right_first: OutcomeSolution::new(right, right_strategy),
    };
    Ok(Solved { solution, report })
}

/// Where nothing is reserved the sides do not matter.
fn solve_impartial(
    game: &PartizanGame<'_>,
    options: &Options<'_>,
) -> Result<Solved<PartizanSolution>, SolveError> {
    let Solved { solution, report } =
        outcome::solve(&game.impartial(), outcome::Method::Auto, options)?;
    let report = Report { solver: "retrograde", how: HOW.into(), ..report };
    let solution = PartizanSolution { left_first: solution.clone(), right_first: solution };
    Ok(Solved { solution, report })
}

/// An upper estimate of the bytes that [`solve`] takes beside the graph.
#[must_use]
pub fn estimate(game: &PartizanGame<'_>, options: &Options<'_>) -> u64 {
    let graph = game.graph();
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let moves = if options.values_only { 0 } else { vertices * 8 };
    // Distances and two bits of outcome, for two states a vertex.
    let values = vertices * 8 + vertices.div_ceil(32) * 16;
    if game.is_impartial() {
        let plain = outcome::estimate(graph, outcome::Method::Auto, options);
        return plain + values / 2 + moves / 2;
    }
    let back = edges * 4 + 3 * vertices * graph.offsets().bytes_per_row();
    // What is settled and was settled before, narrow distances beside wide ones, and lists of
    // levels of two states a vertex.
    let working = vertices.div_ceil(32) * 24 + vertices * 2 + vertices * 20;
    // The values are copied once when they are taken apart.
    (values + back + working).max(values * 2 + moves).max(back * 2)
}

/// States of a vertex with Left to move, then those with Right to move.
struct Sides<'a> {
    game: &'a PartizanGame<'a>,
    back: &'a Back,
}

impl Sides<'_> {
    /// The vertex of a state, and who made the move that led there.
    #[inline(always)]
    fn parts(&self, state: u32) -> (Vertex, Side) {
        let vertices = self.game.graph().vertex_count() as u32;
        if state < vertices { (state, Side::Right) } else { (state - vertices, Side::Left) }
    }
}

impl Ground for Sides<'_> {
    fn states(&self) -> usize {
        self.game.graph().vertex_count() * 2
    }

    fn copy_degrees(&self, first: usize, degrees: &mut [u32]) {
        for (degree, state) in degrees.iter_mut().zip(first as u32..) {
            let (vertex, moved) = self.parts(state);
            *degree = self.game.moves(vertex, moved.opponent()).count() as u32;
        }
    }

    fn stuck(&self, state: u32) -> Outcome {
        self.game.stuck_outcome(self.parts(state).0)
    }

    #[inline(always)]
    fn sources(&self) -> &[Vertex] {
        self.back.sources()
    }

    #[inline(always)]
    fn row(&self, state: u32) -> Range<usize> {
        let (vertex, moved) = self.parts(state);
        self.back.row(vertex, moved)
    }

    #[inline(always)]
    fn shift(&self, state: u32) -> u32 {
        match self.parts(state).1 {
            Side::Left => 0,
            Side::Right => self.game.graph().vertex_count() as u32,
        }
    }

    #[inline(always)]
    fn prefetch_row(&self, state: u32) {
        let (vertex, moved) = self.parts(state);
        self.back.prefetch_row(vertex, moved);
    }

    #[inline(always)]
    fn prefetch_sources(&self, state: u32, length: usize) {
        let (vertex, moved) = self.parts(state);
        self.back.prefetch_sources(vertex, moved, length);
    }
}
