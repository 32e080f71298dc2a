//! Sizes at which recursion or more than linear time would show.

use retrograde_core::{Column, Convention, Graph, OutcomeSolution, Strategy, Value};
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
    let mut solution = OutcomeSolution::new((0..n).map(right).collect(), Some(strategy));
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
    let solution =
        OutcomeSolution { values: values(&claimed), strategy: Some(strategy), ties: None };
    assert!(verify_outcome(&game.view(), &solution).is_ok());
}
