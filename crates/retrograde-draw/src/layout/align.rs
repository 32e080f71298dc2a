//! Blocks: items of neighbouring ranks that are to stand exactly below each other.
//!
//! Brandes and Köpf (2002), *Fast and simple horizontal coordinate assignment*, sections 4.1–4.2.

use super::layers::Layers;

/// Links between neighbouring ranks, from an upper item to a lower one.
#[derive(Debug)]
pub(crate) struct LinkSet {
    /// For each lower item the upper ends; nearly all of these are empty.
    uppers: Vec<Vec<usize>>,
}

impl LinkSet {
    fn new(items: usize) -> Self {
        LinkSet { uppers: vec![Vec::new(); items] }
    }

    pub(crate) fn insert(&mut self, upper: usize, lower: usize) {
        if !self.contains(upper, lower) {
            self.uppers[lower].push(upper);
        }
    }

    fn contains(&self, upper: usize, lower: usize) -> bool {
        self.uppers[lower].contains(&upper)
    }
}

/// One of the four ways to align items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variant {
    /// Each item looks for a neighbour above it, not below.
    pub(crate) from_above: bool,
    /// Items on the left choose first.
    pub(crate) leftmost: bool,
}

pub(crate) const VARIANTS: [Variant; 4] = [
    Variant { from_above: true, leftmost: true },
    Variant { from_above: true, leftmost: false },
    Variant { from_above: false, leftmost: true },
    Variant { from_above: false, leftmost: false },
];

/// Which items are aligned. A block is called by its topmost item.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// The block of each item.
    pub(crate) of: Vec<usize>,
    /// The item of the same block in the rank below.
    below: Vec<Option<usize>>,
}

impl Blocks {
    fn new(below: Vec<Option<usize>>) -> Self {
        let mut topmost = vec![true; below.len()];
        for &lower in below.iter().flatten() {
            topmost[lower] = false;
        }
        let mut of = vec![0; below.len()];
        for top in (0..below.len()).filter(|&item| topmost[item]) {
            let mut next = Some(top);
            while let Some(item) = next {
                of[item] = top;
                next = below[item];
            }
        }
        Blocks { of, below }
    }

    /// All blocks.
    pub(crate) fn all(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.of.len()).filter(|&item| self.of[item] == item)
    }

    /// The items of a block from `item` downwards.
    pub(crate) fn down_from(&self, item: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(item), |&item| self.below[item])
    }
}

/// Links that cross one running from lane to lane: the latter should be straight, so the former
/// may not be.
pub(crate) fn crossing_lanes(layers: &Layers) -> LinkSet {
    let mut found = LinkSet::new(layers.items());
    let inner_above = |item: usize| {
        let above = layers.up[item].first().copied();
        above.filter(|&above| layers.is_lane(item) && layers.is_lane(above))
    };
    for pair in layers.rows.windows(2) {
        let (upper, lower) = (&pair[0], &pair[1]);
        let mut left_bound = 0;
        let mut done = 0;
        for (at, &item) in lower.iter().enumerate() {
            let inner = inner_above(item);
            if inner.is_none() && at + 1 < lower.len() {
                continue;
            }
            let right_bound = inner.map_or(upper.len(), |above| layers.place[above]);
            for &between in lower[done..=at].iter().filter(|&&item| inner_above(item).is_none()) {
                for &above in &layers.up[between] {
                    let place = layers.place[above];
                    if place < left_bound || place > right_bound {
                        found.insert(above, between);
                    }
                }
            }
            done = at + 1;
            if inner.is_some() {
                left_bound = left_bound.max(right_bound);
            }
        }
    }
    found
}

/// Aligns each item with its median neighbour where no `forbidden` link and no crossing of two
/// alignments results.
pub(crate) fn align(layers: &Layers, forbidden: &LinkSet, variant: Variant) -> Blocks {
    let Variant { from_above, leftmost } = variant;
    let mut below = vec![None; layers.items()];
    let rows = layers.rows.len();
    let neighbours = if from_above { &layers.up } else { &layers.down };
    for step in 1..rows {
        let row = if from_above { step } else { rows - 1 - step };
        let beside = if from_above { row - 1 } else { row + 1 };
        let length = layers.rows[beside].len();
        // Places counted from the side that goes first.
        let place = |item: usize| {
            let place = layers.place[item];
            if leftmost { place } else { length - 1 - place }
        };
        let items = &layers.rows[row];
        let mut free_from = 0;
        for at in 0..items.len() {
            let item = if leftmost { items[at] } else { items[items.len() - 1 - at] };
            let neighbours = &neighbours[item];
            let Some(last) = neighbours.len().checked_sub(1) else { continue };
            // The median neighbours, that of the side which goes first before the other.
            let (left, right) = (last / 2, last.div_ceil(2));
            for at in if leftmost { [left, right] } else { [right, left] } {
                let other = neighbours[at];
                let link = if from_above { (other, item) } else { (item, other) };
                if place(other) >= free_from && !forbidden.contains(link.0, link.1) {
                    below[link.0] = Some(link.1);
                    free_from = place(other) + 1;
                    break;
                }
            }
        }
    }
    Blocks::new(below)
}
