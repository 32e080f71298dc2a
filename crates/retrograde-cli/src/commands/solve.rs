//! `retrograde solve`: the answer for every position.

mod beyond;

use std::io::{self, Write};
#[cfg(feature = "cluster")]
use std::path::Path;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::draw::{self, DotOptions, Part, SvgOptions};
use retrograde::io::{OutputFile, Rows, SolutionRows, write_csv, write_json, write_paritysol};
use retrograde::solve::Report;
use retrograde::table::SolvedGame;
use retrograde::words::{self, GameRows, counted, grouped};
use retrograde::{
    Answer, Arena, Engine, Input, Objective, Options, Scope, Solved, Stopped, Terms, Vertex, Wanted,
};
use retrograde_web::answering::{Found, Subject};
use retrograde_web::api::Question;
use retrograde_web::page;

use crate::Program;
use crate::beyond::BeyondArguments;
use crate::failure::Failure;
use crate::game_options::{EngineArguments, TableArguments};
use crate::grid;
use crate::input::{InputArguments, find_start, read};
use crate::objective::ObjectiveArguments;
use crate::output::OutputArguments;
use crate::solver::SolverArguments;
use crate::style;
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
  retrograde solve game.dot -o a.html              a page with the picture and the solver at work
  retrograde generate grid 9 9 | retrograde solve - --input-format edges
  retrograde solve tic-tac-toe --summary           a built-in game ('retrograde games' lists them)

  retrograde solve large.rgg --engine disk --checkpoint DIR -o a.csv   with the edges on disk
  retrograde solve large.rgg --engine gpu -o a.csv                     on an NVIDIA card
  retrograde solve large.rgg --engine cluster --processes 2 -o a.csv   by processes that share it

  retrograde solve game.txt --objective grundy     Sprague-Grundy values, loopy ones as inf{0,2}
  retrograde solve game.pg --timeout 60            a parity game, or what is proven in a minute
  retrograde solve game.dot --objective muller --acceptance 'Inf(0)&Fin(1)'

The columns of the CSV, by objective:
  outcome      {outcome}: the outcome for the player to move, the number of moves
               under best play (the winner hurries, the loser stalls), and a best move
  asymmetric   {asymmetric}: the mover's value when player 0, who wants
               to end the game, is to move, and when player 1, who wants it never to end, is
  grundy       {grundy}: a number, or inf{...} with the finite values among the options
  partizan     {partizan}: the outcome for the side that moves first, and
               the class N, P, L, R, or one with draws: who wins when Left starts, then when Right
               starts, as in LD (both: D)
  reachability, safety, buchi, cobuchi, parity, muller, rabin, streett
               {parity}: who wins, 0 or 1, and a winning move where the winner moves; for
               the last three the first move of a strategy with memory, which json has whole
  energy       {energy}: the least sum of weights that player 0 must start with
  mean-payoff  {mean-payoff}: the long-run average, a fraction p/q or a whole number

A move is the vertex moved to. For a built-in game it is the move as players write it, and a last
column 'to' (first_to,second_to) has the position that it leads to. In json a draw that the rules end
has \"tie\": true.";

/// The help with the columns in their places.
fn after_help() -> String {
    Objective::ALL.iter().fold(AFTER_HELP.to_owned(), |text, objective| {
        text.replace(&format!("{{{objective}}}:"), &format!("{}:", objective.facts().header()))
    })
}

/// Solve a game and show who wins from every position
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Solve {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    objective: ObjectiveArguments,

    #[command(flatten)]
    solver: SolverArguments,

    #[command(flatten)]
    engine: EngineArguments,

    #[command(flatten)]
    beyond: BeyondArguments,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    terms: TermsArguments,

    /// How to show the answer [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<SolveFormat>,

    #[command(flatten)]
    output: OutputArguments,

    /// Leave out the rows (text and json)
    #[arg(long)]
    summary: bool,

    /// How many rows the text shows [default: as many as fit]
    #[arg(long, value_name = "N", conflicts_with = "summary")]
    rows: Option<usize>,

    /// Draw only what play can reach from this position (svg, html)
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
enum SolveFormat {
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
    /// A page that opens in any browser: picture, answer, explanations, and the solver at work
    Html,
    /// PGSolver's format for solutions of parity games
    Paritysol,
}

impl SolveFormat {
    /// Whether it is a file that is read back.
    fn is_file(self) -> bool {
        matches!(self, SolveFormat::Csv | SolveFormat::Json)
    }
}

impl Solve {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        #[cfg(feature = "cluster")]
        if let Some(child) = self.beyond.cluster.started() {
            return child.run(|| self.solve(program));
        }
        self.solve(program)?;
        // What was kept on the way is of no use any more.
        #[cfg(feature = "cluster")]
        if let (Engine::Cluster, Some(folder)) = (self.engine.engine(), self.beyond.checkpoint()) {
            retrograde::cluster::remove_checkpoints(folder);
        }
        Ok(())
    }

    fn solve(&self, program: &Program) -> Result<(), Failure> {
        let format = self.output.format(self.format)?.unwrap_or(SolveFormat::Text);
        let mut input = self.input.open(program)?;
        let objective = self.objective.of(&input)?;
        self.check(format, &objective, &input)?;
        let watch = self.input.notes().watch();
        // The files of partizan solutions have no moves.
        let no_moves = objective.convention().is_some()
            && objective.facts().moves.is_empty()
            && format.is_file();
        let options = Options {
            engine: self.engine.engine(),
            values_only: (self.summary || self.rows == Some(0) || no_moves)
                && self.machines.is_none(),
            ..self.beyond.options(self.solver.options(self.input.common.options(&watch)))
        };
        let wanted = match format {
            SolveFormat::Text | SolveFormat::Csv | SolveFormat::Json if self.summary => {
                Wanted::Values
            }
            SolveFormat::Text | SolveFormat::Csv | SolveFormat::Json => Wanted::Moves,
            SolveFormat::Dot | SolveFormat::Svg | SolveFormat::Html | SolveFormat::Paritysol => {
                Wanted::Graph
            }
        };
        retrograde::check_solver(&objective, &options)?;
        #[cfg(feature = "cluster")]
        let options = match (self.engine.engine(), &self.beyond.cluster.merge) {
            (Engine::Cluster, _) | (_, Some(_)) => {
                let threads = self.beyond.cluster.threads(options.threads)?;
                let options = Options { threads, ..options };
                if self.run_cluster(&input, &objective, &options)? {
                    return Ok(());
                }
                options
            }
            _ => options,
        };
        if let (Engine::Auto, Some(option)) = (self.engine.engine(), self.beyond.keeps()) {
            let engine = input.engine(&objective, wanted, &options)?;
            if !matches!(engine, Engine::Disk | Engine::Cluster) {
                return Err(Failure::message(format!(
                    "{option} goes with --engine disk or --engine cluster, and this is solved by \
                     --engine {}: say which",
                    engine.name()
                )));
            }
        }
        let asked = (&objective, wanted);
        if let Some(game) = self.table.known(&input, asked, &options)? {
            watch.done();
            return self.show_game(&input, &game, format, &options);
        }
        let (engine, why) = input.engine_and_why(&objective, wanted, &options)?;
        if engine == Engine::Disk {
            self.input.notes().detail(|| format!("engine: disk, since {why}"));
            return self.run_stored(&mut input, format, &objective, &options, &watch);
        }
        input.check(&objective)?;
        let (arena, options) = read(&mut input, Scope::Start, &objective, &options)
            .map_err(|failure| self.past_memory(failure, &input, (&objective, wanted)))?;
        watch.done();
        let objective = self.objective.posed(objective, &arena)?;
        self.input.notes().tell(&retrograde::notes(&arena, &objective));
        let solved = self.solver.solve(&arena, &objective, &options).map_err(|error| {
            self.past_memory(error.of(input.label()).into(), &input, (&objective, wanted))
        })?;
        watch.done_unless(solved.solution.unknown() > 0);
        let incomplete = self.say_incomplete(&solved);
        let shown = Shown { label: input.label(), arena: &arena, solved: &solved };
        // The time is for solving, and what was found by then is shown.
        self.show(&input, &shown, format, &Options { timeout: None, ..options })?;
        if incomplete { Err(Failure::Incomplete) } else { Ok(()) }
    }

    /// Refuses options that do not go together, before anything is read.
    fn check(
        &self,
        format: SolveFormat,
        objective: &Objective,
        input: &Input,
    ) -> Result<(), Failure> {
        #[cfg(feature = "cluster")]
        self.check_shared(input)?;
        if self.from.is_some() && !matches!(format, SolveFormat::Svg | SolveFormat::Html) {
            return Err(Failure::message(
                "--from chooses what to draw: it goes with --format svg or html",
            ));
        }
        if self.summary && !matches!(format, SolveFormat::Text | SolveFormat::Json) {
            return Err(Failure::message(
                "--summary leaves out the rows: it goes with --format text or json",
            ));
        }
        if self.rows.is_some() && format != SolveFormat::Text {
            return Err(Failure::message("--rows cuts the table: it goes with --format text"));
        }
        if format == SolveFormat::Paritysol && !objective.is_like(&Objective::PARITY) {
            return Err(Failure::message(format!(
                "--format paritysol is for --objective parity, not for {objective}"
            )));
        }
        if self.machines.is_some() && !objective.has_colors() {
            return Err(Failure::message(format!(
                "--machines writes strategies with memory, which {objective} never needs: it goes with \
                 --objective muller, rabin or streett"
            )));
        }
        self.terms.check(objective)?;
        if format == SolveFormat::Html && self.terms.terms() != Terms::WinLose {
            return Err(Failure::message(
                "--terms does not go with --format html, whose page has words of its own",
            ));
        }
        let engine = self.engine.engine();
        #[cfg(feature = "cluster")]
        if let Some(option) = self.beyond.cluster.given().filter(|_| engine != Engine::Cluster) {
            return Err(Failure::message(format!("{option} goes with --engine cluster")));
        }
        let past = matches!(engine, Engine::Disk | Engine::Cluster | Engine::Auto);
        if let Some(option) = self.beyond.given().filter(|_| !past) {
            return Err(Failure::message(format!(
                "{option} goes with --engine disk or --engine cluster"
            )));
        }
        #[cfg(feature = "cluster")]
        {
            let cluster = &self.beyond.cluster;
            if cluster.started().is_some() {
                return Ok(());
            }
            // Shares of an answer and tables go into folders.
            let tables = cluster.sharing().is_some() && input.rules().is_some();
            if let Some(folder) = self.output.file().filter(|_| cluster.is_one() || tables) {
                return check_folder(folder);
            }
        }
        let _ = input;
        let machines = self.machines.as_ref().map(|path| ("--machines", path));
        self.output.check(&[&self.input.input], machines)
    }

    /// Says that an answer is not whole, and why; and whether that is so.
    fn say_incomplete(&self, solved: &Solved) -> bool {
        let unknown = solved.solution.unknown();
        if unknown == 0 {
            return false;
        }
        let vertices = counted(unknown as u64, "vertex", "vertices");
        let claimed = match solved.solution.answer.claims().has_bounds() {
            true => {
                format!("of {vertices} there are bounds and not the value; all of it is proven")
            }
            false => format!("nothing is claimed about {vertices}; the rest is proven"),
        };
        self.input.notes().insist(match solved.report.stopped {
            Some(Stopped::Deadline) => {
                format!("stopped by --timeout: {claimed} ('verify --partial' checks it)")
            }
            Some(stopped) => format!("{stopped}: {claimed} ('verify --partial' checks it)"),
            None => format!(
                "the solver gave up: nothing is known about {vertices}; leave out --solver to \
                 have others take turns"
            ),
        });
        true
    }

    fn show(
        &self,
        input: &Input,
        shown: &Shown<'_>,
        format: SolveFormat,
        options: &Options<'_>,
    ) -> Result<(), Failure> {
        let (terms, control) = (self.terms.terms(), &options.control(0));
        let (arena, solution) = (shown.arena, &shown.solved.solution);
        if let (Some(path), Answer::Machines(machines)) = (&self.machines, &solution.answer) {
            let picture = machines.dot(&arena.names);
            OutputFile::write(path, |out| write!(out, "{picture}"))?;
        }
        let start = input.start(arena);
        let rows = SolutionRows {
            names: &arena.names,
            edges: arena.graph.edge_count() as u64,
            solution,
            start,
        };
        match format {
            SolveFormat::Text => self.output.write(|out| self.write_text(out, shown, start)),
            SolveFormat::Csv | SolveFormat::Json => self.write_rows(&rows, format),
            SolveFormat::Paritysol => match &solution.answer {
                Answer::Regions(regions) => {
                    self.output.write_plain(|out| write_paritysol(regions, out))
                }
                _ => unreachable!("parity games have regions"),
            },
            SolveFormat::Dot => {
                let mut options = DotOptions::default();
                options.terms = terms;
                self.output.write_plain(|out| draw::dot(arena, solution, &options, out, control))
            }
            SolveFormat::Html => {
                let Report { ordering, transposing, labelling, choosing, .. } = shown.solved.report;
                let spent = ordering + transposing + labelling + choosing;
                let question = Question::from(&solution.objective);
                let found = Found::new(arena, question, shown.solved.clone(), spent, options)?;
                let subject = Subject { arena, edges: None, start };
                let (title, part) = (input.short_label(), self.part(arena)?);
                let page = page::given_away(&page::give(&title, &subject, &found, part, options)?);
                self.output.write_plain(|out| out.write_all(page.as_bytes()))
            }
            SolveFormat::Svg => {
                let mut options = SvgOptions::default();
                options.title = Some(input.short_label());
                options.terms = terms;
                options.part = self.part(arena)?;
                let picture = draw::svg(arena, solution, &options, control)?;
                self.output.write_plain(|out| out.write_all(picture.as_bytes()))
            }
        }
    }

    /// What is drawn.
    fn part(&self, arena: &Arena) -> Result<Part, Failure> {
        let Some(from) = &self.from else { return Ok(Part::Whole) };
        Ok(Part::From { vertex: find_start(arena, from)?, moves: self.depth })
    }

    fn write_rows(&self, rows: &dyn Rows, format: SolveFormat) -> Result<(), Failure> {
        let terms = self.terms.terms();
        self.output.write_plain(|out| match format {
            SolveFormat::Csv => write_csv(rows, terms, out),
            _ => write_json(rows, terms, !self.summary, out),
        })
    }

    /// What is known of a game over its index, or from its table.
    fn show_game(
        &self,
        input: &Input,
        game: &SolvedGame,
        format: SolveFormat,
        options: &Options<'_>,
    ) -> Result<(), Failure> {
        let terms = self.terms.terms();
        if format != SolveFormat::Text {
            let rows = GameRows::new(game, format == SolveFormat::Json, options)?;
            let written = self.write_rows(&rows, format);
            return match rows.stopped() {
                Some(stopped) => Err(stopped.into()),
                None => written,
            };
        }
        let told = words::game_figures(game, terms, options)?;
        let shown = if self.summary { 0 } else { self.rows_shown() };
        let rows = words::game_rows(game, terms, shown, options)?;
        self.output.write(|out| {
            style::write_line(out, "", &format!("{}: {}", input.label(), told.size))?;
            style::write_line(out, "", &told.how)?;
            writeln!(out)?;
            grid::write(out, &told.counts)?;
            if let Some(start) = &told.start {
                writeln!(out, "\nthe start is {start}")?;
            }
            if shown > 0 {
                writeln!(out)?;
                grid::write(out, &rows)?;
            }
            match self.summary {
                true => Ok(()),
                false => write_more(out, rows.rows.len() as u64, told.positions),
            }
        })
    }

    /// How many rows the text has at most.
    fn rows_shown(&self) -> usize {
        let fit = self.output.lines_that_fit();
        let fit = fit.map(|lines| lines.saturating_sub(LINES_AROUND).max(5));
        self.rows.or(fit).unwrap_or(DEFAULT_ROWS)
    }

    fn write_text(
        &self,
        out: &mut dyn Write,
        shown: &Shown<'_>,
        start: Option<Vertex>,
    ) -> io::Result<()> {
        let Shown { label, arena, solved } = shown;
        let graph = &arena.graph;
        let vertices = graph.vertex_count();
        let terminals = graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count();
        let size = format!(
            "{label}: {}, {}, {}",
            counted(vertices as u64, "vertex", "vertices"),
            counted(graph.edge_count() as u64, "edge", "edges"),
            counted(terminals as u64, "terminal", "terminals"),
        );
        style::write_line(out, "", &size)?;
        style::write_line(out, "", &solved.report.how)?;
        writeln!(out)?;
        let terms = self.terms.terms();
        grid::write(out, &words::counts(arena, &solved.solution, terms))?;
        if let Some(start) = start.and_then(|start| words::start(&solved.solution, start)) {
            writeln!(out, "\nthe start is {start}")?;
        }
        if self.summary {
            return Ok(());
        }
        let rows = self.rows_shown().min(vertices);
        if rows > 0 {
            writeln!(out)?;
            let which = 0..rows as Vertex;
            grid::write(out, &words::rows(arena, &solved.solution, terms, which))?;
        }
        write_more(out, rows as u64, vertices as u64)
    }
}

/// Finds out now, rather than after the work, whether a folder can be made.
#[cfg(feature = "cluster")]
fn check_folder(folder: &Path) -> Result<(), Failure> {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let there = absolute.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/"));
    match tempfile::tempfile_in(there) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::message(format!(
            "cannot write to {}: {}: {error}",
            folder.display(),
            there.display()
        ))),
    }
}

/// What is shown of a graph.
struct Shown<'a> {
    label: &'a str,
    arena: &'a Arena,
    solved: &'a Solved,
}

/// Says that there are more rows than are shown.
fn write_more(out: &mut dyn Write, shown: u64, all: u64) -> io::Result<()> {
    if shown >= all {
        return Ok(());
    }
    let more = grouped(all - shown);
    let text =
        format!("… {more} more; --rows {all} shows all, --format csv writes them for scripts");
    write!(out, "\n{}", style::DIM)?;
    style::write_line(out, "", &text)?;
    write!(out, "{:#}", style::DIM)
}
