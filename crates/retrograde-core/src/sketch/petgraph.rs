//! Arenas from the graphs of the petgraph crate.

use petgraph::Directed;
use petgraph::visit::{
    EdgeRef, GraphProp, IntoEdgeReferences, IntoNodeReferences, NodeIndexable, NodeRef,
};

use super::Sketch;
use crate::arena::Arena;
use crate::builder::ArenaBuilder;
use crate::column::Column;
use crate::error::GraphError;
use crate::graph::Vertex;

impl Arena {
    /// The nodes and edges of any directed graph of petgraph: each node is called by its index.
    /// [`Sketch::petgraph`] takes names and attributes along.
    ///
    /// # Errors
    /// More vertices than `u32`.
    ///
    /// ```
    /// use petgraph::graph::DiGraph;
    /// use retrograde_core::Arena;
    /// let graph = DiGraph::<(), ()>::from_edges([(0, 1), (1, 2), (2, 0)]);
    /// let arena = Arena::from_petgraph(&graph)?;
    /// assert_eq!(arena.graph.successors(2), [0]);
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    pub fn from_petgraph<G>(graph: G) -> Result<Self, GraphError>
    where
        G: IntoNodeReferences + IntoEdgeReferences + NodeIndexable,
        G: GraphProp<EdgeType = Directed>,
    {
        Arena::sketch().petgraph(graph, |at, index, _| at.vertex(index), |at, _| at).arena()
    }
}

impl Sketch {
    /// Draws a directed graph of petgraph. `node` is given the index and the weight of each node,
    /// goes to the [`vertex`](Self::vertex) that it is to be and says what there is to say about it;
    /// `edge` is given the weight of each edge, which was drawn last.
    ///
    /// ```
    /// use petgraph::graph::DiGraph;
    /// use retrograde_core::{Arena, Objective, Player, Question};
    ///
    /// let mut graph = DiGraph::new();
    /// let mill = graph.add_node(("mill", Player::Zero));
    /// let ford = graph.add_node(("ford", Player::One));
    /// graph.extend_with_edges([(mill, ford, 3), (ford, mill, -2), (ford, ford, 1)]);
    ///
    /// let arena = Arena::sketch()
    ///     .petgraph(
    ///         &graph,
    ///         |at, _, &(name, owner)| at.vertex(name).owner(owner),
    ///         |at, &weight| at.weight(weight),
    ///     )
    ///     .arena()?;
    /// assert_eq!((arena.name(1).as_ref(), arena.weight(0)), ("ford", 3));
    /// assert!(Question::new(&arena, &Objective::MeanPayoff).is_ok());
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    pub fn petgraph<G>(
        &mut self,
        graph: G,
        mut node: impl for<'s> FnMut(&'s mut Sketch, usize, &G::NodeWeight) -> &'s mut Sketch,
        mut edge: impl for<'s> FnMut(&'s mut Sketch, &G::EdgeWeight) -> &'s mut Sketch,
    ) -> &mut Self
    where
        G: IntoNodeReferences + IntoEdgeReferences + NodeIndexable,
        G: GraphProp<EdgeType = Directed>,
    {
        let mut vertices: Vec<Option<Vertex>> = vec![None; graph.node_bound()];
        let mut taken = Column::default();
        for reference in graph.node_references() {
            let index = graph.to_index(reference.id());
            self.vertex = None;
            let vertex = node(self, index, reference.weight()).vertex;
            self.kept(take(&mut taken, &self.builder, vertex));
            vertices[index] = vertex;
        }
        for reference in graph.edge_references() {
            let end = |node| vertices[graph.to_index(node)];
            // Where an end is missing, something was wrong with its node, and that is kept.
            if let (Some(from), Some(to)) = (end(reference.source()), end(reference.target())) {
                let drawn = self.builder.edge(from, to);
                self.at_edge = self.kept(drawn).is_some();
                self.vertex = None;
                edge(self, reference.weight());
            }
        }
        (self.vertex, self.at_edge) = (None, false);
        self
    }
}

/// Takes a vertex for a node, unless another has it.
fn take(
    taken: &mut Column<()>,
    builder: &ArenaBuilder,
    vertex: Option<Vertex>,
) -> Result<(), GraphError> {
    let vertex = vertex.ok_or(GraphError::NoVertexYet { said: "petgraph" })?;
    if taken.get(vertex as usize).is_some() {
        return Err(GraphError::SameName { name: builder.name(vertex) });
    }
    taken.set(vertex as usize, ());
    Ok(())
}

#[cfg(test)]
mod tests {
    use petgraph::graph::DiGraph;
    use petgraph::graphmap::DiGraphMap;
    use petgraph::stable_graph::StableDiGraph;

    use super::*;
    use crate::value::{Outcome, Player};

    #[test]
    fn a_graph_with_holes_keeps_the_numbers_of_its_nodes() {
        let mut graph = StableDiGraph::<&str, i64>::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| graph.add_node(name));
        graph.extend_with_edges([(a, b, 1), (c, a, 2), (c, c, 3)]);
        graph.remove_node(b);
        let arena = Arena::from_petgraph(&graph).unwrap();
        assert_eq!(arena, Arena::sketch().vertex(0).vertex(2).to(0).to(2).arena().unwrap());
    }

    #[test]
    fn a_map_of_names_is_taken_along_with_what_is_said_of_them() {
        let edges = [("b", "a", 5), ("a", "b", -1), ("b", "b", 0)];
        let graph: DiGraphMap<&str, i64> = DiGraphMap::from_edges(edges);
        let drawn = Arena::sketch()
            .petgraph(
                &graph,
                |at, index, name| at.vertex(name).owner(index).colors([index as u32]),
                |at, &weight| at.weight(weight),
            )
            .arena();
        let mut by_hand = Arena::sketch();
        by_hand.vertex("b").owner(Player::Zero).colors([0]).to("a").weight(5).to("b").weight(0);
        by_hand.vertex("a").owner(Player::One).colors([1]).to("b").weight(-1);
        assert_eq!(drawn, by_hand.arena());
        assert_eq!(Arena::from_petgraph(&graph).unwrap().graph.edge_count(), 3);
    }

    #[test]
    fn nodes_of_one_name_nodes_of_none_and_contradictions_are_told() {
        let mut graph = DiGraph::<&str, ()>::new();
        graph.add_node("x");
        let told = |graph: &DiGraph<&str, ()>, name: fn(&mut Sketch) -> &mut Sketch| {
            let mut sketch = Arena::sketch();
            sketch.petgraph(graph, |at, _, _| name(at), |at, ()| at);
            sketch.arena().unwrap_err().to_string()
        };
        assert_eq!(
            told(&graph, |at| at),
            "nobody knows which vertex 'petgraph' is about: call vertex(…) before it"
        );
        assert_eq!(
            told(&graph, |at| at.vertex("x").verdict(Outcome::Win).verdict(Outcome::Lose)),
            "vertex 'x' has verdict=win and now verdict=lose: keep one of them"
        );
        graph.add_node("x");
        assert_eq!(
            told(&graph, |at| at.vertex("x")),
            "two nodes are called 'x': give each a name of its own, such as its index"
        );
    }
}
