//! Outcomes as parity or reachability: every position twice, once for each player to move.

use retrograde_core::{
    Arena, Column, Control, Convention, GraphError, Outcome, OutcomeGame, Player, Vertex, Winners,
};

use super::ReduceError;
use crate::construct::assemble::{NewRows, push_name, written};

/// A game with two owners made from one in which the players take turns, and how to read outcomes
/// off it.
///
/// Position `v` is there twice: as [`first(v)`](Self::first), called `v/0`, where player 0 is to move
/// and as [`second(v)`](Self::second), called `v/1`, where player 1 is. In both of them player 0 wants
/// to win the play and player 1 to win it or to go on forever. So player 0 wins from the first if `v`
/// is a win for the player to move, and from the second if `v` is a loss for the player to move; if
/// player 0 wins from neither, `v` is a draw.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeReduced {
    /// The new game.
    pub arena: Arena,
}

impl OutcomeReduced {
    /// How many positions the old game has.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.arena.graph.vertex_count() / 2
    }

    /// Where player 0 wins if `vertex` is a win.
    #[must_use]
    pub fn first(&self, vertex: Vertex) -> Vertex {
        vertex
    }

    /// Where player 0 wins if `vertex` is a loss.
    #[must_use]
    pub fn second(&self, vertex: Vertex) -> Vertex {
        self.vertex_count() as Vertex + vertex
    }

    /// The outcome at `vertex`, as far as the winners of the new game tell.
    ///
    /// # Panics
    /// If there is no such vertex in the old game, or no winner for one of its copies.
    #[must_use]
    pub fn outcome(&self, made: &Winners, vertex: Vertex) -> Option<Outcome> {
        assert!((vertex as usize) < self.vertex_count(), "no vertex {vertex}");
        match (made.get(self.first(vertex)), made.get(self.second(vertex))) {
            (Some(Player::Zero), _) => Some(Outcome::Win),
            (_, Some(Player::Zero)) => Some(Outcome::Lose),
            (Some(Player::One), Some(Player::One)) => Some(Outcome::Draw),
            _ => None,
        }
    }
}

/// A game of outcomes as a parity game of twice the size.
///
/// The new graph is the one of [`alternating`](crate::construct::alternating()), with these
/// attributes: player 0 owns the first copies and player 1 the second; all priorities are 1, so that
/// player 1 wins endless plays. Positions without moves are where the two differ. If one is lost or
/// won, its copies have no moves either, and each belongs to the player who has lost there: the
/// player to move if the position is lost, the other player if it is won. If it is a draw, both
/// copies have a self-loop.
///
/// See [`OutcomeReduced`] for how winners and outcomes are related.
///
/// ```
/// use retrograde_core::{Arena, Control, Convention, Graph, Outcome, OwnedGraph, ParityGame};
/// use retrograde_solve::{Options, parity, reduce::outcome_to_parity};
///
/// // From 0 one can go round and round or move to 1, where the other player cannot move.
/// let game = Arena::from(Graph::from_edges(2, [(0, 0), (0, 1)])?);
/// let reduced = outcome_to_parity(&game, Convention::Normal, &Control::default())?;
/// let arena = &reduced.arena;
/// assert_eq!(arena.names.get(reduced.second(1)), "1/1");
///
/// let priorities = ParityGame::priorities(&arena.graph, &arena.priorities)?;
/// let owned = OwnedGraph::new(&arena.graph, &arena.owners)?;
/// let game = ParityGame::max(owned, priorities);
/// let solved = parity::solve(&game, parity::Method::Auto, &Options::default())?;
/// let winners = solved.solution.winners;
/// assert_eq!(reduced.outcome(&winners, 0), Some(Outcome::Win));
/// assert_eq!(reduced.outcome(&winners, 1), Some(Outcome::Lose));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Graph`] for a verdict on a vertex with moves, and beyond 2³¹ vertices;
/// [`ReduceError::Stopped`].
///
/// # Complexity
/// O(V + E) time; the result takes twice the memory of the graph, a bit more than 5 bytes for each
/// copy of a vertex, and the names as text.
///
/// Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), section 2.2, for the graph.
pub fn outcome_to_parity(
    arena: &Arena,
    convention: Convention,
    control: &Control<'_>,
) -> Result<OutcomeReduced, ReduceError> {
    let arena = alternating(arena, convention, control)?;
    let priorities = (0..arena.graph.vertex_count()).map(|copy| (copy, 1)).collect();
    Ok(OutcomeReduced { arena: Arena { priorities, ..arena } })
}

/// A game of outcomes as a reachability game of twice the size.
///
/// The graph and its owners are those of [`outcome_to_parity`]; the targets are the copies without
/// moves where player 0 has won.
///
/// # Errors
/// As [`outcome_to_parity`].
///
/// # Complexity
/// As [`outcome_to_parity`], with a bit more than a byte in place of each priority.
///
/// ```
/// use retrograde_core::{Arena, Control, Convention, Graph};
/// use retrograde_solve::reduce::outcome_to_reachability;
/// let game = Arena::from(Graph::from_edges(2, [(0, 0), (0, 1)])?);
/// let reduced = outcome_to_reachability(&game, Convention::Normal, &Control::default())?;
/// let targets: Vec<_> = reduced.arena.targets.iter().collect();
/// assert_eq!(targets, [(reduced.second(1) as usize, true)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome_to_reachability(
    arena: &Arena,
    convention: Convention,
    control: &Control<'_>,
) -> Result<OutcomeReduced, ReduceError> {
    let arena = alternating(arena, convention, control)?;
    let is_won = |copy: &Vertex| {
        arena.graph.is_terminal(*copy) && arena.owners.get(*copy as usize) == Some(Player::One)
    };
    let targets: Column<bool> =
        arena.graph.vertices().filter(is_won).map(|copy| (copy as usize, true)).collect();
    Ok(OutcomeReduced { arena: Arena { targets, ..arena } })
}

/// Both copies of every vertex, with their owners.
fn alternating(
    arena: &Arena,
    convention: Convention,
    control: &Control<'_>,
) -> Result<Arena, ReduceError> {
    control.check()?;
    let mut pace = control.pace();
    let game = OutcomeGame::new(&arena.graph, &arena.verdicts, convention)?;
    let graph = &arena.graph;
    let half = graph.vertex_count() as Vertex;
    let copies = graph.vertex_count() * 2;
    if copies > u32::MAX as usize {
        return Err(GraphError::TooManyVertices.into());
    }
    let end = |vertex| graph.is_terminal(vertex).then(|| game.terminal_outcome(vertex));
    let draws = graph.vertices().filter(|&vertex| end(vertex) == Some(Outcome::Draw)).count();
    let mut rows = NewRows::with_room(copies, 2 * (graph.edge_count() + draws));
    let mut owners = Column::default();
    for (mover, copy, other) in [(Player::Zero, 0, half), (Player::One, half, 0)] {
        for vertex in graph.vertices() {
            pace.steps(1 + graph.successors(vertex).len())?;
            graph.successors(vertex).iter().for_each(|&to| rows.bare(other + to));
            let owner = match end(vertex) {
                // Whoever cannot move loses, so the winner must not be the one to move.
                Some(Outcome::Win) => mover.opponent(),
                Some(Outcome::Draw) => {
                    rows.bare(copy + vertex);
                    mover
                }
                Some(Outcome::Lose) | None => mover,
            };
            owners.set((copy + vertex) as usize, owner);
            rows.end_row();
        }
    }
    let names = written(copies, &mut pace, |copy, text| {
        push_name(text, &arena.names, copy % half);
        text.push_str(if copy < half { "/0" } else { "/1" });
    })?;
    Ok(Arena { owners, ..rows.finish(names)? })
}
