//! Games of one player with many priorities: lost cycles are found, and are what they are said to be.

use proptest::prelude::*;
use retrograde_core::{Graph, Player, Vertex};
use retrograde_verify::{Fault, Partial, RegionRule, Round, Rule};

use crate::oracle::{Game, Goal, solution};

/// The number of moves of the shortest cycle through `v` on which no priority is larger than
/// `largest`.
fn round(graph: &Graph, priorities: &[u32], v: Vertex, largest: u32) -> Option<u64> {
    let mut reached = vec![false; priorities.len()];
    let mut at = vec![v];
    for moves in 1.. {
        let step = |&u: &Vertex| graph.successors(u).to_vec();
        let mut next: Vec<Vertex> = at.iter().flat_map(step).collect();
        next.retain(|&w| priorities[w as usize] <= largest && !reached[w as usize]);
        next.iter().for_each(|&w| reached[w as usize] = true);
        if reached[v as usize] {
            return Some(moves);
        }
        if next.is_empty() {
            return None;
        }
        at = next;
    }
    None
}

fn arbitrary_graph() -> impl Strategy<Value = (Graph, Vec<u32>)> {
    (2usize..40, 1u32..50).prop_flat_map(|(n, top)| {
        let ends = 0..n as Vertex;
        // Every vertex has a move; the further ones are few, so that some graphs have no lost cycle.
        let first = prop::collection::vec(ends.clone(), n);
        let more = prop::collection::vec((ends.clone(), ends), 0..n);
        let priorities = prop::collection::vec(0..=top, n);
        (first, more, priorities).prop_map(move |(first, more, priorities)| {
            let edges = (0..).zip(first).chain(more);
            (Graph::from_edges(n, edges).unwrap(), priorities)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_cycle_is_lost_exactly_if_its_largest_priority_is_the_opponents(
        (graph, mut priorities) in arbitrary_graph(),
        winner in prop::sample::select(vec![Player::Zero, Player::One]),
        lift in any::<bool>(),
    ) {
        let opponent = winner.opponent();
        let lost = |priority: u32| priority % 2 == u32::from(opponent.number());
        if lift {
            // Mostly the winner's: raise the opponent's priorities that come round, from the top.
            for v in graph.vertices() {
                let p = priorities[v as usize];
                if lost(p) && round(&graph, &priorities, v, p).is_some() && v % 7 != 0 {
                    priorities[v as usize] = p + 1;
                }
            }
        }
        let n = priorities.len();
        let game = Game {
            graph: graph.clone(),
            owners: vec![opponent; n],
            goal: Goal::Parity(priorities.clone()),
        };
        let verdict = game.verify(&solution(&vec![Some(winner); n], &vec![None; n]), Partial::Refused);
        let expected = graph.vertices().any(|v| {
            let p = priorities[v as usize];
            lost(p) && round(&graph, &priorities, v, p).is_some()
        });
        prop_assert_eq!(verdict.is_err(), expected, "{:?}", verdict);
        if let Err(Fault { vertex, rule, .. }) = verdict {
            let Rule::Region(RegionRule::RoundLost { winner: w, moves, round: why }) = rule else {
                panic!("{rule:?}");
            };
            let Round::LargestPriority(largest) = why else { panic!("{why:?}") };
            prop_assert_eq!(w, winner);
            prop_assert!(lost(largest));
            prop_assert_eq!(round(&graph, &priorities, vertex.unwrap(), largest), Some(moves));
        }
    }
}
