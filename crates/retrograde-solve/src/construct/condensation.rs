//! The condensation: strongly connected components and the ways between them.

use std::fmt::Write as _;

use retrograde_core::{Arena, Control, Vertex};

use super::ConstructError;
use super::assemble::{NewRows, push_name, written};
use super::partition::Members;
use crate::scc;

/// A graph of strongly connected components.
#[derive(Clone, Debug, PartialEq)]
pub struct Condensation {
    /// One vertex for each component, without attributes.
    pub arena: Arena,
    /// The first member of each component.
    pub origin: Vec<Vertex>,
    /// How many members each component has.
    pub sizes: Vec<u32>,
    /// For each vertex of the original arena, the vertex its component became.
    pub component: Vec<Vertex>,
}

/// One vertex for each strongly connected component, and an edge between two different ones
/// wherever some member of the first has a move to some member of the second, once.
///
/// The result has no cycle, and every edge leads from a lower number to a higher one. A component
/// of one vertex is called like that vertex, `v`; one of more is called after its first member and
/// the number of the others, `v+3`. A lone vertex that has a `+` in its name is called `v+0`, so
/// that no two components share a name.
///
/// Moves within a component are dropped: a lone vertex that can move to itself looks like one that
/// cannot. So are all attributes, as the members need not agree about them, and with them every
/// statement about who wins. What remains is which positions can be reached from which.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::condensation;
/// let arena = Arena::from(Graph::from_edges(3, [(2, 1), (1, 2), (1, 0), (2, 0), (0, 0)])?);
/// let condensed = condensation(&arena, &Control::default())?;
/// assert_eq!(condensed.arena.graph.edges().collect::<Vec<_>>(), [(0, 1)]);
/// assert_eq!((condensed.arena.names.get(0), condensed.sizes[0]), ("1+1".into(), 2));
/// assert_eq!(condensed.component, [1, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ConstructError::Graph`] if a component has more neighbours than a `u32` can count;
/// [`ConstructError::Stopped`].
///
/// # Complexity
/// O(V + E) time; up to 40 bytes a vertex beside the result.
///
/// Source: see [`scc::components`].
pub fn condensation(arena: &Arena, control: &Control<'_>) -> Result<Condensation, ConstructError> {
    control.check()?;
    let mut pace = control.pace();
    let graph = &arena.graph;
    let components = scc::components(graph, control)?;
    let count = components.count();
    // Tarjan numbers the ends of play first; readers expect the beginning first.
    let last = (count as u32).saturating_sub(1);
    let component: Vec<u32> = graph.vertices().map(|vertex| last - components.of(vertex)).collect();
    let members = Members::new(&component, count);
    let mut rows = NewRows::new(count, graph.edge_count() as u64);
    // The last component that got an edge into each. No component has the number `u32::MAX`.
    let mut entered_from = vec![u32::MAX; count];
    for from in 0..count as u32 {
        entered_from[from as usize] = from;
        for &member in members.of(from as usize) {
            pace.steps(1 + graph.successors(member).len())?;
            for &target in graph.successors(member) {
                let to = component[target as usize];
                if entered_from[to as usize] != from {
                    entered_from[to as usize] = from;
                    rows.bare(to);
                }
            }
        }
        rows.end_row();
    }
    let origin: Vec<Vertex> = (0..count).map(|component| members.of(component)[0]).collect();
    let sizes: Vec<u32> = (0..count).map(|component| members.of(component).len() as u32).collect();
    let names = written(count, &mut pace, |component, text| {
        let (before, others) = (text.len(), sizes[component as usize] - 1);
        push_name(text, &arena.names, origin[component as usize]);
        if others > 0 || text[before..].contains('+') {
            write!(text, "+{others}").expect("a string takes all text");
        }
    })?;
    Ok(Condensation { arena: rows.finish(names)?, origin, sizes, component })
}
