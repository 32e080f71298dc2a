//! Winning moves read off an attractor that somebody else has computed, on a card or from disk.

use retrograde_core::{Bitmap, Control, Distances, Player, Stopped, Strategy, TargetGame, Vertex};

/// The winning moves of a game of reachability or safety: where the hunter wins, the first in the order
/// of the edges that comes one move nearer to a target; elsewhere the other player's first that stays
/// away. At targets and where a player loses there is none.
///
/// `region` is where the hunter wins and `ranks` say in how many moves, as [`solve`](super::solve) has
/// them. The solver takes its moves as it meets them, which are as good and need not be the first.
///
/// ```
/// use retrograde_core::{Bitmap, Control, Distances, Graph, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::reachability::moves;
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2), (1, 0)])?;
/// let bits = |set: &[usize]| {
///     let mut bits = Bitmap::new(3);
///     set.iter().for_each(|&vertex| bits.set(vertex));
///     bits
/// };
/// let arena = OwnedGraph::from_bitmap(&graph, bits(&[]));
/// let game = TargetGame { arena, targets: bits(&[2]) };
/// let ranks = Distances::Narrow(vec![2, 1, 0]);
/// let moves = moves(&game, Player::Zero, &bits(&[0, 1, 2]), &ranks, &Control::ALONE)?;
/// assert_eq!([0, 1, 2].map(|vertex| moves.get(vertex)), [Some(1), Some(2), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(V + E) time, `4 V` bytes.
///
/// # Errors
/// It was stopped.
///
/// # Panics
/// If the region or the ranks are of fewer vertices.
pub fn moves(
    game: &TargetGame<'_>,
    hunter: Player,
    region: &Bitmap,
    ranks: &Distances,
    control: &Control<'_>,
) -> Result<Strategy, Stopped> {
    let graph = game.arena.graph();
    Strategy::fill(graph.vertex_count(), control, |vertex| {
        let won = region.get(vertex as usize);
        let (rank, owner) = (ranks.get(vertex as usize), game.arena.owner(vertex));
        let mut moves = graph.successors(vertex).iter().copied();
        match (won, owner == hunter) {
            (true, true) if rank > 0 => moves.find(|&to| {
                region.get(to as usize) && ranks.get(to as usize).wrapping_add(1) == rank
            }),
            (false, false) => moves.find(|&to: &Vertex| !region.get(to as usize)),
            _ => None,
        }
    })
}
