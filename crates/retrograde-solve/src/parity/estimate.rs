//! How much memory a parity game takes, before it is taken.

use retrograde_core::ParityGame;

use super::preprocess::compress;
use super::{Method, Options};
use crate::MemoryEstimate;

/// An upper estimate for [`solve`](super::solve) on this game.
///
/// Not counted are, for [`Method::Auto`], tables that strategy improvement and progress measures
/// make only where there is room for them, should all other methods have had their turn; and the
/// tangles of games in which more are learnt than in random ones, of which there may be up to 1 GB.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame};
/// use retrograde_solve::parity::{Method, Options, estimate};
/// let graph = Graph::from_edges(1000, (0..1000).map(|v| (v, (v + 1) % 1000)))?;
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(1000));
/// let game = ParityGame::max(arena, (0..1000).collect());
/// assert!(estimate(&game, &Options::default()).total() < 200_000);
/// // A measure has a number for every second priority.
/// let method = Method::ProgressMeasures;
/// assert!(estimate(&game, &Options { method, ..Options::default() }).total() > 4_000_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(game: &ParityGame<'_>, options: &Options<'_>) -> MemoryEstimate {
    let graph = game.arena.graph();
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let turned = 4 * edges + (graph.offsets().bytes_per_row() + 1) * (vertices + 1);
    // The edges turned around, priorities, and the holds, moves and cursors of all vertices.
    let whole = turned + 16 * vertices;
    // A component with its edges both ways, its vertices, their numbers and priorities.
    let part = 2 * turned + 12 * vertices;
    let table = |bytes: u64| {
        let levels = compress(&game.priorities).into_iter().max().map_or(0, u64::from) + 1;
        levels.saturating_mul(vertices).saturating_mul(bytes)
    };
    let solver = match options.method {
        // Either what is found in the first turn, or a component.
        Method::Auto | Method::Buchi | Method::Zielonka | Method::Promotion => {
            whole + part + 40 * vertices
        }
        Method::Fixpoint => whole + part + 36 * vertices,
        Method::QuasiPolynomial => whole + part + 32 * vertices,
        // Lists of tangles by vertex, and the tangles.
        Method::Tangle => whole + part + 40 * vertices + (28 + 80) * vertices,
        Method::StrategyImprovement => (whole + part + 24 * vertices).saturating_add(table(8)),
        // The rest of a component is a component again.
        Method::ProgressMeasures => (whole + 2 * part + 36 * vertices).saturating_add(table(4)),
    };
    MemoryEstimate { graph: graph.heap_bytes(), solver }
}
