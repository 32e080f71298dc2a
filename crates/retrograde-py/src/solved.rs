//! Games solved over their index, in memory or in a table on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use retrograde::table::{self, Catalogue, Counts, Kind, Worth};
use retrograde::words::{self, counted};
use retrograde::{Detail, Distance, End, Error, Opening, Outcome, Terms};

use crate::games::{Rules, read};
use crate::running::run;
use crate::settings::Settings;
use crate::{arrays, cells, errors};

/// What positions of a game are worth, by their text or by their number in the index.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub(crate) struct SolvedGame {
    pub(crate) spec: String,
    pub(crate) inner: Arc<table::SolvedGame>,
}

/// Outcomes and distances, an entry for each of some slots.
type Arrays<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

/// Slots with their positions, a best move of each and where it leads.
type Rows<'py> = (Bound<'py, PyArray1<u64>>, Vec<String>, Vec<(Option<String>, Option<String>)>);

/// As in exported arrays: 1 win, -1 lose, 0 draw, 2 tie, -128 for what is no position; -1 where there
/// is no distance.
fn as_arrays<'py>(py: Python<'py>, worths: &[Worth]) -> Arrays<'py> {
    let outcome = worths.iter().map(|worth| match worth {
        Worth::Win(_) => 1,
        Worth::Lose(_) => -1,
        Worth::Draw => 0,
        Worth::Tie => 2,
        Worth::Hole => i8::MIN,
    });
    let distance = |worth: &Worth| worth.distance().map_or(-1, |Distance(moves)| moves as i16);
    let distances = worths.iter().map(distance).collect();
    (PyArray1::from_vec(py, outcome.collect()), PyArray1::from_vec(py, distances))
}

/// What a position is worth, as a dictionary.
fn facts<'py>(py: Python<'py>, worth: Worth) -> PyResult<Bound<'py, PyDict>> {
    let facts = PyDict::new(py);
    facts.set_item("outcome", worth.outcome().map(Outcome::as_str))?;
    facts.set_item("distance", worth.distance().map(|Distance(moves)| moves))?;
    if worth == Worth::Tie {
        facts.set_item("tie", true)?;
    }
    Ok(facts)
}

fn counts<'py>(py: Python<'py>, counts: &Counts) -> PyResult<Bound<'py, PyDict>> {
    let table = PyDict::new(py);
    for (name, count) in [
        ("win", counts.win),
        ("lose", counts.lose),
        ("tie", counts.tie),
        ("draw", counts.draw),
        ("hole", counts.hole),
    ] {
        table.set_item(name, count)?;
    }
    Ok(table)
}

#[pymethods]
impl SolvedGame {
    /// Opens the finished table in a folder.
    #[staticmethod]
    fn open(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let inner = run(py, &Settings::default(), |options| {
            let opening = Opening { options: *options, ..Opening::default() };
            Ok(table::SolvedGame::open(&folder, &Catalogue::builtin(), &opening)?)
        })?;
        let spec = inner.table().map_or(String::new(), |table| table.spec().to_owned());
        Ok(SolvedGame { spec, inner: Arc::new(inner) })
    }

    fn rules(&self) -> Rules {
        Rules::new(self.spec.clone(), self.inner.rules().clone())
    }

    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    #[getter]
    fn slots(&self) -> u64 {
        self.inner.slots()
    }

    /// How many slots are compressed together in a table.
    #[getter]
    fn block_slots(&self) -> Option<u64> {
        self.inner.table().map(table::Table::block_slots)
    }

    /// Whether distances are known.
    #[getter]
    fn has_distances(&self) -> bool {
        self.inner.table().is_none_or(|table| table.kind() == Kind::Distance)
    }

    /// The file of a table, and how many bytes it has.
    #[getter]
    fn file(&self) -> Option<(PathBuf, u64)> {
        self.inner.table().map(|table| (table.path(), table.file_size()))
    }

    /// What a position is worth; `None` if it cannot come up.
    fn worth<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyDict>>> {
        let position = read(py, self.inner.rules(), text)?;
        let worth = py.detach(|| self.inner.worth(&position));
        let worth = worth.map_err(|error| errors::raise(py, &error.into()))?;
        worth.map(|worth| facts(py, worth)).transpose()
    }

    /// The moves of a position, the best first: each with the position that it leads to and what that
    /// is worth to the opponent.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        text: &str,
    ) -> PyResult<Vec<(String, String, Bound<'py, PyDict>)>> {
        let position = read(py, self.inner.rules(), text)?;
        let moves = py.detach(|| self.inner.moves(&position));
        let moves = moves.map_err(|error| errors::raise(py, &error.into()))?;
        let show = |to: &table::Position| self.inner.rules().show(to);
        let one =
            |chosen: table::Move| Ok((chosen.text, show(&chosen.to), facts(py, chosen.worth)?));
        moves.into_iter().map(one).collect()
    }

    /// Best play from a position.
    #[pyo3(signature = (text, most=None))]
    fn line<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        most: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let from = read(py, self.inner.rules(), text)?;
        let told = run(py, &Settings::default(), |options| {
            retrograde::line_game(&self.inner, &from, most, options)
        })?;
        let steps = PyList::empty(py);
        for step in &told.steps {
            let said = PyDict::new(py);
            for (key, cell) in &step.fields {
                said.set_item(*key, cells::value(py, *cell)?)?;
            }
            if step.tie {
                said.set_item("tie", true)?;
            }
            said.set_item("move", step.chosen.as_ref().map(|chosen| chosen.name.as_str()))?;
            steps.append((&*step.vertex, said))?;
        }
        let result = PyDict::new(py);
        result.set_item("steps", steps)?;
        result.set_item("ending", &told.ending)?;
        let repeats = match told.end {
            End::Repeats(back) => Some(back),
            _ => None,
        };
        result.set_item("repeats", repeats)?;
        result.set_item("grid", cells::grid(py, &words::line(&told, Terms::WinLose))?)?;
        Ok(result)
    }

    /// Why a position is worth what it is, in words.
    #[pyo3(signature = (text, depth=None))]
    fn explain(&self, py: Python<'_>, text: &str, depth: Option<usize>) -> PyResult<String> {
        let from = read(py, self.inner.rules(), text)?;
        let usual = Detail::default();
        let detail = Detail { depth: depth.unwrap_or(usual.depth), ..usual };
        run(py, &Settings::default(), |options| {
            let told = retrograde::explain_game(&self.inner, &from, detail, options)?;
            Ok(words::explanation(&told))
        })
    }

    /// What many slots are worth.
    fn probe<'py>(&self, py: Python<'py>, slots: &Bound<'py, PyAny>) -> PyResult<Arrays<'py>> {
        let slots = arrays::copied::<u64>("slots", slots)?;
        let worths = run(py, &Settings::default(), |options| {
            Ok(self.inner.probe_many(&slots, &options.control(0))?)
        })?;
        Ok(as_arrays(py, &worths))
    }

    /// What slots next to each other are worth.
    fn probe_range<'py>(&self, py: Python<'py>, begin: u64, end: u64) -> PyResult<Arrays<'py>> {
        let worths = run(py, &Settings::default(), |options| {
            Ok(self.inner.probe_range(begin..end, &options.control(0))?)
        })?;
        Ok(as_arrays(py, &worths))
    }

    /// The slots of many positions.
    fn ranks<'py>(
        &self,
        py: Python<'py>,
        texts: &Bound<'py, PyList>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let mut words = Vec::with_capacity(texts.len());
        for (place, text) in texts.iter().enumerate() {
            let Ok(text) = text.cast::<PyString>() else {
                let text = format!("positions[{place}] is {}", errors::shown(&text));
                return Err(errors::input(py, format!("{text}: a position as text is wanted")));
            };
            words.push(text.to_string_lossy().into_owned());
        }
        let rules = self.inner.rules();
        let ranked = run(py, &Settings::default(), |options| {
            let control = options.control(0);
            let mut pace = control.pace();
            let mut slots = Vec::with_capacity(words.len());
            for (place, text) in words.iter().enumerate() {
                pace.steps(1 << 6)?;
                match rules.parse(text) {
                    Ok(position) => slots.push(rules.rank(&position).ok_or(Error::NoIndex)?),
                    Err(error) => return Ok(Err((place, error.to_string()))),
                }
            }
            Ok(Ok(slots))
        })?;
        match ranked {
            Ok(slots) => Ok(PyArray1::from_vec(py, slots)),
            Err((place, error)) => {
                let text = format!("positions[{place}], '{}': {error}", words[place]);
                Err(errors::input(py, text))
            }
        }
    }

    /// The positions of slots in a range that have one, with a best move and where it leads where
    /// moves are wanted.
    fn rows<'py>(&self, py: Python<'py>, begin: u64, end: u64, moves: bool) -> PyResult<Rows<'py>> {
        let (mut slots, mut positions, mut best) = (Vec::new(), Vec::new(), Vec::new());
        let game = &self.inner;
        run(py, &Settings::default(), |options| {
            let control = options.control(0);
            let mut pace = control.pace();
            for (slot, worth) in (begin..end).zip(game.probe_range(begin..end, &control)?) {
                pace.steps(1 << 6)?;
                let position = game.rules().unrank(slot).filter(|_| worth != Worth::Hole);
                let Some(position) = position else { continue };
                slots.push(slot);
                positions.push(game.rules().show(&position));
                if moves {
                    pace.steps(1 << 12)?;
                    let first = game.moves(&position)?.into_iter().next();
                    let to = first.as_ref().map(|chosen| game.rules().show(&chosen.to));
                    best.push((first.map(|chosen| chosen.text), to));
                }
            }
            Ok(())
        })?;
        Ok((PyArray1::from_vec(py, slots), positions, best))
    }

    /// What there is, in words.
    #[pyo3(signature = (**options))]
    fn figures<'py>(
        &self,
        py: Python<'py>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let settings = Settings::new(py, options)?;
        let figures = run(py, &settings, |options| {
            words::game_figures(&self.inner, Terms::WinLose, options)
        })?;
        let result = PyDict::new(py);
        result.set_item("size", figures.size)?;
        result.set_item("how", figures.how)?;
        result.set_item("counts", cells::grid(py, &figures.counts)?)?;
        result.set_item("start", figures.start)?;
        result.set_item("positions", figures.positions)?;
        Ok(result)
    }

    /// How much there is of what, with so many of the longest wins.
    #[pyo3(signature = (longest=1, **options))]
    fn stats<'py>(
        &self,
        py: Python<'py>,
        longest: usize,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let settings = Settings::new(py, options)?;
        let result = PyDict::new(py);
        let Some(table) = self.inner.table() else {
            let overview =
                run(py, &settings, |options| Ok(self.inner.overview(&options.control(0))?))?;
            result.set_item("counts", counts(py, &overview.counts)?)?;
            return Ok(result);
        };
        let stats = run(py, &settings, |options| Ok(table.stats(&options.control(0), longest)?))?;
        result.set_item("counts", counts(py, &stats.counts)?)?;
        result.set_item("wins", stats.wins)?;
        result.set_item("losses", stats.losses)?;
        let rules = self.inner.rules();
        let show = |&(slot, worth): &(u64, Worth)| {
            let position = rules.unrank(slot).map(|position| rules.show(&position));
            (position, worth.distance().map(|Distance(moves)| moves))
        };
        result.set_item("longest", stats.longest.iter().map(show).collect::<Vec<_>>())?;
        Ok(result)
    }

    /// Derives every position of a table anew from its moves.
    #[pyo3(signature = (**options))]
    fn verify(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let settings = Settings::new(py, options)?;
        let verified =
            run(py, &settings, |options| retrograde::verify_table(&self.inner, options))?;
        let positions = counted(verified.positions, "position", "positions");
        Ok(format!("the table holds: {positions}, each of which follows from its moves"))
    }

    /// Writes everything to a file: `csv`, `npz`.
    #[pyo3(signature = (path, format, **options))]
    fn export(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: &str,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let settings = Settings::new(py, options)?;
        if !["csv", "npz"].contains(&format) {
            let text = format!("there is no format '{format}' of tables: there are csv, npz");
            return Err(errors::input(py, text));
        }
        run(py, &settings, |options| export(&self.inner, &path, format == "csv", options))
    }
}

fn export(
    game: &table::SolvedGame,
    path: &Path,
    as_csv: bool,
    options: &retrograde::Options<'_>,
) -> Result<(), Error> {
    let table = game.table().ok_or(Error::NotATable)?;
    let control = options.control(0);
    let mut failed = None;
    let written = retrograde::io::OutputFile::write(path, |out| {
        let exported = match as_csv {
            true => game.rules().export_csv(table, out, &control),
            false => table.export_npz(out, &control),
        };
        exported.map_err(|error| {
            let text = error.to_string();
            failed = Some(error);
            std::io::Error::other(text)
        })
    });
    match (failed, written) {
        (Some(error), _) => Err(error.into()),
        (None, written) => Ok(written?),
    }
}
