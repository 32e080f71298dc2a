//! From an Emerson–Lei game to a parity game.

use retrograde_core::{
    Bitmap, Colors, Control, EmersonLeiGame, Graph, Offsets, OwnedGraph, ParityGame, Vertex,
};

use super::EmersonLeiError;
use super::pairs::Pairs;
use super::tree::ZielonkaTree;

/// How large what comes between the game and its solution may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nodes of the Zielonka tree.
    pub tree: usize,
    /// Vertices, and also edges, of the parity game, of those that are met.
    pub game: u64,
    /// The bytes that the limit of the game comes from, if it does.
    pub room: Option<u64>,
}

/// Bytes for a vertex and an edge of the parity game, its solution and the machines.
pub(super) const PARITY_ITEM: u64 = 160;

/// Nodes of the Zielonka tree; with more, the parity game would be too large for any game worth the
/// name.
const MOST_NODES: u64 = 1 << 20;

/// Bytes for a node of the Zielonka tree, and for finding it.
const NODE: u64 = 64;

impl Default for Limits {
    /// Trees of 2¹⁶ nodes and games of as many vertices as there are numbers for.
    fn default() -> Self {
        Limits { tree: 1 << 16, game: u32::MAX.into(), room: None }
    }
}

impl Limits {
    /// What goes into so many bytes.
    ///
    /// ```
    /// use retrograde_solve::emerson_lei::Limits;
    /// assert_eq!(Limits::in_room(1 << 20).game, 6553);
    /// assert_eq!(Limits::in_room(u64::MAX).game, Limits::default().game);
    /// ```
    #[must_use]
    pub fn in_room(room: u64) -> Self {
        let most = Limits::default().game;
        let (game, tree) = (most.min(room / PARITY_ITEM), MOST_NODES.min(room / NODE));
        Limits { tree: tree as usize, game, room: (game < most).then_some(room) }
    }
}

/// A parity game made from an Emerson–Lei game, and the way back.
///
/// Its vertices are pairs of a vertex of the game and a leaf of the Zielonka tree, by vertex and
/// then by leaf; only those are there that can come up in a play that starts at the first leaf.
#[derive(Clone, Debug)]
pub struct Reduction {
    tree: ZielonkaTree,
    pub(crate) graph: Graph,
    pub(crate) ones: Bitmap,
    pub(crate) priorities: Vec<u32>,
    /// The vertex of the game that each vertex of the parity game is a copy of.
    pub(crate) origin: Vec<Vertex>,
    /// And which copy it is.
    pub(crate) leaf: Vec<u32>,
    /// The copy of each vertex of the game from which plays start.
    pub(crate) start: Vec<Vertex>,
}

/// Turns an Emerson–Lei game into a parity game with the same winners.
///
/// The leaf of the Zielonka tree at hand is the memory: leaving a vertex changes it as the colours
/// of that vertex say, and the vertex has the priority that goes with the change.
///
/// # Errors
/// A tree or a parity game beyond the limits; the latter grows as its pairs are met, and is given up
/// when it is too large, before its edges are made. It was stopped.
///
/// # Complexity
/// With L leaves and a tree of height h, O(h·L·(V + E)) time at most after the tree is made, and as
/// much less as there are fewer pairs. The parity game has at most L·V vertices and L·E edges and
/// takes 16 bytes a vertex and 4 an edge. On the way, a hundredth of a byte for each of the L·V pairs,
/// up to 76 bytes for each that is met, and 8 for each that waits to be looked at.
///
/// # Panics
/// If there is not one set of colours a vertex.
///
/// Source: A. Casares, T. Colcombet and N. Fijalkow, *Optimal transformations of games and automata
/// using Muller conditions* (2021), after W. Zielonka (1998).
pub fn reduce(
    game: &EmersonLeiGame<'_>,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Reduction, EmersonLeiError> {
    control.check()?;
    let graph = game.arena.graph();
    assert_eq!(game.colors.len(), graph.vertex_count(), "one set of colours a vertex");
    let relevant = game.acceptance.colors();
    let used = game.colors.iter().fold(Colors::EMPTY, |used, &set| used.union(set));
    let colors = relevant.intersection(used);
    let tree = ZielonkaTree::new(&game.acceptance, colors, limits.tree, control)?;
    let mut pace = control.pace();
    let step = |vertex: Vertex, leaf| tree.step(leaf, game.colors[vertex as usize]);
    let next = |vertex, leaf| step(vertex, leaf).leaf;
    let Ok(pairs) = Pairs::reachable(graph, tree.leaf_count(), limits.game, control, next)? else {
        return Err(too_large(graph, tree.leaf_count(), limits));
    };
    let count = pairs.count();
    let edges: usize = pairs.iter().map(|(vertex, _)| graph.out_degree(vertex) as usize).sum();
    let mut offsets = Offsets::zeroed(count, edges as u64);
    let mut targets = Vec::with_capacity(edges);
    let mut ones = Bitmap::new(count);
    let mut priorities = Vec::with_capacity(count);
    let (mut origin, mut leaves) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for (number, (vertex, leaf)) in pairs.iter().enumerate() {
        let step = step(vertex, leaf);
        let successors = graph.successors(vertex).iter();
        pace.steps(1 + successors.len())?;
        targets.extend(successors.map(|&to| pairs.number(to, step.leaf)));
        offsets.set(number + 1, targets.len() as u64);
        if game.arena.ones().get(vertex as usize) {
            ones.set(number);
        }
        priorities.push(step.priority);
        origin.push(vertex);
        leaves.push(leaf);
    }
    let start = graph.vertices().map(|vertex| pairs.number(vertex, 0)).collect();
    let graph = Graph::from_parts(offsets, targets)?;
    Ok(Reduction { tree, graph, ones, priorities, origin, leaf: leaves, start })
}

fn too_large(graph: &Graph, leaves: usize, limits: &Limits) -> EmersonLeiError {
    let Limits { game: limit, room, .. } = *limits;
    let times = |count: usize| (count as u64).saturating_mul(leaves as u64);
    let (vertices, edges) = (times(graph.vertex_count()), times(graph.edge_count()));
    EmersonLeiError::GameTooLarge { vertices, edges, leaves, limit, room }
}

impl Reduction {
    /// The tree whose leaves are the memory.
    #[must_use]
    pub fn tree(&self) -> &ZielonkaTree {
        &self.tree
    }

    /// The parity game, for a solver.
    #[must_use]
    pub fn parity_game(&self) -> ParityGame<'_> {
        let arena = OwnedGraph::from_bitmap(&self.graph, self.ones.clone());
        ParityGame::max(arena, self.priorities.clone())
    }

    /// The vertex of the game and the leaf that a vertex of the parity game stands for.
    #[must_use]
    pub fn origin(&self, vertex: Vertex) -> (Vertex, u32) {
        (self.origin[vertex as usize], self.leaf[vertex as usize])
    }

    /// The vertices of the game that those of the parity game are copies of.
    #[must_use]
    pub fn origins(&self) -> &[Vertex] {
        &self.origin
    }

    /// The vertex of the parity game from which the winner at `vertex` of the game is read off: its
    /// copy at the first leaf.
    #[must_use]
    pub fn start(&self, vertex: Vertex) -> Vertex {
        self.start[vertex as usize]
    }

    /// How many vertices the game has.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.start.len()
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(super) fn ones(&self) -> &Bitmap {
        &self.ones
    }
}
