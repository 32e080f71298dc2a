//! A solved graph for Graphviz, which is also a graph file for Retrograde.

use std::io::{self, BufWriter, ErrorKind, Write};

use retrograde_core::quote::{self, dot_label};
use retrograde_core::{Arena, Colors, Control, Outcome, Player, Solution, Vertex};

use crate::face::{Badge, Face, Favour, Stroke};
use crate::legend::{Entry, Sign};
use crate::options::DotOptions;
use crate::paint::{Paint, paint};
use crate::palette::{
    CARD, OTHER_MOVE, QUIET_TEXT, favour_look, letter, look, owned_look, owner_look, pen,
    side_colour,
};
use crate::shown::Shown;
use crate::text::html_lines;

/// Writes a solved graph in the language of Graphviz, for graphs of any size.
///
/// Positions are coloured by outcome and labelled with name and value, best moves are bold. The
/// attributes Retrograde reads (`verdict`, `owner`, `priority`, `target`, `colors`, `weight`,
/// `player`) are kept, so the file can be solved again; the values are added for other programs, as
/// `outcome` and `distance`, `first` and `second`, `grundy`, `left_first`, `right_first` and
/// `class`, `winner` and `credit`, or `value`.
///
/// # Errors
/// What `out` reports; [`Stopped`](retrograde_core::Stopped) inside an error of kind
/// [`ErrorKind::Other`] if somebody stopped it; [`ErrorKind::InvalidInput`] for a solution of another graph or with an answer
/// to something else than its objective, for a position without an owner in a game that needs one,
/// and for a name that DOT cannot hold, one with a single backslash before a quote, a line end or
/// its own end.
///
/// ```
/// use retrograde_core::{Arena, Distance, Graph, Objective, OutcomeSolution, Solution, Value};
/// use retrograde_draw::{DotOptions, dot};
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// let values = [Value::Win(Distance(1)), Value::Lose(Distance(0))].into_iter().collect();
/// let solution = Solution::new(Objective::OUTCOME, OutcomeSolution::new(values, None));
/// let mut out = Vec::new();
/// dot(&arena, &solution, &DotOptions::default(), &mut out, &Default::default())?;
/// assert!(String::from_utf8(out)?.contains(r#""0" -> "1" [penwidth=2.8"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dot(
    arena: &Arena,
    solution: &Solution,
    options: &DotOptions,
    out: &mut dyn Write,
    control: &Control<'_>,
) -> io::Result<()> {
    /// What a line takes in steps of a pace.
    const STEPS: usize = 1 << 6;
    let mut pace = control.pace();
    let mut pause = || pace.steps(STEPS).map_err(io::Error::other);
    let paint = paint(arena, solution, options.terms)
        .map_err(|error| io::Error::new(ErrorKind::InvalidInput, error))?;
    let paint = paint.as_ref();
    let mut shown = Shown::default();
    let mut out = BufWriter::with_capacity(1 << 16, out);
    writeln!(out, "digraph {{")?;
    writeln!(out, r#"  node [fontname="{FONTS}", fontsize=12];"#)?;
    writeln!(out, r#"  edge [color="{OTHER_MOVE}", arrowsize=0.8];"#)?;
    for vertex in arena.graph.vertices() {
        pause()?;
        let face = paint.face(vertex);
        let ringed = paint.is_ringed(vertex, arena.graph.is_terminal(vertex));
        shown.add_vertex(paint, vertex, &face, ringed, 0);
        let attributes = paint.attributes(solution, vertex);
        write_vertex(arena, vertex, &face, &attributes, ringed, &mut out)?;
    }
    for from in arena.graph.vertices() {
        for edge in arena.graph.edge_range(from) {
            pause()?;
            write_edge(arena, paint, from, edge, &mut shown, &mut out)?;
        }
    }
    if paint.explains_dot() {
        // Last, because only now is it known what there is to explain.
        write_explanation(&shown.entries(paint), &mut out)?;
    }
    writeln!(out, "}}")?;
    out.flush()
}

const FONTS: &str = "Helvetica,Arial,sans-serif";

fn write_vertex(
    arena: &Arena,
    vertex: Vertex,
    face: &Face,
    attributes: &str,
    ringed: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = arena.names.get(vertex);
    write!(out, "  {} [label=", quoted(&name)?)?;
    let (shape, style, look) = match face {
        Face::One(badge) => {
            write!(out, "\"{}\\n{}\"", dot_label(&name), badge.text)?;
            let (shape, style) = match badge.outcome {
                Outcome::Win => ("ellipse", "filled"),
                Outcome::Lose => ("box", "filled"),
                Outcome::Draw => ("box", "filled,rounded,dashed"),
            };
            (shape, style, look(badge.outcome))
        }
        Face::Two { badges, between } => {
            write_table(&name, badges, between, out)?;
            ("box", "filled,rounded", CARD)
        }
        Face::Owned { owner, favour, text } => {
            write!(out, "\"{}\\n{text}\"", dot_label(&name))?;
            let shape = match owner {
                Player::Zero => "ellipse",
                Player::One => "box",
            };
            let style = if *favour == Favour::Unknown { "filled,dashed" } else { "filled" };
            (shape, style, owned_look(*owner, *favour))
        }
    };
    write!(
        out,
        r#", {attributes}, shape={shape}, style="{style}", fillcolor="{}", color="{}", fontcolor="{}""#,
        look.fill, look.border, look.text
    )?;
    if ringed {
        write!(out, ", peripheries=2")?;
    }
    let index = vertex as usize;
    if let Some(verdict) = arena.verdicts.get(index) {
        write!(out, ", verdict={verdict}")?;
    }
    if let Some(owner) = arena.owners.get(index) {
        write!(out, ", owner={owner}")?;
    }
    if let Some(priority) = arena.priorities.get(index) {
        write!(out, ", priority={priority}")?;
    }
    if let Some(target) = arena.targets.get(index) {
        write!(out, ", target={target}")?;
    }
    if let Some(colors) = arena.colors.get(index) {
        write!(out, ", colors=\"{}\"", Colors(colors))?;
    }
    writeln!(out, "];")
}

/// A name in quotes.
fn quoted(name: &str) -> io::Result<String> {
    quote::dot(name).ok_or_else(|| {
        let message = format!(
            "DOT cannot hold the name {name:?}, with a single backslash before a quote, a line end or its own end: rename it, or write another format"
        );
        io::Error::new(ErrorKind::InvalidInput, message)
    })
}

/// A label with two values side by side, each with a look of its own.
fn write_table(
    name: &str,
    badges: &[Badge; 2],
    between: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = if between.is_empty() { 2 } else { 3 };
    write!(
        out,
        r#"<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="2" CELLPADDING="3"><TR><TD BORDER="0" CELLPADDING="0" COLSPAN="{columns}">{}</TD></TR><TR>"#,
        html_lines(name)
    )?;
    for (index, badge) in badges.iter().enumerate() {
        if index == 1 && !between.is_empty() {
            write!(out, r#"<TD BORDER="0"><B>{between}</B></TD>"#)?;
        }
        let look = look(badge.outcome);
        let style = match badge.outcome {
            Outcome::Win => r#" STYLE="ROUNDED""#,
            Outcome::Lose => "",
            Outcome::Draw => r#" STYLE="DASHED""#,
        };
        write!(
            out,
            r#"<TD BGCOLOR="{}" COLOR="{}"{style}><FONT COLOR="{}" POINT-SIZE="10">{}</FONT></TD>"#,
            look.fill, look.border, look.text, badge.text
        )?;
    }
    write!(out, "</TR></TABLE>>")
}

fn write_edge(
    arena: &Arena,
    paint: &dyn Paint,
    from: Vertex,
    edge: usize,
    shown: &mut Shown,
    out: &mut impl Write,
) -> io::Result<()> {
    let to = arena.graph.targets()[edge];
    write!(out, "  {} -> {}", quoted(&arena.names.get(from))?, quoted(&arena.names.get(to))?)?;
    let stroke = paint.stroke(from, to, edge);
    shown.add_move(stroke);
    let pen = pen(stroke);
    let mut attributes: Vec<String> = Vec::new();
    if pen.core.is_some() {
        // Colours with colons between them are drawn as lines side by side.
        attributes.push("penwidth=1.6".to_owned());
        attributes.push(format!(r##"color="{0}:#ffffff:{0}""##, pen.colour));
    } else if pen.colour != OTHER_MOVE {
        if pen.width > 2.0 {
            attributes.push(format!("penwidth={}", pen.width));
        }
        attributes.push(format!(r#"color="{}""#, pen.colour));
    }
    if pen.dash.is_some() {
        attributes.push("style=dashed".to_owned());
    }
    if let Some((text, colour)) = line_label(stroke) {
        attributes.push(format!(
            r#"label=" {text} ", fontcolor="{colour}", fontname="{FONTS}", fontsize=10"#
        ));
    }
    if let Some(weight) = arena.weights.get(edge) {
        attributes.push(format!("weight={weight}"));
    }
    if let Some(player) = arena.players.get(edge) {
        attributes.push(format!("player={player}"));
    }
    match attributes.is_empty() {
        true => writeln!(out, ";"),
        false => writeln!(out, " [{}];", attributes.join(", ")),
    }
}

/// What is written on the line of a single move, and in which colour.
fn line_label(stroke: Stroke) -> Option<(String, &'static str)> {
    match (stroke.weights, stroke.only) {
        (Some(weights), _) => Some((weights.least.to_string(), QUIET_TEXT)),
        (None, Some(side)) => Some((letter(side).to_owned(), side_colour(side))),
        (None, None) => None,
    }
}

/// The legend, as a label of the whole graph, with words for signs.
fn write_explanation(entries: &[Entry], out: &mut impl Write) -> io::Result<()> {
    write!(
        out,
        r#"  fontname="{FONTS}"; fontsize=11; labelloc=b; labeljust=l; nojustify=true; label=""#
    )?;
    for Entry { sign, text } in entries {
        match sign {
            Sign::Nothing => write!(out, "{}\\l", dot_label(text))?,
            Sign::Look(outcome) => {
                write!(out, "{}: {}\\l", look(*outcome).words, dot_label(text))?;
            }
            Sign::Colour(favour) => {
                write!(out, "{}: {}\\l", favour_look(*favour).words, dot_label(text))?;
            }
            Sign::Shape(owner) => {
                write!(out, "{}: {}\\l", owner_look(*owner).words, dot_label(text))?;
            }
            Sign::Ring => write!(out, "double border: {}\\l", dot_label(text))?,
            Sign::Move(stroke) => {
                write!(out, "{}: {}\\l", pen(*stroke).words, dot_label(text))?;
            }
        }
    }
    writeln!(out, "\";")
}
