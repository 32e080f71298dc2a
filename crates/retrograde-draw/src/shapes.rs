//! The SVG shapes a picture is made of.

use std::fmt::{self, Write};

use crate::layout::{ARROW, Curve, LOOP_ROOM, Node, Point, Spot, Step};
use crate::palette::{Look, Pen};
use crate::text::Px;

/// How far inside the outer border of a node its inner one is, where it has two.
const RING: f64 = 3.5;

/// The outline of a node, single or double.
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
