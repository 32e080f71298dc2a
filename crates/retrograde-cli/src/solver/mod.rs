//! Running a solver on a game: which one, with how many threads, within the memory there is.

mod infinite;

use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use retrograde::memory::Bytes;
use retrograde::solve::outcome::{self, Solved};
use retrograde::solve::registry::{self, Method, Solver};
use retrograde::solve::{Options, Progress, SolveError, asymmetric, cycle, grundy, partizan, scc};
use retrograde::{Arena, Graph, Outcome, OutcomeGame, Threads, Vertex};

use crate::answer::Answer;
use crate::failure::Failure;
use crate::input::InputArguments;
use crate::notes::Unit;
use crate::objective::{ASYMMETRIC, GRUNDY, GameArguments, Objective, demand_normal_play};

/// The name that leaves the choice of the solver to us.
const AUTO: &str = "auto";

/// The names of the solvers, from the registry; one name may serve several objectives.
fn solver_parser() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("The best one for the graph");
    let mut values = vec![auto];
    let mut names: Vec<&str> = Vec::new();
    for solver in registry::SOLVERS {
        if !names.contains(&solver.name) {
            names.push(solver.name);
            let serves: Vec<_> = registry::SOLVERS
                .iter()
                .filter(|other| other.name == solver.name)
                .map(|other| other.objective)
                .collect();
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

    /// Whether the choice of the solver is ours.
    pub(crate) fn is_auto(&self) -> bool {
        self.solver == AUTO
    }

    /// Whether nothing was said about the graph or the solver of it.
    pub(crate) fn is_for_any_graph(&self) -> bool {
        self.is_auto() && !self.acyclic
    }

    /// Says that linear work is not stopped.
    pub(crate) fn say_timeout(&self, input: &InputArguments, what: &str) {
        if self.timeout.is_some() {
            input.notes().say(format!(
                "--timeout has no effect: {what} takes linear time, and is not stopped"
            ));
        }
    }

    /// The solver asked for, if it solves this objective.
    fn chosen(&self, objective: Objective) -> Result<Option<&'static Solver>, Failure> {
        if self.is_auto() {
            return Ok(None);
        }
        match registry::find(objective.name(), &self.solver) {
            Some(solver) => Ok(Some(solver)),
            None => {
                let names: Vec<_> =
                    registry::of_objective(objective.name()).map(|solver| solver.name).collect();
                Err(Failure::message(format!(
                    "--solver {} does not solve --objective {}: choose auto, {}",
                    self.solver,
                    objective.name(),
                    names.join(", ")
                )))
            }
        }
    }

    /// Refuses options that do not go together, before anything is read.
    pub(crate) fn check(&self, objective: Objective) -> Result<(), Failure> {
        self.chosen(objective).map(|_| ())
    }

    /// The options of a solver, with the method from the registry where one was asked for.
    fn options<'a, M: Default>(
        &self,
        method: Option<M>,
        values_only: bool,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Options<'a, M> {
        Options {
            threads: self.threads(),
            method: method.unwrap_or_default(),
            values_only,
            progress: Some(progress),
            deadline: self.timeout.map(|timeout| Instant::now() + timeout),
        }
    }

    /// Solves for any objective, with progress, unless it would not fit in memory.
    pub(crate) fn answer(
        &self,
        input: &InputArguments,
        arena: &Arena,
        game: &GameArguments,
        values_only: bool,
    ) -> Result<Answer, Failure> {
        let graph = &arena.graph;
        let objective = game.objective(input);
        if objective != Objective::Partizan && !arena.players.is_empty() {
            input.notes().say("some edges have a player: only --objective partizan looks at it");
        }
        if objective.is_linear() {
            self.say_timeout(input, objective.name());
        }
        let method = self.chosen(objective)?.map(|solver| solver.method);
        match objective {
            Objective::Outcome => {
                let game = game.outcome_game(arena)?;
                let solved = self.outcome(input, arena, &game, values_only)?;
                let can_tie = arena.verdicts.iter().any(|(_, verdict)| verdict == Outcome::Draw);
                let ties =
                    can_tie.then(|| outcome::ties(graph, &solved.solution.values, self.threads()));
                Ok(Answer::Outcome(solved, ties))
            }
            Objective::Asymmetric => {
                demand_normal_play(arena, ASYMMETRIC)?;
                self.demand_acyclic(arena)?;
                self.timed(input, arena, |progress| {
                    let method = match method {
                        Some(Method::Asymmetric(method)) => Some(method),
                        _ => None,
                    };
                    let options = self.options(method, values_only, progress);
                    input.check_memory(arena, asymmetric::estimate(graph, &options).solver)?;
                    Ok(Answer::Asymmetric(asymmetric::solve(graph, &options)?))
                })
            }
            Objective::Grundy => {
                demand_normal_play(arena, GRUNDY)?;
                self.demand_acyclic(arena)?;
                self.timed(input, arena, |progress| {
                    let method = match method {
                        Some(Method::Grundy(method)) => Some(method),
                        _ => None,
                    };
                    Ok(Answer::Grundy(self.grundy(input, arena, method, progress)?))
                })
            }
            Objective::Partizan => {
                self.demand_acyclic(arena)?;
                let game = game.partizan_game(arena)?;
                if game.is_impartial() {
                    input.notes().say("no edge has a player, so every move is open to both sides");
                }
                self.timed(input, arena, |progress| {
                    let options = self.options(None, values_only, progress);
                    input.check_memory(arena, partizan::estimate(&game, &options).solver)?;
                    Ok(Answer::Partizan(partizan::solve(&game, &options)?))
                })
            }
            _ => {
                self.demand_acyclic(arena)?;
                self.infinite(input, arena, game, values_only)
            }
        }
    }

    fn grundy(
        &self,
        input: &InputArguments,
        arena: &Arena,
        method: Option<grundy::Method>,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<grundy::Solved, Failure> {
        let options = self.options(method, true, progress);
        input.check_memory(arena, grundy::estimate(&arena.graph, &options).solver)?;
        grundy::solve(&arena.graph, &options).map_err(|error| match error {
            SolveError::Cyclic { cycle } => cyclic(&cycle, arena, "--solver acyclic"),
            other => other.into(),
        })
    }

    /// Solves for outcomes.
    pub(crate) fn outcome(
        &self,
        input: &InputArguments,
        arena: &Arena,
        game: &OutcomeGame<'_>,
        values_only: bool,
    ) -> Result<Solved, Failure> {
        self.demand_acyclic(arena)?;
        let method = match self.chosen(Objective::Outcome)?.map(|solver| solver.method) {
            Some(Method::Outcome(method)) => Some(method),
            _ => None,
        };
        self.timed(input, arena, |progress| {
            let options = self.options(method, values_only, progress);
            self.check_outcome_memory(input, arena, &options)?;
            outcome::solve(game, &options).map_err(|error| match error {
                SolveError::Cyclic { cycle } => cyclic(&cycle, arena, "--solver acyclic"),
                other => other.into(),
            })
        })
    }

    /// Refuses what does not fit, and says so where going component by component would.
    fn check_outcome_memory(
        &self,
        input: &InputArguments,
        arena: &Arena,
        options: &outcome::Options<'_>,
    ) -> Result<(), Failure> {
        let graph = &arena.graph;
        let by_components = options.method == outcome::Method::Components;
        if !by_components {
            let needed = outcome::estimate(graph, options).solver;
            let Err(refused) = input.check_memory(arena, needed) else { return Ok(()) };
            if !self.is_auto() || input.check_memory(arena, components_at_least(graph)).is_err() {
                return Err(refused);
            }
            let sizes = outcome::components::estimate(graph, &scc::components(graph));
            return match input.check_memory(arena, sizes.solver) {
                Ok(()) => Err(Failure::message(format!(
                    "{refused}; --solver components takes {}",
                    Bytes(sizes.solver)
                ))),
                Err(_) => Err(refused),
            };
        }
        input.check_memory(arena, components_at_least(graph))?;
        let sizes = outcome::components::estimate(graph, &scc::components(graph));
        input.check_memory(arena, sizes.solver)
    }

    fn demand_acyclic(&self, arena: &Arena) -> Result<(), Failure> {
        match self.acyclic.then(|| cycle::find(&arena.graph)).flatten() {
            Some(cycle) => Err(cyclic(&cycle, arena, "--acyclic")),
            None => Ok(()),
        }
    }

    /// Runs `work` with a progress bar and says how long it took.
    fn timed<T>(
        &self,
        input: &InputArguments,
        arena: &Arena,
        work: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let notes = input.notes();
        let bar = notes.bar("solving", arena.graph.vertex_count() as u64, Unit::Vertices);
        let start = Instant::now();
        let result = work(&|progress: Progress| bar.set(progress.settled));
        bar.finish();
        if result.is_ok() {
            notes.took("solved", start);
        }
        result
    }
}

/// What finding the components takes, which comes before anything is known of them.
fn components_at_least(graph: &Graph) -> u64 {
    graph.vertex_count() as u64 * 13
}

/// Says which cycle it was, by name, and what asked for there to be none.
fn cyclic(cycle: &[Vertex], arena: &Arena, option: &str) -> Failure {
    const SHOWN: usize = 8;
    let mut path: Vec<_> =
        cycle.iter().take(SHOWN).map(|&vertex| arena.names.printable(vertex)).collect();
    if cycle.len() > SHOWN {
        path.push("…".into());
    }
    path.push(arena.names.printable(cycle[0]));
    Failure::message(format!("the graph has a cycle, {}; leave out {option}", path.join(" → ")))
}
