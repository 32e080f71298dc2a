//! Graphs that stay on disk: solved there, asked vertex by vertex, written and checked row by row.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use retrograde::io::{OutputFile, write_csv, write_json};
use retrograde::words::{self, counted};
use retrograde::{GraphError, Names, Opening, Options, StoredSolved, Terms, Vertex};

use crate::arena::file_format;
use crate::objective::asked;
use crate::running::run;
use crate::settings::Settings;
use crate::solution::facts;
use crate::{cells, columns, errors};

/// What every vertex of a graph on disk is worth; moves are read off the file.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub(crate) struct Stored {
    inner: StoredSolved,
    label: String,
    values_only: bool,
}

/// Solves the graph of a file, whose edges stay on disk.
#[pyfunction]
#[pyo3(signature = (path, objective=None, misere=false, format=None, **options))]
pub(crate) fn solve_stored(
    py: Python<'_>,
    path: PathBuf,
    objective: Option<&str>,
    misere: bool,
    format: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Stored> {
    let settings = Settings::new(py, options)?;
    let format = format.map(|name| file_format(py, name)).transpose()?;
    // Without colours, since no condition on them is solved on disk.
    let nothing = retrograde::Arena::default();
    let of_name = |name| asked(py, &nothing, name, misere, false, None);
    let objective = match objective {
        None if misere => Some(of_name("outcome")?),
        objective => objective.map(of_name).transpose()?,
    };
    run(py, &settings, move |options| {
        let mut input = Opening { format, options: *options, ..Opening::default() }.open(path)?;
        let objective = objective.unwrap_or_else(|| input.default_objective());
        let solved = input.solve_stored(&objective, options);
        let label = input.label().to_owned();
        let inner = solved.map_err(|error| error.of(&label))?;
        Ok(Stored { inner, label, values_only: options.values_only })
    })
}

impl Stored {
    fn check(&self, py: Python<'_>, vertex: Vertex) -> PyResult<Vertex> {
        let vertices = self.inner.graph.file.vertex_count() as u64;
        match u64::from(vertex) < vertices {
            true => Ok(vertex),
            false => {
                let vertex = vertex.into();
                Err(errors::graph(py, GraphError::VertexOutOfRange { vertex, vertices }))
            }
        }
    }

    /// Asks for names, which may be read off the file.
    fn of_names<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Names) -> T + Send,
    ) -> PyResult<T> {
        let names = &self.inner.said.names;
        let (said, lost) = py.detach(move || (ask(names), names.lost()));
        match lost {
            Some(why) => Err(errors::raise(py, &std::io::Error::other(why).into())),
            None => Ok(said),
        }
    }
}

#[pymethods]
impl Stored {
    #[getter]
    fn objective(&self) -> &'static str {
        self.inner.solution.objective.name()
    }

    #[getter]
    fn edges(&self) -> u64 {
        self.inner.graph.file.edge_count()
    }

    fn __len__(&self) -> usize {
        self.inner.graph.file.vertex_count()
    }

    /// What a vertex is called.
    fn name(&self, py: Python<'_>, vertex: Vertex) -> PyResult<String> {
        let vertex = self.check(py, vertex)?;
        self.of_names(py, |names| names.get(vertex).into_owned())
    }

    /// The vertex of that name.
    fn find(&self, py: Python<'_>, name: &str) -> PyResult<Option<Vertex>> {
        self.of_names(py, |names| names.find(name))
    }

    /// The names of the arrays.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        columns::names(&self.inner.solution)
    }

    /// The array of that name.
    fn column(&self, py: Python<'_>, name: &str) -> PyResult<Option<Py<PyAny>>> {
        columns::array(py, &self.inner.solution, name)
    }

    /// What is said of one vertex, and the move from it, which is read off the file.
    fn row<'py>(&self, py: Python<'py>, vertex: Vertex) -> PyResult<Bound<'py, PyDict>> {
        let vertex = self.check(py, vertex)?;
        let row = facts(py, &self.inner.solution, vertex)?;
        if !self.values_only {
            let to =
                run(py, &Settings::default(), |options| self.inner.best_move(vertex, options))?;
            row.set_item("move", to)?;
        }
        Ok(row)
    }

    /// Writes all rows to a file.
    fn save(&self, py: Python<'_>, path: PathBuf, format: &str) -> PyResult<()> {
        let is_json = match format {
            "csv" => false,
            "json" => true,
            _ => {
                let text =
                    format!("there is no format '{format}' for this: there are csv and json");
                return Err(errors::input(py, text));
            }
        };
        run(py, &Settings::default(), |options| {
            let options = &Options { values_only: self.values_only, ..*options };
            self.inner.with_rows(options, |rows| {
                OutputFile::write(path, |out| match is_json {
                    true => write_json(rows, Terms::WinLose, true, out),
                    false => write_csv(rows, Terms::WinLose, out),
                })
            })??;
            Ok(())
        })
    }

    /// Proves what is said of all vertices, or says where it does not hold.
    #[pyo3(signature = (**options))]
    fn verify(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        run(py, &Settings::new(py, options)?, |options| {
            let StoredSolved { graph, said, solution, .. } = &self.inner;
            let checked = retrograde::verify_stored(graph, &said.names, solution, options)?;
            Ok(format!("the solution holds: {checked}"))
        })
    }

    /// What the command line says above its table.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let inner = &self.inner;
        let counts = run(py, &Settings::default(), |_| {
            Ok(words::counts(&inner.said, &inner.solution, Terms::WinLose))
        })?;
        let size = format!(
            "{}, {}",
            counted(inner.graph.file.vertex_count() as u64, "vertex", "vertices"),
            counted(inner.graph.file.edge_count(), "edge", "edges"),
        );
        let summary = PyDict::new(py);
        summary.set_item("label", &self.label)?;
        summary.set_item("size", size)?;
        summary.set_item("how", inner.report.how.as_ref())?;
        summary.set_item("counts", cells::grid(py, &counts)?)?;
        Ok(summary)
    }
}
