//! The moves of a game with marks on its moves, on their way to marks on vertices.

use retrograde_core::{Arena, ArenaBuilder, Bitmap, Colors, Control, GraphError, Player, Vertex};

use super::condition::{Condition, Seen};
use crate::error::ReadError;

/// What a vertex takes: its owner and its mark, here and with the builder, and how both lists grow.
const BYTES_PER_VERTEX: u64 = 64;

/// What a move takes as long as its state is read, and how that list grows.
const BYTES_PER_MOVE: u64 = 48;

/// All states so far, of which one is being read. Moves go to the builder state by state, so that they need
/// not be in memory.
pub(super) struct Moves {
    builder: ArenaBuilder,
    condition: Condition,
    listed: Bitmap,
    /// The state whose moves are being read, and those moves: where each leads, and its mark.
    state: Option<Vertex>,
    row: Vec<(Vertex, u64)>,
    /// Of each state, and then of each vertex on the way.
    owners: Vec<Player>,
    marks: Vec<u64>,
    limit: u64,
}

impl Moves {
    pub(super) fn new(
        owners: Vec<Player>,
        condition: Condition,
        builder: ArenaBuilder,
        limit: u64,
    ) -> Self {
        Moves {
            builder,
            condition,
            listed: Bitmap::new(owners.len()),
            state: None,
            row: Vec::new(),
            marks: vec![0; owners.len()],
            owners,
            limit,
        }
    }

    pub(super) fn states(&self) -> u32 {
        self.listed.len() as u32
    }

    pub(super) fn condition(&self) -> &Condition {
        &self.condition
    }

    /// Starts a state; says whether it is new.
    pub(super) fn begin(&mut self, state: Vertex) -> Result<bool, ReadError> {
        self.end()?;
        let new = !self.listed.get(state as usize);
        self.listed.set(state as usize);
        self.state = Some(state);
        Ok(new)
    }

    /// The first state that was never begun.
    pub(super) fn unlisted(&self) -> Option<usize> {
        (0..self.listed.len()).find(|&state| !self.listed.get(state))
    }

    /// Adds a move of the state begun last.
    pub(super) fn add(&mut self, to: Vertex, seen: Seen) -> Result<(), ReadError> {
        if self.row.len() == self.row.capacity() {
            self.check_memory()?;
        }
        self.row.push((to, self.condition.mark(seen)));
        Ok(())
    }

    fn check_memory(&self) -> Result<(), ReadError> {
        let vertices = self.marks.len() as u64 * BYTES_PER_VERTEX;
        let needed = vertices + (self.row.len() as u64 + 4) * BYTES_PER_MOVE;
        let allowed = self.limit;
        match needed > allowed {
            true => Err(ReadError::graph(None, GraphError::OutOfMemory { needed, allowed })),
            false => Ok(()),
        }
    }

    /// Hands on the moves of the state begun last, which is split where their marks differ.
    fn end(&mut self) -> Result<(), ReadError> {
        let Some(state) = self.state.take() else { return Ok(()) };
        let row = std::mem::take(&mut self.row);
        let handed = self.hand_on(state, &row);
        self.row = row;
        self.row.clear();
        handed.map_err(|error| ReadError::graph(None, error))?;
        self.check_memory()
    }

    fn hand_on(&mut self, state: Vertex, row: &[(Vertex, u64)]) -> Result<(), GraphError> {
        let Some(&(_, common)) = row.first() else {
            // Player 1 has to keep the play going: where it ends, whoever is said to move, player 1
            // is the one who cannot.
            self.owners[state as usize] = Player::One;
            return Ok(());
        };
        if row.iter().all(|&(_, mark)| mark == common) {
            self.marks[state as usize] = common;
            return row.iter().try_for_each(|&(to, _)| self.builder.early_edge(state, to));
        }
        // The moves of a split state decide right after it, so that the least priority, or no
        // colour, is as good as none; and where there is no move, no mark matters.
        let owner = self.owners[state as usize];
        for &(to, mark) in row {
            if self.marks.len() >= u32::MAX as usize {
                return Err(GraphError::TooManyVertices);
            }
            let between = self.marks.len() as Vertex;
            self.builder.early_edge(state, between)?;
            self.builder.early_edge(between, to)?;
            self.owners.push(owner);
            self.marks.push(mark);
        }
        Ok(())
    }

    /// The game with marks on vertices.
    pub(super) fn into_arena(mut self, control: &Control<'_>) -> Result<Arena, ReadError> {
        self.end()?;
        let acceptance = self.condition.of_player_zero();
        let mut pace = control.pace();
        for (vertex, (&owner, &mark)) in (0..).zip(self.owners.iter().zip(&self.marks)) {
            pace.steps(1)?;
            let mut say = || {
                self.builder.numbered_vertex(vertex.into())?;
                self.builder.set_owner(vertex, owner)?;
                match acceptance {
                    Some(_) if mark == 0 => Ok(()),
                    Some(_) => self.builder.set_colors(vertex, Colors(mark)),
                    None => self.builder.set_priority(vertex, mark as u32),
                }
            };
            say().map_err(|error| ReadError::graph(None, error))?;
        }
        (self.owners, self.marks) = (Vec::new(), Vec::new());
        let mut arena = self.builder.finish().map_err(|error| ReadError::graph(None, error))?;
        arena.acceptance = acceptance;
        Ok(arena)
    }
}
