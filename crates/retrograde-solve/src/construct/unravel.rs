//! The unravelled tree: a vertex for every way to play.

use std::fmt::Write as _;

use retrograde_core::{Arena, Control, Graph, Pace, Stopped, Vertex};

use super::assemble::{NewRows, push_name, written};
use super::reachable::check_vertex;
use super::{ConstructError, Construction, Size};

/// How many moves are looked at, once the limit is passed, in order to say the exact size.
const STEPS_BEYOND_LIMIT: u64 = 1 << 22;

/// A tree of walks.
#[derive(Clone, Debug, PartialEq)]
pub struct Unravelling {
    /// The tree, breadth first: the root is vertex 0, and a walk comes before a longer one.
    pub arena: Arena,
    /// For each vertex of the tree, the vertex where its walk ends.
    pub origin: Vec<Vertex>,
    /// How many of the longest walks could go on: they have no moves in the tree, although their
    /// ends have moves in the arena. If it is 0, the tree is the whole unravelling.
    pub cut: usize,
}

/// The tree of walks of at most `depth` moves from the vertex `from`.
///
/// A walk becomes a vertex with one move for each move of the vertex where it ends, in the same
/// order and with the same attributes; parallel moves give different walks. It has the attributes
/// of its end and is called `v~k`, for the name `v` of its end and its own number `k` in the tree:
/// the root is called `v~0`.
///
/// Where walks are cut, moves are missing: a cut vertex is one where no move is left, and a solver
/// takes it for lost, or won in misère play. Values in a tree with [`cut`](Unravelling::cut)
/// vertices are those of the game that ends after `depth` moves at the latest. Without cut
/// vertices, each vertex of the tree has the value of its origin.
///
/// The size of the tree is known before anything is allocated for it; no more than `limit`
/// vertices are made.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::unravel;
/// let arena = Arena::from(Graph::from_edges(3, [(0, 1), (1, 0), (1, 2)])?);
/// let tree = unravel(&arena, 0, 2, 1000, &Control::default())?;
/// assert_eq!(tree.arena.graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2), (1, 3)]);
/// assert_eq!(tree.origin, [0, 1, 0, 2]);
/// assert_eq!(tree.arena.names.get(2), "0~2");
/// assert_eq!(tree.cut, 1);
///
/// let error = unravel(&arena, 0, 100, 100, &Control::default()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the unravelled tree would have 151 vertices and 150 edges: \
///      at most 100 of either are allowed; unravel to a smaller depth"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ConstructError::TooLarge`], with the exact size unless that takes long to count;
/// [`ConstructError::Graph`] if `from` does not exist; [`ConstructError::Stopped`].
///
/// # Complexity
/// O(V + T) time for a tree of T vertices, O(V + E + `limit`) to refuse one; 16 bytes a
/// vertex of the arena for counting, then 12 bytes a vertex of the tree and the names.
///
/// Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), section 2.2.
pub fn unravel(
    arena: &Arena,
    from: Vertex,
    depth: u32,
    limit: u64,
    control: &Control<'_>,
) -> Result<Unravelling, ConstructError> {
    control.check()?;
    let pace = &mut control.pace();
    check_vertex(arena, from)?;
    let vertices = tree_size(&arena.graph, from, depth, limit.min(u64::from(u32::MAX)), pace)?;
    let edges = match vertices {
        Size::Exactly(count) => Size::Exactly(count - 1),
        Size::AtLeast(count) => Size::AtLeast(count - 1),
    };
    ConstructError::check_size(Construction::Unravel, vertices, edges, limit)?;
    grow(arena, from, depth, vertices.count() as usize, pace)
}

/// How many walks there are, counted level by level: exactly, if that is at most `limit`.
fn tree_size(
    graph: &Graph,
    from: Vertex,
    depth: u32,
    limit: u64,
    pace: &mut Pace<'_>,
) -> Result<Size, Stopped> {
    // How many walks of the current length end at each vertex, and where any do. Below the limit
    // there are at least as many walks as moves looked at, so the limit bounds the time as well.
    let mut walks = vec![0u64; graph.vertex_count()];
    let mut longer = walks.clone();
    let (mut ends, mut longer_ends) = (vec![from], Vec::new());
    walks[from as usize] = 1;
    let (mut total, mut steps) = (1u64, 0);
    for _ in 0..depth {
        if total > limit && (steps > STEPS_BEYOND_LIMIT || total == u64::MAX) {
            return Ok(Size::AtLeast(total.into()));
        }
        for vertex in ends.drain(..) {
            let here = std::mem::take(&mut walks[vertex as usize]);
            pace.steps(1 + graph.successors(vertex).len())?;
            for &to in graph.successors(vertex) {
                if longer[to as usize] == 0 {
                    longer_ends.push(to);
                }
                longer[to as usize] = longer[to as usize].saturating_add(here);
                total = total.saturating_add(here);
            }
            if total > limit {
                steps += u64::from(graph.out_degree(vertex));
            }
        }
        if longer_ends.is_empty() {
            break;
        }
        std::mem::swap(&mut walks, &mut longer);
        std::mem::swap(&mut ends, &mut longer_ends);
    }
    let total = u128::from(total);
    Ok(if total == u128::from(u64::MAX) { Size::AtLeast(total) } else { Size::Exactly(total) })
}

/// Makes the tree, which has so many vertices.
fn grow(
    arena: &Arena,
    from: Vertex,
    depth: u32,
    vertices: usize,
    pace: &mut Pace<'_>,
) -> Result<Unravelling, ConstructError> {
    let graph = &arena.graph;
    let mut rows = NewRows::with_room(vertices, vertices - 1);
    let mut origin = Vec::with_capacity(vertices);
    origin.push(from);
    let (mut length, mut level_end, mut cut) = (0, 1, 0);
    for walk in 0..vertices {
        if walk == level_end {
            length += 1;
            level_end = origin.len();
        }
        let places = graph.edge_range(origin[walk]);
        pace.steps(1 + places.len())?;
        if length < depth {
            for place in places {
                rows.carry(origin.len() as Vertex, arena, place);
                origin.push(graph.targets()[place]);
            }
        } else {
            cut += usize::from(!places.is_empty());
        }
        rows.end_row();
    }
    let names = written(vertices, pace, |walk, text| {
        push_name(text, &arena.names, origin[walk as usize]);
        write!(text, "~{walk}").expect("a string takes all text");
    })?;
    Ok(Unravelling { arena: rows.finish_like(arena, &origin, names)?, origin, cut })
}
