//! What an answer says of a position, as Python values.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use retrograde::words::Grid;
use retrograde::{Cell, Grundy, Ratio};

/// A cell as the Python value that says the same.
pub(crate) fn value(py: Python<'_>, cell: Cell<'_>) -> PyResult<Py<PyAny>> {
    match cell {
        Cell::Outcome(outcome) => outcome.as_str().into_py_any(py),
        Cell::Class(class) => class.as_str().into_py_any(py),
        Cell::Winner(player) => player.number().into_py_any(py),
        Cell::Side(side) => side.to_string().into_py_any(py),
        Cell::Number(number) => number.into_py_any(py),
        Cell::Wide(number) => number.into_py_any(py),
        Cell::Ratio(ratio) => fraction(py, ratio),
        Cell::Grundy(Grundy::Finite(value)) => value.into_py_any(py),
        Cell::Grundy(Grundy::Loopy(options)) => {
            let class = py.import("retrograde._values")?.getattr("Loopy")?;
            Ok(class.call1((options.to_vec(),))?.unbind())
        }
        _ => Ok(py.None()),
    }
}

/// A fraction.
pub(crate) fn fraction(py: Python<'_>, ratio: Ratio) -> PyResult<Py<PyAny>> {
    let class = py.import("fractions")?.getattr("Fraction")?;
    Ok(class.call1((ratio.numerator(), ratio.denominator()))?.unbind())
}

/// A table with its columns, its rows of text and the line below it.
pub(crate) fn grid<'py>(py: Python<'py>, grid: &Grid) -> PyResult<Bound<'py, PyDict>> {
    let table = PyDict::new(py);
    let columns: Vec<(&str, bool)> = grid
        .columns
        .iter()
        .map(|(name, lean)| (*name, *lean == retrograde::words::Lean::Right))
        .collect();
    table.set_item("columns", columns)?;
    let rows: Vec<Vec<&str>> =
        grid.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
    table.set_item("rows", rows)?;
    table.set_item("below", grid.below.as_deref())?;
    Ok(table)
}
