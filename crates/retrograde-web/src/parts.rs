//! Large graphs as pages show them.

use std::collections::HashMap;

use retrograde::{Arena, Error, Options, Solution, neighbourhood, overview};

use crate::answering::{Subject, paint, rows_of};
use crate::api::{Arrow, Block, Neighbourhood, Overview, Paint, Sample};
use crate::graphs;

/// How far a neighbourhood reaches, unless said and at most.
const RADIUS: (u32, u32) = (2, 6);

/// How many vertices it has, unless said and at most.
const LIMIT: (u32, u32) = (60, 300);

/// A solved graph in blocks.
///
/// # Errors
/// As for [`overview`].
pub fn survey(
    arena: &Arena,
    solution: &Solution,
    options: &Options<'_>,
) -> Result<Overview, Error> {
    let found = overview(arena, solution, options)?;
    let sample = |&index: &u32| Sample { index, name: arena.name(index).into_owned() };
    let blocks = found.blocks.iter().zip(0..).map(|(block, id)| Block {
        id,
        title: block.title.clone(),
        group: block.group as u32,
        size: block.size,
        layer: block.layers.map(|(first, last)| [first, last]),
        counts: block
            .counts
            .iter()
            .map(|(class, count)| (class.name().to_owned(), *count))
            .collect(),
        cyclic: block.cyclic,
        sample: block.sample.iter().map(sample).collect(),
    });
    let arrow = |&(from, to, edges): &(usize, usize, u64)| Arrow {
        from: from as u32,
        to: to as u32,
        edges,
    };
    Ok(Overview {
        blocks: blocks.collect(),
        arrows: found.arrows.iter().map(arrow).collect(),
        layers: found.layers.to_owned(),
        merged: found.merged,
    })
}

/// What is around a vertex of a solved graph.
///
/// # Errors
/// As for [`neighbourhood`].
pub fn around(
    arena: &Arena,
    solution: &Solution,
    vertex: u32,
    radius: Option<u32>,
    limit: Option<u32>,
    options: &Options<'_>,
) -> Result<Neighbourhood, Error> {
    let radius = radius.unwrap_or(RADIUS.0).min(RADIUS.1);
    let limit = limit.unwrap_or(LIMIT.0).clamp(1, LIMIT.1);
    let found = neighbourhood(arena, vertex, radius, limit as usize, options)?;
    let control = options.control(arena.heap_bytes());
    let mut part = graphs::part(arena, &found.vertices, &mut control.pace())?;
    part.graph.edges.truncate(graphs::DRAWN.edges);
    part.edges.truncate(graphs::DRAWN.edges);
    graphs::place(&mut part.graph, &control)?;
    let open = found.open.iter().zip(0..).filter(|(open, _)| **open).map(|(_, number)| number);
    Ok(Neighbourhood {
        rows: rows_of(arena, solution, &found.vertices),
        paints: paints(arena, solution, &found.vertices, &part.edges),
        graph: part.graph,
        open: open.collect(),
        ids: found.vertices,
    })
}

/// How some vertices look, whose moves are those among `edges`, known by their places there.
pub(crate) fn paints(
    arena: &Arena,
    solution: &Solution,
    vertices: &[u32],
    edges: &[usize],
) -> Vec<Paint> {
    let numbers: HashMap<usize, u32> =
        edges.iter().zip(0..).map(|(&edge, number)| (edge, number)).collect();
    let subject = Subject { arena, edges: None, start: None };
    let look = |&vertex: &u32| {
        let mut paint = paint(&subject, solution, vertex);
        // Moves that lead out of the part are not shown.
        let chosen = paint.chosen.iter().filter_map(|&edge| numbers.get(&(edge as usize)));
        paint.chosen = chosen.copied().collect();
        paint
    };
    vertices.iter().map(look).collect()
}
