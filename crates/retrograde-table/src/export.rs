//! Everything in a table, for other programs: CSV, and arrays as NumPy reads them.

use std::io::{self, BufWriter, Write};

use retrograde_core::{Control, Outcome, Progress, quote};
use retrograde_io::npz::{Archive, Packing, write_array};

use crate::Index;
use crate::{Kind, Row, Table, TableError, Worth, phase};

/// Slots from one word about progress to the next.
const STRIDE: u64 = 1 << 14;

/// What a row takes in steps of a pace: the moves of a position, and what each leaves.
pub(crate) const STEPS: usize = 1 << 12;

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
    /// Writes a row `slot,position,outcome,distance,move,to` for every position, in the order of the
    /// slots. The outcome is `win`, `lose` or `draw`, the distance empty where there is none; the last
    /// two are a best move and the position that it leads to. Without distances nobody knows which
    /// moves are best, and these columns are not there.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default()).unwrap();
    /// let mut csv = Vec::new();
    /// table.export_csv(&game, &mut csv, &Default::default())?;
    /// assert!(csv.starts_with(b"slot,position,outcome,distance,move,to\n0,"));
    /// # Ok::<(), retrograde_table::ExportError>(())
    /// ```
    ///
    /// # Errors
    /// The game is not the table's, a block is damaged, `out` refuses, or somebody stopped it.
    pub fn export_csv(
        &self,
        game: &dyn Index,
        out: &mut dyn Write,
        control: &Control<'_>,
    ) -> Result<(), ExportError> {
        self.check_game(game)?;
        let mut out = BufWriter::with_capacity(BUFFER, out);
        let moves = self.kind() == Kind::Distance;
        // Moves lead all over the table, which is best held in memory if there is room.
        let loaded = match moves.then(|| self.load(control)) {
            Some(Err(TableError::Memory { .. })) | None => None,
            Some(loaded) => Some(loaded?),
        };
        let look = |slot: u64| match &loaded {
            Some(loaded) => Ok(loaded.get(slot).unwrap_or(Worth::Hole)),
            None => self.probe(slot),
        };
        let mut look = |slots: &[u64], worths: &mut Vec<Worth>| {
            slots.iter().try_for_each(|&slot| look(slot).map(|worth| worths.push(worth)))
        };
        let columns = if moves { ",move,to" } else { "" };
        writeln!(out, "slot,position,outcome,distance{columns}")?;
        let mut pace = control.pace();
        for slot in self.worths(control) {
            let (slot, worth) = slot?;
            if worth == Worth::Hole {
                continue;
            }
            let row = match moves {
                true => {
                    pace.steps(STEPS).map_err(TableError::Stopped)?;
                    game.row(slot, &mut look)?
                }
                false => game.show_slot(slot).map(|position| Row { position, worth, best: None }),
            };
            let Some(Row { position, worth, best }) = row else { continue };
            let outcome = worth.outcome().map_or("", Outcome::as_str);
            write!(out, "{slot},{},{outcome},", quote::csv(&position))?;
            if let Some(distance) = worth.distance() {
                write!(out, "{distance}")?;
            }
            match best {
                Some(best) => {
                    writeln!(out, ",{},{}", quote::csv(&best.name), quote::csv(&best.to))?
                }
                None => writeln!(out, "{}", if moves { ",," } else { "" })?,
            }
        }
        Ok(out.flush()?)
    }

    /// Writes an archive that `numpy.load` reads, with one element a slot: `outcome` (`int8`: 1 win,
    /// -1 lose, 0 draw, 2 tie, -128 hole) and, where the table has distances, `distance` (`int16`:
    /// moves of either player, -1 where there is none).
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
        let moves = |worth: Worth| worth.distance().map_or(-1, |distance| distance.0 as i16);
        self.worths(control).map(move |slot| Ok(moves(slot?.1)))
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
    /// `int16`: moves of either player, -1 where there is no distance.
    Distance,
}
