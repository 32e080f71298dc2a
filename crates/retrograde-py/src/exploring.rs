//! Rules written in Python: every position that can be met, breadth first, as a graph.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use hashbrown::HashTable;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyIterator, PyList, PyString, PyTuple};
use retrograde::{
    Cancel, Column, Control, Graph, Numbers, Offsets, Outcome, Progress, Stopped, Vertex,
};

use crate::arena::Arena;
use crate::errors;
use crate::names::{self, Moves};
use crate::running::tell;
use crate::settings::Settings;

/// How long the search goes on before it looks for signals, the clock and memory.
const PATIENCE: Duration = Duration::from_millis(20);

/// The most positions between two looks at the clock.
const STRIDE: usize = 64;

/// The most moves between two looks at the clock.
const MOVES: usize = 1 << 12;

/// How long the end of the program waits for rules that are being asked.
const FAREWELL: Duration = Duration::from_secs(2);

/// How many searches there are, and whether the program ends.
static SEARCHES: AtomicUsize = AtomicUsize::new(0);
static ENDING: AtomicBool = AtomicBool::new(false);

/// A search that is counted.
struct Counted;

impl Counted {
    fn new() -> Self {
        SEARCHES.fetch_add(1, Relaxed);
        Counted
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        SEARCHES.fetch_sub(1, Relaxed);
    }
}

/// Ends the searches of other threads, before the interpreter ends: it would take them out of the
/// middle of their work, which nothing survives.
#[pyfunction]
pub(crate) fn end_searches(py: Python<'_>) {
    ENDING.store(true, Relaxed);
    let began = Instant::now();
    while SEARCHES.load(Relaxed) > 0 && began.elapsed() < FAREWELL {
        py.detach(|| thread::sleep(Duration::from_millis(1)));
    }
}

/// The rules of a game, as the caller wrote them.
struct Rules<'py> {
    moves: Bound<'py, PyAny>,
    verdict: Option<Bound<'py, PyAny>>,
    canonical: Option<Bound<'py, PyAny>>,
}

/// What has been found.
struct Search<'a, 'py> {
    py: Python<'py>,
    rules: Rules<'py>,
    settings: &'a Settings,
    control: Control<'a>,
    /// When somebody last looked for signals, the clock and memory, and the moves since then.
    looked: Instant,
    since: usize,
    /// Whether moves come with their names; `None` until the first one is seen.
    named: Option<bool>,
    positions: Bound<'py, PyList>,
    /// The positions by their hashes.
    numbers: HashTable<(u64, Vertex)>,
    /// The row in which a vertex was last a target, and one more.
    marks: Vec<Vertex>,
    ends: Vec<u64>,
    targets: Vec<Vertex>,
    moves: Bound<'py, PyList>,
    verdicts: Column<Outcome>,
}

/// Looks at every position that can be met from some, and returns the graph with the positions.
#[pyfunction]
#[pyo3(signature = (starts, moves, verdict=None, canonical=None, named=None, **options))]
pub(crate) fn explore<'py>(
    py: Python<'py>,
    starts: &Bound<'py, PyList>,
    moves: Bound<'py, PyAny>,
    verdict: Option<Bound<'py, PyAny>>,
    canonical: Option<Bound<'py, PyAny>>,
    named: Option<bool>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<(Arena, Bound<'py, PyList>)> {
    let settings = Settings::new(py, options)?;
    let cancel = Cancel::new();
    let options = settings.options(&cancel);
    let _counted = Counted::new();
    let mut search = Search {
        py,
        rules: Rules { moves, verdict, canonical },
        settings: &settings,
        control: options.control(0),
        looked: Instant::now(),
        since: 0,
        named,
        positions: PyList::empty(py),
        numbers: HashTable::new(),
        marks: Vec::new(),
        ends: vec![0],
        targets: Vec::new(),
        moves: PyList::empty(py),
        verdicts: Column::default(),
    };
    for start in starts {
        search.number(start, None)?;
    }
    search.run()?;
    search.finish()
}

impl<'py> Search<'_, 'py> {
    fn run(&mut self) -> PyResult<()> {
        let py = self.py;
        let mut vertex = 0;
        // The list grows while it is gone through; Python's own `map` calls a function fastest.
        let map = py.import("builtins")?.getattr("map")?;
        let mut all = match self.rules.verdict {
            None => Some(map.call1((&self.rules.moves, &self.positions))?.try_iter()?),
            Some(_) => None,
        };
        while vertex < self.marks.len() {
            match all.as_mut().and_then(Iterator::next) {
                Some(found) => self.row(vertex as Vertex, &found?)?,
                None => self.judge(vertex as Vertex)?,
            }
            self.ends.push(self.targets.len() as u64);
            vertex += 1;
            if vertex.is_multiple_of(STRIDE) {
                self.look()?;
            }
        }
        py.check_signals()
    }

    /// Looks for signals, the clock and memory now and then, and tells how far things are.
    #[inline]
    fn look(&mut self) -> PyResult<()> {
        if ENDING.load(Relaxed) {
            return Err(errors::raise(self.py, &Stopped::Cancelled.into()));
        }
        if self.looked.elapsed() <= PATIENCE {
            return Ok(());
        }
        let py = self.py;
        // Rules that are not written in Python never let go of the interpreter by themselves.
        py.detach(|| ());
        py.check_signals()?;
        self.control.check_memory().map_err(|stopped| errors::raise(py, &stopped.into()))?;
        let found = self.positions.len() as u64;
        tell(py, self.settings, &Progress::new("exploring", found, 0))?;
        self.looked = Instant::now();
        Ok(())
    }

    /// Writes down that the game is over at a position, or what can be done there.
    fn judge(&mut self, vertex: Vertex) -> PyResult<()> {
        let position = self.position(vertex)?;
        let verdict = match &self.rules.verdict {
            Some(verdict) => self.outcome(&position, &verdict.call1((&position,))?)?,
            None => None,
        };
        match verdict {
            Some(outcome) => self.verdicts.set(vertex as usize, outcome),
            None => self.row(vertex, &self.rules.moves.call1((position,))?)?,
        }
        Ok(())
    }

    fn position(&self, vertex: Vertex) -> PyResult<Bound<'py, PyAny>> {
        self.positions.get_item(vertex as usize)
    }

    /// Writes down what the moves of a position lead to.
    fn row(&mut self, vertex: Vertex, found: &Bound<'py, PyAny>) -> PyResult<()> {
        if let Ok(by_name) = found.cast::<PyDict>() {
            // A dictionary has names, whatever else is said.
            self.named.get_or_insert(true);
            // The rules may write to it while its positions are looked at.
            for item in by_name.items() {
                let (name, to) = item.extract()?;
                self.edge(vertex, to, Some(name))?;
            }
            return Ok(());
        }
        let items = match found.try_iter() {
            Ok(items) => items,
            Err(error) if error.is_instance_of::<PyTypeError>(self.py) && !iterable(found) => {
                let (at, found) = (errors::shown(&self.position(vertex)?), errors::shown(found));
                let text = format!("moves({at}) is {found}: a list of positions is wanted");
                return Err(errors::input(self.py, text));
            }
            Err(error) => return Err(error),
        };
        self.items(vertex, items)
    }

    fn items(&mut self, vertex: Vertex, items: Bound<'py, PyIterator>) -> PyResult<()> {
        for item in items {
            let item = item?;
            let named = match self.named {
                Some(named) => named,
                None => {
                    let named = self.looks_named(vertex, &item)?;
                    *self.named.insert(named)
                }
            };
            if !named {
                self.edge(vertex, item, None)?;
                continue;
            }
            let pair = item.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
            let Some(pair) = pair else {
                let (at, item) = (errors::shown(&self.position(vertex)?), errors::shown(&item));
                let text = format!(
                    "moves({at}) yields {item}, and others were pairs (move, position): yield such \
                     pairs everywhere, or say named=False if they are positions"
                );
                return Err(errors::input(self.py, text));
            };
            self.edge(vertex, pair.get_item(1)?, Some(pair.get_item(0)?))?;
        }
        Ok(())
    }

    /// Whether what is yielded is a move with its name: a pair whose second half is like the start,
    /// where the start is no pair itself. If both halves are like the start, nobody can tell.
    fn looks_named(&self, vertex: Vertex, item: &Bound<'py, PyAny>) -> PyResult<bool> {
        let pair = |it: &Bound<'py, PyAny>| {
            it.cast_exact::<PyTuple>().ok().filter(|pair| pair.len() == 2).cloned()
        };
        let start = self.positions.get_item(0)?;
        Ok(match (pair(item), pair(&start)) {
            (Some(pair), None) if pair.get_item(1)?.get_type().is(start.get_type()) => {
                if pair.get_item(0)?.get_type().is(start.get_type()) {
                    let (at, item) = (errors::shown(&self.position(vertex)?), errors::shown(item));
                    let text = format!(
                        "moves({at}) yields {item}, which may be a position or a pair (move, \
                         position): say named=False or named=True"
                    );
                    return Err(errors::input(self.py, text));
                }
                true
            }
            _ => false,
        })
    }

    fn edge(
        &mut self,
        vertex: Vertex,
        to: Bound<'py, PyAny>,
        name: Option<Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        self.since += 1;
        if self.since.is_multiple_of(MOVES) {
            self.look()?;
        }
        let number = self.number(to, Some(vertex))?;
        // Several moves to the same position are one edge, called after the first.
        let mark = &mut self.marks[number as usize];
        if *mark == vertex + 1 {
            return Ok(());
        }
        *mark = vertex + 1;
        self.targets.try_reserve(1).map_err(|error| errors::no_room(self.py, &error))?;
        self.targets.push(number);
        match name {
            Some(name) => self.moves.append(name),
            None => Ok(()),
        }
    }

    /// The number of a position, a new one if it is met for the first time; `from` is where from.
    #[inline]
    fn number(
        &mut self,
        mut position: Bound<'py, PyAny>,
        from: Option<Vertex>,
    ) -> PyResult<Vertex> {
        if let Some(canonical) = &self.rules.canonical {
            position = canonical.call1((position,))?;
        }
        let hash = match position.hash() {
            Ok(hash) => spread(hash),
            Err(error) => {
                let place = match from {
                    Some(vertex) => {
                        format!("moves({}) yields", errors::shown(&self.position(vertex)?))
                    }
                    None => "the start".to_owned(),
                };
                return Err(errors::unhashable(self.py, error, &place, &position));
            }
        };
        let mut trouble = None;
        let found = self.numbers.find(hash, |&(other, vertex)| {
            let same = || {
                let known = self.positions.get_item(vertex as usize)?;
                Ok(known.is(&position) || known.eq(&position)?)
            };
            other == hash
                && same().unwrap_or_else(|error: PyErr| {
                    trouble.get_or_insert(error);
                    false
                })
        });
        match (trouble, found) {
            (Some(error), _) => return Err(error),
            (None, Some(&(_, vertex))) => return Ok(vertex),
            (None, None) => {}
        }
        let number = self.marks.len();
        if number >= Vertex::MAX as usize {
            return Err(errors::graph(self.py, retrograde::GraphError::TooManyVertices));
        }
        let rehash = |&(hash, _): &(u64, Vertex)| hash;
        let room = self.numbers.try_reserve(1, rehash).is_ok();
        if !room || self.marks.try_reserve(1).is_err() {
            return Err(errors::no_room(self.py, &"the table of positions cannot grow"));
        }
        self.numbers.insert_unique(hash, (hash, number as Vertex), |&(hash, _)| hash);
        self.positions.append(position)?;
        self.marks.push(0);
        Ok(number as Vertex)
    }

    /// What a verdict means.
    fn outcome(
        &self,
        position: &Bound<'py, PyAny>,
        verdict: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Outcome>> {
        if verdict.is_none() {
            return Ok(None);
        }
        let text = verdict.cast::<PyString>().map(|text| text.to_string_lossy().into_owned());
        let number = match verdict.is_exact_instance_of::<PyBool>() {
            false => verdict.cast::<PyInt>().ok().and_then(|number| number.extract::<i64>().ok()),
            true => None,
        };
        match (text.as_deref(), number) {
            (Ok("win"), _) | (_, Some(1)) => Ok(Some(Outcome::Win)),
            (Ok("lose"), _) | (_, Some(-1)) => Ok(Some(Outcome::Lose)),
            (Ok("draw" | "tie"), _) | (_, Some(0)) => Ok(Some(Outcome::Draw)),
            _ => {
                let (at, verdict) = (errors::shown(position), errors::shown(verdict));
                let text = format!(
                    "verdict({at}) is {verdict}: 'win', 'lose' or 'draw' for whoever is to move is \
                     wanted, or None while play goes on"
                );
                Err(errors::input(self.py, text))
            }
        }
    }

    fn finish(self) -> PyResult<(Arena, Bound<'py, PyList>)> {
        let Search { py, positions, ends, targets, moves, verdicts, .. } = self;
        let offsets = match u32::try_from(targets.len()) {
            Ok(_) => {
                let ends: Vec<u32> = ends.iter().map(|&end| end as u32).collect();
                Offsets::Narrow(Numbers::shared(Arc::new(ends)))
            }
            Err(_) => Offsets::Wide(Numbers::shared(Arc::new(ends))),
        };
        // Whoever names moves looks at the same rows.
        let graph = Graph::from_parts(offsets, Numbers::shared(Arc::new(targets)))
            .map_err(|error| errors::graph(py, error))?;
        let named = self.named == Some(true);
        let moves = named.then(|| Moves::new(graph.clone(), moves.unbind()));
        let said = retrograde::Arena { verdicts, ..retrograde::Arena::default() };
        let names = names::of_positions(&positions, moves);
        let arena = retrograde::Arena::from_graph(graph, names, said);
        let mut arena = Arena::new(arena.map_err(|error| errors::graph(py, error))?);
        arena.start = (!positions.is_empty()).then_some(0);
        Ok((arena, positions))
    }
}

/// The hashes of whole numbers are these numbers: those next to each other stay so, since play goes
/// on nearby, and steps of any width between them become small. The upper bits tell them apart.
fn spread(hash: isize) -> u64 {
    let mut place = hash as u64;
    for shift in [32, 16, 7] {
        place ^= place >> shift;
    }
    let tag = (hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (tag & !(u64::MAX >> 7)) | (place & (u64::MAX >> 7))
}

fn iterable(found: &Bound<'_, PyAny>) -> bool {
    let has = |name| found.get_type().hasattr(name).unwrap_or(true);
    has("__iter__") || has("__getitem__")
}
