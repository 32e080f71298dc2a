//! Every small asymmetric game with every pair of values and every strategy, and larger games with
//! something changed.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::Index;
use retrograde_core::{Graph, Outcome, Player, Vertex};
use retrograde_verify::{Rule, UnrankedRule, verify_asymmetric};

use crate::asymmetric_oracle::{achieves, solution, strategies, truth};
use crate::small::{OUTCOMES, arbitrary_graph, arbitrary_outcome, digraphs, tuples};

fn pairs() -> Vec<(Outcome, Outcome)> {
    OUTCOMES.into_iter().flat_map(|first| OUTCOMES.map(|second| (first, second))).collect()
}

/// No move, any vertex, and one that is not there.
fn any_move(n: usize) -> Vec<Option<Vertex>> {
    std::iter::once(None).chain((0..=n as Vertex).map(Some)).collect()
}

/// Every strategy that moves along edges wherever it can.
fn legal(graph: &Graph) -> Vec<Vec<Option<Vertex>>> {
    let keeps = |strategy: &Vec<Option<Vertex>>| {
        graph.vertices().all(|v| match strategy[v as usize] {
            Some(to) => graph.successors(v).contains(&to),
            None => graph.is_terminal(v),
        })
    };
    tuples(&any_move(graph.vertex_count()), graph.vertex_count()).filter(keeps).collect()
}

#[test]
fn exactly_one_labelling_of_every_small_game_is_accepted() {
    let (mut seen, mut circular) = (0, 0);
    for n in 0..=3 {
        let labellings: Vec<_> = tuples(&pairs(), n).collect();
        let solutions: Vec<_> = labellings.iter().map(|values| solution(values, None)).collect();
        for graph in digraphs(n) {
            let right = truth(&graph);
            for (labelling, claimed) in labellings.iter().zip(&solutions) {
                let verdict = verify_asymmetric(&graph, claimed);
                assert_eq!(verdict.is_ok(), *labelling == right, "{graph:?} {claimed:?}");
                seen += 1;
                // These obey the local rules: no strategies must make them acceptable.
                if let Err(fault) = verdict
                    && let Rule::Unranked(UnrankedRule::Unfounded { .. }) = fault.rule
                {
                    circular += 1;
                    let legal = legal(&graph);
                    for first in &legal {
                        for second in &legal {
                            let claimed = solution(labelling, Some([first, second]));
                            assert!(verify_asymmetric(&graph, &claimed).is_err(), "{claimed:?}");
                        }
                    }
                }
            }
        }
    }
    assert_eq!(seen, 1 + 2 * 9 + 16 * 81 + 512 * 729);
    assert!(circular > 500, "{circular}");
}

#[test]
fn exactly_the_strategies_that_achieve_the_values_are_accepted() {
    for n in 1..=3 {
        let any: Vec<_> = tuples(&any_move(n), n).collect();
        for graph in digraphs(n) {
            let right = truth(&graph);
            let [first, second] = strategies(&graph);
            for strategy in &any {
                let claimed = solution(&right, Some([strategy, &second]));
                let verdict = verify_asymmetric(&graph, &claimed);
                let good = achieves(&graph, strategy, Player::Zero);
                assert_eq!(verdict.is_ok(), good, "{graph:?} {claimed:?} {verdict:?}");
                let claimed = solution(&right, Some([&first, strategy]));
                let verdict = verify_asymmetric(&graph, &claimed);
                let good = achieves(&graph, strategy, Player::One);
                assert_eq!(verdict.is_ok(), good, "{graph:?} {claimed:?} {verdict:?}");
            }
        }
    }
}

#[test]
fn no_strategies_make_a_wrong_labelling_of_two_vertices_acceptable() {
    let any: Vec<_> = tuples(&any_move(2), 2).collect();
    for graph in digraphs(2) {
        let right = truth(&graph);
        for labelling in tuples(&pairs(), 2) {
            for first in &any {
                for second in &any {
                    let good = labelling == right
                        && achieves(&graph, first, Player::Zero)
                        && achieves(&graph, second, Player::One);
                    let claimed = solution(&labelling, Some([first, second]));
                    assert_eq!(verify_asymmetric(&graph, &claimed).is_ok(), good, "{claimed:?}");
                }
            }
        }
    }
}

#[test]
fn all_combinations_of_values_but_one_come_up() {
    let found: HashSet<_> = digraphs(4).flat_map(|graph| truth(&graph)).collect();
    let never = (Outcome::Win, Outcome::Lose);
    assert_eq!(found, pairs().into_iter().filter(|&pair| pair != never).collect());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn changed_values_are_found(
        graph in arbitrary_graph(14),
        changes in prop::collection::vec((any::<Index>(), arbitrary_outcome(), any::<bool>()), 1..12),
        with_strategies in any::<bool>(),
    ) {
        let right = truth(&graph);
        let [first, second] = strategies(&graph);
        let moves = with_strategies.then_some([&first[..], &second[..]]);
        let checked = verify_asymmetric(&graph, &solution(&right, moves)).unwrap();
        prop_assert_eq!(checked.moves.is_some(), with_strategies);
        let mut claimed = right.clone();
        for (place, outcome, at_first) in changes {
            let value = &mut claimed[place.index(right.len())];
            *(if at_first { &mut value.0 } else { &mut value.1 }) = outcome;
            let verdict = verify_asymmetric(&graph, &solution(&claimed, moves));
            prop_assert_eq!(verdict.is_ok(), claimed == right);
        }
    }

    #[test]
    fn changed_moves_are_found_unless_they_are_as_good(
        graph in arbitrary_graph(14),
        changes in prop::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 1..8),
        anywhere in prop::option::of(0u32..16),
    ) {
        let right = truth(&graph);
        let mut moves = strategies(&graph);
        let ends: Vec<_> = graph.vertices().filter(|&v| !graph.is_terminal(v)).collect();
        prop_assume!(!ends.is_empty());
        let check = |moves: &[Vec<Option<Vertex>>; 2]| {
            let verdict = verify_asymmetric(&graph, &solution(&right, Some([&moves[0], &moves[1]])));
            let good =
                achieves(&graph, &moves[0], Player::Zero) && achieves(&graph, &moves[1], Player::One);
            prop_assert_eq!(verdict.is_ok(), good, "{:?}", verdict);
            Ok(())
        };
        for (place, pick, of_second) in &changes {
            let v = *place.get(&ends);
            moves[usize::from(*of_second)][v as usize] = Some(*pick.get(graph.successors(v)));
            check(&moves)?;
        }
        moves[0][changes[0].0.index(right.len())] = anywhere;
        check(&moves)?;
    }
}
