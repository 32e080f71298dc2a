//! The quotient by a bisimulation, and what a bisimulation is.

use retrograde_core::{Arena, Control, Side, Stopped, Vertex, Word};

use super::assemble::{NewRows, names_of};
use super::partition::Members;
use super::{ConstructError, Derived, Partition};

/// One vertex for each class of a bisimulation, with the moves that its members have in common.
///
/// Class number `c` becomes vertex `c`, with the name and the attributes of its first member. It
/// has a move for each class, weight and label that a move of its first member has, open to the same
/// sides, in the order of the first such moves. `origin` holds the first members; the other way round,
/// [`Partition::class`] says to which vertex of the quotient a vertex of the arena went.
///
/// The partition should be a bisimulation, see [`is_bisimulation`]: then every member of a class
/// could stand for it, and all have the values of their vertex in the quotient. Of any other
/// partition the result tells something about the first members only; this is not checked.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::{Partition, is_bisimulation, quotient};
/// // Two ways to the end that differ in nothing.
/// let arena = Arena::from(Graph::from_edges(4, [(0, 1), (0, 2), (1, 3), (2, 3)])?);
/// let partition = Partition { class: vec![0, 1, 1, 2], count: 3 };
/// let control = Control::default();
/// assert!(is_bisimulation(&arena, &partition, &control)?);
/// let small = quotient(&arena, &partition, &control)?;
/// assert_eq!(small.arena.graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
/// assert_eq!(small.origin, [0, 1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A partition of another number of vertices, or with classes out of range or empty; it was stopped.
///
/// # Complexity
/// O(V + E log D) time for at most D moves at a vertex, where only the moves of first members
/// count; 8 bytes a class beside the result.
///
/// Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), section 2.1, for the
/// quotient as the image of a bounded epimorphism.
pub fn quotient(
    arena: &Arena,
    partition: &Partition,
    control: &Control<'_>,
) -> Result<Derived, ConstructError> {
    control.check()?;
    let mut pace = control.pace();
    let graph = &arena.graph;
    let origin = partition.first_members(graph.vertex_count())?;
    let mut rows = NewRows::new(origin.len(), graph.edge_count() as u64);
    let mut moves = Vec::new();
    for &vertex in &origin {
        pace.steps(1 + 2 * graph.edge_range(vertex).len())?;
        distinct_moves(arena, partition, vertex, &mut moves);
        // A move open to both sides stands there once for each.
        moves.sort_unstable_by_key(|&(_, place)| place);
        moves.dedup_by_key(|&mut (_, place)| place);
        for &(Move { to, .. }, place) in &moves {
            rows.carry(to, arena, place);
        }
        rows.end_row();
    }
    let names = names_of(&arena.names, &origin, &mut pace)?;
    let mut smaller = rows.finish_like(arena, &origin, names)?;
    smaller.start = arena.start.map(|start| partition.class[start as usize]);
    Ok(Derived { arena: smaller, origin })
}

/// Whether vertices of the same class cannot be told apart: they have the same verdict, owner,
/// priority, target, colours and remarks, and to each move of one there is a move of the other into the same class
/// with the same weight and label and open to the same player. A vertex attribute or a weight that is not there
/// differs from one that is, whatever its value. How many such moves there are does not matter.
///
/// `false` as well for what is no partition of the arena's vertices.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::{Partition, is_bisimulation};
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// let control = Control::default();
/// assert!(is_bisimulation(&arena, &Partition { class: vec![0, 1], count: 2 }, &control)?);
/// assert!(!is_bisimulation(&arena, &Partition { class: vec![0, 0], count: 1 }, &control)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(V + E log D) time for at most D moves at a vertex; 24 bytes a vertex.
///
/// Source: D. Park, *Concurrency and automata on infinite sequences* (1981).
///
/// # Errors
/// It was stopped.
pub fn is_bisimulation(
    arena: &Arena,
    partition: &Partition,
    control: &Control<'_>,
) -> Result<bool, Stopped> {
    control.check()?;
    let mut pace = control.pace();
    let Ok(first_members) = partition.first_members(arena.graph.vertex_count()) else {
        return Ok(false);
    };
    let said = |vertex: Vertex| {
        let vertex = vertex as usize;
        let (verdict, owner) = (arena.verdicts.get(vertex), arena.owners.get(vertex));
        let (priority, target) = (arena.priorities.get(vertex), arena.targets.get(vertex));
        (verdict, owner, priority, target, arena.colors.get(vertex))
    };
    let members = Members::new(&partition.class, partition.count);
    let (mut expected, mut moves) = (Vec::new(), Vec::new());
    for (class, &first) in first_members.iter().enumerate() {
        distinct_moves(arena, partition, first, &mut expected);
        for &member in members.of(class) {
            pace.steps(1 + 2 * arena.graph.edge_range(member).len())?;
            distinct_moves(arena, partition, member, &mut moves);
            let same_moves = moves.iter().map(|(to, _)| to).eq(expected.iter().map(|(to, _)| to));
            let same_words = || {
                let words =
                    |vertex| arena.remarks.words_of(vertex).map(|(_, name, value)| (name, value));
                words(member).eq(words(first))
            };
            if !same_moves || said(member) != said(first) || !same_words() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// All that a bisimulation sees of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    to: u32,
    weight: Option<i64>,
    label: Option<Word>,
    side: Side,
}

/// Replaces `moves` by the different moves of `vertex`, sorted, each with its first place. A move
/// open to both sides is a move of each; without players, one side stands for both.
fn distinct_moves(
    arena: &Arena,
    partition: &Partition,
    vertex: Vertex,
    moves: &mut Vec<(Move, usize)>,
) {
    moves.clear();
    let sides = if arena.players.is_empty() { &Side::BOTH[..1] } else { &Side::BOTH };
    for place in arena.graph.edge_range(vertex) {
        let to = partition.class[arena.graph.targets()[place] as usize];
        let (weight, player) = (arena.weights.get(place), arena.players.get(place));
        let label = arena.labels.get(place);
        let open = sides.iter().filter(|&&side| player.is_none_or(|player| player == side));
        moves.extend(open.map(|&side| (Move { to, weight, label, side }, place)));
    }
    moves.sort_unstable();
    moves.dedup_by_key(|&mut (to, _)| to);
}
