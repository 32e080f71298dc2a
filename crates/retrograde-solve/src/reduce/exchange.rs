//! Reachability as safety, Büchi as co-Büchi, and back: the other player's view of the same play.

use retrograde_core::{Arena, Column, Control, Player};

use super::{Image, Players, ReduceError, Reduced, owned};

/// The game with the players changed over: what player 0 wanted, player 1 wants now.
///
/// Every vertex goes to the other player; moves, names and targets stay. This turns
///
/// - reachability into safety, and safety into reachability: player 0 wants a target to be reached
///   in the old game exactly if player 1 does in the new one;
/// - Büchi into co-Büchi, and co-Büchi into Büchi: player 0 wants targets to come up infinitely often
///   in the old game exactly if player 1 does in the new one.
///
/// Nothing has to be said about plays that end. At a target of a reachability or safety game the play
/// is over in both games, won by whoever wants targets. A player who must move and cannot loses in
/// both games, and it is the same player, under the other number. So `w` wins from a vertex of the
/// old game exactly if the opponent of `w` wins from the same vertex of the new one; doing it twice
/// gives the old game back.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::{Options, reachability, reduce::exchange_players};
///
/// // Player 0 moves from a to the target b, where the play is decided.
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// builder.edge(a, b)?;
/// builder.set_owner(a, Player::Zero)?;
/// builder.set_owner(b, Player::Zero)?;
/// builder.set_target(b, true)?;
/// let safety = exchange_players(builder.finish()?, &Control::default())?;
///
/// let owned = OwnedGraph::new(&safety.arena.graph, &safety.arena.owners)?;
/// let game = TargetGame::new(owned, &safety.arena.targets);
/// let solution = reachability::safety(&game, &Options::default())?.solution;
/// assert_eq!(solution.winners.get(a), Some(Player::One));
/// assert_eq!(safety.winners(&solution.winners).get(a), Some(Player::Zero));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner; [`ReduceError::Stopped`].
///
/// # Complexity
/// O(V) time; a bit more than a byte a vertex, the graph and the names are those of the old arena.
///
/// Source: R. Mazala, *Infinite games* (2002), for games seen from both sides.
pub fn exchange_players(arena: Arena, control: &Control<'_>) -> Result<Reduced, ReduceError> {
    control.check()?;
    let mut pace = control.pace();
    let ones = owned(&arena)?.swapped();
    let mut owners: Column<Player> = Column::default();
    for vertex in arena.graph.vertices() {
        pace.steps(1)?;
        owners.set(vertex as usize, ones.owner(vertex));
    }
    let Arena { graph, names, targets, .. } = arena;
    let arena = Arena { names, owners, targets, ..Arena::from(graph) };
    Ok(Reduced { arena, image: Image::Same, players: Players::Exchanged })
}
