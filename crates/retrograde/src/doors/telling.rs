//! Best play from a vertex, and why it is worth what it is.

use retrograde_core::{
    Answer, Arena, GraphError, Objective, OutcomeGame, OutcomeSolution, Solution, Vertex,
};
use retrograde_solve::explain::Explainer;
use retrograde_solve::line::{self as lines, Line};

use crate::error::Error;
use crate::options::Options;

/// Best play by both from a vertex, until the game is over, a vertex comes back, or so many are
/// written down.
///
/// ```
/// use retrograde::{Arena, Objective, Options, line, solve};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "c")]).arena()?;
/// let solved = solve(&arena, &Objective::OUTCOME, &Options::default())?;
/// assert_eq!(line(&arena, &solved.solution, 0, None, &Options::default())?.steps, [0, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The solution is not one of outcomes, or not one of this arena; there is no such vertex; it was
/// stopped.
pub fn line(
    arena: &Arena,
    solution: &Solution,
    from: Vertex,
    limit: Option<usize>,
    options: &Options<'_>,
) -> Result<Line<Vertex>, Error> {
    let (_, outcomes) = outcomes(arena, solution, from)?;
    let control = options.control(arena.heap_bytes());
    Ok(lines::optimal(&arena.graph, &outcomes.values, from, limit, &control)?)
}

/// How much an explanation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Positions along best play to explain after the first.
    pub depth: usize,
    /// Moves to list at each of them.
    pub moves: usize,
}

impl Default for Detail {
    fn default() -> Self {
        Detail { depth: 12, moves: 12 }
    }
}

/// Says in words why a vertex has its value, and those that best play passes through after it.
///
/// ```
/// use retrograde::{Arena, Objective, Options, explain, solve};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "c")]).arena()?;
/// let solved = solve(&arena, &Objective::OUTCOME, &Options::default())?;
/// let text = explain(&arena, &solved.solution, 1, Default::default(), &Options::default())?;
/// assert!(text.starts_with("b is a win in 1 for the player to move"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The solution is not one of outcomes, or not one of this arena; there is no such vertex; it was
/// stopped.
pub fn explain(
    arena: &Arena,
    solution: &Solution,
    from: Vertex,
    detail: Detail,
    options: &Options<'_>,
) -> Result<String, Error> {
    let (game, outcomes) = outcomes(arena, solution, from)?;
    let Detail { depth, moves } = detail;
    let whole = Explainer::new(&game, &outcomes.values, &arena.names);
    let control = options.control(arena.heap_bytes());
    Ok(Explainer { depth, moves, ..whole }.in_words(from, &control)?)
}

fn outcomes<'a>(
    arena: &'a Arena,
    solution: &'a Solution,
    from: Vertex,
) -> Result<(OutcomeGame<'a>, &'a OutcomeSolution), Error> {
    let vertices = arena.graph.vertex_count() as u64;
    // A solution of another arena has no more to say than one that is too short.
    if u64::from(from) >= vertices || solution.len() as u64 != vertices {
        let vertex = u64::from(from).max(solution.len() as u64);
        return Err(GraphError::VertexOutOfRange { vertex, vertices }.into());
    }
    match (&solution.objective, &solution.answer) {
        (Objective::Outcome(convention), Answer::Outcome(outcomes)) => {
            Ok((OutcomeGame::new(&arena.graph, &arena.verdicts, *convention)?, outcomes))
        }
        _ => Err(Error::NoLine { objective: solution.objective.name() }),
    }
}
