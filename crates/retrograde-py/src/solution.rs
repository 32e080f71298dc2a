//! Solved games.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use retrograde::draw::{self, DotOptions, Part, SvgOptions};
use retrograde::io::{OutputFile, SolutionRows, Source, write_csv, write_json, write_paritysol};
use retrograde::solve::Report;
use retrograde::words::{self, counted};
use retrograde::{
    Answer, Cell, Convention, Detail, Error, Extremum, Note, Objective, Stopped, Terms, Turn,
    Vertex, View,
};

use crate::arena::{Arena, check};
use crate::objective::asked;
use crate::running::run;
use crate::settings::Settings;
use crate::{cells, columns, errors, keeping};

/// What a vertex is worth and how to play, for every vertex of an arena.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub(crate) struct Solution {
    arena: Arc<retrograde::Arena>,
    label: Option<String>,
    start: Option<Vertex>,
    solution: retrograde::Solution,
    /// How it was solved, unless it was read from a file.
    told: Option<Told>,
}

/// What is kept of how a game was solved.
struct Told {
    solver: String,
    how: String,
    stopped: Option<&'static str>,
}

impl Told {
    fn new(report: &Report, is_complete: bool) -> Self {
        let stopped = match report.stopped {
            Some(Stopped::Deadline) => Some("timeout"),
            Some(Stopped::Memory { .. }) => Some("memory"),
            Some(_) => Some("cancelled"),
            None => (report.gave_up && !is_complete).then_some("gave up"),
        };
        Told { solver: report.solver.to_owned(), how: report.how.to_string(), stopped }
    }
}

/// What a solution says: texts, the places of ties, and how it was solved.
type Kept<'py> = (Vec<Bound<'py, PyBytes>>, Option<Vec<usize>>, Option<(String, String)>);

/// Solves an arena. The notes are what somebody may not have meant; each with whether it is that the
/// graph says what the objective does not look at.
#[pyfunction]
#[pyo3(signature = (arena, objective, misere=false, min=false, acceptance=None, **options))]
pub(crate) fn solve(
    py: Python<'_>,
    arena: &Arena,
    objective: &str,
    misere: bool,
    min: bool,
    acceptance: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Solution, Vec<(bool, String)>)> {
    let objective = asked(py, &arena.inner, objective, misere, min, acceptance)?;
    let settings = Settings::new(py, options)?;
    let game = &arena.inner;
    let (solved, notes) = run(py, &settings, |options| {
        let notes = retrograde::notes(game, &objective);
        let about_objective = |note: &Note| matches!(note, Note::Unseen { .. });
        let notes = notes.iter().map(|note| (about_objective(note), note.to_string())).collect();
        let solved = retrograde::solve(game, &objective, options);
        let named = |error: Error| match &arena.label {
            Some(label) => error.of(label),
            None => error,
        };
        Ok((solved.map_err(named)?, notes))
    })?;
    let (label, start) = (arena.label.clone(), arena.start);
    let solution = solved.solution;
    let told = Some(Told::new(&solved.report, solution.is_complete()));
    Ok((Solution { arena: game.clone(), label, start, solution, told }, notes))
}

/// Reads a solution of an arena from a file.
#[pyfunction]
#[pyo3(signature = (path, arena, objective, misere=false, min=false, acceptance=None))]
pub(crate) fn load(
    py: Python<'_>,
    path: PathBuf,
    arena: &Arena,
    objective: &str,
    misere: bool,
    min: bool,
    acceptance: Option<&str>,
) -> PyResult<Solution> {
    let objective = asked(py, &arena.inner, objective, misere, min, acceptance)?;
    let game = &arena.inner;
    let solution = run(py, &Settings::default(), |options| {
        let source = Source::file(path)?.watched(options.control(0));
        Ok(source.read_solution(&game.names, &objective)?)
    })?;
    let (label, start) = (arena.label.clone(), arena.start);
    Ok(Solution { arena: game.clone(), label, start, solution, told: None })
}

/// Whose turn it is, by the number of a player.
fn turn(turn: u8) -> Turn {
    if turn == 0 { Turn::First } else { Turn::Second }
}

/// What is said of one vertex, without moves.
pub(crate) fn facts<'py>(
    py: Python<'py>,
    solution: &retrograde::Solution,
    vertex: Vertex,
) -> PyResult<Bound<'py, PyDict>> {
    let facts = solution.objective.facts();
    let row = PyDict::new(py);
    for (name, cell) in facts.values.iter().zip(solution.cells(vertex)) {
        let name = if *name == "class" { "class_" } else { name };
        row.set_item(name, cells::value(py, cell)?)?;
    }
    match &solution.answer {
        Answer::Grundy(values) => {
            row.set_item("outcome", values.get(vertex).outcome().as_str())?;
        }
        Answer::Outcome(outcomes) => {
            if let Some(ties) = &outcomes.ties {
                row.set_item("tie", ties.get(vertex as usize))?;
            }
        }
        Answer::Partizan(both) => {
            for (name, side) in
                [("left_distance", &both.left_first), ("right_distance", &both.right_first)]
            {
                let distance = side.values.get(vertex).distance().map(|distance| distance.0);
                row.set_item(name, distance)?;
            }
        }
        _ => {}
    }
    Ok(row)
}

impl Solution {
    fn check(&self, py: Python<'_>, vertex: Vertex) -> PyResult<Vertex> {
        check(py, &self.arena, vertex)
    }

    /// What is said of a place, as a dictionary.
    fn fields<'py>(
        py: Python<'py>,
        fields: &[(&'static str, Cell<'_>)],
    ) -> PyResult<Bound<'py, PyDict>> {
        let said = PyDict::new(py);
        for (key, cell) in fields {
            // What is whole by nature is no fraction.
            let value = match (*key, *cell) {
                ("running" | "weight", Cell::Ratio(whole)) => whole.numerator().into_py_any(py)?,
                (_, cell) => cells::value(py, cell)?,
            };
            said.set_item(*key, value)?;
        }
        Ok(said)
    }
}

#[pymethods]
impl Solution {
    #[getter]
    fn objective(&self) -> &'static str {
        self.solution.objective.name()
    }

    /// The condition on colours, written out.
    #[getter]
    fn acceptance(&self) -> Option<String> {
        match &self.solution.objective {
            Objective::Muller(it) | Objective::Rabin(it) | Objective::Streett(it) => {
                it.as_ref().map(ToString::to_string)
            }
            _ => None,
        }
    }

    #[getter]
    fn misere(&self) -> bool {
        self.solution.objective.convention() == Some(Convention::Misere)
    }

    #[getter]
    fn min(&self) -> bool {
        self.solution.objective == Objective::Parity(Extremum::Min)
    }

    #[getter]
    fn solver(&self) -> Option<&str> {
        self.told.as_ref().map(|told| told.solver.as_str())
    }

    /// How it was solved, in a line.
    #[getter]
    fn how(&self) -> Option<&str> {
        self.told.as_ref().map(|told| told.how.as_str())
    }

    /// Why the answer is incomplete: `timeout`, `memory`, `gave up`.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.told.as_ref()?.stopped
    }

    #[getter]
    fn unknown(&self) -> usize {
        self.solution.unknown()
    }

    fn __len__(&self) -> usize {
        self.solution.len()
    }

    /// The names of the arrays.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        columns::names(&self.solution)
    }

    /// The array of that name.
    fn column(&self, py: Python<'_>, name: &str) -> PyResult<Option<Py<PyAny>>> {
        columns::array(py, &self.solution, name)
    }

    /// What is said of one vertex, and the moves from it.
    fn row<'py>(&self, py: Python<'py>, vertex: Vertex) -> PyResult<Bound<'py, PyDict>> {
        let vertex = self.check(py, vertex)?;
        let row = facts(py, &self.solution, vertex)?;
        let partizan = ["left_move", "right_move"];
        let names = match &self.solution.answer {
            Answer::Partizan(_) => &partizan,
            _ => self.solution.objective.facts().moves,
        };
        let moves = PyDict::new(py);
        for (name, to) in names.iter().zip(self.solution.moves(vertex)) {
            moves.set_item(name, to)?;
        }
        row.set_item("moves", moves)?;
        Ok(row)
    }

    /// What the move from a vertex to another is called, in a game given by rules.
    fn move_name(&self, py: Python<'_>, from: Vertex, to: Vertex) -> PyResult<Option<String>> {
        let (from, to) = (self.check(py, from)?, self.check(py, to)?);
        let named = self.arena.names.moves().and_then(|moves| moves.between(from, to));
        Ok(named.map(|named| named.name))
    }

    /// Best play from a vertex.
    #[pyo3(signature = (vertex, first=0, most=None))]
    fn line<'py>(
        &self,
        py: Python<'py>,
        vertex: Vertex,
        first: u8,
        most: Option<usize>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let vertex = self.check(py, vertex)?;
        let told = run(py, &Settings::default(), |options| {
            let (arena, turn) = (&*self.arena, turn(first));
            retrograde::line(arena, &self.solution, vertex, turn, most, options)
        })?;
        let steps = PyList::empty(py);
        for step in &told.steps {
            let here = step.place.unwrap_or(vertex);
            let said = Self::fields(py, &step.fields)?;
            said.set_item("tie", step.tie)?;
            let by_name = told.by_rules.then_some(step.chosen.as_ref()).flatten();
            said.set_item("move", by_name.map(|chosen| chosen.name.as_str()))?;
            steps.append((here, said))?;
        }
        let result = PyDict::new(py);
        result.set_item("steps", steps)?;
        result.set_item("by_rules", told.by_rules)?;
        result.set_item("ending", &told.ending)?;
        let repeats = match told.end {
            retrograde::End::Repeats(back) => Some(back),
            _ => None,
        };
        result.set_item("repeats", repeats)?;
        result.set_item("grid", cells::grid(py, &words::line(&told, Terms::WinLose))?)?;
        Ok(result)
    }

    /// Why a vertex is worth what it is, in words.
    #[pyo3(signature = (vertex, depth=None, first=None))]
    fn explain(
        &self,
        py: Python<'_>,
        vertex: Vertex,
        depth: Option<usize>,
        first: Option<u8>,
    ) -> PyResult<String> {
        let vertex = self.check(py, vertex)?;
        let usual = Detail::default();
        let depth = depth.unwrap_or(usual.depth);
        let detail = Detail { depth, turn: first.map(turn), ..usual };
        run(py, &Settings::default(), |options| {
            let told = retrograde::explain(&self.arena, &self.solution, vertex, detail, options)?;
            Ok(words::explanation(&told))
        })
    }

    /// Proves the solution, or says where it does not hold.
    #[pyo3(signature = (**options))]
    fn verify(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let settings = Settings::new(py, options)?;
        run(py, &settings, |options| {
            let checked = retrograde::verify(&self.arena, &self.solution, options)?;
            Ok(format!("the solution holds: {checked}"))
        })
    }

    /// Writes the solution to a file.
    fn save(&self, py: Python<'_>, path: PathBuf, format: &str) -> PyResult<()> {
        let rows = SolutionRows {
            names: &self.arena.names,
            edges: self.arena.graph.edge_count() as u64,
            solution: &self.solution,
            start: self.start,
        };
        let regions = match (format, &self.solution.answer) {
            ("csv" | "json", _) => None,
            ("paritysol", Answer::Regions(regions))
                if self.solution.objective.is_like(&Objective::PARITY) =>
            {
                Some(regions)
            }
            ("paritysol", _) => {
                return Err(errors::input(py, "paritysol files are of parity games: save as json"));
            }
            _ => {
                let text = format!("there is no format '{format}': there are csv, json, paritysol");
                return Err(errors::input(py, text));
            }
        };
        run(py, &Settings::default(), |_| {
            Ok(OutputFile::write(path, |out| match (format, regions) {
                (_, Some(regions)) => write_paritysol(regions, out),
                ("csv", _) => write_csv(&rows, Terms::WinLose, out),
                _ => write_json(&rows, Terms::WinLose, true, out),
            })?)
        })
    }

    /// All that it says, for [`restored`](Self::restored).
    fn kept<'py>(&self, py: Python<'py>) -> PyResult<Kept<'py>> {
        let (texts, ties) = run(py, &Settings::default(), |_| {
            Ok((keeping::written(&self.solution)?, keeping::ties(&self.solution)))
        })?;
        let texts = texts.iter().map(|text| PyBytes::new(py, text)).collect();
        let told = self.told.as_ref().map(|told| (told.solver.clone(), told.how.clone()));
        Ok((texts, ties, told))
    }

    /// A solution of an arena from what [`kept`](Self::kept) has said of one.
    #[staticmethod]
    fn restored(
        py: Python<'_>,
        arena: &Arena,
        asked: (String, bool, bool, Option<String>),
        kept: Kept<'_>,
    ) -> PyResult<Solution> {
        let (name, misere, min, acceptance) = asked;
        let game = &arena.inner;
        let objective =
            crate::objective::asked(py, game, &name, misere, min, acceptance.as_deref())?;
        let (texts, ties, told) = kept;
        let texts: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        let count = game.graph.vertex_count();
        let solution = run(py, &Settings::default(), |options| {
            Ok(keeping::read(&texts, ties, count, objective, &options.control(0))?)
        })?;
        let told = told.map(|(solver, how)| Told { solver, how, stopped: None });
        let (label, start) = (arena.label.clone(), arena.start);
        Ok(Solution { arena: game.clone(), label, start, solution, told })
    }

    /// A picture.
    #[pyo3(signature = (title=None, start=None, moves=3, legend=true))]
    fn svg(
        &self,
        py: Python<'_>,
        title: Option<String>,
        start: Option<Vertex>,
        moves: u32,
        legend: bool,
    ) -> PyResult<String> {
        let start = start.map(|vertex| self.check(py, vertex)).transpose()?;
        let mut picture = SvgOptions::default();
        picture.title = title;
        picture.legend = legend;
        if let Some(vertex) = start {
            picture.part = Part::From { vertex, moves };
        }
        run(py, &Settings::default(), |options| {
            Ok(draw::svg(&self.arena, &self.solution, &picture, &options.control(0))?)
        })
    }

    /// The graph for Graphviz, coloured by value.
    fn dot(&self, py: Python<'_>) -> PyResult<String> {
        run(py, &Settings::default(), |options| {
            let mut text = Vec::new();
            let picture = DotOptions::default();
            draw::dot(&self.arena, &self.solution, &picture, &mut text, &options.control(0))?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        })
    }

    /// What the command line says above its table: the size, how it was solved, the counts.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (arena, solution) = (&*self.arena, &self.solution);
        let (size, counts) = run(py, &Settings::default(), |_| {
            let graph = &arena.graph;
            let terminals = graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count();
            let size = format!(
                "{}, {}, {}",
                counted(graph.vertex_count() as u64, "vertex", "vertices"),
                counted(graph.edge_count() as u64, "edge", "edges"),
                counted(terminals as u64, "terminal", "terminals"),
            );
            Ok((size, words::counts(arena, solution, Terms::WinLose)))
        })?;
        let summary = PyDict::new(py);
        summary.set_item("label", self.label.as_deref())?;
        summary.set_item("size", size)?;
        summary.set_item("how", self.how())?;
        summary.set_item("counts", cells::grid(py, &counts)?)?;
        let start = self.start.and_then(|start| words::start(solution, start));
        summary.set_item("start", start)?;
        Ok(summary)
    }

    /// The first rows as the command line shows them.
    fn rows<'py>(&self, py: Python<'py>, most: usize) -> PyResult<Bound<'py, PyDict>> {
        let which = 0..most.min(self.solution.len()) as Vertex;
        let grid = run(py, &Settings::default(), |_| {
            Ok(words::rows(&self.arena, &self.solution, Terms::WinLose, which))
        })?;
        cells::grid(py, &grid)
    }

    /// The machines of the two players: how many states, the first one, and the steps as
    /// `(vertex, memory, move, next)`.
    fn machines<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some(machines) = self.solution.machines() else { return Ok(None) };
        let list = PyList::empty(py);
        for machine in machines {
            let steps: Vec<(Vertex, u32, Option<Vertex>, u32)> = machine
                .steps()
                .iter()
                .map(|step| (step.vertex, step.memory, step.to, step.next))
                .collect();
            list.append((
                machine.player().number(),
                machine.state_count(),
                machine.initial(),
                steps,
                machine.dot(&self.arena.names).to_string(),
            ))?;
        }
        Ok(Some(list))
    }

    /// Whether vertices have owners in this objective.
    #[getter]
    fn owned(&self) -> bool {
        self.solution.objective.facts().view == View::Owners
    }
}
