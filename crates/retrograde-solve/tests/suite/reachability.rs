//! Reachability and safety against brute force over strategies and ranks by repeated sweeps.

use crate::regions;

use proptest::prelude::*;
use regions::{Case, Objective, all_cases, bits, brute_force, cases, check_strategy, winners};
use retrograde_core::{Control, Distance, Distances, Graph, Player, Vertex};
use retrograde_solve::Options;
use retrograde_solve::reachability::{Ranked, safety, solve};

fn solved(case: &Case, of: Objective, options: &Options<'_>) -> Ranked {
    match of {
        Objective::Reachability => solve(&case.game(), options).unwrap(),
        _ => safety(&case.game(), options).unwrap(),
    }
}

/// How many moves until the hunter has won, by looking at all vertices again and again.
fn naive_ranks(case: &Case, hunter: Player) -> Vec<Option<u32>> {
    let start = |vertex: Vertex| {
        let is_stuck = case.graph.is_terminal(vertex) && case.owner(vertex) != hunter;
        (case.is_target(vertex) || is_stuck).then_some(0)
    };
    let mut ranks: Vec<_> = case.graph.vertices().map(start).collect();
    loop {
        let before = ranks.clone();
        for vertex in case.graph.vertices().filter(|&vertex| start(vertex).is_none()) {
            let row = case.graph.successors(vertex).iter().map(|&to| before[to as usize]);
            let best = match case.owner(vertex) == hunter {
                true => row.flatten().min(),
                false if row.clone().all(|rank| rank.is_some()) => row.flatten().max(),
                false => None,
            };
            ranks[vertex as usize] = best.map(|rank| rank + 1);
        }
        if ranks == before {
            return ranks;
        }
    }
}

fn check(case: &Case) {
    for (of, hunter) in [(Objective::Reachability, Player::Zero), (Objective::Safety, Player::One)]
    {
        let result = solved(case, of, &Options::default());
        check_strategy(case, of, &result.solution);
        assert_eq!((result.hunter, result.report.solver), (hunter, "attractor"));
        let ranks = naive_ranks(case, hunter);
        for vertex in case.graph.vertices() {
            let rank = ranks[vertex as usize];
            assert_eq!(result.rank(vertex), rank.map(Distance), "{vertex}: {case:?}");
            let winner = result.solution.winners.get(vertex);
            assert_eq!(winner == Some(hunter), rank.is_some(), "{vertex}: {case:?}");
            // A hunter's move gets closer by one.
            let to = result.solution.strategy.as_ref().unwrap().get(vertex);
            if let (Some(rank), Some(to)) = (rank, to) {
                assert_eq!(ranks[to as usize], Some(rank - 1), "{vertex}: {case:?}");
            }
        }
        let bare = Options { values_only: true, control: Control::ALONE };
        let bare = solved(case, of, &bare).solution;
        assert_eq!(bare.winners, result.solution.winners);
        assert!(bare.strategy.is_none());
    }
}

fn check_brute_force(case: &Case) {
    for of in [Objective::Reachability, Objective::Safety] {
        let result = solved(case, of, &Options::with(Control::ALONE));
        check_strategy(case, of, &result.solution);
        assert_eq!(winners(&result.solution), brute_force(case, of), "{of:?} {case:?}");
    }
}

#[test]
fn all_small_arenas_have_the_winners_of_the_definition() {
    for vertices in 0..=3 {
        all_cases(vertices).for_each(|case| check_brute_force(&case));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn arenas_of_six_have_the_winners_of_the_definition(case in cases(6, 2)) {
        check_brute_force(&case);
    }

    #[test]
    fn random_arenas_have_the_ranks_of_repeated_sweeps(case in cases(60, 3)) {
        check(&case);
    }
}

/// A target where its owner cannot move is a target all the same.
#[test]
fn a_target_decides_before_anyone_is_stuck() {
    let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
    for owners in 0..4 {
        let ones = bits(2, |vertex| owners >> vertex & 1 == 1);
        let case = Case { graph: graph.clone(), ones, targets: bits(2, |vertex| vertex == 1) };
        let reach = solved(&case, Objective::Reachability, &Options::default());
        assert_eq!(winners(&reach.solution), [Player::Zero; 2]);
        let safe = solved(&case, Objective::Safety, &Options::default());
        assert_eq!(winners(&safe.solution), [Player::One; 2]);
    }
}

/// Ranks are a byte each up to 255 and four bytes beyond; a long path is walked without recursion.
#[test]
fn long_paths_have_their_ranks() {
    for length in [254, 255, 256, 257, 300_000u32] {
        let path = (1..=length).map(|vertex| (vertex, vertex - 1));
        let graph = Graph::from_edges(length as usize + 1, path).unwrap();
        let case = Case {
            ones: bits(length as usize + 1, |vertex| vertex % 3 == 0),
            targets: bits(length as usize + 1, |vertex| vertex == 0),
            graph,
        };
        let result = solved(&case, Objective::Reachability, &Options::default());
        assert_eq!(result.rank(length), Some(Distance(length)));
        assert_eq!(matches!(result.ranks, Distances::Narrow(_)), length < 256);
        check_strategy(&case, Objective::Reachability, &result.solution);
    }
}
