//! Which positions cannot be told apart by playing on from them.
//!
//! Two positions are *bisimilar* if they carry the same attributes and each move of either can be
//! answered by a move of the other, with the same attributes, to bisimilar positions again. A game
//! has the same result from both, so it can be solved on the classes instead of the vertices.
//!
//! [`coarsest`] finds the classes in two steps. `colours` hashes the neighbourhoods of all vertices
//! at once, for as long as that pays; it never separates bisimilar vertices, but may leave some
//! together that should be apart. `refine` starts from those classes and splits them until they are
//! exactly right, in O(E log V) whatever the graph. Vertices already alone in their class take no
//! part in the second step, and neither do their moves: of a random graph little is left for it.

mod blocks;
mod colours;
mod groups;
mod incoming;
mod labels;
mod refine;

use retrograde_core::{Arena, Control, Graph, Stopped};

use incoming::Incoming;
use labels::{EdgeLabels, Index};

/// Vertices sorted into classes.
///
/// ```
/// use retrograde_core::{Control, Graph};
/// use retrograde_solve::bisimulation;
/// // 0 → 1, 2 → 1 and 3 → 0.
/// let graph = Graph::from_edges(4, [(0, 1), (2, 1), (3, 0)])?;
/// let partition = bisimulation::of_graph(&graph, &Control::default())?;
/// assert_eq!(partition.class, [0, 1, 0, 2]);
/// assert_eq!(partition.count, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The class of each vertex. Classes are numbered in the order in which their first members
    /// come.
    pub class: Vec<u32>,
    /// How many classes there are.
    pub count: usize,
}

/// The coarsest bisimulation of an arena: as few classes as possible.
///
/// Two vertices are in one class exactly if they have the same verdict, owner, priority, target and
/// remarks (none at all being different from any), and for each move of either there is a move of the
/// other with the same weight and label, open to the same player, to a vertex of the same class. How many
/// moves do so makes no difference: a move open to both sides is as good as one for each. Names are
/// no attributes.
///
/// # Complexity
/// O(E log V) time; on graphs without much structure that is a few passes over the edges.
/// Beside the arena, at most `12 E + 64 V` bytes below 2³² edges; `8 E` more if edges have
/// attributes, and about 100 bytes for each combination of attributes that occurs. Where edges have
/// players, one open to both counts as two edges.
///
/// Source: R. Paige and R. Tarjan, *Three partition refinement algorithms* (1987), with labelled
/// edges in the manner of A. Valmari, *Bisimilarity minimization in O(m log n) time* (2009).
///
/// ```
/// use retrograde_core::{Arena, Control, Graph, Player};
/// use retrograde_solve::bisimulation;
/// // The positions of a cycle look the same until one of them belongs to somebody.
/// let mut arena = Arena::from(Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)])?);
/// assert_eq!(bisimulation::coarsest(&arena, &Control::default())?.count, 1);
/// arena.owners.set(1, Player::One);
/// assert_eq!(bisimulation::coarsest(&arena, &Control::default())?.count, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn coarsest(arena: &Arena, control: &Control<'_>) -> Result<Partition, Stopped> {
    control.check()?;
    let mut pace = control.pace();
    let classes = labels::vertex_classes(arena, &mut pace)?;
    let apart;
    let arena = match arena.players.is_empty() {
        true => arena,
        false => {
            apart = labels::sides_apart(arena, &mut pace)?;
            &apart
        }
    };
    if is_narrow(&arena.graph) {
        let labels = labels::edge_labels::<u32>(arena, &mut pace)?;
        partition(&arena.graph, classes, labels, control)
    } else {
        let labels = labels::edge_labels::<u64>(arena, &mut pace)?;
        partition(&arena.graph, classes, labels, control)
    }
}

/// The coarsest bisimulation of a bare graph, as [`coarsest`] finds it where nothing has
/// attributes: vertices differ only in the shapes of the plays that start from them.
///
/// ```
/// use retrograde_core::{Control, Graph};
/// use retrograde_solve::bisimulation;
/// // Two ways to the end are as good as one: 0 → 1 → 3, 0 → 2 → 3.
/// let graph = Graph::from_edges(4, [(0, 1), (0, 2), (1, 3), (2, 3)])?;
/// assert_eq!(bisimulation::of_graph(&graph, &Control::default())?.class, [0, 1, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn of_graph(graph: &Graph, control: &Control<'_>) -> Result<Partition, Stopped> {
    control.check()?;
    let classes = vec![0; graph.vertex_count()];
    if is_narrow(graph) {
        partition::<u32>(graph, classes, None, control)
    } else {
        partition::<u64>(graph, classes, None, control)
    }
}

/// Whether 32 bits can number all edges and leave a number over.
fn is_narrow(graph: &Graph) -> bool {
    graph.edge_count() < u32::MAX as usize
}

fn partition<I: Index>(
    graph: &Graph,
    classes: Vec<u32>,
    labels: Option<EdgeLabels<I>>,
    control: &Control<'_>,
) -> Result<Partition, Stopped> {
    let classes = colours::refine(graph, classes, labels.as_ref(), &mut control.pace())?;
    exact(graph, classes, labels, control)
}

/// The exact answer from classes that are nowhere too fine.
fn exact<I: Index>(
    graph: &Graph,
    classes: Vec<u32>,
    labels: Option<EdgeLabels<I>>,
    control: &Control<'_>,
) -> Result<Partition, Stopped> {
    let count = classes.iter().max().map_or(0, |&last| last as usize + 1);
    if count == classes.len() {
        return Ok(Partition { class: classes, count });
    }
    let incoming = Incoming::of_crowded(graph, labels, &classes, count, control)?;
    refine::refine(&incoming, classes, &mut control.pace())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Leaves everything to the splitting, with numbers of either width.
    fn check(graph: &Graph, classes: &[u32], labels: Option<&[u32]>) {
        let narrow = || labels.map(|of| EdgeLabels { of: of.to_vec(), count: 3 });
        let wide = || {
            let of = labels?.iter().map(|&label| u64::from(label)).collect();
            Some(EdgeLabels { of, count: 3 })
        };
        let alone = &Control::ALONE;
        let both = partition(graph, classes.to_vec(), narrow(), alone);
        assert_eq!(both, exact(graph, classes.to_vec(), narrow(), alone), "{graph:?}");
        assert_eq!(both, exact(graph, classes.to_vec(), wide(), alone), "{graph:?}");
        assert_eq!(both, partition(graph, classes.to_vec(), wide(), alone), "{graph:?}");
    }

    #[test]
    fn splitting_alone_gives_the_same_classes_on_all_small_graphs() {
        for bits in 0..1u32 << 16 {
            let edges = (0..16).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit / 4, bit % 4));
            let graph = Graph::from_edges(4, edges).unwrap();
            check(&graph, &[0; 4], None);
            if bits % 8 == 0 {
                check(&graph, &[0, 1, 0, 1], None);
            }
        }
    }

    #[test]
    fn splitting_alone_gives_the_same_classes_on_random_graphs() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % below
        };
        for size in 0..1000 {
            let (vertices, kinds) = (1 + size / 20, 1 + draw(3));
            let edges: Vec<_> = (0..draw(3 * vertices + 1))
                .map(|_| (draw(vertices) as u32, draw(vertices) as u32))
                .collect();
            let graph = Graph::from_edges(vertices as usize, edges).unwrap();
            let labels: Vec<u32> = graph.targets().iter().map(|_| draw(kinds) as u32).collect();
            check(&graph, &vec![0; vertices as usize], None);
            check(&graph, &vec![0; vertices as usize], Some(&labels));
        }
    }
}
