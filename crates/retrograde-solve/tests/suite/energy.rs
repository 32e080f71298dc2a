//! Energy games against brute force over strategies and a naive fixpoint, with every strategy
//! checked on its own.

use crate::payoff_common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use payoff_common::{Case, Dice, all_small, cases, extreme, hard_families};
use proptest::prelude::*;
use retrograde_core::{Control, EnergySolution, Player, Progress};
use retrograde_solve::{Options, energy::solve};
use retrograde_verify::{Partial, verify_energy};

/// Least credits with all moves as given, by recomputing every vertex until nothing changes or some
/// passes what no finite credit passes.
fn fixpoint(rows: &[Vec<(u32, i128)>], keeper: impl Fn(usize) -> bool) -> Vec<Option<u128>> {
    let need = |weight: i128| weight.min(0).unsigned_abs();
    let worst = |row: &Vec<(u32, i128)>| row.iter().map(|e| need(e.1)).max().unwrap_or(0);
    let bound: u128 = rows.iter().map(worst).sum();
    let mut credits: Vec<Option<u128>> = vec![Some(0); rows.len()];
    loop {
        let before = credits.clone();
        for (vertex, row) in rows.iter().enumerate() {
            let demand = |&(to, weight): &(u32, i128)| {
                let after = before[to as usize]? as i128;
                Some((after - weight).max(0) as u128).filter(|&credit| credit <= bound)
            };
            let beyond = |credit: &Option<u128>| credit.unwrap_or(u128::MAX);
            let demands = row.iter().map(demand);
            credits[vertex] = if keeper(vertex) {
                demands.min_by_key(beyond).flatten()
            } else {
                demands.max_by_key(beyond).unwrap_or(Some(0))
            };
        }
        if credits == before {
            return credits;
        }
    }
}

fn solved(case: &Case) -> EnergySolution {
    let solution = solve(&case.game(), &Options::default()).unwrap().solution;
    check_strategies(case, &solution);
    verify_energy(&case.game(), &solution, Partial::Refused).unwrap();
    solution
}

/// With its owner's moves fixed, each region is won by that player with the credits claimed.
fn check_strategies(case: &Case, solution: &EnergySolution) {
    let moves = solution.strategy.as_ref().unwrap();
    for vertex in case.graph.vertices() {
        let winner = solution.winners.get(vertex).expect("solved to the end");
        assert_eq!(moves.get(vertex).is_some(), winner == case.owner(vertex), "{case:?}");
        assert_eq!(solution.credits.get(vertex).is_some(), winner == Player::Zero, "{case:?}");
    }
    // With player 0's moves fixed, credits never run out: none is asked for that is not there.
    for (vertex, row) in (0..).zip(case.fixed(Player::Zero, moves)) {
        let Some(credit) = solution.credits.get(vertex) else { continue };
        for (to, weight) in row {
            let next = solution.credits.get(to).expect("player 1 cannot leave the region");
            assert!(credit as i128 + weight >= next as i128, "{vertex} of {case:?}");
        }
    }
    // With player 1's moves fixed, every cycle that is left in the region loses: lengths of longest
    // paths, with weights raised so that a cycle of sum zero counts as growing, stop growing.
    let rows = case.fixed(Player::One, moves);
    let lost = |vertex: u32| solution.winners.get(vertex) == Some(Player::One);
    let mut longest = vec![0i128; case.len()];
    let mut is_growing = true;
    for _ in 0..=case.len() {
        is_growing = false;
        for vertex in case.graph.vertices().filter(|&vertex| lost(vertex)) {
            for &(to, weight) in &rows[vertex as usize] {
                assert!(lost(to), "player 0 cannot leave {vertex} of {case:?}");
                let length = (case.len() as i128 + 1) * weight + 1 + longest[to as usize];
                if length > longest[vertex as usize] {
                    longest[vertex as usize] = length;
                    is_growing = true;
                }
            }
        }
    }
    assert!(!is_growing, "{case:?}");
}

/// What a play is worth to player 0: minus the credit it takes, or nothing worse.
fn worth(path: &[i128], cycle: &[i128]) -> Option<i128> {
    if cycle.iter().sum::<i128>() < 0 {
        return None;
    }
    let (mut sum, mut least) = (0, 0);
    for weight in path.iter().chain(cycle) {
        sum += weight;
        least = sum.min(least);
    }
    Some(least)
}

fn check_by_definition(case: &Case) {
    let solution = solved(case);
    let expected = case.brute_force(worth).into_iter().map(|w| w.map(|w| (-w) as u128));
    assert!(solution.credits.iter().eq(expected), "{:?} {case:?}", solution.credits);
}

fn check_by_fixpoint(case: &Case) {
    let rows: Vec<_> = case.graph.vertices().map(|vertex| case.row(vertex)).collect();
    let expected = fixpoint(&rows, |vertex| !case.ones[vertex]);
    assert!(solved(case).credits.iter().eq(expected), "{case:?}");
}

#[test]
fn all_small_games_have_the_credits_of_the_definition() {
    for vertices in 1..=3 {
        all_small(vertices).for_each(|case| check_by_definition(&case));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_games_have_the_credits_of_the_definition(case in cases(6, 2, -3i64..=3)) {
        check_by_definition(&case);
    }

    #[test]
    fn extreme_weights_do_not_overflow(case in cases(5, 2, extreme())) {
        check_by_definition(&case);
    }

    #[test]
    fn larger_games_have_the_credits_of_the_fixpoint(case in cases(30, 3, -4i64..=4)) {
        check_by_fixpoint(&case);
    }

    #[test]
    fn sparse_games_with_uneven_weights_too(case in cases(40, 2, -9i64..=6)) {
        check_by_fixpoint(&case);
    }
}

#[test]
fn hard_families_have_the_credits_of_the_fixpoint() {
    hard_families().iter().for_each(check_by_fixpoint);
}

#[test]
fn the_empty_game_and_lone_vertices() {
    assert!(solved(&Case::new(&[], &[])).credits.is_empty());
    for (weight, credit) in [(0, Some(0)), (1, Some(0)), (-1, None), (i64::MIN, None)] {
        for one in [false, true] {
            assert_eq!(solved(&Case::new(&[one], &[(0, 0, weight)])).credits.get(0), credit);
        }
    }
}

#[test]
fn credits_may_be_larger_than_any_weight() {
    let edges = [(0, 1, i64::MIN), (1, 2, i64::MIN), (2, 3, i64::MIN), (3, 3, 0)];
    let solution = solved(&Case::new(&[false; 4], &edges));
    assert_eq!(solution.credits.get(0), Some(3 << 63));
    assert_eq!(solution.credits.get(3), Some(0));
}

/// A cycle that loses little each time round beside a move that costs very much: climbing one round
/// after another would take as many rounds as there are numbers.
#[test]
fn slow_cycles_beside_large_weights_take_no_time() {
    for one in [false, true] {
        let edges = [(0, 1, 5), (1, 0, -6), (1, 2, -i64::MAX), (2, 0, i64::MAX), (2, 2, 0)];
        let solution = solved_fast(&Case::new(&[true, one, one], &edges));
        let expected = if one { None } else { Some(i64::MAX as u128) };
        assert_eq!(solution.credits.get(1), expected);
    }
}

fn solved_fast(case: &Case) -> EnergySolution {
    solve(&case.game(), &Options::default()).unwrap().solution
}

/// A debt at the end of a long way on which a little is earned at each step, closed to a ring.
#[test]
fn long_ways_are_linear() {
    const LONG: u32 = 200_000;
    let mut edges: Vec<_> = (1..LONG).map(|v| (v, v - 1, 1)).collect();
    edges.push((0, LONG - 1, -i64::from(LONG) + 1));
    let solution = solved_fast(&Case::new(&vec![false; LONG as usize], &edges));
    assert_eq!(solution.credits.get(0), Some(u128::from(LONG) - 1));
    assert_eq!(solution.credits.get(LONG - 2), Some(1));
    assert_eq!(solution.credits.get(LONG - 1), Some(0));
    *edges.last_mut().unwrap() = (0, LONG - 1, -i64::from(LONG));
    let solution = solved_fast(&Case::new(&vec![false; LONG as usize], &edges));
    assert_eq!(solution.winners.count(Player::One), LONG as usize);
}

#[test]
fn past_the_deadline_only_what_is_proven_is_said() {
    let case = Dice(3).game(2000, 3, 10);
    let full = solved_fast(&case);
    let options = |limit| {
        Options::with(Control { deadline: Some(Instant::now() + limit), ..Control::default() })
    };
    for micros in [0, 50, 200, 1000, 5000] {
        let limit = Duration::from_micros(micros);
        let part = solve(&case.game(), &options(limit)).unwrap().solution;
        for vertex in case.graph.vertices() {
            if let Some(winner) = part.winners.get(vertex) {
                assert_eq!(Some(winner), full.winners.get(vertex));
                assert_eq!(part.credits.get(vertex), full.credits.get(vertex));
            }
        }
        assert!(micros > 0 || !part.winners.is_complete());
    }
}

#[test]
fn moves_can_be_left_out() {
    let case = Dice(1).game(50, 2, 5);
    let options = Options { values_only: true, ..Options::default() };
    let solution = solve(&case.game(), &options).unwrap().solution;
    assert_eq!(solution.strategy, None);
    assert_eq!(solution.credits, solved(&case).credits);
}

#[test]
fn progress_is_told() {
    let told = AtomicUsize::new(0);
    let tell = |progress: Progress| {
        assert!(progress.done <= progress.total);
        told.fetch_add(1, Ordering::Relaxed);
    };
    let options = Options::with(Control { progress: Some(&tell), ..Control::default() });
    solve(&Dice(1).game(50, 2, 5).game(), &options).unwrap();
    assert!(told.into_inner() > 0);
}
