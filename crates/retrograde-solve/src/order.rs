//! Orders in which every vertex comes after all its successors, for graphs without cycles.
//!
//! Where the numbering of the vertices is itself such an order, as it is in most generated graphs,
//! nothing is stored.

use retrograde_core::{Control, Graph, Stopped, Vertex, sys};

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
pub(crate) fn order(graph: &Graph, control: &Control<'_>) -> Result<Option<Order>, Stopped> {
    if let Some(order) = numbering(graph, control)? {
        return Ok(Some(order));
    }
    // In a graph full of cycles a short search finds one; only a graph that resists it is worth
    // a whole sort.
    let steps = (1 << 12) + graph.vertex_count() / 64;
    match cycle::search(graph, Some(steps), control)? {
        cycle::Search::Found(_) => Ok(None),
        cycle::Search::None | cycle::Search::GaveUp => topological_order(graph, control),
    }
}

/// An order if the graph has no cycle.
pub(crate) fn topological_order(
    graph: &Graph,
    control: &Control<'_>,
) -> Result<Option<Order>, Stopped> {
    match numbering(graph, control)? {
        Some(order) => Ok(Some(order)),
        None => Ok(sort(graph, control)?.map(Order::Reverse)),
    }
}

/// Whether the vertex numbers are an order already.
fn numbering(graph: &Graph, control: &Control<'_>) -> Result<Option<Order>, Stopped> {
    let (mut ascending, mut descending) = (true, true);
    let mut pace = control.pace();
    for from in graph.vertices() {
        pace.steps(1 + graph.successors(from).len())?;
        for &to in graph.successors(from) {
            ascending &= to < from;
            descending &= to > from;
        }
        if !ascending && !descending {
            return Ok(None);
        }
    }
    Ok(Some(if ascending { Order::Ascending } else { Order::Descending }))
}

/// A topological order by repeatedly taking a vertex that nothing open leads to, or `None` if
/// there is a cycle.
///
/// Source: A. B. Kahn, *Topological sorting of large networks* (1962).
fn sort(graph: &Graph, control: &Control<'_>) -> Result<Option<Vec<Vertex>>, Stopped> {
    const AHEAD: usize = 16;
    /// Edges between two looks at the clock.
    const PIECE: usize = 1 << 14;
    let vertices = graph.vertex_count();
    let mut incoming: Vec<u32> = sys::zeroed(vertices);
    let mut pace = control.pace();
    for targets in graph.targets().chunks(PIECE) {
        pace.steps(targets.len())?;
        for (index, &to) in targets.iter().enumerate() {
            if let Some(&far) = targets.get(index + AHEAD) {
                sys::prefetch(&incoming, far as usize);
            }
            // Parallel edges can pass any width; once full, the count must not come down to zero
            // early.
            let Some(count) = incoming[to as usize].checked_add(1) else { return Ok(None) };
            incoming[to as usize] = count;
        }
    }
    let mut order = Vec::with_capacity(vertices);
    order.extend(graph.vertices().filter(|&vertex| incoming[vertex as usize] == 0));
    let mut next = 0;
    while let Some(&vertex) = order.get(next) {
        if let Some(&far) = order.get(next + AHEAD) {
            graph.prefetch_row(far, 4);
        }
        next += 1;
        pace.steps(1 + graph.successors(vertex).len())?;
        for &to in graph.successors(vertex) {
            let count = &mut incoming[to as usize];
            *count -= 1;
            if *count == 0 {
                order.push(to);
            }
        }
    }
    Ok((order.len() == vertices).then_some(order))
}
