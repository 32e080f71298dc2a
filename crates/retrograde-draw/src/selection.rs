//! The positions and moves a picture shows, small enough to be drawn.

use std::collections::HashMap;

use retrograde_core::{Arena, Control, Pace, Vertex};

use crate::error::DrawError;
use crate::face::Stroke;
use crate::options::{Part, SvgOptions};
use crate::paint::Paint;

/// Positions numbered from 0 in the order they are shown.
#[derive(Debug)]
pub(crate) struct Selection {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) moves: Vec<Move>,
    /// For each position, its moves that lead out of the selection.
    pub(crate) hidden: Vec<usize>,
}

/// All moves from one position to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// How many parallel moves it stands for.
    pub(crate) count: usize,
    pub(crate) stroke: Stroke,
}

impl Selection {
    pub(crate) fn new(
        arena: &Arena,
        paint: &dyn Paint,
        options: &SvgOptions,
        pace: &mut Pace<'_>,
    ) -> Result<Self, DrawError> {
        let graph = &arena.graph;
        let vertices = selected(arena, options, pace)?;
        let number: HashMap<Vertex, usize> =
            vertices.iter().enumerate().map(|(number, &vertex)| (vertex, number)).collect();
        let mut moves: Vec<Move> = Vec::new();
        let mut hidden = vec![0; vertices.len()];
        let mut known: HashMap<usize, usize> = HashMap::new();
        for (from, &vertex) in vertices.iter().enumerate() {
            known.clear();
            pace.steps(1 + graph.out_degree(vertex) as usize)?;
            for edge in graph.edge_range(vertex) {
                let target = graph.targets()[edge];
                let Some(&to) = number.get(&target) else {
                    hidden[from] += 1;
                    continue;
                };
                let stroke = paint.stroke(vertex, target, edge);
                let id = *known.entry(to).or_insert(moves.len());
                if id == moves.len() {
                    if id == options.max_edges {
                        return Err(too_large(arena, options));
                    }
                    moves.push(Move { from, to, count: 0, stroke });
                }
                moves[id].count += 1;
                moves[id].stroke = moves[id].stroke.joined(stroke);
            }
        }
        Ok(Selection { vertices, moves, hidden })
    }
}

/// The positions that are shown, if they are few enough.
fn selected(
    arena: &Arena,
    options: &SvgOptions,
    pace: &mut Pace<'_>,
) -> Result<Vec<Vertex>, DrawError> {
    let graph = &arena.graph;
    match options.part {
        Part::Whole => {
            let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
            if vertices > options.max_vertices || edges > options.max_edges {
                return Err(too_large(arena, options));
            }
            Ok(graph.vertices().collect())
        }
        Part::From { vertex, moves } => reachable(arena, vertex, moves, options, pace),
    }
}

/// The positions that a picture of some part shows, in the order in which it shows them; as
/// [`svg`](crate::svg()), it refuses more than the default options allow.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_draw::{Part, positions};
/// let arena = Arena::from(Graph::from_edges(3, [(0, 1), (2, 0)])?);
/// let part = Part::From { vertex: 2, moves: 1 };
/// assert_eq!(positions(&arena, part, &Control::default())?, [2, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// There are too many; the part starts from a position that does not exist; it was stopped.
pub fn positions(
    arena: &Arena,
    part: Part,
    control: &Control<'_>,
) -> Result<Vec<Vertex>, DrawError> {
    let options = SvgOptions { part, ..SvgOptions::default() };
    selected(arena, &options, &mut control.pace())
}

/// What play can reach within `moves` moves, nearest first. Stops at the limits, so a small part
/// of a huge graph is cheap.
fn reachable(
    arena: &Arena,
    start: Vertex,
    moves: u32,
    options: &SvgOptions,
    pace: &mut Pace<'_>,
) -> Result<Vec<Vertex>, DrawError> {
    let graph = &arena.graph;
    if start as usize >= graph.vertex_count() {
        return Err(DrawError::NoSuchVertex { vertex: start, vertices: graph.vertex_count() });
    }
    let mut found = vec![start];
    let mut depths = HashMap::from([(start, 0)]);
    let mut edges = 0;
    let mut next = 0;
    while let Some(&vertex) = found.get(next) {
        next += 1;
        let depth = depths[&vertex];
        if depth == moves {
            continue;
        }
        edges += graph.out_degree(vertex) as usize;
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        if edges > options.max_edges {
            return Err(too_large(arena, options));
        }
        for &to in graph.successors(vertex) {
            depths.entry(to).or_insert_with(|| {
                found.push(to);
                depth + 1
            });
        }
        if found.len() > options.max_vertices {
            return Err(too_large(arena, options));
        }
    }
    Ok(found)
}

fn too_large(arena: &Arena, options: &SvgOptions) -> DrawError {
    let (max_vertices, max_edges) = (options.max_vertices, options.max_edges);
    match options.part {
        Part::Whole => DrawError::TooLarge {
            vertices: arena.graph.vertex_count(),
            edges: arena.graph.edge_count(),
            max_vertices,
            max_edges,
        },
        Part::From { vertex, moves } => {
            let from = arena.names.get(vertex).into_owned();
            DrawError::PartTooLarge { from, moves, max_vertices, max_edges }
        }
    }
}
