//! Every game of at most three vertices, every labelling, every strategy.

use retrograde_core::{Column, Convention, Graph, Outcome, OutcomeSolution, Value, Vertex};
use retrograde_verify::verify_outcome;

use crate::oracle::{Game, lose, values, win};

/// Every graph of `n` vertices with self-loops, every verdict or none at each vertex without
/// moves, both conventions.
fn games(n: usize) -> impl Iterator<Item = Game> {
    (0..1u32 << (n * n)).flat_map(move |bits| {
        let edges = (0..n * n)
            .filter(move |bit| bits >> bit & 1 != 0)
            .map(move |bit| ((bit / n) as Vertex, (bit % n) as Vertex));
        let graph = Graph::from_edges(n, edges).unwrap();
        let terminals: Vec<Vertex> = graph.vertices().filter(|&v| graph.is_terminal(v)).collect();
        let choices = [None, Some(Outcome::Win), Some(Outcome::Lose), Some(Outcome::Draw)];
        tuples(&choices, terminals.len()).flat_map(move |chosen| {
            let verdicts: Column<Outcome> = terminals
                .iter()
                .zip(chosen)
                .filter_map(|(&v, verdict)| Some((v as usize, verdict?)))
                .collect();
            let graph = graph.clone();
            [Convention::Normal, Convention::Misere]
                .map(|convention| Game::new(graph.clone(), verdicts.clone(), convention))
        })
    })
}

/// All ways to write `len` of the `items` in a row.
fn tuples<T: Copy + 'static>(items: &[T], len: usize) -> impl Iterator<Item = Vec<T>> + use<T> {
    let items = items.to_vec();
    (0..items.len().pow(len as u32)).map(move |mut code| {
        (0..len)
            .map(|_| {
                let item = items[code % items.len()];
                code /= items.len();
                item
            })
            .collect()
    })
}

#[test]
fn exactly_one_labelling_of_every_small_game_is_accepted() {
    let labels: Vec<Value> =
        std::iter::once(Value::Draw).chain((0..=4).flat_map(|d| [win(d), lose(d)])).collect();
    let mut seen = 0;
    for n in 0..=3 {
        let labellings: Vec<Vec<Value>> = tuples(&labels, n).collect();
        let solutions: Vec<OutcomeSolution> = labellings
            .iter()
            .map(|labelling| OutcomeSolution {
                values: values(labelling),
                strategy: None,
                ties: None,
            })
            .collect();
        for game in games(n) {
            let view = game.view();
            let accepted: Vec<&Vec<Value>> = labellings
                .iter()
                .zip(&solutions)
                .filter(|(_, solution)| verify_outcome(&view, solution).is_ok())
                .map(|(labelling, _)| labelling)
                .collect();
            assert_eq!(accepted, [&game.values()], "{game:?}");
            seen += 1;
        }
    }
    // Each of n vertices is one of 4 kinds of terminal or has one of 2ⁿ − 1 sets of moves.
    assert_eq!(seen, 2 * (1 + 5 + 7 * 7 + 11 * 11 * 11));
}

#[test]
fn exactly_the_best_moves_of_every_small_game_are_accepted() {
    for n in 1..=3 {
        // One vertex more than there are: a move may lead out of the graph.
        let moves: Vec<Option<Vertex>> =
            std::iter::once(None).chain((0..=n as Vertex).map(Some)).collect();
        for game in games(n) {
            let truth = game.values();
            let mut accepted = 0;
            for strategy in tuples(&moves, n) {
                let right = (0..).zip(&strategy).all(|(v, &to)| game.is_best(&truth, v, to));
                let solution = OutcomeSolution {
                    values: values(&truth),
                    strategy: Some(strategy.iter().copied().collect()),
                    ties: None,
                };
                let verdict = verify_outcome(&game.view(), &solution);
                assert_eq!(verdict.is_ok(), right, "{game:?} {strategy:?} {verdict:?}");
                accepted += usize::from(right);
            }
            assert!(accepted > 0, "every game has a best strategy: {game:?}");
        }
    }
}

#[test]
fn nothing_decides_a_cycle_without_an_end() {
    let distances = [0, 1, 2, 3, 4, 7, 1000, u32::MAX - 1, u32::MAX];
    for len in 1..=6u32 {
        let edges: Vec<_> = (0..len).map(|v| (v, (v + 1) % len)).collect();
        let game = Game::normal(len as usize, &edges);
        let strategy: retrograde_core::Strategy = edges.iter().map(|&(_, to)| Some(to)).collect();
        for first in distances {
            for second in distances {
                let claimed: Vec<Value> =
                    (0..len).map(|v| if v % 2 == 0 { win(first) } else { lose(second) }).collect();
                for strategy in [None, Some(strategy.clone())] {
                    let solution =
                        OutcomeSolution { values: values(&claimed), strategy, ties: None };
                    assert!(verify_outcome(&game.view(), &solution).is_err(), "{solution:?}");
                }
            }
        }
        let draws = vec![Value::Draw; len as usize];
        let solution =
            OutcomeSolution { values: values(&draws), strategy: Some(strategy), ties: None };
        assert!(verify_outcome(&game.view(), &solution).is_ok());
    }
}
