//! The native half of the Python package: Python objects in, doors of the library, arrays out.
//!
//! Nothing is decided here. What is worded for Python, and everything that needs no speed, is in the
//! package's Python files.

mod arena;
mod arrays;
mod batches;
mod cells;
mod columns;
mod errors;
mod exploring;
mod games;
mod keeping;
mod making;
mod names;
mod objective;
mod running;
mod settings;
mod solution;
mod solved;
mod stored;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use retrograde::Objective;
use retrograde::io::Format;

/// The native half of the package `retrograde`.
#[pymodule(gil_used = true)]
mod _retrograde {
    #[pymodule_export]
    use super::arena::Arena;
    #[pymodule_export]
    use super::batches::Batches;
    #[pymodule_export]
    use super::exploring::{end_searches, explore};
    #[pymodule_export]
    use super::games::{Rules, catalogue};
    #[pymodule_export]
    use super::making::{construct, families, generate, product, sum};
    #[pymodule_export]
    use super::solution::{Solution, load, solve};
    #[pymodule_export]
    use super::solved::SolvedGame;
    #[pymodule_export]
    use super::stored::{Stored, solve_stored};
    #[pymodule_export]
    use super::{formats, objectives, version};
}

/// What is common to all questions of a kind, by its name.
#[pyfunction]
fn objectives(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let table = PyDict::new(py);
    for objective in Objective::ALL {
        let facts = objective.facts();
        let entry = PyDict::new(py);
        entry.set_item("summary", facts.summary)?;
        let names = |list: &[retrograde::Attribute]| -> Vec<&str> {
            list.iter().map(|attribute| attribute.name()).collect()
        };
        entry.set_item("needs", names(facts.needs))?;
        entry.set_item("reads", names(facts.reads))?;
        entry.set_item("values", facts.values)?;
        entry.set_item("moves", facts.moves)?;
        table.set_item(facts.name, entry)?;
    }
    Ok(table)
}

/// The version of the package.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The names of the formats of graph files.
#[pyfunction]
fn formats() -> Vec<&'static str> {
    Format::ALL.map(Format::name).to_vec()
}
