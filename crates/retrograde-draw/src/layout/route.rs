//! From coordinates to the picture of one component: nodes in place, links as smooth lines.
//!
//! A line runs straight past a rank, so it never touches a node there, and bends between ranks. At
//! a node, lines meet the border beside each other in the order in which they arrive.

use retrograde_core::{Pace, Stopped};

use super::Link;
use super::curve::{Curve, Pen};
use super::geometry::{Axes, Node, Point, RANK_GAP, Spot};
use super::layers::Layers;
use super::place::Sizes;
use super::ports::Ports;
use super::wrap::{Band, Row, bulge, fold};

/// A component, inside `(0, 0)` to `(width, height)`.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) nodes: Vec<Spot>,
    pub(crate) links: Vec<Curve>,
}

/// The length of an arrowhead: the line itself ends that much earlier.
pub(crate) const ARROW: f64 = 9.0;
/// How much of a rank's widest sideways step is added to the gap below it, and the most of it.
const SLANT_SHARE: f64 = 0.09;
const SLANT_MOST: f64 = 64.0;
/// How much earlier a line turns for its distance from the middle of its node, and the most of it
/// as a share of the gap.
const EARLY_SHARE: f64 = 0.5;
const EARLY_MOST: f64 = 0.25;

pub(crate) fn route(
    layers: &Layers,
    cross: &[f64],
    nodes: &[Node],
    links: &[Link],
    reversed: &[bool],
    axes: Axes,
    pace: &mut Pace<'_>,
) -> Result<Placed, Stopped> {
    let rows = rows(layers, cross, nodes, links, axes);
    let bands = fold(&rows, axes);
    let mut band_of = vec![0; rows.len()];
    for (number, band) in bands.iter().enumerate() {
        band_of[band.rows.clone()].fill(number);
    }
    let row_of = layers.row_of();
    let ports = Ports::new(layers, cross, nodes, axes);
    let sheet = Channels { layers, cross, nodes, axes, rows, bands, band_of, row_of };

    let spots = (0..nodes.len()).map(|node| sheet.spot(node)).collect::<Vec<_>>();
    let mut reach = (0.0, sheet.bands.first().map_or(0.0, Band::length));
    let links: Vec<Curve> = (0..layers.chains.len())
        .map(|link| {
            pace.steps(4 * layers.chains[link].len())?;
            Ok(sheet.curve(link, &ports, reversed[link], &mut reach))
        })
        .collect::<Result<_, Stopped>>()?;
    // U-turns stick out on both sides.
    let shift = axes.point(-reach.0, 0.0);
    let size = axes.point(reach.1 - reach.0, sheet.bands.last().map_or(0.0, Band::end));
    let shifted = |spot: Spot| Spot {
        centre: Point::new(spot.centre.x + shift.x, spot.centre.y + shift.y),
        ..spot
    };
    Ok(Placed {
        width: size.x,
        height: size.y,
        nodes: spots.into_iter().map(shifted).collect(),
        links: links.into_iter().map(|curve| curve.shifted(shift.x, shift.y)).collect(),
    })
}

/// What each rank takes up. Gaps grow where links go far sideways or carry a label.
fn rows(layers: &Layers, cross: &[f64], nodes: &[Node], links: &[Link], axes: Axes) -> Vec<Row> {
    let sizes = Sizes::new(layers, nodes, axes);
    let label_room = label_room(layers, links, axes);
    let mut rows = Vec::with_capacity(layers.rows.len());
    let mut start = 0.0;
    for (items, label_room) in layers.rows.iter().zip(label_room) {
        let thickness = items
            .iter()
            .filter_map(|&item| nodes.get(item))
            .map(|node| axes.along(node))
            .fold(0.0, f64::max);
        let low = items.iter().map(|&item| cross[item] - sizes.left[item]);
        let high = items.iter().map(|&item| cross[item] + sizes.right[item]);
        let steps = items.iter().flat_map(|&item| {
            layers.down[item].iter().map(move |&below| (cross[item] - cross[below]).abs())
        });
        rows.push(Row {
            along: (start, start + thickness),
            cross: (low.fold(f64::INFINITY, f64::min), high.fold(f64::NEG_INFINITY, f64::max)),
            links_below: items.iter().map(|&item| layers.down[item].len()).sum(),
        });
        let slant = (steps.fold(0.0, f64::max) * SLANT_SHARE).min(SLANT_MOST);
        start += thickness + RANK_GAP + slant + label_room;
    }
    rows
}

/// Below each rank, the room for the labels of links that are halfway there: a label lies on its
/// link between two ranks, where there are no nodes.
fn label_room(layers: &Layers, links: &[Link], axes: Axes) -> Vec<f64> {
    let row_of = layers.row_of();
    let mut room = vec![0.0f64; layers.rows.len()];
    for (chain, link) in layers.chains.iter().zip(links) {
        let halfway = row_of[chain[(chain.len() - 2) / 2]];
        room[halfway] = room[halfway].max(axes.along_label(link.label));
    }
    room
}

struct Channels<'a> {
    layers: &'a Layers,
    cross: &'a [f64],
    nodes: &'a [Node],
    axes: Axes,
    rows: Vec<Row>,
    bands: Vec<Band>,
    band_of: Vec<usize>,
    row_of: Vec<usize>,
}

impl Channels<'_> {
    fn band(&self, row: usize) -> &Band {
        &self.bands[self.band_of[row]]
    }

    fn map(&self, row: usize, along: f64, cross: f64) -> Point {
        self.band(row).map(self.axes, along, cross)
    }

    fn middle(&self, row: usize) -> f64 {
        f64::midpoint(self.rows[row].along.0, self.rows[row].along.1)
    }

    fn spot(&self, node: usize) -> Spot {
        let row = self.row_of[node];
        Spot {
            centre: self.map(row, self.middle(row), self.cross[node]),
            loop_side: self.axes.point(0.0, self.band(row).sign()),
        }
    }

    /// The border of a node at a port: before folding, the distance from the middle of its row.
    fn border(&self, node: usize, port: f64) -> f64 {
        self.nodes[node].border(self.axes.point(1.0, 0.0), port)
    }

    /// The line of a link; widens `reach` where a U-turn sticks out.
    fn curve(&self, link: usize, ports: &Ports, reversed: bool, reach: &mut (f64, f64)) -> Curve {
        let chain = &self.layers.chains[link];
        let (upper, lower) = (chain[0], chain[chain.len() - 1]);
        let (first, last) = (self.row_of[upper], self.row_of[lower]);
        let (upper_port, lower_port) = (ports.upper_end[link], ports.lower_end[link]);
        let leave = self.middle(first) + self.border(upper, upper_port);
        let arrive = self.middle(last) - self.border(lower, lower_port);
        // The arrow is at the lower end, or at the upper one if the link goes against the flow.
        let (begin, end) = if reversed { (leave + ARROW, arrive) } else { (leave, arrive - ARROW) };

        let mut at = self.cross[upper] + upper_port;
        let mut pen = Pen::new(self.map(first, begin, at));
        let mut exit = begin.max(self.rows[first].along.1);
        pen.line(self.map(first, exit, at));
        for &item in &chain[1..] {
            let row = self.row_of[item];
            let is_end = row == last;
            let next = self.cross[item] + if is_end { lower_port } else { 0.0 };
            let entry =
                if is_end { end.min(self.rows[row].along.0) } else { self.rows[row].along.0 };
            let ports = if row == first + 1 { upper_port } else { 0.0 }
                + if is_end { lower_port } else { 0.0 };
            self.pass_gap(&mut pen, row, (exit, at), (entry, next), ports, reach);
            exit = if is_end { end } else { self.rows[row].along.1 };
            at = next;
            pen.line(self.map(row, exit, at));
        }
        let heading = |row: usize, sign: f64| self.axes.point(sign * self.band(row).sign(), 0.0);
        if reversed {
            let tip = self.map(first, leave, self.cross[upper] + upper_port);
            let (start, steps) = pen.backward();
            Curve { start, steps, tip, heading: heading(first, -1.0) }
        } else {
            let tip = self.map(last, arrive, self.cross[lower] + lower_port);
            let (start, steps) = pen.forward();
            Curve { start, steps, tip, heading: heading(last, 1.0) }
        }
    }

    /// Continues a line over the gap above `row`, around a turn if the bands differ.
    fn pass_gap(
        &self,
        pen: &mut Pen,
        row: usize,
        (exit, from): (f64, f64),
        (entry, to): (f64, f64),
        ports: f64,
        reach: &mut (f64, f64),
    ) {
        let (before, after) = (self.band(row - 1), self.band(row));
        let target = self.map(row, entry, to);
        if before.rows == after.rows {
            if (from - to).abs() < 0.05 {
                pen.line(target);
            } else {
                // Of lines side by side, the outer one turns first, or they would touch in between.
                let most = (entry - exit).max(0.0) * EARLY_MOST;
                let early = (ports * EARLY_SHARE).clamp(-most, most);
                let halfway = f64::midpoint(exit, entry) + if to < from { early } else { -early };
                pen.cubic(self.map(row, halfway, from), self.map(row, halfway, to), target);
            }
            return;
        }
        let (start, cross_start) = self.axes.coordinates(before.map(self.axes, exit, from));
        let (end, cross_end) = self.axes.coordinates(target);
        let out = before.sign();
        // Where the outermost of band, line and arrow ends, the turn begins.
        let base =
            [start, end].iter().fold(before.turning_side() * out, |far, at| far.max(at * out));
        let radius = (cross_end - cross_start).abs() / 2.0;
        // A cubic reaches three quarters of the way to its control points.
        let far = (base + bulge(radius) * 4.0 / 3.0) * out;
        let point = |along: f64, cross: f64| self.axes.point(along, cross);
        pen.line(point(base * out, cross_start));
        pen.cubic(point(far, cross_start), point(far, cross_end), point(base * out, cross_end));
        pen.line(target);
        let outermost = (base + bulge(radius)) * out;
        *reach = (reach.0.min(outermost), reach.1.max(outermost));
    }
}
