//! Attributes that may be repeated but not contradicted.

use std::fmt::Display;

use crate::column::Column;
use crate::error::GraphError;
use crate::graph::Vertex;
use crate::interner::Interner;

/// Sets an attribute that may be repeated but not changed.
pub(crate) fn set_once<T: Copy + Default + PartialEq + Display>(
    column: &mut Column<T>,
    names: &Interner,
    attribute: &'static str,
    vertex: Vertex,
    value: T,
) -> Result<(), GraphError> {
    if check_once(column.get(vertex as usize), names, attribute, vertex, value)? {
        column.set(vertex as usize, value);
    }
    Ok(())
}

/// The same for the last of the edges from `sources` to `ends`.
pub(crate) fn set_last_once<T: Copy + Default + PartialEq + Display>(
    column: &mut Column<T>,
    names: &Interner,
    attribute: &'static str,
    (sources, ends): (&[Vertex], &[Vertex]),
    value: T,
) -> Result<(), GraphError> {
    let (Some(&from), Some(&to)) = (sources.last(), ends.last()) else {
        return Err(GraphError::NoEdgeYet { said: attribute });
    };
    if let Some(before) = column.get(ends.len() - 1).filter(|&before| before != value) {
        return Err(GraphError::EdgeContradiction {
            attribute,
            from: names.name(from).into(),
            to: names.name(to).into(),
            before: before.to_string().into(),
            now: value.to_string().into(),
        });
    }
    column.set(ends.len() - 1, value);
    Ok(())
}

/// Whether an attribute that may be repeated but not changed is still to be set.
pub(crate) fn check_once<T: Copy + PartialEq + Display>(
    before: Option<T>,
    names: &Interner,
    attribute: &'static str,
    vertex: Vertex,
    value: T,
) -> Result<bool, GraphError> {
    if vertex as usize >= names.len() {
        let vertices = names.len() as u64;
        return Err(GraphError::VertexOutOfRange { vertex: u64::from(vertex), vertices });
    }
    match before {
        Some(before) if before != value => Err(GraphError::Contradiction {
            attribute,
            vertex: names.name(vertex),
            before: before.to_string(),
            now: value.to_string(),
        }),
        before => Ok(before.is_none()),
    }
}
