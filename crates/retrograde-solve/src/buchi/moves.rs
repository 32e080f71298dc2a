//! Winning moves read off the classical rounds, where somebody else has gone through them.

use retrograde_core::{Bitmap, Control, Distances, Player, Stopped, Strategy, TargetGame, Vertex};

/// What the classical rounds leave behind.
#[derive(Clone, Copy, Debug)]
pub struct Rounds<'a> {
    /// Where the player who wants to see few targets, the spoiler, wins.
    pub spoiled: &'a Bitmap,
    /// When a vertex was taken out for the spoiler: levels rise from round to round and within rounds.
    pub levels: &'a Distances,
    /// The levels, rising, of what could not be forced to a goal in the round at hand. What has another
    /// level was attracted by the spoiler to the level before.
    pub begins: &'a [u32],
    /// In how many moves the visitor forces the next goal in the end, where nothing was taken out.
    pub ranks: &'a Distances,
}

/// The winning moves of a Büchi game (`visitor` is player 0) or a co-Büchi game (player 1): the first in
/// the order of the edges that does what the rounds say.
///
/// # Complexity
/// O(V + E log R) time for R rounds, `4 V` bytes.
///
/// # Errors
/// It was stopped.
///
/// # Panics
/// If the rounds are of fewer vertices.
pub fn moves(
    game: &TargetGame<'_>,
    visitor: Player,
    rounds: Rounds<'_>,
    control: &Control<'_>,
) -> Result<Strategy, Stopped> {
    let graph = game.arena.graph();
    Strategy::fill(graph.vertex_count(), control, |vertex| {
        rounds.choose(vertex, game.arena.owner(vertex) == visitor, graph.successors(vertex))
    })
}

impl Rounds<'_> {
    /// The first of some moves from a vertex that does what the rounds say.
    ///
    /// # Panics
    /// If the rounds are of fewer vertices.
    #[must_use]
    fn choose(&self, vertex: Vertex, is_visitor: bool, moves: &[Vertex]) -> Option<Vertex> {
        let Rounds { spoiled, levels, begins, ranks } = self;
        let mut moves = moves.iter().copied();
        match (spoiled.get(vertex as usize), is_visitor) {
            (false, true) => {
                let rank = ranks.get(vertex as usize);
                // At a goal any move that stays where the visitor wins will do.
                moves.find(|&to| {
                    let nearer = rank == 0 || ranks.get(to as usize).wrapping_add(1) == rank;
                    !spoiled.get(to as usize) && nearer
                })
            }
            (true, false) => {
                let level = levels.get(vertex as usize);
                let wanted = match begins.binary_search(&level) {
                    Ok(_) => level,
                    Err(_) => level.wrapping_sub(1),
                };
                moves.find(|&to| spoiled.get(to as usize) && levels.get(to as usize) == wanted)
            }
            _ => None,
        }
    }
}
