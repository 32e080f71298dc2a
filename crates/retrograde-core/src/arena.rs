//! A graph together with everything its author said about it.

use std::borrow::Cow;

use crate::acceptance::{Acceptance, Colors};
use crate::attribute::{Attribute, Unread};
use crate::column::Column;
use crate::graph::{Graph, Vertex};
use crate::labels::{Labels, Remarks};
use crate::names::Names;
use crate::sketch::Sketch;
use crate::value::{Outcome, Player, Side};

/// A graph with names and attributes. Which attributes matter depends on the objective: verdicts
/// for outcomes, owners and priorities for parity, colours for Emerson–Lei conditions, weights for
/// payoffs, players for partizan games.
///
/// Drawn by hand with [`Arena::sketch`], built by readers with
/// [`ArenaBuilder`](crate::ArenaBuilder), or made from a bare [`Graph`] by `into`.
///
/// ```
/// use retrograde_core::{Arena, Graph, Player};
/// let arena = Arena::sketch().vertex("a").owner(0).to("b").weight(3).arena()?;
/// let [a, b] = ["a", "b"].map(|name| arena.vertex(name).unwrap());
/// assert_eq!((arena.owner(a), arena.owner(b)), (Some(Player::Zero), None));
/// assert_eq!(arena.graph.edge_range(a).map(|edge| arena.weight(edge)).sum::<i64>(), 3);
///
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// assert_eq!(arena.name(1), "1");
/// assert!(arena.attributes().is_empty());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// `label` of an edge, by its place in [`Graph::targets`]: the action of a transition.
    pub labels: Labels,
    /// `acceptance` of the graph: what player 0 wants of the colours that come up infinitely often.
    pub acceptance: Option<Acceptance>,
    /// The state where a transition system begins, where that is not the first vertex.
    pub start: Option<Vertex>,
    /// What the file it comes from says of vertices in names that mean nothing here, with the values.
    pub remarks: Remarks,
    /// What the file it comes from says in names that mean nothing here.
    pub unread: Unread,
}

impl Arena {
    /// An empty sheet to draw an arena on, vertex by vertex.
    #[must_use]
    pub fn sketch() -> Sketch {
        Sketch::new()
    }

    /// Whether the graph, or at least one vertex or edge, has an attribute.
    #[must_use]
    pub fn has(&self, attribute: Attribute) -> bool {
        match attribute {
            Attribute::Verdict => !self.verdicts.is_empty(),
            Attribute::Owner => !self.owners.is_empty(),
            Attribute::Priority => !self.priorities.is_empty(),
            Attribute::Target => !self.targets.is_empty(),
            Attribute::Colors => !self.colors.is_empty(),
            Attribute::Weight => !self.weights.is_empty(),
            Attribute::Player => !self.players.is_empty(),
            Attribute::Label => !self.labels.is_empty(),
            Attribute::Acceptance => self.acceptance.is_some(),
        }
    }

    /// The attributes that the graph or at least one vertex or edge has.
    #[must_use]
    pub fn attributes(&self) -> Vec<Attribute> {
        Attribute::ALL.into_iter().filter(|&attribute| self.has(attribute)).collect()
    }

    /// The vertex of that name.
    #[must_use]
    pub fn vertex(&self, name: &str) -> Option<Vertex> {
        self.names.find(name)
    }

    /// What a vertex is called.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn name(&self, vertex: Vertex) -> Cow<'_, str> {
        self.names.get(vertex)
    }

    /// The outcome that is said to be at a vertex without moves.
    #[must_use]
    pub fn verdict(&self, vertex: Vertex) -> Option<Outcome> {
        self.verdicts.get(vertex as usize)
    }

    /// Who moves at a vertex.
    #[must_use]
    pub fn owner(&self, vertex: Vertex) -> Option<Player> {
        self.owners.get(vertex as usize)
    }

    /// The priority of a vertex.
    #[must_use]
    pub fn priority(&self, vertex: Vertex) -> Option<u32> {
        self.priorities.get(vertex as usize)
    }

    /// Whether a vertex is one to reach, avoid or revisit.
    #[must_use]
    pub fn is_target(&self, vertex: Vertex) -> bool {
        self.targets.get(vertex as usize).unwrap_or(false)
    }

    /// The colours of a vertex.
    #[must_use]
    pub fn colors(&self, vertex: Vertex) -> Colors {
        Colors(self.colors.get(vertex as usize).unwrap_or(0))
    }

    /// The weight of an edge, by its place in [`Graph::targets`], as [`Graph::edge_range`] tells it;
    /// an edge that was given none weighs nothing.
    #[must_use]
    pub fn weight(&self, edge: usize) -> i64 {
        self.weights.get(edge).unwrap_or(0)
    }

    /// The only side that may move along an edge, by its place in [`Graph::targets`]; `None` where
    /// both may.
    #[must_use]
    pub fn player(&self, edge: usize) -> Option<Side> {
        self.players.get(edge)
    }

    /// All colours that some vertex has.
    #[must_use]
    pub fn used_colors(&self) -> Colors {
        Colors(self.colors.iter().fold(0, |used, (_, colors)| used | colors))
    }

    /// The first verdict that contradicts normal play, in which whoever cannot move loses.
    #[must_use]
    pub fn odd_verdict(&self) -> Option<(Vertex, Outcome)> {
        let odd = self.verdicts.iter().find(|&(_, verdict)| verdict != Outcome::Lose);
        odd.map(|(vertex, verdict)| (vertex as Vertex, verdict))
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
            + self.labels.heap_bytes()
            + self.remarks.heap_bytes()
            + self.acceptance.as_ref().map_or(0, Acceptance::heap_bytes)
    }
}

impl From<Graph> for Arena {
    fn from(graph: Graph) -> Self {
        Arena { names: Names::numbered(graph.vertex_count()), graph, ..Arena::default() }
    }
}
