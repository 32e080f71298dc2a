//! The layouts of sparse matrices, and sorting the entries of those that do not go by rows.

use retrograde_core::{Control, Offsets, Stopped, Vertex};

use crate::budget::Budget;
use crate::error::ReadError;

/// How a matrix is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Row by row: `indptr` says where each begins, `indices` are columns.
    Rows,
    /// Column by column: `indptr` says where each begins, `indices` are rows.
    Columns,
    /// Entry by entry, in any order: `row` and `col`.
    Coordinates,
}

impl Layout {
    /// The layout that SciPy calls by this name, if it is one that is read.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        match name {
            "csr" => Some(Layout::Rows),
            "csc" => Some(Layout::Columns),
            "coo" => Some(Layout::Coordinates),
            _ => None,
        }
    }

    /// Refuses a member with another number of positions than there are edges.
    pub(crate) fn check_length(self, length: u64, edges: u64) -> Result<(), String> {
        if length == edges {
            return Ok(());
        }
        Err(match self {
            Layout::Rows | Layout::Columns => format!(
                "has {length} elements, but indptr.npy ends at {edges}: call A.prune() before saving it"
            ),
            Layout::Coordinates => format!("has {length} elements, but row.npy has {edges}"),
        })
    }
}

/// Sorts entries by row, and within a row leaves them in the order of the file.
pub(crate) struct Sorting {
    /// The row of each entry, in the order of the file.
    rows: Vec<Vertex>,
    starts: Offsets,
    /// Where the next entry of each row goes.
    next: Offsets,
    entry: usize,
}

impl Sorting {
    /// Counts the entries of each of `vertices` rows; all of `rows` are below that.
    pub(crate) fn new(
        rows: Vec<Vertex>,
        vertices: u64,
        budget: &mut Budget,
        control: &Control<'_>,
    ) -> Result<Self, ReadError> {
        let edges = rows.len() as u64;
        let bytes_per_row = if edges <= u64::from(u32::MAX) { 4 } else { 8 };
        // Both tables of offsets; the targets come later.
        budget.charge(2 * bytes_per_row * (vertices + 1))?;
        let mut starts = Offsets::zeroed(vertices as usize, edges);
        let mut pace = control.pace();
        for &row in &rows {
            let index = row as usize + 1;
            starts.set(index, starts.get(index) + 1);
            pace.steps(1)?;
        }
        let mut total = 0;
        for index in 1..=vertices as usize {
            total += starts.get(index);
            starts.set(index, total);
            pace.steps(1)?;
        }
        let next = starts.clone();
        Ok(Sorting { rows, starts, next, entry: 0 })
    }

    /// Where the next entry of the file goes.
    #[inline]
    pub(crate) fn next_slot(&mut self) -> usize {
        let row = self.rows[self.entry] as usize;
        self.entry += 1;
        let slot = self.next.get(row);
        self.next.set(row, slot + 1);
        slot as usize
    }

    /// Goes back to the first entry.
    pub(crate) fn restart(&mut self) {
        self.next.clone_from(&self.starts);
        self.entry = 0;
    }

    /// Where each row begins.
    pub(crate) fn finish(self) -> Offsets {
        self.starts
    }

    /// The targets of entries that lie column by column.
    pub(crate) fn columns(
        &mut self,
        columns: &Offsets,
        control: &Control<'_>,
    ) -> Result<Vec<Vertex>, Stopped> {
        let mut targets = vec![0; self.rows.len()];
        let mut pace = control.pace();
        for column in 0..columns.rows() {
            for _ in columns.get(column)..columns.get(column + 1) {
                targets[self.next_slot()] = column as Vertex;
                pace.steps(1)?;
            }
            pace.steps(1)?;
        }
        Ok(targets)
    }
}
