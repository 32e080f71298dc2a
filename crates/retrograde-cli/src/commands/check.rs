//! `retrograde check`: whether a formula holds on a model.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use retrograde::io::{
    Format, OutputFile, SolutionRows, write_arena, write_csv, write_json, write_paritysol,
};
use retrograde::logic::check::{Checked, Evidence, Formula};
use retrograde::words::{counted, grouped};
use retrograde::{Arena, EvidenceFormat, FORMULA_GAME, Options, Solution, Terms, Vertex, quote};
use serde_json::json;

use crate::Program;
use crate::failure::Failure;
use crate::formula::{FormulaArguments, one_from_standard_input, say_unknown};
use crate::input::InputArguments;
use crate::output::{OutputArguments, cannot_tell};
use crate::solver::parse_time;

const AFTER_HELP: &str = "\
Examples:
  retrograde check model.aut '[true*]<true>true'            no deadlock can be reached
  retrograde check model.aut '[true*.send]<true*.receive>true' --evidence why.dot
  retrograde check model.dot \"nu X. 'p' && [true]X\" --all --format csv
  retrograde check model.dot --logic ctl \"AG EF 'done'\"

MODEL is a labelled transition system (.aut), or any graph: an edge's label is its action, and what a
file says of vertices, as owner=0 or ready=true, are propositions. FORMULA is a file, or the formula
itself: 'mu X. …', 'nu X. …', '&&', '||', '!', '=>', 'true', 'false', '<path>…', '[path]…', and
propositions in single quotes, 'name=value' or 'name'. A path is made of actions with '.', '+', '*' and
'^+'; actions are a, a(1), a(*) with any arguments, \"any label\", tau, true, '!', '&&' and '||'.

The answer is 'true' or 'false'; the exit status is 0 for both. What the game of formula and model is
and who wins where in it, --game and --solution write down; 'retrograde verify MODEL SOLUTION
--formula FORMULA' checks that, and 'retrograde explain MODEL --formula FORMULA' says why.";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people
    Text,
    /// One row a state
    Csv,
    /// One object, for scripts
    Json,
}

/// Check a formula on a transition system, with evidence
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Check {
    #[command(flatten)]
    input: InputArguments,

    /// The formula: a file, - for standard input, or the text itself
    #[arg(value_name = "FORMULA", allow_hyphen_values = true)]
    formula: String,

    #[command(flatten)]
    how: FormulaArguments,

    /// The state to ask about [default: the initial one, which in a graph is the first]
    #[arg(long, value_name = "STATE", allow_hyphen_values = true)]
    from: Option<String>,

    /// Ask about all states
    #[arg(long)]
    all: bool,

    /// Write the part of the model that shows why, .dot or .svg, with what each transition serves, or
    /// .aut, which has no place for that; with --all, --from says for which state
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,

    /// Write the parity game that was solved, in the format of the extension
    #[arg(long, value_name = "FILE")]
    game: Option<PathBuf>,

    /// Write who wins where in that game: .csv, .json, or .paritysol
    #[arg(long, value_name = "FILE")]
    solution: Option<PathBuf>,

    /// Stop after this time, such as 10 (seconds), 1.5s, 200ms or 2m, counted from when the model is read
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,

    /// How to show the answer [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<CheckFormat>,

    #[command(flatten)]
    output: OutputArguments,
}

impl Check {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let format = self.output.format(self.format)?.unwrap_or(CheckFormat::Text);
        let evidence = self.evidence.as_deref().map(evidence_format).transpose()?;
        let game = self.game.as_deref().map(game_format).transpose()?;
        let solution = self.solution.as_deref().map(solution_format).transpose()?;
        one_from_standard_input(&self.input, &self.formula)?;
        let formula = self.how.read(&self.formula)?;
        let mut input = self.input.open(program)?;
        let written = [
            ("--evidence", &self.evidence),
            ("--game", &self.game),
            ("--solution", &self.solution),
        ];
        let written =
            written.into_iter().filter_map(|(option, path)| Some((option, path.as_ref()?)));
        self.output.check(&[&self.input.input, self.formula.as_ref()], written)?;
        let watch = self.input.notes().watch();
        let options = self.input.common.options(&watch);
        let model = input.arena(&options)?;
        let options = Options { timeout: self.timeout, ..options };
        let asked = self.how.asked(&model, self.from.as_deref(), self.all)?;
        let from = asked.from.or(model.start).unwrap_or(0);
        let posed = retrograde::pose(&model, &formula, &asked, &options)?;
        say_unknown(&posed, self.input.notes());
        self.input.notes().detail(|| {
            let (positions, moves) = (posed.game().positions(), posed.game().graph().edge_count());
            let depth = posed.alternation_depth();
            format!(
                "a game of {} and {}; alternation depth {depth}",
                counted(positions as u64, "position", "positions"),
                counted(moves as u64, "move", "moves")
            )
        });
        let control = options.control(model.heap_bytes());
        let checked = posed.solve(&control).map_err(retrograde::Error::from)?;
        self.input.notes().detail(|| format!("solved by {}", checked.solver));
        if let (Some(format), Some(path)) = (game, &self.game) {
            let arena = checked.game().arena();
            OutputFile::create(path)?.fill(|out| write_arena(&arena, format, out))?;
        }
        if let (Some(format), Some(path)) = (solution, &self.solution) {
            write_solution(&checked, format, path)?;
        }
        let shown = match (evidence, &self.evidence) {
            (Some(format), Some(path)) => checked
                .evidence(from, &control)
                .map_err(|error| retrograde::Error::from(error).into())
                .and_then(|proof| self.write_evidence(proof, &formula, format, path, &options)),
            _ => Ok(()),
        };
        watch.done();
        // The verdict is known even where there was no time for its evidence.
        self.show(&model, &formula, &checked, from, format)?;
        shown
    }

    fn write_evidence(
        &self,
        proof: Option<Evidence>,
        formula: &Formula,
        format: EvidenceFormat,
        path: &Path,
        options: &Options<'_>,
    ) -> Result<(), Failure> {
        let Some(proof) = proof else {
            return Err(Failure::message(
                "there is no evidence, since nothing is known of that state",
            ));
        };
        format.write(&proof, formula, path, options)?;
        let (states, steps) = (proof.origin.len(), proof.serves.len());
        self.input.notes().say(format!(
            "{}: {} and {}",
            path.display(),
            counted(states as u64, "state", "states"),
            counted(steps as u64, "transition", "transitions")
        ));
        Ok(())
    }

    fn show(
        &self,
        model: &Arena,
        formula: &Formula,
        checked: &Checked<'_>,
        from: Vertex,
        format: CheckFormat,
    ) -> Result<(), Failure> {
        match format {
            CheckFormat::Text => {
                self.output.write(|out| self.write_text(out, model, checked, from))
            }
            CheckFormat::Csv => self.output.write_plain(|out| write_rows(out, model, checked)),
            CheckFormat::Json => {
                self.output.write_plain(|out| self.write_json(out, model, formula, checked, from))
            }
        }
    }

    fn write_text(
        &self,
        out: &mut dyn Write,
        model: &Arena,
        checked: &Checked<'_>,
        from: Vertex,
    ) -> io::Result<()> {
        const LISTED: usize = 20;
        writeln!(out, "{}", checked.holds(from) == Some(true))?;
        if !self.all {
            return Ok(());
        }
        for holds in [true, false] {
            let states = checked.answers().filter(|&(_, it)| it == holds).map(|(state, _)| state);
            let few: Vec<_> = states.take(LISTED + 1).map(|it| model.names.printable(it)).collect();
            let count = checked.answers().filter(|&(_, it)| it == holds).count();
            let more = if few.len() > LISTED { ", …" } else { "" };
            let names = few[..few.len().min(LISTED)].join(", ");
            let colon = if few.is_empty() { "" } else { ": " };
            let verb = if holds { "holds" } else { "fails" };
            let states = if count == 1 { "state" } else { "states" };
            writeln!(out, "{verb} at {} {states}{colon}{names}{more}", grouped(count as u64))?;
        }
        Ok(())
    }

    fn write_json(
        &self,
        out: &mut dyn Write,
        model: &Arena,
        formula: &Formula,
        checked: &Checked<'_>,
        from: Vertex,
    ) -> io::Result<()> {
        let game = checked.game();
        let answers = checked.answers().filter(|&(_, holds)| holds).count();
        let object = json!({
            "formula": formula.text().trim(),
            "state": model.name(from),
            "holds": checked.holds(from),
            "states": model.graph.vertex_count(),
            "transitions": model.graph.edge_count(),
            "asked": game.roots(),
            "satisfying": answers,
            "game": {
                "positions": game.positions(),
                "moves": game.graph().edge_count(),
                "alternation_depth": checked.posed().alternation_depth(),
                "solver": checked.solver,
            },
        });
        let text = serde_json::to_string_pretty(&object)?;
        if !self.all {
            return writeln!(out, "{text}");
        }
        let mut out = io::BufWriter::new(out);
        write!(out, "{},\n  \"rows\": [", text.strip_suffix("\n}").unwrap_or(&text))?;
        let mut comma = "";
        for (state, holds) in checked.answers() {
            let name = serde_json::to_string(&model.name(state))?;
            write!(out, "{comma}\n    {{\"state\": {name}, \"holds\": {holds}}}")?;
            comma = ",";
        }
        writeln!(out, "\n  ]\n}}")?;
        out.flush()
    }
}

fn write_rows(out: &mut dyn Write, model: &Arena, checked: &Checked<'_>) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    writeln!(out, "state,holds")?;
    for (state, holds) in checked.answers() {
        writeln!(out, "{},{holds}", quote::csv(&model.name(state)))?;
    }
    out.flush()
}

fn evidence_format(path: &Path) -> Result<EvidenceFormat, Failure> {
    EvidenceFormat::from_path(path).ok_or_else(|| {
        Failure::message(format!("--evidence {}: name it .aut, .dot or .svg", path.display()))
    })
}

fn game_format(path: &Path) -> Result<Format, Failure> {
    match Format::from_path(path) {
        Some(format @ (Format::Pgsolver | Format::Dot | Format::Json | Format::Graphml)) => {
            Ok(format)
        }
        _ => Err(cannot_tell(path, "--game with", &[".pg", ".dot", ".json", ".graphml"])),
    }
}

/// How a solution is written.
#[derive(Clone, Copy)]
enum SolutionFormat {
    Csv,
    Json,
    Paritysol,
}

fn solution_format(path: &Path) -> Result<SolutionFormat, Failure> {
    match path.extension().and_then(|it| it.to_str()) {
        Some("csv") => Ok(SolutionFormat::Csv),
        Some("json") => Ok(SolutionFormat::Json),
        Some("paritysol" | "sol") => Ok(SolutionFormat::Paritysol),
        _ => Err(cannot_tell(path, "--solution with", &[".csv", ".json", ".paritysol"])),
    }
}

fn write_solution(
    checked: &Checked<'_>,
    format: SolutionFormat,
    path: &Path,
) -> Result<(), Failure> {
    let file = OutputFile::create(path)?;
    let arena = checked.game().arena();
    let solution = Solution::new(FORMULA_GAME, checked.solution.clone());
    let edges = arena.graph.edge_count() as u64;
    let rows = SolutionRows { names: &arena.names, edges, solution: &solution, start: None };
    file.fill(|out| match format {
        SolutionFormat::Csv => write_csv(&rows, Terms::default(), out),
        SolutionFormat::Json => write_json(&rows, Terms::default(), true, out),
        SolutionFormat::Paritysol => write_paritysol(&checked.solution, out),
    })?;
    Ok(())
}
