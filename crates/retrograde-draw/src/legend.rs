//! The line below a picture that explains it.

use std::fmt::{self, Write};

use retrograde_core::Outcome;

use crate::layout::{ARROW, Curve, Node, Point, Step};
use crate::palette::{ANY, Look, OTHER_MOVE, QUIET_TEXT, look};
use crate::shapes::{arrow, line, node_outline};
use crate::text::{self, Px, Xml};

/// Explanations, broken into lines that fit the picture.
#[derive(Debug)]
pub(crate) struct Legend {
    lines: Vec<Vec<Entry>>,
    width: f64,
}

/// What there is to explain.
#[derive(Debug)]
pub(crate) struct Shown {
    /// How many positions have each outcome.
    pub(crate) outcomes: [(Outcome, usize); 3],
    pub(crate) terminals: bool,
    pub(crate) best_moves: bool,
    pub(crate) other_moves: bool,
    pub(crate) hidden_moves: bool,
}

#[derive(Debug)]
struct Entry {
    sign: Sign,
    text: String,
}

#[derive(Clone, Copy, Debug)]
enum Sign {
    Nothing,
    Outcome(Outcome),
    Terminal,
    Best,
    Other,
}

const SIZE: f64 = 12.0;
const LINE: f64 = 24.0;
const GAP: f64 = 20.0;
/// A picture narrower than this gets a legend wider than itself.
const LEAST_WIDTH: f64 = 430.0;

impl Sign {
    fn width(self) -> f64 {
        match self {
            Sign::Nothing => 0.0,
            Sign::Outcome(_) | Sign::Terminal => 28.0 + 7.0,
            Sign::Best | Sign::Other => 32.0 + 7.0,
        }
    }
}

impl Entry {
    fn width(&self) -> f64 {
        self.sign.width() + text::width(&self.text, SIZE)
    }
}

impl Legend {
    pub(crate) fn new(shown: &Shown, picture_width: f64) -> Self {
        let entry = |sign: Sign, text: &str| Entry { sign, text: text.to_owned() };
        let mut entries = vec![entry(Sign::Nothing, "For the player to move:")];
        for (outcome, count) in shown.outcomes {
            entries.push(entry(Sign::Outcome(outcome), &format!("{outcome} ({count})")));
        }
        let decided =
            shown.outcomes.iter().any(|&(outcome, count)| outcome != Outcome::Draw && count > 0);
        let optional = [
            (shown.best_moves, Sign::Best, "best move"),
            (shown.other_moves, Sign::Other, "other move"),
            (shown.terminals, Sign::Terminal, "no moves"),
            (decided, Sign::Nothing, "number: moves to the end"),
            (shown.hidden_moves, Sign::Nothing, "(+n): n moves not shown"),
        ];
        let wanted = optional.iter().filter(|(wanted, ..)| *wanted);
        entries.extend(wanted.map(|&(_, sign, text)| entry(sign, text)));
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
    let mut swatch = |look: Look, double: bool| {
        let corner = look.corner.min(8.0);
        let node = Node { width: 28.0, height: 16.0, corner, looped: false };
        let centre = Point::new(left + 14.0, middle);
        node_outline(out, &node, centre, &look, double)
    };
    let (colour, thickness) = match sign {
        Sign::Nothing => return Ok(()),
        Sign::Outcome(outcome) => return swatch(look(outcome), false),
        Sign::Terminal => return swatch(ANY, true),
        Sign::Best => (look(Outcome::Win).best, 2.8),
        Sign::Other => (OTHER_MOVE, 1.2),
    };
    let tip = Point::new(left + 32.0, middle);
    let curve = Curve {
        start: Point::new(left, middle),
        steps: vec![Step::Line(Point::new(tip.x - ARROW, middle))],
        tip,
        heading: Point::new(1.0, 0.0),
    };
    write!(out, r#"<g fill="none" stroke="{colour}" stroke-width="{thickness}">"#)?;
    line(out, &curve)?;
    arrow(out, &curve, thickness, colour)?;
    write!(out, "</g>")
}
