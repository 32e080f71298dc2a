//! Tangles: where they come from, and finding those that can be attracted.

use std::cell::Cell;

use retrograde_core::{Graph, Player, Vertex};

use super::field::Field;
use super::game::Game;
use crate::scc;

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
    /// Scratch space: for each vertex a number, 0 between uses.
    numbers: Vec<u32>,
}

/// Vertices and escapes of all tangles together stay below this, which keeps them below 1 GB.
const MOST: usize = 1 << 26;

impl TangleSet {
    pub(super) fn new(vertices: usize) -> Self {
        let escaping = vec![Vec::new(); vertices];
        TangleSet { tangles: vec![], escaping, total: 0, numbers: vec![0; vertices] }
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
        if self.total > MOST {
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
        self.total = 0;
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
/// out of except upwards. `numbers` is all zeros, before and after.
pub(super) fn bottom_components(
    game: &Game<'_>,
    field: &Field,
    player: Player,
    vertices: Vec<Vertex>,
    numbers: &mut [u32],
) -> Vec<Tangle> {
    for (number, &vertex) in (1..).zip(&vertices) {
        numbers[vertex as usize] = number;
    }
    let mut edges = Vec::new();
    for (number, &vertex) in (0..).zip(&vertices) {
        let chosen = field.chosen(vertex).filter(|_| game.owner(vertex) == player);
        let row = game.graph().successors(vertex);
        let row = chosen.as_ref().map_or(row, std::slice::from_ref);
        let inside = row.iter().map(|&to| numbers[to as usize]).filter(|&to| to != 0);
        edges.extend(inside.map(|to| (number, to - 1)));
    }
    let graph = Graph::from_edges(vertices.len(), edges.iter().copied());
    let components = scc::components(&graph.expect("edges between numbered vertices"));
    let mut is_bottom = vec![true; components.count()];
    for &(from, to) in &edges {
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
    tangles
}
