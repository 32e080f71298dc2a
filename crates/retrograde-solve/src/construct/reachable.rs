//! What play can reach.

use retrograde_core::{Arena, Bitmap, Control, GraphError, Vertex};

use super::assemble::{NewRows, names_of};
use super::{ConstructError, Derived};

/// The part of the arena that play from any of the given vertices can reach, these included.
///
/// Vertices keep their order, names and attributes, and all their moves with the order and
/// attributes of these: whatever a move leads to is reached as well, so every value stays.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::reachable;
/// let arena = Arena::from(Graph::from_edges(4, [(0, 1), (3, 1), (1, 3)])?);
/// let part = reachable(&arena, &[3], &Control::default())?;
/// assert_eq!(part.origin, [1, 3]);
/// assert_eq!(part.arena.graph.successors(0), [1]);
/// assert_eq!(part.arena.names.get(1), "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ConstructError::Graph`] if one of the vertices does not exist; [`ConstructError::Stopped`].
///
/// # Complexity
/// O(V + E) time; up to 8 bytes a vertex beside the result.
pub fn reachable(
    arena: &Arena,
    from: &[Vertex],
    control: &Control<'_>,
) -> Result<Derived, ConstructError> {
    control.check()?;
    let mut pace = control.pace();
    let graph = &arena.graph;
    let mut seen = Bitmap::new(graph.vertex_count());
    let mut to_visit = Vec::new();
    for &start in from {
        check_vertex(arena, start)?;
        if !seen.get(start as usize) {
            seen.set(start as usize);
            to_visit.push(start);
        }
    }
    let mut edges = 0;
    while let Some(vertex) = to_visit.pop() {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        edges += graph.out_degree(vertex) as usize;
        for &to in graph.successors(vertex) {
            if !seen.get(to as usize) {
                seen.set(to as usize);
                to_visit.push(to);
            }
        }
    }
    let origin: Vec<Vertex> = seen.ones().map(|vertex| vertex as Vertex).collect();
    let mut number = vec![0; graph.vertex_count()];
    for (new, &old) in origin.iter().enumerate() {
        number[old as usize] = new as Vertex;
    }
    let mut rows = NewRows::with_room(origin.len(), edges);
    for &vertex in &origin {
        pace.steps(1 + graph.edge_range(vertex).len())?;
        for place in graph.edge_range(vertex) {
            rows.carry(number[graph.targets()[place] as usize], arena, place);
        }
        rows.end_row();
    }
    let names = names_of(&arena.names, &origin, &mut pace)?;
    let mut part = rows.finish_like(arena, &origin, names)?;
    let start = arena.start.filter(|&start| seen.get(start as usize));
    part.start = start.map(|start| number[start as usize]);
    Ok(Derived { arena: part, origin })
}

/// An error if the arena has no such vertex.
pub(super) fn check_vertex(arena: &Arena, vertex: Vertex) -> Result<(), GraphError> {
    let vertices = arena.graph.vertex_count() as u64;
    let vertex = u64::from(vertex);
    if vertex < vertices { Ok(()) } else { Err(GraphError::VertexOutOfRange { vertex, vertices }) }
}
