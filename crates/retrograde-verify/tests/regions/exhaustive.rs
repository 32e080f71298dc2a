//! Every small game with every claim about it: exactly the right ones are accepted.

use retrograde_core::{Graph, Player, Vertex};
use retrograde_verify::Partial;

use crate::oracle::{Game, Goal, solution};

const PLAYERS: [Player; 2] = [Player::Zero, Player::One];

/// All sequences of `n` of these.
fn tuples<T: Clone>(of: &[T], n: usize) -> Vec<Vec<T>> {
    (0..n).fold(vec![vec![]], |all, _| {
        all.iter()
            .flat_map(|t| of.iter().map(|x| [&t[..], std::slice::from_ref(x)].concat()))
            .collect()
    })
}

/// All graphs of `n` vertices, with all owners and all goals.
fn games(n: usize) -> impl Iterator<Item = Game> {
    let flags = tuples(&[false, true], n);
    let mut goals: Vec<Goal> = tuples(&[0, 1, 2, 3], n).into_iter().map(Goal::Parity).collect();
    for goal in [Goal::Reach, Goal::Avoid, Goal::Buchi, Goal::Cobuchi] {
        goals.extend(flags.iter().cloned().map(goal));
    }
    let owners = tuples(&PLAYERS, n);
    let graph = move |bits: u32| {
        let n = n as u32;
        let edges = (0..n * n).filter(move |bit| bits >> bit & 1 != 0);
        Graph::from_edges(n as usize, edges.map(|bit| (bit / n, bit % n))).unwrap()
    };
    let count = owners.len() * goals.len();
    (0..(1 << (n * n)) * count).map(move |index| {
        let (bits, rest) = (index / count, index % count);
        let (owner, goal) = (rest / goals.len(), rest % goals.len());
        Game { graph: graph(bits as u32), owners: owners[owner].clone(), goal: goals[goal].clone() }
    })
}

/// Every claim about who wins, with every strategy, legal or not. Says how many are right.
fn only_the_right_claims_are_accepted(game: &Game, partial: Partial) -> usize {
    let n = game.graph.vertex_count();
    let winner: &[Option<Player>] = match partial {
        Partial::Refused => &[Some(Player::Zero), Some(Player::One)],
        Partial::Allowed => &[Some(Player::Zero), Some(Player::One), None],
    };
    let any_move: Vec<Option<Vertex>> =
        std::iter::once(None).chain((0..=n as Vertex).map(Some)).collect();
    let all_moves = tuples(&any_move, n);
    let replies = game.all_replies();
    let truth = game.solve().0;
    let mut right = 0;
    for winners in tuples(winner, n) {
        for moves in &all_moves {
            let verdict = game.verify(&solution(&winners, moves), partial);
            let expected = game.is_right(&winners, moves, &replies, partial);
            assert_eq!(verdict.is_ok(), expected, "{game:?} {winners:?} {moves:?} {verdict:?}");
            if expected {
                let agree = winners.iter().zip(&truth).all(|(c, t)| c.is_none() || c == t);
                assert!(agree, "{game:?} {winners:?}");
                right += 1;
            }
        }
    }
    right
}

#[test]
fn exactly_the_right_claims_about_every_game_of_two_vertices_are_accepted() {
    let mut seen = 0;
    for game in (0..=2).flat_map(games) {
        assert!(only_the_right_claims_are_accepted(&game, Partial::Refused) >= 1, "{game:?}");
        seen += 1;
    }
    assert_eq!(seen, 5 + 2 * 2 * (4 + 4 * 2) + 16 * 4 * (16 + 4 * 4));
}

#[test]
fn exactly_the_right_parts_of_every_game_of_two_vertices_are_accepted() {
    for game in (1..=2).flat_map(games) {
        assert!(only_the_right_claims_are_accepted(&game, Partial::Allowed) >= 2, "{game:?}");
    }
}

#[test]
fn exactly_the_right_claims_about_some_games_of_three_vertices_are_accepted() {
    // The steps are prime, so that no edge, owner or priority is always or never there.
    for game in games(3).step_by(499) {
        only_the_right_claims_are_accepted(&game, Partial::Refused);
    }
    for game in games(3).step_by(4999) {
        only_the_right_claims_are_accepted(&game, Partial::Allowed);
    }
}

#[test]
fn the_solutions_of_every_third_game_of_three_vertices_are_accepted() {
    for game in games(3).step_by(3) {
        let (winners, moves) = game.solve();
        let checked = game.verify(&solution(&winners, &moves), Partial::Refused);
        assert!(checked.is_ok(), "{game:?} {winners:?} {moves:?} {checked:?}");
    }
}
