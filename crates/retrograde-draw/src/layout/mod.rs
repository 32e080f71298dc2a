//! Layered layout: from node sizes and links to positions and curves.
//!
//! The steps are those of Sugiyama, Tagawa and Toda (1981), *Methods for visual understanding of
//! hierarchical system structures*: break cycles, assign ranks, order each rank, place, route.
//! Every step works on two abstract axes, `along` the direction of play and `cross` to it, so the
//! same code draws downwards and to the right; the direction that fills a slide better is kept.

mod acyclic;
mod align;
mod components;
mod curve;
mod geometry;
mod layers;
mod order;
mod pack;
mod place;
mod ports;
mod rank;
mod route;
mod spread;
mod straighten;
mod wrap;

pub(crate) use curve::{Curve, Step};
pub(crate) use geometry::{LOOP_ROOM, Node, Point, Size, Spot};
pub(crate) use route::ARROW;

use retrograde_core::{Pace, Stopped};

use components::Component;
use geometry::{Axes, fit};
use layers::Layers;
use route::Placed;

use crate::options::Direction;

/// A link to be drawn from one node to another, which is never the same one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// How much it matters that the link is short and points forward.
    pub(crate) weight: i64,
    /// The size of what will be written on it, to be left room for.
    pub(crate) label: Size,
}

impl Link {
    /// A link on which nothing is written.
    pub(crate) fn new(from: usize, to: usize, weight: i64) -> Self {
        Link { from, to, weight, label: Size::default() }
    }
}

/// Everything placed, inside `(0, 0)` to `(width, height)`.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) nodes: Vec<Spot>,
    pub(crate) links: Vec<Curve>,
}

/// Down is how people draw games: to the right has to fill a slide this much better.
const PREFER_DOWN: f64 = 1.15;

pub(crate) fn lay_out(
    nodes: &[Node],
    links: &[Link],
    direction: Direction,
    pace: &mut Pace<'_>,
) -> Result<Picture, Stopped> {
    let components = components::split(nodes.len(), links);
    let flows = components.iter().map(|component| Flow::new(component, pace));
    let mut flows: Vec<Flow> = flows.collect::<Result<_, _>>()?;
    let mut picture = |axes: Axes| {
        let placed = components
            .iter()
            .zip(&mut flows)
            .map(|(component, flow)| flow.place(&component.nodes_of(nodes), axes, pace))
            .collect::<Result<_, _>>()?;
        Ok(pack::pack(&components, placed, nodes.len(), links.len()))
    };
    match direction {
        Direction::Down => picture(Axes::Down),
        Direction::Right => picture(Axes::Right),
        Direction::Auto => {
            let (down, right) = (picture(Axes::Down)?, picture(Axes::Right)?);
            let score = |picture: &Picture| fit(picture.width, picture.height);
            Ok(if score(&right) > score(&down) * PREFER_DOWN { right } else { down })
        }
    }
}

/// A component whose cycles are broken and whose nodes have ranks: what both directions share.
struct Flow {
    reversed: Vec<bool>,
    /// The links with those against the flow turned around.
    forward: Vec<Link>,
    ranks: Vec<usize>,
    /// The last layering, with its ranks: the other direction usually wants the same.
    ordered: Option<(Vec<usize>, Layers)>,
}

impl Flow {
    fn new(component: &Component, pace: &mut Pace<'_>) -> Result<Self, Stopped> {
        let count = component.vertices.len();
        let reversed = acyclic::reversed(count, &component.links, pace)?;
        let turned = |link: &Link| Link { from: link.to, to: link.from, ..*link };
        let links = component.links.iter().zip(&reversed);
        let forward: Vec<Link> =
            links.map(|(link, &back)| if back { turned(link) } else { *link }).collect();
        let ranks = rank::assign(count, &forward, pace)?;
        Ok(Flow { reversed, forward, ranks, ordered: None })
    }

    fn place(
        &mut self,
        nodes: &[Node],
        axes: Axes,
        pace: &mut Pace<'_>,
    ) -> Result<Placed, Stopped> {
        let ranks = spread::spread(nodes, &self.forward, &self.ranks, axes);
        let layers = match self.ordered.take() {
            Some((known, layers)) if known == ranks => layers,
            _ => {
                let mut layers = Layers::new(&self.forward, &ranks, pace)?;
                order::minimise_crossings(&mut layers, pace)?;
                layers
            }
        };
        let mut cross = place::coordinates(&layers, nodes, axes, pace)?;
        straighten::straighten(&layers, nodes, axes, &mut cross, pace)?;
        let placed =
            route::route(&layers, &cross, nodes, &self.forward, &self.reversed, axes, pace)?;
        self.ordered = Some((ranks, layers));
        Ok(placed)
    }
}
