//! Unravelled trees against lists of walks.

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Graph};
use retrograde_solve::construct::{ConstructError, Size, unravel};
use retrograde_solve::cycle;

use crate::arenas::{
    CONVENTIONS, all_graphs, arenas, assert_names_differ, assert_values_pull_back, row, said,
    values, with_all_verdicts,
};

/// The walks of at most `depth` moves, as lists of places of edges, shortest first.
fn walks(graph: &Graph, from: u32, depth: u32) -> Vec<(Vec<usize>, u32)> {
    let mut all = vec![(Vec::new(), from)];
    let mut level = all.clone();
    for _ in 0..depth {
        let mut longer = Vec::new();
        for (walk, end) in &level {
            for place in graph.edge_range(*end) {
                let walk: Vec<usize> = walk.iter().copied().chain([place]).collect();
                longer.push((walk, graph.targets()[place]));
            }
        }
        all.extend(longer.iter().cloned());
        level = longer;
    }
    all
}

fn check(arena: &Arena, from: u32, depth: u32) {
    let walks = walks(&arena.graph, from, depth);
    let size = walks.len() as u64;
    let tree = unravel(arena, from, depth, size, &Control::ALONE).unwrap();
    assert_eq!(tree.arena.graph.vertex_count(), walks.len());
    assert_eq!(tree.arena.graph.edge_count(), walks.len() - 1);
    let number = |walk: &[usize]| walks.iter().position(|(other, _)| other == walk).unwrap() as u32;
    let mut cut = 0;
    for (node, (walk, end)) in (0u32..).zip(&walks) {
        assert_eq!(tree.origin[node as usize], *end);
        assert_eq!(tree.arena.names.get(node), format!("{}~{node}", arena.names.get(*end)));
        assert_eq!(said(&tree.arena, node), said(arena, *end));
        if (walk.len() as u32) < depth {
            let image = |to: u32| tree.origin[to as usize];
            assert_eq!(row(&tree.arena, node, image), row(arena, *end, |to| to));
            let longer = arena.graph.edge_range(*end);
            let longer = longer.map(|place| number(&[walk.as_slice(), &[place]].concat()));
            assert_eq!(tree.arena.graph.successors(node), longer.collect::<Vec<_>>());
        } else {
            assert!(tree.arena.graph.is_terminal(node));
            cut += usize::from(!arena.graph.is_terminal(*end));
        }
    }
    assert_eq!(tree.cut, cut);
    assert_names_differ(&tree.arena);
    if cut == 0 {
        assert_values_pull_back(&tree.arena, arena, |node| tree.origin[node as usize]);
    }
    match unravel(arena, from, depth, size - 1, &Control::ALONE) {
        Err(ConstructError::TooLarge { vertices, edges, limit, .. }) => {
            assert_eq!(vertices, Size::Exactly(size.into()));
            assert_eq!(edges, Size::Exactly(u128::from(size) - 1));
            assert_eq!(limit, size - 1);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_small_graphs_from_everywhere() {
    for n in 1..=3 {
        for arena in all_graphs(n) {
            for from in arena.graph.vertices() {
                for depth in 0..=3 {
                    check(&arena, from, depth);
                }
            }
        }
    }
}

#[test]
fn acyclic_games_of_four_vertices_unravel_whole() {
    let acyclic = |arena: &Arena| arena.graph.edges().all(|(from, to)| from < to);
    for arena in
        all_graphs(4).filter(acyclic).flat_map(|a| with_all_verdicts(&a).collect::<Vec<_>>())
    {
        let tree = unravel(&arena, 0, u32::MAX, 100, &Control::ALONE).unwrap();
        assert_eq!(tree.cut, 0);
        assert_values_pull_back(&tree.arena, &arena, |node| tree.origin[node as usize]);
    }
}

proptest! {
    #[test]
    fn random_arenas(arena in arenas(8, 2), from in 0..8u32, depth in 0..4u32) {
        let from = from % arena.graph.vertex_count() as u32;
        prop_assume!(walks(&arena.graph, from, depth).len() < 300);
        check(&arena, from, depth);
    }

    #[test]
    fn the_root_of_an_acyclic_game_has_its_value(arena in arenas(12, 2)) {
        prop_assume!(cycle::find(&arena.graph, &Control::ALONE).unwrap().is_none());
        for from in arena.graph.vertices() {
            let tree = unravel(&arena, from, u32::MAX, 1 << 20, &Control::ALONE).unwrap();
            prop_assert_eq!(tree.cut, 0);
            for convention in CONVENTIONS {
                let here = values(&tree.arena, convention).get(0);
                prop_assert_eq!(here, values(&arena, convention).get(from));
            }
        }
    }
}

fn too_large(arena: &Arena, depth: u32, limit: u64) -> (Size, u64) {
    match unravel(arena, 0, depth, limit, &Control::ALONE) {
        Err(ConstructError::TooLarge { vertices, limit, .. }) => (vertices, limit),
        other => panic!("{:?}", other.map(|tree| tree.origin.len())),
    }
}

#[test]
fn cycles_stop_the_count_early() {
    let turning = Arena::from(Graph::from_edges(1, [(0, 0)]).unwrap());
    assert_eq!(too_large(&turning, 999_999, 1000), (Size::Exactly(1_000_000), 1000));
    let (size, limit) = too_large(&turning, u32::MAX, 1000);
    assert!(matches!(size, Size::AtLeast(count) if count > 4_000_000));
    assert_eq!(limit, 1000);
    let doubling = Arena::from(Graph::from_edges(1, [(0, 0), (0, 0)]).unwrap());
    assert_eq!(too_large(&doubling, 40, 0), (Size::Exactly((1 << 41) - 1), 0));
    assert_eq!(too_large(&doubling, 62, 5), (Size::Exactly((1 << 63) - 1), 5));
    assert_eq!(too_large(&doubling, 63, 5), (Size::AtLeast(u128::from(u64::MAX)), 5));
    let endless = (Size::AtLeast(u128::from(u64::MAX)), u64::from(u32::MAX));
    assert_eq!(too_large(&doubling, u32::MAX, u64::MAX), endless);
}

#[test]
fn a_deep_path_is_its_own_tree_at_any_depth() {
    const N: u32 = 200_000;
    let path = Graph::from_edges(N as usize, (1..N).map(|vertex| (vertex - 1, vertex))).unwrap();
    let arena = Arena::from(path);
    for depth in [N - 1, N, u32::MAX] {
        let tree = unravel(&arena, 0, depth, N.into(), &Control::ALONE).unwrap();
        assert_eq!(tree.arena.graph, arena.graph);
        assert_eq!(tree.cut, 0);
    }
    let tree = unravel(&arena, 0, N - 2, N.into(), &Control::ALONE).unwrap();
    assert_eq!((tree.origin.len() as u32, tree.cut), (N - 1, 1));
}

#[test]
fn a_start_that_does_not_exist() {
    let arena = Arena::from(Graph::from_edges(2, [(0, 1)]).unwrap());
    let error = unravel(&arena, 2, 1, 10, &Control::ALONE).unwrap_err();
    assert_eq!(error.to_string(), "vertex 2 does not exist: the graph has 2");
}
