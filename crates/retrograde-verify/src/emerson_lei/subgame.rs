//! Parts of a game inside each other, and where a player can force the play to leave them.

use retrograde_core::{Graph, OwnedGraph, Pace, Player, Stopped, Vertex};

use crate::predecessors::Predecessors;

/// The innermost of parts of a game inside each other; the outermost is the whole game.
pub(crate) struct Subgame<'a> {
    arena: &'a OwnedGraph<'a>,
    predecessors: Predecessors,
    /// How many parts a vertex is in. There is at most one part a colour, and two more.
    levels: Vec<u8>,
    level: u8,
    /// Of a vertex where the other player moves, the moves that do not leave yet; 0 if that was not
    /// counted.
    staying: Vec<u32>,
    counted: Vec<Vertex>,
    left: Vec<Vertex>,
}

/// The level of a vertex from which the play is just found to leave. No part is that deep.
const LEAVING: u8 = u8::MAX;

impl<'a> Subgame<'a> {
    pub(crate) fn new(arena: &'a OwnedGraph<'a>, pace: &mut Pace<'_>) -> Result<Self, Stopped> {
        let graph = arena.graph();
        let vertices = graph.vertex_count();
        Ok(Subgame {
            arena,
            predecessors: Predecessors::new(graph, graph.vertices(), |_, _| true, pace)?,
            levels: vec![1; vertices],
            level: 1,
            staying: vec![0; vertices],
            counted: Vec::new(),
            left: Vec::new(),
        })
    }

    /// Whether `vertex` is in the innermost part.
    pub(crate) fn contains(&self, vertex: Vertex) -> bool {
        self.levels[vertex as usize] == self.level
    }

    /// Begins a part inside the innermost, of vertices that are in it.
    pub(crate) fn enter(&mut self, vertices: &[Vertex]) {
        self.level += 1;
        for &vertex in vertices {
            self.levels[vertex as usize] = self.level;
        }
    }

    /// Ends the innermost part. The one around it is `vertices` from then on.
    pub(crate) fn back_to(&mut self, vertices: &[Vertex]) {
        self.level -= 1;
        for &vertex in vertices {
            self.levels[vertex as usize] = self.level;
        }
    }

    /// Takes `start` away from the innermost part, and all vertices of it from which `player` can
    /// force the play to come there. Says which vertices these are, with the start.
    ///
    /// # Complexity
    /// In proportion to the moves to and from what is taken away, and from its neighbours.
    pub(crate) fn leave(
        &mut self,
        player: Player,
        start: Vec<Vertex>,
        pace: &mut Pace<'_>,
    ) -> Result<&[Vertex], Stopped> {
        pace.steps(start.len())?;
        self.left = start;
        for &vertex in &self.left {
            self.levels[vertex as usize] = LEAVING;
        }
        let mut head = 0;
        while let Some(&vertex) = self.left.get(head) {
            head += 1;
            pace.steps(1 + self.predecessors.of(vertex).len())?;
            for &from in self.predecessors.of(vertex) {
                if self.levels[from as usize] != self.level {
                    continue;
                }
                if self.arena.owner(from) != player {
                    let staying = &mut self.staying[from as usize];
                    if *staying == 0 {
                        self.counted.push(from);
                        pace.steps(self.arena.graph().out_degree(from) as usize)?;
                        *staying = moves_inside(self.arena.graph(), &self.levels, from, self.level);
                    }
                    *staying -= 1;
                    if *staying > 0 {
                        continue;
                    }
                }
                self.levels[from as usize] = LEAVING;
                self.left.push(from);
            }
        }
        for vertex in self.counted.drain(..) {
            pace.steps(1)?;
            self.staying[vertex as usize] = 0;
        }
        for &vertex in &self.left {
            self.levels[vertex as usize] = self.level - 1;
        }
        Ok(&self.left)
    }
}

/// The moves from `vertex` that stay on the level, or did before what is leaving was found.
fn moves_inside(graph: &Graph, levels: &[u8], vertex: Vertex, level: u8) -> u32 {
    let inside = |&&to: &&Vertex| [level, LEAVING].contains(&levels[to as usize]);
    graph.successors(vertex).iter().filter(inside).count() as u32
}
