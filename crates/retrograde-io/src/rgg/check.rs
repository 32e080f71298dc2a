//! Every byte of a file, and what belongs together.

use std::io;

use retrograde_core::{Control, RowError, RowSource, Vertex};

use crate::error::ReadError;
use crate::rgg::file::{RggFile, fault};
use crate::rgg::layout::damaged;
use crate::rgg::rows::RggRows;

impl RggFile {
    /// Looks at every byte: that all pieces have their checksums, that rows and names make sense, that
    /// verdicts are on vertices without moves, and that the moves turned around are those that there are,
    /// each row of them in ascending order. (The last is shown by a sum over all moves, which other moves
    /// have by chance alone: by one in 2⁶⁴.)
    ///
    /// # Errors
    /// The first thing that is wrong; it was stopped.
    ///
    /// # Complexity
    /// O(V + E) time; a buffer, and the names, attributes of vertices and whatever else is not rows.
    pub fn check(&self, control: &Control<'_>) -> Result<(), ReadError> {
        self.check_all(control).map_err(|error| self.named(error))
    }

    fn check_all(&self, control: &Control<'_>) -> Result<(), ReadError> {
        let store = self.store();
        let mut buffer = Vec::new();
        for section in &store.directory.sections {
            for piece in 0..section.pieces() {
                control.check()?;
                store.check_again(section, piece, &mut buffer).map_err(fault)?;
            }
        }
        let there = sum(&self.forward(), false, control).map_err(row_fault)?;
        let back = sum(&self.reverse(), true, control).map_err(row_fault)?;
        if there != back {
            let message = "the moves turned around are others than the moves: make the file again";
            return Err(fault(damaged(message)));
        }
        let names = self.names(control)?;
        let index = names.index();
        let mut pace = control.pace();
        for vertex in 0..names.len() as Vertex {
            pace.steps(1)?;
            if index.find(&names.get(vertex)) != Some(vertex) {
                return Err(fault(damaged("two vertices have the same name: make the file again")));
            }
        }
        self.check_said(control)
    }
}

fn row_fault(error: RowError) -> ReadError {
    match error {
        RowError::Stopped(stopped) => stopped.into(),
        RowError::Io(error) => fault(error),
        other => fault(io::Error::other(other)),
    }
}

/// A sum over all edges that does not depend on their order.
fn sum(rows: &RggRows<'_>, turned: bool, control: &Control<'_>) -> Result<u64, RowError> {
    let (mut sum, mut edges, mut pace) = (0_u64, 0, control.pace());
    let mut last: Option<(Vertex, Vertex)> = None;
    rows.read_rows(0..rows.vertex_count(), &mut |vertex, row| {
        pace.steps(1 + row.len())?;
        for &other in row {
            let edge = if turned { (other, vertex) } else { (vertex, other) };
            sum = sum.wrapping_add(mixed(u64::from(edge.0) << 32 | u64::from(edge.1)));
            if turned && last.is_some_and(|(row, before)| row == vertex && before > other) {
                let message = "the moves turned around are not in order: make the file again";
                return Err(damaged(message).into());
            }
            last = Some((vertex, other));
        }
        edges += row.len() as u64;
        Ok(())
    })?;
    match edges == rows.edge_count() {
        true => Ok(sum),
        false => Err(damaged("there are more moves than rows have: make the file again").into()),
    }
}

/// A number that looks random (the mixer of S. Vigna's splitmix64).
fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
