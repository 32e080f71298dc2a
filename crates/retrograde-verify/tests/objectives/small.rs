//! Small graphs, all of them or any of them.

use proptest::prelude::*;
use retrograde_core::{Graph, Outcome, Vertex};

pub(crate) const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];

/// Every graph of `n` vertices, with self-loops and without parallel edges.
pub(crate) fn digraphs(n: usize) -> impl Iterator<Item = Graph> {
    (0..1u32 << (n * n)).map(move |bits| {
        let edges = (0..n * n).filter(|bit| bits >> bit & 1 != 0);
        Graph::from_edges(n, edges.map(|bit| ((bit / n) as Vertex, (bit % n) as Vertex))).unwrap()
    })
}

/// All ways to write `len` of the `items` in a row.
pub(crate) fn tuples<T: Clone + 'static>(
    items: &[T],
    len: usize,
) -> impl Iterator<Item = Vec<T>> + use<T> {
    let items = items.to_vec();
    (0..items.len().pow(len as u32)).map(move |mut code| {
        (0..len)
            .map(|_| {
                let item = items[code % items.len()].clone();
                code /= items.len();
                item
            })
            .collect()
    })
}

/// Up to `most` vertices; sparse enough for terminals and long plays, parallel edges included.
pub(crate) fn arbitrary_graph(most: usize) -> impl Strategy<Value = Graph> {
    (1..=most).prop_flat_map(|n| {
        let end = 0..n as Vertex;
        prop::collection::vec((end.clone(), end), 0..=n * 2)
            .prop_map(move |edges| Graph::from_edges(n, edges).unwrap())
    })
}

pub(crate) fn arbitrary_outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(OUTCOMES.to_vec())
}
