//! How much memory a parity game takes, before it is taken.

use retrograde_core::{Control, Graph, ParityGame};

use super::Method;
use super::preprocess::compress;

/// An upper estimate of the bytes that [`solve`](super::solve) takes beside the game.
///
/// Not counted are, for [`Method::Auto`], the state of algorithms that pause, beside one, the tables of
/// strategy improvement and progress measures, and the tangles beyond what random games have: these
/// are kept where there is room beside what is counted here, and never take more than a few times the
/// game.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame};
/// use retrograde_solve::parity::{Method, estimate};
/// let graph = Graph::from_edges(1000, (0..1000).map(|v| (v, (v + 1) % 1000)))?;
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(1000));
/// let game = ParityGame::max(arena, (0..1000).collect());
/// assert!(estimate(&game, Method::Auto) < 192_000);
/// // A measure has a number for every second priority.
/// assert!(estimate(&game, Method::ProgressMeasures) > 4_000_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(game: &ParityGame<'_>, method: Method) -> u64 {
    let graph = game.arena.graph();
    let table = |bytes: u64| {
        let levels = compress(&game.priorities, &Control::ALONE).unwrap_or_default();
        let levels = levels.into_iter().max().map_or(0, u64::from) + 1;
        levels.saturating_mul(graph.vertex_count() as u64).saturating_mul(bytes)
    };
    linear(graph, method).saturating_add(match method {
        Method::StrategyImprovement => table(8),
        Method::ProgressMeasures => table(4),
        _ => 0,
    })
}

/// Bytes that [`Method::Auto`] may take beside its [`estimate`], for what algorithms keep in their turns:
/// as long as there is room for them, and no more than there is.
#[must_use]
pub fn tables(game: &ParityGame<'_>) -> u64 {
    super::auto::room(game.arena.graph())
}

/// What does not depend on the number of priorities.
pub(super) fn linear(graph: &Graph, method: Method) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let turned = 4 * edges + (graph.offsets().bytes_per_row() + 1) * (vertices + 1);
    // The edges turned around, priorities, and the holds, moves and cursors of all vertices.
    let whole = turned + 16 * vertices;
    // A component with its edges both ways, its vertices, their numbers and priorities.
    let part = 2 * turned + 12 * vertices;
    match method {
        // Either what is found in the first turn, or a component.
        Method::Auto | Method::Buchi | Method::Zielonka | Method::Promotion => {
            whole + part + 40 * vertices
        }
        Method::Fixpoint => whole + part + 36 * vertices,
        Method::QuasiPolynomial => whole + part + 32 * vertices,
        // Lists of tangles by vertex, and the tangles.
        Method::Tangle | Method::RecursiveTangle | Method::OneSidedTangle => {
            whole + part + (60 + 80) * vertices
        }
        Method::StrategyImprovement => whole + part + 24 * vertices,
        // The rest of a component is a component again.
        Method::ProgressMeasures => whole + 2 * part + 36 * vertices,
    }
}
