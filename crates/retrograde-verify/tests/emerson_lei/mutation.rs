//! Random games with formulas of up to four colours, and something changed in a right solution.

use proptest::prelude::*;
use proptest::sample::Index;
use retrograde_core::{Acceptance, Color, Colors, Graph, Player, Vertex};
use retrograde_verify::Partial;

use crate::oracle::{Claims, Game, PLAYERS};

fn arbitrary_acceptance() -> impl Strategy<Value = Acceptance> {
    let color = || (0u32..4).prop_map(|number| Color::new(number).unwrap());
    let term = prop_oneof![
        5 => color().prop_map(Acceptance::inf),
        5 => color().prop_map(Acceptance::fin),
        1 => Just(Acceptance::all([])),
        1 => Just(Acceptance::any([])),
    ];
    term.prop_recursive(4, 12, 3, |part| {
        let parts = || prop::collection::vec(part.clone(), 2..=3);
        prop_oneof![parts().prop_map(Acceptance::all), parts().prop_map(Acceptance::any)]
    })
}

fn arbitrary_game() -> impl Strategy<Value = Game> {
    (1usize..=6).prop_flat_map(|n| {
        let rows = prop::collection::vec(prop::collection::vec(0..n as Vertex, 0..=3), n);
        let owners = prop::collection::vec(prop::sample::select(PLAYERS.to_vec()), n);
        let colors = prop::collection::vec((0u64..16, 0u64..16), n);
        (rows, owners, colors, arbitrary_acceptance()).prop_map(
            move |(rows, owners, colors, acceptance)| {
                let row = |(row, v): (Vec<Vertex>, Vertex)| row.into_iter().map(move |w| (v, w));
                let edges = rows.into_iter().zip(0..).flat_map(row);
                // Few colours a vertex, so that sets of them come up.
                let colors = colors.into_iter().map(|(a, b)| Colors(a & b)).collect();
                Game { graph: Graph::from_edges(n, edges).unwrap(), owners, colors, acceptance }
            },
        )
    })
}

#[derive(Clone, Debug)]
enum Change {
    /// The machine moves elsewhere.
    Move(Option<Index>),
    /// It remembers something else.
    Next(Index),
    /// It has no such step.
    Gone,
    /// Someone else is said to win.
    Winner(Option<Player>),
}

fn arbitrary_change() -> impl Strategy<Value = Change> {
    let winners = vec![None, Some(Player::Zero), Some(Player::One)];
    prop_oneof![
        6 => prop::option::weighted(0.9, any::<Index>()).prop_map(Change::Move),
        6 => any::<Index>().prop_map(Change::Next),
        1 => Just(Change::Gone),
        1 => prop::sample::select(winners).prop_map(Change::Winner),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn changed_machines_are_accepted_exactly_if_they_win(
        game in arbitrary_game(),
        player in prop::sample::select(PLAYERS.to_vec()),
        changes in prop::collection::vec((any::<Index>(), arbitrary_change()), 1..8),
    ) {
        let (mut winners, mut steps) = game.solve();
        prop_assert!(game.wins(Player::Zero, &winners, &steps[0]));
        prop_assert!(game.wins(Player::One, &winners, &steps[1]));
        let verdict = game.verify(&winners, &steps, Partial::Refused);
        prop_assert!(verdict.is_ok(), "{:?} {:?} {:?}", winners, steps, verdict);
        for (place, change) in changes {
            let machine = &mut steps[usize::from(player.number())];
            let states: Vec<u32> = machine.iter().map(|step| step.memory).collect();
            match change {
                Change::Winner(winner) => {
                    let place = place.index(winners.len());
                    winners[place] = winner;
                }
                _ if machine.is_empty() => {}
                Change::Move(pick) => {
                    let step = place.index(machine.len());
                    let step = &mut machine[step];
                    let successors = game.graph.successors(step.vertex);
                    let to = pick.filter(|_| !successors.is_empty());
                    step.to = to.map(|pick| *pick.get(successors));
                }
                Change::Next(pick) => {
                    let step = place.index(machine.len());
                    machine[step].next = *pick.get(&states);
                }
                Change::Gone => {
                    machine.swap_remove(place.index(machine.len()));
                }
            }
            let right = PLAYERS.iter().zip(&steps).all(|(&p, steps)| game.wins(p, &winners, steps));
            let complete = winners.iter().all(Option::is_some);
            let verdict = game.verify(&winners, &steps, Partial::Allowed);
            prop_assert_eq!(verdict.is_ok(), right, "{:?} {:?} {:?}", winners, steps, verdict);
            let verdict = game.verify(&winners, &steps, Partial::Refused);
            prop_assert_eq!(verdict.is_ok(), right && complete);
        }
    }

    #[test]
    fn winners_and_first_moves_are_accepted_exactly_if_they_are_right(
        game in arbitrary_game(),
        changes in prop::collection::vec((any::<Index>(), arbitrary_change()), 0..8),
    ) {
        let (truth, steps) = game.solve();
        let n = truth.len();
        let mut winners = truth.clone();
        let mut moves: Vec<Option<Vertex>> = vec![None; n];
        for step in steps.iter().flatten().filter(|step| step.memory == 0 && step.to.is_some()) {
            moves[step.vertex as usize] = step.to;
        }
        let verdict = game.verify_winners(&winners, Some(&moves), Partial::Refused);
        prop_assert!(verdict.is_ok(), "{:?} {:?} {:?}", winners, moves, verdict);
        for (place, change) in changes {
            let v = place.index(n);
            let successors = game.graph.successors(v as Vertex);
            match change {
                Change::Winner(winner) => winners[v] = winner,
                Change::Move(Some(pick)) if !successors.is_empty() => {
                    moves[v] = Some(*pick.get(successors));
                }
                Change::Next(pick) => moves[v] = Some(pick.index(n + 1) as Vertex),
                Change::Move(_) | Change::Gone => moves[v] = None,
            }
            let winners_right = |v: usize| winners[v].is_none() || winners[v] == truth[v];
            let all_right = (0..n).all(winners_right);
            let complete = winners.iter().all(Option::is_some);
            let moves_right = first_moves_are_right(&game, &winners, &truth, &moves);
            for partial in [Partial::Allowed, Partial::Refused] {
                let fitting = all_right && (complete || partial == Partial::Allowed);
                let verdict = game.verify_winners(&winners, None, partial);
                prop_assert_eq!(verdict.is_ok(), fitting, "{:?} {:?}", winners, verdict);
                let verdict = game.verify_winners(&winners, Some(&moves), partial);
                let right = fitting && moves_right;
                prop_assert_eq!(verdict.is_ok(), right, "{:?} {:?} {:?}", winners, moves, verdict);
            }
        }
    }
}

/// Where a winner is given: a move along an edge that keeps the win, or none if the owner loses.
fn first_moves_are_right(
    game: &Game,
    winners: &Claims,
    truth: &Claims,
    moves: &[Option<Vertex>],
) -> bool {
    (0..winners.len()).all(|v| match (winners[v], moves[v]) {
        (None, _) => true,
        (Some(winner), None) => winner != game.owners[v],
        (Some(winner), Some(to)) => {
            winner == game.owners[v]
                && game.graph.successors(v as Vertex).contains(&to)
                && truth[to as usize] == Some(winner)
        }
    })
}
