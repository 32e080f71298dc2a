//! Every solver by name: what it takes, what it costs, and the one door through which all of them
//! are run.
//!
//! ```
//! use retrograde_core::{Arena, Graph, Objective, Question};
//! use retrograde_solve::{Options, registry};
//! let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
//! let question = Question::new(&arena, &Objective::OUTCOME)?;
//! let solved = registry::solve(&question, &Options::default())?;
//! assert_eq!(solved.solution.value(0).to_string(), "win in 1");
//! assert_eq!(solved.report.solver, "acyclic");
//!
//! let asked = registry::find(&Objective::OUTCOME, "retrograde").unwrap();
//! assert_eq!(asked.run(&question, &Options::default())?.solution, solved.solution);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entries;
mod run;

use std::fmt;

use retrograde_core::{
    Arena, Attribute, Control, Graph, Objective, Posed, Question, Solution, View,
};

use crate::{Options, SolveError, Solved, cycle, parity};
use run::Algorithm;

/// A solver as people choose it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Solver {
    /// The name used on the command line; solvers of different objectives may share one.
    pub name: &'static str,
    /// The names of the objectives that it solves.
    pub serves: &'static [&'static str],
    /// What it does, in a sentence.
    pub description: &'static str,
    /// What games it takes.
    pub accepts: Accepts,
    /// Its running time.
    pub time: &'static str,
    /// Bytes beside the graph.
    pub memory: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// When it runs if nobody asks for one.
    pub auto: Auto,
    algorithm: Algorithm,
}

/// What a solver needs of a game beside what its objective does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Accepts {
    /// Any graph.
    Any,
    /// A graph without cycles.
    Acyclic,
    /// Components of two priorities each, where neighbouring ones of the same parity count as one;
    /// of other components it says nothing.
    TwoPriorities,
}

/// The word for it in lists.
impl fmt::Display for Accepts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Accepts::Any => "any",
            Accepts::Acyclic => "acyclic",
            Accepts::TwoPriorities => "two priorities",
        })
    }
}

/// When a solver runs if nobody asks for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Auto {
    /// Always: it is the first choice for its objectives, or the only one.
    Always,
    /// Where the graph has no cycle.
    Acyclic,
    /// Where the graph has a cycle.
    Cyclic,
    /// It takes turns with others, this being its place among them. The first is tried on the whole
    /// game, and what it leaves open goes to all of them, component by component, each for as long
    /// as the one before it.
    Turn(u8),
    /// Instead of these turns where a game or a component has two priorities.
    TwoPriorities,
    /// First, unless it takes too long.
    First,
    /// Where the one that goes first takes too long, from where that has come to.
    TakesOver,
    /// Only if somebody asks for it.
    OnDemand,
}

/// What it does, in words that follow "auto:".
impl fmt::Display for Auto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Auto::Always => f.write_str("always"),
            Auto::Acyclic => f.write_str("where the graph has no cycle"),
            Auto::Cyclic => f.write_str("where the graph has a cycle"),
            Auto::Turn(place) => write!(f, "takes turns with others, number {place}"),
            Auto::TwoPriorities => f.write_str("where there are two priorities"),
            Auto::First => f.write_str("first, unless it takes too long"),
            Auto::TakesOver => f.write_str("takes over where the first takes too long"),
            Auto::OnDemand => f.write_str("only on demand"),
        }
    }
}

impl Solver {
    /// Solves a question by this solver.
    ///
    /// # Errors
    /// The question is one that it does not solve, or has a graph that it does not take;
    /// [`SolveError::Stopped`].
    pub fn run(
        &self,
        question: &Question<'_>,
        options: &Options<'_>,
    ) -> Result<Solved<Solution>, SolveError> {
        if !self.serves.contains(&question.objective.name()) {
            return Err(unserved(self.name, &question.objective));
        }
        self.algorithm.run(question, options)
    }

    /// An upper estimate of the bytes that this takes beside the graph and its attributes; for
    /// conditions on colours a lower one, see [`emerson_lei::estimate`](crate::emerson_lei::estimate).
    #[must_use]
    pub fn estimate(&self, question: &Question<'_>, options: &Options<'_>) -> u64 {
        self.algorithm.estimate(question, options)
    }

    /// Whether it can be used on an arena, and why, in words that follow "because".
    ///
    /// ```
    /// use retrograde_core::{Arena, Graph, Objective};
    /// use retrograde_solve::registry::find;
    /// let arena = Arena::from(Graph::from_edges(1, [(0, 0)])?);
    /// let judge = |objective, name| find(&objective, name).unwrap().judge(&arena, false);
    /// assert_eq!(judge(Objective::OUTCOME, "acyclic"), (false, "the graph has a cycle"));
    /// assert_eq!(judge(Objective::Grundy, "loopy"), (true, "takes any graph"));
    /// assert_eq!(judge(Objective::Buchi, "repair"), (false, "a vertex has no owner"));
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    #[must_use]
    pub fn judge(&self, arena: &Arena, is_acyclic: bool) -> (bool, &'static str) {
        let objective = self.serves.first().and_then(|name| Objective::named(name));
        if let Some(why) = objective.and_then(|objective| lack(&objective, arena)) {
            return (false, why);
        }
        match self.accepts {
            Accepts::Any => (true, "takes any graph"),
            Accepts::Acyclic if is_acyclic => (true, "the graph has no cycle"),
            Accepts::Acyclic => (false, "the graph has a cycle"),
            Accepts::TwoPriorities => {
                let priorities: Vec<u32> =
                    arena.priorities.iter().map(|(_, priority)| priority).collect();
                match parity::is_buchi(&priorities) {
                    true => (true, "two priorities decide"),
                    false => (true, "solves the components that have two priorities"),
                }
            }
        }
    }
}

/// What an arena lacks for an objective, or has too much of.
fn lack(objective: &Objective, arena: &Arena) -> Option<&'static str> {
    let (facts, graph) = (objective.facts(), &arena.graph);
    let missing = |attribute: Attribute| match attribute {
        Attribute::Owner => {
            (arena.owners.count() < graph.vertex_count()).then_some("a vertex has no owner")
        }
        Attribute::Priority => {
            (arena.priorities.count() < graph.vertex_count()).then_some("a vertex has no priority")
        }
        _ => None,
    };
    if let Some(why) = facts.needs.iter().find_map(|&attribute| missing(attribute)) {
        return Some(why);
    }
    // Where vertices have no owners, whoever cannot move loses unless a verdict can say otherwise.
    let is_normal = facts.view != View::Owners && !facts.looks_at(Attribute::Verdict);
    if is_normal && arena.odd_verdict().is_some() {
        return Some("a verdict is not 'lose'");
    }
    let is_endless = facts.looks_at(Attribute::Weight);
    let is_stuck = |graph: &Graph| graph.vertices().any(|vertex| graph.is_terminal(vertex));
    (is_endless && is_stuck(graph)).then_some("a vertex has no move")
}

/// All solvers.
#[must_use]
pub fn solvers() -> &'static [Solver] {
    entries::SOLVERS
}

/// The solvers for an objective.
pub fn of(objective: &Objective) -> impl Iterator<Item = &'static Solver> + use<> {
    let name = objective.name();
    solvers().iter().filter(move |solver| solver.serves.contains(&name))
}

/// The solver of that name for an objective.
///
/// ```
/// use retrograde_core::Objective;
/// use retrograde_solve::registry::find;
/// assert_eq!(find(&Objective::Grundy, "acyclic").unwrap().serves, ["grundy"]);
/// assert!(find(&Objective::OUTCOME, "auto").is_none());
/// ```
#[must_use]
pub fn find(objective: &Objective, name: &str) -> Option<&'static Solver> {
    of(objective).find(|solver| solver.name == name)
}

/// The error that a solver does not solve an objective.
#[must_use]
pub fn unserved(solver: &str, objective: &Objective) -> SolveError {
    let others = of(objective).map(|solver| solver.name).collect();
    SolveError::Unserved { solver: solver.to_owned(), objective: objective.name(), others }
}

/// Solves a question by whatever is best for it, as the entries' [`Auto`] say.
///
/// # Errors
/// Nobody can solve it as it is; [`SolveError::Stopped`].
pub fn solve(
    question: &Question<'_>,
    options: &Options<'_>,
) -> Result<Solved<Solution>, SolveError> {
    Algorithm::auto(question).run(question, options)
}

/// An upper estimate of the bytes that [`solve`] takes beside the graph and its attributes; for
/// conditions on colours a lower one, see [`emerson_lei::estimate`](crate::emerson_lei::estimate).
#[must_use]
pub fn estimate(question: &Question<'_>, options: &Options<'_>) -> u64 {
    Algorithm::auto(question).estimate(question, options)
}

/// Bytes that [`solve`] may take beside its [`estimate`] where there is room for them, and does without
/// where there is not.
#[must_use]
pub fn tables(question: &Question<'_>) -> u64 {
    match &question.posed {
        Posed::Parity(game) => parity::tables(game),
        _ => 0,
    }
}

/// The solvers that can be used in place of [`solve`] and take no more than `room` bytes, with what
/// they take: for whoever has to refuse a question because it does not fit.
///
/// ```
/// use retrograde_core::{Arena, Graph, Objective, Question};
/// use retrograde_solve::{Options, registry};
/// // Pairs of vertices with moves back and forth, and down to the next pair.
/// let pairs = (0..1000u32).step_by(2).flat_map(|v| [(v, v + 1), (v + 1, v), (v, (v + 2) % 1000)]);
/// let graph = Graph::from_edges(1000, pairs.filter(|&(from, to)| from == 0 || to != 0))?;
/// let arena = Arena::from(graph);
/// let question = Question::new(&arena, &Objective::OUTCOME)?;
/// assert!(registry::estimate(&question, &Options::default()) > 14_000);
/// let others = registry::alternatives(&question, &Options::default(), 14_000);
/// assert_eq!(others.iter().map(|(solver, _)| solver.name).collect::<Vec<_>>(), ["components"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn alternatives(
    question: &Question<'_>,
    options: &Options<'_>,
    room: u64,
) -> Vec<(&'static Solver, u64)> {
    // Estimates that have to look at the graph need room for that.
    let most = Options { control: run::within(&options.control, room), ..*options };
    let takes = |solver: &'static Solver| {
        let bytes = solver.estimate(question, &most);
        let fits = bytes <= room && applies(solver, question, &options.control);
        fits.then_some((solver, bytes))
    };
    of(&question.objective).filter_map(takes).collect()
}

/// Whether a solver takes a question that is posed already.
fn applies(solver: &Solver, question: &Question<'_>, control: &Control<'_>) -> bool {
    match solver.accepts {
        Accepts::Any => true,
        Accepts::Acyclic => cycle::find(question.graph(), control) == Ok(None),
        // With more priorities, some components may be too much for it.
        Accepts::TwoPriorities => {
            matches!(&question.posed, Posed::Parity(game) if parity::is_buchi(&game.priorities))
        }
    }
}
