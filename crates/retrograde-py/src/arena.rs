//! Graphs of the caller, and what the library makes of them.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use retrograde::io::{Format, OutputFile, write_arena};
use retrograde::{
    Acceptance, Attribute, Column, Graph, Names, Offsets, Opening, Outcome, Player, Side, Vertex,
};

use crate::running::run;
use crate::settings::Settings;
use crate::{arrays, errors, names};

/// A graph with its names and attributes, as the library keeps it.
#[pyclass(frozen, module = "retrograde._retrograde")]
pub(crate) struct Arena {
    pub(crate) inner: Arc<retrograde::Arena>,
    /// What messages call it, where it has a name.
    pub(crate) label: Option<String>,
    /// Where a game given by rules begins.
    pub(crate) start: Option<Vertex>,
    /// What is asked about it unless somebody says otherwise.
    pub(crate) objective: &'static str,
}

/// What a graph has beside its rows, names and attributes: its label, its start, its objective, and
/// what its moves are called.
type Rest = (Option<String>, Option<Vertex>, String, Option<Vec<String>>);

impl Arena {
    pub(crate) fn new(inner: retrograde::Arena) -> Self {
        Arena {
            inner: Arc::new(inner),
            label: None,
            start: None,
            objective: retrograde::Objective::OUTCOME.name(),
        }
    }
}

/// Refuses vertices that there are not.
pub(crate) fn check(py: Python<'_>, arena: &retrograde::Arena, vertex: Vertex) -> PyResult<Vertex> {
    let vertices = arena.graph.vertex_count() as u64;
    match u64::from(vertex) < vertices {
        true => Ok(vertex),
        false => {
            let vertex = vertex.into();
            Err(errors::graph(py, retrograde::GraphError::VertexOutOfRange { vertex, vertices }))
        }
    }
}

#[pymethods]
impl Arena {
    /// From the rows of a sparse matrix; `nodes` are the names, or `None` for numbers.
    #[staticmethod]
    #[pyo3(signature = (indptr, indices, nodes=None, attributes=None))]
    fn from_csr(
        py: Python<'_>,
        indptr: &Bound<'_, PyAny>,
        indices: &Bound<'_, PyAny>,
        nodes: Option<&Bound<'_, PyList>>,
        attributes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let graph = rows(py, indptr, indices)?;
        let said = said(py, attributes)?;
        let names = named(nodes, graph.vertex_count());
        let made = py.detach(|| retrograde::Arena::from_graph(graph, names, said));
        made.map(Arena::new).map_err(|error| errors::graph(py, error))
    }

    /// From edges in any order between so many vertices.
    #[staticmethod]
    #[pyo3(signature = (vertices, sources, targets, nodes=None, attributes=None))]
    fn from_edges(
        py: Python<'_>,
        vertices: usize,
        sources: &Bound<'_, PyAny>,
        targets: &Bound<'_, PyAny>,
        nodes: Option<&Bound<'_, PyList>>,
        attributes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let sources = arrays::vertices("sources", sources)?;
        let targets = arrays::vertices("targets", targets)?;
        let said = said(py, attributes)?;
        let names = named(nodes, vertices);
        let made = py.detach(|| retrograde::Arena::from_edges(names, sources, targets, said));
        made.map(Arena::new).map_err(|error| errors::graph(py, error))
    }

    /// From what [`rest`](Self::rest) says and the rows, the names and the attributes.
    #[staticmethod]
    fn restored(
        py: Python<'_>,
        indptr: &Bound<'_, PyAny>,
        indices: &Bound<'_, PyAny>,
        nodes: Option<&Bound<'_, PyList>>,
        attributes: Option<&Bound<'_, PyDict>>,
        rest: Rest,
    ) -> PyResult<Self> {
        let (label, start, objective, moves) = rest;
        let mut made = Self::from_csr(py, indptr, indices, nodes, attributes)?;
        if let (Some(nodes), Some(moves), Some(inner)) =
            (nodes, moves, Arc::get_mut(&mut made.inner))
        {
            let moves = names::Moves::new(inner.graph.clone(), PyList::new(py, moves)?.unbind());
            inner.names = names::of_positions(nodes, Some(moves));
        }
        let Some(objective) = retrograde::Objective::named(&objective) else {
            return Err(errors::input(py, format!("there is no objective '{objective}'")));
        };
        let start = start.map(|vertex| check(py, &made.inner, vertex)).transpose()?;
        Ok(Arena { label, start, objective: objective.name(), ..made })
    }

    /// What there is beside the rows, the names and the attributes: a label, the start, what is asked
    /// unless somebody says otherwise, and what the moves are called.
    fn rest(&self, py: Python<'_>) -> PyResult<Rest> {
        let arena = &*self.inner;
        let moves = run(py, &Settings::default(), |options| {
            let Some(named) = arena.names.moves() else { return Ok(None) };
            let control = options.control(0);
            let mut pace = control.pace();
            let mut names = Vec::with_capacity(arena.graph.edge_count());
            for from in arena.graph.vertices() {
                for &to in arena.graph.successors(from) {
                    pace.steps(1 << 6)?;
                    names.push(named.between(from, to).map_or(String::new(), |it| it.name));
                }
            }
            Ok(Some(names))
        })?;
        Ok((self.label.clone(), self.start, self.objective.to_owned(), moves))
    }

    /// A graph file, or the graph of a game given by rules.
    #[staticmethod]
    #[pyo3(signature = (name, format=None, **options))]
    fn open(
        py: Python<'_>,
        name: PathBuf,
        format: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let settings = Settings::new(py, options)?;
        let format = format.map(|name| file_format(py, name)).transpose()?;
        run(py, &settings, move |options| {
            let opening = Opening { format, options: *options, ..Opening::default() };
            let mut input = opening.open(name)?;
            let arena = input.arena(options)?;
            Ok(Arena {
                start: input.start(&arena),
                label: Some(input.label().to_owned()),
                objective: input.default_objective().name(),
                inner: Arc::new(arena),
            })
        })
    }

    #[getter]
    fn vertices(&self) -> usize {
        self.inner.graph.vertex_count()
    }

    #[getter]
    fn edges(&self) -> usize {
        self.inner.graph.edge_count()
    }

    #[getter]
    fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    #[getter]
    fn start(&self) -> Option<Vertex> {
        self.start
    }

    #[getter]
    fn objective(&self) -> &'static str {
        self.objective
    }

    #[getter]
    fn acceptance(&self) -> Option<String> {
        self.inner.acceptance.as_ref().map(ToString::to_string)
    }

    /// What all vertices are called.
    fn names(&self, py: Python<'_>) -> Vec<String> {
        let arena = &self.inner;
        py.detach(|| arena.graph.vertices().map(|vertex| arena.name(vertex).into_owned()).collect())
    }

    /// What a vertex is called.
    fn name(&self, py: Python<'_>, vertex: Vertex) -> PyResult<String> {
        let vertex = check(py, &self.inner, vertex)?;
        Ok(py.detach(|| self.inner.name(vertex).into_owned()))
    }

    /// The vertex of that name.
    fn find(&self, py: Python<'_>, name: &str) -> Option<Vertex> {
        py.detach(|| self.inner.vertex(name))
    }

    /// Where the moves from a vertex lead.
    fn successors(&self, py: Python<'_>, vertex: Vertex) -> PyResult<Vec<Vertex>> {
        let vertex = check(py, &self.inner, vertex)?;
        run(py, &Settings::default(), |_| Ok(self.inner.graph.successors(vertex).to_vec()))
    }

    /// The rows of the graph as arrays.
    fn csr<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>) {
        let graph = &self.inner.graph;
        let rows = graph.vertex_count();
        let offsets = (0..=rows).map(|row| graph.offsets().get(row) as i64).collect();
        (PyArray1::from_vec(py, offsets), PyArray1::from_slice(py, graph.targets()))
    }

    /// The attributes that vertices or edges have, each as a list with `None` where there is none.
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arena = &*self.inner;
        let (vertices, edges) = (arena.graph.vertex_count(), arena.graph.edge_count());
        let table = PyDict::new(py);
        for attribute in arena.attributes() {
            let value = match attribute {
                Attribute::Verdict => {
                    listed(py, vertices, |v| arena.verdicts.get(v).map(Outcome::as_str))
                }
                Attribute::Owner => {
                    listed(py, vertices, |v| arena.owners.get(v).map(Player::number))
                }
                Attribute::Priority => listed(py, vertices, |v| arena.priorities.get(v)),
                Attribute::Target => listed(py, vertices, |v| arena.targets.get(v)),
                Attribute::Colors => listed(py, vertices, |v| {
                    let bits = arena.colors.get(v)?;
                    Some((0..64).filter(|color| bits >> color & 1 == 1).collect::<Vec<u8>>())
                }),
                Attribute::Weight => listed(py, edges, |e| arena.weights.get(e)),
                Attribute::Player => {
                    listed(py, edges, |e| arena.players.get(e).map(|side| side.to_string()))
                }
                _ => continue,
            };
            table.set_item(attribute.name(), value?)?;
        }
        Ok(table)
    }

    /// Writes it to a file; what the format cannot hold is an error unless it may be left out.
    #[pyo3(signature = (path, format=None, lossy=false))]
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: Option<&str>,
        lossy: bool,
    ) -> PyResult<()> {
        let named = format.map(|name| file_format(py, name)).transpose()?;
        let Some(format) = named.or_else(|| Format::from_path(&path)) else {
            let names = Format::ALL.map(Format::name).join("', '");
            let text = format!(
                "cannot tell the format of {} from its name: say format='{names}'",
                path.display()
            );
            return Err(errors::input(py, text));
        };
        let arena = &self.inner;
        let lost: Vec<String> = py
            .detach(|| format.cannot_hold(arena))
            .iter()
            .filter(|loss| {
                let names = matches!(loss, retrograde::io::Loss::Names { .. });
                !(names && format == Format::Pgsolver)
            })
            .map(ToString::to_string)
            .collect();
        if !lost.is_empty() && !lossy {
            let lost = lost.join("; nor ");
            let text = format!(
                "{format} cannot hold {lost}; choose another format (json holds everything), or leave \
                 it out with lossy=True"
            );
            return Err(errors::input(py, text));
        }
        run(py, &Settings::default(), move |_| {
            Ok(OutputFile::write(path, |out| write_arena(arena, format, out))?)
        })
    }
}

/// The graph whose rows stand in two arrays. What makes no graph is looked at once more, number by
/// number, for the words that say where.
fn rows(py: Python<'_>, indptr: &Bound<'_, PyAny>, indices: &Bound<'_, PyAny>) -> PyResult<Graph> {
    if let (Some(offsets), Some(targets)) = (arrays::numbers(indptr), arrays::numbers(indices))
        && let Ok(graph) = py.detach(|| Graph::from_parts(Offsets::Narrow(offsets), targets))
    {
        return Ok(graph);
    }
    let targets = arrays::vertices("indices", indices)?;
    let offsets = arrays::offsets("indptr", indptr, targets.len())?;
    let made = py.detach(|| Graph::from_parts(offsets, targets));
    made.map_err(|error| errors::graph(py, error))
}

/// The format of a name.
pub(crate) fn file_format(py: Python<'_>, name: &str) -> PyResult<Format> {
    Format::from_name(name).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join("', '");
        errors::input(py, format!("there is no format '{name}': there are '{names}'"))
    })
}

fn listed<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    count: usize,
    value: impl Fn(usize) -> Option<T>,
) -> PyResult<Py<PyAny>> {
    PyList::new(py, (0..count).map(value))?.into_py_any(py)
}

fn named(nodes: Option<&Bound<'_, PyList>>, count: usize) -> Names {
    nodes.map_or_else(|| Names::numbered(count), names::of_nodes)
}

/// The attributes of vertices and edges, each an array in which a number that means nothing stands
/// where there is none: the package has made them so.
fn said(py: Python<'_>, attributes: Option<&Bound<'_, PyDict>>) -> PyResult<retrograde::Arena> {
    let mut said = retrograde::Arena::default();
    for (name, array) in attributes.into_iter().flatten() {
        let name: String = name.extract()?;
        if name == "unread" {
            let names: Vec<String> = array.extract()?;
            names.iter().for_each(|name| said.unread.pass_over(name));
            continue;
        }
        match Attribute::named(&name) {
            Some(Attribute::Verdict) => {
                said.verdicts = column(arrays::copied::<i8>(&name, &array)?, |code| match code {
                    1 => Some(Outcome::Win),
                    0 => Some(Outcome::Draw),
                    -1 => Some(Outcome::Lose),
                    _ => None,
                });
            }
            Some(Attribute::Owner) => {
                let owners = arrays::copied::<i8>(&name, &array)?;
                said.owners = column(owners, |code| Player::try_from(i32::from(code)).ok());
            }
            Some(Attribute::Priority) => {
                let priorities = arrays::copied::<i64>(&name, &array)?;
                said.priorities = column(priorities, |number| u32::try_from(number).ok());
            }
            Some(Attribute::Target) => {
                said.targets = column(arrays::copied::<i8>(&name, &array)?, |code| match code {
                    0 => Some(false),
                    1 => Some(true),
                    _ => None,
                });
            }
            Some(Attribute::Colors) => {
                let colors = arrays::copied::<u64>(&name, &array)?;
                said.colors = column(colors, |bits| (bits != 0).then_some(bits));
            }
            Some(Attribute::Weight) => {
                let (weights, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = array.extract()?;
                let weights = arrays::copied::<i64>(&name, &weights)?;
                said.weights = match given.is_none() {
                    true => Column::from(weights),
                    false => {
                        let given = arrays::copied::<bool>(&name, &given)?;
                        let pairs = weights.into_iter().zip(given).enumerate();
                        pairs.filter(|(_, (_, given))| *given).map(|(e, (w, _))| (e, w)).collect()
                    }
                };
            }
            Some(Attribute::Player) => {
                said.players = column(arrays::copied::<i8>(&name, &array)?, |code| match code {
                    0 => Some(Side::Left),
                    1 => Some(Side::Right),
                    _ => None,
                });
            }
            Some(Attribute::Acceptance) => {
                let text: String = array.extract()?;
                let condition = Acceptance::spelled(&text, said.used_colors())
                    .map_err(|error| errors::input(py, format!("acceptance='{text}': {error}")))?;
                said.acceptance = Some(condition);
            }
            _ => return Err(errors::input(py, format!("there is no attribute '{name}'"))),
        }
    }
    Ok(said)
}

fn column<S: Copy, T: Copy + Default>(codes: Vec<S>, read: impl Fn(S) -> Option<T>) -> Column<T> {
    let values = codes.into_iter().enumerate();
    values.filter_map(|(place, code)| Some((place, read(code)?))).collect()
}
