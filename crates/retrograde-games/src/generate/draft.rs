//! Writing an arena vertex by vertex, into memory that was measured and asked for beforehand.

use retrograde_core::memory::Bytes;
use retrograde_core::{
    Arena, Attribute, Control, Graph, Offsets, Player, Progress, Stopped, Vertex, sys,
};

use super::error::GenerateError;
use super::parameter::Values;
use super::size::Size;

/// What a builder has to go by.
pub(super) struct Plan<'a> {
    pub(super) values: &'a Values,
    /// The size announced.
    pub(super) size: Size,
    pub(super) control: &'a Control<'a>,
}

impl<'a> Plan<'a> {
    /// Room for an arena of exactly the size announced.
    pub(super) fn draft(&self) -> Result<Draft<'a>, GenerateError> {
        Draft::new(self.size, self.control)
    }

    /// Room for an arena of exactly so many edges.
    pub(super) fn draft_of(&self, edges: u64) -> Result<Draft<'a>, GenerateError> {
        Draft::new(Size { edges, ..self.size }, self.control)
    }
}

/// Player 0 for even numbers, player 1 for odd ones.
pub(super) fn player(number: u64) -> Player {
    if number.is_multiple_of(2) { Player::Zero } else { Player::One }
}

/// An arena under construction: its rows, and what vertices and edges carry. A column that the
/// family announces has to be filled, in order; the others must be left alone.
pub(super) struct Draft<'a> {
    control: &'a Control<'a>,
    vertices: u64,
    offsets: Offsets,
    moves: Vec<Vertex>,
    pub(super) owners: Vec<Player>,
    pub(super) priorities: Vec<u32>,
    pub(super) targets: Vec<bool>,
    pub(super) weights: Vec<i64>,
    /// Steps since somebody was last asked whether to go on.
    steps: usize,
}

impl<'a> Draft<'a> {
    /// Steps between two looks, of about an edge each: a millisecond or so.
    const LOOK: usize = 1 << 18;

    fn new(size: Size, control: &'a Control<'a>) -> Result<Self, GenerateError> {
        size.check_fits(Bytes(control.room()))?;
        let entries = |attribute: Attribute, count: u64| {
            if size.attributes.contains(&attribute) { count } else { 0 }
        };
        let moves = room(size.edges, size)?;
        let offsets = match u32::try_from(size.edges) {
            Ok(_) => Offsets::Narrow(room_for_rows(size)?.into()),
            Err(_) => Offsets::Wide(room_for_rows(size)?.into()),
        };
        Ok(Draft {
            control,
            vertices: size.vertices,
            offsets,
            moves,
            owners: room(entries(Attribute::Owner, size.vertices), size)?,
            priorities: room(entries(Attribute::Priority, size.vertices), size)?,
            targets: room(entries(Attribute::Target, size.vertices), size)?,
            weights: room(entries(Attribute::Weight, size.edges), size)?,
            steps: 0,
        })
    }

    /// The moves of the next vertex.
    #[inline(always)]
    pub(super) fn row(&mut self, moves: impl IntoIterator<Item = Vertex>) -> Result<(), Stopped> {
        let moves = moves.into_iter();
        let before = self.moves.len();
        // Rows of unknown length are short ones.
        if moves.size_hint().1.is_some_and(|most| most > Self::LOOK) {
            self.long_row(moves)?;
        } else {
            self.moves.extend(moves);
        }
        self.steps(self.moves.len() - before + 1)?;
        match &mut self.offsets {
            // The width was chosen for the number of edges there will be.
            Offsets::Narrow(offsets) => offsets.to_mut().push(self.moves.len() as u32),
            Offsets::Wide(offsets) => offsets.to_mut().push(self.moves.len() as u64),
        }
        Ok(())
    }

    /// Moves in pieces, as a single row may hold most edges. Apart from [`row`](Self::row), which is a
    /// tenth slower if it has to be able to stop in the middle.
    #[cold]
    fn long_row(&mut self, mut moves: impl Iterator<Item = Vertex>) -> Result<(), Stopped> {
        while moves.size_hint().1 != Some(0) {
            self.moves.extend(moves.by_ref().take(Self::LOOK));
            self.look()?;
        }
        Ok(())
    }

    /// The next vertex of a parity arena.
    #[inline(always)]
    pub(super) fn vertex(
        &mut self,
        owner: Player,
        priority: u32,
        moves: impl IntoIterator<Item = Vertex>,
    ) -> Result<(), Stopped> {
        self.owners.push(owner);
        self.priorities.push(priority);
        self.row(moves)
    }

    /// How many edges there are so far.
    pub(super) fn edges(&self) -> usize {
        self.moves.len()
    }

    /// Takes so many steps, and now and then a look whether to go on.
    #[inline(always)]
    pub(super) fn steps(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps += steps;
        if self.steps < Self::LOOK { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.steps = 0;
        self.control.tell(Progress::new("generating", self.offsets.rows() as u64, self.vertices));
        // All memory was asked for at the start: there is none to watch.
        self.control.check()
    }

    pub(super) fn finish(mut self) -> Result<Arena, GenerateError> {
        self.look()?;
        let graph =
            Graph::from_parts(self.offsets, self.moves).expect("generators write valid rows");
        Ok(Arena {
            owners: self.owners.into(),
            priorities: self.priorities.into(),
            targets: self.targets.into(),
            weights: self.weights.into(),
            ..Arena::from(graph)
        })
    }
}

fn room<T>(entries: u64, size: Size) -> Result<Vec<T>, GenerateError> {
    let mut room = Vec::new();
    let reserved = usize::try_from(entries).ok().and_then(|n| room.try_reserve_exact(n).ok());
    reserved.ok_or(GenerateError::OutOfMemory { size })?;
    sys::prefer_huge_pages(room.spare_capacity_mut());
    Ok(room)
}

/// Room for the offsets, with the first of them.
fn room_for_rows<T: From<u8>>(size: Size) -> Result<Vec<T>, GenerateError> {
    let mut offsets = room(size.vertices + 1, size)?;
    offsets.push(T::from(0));
    Ok(offsets)
}
