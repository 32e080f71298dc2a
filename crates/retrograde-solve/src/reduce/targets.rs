//! Reachability, safety, Büchi and co-Büchi as parity: two priorities are enough.

use retrograde_core::{Arena, Column, Control, Stopped};

use super::{ReduceError, Reduced, owned, stripped};
use crate::construct::assemble::NewRows;

/// The priorities that stand for a condition on targets.
#[derive(Clone, Copy)]
struct Priorities {
    target: u32,
    other: u32,
}

/// A reachability game as a parity game on the same vertices.
///
/// A target keeps its owner and has a self-loop as its only move, with priority 0: whoever is there
/// stays there, and player 0 wins. All other vertices have their moves and priority 1, so that a play
/// that never reaches a target is won by player 1. A vertex without moves that is no target is lost
/// by its owner in both games. The same player wins from every vertex.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, Player};
/// use retrograde_solve::reduce::reachability_to_parity;
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// builder.edge(a, b)?;
/// builder.edge(b, a)?;
/// builder.set_owner(a, Player::Zero)?;
/// builder.set_owner(b, Player::One)?;
/// builder.set_target(b, true)?;
/// let arena = reachability_to_parity(builder.finish()?, &Control::default())?.arena;
/// assert_eq!((arena.graph.successors(a), arena.graph.successors(b)), (&[b][..], &[b][..]));
/// assert_eq!((arena.priorities.get(0), arena.priorities.get(1)), (Some(1), Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner; [`ReduceError::Stopped`].
///
/// # Complexity
/// O(V + E) time; a new graph and a bit more than 4 bytes a vertex for the priorities.
///
/// Source: R. Mazala, *Infinite games* (2002), for conditions as special cases of others.
pub fn reachability_to_parity(arena: Arena, control: &Control<'_>) -> Result<Reduced, ReduceError> {
    decided_at_targets(arena, control, Priorities { target: 0, other: 1 })
}

/// A safety game as a parity game on the same vertices.
///
/// A target keeps its owner and has a self-loop as its only move, with priority 1: whoever is there
/// stays there, and player 1 wins. All other vertices have their moves and priority 0, so that a play
/// that never reaches a target is won by player 0. A vertex without moves that is no target is lost
/// by its owner in both games. The same player wins from every vertex.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, Player};
/// use retrograde_solve::reduce::safety_to_parity;
/// let mut builder = ArenaBuilder::new();
/// let a = builder.vertex("a")?;
/// builder.set_owner(a, Player::One)?;
/// builder.set_target(a, true)?;
/// let arena = safety_to_parity(builder.finish()?, &Control::default())?.arena;
/// assert_eq!((arena.graph.successors(a), arena.priorities.get(0)), (&[a][..], Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner; [`ReduceError::Stopped`].
///
/// # Complexity
/// As [`reachability_to_parity`].
pub fn safety_to_parity(arena: Arena, control: &Control<'_>) -> Result<Reduced, ReduceError> {
    decided_at_targets(arena, control, Priorities { target: 1, other: 0 })
}

/// A Büchi game as a parity game on the same graph: targets have priority 2, all other vertices 1.
///
/// The largest priority of an endless play is even exactly if targets come up infinitely often; a
/// vertex without moves is lost by its owner in both games. The same player wins from every vertex,
/// with the same moves.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, Player};
/// use retrograde_solve::reduce::buchi_to_parity;
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// builder.edge(a, b)?;
/// builder.set_owner(a, Player::Zero)?;
/// builder.set_owner(b, Player::Zero)?;
/// builder.set_target(b, true)?;
/// let arena = buchi_to_parity(builder.finish()?, &Control::default())?.arena;
/// assert_eq!(arena.priorities.iter().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner; [`ReduceError::Stopped`].
///
/// # Complexity
/// O(V) time and a bit more than 4 bytes a vertex; the graph, names and owners are those of the old
/// arena.
///
/// Source: E. A. Emerson and C. S. Jutla, *Tree automata, mu-calculus and determinacy* (1991), for
/// parity conditions, of which these are the simplest.
pub fn buchi_to_parity(arena: Arena, control: &Control<'_>) -> Result<Reduced, ReduceError> {
    recurring_targets(arena, control, Priorities { target: 2, other: 1 })
}

/// A co-Büchi game as a parity game on the same graph: targets have priority 1, all other vertices 0.
///
/// The largest priority of an endless play is odd exactly if targets come up infinitely often; a
/// vertex without moves is lost by its owner in both games. The same player wins from every vertex,
/// with the same moves.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, Player};
/// use retrograde_solve::reduce::cobuchi_to_parity;
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// builder.edge(a, b)?;
/// builder.set_owner(a, Player::Zero)?;
/// builder.set_owner(b, Player::Zero)?;
/// builder.set_target(b, true)?;
/// let arena = cobuchi_to_parity(builder.finish()?, &Control::default())?.arena;
/// assert_eq!(arena.priorities.iter().collect::<Vec<_>>(), [(0, 0), (1, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner; [`ReduceError::Stopped`].
///
/// # Complexity
/// As [`buchi_to_parity`].
pub fn cobuchi_to_parity(arena: Arena, control: &Control<'_>) -> Result<Reduced, ReduceError> {
    recurring_targets(arena, control, Priorities { target: 1, other: 0 })
}

fn is_target(arena: &Arena, vertex: u32) -> bool {
    arena.targets.get(vertex as usize) == Some(true)
}

fn priorities(
    arena: &Arena,
    control: &Control<'_>,
    of: Priorities,
) -> Result<Column<u32>, Stopped> {
    control.check()?;
    let mut pace = control.pace();
    let mut priorities = Column::default();
    for vertex in arena.graph.vertices() {
        pace.steps(1)?;
        let priority = if is_target(arena, vertex) { of.target } else { of.other };
        priorities.set(vertex as usize, priority);
    }
    Ok(priorities)
}

/// The parity game where a play goes on as before at targets.
fn recurring_targets(
    arena: Arena,
    control: &Control<'_>,
    of: Priorities,
) -> Result<Reduced, ReduceError> {
    owned(&arena)?;
    let priorities = priorities(&arena, control, of)?;
    Ok(Reduced::same(Arena { priorities, ..stripped(arena) }))
}

/// The parity game where a play stays at the first target that it reaches.
fn decided_at_targets(
    arena: Arena,
    control: &Control<'_>,
    of: Priorities,
) -> Result<Reduced, ReduceError> {
    let mut pace = control.pace();
    owned(&arena)?;
    let priorities = priorities(&arena, control, of)?;
    let graph = &arena.graph;
    let degree = |vertex| if is_target(&arena, vertex) { 1 } else { graph.out_degree(vertex) };
    let edges = graph.vertices().map(|vertex| degree(vertex) as usize).sum();
    let mut rows = NewRows::with_room(graph.vertex_count(), edges);
    for vertex in graph.vertices() {
        pace.steps(1 + graph.successors(vertex).len())?;
        if is_target(&arena, vertex) {
            rows.bare(vertex);
        } else {
            graph.successors(vertex).iter().for_each(|&to| rows.bare(to));
        }
        rows.end_row();
    }
    let Arena { names, owners, .. } = arena;
    Ok(Reduced::same(Arena { owners, priorities, ..rows.finish(names)? }))
}
