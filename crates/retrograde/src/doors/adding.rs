//! Several games side by side.

use retrograde_core::{Arena, GraphError, Objective, Question, Vertex};
use retrograde_solve::Options as SolverOptions;
use retrograde_solve::grundy::{self, Method};
use retrograde_solve::registry;
use retrograde_solve::sum::{self as sums, Component, Sum, Total};

use super::solving::check_room;
use crate::error::Error;
use crate::options::Options;

/// A position in one game of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Summand<'a> {
    /// The game; the same one may stand in several summands.
    pub arena: &'a Arena,
    /// The position.
    pub vertex: Vertex,
}

/// Says what a disjunctive sum is worth, what each summand is worth in it, and how to play it.
///
/// ```
/// use retrograde::{Arena, Options, Outcome, Summand, sum};
/// let heap = Arena::sketch().edges([(2, 1), (2, 0), (1, 0)]).arena()?;
/// let [one, two] = ["1", "2"].map(|name| heap.vertex(name).unwrap());
/// let summands = [one, two].map(|vertex| Summand { arena: &heap, vertex });
/// let (total, values) = sum(&summands, &Options::default())?;
/// assert_eq!(total.outcome, Outcome::Win);
/// assert_eq!(values[1].to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A game whose players have different moves, or verdicts other than those of normal play; not
/// enough memory for all of them together; the work was stopped.
pub fn sum(summands: &[Summand<'_>], options: &Options<'_>) -> Result<(Sum, Vec<Total>), Error> {
    let mut solved: Vec<(&Arena, grundy::Counted)> = Vec::new();
    let mut held = 0;
    for (place, Summand { arena, vertex }) in summands.iter().enumerate() {
        let of_summand = |error: Error| Error::Summand { place, error: Box::new(error) };
        let vertices = arena.graph.vertex_count() as u64;
        if u64::from(*vertex) >= vertices {
            let vertex = u64::from(*vertex);
            return Err(of_summand(GraphError::VertexOutOfRange { vertex, vertices }.into()));
        }
        if solved.iter().all(|(other, _)| !std::ptr::eq(*other, *arena)) {
            let valued = value(arena, held, options).map_err(of_summand)?;
            solved.push((arena, valued));
            held += arena.heap_bytes() + 8 * vertices;
        }
    }
    let component = |part: &Summand<'_>| {
        let (arena, valued) = solved.iter().find(|(other, _)| std::ptr::eq(*other, part.arena))?;
        Component::new(&arena.graph, valued, part.vertex).ok()
    };
    let components: Vec<_> = summands.iter().filter_map(component).collect();
    let values = components.iter().map(|component| Total::of([component.value()])).collect();
    Ok((sums::solve(&components), values))
}

/// The Grundy values of one game, beside others that take `held` bytes.
fn value(arena: &Arena, held: u64, options: &Options<'_>) -> Result<grundy::Counted, Error> {
    if !arena.players.is_empty() {
        return Err(Error::PlayersInSum);
    }
    let question = Question::new(arena, &Objective::Grundy)?;
    let control = options.control(arena.heap_bytes() + held);
    let run = SolverOptions { control, values_only: false };
    check_room(arena, held + registry::estimate(&question, &run), options)?;
    Ok(grundy::solve(&arena.graph, Method::Auto, &run)?)
}
