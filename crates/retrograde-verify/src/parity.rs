//! Parity games: the largest priority on every cycle is the winner's.

use retrograde_core::{
    Bitmap, Control, Pace, ParityGame, Player, RegionSolution, Stopped, Vertex, sys,
};

use crate::checked::Checked;
use crate::cycles::Condition;
use crate::distinct::distinct;
use crate::error::{VerifyError, unstopped};
use crate::fault::Fault;
use crate::region_rule::Round;
use crate::regions::{self, Explained, Partial};

/// Proves that `solution` holds for the parity game, or says where it does not.
///
/// # The rules
/// - A player who must move and cannot does not win there.
/// - Where the owner wins, the strategy has a move, along an edge and to a vertex that the same
///   player wins. Where the owner loses it has none.
/// - Where the owner loses, every move leads to a vertex that the owner loses.
/// - In the region of each player, with that player's moves those of the strategy and the
///   opponent's all that there are, the largest priority on every cycle is of the player's parity.
///
/// # Why these are enough
/// *Who keeps the rules wins.* From a vertex of a player's region, a play in which the player keeps
/// to the strategy never leaves the region. If it ends, it ends where the opponent cannot move. If
/// it does not, the vertices that come up infinitely often, with the moves made infinitely often,
/// are strongly connected: a closed walk goes through all of them. It passes a vertex of the largest
/// priority among them, and the part of it from there back to there contains a cycle through that
/// vertex, whose largest priority is the player's. So both players win their regions, and no vertex
/// can be won by both.
///
/// *Who wins keeps the rules.* Let the regions be the true ones and the strategy win from all of
/// them. It never leads out of a region, for the opponent wins everywhere else; nor does a move of
/// the opponent, for the strategy wins from there too. And if there were a cycle that is the
/// opponent's, the opponent could go round it for ever.
///
/// So exactly the true regions with a strategy that wins from everywhere are accepted. A partial
/// solution is accepted if each player wins what it says without leaving it.
///
/// # Complexity
/// O((V + E) log d) time for d priorities, where priorities count as one if there is none of the
/// other parity between them; on several threads both players' regions are looked at at once. At most
/// `40 V` bytes if no player has more than one that counts, and up to `28 E + 70 V` bytes otherwise;
/// where there is a lost cycle, `12 V` bytes more.
///
/// # Errors
/// The [`Fault`] of the lowest vertex where a rule about its own moves is broken; after that of a
/// vertex on a lost cycle, first in player 0's region and then in player 1's. Lengths that do not
/// match and a missing strategy come before everything.
///
/// # Panics
/// If the game has not one priority a vertex.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame, Player, RegionSolution};
/// use retrograde_verify::{Partial, verify_parity};
///
/// // All is player 0's: stay at 0, of priority 1, or move between 0 and 1, of priority 2.
/// let graph = Graph::from_edges(2, [(0, 0), (0, 1), (1, 0)])?;
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(2));
/// let game = ParityGame::max(arena, vec![1, 2]);
/// let moving = |to| RegionSolution {
///     winners: [Some(Player::Zero); 2].into_iter().collect(),
///     strategy: Some([Some(to), Some(0)].into_iter().collect()),
/// };
/// assert_eq!(
///     verify_parity(&game, &moving(1), Partial::Refused).unwrap().to_string(),
///     "2 vertices (2 won by player 0, 0 by player 1), 3 edges and 2 winning moves"
/// );
/// assert_eq!(
///     verify_parity(&game, &moving(0), Partial::Refused).unwrap_err().to_string(),
///     "vertex 0 is given as won by player 0, but with player 0's moves a play can come back to it \
///      in 1 move, again and again, and the largest priority on the way is 1"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_parity(
    game: &ParityGame<'_>,
    solution: &RegionSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    unstopped(check(game, solution, partial, &Control::ALONE))
}

/// As [`verify_parity`], for work that may be stopped.
pub(crate) fn check(
    game: &ParityGame<'_>,
    solution: &RegionSolution,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let mut pace = control.pace();
    assert_eq!(
        game.priorities.len(),
        game.arena.graph().vertex_count(),
        "the game has one priority a vertex"
    );
    let classes = classes(&game.priorities, &mut pace)?;
    let condition = Priorities { given: &game.priorities, classes };
    regions::check(&game.arena, &condition, solution, partial, control)
}

struct Priorities<'a> {
    given: &'a [u32],
    classes: Vec<u32>,
}

impl Condition for Priorities<'_> {
    fn class(&self, vertex: Vertex) -> u32 {
        self.classes[vertex as usize]
    }

    fn decided(&self, _vertex: Vertex) -> Option<Player> {
        None
    }
}

impl Explained for Priorities<'_> {
    fn round(&self, cycle: &[Vertex]) -> Round {
        let priorities = cycle.iter().map(|&vertex| self.given[vertex as usize]);
        Round::LargestPriority(priorities.max().unwrap_or(0))
    }
}

/// Small numbers of the same parity and in the same order. Priorities that have none of the other
/// parity between them need not be told apart.
fn classes(priorities: &[u32], pace: &mut Pace<'_>) -> Result<Vec<u32>, Stopped> {
    let largest = priorities.iter().copied().max().unwrap_or(0) as usize;
    let mut classes = Vec::with_capacity(priorities.len());
    let mut class = 0;
    let mut next = |priority: u32| {
        class += (class ^ priority) & 1;
        class
    };
    // Where priorities are not much larger than they are many, a table needs no search.
    if largest <= priorities.len() {
        let mut seen = Bitmap::new(largest + 1);
        for &priority in priorities {
            pace.steps(1)?;
            seen.set(priority as usize);
        }
        let mut class_of: Vec<u32> = sys::zeroed(largest + 1);
        seen.ones().for_each(|priority| class_of[priority] = next(priority as u32));
        for &priority in priorities {
            pace.steps(1)?;
            classes.push(class_of[priority as usize]);
        }
        return Ok(classes);
    }
    let distinct = distinct(priorities.iter().copied(), u32::cmp, pace)?;
    let class_of: Vec<u32> = distinct.iter().map(|&priority| next(priority)).collect();
    for priority in priorities {
        pace.steps(1)?;
        classes.push(distinct.binary_search(priority).map_or(0, |place| class_of[place]));
    }
    Ok(classes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_keep_parity_and_order() {
        let classes = |priorities: &[u32]| classes(priorities, &mut Control::ALONE.pace()).unwrap();
        assert_eq!(classes(&[7, 1, 3, 8, 1, u32::MAX, 20]), [1, 1, 1, 2, 1, 3, 2]);
        assert_eq!(classes(&[4, 2, 5]), [0, 0, 1]);
        assert_eq!(classes(&[4, 2, 5, 2, 1]), [2, 2, 3, 2, 1]);
        assert!(classes(&[]).is_empty());
    }
}
