//! Reachability, safety, Büchi and co-Büchi games: attractors, once or again and again.
//!
//! The player who wants a target, or wants to visit them for ever, needs one move into what is attracted
//! already; where the other moves, all must lead there. Whoever must move and cannot loses, so such
//! vertices of the other player are as good as targets.

use retrograde_core::{Bitmap, Control, Distances, Player, Progress, TargetGame, Vertex};

use crate::device::Device;
use crate::error::GpuError;
use crate::rows::Rows;
use crate::turned::turn;
use crate::wave::{self, Wants, Wave};

/// Bytes of the card that [`attract`] takes for a graph of that size, at most.
#[must_use]
pub fn estimate(vertices: u64, edges: u64, shared: u32) -> u64 {
    wave::estimate(vertices, edges, shared, 1)
}

/// Bytes of the card that [`visit`] takes for a graph of that size, at most.
#[must_use]
pub fn estimate_visits(vertices: u64, edges: u64, shared: u32) -> u64 {
    wave::estimate(vertices, edges, shared, 2)
}

/// From where the hunter forces a target, and in how many moves.
#[derive(Clone, Debug)]
pub struct Attracted {
    /// Where the hunter wins.
    pub region: Bitmap,
    /// In how many moves there; nothing is meant elsewhere.
    pub ranks: Distances,
}

/// From where `hunter` can force the play to a target, or to where the other player cannot move.
///
/// # Complexity
/// O(V + E) work in as many rounds as the longest rank; see [`estimate`] for memory.
///
/// # Errors
/// As for [`outcome::solve`](crate::outcome::solve).
pub fn attract(
    device: &dyn Device,
    game: &TargetGame<'_>,
    hunter: Player,
    control: &Control<'_>,
) -> Result<Attracted, GpuError> {
    let graph = game.arena.graph();
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    if vertices == 0 {
        return Ok(Attracted { region: Bitmap::default(), ranks: Distances::Narrow(Vec::new()) });
    }
    GpuError::check_room(device, vertices, edges, estimate(vertices, edges, device.shared()))?;
    control.tell(Progress::new("copying to the card", 0, 0));
    let rows = Rows::upload(device, graph, control)?;
    let (turned, shape) = turn(device, rows, control)?;
    let goals = wave::upload(device, &goals(game, hunter))?;
    let owners = wave::upload(device, game.arena.ones())?;
    let mut wave = Wave::new(device, &shape, &turned, Some((&owners, hunter)))?;
    wave.begin_attractor(Some(&goals), None)?;
    wave.follow(Wants::Attractor, control)?;
    let (region, _, ranks) = wave.read()?;
    Ok(Attracted { region, ranks })
}

/// Where the visitor sees targets for ever, and how both players manage.
#[derive(Clone, Debug)]
pub struct Visited {
    /// Where the spoiler wins.
    pub spoiled: Bitmap,
    /// When a vertex was taken out for the spoiler: levels rise from round to round and within rounds.
    /// Nothing is meant where the visitor wins.
    pub levels: Distances,
    /// The levels at which a round begins: what has one of these cannot be forced to a goal, what has
    /// another is forced by the spoiler to the level before.
    pub begins: Vec<u32>,
    /// In how many moves the visitor forces the next goal; nothing is meant where the spoiler wins.
    pub ranks: Distances,
}

/// From where `visitor` can force the play to visit targets again and again, or to where the other player
/// cannot move: the classical rounds, each of which takes out what cannot be forced to a goal even once.
///
/// # Complexity
/// O(V + E) work for each round beside the first attractor of what is left; see [`estimate_visits`] for
/// memory.
///
/// # Errors
/// As for [`outcome::solve`](crate::outcome::solve).
pub fn visit(
    device: &dyn Device,
    game: &TargetGame<'_>,
    visitor: Player,
    control: &Control<'_>,
) -> Result<Visited, GpuError> {
    let graph = game.arena.graph();
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let none = || Distances::Narrow(Vec::new());
    if vertices == 0 {
        let (spoiled, begins) = (Bitmap::default(), Vec::new());
        return Ok(Visited { spoiled, levels: none(), begins, ranks: none() });
    }
    let needs = estimate_visits(vertices, edges, device.shared());
    GpuError::check_room(device, vertices, edges, needs)?;
    control.tell(Progress::new("copying to the card", 0, 0));
    let rows = Rows::upload(device, graph, control)?;
    let (turned, shape) = turn(device, rows, control)?;
    let mut goals = goals(game, visitor);
    // To see a target for ever one must be able to move on from it.
    graph.for_each_out_degree(0..graph.vertex_count(), |vertex, degree| {
        if degree == 0 && game.arena.owner(vertex) == visitor {
            goals.clear(vertex as usize);
        }
    });
    let goals = wave::upload(device, &goals)?;
    let owners = wave::upload(device, game.arena.ones())?;
    let mut forced = Wave::new(device, &shape, &turned, Some((&owners, visitor)))?;
    let mut removed = Wave::new(device, &shape, &turned, Some((&owners, visitor.opponent())))?;
    removed.begin_attractor(None, None)?;
    let mut begins = Vec::new();
    loop {
        forced.begin_attractor(Some(&goals), Some(&removed))?;
        forced.follow(Wants::Attractor, control)?;
        removed.add_rest(&forced)?;
        if removed.reached()?[0] == removed.front {
            break;
        }
        begins.push(removed.distance);
        removed.follow(Wants::Attractor, control)?;
    }
    let (spoiled, _, levels) = removed.read()?;
    let (_, _, ranks) = forced.read()?;
    Ok(Visited { spoiled, levels, begins, ranks })
}

/// The targets, and where the other player must move and cannot.
fn goals(game: &TargetGame<'_>, player: Player) -> Bitmap {
    let mut goals = game.targets.clone();
    let graph = game.arena.graph();
    graph.for_each_out_degree(0..graph.vertex_count(), |vertex: Vertex, degree| {
        if degree == 0 && game.arena.owner(vertex) != player {
            goals.set(vertex as usize);
        }
    });
    goals
}
