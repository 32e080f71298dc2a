//! Coordinates within the ranks: compact, with long links straight.
//!
//! Brandes and Köpf (2002), *Fast and simple horizontal coordinate assignment*: align items in four
//! ways, pack each as narrow as it gets, and balance the four. Blocks are packed by longest paths
//! over the graph of blocks, in which no recursion is needed and the mistake that Brandes, Walter
//! and Zink (2020) report in the original cannot happen.
//!
//! Straight lines have a price: a path from block to block that changes ranks inside blocks adds
//! up the widths of many ranks. Where a picture becomes much wider than its widest rank, blocks on
//! the longest such path are cut, which costs a bend each, until it is not.

use retrograde_core::{Pace, Stopped};

use super::align::{Blocks, LinkSet, VARIANTS, Variant, align, crossing_lanes};
use super::geometry::{Axes, LANE, LANE_GAP, NODE_GAP, Node};
use super::layers::Layers;

/// How much wider than its widest rank a picture may be for the sake of straight lines.
const STRETCH: f64 = 1.3;
/// Rounds of cutting blocks, for each way of aligning.
const ROUNDS: usize = 100;
/// Items visited in all those rounds together.
const EFFORT: usize = 1_000_000;

/// The position of each item's centre across the flow.
pub(crate) fn coordinates(
    layers: &Layers,
    nodes: &[Node],
    axes: Axes,
    pace: &mut Pace<'_>,
) -> Result<Vec<f64>, Stopped> {
    let sizes = Sizes::new(layers, nodes, axes);
    let widest = layers.rows.iter().map(|row| sizes.row_width(layers, row)).fold(0.0, f64::max);
    let row_of = layers.row_of();
    let mut forbidden = crossing_lanes(layers);
    let rounds = (EFFORT / layers.items().max(1)).min(ROUNDS);
    let sides = [Beside::new(layers, &sizes, true), Beside::new(layers, &sizes, false)];
    let mut four: Vec<Vec<f64>> = Vec::with_capacity(4);
    for variant in VARIANTS {
        let beside = &sides[usize::from(!variant.leftmost)];
        let mut round = 0;
        let packed = loop {
            pace.steps(4 * layers.items())?;
            let blocks = align(layers, &forbidden, variant);
            let mut packing = Packing::new(&blocks, beside);
            if packing.width <= widest * STRETCH
                || round >= rounds
                || !packing.cut(layers, &blocks, beside, &row_of, &mut forbidden)
            {
                packing.loosen(&blocks, beside);
                break packing.positions(&blocks, variant);
            }
            round += 1;
        };
        four.push(packed);
    }
    Ok(balance(&four, &sizes))
}

/// The mean of the two middle ones of four positions, after the narrowest and the others have been
/// shifted onto each other: order and distances survive taking order statistics.
fn balance(four: &[Vec<f64>], sizes: &Sizes) -> Vec<f64> {
    let extent = |xs: &[f64]| {
        let left = xs.iter().zip(&sizes.left).map(|(x, size)| x - size);
        let right = xs.iter().zip(&sizes.right).map(|(x, size)| x + size);
        (left.fold(f64::INFINITY, f64::min), right.fold(f64::NEG_INFINITY, f64::max))
    };
    let extents: Vec<(f64, f64)> = four.iter().map(|xs| extent(xs)).collect();
    let narrowest = extents.iter().min_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    let Some(&(left, right)) = narrowest else { return Vec::new() };
    let shifts: Vec<f64> = VARIANTS
        .iter()
        .zip(&extents)
        .map(|(variant, extent)| if variant.leftmost { left - extent.0 } else { right - extent.1 })
        .collect();
    (0..sizes.left.len())
        .map(|item| {
            let mut values: Vec<f64> =
                four.iter().zip(&shifts).map(|(xs, shift)| xs[item] + shift).collect();
            values.sort_by(f64::total_cmp);
            f64::midpoint(values[1], values[2])
        })
        .collect()
}

/// How far each item reaches to either side of its centre.
pub(crate) struct Sizes {
    pub(crate) left: Vec<f64>,
    pub(crate) right: Vec<f64>,
}

impl Sizes {
    pub(crate) fn new(layers: &Layers, nodes: &[Node], axes: Axes) -> Self {
        let mut left = vec![0.0; layers.items()];
        let mut right = vec![0.0; layers.items()];
        for (item, node) in nodes.iter().enumerate() {
            left[item] = axes.cross(node) / 2.0;
            right[item] = left[item] + axes.loop_room(node);
        }
        Sizes { left, right }
    }

    /// The least distance between the centres of neighbours in a row.
    pub(crate) fn apart(&self, layers: &Layers, left: usize, right: usize) -> f64 {
        let gap = match (layers.is_lane(left), layers.is_lane(right)) {
            (false, false) => NODE_GAP,
            (true, true) => LANE,
            _ => LANE_GAP,
        };
        self.right[left] + gap + self.left[right]
    }

    fn row_width(&self, layers: &Layers, row: &[usize]) -> f64 {
        let ends = row.first().map_or(0.0, |&item| self.left[item])
            + row.last().map_or(0.0, |&item| self.right[item]);
        row.windows(2).map(|pair| self.apart(layers, pair[0], pair[1])).sum::<f64>() + ends
    }
}

/// The neighbours of each item in its row, seen from the side items are packed towards.
struct Beside {
    /// The neighbour nearer to that side, and the least distance from it.
    before: Vec<Option<(usize, f64)>>,
    after: Vec<Option<(usize, f64)>>,
}

impl Beside {
    fn new(layers: &Layers, sizes: &Sizes, leftmost: bool) -> Self {
        let mut beside =
            Beside { before: vec![None; layers.items()], after: vec![None; layers.items()] };
        for pair in layers.rows.iter().flat_map(|row| row.windows(2)) {
            let apart = sizes.apart(layers, pair[0], pair[1]);
            let (first, second) = if leftmost { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            beside.after[first] = Some((second, apart));
            beside.before[second] = Some((first, apart));
        }
        beside
    }
}

/// Blocks packed towards one side.
struct Packing {
    /// The position of each block, counted from that side.
    x: Vec<f64>,
    /// For each block, its item that keeps it from going further.
    held_at: Vec<Option<usize>>,
    /// The blocks, each after all that hold it.
    order: Vec<usize>,
    width: f64,
}

impl Packing {
    fn new(blocks: &Blocks, beside: &Beside) -> Self {
        let count = blocks.of.len();
        let mut waiting = vec![0usize; count];
        for (item, before) in beside.before.iter().enumerate() {
            waiting[blocks.of[item]] += usize::from(before.is_some());
        }
        let mut order: Vec<usize> = blocks.all().filter(|&block| waiting[block] == 0).collect();
        let mut x = vec![0.0f64; count];
        let mut held_at = vec![None; count];
        let mut next = 0;
        while let Some(&block) = order.get(next) {
            next += 1;
            for item in blocks.down_from(block) {
                let Some((after, apart)) = beside.after[item] else { continue };
                let other = blocks.of[after];
                if x[block] + apart > x[other] {
                    x[other] = x[block] + apart;
                    held_at[other] = Some(after);
                }
                waiting[other] -= 1;
                if waiting[other] == 0 {
                    order.push(other);
                }
            }
        }
        let width = order.iter().map(|&block| x[block]).fold(0.0, f64::max);
        Packing { x, held_at, order, width }
    }

    /// Moves blocks with room to spare up to their neighbours on the other side.
    fn loosen(&mut self, blocks: &Blocks, beside: &Beside) {
        for &block in self.order.iter().rev() {
            let room = blocks
                .down_from(block)
                .filter_map(|item| beside.after[item])
                .map(|(after, apart)| self.x[blocks.of[after]] - apart);
            let limit = room.fold(f64::INFINITY, f64::min);
            if limit.is_finite() {
                self.x[block] = self.x[block].max(limit);
            }
        }
    }

    fn positions(&self, blocks: &Blocks, variant: Variant) -> Vec<f64> {
        let sign = if variant.leftmost { 1.0 } else { -1.0 };
        blocks.of.iter().map(|&block| sign * self.x[block]).collect()
    }

    /// Forbids, for each block at which the longest path changes ranks, one link that holds the
    /// block together there. `false` if there is none.
    fn cut(
        &self,
        layers: &Layers,
        blocks: &Blocks,
        beside: &Beside,
        row_of: &[usize],
        forbidden: &mut LinkSet,
    ) -> bool {
        let mut found = false;
        let last = self.order.iter().copied().max_by(|&a, &b| self.x[a].total_cmp(&self.x[b]));
        let mut held = last.and_then(|block| self.held_at[block]);
        while let Some((left_at, _)) = held.and_then(|item| beside.before[item]) {
            held = self.held_at[blocks.of[left_at]];
            let Some(entered_at) = held else { break };
            let (upper, lower) = if row_of[entered_at] < row_of[left_at] {
                (entered_at, left_at)
            } else {
                (left_at, entered_at)
            };
            if let Some((upper, lower)) = weakest_link(layers, blocks, upper, lower) {
                forbidden.insert(upper, lower);
                found = true;
            }
        }
        found
    }
}

/// The link of a block, between two of its items, that may best be slanted: one at a node rather
/// than between lanes, where a bend would show most.
fn weakest_link(
    layers: &Layers,
    blocks: &Blocks,
    upper: usize,
    lower: usize,
) -> Option<(usize, usize)> {
    let between = blocks.down_from(upper).take_while(|&item| item != lower);
    let links = between.zip(blocks.down_from(upper).skip(1));
    let lane = |item: usize| usize::from(layers.is_lane(item));
    links.min_by_key(|&(upper, lower)| lane(upper) + lane(lower))
}
