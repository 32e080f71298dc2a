//! Splitting ranks that are too wide for a slide.
//!
//! A position with forty finished games below it would make one rank forty nodes wide. Nodes with
//! nothing below them may as well stand lower, so a wide rank deals them out over several ranks;
//! likewise nodes with nothing above them stand higher. Whether that helps is estimated first.

use super::Link;
use super::geometry::{Axes, LANE, NODE_GAP, Node, RANK_GAP, fit};

/// How much larger the picture must become before ranks are split.
const WORTHWHILE: f64 = 1.3;
/// The most ranks one is split into.
const MOST_PIECES: usize = 10;

/// Ranks for `links`, all of which go down, that suit the shape of a slide.
pub(crate) fn spread(nodes: &[Node], links: &[Link], ranks: &[usize], axes: Axes) -> Vec<usize> {
    let widths: Vec<f64> = nodes.iter().map(|node| width(node, axes)).collect();
    let widest = row_sums(&widths, ranks).into_iter().fold(0.0, f64::max);
    let (mut sink, mut source) = (vec![true; nodes.len()], vec![true; nodes.len()]);
    for link in links {
        sink[link.from] = false;
        source[link.to] = false;
    }
    let mut best = ranks.to_vec();
    let mut best_fit = estimate(nodes, &widths, links, ranks, axes) * WORTHWHILE;
    for pieces in 2..=MOST_PIECES {
        let limit = widest / pieces as f64;
        let lowered = split(&widths, ranks, &sink, limit);
        let candidate = upside_down(&split(&widths, &upside_down(&lowered), &source, limit));
        let candidate_fit = estimate(nodes, &widths, links, &candidate, axes);
        if candidate_fit > best_fit {
            (best, best_fit) = (candidate, candidate_fit);
        }
    }
    best
}

fn width(node: &Node, axes: Axes) -> f64 {
    axes.cross(node) + NODE_GAP + axes.loop_room(node)
}

fn rows(ranks: &[usize]) -> usize {
    ranks.iter().max().map_or(0, |&max| max + 1)
}

fn row_sums(widths: &[f64], ranks: &[usize]) -> Vec<f64> {
    let mut sums = vec![0.0; rows(ranks)];
    for (&rank, width) in ranks.iter().zip(widths) {
        sums[rank] += width;
    }
    sums
}

fn upside_down(ranks: &[usize]) -> Vec<usize> {
    let last = rows(ranks).saturating_sub(1);
    ranks.iter().map(|rank| last - rank).collect()
}

/// Deals the movable nodes of each rank wider than `limit` out over new ranks below it.
fn split(widths: &[f64], ranks: &[usize], movable: &[bool], limit: f64) -> Vec<usize> {
    let sums = row_sums(widths, ranks);
    let pieces: Vec<usize> =
        sums.iter().map(|sum| ((sum / limit).ceil() as usize).clamp(1, MOST_PIECES)).collect();
    let mut start = Vec::with_capacity(pieces.len());
    let mut total = 0;
    for pieces in &pieces {
        start.push(total);
        total += pieces;
    }
    let mut dealt = vec![0; pieces.len()];
    let mut result: Vec<usize> = ranks.iter().map(|&rank| start[rank]).collect();
    for (vertex, &rank) in ranks.iter().enumerate() {
        if pieces[rank] > 1 && movable[vertex] {
            result[vertex] += dealt[rank] % pieces[rank];
            dealt[rank] += 1;
        }
    }
    without_gaps(result)
}

/// Renumbers the ranks so that none is empty.
fn without_gaps(mut ranks: Vec<usize>) -> Vec<usize> {
    let mut used = vec![false; rows(&ranks)];
    for &rank in &ranks {
        used[rank] = true;
    }
    let mut count = 0;
    let number: Vec<usize> = used
        .into_iter()
        .map(|used| {
            count += usize::from(used);
            count.saturating_sub(1)
        })
        .collect();
    for rank in &mut ranks {
        *rank = number[*rank];
    }
    ranks
}

/// How well the picture will fit a slide, from the widths of its ranks alone.
fn estimate(nodes: &[Node], widths: &[f64], links: &[Link], ranks: &[usize], axes: Axes) -> f64 {
    let mut sums = row_sums(widths, ranks);
    let mut passing = vec![0i64; sums.len() + 1];
    for link in links {
        passing[ranks[link.from] + 1] += 1;
        passing[ranks[link.to]] -= 1;
    }
    let mut lanes = 0;
    for (sum, change) in sums.iter_mut().zip(&passing) {
        lanes += change;
        *sum += lanes as f64 * LANE;
    }
    let cross = sums.iter().copied().fold(0.0, f64::max);
    let mut thickness = vec![0.0f64; sums.len()];
    for (node, &rank) in nodes.iter().zip(ranks) {
        thickness[rank] = thickness[rank].max(axes.along(node));
    }
    let along = thickness.iter().map(|thickness| thickness + RANK_GAP).sum();
    let size = axes.point(along, cross);
    fit(size.x, size.y)
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Size;
    use super::*;

    #[test]
    fn the_leaves_of_a_star_share_several_ranks() {
        let node = Node { width: 50.0, height: 40.0, corner: 5.0, looped: None };
        let links: Vec<_> = (1..41).map(|to| Link::new(0, to, 1)).collect();
        let mut ranks = vec![1; 41];
        ranks[0] = 0;
        let result = spread(&[node; 41], &links, &ranks, Axes::Down);
        assert_eq!(result[0], 0);
        assert!((3..10).contains(&rows(&result)), "{result:?}");
        assert!(result[1..].iter().all(|&rank| rank > 0));

        let up: Vec<_> = (1..41).map(|from| Link::new(from, 0, 1)).collect();
        let turned = spread(&[node; 41], &up, &upside_down(&ranks), Axes::Down);
        assert_eq!(upside_down(&turned), result);
    }

    #[test]
    fn narrow_graphs_keep_their_ranks() {
        let node = Node { width: 50.0, height: 40.0, corner: 5.0, looped: Some(Size::default()) };
        let links = [(0, 1), (0, 2)].map(|(from, to)| Link::new(from, to, 1));
        assert_eq!(spread(&[node; 3], &links, &[0, 1, 1], Axes::Down), [0, 1, 1]);
    }
}
