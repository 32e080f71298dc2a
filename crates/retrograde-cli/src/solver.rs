//! Which solver, how many threads, how long.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use retrograde::memory::Bytes;
use retrograde::solve::{Report, registry};
use retrograde::{Arena, Error, Estimate, Objective, Options, Solved, Threads};

use crate::notes::{Notes, in_seconds};
use crate::voice::Voice;

/// The name that leaves the choice of the solver to us.
const AUTO: &str = "auto";

/// The names of the solvers, from the registry; one name may serve several objectives.
fn solver_parser() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("The best one for the graph");
    let mut values = vec![auto];
    let mut names: Vec<&str> = Vec::new();
    for solver in registry::solvers() {
        if !names.contains(&solver.name) {
            names.push(solver.name);
            let same = registry::solvers().iter().filter(|other| other.name == solver.name);
            let serves: Vec<&str> = same.flat_map(|other| other.serves).copied().collect();
            let help = format!("{}: {}", serves.join(", "), solver.description);
            values.push(PossibleValue::new(solver.name).help(help));
        }
    }
    PossibleValuesParser::new(values)
}

#[derive(Args, Debug)]
pub(crate) struct SolverArguments {
    /// Which solver to use; the answers are the same
    #[arg(long, value_name = "NAME", default_value = AUTO, value_parser = solver_parser())]
    solver: String,

    /// Insist on a graph without cycles; otherwise name a cycle and stop
    #[arg(long)]
    acyclic: bool,

    /// How many threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<Threads>,

    /// Stop after this time, such as 10 (seconds), 1.5s, 200ms or 2m, with what is proven by then;
    /// counted from when the game is read
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,

    #[command(flatten)]
    voice: Voice,
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unit = match unit.trim_start() {
        "" | "s" => Some(1.0),
        "ms" => Some(0.001),
        "m" => Some(60.0),
        "h" => Some(3600.0),
        _ => None,
    };
    number
        .parse()
        .ok()
        .zip(unit)
        .and_then(|(number, unit): (f64, f64)| Duration::try_from_secs_f64(number * unit).ok())
        .filter(|&time| time <= Duration::from_secs(3600 * 24 * 365))
        .ok_or_else(|| "give a time such as 10, 1.5s, 200ms or 2m".to_owned())
}

pub(crate) fn parse_threads(text: &str) -> Result<Threads, String> {
    let count = text.parse().ok().filter(|&count: &usize| count <= 4096).and_then(Threads::new);
    count.ok_or_else(|| "give a number of threads from 1 to 4096".to_owned())
}

impl SolverArguments {
    pub(crate) fn threads(&self) -> Threads {
        self.threads.unwrap_or_default()
    }

    /// Whether any solver will do, for any graph.
    pub(crate) fn is_plain(&self) -> bool {
        self.solver == AUTO && !self.acyclic
    }

    /// Whether a graph without cycles is insisted on.
    #[cfg(feature = "cluster")]
    pub(crate) fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    /// The options that were given, beside others.
    pub(crate) fn options<'a>(&'a self, others: Options<'a>) -> Options<'a> {
        Options {
            solver: Some(self.solver.as_str()).filter(|&name| name != AUTO),
            acyclic: self.acyclic,
            threads: self.threads(),
            timeout: self.timeout,
            ..others
        }
    }

    /// Solves, and says what that takes and how it is done, to whom that matters.
    pub(crate) fn solve(
        &self,
        arena: &Arena,
        objective: &Objective,
        options: &Options<'_>,
    ) -> Result<Solved, Error> {
        let notes = Notes::new(self.voice);
        if self.voice.verbose {
            let Estimate { graph, solver, room, .. } =
                retrograde::estimate(arena, objective, options)?;
            let room = room.map_or(String::new(), |room| format!("; {} available", Bytes(room)));
            notes.say(format!(
                "memory: {} for the graph, at most {} more to solve it{room}; threads: {}",
                Bytes(graph),
                Bytes(solver),
                options.threads.get()
            ));
        }
        let solved = retrograde::solve(arena, objective, options)?;
        notes.detail(|| {
            let Report { solver, ordering, transposing, labelling, choosing, .. } = solved.report;
            let auto = registry::find(objective, solver).map(|solver| solver.auto.to_string());
            let why = match (options.solver, auto) {
                (Some(_), _) => "asked for".to_owned(),
                (None, Some(auto)) => format!("chosen ({auto})"),
                (None, None) => "chosen for the graph".to_owned(),
            };
            let times = [
                ("ordering", ordering),
                ("turning edges round", transposing),
                ("finding values", labelling),
                ("choosing moves", choosing),
            ];
            let times = times.iter().filter(|(_, time)| !time.is_zero());
            let times = times.map(|(what, time)| format!("; {what} {}", in_seconds(*time)));
            format!("solver: {solver}, {why}{}", times.collect::<String>())
        });
        Ok(solved)
    }
}
