//! Shares of the answer to a list of edges, put in the order of the list.

use std::io::Write;
use std::path::Path;

use retrograde_core::{Control, Outcome, Vertex};
use retrograde_link::ClusterError;

use super::{Rows, shares};
use crate::cell::{Cell, Kind};
use crate::list::Reader;

/// What a row says of a vertex: outcome and distance as in a cell, and where it moves, if anywhere.
/// Nothing is said by a cell without a position, and what has been written is tied.
#[derive(Clone, Copy, Default)]
struct Said {
    cell: u32,
    to: Option<std::num::NonZeroU32>,
}

/// Writes the rows of all shares of a folder in the order in which a list of edges has its vertices. Says
/// how many there are. Takes eight bytes for each number up to the largest. The shares are of the answer that
/// is `wanted`: [`identity`](crate::EdgeList::identity) says which, and `None` takes any.
///
/// # Errors
/// A share is missing or not as it should be; the shares are not of the list; a file failed; there is not
/// enough memory; it was stopped.
pub fn list(
    folder: &Path,
    wanted: Option<u64>,
    list: &Path,
    out: &mut dyn Write,
    control: &Control<'_>,
) -> Result<u64, ClusterError> {
    let mut pace = control.pace();
    let (mut said, mut rows): (Vec<Said>, u64) = (Vec::new(), 0);
    for (number, share) in shares(folder, "csv", wanted)?.into_iter().enumerate() {
        let mut share = Rows::open(share)?;
        if number == 0 {
            out.write_all(share.header.as_bytes()).map_err(ClusterError::Output)?;
        }
        while let Some(vertex) = share.vertex {
            pace.steps(1)?;
            let vertex = Vertex::try_from(vertex).map_err(|_| share.wrong())? as usize;
            if vertex >= said.len() {
                let (needed, available) = (8 * (vertex as u64 + 1), control.room());
                if needed > available {
                    return Err(ClusterError::Memory { processes: 1, needed, available });
                }
                said.resize(vertex + 1, Said::default());
            }
            let row = parse(share.line.trim_end()).filter(|_| said[vertex].cell == 0);
            said[vertex] = row.ok_or_else(|| share.wrong())?;
            rows += 1;
            share.advance()?;
        }
    }
    let other = || {
        let (folder, list) = (folder.display(), list.display());
        ClusterError::Input(format!("{folder}: the shares there are not of {list}"))
    };
    let written = <u32 as Cell>::new(Kind::Tied, 0);
    let (mut reader, mut left) = (Reader::open(list, 0, 1)?, rows);
    while let Some(line) = reader.next()? {
        pace.steps(1)?;
        for vertex in line.map_or([None; 2], |line| line.vertices().map(Some)).into_iter().flatten()
        {
            let said = said.get_mut(vertex as usize).filter(|said| said.cell != 0);
            let said = said.ok_or_else(other)?;
            if said.cell == written {
                continue;
            }
            let (kind, number) = said.cell.parts();
            let distance = number.saturating_sub(1);
            let row = match kind {
                Kind::Won => write!(out, "{vertex},{},{distance},", Outcome::Win),
                Kind::Lost => write!(out, "{vertex},{},{distance},", Outcome::Lose),
                _ => write!(out, "{vertex},{},,", Outcome::Draw),
            };
            let ended = match said.to {
                Some(to) => row.and_then(|()| writeln!(out, "{}", to.get() - 1)),
                None => row.and_then(|()| writeln!(out)),
            };
            ended.map_err(ClusterError::Output)?;
            (said.cell, left) = (written, left - 1);
        }
    }
    if left == 0 { Ok(rows) } else { Err(other()) }
}

/// What a row of a share says.
fn parse(row: &str) -> Option<Said> {
    let mut cells = row.split(',').skip(1);
    let (outcome, distance, to) = (cells.next()?, cells.next()?, cells.next()?);
    let number = || distance.parse().ok().filter(|&distance: &u32| distance < u32::MOST);
    let cell = match outcome {
        "win" => Cell::new(Kind::Won, number()? + 1),
        "lose" => Cell::new(Kind::Lost, number()? + 1),
        "draw" if distance.is_empty() => Cell::new(Kind::Open, 0),
        _ => return None,
    };
    let to = match to {
        "" => None,
        to => Some(to.parse::<u32>().ok()?.checked_add(1)?.try_into().ok()?),
    };
    cells.next().is_none().then_some(Said { cell, to })
}
