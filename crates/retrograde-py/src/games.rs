//! The catalogue: games by name, with their rules. Positions and moves are text, as players write it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use retrograde::table::{self, BuildOptions, Catalogue, Kind, Position};
use retrograde::{Engine, Input, Objective, Opening, Wanted};

use crate::errors;
use crate::running::run;
use crate::settings::Settings;
use crate::solved::SolvedGame;

/// How long a build that is to stop may take to write down what it has done.
const GRACE: Duration = Duration::from_secs(1);

/// What the catalogue says about each game.
#[pyfunction]
pub(crate) fn catalogue(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    Catalogue::builtin()
        .entries()
        .map(|listing| {
            let entry = PyDict::new(py);
            entry.set_item("name", listing.name)?;
            let aliases: Vec<&str> = listing.aliases.iter().map(|(alias, _)| *alias).collect();
            entry.set_item("aliases", aliases)?;
            entry.set_item("parameters", listing.parameters)?;
            entry.set_item("example", listing.example)?;
            entry.set_item("summary", listing.summary)?;
            entry.set_item("rules", listing.rules)?;
            entry.set_item("known", listing.known)?;
            entry.set_item("impartial", listing.impartial)?;
            Ok(entry)
        })
        .collect()
}

/// The rules of a game.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub(crate) struct Rules {
    spec: String,
    inner: table::Rules,
}

impl Rules {
    pub(crate) fn new(spec: String, inner: table::Rules) -> Self {
        Rules { spec, inner }
    }

    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        read(py, &self.inner, text)
    }

    fn input(&self, py: Python<'_>) -> PyResult<Input> {
        Opening::default().open(&self.spec).map_err(|error| errors::raise(py, &error))
    }
}

/// A position from its text.
pub(crate) fn read(py: Python<'_>, rules: &table::Rules, text: &str) -> PyResult<Position> {
    rules.parse(text).map_err(|error| errors::input(py, format!("the position '{text}': {error}")))
}

#[pymethods]
impl Rules {
    /// The game that a spec asks for; `None` where it is the name of a file.
    #[staticmethod]
    fn open(py: Python<'_>, spec: PathBuf) -> PyResult<Option<Self>> {
        let input = run(py, &Settings::default(), move |options| {
            let opening = Opening { options: *options, ..Opening::default() };
            opening.open(spec)
        })?;
        Ok(input.rules().map(|rules| Rules::new(input.label().to_owned(), rules.clone())))
    }

    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The name that the catalogue has for it.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.inner.listing().map(|listing| listing.name)
    }

    #[getter]
    fn start(&self) -> Option<String> {
        self.inner.start().map(|start| self.inner.show(&start))
    }

    #[getter]
    fn slots(&self) -> Option<u64> {
        self.inner.slots()
    }

    /// The position that a text means, as the game writes it.
    fn position(&self, py: Python<'_>, text: &str) -> PyResult<String> {
        Ok(self.inner.show(&self.read(py, text)?))
    }

    fn board(&self, py: Python<'_>, text: &str, second: bool) -> PyResult<String> {
        Ok(self.inner.board_seen(&self.read(py, text)?, second))
    }

    fn mover(&self, py: Python<'_>, text: &str) -> PyResult<Option<&'static str>> {
        Ok(self.inner.mover(&self.read(py, text)?))
    }

    /// The moves of a position, each with the position that it leads to.
    fn choices(&self, py: Python<'_>, text: &str) -> PyResult<Vec<(String, String)>> {
        let choices = self.inner.choices(&self.read(py, text)?);
        Ok(choices.into_iter().map(|choice| (choice.text, self.inner.show(&choice.to))).collect())
    }

    /// The position after a move, if it is one.
    fn play(&self, py: Python<'_>, text: &str, chosen: &str) -> PyResult<Option<String>> {
        let choice = self.inner.parse_move(&self.read(py, text)?, chosen);
        Ok(choice.map(|choice| self.inner.show(&choice.to)))
    }

    /// The number of a position in the index.
    fn rank(&self, py: Python<'_>, text: &str) -> PyResult<Option<u64>> {
        Ok(self.inner.rank(&self.read(py, text)?))
    }

    /// The position of a slot.
    fn unrank(&self, slot: u64) -> Option<String> {
        let slots = self.inner.slots().unwrap_or(0);
        let position = (slot < slots).then(|| self.inner.unrank(slot)).flatten()?;
        Some(self.inner.show(&position))
    }

    /// Solves it over its index if that is asked for, or better where nothing is; `None` where it is
    /// to be explored.
    #[pyo3(signature = (**options))]
    fn solve_index(
        &self,
        py: Python<'_>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<SolvedGame>> {
        let settings = Settings::new(py, options)?;
        let input = self.input(py)?;
        let solved = run(py, &settings, move |options| {
            let chosen = input.engine(&Objective::OUTCOME, Wanted::Moves, options)?;
            match chosen {
                Engine::Dense => input.solve_index(options).map(Some),
                Engine::Disk => input.solve_tiers(options).map(Some),
                Engine::Cluster => input.solve_workers(options).map(Some),
                _ => Ok(None),
            }
        })?;
        Ok(solved.map(|game| SolvedGame { spec: self.spec.clone(), inner: Arc::new(game) }))
    }

    /// Builds a table, or goes on with one, and opens it.
    #[pyo3(signature = (folder, outcome_only=false, checkpoint=None, **options))]
    fn build(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        outcome_only: bool,
        checkpoint: Option<f64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<SolvedGame> {
        let settings = Settings::new(py, options)?;
        let input = self.input(py)?;
        let every = match checkpoint.map(Duration::try_from_secs_f64) {
            None => BuildOptions::default().every,
            Some(Ok(every)) => every,
            Some(Err(_)) => {
                return Err(errors::input(py, "checkpoint: give seconds, such as 30"));
            }
        };
        let kind = if outcome_only { Kind::Outcome } else { Kind::Distance };
        let game = run(py, &settings, move |options| {
            let build = BuildOptions { kind, every, grace: GRACE, ..BuildOptions::default() };
            if input.rules().and_then(table::Rules::slots).is_none() {
                return Err(retrograde::Error::NoTable { label: input.label().to_owned() });
            }
            input.build(&folder, &build, options)
        })?;
        Ok(SolvedGame { spec: self.spec.clone(), inner: Arc::new(game) })
    }
}
