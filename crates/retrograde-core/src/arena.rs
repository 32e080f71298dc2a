//! A graph together with everything its author said about it.

use crate::acceptance::Acceptance;
use crate::column::Column;
use crate::graph::Graph;
use crate::names::Names;
use crate::value::{Outcome, Player, Side};

/// A graph with names and attributes. Which attributes matter depends on the objective: verdicts
/// for outcomes, owners and priorities for parity, colours for Emerson–Lei conditions, weights for
/// payoffs, players for partizan games.
///
/// Made by [`ArenaBuilder`](crate::ArenaBuilder), or from a bare [`Graph`] by `into`.
///
/// ```
/// use retrograde_core::{Arena, Graph};
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// assert_eq!(arena.names.get(1), "1");
/// assert!(arena.attributes().is_empty());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Arena {
    /// The positions and moves.
    pub graph: Graph,
    /// What the positions are called.
    pub names: Names,
    /// `verdict`: the outcome at a vertex without moves, for whoever is to move there.
    pub verdicts: Column<Outcome>,
    /// `owner`: who moves at a vertex.
    pub owners: Column<Player>,
    /// `priority` of a vertex.
    pub priorities: Column<u32>,
    /// `target`: whether a vertex is one to reach, avoid or revisit.
    pub targets: Column<bool>,
    /// `colors` of a vertex, one bit each, as in [`Colors`](crate::Colors). A vertex without any
    /// has no entry.
    pub colors: Column<u64>,
    /// `weight` of an edge, by its place in [`Graph::targets`].
    pub weights: Column<i64>,
    /// `player` of an edge, by its place in [`Graph::targets`]: the only side that may move along
    /// it. Where there is none, both may.
    pub players: Column<Side>,
    /// `acceptance` of the graph: what player 0 wants of the colours that come up infinitely often.
    pub acceptance: Option<Acceptance>,
}

impl Arena {
    /// The attributes that the graph or at least one vertex or edge has, by the names files use.
    #[must_use]
    pub fn attributes(&self) -> Vec<&'static str> {
        let present = [
            ("verdict", !self.verdicts.is_empty()),
            ("owner", !self.owners.is_empty()),
            ("priority", !self.priorities.is_empty()),
            ("target", !self.targets.is_empty()),
            ("colors", !self.colors.is_empty()),
            ("weight", !self.weights.is_empty()),
            ("player", !self.players.is_empty()),
            ("acceptance", self.acceptance.is_some()),
        ];
        present.into_iter().filter_map(|(name, present)| present.then_some(name)).collect()
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        self.graph.heap_bytes()
            + self.names.heap_bytes()
            + self.verdicts.heap_bytes()
            + self.owners.heap_bytes()
            + self.priorities.heap_bytes()
            + self.targets.heap_bytes()
            + self.colors.heap_bytes()
            + self.weights.heap_bytes()
            + self.players.heap_bytes()
            + self.acceptance.as_ref().map_or(0, Acceptance::heap_bytes)
    }
}

impl From<Graph> for Arena {
    fn from(graph: Graph) -> Self {
        Arena {
            names: Names::numbered(graph.vertex_count()),
            graph,
            verdicts: Column::default(),
            owners: Column::default(),
            priorities: Column::default(),
            targets: Column::default(),
            colors: Column::default(),
            weights: Column::default(),
            players: Column::default(),
            acceptance: None,
        }
    }
}
