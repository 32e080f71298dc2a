//! Reading a solution from CSV.

use std::io::Read;

use retrograde_core::{Names, OutcomeSolution};

use crate::error::{Place, ReadError, ReadFault};

use super::cells::{Cells, Rows};
use super::fault::SolutionFault;
use super::gather::{Field, Gather, Part, Row};

/// Which field of a row holds what.
struct Columns {
    count: usize,
    vertex: usize,
    outcome: usize,
    distance: usize,
    to: Option<usize>,
}

pub(super) fn read(input: &mut dyn Read, names: &Names) -> Result<OutcomeSolution, ReadError> {
    let mut rows = Rows::new(input);
    let mut cells = Cells::default();
    if !rows.next(&mut cells)? {
        return Err(ReadFault::Solution(SolutionFault::Empty).into());
    }
    let columns = header(&cells)?;
    let mut gather = Gather::new(names);
    while rows.next(&mut cells)? {
        if cells.len() != columns.count {
            let (found, expected) = (cells.len(), columns.count);
            return Err(ReadError::syntax(
                cells.place(expected),
                format!("the row has {found} fields and the header {expected}"),
            ));
        }
        let filled = |index| (!cells.is_blank(index)).then(|| cells.text(index)).transpose();
        let row = Row {
            vertex: cells.text(columns.vertex)?,
            outcome: cells.text(columns.outcome)?,
            distance: filled(columns.distance)?,
            to: match columns.to {
                Some(index) => Field::Present(filled(index)?),
                None => Field::Absent,
            },
        };
        gather.add(&row).map_err(|(part, fault)| {
            let index = match part {
                Part::Vertex => columns.vertex,
                Part::Outcome => columns.outcome,
                Part::Distance => columns.distance,
                Part::Move => columns.to.unwrap_or(columns.vertex),
            };
            fault.at(cells.place(index))
        })?;
    }
    gather.finish().map_err(|fault| fault.at(Place::line(rows.line())))
}

fn header(cells: &Cells) -> Result<Columns, ReadError> {
    const KNOWN: [&str; 4] = ["vertex", "outcome", "distance", "move"];
    let mut found = [None; 4];
    for index in 0..cells.len() {
        let name = cells.text(index)?;
        let known = KNOWN.iter().position(|known| *known == name);
        match known.map(|known| &mut found[known]) {
            Some(slot @ None) => *slot = Some(index),
            Some(Some(_)) => {
                let message = format!("a second column '{name}': keep one of them");
                return Err(ReadError::syntax(cells.place(index), message));
            }
            None => {
                return Err(SolutionFault::Header { found: name.to_owned() }.at(cells.place(index)));
            }
        }
    }
    let missing = |column| SolutionFault::NoColumn { column }.at(cells.place(0));
    let [vertex, outcome, distance, to] = found;
    Ok(Columns {
        count: cells.len(),
        vertex: vertex.ok_or_else(|| missing("vertex"))?,
        outcome: outcome.ok_or_else(|| missing("outcome"))?,
        distance: distance.ok_or_else(|| SolutionFault::NoDistances.at(cells.place(0)))?,
        to,
    })
}
