//! Every game of two vertices and two colours: the right solutions are accepted, and no others.

use retrograde_core::{Acceptance, Colors, Graph, MealyStep, Player, Vertex};
use retrograde_verify::Partial;

use crate::oracle::{Game, PLAYERS, Steps};

fn tuples<T: Clone>(of: &[T], n: usize) -> Vec<Vec<T>> {
    (0..n).fold(vec![vec![]], |all, _| {
        all.iter()
            .flat_map(|t| of.iter().map(|x| [&t[..], std::slice::from_ref(x)].concat()))
            .collect()
    })
}

/// Every `stride`-th game of `n` vertices, with all conditions over two colours.
fn games(n: usize, stride: usize) -> impl Iterator<Item = Game> {
    let owners = tuples(&PLAYERS, n);
    let colors = tuples(&[0, 1, 2, 3].map(Colors), n);
    let conditions: Vec<Acceptance> = (0..16)
        .map(|code| {
            let sets: Vec<_> = (0..4).filter(|set| code >> set & 1 == 1).map(Colors).collect();
            Acceptance::muller(Colors::first(2), &sets)
        })
        .collect();
    let count = (1 << (n * n)) * owners.len() * colors.len() * conditions.len();
    (0..count).step_by(stride).map(move |index| {
        let (condition, index) = (index % 16, index / 16);
        let (color, index) = (index % colors.len(), index / colors.len());
        let (owner, bits) = (index % owners.len(), index / owners.len());
        let edges = (0..n * n).filter(|bit| bits >> bit & 1 == 1);
        let edges = edges.map(|bit| ((bit / n) as Vertex, (bit % n) as Vertex));
        Game {
            graph: Graph::from_edges(n, edges).unwrap(),
            owners: owners[owner].clone(),
            colors: colors[color].clone(),
            acceptance: conditions[condition].clone(),
        }
    })
}

/// The solver of the tests is right, and so are the checkers, about it and about all other winners.
fn check(game: &Game) {
    let n = game.owners.len();
    let (winners, steps) = game.solve();
    for player in PLAYERS {
        let machine = &steps[usize::from(player.number())];
        assert!(game.wins(player, &winners, machine), "{game:?} {winners:?} {steps:?}");
    }
    let verdict = game.verify(&winners, &steps, Partial::Refused);
    assert!(verdict.is_ok(), "{game:?} {winners:?} {steps:?}: {verdict:?}");
    for claims in tuples(&PLAYERS.map(Some), n) {
        let verdict = game.verify_winners(&claims, None, Partial::Refused);
        assert_eq!(verdict.is_ok(), claims == winners, "{game:?} {claims:?}: {verdict:?}");
        if claims != winners {
            assert!(game.verify(&claims, &steps, Partial::Refused).is_err(), "{game:?} {claims:?}");
        }
    }
}

#[test]
fn games_of_two_vertices_have_the_winners_of_the_definition() {
    (0..=2).flat_map(|n| games(n, 1)).for_each(|game| check(&game));
}

#[test]
fn games_of_three_vertices_have_the_winners_of_the_definition() {
    games(3, 997).for_each(|game| check(&game));
}

/// All machines without memory for two vertices: no step, no move, or a move to either.
fn machines() -> Vec<Steps> {
    let step = [None, Some(None), Some(Some(0)), Some(Some(1))];
    let steps = tuples(&step, 2).into_iter();
    let machine = |steps: Vec<Option<Option<Vertex>>>| -> Steps {
        let steps = (0..).zip(steps).filter_map(|(vertex, to)| Some((vertex, to?)));
        steps.map(|(vertex, to)| MealyStep { vertex, memory: 0, to, next: 0 }).collect()
    };
    steps.map(machine).collect()
}

#[test]
fn machines_without_memory_are_accepted_exactly_if_they_win() {
    let (machines, claims) =
        (machines(), tuples(&[None, Some(Player::Zero), Some(Player::One)], 2));
    let mut accepted = 0;
    for game in games(2, 101) {
        for claims in &claims {
            let [zero, one] = PLAYERS.map(|player| -> Vec<bool> {
                machines.iter().map(|steps| game.wins(player, claims, steps)).collect()
            });
            for (z, o) in (0..256).map(|code| (code / 16, code % 16)) {
                let steps = [machines[z].clone(), machines[o].clone()];
                let verdict = game.verify(claims, &steps, Partial::Allowed);
                let expected = zero[z] && one[o];
                assert_eq!(verdict.is_ok(), expected, "{game:?} {claims:?} {steps:?}: {verdict:?}");
                let complete = claims.iter().all(Option::is_some);
                let verdict = game.verify(claims, &steps, Partial::Refused);
                assert_eq!(verdict.is_ok(), expected && complete);
                accepted += usize::from(expected && complete);
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
}
