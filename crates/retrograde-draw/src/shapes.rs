//! The SVG shapes a picture is made of.

use std::fmt::{self, Write};

use retrograde_core::Side;

use crate::layout::{ARROW, Curve, LOOP_ROOM, Node, Point, Spot, Step};
use crate::palette::{Look, Pen, QUIET_TEXT, letter, side_colour};
use crate::text::{self, Px};

/// How far inside the outer border of a terminal position its inner one is.
const RING: f64 = 3.5;

/// The outline of a node; a double one where the game is over.
pub(crate) fn node_outline(
    out: &mut String,
    node: &Node,
    centre: Point,
    look: &Look,
    double: bool,
) -> fmt::Result {
    let dash = if look.dashed { r#" stroke-dasharray="5 3""# } else { "" };
    let mut rectangle = |inset: f64, fill: &str, class: &str| {
        write!(
            out,
            r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{fill}" stroke="{}" stroke-width="1.6"{dash}/>"#,
            Px(centre.x - node.width / 2.0 + inset),
            Px(centre.y - node.height / 2.0 + inset),
            Px(node.width - 2.0 * inset),
            Px(node.height - 2.0 * inset),
            Px((node.corner - inset).max(1.0)),
            look.border
        )
    };
    if double {
        rectangle(0.0, "#ffffff", "outline")?;
        rectangle(RING, look.fill, "ring")
    } else {
        rectangle(0.0, look.fill, "outline")
    }
}

/// The attributes that give lines the look of a pen.
pub(crate) struct Ink(pub(crate) Pen);

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pen { colour, width, dash, .. } = self.0;
        write!(f, r#" stroke="{colour}" stroke-width="{width}""#)?;
        match dash {
            Some((dash, gap)) => write!(f, r#" stroke-dasharray="{dash} {gap}""#),
            None => Ok(()),
        }
    }
}

/// The line of a move, without its arrowhead.
pub(crate) fn line(out: &mut String, curve: &Curve, pen: Pen) -> fmt::Result {
    write!(out, r#"<path class="line""#)?;
    path(out, curve)?;
    write!(out, "/>")?;
    if let Some(core) = pen.core {
        write!(out, r##"<path class="core" stroke="#ffffff" stroke-width="{core}""##)?;
        path(out, curve)?;
        write!(out, "/>")?;
    }
    Ok(())
}

fn path(out: &mut String, curve: &Curve) -> fmt::Result {
    write!(out, r#" d="M{} {}"#, Px(curve.start.x), Px(curve.start.y))?;
    for step in &curve.steps {
        match step {
            Step::Line(end) => write!(out, "L{} {}", Px(end.x), Px(end.y))?,
            Step::Cubic(one, two, end) => write!(
                out,
                "C{} {} {} {} {} {}",
                Px(one.x),
                Px(one.y),
                Px(two.x),
                Px(two.y),
                Px(end.x),
                Px(end.y)
            )?,
        }
    }
    write!(out, r#"""#)
}

/// The arrowhead of a move: a shape of its own, as some programs do not know SVG markers.
pub(crate) fn arrow(out: &mut String, curve: &Curve, pen: Pen) -> fmt::Result {
    let (half, colour) = (2.6 + pen.width * 0.75, pen.colour);
    let across = Point::new(-curve.heading.y, curve.heading.x);
    // Half a pixel of overlap hides the seam between line and head.
    let base = curve.tip.toward(curve.heading, -ARROW - 0.5);
    let (one, two) = (base.toward(across, half), base.toward(across, -half));
    write!(
        out,
        r#"<path class="arrow" d="M{} {}L{} {}L{} {}Z" fill="{colour}" stroke="none"/>"#,
        Px(curve.tip.x),
        Px(curve.tip.y),
        Px(one.x),
        Px(one.y),
        Px(two.x),
        Px(two.y)
    )
}

/// The move of a position to itself, beside its node.
pub(crate) fn self_loop(node: &Node, spot: &Spot) -> Curve {
    const SPREAD: f64 = 8.0;
    let side = spot.loop_side;
    let across = side.turned();
    let border = node.border(side, SPREAD);
    let at = |out: f64, along: f64| spot.centre.toward(side, out).toward(across, along);
    let (start, tip) = (at(border, -SPREAD), at(border, SPREAD));
    // A cubic reaches three quarters of the way to its control points.
    let reach = border + (LOOP_ROOM - 3.0) * 4.0 / 3.0;
    let heading = Point::new(-side.x * 0.96 - across.x * 0.28, -side.y * 0.96 - across.y * 0.28);
    let end = tip.toward(heading, -ARROW);
    let steps = vec![Step::Cubic(at(reach, -SPREAD * 2.2), at(reach, SPREAD * 2.6), end)];
    Curve { start, steps, tip, heading }
}

/// What is written on a line: `×2` if it stands for two parallel moves, and the letter of the only
/// side that may move along it.
pub(crate) struct LineLabel {
    class: &'static str,
    colour: &'static str,
    text: String,
    width: f64,
}

impl LineLabel {
    const SIZE: f64 = 11.0;
    const HEIGHT: f64 = 14.0;

    /// The label, if there is anything to say.
    pub(crate) fn new(count: usize, only: Option<Side>) -> Option<Self> {
        let (class, colour, text) = match (only, count) {
            (None, 1) => return None,
            (None, _) => ("count", QUIET_TEXT, format!("×{count}")),
            (Some(side), 1) => ("side", side_colour(side), letter(side).to_owned()),
            (Some(side), _) => ("side", side_colour(side), format!("{} ×{count}", letter(side))),
        };
        let width = text::width(&text, Self::SIZE) + 4.0;
        Some(LineLabel { class, colour, text, width })
    }

    /// Whether this label at `at` would lie on `other` at `place`.
    pub(crate) fn meets(&self, at: Point, other: &LineLabel, place: Point) -> bool {
        (at.x - place.x).abs() < (self.width + other.width) / 2.0
            && (at.y - place.y).abs() < Self::HEIGHT
    }

    pub(crate) fn write(&self, out: &mut String, at: Point) -> fmt::Result {
        let LineLabel { class, colour, text, width } = self;
        writeln!(
            out,
            r##"<g class="{class}"><rect x="{}" y="{}" width="{}" height="{}" rx="4" fill="#ffffff"/><text x="{}" y="{}" font-size="{}" font-weight="600" text-anchor="middle" fill="{colour}">{text}</text></g>"##,
            Px(at.x - width / 2.0),
            Px(at.y - Self::HEIGHT / 2.0),
            Px(*width),
            Self::HEIGHT,
            Px(at.x),
            Px(at.y + 4.0),
            Self::SIZE
        )
    }
}
