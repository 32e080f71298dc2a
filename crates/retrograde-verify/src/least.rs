//! Whether credits are the least: player 1 can make player 0 use them up.
//!
//! Vertices are taken off as soon as player 1 is seen to bring the play to one of credit 0 by moves
//! that need exactly what there is. That goes layer by layer, as in a reachability game: a vertex of
//! player 1 goes with the first such move to one that has gone, a vertex of player 0 with the last.
//! Moves of player 0 that need more than there is are not waited for, though they may lead back: each
//! of them takes player 0 further below what is needed, and that can be only so far.

use retrograde_core::{Bitmap, Pace, Player, Stopped, Vertex};

use crate::energy::CreditClaims;
use crate::predecessors::Predecessors;

/// The lowest vertex whose credit player 1 cannot make player 0 use up. At all vertices left over
/// together with it, one less would be enough.
///
/// The credits must be enough, and the best move of each owner must need all of it.
///
/// # Complexity
/// O(V + E) time, at most `5 E + 20 V` bytes.
pub(crate) fn unused_credit(
    claims: &CreditClaims<'_>,
    pace: &mut Pace<'_>,
) -> Result<Option<Vertex>, Stopped> {
    let graph = claims.game.arena.graph();
    let vertices = graph.vertex_count();
    let owes = |vertex: Vertex| claims.credit(vertex) > 0;
    // Moves to wait for: those that need exactly the credit, to vertices that have not gone yet.
    let mut waited_for = Bitmap::new(graph.edge_count());
    let mut open = vec![0u32; vertices];
    let mut gone = Bitmap::new(vertices);
    let mut news: Vec<Vertex> = Vec::new();
    for vertex in graph.vertices().filter(|&vertex| owes(vertex)) {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        let mut goes_at_once = false;
        for (edge, to) in claims.moves(vertex) {
            let needs_all = claims.need(edge, to) == claims.credit(vertex);
            if !needs_all || claims.winner(to) == Some(Player::One) {
                continue;
            }
            if owes(to) {
                waited_for.set(edge);
                open[vertex as usize] += 1;
            } else {
                goes_at_once = true;
            }
        }
        let goes = match claims.game.arena.owner(vertex) {
            Player::Zero => open[vertex as usize] == 0,
            Player::One => goes_at_once,
        };
        if goes {
            gone.set(vertex as usize);
            news.push(vertex);
        }
    }
    let debtors = graph.vertices().filter(|&vertex| owes(vertex));
    let predecessors = Predecessors::new(graph, debtors, |_, edge| waited_for.get(edge), pace)?;
    while let Some(vertex) = news.pop() {
        pace.steps(1 + predecessors.of(vertex).len())?;
        for &before in predecessors.of(vertex) {
            if gone.get(before as usize) {
                continue;
            }
            let open = &mut open[before as usize];
            *open -= 1;
            if *open == 0 || claims.game.arena.owner(before) == Player::One {
                gone.set(before as usize);
                news.push(before);
            }
        }
    }
    Ok(graph.vertices().find(|&vertex| owes(vertex) && !gone.get(vertex as usize)))
}
