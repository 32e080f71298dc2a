//! Component by component, the last ones first: no transposed copy of the whole graph.
//!
//! The search for strongly connected components completes each of them after all those that its
//! moves lead to, so it can be labelled at that moment. A component of one vertex takes its label
//! straight from its successors; any other is labelled by a wave of its own, seeded from what lies
//! below. Of a vertex whose component is complete the search wants to know only that, so its slot
//! there can hold its distance: neither component numbers nor a list of components is ever stored.
//!
//! # When it helps
//!
//! Where all components are small: in games with progress, such as captures or placements, that
//! nobody can take back, only the moves between two steps of progress lie on cycles. Then hardly
//! more is needed than the answer itself, whatever the number of edges. Where one component holds
//! most of the vertices it costs more than the wave over the whole graph: it turns around nearly
//! all edges as well, beside the search for components, which takes many times as long as the wave
//! since each of its steps waits for the one before. [`estimate`] tells the two apart.
//!
//! Growth of the process's peak memory while it solved graphs of 10⁶ vertices and 4.5 to 5·10⁶
//! edges, best moves included, in bytes a vertex:
//!
//! | graph | by components | by the wave |
//! | --- | --- | --- |
//! | 100,000 components of 9 vertices, and as many terminals | 8.4 | 25.4 |
//! | 999 components of 1,000 vertices, and 1,000 of one | 8.4 | 25.4 |
//! | a random graph, 94% of it one component | 43.4 | 25.7 |
//!
//! The first two took two to three times as long as by the wave on one thread, and five to thirteen
//! times with the vertices numbered at random; the last, about fifteen times. In the first two the
//! best moves made the peak. On a path, the deepest search there is, the search makes it: 12.6 bytes
//! a vertex against 13.7.

mod local;

use retrograde_core::{
    Bitmap, Control, Distance, Distances, Graph, Offsets, Outcome, OutcomeGame, Progress, Stopped,
    Value, Values, Vertex,
};

use super::label_bytes;
use crate::scc;
use local::{Local, Start};

/// Vertices finished between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

/// An upper estimate of the bytes beside the graph for [`solve`](super::solve) by [`Method::Components`](super::Method), for
/// whoever has the components: [`estimate`](super::estimate()) must take the whole graph for one.
///
/// ```
/// use retrograde_core::{Control, Graph};
/// use retrograde_solve::outcome::{Method, components, estimate};
/// use retrograde_solve::{Options, scc};
///
/// // Pairs of vertices with moves back and forth, and down to the next pair.
/// let pairs = (0..1000).step_by(2).flat_map(|v| [(v, v + 1), (v + 1, v), (v, (v + 2) % 1000)]);
/// let graph = Graph::from_edges(1000, pairs.filter(|&(from, to)| from == 0 || to != 0))?;
/// let known = components::estimate(&graph, &scc::components(&graph, &Control::default())?);
/// assert!(known < 13_000);
/// assert!(known < estimate(&graph, Method::Components, &Options::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If the components are those of a graph with fewer vertices.
///
/// # Complexity
/// O(V + E) time; 12 bytes a component.
#[must_use]
pub fn estimate(graph: &Graph, components: &scc::Components) -> u64 {
    let sizes = components.sizes();
    let mut inner = vec![0u64; components.count()];
    for (from, to) in graph.edges() {
        let component = components.of(from);
        inner[component as usize] += u64::from(component == components.of(to));
    }
    // Components of one vertex need nothing; memory kept from one component serves the next.
    let (mut vertices, mut edges) = (0, 0);
    for (&size, &inner) in sizes.iter().zip(&inner).filter(|&(&size, _)| size > 1) {
        vertices = vertices.max(u64::from(size));
        edges = edges.max(inner);
    }
    label_bytes(graph) + working_bytes(graph, vertices, edges)
}

/// Bytes beside the labels, if no component has more vertices or more inner edges.
pub(super) fn working_bytes(graph: &Graph, vertices: u64, edges: u64) -> u64 {
    let search = graph.vertex_count() as u64 * 8;
    search + local::bytes(vertices, edges, graph.offsets().bytes_per_row())
}

/// Labels every vertex.
pub(super) fn run(game: &OutcomeGame<'_>, control: &Control<'_>) -> Result<Values, Stopped> {
    control.check()?;
    match game.graph().offsets() {
        Offsets::Narrow(_) => run_with::<u32>(game, control),
        Offsets::Wide(_) => run_with::<usize>(game, control),
    }
}

fn run_with<S: Start>(game: &OutcomeGame<'_>, control: &Control<'_>) -> Result<Values, Stopped> {
    let graph = game.graph();
    let vertices = graph.vertex_count();
    let (mut win, mut lose) = (Bitmap::new(vertices), Bitmap::new(vertices));
    let mut local = Local::<S>::default();
    let (mut done, mut report_at) = (0, REPORT_EVERY);
    let mut slots = scc::search(graph, &mut control.pace(), |pace, members, slots| {
        let mut labels = Labels { win: &mut win, lose: &mut lose, slots };
        match members {
            &[vertex] => labels.label_alone(game, vertex),
            _ => local.solve(graph, members, &mut labels, pace)?,
        }
        done += members.len() as u64;
        if done >= report_at {
            control.tell(Progress::new("labelling", done, vertices as u64));
            report_at = done + REPORT_EVERY;
        }
        Ok(())
    })?;
    for slot in &mut slots {
        *slot = u32::MAX - *slot;
    }
    Ok(Values::from_parts(win, lose, Distances::Wide(slots)))
}

/// The labels of all finished components.
///
/// A finished slot holds `u32::MAX` less the distance, as [`scc::search`] wants it: a distance of n
/// takes n other finished vertices, with all the distances below it.
struct Labels<'a> {
    win: &'a mut Bitmap,
    lose: &'a mut Bitmap,
    slots: &'a mut [u32],
}

impl Labels<'_> {
    /// The value of a vertex of a finished component.
    #[inline]
    fn value(&self, vertex: Vertex) -> Value {
        let index = vertex as usize;
        let distance = Distance(u32::MAX - self.slots[index]);
        if self.lose.get(index) {
            Value::Lose(distance)
        } else if self.win.get(index) {
            Value::Win(distance)
        } else {
            Value::Draw
        }
    }

    /// The place of a vertex among the `members` of the component at hand, whose slots hold their
    /// places; `None` if it belongs to a finished one. Finished slots are never that low: places
    /// and finished vertices together do not pass V.
    #[inline]
    fn place(&self, vertex: Vertex, members: usize) -> Option<usize> {
        let slot = self.slots[vertex as usize] as usize;
        (slot < members).then_some(slot)
    }

    fn win(&mut self, vertex: Vertex, distance: u32) {
        self.win.set(vertex as usize);
        self.slots[vertex as usize] = u32::MAX - distance;
    }

    fn lose(&mut self, vertex: Vertex, distance: u32) {
        self.lose.set(vertex as usize);
        self.slots[vertex as usize] = u32::MAX - distance;
    }

    fn draw(&mut self, vertex: Vertex) {
        self.slots[vertex as usize] = u32::MAX;
    }

    /// Labels the only vertex of a component from its successors, which are finished unless it can
    /// move to itself. Such a move counts as one to a draw, which is what it shows as before it has
    /// a label: it wins nothing, and to pass forever is better than to lose.
    fn label_alone(&mut self, game: &OutcomeGame<'_>, vertex: Vertex) {
        let successors = game.graph().successors(vertex);
        if successors.is_empty() {
            return match game.terminal_outcome(vertex) {
                Outcome::Win => self.win(vertex, 0),
                Outcome::Lose => self.lose(vertex, 0),
                Outcome::Draw => self.draw(vertex),
            };
        }
        let mut fastest: Option<u32> = None;
        let mut slowest = Some(0);
        for &to in successors {
            match self.value(to) {
                Value::Win(distance) => slowest = slowest.map(|worst| distance.0.max(worst)),
                Value::Lose(distance) => {
                    fastest = Some(fastest.map_or(distance.0, |best| best.min(distance.0)));
                }
                Value::Draw => slowest = None,
            }
        }
        match (fastest, slowest) {
            (Some(distance), _) => self.win(vertex, distance + 1),
            (None, Some(distance)) => self.lose(vertex, distance + 1),
            (None, None) => self.draw(vertex),
        }
    }
}
