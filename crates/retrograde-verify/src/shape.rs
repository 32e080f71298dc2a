//! Whether a solution fits its game at all: as many entries as vertices, and moves that exist.

use retrograde_core::{Graph, Pace, Stopped, Strategy, Vertex};

use crate::fault::Rule;

/// One value a vertex and, where there is a strategy, one entry a vertex.
pub(crate) fn check_lengths(
    graph: &Graph,
    values: usize,
    strategy: Option<&Strategy>,
) -> Result<(), Rule> {
    let vertices = graph.vertex_count() as u64;
    if values as u64 != vertices {
        return Err(Rule::ValuesLength { found: values as u64, vertices });
    }
    match strategy {
        Some(strategy) if strategy.len() as u64 != vertices => {
            Err(Rule::StrategyLength { found: strategy.len() as u64, vertices })
        }
        Some(_) | None => Ok(()),
    }
}

/// How many vertices have no moves.
pub(crate) fn terminals(graph: &Graph, pace: &mut Pace<'_>) -> Result<u64, Stopped> {
    graph.vertices().try_fold(0, |count, vertex| {
        pace.steps(1)?;
        Ok(count + u64::from(graph.is_terminal(vertex)))
    })
}

/// A strategy moves along one of `moves`, and nowhere if there are none. `missing` is the rule that
/// it breaks by not moving although it could.
pub(crate) fn check_edge(
    mut moves: impl Iterator<Item = Vertex>,
    to: Option<Vertex>,
    missing: impl FnOnce() -> Rule,
) -> Result<Option<Vertex>, Rule> {
    match (moves.next(), to) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(missing()),
        (None, Some(to)) => Err(Rule::TerminalMove { to }),
        (Some(first), Some(to)) if first == to || moves.any(|other| other == to) => Ok(Some(to)),
        (Some(_), Some(to)) => Err(Rule::MoveNotAnEdge { to }),
    }
}
