//! How many vertices of a level a play can meet before anything larger, each of them once.

use retrograde_core::Vertex;

use super::game::Game;
use super::levels::Levels;
use super::part::{Cutter, Part};
use crate::scc;
use crate::sort::sort_by_key;
use crate::stop::Stop;

/// For each level an upper bound on the number of its vertices on a path through vertices of no
/// larger level that meets none of them twice; `None` if stopped.
///
/// A player who wins from a vertex meets no vertex of a bad level twice before something larger, so
/// that this bounds what progress measures have to count. Among few vertices most moves lead to
/// larger ones, and what is left falls into many small components: a path goes through them in one
/// order. From the first level on for which that saves less than half, it is the number of vertices.
///
/// # Complexity
/// O(V + E) time for each level for which it saves half, at most [`MOST_LEVELS`] of them.
pub(super) fn most_in_a_row(game: &Game<'_>, levels: &Levels, stop: &Stop<'_>) -> Option<Vec<u32>> {
    let mut most = vec![0u32; levels.count()];
    for level in levels.iter() {
        most[level as usize] += 1;
    }
    let mut cutter = Cutter::new(game.graph().vertex_count());
    for level in 0..(levels.count() as u32).min(MOST_LEVELS) {
        let low = |&vertex: &Vertex| levels.of(vertex) <= level;
        let vertices: Vec<Vertex> = game.graph().vertices().filter(low).collect();
        let part = cutter.cut(game, vertices, stop)?;
        let steps = part.graph.vertex_count() + part.graph.edge_count();
        if stop.spend(u32::try_from(steps).unwrap_or(u32::MAX)) {
            return None;
        }
        let longest = longest_path(&part, |vertex| levels.of(vertex) == level, stop)?;
        let count = &mut most[level as usize];
        let saves = longest <= *count / 2;
        *count = longest.min(*count);
        if !saves && *count > 1 {
            break;
        }
    }
    Some(most)
}

/// Levels that are looked at; the others count their vertices.
const MOST_LEVELS: u32 = 32;

/// The largest number of vertices that `counts` accepts on a path that enters each component once
/// and then meets all of it.
fn longest_path(part: &Part, counts: impl Fn(Vertex) -> bool, stop: &Stop<'_>) -> Option<u32> {
    let components = stop.ok(scc::components(&part.graph, stop.control()))?;
    // Moves lead to components of lower numbers: those come first.
    let mut order: Vec<Vertex> = part.graph.vertices().collect();
    let check = |steps: usize| if stop.spend_many(steps as u64) { Err(()) } else { Ok(()) };
    sort_by_key(&mut order, |number| components.of(number).into(), check).ok()?;
    let mut longest = vec![0u32; components.count()];
    for members in order.chunk_by(|&a, &b| components.of(a) == components.of(b)) {
        let (mut own, mut below) = (0, 0);
        for &number in members {
            own += u32::from(counts(part.vertices[number as usize]));
            for &to in part.graph.successors(number) {
                below = below.max(longest[components.of(to) as usize]);
            }
        }
        if let Some(&number) = members.first() {
            longest[components.of(number) as usize] = below + own;
        }
    }
    Some(longest.into_iter().max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Bitmap, Control, Graph, OwnedGraph, ParityGame};

    use super::*;

    #[test]
    fn paths_are_counted_within_and_across_components() {
        // 0 ⇄ 1 → 2 → 3 ⇄ 4, 5 alone, and 6 of a larger priority on the way back.
        let edges = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 3), (4, 6), (6, 0), (5, 6)];
        let graph = Graph::from_edges(7, edges).unwrap();
        let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(7));
        let most = |priorities: [u32; 7]| {
            let game = ParityGame::max(arena.clone(), priorities.to_vec());
            let game = Game::new(game, &Control::ALONE).unwrap();
            let stop = Stop::new(&Control::ALONE);
            most_in_a_row(&game, &Levels::new(&game, &stop).unwrap(), &stop).unwrap()
        };
        assert_eq!(most([0, 0, 0, 0, 0, 0, 1]), [5, 1]);
        // Level 0 saves half: a path meets 0 or 2 or 4, of 0, 2, 4 and 5.
        assert_eq!(most([0, 1, 0, 1, 0, 0, 2]), [1, 2, 1]);
    }
}
