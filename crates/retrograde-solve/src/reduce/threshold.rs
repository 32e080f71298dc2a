//! Mean payoff of at least a threshold as energy.

use retrograde_core::{Arena, Column, Control, GraphError, Ratio};

use super::{ReduceError, Reduced, owned, stripped};

/// The energy game that player 0 wins from exactly those vertices whose mean payoff is at least the
/// threshold.
///
/// With the threshold `p/q`, a move of weight `w` gets the weight `q w - p`; a move without a weight
/// has `w = 0`. A cycle loses nothing then exactly if its mean was at least `p/q`. Vertices, owners
/// and moves stay, and so do the moves that win.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, OwnedGraph, PayoffGame, Player, Ratio};
/// use retrograde_solve::{Options, energy::solve, reduce::mean_payoff_to_energy};
///
/// // A cycle of mean 3/2.
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// builder.weighted_edge(a, b, 3)?;
/// builder.edge(b, a)?;
/// builder.set_owner(a, Player::Zero)?;
/// builder.set_owner(b, Player::Zero)?;
/// let game = builder.finish()?;
/// for (threshold, winner) in [("3/2", Player::Zero), ("8/5", Player::One)] {
///     let threshold = Ratio::parse(threshold).unwrap();
///     let arena = mean_payoff_to_energy(game.clone(), threshold, &Control::default())?.arena;
///     let game = PayoffGame::new(OwnedGraph::new(&arena.graph, &arena.owners)?, &arena.weights)?;
///     assert_eq!(solve(&game, &Options::default())?.solution.winners.get(a), Some(winner));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner; [`ReduceError::NoMove`] for the
/// first without a move; [`ReduceError::Threshold`] for a new weight that does not fit 64 bits;
/// [`ReduceError::Stopped`].
///
/// # Complexity
/// O(V + E) time, 8 bytes an edge; the graph, names and owners are those of the old arena.
///
/// Source: P. Bouyer, U. Fahrenberg, K. G. Larsen, N. Markey and J. Srba, *Infinite runs in weighted
/// timed automata with energy constraints* (2008), for energy and mean payoff as one
/// question.
pub fn mean_payoff_to_energy(
    arena: Arena,
    threshold: Ratio,
    control: &Control<'_>,
) -> Result<Reduced, ReduceError> {
    control.check()?;
    let mut pace = control.pace();
    owned(&arena)?;
    let graph = &arena.graph;
    if let Some(vertex) = graph.vertices().find(|&vertex| graph.is_terminal(vertex)) {
        return Err(ReduceError::of(&arena, GraphError::NoMove { vertex }));
    }
    let mut weights = Column::default();
    for vertex in graph.vertices() {
        pace.steps(1 + graph.edge_range(vertex).len())?;
        for place in graph.edge_range(vertex) {
            let weight = arena.weights.get(place).unwrap_or(0);
            let Some(new) = measured(weight, threshold) else {
                let name = |vertex| arena.names.printable(vertex).into_owned();
                let (from, to) = (name(vertex), name(graph.targets()[place]));
                return Err(ReduceError::Threshold { from, to, weight, threshold });
            };
            weights.set(place, new);
        }
    }
    Ok(Reduced::same(Arena { weights, ..stripped(arena) }))
}

/// How much the weight is above the threshold, times the threshold's denominator.
fn measured(weight: i64, threshold: Ratio) -> Option<i64> {
    let scaled = i128::from(weight) * i128::from(threshold.denominator());
    i64::try_from(scaled.checked_sub(threshold.numerator())?).ok()
}
