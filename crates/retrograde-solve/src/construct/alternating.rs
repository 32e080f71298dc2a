//! The alternating graph: every position twice, once for each parity of the move number.

use retrograde_core::{Arena, Control, Vertex};

use super::assemble::{NewRows, push_name, written};
use super::{ConstructError, Construction, Derived, Size};

/// The alternating graph: two copies of every vertex, and for each move `v → w` the moves from `v`
/// in either copy to `w` in the other.
///
/// Vertex `v` in copy 0 keeps its number and is called `v/0`; all of copy 1 follows, where `v` is
/// number `V + v` and called `v/1`. Whose turn it is can then be read off the vertex. Every
/// attribute of a vertex or edge is found on both of its copies, in the same order of moves.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::alternating;
/// let arena = Arena::from(Graph::from_edges(2, [(0, 0), (0, 1)])?);
/// let doubled = alternating(&arena, &Control::default())?;
/// assert_eq!(doubled.arena.graph.successors(0), [2, 3]);
/// assert_eq!(doubled.arena.graph.successors(2), [0, 1]);
/// assert_eq!(doubled.arena.names.get(3), "1/1");
/// assert_eq!(doubled.origin, [0, 1, 0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ConstructError::TooLarge`] beyond 2³¹ vertices; [`ConstructError::Stopped`].
///
/// # Complexity
/// O(V + E) time; the result is twice as large as the arena, and its names are text.
///
/// Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), section 2.2.
pub fn alternating(arena: &Arena, control: &Control<'_>) -> Result<Derived, ConstructError> {
    control.check()?;
    let mut pace = control.pace();
    let graph = &arena.graph;
    let vertices = graph.vertex_count() as u64 * 2;
    let edges = graph.edge_count() as u64 * 2;
    ConstructError::check_size(
        Construction::Alternating,
        Size::Exactly(vertices.into()),
        Size::Exactly(edges.into()),
        u64::MAX,
    )?;
    let half = graph.vertex_count() as Vertex;
    let mut rows = NewRows::with_room(vertices as usize, edges as usize);
    for other_copy in [half, 0] {
        for vertex in graph.vertices() {
            pace.steps(1 + graph.edge_range(vertex).len())?;
            for place in graph.edge_range(vertex) {
                rows.carry(other_copy + graph.targets()[place], arena, place);
            }
            rows.end_row();
        }
    }
    let origin: Vec<Vertex> = graph.vertices().chain(graph.vertices()).collect();
    let names = written(origin.len(), &mut pace, |vertex, text| {
        push_name(text, &arena.names, origin[vertex as usize]);
        text.push_str(if vertex < half { "/0" } else { "/1" });
    })?;
    Ok(Derived { arena: rows.finish_like(arena, &origin, names)?, origin })
}
