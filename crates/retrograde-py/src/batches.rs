//! Rules over arrays: the graph that grows while they are asked for moves.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use retrograde::games::ExploreError;
use retrograde::{Cancel, Control, Error, Names, Outcome, Progress};

use crate::arena::Arena;
use crate::running::{run, tell};
use crate::settings::Settings;
use crate::{arrays, errors};

/// A graph that grows batch by batch, whose positions are whole numbers of 64 bits.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub(crate) struct Batches {
    inner: Mutex<retrograde::games::Batches>,
    settings: Settings,
    /// Deadline and memory, from when it began.
    limits: Control<'static>,
}

impl Batches {
    fn lock(&self) -> MutexGuard<'_, retrograde::games::Batches> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Batches {
    #[new]
    #[pyo3(signature = (starts, **options))]
    fn new(
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let starts = arrays::copied::<u64>("starts", starts)?;
        let settings = Settings::new(py, options)?;
        let cancel = Cancel::new();
        let Control { threads, deadline, memory, .. } = settings.options(&cancel).control(0);
        let limits = Control { threads, deadline, memory, cancel: None, progress: None };
        let inner = retrograde::games::Batches::new(&starts);
        let inner = inner.map_err(|error| errors::raise(py, &told(error)))?;
        Ok(Batches { inner: Mutex::new(inner), settings, limits })
    }

    /// The next positions whose moves are wanted.
    fn ahead<'py>(&self, py: Python<'py>, most: usize) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_slice(py, self.lock().ahead(most))
    }

    /// What is known of the first `count` positions ahead.
    #[pyo3(signature = (count, movers, to, verdicts=None))]
    fn add(
        &self,
        py: Python<'_>,
        count: usize,
        movers: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
        verdicts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let movers = arrays::vertices("movers", movers)?;
        let to = arrays::copied::<u64>("successors", to)?;
        let verdicts = verdicts.map(|array| arrays::copied::<i8>("verdicts", array)).transpose()?;
        if movers.len() != to.len() {
            let text = format!(
                "there are {} movers and {} successors: one of each for a move is wanted",
                movers.len(),
                to.len()
            );
            return Err(errors::input(py, text));
        }
        if let Some(verdicts) = verdicts.as_ref().filter(|verdicts| verdicts.len() != count) {
            let text = format!("there are {} verdicts for {count} positions", verdicts.len());
            return Err(errors::input(py, text));
        }
        if let Some(mover) = movers.iter().find(|&&mover| mover as usize >= count) {
            let text = format!("a mover is {mover}: the batch has {count} positions, from 0 on");
            return Err(errors::input(py, text));
        }
        let verdict = |place: usize| match verdicts.as_ref()?[place] {
            1 => Some(Outcome::Win),
            0 => Some(Outcome::Draw),
            -1 => Some(Outcome::Lose),
            _ => None,
        };
        let found = run(py, &Settings::default(), |options| {
            let control = Control { cancel: options.cancel, ..self.limits };
            let mut inner = self.lock();
            if count > inner.ahead(count).len() {
                return Ok(None);
            }
            inner.add(count, &movers, &to, verdict, &control).map_err(told)?;
            Ok(Some(inner.positions().len()))
        })?;
        let Some(found) = found else {
            return Err(errors::input(py, "there are not so many positions ahead"));
        };
        tell(py, &self.settings, &Progress::new("exploring", found as u64, 0))
    }

    /// The graph, and the positions as an array.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<(Arena, Bound<'py, PyArray1<u64>>)> {
        let batches = std::mem::take(&mut *self.lock());
        let made = run(py, &Settings::default(), |_| {
            let (graph, verdicts, positions) = batches.finish().map_err(told)?;
            let said = retrograde::Arena { verdicts, ..retrograde::Arena::default() };
            let names = Names::of_numbers(positions.clone());
            Ok((retrograde::Arena::from_graph(graph, names, said)?, positions))
        });
        let (arena, positions) = made?;
        let mut arena = Arena::new(arena);
        arena.start = (!positions.is_empty()).then_some(0);
        Ok((arena, PyArray1::from_vec(py, positions)))
    }
}

fn told(error: ExploreError) -> Error {
    match error {
        ExploreError::Stopped(stopped) => stopped.into(),
        ExploreError::Graph(error) => error.into(),
        error => {
            let (label, error) = ("the game".to_owned(), Box::new(error));
            Error::Explore { label, error, index: None, of_index: false }
        }
    }
}
