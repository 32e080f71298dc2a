//! Reading a SciPy sparse matrix: its members, and what is wrong with them.

use std::io::{ErrorKind, Read};

use retrograde_core::{Arena, Column, Control, Graph, GraphError, Offsets, Stopped, Vertex};

use crate::budget::Budget;
use crate::error::{ReadError, ReadFault};
use crate::npz::elements::{Number, for_each_chunk};
use crate::npz::growth::{OffsetRows, grow};
use crate::npz::layout::Layout;
use crate::npz::npy::{Header, Kind};
use crate::places::Places;
use crate::quote::{quote, quote_bytes};
use crate::zip::{Fault, Zip};

/// All members that matrices of any layout have.
const MEMBERS: [&str; 7] =
    ["format.npy", "shape.npy", "indptr.npy", "indices.npy", "row.npy", "col.npy", "data.npy"];

/// Reads a whole file.
pub(crate) fn parse(input: &mut dyn Read, control: &Control<'_>) -> Result<Arena, ReadError> {
    let mut budget = Budget::new(control.room());
    let bytes = read_all(input, &mut budget)?;
    if bytes.is_empty() {
        return Err(ReadError { file: None, place: None, fault: ReadFault::Empty });
    }
    check_magic(&bytes)?;
    let mut reader = Reader::new(&bytes, budget, control)?;
    let layout = reader.layout()?;
    let vertices = reader.shape()?;
    let (offsets, targets, weights) = match layout {
        Layout::Rows => reader.rows(vertices)?,
        Layout::Columns => reader.columns(vertices)?,
        Layout::Coordinates => reader.coordinates(vertices)?,
    };
    drop(reader);
    let graph =
        Graph::from_parts(offsets, targets).map_err(|error| ReadError::graph(None, error))?;
    let mut arena = Arena::from(graph);
    arena.weights = weights;
    Ok(arena)
}

/// A graph and its weights.
pub(crate) type Parts = (Offsets, Vec<Vertex>, Column<i64>);

fn fault(message: impl Into<String>) -> ReadError {
    ReadError::syntax(None, message)
}

/// The input, as a zip archive is read from its end.
fn read_all(input: &mut dyn Read, budget: &mut Budget) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 256 << 10];
    loop {
        match input.read(&mut chunk) {
            Ok(0) => return Ok(bytes),
            Ok(count) => {
                budget.charge(count as u64)?;
                bytes.extend_from_slice(&chunk[..count]);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}

pub(crate) fn check_magic(bytes: &[u8]) -> Result<(), ReadError> {
    if bytes.starts_with(b"PK") {
        return Ok(());
    }
    if bytes.starts_with(b"\x93NUMPY") {
        return Err(fault(
            "this is one array (.npy), not a matrix: save it with scipy.sparse.save_npz(file, scipy.sparse.csr_matrix(A))",
        ));
    }
    let start = quote_bytes(&bytes[..bytes.len().min(8)]);
    Err(fault(format!(
        "the file starts with {start}, not with 'PK' as a zip archive does: save the matrix with scipy.sparse.save_npz"
    )))
}

/// What is wrong with an archive or a member of it, in words of `say`.
fn refused(error: Fault, say: impl FnOnce(String) -> String) -> ReadError {
    match error {
        Fault::Io(error) => fault(say(error.to_string())),
        Fault::Wrong(reason) => fault(say(reason)),
        Fault::Stopped(stopped) => stopped.into(),
    }
}

/// What is wrong with a member: a message that goes on from its name, or an error as it is.
pub(crate) enum Wrong {
    Message(String),
    Error(ReadError),
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Wrong::Message(message)
    }
}

impl From<Stopped> for Wrong {
    fn from(stopped: Stopped) -> Self {
        Wrong::Error(stopped.into())
    }
}

impl From<ReadError> for Wrong {
    fn from(error: ReadError) -> Self {
        Wrong::Error(error)
    }
}

/// What is done with a member once its header is read.
type Use<'r> = dyn FnMut(&mut dyn Read, &Header, &mut Budget) -> Result<(), Wrong> + 'r;

/// What is done with some rows or columns, with how many the member has in all.
type EachPosition<'r> = dyn FnMut(&[Vertex], u64, &mut Budget) -> Result<(), ReadError> + 'r;

/// What is done with some weights.
type EachWeight<'r> = dyn FnMut(&[i64], &mut Budget) -> Result<(), ReadError> + 'r;

pub(crate) struct Reader<'a> {
    pub(crate) control: Control<'a>,
    archive: Zip<'a>,
    pub(crate) budget: Budget,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        bytes: &'a dyn Places,
        budget: Budget,
        control: &Control<'a>,
    ) -> Result<Self, ReadError> {
        let archive = Zip::open(bytes, &MEMBERS, control).map_err(|error| {
            refused(error, |reason| {
                format!("the zip archive is damaged or cut short ({reason}): save or copy it again")
            })
        })?;
        Ok(Reader { control: *control, archive, budget })
    }

    /// Opens a member and reads its header, then hands both to `read`; whether there is such a member.
    fn member(&mut self, name: &str, read: &mut Use<'_>) -> Result<bool, ReadError> {
        let file = self.archive.member(name).map_err(|error| {
            refused(error, |reason| {
                format!("the member {name} cannot be opened ({reason}): save the matrix with scipy.sparse.save_npz")
            })
        })?;
        let Some(mut file) = file else { return Ok(false) };
        let budget = &mut self.budget;
        let result = Header::read(&mut file)
            .map_err(Wrong::from)
            .and_then(|header| read(&mut file, &header, budget));
        match result {
            Ok(()) => Ok(true),
            Err(Wrong::Message(message)) => Err(fault(format!("the member {name} {message}"))),
            Err(Wrong::Error(error)) => Err(error),
        }
    }

    /// As [`member`](Self::member), for one that must be there.
    fn required(&mut self, name: &str, read: &mut Use<'_>) -> Result<(), ReadError> {
        if self.member(name, read)? {
            return Ok(());
        }
        Err(fault(format!(
            "the archive has no member {name}: save the matrix with scipy.sparse.save_npz(file, scipy.sparse.csr_matrix(A))"
        )))
    }

    pub(crate) fn layout(&mut self) -> Result<Layout, ReadError> {
        let mut format = String::new();
        self.required("format.npy", &mut |input, header, _| {
            let is_text = matches!(header.kind, Kind::Bytes | Kind::Unicode);
            if !is_text || !header.shape.is_empty() || header.size > 64 {
                return Err(Wrong::Message("does not hold one short word".to_owned()));
            }
            let mut bytes = vec![0; header.size];
            input.read_exact(&mut bytes).map_err(|error| super::damage(&error))?;
            // Every format has an ASCII name: of four bytes a character, three are zero.
            bytes.retain(|&byte| byte != 0);
            format = String::from_utf8_lossy(&bytes).into_owned();
            Ok(())
        })?;
        Layout::from_name(&format).ok_or_else(|| {
            let format = quote(&format);
            fault(format!(
                "the matrix has the format {format}, and 'csr', 'csc' and 'coo' are read: save A.tocsr()"
            ))
        })
    }

    /// The number of vertices the shape announces.
    pub(crate) fn shape(&mut self) -> Result<u64, ReadError> {
        let control = self.control;
        let mut shape = Vec::new();
        self.required("shape.npy", &mut |input, header, _| {
            let axes = header.length()?;
            if axes != 2 {
                return Err(format!("has {axes} numbers: a matrix has two").into());
            }
            for_each_chunk(input, header, &control, &mut |numbers| {
                shape.extend_from_slice(numbers);
                Ok(())
            })
        })?;
        let (rows, columns) = (shape[0], shape[1]);
        if rows != columns {
            return Err(fault(format!(
                "the matrix is {rows} by {columns}: the matrix of a graph is square, with a row and a column for each vertex"
            )));
        }
        match rows.whole() {
            Some(0) => Err(fault("the matrix is 0 by 0: a graph has at least one vertex")),
            Some(size @ 1..) if size < i64::from(u32::MAX) => Ok(size.unsigned_abs()),
            Some(1..) => Err(ReadError::graph(None, GraphError::TooManyVertices)),
            _ => Err(fault(format!("the matrix is {rows} by {rows}, which is no size"))),
        }
    }

    pub(crate) fn offsets(&mut self, vertices: u64, lines: &str) -> Result<Offsets, ReadError> {
        let control = self.control;
        let mut rows = OffsetRows::default();
        self.required("indptr.npy", &mut |input, header, budget| {
            let length = header.length()?;
            if length != vertices + 1 {
                return Err(format!(
                    "has {length} elements: a matrix of {vertices} {lines} needs {}",
                    vertices + 1
                )
                .into());
            }
            for_each_chunk(input, header, &control, &mut |numbers| {
                rows.grow(numbers.len(), length, budget)?;
                numbers.iter().try_for_each(|&number| rows.push(number)).map_err(Wrong::from)
            })
        })?;
        Ok(rows.finish())
    }

    /// The columns of the entries of all rows, or the other way round.
    pub(crate) fn indices(
        &mut self,
        vertices: u64,
        lines: &str,
        edges: u64,
    ) -> Result<Vec<Vertex>, ReadError> {
        let mut indices = Vec::new();
        let check = |length| Layout::Rows.check_length(length, edges);
        self.positions("indices.npy", vertices, lines, &check, &mut |numbers, _, budget| {
            grow(&mut indices, numbers.len(), edges, budget)?;
            indices.extend_from_slice(numbers);
            Ok(())
        })?;
        Ok(indices)
    }

    /// Hands the rows or columns that a member holds to `each`, in chunks and with their announced
    /// number, once that is checked.
    pub(crate) fn positions(
        &mut self,
        name: &str,
        vertices: u64,
        lines: &str,
        check: &dyn Fn(u64) -> Result<(), String>,
        each: &mut EachPosition<'_>,
    ) -> Result<(), ReadError> {
        let control = self.control;
        self.required(name, &mut |input, header, budget| {
            let length = header.length()?;
            check(length)?;
            let mut before = 0;
            let mut chunk = Vec::new();
            for_each_chunk(input, header, &control, &mut |numbers| {
                chunk.clear();
                for &number in numbers {
                    let Number::Whole(position) = number else { break };
                    if !(0..vertices as i64).contains(&position) {
                        break;
                    }
                    chunk.push(position as Vertex);
                }
                if let Some(number) = numbers.get(chunk.len()) {
                    return Err(format!(
                        "says {number} at {}: {lines} go from 0 to {}",
                        before + chunk.len(),
                        vertices - 1
                    )
                    .into());
                }
                before += chunk.len();
                each(&chunk, length, budget).map_err(Wrong::from)
            })
        })
    }

    /// The weights, of which each goes to the edge that `slot` says.
    pub(crate) fn weights(
        &mut self,
        other: &str,
        edges: u64,
        mut slot: impl FnMut() -> usize,
    ) -> Result<Column<i64>, ReadError> {
        let mut weights = Column::default();
        let mut begun = false;
        self.each_weight(other, edges, &mut |numbers, budget| {
            if !std::mem::replace(&mut begun, true) {
                // They need not come in order, so there may be room for all from the start.
                budget.check(edges.saturating_mul(9))?;
            }
            // A column doubles as it grows.
            budget.charge(numbers.len() as u64 * 17)?;
            numbers.iter().for_each(|&weight| weights.set(slot(), weight));
            Ok(())
        })?;
        Ok(weights)
    }

    /// Hands the weights to `each`, in chunks, in the order in which they are there; whether there are any.
    pub(crate) fn each_weight(
        &mut self,
        other: &str,
        edges: u64,
        each: &mut EachWeight<'_>,
    ) -> Result<bool, ReadError> {
        let control = self.control;
        let mut is_pattern = false;
        let is_there = self.member("data.npy", &mut |input, header, budget| {
            let length = header.length()?;
            if length != edges {
                return Err(format!("has {length} elements, but {other} has {edges}").into());
            }
            is_pattern = header.kind == Kind::Bool;
            let (mut weights, mut before) = (Vec::new(), 0);
            for_each_chunk(input, header, &control, &mut |numbers| {
                if is_pattern {
                    return Ok(());
                }
                weights.clear();
                for &number in numbers {
                    let edge = before + weights.len();
                    let weight = number.whole().ok_or_else(|| {
                        format!(
                            "says {number} at {edge}, and weights are whole numbers between {} and {}: scale them, or drop them with A.data = np.ones(A.nnz, dtype=bool)",
                            i64::MIN,
                            i64::MAX
                        )
                    })?;
                    weights.push(weight);
                }
                before += weights.len();
                each(&weights, budget).map_err(Wrong::from)
            })
        })?;
        Ok(is_there && !is_pattern)
    }
}
