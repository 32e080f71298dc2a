//! The line below a picture that explains it.

use std::fmt::{self, Write};

use retrograde_core::{Outcome, Player};

use crate::face::{Favour, Stroke};
use crate::layout::{ARROW, Curve, Node, Point, Step};
use crate::line_label::LineLabel;
use crate::palette::{ANY, Look, QUIET_TEXT, favour_look, look, owner_look, pen};
use crate::shapes::{Ink, arrow, line, node_outline};
use crate::text::{self, Px, Xml};

/// Explanations, broken into lines that fit the picture.
#[derive(Debug)]
pub(crate) struct Legend {
    lines: Vec<Vec<Entry>>,
    width: f64,
}

/// One explanation: a sign as in the picture, and what it means.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) sign: Sign,
    pub(crate) text: String,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    Nothing,
    /// A value with this outcome.
    Look(Outcome),
    /// The colour of positions that favour somebody.
    Colour(Favour),
    /// The shape of an owner's positions.
    Shape(Player),
    /// A double border.
    Ring,
    Move(Stroke),
}

const SIZE: f64 = 12.0;
const LINE: f64 = 24.0;
const GAP: f64 = 20.0;
/// The sides of a sample of a colour: unlike a node, so that it does not speak of shapes.
const COLOUR_SIDE: f64 = 12.0;
/// A picture narrower than this gets a legend wider than itself.
const LEAST_WIDTH: f64 = 430.0;

impl Sign {
    fn width(self) -> f64 {
        match self {
            Sign::Nothing => 0.0,
            Sign::Look(_) | Sign::Shape(_) | Sign::Ring => 28.0 + 7.0,
            Sign::Colour(_) => COLOUR_SIDE + 7.0,
            Sign::Move(_) => 32.0 + 7.0,
        }
    }
}

impl Entry {
    pub(crate) fn new(sign: Sign, text: impl Into<String>) -> Self {
        Entry { sign, text: text.into() }
    }

    fn width(&self) -> f64 {
        self.sign.width() + text::width(&self.text, SIZE)
    }
}

impl Legend {
    pub(crate) fn new(entries: Vec<Entry>, picture_width: f64) -> Self {
        let limit = picture_width.max(LEAST_WIDTH);
        let mut lines: Vec<Vec<Entry>> = vec![Vec::new()];
        let (mut at, mut width) = (0.0, 0.0f64);
        for entry in entries {
            if at > 0.0 && at + entry.width() > limit {
                lines.push(Vec::new());
                at = 0.0;
            }
            width = width.max(at + entry.width());
            at += entry.width() + GAP;
            if let Some(line) = lines.last_mut() {
                line.push(entry);
            }
        }
        Legend { lines, width }
    }

    /// Width and height.
    pub(crate) fn size(&self) -> (f64, f64) {
        (self.width, self.lines.len() as f64 * LINE)
    }

    pub(crate) fn write(&self, out: &mut String, left: f64, top: f64) -> fmt::Result {
        writeln!(out, r#"<g class="legend" font-size="{SIZE}" fill="{QUIET_TEXT}">"#)?;
        for (number, entries) in self.lines.iter().enumerate() {
            let middle = top + LINE * (number as f64 + 0.5);
            let mut x = left;
            for entry in entries {
                write_sign(out, entry.sign, x, middle)?;
                writeln!(
                    out,
                    r#"<text x="{}" y="{}">{}</text>"#,
                    Px(x + entry.sign.width()),
                    Px(middle + SIZE * 0.35),
                    Xml(&entry.text)
                )?;
                x += entry.width() + GAP;
            }
        }
        writeln!(out, "</g>")
    }
}

fn write_sign(out: &mut String, sign: Sign, left: f64, middle: f64) -> fmt::Result {
    let mut sample = |look: Look, width: f64, height: f64, double: bool| {
        let corner = look.corner.min(height / 2.0);
        let node = Node { width, height, corner, looped: None };
        node_outline(out, &node, Point::new(left + width / 2.0, middle), &look, double)
    };
    let mut node = |look: Look, double: bool| sample(look, 28.0, 16.0, double);
    let stroke = match sign {
        Sign::Nothing => return Ok(()),
        Sign::Look(outcome) => return node(look(outcome), false),
        Sign::Shape(owner) => return node(owner_look(owner), false),
        Sign::Ring => return node(ANY, true),
        Sign::Colour(favour) => {
            let look = Look { corner: 2.0, ..favour_look(favour) };
            return sample(look, COLOUR_SIDE, COLOUR_SIDE, false);
        }
        Sign::Move(stroke) => stroke,
    };
    let tip = Point::new(left + 32.0, middle);
    let curve = Curve {
        start: Point::new(left, middle),
        steps: vec![Step::Line(Point::new(tip.x - ARROW, middle))],
        tip,
        heading: Point::new(1.0, 0.0),
    };
    write!(out, r#"<g fill="none"{}>"#, Ink(pen(stroke)))?;
    line(out, &curve, pen(stroke))?;
    arrow(out, &curve, pen(stroke))?;
    write!(out, "</g>")?;
    match LineLabel::new(1, stroke) {
        Some(label) => label.write(out, Point::new(left + 11.0, middle)),
        None => Ok(()),
    }
}
