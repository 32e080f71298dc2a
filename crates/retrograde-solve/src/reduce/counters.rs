//! Parity as safety: counters that must not overflow.

use std::fmt::Write as _;

use retrograde_core::{Arena, Column, Control, Extremum, GraphError, Vertex};

use super::levels::Levels;
use super::{Image, Players, ReduceError, Reduced, owned};
use crate::construct::Size;
use crate::construct::assemble::{NewRows, push_name, written};
use crate::emerson_lei::pairs::Pairs;

/// A parity game as a safety game with counters.
///
/// There is a counter for each odd priority, which counts the vertices of that priority that come up
/// and goes back to 0 as soon as a more important priority does. It must not pass the number of
/// vertices with that priority: if it does, one of them has come up twice with nothing more important
/// between. That never happens where player 0 wins the parity game and plays moves that win without
/// memory; and a play in which it never happens is not won by player 1. Odd priorities with no even
/// one between them share a counter.
///
/// A vertex of the new game is a vertex of the old one and what the counters show before it is
/// counted; only those are there that come up in plays that start with all counters at 0. It is
/// called `v@0.2` where the counters show 0 for the least important odd priority and 2 for the next,
/// and `v` if there are no odd priorities. Where a counter would pass its bound, the vertex is a
/// target and has a self-loop as its only move. Vertices without moves stay as they are, lost by their
/// owners. The image of `v` has all counters at 0, and the same player wins from there.
///
/// The number of copies is the product of all bounds plus one each, so this is for small games and
/// few odd priorities.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, Extremum, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::{Options, reachability::safety, reduce::parity_to_safety};
///
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// for (from, to) in [(a, a), (a, b), (b, a)] {
///     builder.edge(from, to)?;
/// }
/// for (vertex, priority) in [(a, 1), (b, 2)] {
///     builder.set_owner(vertex, Player::Zero)?;
///     builder.set_priority(vertex, priority)?;
/// }
/// let reduced = parity_to_safety(&builder.finish()?, Extremum::Max, 1000, &Control::default())?;
/// let arena = &reduced.arena;
/// let names: Vec<_> = arena.graph.vertices().map(|v| arena.names.get(v)).collect();
/// assert_eq!(names, ["a@0", "a@1", "b@0", "b@1"]);
/// assert_eq!(arena.targets.iter().collect::<Vec<_>>(), [(1, true)]);
///
/// let game = TargetGame::new(OwnedGraph::new(&arena.graph, &arena.owners)?, &arena.targets);
/// let winners = safety(&game, &Options::default())?.solution.winners;
/// assert_eq!(reduced.winners(&winners).count(Player::Zero), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner or a priority;
/// [`ReduceError::Counters`] if there could be more than `limit` vertices or edges, counting all
/// copies and not only those that come up; this is checked before anything is allocated for them;
/// [`ReduceError::Stopped`].
///
/// # Complexity
/// With L states of the counters, O(V log V + L·(V + E)) time. The result has at most L·V vertices and
/// L·E edges; on the way, a fifth of a byte for each of the L·V pairs and 4 bytes for each that waits
/// to be looked at.
///
/// Source: J. Bernet, D. Janin and I. Walukiewicz, *Permissive strategies: from parity games to safety
/// games* (2002).
pub fn parity_to_safety(
    arena: &Arena,
    deciding: Extremum,
    limit: u64,
    control: &Control<'_>,
) -> Result<Reduced, ReduceError> {
    owned(arena)?;
    let graph = &arena.graph;
    let levels = Levels::new(arena, deciding, control)?;
    let mut pace = control.pace();
    let counters = Counters::new(&levels);
    let states = check_size(arena, &counters, limit)?;
    let after = |vertex, state| {
        // After a target the play is decided; every vertex comes up with all counters at 0 anyway.
        counters.after(levels.of(vertex) as usize, state).unwrap_or(0)
    };
    let pairs = Pairs::reachable(graph, states, u64::MAX, control, after)?;
    let Ok(pairs) = pairs else { return Err(GraphError::TooManyVertices.into()) };
    let is_target = |vertex, state| {
        // Nothing is counted where the play ends.
        !graph.is_terminal(vertex) && counters.after(levels.of(vertex) as usize, state).is_none()
    };
    let degree = |(vertex, state)| match is_target(vertex, state) {
        true => 1,
        false => graph.out_degree(vertex) as usize,
    };
    let mut rows = NewRows::with_room(pairs.count(), pairs.iter().map(degree).sum());
    let (mut owners, mut targets) = (Column::default(), Column::default());
    for (number, (vertex, state)) in pairs.iter().enumerate() {
        pace.steps(1 + graph.successors(vertex).len())?;
        if is_target(vertex, state) {
            rows.bare(number as Vertex);
            targets.set(number, true);
        } else {
            let after = after(vertex, state);
            let successors = graph.successors(vertex).iter();
            successors.for_each(|&to| rows.bare(pairs.number(to, after)));
        }
        if let Some(owner) = arena.owners.get(vertex as usize) {
            owners.set(number, owner);
        }
        rows.end_row();
    }
    let image = graph.vertices().map(|vertex| pairs.number(vertex, 0)).collect();
    let mut copies = pairs.iter();
    let names = written(pairs.count(), &mut pace, |_, text| {
        if let Some((vertex, state)) = copies.next() {
            push_name(text, &arena.names, vertex);
            counters.push_shown(text, state);
        }
    })?;
    let arena = Arena { owners, targets, ..rows.finish(names)? };
    Ok(Reduced { arena, image: Image::At(image), players: Players::Kept })
}

/// How many states the counters have, if all copies are within the limit.
fn check_size(arena: &Arena, counters: &Counters, limit: u64) -> Result<usize, ReduceError> {
    let states = counters.units.last().copied().unwrap_or(1);
    let size = |count: usize| match states.checked_mul(count as u128) {
        Some(product) if states != u128::MAX => Size::Exactly(product),
        _ => Size::AtLeast(states),
    };
    let (vertices, edges) = (size(arena.graph.vertex_count()), size(arena.graph.edge_count()));
    let most = limit.min(u64::from(u32::MAX));
    if vertices.count() > u128::from(most) || edges.count() > u128::from(limit) {
        let states =
            if states == u128::MAX { Size::AtLeast(states) } else { Size::Exactly(states) };
        let limit = if vertices.count() > u128::from(most) { most } else { limit };
        return Err(ReduceError::Counters { states, vertices, edges, limit });
    }
    // There is one state if there is no vertex, and otherwise there are no more than the limit.
    Ok(states as usize)
}

/// The counters of all odd levels, together one number of mixed radix in which more important
/// levels stand to the left. To set those of all lower levels to 0 is to round it down.
struct Counters {
    /// What one step of each counter is worth, in ascending order; then the number of all states,
    /// `u128::MAX` if that is more.
    units: Vec<u128>,
    /// How many counters are below each level.
    below: Vec<u32>,
    /// Whether each level has a counter of its own.
    has_counter: Vec<bool>,
}

impl Counters {
    fn new(levels: &Levels) -> Self {
        let mut counters = Counters { units: vec![1], below: Vec::new(), has_counter: Vec::new() };
        let mut unit = 1_u128;
        for (level, &count) in levels.counts().iter().enumerate() {
            counters.below.push(counters.units.len() as u32 - 1);
            counters.has_counter.push(levels.is_odd(level));
            if levels.is_odd(level) {
                unit = unit.saturating_mul(u128::from(count) + 1);
                counters.units.push(unit);
            }
        }
        counters
    }

    /// What the counters show after a vertex of `level`; `None` if one has passed its bound. There
    /// must be less than 2³² states.
    #[inline]
    fn after(&self, level: usize, state: u32) -> Option<u32> {
        let place = self.below.get(level).map_or(0, |&place| place as usize);
        let unit = self.units[place] as u32;
        let rounded = state - state % unit;
        if !self.has_counter.get(level).is_some_and(|&counts| counts) {
            return Some(rounded);
        }
        let next = self.units[place + 1] as u64;
        let raised = u64::from(rounded) + u64::from(unit);
        // The counter was full if the step carries over into the next one.
        (!raised.is_multiple_of(next)).then_some(raised as u32)
    }

    /// Appends what each counter shows.
    fn push_shown(&self, text: &mut String, state: u32) {
        for (place, pair) in self.units.windows(2).enumerate() {
            let shown = u128::from(state) % pair[1] / pair[0];
            let before = if place == 0 { '@' } else { '.' };
            write!(text, "{before}{shown}").expect("a string takes all text");
        }
    }
}
