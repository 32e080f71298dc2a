//! The order in which finite values became known.

use retrograde_core::Vertex;

use crate::order::Order;

/// A number for each vertex of finite value, which makes winning play come to an end.
///
/// Where a vertex u has the finite value m, an option of a smaller value has a smaller counter than
/// u, and an option of a larger value, or a loopy one, has in turn an option of value m whose
/// counter is smaller than that of u. So whoever wins a sum of games can always answer in such a way
/// that the counters of its components sum to less than before.
///
/// Source: A. S. Fraenkel and Y. Yesha, *The generalized Sprague–Grundy function and its invariance
/// under certain mappings* (1986).
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::{Options, grundy::{Method, solve}};
/// // 2 may pass, but 1 has nothing better than to move on to 0.
/// let graph = Graph::from_edges(3, [(2, 2), (2, 1), (1, 0)])?;
/// let counters = solve(&graph, Method::Auto, &Options::default())?.counters.unwrap();
/// assert!(counters.get(0) < counters.get(1));
/// assert_eq!(counters.get(2), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The vertex numbers themselves, of a graph of so many vertices.
    Ascending(u32),
    /// The vertex numbers counted from the last.
    Descending(u32),
    /// One a vertex, `NONE` where it is loopy.
    Listed(Vec<u32>),
}

/// No counter comes up to it: there are fewer counters than vertices can be numbered.
const NONE: u32 = u32::MAX;

impl Counters {
    /// The counter of `vertex`; `None` if it is loopy or not in the graph.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Option<u32> {
        match &self.0 {
            Kind::Ascending(vertices) => (vertex < *vertices).then_some(vertex),
            Kind::Descending(vertices) => vertices.checked_sub(vertex)?.checked_sub(1),
            Kind::Listed(counters) => {
                counters.get(vertex as usize).copied().filter(|&counter| counter != NONE)
            }
        }
    }

    /// How many vertices there are, loopy ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Kind::Ascending(vertices) | Kind::Descending(vertices) => *vertices as usize,
            Kind::Listed(counters) => counters.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The counters in vertex order, `None` where a vertex is loopy.
    pub fn iter(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }

    /// Places along an order: every move leads to a smaller one.
    pub(super) fn along(order: Order, vertices: u32) -> Self {
        Counters(match order {
            Order::Ascending => Kind::Ascending(vertices),
            Order::Descending => Kind::Descending(vertices),
            Order::Reverse(order) => {
                let mut places = vec![NONE; order.len()];
                for (place, &vertex) in order.iter().rev().enumerate() {
                    places[vertex as usize] = place as u32;
                }
                Kind::Listed(places)
            }
        })
    }
}

impl FromIterator<Option<u32>> for Counters {
    /// Counters in vertex order. The largest number of 32 bits stands for no counter.
    fn from_iter<I: IntoIterator<Item = Option<u32>>>(counters: I) -> Self {
        let listed = counters.into_iter().map(|counter| counter.unwrap_or(NONE)).collect();
        Counters(Kind::Listed(listed))
    }
}
