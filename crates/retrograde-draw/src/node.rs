//! The node of a position: its outline and what is written in it.

use std::fmt::{self, Write};

use retrograde_core::{Arena, Vertex};

use crate::face::{Badge, Face};
use crate::layout::{Node, Point};
use crate::options::SvgOptions;
use crate::paint::Paint;
use crate::palette::{CARD, Look, NODE_HEIGHT, look, owned_look};
use crate::shapes::node_outline;
use crate::text::{self, Px, Xml, shortened};

pub(crate) const NAME_SIZE: f64 = 14.0;
const VALUE_SIZE: f64 = 11.0;
pub(crate) const LEAST_WIDTH: f64 = 54.0;
/// The height of a node with two values.
const CARD_HEIGHT: f64 = 52.0;
const BADGE_HEIGHT: f64 = 19.0;
const BADGE_CORNER: f64 = BADGE_HEIGHT / 2.0;
/// From the centre of a node with two values down to that of the values.
const BADGES_BELOW: f64 = 9.5;
const BADGE_GAP: f64 = 4.0;

/// What is written in and about a node.
pub(crate) struct Position {
    pub(crate) name: String,
    label: String,
    pub(crate) face: Face,
    in_full: String,
    terminal: bool,
    /// Whether the border is double.
    ringed: bool,
    hidden: usize,
}

impl Position {
    pub(crate) fn new(
        arena: &Arena,
        paint: &dyn Paint,
        options: &SvgOptions,
        vertex: Vertex,
        hidden: usize,
    ) -> Self {
        let name = arena.names.get(vertex).into_owned();
        let terminal = arena.graph.is_terminal(vertex);
        Position {
            label: match shortened(&name, options.max_name) {
                blank if blank.is_empty() => "(no name)".to_owned(),
                label => label,
            },
            name,
            face: paint.face(vertex),
            in_full: paint.in_full(vertex),
            terminal,
            ringed: paint.is_ringed(vertex, terminal),
            hidden,
        }
    }

    /// The outline that holds the text.
    pub(crate) fn outline(&self) -> Node {
        let name = text::width(&self.label, NAME_SIZE) * 1.04;
        // Round ends and inner borders leave less room for text.
        let ring = if self.ringed { 4.0 } else { 0.0 };
        let (corner, padding, below, height) = match &self.face {
            Face::One(badge) => self.simple_outline(&look(badge.outcome), &badge.text, ring),
            Face::Owned { owner, favour, text } => {
                self.simple_outline(&owned_look(*owner, *favour), text, ring)
            }
            Face::Two { badges, between } => {
                let row = Row::new(badges, between, &self.hidden_text());
                (CARD.corner, 6.0 + ring, row.width(), CARD_HEIGHT)
            }
        };
        let width = (name.max(below) + 2.0 * padding).max(LEAST_WIDTH);
        Node { width, height, corner, looped: None }
    }

    /// Corner, padding, width of the value and height of a node with one value.
    fn simple_outline(&self, look: &Look, value: &str, ring: f64) -> (f64, f64, f64, f64) {
        let width = text::width(&self.value_line(value), VALUE_SIZE);
        (look.corner, 8.0 + look.corner * 0.3 + ring, width, NODE_HEIGHT)
    }

    pub(crate) fn write(&self, out: &mut String, node: &Node, centre: Point) -> fmt::Result {
        write!(out, r#"<g class="node"#)?;
        for class in self.face.classes() {
            write!(out, " {class}")?;
        }
        write!(out, r#""><title>{}: {}"#, Xml(&self.name), self.in_full)?;
        if self.terminal {
            write!(out, ", no moves")?;
        }
        if self.hidden > 0 {
            let moves = if self.hidden == 1 { "move" } else { "moves" };
            write!(out, ", {} {moves} not shown", self.hidden)?;
        }
        write!(out, "</title>")?;
        match &self.face {
            Face::One(badge) => {
                self.write_simple(out, node, centre, &look(badge.outcome), &badge.text)?;
            }
            Face::Owned { owner, favour, text } => {
                self.write_simple(out, node, centre, &owned_look(*owner, *favour), text)?;
            }
            Face::Two { badges, between } => {
                node_outline(out, node, centre, &CARD, self.ringed)?;
                let name = Point::new(centre.x, centre.y - 6.0);
                write_text(out, &self.label, name, NAME_SIZE, 600, &CARD)?;
                self.write_badges(out, badges, between, centre)?;
            }
        }
        writeln!(out, "</g>")
    }

    /// A node of one look, with its name and a value below it.
    fn write_simple(
        &self,
        out: &mut String,
        node: &Node,
        centre: Point,
        look: &Look,
        value: &str,
    ) -> fmt::Result {
        node_outline(out, node, centre, look, self.ringed)?;
        let name = Point::new(centre.x, centre.y - 2.0);
        write_text(out, &self.label, name, NAME_SIZE, 600, look)?;
        let below = Point::new(centre.x, centre.y + 12.5);
        write_text(out, &self.value_line(value), below, VALUE_SIZE, 400, look)
    }

    /// Two values side by side, each with a look of its own.
    fn write_badges(
        &self,
        out: &mut String,
        badges: &[Badge; 2],
        between: &str,
        centre: Point,
    ) -> fmt::Result {
        let hidden = self.hidden_text();
        let row = Row::new(badges, between, &hidden);
        let middle = centre.y + BADGES_BELOW;
        let base = middle + VALUE_SIZE * 0.36;
        let mut left = centre.x - row.width() / 2.0;
        let centres = [left + row.badge / 2.0, left + row.badge * 1.5 + row.between];
        for (badge, x) in badges.iter().zip(centres) {
            let look = look(badge.outcome);
            let corner = look.corner.min(BADGE_CORNER);
            let shape = Node { width: row.badge, height: BADGE_HEIGHT, corner, looped: None };
            badge_outline(out, &shape, Point::new(x, middle), &look)?;
            write_text(out, &badge.text, Point::new(x, base), VALUE_SIZE, 400, &look)?;
        }
        if !between.is_empty() {
            let at = Point::new(left + row.badge + row.between / 2.0, base);
            write_text(out, between, at, VALUE_SIZE, 700, &CARD)?;
        }
        if !hidden.is_empty() {
            left += row.badge * 2.0 + row.between;
            let at = Point::new(left + row.tail / 2.0, base);
            write_text(out, &hidden, at, VALUE_SIZE, 400, &CARD)?;
        }
        Ok(())
    }

    /// The value of a node that has one, with the moves not shown.
    fn value_line(&self, value: &str) -> String {
        match self.hidden {
            0 => value.to_owned(),
            _ => format!("{value} {}", self.hidden_text()),
        }
    }

    fn hidden_text(&self) -> String {
        if self.hidden > 0 { format!("(+{})", self.hidden) } else { String::new() }
    }

    pub(crate) fn is_ringed(&self) -> bool {
        self.ringed
    }
}

/// The widths of two values side by side, what stands between them and what follows.
struct Row {
    badge: f64,
    between: f64,
    tail: f64,
}

impl Row {
    fn new(badges: &[Badge; 2], between: &str, tail: &str) -> Self {
        let width = |badge: &Badge| {
            let corner = look(badge.outcome).corner.min(BADGE_CORNER);
            text::width(&badge.text, VALUE_SIZE) + 2.0 * (4.0 + corner * 0.3)
        };
        let room = |text: &str, least: f64| match text {
            "" => least,
            text => text::width(text, VALUE_SIZE) * 1.06 + 2.0 * BADGE_GAP,
        };
        Row {
            badge: width(&badges[0]).max(width(&badges[1])),
            between: room(between, BADGE_GAP),
            tail: room(tail, 0.0),
        }
    }

    fn width(&self) -> f64 {
        2.0 * self.badge + self.between + self.tail
    }
}

fn badge_outline(out: &mut String, shape: &Node, centre: Point, look: &Look) -> fmt::Result {
    write!(out, r#"<g class="cell">"#)?;
    node_outline(out, shape, centre, look, false)?;
    write!(out, "</g>")
}

fn write_text(
    out: &mut String,
    text: &str,
    at: Point,
    size: f64,
    weight: u32,
    look: &Look,
) -> fmt::Result {
    write!(
        out,
        r#"<text x="{}" y="{}" font-size="{size}" font-weight="{weight}" text-anchor="middle" fill="{}">{}</text>"#,
        Px(at.x),
        Px(at.y),
        look.text,
        Xml(text)
    )
}
