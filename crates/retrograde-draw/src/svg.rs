//! A solved graph as a scalable picture.

use std::fmt::Write;

use retrograde_core::{Arena, Control, Outcome, Pace, Solution, Stopped};

use crate::error::DrawError;
use crate::face::Mark;
use crate::layout::{Curve, Link, Node, Picture, Point, Size, lay_out};
use crate::legend::Legend;
use crate::line_label::{Area, LineLabel, Places};
use crate::node::Position;
use crate::options::SvgOptions;
use crate::paint::{Model, Paint, paint};
use crate::palette::{PENS, Pen, pen};
use crate::selection::{Move, Selection};
use crate::shapes::{Ink, arrow, line, self_loop};
use crate::shown::Shown;
use crate::text::{self, Px, Xml};

/// Fonts every system has something for; nothing is loaded from elsewhere.
const FONTS: &str =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MARGIN: f64 = 24.0;
const TITLE_SIZE: f64 = 19.0;
const TITLE_ROOM: f64 = 34.0;
const LEGEND_GAP: f64 = 26.0;

/// Draws a solved graph: positions coloured by outcome with their values, best moves bold.
///
/// What a picture shows beside the solution it takes from the arena: owners, targets, priorities,
/// colours and weights, whichever matter to the objective. The text returned is a complete SVG file
/// without scripts, style sheets or outside fonts, the same for the same input. See [`SvgOptions`]
/// for what can be chosen.
///
/// # Errors
/// More positions or moves than the options allow; a solution of another graph, or with an answer
/// to something else than its objective; a part that starts from a position that does not exist; a
/// position without an owner in a game that needs one; or somebody stopped it.
///
/// # Complexity
/// A few hundred positions with a few moves each take some tens to hundreds of milliseconds. Time
/// and memory grow with the number of moves times the number of ranks they span: at the default
/// limits, moves all over the graph take some seconds.
///
/// ```
/// use retrograde_core::{Arena, Distance, Graph, Objective, OutcomeSolution, Solution, Value};
/// use retrograde_draw::{SvgOptions, svg};
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// let values = [Value::Win(Distance(1)), Value::Lose(Distance(0))].into_iter().collect();
/// let solution = Solution::new(Objective::OUTCOME, OutcomeSolution::new(values, None));
/// let picture = svg(&arena, &solution, &SvgOptions::default(), &Default::default())?;
/// assert!(picture.starts_with("<svg") && picture.contains("win 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(
    arena: &Arena,
    solution: &Solution,
    options: &SvgOptions,
    control: &Control<'_>,
) -> Result<String, DrawError> {
    let paint = paint(arena, solution, options.terms)?;
    drawn(arena, paint.as_ref(), options, control)
}

/// Draws a transition system with a text on each transition.
///
/// ```
/// use retrograde_core::Arena;
/// use retrograde_draw::{SvgOptions, model_svg};
/// let mut sketch = Arena::sketch();
/// sketch.vertex("a").to("b").label("go");
/// let arena = sketch.arena()?;
/// let on_edge = |edge: usize| arena.labels.text(arena.labels.get(edge).unwrap()).into_owned();
/// let picture = model_svg(&arena, &on_edge, &SvgOptions::default(), &Default::default())?;
/// assert!(picture.contains("go"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`svg`](svg()).
pub fn model_svg(
    arena: &Arena,
    on_edge: &dyn Fn(usize) -> String,
    options: &SvgOptions,
    control: &Control<'_>,
) -> Result<String, DrawError> {
    let options = SvgOptions { legend: false, ..options.clone() };
    drawn(arena, &Model { arena, on_edge }, &options, control)
}

fn drawn(
    arena: &Arena,
    paint: &dyn Paint,
    options: &SvgOptions,
    control: &Control<'_>,
) -> Result<String, DrawError> {
    let pace = &mut control.pace();
    let selection = Selection::new(arena, paint, options, pace)?;
    let shown = selection.vertices.iter().zip(&selection.hidden);
    let positions: Vec<Position> = shown
        .map(|(&vertex, &hidden)| Position::new(arena, paint, options, vertex, hidden))
        .collect();
    let sheet = Sheet::new(paint, &selection, &positions, options, pace)?;
    control.check()?;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = sheet.write(&mut out, options);
    Ok(out)
}

struct Sheet<'a> {
    positions: &'a [Position],
    nodes: Vec<Node>,
    picture: Picture,
    /// All moves, each with its curve.
    moves: Vec<(Move, Curve)>,
    /// What is written on lines, and where.
    labels: Vec<(LineLabel, Point)>,
    /// What the picture takes up, with labels that stick out.
    frame: Area,
    legend: Option<Legend>,
    width: f64,
    height: f64,
}

impl<'a> Sheet<'a> {
    fn new(
        paint: &dyn Paint,
        selection: &Selection,
        positions: &'a [Position],
        options: &SvgOptions,
        pace: &mut Pace<'_>,
    ) -> Result<Self, Stopped> {
        let (loops, moves): (Vec<Move>, Vec<Move>) =
            selection.moves.iter().partition(|step| step.from == step.to);
        let mut nodes: Vec<Node> = positions.iter().map(Position::outline).collect();
        let label_size = |step: &Move| {
            label_of(paint, selection, step).map_or(Size::default(), |label| label.size)
        };
        for step in &loops {
            let (node, label) = (&mut nodes[step.from], label_size(step));
            node.looped = Some(label);
            node.width = node.width.max(label.width);
        }
        // Best moves between decided positions form no cycle, so all of them can go forward.
        let weight = |step: &Move| match step.stroke.mark {
            Mark::Best(Outcome::Win | Outcome::Lose) => 4,
            Mark::Best(Outcome::Draw) | Mark::First | Mark::Second | Mark::Both | Mark::Play(_) => {
                2
            }
            Mark::Plain => 1,
        };
        let links: Vec<Link> = moves
            .iter()
            .map(|step| Link {
                label: label_size(step),
                ..Link::new(step.from, step.to, weight(step))
            })
            .collect();
        let mut picture = lay_out(&nodes, &links, options.direction, pace)?;
        let mut curves = std::mem::take(&mut picture.links);
        curves.extend(
            loops.iter().map(|step| self_loop(&nodes[step.from], &picture.nodes[step.from])),
        );
        let moves: Vec<(Move, Curve)> = moves.into_iter().chain(loops).zip(curves).collect();
        let labels =
            place_labels(&nodes, &picture, &moves, |step| label_of(paint, selection, step), pace)?;
        let whole = Area { left: 0.0, top: 0.0, right: picture.width, bottom: picture.height };
        let frame = labels.iter().fold(whole, |frame, (label, at)| frame.united(label.area(*at)));
        let (frame_width, frame_height) = (frame.right - frame.left, frame.bottom - frame.top);
        let legend = options.legend.then(|| {
            let mut shown = Shown::default();
            let hidden = selection.vertices.iter().zip(&selection.hidden);
            for (position, (&vertex, &hidden)) in positions.iter().zip(hidden) {
                let ringed = position.is_ringed();
                shown.add_vertex(paint, vertex, &position.face, ringed, hidden);
            }
            selection.moves.iter().for_each(|step| shown.add_move(step.stroke));
            Legend::new(shown.entries(paint), frame_width)
        });
        let title_width =
            options.title.as_ref().map_or(0.0, |title| text::width(title, TITLE_SIZE));
        let legend_size = legend.as_ref().map_or((0.0, 0.0), Legend::size);
        let inner = frame_width.max(legend_size.0).max(title_width);
        let mut height = frame_height + 2.0 * MARGIN;
        if legend.is_some() {
            height += LEGEND_GAP + legend_size.1;
        }
        if options.title.is_some() {
            height += TITLE_ROOM;
        }
        Ok(Sheet {
            positions,
            nodes,
            picture,
            moves,
            labels,
            frame,
            legend,
            width: (inner + 2.0 * MARGIN).ceil(),
            height: height.ceil(),
        })
    }

    fn write(&self, out: &mut String, options: &SvgOptions) -> std::fmt::Result {
        let (width, height) = (Px(self.width), Px(self.height));
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="{FONTS}">"#
        )?;
        let title = options.title.as_deref().unwrap_or("Solved game graph");
        writeln!(out, "<title>{}</title>", Xml(title))?;
        writeln!(out, r##"<rect width="{width}" height="{height}" fill="#ffffff"/>"##)?;
        let mut top = MARGIN;
        if let Some(title) = &options.title {
            writeln!(
                out,
                r##"<text x="{MARGIN}" y="{}" font-size="{TITLE_SIZE}" font-weight="700" fill="#1f2428">{}</text>"##,
                Px(top + TITLE_SIZE * 0.75),
                Xml(title)
            )?;
            top += TITLE_ROOM;
        }
        let Area { left, top: above, right, bottom } = self.frame;
        let shift = Point::new((self.width - right - left) / 2.0, top - above);
        writeln!(
            out,
            r#"<g class="graph" transform="translate({} {})">"#,
            Px(shift.x),
            Px(shift.y)
        )?;
        self.write_moves(out)?;
        for (node, position) in self.positions.iter().enumerate() {
            position.write(out, &self.nodes[node], self.picture.nodes[node].centre)?;
        }
        writeln!(out, "</g>")?;
        if let Some(legend) = &self.legend {
            legend.write(out, MARGIN, top + bottom - above + LEGEND_GAP)?;
        }
        writeln!(out, "</svg>")
    }

    /// Best moves lie above the others, text above all lines.
    fn write_moves(&self, out: &mut String) -> std::fmt::Result {
        for kind in PENS {
            let moves = self.moves.iter().filter(|(step, _)| pen(step.stroke) == kind);
            self.write_group(out, kind, moves)?;
        }
        self.labels.iter().try_for_each(|(label, at)| label.write(out, *at))
    }

    fn write_group<'b>(
        &self,
        out: &mut String,
        pen: Pen,
        moves: impl Iterator<Item = &'b (Move, Curve)>,
    ) -> std::fmt::Result {
        let mut moves = moves.peekable();
        if moves.peek().is_none() {
            return Ok(());
        }
        writeln!(out, r#"<g class="{}" fill="none"{}>"#, pen.class, Ink(pen))?;
        for (step, curve) in moves {
            let (from, to) = (&self.positions[step.from].name, &self.positions[step.to].name);
            write!(out, r#"<g class="move"><title>{} → {}</title>"#, Xml(from), Xml(to))?;
            line(out, curve, pen)?;
            arrow(out, curve, pen)?;
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</g>")
    }
}

/// What is written on a line.
fn label_of(paint: &dyn Paint, selection: &Selection, step: &Move) -> Option<LineLabel> {
    let [from, to] = [step.from, step.to].map(|number| selection.vertices[number]);
    match paint.words(from, to) {
        Some(words) => Some(LineLabel::of_words(&words)),
        None => LineLabel::new(step.count, step.stroke),
    }
}

/// Where what is written on lines goes. Loops have a fixed place; then come the lines that leave
/// the least choice.
fn place_labels(
    nodes: &[Node],
    picture: &Picture,
    moves: &[(Move, Curve)],
    label: impl Fn(&Move) -> Option<LineLabel>,
    pace: &mut Pace<'_>,
) -> Result<Vec<(LineLabel, Point)>, Stopped> {
    let mut waiting: Vec<(LineLabel, usize)> = moves
        .iter()
        .enumerate()
        .filter_map(|(number, (step, _))| Some((label(step)?, number)))
        .collect();
    if waiting.is_empty() {
        return Ok(Vec::new());
    }
    waiting.sort_by_cached_key(|(_, number)| {
        let (step, curve) = &moves[*number];
        (step.from != step.to).then(|| curve.length() as u64)
    });
    let curves = moves.iter().map(|(_, curve)| curve);
    let mut places = Places::new(nodes.iter().zip(&picture.nodes), curves, pace)?;
    let mut placed = Vec::with_capacity(waiting.len());
    for (label, number) in waiting {
        let (step, curve) = &moves[number];
        let at = if step.from == step.to {
            label.beside_loop(&nodes[step.from], &picture.nodes[step.from])
        } else {
            places.find(&label, curve, number, pace)?
        };
        places.take(label.area(at));
        placed.push((label, at));
    }
    Ok(placed)
}
