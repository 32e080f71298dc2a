//! Tangles: where they come from, and finding those that can be attracted.

use std::cell::Cell;

use retrograde_core::{Graph, Offsets, Player, Vertex};

use super::field::Field;
use super::game::Game;
use crate::scc;
use crate::stop::Stop;

/// A set of vertices in which one player wins every play that stays.
pub(super) struct Tangle {
    pub(super) player: Player,
    /// The vertices, each with the player's move where it is the player's.
    pub(super) moves: Vec<(Vertex, Option<Vertex>)>,
    /// Where the opponent can go instead of staying, each once.
    pub(super) escapes: Vec<Vertex>,
    /// The last descent in which all escapes were held.
    pub(super) seen: Cell<u64>,
    /// Where the search for an escape starts: where it ended last.
    cursor: Cell<usize>,
}

impl Tangle {
    fn new(player: Player) -> Self {
        let (seen, cursor) = (Cell::new(0), Cell::new(0));
        Tangle { player, moves: vec![], escapes: vec![], seen, cursor }
    }

    /// Vertices and escapes.
    fn len(&self) -> usize {
        self.moves.len() + self.escapes.len()
    }

    /// What it takes, with an entry for each escape in lists that may have grown to twice their
    /// length.
    fn bytes(&self) -> u64 {
        2 * size_of::<Tangle>() as u64
            + self.moves.len() as u64 * size_of::<(Vertex, Option<Vertex>)>() as u64
            + self.escapes.len() as u64 * (4 + 8)
    }

    /// Whether `open` accepts one of the escapes, and how many it was asked for. All calls between
    /// which escapes only close take a number of steps that is linear in the number of escapes.
    pub(super) fn has_escape(&self, open: impl Fn(Vertex) -> bool) -> (bool, u32) {
        let cursor = self.cursor.get();
        let (before, after) = self.escapes.split_at(cursor);
        match after.iter().chain(before).position(|&to| open(to)) {
            Some(steps) => {
                self.cursor.set((cursor + steps) % self.escapes.len());
                (true, steps as u32 + 1)
            }
            None => (false, self.escapes.len() as u32),
        }
    }
}

/// All tangles learnt so far, and for each vertex those that have it as an escape.
pub(super) struct TangleSet {
    tangles: Vec<Tangle>,
    /// By vertex.
    escaping: Vec<Vec<u32>>,
    /// Sum of the lengths of the tangles.
    total: usize,
    /// Bytes that the tangles take.
    held: u64,
    /// Bytes that they may take.
    room: u64,
    /// Scratch space: for each vertex a number, 0 between uses.
    numbers: Vec<u32>,
}

/// Tangles stay below this whatever the room there is: with so many, something is wrong.
const MOST: u64 = 1 << 30;

/// Bytes of a vertex whose list of tangles is empty, and of its number.
const VERTEX: u64 = 28;

impl TangleSet {
    /// None yet; `None` if there is no room for any.
    pub(super) fn new(vertices: usize, room: u64) -> Option<Self> {
        let room = room.checked_sub(vertices as u64 * VERTEX)?.min(MOST);
        let (escaping, numbers) = (vec![Vec::new(); vertices], vec![0; vertices]);
        Some(TangleSet { tangles: vec![], escaping, total: 0, held: 0, room, numbers })
    }

    /// Vertices and escapes of all tangles together.
    pub(super) fn len(&self) -> usize {
        self.total
    }

    pub(super) fn numbers(&mut self) -> &mut [u32] {
        &mut self.numbers
    }

    /// The tangles that have `vertex` as an escape.
    pub(super) fn escaping_to(&self, vertex: Vertex) -> impl Iterator<Item = &Tangle> {
        self.escaping[vertex as usize].iter().map(|&index| &self.tangles[index as usize])
    }

    /// `None` if there is no room for it.
    pub(super) fn add(&mut self, tangle: Tangle) -> Option<()> {
        self.total += tangle.len();
        self.held += tangle.bytes();
        if self.held > self.room {
            return None;
        }
        for &escape in &tangle.escapes {
            self.escaping[escape as usize].push(self.tangles.len() as u32);
        }
        self.tangles.push(tangle);
        Some(())
    }

    /// Keeps the tangles all of whose vertices `keep` accepts.
    pub(super) fn retain(&mut self, keep: impl Fn(Vertex) -> bool) {
        if self.tangles.iter().all(|tangle| tangle.moves.iter().all(|&(vertex, _)| keep(vertex))) {
            return;
        }
        self.escaping.iter_mut().for_each(Vec::clear);
        (self.total, self.held) = (0, 0);
        for tangle in std::mem::take(&mut self.tangles) {
            if tangle.moves.iter().all(|&(vertex, _)| keep(vertex)) {
                // They all had room before.
                let _ = self.add(tangle);
            }
        }
    }
}

/// The tangles among vertices from which neither the moves chosen for `player` nor any of the
/// opponent's moves lead to what is not held yet: the strongly connected parts that no move leads
/// out of except upwards. `numbers` is all zeros, before and, unless stopped with `None`, after.
pub(super) fn bottom_components(
    game: &Game<'_>,
    field: &Field,
    player: Player,
    vertices: Vec<Vertex>,
    numbers: &mut [u32],
    stop: &Stop<'_>,
) -> Option<Vec<Tangle>> {
    for (number, &vertex) in (1..).zip(&vertices) {
        numbers[vertex as usize] = number;
    }
    let graph = inner_graph(game, field, player, &vertices, numbers, stop)?;
    let components = stop.ok(scc::components(&graph, stop.control()))?;
    let mut is_bottom = vec![true; components.count()];
    for (from, to) in graph.edges() {
        if components.of(from) != components.of(to) {
            is_bottom[components.of(from) as usize] = false;
        }
    }
    let mut tangles: Vec<Tangle> = (0..components.count()).map(|_| Tangle::new(player)).collect();
    for (number, &vertex) in (0..).zip(&vertices) {
        let component = components.of(number) as usize;
        if !is_bottom[component] {
            continue;
        }
        let own = game.owner(vertex) == player;
        tangles[component].moves.push((vertex, field.chosen(vertex).filter(|_| own)));
        if !own {
            let row = game.graph().successors(vertex).iter();
            if stop.spend(row.len() as u32) {
                return None;
            }
            // Within the set the opponent cannot leave the component.
            tangles[component].escapes.extend(row.filter(|&&to| numbers[to as usize] == 0));
        }
    }
    for &vertex in &vertices {
        numbers[vertex as usize] = 0;
    }
    tangles.retain(|tangle| !tangle.moves.is_empty());
    for tangle in &mut tangles {
        tangle.escapes.sort_unstable();
        tangle.escapes.dedup();
        tangle.escapes.retain(|&to| field.hold(to).level() != 0);
    }
    Some(tangles)
}

/// The moves among numbered vertices: those chosen for `player`, and all of the opponent's.
fn inner_graph(
    game: &Game<'_>,
    field: &Field,
    player: Player,
    vertices: &[Vertex],
    numbers: &[u32],
    stop: &Stop<'_>,
) -> Option<Graph> {
    let mut offsets = Offsets::zeroed(vertices.len(), game.graph().edge_count() as u64);
    let mut targets = Vec::new();
    for (place, &vertex) in vertices.iter().enumerate() {
        let chosen = field.chosen(vertex).filter(|_| game.owner(vertex) == player);
        let row = game.graph().successors(vertex);
        let row = chosen.as_ref().map_or(row, std::slice::from_ref);
        if stop.spend(row.len() as u32) {
            return None;
        }
        let inside = row.iter().map(|&to| numbers[to as usize]).filter(|&to| to != 0);
        targets.extend(inside.map(|to| to - 1));
        offsets.set(place + 1, targets.len() as u64);
    }
    Some(Graph::from_parts(offsets, targets).expect("edges between numbered vertices"))
}
