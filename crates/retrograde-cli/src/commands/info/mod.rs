//! `retrograde info`: what a graph is like, without solving it.

mod index;

use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use retrograde::memory::{self, Bytes};
use retrograde::solve::MemoryEstimate;
use retrograde::solve::outcome::{Options, estimate};
use retrograde::solve::plays::{self, Longest, LongestPlays};
use retrograde::solve::registry::{SOLVERS, Solver};
use retrograde::solve::scc;
use retrograde::{Arena, Vertex};
use serde_json::json;

use crate::builtin::{self, Engine, EngineArguments};
use crate::failure::Failure;
use crate::input::InputArguments;
use crate::objective::odd_verdict;
use crate::output::{OutputArguments, Show};
use crate::table::{self, Lean, counted, grouped};

/// Starts that the text lists.
const STARTS_SHOWN: usize = 8;

const AFTER_HELP: &str = "\
Examples:
  retrograde info game.txt
  retrograde info game.json.gz --format json
  retrograde info quixo:5

A graph is progressively bounded if no play goes on forever, which for a finite one means that it
has no cycle. The starts are the positions that no move leads to.

A built-in game that is solved over its index is not explored for this: its slots are counted. With
--engine explored, or --engine dense, any that can be is treated in that way.";

/// Show what a graph is like: size, shape, memory needed, which solvers apply
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Info {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// How to show it [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,
}

/// Everything that is shown.
struct Facts {
    vertices: usize,
    edges: usize,
    terminals: usize,
    self_loops: usize,
    components: usize,
    largest_component: usize,
    acyclic: bool,
    plays: LongestPlays,
    starts: Vec<Vertex>,
    odd_verdict: bool,
    owned: bool,
    prioritised: bool,
    attributes: Vec<&'static str>,
    memory: MemoryEstimate,
    available: Option<u64>,
}

impl Facts {
    fn of(arena: &Arena) -> Self {
        let graph = &arena.graph;
        let components = scc::components(graph);
        let sizes = components.sizes();
        let loops =
            |vertex: u32| graph.successors(vertex).iter().filter(|&&to| to == vertex).count();
        let self_loops = graph.vertices().map(loops).sum();
        Facts {
            vertices: graph.vertex_count(),
            edges: graph.edge_count(),
            terminals: graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count(),
            self_loops,
            components: components.count(),
            largest_component: sizes.iter().copied().max().unwrap_or(0) as usize,
            acyclic: components.count() == graph.vertex_count() && self_loops == 0,
            plays: plays::longest(graph),
            starts: plays::starts(graph),
            odd_verdict: odd_verdict(arena).is_some(),
            owned: arena.owners.count() == graph.vertex_count(),
            prioritised: arena.priorities.count() == graph.vertex_count(),
            attributes: arena.attributes(),
            memory: estimate(graph, &Options::default()),
            available: memory::available(),
        }
    }
}

impl Info {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let rules = builtin::find(&self.input)?;
        if let (Engine::Dense, Some(rules)) = (self.engine.choose(rules.as_ref(), true)?, &rules) {
            return self.run_index(rules);
        }
        let arena = self.input.read()?;
        // Components and their sizes, while the lengths of plays are found, and the starts.
        self.input.check_memory(&arena, arena.graph.vertex_count() as u64 * 28)?;
        let facts = Facts::of(&arena);
        match self.output.format(self.format).unwrap_or(Show::Text) {
            Show::Text => self.output.write(|out| self.write_text(out, &arena, &facts)),
            Show::Json => self.output.write_plain(|out| write_json(out, &arena, &facts)),
        }
    }

    fn write_text(&self, out: &mut dyn Write, arena: &Arena, facts: &Facts) -> io::Result<()> {
        let number = |number: usize| grouped(number as u64);
        let mut lines = vec![
            ("vertices", number(facts.vertices)),
            ("edges", number(facts.edges)),
            ("terminals", number(facts.terminals)),
        ];
        if facts.self_loops > 0 {
            lines.push(("self-loops", number(facts.self_loops)));
        }
        lines.push((
            "components",
            format!(
                "{} strongly connected, the largest of {}",
                number(facts.components),
                number(facts.largest_component)
            ),
        ));
        lines.push(("acyclic", if facts.acyclic { "yes" } else { "no" }.to_owned()));
        lines.push(("bounded", bounded(arena, facts)));
        lines.push(("starts", starts(arena, facts)));
        if !facts.attributes.is_empty() {
            lines.push(("attributes", facts.attributes.join(", ")));
        }
        let mut needed = format!(
            "{} for the graph, at most {} more to solve it",
            Bytes(facts.memory.graph),
            Bytes(facts.memory.solver)
        );
        if let Some(available) = facts.available {
            needed.push_str(&format!("; {} available", Bytes(available)));
        }
        lines.push(("memory", needed));
        writeln!(out, "{}", self.input.label())?;
        for (what, text) in lines {
            writeln!(out, "  {what:<11} {text}")?;
        }
        writeln!(out)?;
        let plain = Style::new();
        let rows: Vec<_> = SOLVERS
            .iter()
            .map(|solver| {
                let (applies, why) = judge(solver, facts);
                vec![
                    (solver.objective.to_owned(), plain),
                    (solver.name.to_owned(), plain),
                    (if applies { "yes" } else { "no" }.to_owned(), plain),
                    (why.to_owned(), plain),
                    (solver.time.to_owned(), plain),
                ]
            })
            .collect();
        let headings = [
            ("objective", Lean::Left),
            ("solver", Lean::Left),
            ("applies", Lean::Left),
            ("because", Lean::Left),
            ("time", Lean::Left),
        ];
        table::write(out, &headings, &rows)
    }
}

/// Whether a solver can be used, and why.
fn judge(solver: &Solver, facts: &Facts) -> (bool, &'static str) {
    match solver.objective {
        "asymmetric" | "grundy" if facts.odd_verdict => (false, "a verdict is not 'lose'"),
        "outcome" | "asymmetric" | "grundy" | "partizan" => solver.accepts.judge(facts.acyclic),
        _ if !facts.owned => (false, "a vertex has no owner"),
        "parity" if !facts.prioritised => (false, "a vertex has no priority"),
        "energy" | "mean-payoff" if facts.terminals > 0 => (false, "a vertex has no move"),
        _ => solver.accepts.judge(facts.acyclic),
    }
}

/// Whether play must end, and after how many moves at most.
fn bounded(arena: &Arena, facts: &Facts) -> String {
    let from = |vertex| arena.names.printable(vertex);
    match facts.plays.longest() {
        Some((vertex, Longest::Moves(moves))) => format!(
            "progressively: no play is longer than {}, from {}",
            counted(moves as usize, "move", "moves"),
            from(vertex)
        ),
        Some((vertex, Longest::Unbounded)) => {
            format!("no: play from {} need not end", from(vertex))
        }
        None => "progressively: there is no position".to_owned(),
    }
}

/// The longest play from each start.
fn starts(arena: &Arena, facts: &Facts) -> String {
    let one = |&vertex: &Vertex| {
        let name = arena.names.printable(vertex);
        match facts.plays.get(vertex) {
            Longest::Moves(moves) => format!("{name} ({moves})"),
            Longest::Unbounded => format!("{name} (no end)"),
        }
    };
    let few: Vec<_> = facts.starts.iter().take(STARTS_SHOWN).map(one).collect();
    match facts.starts.len() {
        0 => "none: some move leads to every position".to_owned(),
        count if count > STARTS_SHOWN => format!(
            "{} and the longest play from each: {}, …; --format json lists all",
            grouped(count as u64),
            few.join(", ")
        ),
        _ => format!("with the longest play from each: {}", few.join(", ")),
    }
}

fn write_json(out: &mut dyn Write, arena: &Arena, facts: &Facts) -> io::Result<()> {
    let solvers: Vec<_> = SOLVERS
        .iter()
        .map(|solver| {
            let (applies, because) = judge(solver, facts);
            json!({
                "objective": solver.objective,
                "solver": solver.name,
                "applies": applies,
                "because": because,
                "time": solver.time,
                "memory": solver.memory,
                "source": solver.source,
            })
        })
        .collect();
    let object = json!({
        "vertices": facts.vertices,
        "edges": facts.edges,
        "terminals": facts.terminals,
        "self_loops": facts.self_loops,
        "components": facts.components,
        "largest_component": facts.largest_component,
        "acyclic": facts.acyclic,
        "progressively_bounded": facts.acyclic,
        "longest_play": facts.plays.longest().and_then(|(_, longest)| longest.moves()),
        "attributes": facts.attributes,
        "memory": {
            "graph": facts.memory.graph,
            "solver": facts.memory.solver,
            "available": facts.available,
        },
        "solvers": solvers,
    });
    // The starts may be millions: they are written one by one.
    let mut out = io::BufWriter::new(out);
    let text = serde_json::to_string_pretty(&object)?;
    write!(out, "{},\n  \"starts\": [", text.trim_end_matches(['}', '\n']))?;
    for (index, &vertex) in facts.starts.iter().enumerate() {
        let name = serde_json::to_string(&arena.names.get(vertex))?;
        let longest = json!(facts.plays.get(vertex).moves());
        let comma = if index == 0 { "" } else { "," };
        write!(out, "{comma}\n    {{\"vertex\": {name}, \"longest_play\": {longest}}}")?;
    }
    writeln!(out, "{}]\n}}", if facts.starts.is_empty() { "" } else { "\n  " })?;
    out.flush()
}
