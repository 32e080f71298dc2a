//! The caller's nodes as names of vertices, made when a message or a file needs them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use retrograde::{Graph, NamedMove, NamedMoves, Names, Naming, Vertex};

/// Names of vertices that are nodes of a Python list: text as it is, anything else as it prints.
struct Nodes {
    nodes: Py<PyList>,
    count: usize,
    /// Where the first vertex of each name is, once somebody looks for one.
    places: OnceLock<HashMap<String, Vertex>>,
    /// What the moves are called, where the caller has said.
    moves: Option<Moves>,
}

/// What the caller calls the moves of a graph, in the order of its edges.
pub(crate) struct Moves {
    graph: Graph,
    names: Py<PyList>,
}

impl Moves {
    pub(crate) fn new(graph: Graph, names: Py<PyList>) -> Self {
        Moves { graph, names }
    }

    fn name(&self, edge: usize) -> String {
        Python::attach(|py| text(py, &self.names, edge).unwrap_or_else(|| format!("move {edge}")))
    }
}

impl fmt::Debug for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nodes({})", self.count)
    }
}

/// The names that the nodes of a list have. The list must not change any more.
pub(crate) fn of_nodes(nodes: &Bound<'_, PyList>) -> Names {
    of_positions(nodes, None)
}

/// The same of positions whose moves have names.
pub(crate) fn of_positions(nodes: &Bound<'_, PyList>, moves: Option<Moves>) -> Names {
    let count = nodes.len();
    Names::computed(Arc::new(Nodes {
        nodes: nodes.clone().unbind(),
        count,
        places: OnceLock::new(),
        moves,
    }))
}

/// An entry of a list as text, if it can be printed.
fn text(py: Python<'_>, nodes: &Py<PyList>, place: usize) -> Option<String> {
    let printed = nodes.bind(py).get_item(place).and_then(|node| {
        let text = match node.cast::<PyString>() {
            Ok(text) => text.clone(),
            Err(_) => node.str()?,
        };
        Ok(text.to_string_lossy().into_owned())
    });
    printed.ok()
}

impl Naming for Nodes {
    fn len(&self) -> usize {
        self.count
    }

    fn name(&self, vertex: Vertex) -> String {
        let printed = Python::attach(|py| text(py, &self.nodes, vertex as usize));
        printed.unwrap_or_else(|| format!("node {vertex}"))
    }

    fn find(&self, name: &str) -> Option<Vertex> {
        let places = match self.places.get() {
            Some(places) => places,
            None => {
                let mut places = HashMap::with_capacity(self.count);
                for vertex in 0..self.count as Vertex {
                    places.entry(self.name(vertex)).or_insert(vertex);
                }
                self.places.get_or_init(|| places)
            }
        };
        places.get(name).copied()
    }
    fn moves(&self) -> Option<&dyn NamedMoves> {
        self.moves.as_ref().map(|_| self as &dyn NamedMoves)
    }
}

impl NamedMoves for Nodes {
    fn between(&self, from: Vertex, to: Vertex) -> Option<NamedMove> {
        let moves = self.moves.as_ref()?;
        let edge = moves.graph.edge_range(from).find(|&edge| moves.graph.targets()[edge] == to)?;
        Some(NamedMove { name: moves.name(edge), to: self.name(to) })
    }

    fn after(&self, from: &str, name: &str) -> Option<Vertex> {
        let moves = self.moves.as_ref()?;
        let edge =
            moves.graph.edge_range(self.find(from)?).find(|&edge| moves.name(edge) == name)?;
        Some(moves.graph.targets()[edge])
    }
}
