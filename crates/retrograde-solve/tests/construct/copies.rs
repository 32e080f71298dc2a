//! Alternating graphs and reachable parts: copies of vertices with all their moves.

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Graph, GraphError, Names};
use retrograde_solve::construct::{ConstructError, alternating, reachable};

use crate::arenas::{
    all_graphs, arenas, assert_names_differ, assert_values_pull_back, reach, row, said,
    with_all_verdicts,
};

fn check_alternating(arena: &Arena) {
    let doubled = alternating(arena, &Control::ALONE).unwrap();
    let half = arena.graph.vertex_count() as u32;
    assert_eq!(doubled.arena.graph.vertex_count() as u32, 2 * half);
    assert_eq!(doubled.origin.len() as u32, 2 * half);
    for vertex in arena.graph.vertices() {
        for (copy, base) in [(0, 0), (1, half)] {
            let new = base + vertex;
            assert_eq!(doubled.origin[new as usize], vertex);
            let name = format!("{}/{copy}", arena.names.get(vertex));
            assert_eq!(doubled.arena.names.get(new), name);
            assert_eq!(said(&doubled.arena, new), said(arena, vertex));
            let expected = row(arena, vertex, |to| half - base + to);
            assert_eq!(row(&doubled.arena, new, |to| to), expected);
        }
    }
    assert_names_differ(&doubled.arena);
    assert_values_pull_back(&doubled.arena, arena, |vertex| doubled.origin[vertex as usize]);
}

fn check_reachable(arena: &Arena, from: &[u32]) {
    let part = reachable(arena, from, &Control::ALONE).unwrap();
    let reached = from.iter().fold(vec![false; arena.graph.vertex_count()], |all, &start| {
        all.iter().zip(reach(&arena.graph, start)).map(|(a, b)| a | b).collect()
    });
    let expected: Vec<u32> =
        arena.graph.vertices().filter(|&vertex| reached[vertex as usize]).collect();
    assert_eq!(part.origin, expected);
    for (new, &old) in (0u32..).zip(&part.origin) {
        assert_eq!(part.arena.names.get(new), arena.names.get(old));
        assert_eq!(said(&part.arena, new), said(arena, old));
        let image = |to| part.origin[to as usize];
        assert_eq!(row(&part.arena, new, image), row(arena, old, |to| to));
    }
    assert_values_pull_back(&part.arena, arena, |vertex| part.origin[vertex as usize]);
    if part.origin.len() == arena.graph.vertex_count() {
        assert_eq!(&part.arena, arena);
    }
}

#[test]
fn all_small_graphs_with_all_verdicts() {
    for n in 0..=3 {
        for arena in all_graphs(n).flat_map(|arena| with_all_verdicts(&arena).collect::<Vec<_>>()) {
            check_alternating(&arena);
            for set in 0..1u32 << n {
                let from: Vec<u32> =
                    (0..n as u32).filter(|vertex| set >> vertex & 1 != 0).collect();
                check_reachable(&arena, &from);
            }
        }
    }
}

proptest! {
    #[test]
    fn both_copies_of_random_arenas_are_the_same_game(arena in arenas(12, 3)) {
        check_alternating(&arena);
    }

    #[test]
    fn what_play_reaches_in_random_arenas(
        arena in arenas(12, 2),
        from in prop::collection::vec(0..12u32, 0..3),
    ) {
        let count = arena.graph.vertex_count() as u32;
        let from: Vec<u32> = from.into_iter().map(|vertex| vertex % count).collect();
        check_reachable(&arena, &from);
    }
}

#[test]
fn starts_may_be_repeated_and_must_exist() {
    let arena = Arena::from(Graph::from_edges(3, [(0, 1)]).unwrap());
    assert_eq!(reachable(&arena, &[1, 0, 1, 1], &Control::ALONE).unwrap().origin, [0, 1]);
    let error = reachable(&arena, &[0, 3], &Control::ALONE).unwrap_err();
    let expected = GraphError::VertexOutOfRange { vertex: 3, vertices: 3 };
    assert_eq!(error, ConstructError::Graph(expected));
    assert_eq!(error.to_string(), "vertex 3 does not exist: the graph has 3");
}

#[test]
fn a_part_of_numbered_vertices_keeps_their_numbers_as_names() {
    let arena = Arena::from(Graph::from_edges(4, [(3, 1), (1, 3)]).unwrap());
    let part = reachable(&arena, &[3], &Control::ALONE).unwrap().arena;
    assert_eq!((part.names.number(0), part.names.number(1)), (Some(1), Some(3)));
    assert_eq!(reachable(&arena, &[], &Control::ALONE).unwrap().arena.names, Names::numbered(0));
}

#[test]
fn long_paths_do_not_recurse() {
    const N: u32 = 300_000;
    let path = Graph::from_edges(N as usize, (1..N).map(|vertex| (vertex - 1, vertex))).unwrap();
    let part = reachable(&Arena::from(path), &[5], &Control::ALONE).unwrap();
    assert_eq!(part.origin.len() as u32, N - 5);
}
