//! The Büchi arena on which an attractor after another is computed almost in vain.

use retrograde_core::{Arena, Player, Vertex};

use super::draft::Plan;
use super::error::GenerateError;
use super::recipe::arena;

/// A chain of `links` links, three vertices and five edges each, that falls apart from its end, one
/// link at a time.
///
/// Link i has x = 3i and y = 3i + 1 of player 0, and b = 3i + 2 of player 1. From x one may walk on
/// to b or rest at y, which leads back to x; from b player 1 goes to the x of the next link or of
/// the one before (of its own link at the end, and to y at the beginning). All b but the last are
/// targets, so player 0 has to go through them again and again, and each costs a link: player 1
/// wins everywhere, by always going on.
///
/// The classical algorithm takes away, in each round, what player 0 cannot bring to a target, and
/// what player 1 can bring there. Here that is the last link, then the one before, and so on:
/// `links` rounds, which take quadratic time if each looks at the whole arena. The arena is strongly
/// connected, so that looking at components does not help. It also has priorities, 2 at the targets
/// and 1 elsewhere, with which the parity condition is the same.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::buchi_chain(3)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (9, 15));
/// assert_eq!(arena.graph.successors(5), [6, 0]);
/// assert_eq!(arena.targets.get(5), Some(true));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: the repeated attractors are those of Zielonka (1998), *Infinite games on finitely
/// coloured graphs with applications to automata on infinite trees*; the arena is ours.
///
/// # Errors
/// No links, more than a `u32` can number, more than fit into memory.
pub fn buchi_chain(links: u64) -> Result<Arena, GenerateError> {
    arena(&format!("buchi-chain {links}"))
}

pub(super) fn build_buchi_chain(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let links = plan.size.vertices / 3;
    let mut draft = plan.draft()?;
    for link in 0..links {
        let last = link + 1 == links;
        let [x, y, b] = [0, 1, 2].map(|place| (3 * link + place) as Vertex);
        draft.vertex(Player::Zero, 1, [b, y])?;
        draft.vertex(Player::Zero, 1, [x])?;
        let onward = if last { x } else { x + 3 };
        let back = if link == 0 { y } else { x - 3 };
        draft.vertex(Player::One, if last { 1 } else { 2 }, [onward, back])?;
        [false, false, !last].into_iter().for_each(|target| draft.targets.push(target));
    }
    draft.finish()
}
