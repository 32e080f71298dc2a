//! Solving: which solver, within the memory there is, until somebody says stop.

use retrograde_core::{Arena, Cancel, Objective, Question, Solution, Stopped, Vertex};
use retrograde_solve::registry::{self, Solver};
use retrograde_solve::{Options as SolverOptions, Report, SolveError, cycle};
use retrograde_table::SolvedGame;

use super::storing::StoredSolved;
use crate::engines::{self, Engine};
use crate::error::Error;
use crate::options::Options;

/// An answer and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// What every vertex is worth and, unless left out, the moves that achieve it.
    pub solution: Solution,
    /// What was done.
    pub report: Report,
}

/// The answer to a question about an input: a graph, or a game given by rules.
#[derive(Debug)]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is one, and it is taken apart at once")]
pub enum Answered {
    /// The positions are the vertices of a graph.
    Graph {
        /// The graph.
        arena: Arena,
        /// What its vertices are worth.
        solved: Box<Solved>,
        /// Where a game given by rules begins in it.
        start: Option<Vertex>,
    },
    /// The positions are the vertices of a graph that stays on disk.
    Stored(Box<StoredSolved>),
    /// The positions are those of an index.
    Game(SolvedGame),
}

/// Answers a question about every vertex of a graph.
///
/// ```
/// use retrograde::{Arena, Objective, Options, solve, verify};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let solved = solve(&arena, &Objective::OUTCOME, &Options::default())?;
/// assert_eq!(solved.solution.value(arena.vertex("b").unwrap()).to_string(), "lose in 2");
/// verify(&arena, &solved.solution, &Options::default())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The arena lacks something, the solver asked for does not apply, there is not enough memory, or
/// the work was stopped and nothing can be said. Objectives whose answers may be
/// [partial](retrograde_core::Facts::partial) come back with what is proven instead when time or
/// memory is up, and [`Report::stopped`] says why; who cancels wants nothing more.
pub fn solve(arena: &Arena, objective: &Objective, options: &Options<'_>) -> Result<Solved, Error> {
    let chosen = choose(objective, options)?;
    let control = options.control(arena.heap_bytes());
    if options.cancel.is_some_and(Cancel::is_cancelled) {
        return Err(Stopped::Cancelled.into());
    }
    let question = Question::new(arena, objective)?;
    let run = SolverOptions { control, values_only: options.values_only };
    if options.acyclic
        && let Some(found) = cycle::find(&arena.graph, &run.control)?
    {
        return Err(cyclic(&found, arena, None));
    }
    if matches!(options.engine, Engine::Disk | Engine::Gpu | Engine::Cluster) {
        return engines::solve(options.engine, &question, options, &run);
    }
    let estimate = Estimate::of(&question, chosen, options, &run);
    estimate.check(&question, chosen, options, &run)?;
    let solved = match chosen {
        Some(solver) => solver.run(&question, &run),
        None => registry::solve(&question, &run),
    };
    let solved = solved.map_err(|error| match error {
        SolveError::Cyclic { cycle } => {
            cyclic(&cycle, arena, Some(chosen.map_or("auto", |solver| solver.name)))
        }
        error => error.into(),
    })?;
    Ok(Solved { solution: solved.solution, report: solved.report })
}

/// What solving would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes of the graph with its names and attributes, which are taken already.
    pub graph: u64,
    /// Bytes that the solver adds at its peak, moves included unless left out; for conditions on
    /// colours at least so many, and the limit is kept to while the work goes on.
    pub solver: u64,
    /// Bytes that it may take beside these where there is room, and does without where there is not.
    pub tables: u64,
    /// Bytes there are for that; `None` where nobody knows or no limit is wanted.
    pub room: Option<u64>,
}

/// Says what solving would take, without solving.
///
/// # Errors
/// As for [`solve`], before any work is done.
pub fn estimate(
    arena: &Arena,
    objective: &Objective,
    options: &Options<'_>,
) -> Result<Estimate, Error> {
    let chosen = choose(objective, options)?;
    let question = Question::new(arena, objective)?;
    let control = options.control(arena.heap_bytes());
    let run = SolverOptions { control, values_only: options.values_only };
    Ok(Estimate::of(&question, chosen, options, &run))
}

impl Estimate {
    fn of(
        question: &Question<'_>,
        chosen: Option<&Solver>,
        options: &Options<'_>,
        run: &SolverOptions<'_>,
    ) -> Self {
        let graph = question.arena.heap_bytes();
        let solver = match chosen {
            Some(solver) => solver.estimate(question, run),
            None => registry::estimate(question, run),
        };
        let tables = if chosen.is_some() { 0 } else { registry::tables(question) };
        Estimate { graph, solver, tables, room: options.room(graph) }
    }

    /// Whether it fits.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.room.is_none_or(|room| self.solver <= room)
    }

    /// Refuses what does not fit, and says what would.
    fn check(
        &self,
        question: &Question<'_>,
        chosen: Option<&Solver>,
        options: &Options<'_>,
        run: &SolverOptions<'_>,
    ) -> Result<(), Error> {
        let Some(room) = self.room.filter(|_| !self.fits()) else { return Ok(()) };
        // Whoever chose a solver chooses another; one is enough to name.
        let most = if chosen.is_some() { 1 } else { usize::MAX };
        let instead = registry::alternatives(question, run, room)
            .into_iter()
            .map(|(solver, bytes)| (solver.name, bytes))
            .take(most)
            .collect();
        Err(too_much(question.arena, self.solver, room, options, instead))
    }
}

/// There is not enough room for work on an arena.
pub(super) fn too_much(
    arena: &Arena,
    needed: u64,
    room: u64,
    options: &Options<'_>,
    instead: Vec<(&'static str, u64)>,
) -> Error {
    Error::Memory {
        label: None,
        vertices: arena.graph.vertex_count(),
        edges: arena.graph.edge_count(),
        held: arena.heap_bytes(),
        needed,
        room,
        is_limit: matches!(options.memory, crate::MemoryLimit::Bytes(_)),
        instead,
    }
}

/// Refuses work that would take `needed` bytes beside an arena, if they are not there.
pub(super) fn check_room(arena: &Arena, needed: u64, options: &Options<'_>) -> Result<(), Error> {
    match options.room(arena.heap_bytes()) {
        Some(room) if needed > room => Err(too_much(arena, needed, room, options, Vec::new())),
        _ => Ok(()),
    }
}

/// Refuses a solver that does not solve the objective, before anything is read.
///
/// # Errors
/// It does not.
pub fn check_solver(objective: &Objective, options: &Options<'_>) -> Result<(), Error> {
    choose(objective, options).map(drop)
}

/// The solver asked for, if it solves the objective; `None` for the best.
fn choose(objective: &Objective, options: &Options<'_>) -> Result<Option<&'static Solver>, Error> {
    let Some(name) = options.solver.filter(|&name| name != "auto") else { return Ok(None) };
    match registry::find(objective, name) {
        Some(solver) => Ok(Some(solver)),
        None => Err(registry::unserved(name, objective).into()),
    }
}

/// Says which cycle it was, by name.
fn cyclic(cycle: &[Vertex], arena: &Arena, solver: Option<&str>) -> Error {
    const SHOWN: usize = 8;
    let name = |&vertex: &Vertex| arena.names.printable(vertex).into_owned();
    let mut path: Vec<String> = cycle.iter().take(SHOWN).map(name).collect();
    if cycle.len() > SHOWN {
        path.push("…".to_owned());
    }
    path.extend(cycle.first().map(name));
    Error::Cyclic { path, solver: solver.map(str::to_owned) }
}
