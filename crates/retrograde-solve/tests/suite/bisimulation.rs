//! The coarsest bisimulation against refinement by the definition, and on graphs whose classes can
//! be told in advance.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Graph, Outcome, Player, Side, Vertex};
use retrograde_solve::bisimulation::{self, Partition};

/// Numbers keys by first appearance.
fn number<K: Ord>(keys: impl IntoIterator<Item = K>) -> Partition {
    let mut numbers = BTreeMap::new();
    let mut class = Vec::new();
    for key in keys {
        let next = numbers.len() as u32;
        class.push(*numbers.entry(key).or_insert(next));
    }
    Partition { class, count: numbers.len() }
}

/// Starts from the attributes and separates vertices whose moves look different, until none do.
fn naive(arena: &Arena) -> Partition {
    let Arena { graph, verdicts, owners, priorities, targets, colors, weights, players, .. } =
        arena;
    let mut partition = number(graph.vertices().map(|vertex| {
        let vertex = vertex as usize;
        let others = (priorities.get(vertex), targets.get(vertex), colors.get(vertex));
        (verdicts.get(vertex), owners.get(vertex), others)
    }));
    loop {
        let finer = number(graph.vertices().map(|vertex| {
            let moves: BTreeSet<_> = graph
                .edge_range(vertex)
                .flat_map(|edge| {
                    let to = partition.class[graph.targets()[edge] as usize];
                    // A move open to both sides is a move of each.
                    let player = players.get(edge);
                    let open = move |side: &Side| player.is_none_or(|player| player == *side);
                    let weight = weights.get(edge);
                    Side::BOTH.into_iter().filter(open).map(move |side| (weight, side, to))
                })
                .collect();
            (partition.class[vertex as usize], moves)
        }));
        if finer.count == partition.count {
            return finer;
        }
        partition = finer;
    }
}

fn graph(vertices: usize, edges: impl IntoIterator<Item = (Vertex, Vertex)>) -> Graph {
    Graph::from_edges(vertices, edges).unwrap()
}

fn count(graph: &Graph) -> usize {
    bisimulation::of_graph(graph, &Control::ALONE).unwrap().count
}

/// Gives a vertex one of six looks that each differ from the others in one attribute at least.
fn dress(arena: &mut Arena, vertex: usize, look: u8) {
    match look {
        0 => {}
        1 => arena.owners.set(vertex, Player::Zero),
        2 => arena.owners.set(vertex, Player::One),
        3 => arena.targets.set(vertex, false),
        4 => arena.priorities.set(vertex, 0),
        _ => arena.verdicts.set(vertex, Outcome::Lose),
    }
}

/// The edges among `vertices` vertices whose bits are set, row by row.
fn edges_of(vertices: u32, bits: u32) -> impl Iterator<Item = (Vertex, Vertex)> {
    (0..vertices * vertices)
        .filter(move |bit| bits >> bit & 1 == 1)
        .map(move |bit| (bit / vertices, bit % vertices))
}

#[test]
fn all_graphs_of_three_vertices_with_every_choice_of_looks() {
    for vertices in 0..=3u32 {
        for bits in 0..1 << (vertices * vertices) {
            let graph = graph(vertices as usize, edges_of(vertices, bits));
            for looks in 0..6u32.pow(vertices) {
                let mut arena = Arena::from(graph.clone());
                for vertex in 0..vertices {
                    dress(&mut arena, vertex as usize, (looks / 6u32.pow(vertex) % 6) as u8);
                }
                assert_eq!(
                    bisimulation::coarsest(&arena, &Control::ALONE).unwrap(),
                    naive(&arena),
                    "{arena:?}"
                );
            }
        }
    }
}

#[test]
fn all_graphs_of_four_vertices() {
    for bits in 0..1 << 16 {
        let arena = Arena::from(graph(4, edges_of(4, bits)));
        let partition = bisimulation::coarsest(&arena, &Control::ALONE).unwrap();
        assert_eq!(partition, naive(&arena), "{:?}", arena.graph);
        assert_eq!(partition, bisimulation::of_graph(&arena.graph, &Control::ALONE).unwrap());
    }
}

/// Every edge is absent, plain or weighted; in a fifth of the graphs each edge is there twice, once
/// plain and once weighted.
#[test]
fn all_graphs_of_three_vertices_with_labels() {
    for choices in 0..3u32.pow(9) {
        let choice = |slot: u32| choices / 3u32.pow(slot) % 3;
        let slots = (0..9).filter(|&slot| choice(slot) > 0);
        let twice = choices % 5 == 0;
        let edges = slots.flat_map(|slot| std::iter::repeat_n(slot, 1 + usize::from(twice)));
        let edges: Vec<u32> = edges.collect();
        let mut arena = Arena::from(graph(3, edges.iter().map(|slot| (slot / 3, slot % 3))));
        for (edge, &slot) in edges.iter().enumerate() {
            if (choice(slot) == 2) != (twice && edge % 2 == 1) {
                arena.weights.set(edge, 0);
            }
        }
        assert_eq!(
            bisimulation::coarsest(&arena, &Control::ALONE).unwrap(),
            naive(&arena),
            "{arena:?}"
        );
    }
}

/// Random arenas of up to `vertices` vertices with `per_vertex` times as many moves at most, and
/// from none to all of the attributes.
fn arenas(vertices: usize, per_vertex: usize) -> impl Strategy<Value = Arena> {
    (1..=vertices, 1..=4u8, 1..=4u8, any::<bool>())
        .prop_flat_map(move |(n, looks, labels, acyclic)| {
            let edge = (0..n as u32, 0..n as u32, 0..labels, 0..labels);
            let edges = proptest::collection::vec(edge, 0..=n * per_vertex);
            let looks = proptest::collection::vec((0..looks, 0..looks, 0..looks, 0..looks), n);
            (looks, edges, Just(acyclic))
        })
        .prop_map(|(looks, mut edges, acyclic)| {
            edges.retain(|&(from, to, ..)| !acyclic || from < to);
            edges.sort_by_key(|&(from, ..)| from);
            let pairs = edges.iter().map(|&(from, to, ..)| (from, to));
            let mut arena = Arena::from(graph(looks.len(), pairs));
            for (vertex, &(verdict, owner, priority, target)) in looks.iter().enumerate() {
                match verdict {
                    1 => arena.verdicts.set(vertex, Outcome::Win),
                    2 => arena.verdicts.set(vertex, Outcome::Draw),
                    _ => {}
                }
                match owner {
                    1 => arena.owners.set(vertex, Player::Zero),
                    2 => arena.owners.set(vertex, Player::One),
                    _ => {}
                }
                if priority > 1 {
                    arena.priorities.set(vertex, u32::from(priority - 2));
                }
                if target > 1 {
                    arena.targets.set(vertex, target > 2);
                }
                if priority == 1 {
                    arena.colors.set(vertex, 1 << target);
                }
            }
            for (edge, &(_, _, weight, player)) in edges.iter().enumerate() {
                if weight > 1 {
                    arena.weights.set(edge, 2 - i64::from(weight));
                }
                match player {
                    1 => arena.players.set(edge, Side::Left),
                    3 => arena.players.set(edge, Side::Right),
                    _ => {}
                }
            }
            arena
        })
}

/// The arena with `copies` of each vertex, vertex `v` becoming all those that are `v` modulo the
/// number of vertices. Each move leads to one or two copies of its end, picked by `noise`.
fn lift(arena: &Arena, copies: u32, mut noise: u64) -> Arena {
    let vertices = arena.graph.vertex_count() as u32;
    let mut edges = Vec::new();
    for copy in 0..copies {
        for vertex in arena.graph.vertices() {
            for edge in arena.graph.edge_range(vertex) {
                noise = noise.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let to = arena.graph.targets()[edge];
                for end in 0..1 + (noise >> 60 & 1) as u32 {
                    let to = to + ((noise >> 33) as u32 + end) % copies * vertices;
                    edges.push((vertex + copy * vertices, to, edge));
                }
            }
        }
    }
    let pairs = edges.iter().map(|&(from, to, _)| (from, to));
    let mut lifted = Arena::from(graph((vertices * copies) as usize, pairs));
    for new in lifted.graph.vertices() {
        let (new, old) = (new as usize, (new % vertices) as usize);
        arena.verdicts.get(old).into_iter().for_each(|it| lifted.verdicts.set(new, it));
        arena.owners.get(old).into_iter().for_each(|it| lifted.owners.set(new, it));
        arena.priorities.get(old).into_iter().for_each(|it| lifted.priorities.set(new, it));
        arena.targets.get(old).into_iter().for_each(|it| lifted.targets.set(new, it));
        arena.colors.get(old).into_iter().for_each(|it| lifted.colors.set(new, it));
    }
    for (new, &(_, _, old)) in edges.iter().enumerate() {
        arena.weights.get(old).into_iter().for_each(|it| lifted.weights.set(new, it));
        arena.players.get(old).into_iter().for_each(|it| lifted.players.set(new, it));
    }
    lifted
}

proptest! {
    #[test]
    fn random_arenas(arena in arenas(40, 3)) {
        let partition = bisimulation::coarsest(&arena, &Control::ALONE).unwrap();
        prop_assert_eq!(&partition, &naive(&arena));
    }

    #[test]
    fn random_bare_graphs(arena in arenas(40, 2)) {
        let bare = Arena::from(arena.graph);
        prop_assert_eq!(bisimulation::of_graph(&bare.graph, &Control::ALONE).unwrap(), naive(&bare));
    }

    /// Copies are told apart neither from each other nor from the original.
    #[test]
    fn copies_stay_together(arena in arenas(12, 2), copies in 1..40u32, noise in any::<u64>()) {
        let small = naive(&arena);
        let large = bisimulation::coarsest(&lift(&arena, copies, noise), &Control::ALONE).unwrap();
        prop_assert_eq!(large.count, small.count);
        for (index, class) in large.class.iter().enumerate() {
            prop_assert_eq!(*class, small.class[index % small.class.len()]);
        }
    }
}

#[test]
fn a_chain_has_a_class_for_each_vertex_and_a_cycle_has_one() {
    const N: u32 = 200_000;
    let chain = graph(N as usize, (1..N).map(|v| (v - 1, v)));
    assert_eq!(
        bisimulation::of_graph(&chain, &Control::ALONE).unwrap().class,
        (0..N).collect::<Vec<_>>()
    );
    let backwards = graph(N as usize, (1..N).map(|v| (v, v - 1)));
    assert_eq!(count(&backwards), N as usize);
    let cycle = graph(N as usize, (0..N).map(|v| (v, (v + 1) % N)));
    assert_eq!(count(&cycle), 1);
}

/// A cycle marked with a period that divides its length folds to that period; one with a single
/// mark does not fold at all.
#[test]
fn a_cycle_folds_to_the_period_of_its_marks() {
    const N: usize = 6000;
    for period in [1, 2, 5, 1000, N] {
        let mut arena = Arena::from(graph(N, (0..N as u32).map(|v| (v, (v + 1) % N as u32))));
        for vertex in (0..N).step_by(period) {
            arena.targets.set(vertex, true);
        }
        let partition = bisimulation::coarsest(&arena, &Control::ALONE).unwrap();
        assert_eq!(partition.count, period);
        assert!((0..N).all(|vertex| partition.class[vertex] as usize == vertex % period));
    }
}

#[test]
fn stars_and_complete_graphs() {
    assert_eq!(count(&graph(1000, (1..1000).map(|leaf| (0, leaf)))), 2);
    assert_eq!(count(&graph(1000, (1..1000).map(|leaf| (leaf, 0)))), 2);
    let dag = (0..300).flat_map(|from| (from + 1..300).map(move |to| (from, to)));
    assert_eq!(count(&graph(300, dag)), 300);
    let all = (0..100).flat_map(|from| (0..100).map(move |to| (from, to)));
    assert_eq!(count(&graph(100, all)), 1);
    assert_eq!(count(&graph(0, [])), 0);
    assert_eq!(count(&graph(7, [])), 1);
}

/// Moves right and down; edges are listed by vertex, right first.
fn grid(width: u32, height: u32) -> Arena {
    let edges = (0..width * height).flat_map(|v| {
        let right = (v % width + 1 < width).then_some((v, v + 1));
        let down = (v / width + 1 < height).then_some((v, v + width));
        [right, down].into_iter().flatten()
    });
    Arena::from(graph((width * height) as usize, edges))
}

/// Every play from a square of a grid ends in the same corner after the same number of moves, so
/// the distance to that corner is all there is to a square.
#[test]
fn a_grid_folds_to_its_diagonals() {
    for (width, height) in [(1, 1), (1, 9), (7, 4), (60, 60), (80, 31)] {
        assert_eq!(count(&grid(width, height).graph), (width + height - 1) as usize);
    }
}

/// With right and down told apart, a square shows how often each is still possible.
#[test]
fn a_grid_with_labelled_moves_does_not_fold() {
    let (width, height) = (40, 30);
    let mut arena = grid(width, height);
    for (edge, (from, to)) in arena.graph.clone().edges().enumerate() {
        if to == from + 1 {
            arena.players.set(edge, Side::Left);
        }
    }
    assert_eq!(
        bisimulation::coarsest(&arena, &Control::ALONE).unwrap().count,
        (width * height) as usize
    );
}

/// Priorities that show how far off the main diagonal a square lies leave nothing but the
/// reflection in that diagonal.
#[test]
fn a_grid_with_symmetric_priorities_folds_along_its_diagonal() {
    let side = 40;
    let mut arena = grid(side, side);
    for vertex in arena.graph.vertices() {
        arena.priorities.set(vertex as usize, (vertex % side).abs_diff(vertex / side));
    }
    let partition = bisimulation::coarsest(&arena, &Control::ALONE).unwrap();
    assert_eq!(partition.count, (side * (side + 1) / 2) as usize);
    for vertex in arena.graph.vertices() {
        let mirrored = vertex % side * side + vertex / side;
        assert_eq!(partition.class[vertex as usize], partition.class[mirrored as usize]);
    }
}

#[test]
fn parallel_edges_count_once_but_labels_count() {
    // 0 has one move to 3, 1 has three, 2 has one to each of two equal ends.
    let edges = [(0, 3), (1, 3), (1, 3), (1, 3), (2, 3), (2, 4)];
    let mut arena = Arena::from(graph(5, edges));
    assert_eq!(bisimulation::coarsest(&arena, &Control::ALONE).unwrap().class, [0, 0, 0, 1, 1]);
    arena.weights.set(2, 0);
    // A weight of 0 is not the same as no weight.
    assert_eq!(bisimulation::coarsest(&arena, &Control::ALONE).unwrap().class, [0, 1, 0, 2, 2]);
    for edge in 0..6 {
        arena.weights.set(edge, 0);
    }
    assert_eq!(bisimulation::coarsest(&arena, &Control::ALONE).unwrap().class, [0, 0, 0, 1, 1]);
    arena.weights.set(5, 1);
    assert_eq!(bisimulation::coarsest(&arena, &Control::ALONE).unwrap().class, [0, 0, 1, 2, 2]);
}

#[test]
fn a_loop_is_like_any_endless_play() {
    // A loop, a cycle of two, and a way into the loop; 4 may also stop.
    let edges = [(0, 0), (1, 2), (2, 1), (3, 0), (4, 4), (4, 5)];
    assert_eq!(
        bisimulation::of_graph(&graph(6, edges), &Control::ALONE).unwrap().class,
        [0, 0, 0, 0, 1, 2]
    );
}
