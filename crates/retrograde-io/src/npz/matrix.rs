//! Making a graph of the members of a matrix, for each layout.

use retrograde_core::Vertex;

use crate::error::ReadError;
use crate::npz::growth::grow;
use crate::npz::layout::{Layout, Sorting};
use crate::npz::reader::{Parts, Reader};

impl Reader<'_> {
    /// A matrix row by row.
    pub(crate) fn rows(&mut self, vertices: u64) -> Result<Parts, ReadError> {
        let offsets = self.offsets(vertices, "rows")?;
        let edges = offsets.get(offsets.rows());
        let targets = self.indices(vertices, "columns", edges)?;
        let mut edge = 0;
        let weights = self.weights("indices.npy", edges, || {
            edge += 1;
            edge - 1
        })?;
        Ok((offsets, targets, weights))
    }

    /// A matrix column by column.
    pub(crate) fn columns(&mut self, vertices: u64) -> Result<Parts, ReadError> {
        let control = self.control;
        let columns = self.offsets(vertices, "columns")?;
        let edges = columns.get(columns.rows());
        let rows = self.indices(vertices, "rows", edges)?;
        let mut sorting = Sorting::new(rows, vertices, &mut self.budget, &control)?;
        self.budget.charge(edges * size_of::<Vertex>() as u64)?;
        let targets = sorting.columns(&columns, &control)?;
        self.sorted("indices.npy", sorting, targets)
    }

    /// A matrix entry by entry.
    pub(crate) fn coordinates(&mut self, vertices: u64) -> Result<Parts, ReadError> {
        let control = self.control;
        let mut rows = Vec::new();
        self.positions(
            "row.npy",
            vertices,
            "rows",
            &|_| Ok(()),
            &mut |numbers, announced, budget| {
                grow(&mut rows, numbers.len(), announced, budget)?;
                rows.extend_from_slice(numbers);
                Ok(())
            },
        )?;
        let edges = rows.len() as u64;
        let mut sorting = Sorting::new(rows, vertices, &mut self.budget, &control)?;
        self.budget.charge(edges * size_of::<Vertex>() as u64)?;
        let mut targets = vec![0; edges as usize];
        let check = |length| Layout::Coordinates.check_length(length, edges);
        self.positions("col.npy", vertices, "columns", &check, &mut |numbers, _, _| {
            numbers.iter().for_each(|&column| targets[sorting.next_slot()] = column);
            Ok(())
        })?;
        self.sorted("row.npy", sorting, targets)
    }

    /// Reads the weights of entries that are sorted.
    fn sorted(
        &mut self,
        other: &str,
        mut sorting: Sorting,
        targets: Vec<Vertex>,
    ) -> Result<Parts, ReadError> {
        sorting.restart();
        let weights = self.weights(other, targets.len() as u64, || sorting.next_slot())?;
        Ok((sorting.finish(), targets, weights))
    }
}
