//! A solved graph as a scalable picture.

use std::fmt::Write;

use retrograde_core::{Arena, OutcomeSolution, Value};

use crate::best::solved_vertices;
use crate::error::DrawError;
use crate::layout::{Curve, Link, Node, Picture, lay_out};
use crate::legend::{Legend, Shown};
use crate::options::SvgOptions;
use crate::palette::{NODE_HEIGHT, OTHER_MOVE, OUTCOMES, look};
use crate::selection::{Move, Selection};
use crate::shapes::{arrow, line, multiplicity, node_outline, self_loop};
use crate::text::{self, Px, Xml, shortened};

/// Fonts every system has something for; nothing is loaded from elsewhere.
const FONTS: &str =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const MARGIN: f64 = 24.0;
const NAME_SIZE: f64 = 14.0;
const VALUE_SIZE: f64 = 11.0;
const TITLE_SIZE: f64 = 19.0;
const TITLE_ROOM: f64 = 34.0;
const LEGEND_GAP: f64 = 26.0;
const LEAST_WIDTH: f64 = 54.0;

/// Draws a solved graph: positions coloured by outcome with their distances, best moves bold.
///
/// The text returned is a complete SVG file without scripts, style sheets or outside fonts, the
/// same for the same input. See [`SvgOptions`] for what can be chosen.
///
/// # Errors
/// More positions or moves than the options allow; a solution of another graph; a part that
/// starts from a position that does not exist.
///
/// # Complexity
/// A few hundred positions take some tens of milliseconds. Time and memory grow with the number
/// of moves times the number of ranks they span.
///
/// ```
/// use retrograde_core::{Arena, Distance, Graph, OutcomeSolution, Value};
/// use retrograde_draw::{SvgOptions, svg};
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// let values = [Value::Win(Distance(1)), Value::Lose(Distance(0))].into_iter().collect();
/// let solution = OutcomeSolution { values, strategy: None };
/// let picture = svg(&arena, &solution, &SvgOptions::default())?;
/// assert!(picture.starts_with("<svg") && picture.contains("win 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(
    arena: &Arena,
    solution: &OutcomeSolution,
    options: &SvgOptions,
) -> Result<String, DrawError> {
    let vertices = arena.graph.vertex_count();
    solved_vertices(solution, vertices)
        .map_err(|solved| DrawError::SolutionMismatch { vertices, solved })?;
    let selection = Selection::new(arena, solution, options)?;
    let positions = positions(arena, solution, &selection, options);
    let sheet = Sheet::new(&selection, &positions, options);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = sheet.write(&mut out, options);
    Ok(out)
}

/// What is written in and about a node.
struct Position {
    name: String,
    label: String,
    value_line: String,
    value: Value,
    terminal: bool,
    hidden: usize,
}

fn positions(
    arena: &Arena,
    solution: &OutcomeSolution,
    selection: &Selection,
    options: &SvgOptions,
) -> Vec<Position> {
    let shown = selection.vertices.iter().zip(&selection.hidden);
    shown
        .map(|(&vertex, &hidden)| {
            let name = arena.names.get(vertex).into_owned();
            let value = solution.values.get(vertex);
            let mut value_line = match value.distance() {
                Some(distance) => format!("{} {distance}", value.outcome()),
                None => value.outcome().to_string(),
            };
            if hidden > 0 {
                let _ = write!(value_line, " (+{hidden})");
            }
            Position {
                label: match shortened(&name, options.max_name) {
                    blank if blank.is_empty() => "(no name)".to_owned(),
                    label => label,
                },
                name,
                value_line,
                value,
                terminal: arena.graph.is_terminal(vertex),
                hidden,
            }
        })
        .collect()
}

struct Sheet<'a> {
    positions: &'a [Position],
    nodes: Vec<Node>,
    /// The moves between different positions, each with its curve in the picture.
    moves: Vec<Move>,
    loops: Vec<Move>,
    picture: Picture,
    legend: Option<Legend>,
    width: f64,
    height: f64,
}

impl<'a> Sheet<'a> {
    fn new(selection: &Selection, positions: &'a [Position], options: &SvgOptions) -> Self {
        let (loops, moves): (Vec<Move>, Vec<Move>) =
            selection.moves.iter().partition(|step| step.from == step.to);
        let mut nodes: Vec<Node> = positions.iter().map(outline).collect();
        for step in &loops {
            nodes[step.from].looped = true;
        }
        // Best moves between decided positions form no cycle, so all of them can go forward.
        let weight = |step: &Move| match (step.best, positions[step.from].value) {
            (true, Value::Draw) => 2,
            (true, _) => 4,
            (false, _) => 1,
        };
        let links: Vec<Link> = moves
            .iter()
            .map(|step| Link { from: step.from, to: step.to, weight: weight(step) })
            .collect();
        let picture = lay_out(&nodes, &links, options.direction);
        let legend = options.legend.then(|| {
            let outcomes = OUTCOMES.map(|outcome| {
                (outcome, positions.iter().filter(|p| p.value.outcome() == outcome).count())
            });
            let shown = Shown {
                outcomes,
                terminals: positions.iter().any(|position| position.terminal),
                best_moves: selection.moves.iter().any(|step| step.best),
                other_moves: selection.moves.iter().any(|step| !step.best),
                hidden_moves: selection.hidden.iter().any(|&hidden| hidden > 0),
            };
            Legend::new(&shown, picture.width)
        });
        let title_width =
            options.title.as_ref().map_or(0.0, |title| text::width(title, TITLE_SIZE));
        let legend_size = legend.as_ref().map_or((0.0, 0.0), Legend::size);
        let inner = picture.width.max(legend_size.0).max(title_width);
        let mut height = picture.height + 2.0 * MARGIN;
        if legend.is_some() {
            height += LEGEND_GAP + legend_size.1;
        }
        if options.title.is_some() {
            height += TITLE_ROOM;
        }
        Sheet {
            positions,
            nodes,
            moves,
            loops,
            picture,
            legend,
            width: (inner + 2.0 * MARGIN).ceil(),
            height: height.ceil(),
        }
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
        let left = (self.width - self.picture.width) / 2.0;
        writeln!(out, r#"<g class="graph" transform="translate({} {})">"#, Px(left), Px(top))?;
        self.write_moves(out)?;
        for (node, position) in self.positions.iter().enumerate() {
            self.write_node(out, node, position)?;
        }
        writeln!(out, "</g>")?;
        if let Some(legend) = &self.legend {
            legend.write(out, MARGIN, top + self.picture.height + LEGEND_GAP)?;
        }
        writeln!(out, "</svg>")
    }

    /// Best moves lie above the others, counts above all lines.
    fn write_moves(&self, out: &mut String) -> std::fmt::Result {
        let loops: Vec<Curve> = self
            .loops
            .iter()
            .map(|step| self_loop(&self.nodes[step.from], &self.picture.nodes[step.from]))
            .collect();
        let all: Vec<(&Move, &Curve)> = self
            .moves
            .iter()
            .zip(&self.picture.links)
            .chain(self.loops.iter().zip(&loops))
            .collect();
        let others = all.iter().filter(|(step, _)| !step.best);
        self.write_group(out, "other", OTHER_MOVE, 1.2, others)?;
        for outcome in OUTCOMES {
            let from_here = all.iter().filter(|(step, _)| {
                step.best && self.positions[step.from].value.outcome() == outcome
            });
            self.write_group(out, "best", look(outcome).best, 2.8, from_here)?;
        }
        for (step, curve) in all.iter().filter(|(step, _)| step.count > 1) {
            let mut at = curve.middle();
            if step.from == step.to {
                // Beside the loop, which is too small to write on.
                let side = self.picture.nodes[step.from].loop_side;
                at = at.toward(side, -4.0).toward(side.turned(), 20.0);
            }
            multiplicity(out, at, step.count)?;
        }
        Ok(())
    }

    fn write_group<'b>(
        &self,
        out: &mut String,
        class: &str,
        colour: &str,
        thickness: f64,
        moves: impl Iterator<Item = &'b (&'b Move, &'b Curve)>,
    ) -> std::fmt::Result {
        let mut moves = moves.peekable();
        if moves.peek().is_none() {
            return Ok(());
        }
        writeln!(
            out,
            r#"<g class="{class}" fill="none" stroke="{colour}" stroke-width="{thickness}">"#
        )?;
        for (step, curve) in moves {
            let (from, to) = (&self.positions[step.from].name, &self.positions[step.to].name);
            write!(out, r#"<g class="move"><title>{} → {}</title>"#, Xml(from), Xml(to))?;
            line(out, curve)?;
            arrow(out, curve, thickness, colour)?;
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</g>")
    }

    fn write_node(&self, out: &mut String, node: usize, position: &Position) -> std::fmt::Result {
        let outcome = position.value.outcome();
        let centre = self.picture.nodes[node].centre;
        write!(
            out,
            r#"<g class="node {outcome}"><title>{}: {}"#,
            Xml(&position.name),
            position.value
        )?;
        if position.terminal {
            write!(out, ", no moves")?;
        }
        if position.hidden > 0 {
            let moves = if position.hidden == 1 { "move" } else { "moves" };
            write!(out, ", {} {moves} not shown", position.hidden)?;
        }
        write!(out, "</title>")?;
        node_outline(out, &self.nodes[node], centre, &look(outcome), position.terminal)?;
        let texts = [
            (position.label.as_str(), centre.y - 2.0, NAME_SIZE, 600),
            (position.value_line.as_str(), centre.y + 12.5, VALUE_SIZE, 400),
        ];
        for (text, y, size, weight) in texts {
            write!(
                out,
                r#"<text x="{}" y="{}" font-size="{size}" font-weight="{weight}" text-anchor="middle" fill="{}">{}</text>"#,
                Px(centre.x),
                Px(y),
                look(outcome).text,
                Xml(text)
            )?;
        }
        writeln!(out, "</g>")
    }
}

/// The outline that holds a position's text.
fn outline(position: &Position) -> Node {
    let corner = look(position.value.outcome()).corner;
    // Round ends and inner borders leave less room for text.
    let padding = 8.0 + corner * 0.3 + if position.terminal { 4.0 } else { 0.0 };
    let name = text::width(&position.label, NAME_SIZE) * 1.04;
    let value = text::width(&position.value_line, VALUE_SIZE);
    let width = (name.max(value) + 2.0 * padding).max(LEAST_WIDTH);
    Node { width, height: NODE_HEIGHT, corner, looped: false }
}
