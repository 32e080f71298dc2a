//! The moves of a game with colours on its moves, on their way to priorities on vertices.

use retrograde_core::{Arena, Bitmap, Column, Graph, GraphError, Player, Vertex};

use crate::error::ReadError;

use super::acceptance::Acceptance;

/// What a move may cost in the end: three arrays of the moves, and of a vertex on the way its two
/// moves, its owner, its priority and its offset.
const BYTES_PER_MOVE: u64 = 64;

/// All moves so far.
pub(super) struct Moves {
    owners: Vec<Player>,
    acceptance: Acceptance,
    seen: Bitmap,
    /// The state whose moves are being read.
    state: Vertex,
    /// Where each move starts and ends, and its priority.
    moves: Vec<(Vertex, Vertex, u32)>,
    limit: u64,
}

impl Moves {
    pub(super) fn new(owners: Vec<Player>, acceptance: Acceptance, limit: u64) -> Self {
        let seen = Bitmap::new(owners.len());
        Moves { owners, acceptance, seen, state: 0, moves: Vec::new(), limit }
    }

    pub(super) fn states(&self) -> u32 {
        self.owners.len() as u32
    }

    pub(super) fn acceptance(&self) -> Acceptance {
        self.acceptance
    }

    /// Starts a state; says whether it is new.
    pub(super) fn begin(&mut self, state: Vertex) -> bool {
        let new = !self.seen.get(state as usize);
        self.seen.set(state as usize);
        self.state = state;
        new
    }

    /// Adds a move of the state begun last.
    pub(super) fn add(&mut self, to: Vertex, colour: Option<u32>) -> Result<(), ReadError> {
        if self.moves.len() == self.moves.capacity() {
            let states = self.owners.len() as u64 * 16;
            let needed = states + (self.moves.len() as u64 * 2 + 4) * BYTES_PER_MOVE;
            let allowed = self.limit;
            if needed > allowed {
                return Err(ReadError::graph(None, GraphError::OutOfMemory { needed, allowed }));
            }
        }
        self.moves.push((self.state, to, self.acceptance.priority(colour)));
        Ok(())
    }

    /// The game with priorities on vertices.
    pub(super) fn into_arena(self) -> Result<Arena, ReadError> {
        self.build().map_err(|error| ReadError::graph(None, error))
    }

    fn build(self) -> Result<Arena, GraphError> {
        let states = self.owners.len();
        let mut common: Vec<Option<u32>> = vec![None; states];
        let mut split = Bitmap::new(states);
        for &(from, _, priority) in &self.moves {
            if *common[from as usize].get_or_insert(priority) != priority {
                split.set(from as usize);
            }
        }
        let on_the_way = self.moves.iter().filter(|&&(from, ..)| split.get(from as usize)).count();
        if states + on_the_way > u32::MAX as usize {
            return Err(GraphError::TooManyVertices);
        }
        let mut owners: Column<Player> = self.owners.iter().copied().enumerate().collect();
        // The moves of a split state decide right after it, so that the least priority is as good
        // as none; and where there is no move, no priority matters.
        let priority = |state: usize| match common[state] {
            Some(priority) if !split.get(state) => priority,
            _ => 0,
        };
        let mut priorities: Column<u32> = (0..states).map(priority).enumerate().collect();
        let mut edges = Vec::with_capacity(self.moves.len() + on_the_way);
        let mut next = states;
        for &(from, to, priority) in &self.moves {
            if split.get(from as usize) {
                edges.push((from, next as Vertex));
                edges.push((next as Vertex, to));
                owners.set(next, self.owners[from as usize]);
                priorities.set(next, priority);
                next += 1;
            } else {
                edges.push((from, to));
            }
        }
        let mut arena = Arena::from(Graph::from_edges(next, edges)?);
        (arena.owners, arena.priorities) = (owners, priorities);
        Ok(arena)
    }
}
