//! `retrograde solve`: the answer for every position.

use std::io::{self, Write};

use anstyle::Style;
use clap::{Args, ValueEnum};
use retrograde::draw::{self, DrawError, Part, SvgOptions};
use retrograde::io::{Compression, OutcomeReport, Rows, write_outcome_csv, write_outcome_json};
use retrograde::solve::outcome::{Method, Solved};
use retrograde::{Arena, Outcome, Vertex};

use crate::failure::Failure;
use crate::input::{GameArguments, InputArguments, SolverArguments, find_vertex};
use crate::output::OutputArguments;
use crate::style;
use crate::table::{self, Lean, counted, grouped};

/// Rows of the table where the place it goes to has no height.
const DEFAULT_ROWS: usize = 40;

/// Lines of the text above and below the table.
const LINES_AROUND: usize = 11;

const AFTER_HELP: &str = "\
Examples:
  retrograde solve game.txt                        a summary and the first rows
  retrograde solve game.txt --format csv -o a.csv  every position, for scripts
  retrograde solve game.dot --format svg -o a.svg  a picture
  retrograde generate grid 9 9 | retrograde solve - --input-format edges --summary

The CSV has the columns vertex,outcome,distance,move: the outcome for the player to move, the
number of moves under best play (the winner hurries, the loser stalls), and a best move.";

/// Solve a game and show who wins from every position
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Solve {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    solver: SolverArguments,

    /// How to show the answer [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,

    /// Leave out the rows (text and json)
    #[arg(long)]
    summary: bool,

    /// How many rows the text shows [default: as many as fit]
    #[arg(long, value_name = "N")]
    rows: Option<usize>,

    /// Draw only what play can reach from this position (svg)
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    from: Option<String>,

    /// With --from, follow this many moves
    #[arg(long, value_name = "N", default_value_t = 3, requires = "from")]
    depth: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// A summary and a table, for people
    Text,
    /// One row a position, for scripts
    Csv,
    /// One object with a summary and the rows
    Json,
    /// Graphviz, coloured by outcome
    Dot,
    /// A picture of a graph of up to some hundred positions
    Svg,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let format = self.format();
        if self.from.is_some() && format != Show::Svg {
            return Err(Failure::message("--from chooses what to draw: it goes with --format svg"));
        }
        if self.summary && !matches!(format, Show::Text | Show::Json) {
            return Err(Failure::message(
                "--summary leaves out the rows: it goes with --format text or json",
            ));
        }
        if self.rows.is_some() && format != Show::Text {
            return Err(Failure::message("--rows cuts the table: it goes with --format text"));
        }
        self.output.check()?;
        let arena = self.input.read()?;
        let game = self.game.game(&arena)?;
        let values_only = self.summary || self.rows == Some(0);
        let solved = self.solver.solve(&self.input, &arena, &game, values_only)?;
        let solution = &solved.solution;
        match format {
            Show::Text => self.output.write(|out| self.write_text(out, &arena, &solved)),
            Show::Csv => {
                self.output.write_plain(|out| write_outcome_csv(&arena.names, solution, out))
            }
            Show::Json => {
                let edges = arena.graph.edge_count() as u64;
                let report = OutcomeReport { names: &arena.names, edges, solution, start: None };
                let rows = if self.summary { Rows::LeftOut } else { Rows::Listed };
                self.output.write_plain(|out| write_outcome_json(&report, rows, out))
            }
            Show::Dot => self.output.write_plain(|out| draw::dot(&arena, solution, out)),
            Show::Svg => {
                let mut options = SvgOptions::default();
                options.title = Some(self.input.short_label());
                if let Some(from) = &self.from {
                    let vertex = find_vertex(&arena, "--from", from)?;
                    options.part = Part::From { vertex, moves: self.depth };
                }
                let picture = draw::svg(&arena, solution, &options).map_err(too_large)?;
                self.output.write_plain(|out| out.write_all(picture.as_bytes()))
            }
        }
    }

    /// The format asked for, or the one that the name of the file means.
    fn format(&self) -> Show {
        let by_name = || {
            let path = self.output.file()?;
            let path = match Compression::from_path(path) {
                Some(_) => path.with_extension(""),
                None => path.clone(),
            };
            Show::from_str(path.extension()?.to_str()?, true).ok()
        };
        self.format.or_else(by_name).unwrap_or(Show::Text)
    }

    fn write_text(&self, out: &mut dyn Write, arena: &Arena, solved: &Solved) -> io::Result<()> {
        let graph = &arena.graph;
        let vertices = graph.vertex_count();
        let terminals = graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count();
        writeln!(
            out,
            "{}: {}, {}, {}",
            self.input.label(),
            counted(vertices, "vertex", "vertices"),
            counted(graph.edge_count(), "edge", "edges"),
            counted(terminals, "terminal", "terminals"),
        )?;
        let how = match solved.report.method {
            Method::Acyclic => "no cycles: solved in one pass, last positions first",
            _ if self.solver.is_auto() => "with cycles: solved by retrograde analysis",
            _ => "solved by retrograde analysis",
        };
        writeln!(out, "{how}\n")?;
        write_counts(out, arena, solved)?;
        if self.summary {
            return Ok(());
        }
        let fit =
            self.output.lines_that_fit().map(|lines| lines.saturating_sub(LINES_AROUND).max(5));
        let shown = self.rows.or(fit).unwrap_or(DEFAULT_ROWS).min(vertices);
        if shown > 0 {
            writeln!(out)?;
            write_rows(out, arena, solved, shown)?;
        }
        if shown < vertices {
            writeln!(
                out,
                "\n{}… {} more; --rows {vertices} shows all, --format csv writes them for scripts{:#}",
                style::DIM,
                grouped((vertices - shown) as u64),
                style::DIM
            )?;
        }
        Ok(())
    }
}

/// Says how to draw a part.
fn too_large(error: DrawError) -> Failure {
    match error {
        DrawError::TooLarge { .. } => Failure::message(format!(
            "{error}; --from V --depth N draws what play can reach from V in N moves"
        )),
        error => error.into(),
    }
}

/// How many positions have each outcome, and the longest way to the end.
fn write_counts(out: &mut dyn Write, arena: &Arena, solved: &Solved) -> io::Result<()> {
    let values = &solved.solution.values;
    let plain = Style::new();
    let rows: Vec<_> = [Outcome::Win, Outcome::Lose, Outcome::Draw]
        .into_iter()
        .map(|outcome| {
            let count = values.count(outcome);
            let share = count as f64 * 100.0 / values.len().max(1) as f64;
            let longest = match values.longest(outcome) {
                Some((vertex, distance)) => {
                    let moves = counted(distance.0 as usize, "move", "moves");
                    format!("{moves} from {}", arena.names.printable(vertex))
                }
                None => String::new(),
            };
            vec![
                (outcome.to_string(), style::outcome(outcome)),
                (grouped(count as u64), plain),
                (format!("{share:.1} %"), plain),
                (longest, plain),
            ]
        })
        .collect();
    let headings = [
        ("outcome", Lean::Left),
        ("count", Lean::Right),
        ("share", Lean::Right),
        ("longest", Lean::Left),
    ];
    table::write(out, &headings, &rows)
}

fn write_rows(out: &mut dyn Write, arena: &Arena, solved: &Solved, shown: usize) -> io::Result<()> {
    let solution = &solved.solution;
    let plain = Style::new();
    let rows: Vec<_> = (0..shown as Vertex)
        .map(|vertex| {
            let value = solution.values.get(vertex);
            let to = solution.strategy.as_ref().and_then(|strategy| strategy.get(vertex));
            vec![
                (arena.names.printable(vertex).into_owned(), plain),
                (value.outcome().to_string(), style::outcome(value.outcome())),
                (value.distance().map_or(String::new(), |distance| distance.to_string()), plain),
                (to.map_or(String::new(), |to| arena.names.printable(to).into_owned()), plain),
            ]
        })
        .collect();
    let headings = [
        ("vertex", Lean::Left),
        ("outcome", Lean::Left),
        ("distance", Lean::Right),
        ("move", Lean::Left),
    ];
    table::write(out, &headings, &rows)
}
