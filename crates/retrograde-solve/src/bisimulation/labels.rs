//! Attributes as small numbers: equal numbers for equal attributes.

use std::collections::HashMap;
use std::hash::Hash;

use retrograde_core::{Arena, Column, Graph, Labels, Offsets, Pace, Side, Stopped, Word};

/// A number wide enough for the edges of the graph at hand: `u32` for all but gigantic graphs.
pub(super) trait Index: Copy + Default + Eq {
    /// A number that counts nothing.
    const MAX: Self;

    fn new(index: usize) -> Self;

    fn get(self) -> usize;
}

macro_rules! impl_index {
    ($integer:ty) => {
        impl Index for $integer {
            const MAX: Self = <$integer>::MAX;

            #[inline(always)]
            fn new(index: usize) -> Self {
                index as $integer
            }

            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }
        }
    };
}

impl_index!(u32);
impl_index!(u64);

/// The label of each edge, by the edge's place in some graph.
pub(super) struct EdgeLabels<I> {
    pub(super) of: Vec<I>,
    /// How many labels there are; they are numbered from 0.
    pub(super) count: usize,
}

/// A class for each vertex by its attributes alone, numbered by first appearance.
pub(super) fn vertex_classes(arena: &Arena, pace: &mut Pace<'_>) -> Result<Vec<u32>, Stopped> {
    let Arena { graph, verdicts, owners, priorities, targets, colors, .. } = arena;
    let vertices = graph.vertex_count();
    let said = remarks(arena, pace)?;
    if vertex_attributes_absent(arena) {
        return Ok(said.unwrap_or_else(|| vec![0; vertices]));
    }
    let classes = number(vertices, pace, |vertex| {
        let others = (verdicts.get(vertex), owners.get(vertex), targets.get(vertex));
        let said = said.as_ref().map(|said| said[vertex]);
        (priorities.get(vertex), others, colors.get(vertex), said)
    })?;
    Ok(classes.of)
}

/// A class for each vertex by what is said of it in words of one's own; `None` where nothing is.
fn remarks(arena: &Arena, pace: &mut Pace<'_>) -> Result<Option<Vec<u32>>, Stopped> {
    let mut said = arena.remarks.iter().peekable();
    if said.peek().is_none() {
        return Ok(None);
    }
    let mut numbers: HashMap<Vec<(Word, Word)>, u32> = HashMap::from([(Vec::new(), 0)]);
    let mut classes = vec![0; arena.graph.vertex_count()];
    while let Some(&(vertex, ..)) = said.peek() {
        let mut all = Vec::new();
        while let Some((_, name, value)) = said.next_if(|&(other, ..)| other == vertex) {
            pace.steps(1)?;
            all.push((name, value));
        }
        let next = numbers.len() as u32;
        classes[vertex as usize] = *numbers.entry(all).or_insert(next);
    }
    Ok(Some(classes))
}

fn vertex_attributes_absent(arena: &Arena) -> bool {
    let Arena { verdicts, owners, priorities, targets, colors, .. } = arena;
    verdicts.is_empty()
        && owners.is_empty()
        && priorities.is_empty()
        && targets.is_empty()
        && colors.is_empty()
}

/// A label for each edge by its attributes, or `None` where no edge has any.
pub(super) fn edge_labels<I: Index>(
    arena: &Arena,
    pace: &mut Pace<'_>,
) -> Result<Option<EdgeLabels<I>>, Stopped> {
    let Arena { graph, weights, players, labels, .. } = arena;
    if weights.is_empty() && players.is_empty() && labels.is_empty() {
        return Ok(None);
    }
    let label = |edge| (weights.get(edge), players.get(edge), labels.get(edge));
    number(graph.edge_count(), pace, label).map(Some)
}

/// The arena with every move that is open to both sides made two, one for each side, and without
/// the attributes of its vertices.
pub(super) fn sides_apart(arena: &Arena, pace: &mut Pace<'_>) -> Result<Arena, Stopped> {
    let Arena { graph, weights, players, .. } = arena;
    let edges = 2 * graph.edge_count() - players.count();
    let mut offsets = Offsets::zeroed(graph.vertex_count(), edges as u64);
    let mut targets = Vec::with_capacity(edges);
    let (mut sides, mut weighed, mut labelled) =
        (Column::default(), Column::default(), Column::default());
    for vertex in graph.vertices() {
        pace.steps(1 + 2 * graph.edge_range(vertex).len())?;
        for edge in graph.edge_range(vertex) {
            for side in Side::BOTH {
                if players.get(edge).is_none_or(|player| player == side) {
                    sides.set(targets.len(), side);
                    if let Some(weight) = weights.get(edge) {
                        weighed.set(targets.len(), weight);
                    }
                    if let Some(label) = arena.labels.get(edge) {
                        labelled.set(targets.len(), label);
                    }
                    targets.push(graph.targets()[edge]);
                }
            }
        }
        offsets.set(vertex as usize + 1, targets.len() as u64);
    }
    let apart = Graph::from_parts(offsets, targets).expect("the rows of a graph, lengthened");
    let labels = Labels::new(arena.labels.words().clone(), labelled);
    Ok(Arena { players: sides, weights: weighed, labels, ..Arena::from(apart) })
}

/// Numbers keys by first appearance.
fn number<K: Copy + Eq + Hash, I: Index>(
    len: usize,
    pace: &mut Pace<'_>,
    key: impl Fn(usize) -> K,
) -> Result<EdgeLabels<I>, Stopped> {
    let mut numbers: HashMap<K, I> = HashMap::new();
    let mut of = Vec::with_capacity(len);
    let mut last: Option<(K, I)> = None;
    for index in 0..len {
        pace.steps(1)?;
        let key = key(index);
        // Neighbours tend to be alike, and comparing is much faster than looking up.
        let number = match last {
            Some((before, number)) if before == key => number,
            _ => {
                let next = I::new(numbers.len());
                *numbers.entry(key).or_insert(next)
            }
        };
        last = Some((key, number));
        of.push(number);
    }
    Ok(EdgeLabels { of, count: numbers.len() })
}
