//! Everything in a table, for other programs: CSV, and arrays as NumPy reads them.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use retrograde_games::Game;

use crate::npz::{self, Archive};
use crate::{Entry, Table, TableError};

/// Elements that go out together.
const CHUNK: usize = 1 << 14;

/// Why a table was not exported.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// It cannot be read, is damaged, or belongs to another game.
    Table(TableError),
    /// What it was to be written to refused it.
    Output(io::Error),
}

impl From<TableError> for ExportError {
    fn from(error: TableError) -> Self {
        ExportError::Table(error)
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        ExportError::Output(error)
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Table(error) => error.fmt(f),
            ExportError::Output(error) => write!(f, "cannot write the export: {error}"),
        }
    }
}

impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ExportError::Table(error) => Some(error),
            ExportError::Output(error) => Some(error),
        }
    }
}

impl Table {
    /// Writes a row `slot,position,outcome,distance` for every position, in the order of the slots.
    /// The outcome is `win`, `lose`, `tie` or `draw`, and the distance empty where there is none.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default()).unwrap();
    /// let mut csv = Vec::new();
    /// table.export_csv(&game, &mut csv)?;
    /// assert!(csv.starts_with(b"slot,position,outcome,distance\n0,"));
    /// # Ok::<(), retrograde_table::ExportError>(())
    /// ```
    ///
    /// # Errors
    /// The game is not the table's, a block is damaged, or `out` refuses.
    pub fn export_csv<G: Game>(&self, game: &G, out: &mut dyn Write) -> Result<(), ExportError> {
        self.check_game(game)?;
        let mut text = b"slot,position,outcome,distance\n".to_vec();
        for entry in self.entries() {
            let (slot, entry) = entry?;
            let Some(position) = game.unrank(slot) else { continue };
            let position = game.show(&position);
            write!(text, "{slot},{},{},", quoted(&position), entry.as_str())?;
            if let Some(distance) = entry.distance() {
                write!(text, "{distance}")?;
            }
            text.push(b'\n');
            if text.len() >= CHUNK {
                out.write_all(&text)?;
                text.clear();
            }
        }
        out.write_all(&text)?;
        Ok(out.flush()?)
    }

    /// Writes an archive that `numpy.load` reads, with one element a slot: `outcome` (`int8`: 1 win,
    /// -1 lose, 0 draw, 2 tie, -128 hole) and, where the table has distances, `distance` (`int16`:
    /// plies, -1 where there is none).
    ///
    /// # Errors
    /// A block is damaged, or `out` refuses.
    pub fn export_npz(&self, out: &mut dyn Write) -> Result<(), ExportError> {
        let mut archive = Archive::new(out);
        for array in [Array::Outcome, Array::Distance] {
            if array == Array::Distance && self.kind() == crate::Kind::Outcome {
                continue;
            }
            // An archive says first how its members sum up: so each is made twice.
            let mut crc = crc32fast::Hasher::new();
            let mut length = 0;
            self.export_npy(array, &mut npz::Sum { crc: &mut crc, length: &mut length })?;
            archive.begin(array.file(), crc.finalize(), length)?;
            self.export_npy(array, archive.out())?;
        }
        Ok(archive.finish()?)
    }

    /// Writes one of the arrays of [`export_npz`](Self::export_npz) on its own, as a `.npy` file.
    ///
    /// # Errors
    /// A block is damaged, or `out` refuses.
    pub fn export_npy(&self, array: Array, out: &mut dyn Write) -> Result<(), ExportError> {
        out.write_all(&npz::header(array.descr(), self.slots()))?;
        let mut bytes = Vec::with_capacity(2 * CHUNK);
        for entry in self.entries() {
            let (_, entry) = entry?;
            match array {
                Array::Outcome => bytes.push(outcome_code(entry) as u8),
                Array::Distance => {
                    let distance = entry.distance().map_or(-1, |distance| distance.0 as i16);
                    bytes.extend(distance.to_le_bytes());
                }
            }
            if bytes.len() >= CHUNK {
                out.write_all(&bytes)?;
                bytes.clear();
            }
        }
        out.write_all(&bytes)?;
        Ok(out.flush()?)
    }
}

/// An array with one element a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// `int8`: 1 win, -1 lose, 0 draw, 2 tie, -128 hole.
    Outcome,
    /// `int16`: plies, -1 where there is no distance.
    Distance,
}

impl Array {
    fn file(self) -> &'static str {
        match self {
            Array::Outcome => "outcome.npy",
            Array::Distance => "distance.npy",
        }
    }

    fn descr(self) -> &'static str {
        match self {
            Array::Outcome => "|i1",
            Array::Distance => "<i2",
        }
    }
}

fn outcome_code(entry: Entry) -> i8 {
    match entry {
        Entry::Win(_) => 1,
        Entry::Lose(_) => -1,
        Entry::Draw => 0,
        Entry::Tie => 2,
        Entry::Hole => i8::MIN,
    }
}

/// A field of a CSV file.
fn quoted(text: &str) -> Cow<'_, str> {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
    }
}
