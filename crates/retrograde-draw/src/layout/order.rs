//! The order within each rank, with few crossings.
//!
//! Sweeps down and up sort each rank by the medians of its neighbours, then neighbouring items
//! change places while that removes crossings: Gansner, Koutsofios, North and Vo (1993), *A
//! technique for drawing directed graphs*, section 3. Crossings are counted with the accumulator
//! tree of Barth, Mutzel and Jünger (2004), *Simple and efficient bilayer cross counting*.

use retrograde_core::{Pace, Stopped};

use super::layers::Layers;

const MOST_SWEEPS: usize = 24;
/// Sweeps without any gain before giving up.
const PATIENCE: usize = 6;
/// Items visited in all sweeps together: keeps pathological graphs from taking minutes.
const EFFORT: usize = 1_500_000;

/// Crossings, then how far links go sideways.
type Cost = (u64, u64);

pub(crate) fn minimise_crossings(layers: &mut Layers, pace: &mut Pace<'_>) -> Result<(), Stopped> {
    let sweeps = (EFFORT / layers.items().max(1)).clamp(2, MOST_SWEEPS);
    let mut best: Option<(Cost, Vec<Vec<usize>>)> = None;
    for start in [Start::Top, Start::Bottom] {
        depth_first_order(layers, start);
        let mut idle = 0;
        for sweep in 0..=sweeps {
            pace.steps(layers.items())?;
            if sweep > 0 {
                let variant = sweep / 2 % 2 == 1;
                if sweep % 2 == 1 { sweep_down(layers, variant) } else { sweep_up(layers, variant) }
            }
            transpose(layers, pace)?;
            pace.steps(layers.items())?;
            let crossings = count_crossings(layers);
            let cost = (crossings, stretch(layers));
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, layers.rows.clone()));
                idle = 0;
            } else {
                idle += 1;
            }
            if crossings == 0 || idle >= PATIENCE {
                break;
            }
        }
    }
    if let Some((_, rows)) = best {
        layers.rows = rows;
        layers.settle();
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Top,
    Bottom,
}

/// Items in the order a depth-first search meets them, which draws trees without crossings.
fn depth_first_order(layers: &mut Layers, start: Start) {
    let rows = layers.rows.len();
    let mut row_of = vec![0; layers.items()];
    let mut roots = Vec::with_capacity(layers.items());
    for at in 0..rows {
        let row = if start == Start::Top { at } else { rows - 1 - at };
        // Nodes by number, so that the first positions of the input come first.
        let mut items = std::mem::take(&mut layers.rows[row]);
        items.sort_unstable();
        for item in items {
            row_of[item] = row;
            roots.push(item);
        }
    }
    let next = if start == Start::Top { &layers.down } else { &layers.up };
    let mut seen = vec![false; layers.items()];
    for root in roots {
        let mut stack = vec![root];
        while let Some(item) = stack.pop() {
            if !std::mem::replace(&mut seen[item], true) {
                layers.rows[row_of[item]].push(item);
                stack.extend(next[item].iter().rev().filter(|&&to| !seen[to]));
            }
        }
    }
    for row in 0..rows {
        layers.number_row(row);
    }
}

fn sweep_down(layers: &mut Layers, variant: bool) {
    for row in 1..layers.rows.len() {
        let keys = keys(&layers.rows[row], &layers.up, &layers.place, variant);
        sort_row(layers, row, keys, variant);
    }
}

fn sweep_up(layers: &mut Layers, variant: bool) {
    for row in (0..layers.rows.len().saturating_sub(1)).rev() {
        let keys = keys(&layers.rows[row], &layers.down, &layers.place, variant);
        sort_row(layers, row, keys, variant);
    }
}

/// Where each item would like to stand: the median of its neighbours' places or, for variety in
/// other sweeps, their mean.
fn keys(
    row: &[usize],
    neighbours: &[Vec<usize>],
    place: &[usize],
    mean: bool,
) -> Vec<(usize, Option<f64>)> {
    let mut places = Vec::new();
    row.iter()
        .map(|&item| {
            places.clear();
            places.extend(neighbours[item].iter().map(|&other| place[other]));
            places.sort_unstable();
            let half = places.len() / 2;
            let key = if places.is_empty() {
                None
            } else if mean {
                Some(places.iter().sum::<usize>() as f64 / places.len() as f64)
            } else if places.len() % 2 == 1 {
                Some(places[half] as f64)
            } else {
                Some((places[half - 1] + places[half]) as f64 / 2.0)
            };
            (item, key)
        })
        .collect()
}

/// Sorts a row by its keys; items without one keep their places. Ties keep their order, or in
/// other sweeps swap it, which lets stuck rows move.
fn sort_row(layers: &mut Layers, row: usize, keys: Vec<(usize, Option<f64>)>, swap_ties: bool) {
    let mut movable: Vec<(f64, usize)> =
        keys.iter().filter_map(|&(item, key)| key.map(|key| (key, item))).collect();
    if swap_ties {
        movable.reverse();
    }
    movable.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut sorted = movable.into_iter().map(|(_, item)| item);
    let filled = keys.iter().map(|&(item, key)| match key {
        Some(_) => sorted.next().unwrap_or(item),
        None => item,
    });
    layers.rows[row] = filled.collect();
    layers.number_row(row);
}

const TRANSPOSE_ROUNDS: usize = 6;

/// Swaps neighbours in a row while that removes crossings.
fn transpose(layers: &mut Layers, pace: &mut Pace<'_>) -> Result<(), Stopped> {
    let mut stale = vec![true; layers.rows.len()];
    for _ in 0..TRANSPOSE_ROUNDS {
        let mut improved = false;
        for row in 0..layers.rows.len() {
            pace.steps(4 * layers.rows[row].len())?;
            if std::mem::replace(&mut stale[row], false) && transpose_row(layers, row) {
                improved = true;
                // The rows beside it see other places now, and so may this one again.
                let beside = row.saturating_sub(1)..(row + 2).min(stale.len());
                stale[beside].fill(true);
            }
        }
        if !improved {
            break;
        }
    }
    Ok(())
}

fn transpose_row(layers: &mut Layers, row: usize) -> bool {
    let mut items = std::mem::take(&mut layers.rows[row]);
    let above = Neighbours::new(&items, &layers.up, &layers.place);
    let below = Neighbours::new(&items, &layers.down, &layers.place);
    let mut slots: Vec<usize> = (0..items.len()).collect();
    let mut improved = false;
    for at in 1..items.len() {
        let (left, right) = (slots[at - 1], slots[at]);
        let now = above.crossings(left, right) + below.crossings(left, right);
        if now > 0 && above.crossings(right, left) + below.crossings(right, left) < now {
            slots.swap(at - 1, at);
            items.swap(at - 1, at);
            improved = true;
        }
    }
    layers.rows[row] = items;
    layers.number_row(row);
    improved
}

/// The sorted places of the neighbours of each item of a row, side by side.
struct Neighbours {
    places: Vec<usize>,
    starts: Vec<usize>,
}

impl Neighbours {
    fn new(items: &[usize], neighbours: &[Vec<usize>], place: &[usize]) -> Self {
        let mut places = Vec::with_capacity(items.len());
        let mut starts = vec![0];
        for &item in items {
            let start = places.len();
            places.extend(neighbours[item].iter().map(|&other| place[other]));
            places[start..].sort_unstable();
            starts.push(places.len());
        }
        Neighbours { places, starts }
    }

    /// Crossings between the links of two items when `left` stands left of `right`.
    fn crossings(&self, left: usize, right: usize) -> usize {
        let of = |slot: usize| &self.places[self.starts[slot]..self.starts[slot + 1]];
        let (left, right) = (of(left), of(right));
        let mut smaller = 0;
        let mut total = 0;
        for place in left {
            while smaller < right.len() && right[smaller] < *place {
                smaller += 1;
            }
            total += smaller;
        }
        total
    }
}

/// How far links go sideways in all, roughly: among orders with equally few crossings the one
/// that keeps linked items close is the better one.
fn stretch(layers: &Layers) -> u64 {
    // A lane takes about a sixth of the room of a node; rows are centred.
    let mut middle = vec![0i64; layers.items()];
    for row in &layers.rows {
        let size = |item: usize| if layers.is_lane(item) { 2 } else { 12 };
        let mut at = -row.iter().map(|&item| size(item)).sum::<i64>() / 2;
        for &item in row {
            middle[item] = at + size(item) / 2;
            at += size(item);
        }
    }
    let chains = layers.chains.iter().flat_map(|chain| chain.windows(2));
    chains.map(|pair| middle[pair[0]].abs_diff(middle[pair[1]])).sum()
}

fn count_crossings(layers: &Layers) -> u64 {
    let mut total = 0;
    let mut places = Vec::new();
    for pair in layers.rows.windows(2) {
        places.clear();
        for &item in &pair[0] {
            let start = places.len();
            places.extend(layers.down[item].iter().map(|&other| layers.place[other]));
            places[start..].sort_unstable();
        }
        total += inversions(&places, pair[1].len());
    }
    total
}

/// Pairs in falling order, for values below `bound`.
fn inversions(values: &[usize], bound: usize) -> u64 {
    let mut tree = vec![0u64; bound + 1];
    let mut total = 0;
    for (before, &value) in values.iter().enumerate() {
        let mut not_larger = 0;
        let mut at = value + 1;
        while at > 0 {
            not_larger += tree[at];
            at &= at - 1;
        }
        total += before as u64 - not_larger;
        at = value + 1;
        while at <= bound {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::super::Link;
    use super::*;

    fn layers(ends: &[(usize, usize)], ranks: &[usize]) -> Layers {
        let links: Vec<_> = ends.iter().map(|&(from, to)| Link::new(from, to, 1)).collect();
        Layers::new(&links, ranks, &mut Control::ALONE.pace()).unwrap()
    }

    #[test]
    fn inversions_are_counted_like_by_hand() {
        assert_eq!(inversions(&[0, 1, 2], 3), 0);
        assert_eq!(inversions(&[2, 1, 0, 1], 3), 4);
    }

    #[test]
    fn a_tree_written_in_the_worst_order_has_no_crossing() {
        let mut tree =
            layers(&[(0, 1), (0, 2), (1, 6), (1, 3), (2, 5), (2, 4)], &[0, 1, 1, 2, 2, 2, 2]);
        minimise_crossings(&mut tree, &mut Control::ALONE.pace()).unwrap();
        assert_eq!(count_crossings(&tree), 0);
    }

    #[test]
    fn two_by_two_complete_needs_one_crossing() {
        let mut square = layers(&[(0, 2), (0, 3), (1, 2), (1, 3)], &[0, 0, 1, 1]);
        minimise_crossings(&mut square, &mut Control::ALONE.pace()).unwrap();
        assert_eq!(count_crossings(&square), 1);
    }
}
