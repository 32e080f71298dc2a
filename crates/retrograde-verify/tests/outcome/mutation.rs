//! A right solution with one thing changed: the checker objects if and only if it is now wrong.

use proptest::prelude::*;
use proptest::sample::Index;
use retrograde_core::{
    Column, Convention, Graph, Outcome, OutcomeSolution, Strategy as Moves, Value, Vertex,
};
use retrograde_verify::verify_outcome;

use crate::oracle::{Game, lose, values, win};

fn arbitrary_outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![Just(Outcome::Win), Just(Outcome::Lose), Just(Outcome::Draw)]
}

/// Up to 14 vertices; sparse enough for terminals and long distances, parallel edges included.
fn arbitrary_game() -> impl Strategy<Value = Game> {
    (1usize..=14)
        .prop_flat_map(|n| {
            let end = 0..n as Vertex;
            let edges = prop::collection::vec((end.clone(), end), 0..=n * 2);
            let verdicts = prop::collection::vec(prop::option::of(arbitrary_outcome()), n);
            let convention = prop_oneof![Just(Convention::Normal), Just(Convention::Misere)];
            (Just(n), edges, verdicts, convention)
        })
        .prop_map(|(n, edges, verdicts, convention)| {
            let graph = Graph::from_edges(n, edges).unwrap();
            let verdicts: Column<Outcome> = verdicts
                .into_iter()
                .enumerate()
                .filter_map(|(v, verdict)| Some((v, verdict?)))
                .filter(|&(v, _)| graph.is_terminal(v as Vertex))
                .collect();
            Game::new(graph, verdicts, convention)
        })
}

fn arbitrary_value() -> impl Strategy<Value = Value> {
    let distance = prop_oneof![8 => 0u32..16, 1 => Just(u32::MAX), 1 => any::<u32>()];
    prop_oneof![
        1 => Just(Value::Draw),
        2 => distance.clone().prop_map(win),
        2 => distance.prop_map(lose),
    ]
}

/// A best move at each vertex, one of them at random.
fn best_moves(game: &Game, truth: &[Value], picks: &[Index]) -> Vec<Option<Vertex>> {
    game.graph
        .vertices()
        .map(|v| {
            let mut best: Vec<_> = game.graph.successors(v).to_vec();
            best.retain(|&to| game.is_best(truth, v, Some(to)));
            (!game.graph.is_terminal(v)).then(|| *picks[v as usize % picks.len()].get(&best))
        })
        .collect()
}

fn check(game: &Game, claimed: &[Value], moves: Option<&[Option<Vertex>]>) -> Result<(), Vertex> {
    let strategy = moves.map(|moves| moves.iter().copied().collect::<Moves>());
    let solution = OutcomeSolution { values: values(claimed), strategy, ties: None };
    match verify_outcome(&game.view(), &solution) {
        Ok(checked) => {
            let vertices = game.graph.vertex_count() as u64;
            assert_eq!(
                (checked.vertices, checked.edges),
                (vertices, game.graph.edge_count() as u64)
            );
            assert_eq!(checked.moves, moves.map(|_| vertices - checked.terminals));
            Ok(())
        }
        Err(fault) => Err(fault.vertex.expect("lengths are right")),
    }
}

proptest! {
    // About one random game in five has nothing decided, and is passed over where that is needed.
    #![proptest_config(ProptestConfig {
        cases: 4000,
        max_global_rejects: 40_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn one_changed_value_is_found(
        game in arbitrary_game(),
        picks in prop::collection::vec(any::<Index>(), 14),
        place in any::<Index>(),
        other in arbitrary_value(),
        with_moves in any::<bool>(),
    ) {
        let truth = game.values();
        let moves = best_moves(&game, &truth, &picks);
        let moves = with_moves.then_some(&moves[..]);
        prop_assert_eq!(check(&game, &truth, moves), Ok(()));

        let mut claimed = truth.clone();
        let changed = place.index(truth.len());
        claimed[changed] = other;
        match check(&game, &claimed, moves) {
            Ok(()) => prop_assert_eq!(&claimed, &truth),
            Err(vertex) => {
                prop_assert_ne!(&claimed, &truth);
                // Only the vertex itself and those with a move to it can look wrong.
                let changed = changed as Vertex;
                prop_assert!(vertex == changed || game.graph.successors(vertex).contains(&changed));
            }
        }
    }

    #[test]
    fn a_distance_off_by_one_is_found(game in arbitrary_game(), place in any::<Index>()) {
        let truth = game.values();
        let decided: Vec<usize> =
            (0..truth.len()).filter(|&v| truth[v] != Value::Draw).collect();
        prop_assume!(!decided.is_empty());
        let changed = *place.get(&decided);
        for step in [1, u32::MAX] {
            let mut claimed = truth.clone();
            claimed[changed] = match truth[changed] {
                Value::Win(d) => win(d.0.wrapping_add(step)),
                Value::Lose(d) => lose(d.0.wrapping_add(step)),
                Value::Draw => unreachable!("only decided vertices are changed"),
            };
            prop_assert!(check(&game, &claimed, None).is_err());
        }
    }

    #[test]
    fn many_changed_values_are_found(
        game in arbitrary_game(),
        changes in prop::collection::vec((any::<Index>(), arbitrary_value()), 1..20),
    ) {
        let truth = game.values();
        let mut claimed = truth.clone();
        for (place, value) in changes {
            claimed[place.index(truth.len())] = value;
        }
        prop_assert_eq!(check(&game, &claimed, None).is_ok(), claimed == truth);
    }

    #[test]
    fn one_changed_move_is_found_unless_it_is_as_good(
        game in arbitrary_game(),
        picks in prop::collection::vec(any::<Index>(), 14),
        place in any::<Index>(),
        anywhere in prop::option::weighted(0.9, 0u32..16),
        along_an_edge in prop::option::of(any::<Index>()),
    ) {
        let truth = game.values();
        let mut moves = best_moves(&game, &truth, &picks);
        let changed = place.index(truth.len());
        let successors = game.graph.successors(changed as Vertex);
        // Half of the time another edge, which is the harder case to tell apart.
        moves[changed] = match along_an_edge {
            Some(pick) if !successors.is_empty() => Some(*pick.get(successors)),
            _ => anywhere,
        };
        let expected = match game.is_best(&truth, changed as Vertex, moves[changed]) {
            true => Ok(()),
            false => Err(changed as Vertex),
        };
        prop_assert_eq!(check(&game, &truth, Some(&moves)), expected);
    }
}
