//! Long chains, hard games, and deadlines.

use std::time::{Duration, Instant};

use retrograde_core::{Control, Graph, Player};
use retrograde_solve::Options;
use retrograde_solve::parity::{Method, solve};

use crate::support::Case;
use crate::{METHODS, solved};

/// The methods that deep nests are easy for; others take exponential time on some of them.
const BY_ATTRACTORS: [Method; 4] =
    [Method::Auto, Method::Zielonka, Method::Promotion, Method::Tangle];

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

/// A ring with moves both ways and a priority of its own for each vertex, owned by turns: what one
/// player wins grows by a vertex at each depth.
fn both_ways(vertices: u32) -> Case {
    let row = |v: u32| (v % 2 == 1, v, vec![(v + 1) % vertices, (v + vertices - 1) % vertices]);
    case(&(0..vertices).map(row).collect::<Vec<_>>())
}

/// The same with the owners changed over.
fn both_ways_swapped(vertices: u32) -> Case {
    let mut ring = both_ways(vertices);
    ring.ones.iter_mut().for_each(|one| *one = !*one);
    ring
}

/// Links of two priorities, of which each is lost only once the one before is: player 0 can go round
/// a link through its target, where player 1 leaves for the link before.
fn chain(links: u32) -> Case {
    let row = |v: u32| match (v / 2, v % 2) {
        (link, 0) => (false, 1, if link == 0 { vec![0] } else { vec![v + 1, v] }),
        (_, _) => (true, 2, vec![v - 1, v.saturating_sub(3)]),
    };
    case(&(0..links * 2).map(row).collect::<Vec<_>>())
}

#[test]
fn chains_of_two_priorities_take_linear_time() {
    let small = chain(20);
    let expected = solved(&small, Method::Zielonka);
    assert_eq!(small.check(&expected), Ok(()));
    assert_eq!(solved(&small, Method::Auto).winners, expected.winners);
    let long = chain(200_000);
    let answer = solve(&long.game(), Method::Auto, &Options::default()).unwrap();
    assert_eq!(answer.report.solver, "buchi");
    assert!(answer.solution.winners.is_complete());
    assert_eq!(answer.solution.winners.count(Player::One), 400_000);
}

#[test]
fn deep_nests_take_linear_time() {
    for nest in [ring, pairs, stairs, both_ways, both_ways_swapped] {
        let small = nest(100);
        for method in BY_ATTRACTORS {
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
        for method in if steps < 8 { &METHODS[..] } else { &BY_ATTRACTORS[..] } {
            let method = *method;
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
            let options = Options::with(Control { deadline, ..Control::default() });
            let solution = solve(&deep.game(), method, &options).unwrap().solution;
            let full = solved(&deep, Method::Auto);
            for vertex in deep.graph.vertices() {
                let winner = solution.winners.get(vertex);
                assert!(winner.is_none() || winner == full.winners.get(vertex));
            }
        }
    }
}
