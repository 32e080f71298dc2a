//! Graphs as pages draw them, and as the library solves them.

use std::collections::HashMap;

use retrograde::words::grouped;
use retrograde::{
    Acceptance, Arena, ArenaBuilder, Color, Colors, Control, Outcome, Pace, Player, Stopped, draw,
};

use crate::api::{Edge, Graph, Side, Verdict, Vertex};
use crate::refusal::Refusal;

/// The most vertices and edges that are drawn at once.
pub const DRAWN: Size = Size { vertices: 500, edges: 3000 };

/// A number of vertices and edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Vertices.
    pub vertices: usize,
    /// Edges.
    pub edges: usize,
}

impl Size {
    /// Whether an arena has no more than that.
    #[must_use]
    pub fn holds(self, arena: &Arena) -> bool {
        arena.graph.vertex_count() <= self.vertices && arena.graph.edge_count() <= self.edges
    }
}

/// A graph that was sent, as the library solves it: the edges of each vertex stand side by side.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The arena; its vertices are in the order in which they were sent.
    pub arena: Arena,
    /// Of each edge of the arena, its place in the list that was sent.
    pub edges: Vec<u32>,
}

/// A graph as the library solves it.
///
/// # Errors
/// It is too large, it contradicts itself, or something in it is no graph's.
///
/// ```
/// use retrograde_web::api::Graph;
/// use retrograde_web::graphs::{DRAWN, arena};
/// let text = r#"{"vertices": [{"name": "a"}, {"name": "b"}], "edges": [{"from": 1, "to": 0}]}"#;
/// let graph: Graph = serde_json::from_str(text).unwrap();
/// let sent = arena(&graph, DRAWN)?;
/// assert_eq!(sent.arena.graph.successors(1), [0]);
/// # Ok::<(), retrograde_web::Refusal>(())
/// ```
pub fn arena(graph: &Graph, most: Size) -> Result<Sent, Refusal> {
    let size = Size { vertices: graph.vertices.len(), edges: graph.edges.len() };
    if size.vertices > most.vertices || size.edges > most.edges {
        return Err(too_large(size, most));
    }
    let mut builder = ArenaBuilder::new();
    for (place, vertex) in graph.vertices.iter().enumerate() {
        let id = builder.vertex(&vertex.name)?;
        if id as usize != place {
            let name = vertex.name.escape_debug();
            let error = format!("two vertices are called '{name}': give one of them another name");
            return Err(Refusal::new(Refusal::UNANSWERABLE, error).at(&*vertex.name));
        }
        say(&mut builder, id, vertex)?;
    }
    for (place, edge) in graph.edges.iter().enumerate() {
        let added = match edge.weight {
            Some(weight) => builder.weighted_edge(edge.from, edge.to, weight),
            None => builder.edge(edge.from, edge.to),
        };
        added.map_err(|error| Refusal::from(error).at(format!("edges[{place}]")))?;
        if let Some(side) = edge.player {
            builder.set_last_player(side.into());
        }
    }
    let mut arena = builder.finish()?;
    if let Some(text) = graph.acceptance.as_deref().filter(|text| !text.trim().is_empty()) {
        let acceptance = Acceptance::spelled(text, arena.used_colors()).map_err(|error| {
            let error = format!("the condition '{}': {error}", text.escape_debug());
            Refusal::new(Refusal::UNANSWERABLE, error).at("acceptance")
        })?;
        arena.acceptance = Some(acceptance);
    }
    let mut edges: Vec<u32> = (0..graph.edges.len() as u32).collect();
    edges.sort_by_key(|&edge| graph.edges[edge as usize].from);
    Ok(Sent { arena, edges })
}

fn too_large(size: Size, most: Size) -> Refusal {
    let [vertices, edges, most_vertices, most_edges] =
        [size.vertices, size.edges, most.vertices, most.edges].map(grouped);
    let error = format!(
        "the graph has {vertices} vertices and {edges} edges; at most {most_vertices} and {most_edges} \
         can be sent along"
    );
    Refusal::new(Refusal::TOO_LARGE, error).with_remedy("Open it as a file.")
}

/// What is said of a vertex.
fn say(builder: &mut ArenaBuilder, id: u32, vertex: &Vertex) -> Result<(), Refusal> {
    let wrong = |what: String| {
        let name = vertex.name.escape_debug();
        Refusal::new(Refusal::UNANSWERABLE, format!("vertex '{name}': {what}")).at(&*vertex.name)
    };
    if let Some(verdict) = vertex.verdict {
        builder.set_verdict(id, verdict.into())?;
    }
    match vertex.owner {
        Some(0) => builder.set_owner(id, Player::Zero)?,
        Some(1) => builder.set_owner(id, Player::One)?,
        Some(other) => return Err(wrong(format!("the owner is {other}: it is 0 or 1"))),
        None => {}
    }
    if let Some(priority) = vertex.priority {
        builder.set_priority(id, priority)?;
    }
    if let Some(target) = vertex.target {
        builder.set_target(id, target)?;
    }
    if let Some(numbers) = &vertex.colors {
        let mut colors = Colors::EMPTY;
        for &number in numbers {
            let color = Color::new(number).ok_or_else(|| {
                wrong(format!("there is no colour {number}: they go from 0 to 63"))
            })?;
            colors = colors.with(color);
        }
        builder.set_colors(id, colors)?;
    }
    Ok(())
}

/// A part of an arena as pages draw it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The graph, without places.
    pub graph: Graph,
    /// Of each of its edges, the place in the arena.
    pub edges: Vec<usize>,
}

/// Some vertices of an arena, in that order, with the edges between them.
///
/// # Errors
/// It was stopped.
///
/// # Panics
/// If there is no such vertex.
pub fn part(arena: &Arena, vertices: &[u32], pace: &mut Pace<'_>) -> Result<Part, Stopped> {
    let number: HashMap<u32, u32> =
        vertices.iter().zip(0..).map(|(&vertex, place)| (vertex, place)).collect();
    let mut found = Part { graph: Graph::default(), edges: Vec::new() };
    for (&vertex, from) in vertices.iter().zip(0..) {
        pace.steps(16 + arena.graph.out_degree(vertex) as usize)?;
        found.graph.vertices.push(Vertex {
            name: arena.name(vertex).into_owned(),
            verdict: arena.verdict(vertex).map(Verdict::from),
            owner: arena.owner(vertex).map(Player::number),
            priority: arena.priority(vertex),
            target: arena.targets.get(vertex as usize),
            colors: Some(arena.colors(vertex))
                .filter(|colors| !colors.is_empty())
                .map(|colors| colors.iter().map(Color::number).collect()),
            x: None,
            y: None,
        });
        for edge in arena.graph.edge_range(vertex) {
            let target = arena.graph.targets()[edge];
            let Some(&to) = number.get(&target) else { continue };
            let label = arena.names.moves().and_then(|moves| moves.between(vertex, target));
            found.graph.edges.push(Edge {
                from,
                to,
                weight: arena.weights.get(edge),
                player: arena.player(edge).map(Side::from),
                label: label.map(|chosen| chosen.name),
            });
            found.edges.push(edge);
        }
    }
    found.graph.acceptance = arena.acceptance.as_ref().map(ToString::to_string);
    Ok(found)
}

/// A whole arena as pages draw it: edge by edge in its own order, with places unless there was no time
/// to find them.
///
/// # Errors
/// It was stopped.
pub fn whole(arena: &Arena, control: &Control<'_>) -> Result<Graph, Stopped> {
    let vertices: Vec<u32> = arena.graph.vertices().collect();
    let mut graph = part(arena, &vertices, &mut control.pace())?.graph;
    match place(&mut graph, control) {
        Ok(()) | Err(Stopped::Deadline) => Ok(graph),
        Err(stopped) => Err(stopped),
    }
}

/// Gives every vertex a place to draw it at.
///
/// # Errors
/// It was stopped.
///
/// # Panics
/// If an edge has an end that is no vertex.
pub fn place(graph: &mut Graph, control: &Control<'_>) -> Result<(), Stopped> {
    let names: Vec<&str> = graph.vertices.iter().map(|vertex| &*vertex.name).collect();
    let moves: Vec<(usize, usize)> =
        graph.edges.iter().map(|edge| (edge.from as usize, edge.to as usize)).collect();
    let places = draw::places(&names, &moves, control)?;
    for (vertex, (x, y)) in graph.vertices.iter_mut().zip(places) {
        // Pages have no use for more than a tenth of a pixel.
        let rounded = |number: f64| Some((number * 10.0).round() / 10.0);
        (vertex.x, vertex.y) = (rounded(x), rounded(y));
    }
    Ok(())
}

impl From<Verdict> for Outcome {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win => Outcome::Win,
            Verdict::Lose => Outcome::Lose,
            Verdict::Draw => Outcome::Draw,
        }
    }
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win => Verdict::Win,
            Outcome::Lose => Verdict::Lose,
            Outcome::Draw => Verdict::Draw,
        }
    }
}

impl From<Side> for retrograde::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => retrograde::Side::Left,
            Side::Right => retrograde::Side::Right,
        }
    }
}

impl From<retrograde::Side> for Side {
    fn from(side: retrograde::Side) -> Self {
        match side {
            retrograde::Side::Left => Side::Left,
            retrograde::Side::Right => Side::Right,
        }
    }
}
