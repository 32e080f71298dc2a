//! Long chains, hard games, and deadlines.

use std::time::{Duration, Instant};

use retrograde_core::Graph;
use retrograde_solve::parity::{Method, Options, solve};

use crate::support::Case;
use crate::{METHODS, solved};

/// A game whose vertices are `(owner is player 1, priority, moves)`.
fn case(rows: &[(bool, u32, Vec<u32>)]) -> Case {
    let edges = (0..).zip(rows).flat_map(|(v, row)| row.2.iter().map(move |&to| (v, to)));
    Case {
        graph: Graph::from_edges(rows.len(), edges).unwrap(),
        ones: rows.iter().map(|row| row.0).collect(),
        priorities: rows.iter().map(|row| row.1).collect(),
    }
}

/// A ring with moves two steps back, and a priority of its own for each vertex.
fn ring(vertices: u32) -> Case {
    let row = |v: u32| (v % 2 == 1, v, vec![(v + 1) % vertices, (v + vertices - 2) % vertices]);
    case(&(0..vertices).map(row).collect::<Vec<_>>())
}

/// Pairs of vertices that lead to each other, player 0's and player 1's, each pair with a priority
/// of its own: one game inside the other, as deep as there are pairs, and half of all below is lost
/// for the player at each depth.
fn pairs(pairs: u32) -> Case {
    let row = |v: u32| (v % 2 == 1, v / 2, vec![v ^ 1]);
    case(&(0..pairs * 2).map(row).collect::<Vec<_>>())
}

/// As before, but the way from each pair leads down to the next, so that attractors hold attractors.
fn stairs(steps: u32) -> Case {
    let row = |v: u32| {
        let mut moves = vec![v ^ 1];
        if v / 2 % 2 == v % 2 && v >= 2 {
            moves.push(v - 2);
        }
        (v % 2 == 1, v / 2, moves)
    };
    case(&(0..steps * 2).map(row).collect::<Vec<_>>())
}

#[test]
fn deep_nests_take_linear_time() {
    for nest in [ring, pairs, stairs] {
        let small = nest(100);
        for method in METHODS {
            let solution = solved(&small, method);
            assert!(solution.winners.is_complete());
            assert_eq!(small.check(&solution), Ok(()));
        }
        // Quadratic time would be minutes.
        let deep = nest(500_000);
        for method in [Method::Auto, Method::Zielonka] {
            assert!(solved(&deep, method).winners.is_complete());
        }
    }
}

/// A ladder of cycles in which each step down has a larger priority and Zielonka's algorithm solves
/// what is below twice.
fn ladder(steps: u32) -> Case {
    let mut rows = Vec::new();
    for step in 0..steps {
        let base = step * 3;
        let player = step % 2 == 1;
        let up = base.saturating_sub(3);
        let down = (base + 3).min(steps * 3 - 3);
        rows.push((!player, step + 2, vec![base + 1, up]));
        rows.push((player, step % 2, vec![base, base + 2]));
        rows.push((!player, (step + 1) % 2, vec![base + 1, down, up]));
    }
    case(&rows)
}

#[test]
fn ladders_are_solved_alike() {
    for steps in 1..30 {
        let ladder = ladder(steps);
        let expected = solved(&ladder, Method::Auto);
        assert_eq!(ladder.check(&expected), Ok(()));
        for method in METHODS {
            let solution = solved(&ladder, method);
            assert_eq!(solution.winners, expected.winners, "{method:?}");
            assert_eq!(ladder.check(&solution), Ok(()), "{method:?}");
        }
    }
}

#[test]
fn a_deadline_leaves_what_is_proven() {
    let deep = ring(3000);
    for method in METHODS {
        for micros in [0, 50, 200, 1000] {
            let deadline = Some(Instant::now() + Duration::from_micros(micros));
            let options = Options { method, deadline, ..Options::default() };
            let solution = solve(&deep.game(), &options).solution;
            let full = solved(&deep, Method::Auto);
            for vertex in deep.graph.vertices() {
                let winner = solution.winners.get(vertex);
                assert!(winner.is_none() || winner == full.winners.get(vertex));
            }
        }
    }
}
