//! What can be said about a parity game before any algorithm runs: priorities that mean the same,
//! vertices without moves, and self-loops.

use retrograde_core::{Control, Player, Stopped, Vertex};

use super::field::{Field, Hold};
use super::game::{Game, player_of};
use crate::sort::sort_by_key;
use crate::stop::Stop;

/// Priorities with the same meaning and no gaps: neighbouring ones of the same parity become one,
/// and the smallest becomes 0 or 1.
///
/// # Complexity
/// O(V) time if no priority is much larger than V, O(V log V) otherwise.
pub(super) fn compress(priorities: &[u32], control: &Control<'_>) -> Result<Vec<u32>, Stopped> {
    const ABSENT: u32 = u32::MAX;
    let mut pace = control.pace();
    let largest = priorities.iter().copied().max().unwrap_or(0);
    let mut compressor = Compressor::default();
    let mut compressed = Vec::with_capacity(priorities.len());
    if largest as usize <= priorities.len() * 4 + 64 {
        let mut new = vec![ABSENT; largest as usize + 1];
        for &priority in priorities {
            pace.steps(1)?;
            new[priority as usize] = 0;
        }
        for (old, new) in (0..).zip(&mut new).filter(|(_, new)| **new != ABSENT) {
            *new = compressor.next(old);
        }
        for &priority in priorities {
            pace.steps(1)?;
            compressed.push(new[priority as usize]);
        }
        return Ok(compressed);
    }
    let mut old = priorities.to_vec();
    sort_by_key(&mut old, u64::from, |steps| pace.steps(steps))?;
    old.dedup();
    let new: Vec<u32> = old.iter().map(|&old| compressor.next(old)).collect();
    for &priority in priorities {
        pace.steps(4)?;
        // Every priority is in the sorted list; a place past its end would be the last one's.
        compressed.push(new[old.partition_point(|&other| other < priority)]);
    }
    Ok(compressed)
}

/// Gives new priorities to old ones in ascending order.
#[derive(Default)]
struct Compressor {
    last: Option<u32>,
}

impl Compressor {
    fn next(&mut self, old: u32) -> u32 {
        let new = self.last.map_or(old % 2, |last| last + u32::from(last % 2 != old % 2));
        self.last = Some(new);
        new
    }
}

/// Settles all that follows from vertices without moves, where the owner loses, and from
/// self-loops: the owner stays forever on one of good priority, and cannot help it where there is
/// nothing but one of bad priority. Afterwards every free vertex has a free successor.
///
/// # Complexity
/// O(V + E) time.
pub(super) fn settle_ends_and_loops(
    game: &Game<'_>,
    field: &mut Field,
    stop: &Stop<'_>,
) -> Option<()> {
    let mut ends: [Vec<Vertex>; 2] = [vec![], vec![]];
    for vertex in game.graph().vertices() {
        let row = game.graph().successors(vertex);
        if stop.spend(row.len() as u32 + 1) {
            return None;
        }
        let (owner, likes) = (game.owner(vertex), player_of(game.priority(vertex)));
        let winner = if row.is_empty() {
            owner.opponent()
        } else if row.contains(&vertex) && (owner == likes || row.iter().all(|&to| to == vertex)) {
            likes
        } else {
            continue;
        };
        ends[usize::from(winner.number())].push(vertex);
    }
    for player in [Player::Zero, Player::One] {
        let list = &mut ends[usize::from(player.number())];
        for &vertex in list.iter() {
            field.take(vertex, Hold::won(0, player));
            // Where the winner is the owner there is a self-loop: others have no move at all.
            if game.owner(vertex) == player {
                field.set_move(vertex, vertex);
            }
        }
        field.settle(game, player, list, stop)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame};

    use super::*;

    /// Only 0 can move, between two that turn round and round for whom their priority is good.
    #[test]
    fn loops_that_cannot_be_left_are_settled_for_whom_they_are_good() {
        let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 1), (2, 2), (2, 2)]).unwrap();
        let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(3));
        let game = Game::new(ParityGame::max(arena, vec![3, 1, 2]), &Control::ALONE).unwrap();
        let mut field = Field::new(3);
        settle_ends_and_loops(&game, &mut field, &Stop::new(&Control::ALONE)).unwrap();
        let solution = field.into_solution(&game);
        let (zero, one) = (Some(Player::Zero), Some(Player::One));
        assert!(solution.winners.iter().eq([zero, one, zero]));
    }

    #[test]
    fn compression_keeps_order_and_parity_and_leaves_no_gap() {
        let compress = |priorities: &[u32]| compress(priorities, &Control::ALONE).unwrap();
        assert_eq!(compress(&[]), []);
        assert_eq!(compress(&[7, 3, 4, 10, 8, 5]), [3, 1, 2, 4, 4, 3]);
        assert_eq!(compress(&[u32::MAX, 0, 4_000_000_000, 5]), [3, 0, 2, 1]);
        assert_eq!(compress(&[2, 6, 4]), [0, 0, 0]);
    }
}
