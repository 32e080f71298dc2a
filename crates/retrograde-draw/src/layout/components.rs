//! Splitting a graph into its connected components.

use super::Link;
use super::geometry::Node;

/// Nodes that hang together, renumbered from 0.
#[derive(Debug)]
pub(crate) struct Component {
    /// What its nodes are called in the whole graph, ascending.
    pub(crate) vertices: Vec<usize>,
    /// What its links are called in the whole graph.
    pub(crate) link_ids: Vec<usize>,
    /// Its links between its own numbers.
    pub(crate) links: Vec<Link>,
}

impl Component {
    pub(crate) fn nodes_of(&self, nodes: &[Node]) -> Vec<Node> {
        self.vertices.iter().map(|&vertex| nodes[vertex]).collect()
    }
}

/// The components in the order of their first nodes.
pub(crate) fn split(count: usize, links: &[Link]) -> Vec<Component> {
    let mut parent: Vec<usize> = (0..count).collect();
    for link in links {
        let (one, two) = (root(&mut parent, link.from), root(&mut parent, link.to));
        parent[one.max(two)] = one.min(two);
    }
    let mut component_of = vec![0; count];
    let mut number_in = vec![0; count];
    let mut components: Vec<Component> = Vec::new();
    for vertex in 0..count {
        let first = root(&mut parent, vertex);
        if first == vertex {
            component_of[vertex] = components.len();
            components.push(Component { vertices: vec![], link_ids: vec![], links: vec![] });
        }
        let component = &mut components[component_of[first]];
        component_of[vertex] = component_of[first];
        number_in[vertex] = component.vertices.len();
        component.vertices.push(vertex);
    }
    for (id, link) in links.iter().enumerate() {
        let component = &mut components[component_of[link.from]];
        component.link_ids.push(id);
        component.links.push(Link { from: number_in[link.from], to: number_in[link.to], ..*link });
    }
    components
}

/// The representative of `vertex`, halving the path to it.
fn root(parent: &mut [usize], mut vertex: usize) -> usize {
    while parent[vertex] != vertex {
        parent[vertex] = parent[parent[vertex]];
        vertex = parent[vertex];
    }
    vertex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_in_the_order_of_their_first_nodes() {
        let links = [(4, 1), (3, 0), (1, 4)].map(|(from, to)| Link::new(from, to, 1));
        let parts = split(5, &links);
        let vertices: Vec<_> = parts.iter().map(|part| part.vertices.clone()).collect();
        assert_eq!(vertices, [vec![0, 3], vec![1, 4], vec![2]]);
        assert_eq!(parts[1].link_ids, [0, 2]);
        assert_eq!((parts[1].links[0].from, parts[1].links[0].to), (1, 0));
    }
}
