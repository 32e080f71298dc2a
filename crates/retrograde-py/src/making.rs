//! Graphs made by the library: generated, constructed from others, added up.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use retrograde::games::generate::{Family, Recipe};
use retrograde::solve::sum::Total;
use retrograde::{Cell, Construction, Grundy, Objective, Ratio, Summand, Vertex};

use crate::arena::{Arena, check};
use crate::objective::asked;
use crate::running::run;
use crate::settings::Settings;
use crate::{cells, errors};

/// The families of graphs that can be generated: name, description, parameters as
/// `(name, default, description, allowed)`.
#[pyfunction]
pub(crate) fn families(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for family in Family::ALL {
        let parameters: Vec<(&str, Option<&str>, &str, &str)> = family
            .parameters()
            .iter()
            .map(|it| (it.name, it.default, it.description, it.kind.allowed()))
            .collect();
        list.append((family.name(), family.description(), parameters))?;
    }
    Ok(list)
}

/// A graph of a family; the words are `parameter=value`.
#[pyfunction]
#[pyo3(signature = (family, words, **options))]
pub(crate) fn generate(
    py: Python<'_>,
    family: &str,
    words: Vec<String>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Arena> {
    let settings = Settings::new(py, options)?;
    let Some(found) = Family::find(family) else {
        return Err(errors::input(py, format!("there is no family '{family}'")));
    };
    run(py, &settings, |options| {
        let recipe = Recipe::from_words(found, words.iter().map(String::as_str))?;
        Ok(Arena::new(recipe.build(&options.control(0))?))
    })
}

/// Another graph of a graph; with it what each vertex has become, and the notes.
#[pyfunction]
#[pyo3(signature = (arena, to, start=None, depth=0, size=10_000_000, threshold=None,
    objective=None, misere=false, min=false, acceptance=None, **options))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub(crate) fn construct(
    py: Python<'_>,
    arena: &Arena,
    to: &str,
    start: Option<Vec<Vertex>>,
    depth: u32,
    size: u64,
    threshold: Option<&str>,
    objective: Option<&str>,
    misere: bool,
    min: bool,
    acceptance: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Arena, Option<Vec<Vertex>>, Vec<String>)> {
    let settings = Settings::new(py, options)?;
    let from = start.unwrap_or_default();
    for &vertex in &from {
        check(py, &arena.inner, vertex)?;
    }
    let construction = match to {
        "alternating" => Construction::Alternating,
        "quotient" => Construction::Quotient,
        "condensation" => Construction::Condensation,
        "reachable" => Construction::Reachable { from },
        "unravel" => match from[..] {
            [from] => Construction::Unravel { from, depth },
            _ => return Err(errors::input(py, "a tree of plays has one start")),
        },
        _ => {
            let Some(to) = Objective::named(to) else {
                return Err(errors::input(py, format!("there is no construction '{to}'")));
            };
            let now = objective.unwrap_or(arena.objective);
            let from = asked(py, &arena.inner, now, misere, min, acceptance)?;
            let threshold = threshold.map(|text| {
                Ratio::parse(text).ok_or_else(|| {
                    errors::input(py, format!("threshold={text}: give a number or a fraction"))
                })
            });
            Construction::Objective { from, to, threshold: threshold.transpose()? }
        }
    };
    let made = run(py, &settings, |options| {
        retrograde::make((*arena.inner).clone(), &construction, size, options)
    })?;
    let notes = made.notes.iter().map(ToString::to_string).collect();
    let mut result = Arena::new(made.arena);
    if let Construction::Objective { to, .. } = &construction {
        result.objective = to.name();
    }
    Ok((result, made.image, notes))
}

/// The disjunctive sum of games, written out as one graph.
#[pyfunction]
#[pyo3(signature = (arenas, size=10_000_000, **options))]
pub(crate) fn product(
    py: Python<'_>,
    arenas: Vec<Py<Arena>>,
    size: u64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Arena, Vec<String>)> {
    let settings = Settings::new(py, options)?;
    let games: Vec<&retrograde::Arena> = arenas.iter().map(|arena| &*arena.get().inner).collect();
    let made = run(py, &settings, |options| retrograde::product(&games, size, options))?;
    let notes = made.notes.iter().map(ToString::to_string).collect();
    Ok((Arena::new(made.arena), notes))
}

/// What a disjunctive sum is worth: its outcome, its value, a move as `(component, vertex)`, and what
/// each summand is worth in it.
#[pyfunction]
#[pyo3(signature = (summands, **options))]
#[allow(clippy::type_complexity, reason = "it is taken apart at once")]
pub(crate) fn sum(
    py: Python<'_>,
    summands: Vec<(Py<Arena>, Vertex)>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(&'static str, Py<PyAny>, Option<(usize, Vertex)>, Vec<Py<PyAny>>)> {
    let settings = Settings::new(py, options)?;
    let parts: Vec<Summand<'_>> = summands
        .iter()
        .map(|(arena, vertex)| Summand { arena: &arena.get().inner, vertex: *vertex })
        .collect();
    let (total, values) = run(py, &settings, |options| retrograde::sum(&parts, options))?;
    let worth = |total: &Total| match total {
        Total::Finite(value) => cells::value(py, Cell::Grundy(Grundy::Finite(*value))),
        Total::Loopy(options) => cells::value(py, Cell::Grundy(Grundy::Loopy(options))),
    };
    let values = values.iter().map(worth).collect::<PyResult<Vec<_>>>()?;
    let best = total.best.map(|best| (best.component, best.to));
    Ok((total.outcome.as_str(), worth(&total.value)?, best, values))
}
