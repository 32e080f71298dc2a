//! The banner and the line of sizes of a Matrix Market file.

use crate::error::{Place, ReadError};
use crate::lines::column;
use crate::quote::quote_bytes;

use super::Line;

/// What kind of values the entries have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    Pattern,
    Integer,
    Real,
}

impl ValueKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            ValueKind::Pattern => "pattern",
            ValueKind::Integer => "integer",
            ValueKind::Real => "real",
        }
    }
}

/// What an entry says about the entry on the other side of the diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    General,
    Symmetric,
    SkewSymmetric,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Banner {
    pub(super) field: ValueKind,
    pub(super) symmetry: Symmetry,
}

/// The numbers of the line of sizes: announced, not yet borne out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) vertices: u32,
    pub(super) entries: u64,
}

/// Reads `%%MatrixMarket matrix coordinate FIELD SYMMETRY`, in any case of letters.
pub(super) fn banner(line: &Line<'_>) -> Result<Banner, ReadError> {
    let mut words = line.words();
    match words.next() {
        Some((0, word)) if word.eq_ignore_ascii_case(b"%%MatrixMarket") => {}
        _ => {
            return Err(ReadError::syntax(
                Place::new(line.number, 1),
                "a Matrix Market file begins with '%%MatrixMarket matrix coordinate pattern general' or the like",
            ));
        }
    }
    let mut word = |options: &[&str], refuse: &dyn Fn(&str) -> Option<&'static str>| {
        let Some((at, word)) = words.next() else {
            return Err(line.fault_at_end(format!(
                "the first line ends where {} is expected",
                listed(options)
            )));
        };
        let lower = String::from_utf8_lossy(word).to_ascii_lowercase();
        if let Some(index) = options.iter().position(|option| *option == lower) {
            return Ok(index);
        }
        let message = match refuse(&lower) {
            Some(reason) => format!("{}: {reason}", quote_bytes(word)),
            None => format!("{} where {} is expected", quote_bytes(word), listed(options)),
        };
        Err(line.fault(at, message))
    };
    word(&["matrix"], &|_| None)?;
    word(&["coordinate"], &|word| {
        (word == "array").then_some("a dense matrix is no graph file; write it as 'coordinate'")
    })?;
    let field = match word(&["pattern", "integer", "real", "double"], &|word| {
        (word == "complex").then_some("weights are whole numbers, not complex ones; use 'pattern'")
    })? {
        0 => ValueKind::Pattern,
        1 => ValueKind::Integer,
        _ => ValueKind::Real,
    };
    let symmetry = match word(&["general", "symmetric", "skew-symmetric"], &|word| {
        (word == "hermitian").then_some("only complex matrices are hermitian; use 'symmetric'")
    })? {
        0 => Symmetry::General,
        1 => Symmetry::Symmetric,
        _ => Symmetry::SkewSymmetric,
    };
    if field == ValueKind::Pattern && symmetry == Symmetry::SkewSymmetric {
        return Err(line.fault_at_start(
            "a 'pattern' matrix has no values to negate: it is 'general' or 'symmetric'",
        ));
    }
    match words.next() {
        None => Ok(Banner { field, symmetry }),
        Some((at, word)) => {
            Err(line
                .fault(at, format!("{} is one word too many in the first line", quote_bytes(word))))
        }
    }
}

fn listed(options: &[&str]) -> String {
    let quoted: Vec<_> = options.iter().map(|option| format!("'{option}'")).collect();
    quoted.join(" or ")
}

/// Reads `rows columns entries` and says where the count of vertices stands.
pub(super) fn size(line: &Line<'_>) -> Result<(Size, Place), ReadError> {
    let mut words = line.words();
    let mut next = |what: &str| {
        let Some((at, word)) = words.next() else {
            return Err(line.fault_at_end(format!(
                "the line of sizes is 'rows columns entries': the number of {what} is missing"
            )));
        };
        match whole_number(word) {
            Some(number) => Ok((at, number)),
            None => Err(line.fault(
                at,
                format!(
                    "the number of {what} {} is not a whole number of at most 64 bits",
                    quote_bytes(word)
                ),
            )),
        }
    };
    let (rows_at, rows) = next("rows")?;
    let (columns_at, columns) = next("columns")?;
    let (_, entries) = next("entries")?;
    if let Some((at, word)) = words.next() {
        return Err(line.fault(
            at,
            format!(
                "{} is one word too many: the line of sizes is 'rows columns entries'",
                quote_bytes(word)
            ),
        ));
    }
    if rows != columns {
        return Err(line.fault(
            columns_at,
            format!(
                "the matrix has {rows} rows and {columns} columns: the matrix of a graph is square"
            ),
        ));
    }
    let place = Place::new(line.number, column(line.bytes, rows_at));
    let vertices = u32::try_from(rows)
        .map_err(|_| ReadError::graph(place, retrograde_core::GraphError::TooManyVertices))?;
    Ok((Size { vertices, entries }, place))
}

/// A number without a sign; leading zeros are fine here.
pub(super) fn whole_number(word: &[u8]) -> Option<u64> {
    if !word.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(word).ok()?.parse().ok()
}
