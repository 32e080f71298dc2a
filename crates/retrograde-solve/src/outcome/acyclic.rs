//! One pass in reverse topological order, for graphs without cycles.
//!
//! When a vertex's turn comes, all its successors have their final values: no edge is turned
//! around and no count is kept. Where the numbering of the vertices is itself a topological order,
//! as it is in most generated graphs, not even the order is stored.

use retrograde_core::{
    Bitmap, Distance, Distances, Graph, Outcome, OutcomeGame, Value, Values, Vertex, sys,
};

use crate::cycle;

/// An order in which every move leads to an earlier vertex.
pub(crate) enum Order {
    /// Moves lead to lower numbers.
    Ascending,
    /// Moves lead to higher numbers.
    Descending,
    /// Last to first along this topological order.
    Reverse(Vec<Vertex>),
}

/// An order if the graph has no cycle, found without spending much on a graph that has one.
pub(crate) fn order(graph: &Graph) -> Option<Order> {
    if let Some(order) = numbering(graph) {
        return Some(order);
    }
    // In a graph full of cycles a short search finds one; only a graph that resists it is worth
    // a whole sort.
    let steps = (1 << 12) + graph.vertex_count() / 64;
    match cycle::search(graph, Some(steps)) {
        cycle::Search::Found(_) => None,
        cycle::Search::None | cycle::Search::GaveUp => topological_order(graph),
    }
}

/// An order if the graph has no cycle.
pub(crate) fn topological_order(graph: &Graph) -> Option<Order> {
    numbering(graph).or_else(|| sort(graph).map(Order::Reverse))
}

/// Whether the vertex numbers are an order already.
fn numbering(graph: &Graph) -> Option<Order> {
    let (mut ascending, mut descending) = (true, true);
    for from in graph.vertices() {
        for &to in graph.successors(from) {
            ascending &= to < from;
            descending &= to > from;
        }
        if !ascending && !descending {
            return None;
        }
    }
    Some(if ascending { Order::Ascending } else { Order::Descending })
}

/// A topological order by repeatedly taking a vertex that nothing open leads to, or `None` if
/// there is a cycle.
///
/// Source: A. B. Kahn, *Topological sorting of large networks* (1962).
fn sort(graph: &Graph) -> Option<Vec<Vertex>> {
    const AHEAD: usize = 16;
    let vertices = graph.vertex_count();
    let mut incoming: Vec<u32> = sys::zeroed(vertices);
    let targets = graph.targets();
    for (index, &to) in targets.iter().enumerate() {
        if let Some(&far) = targets.get(index + AHEAD) {
            sys::prefetch(&incoming, far as usize);
        }
        // Parallel edges can pass any width; once full, the count must not come down to zero early.
        incoming[to as usize] = incoming[to as usize].checked_add(1)?;
    }
    let mut order = Vec::with_capacity(vertices);
    order.extend(graph.vertices().filter(|&vertex| incoming[vertex as usize] == 0));
    let mut next = 0;
    while let Some(&vertex) = order.get(next) {
        if let Some(&far) = order.get(next + AHEAD) {
            graph.prefetch_row(far, 4);
        }
        next += 1;
        for &to in graph.successors(vertex) {
            let count = &mut incoming[to as usize];
            *count -= 1;
            if *count == 0 {
                order.push(to);
            }
        }
    }
    (order.len() == vertices).then_some(order)
}

/// Labels every vertex, each after all its successors.
pub(super) fn pass(game: &OutcomeGame<'_>, order: &Order) -> Values {
    let graph = game.graph();
    let vertices = graph.vertex_count();
    let mut labelled = Labelled {
        game,
        win: Bitmap::new(vertices),
        lose: Bitmap::new(vertices),
        distance: sys::zeroed(vertices),
    };
    match order {
        Order::Ascending => graph.vertices().for_each(|vertex| labelled.label(vertex)),
        Order::Descending => graph.vertices().rev().for_each(|vertex| labelled.label(vertex)),
        Order::Reverse(order) => order.iter().rev().for_each(|&vertex| labelled.label(vertex)),
    }
    Values::from_parts(labelled.win, labelled.lose, Distances::Wide(labelled.distance))
}

struct Labelled<'a> {
    game: &'a OutcomeGame<'a>,
    win: Bitmap,
    lose: Bitmap,
    distance: Vec<u32>,
}

impl Labelled<'_> {
    #[inline]
    fn label(&mut self, vertex: Vertex) {
        let successors = self.game.graph().successors(vertex);
        if successors.is_empty() {
            let outcome = self.game.terminal_outcome(vertex);
            return self.set(vertex, Value::new(outcome, Distance(0)));
        }
        // The fastest win so far, and the slowest loss while no successor spoils it.
        let mut fastest: Option<u32> = None;
        let mut slowest = Some(0);
        for &to in successors {
            let index = to as usize;
            let distance = self.distance[index] + 1;
            if self.lose.get(index) {
                fastest = Some(fastest.map_or(distance, |best| best.min(distance)));
            } else if self.win.get(index) {
                slowest = slowest.map(|worst: u32| worst.max(distance));
                continue;
            }
            slowest = None;
        }
        match (fastest, slowest) {
            (Some(distance), _) => self.set(vertex, Value::Win(Distance(distance))),
            (None, Some(distance)) => self.set(vertex, Value::Lose(Distance(distance))),
            (None, None) => {}
        }
    }

    fn set(&mut self, vertex: Vertex, value: Value) {
        match value.outcome() {
            Outcome::Win => self.win.set(vertex as usize),
            Outcome::Lose => self.lose.set(vertex as usize),
            Outcome::Draw => return,
        }
        self.distance[vertex as usize] = value.distance().map_or(0, |distance| distance.0);
    }
}
