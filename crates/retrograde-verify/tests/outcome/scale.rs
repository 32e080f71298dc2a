//! Sizes at which recursion or more than linear time would show.

use std::time::Instant;

use retrograde_core::{
    Column, Convention, Graph, Offsets, OutcomeSolution, Strategy, Value, Vertex,
};
use retrograde_verify::verify_outcome;

use crate::oracle::{Game, lose, values, win};

#[test]
fn a_path_of_a_million_vertices_needs_no_stack() {
    let n = 1_000_000u32;
    let graph = Graph::from_edges(n as usize, (1..n).map(|v| (v - 1, v))).unwrap();
    let game = Game::new(graph, Column::default(), Convention::Normal);
    let right = |v: u32| {
        let distance = n - 1 - v;
        if distance.is_multiple_of(2) { lose(distance) } else { win(distance) }
    };
    let strategy: Strategy = (0..n).map(|v| (v + 1 < n).then_some(v + 1)).collect();
    let mut solution =
        OutcomeSolution { values: (0..n).map(right).collect(), strategy: Some(strategy) };
    let checked = verify_outcome(&game.view(), &solution).unwrap();
    assert_eq!((checked.vertices, checked.moves), (1_000_000, Some(999_999)));

    // The last vertex alone is wrong, so the whole path is looked at before anything is found.
    solution.values = (0..n).map(|v| if v < n - 1 { right(v) } else { Value::Draw }).collect();
    let fault = verify_outcome(&game.view(), &solution).unwrap_err();
    assert_eq!(fault.vertex, Some(n - 2));
}

#[test]
fn a_vertex_with_a_million_moves_is_checked_in_linear_time() {
    let n = 1_000_000u32;
    let graph = Graph::from_edges(n as usize, (1..n).map(|v| (0, v))).unwrap();
    let game = Game::new(graph, Column::default(), Convention::Misere);
    let claimed: Vec<Value> = std::iter::once(lose(1)).chain((1..n).map(|_| win(0))).collect();
    let strategy = (0..n).map(|v| (v == 0).then_some(n - 1)).collect();
    let solution = OutcomeSolution { values: values(&claimed), strategy: Some(strategy) };
    assert!(verify_outcome(&game.view(), &solution).is_ok());
}

/// Run with `cargo test --release -p retrograde-verify -- --ignored --nocapture`.
#[test]
#[ignore = "takes 1 GB and ten seconds in release mode; prints its time"]
fn ten_million_vertices_take_seconds() {
    let (n, degree) = (10_000_000u32, 5);
    let mut state = 1u64;
    let mut below = |bound: u32| {
        // The multiplier of Knuth's MMIX; only the high half of the state is used.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 32) * u64::from(bound)) >> 32) as u32
    };
    let mut offsets = vec![0u32];
    let mut targets: Vec<Vertex> = Vec::new();
    for _ in 0..n {
        if below(20) > 0 {
            targets.extend((0..degree).map(|_| below(n)));
        }
        offsets.push(targets.len() as u32);
    }
    let graph = Graph::from_parts(Offsets::Narrow(offsets), targets).unwrap();
    let game = Game::new(graph, Column::default(), Convention::Normal);
    let truth = game.values();
    let strategy = game
        .graph
        .vertices()
        .map(|v| {
            game.graph.successors(v).iter().copied().find(|&to| game.is_best(&truth, v, Some(to)))
        })
        .collect();
    let mut solution = OutcomeSolution { values: values(&truth), strategy: None };
    let start = Instant::now();
    let checked = verify_outcome(&game.view(), &solution).unwrap();
    println!("{checked}: {:.2?}", start.elapsed());
    solution.strategy = Some(strategy);
    let start = Instant::now();
    let checked = verify_outcome(&game.view(), &solution).unwrap();
    println!("{checked}: {:.2?}", start.elapsed());
    assert!(start.elapsed().as_secs() < 10);
}
