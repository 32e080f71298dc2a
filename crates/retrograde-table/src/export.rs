//! Everything in a table, for other programs: CSV, and arrays as NumPy reads them.

use std::io::{self, BufWriter, Write};

use retrograde_core::{Control, Progress, quote};
use retrograde_games::Game;
use retrograde_io::npz::{Archive, Packing, write_array};

use crate::{Kind, Table, TableError, Worth, phase};

/// Slots from one word about progress to the next.
const STRIDE: u64 = 1 << 14;

/// Bytes of text that go out together.
const BUFFER: usize = 1 << 16;

/// Why a table was not exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// It cannot be read, is damaged, or belongs to another game; or somebody stopped it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// What it was to be written to refused it.
    #[error("cannot write the export: {0}")]
    Output(#[from] io::Error),
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
    /// table.export_csv(&game, &mut csv, &Default::default())?;
    /// assert!(csv.starts_with(b"slot,position,outcome,distance\n0,"));
    /// # Ok::<(), retrograde_table::ExportError>(())
    /// ```
    ///
    /// # Errors
    /// The game is not the table's, a block is damaged, `out` refuses, or somebody stopped it.
    pub fn export_csv<G: Game>(
        &self,
        game: &G,
        out: &mut dyn Write,
        control: &Control<'_>,
    ) -> Result<(), ExportError> {
        self.check_game(game)?;
        let mut out = BufWriter::with_capacity(BUFFER, out);
        out.write_all(b"slot,position,outcome,distance\n")?;
        for slot in self.worths(control) {
            let (slot, worth) = slot?;
            let Some(position) = game.unrank(slot) else { continue };
            let position = game.show(&position);
            write!(out, "{slot},{},{},", quote::csv(&position), worth.as_str())?;
            match worth.distance() {
                Some(distance) => writeln!(out, "{distance}")?,
                None => writeln!(out)?,
            }
        }
        Ok(out.flush()?)
    }

    /// Writes an archive that `numpy.load` reads, with one element a slot: `outcome` (`int8`: 1 win,
    /// -1 lose, 0 draw, 2 tie, -128 hole) and, where the table has distances, `distance` (`int16`:
    /// plies, -1 where there is none).
    ///
    /// # Errors
    /// A block is damaged, `out` refuses, or somebody stopped it.
    pub fn export_npz(
        &self,
        out: &mut dyn Write,
        control: &Control<'_>,
    ) -> Result<(), ExportError> {
        let mut archive = Archive::new(out, Packing::Stored);
        archive.array("outcome", self.slots(), self.outcomes(control))?;
        if self.kind() == Kind::Distance {
            archive.array("distance", self.slots(), self.distances(control))?;
        }
        Ok(archive.finish()?)
    }

    /// Writes one of the arrays of [`export_npz`](Self::export_npz) on its own, as a `.npy` file.
    ///
    /// # Errors
    /// A block is damaged, `out` refuses, or somebody stopped it.
    pub fn export_npy(
        &self,
        array: Array,
        out: &mut dyn Write,
        control: &Control<'_>,
    ) -> Result<(), ExportError> {
        match array {
            Array::Outcome => write_array(out, self.slots(), self.outcomes(control)),
            Array::Distance => write_array(out, self.slots(), self.distances(control)),
        }
    }

    fn outcomes(&self, control: &Control<'_>) -> impl Iterator<Item = Result<i8, ExportError>> {
        self.worths(control).map(|slot| {
            Ok(match slot?.1 {
                Worth::Win(_) => 1,
                Worth::Lose(_) => -1,
                Worth::Draw => 0,
                Worth::Tie => 2,
                Worth::Hole => i8::MIN,
            })
        })
    }

    fn distances(&self, control: &Control<'_>) -> impl Iterator<Item = Result<i16, ExportError>> {
        let plies = |worth: Worth| worth.distance().map_or(-1, |distance| distance.0 as i16);
        self.worths(control).map(move |slot| Ok(plies(slot?.1)))
    }

    /// What each slot is worth, in order.
    fn worths(
        &self,
        control: &Control<'_>,
    ) -> impl Iterator<Item = Result<(u64, Worth), TableError>> {
        let mut pace = control.pace();
        self.into_iter().map(move |slot| {
            pace.steps(8)?;
            let (slot, worth) = slot?;
            if slot.is_multiple_of(STRIDE) {
                control.tell(Progress::new(phase::EXPORTING, slot, self.slots()));
            }
            Ok((slot, worth))
        })
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
