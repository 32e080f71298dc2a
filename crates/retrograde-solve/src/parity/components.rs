//! One strongly connected component after the other, from the bottom up.
//!
//! A play stays in one component in the end. Once all components that one leads to are solved and
//! have attracted what they can, what is left of it is a game of its own.

use retrograde_core::{Control, Player, RegionSolution, Vertex};

use super::field::{Field, Hold};
use super::game::{Game, player_of};
use super::part::{Cutter, Part};
use crate::scc;
use crate::stop::Stop;

/// What remains to be done with some vertices, once all they lead to is settled.
enum Task {
    /// Find their components.
    Split(Vec<Vertex>),
    /// They were one component; solve them.
    Solve(Vec<Vertex>),
}

/// Settles all free vertices, of which each must have a free successor, with `solve` for the
/// components; `None` if that gives up or `stop` says so, with what was settled by then. `solve` may
/// leave winners open, if it finds at least one: the rest is then split again.
///
/// # Complexity
/// O((V + E) log V) time beside what `solve` takes: where solved components attracted half of
/// another one or more, its rest is split again.
pub(super) fn settle(
    game: &Game<'_>,
    field: &mut Field,
    control: &Control<'_>,
    stop: &Stop<'_>,
    mut solve: impl FnMut(&Game<'_>) -> Option<RegionSolution>,
) -> Option<()> {
    let mut cutter = Cutter::new(game.graph().vertex_count());
    let mut tasks = vec![Task::Split(game.graph().vertices().collect())];
    while let Some(task) = tasks.pop() {
        let (mut vertices, whole) = match task {
            Task::Split(vertices) => (vertices, None),
            Task::Solve(vertices) => {
                let size = vertices.len();
                (vertices, Some(size))
            }
        };
        vertices.retain(|&vertex| field.is_free(vertex));
        let Some(&first) = vertices.first() else { continue };
        if stop.spend(vertices.len() as u32) {
            return None;
        }
        let player = player_of(game.priority(first));
        if vertices.iter().all(|&vertex| player_of(game.priority(vertex)) == player) {
            take_all(game, field, player, vertices, stop)?;
            continue;
        }
        let connected = whole.is_some_and(|size| vertices.len() > size / 2);
        let part = cutter.cut(game, vertices, stop)?;
        if !connected {
            let components = stop.ok(scc::components(&part.graph, control))?;
            if components.count() > 1 {
                split(&part, &components, &mut tasks);
                continue;
            }
        }
        let solution = solve(&stop.ok(part.game(game, control))?)?;
        adopt(game, field, &part, &solution, stop)?;
        if !solution.winners.is_complete() {
            tasks.push(Task::Split(part.vertices));
        }
    }
    Some(())
}

/// Puts the components on the stack so that those come first that the others lead to.
fn split(part: &Part, components: &scc::Components, tasks: &mut Vec<Task>) {
    let mut members: Vec<Vec<Vertex>> =
        components.sizes().iter().map(|&size| Vec::with_capacity(size as usize)).collect();
    for (number, &vertex) in (0..).zip(&part.vertices) {
        members[components.of(number) as usize].push(vertex);
    }
    tasks.extend(members.into_iter().rev().map(Task::Solve));
}

/// All priorities are good for one player, who wins however the play goes.
fn take_all(
    game: &Game<'_>,
    field: &mut Field,
    player: Player,
    mut vertices: Vec<Vertex>,
    stop: &Stop<'_>,
) -> Option<()> {
    for &vertex in &vertices {
        field.take(vertex, Hold::won(0, player));
    }
    for &vertex in &vertices {
        if stop.spend(1) {
            // Not all have their moves.
            vertices.iter().for_each(|&vertex| field.set_hold(vertex, Hold::FREE));
            return None;
        }
        if game.owner(vertex) == player {
            field.choose(game, vertex, |hold| hold == Hold::won(0, player));
        }
    }
    field.settle(game, player, &mut vertices, stop)
}

/// Takes over what was found for a part, and attracts.
fn adopt(
    game: &Game<'_>,
    field: &mut Field,
    part: &Part,
    solution: &RegionSolution,
    stop: &Stop<'_>,
) -> Option<()> {
    for player in [Player::Zero, Player::One] {
        let mut list = Vec::new();
        for (number, &vertex) in (0..).zip(&part.vertices) {
            if solution.winners.get(number) == Some(player) {
                field.take(vertex, Hold::won(0, player));
                let chosen = solution.strategy.as_ref().and_then(|moves| moves.get(number));
                if let Some(to) = chosen {
                    field.set_move(vertex, part.vertices[to as usize]);
                }
                list.push(vertex);
            }
        }
        field.settle(game, player, &mut list, stop)?;
    }
    Some(())
}
