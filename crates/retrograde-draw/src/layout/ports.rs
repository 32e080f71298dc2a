//! Where lines meet the border of a node: beside each other, in the order they come from.

use super::geometry::{Axes, Node};
use super::layers::Layers;

/// For both ends of each link, how far from the node's centre (across the flow) it meets the node.
#[derive(Debug)]
pub(crate) struct Ports {
    pub(crate) upper_end: Vec<f64>,
    pub(crate) lower_end: Vec<f64>,
}

/// Space between two lines at a node, where it is wide enough.
const GAP: f64 = 12.0;
/// What is left free at the ends of a node's side.
const MARGIN: f64 = 9.0;
/// Up to this distance a port moves so far that its line is straight; beyond, it leans that way.
const STRAIGHT: f64 = 15.0;
const LEAN: f64 = 0.05;
/// Both sides of a link adapt to each other this often.
const ROUNDS: usize = 2;

impl Ports {
    pub(crate) fn new(layers: &Layers, cross: &[f64], nodes: &[Node], axes: Axes) -> Self {
        let links = layers.chains.len();
        let mut ports = Ports { upper_end: vec![0.0; links], lower_end: vec![0.0; links] };
        let (mut below, mut above) = (vec![Vec::new(); nodes.len()], vec![Vec::new(); nodes.len()]);
        for (link, chain) in layers.chains.iter().enumerate() {
            let (upper, lower) = (chain[0], chain[chain.len() - 1]);
            below[upper].push(End { link, from: cross[chain[1]], direct: chain.len() == 2 });
            above[lower].push(End {
                link,
                from: cross[chain[chain.len() - 2]],
                direct: chain.len() == 2,
            });
        }
        for ends in below.iter_mut().chain(&mut above) {
            ends.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.link.cmp(&b.link)));
        }
        let halves: Vec<f64> =
            nodes.iter().map(|node| (axes.cross(node) / 2.0 - MARGIN).max(1.0)).collect();
        for _ in 0..ROUNDS {
            adapt(&below, cross, &halves, &ports.lower_end, &mut ports.upper_end);
            adapt(&above, cross, &halves, &ports.upper_end, &mut ports.lower_end);
        }
        ports
    }
}

/// Sets the ports of one side of every node to suit those of the `others`, at the far ends.
fn adapt(sides: &[Vec<End>], cross: &[f64], halves: &[f64], others: &[f64], ports: &mut [f64]) {
    for (node, ends) in sides.iter().enumerate() {
        let half = halves[node];
        let wish = |end: &End| {
            let port = if end.direct { others[end.link] } else { 0.0 };
            wish(end.from + port - cross[node]).clamp(-half, half)
        };
        let wishes: Vec<f64> = ends.iter().map(wish).collect();
        for (end, port) in ends.iter().zip(settle(&wishes, half)) {
            ports[end.link] = port;
        }
    }
}

/// A link at one side of a node.
#[derive(Clone, Copy)]
struct End {
    link: usize,
    /// Where the item at the other side of the gap is.
    from: f64,
    /// Whether that item is a node, with a port of its own.
    direct: bool,
}

fn wish(distance: f64) -> f64 {
    let beyond = (distance.abs() - STRAIGHT).max(0.0);
    distance.clamp(-STRAIGHT, STRAIGHT) + distance.signum() * beyond * LEAN
}

/// The places closest to the wishes (ascending) that keep apart and within `half` of the centre.
fn settle(wishes: &[f64], half: f64) -> Vec<f64> {
    let steps = wishes.len().saturating_sub(1);
    let gap = if steps == 0 { 0.0 } else { GAP.min(2.0 * half / steps as f64) };
    // Without the gaps, keeping apart means not falling: pool neighbours that would.
    let mut pools: Vec<(f64, usize)> = Vec::with_capacity(wishes.len());
    for (at, wish) in wishes.iter().enumerate() {
        let mut pool = (wish - at as f64 * gap, 1);
        while let Some(&(mean, size)) = pools.last().filter(|before| before.0 > pool.0) {
            let total = mean * size as f64 + pool.0 * pool.1 as f64;
            pool = (total / (size + pool.1) as f64, size + pool.1);
            pools.pop();
        }
        pools.push(pool);
    }
    let highest = (half - steps as f64 * gap).max(-half);
    let flat = pools.into_iter().flat_map(|(mean, size)| std::iter::repeat_n(mean, size));
    flat.enumerate().map(|(at, x)| x.clamp(-half, highest) + at as f64 * gap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_apart_around_their_wishes() {
        assert_eq!(settle(&[0.0], 20.0), [0.0]);
        assert_eq!(settle(&[0.0, 0.0], 20.0), [-6.0, 6.0]);
        assert_eq!(settle(&[-20.0, 0.0, 20.0], 20.0), [-20.0, 0.0, 20.0]);
    }

    #[test]
    fn crowded_sides_share_the_room_evenly() {
        let ports = settle(&[0.0; 11], 20.0);
        assert!((ports[0] + 20.0).abs() < 1e-9 && (ports[10] - 20.0).abs() < 1e-9);
        assert!(ports.windows(2).all(|pair| (pair[1] - pair[0] - 4.0).abs() < 1e-9));
    }
}
