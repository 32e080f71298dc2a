//! A head start for the refinement: some rounds of colouring.
//!
//! In a round each vertex takes as its new colour a hash of its old one and of the set of colours
//! that its moves lead to, edge labels included. Bisimilar vertices always get equal colours, so the
//! classes of equal colour are nowhere too fine. A collision of hashes can only leave two classes
//! together, and [`refine`](mod@super::refine) finds everything that was left together. A round reads
//! the graph in order, and on graphs without much structure it multiplies the colours: a handful of
//! rounds then does what would take a million splits in a million places.

use std::hash::{BuildHasher, RandomState};

use retrograde_core::{Bitmap, Graph, Pace, Stopped, Vertex, sys};

use super::labels::{EdgeLabels, Index};

/// A bound on the rounds, so that all of them together take O(E log V) time: the logarithm is for
/// sorting the colours of a row.
const MOST_ROUNDS: usize = 16;

/// Refines classes by colouring, as long as a round doubles the number of colours. Classes are
/// numbered by first appearance.
///
/// # Complexity
/// O(E log V) time; 24 bytes a vertex, and 8 for each edge of the vertex that has most.
pub(super) fn refine<I: Index>(
    graph: &Graph,
    classes: Vec<u32>,
    labels: Option<&EdgeLabels<I>>,
    pace: &mut Pace<'_>,
) -> Result<Vec<u32>, Stopped> {
    // Drawn anew each time, so that no graph can be made to collide on purpose.
    let seed = RandomState::new().hash_one(classes.len());
    let mut colours: Vec<u64> = sys::zeroed(classes.len());
    for (colour, class) in colours.iter_mut().zip(classes) {
        *colour = mix(seed ^ u64::from(class));
    }
    let mut next = sys::zeroed(colours.len());
    let mut counter = Counter::new(colours.len());
    let mut before = counter.about(&colours);
    for _ in 0..MOST_ROUNDS {
        match labels {
            None => round(graph, &colours, &mut next, pace, |_, colour| colour)?,
            Some(labels) => round(graph, &colours, &mut next, pace, |edge, colour| {
                let label = mix(seed.wrapping_add(labels.of[edge].get() as u64));
                mix(label ^ colour.rotate_left(17))
            })?,
        }
        std::mem::swap(&mut colours, &mut next);
        let now = counter.about(&colours);
        if now < 2 * before {
            break;
        }
        before = now;
    }
    drop(next);
    number(&colours, pace)
}

/// Gives each vertex its next colour, where `seen` is how the colour at the end of an edge looks
/// through that edge.
#[inline(always)]
fn round(
    graph: &Graph,
    colours: &[u64],
    next: &mut [u64],
    pace: &mut Pace<'_>,
    seen: impl Fn(usize, u64) -> u64,
) -> Result<(), Stopped> {
    let mut row = Vec::new();
    for (vertex, next) in graph.vertices().zip(next) {
        pace.steps(1 + graph.successors(vertex).len())?;
        // The buffer is empty here: growing to what is needed and no further costs no copying.
        row.reserve_exact(graph.out_degree(vertex) as usize);
        let moves = graph.edge_range(vertex).zip(graph.successors(vertex));
        row.extend(moves.map(|(edge, &to)| seen(edge, colours[to as usize])));
        row.sort_unstable();
        row.dedup();
        let own = colours[vertex as usize];
        *next = row.drain(..).fold(own, |sum, colour| mix(sum.rotate_left(31) ^ colour));
    }
    Ok(())
}

/// Spreads every bit over the word; different words stay different.
#[inline(always)]
fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ (word >> 32)
}

/// Counts colours, roughly: by how many of some bits they hit.
struct Counter {
    hit: Bitmap,
}

impl Counter {
    fn new(vertices: usize) -> Self {
        Counter { hit: Bitmap::new((2 * vertices).next_power_of_two()) }
    }

    /// Never more than there are; less where several colours share a bit.
    fn about(&mut self, colours: &[u64]) -> usize {
        self.hit.words_mut().fill(0);
        let mask = self.hit.len() - 1;
        for &colour in colours {
            self.hit.set(colour as usize & mask);
        }
        self.hit.count_ones()
    }
}

/// Numbers colours by first appearance, with a table of the first vertex of each colour. Colours
/// are hashes already, so each looks for its first vertex from where its own bits point to.
fn number(colours: &[u64], pace: &mut Pace<'_>) -> Result<Vec<u32>, Stopped> {
    const FREE: Vertex = Vertex::MAX;
    let mut table = vec![FREE; (3 * colours.len() / 2 + 1).next_power_of_two()];
    let mask = table.len() - 1;
    let mut classes: Vec<u32> = Vec::with_capacity(colours.len());
    let mut count = 0;
    for (vertex, &colour) in colours.iter().enumerate() {
        pace.steps(1)?;
        let mut slot = colour as usize & mask;
        let class = loop {
            let first = table[slot];
            if first == FREE {
                table[slot] = vertex as Vertex;
                count += 1;
                break count - 1;
            }
            if colours[first as usize] == colour {
                break classes[first as usize];
            }
            slot = (slot + 1) & mask;
        };
        classes.push(class);
    }
    Ok(classes)
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    #[test]
    fn colours_are_numbered_by_first_appearance_even_where_they_want_one_slot() {
        let number = |colours: &[u64]| super::number(colours, &mut Control::ALONE.pace()).unwrap();
        let colours = [7, 7 + (1 << 40), 3, 7, 7 + (2 << 40), 7 + (1 << 40), u64::MAX];
        assert_eq!(number(&colours), [0, 1, 2, 0, 3, 1, 4]);
        assert_eq!(number(&[]), []);
        assert_eq!(number(&[u64::MAX]), [0]);
    }

    /// How many rounds there are depends on how colours happen to hit the counter's bits, so only
    /// what the first round shows, and what no round may, can be asked for.
    #[test]
    fn colouring_tells_ends_apart_but_never_equals() {
        let tree = Graph::from_edges(5, [(0, 1), (0, 2), (1, 3), (4, 2)]).unwrap();
        let labels = EdgeLabels { of: vec![0u32, 1, 1, 1], count: 2 };
        for labels in [None, Some(&labels)] {
            let classes =
                refine::<u32>(&tree, vec![0; 5], labels, &mut Control::ALONE.pace()).unwrap();
            assert_eq!((classes[1], classes[2]), (classes[4], classes[3]));
            assert_ne!(classes[1], classes[2]);
        }
        let cycle = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
        let classes = refine::<u32>(&cycle, vec![0; 3], None, &mut Control::ALONE.pace());
        assert_eq!(classes.unwrap(), [0, 0, 0]);
    }
}
