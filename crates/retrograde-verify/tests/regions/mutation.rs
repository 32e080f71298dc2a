//! Larger games with something changed in a right solution.

use proptest::prelude::*;
use proptest::sample::Index;
use retrograde_core::{Graph, Player, Vertex};
use retrograde_verify::Partial;

use crate::oracle::{Game, Goal, solution};

fn arbitrary_game() -> impl Strategy<Value = Game> {
    let goal = |n: usize| {
        let flags = || prop::collection::vec(prop::bool::weighted(0.3), n);
        prop_oneof![
            4 => prop::collection::vec(0u32..9, n).prop_map(Goal::Parity),
            1 => flags().prop_map(Goal::Reach),
            1 => flags().prop_map(Goal::Avoid),
            1 => flags().prop_map(Goal::Buchi),
            1 => flags().prop_map(Goal::Cobuchi),
        ]
    };
    (1usize..=7).prop_flat_map(move |n| {
        let rows = prop::collection::vec(prop::collection::vec(0..n as Vertex, 0..=2), n);
        let owners =
            prop::collection::vec(prop::sample::select(vec![Player::Zero, Player::One]), n);
        (rows, owners, goal(n)).prop_map(move |(rows, owners, goal)| {
            let edges =
                rows.into_iter().zip(0..).flat_map(|(row, v)| row.into_iter().map(move |w| (v, w)));
            Game { graph: Graph::from_edges(n, edges).unwrap(), owners, goal }
        })
    })
}

#[derive(Clone, Debug)]
enum Change {
    Winner(Option<Player>),
    Edge(Index),
    Anywhere(Option<Vertex>),
}

fn arbitrary_change() -> impl Strategy<Value = Change> {
    let winners = vec![None, Some(Player::Zero), Some(Player::One)];
    prop_oneof![
        prop::sample::select(winners).prop_map(Change::Winner),
        any::<Index>().prop_map(Change::Edge),
        prop::option::of(0u32..9).prop_map(Change::Anywhere),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn changes_are_found_unless_they_are_as_good(
        game in arbitrary_game(),
        changes in prop::collection::vec((any::<Index>(), arbitrary_change()), 1..6),
    ) {
        let (mut winners, mut moves) = game.solve();
        let replies = game.all_replies();
        prop_assert!(game.verify(&solution(&winners, &moves), Partial::Refused).is_ok());
        for (place, change) in changes {
            let v = place.index(winners.len());
            let successors = game.graph.successors(v as Vertex);
            match change {
                Change::Winner(winner) => winners[v] = winner,
                Change::Edge(pick) if !successors.is_empty() => moves[v] = Some(*pick.get(successors)),
                Change::Edge(_) => moves[v] = None,
                Change::Anywhere(to) => moves[v] = to,
            }
            for partial in [Partial::Refused, Partial::Allowed] {
                let verdict = game.verify(&solution(&winners, &moves), partial);
                let right = game.is_right(&winners, &moves, &replies, partial);
                prop_assert_eq!(verdict.is_ok(), right, "{:?} {:?} {:?}", winners, moves, verdict);
            }
        }
    }
}
