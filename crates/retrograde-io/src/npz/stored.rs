//! A matrix whose entries are handed on as they are read: neither the archive nor its entries are in memory.
//!
//! A zip archive is read from its end, and rows, columns and weights are members of their own, so that what
//! is read first is put aside in files until what belongs to it is read.

use std::io::{self, Read};
use std::path::Path;

use bytemuck::Pod;
use retrograde_core::{Arena, ArenaBuilder, Control, Graph, Vertex};

use crate::budget::Budget;
use crate::error::{ReadError, ReadFault};
use crate::npz::layout::Layout;
use crate::npz::reader::{Reader, check_magic};
use crate::rgg::Temporary;

/// As [`read`](super::read), with all moves handed on by the builder.
pub(crate) fn read_stored(
    input: &mut dyn Read,
    mut builder: ArenaBuilder,
    scratch: &Path,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let file = copied(input, scratch, control)?;
    let mut reader = Reader::new(&file, Budget::new(control.room()), control)?;
    let layout = reader.layout()?;
    let vertices = reader.shape()?;
    let lines = if layout == Layout::Rows { "rows" } else { "columns" };
    // Where the lines of the matrix begin, or the row of each entry.
    let (offsets, mut rows, edges) = match layout {
        Layout::Rows | Layout::Columns => {
            let offsets = reader.offsets(vertices, lines)?;
            let edges = offsets.get(offsets.rows());
            (Some(offsets), None, edges)
        }
        Layout::Coordinates => {
            let mut rows = Temporary::new(scratch)?;
            reader.positions("row.npy", vertices, "rows", &|_| Ok(()), &mut |numbers, _, _| {
                Ok(rows.write(numbers)?)
            })?;
            let edges = rows.length() / size_of::<Vertex>() as u64;
            (None, Some(Items::new(rows)), edges)
        }
    };
    let (name, other, crossing) = match layout {
        Layout::Rows => ("indices.npy", "indices.npy", "columns"),
        Layout::Columns => ("indices.npy", "indices.npy", "rows"),
        Layout::Coordinates => ("col.npy", "row.npy", "columns"),
    };
    let mut weights = Temporary::new(scratch)?;
    let weighted =
        reader.each_weight(other, edges, &mut |numbers, _| Ok(weights.write(numbers)?))?;
    let mut weights = weighted.then(|| Items::new(weights));
    let (mut line, mut entry) = (0, 0_u64);
    let check = |length: u64| layout.check_length(length, edges);
    reader.positions(name, vertices, crossing, &check, &mut |numbers, _, _| {
        for &other in numbers {
            if let Some(offsets) = &offsets {
                while offsets.get(line + 1) <= entry {
                    line += 1;
                }
            }
            let (from, to) = match (layout, &mut rows) {
                (Layout::Coordinates, Some(rows)) => (rows.next()?, other),
                (Layout::Columns, _) => (other, line as Vertex),
                _ => (line as Vertex, other),
            };
            let added = builder.early_edge(from, to);
            added.map_err(|error| ReadError::graph(None, error))?;
            if let Some(weights) = &mut weights {
                builder.set_last_weight(weights.next()?);
            }
            entry += 1;
        }
        Ok(())
    })?;
    reader.budget.check(vertices * 8)?;
    let graph = builder.finish().and_then(|_| Graph::from_edges(vertices as usize, []));
    Ok(Arena::from(graph.map_err(|error| ReadError::graph(None, error))?))
}

/// The input in a file, as a zip archive is read from its end.
fn copied(
    input: &mut dyn Read,
    scratch: &Path,
    control: &Control<'_>,
) -> Result<Temporary, ReadError> {
    let mut file = Temporary::new(scratch)?;
    let mut chunk = vec![0; 256 << 10];
    loop {
        control.check()?;
        match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => {
                if file.length() == 0 {
                    check_magic(&chunk[..count])?;
                }
                file.write(&chunk[..count])?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    match file.length() {
        0 => Err(ReadFault::Empty.into()),
        _ => Ok(file),
    }
}

/// Numbers that were put aside, one after the other.
struct Items<T> {
    file: Temporary,
    at: u64,
    some: Vec<T>,
    next: usize,
}

impl<T: Pod> Items<T> {
    fn new(file: Temporary) -> Self {
        Items { file, at: 0, some: Vec::new(), next: 0 }
    }

    fn next(&mut self) -> io::Result<T> {
        const TOGETHER: u64 = 1 << 15;
        if self.next == self.some.len() {
            let left = (self.file.length() - self.at) / size_of::<T>() as u64;
            self.some.resize(left.min(TOGETHER) as usize, T::zeroed());
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut self.some);
            self.file.read_at(self.at, bytes)?;
            self.at += bytes.len() as u64;
            self.next = 0;
        }
        let item = self.some.get(self.next).copied().ok_or(io::ErrorKind::UnexpectedEof)?;
        self.next += 1;
        Ok(item)
    }
}
