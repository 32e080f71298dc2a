//! `retrograde solve`: the answer for every position.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::draw::{self, DotOptions, DrawError, Part, SvgOptions};
use retrograde::io::{OutputFile, Report, Rows, write_csv, write_json, write_paritysol};
use retrograde::table::Rulebook;
use retrograde::{Arena, Convention, Value};

use crate::answer::Answer;
use crate::builtin::{self, DenseAnswer, Engine, EngineArguments};
use crate::failure::Failure;
use crate::input::{InputArguments, find_start};
use crate::objective::{GameArguments, Objective};
use crate::output::OutputArguments;
use crate::solver::SolverArguments;
use crate::style;
use crate::table::{counted, grouped};
use crate::terms::TermsArguments;

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
  retrograde solve tic-tac-toe --summary           a built-in game ('retrograde games' lists them)

  retrograde solve game.txt --objective grundy     Sprague-Grundy values, loopy ones as inf{0,2}
  retrograde solve game.pg --timeout 60            a parity game, or what is proven in a minute
  retrograde solve game.dot --objective muller --acceptance 'Inf(0)&Fin(1)' --format json

The columns of the CSV, by objective:
  outcome     vertex,outcome,distance,move: the outcome for the player to move, the number of moves
              under best play (the winner hurries, the loser stalls), and a best move
  asymmetric  vertex,first,second,first_move,second_move: the mover's value when player 0, who wants
              to end the game, is to move, and when player 1, who wants it never to end, is
  grundy      vertex,grundy: a number, or inf{...} with the finite values among the options
  partizan    vertex,left_first,right_first,class: the outcome for the side that moves first, and
              the class N, P, L, R, or one with draws: who wins when Left starts, then when Right
              starts, as in LD (both: D)
  reachability, safety, buchi, cobuchi, parity, muller, rabin, streett
              vertex,winner,move: who wins, 0 or 1, and a winning move where the winner moves; for
              the last three the first move of a strategy with memory, which json has whole
  energy      vertex,winner,credit,move: the least sum of weights that player 0 must start with
  mean-payoff vertex,value,move: the long-run average, a fraction p/q or a whole number";

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

    #[command(flatten)]
    engine: EngineArguments,

    #[command(flatten)]
    terms: TermsArguments,

    /// How to show the answer [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,

    /// Leave out the rows (text and json)
    #[arg(long)]
    summary: bool,

    /// How many rows the text shows [default: as many as fit]
    #[arg(long, value_name = "N", conflicts_with = "summary")]
    rows: Option<usize>,

    /// Draw only what play can reach from this position (svg)
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    from: Option<String>,

    /// With --from, follow this many moves
    #[arg(long, value_name = "N", default_value_t = 3, requires = "from")]
    depth: u32,

    /// Also write the strategies with memory to FILE, as a Graphviz picture (muller, rabin,
    /// streett); --format json has them too
    #[arg(long, value_name = "FILE")]
    machines: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// A summary and a table, for people
    Text,
    /// One row a position, for scripts
    Csv,
    /// One object with a summary and the rows
    Json,
    /// Graphviz, coloured by value
    Dot,
    /// A picture of a graph of up to some hundred positions
    Svg,
    /// PGSolver's format for solutions of parity games
    Paritysol,
}

impl Solve {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let format = self.output.format(self.format).unwrap_or(Show::Text);
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
        let objective = self.game.objective(&self.input);
        if format == Show::Paritysol && objective != Objective::Parity {
            return Err(Failure::message(format!(
                "--format paritysol is for --objective parity, not for {}",
                objective.name()
            )));
        }
        if self.machines.is_some() && !objective.has_acceptance() {
            return Err(Failure::message(format!(
                "--machines writes strategies with memory, which {} never needs: it goes with \
                 --objective muller, rabin or streett",
                objective.name()
            )));
        }
        self.game.check(objective)?;
        self.solver.check(objective)?;
        self.terms.check(objective)?;
        self.output.check()?;
        self.input.check_other_than(&self.output)?;
        let game = builtin::find(&self.input)?;
        let dense_can = objective == Objective::Outcome
            && self.solver.is_for_any_graph()
            && self.game.convention() == Convention::Normal
            && matches!(format, Show::Text | Show::Csv | Show::Json);
        if self.engine.choose(game.as_ref(), dense_can)? == Engine::Dense
            && let Some(rules) = game
        {
            return self.run_dense(&rules, format);
        }
        if objective == Objective::Grundy {
            self.input.demand_impartial()?;
        }
        let arena = self.input.read()?;
        // The files of partizan solutions have no moves.
        let no_moves = objective == Objective::Partizan && matches!(format, Show::Csv | Show::Json);
        let values_only =
            (self.summary || self.rows == Some(0) || no_moves) && self.machines.is_none();
        let answer = self.solver.answer(&self.input, &arena, &self.game, values_only)?;
        let terms = self.terms.terms();
        if let (Some(path), Some(solution)) = (&self.machines, answer.machines()) {
            OutputFile::write(path, |out| write!(out, "{}", solution.dot(&arena.names)))?;
        }
        match format {
            Show::Text => self.output.write(|out| self.write_text(out, &arena, &answer)),
            Show::Csv => answer.with_sheet(terms, |sheet| {
                self.output.write_plain(|out| write_csv(&arena.names, sheet, out))
            }),
            Show::Json => answer.with_sheet(terms, |sheet| {
                let edges = arena.graph.edge_count() as u64;
                let start = self.input.start(&arena)?;
                let report = Report { names: &arena.names, edges, sheet, start };
                let rows = if self.summary { Rows::LeftOut } else { Rows::Listed };
                self.output.write_plain(|out| write_json(&report, rows, out))
            }),
            Show::Paritysol => match answer.regions() {
                Some(solution) => self.output.write_plain(|out| write_paritysol(solution, out)),
                None => unreachable!("parity games have regions"),
            },
            Show::Dot => {
                let mut options = DotOptions::default();
                options.terms = terms;
                self.output.write_plain(|out| draw::dot(&arena, answer.labels(), &options, out))
            }
            Show::Svg => {
                let mut options = SvgOptions::default();
                options.title = Some(self.input.short_label());
                options.terms = terms;
                if let Some(from) = &self.from {
                    let vertex = find_start(&arena, from)?;
                    options.part = Part::From { vertex, moves: self.depth };
                }
                let picture = draw::svg(&arena, answer.labels(), &options).map_err(too_large)?;
                self.output.write_plain(|out| out.write_all(picture.as_bytes()))
            }
        }
    }

    /// Solves a game over its index.
    fn run_dense(&self, rules: &Rulebook, format: Show) -> Result<(), Failure> {
        self.solver.say_timeout(&self.input, "solving over an index");
        let threads = self.solver.threads();
        let table = builtin::solve_dense(&self.input, rules, threads)?;
        let terms = self.terms.terms();
        let answer = DenseAnswer { label: self.input.label(), rules, table: &table, terms };
        match format {
            Show::Csv => self.output.write_plain(|out| answer.write_csv(out)),
            Show::Json => {
                self.output.write_plain(|out| answer.write_json(out, !self.summary, threads))
            }
            _ => {
                let rows = if self.summary { 0 } else { self.rows_shown() };
                self.output.write(|out| answer.write_text(out, rows, self.summary))
            }
        }
    }

    /// How many rows the text has at most.
    fn rows_shown(&self) -> usize {
        let fit = self.output.lines_that_fit();
        let fit = fit.map(|lines| lines.saturating_sub(LINES_AROUND).max(5));
        self.rows.or(fit).unwrap_or(DEFAULT_ROWS)
    }

    fn write_text(&self, out: &mut dyn Write, arena: &Arena, answer: &Answer) -> io::Result<()> {
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
        writeln!(out, "{}\n", answer.how(self.solver.is_auto()))?;
        answer.write_counts(out, arena, self.terms.terms())?;
        if let (Answer::Outcome(solved, ties), Ok(Some(start))) = (answer, self.input.start(arena))
        {
            let value = solved.solution.values.get(start);
            let tie = ties.as_ref().is_some_and(|ties| ties.get(start as usize));
            writeln!(out, "\nthe start is {}", in_words(value, tie))?;
        }
        if self.summary {
            return Ok(());
        }
        let shown = self.rows_shown().min(vertices);
        if shown > 0 {
            writeln!(out)?;
            answer.write_rows(out, arena, self.terms.terms(), shown)?;
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

/// What a position is worth to whoever moves there.
fn in_words(value: Value, tie: bool) -> String {
    match value {
        Value::Draw if tie => "a tie".to_owned(),
        Value::Win(distance) => format!("won in {distance} for the player to move"),
        Value::Lose(distance) => format!("lost in {distance} for the player to move"),
        Value::Draw => "drawn".to_owned(),
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
