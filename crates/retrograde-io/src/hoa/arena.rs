//! The moves of a game with marks on its moves, on their way to marks on vertices.

use retrograde_core::{Arena, Bitmap, Column, Graph, GraphError, Player, Vertex};

use super::condition::{Condition, Seen};
use crate::error::ReadError;

/// What a move may cost in the end: three arrays of the moves, and of a vertex on the way its two
/// moves, its owner, its mark and its offset.
const BYTES_PER_MOVE: u64 = 80;
const BYTES_PER_STATE: u64 = 32;

/// All moves so far.
pub(super) struct Moves {
    owners: Vec<Player>,
    condition: Condition,
    listed: Bitmap,
    /// The state whose moves are being read.
    state: Vertex,
    /// Where each move starts and ends, and its mark.
    moves: Vec<(Vertex, Vertex, u64)>,
    limit: u64,
}

impl Moves {
    pub(super) fn new(owners: Vec<Player>, condition: Condition, limit: u64) -> Self {
        let listed = Bitmap::new(owners.len());
        Moves { owners, condition, listed, state: 0, moves: Vec::new(), limit }
    }

    pub(super) fn states(&self) -> u32 {
        self.owners.len() as u32
    }

    pub(super) fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Starts a state; says whether it is new.
    pub(super) fn begin(&mut self, state: Vertex) -> bool {
        let new = !self.listed.get(state as usize);
        self.listed.set(state as usize);
        self.state = state;
        new
    }

    /// The first state that was never begun.
    pub(super) fn unlisted(&self) -> Option<usize> {
        (0..self.owners.len()).find(|&state| !self.listed.get(state))
    }

    /// Adds a move of the state begun last.
    pub(super) fn add(&mut self, to: Vertex, seen: Seen) -> Result<(), ReadError> {
        if self.moves.len() == self.moves.capacity() {
            let states = self.owners.len() as u64 * BYTES_PER_STATE;
            let needed = states + (self.moves.len() as u64 * 2 + 4) * BYTES_PER_MOVE;
            let allowed = self.limit;
            if needed > allowed {
                return Err(ReadError::graph(None, GraphError::OutOfMemory { needed, allowed }));
            }
        }
        self.moves.push((self.state, to, self.condition.mark(seen)));
        Ok(())
    }

    /// The game with marks on vertices.
    pub(super) fn into_arena(self) -> Result<Arena, ReadError> {
        self.build().map_err(|error| ReadError::graph(None, error))
    }

    fn build(self) -> Result<Arena, GraphError> {
        let states = self.owners.len();
        let mut common: Vec<Option<u64>> = vec![None; states];
        let mut split = Bitmap::new(states);
        for &(from, _, mark) in &self.moves {
            if *common[from as usize].get_or_insert(mark) != mark {
                split.set(from as usize);
            }
        }
        let on_the_way = self.moves.iter().filter(|&&(from, ..)| split.get(from as usize)).count();
        if states + on_the_way > u32::MAX as usize {
            return Err(GraphError::TooManyVertices);
        }
        // Player 1 has to keep the play going: where it ends, whoever is said to move, player 1
        // is the one who cannot.
        let owner = |state: usize| match common[state] {
            Some(_) => self.owners[state],
            None => Player::One,
        };
        let mut owners: Column<Player> = (0..states).map(owner).enumerate().collect();
        // The moves of a split state decide right after it, so that the least priority, or no
        // colour, is as good as none; and where there is no move, no mark matters.
        let mark = |state: usize| match common[state] {
            Some(mark) if !split.get(state) => mark,
            _ => 0,
        };
        let mut marks: Vec<u64> = (0..states).map(mark).collect();
        let mut edges = Vec::with_capacity(self.moves.len() + on_the_way);
        for &(from, to, mark) in &self.moves {
            if split.get(from as usize) {
                let between = marks.len() as Vertex;
                edges.push((from, between));
                edges.push((between, to));
                owners.set(marks.len(), self.owners[from as usize]);
                marks.push(mark);
            } else {
                edges.push((from, to));
            }
        }
        let mut arena = Arena::from(Graph::from_edges(marks.len(), edges)?);
        arena.owners = owners;
        arena.acceptance = self.condition.of_player_zero();
        let marks = marks.into_iter().enumerate();
        match arena.acceptance {
            Some(_) => arena.colors = marks.filter(|&(_, colors)| colors != 0).collect(),
            None => arena.priorities = marks.map(|(vertex, mark)| (vertex, mark as u32)).collect(),
        }
        Ok(arena)
    }
}
