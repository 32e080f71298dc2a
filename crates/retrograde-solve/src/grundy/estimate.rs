//! How much memory Grundy values will take, before it is taken.

use retrograde_core::Graph;

use super::Method;
use crate::Options;

/// An upper estimate of the bytes that [`solve`](super::solve) takes beside the graph.
///
/// The acyclic method takes `12 V` bytes at most. The loopy one takes `4 E + 28 V` while it labels
/// (`4 E + 32 V` from 2³² edges on), then `20 V` and the different sets of options of loopy
/// positions, whose number is bounded by way of the numbers of moves.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::{Options, grundy::{Method, estimate}};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// let loopy = estimate(&graph, Method::Loopy, &Options::default());
/// let acyclic = estimate(&graph, Method::Acyclic, &Options::default());
/// assert!(acyclic < loopy && loopy < 42_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
///
/// # Complexity
/// O(V) time: it looks at the number of moves of every vertex.
#[must_use]
pub fn estimate(graph: &Graph, method: Method, options: &Options<'_>) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let degrees = Degrees::of(graph);
    let counters = if options.values_only { 0 } else { vertices * 4 };
    // The order, the counts of incoming edges and later the values, the counters, a mask.
    let acyclic = vertices * 8 + counters + degrees.most / 8 + 8;
    // The graph turned around with its offsets, states, counts of moves, and three lists.
    let back = edges * 4 + vertices * graph.offsets().bytes_per_row();
    let labelling = back + vertices * (4 + 8 + 16);
    // States, and values in an array that has grown to twice its length beside the one before.
    let collecting = vertices * (4 + 12) + counters + degrees.bytes_of_sets(edges);
    match method {
        Method::Acyclic => acyclic,
        Method::Auto | Method::Loopy => acyclic.max(labelling).max(collecting),
    }
}

/// Numbers of moves told apart; the last stands for itself and everything above.
const DEGREES: usize = 64;

/// How many vertices have how many moves.
struct Degrees {
    count: [u64; DEGREES],
    most: u64,
}

impl Degrees {
    fn of(graph: &Graph) -> Self {
        let mut degrees = Degrees { count: [0; DEGREES], most: 0 };
        graph.for_each_out_degree(0..graph.vertex_count(), |_, degree| {
            degrees.count[(degree as usize).min(DEGREES - 1)] += 1;
            degrees.most = degrees.most.max(degree.into());
        });
        degrees
    }

    /// A bound on the finite values: where n is one, so are all numbers below, and of vertices with
    /// at least j moves there is one for each value from j to n.
    fn largest_value(&self) -> u64 {
        let mut at_least = self.count;
        for degree in (1..DEGREES).rev() {
            at_least[degree - 1] += at_least[degree];
        }
        let possible = |value: &u64| {
            (1..DEGREES as u64)
                .take_while(|degree| degree <= value)
                .all(|degree| value - degree < at_least[degree as usize])
        };
        let last = DEGREES - 1;
        let most = self.most.min(last as u64 - 1 + at_least[last]);
        // There is no need to be exact where there may be many values: any sets are possible then.
        if most > 2 * DEGREES as u64 {
            return most;
        }
        (0..=most).rev().find(possible).unwrap_or(0)
    }

    /// Bytes for the different sets of finite values that options of loopy vertices may have.
    fn bytes_of_sets(&self, edges: u64) -> u64 {
        // An entry in a list and one in a hash table, both grown to twice their use beside what
        // they grew from, and two allocations with what the allocator adds to each.
        const SET: u64 = 160;
        let values = self.largest_value() + 1;
        let (mut sets, mut elements) = (0, 0);
        for (degree, &count) in self.count.iter().enumerate().skip(1) {
            // A loopy vertex has a loopy option, which leaves one move less.
            let moves = if degree == DEGREES - 1 { self.most } else { degree as u64 };
            let size = moves.saturating_sub(1);
            let different = count.min(subsets(values, size));
            sets += different;
            elements += different.saturating_mul(size);
        }
        sets * SET + elements.min(edges) * 8
    }
}

/// How many subsets of at most `size` elements a set of `elements` has, or a larger number if that
/// is past counting.
fn subsets(elements: u64, size: u64) -> u64 {
    let (mut all, mut of_size) = (1u64, 1u64);
    for chosen in 1..=size.min(elements) {
        let Some(product) = of_size.checked_mul(elements + 1 - chosen) else {
            return u64::MAX;
        };
        of_size = product / chosen;
        all = all.saturating_add(of_size);
    }
    all
}
