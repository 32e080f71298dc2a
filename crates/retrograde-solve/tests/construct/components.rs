//! Condensations: acyclic, and with the same reachability.

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Graph, Names};
use retrograde_solve::construct::condensation;
use retrograde_solve::cycle;

use crate::arenas::{all_graphs, arenas, assert_names_differ, reach};

fn check(arena: &Arena) {
    let condensed = condensation(arena, &Control::ALONE).unwrap();
    let graph = &condensed.arena.graph;
    assert_eq!(cycle::find(graph, &Control::ALONE).unwrap(), None);
    assert!(condensed.arena.attributes().is_empty());
    let edges: Vec<_> = graph.edges().collect();
    assert!(edges.iter().all(|(from, to)| from < to));
    let once: std::collections::BTreeSet<_> = edges.iter().collect();
    assert_eq!(once.len(), edges.len());
    for a in arena.graph.vertices() {
        let (here, there) = (reach(&arena.graph, a), reach(graph, condensed.component[a as usize]));
        for b in arena.graph.vertices() {
            assert_eq!(here[b as usize], there[condensed.component[b as usize] as usize]);
        }
    }
    for (from, to) in edges {
        let joins = |(a, b): (u32, u32)| {
            (condensed.component[a as usize], condensed.component[b as usize]) == (from, to)
        };
        assert!(arena.graph.edges().any(joins), "a move for each edge");
    }
    for component in graph.vertices() {
        let members: Vec<u32> = (arena.graph.vertices())
            .filter(|&vertex| condensed.component[vertex as usize] == component)
            .collect();
        assert_eq!(condensed.origin[component as usize], members[0]);
        assert_eq!(condensed.sizes[component as usize] as usize, members.len());
        let first = arena.names.get(members[0]);
        let name = match members.len() {
            1 if !first.contains('+') => first.into_owned(),
            size => format!("{first}+{}", size - 1),
        };
        assert_eq!(condensed.arena.names.get(component), name);
    }
    assert_names_differ(&condensed.arena);
}

#[test]
fn all_small_graphs() {
    (0..=3).flat_map(all_graphs).for_each(|arena| check(&arena));
    all_graphs(4).step_by(11).for_each(|arena| check(&arena));
}

proptest! {
    #[test]
    fn random_arenas(arena in arenas(14, 2)) {
        check(&arena);
    }
}

#[test]
fn names_that_look_like_those_of_components_stay_apart() {
    let words = ["a", "b", "a+1", "a+1+0"];
    let graph = Graph::from_edges(4, [(0, 1), (1, 0), (1, 2), (2, 3)]).unwrap();
    let names = Names::written(4, |vertex, text| text.push_str(words[vertex as usize]));
    let condensed = condensation(&Arena { names, ..Arena::from(graph) }, &Control::ALONE).unwrap();
    let names: Vec<_> = (0..3).map(|v| condensed.arena.names.get(v).into_owned()).collect();
    assert_eq!(names, ["a+1", "a+1+0", "a+1+0+0"]);
}

#[test]
fn a_lone_vertex_that_moves_to_itself_loses_the_move() {
    let loops = Arena::from(Graph::from_edges(2, [(0, 0), (1, 0), (1, 1), (1, 0)]).unwrap());
    let condensed = condensation(&loops, &Control::ALONE).unwrap();
    assert_eq!(condensed.sizes, [1, 1]);
    assert_eq!(condensed.arena.graph.edges().collect::<Vec<_>>(), [(0, 1)]);
}
