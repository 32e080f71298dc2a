//! The caller's nodes as names of vertices, made when a message or a file needs them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use retrograde::{Names, Naming, Vertex};

/// Names of vertices that are nodes of a Python list: text as it is, anything else as it prints.
struct Nodes {
    nodes: Py<PyList>,
    count: usize,
    /// Where the first vertex of each name is, once somebody looks for one.
    places: OnceLock<HashMap<String, Vertex>>,
}

impl fmt::Debug for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nodes({})", self.count)
    }
}

/// The names that the nodes of a list have. The list must not change any more.
pub(crate) fn of_nodes(nodes: &Bound<'_, PyList>) -> Names {
    let count = nodes.len();
    Names::computed(Arc::new(Nodes {
        nodes: nodes.clone().unbind(),
        count,
        places: OnceLock::new(),
    }))
}

/// A node as text; a number where it cannot be printed.
fn text(py: Python<'_>, nodes: &Py<PyList>, vertex: Vertex) -> String {
    let printed = nodes.bind(py).get_item(vertex as usize).and_then(|node| {
        let text = match node.cast::<PyString>() {
            Ok(text) => text.clone(),
            Err(_) => node.str()?,
        };
        Ok(text.to_string_lossy().into_owned())
    });
    printed.unwrap_or_else(|_| format!("node {vertex}"))
}

impl Naming for Nodes {
    fn len(&self) -> usize {
        self.count
    }

    fn name(&self, vertex: Vertex) -> String {
        Python::attach(|py| text(py, &self.nodes, vertex))
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
}
