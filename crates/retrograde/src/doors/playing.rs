//! A graph to play on.

use std::sync::Arc;

use retrograde_core::{Arena, GraphError, Objective, Vertex};
use retrograde_games::OnGraph;
use retrograde_table::{Rules, SolvedGame};

use super::answering::solved_game_on;
use super::solving::solve;
use crate::error::Error;
use crate::options::Options;

/// A graph as a solved game: the vertices are the positions, and whoever cannot move loses.
///
/// ```
/// use retrograde::{Arena, Options, played};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let game = played(arena, 0, &Options::default())?;
/// let start = game.rules().start().unwrap();
/// assert_eq!(game.worth(&start)?.unwrap().to_string(), "win in 1");
/// assert_eq!(game.moves(&start)?[0].text, "t");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// There is no such vertex; as for [`solve`].
pub fn played(arena: Arena, from: Vertex, options: &Options<'_>) -> Result<SolvedGame, Error> {
    let vertices = arena.graph.vertex_count() as u64;
    if u64::from(from) >= vertices {
        return Err(GraphError::VertexOutOfRange { vertex: from.into(), vertices }.into());
    }
    let plain = Options { values_only: true, ..*options };
    let solved = solve(&arena, &Objective::OUTCOME, &plain)?;
    let arena = Arc::new(arena);
    let rules = Rules::of(OnGraph::new(arena.clone(), from));
    Ok(solved_game_on(rules, arena, solved.solution))
}
