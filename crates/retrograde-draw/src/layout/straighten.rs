//! Fewer bends: lanes of a link move into line with each other where there is room.

use retrograde_core::{Pace, Stopped};

use super::geometry::{Axes, Node};
use super::layers::Layers;
use super::place::Sizes;

const ROUNDS: usize = 4;

/// Moves lanes, one link after another, so that each link's line has as few bends as the items
/// beside it allow. Nodes and the order within ranks stay.
pub(crate) fn straighten(
    layers: &Layers,
    nodes: &[Node],
    axes: Axes,
    cross: &mut [f64],
    pace: &mut Pace<'_>,
) -> Result<(), Stopped> {
    let sizes = Sizes::new(layers, nodes, axes);
    let row_of = layers.row_of();
    for _ in 0..ROUNDS {
        let mut moved = false;
        for chain in layers.chains.iter().filter(|chain| chain.len() > 2) {
            pace.steps(chain.len())?;
            let room = |lane: usize, cross: &[f64]| {
                let row = &layers.rows[row_of[lane]];
                let place = layers.place[lane];
                let left = place.checked_sub(1).map_or(f64::NEG_INFINITY, |before| {
                    cross[row[before]] + sizes.apart(layers, row[before], lane)
                });
                let right = row.get(place + 1).map_or(f64::INFINITY, |&after| {
                    cross[after] - sizes.apart(layers, lane, after)
                });
                // Rounding may leave the lane a hair outside of its own room.
                (left.min(cross[lane]), right.max(cross[lane]))
            };
            moved |= straighten_chain(chain, cross, room);
        }
        if !moved {
            break;
        }
    }
    Ok(())
}

fn straighten_chain(
    chain: &[usize],
    cross: &mut [f64],
    room: impl Fn(usize, &[f64]) -> (f64, f64),
) -> bool {
    let (upper, lower) = (chain[0], chain[chain.len() - 1]);
    let lanes = &chain[1..chain.len() - 1];
    let mut moved = false;
    let mut start = 0;
    while start < lanes.len() {
        let (mut left, mut right) = room(lanes[start], cross);
        let mut end = start + 1;
        while let Some(&lane) = lanes.get(end) {
            let (lane_left, lane_right) = room(lane, cross);
            let (next_left, next_right) = (left.max(lane_left), right.min(lane_right));
            if next_left > next_right {
                break;
            }
            (left, right) = (next_left, next_right);
            end += 1;
        }
        let run = &lanes[start..end];
        // In line with an end of the link, if that is possible; else close to where it was.
        let fits = |x: &f64| (left..=right).contains(x);
        let mean = run.iter().map(|&lane| cross[lane]).sum::<f64>() / run.len() as f64;
        let above = (start == 0).then(|| cross[upper]).filter(fits);
        let below = (end == lanes.len()).then(|| cross[lower]).filter(fits);
        let before = (start > 0).then(|| cross[lanes[start - 1]]).filter(fits);
        let x = above.or(below).or(before).unwrap_or(mean.clamp(left, right));
        for &lane in run {
            moved |= (cross[lane] - x).abs() > 0.01;
            cross[lane] = x;
        }
        start = end;
    }
    moved
}
