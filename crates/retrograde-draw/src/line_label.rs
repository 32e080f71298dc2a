//! What is written on lines, and where: on no node, and on no other text if that can be helped.

use std::collections::HashMap;
use std::fmt::{self, Write};

use retrograde_core::{Pace, Side, Stopped};

use crate::face::{Stroke, Weights};
use crate::layout::{Curve, LOOP_ROOM, Node, Point, Size, Spot};
use crate::palette::{QUIET_TEXT, letter, side_colour};
use crate::text::{self, Px, Xml};

/// The text on a line: the weight of a move, `×2` if the line stands for two parallel moves, the
/// letter of the only side that may move along it.
#[derive(Clone, Debug)]
pub(crate) struct LineLabel {
    class: &'static str,
    colour: &'static str,
    text: String,
    pub(crate) size: Size,
}

const FONT: f64 = 11.0;
const HEIGHT: f64 = 14.0;

impl LineLabel {
    /// The label of `count` parallel moves, if there is anything to say.
    pub(crate) fn new(count: usize, stroke: Stroke) -> Option<Self> {
        let times = if count == 1 { String::new() } else { format!("×{count}") };
        let (class, colour, text) = match (stroke.weights, stroke.only) {
            (Some(weights), _) => ("weight", QUIET_TEXT, weights_text(weights, count, &times)),
            (None, Some(side)) => ("side", side_colour(side), side_text(side, &times)),
            (None, None) if count == 1 => return None,
            (None, None) => ("count", QUIET_TEXT, times),
        };
        let size = Size { width: text::width(&text, FONT) + 4.0, height: HEIGHT };
        Some(LineLabel { class, colour, text, size })
    }

    /// Words of one's own.
    pub(crate) fn of_words(words: &str) -> Self {
        let size = Size { width: text::width(words, FONT) + 4.0, height: HEIGHT };
        LineLabel { class: "words", colour: QUIET_TEXT, text: Xml(words).to_string(), size }
    }

    /// Where the label of a self-loop has its room.
    pub(crate) fn beside_loop(&self, node: &Node, spot: &Spot) -> Point {
        let side = spot.loop_side;
        let (border, reach) = (node.border(side, 0.0), LOOP_ROOM - 1.0);
        let half = if side.x == 0.0 { self.size.height } else { self.size.width } / 2.0;
        spot.centre.toward(side, border + reach + half)
    }

    /// What the label covers at a place.
    pub(crate) fn area(&self, at: Point) -> Area {
        Area::around(at, self.size)
    }

    pub(crate) fn write(&self, out: &mut String, at: Point) -> fmt::Result {
        let LineLabel { class, colour, text, size } = self;
        writeln!(
            out,
            r##"<g class="{class}"><rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="#ffffff"/><text x="{}" y="{}" font-size="{FONT}" font-weight="600" text-anchor="middle" fill="{colour}">{text}</text></g>"##,
            Px(at.x - size.width / 2.0),
            Px(at.y - size.height / 2.0),
            Px(size.width),
            Px(size.height),
            Px(at.x),
            Px(at.y + 4.0),
        )
    }
}

fn weights_text(Weights { least, most }: Weights, count: usize, times: &str) -> String {
    match count {
        1 => least.to_string(),
        _ if least == most => format!("{least} {times}"),
        2 => format!("{least}, {most}"),
        _ => format!("{least} to {most} {times}"),
    }
}

fn side_text(side: Side, times: &str) -> String {
    match times {
        "" => letter(side).to_owned(),
        _ => format!("{} {times}", letter(side)),
    }
}

/// A rectangle in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Area {
    pub(crate) fn around(centre: Point, size: Size) -> Self {
        let (x, y) = (size.width / 2.0, size.height / 2.0);
        Area { left: centre.x - x, top: centre.y - y, right: centre.x + x, bottom: centre.y + y }
    }

    fn meets(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The least rectangle around both.
    pub(crate) fn united(self, other: Area) -> Self {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn grown(self, by: f64) -> Self {
        Area {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }
}

/// Everything that a label might lie on.
pub(crate) struct Places {
    nodes: Grid<()>,
    labels: Grid<()>,
    /// Points of lines, each with the number of its line.
    lines: Grid<usize>,
    arrows: Grid<()>,
}

/// Clear space around nodes and labels.
const CLEAR: f64 = 1.5;
/// What it costs to lie on things, in points of other lines that could be covered as well.
const ON_NODE: f64 = 10_000.0;
const ON_LABEL: f64 = 1_000.0;
const ON_ARROW: f64 = 6.0;
/// What it costs to be away from the middle, a pixel.
const OFF_MIDDLE: f64 = 0.05;
/// What it costs to lie beside the line, and how much of the label stays on it.
const ASIDE: f64 = 1.5;
const HELD: f64 = 3.0;

impl Places {
    pub(crate) fn new<'a>(
        nodes: impl Iterator<Item = (&'a Node, &'a Spot)>,
        curves: impl Iterator<Item = &'a Curve>,
        pace: &mut Pace<'_>,
    ) -> Result<Self, Stopped> {
        let mut places = Places {
            nodes: Grid::default(),
            labels: Grid::default(),
            lines: Grid::default(),
            arrows: Grid::default(),
        };
        for (node, spot) in nodes {
            let size = Size { width: node.width, height: node.height };
            places.nodes.insert(Area::around(spot.centre, size).grown(CLEAR), ());
        }
        for (number, curve) in curves.enumerate() {
            for (_, point) in curve.samples() {
                pace.steps(8)?;
                places.lines.insert(Area::around(point, Size::default()), number);
            }
            let head = curve.tip.toward(curve.heading, -4.5);
            places.arrows.insert(Area::around(head, Size { width: 8.0, height: 8.0 }), ());
        }
        Ok(places)
    }

    /// Keeps other labels away from this one.
    pub(crate) fn take(&mut self, area: Area) {
        self.labels.insert(area.grown(CLEAR), ());
    }

    /// The best place for the label of a line: near its middle, on as little as possible.
    pub(crate) fn find(
        &self,
        label: &LineLabel,
        curve: &Curve,
        number: usize,
        pace: &mut Pace<'_>,
    ) -> Result<Point, Stopped> {
        /// What a place takes in steps of a pace: some hundred things may be near.
        const STEPS: usize = 1 << 9;
        let mut samples = curve.samples();
        let middle = samples.last().map_or(0.0, |&(along, _)| along / 2.0);
        let off = |along: f64| (along - middle).abs();
        samples.sort_by(|a, b| off(a.0).total_cmp(&off(b.0)));
        let mut best = (f64::INFINITY, curve.start);
        for (along, point) in samples {
            let least = off(along) * OFF_MIDDLE;
            if least >= best.0 {
                break;
            }
            pace.steps(STEPS)?;
            // Hung up at an end, a label leaves a line close by on the other side alone.
            let aside = (label.size.width / 2.0 - HELD).max(0.0);
            for (shift, price) in [(0.0, 0.0), (-aside, ASIDE), (aside, ASIDE)] {
                let at = Point::new(point.x + shift, point.y);
                let cost = least + price + self.cost(&label.area(at), number);
                if cost < best.0 {
                    best = (cost, at);
                }
            }
        }
        Ok(best.1)
    }

    fn cost(&self, area: &Area, number: usize) -> f64 {
        let covered = self.lines.meeting(area).filter(|&&line| line != number).count();
        ON_NODE * self.nodes.meeting(area).count() as f64
            + ON_LABEL * self.labels.meeting(area).count() as f64
            + ON_ARROW * self.arrows.meeting(area).count() as f64
            + covered as f64
    }
}

/// Rectangles by the squares they touch, so that the few near a place are found quickly.
#[derive(Default)]
struct Grid<T> {
    items: Vec<(Area, T)>,
    squares: HashMap<(i64, i64), Vec<usize>>,
}

const SQUARE: f64 = 64.0;

impl<T> Grid<T> {
    fn insert(&mut self, area: Area, item: T) {
        for square in squares(&area) {
            self.squares.entry(square).or_default().push(self.items.len());
        }
        self.items.push((area, item));
    }

    /// The items that meet an area; those in several squares may come more than once.
    fn meeting(&self, area: &Area) -> impl Iterator<Item = &T> {
        squares(area)
            .filter_map(|square| self.squares.get(&square))
            .flatten()
            .map(|&index| &self.items[index])
            .filter(|(other, _)| other.meets(area))
            .map(|(_, item)| item)
    }
}

fn squares(area: &Area) -> impl Iterator<Item = (i64, i64)> + use<> {
    let number = |at: f64| (at / SQUARE).floor() as i64;
    let (top, bottom) = (number(area.top), number(area.bottom));
    (number(area.left)..=number(area.right)).flat_map(move |x| (top..=bottom).map(move |y| (x, y)))
}
