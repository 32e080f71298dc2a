//! Writing a SciPy sparse matrix in compressed sparse rows.

use std::io::{self, ErrorKind, Write};

use retrograde_core::Arena;

use super::archive::{Archive, Element, Packing};

/// Writes what `scipy.sparse.load_npz` reads: with weights as `int64`, or `True` for every edge.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    check_weights(arena)?;
    let mut archive = Archive::new(out, Packing::Deflated);
    // As SciPy chooses: the same type for both, 32 bits where that is enough.
    let (vertices, edges) = (arena.graph.vertex_count(), arena.graph.edge_count());
    match vertices.max(edges) <= i32::MAX as usize {
        true => write_indices(arena, &mut archive, |index| index as i32)?,
        false => write_indices(arena, &mut archive, |index| index as i64)?,
    }
    archive.start("format", "|S3", "()", 3)?;
    archive.write_all(b"csr")?;
    archive.array("shape", 2, [vertices as i64; 2].map(io::Result::Ok))?;
    let edges = edges as u64;
    if arena.weights.is_empty() {
        archive.array("data", edges, (0..edges).map(|_| io::Result::Ok(true)))?;
    } else {
        let weights = arena.weights.iter().map(|(_, weight)| io::Result::Ok(weight));
        archive.array("data", edges, weights)?;
    }
    archive.finish()
}

fn write_indices<T: Element>(
    arena: &Arena,
    archive: &mut Archive<'_>,
    index: impl Fn(u64) -> T,
) -> io::Result<()> {
    let (vertices, edges) = (arena.graph.vertex_count(), arena.graph.edge_count());
    let targets = arena.graph.targets().iter().map(|&target| io::Result::Ok(index(target.into())));
    archive.array("indices", edges as u64, targets)?;
    let offsets = (0..=vertices).map(|row| io::Result::Ok(index(arena.graph.offsets().get(row))));
    archive.array("indptr", vertices as u64 + 1, offsets)
}

/// A matrix has a number for every edge or for none.
fn check_weights(arena: &Arena) -> io::Result<()> {
    let edges = arena.graph.edge_count();
    if arena.weights.is_empty() || arena.weights.count() == edges {
        return Ok(());
    }
    let graph = &arena.graph;
    let bare = graph.vertices().find_map(|from| {
        let edge = graph.edge_range(from).find(|&edge| arena.weights.get(edge).is_none())?;
        Some((from, graph.targets()[edge]))
    });
    let (from, to) = bare
        .map_or_else(Default::default, |(from, to)| (arena.names.get(from), arena.names.get(to)));
    Err(io::Error::new(
        ErrorKind::InvalidInput,
        format!(
            "an npz matrix has a weight for every edge or for none, and the edge from '{from}' to '{to}' has none while others do: give it one, or write another format"
        ),
    ))
}
