//! Arenas put together of lists: edges in any order, or a graph, and what is said of them.

use crate::arena::Arena;
use crate::error::GraphError;
use crate::graph::{Graph, Vertex};
use crate::names::Names;
use crate::threads::Threads;
use crate::value::Outcome;

impl Arena {
    /// An arena of edges in any order, from `sources` to `ends`. What is said about its vertices and
    /// edges are the attributes of `said`, those of edges by their place in the two lists; its graph and
    /// its names do not matter.
    ///
    /// ```
    /// use retrograde_core::{Arena, Names};
    /// let said = Arena { weights: vec![5, 7].into(), ..Arena::default() };
    /// let arena = Arena::from_edges(Names::numbered(2), vec![1, 0], vec![0, 1], said)?;
    /// assert_eq!(arena.graph.targets(), [1, 0]);
    /// assert_eq!((arena.weight(0), arena.weight(1)), (7, 5));
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// Lists of different lengths, a vertex without a name, as for [`from_graph`](Self::from_graph).
    pub fn from_edges(
        names: Names,
        sources: Vec<Vertex>,
        ends: Vec<Vertex>,
        said: Arena,
    ) -> Result<Arena, GraphError> {
        Self::grouped(names, (sources, ends), said, Threads::ONE)
    }

    pub(crate) fn grouped(
        names: Names,
        (sources, ends): (Vec<Vertex>, Vec<Vertex>),
        mut said: Arena,
        threads: Threads,
    ) -> Result<Arena, GraphError> {
        if sources.len() != ends.len() {
            let [has, wanted] = [ends.len(), sources.len()].map(|length| length as u64);
            return Err(GraphError::OtherLength { what: "ends", has, wanted });
        }
        let (graph, order) = Graph::sort_edges(names.len(), sources, ends, threads)?;
        if let Some(order) = order {
            if !said.weights.is_empty() {
                said.weights = said.weights.permuted(order.moves(graph.offsets()));
            }
            if !said.players.is_empty() {
                said.players = said.players.permuted(order.moves(graph.offsets()));
            }
            if !said.labels.is_empty() {
                said.labels = said.labels.permuted(order.moves(graph.offsets()));
            }
        }
        Arena::from_graph(graph, names, said)
    }

    /// An arena of a graph, with the attributes of `said`; those of edges by their place in
    /// [`Graph::targets`].
    ///
    /// # Errors
    /// More or fewer names than vertices, something said about a vertex or an edge that there is not,
    /// a verdict on a vertex that has moves.
    pub fn from_graph(graph: Graph, names: Names, said: Arena) -> Result<Arena, GraphError> {
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        let ends = [
            ("names", names.len(), vertices),
            ("verdicts", said.verdicts.span(), vertices),
            ("owners", said.owners.span(), vertices),
            ("priorities", said.priorities.span(), vertices),
            ("targets", said.targets.span(), vertices),
            ("colors", said.colors.span(), vertices),
            ("weights", said.weights.span(), edges),
            ("players", said.players.span(), edges),
            ("labels", said.labels.of_edges().span(), edges),
            ("remarks", said.remarks.span(), vertices),
            ("starts", said.start.map_or(0, |start| start as usize + 1), vertices),
        ];
        let fits = |&(what, has, most): &(&str, usize, usize)| match what {
            "names" => has == most,
            _ => has <= most,
        };
        if let Some((what, has, wanted)) = ends.into_iter().find(|end| !fits(end)) {
            let [has, wanted] = [has, wanted].map(|length| length as u64);
            return Err(GraphError::OtherLength { what, has, wanted });
        }
        let with_moves = |&(vertex, _): &(usize, Outcome)| !graph.is_terminal(vertex as Vertex);
        if let Some((vertex, _)) = said.verdicts.iter().find(with_moves) {
            let vertex = vertex as Vertex;
            let name = names.get(vertex).into_owned();
            return Err(GraphError::VerdictOnMoves { vertex, name });
        }
        Ok(Arena { graph, names, ..said })
    }
}
