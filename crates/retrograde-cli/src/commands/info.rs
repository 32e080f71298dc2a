//! `retrograde info`: what a graph is like, without solving it.

use std::io::{self, Write};

use anstyle::Style;
use clap::{Args, ValueEnum};
use retrograde::Arena;
use retrograde::memory::{self, Bytes};
use retrograde::solve::outcome::{MemoryEstimate, Options, estimate};
use retrograde::solve::registry::SOLVERS;
use retrograde::solve::scc;
use serde_json::json;

use crate::failure::Failure;
use crate::input::InputArguments;
use crate::output::OutputArguments;
use crate::table::{self, Lean, grouped};

const AFTER_HELP: &str = "\
Examples:
  retrograde info game.txt
  retrograde info game.json.gz --format json";

/// Show what a graph is like: size, shape, memory needed, which solvers apply
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Info {
    #[command(flatten)]
    input: InputArguments,

    /// How to show it
    #[arg(long, value_enum, default_value_t = Show::Text)]
    format: Show,

    #[command(flatten)]
    output: OutputArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// For people
    Text,
    /// One object, for scripts
    Json,
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
            attributes: arena.attributes(),
            memory: estimate(graph, &Options::default()),
            available: memory::available(),
        }
    }
}

impl Info {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let arena = self.input.read()?;
        // Ranks, the path and the component stack of the search for components.
        self.input.check_memory(&arena, arena.graph.vertex_count() as u64 * 24)?;
        let facts = Facts::of(&arena);
        match self.format {
            Show::Text => self.output.write(|out| self.write_text(out, &facts)),
            Show::Json => self.output.write_plain(|out| write_json(out, &facts)),
        }
    }

    fn write_text(&self, out: &mut dyn Write, facts: &Facts) -> io::Result<()> {
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
                let (applies, why) = solver.accepts.judge(facts.acyclic);
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

fn write_json(out: &mut dyn Write, facts: &Facts) -> io::Result<()> {
    let solvers: Vec<_> = SOLVERS
        .iter()
        .map(|solver| {
            let (applies, because) = solver.accepts.judge(facts.acyclic);
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
        "attributes": facts.attributes,
        "memory": {
            "graph": facts.memory.graph,
            "solver": facts.memory.solver,
            "available": facts.available,
        },
        "solvers": solvers,
    });
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)
}
