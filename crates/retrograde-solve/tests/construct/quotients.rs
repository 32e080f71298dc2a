//! Quotients by every bisimulation there is, and by random ones.

use std::collections::{BTreeSet, HashMap};

use proptest::prelude::*;
use retrograde_core::{Arena, Column, Control, Graph, Outcome, Player, Side};
use retrograde_solve::construct::{Partition, is_bisimulation, quotient};

use crate::arenas::{
    Edge, all_graphs, arenas, assert_names_differ, assert_values_pull_back, row, said,
    with_all_verdicts,
};

/// What an edge is to each side that may use it.
fn sides((to, weight, player): Edge) -> impl Iterator<Item = (u32, Option<i64>, Side)> {
    let open = move |side: &Side| player.is_none_or(|player| player == *side);
    Side::BOTH.into_iter().filter(open).map(move |side| (to, weight, side))
}

fn moves(arena: &Arena, partition: &Partition, vertex: u32) -> BTreeSet<(u32, Option<i64>, Side)> {
    row(arena, vertex, |to| partition.class[to as usize]).into_iter().flat_map(sides).collect()
}

/// By definition: every two members of a class look the same and answer each other's moves.
fn is_bisimulation_naively(arena: &Arena, partition: &Partition) -> bool {
    arena.graph.vertices().all(|a| {
        arena.graph.vertices().all(|b| {
            partition.class[a as usize] != partition.class[b as usize]
                || (said(arena, a) == said(arena, b)
                    && moves(arena, partition, a) == moves(arena, partition, b))
        })
    })
}

/// Numbers classes by first appearance.
fn numbered<T: std::hash::Hash + Eq>(keys: impl Iterator<Item = T>) -> Partition {
    let mut numbers = HashMap::new();
    let class = keys
        .map(|key| {
            let next = numbers.len() as u32;
            *numbers.entry(key).or_insert(next)
        })
        .collect();
    Partition { class, count: numbers.len() }
}

/// The coarsest bisimulation that tells these colours apart, by splitting until nothing splits.
fn refined(arena: &Arena, colours: &[u32]) -> Partition {
    let vertices = || arena.graph.vertices();
    let mut partition = numbered(vertices().map(|v| (colours[v as usize], said(arena, v))));
    loop {
        let finer = numbered(
            vertices().map(|v| (partition.class[v as usize], moves(arena, &partition, v))),
        );
        if finer.count == partition.count {
            return partition;
        }
        partition = finer;
    }
}

/// All partitions of `n` vertices.
fn all_partitions(n: usize) -> Vec<Partition> {
    let mut partitions = vec![Partition { class: Vec::new(), count: 0 }];
    for _ in 0..n {
        let longer = |partition: &Partition| {
            let Partition { class, count } = partition.clone();
            (0..=count).map(move |next| {
                let class = class.iter().copied().chain([next as u32]).collect();
                Partition { class, count: count.max(next + 1) }
            })
        };
        partitions = partitions.iter().flat_map(longer).collect();
    }
    partitions
}

/// The quotient by a bisimulation is what the definition says, and has the same values.
fn check(arena: &Arena, partition: &Partition) {
    let small = quotient(arena, partition, &Control::ALONE).unwrap();
    assert_eq!(small.arena.graph.vertex_count(), partition.count);
    for class in small.arena.graph.vertices() {
        let first = partition.class.iter().position(|&c| c == class).unwrap() as u32;
        assert_eq!(small.origin[class as usize], first);
        assert_eq!(small.arena.names.get(class), arena.names.get(first));
        let edges = row(&small.arena, class, |to| to);
        let distinct: BTreeSet<Edge> = edges.iter().copied().collect();
        assert_eq!(edges.len(), distinct.len(), "every move once");
        let mut in_order = row(arena, first, |to| partition.class[to as usize]);
        let mut seen = BTreeSet::new();
        in_order.retain(|&edge| {
            sides(edge).map(|side| seen.insert(side)).filter(|&new| new).count() > 0
        });
        assert_eq!(edges, in_order);
    }
    for vertex in arena.graph.vertices() {
        let image = partition.class[vertex as usize];
        assert_eq!(said(arena, vertex), said(&small.arena, image));
        let edges = row(&small.arena, image, |to| to).into_iter().flat_map(sides).collect();
        assert_eq!(moves(arena, partition, vertex), edges);
    }
    assert_names_differ(&small.arena);
    assert_values_pull_back(arena, &small.arena, |vertex| partition.class[vertex as usize]);
}

#[test]
fn all_bisimulations_of_all_small_graphs_with_all_verdicts() {
    let mut checked = 0;
    for n in 0..=3 {
        let partitions = all_partitions(n);
        for arena in all_graphs(n).flat_map(|arena| with_all_verdicts(&arena).collect::<Vec<_>>()) {
            for partition in &partitions {
                let expected = is_bisimulation_naively(&arena, partition);
                assert_eq!(is_bisimulation(&arena, partition, &Control::ALONE).unwrap(), expected);
                if expected {
                    check(&arena, partition);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 2000, "{checked}");
}

#[test]
fn bisimulations_of_a_sample_of_graphs_of_four_vertices() {
    let partitions = all_partitions(4);
    assert_eq!(partitions.len(), 15);
    for arena in all_graphs(4).step_by(47) {
        for partition in partitions.iter().filter(|partition| partition.count < 4) {
            if is_bisimulation(&arena, partition, &Control::ALONE).unwrap() {
                check(&arena, partition);
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bisimulation_of_random_arenas(
        arena in arenas(10, 2),
        colours in prop::collection::vec(prop::bool::weighted(0.1), 10),
    ) {
        let colours: Vec<u32> = colours.into_iter().map(u32::from).collect();
        for colours in [vec![0; 10], colours] {
            let partition = refined(&arena, &colours);
            prop_assert!(is_bisimulation(&arena, &partition, &Control::ALONE).unwrap());
            check(&arena, &partition);
        }
    }

    #[test]
    fn bare_graphs_where_much_coincides(arena in arenas(14, 1)) {
        let bare = Arena::from(arena.graph);
        check(&bare, &refined(&bare, &[0; 14]));
    }

    #[test]
    fn a_partition_is_a_bisimulation_exactly_by_definition(
        arena in arenas(4, 1),
        class in prop::collection::vec(0..3u32, 4),
    ) {
        let partition = numbered(class[..arena.graph.vertex_count()].iter());
        prop_assert_eq!(
            is_bisimulation(&arena, &partition, &Control::ALONE).unwrap(),
            is_bisimulation_naively(&arena, &partition)
        );
    }
}

/// A game where every move has an own twin, and one attribute that tells the twins apart.
#[test]
fn each_attribute_alone_tells_vertices_apart() {
    let arena = Arena::from(Graph::from_edges(4, [(0, 2), (1, 3)]).unwrap());
    let twins = Partition { class: vec![0, 0, 1, 1], count: 2 };
    assert!(is_bisimulation(&arena, &twins, &Control::ALONE).unwrap());
    let on_vertex = Column::from_iter([(3, Outcome::Lose)]);
    let different = [
        Arena { verdicts: on_vertex, ..arena.clone() },
        Arena { owners: Column::from_iter([(1, Player::One)]), ..arena.clone() },
        Arena { priorities: Column::from_iter([(1, 0)]), ..arena.clone() },
        Arena { targets: Column::from_iter([(1, false)]), ..arena.clone() },
        Arena { weights: Column::from_iter([(1, 0)]), ..arena.clone() },
        Arena { players: Column::from_iter([(1, Side::Left)]), ..arena.clone() },
    ];
    for arena in different {
        assert!(
            !is_bisimulation(&arena, &twins, &Control::ALONE).unwrap(),
            "{:?}",
            arena.attributes()
        );
    }
}

#[test]
fn parallel_moves_stay_where_they_add_a_weight_or_a_side() {
    let graph = Graph::from_edges(2, [(0, 1); 5]).unwrap();
    let weights = Column::from_iter([(0, 4), (1, 3), (2, 4), (3, 3)]);
    let players = Column::from_iter([(3, Side::Right)]);
    let arena = Arena { weights, players, ..Arena::from(graph) };
    let same = Partition { class: vec![0, 1], count: 2 };
    let small = quotient(&arena, &same, &Control::ALONE).unwrap().arena;
    let expected = [(1, Some(4), None), (1, Some(3), None), (1, None, None)];
    assert_eq!(row(&small, 0, |to| to), expected);
    let players = Column::from_iter([(0, Side::Left), (2, Side::Right)]);
    let small = quotient(&Arena { players, ..arena }, &same, &Control::ALONE).unwrap().arena;
    let apart = [(1, Some(4), Some(Side::Left)), (1, Some(4), Some(Side::Right))];
    assert_eq!(row(&small, 0, |to| to)[..3], [apart[0], (1, Some(3), None), apart[1]]);
}

#[test]
fn the_acceptance_stays() {
    let mut arena = Arena::from(Graph::from_edges(2, [(0, 1), (1, 0)]).unwrap());
    arena.colors = Column::from_iter([(0, 1), (1, 1)]);
    arena.acceptance = Some("Inf(0)&Fin(1)".parse().unwrap());
    let small = quotient(&arena, &Partition { class: vec![0, 0], count: 1 }, &Control::ALONE)
        .unwrap()
        .arena;
    assert_eq!(small.acceptance, arena.acceptance);
    assert_eq!(small.colors.get(0), Some(1));
}
