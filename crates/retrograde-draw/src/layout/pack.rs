//! Components side by side, in rows, in the shape of a slide.

use super::Picture;
use super::components::Component;
use super::curve::Curve;
use super::geometry::{Point, Spot, fit};
use super::route::Placed;

/// Clear space between components.
const GAP: f64 = 44.0;
/// How many widths are tried.
const TRIES: usize = 40;

pub(crate) fn pack(
    components: &[Component],
    placed: Vec<Placed>,
    node_count: usize,
    link_count: usize,
) -> Picture {
    let corners = shelves(&placed);
    let nowhere = Spot { centre: Point::default(), loop_side: Point::default() };
    let mut nodes = vec![nowhere; node_count];
    let mut links: Vec<Option<Curve>> = vec![None; link_count];
    let (mut width, mut height) = (0.0f64, 0.0f64);
    for ((component, part), corner) in components.iter().zip(placed).zip(corners) {
        width = width.max(corner.x + part.width);
        height = height.max(corner.y + part.height);
        for (&vertex, spot) in component.vertices.iter().zip(part.nodes) {
            let centre = Point::new(spot.centre.x + corner.x, spot.centre.y + corner.y);
            nodes[vertex] = Spot { centre, ..spot };
        }
        for (&id, curve) in component.link_ids.iter().zip(part.links) {
            links[id] = Some(curve.shifted(corner.x, corner.y));
        }
    }
    Picture { width, height, nodes, links: links.into_iter().flatten().collect() }
}

/// The upper left corner of each component, tallest components first.
fn shelves(placed: &[Placed]) -> Vec<Point> {
    let mut order: Vec<usize> = (0..placed.len()).collect();
    order.sort_by(|&a, &b| placed[b].height.total_cmp(&placed[a].height));
    let widest = placed.iter().map(|part| part.width).fold(0.0, f64::max);
    let total: f64 = placed.iter().map(|part| part.width + GAP).sum();
    let steps = (0..TRIES).map(|step| step as f64 / (TRIES - 1) as f64);
    let layouts =
        steps.map(|step| fill(placed, &order, widest * (total / widest.max(1.0)).powf(step)));
    let best = layouts.max_by(|a, b| fit(a.1.x, a.1.y).total_cmp(&fit(b.1.x, b.1.y)));
    best.map(|(corners, _)| corners).unwrap_or_default()
}

/// Fills shelves up to `limit` from left to right; also says the size of it all.
fn fill(placed: &[Placed], order: &[usize], limit: f64) -> (Vec<Point>, Point) {
    let mut corners = vec![Point::default(); placed.len()];
    let mut at = Point::default();
    let mut shelf = 0.0f64;
    let mut size = Point::default();
    for &index in order {
        let part = &placed[index];
        if at.x > 0.0 && at.x + part.width > limit + 0.5 {
            at = Point::new(0.0, at.y + shelf + GAP);
            shelf = 0.0;
        }
        corners[index] = at;
        shelf = shelf.max(part.height);
        size = Point::new(size.x.max(at.x + part.width), size.y.max(at.y + part.height));
        at.x += part.width + GAP;
    }
    (corners, size)
}
