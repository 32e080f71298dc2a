//! Graphs whose vertices belong to two players.

use std::borrow::Cow;

use crate::arena::Arena;
use crate::bitmap::Bitmap;
use crate::column::Column;
use crate::error::GraphError;
use crate::graph::{Graph, Vertex};
use crate::objective::Extremum;
use crate::question::QuestionError;
use crate::value::Player;

/// A graph and who moves at each of its vertices. A player who must move and cannot loses.
///
/// ```
/// use retrograde_core::{Arena, OwnedGraph, Player};
/// let arena = Arena::sketch().vertex("a").owner(0).to("b").vertex("b").owner(1).arena()?;
/// assert_eq!(OwnedGraph::of(&arena)?.owner(1), Player::One);
///
/// let arena = Arena::sketch().vertex("a").owner(0).to("b").arena()?;
/// assert_eq!(OwnedGraph::of(&arena).unwrap_err().to_string(),
///     "vertex 'b' has no owner: this objective needs one at every vertex, such as owner=0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnedGraph<'a> {
    graph: &'a Graph,
    /// Where player 1 moves.
    ones: Bitmap,
}

impl<'a> OwnedGraph<'a> {
    /// The graph of an arena with its owners.
    ///
    /// # Errors
    /// [`QuestionError::Missing`] for the first vertex without an owner.
    pub fn of(arena: &'a Arena) -> Result<Self, QuestionError> {
        let owned = Self::new(&arena.graph, &arena.owners);
        owned.map_err(|error| QuestionError::of(arena, error))
    }

    /// A graph with the owners that a file gave.
    ///
    /// # Errors
    /// [`GraphError::Missing`] for the first vertex without an owner.
    pub fn new(graph: &'a Graph, owners: &Column<Player>) -> Result<Self, GraphError> {
        let mut ones = Bitmap::new(graph.vertex_count());
        for vertex in graph.vertices() {
            match owners.get(vertex as usize) {
                Some(Player::One) => ones.set(vertex as usize),
                Some(Player::Zero) => {}
                None => return Err(GraphError::Missing { attribute: "owner", vertex }),
            }
        }
        Ok(OwnedGraph { graph, ones })
    }

    /// A graph where player 1 moves at the vertices of `ones` and player 0 everywhere else.
    ///
    /// # Panics
    /// If there is not one bit a vertex.
    #[must_use]
    pub fn from_bitmap(graph: &'a Graph, ones: Bitmap) -> Self {
        assert_eq!(ones.len(), graph.vertex_count(), "one bit a vertex");
        OwnedGraph { graph, ones }
    }

    /// The positions and moves.
    #[inline]
    #[must_use]
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// Who moves at `vertex`.
    #[inline]
    #[must_use]
    pub fn owner(&self, vertex: Vertex) -> Player {
        if self.ones.get(vertex as usize) { Player::One } else { Player::Zero }
    }

    /// The vertices where player 1 moves.
    #[must_use]
    pub fn ones(&self) -> &Bitmap {
        &self.ones
    }

    /// The same graph with the players changed over.
    #[must_use]
    pub fn swapped(&self) -> Self {
        OwnedGraph { graph: self.graph, ones: self.ones.clone().complement() }
    }
}

/// A graph with owners and a set of targets: the question of reachability, safety, Büchi and
/// co-Büchi games.
#[derive(Clone, Debug)]
pub struct TargetGame<'a> {
    /// The graph and who moves where.
    pub arena: OwnedGraph<'a>,
    /// The vertices to reach, avoid, or visit infinitely often or only finitely often.
    pub targets: Bitmap,
}

impl<'a> TargetGame<'a> {
    /// The game that an arena's owners and targets make.
    ///
    /// # Errors
    /// [`QuestionError::Missing`] for the first vertex without an owner.
    pub fn of(arena: &'a Arena) -> Result<Self, QuestionError> {
        Ok(Self::new(OwnedGraph::of(arena)?, &arena.targets))
    }

    /// A game with the targets that a file gave; a vertex without the attribute is none.
    #[must_use]
    pub fn new(arena: OwnedGraph<'a>, targets: &Column<bool>) -> Self {
        let mut bits = Bitmap::new(arena.graph().vertex_count());
        for (vertex, _) in targets.iter().filter(|&(_, target)| target) {
            bits.set(vertex);
        }
        TargetGame { arena, targets: bits }
    }
}

/// A parity game: player 0 wins an infinite play if the largest priority that comes up infinitely
/// often is even.
///
/// ```
/// use retrograde_core::{Arena, Extremum, ParityGame};
/// let arena = Arena::sketch()
///     .vertex("a").owner(0).priority(0).to("b")
///     .vertex("b").owner(0).priority(3).to("a")
///     .arena()?;
/// // With the smallest priority deciding, 0 and 3 mean what 4 and 1 mean with the largest.
/// assert_eq!(ParityGame::of(&arena, Extremum::Max)?.priorities, [0, 3]);
/// assert_eq!(ParityGame::of(&arena, Extremum::Min)?.priorities, [4, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ParityGame<'a> {
    /// The graph and who moves where.
    pub arena: OwnedGraph<'a>,
    /// The priority of each vertex; the largest decides.
    pub priorities: Vec<u32>,
}

impl<'a> ParityGame<'a> {
    /// The game that an arena's owners and priorities make; the largest priority decides in it, even
    /// if the smallest does in the arena.
    ///
    /// # Errors
    /// [`QuestionError::Missing`] for the first vertex without an owner or a priority,
    /// [`QuestionError::NotParity`] if the arena has a condition on colours instead,
    /// [`QuestionError::PriorityTooLarge`] if priorities cannot be turned around.
    pub fn of(arena: &'a Arena, extremum: Extremum) -> Result<Self, QuestionError> {
        if let (Some(acceptance), true) = (&arena.acceptance, arena.priorities.is_empty()) {
            return Err(QuestionError::NotParity { acceptance: acceptance.to_string() });
        }
        let priorities = Self::priorities(&arena.graph, &arena.priorities)
            .map_err(|error| QuestionError::of(arena, error))?;
        match extremum {
            Extremum::Max => Ok(Self::max(OwnedGraph::of(arena)?, priorities)),
            Extremum::Min if priorities.contains(&u32::MAX) => Err(QuestionError::PriorityTooLarge),
            Extremum::Min => Ok(Self::min(OwnedGraph::of(arena)?, priorities)),
        }
    }

    /// A game in which the largest priority decides.
    ///
    /// # Panics
    /// If there is not one priority a vertex.
    #[must_use]
    pub fn max(arena: OwnedGraph<'a>, priorities: Vec<u32>) -> Self {
        assert_eq!(priorities.len(), arena.graph().vertex_count(), "one priority a vertex");
        ParityGame { arena, priorities }
    }

    /// A game in which the smallest priority decides, turned into one in which the largest does.
    ///
    /// # Panics
    /// If there is not one priority a vertex, or one is `u32::MAX`.
    #[must_use]
    pub fn min(arena: OwnedGraph<'a>, mut priorities: Vec<u32>) -> Self {
        let largest = priorities.iter().copied().max().unwrap_or(0);
        let top = largest.checked_next_multiple_of(2).expect("priorities below the largest u32");
        priorities.iter_mut().for_each(|priority| *priority = top - *priority);
        ParityGame::max(arena, priorities)
    }

    /// The priorities that a file gave, one a vertex.
    ///
    /// # Errors
    /// [`GraphError::Missing`] for the first vertex without a priority.
    pub fn priorities(graph: &Graph, column: &Column<u32>) -> Result<Vec<u32>, GraphError> {
        match column.first_missing(graph.vertex_count()) {
            None => Ok(column.filled(graph.vertex_count(), 0).into_owned()),
            Some(vertex) => {
                Err(GraphError::Missing { attribute: "priority", vertex: vertex as Vertex })
            }
        }
    }
}

/// A graph with owners and a weight on every edge: the question of energy and mean-payoff games.
#[derive(Clone, Debug)]
pub struct PayoffGame<'a> {
    /// The graph and who moves where.
    pub arena: OwnedGraph<'a>,
    /// The weight of each edge, by its place in [`Graph::targets`].
    pub weights: Cow<'a, [i64]>,
}

impl<'a> PayoffGame<'a> {
    /// The game that an arena's owners and weights make.
    ///
    /// # Errors
    /// [`QuestionError::Missing`] for the first vertex without an owner, [`QuestionError::NoMove`]
    /// for the first without a move.
    pub fn of(arena: &'a Arena) -> Result<Self, QuestionError> {
        let game = Self::new(OwnedGraph::of(arena)?, &arena.weights);
        game.map_err(|error| QuestionError::of(arena, error))
    }

    /// A game with the weights that a file gave; an edge without one weighs nothing.
    ///
    /// # Errors
    /// [`GraphError::NoMove`] for the first vertex without a move: payoffs are of infinite plays.
    pub fn new(arena: OwnedGraph<'a>, weights: &'a Column<i64>) -> Result<Self, GraphError> {
        let graph = arena.graph();
        if let Some(vertex) = graph.vertices().find(|&vertex| graph.is_terminal(vertex)) {
            return Err(GraphError::NoMove { vertex });
        }
        let weights = weights.filled(graph.edge_count(), 0);
        Ok(PayoffGame { arena, weights })
    }
}
