//! Orders in which every vertex comes after all its successors, for graphs without cycles.
//!
//! Where the numbering of the vertices is itself such an order, as it is in most generated graphs,
//! nothing is stored.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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

/// What a short look at a graph tells.
pub(crate) enum Look {
    /// It has no cycle.
    Order(Order),
    /// It has one.
    Cycle,
    /// Only sorting it would tell.
    Open,
}

/// Looks at the numbering, and for a cycle, without spending much.
pub(crate) fn look(graph: &Graph, control: &Control<'_>) -> Result<Look, Stopped> {
    if let Some(order) = numbering(graph, control)? {
        return Ok(Look::Order(order));
    }
    // In a graph full of cycles a short search finds one; only a graph that resists it is worth
    // a whole sort.
    let steps = (1 << 12) + graph.vertex_count() / 64;
    Ok(match cycle::search(graph, Some(steps), control)? {
        cycle::Search::Found(_) => Look::Cycle,
        cycle::Search::None | cycle::Search::GaveUp => Look::Open,
    })
}

/// An order if the graph has no cycle, found without spending much on a graph that has one.
pub(crate) fn order(graph: &Graph, control: &Control<'_>) -> Result<Option<Order>, Stopped> {
    match look(graph, control)? {
        Look::Order(order) => Ok(Some(order)),
        Look::Cycle => Ok(None),
        Look::Open => topological_order(graph, control),
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
    const PER_TASK: usize = 1 << 13;
    let vertices = graph.vertex_count();
    let (ascending, descending) = (AtomicBool::new(true), AtomicBool::new(true));
    let tasks = (0..vertices.div_ceil(PER_TASK)).collect();
    control.for_each(tasks, |task| {
        if !ascending.load(Relaxed) && !descending.load(Relaxed) {
            return;
        }
        let (mut down, mut up) = (true, true);
        for from in task * PER_TASK..vertices.min((task + 1) * PER_TASK) {
            let row = graph.edge_range(from as Vertex);
            let from = from as Vertex;
            if row.len() <= SHORT && row.start + SHORT <= graph.edge_count() {
                // The length of a row cannot be predicted: a few targets are compared in any case.
                let row8 = &graph.targets()[row.start..][..SHORT];
                let (mut lower, mut higher) = (0u32, 0u32);
                for (place, &to) in row8.iter().enumerate() {
                    lower |= u32::from(to < from) << place;
                    higher |= u32::from(to > from) << place;
                }
                let ours = (1 << row.len()) - 1;
                down &= lower & ours == ours;
                up &= higher & ours == ours;
            } else {
                down &= graph.targets()[row.clone()].iter().all(|&to| to < from);
                up &= graph.targets()[row].iter().all(|&to| to > from);
            }
            if !down && !up {
                break;
            }
        }
        ascending.fetch_and(down, Relaxed);
        descending.fetch_and(up, Relaxed);
    })?;
    Ok(match (ascending.into_inner(), descending.into_inner()) {
        (true, _) => Some(Order::Ascending),
        (false, true) => Some(Order::Descending),
        (false, false) => None,
    })
}

/// Rows up to this length are compared at once.
const SHORT: usize = 8;

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
        if let Some(&far) = order.get(next + 2 * AHEAD) {
            graph.prefetch_offset(far);
        }
        if let Some(&near) = order.get(next + AHEAD) {
            graph.prefetch_row(near, 4);
        }
        if let Some(&soon) = order.get(next + AHEAD / 2) {
            let row = graph.successors(soon).iter().take(AHEAD / 2);
            row.for_each(|&to| sys::prefetch(&incoming, to as usize));
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
