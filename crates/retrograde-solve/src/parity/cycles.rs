//! Cycles that one player owns and wins.
//!
//! A player who can go round a cycle of own vertices, the largest priority on which is a good one,
//! does so forever. Among the vertices of one player these are found by strongly connected
//! components: if the largest priority of a component is good, the player wins all of it; otherwise
//! it goes through no good cycle, and without it there is less to look at.

use retrograde_core::{Player, Vertex};

use super::field::{Field, Hold};
use super::game::{Game, player_of};
use super::part::{Cutter, Part};
use crate::scc;
use crate::stop::Stop;

/// Rounds over all vertices that a search may cost: with many priorities it could take longer than
/// solving the game.
const ROUNDS: u64 = 8;

/// Settles all from where a player can force a play into a cycle as above; `None` if stopped.
/// Vertices that are free before must have a free successor, and those that stay free then do, too.
///
/// # Complexity
/// O(V + E) time: with many priorities, it stops before it has found all cycles.
///
/// Source: O. Friedmann and M. Lange, *Solving parity games in practice* (2009).
pub(super) fn settle(game: &Game<'_>, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
    let graph = game.graph();
    let mut cutter = Cutter::new(graph.vertex_count());
    let rounds = (graph.vertex_count() as u64 + graph.edge_count() as u64) * ROUNDS;
    for player in [Player::Zero, Player::One] {
        let mut patience = rounds;
        let own = |&vertex: &Vertex| game.owner(vertex) == player && field.is_free(vertex);
        let mut tasks = vec![graph.vertices().filter(own).collect::<Vec<_>>()];
        while let Some(mut vertices) = tasks.pop() {
            vertices.retain(|&vertex| field.is_free(vertex));
            let steps: u64 = vertices.iter().map(|&v| u64::from(graph.out_degree(v)) + 1).sum();
            patience = patience.saturating_sub(steps);
            if patience == 0 {
                break;
            }
            let part = cutter.cut(game, vertices, stop)?;
            for members in components(&part, stop)? {
                let vertex = |number: Vertex| part.vertices[number as usize];
                // All members reach each other along own vertices: another component attracts all
                // of them or none.
                if !field.is_free(vertex(members[0])) {
                    continue;
                }
                let priority = |&number: &Vertex| game.priority(vertex(number));
                let Some(top) = members.iter().map(priority).max() else { continue };
                if player_of(top) == player {
                    let mut list = go_round(game, field, player, &part, &members, stop)?;
                    field.settle(game, player, &mut list, stop)?;
                } else {
                    let rest = members.iter().filter(|number| priority(number) < top);
                    tasks.push(rest.map(|&number| vertex(number)).collect());
                }
            }
        }
    }
    Some(())
}

/// The components that have a cycle, each with the numbers of its members.
fn components(part: &Part, stop: &Stop<'_>) -> Option<impl Iterator<Item = Vec<Vertex>> + use<>> {
    let components = stop.ok(scc::components(&part.graph, stop.control()))?;
    let mut members: Vec<Vec<Vertex>> = vec![Vec::new(); components.count()];
    for number in part.graph.vertices() {
        let row = part.graph.successors(number);
        let stays = |&to: &Vertex| components.of(to) == components.of(number);
        if row.iter().any(stays) {
            members[components.of(number) as usize].push(number);
        }
    }
    Some(members.into_iter().filter(|members| !members.is_empty()))
}

/// Takes a component with moves along its own edges towards its largest priority, and from there
/// back into it. If stopped, `None`, and all of it is free again.
fn go_round(
    game: &Game<'_>,
    field: &mut Field,
    player: Player,
    part: &Part,
    members: &[Vertex],
    stop: &Stop<'_>,
) -> Option<Vec<Vertex>> {
    let priority = |&number: &Vertex| game.priority(part.vertices[number as usize]);
    let top = members.iter().map(priority).max()?;
    // Held without a winner: a member from which no way to the top is known yet.
    let (waiting, won) = (Hold::open(1), Hold::won(0, player));
    for &number in members {
        field.take(part.vertices[number as usize], waiting);
    }
    let mut list = Vec::with_capacity(members.len());
    for &number in members {
        let vertex = part.vertices[number as usize];
        if game.priority(vertex) == top {
            field.choose(game, vertex, |hold| hold == waiting || hold == won);
            field.set_hold(vertex, won);
            list.push(vertex);
        }
    }
    let mut next = 0;
    while let Some(&reached) = list.get(next) {
        next += 1;
        if stop.spend(game.back.successors(reached).len() as u32 + 1) {
            // Moves from the top may lead to where no way to it is known.
            let free =
                |&number: &Vertex| field.set_hold(part.vertices[number as usize], Hold::FREE);
            members.iter().for_each(free);
            return None;
        }
        for &source in game.back.successors(reached) {
            if field.hold(source) == waiting {
                field.set_hold(source, won);
                field.set_move(source, reached);
                list.push(source);
            }
        }
    }
    Some(list)
}
