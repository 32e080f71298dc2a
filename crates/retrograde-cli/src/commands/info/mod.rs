//! `retrograde info`: what a graph is like, without solving it.

mod index;
mod outline;

use std::io::{self, Write};

use clap::Args;
use retrograde::memory::Bytes;
use retrograde::solve::plays::Longest;
use retrograde::solve::registry::{self, Solver};
use retrograde::words::{Grid, Lean, Text, counted, grouped};
use retrograde::{
    Arena, Attribute, Components, CountComponents, Estimate, Input, Needs, Objective, Options,
    Shape, Vertex, estimate, needs,
};
use serde_json::{Value, json};

use crate::Program;
use crate::failure::Failure;
use crate::game_options::EngineArguments;
use crate::input::InputArguments;
use crate::output::ShownArguments;
use crate::{grid, style};

/// Starts that the text lists.
const STARTS_SHOWN: usize = 8;

const AFTER_HELP: &str = "\
Examples:
  retrograde info game.txt
  retrograde info game.json.gz --format json
  retrograde info quixo:5

A graph is progressively bounded if no play goes on forever, which for a finite one means that \
it has no cycle. The starts are the positions that no move leads to.

A built-in game that is solved over its index, or has a large one, is not explored for this: its slots \
are counted, tier by tier, and some of them are looked at to tell how long it takes. \
With --engine explored, or --engine dense, any that can be is treated in that way. Of a binary graph \
(.rgg) that does not fit in memory there is told what its head says.

What the solvers cost, 'retrograde solvers' tells.";

/// Show what a graph is like: size, shape, memory needed, which solvers apply
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Info {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// Count the strongly connected components of a graph of any size; those of a small one are
    /// counted anyway
    #[arg(long)]
    components: bool,

    #[command(flatten)]
    shown: ShownArguments,
}

impl Info {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.shown.check(&[&self.input.input])?;
        let mut input = self.input.open(program)?;
        let watch = self.input.notes().watch();
        let options = Options { engine: self.engine.engine(), ..self.input.common.options(&watch) };
        if input.is_looked_at_by_index(&options)? {
            return self.run_index(&input, &options);
        }
        let objective = input.default_objective();
        let (arena, shape, memory) = match self.look(&mut input, objective.clone(), &options) {
            Err(failure) if failure.is_memory() => {
                watch.done();
                return self.run_outline(&input, failure, &objective, &options);
            }
            looked => looked?,
        };
        watch.done();
        self.shown.show(
            |out| write_text(out, input.label(), &arena, &shape, &memory),
            |out| write_json(out, &arena, &shape, &memory),
        )
    }

    /// Looks at a graph in memory.
    fn look(
        &self,
        input: &mut Input,
        objective: Objective,
        options: &Options<'_>,
    ) -> Result<(Arena, Shape, Memory), Failure> {
        let arena = input.arena(options)?;
        let count = match self.components {
            true => CountComponents::Always,
            false => CountComponents::IfQuick,
        };
        let shape = Shape::of(&arena, count, options).map_err(|error| error.of(input.label()))?;
        let memory = estimate(&arena, &objective, options);
        let estimate = memory.map_err(|error| error.of(input.label()))?;
        let size = (shape.vertices as u64, shape.edges as u64);
        let needs = needs(size.0, size.1, &estimate, &objective, options);
        Ok((arena, shape, Memory { objective, estimate, needs }))
    }

    /// Tells what is known of an input that does not fit in memory.
    fn run_outline(
        &self,
        input: &Input,
        failure: Failure,
        objective: &Objective,
        options: &Options<'_>,
    ) -> Result<(), Failure> {
        if input.rules().is_some_and(|rules| rules.slots().is_some()) {
            return self.run_index(input, options);
        }
        match input.outline(objective, options)? {
            Some(outline) => outline::show(&self.shown, input.label(), objective, &outline),
            None if input.rules().is_none() => Err(convert_first(&failure)),
            None => Err(failure),
        }
    }
}

/// Says how a graph is looked at that does not fit in memory.
fn convert_first(failure: &Failure) -> Failure {
    Failure::message(format!(
        "{}; of a binary graph, as 'retrograde convert INPUT -o FILE.rgg' makes one, 'info' tells all the \
         same what each engine needs, and 'solve --engine disk' takes either with the edges on disk",
        failure.message_to_show().unwrap_or_default()
    ))
}

/// What solving takes, as `solve` does it without being told how.
struct Memory {
    objective: Objective,
    estimate: Estimate,
    needs: Vec<Needs>,
}

impl Memory {
    /// Bytes at most, beside the graph.
    fn most(&self) -> u64 {
        self.estimate.solver.saturating_add(self.estimate.tables)
    }
}

/// Every solver with its objective.
fn solvers() -> impl Iterator<Item = (Objective, &'static Solver)> {
    Objective::ALL.into_iter().flat_map(|objective| {
        registry::of(&objective).map(move |solver| (objective.clone(), solver))
    })
}

fn write_text(
    out: &mut dyn Write,
    label: &str,
    arena: &Arena,
    facts: &Shape,
    memory: &Memory,
) -> io::Result<()> {
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
        match facts.components {
            Some(Components { count, largest }) => {
                format!("{} strongly connected, the largest of {}", number(count), number(largest))
            }
            None => "not counted, which would take a while: --components does".to_owned(),
        },
    ));
    lines.push(("acyclic", if facts.acyclic { "yes" } else { "no" }.to_owned()));
    lines.push(("bounded", bounded(arena, facts)));
    lines.push(("starts", starts(arena, facts)));
    if let Some(system) = &facts.system {
        let actions = counted(system.actions as u64, "action", "actions");
        let most =
            system.most.iter().map(|(label, count)| format!("{label} ({})", grouped(*count)));
        let most: Vec<String> = most.collect();
        let more = if system.actions > most.len() { ", …" } else { "" };
        lines.push((
            "system",
            format!(
                "{}, {}, {actions}, {}",
                counted(facts.vertices as u64, "state", "states"),
                counted(facts.edges as u64, "transition", "transitions"),
                counted(facts.terminals as u64, "deadlock", "deadlocks")
            ),
        ));
        lines.push(("actions", format!("{}{more}", most.join(", "))));
    }
    if !facts.attributes.is_empty() {
        lines.push(("attributes", joined(&facts.attributes)));
    }
    let mut needed = format!(
        "{} for the graph, at most {} more to solve it for {}",
        Bytes(facts.graph_bytes),
        Bytes(memory.most()),
        memory.objective.name()
    );
    if let Some(available) = facts.room {
        needed.push_str(&format!("; {} available", Bytes(available)));
    }
    lines.push(("memory", needed));
    style::write_line(out, "", label)?;
    for (what, text) in lines {
        style::write_line(out, &format!("  {what:<11} "), &text)?;
    }
    writeln!(out)?;
    write_engines(out, &memory.needs)?;
    writeln!(out)?;
    let row = |(objective, solver): (Objective, &Solver)| {
        let (applies, why) = solver.judge(arena, facts.acyclic);
        [objective.name(), solver.name, if applies { "yes" } else { "no" }, why]
            .map(Text::plain)
            .into()
    };
    let columns = ["objective", "solver", "applies", "because"];
    let columns = columns.map(|name| (name, Lean::Left)).into();
    grid::write(out, &Grid { columns, rows: solvers().map(row).collect(), below: None })
}

/// What each engine would need.
fn write_engines(out: &mut dyn Write, needs: &[Needs]) -> io::Result<()> {
    let row = |needs: &Needs| {
        let bytes = |bytes: u64| if bytes == 0 { String::new() } else { Bytes(bytes).to_string() };
        let can = match &needs.obstacle {
            None => "yes".to_owned(),
            Some(why) => format!("no: {why}"),
        };
        let cells = [
            needs.engine.name().to_owned(),
            needs.memory.map_or(String::new(), bytes),
            bytes(needs.elsewhere),
            can,
        ];
        cells.map(Text::plain).into()
    };
    let columns = [
        ("engine", Lean::Left),
        ("memory", Lean::Right),
        ("card or disk", Lean::Right),
        ("can be used", Lean::Left),
    ];
    grid::write(
        out,
        &Grid { columns: columns.into(), rows: needs.iter().map(row).collect(), below: None },
    )
}

/// The same for scripts.
fn engines_json(needs: &[Needs]) -> Vec<Value> {
    let one = |needs: &Needs| {
        json!({
            "engine": needs.engine.name(),
            "memory": needs.memory,
            "elsewhere": needs.elsewhere,
            "obstacle": needs.obstacle,
        })
    };
    needs.iter().map(one).collect()
}

fn joined(attributes: &[Attribute]) -> String {
    attributes.iter().map(|attribute| attribute.name()).collect::<Vec<_>>().join(", ")
}

/// Whether play must end, and after how many moves at most.
fn bounded(arena: &Arena, facts: &Shape) -> String {
    let from = |vertex| arena.names.printable(vertex);
    match facts.plays.longest() {
        Some((vertex, Longest::Moves(moves))) => format!(
            "progressively: no play is longer than {}, from {}",
            counted(moves.into(), "move", "moves"),
            from(vertex)
        ),
        Some((vertex, Longest::Unbounded)) => {
            format!("no: play from {} need not end", from(vertex))
        }
        None => "progressively: there is no position".to_owned(),
    }
}

/// The longest play from each start.
fn starts(arena: &Arena, facts: &Shape) -> String {
    let one = |&vertex: &Vertex| {
        let name = arena.names.printable(vertex);
        match facts.plays.get(vertex) {
            Longest::Moves(moves) => format!("{name} ({})", grouped(moves)),
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

fn write_json(
    out: &mut dyn Write,
    arena: &Arena,
    facts: &Shape,
    memory: &Memory,
) -> io::Result<()> {
    let one = |(objective, solver): (Objective, &Solver)| {
        let (applies, because) = solver.judge(arena, facts.acyclic);
        json!({
            "objective": objective.name(),
            "solver": solver.name,
            "applies": applies,
            "because": because,
            "time": solver.time,
            "memory": solver.memory,
            "source": solver.source,
        })
    };
    let solvers: Vec<_> = solvers().map(one).collect();
    let object = json!({
        "vertices": facts.vertices,
        "edges": facts.edges,
        "terminals": facts.terminals,
        "self_loops": facts.self_loops,
        "components": facts.components.map(|components| components.count),
        "largest_component": facts.components.map(|components| components.largest),
        "acyclic": facts.acyclic,
        "progressively_bounded": facts.acyclic,
        "longest_play": facts.plays.longest().and_then(|(_, longest)| longest.moves()),
        "system": facts.system.as_ref().map(|system| json!({
            "states": facts.vertices,
            "transitions": facts.edges,
            "actions": system.actions,
            "deadlocks": facts.terminals,
            "initial": arena.name(arena.start.unwrap_or(0)),
        })),
        "attributes": facts.attributes.iter().map(|attribute| attribute.name()).collect::<Vec<_>>(),
        "memory": {
            "graph": facts.graph_bytes,
            "objective": memory.objective.name(),
            "solver": memory.most(),
            "available": facts.room,
        },
        "engines": engines_json(&memory.needs),
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
