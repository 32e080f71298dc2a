//! The entries of a game on their way to becoming an arena.

use retrograde_core::{
    Arena, ArenaBuilder, Bitmap, Column, Control, Graph, GraphError, Offsets, Player, Vertex,
};

use crate::error::{ReadError, ReadFault};
use crate::spot::Spot;

use super::{Number, missing};

/// What an entry costs: its priority, its owner, its offset, and two bits that say they are there.
const BYTES_PER_ENTRY: u64 = 10;

/// All entries so far, in the order of the file. Nothing is sized by the header or by an
/// identifier: memory follows the entries that are really there.
pub(super) struct Entries {
    /// The identifier of each entry and where it stands, unless they are 0, 1, 2, … in order.
    identifiers: Option<Vec<(Vertex, Spot)>>,
    priorities: Column<u32>,
    owners: Column<Player>,
    /// How many successors each entry has.
    degrees: Vec<u32>,
    successors: Vec<Vertex>,
    /// Where the moves go instead, if somebody else takes them.
    elsewhere: Option<ArenaBuilder>,
    /// The vertex of the entry begun last.
    vertex: Vertex,
    /// The largest of the successors.
    largest: Option<Number>,
    memory_limit: u64,
}

impl Entries {
    /// Moves are handed to the builder if it hands them on, and are kept here otherwise.
    pub(super) fn new(builder: ArenaBuilder, control: &Control<'_>) -> Self {
        Entries {
            identifiers: None,
            priorities: Column::default(),
            owners: Column::default(),
            degrees: Vec::new(),
            successors: Vec::new(),
            elsewhere: Some(builder).filter(ArenaBuilder::has_store),
            vertex: 0,
            largest: None,
            memory_limit: control.room(),
        }
    }

    /// Starts an entry.
    #[inline]
    pub(super) fn begin(
        &mut self,
        identifier: Number,
        priority: u32,
        owner: Player,
    ) -> Result<(), ReadError> {
        let entry = self.degrees.len();
        if self.identifiers.is_some() || identifier.value != entry as u64 {
            self.identify(identifier)?;
        }
        if entry == self.degrees.capacity() {
            // The arrays are about to double, with the old halves alive while they are copied.
            self.check_memory(entry as u64 * 2 * BYTES_PER_ENTRY + 64)?;
        }
        self.priorities.set(entry, priority);
        self.owners.set(entry, owner);
        self.degrees.push(0);
        self.vertex = identifier.value as Vertex;
        Ok(())
    }

    /// Adds a successor to the entry begun last.
    #[inline]
    pub(super) fn successor(&mut self, successor: Number) -> Result<(), ReadError> {
        if self.largest.is_none_or(|largest| largest.value < successor.value) {
            self.largest = Some(successor);
        }
        let to = successor.value as Vertex;
        match &mut self.elsewhere {
            Some(builder) => builder
                .early_edge(self.vertex, to)
                .map_err(|error| ReadError::graph(successor.place, error))?,
            None => {
                if self.successors.len() == self.successors.capacity() {
                    self.check_memory(self.successors.len() as u64 * 8 + 64)?;
                }
                self.successors.push(to);
            }
        }
        let entry = self.degrees.len().saturating_sub(1);
        if let Some(degree) = self.degrees.last_mut() {
            *degree = degree.checked_add(1).ok_or_else(|| {
                let error = GraphError::TooManyMoves { vertex: entry as Vertex };
                ReadError::graph(successor.place, error)
            })?;
        }
        Ok(())
    }

    /// Notes the identifier of an entry that is not the next in order, or comes after such a one.
    #[cold]
    fn identify(&mut self, identifier: Number) -> Result<(), ReadError> {
        let entry = self.degrees.len();
        if self.identifiers.is_none() {
            if identifier.value < entry as u64 {
                return Err(twice(identifier.value, Spot::new(identifier.place)));
            }
            self.check_memory(entry as u64 * 12)?;
            let in_order = (0..entry as Vertex).map(|vertex| (vertex, Spot::default()));
            self.identifiers = Some(in_order.collect());
        }
        let identifiers = self.identifiers.as_ref().map_or(0, Vec::capacity);
        if identifiers == entry {
            self.check_memory(entry as u64 * 24 + 64)?;
        }
        if let Some(identifiers) = &mut self.identifiers {
            identifiers.push((identifier.value as Vertex, Spot::new(identifier.place)));
        }
        Ok(())
    }

    #[cold]
    fn check_memory(&self, more: u64) -> Result<(), ReadError> {
        let needed = self.successors.capacity() as u64 * 4
            + self.degrees.capacity() as u64 * 4
            + self.priorities.heap_bytes()
            + self.owners.heap_bytes()
            + self.identifiers.as_ref().map_or(0, |all| all.capacity() as u64 * 12)
            + more;
        if needed > self.memory_limit {
            let allowed = self.memory_limit;
            return Err(ReadError::graph(None, GraphError::OutOfMemory { needed, allowed }));
        }
        Ok(())
    }

    /// The game, if every vertex up to the number in the header has one entry.
    pub(super) fn into_arena(
        self,
        announced: Option<Number>,
        start: Option<Number>,
    ) -> Result<Arena, ReadError> {
        let count = self.degrees.len();
        if count == 0 {
            return Err(ReadFault::Empty.into());
        }
        let places = self.identifiers.as_deref().map(places).transpose()?;
        if let Some(header) = announced
            && header.value > count as u64
        {
            let why = format!(
                "the header says 'parity {}' and the file has {count} entries; correct the header or add what is missing",
                header.value
            );
            return Err(missing(header.place, count as u64, &why));
        }
        for (what, number) in [("a successor", self.largest), ("the start", start)] {
            if let Some(number) = number.filter(|number| number.value >= count as u64) {
                let why = format!("it is {what} here, but the last vertex is {}", count - 1);
                return Err(missing(number.place, number.value, &why));
            }
        }
        let (vertices, edges) = (count as u64, self.successors.len() as u64);
        let reordered =
            if places.is_some() { vertices * (8 + BYTES_PER_ENTRY) + edges * 4 } else { 0 };
        self.check_memory(vertices * 4 + reordered)?;
        self.build(places).map_err(|error| ReadError::graph(None, error))
    }

    /// The arena; `places` says which entry each vertex has, unless they are in order.
    fn build(mut self, places: Option<Vec<u32>>) -> Result<Arena, GraphError> {
        let count = self.degrees.len();
        if let Some(builder) = self.elsewhere.take() {
            builder.finish()?;
            self.degrees.fill(0);
        }
        let mut ends = Offsets::zeroed(count, self.successors.len() as u64);
        sums(&mut ends, self.degrees.iter().copied());
        let Some(places) = places else {
            let mut arena = Arena::from(Graph::from_parts(ends, self.successors)?);
            (arena.priorities, arena.owners) = (self.priorities, self.owners);
            return Ok(arena);
        };
        let mut offsets = Offsets::zeroed(count, self.successors.len() as u64);
        sums(&mut offsets, places.iter().map(|&entry| self.degrees[entry as usize]));
        let mut targets = Vec::with_capacity(self.successors.len());
        for &entry in &places {
            let row = ends.get(entry as usize) as usize..ends.get(entry as usize + 1) as usize;
            targets.extend_from_slice(&self.successors[row]);
        }
        let moves = || places.iter().enumerate().map(|(vertex, &entry)| (vertex, entry as usize));
        let mut arena = Arena::from(Graph::from_parts(offsets, targets)?);
        arena.priorities = self.priorities.permuted(moves());
        arena.owners = self.owners.permuted(moves());
        Ok(arena)
    }
}

/// Fills in where each row ends.
fn sums(offsets: &mut Offsets, degrees: impl Iterator<Item = u32>) {
    let mut sum = 0;
    for (row, degree) in degrees.enumerate() {
        sum += u64::from(degree);
        offsets.set(row + 1, sum);
    }
}

/// Which entry each vertex has, if they all have one and none has two.
fn places(identifiers: &[(Vertex, Spot)]) -> Result<Vec<u32>, ReadError> {
    let count = identifiers.len();
    let mut seen = Bitmap::new(count);
    let mut places = vec![0; count];
    let mut beyond = Vec::new();
    for (entry, &(identifier, spot)) in identifiers.iter().enumerate() {
        if identifier as usize >= count {
            beyond.push((identifier, entry));
        } else if seen.get(identifier as usize) {
            return Err(twice(u64::from(identifier), spot));
        } else {
            seen.set(identifier as usize);
            places[identifier as usize] = entry as u32;
        }
    }
    beyond.sort_unstable();
    if let Some(pair) = beyond.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(twice(u64::from(pair[1].0), identifiers[pair[1].1].1));
    }
    // Fewer entries than identifiers below them: one of those is missing.
    let Some(gap) = (0..count).find(|&vertex| !seen.get(vertex)) else { return Ok(places) };
    let after = identifiers.iter().find(|&&(identifier, _)| identifier as usize > gap);
    let (next, place) = after.map_or((0, None), |&(next, spot)| (next, spot.place()));
    let why = format!("there is one of {next} here, and identifiers have no gaps");
    Err(missing(place, gap as u64, &why))
}

#[cold]
fn twice(vertex: u64, spot: Spot) -> ReadError {
    let message = format!("a second entry of vertex {vertex}: keep one of them");
    ReadError::syntax(spot.place(), message)
}
