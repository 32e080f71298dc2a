//! What a strategy is worth: the best the other player can do against it.
//!
//! With one player's moves fixed, the other looks for the best cycle to go round. Policy iteration
//! finds it: fix that player's moves too, see which cycle each vertex runs into, its mean and what
//! is paid on the way over and above the mean, and move wherever that comes out better.

use retrograde_core::{Player, Ratio, Vertex};

use super::policy::Policy;
use crate::energy::board::Board;
use crate::stop::Stop;

/// Policy iterations after which a bound from elsewhere has to do: they are few as a rule, but can
/// be many where each mends a single vertex.
const MOST_ROUNDS: usize = 60;

/// The least value over all vertices that `player`, moving as `places` say, is sure of; for player
/// 1, the largest that player 1 can be held to. `None` if that took too long to find out.
///
/// # Complexity
/// O(V + E) time a round and C log C for C cycles, for at most [`MOST_ROUNDS`] rounds.
///
/// Source: R. A. Howard, *Dynamic programming and Markov processes* (1960), in the form of
/// J. Cochet-Terrasson, G. Cohen, S. Gaubert, M. McGettrick and J.-P. Quadrat, *Numerical
/// computation of spectral elements in max-plus algebra* (1998).
pub(super) fn guaranteed(
    board: &Board<'_>,
    player: Player,
    places: &[u32],
    stop: &Stop<'_>,
) -> Option<Ratio> {
    let sign = if player == Player::Zero { 1 } else { -1 };
    let start = |vertex: Vertex| {
        if board.owner(vertex) == player {
            return places[vertex as usize];
        }
        let weights = board.moves.row(vertex).map(|(_, weight)| sign * i128::from(weight));
        weights.zip(0..).min().map_or(0, |(_, place)| place)
    };
    let spent = |vertex| (!stop.spend(board.moves.degree(vertex))).then(|| start(vertex));
    let places = board.vertices().map(spent).collect::<Option<Vec<u32>>>()?;
    let mut policy = Policy::<i128>::new(board, places, stop).ok()?;
    for _ in 0..MOST_ROUNDS {
        policy.evaluate(stop).ok()?;
        if !policy.improve(player.opponent(), stop).ok()? {
            let cycles = policy.spots.iter().map(|spot| &policy.cycles[spot.cycle as usize]);
            let worst = match player {
                Player::Zero => cycles.min_by_key(|cycle| cycle.rank),
                Player::One => cycles.max_by_key(|cycle| cycle.rank),
            };
            return worst.map(|cycle| cycle.mean());
        }
    }
    None
}
