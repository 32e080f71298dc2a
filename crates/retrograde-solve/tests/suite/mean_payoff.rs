//! Mean-payoff games against brute force over strategies, with every strategy checked by Karp's
//! algorithm.

use crate::payoff_common;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use payoff_common::{Case, Dice, all_small, cases, extreme, go_on_or_stay, hard_families};
use proptest::prelude::*;
use retrograde_core::{Control, MeanPayoffSolution, Player, Progress, Ratio};
use retrograde_solve::Options;
use retrograde_solve::mean_payoff::{Method, solve};
use retrograde_verify::{Partial, verify_mean_payoff};

/// The least mean of a cycle that can be reached from `start`, with weights times `sign`.
///
/// Source: R. M. Karp, *A characterization of the minimum cycle mean in a digraph* (1978).
fn karp(rows: &[Vec<(u32, i128)>], start: u32, sign: i128) -> Ratio {
    let n = rows.len();
    let mut lightest = vec![vec![None::<i128>; n]; n + 1];
    lightest[0][start as usize] = Some(0);
    for steps in 0..n {
        for (from, row) in rows.iter().enumerate() {
            let Some(sum) = lightest[steps][from] else { continue };
            for &(to, weight) in row {
                let sum = sum + sign * weight;
                let slot = &mut lightest[steps + 1][to as usize];
                *slot = Some(slot.map_or(sum, |best| best.min(sum)));
            }
        }
    }
    let mean = |end: usize| {
        let last = lightest[n][end]?;
        let from = |steps: usize| Ratio::new(last - lightest[steps][end]?, (n - steps) as u32);
        (0..n).filter_map(from).max()
    };
    let least = (0..n).filter_map(mean).min().expect("every vertex has a move");
    Ratio::new(sign * least.numerator(), least.denominator()).unwrap()
}

/// The values, on which all methods agree.
fn solved(case: &Case) -> MeanPayoffSolution {
    let solution = solved_by(case, Method::Auto);
    for method in [Method::Improvement, Method::Split] {
        assert_eq!(solved_by(case, method).values, solution.values, "{method:?} {case:?}");
    }
    solution
}

fn solved_by(case: &Case, method: Method) -> MeanPayoffSolution {
    let solution = solve(&case.game(), method, &Options::default()).unwrap().solution;
    verify_mean_payoff(&case.game(), &solution, Partial::Refused).unwrap();
    let moves = solution.strategy.as_ref().unwrap();
    let zero = case.fixed(Player::Zero, moves);
    let one = case.fixed(Player::One, moves);
    for vertex in case.graph.vertices() {
        // Both players get the value with their own moves, so it is the value.
        let value = solution.values.get(vertex).expect("solved to the end");
        assert_eq!(karp(&zero, vertex, 1), value, "player 0 from {vertex} of {case:?}");
        assert_eq!(karp(&one, vertex, -1), value, "player 1 from {vertex} of {case:?}");
    }
    solution
}

fn check_by_definition(case: &Case) {
    let mean = |_: &[i128], cycle: &[i128]| Ratio::new(cycle.iter().sum(), cycle.len() as u32);
    let expected = case.brute_force(mean);
    let solution = solved(case);
    assert!(solution.values.iter().eq(expected), "{:?} {case:?}", solution.values);
}

#[test]
fn all_small_games_have_the_values_of_the_definition() {
    for vertices in 1..=3 {
        all_small(vertices).for_each(|case| check_by_definition(&case));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_games_have_the_values_of_the_definition(case in cases(6, 2, -3i64..=3)) {
        check_by_definition(&case);
    }

    #[test]
    fn extreme_weights_do_not_overflow(case in cases(5, 2, extreme())) {
        check_by_definition(&case);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn strategies_of_larger_games_are_optimal(case in cases(25, 3, -20i64..=20)) {
        solved(&case);
    }

    #[test]
    fn strategies_of_sparse_games_are_optimal(case in cases(25, 2, -3i64..=3)) {
        solved(&case);
    }
}

/// Floating-point numbers cannot tell these means apart.
#[test]
fn means_that_look_the_same_are_not() {
    let [most, less] = [i64::MAX, i64::MAX - 1];
    let edges = [(0, 0, most), (1, 1, less), (1, 0, -most)];
    let values = solved(&Case::new(&[false, true], &edges)).values;
    assert_eq!(values.get(0), Some(Ratio::from(most)));
    assert_eq!(values.get(1), Some(Ratio::from(less)));
}

#[test]
fn hard_families_have_optimal_strategies() {
    hard_families().iter().for_each(|case| drop(solved(case)));
}

/// Large enough for evaluating only what has changed, and for values of many classes.
#[test]
fn methods_agree_on_larger_games() {
    for (vertices, degree, largest) in [(3000, 2, 10), (2000, 3, 1_000_000_000), (1500, 4, 1)] {
        let case = Dice(u64::from(vertices)).game(vertices, degree, largest);
        let by = |method| solve(&case.game(), method, &Options::default()).unwrap().solution.values;
        assert_eq!(by(Method::Improvement), by(Method::Split));
    }
}

#[test]
fn the_empty_game_and_lone_vertices() {
    assert!(solved(&Case::new(&[], &[])).values.is_empty());
    for weight in [0, -7, i64::MIN, i64::MAX] {
        for one in [false, true] {
            let values = solved(&Case::new(&[one], &[(0, 0, weight)])).values;
            assert_eq!(values.get(0), Some(Ratio::from(weight)));
        }
    }
}

/// Neighbouring fractions: two cycles whose means differ by as little as they can.
#[test]
fn values_that_hardly_differ_are_told_apart() {
    for one in [false, true] {
        // From 0 into a ring of 30 or one of 29, each with a single weight of 1.
        let mut edges = vec![(0, 1, 0), (0, 31, 0)];
        edges.extend((1..=30).map(|v| (v, v % 30 + 1, i64::from(v == 4))));
        edges.extend((31..60).map(|v| (v, (v - 31 + 1) % 29 + 31, i64::from(v == 37))));
        let mut ones = vec![false; 60];
        ones[0] = one;
        let solution = solved(&Case::new(&ones, &edges));
        assert_eq!(solution.values.get(0), Ratio::new(1, if one { 30 } else { 29 }));
        assert_eq!(solution.values.get(5), Ratio::new(1, 30));
    }
}

/// As many values as vertices, and a ring too long for policy iteration to be the one to solve it.
#[test]
fn many_values_and_long_rings_are_no_problem() {
    const MANY: u32 = 20_000;
    let loops: Vec<_> = (0..MANY).map(|v| (v, v, i64::from(v) * 3 - 7)).collect();
    let ones: Vec<bool> = (0..MANY).map(|v| v % 3 == 0).collect();
    let case = Case::new(&ones, &loops);
    let values = solve(&case.game(), Method::Auto, &Options::default()).unwrap().solution.values;
    let expected = loops.iter().map(|&(_, _, weight)| Some(Ratio::from(weight)));
    assert!(values.iter().eq(expected));

    const LONG: u32 = 3000;
    let case = go_on_or_stay(LONG, false);
    let values = solve(&case.game(), Method::Auto, &Options::default()).unwrap().solution.values;
    assert!(values.iter().all(|value| value == Ratio::new(i128::from(LONG) * 2 + 1, LONG)));
}

#[test]
fn past_the_deadline_only_what_is_proven_is_said() {
    let case = Dice(5).game(3000, 2, 10);
    let full = solve(&case.game(), Method::Auto, &Options::default()).unwrap().solution;
    for micros in [0, 1000, 5000, 20_000, 100_000] {
        let deadline = Some(Instant::now() + Duration::from_micros(micros));
        let options = Options::with(Control { deadline, ..Control::default() });
        let part = solve(&case.game(), Method::Auto, &options).unwrap().solution;
        verify_mean_payoff(&case.game(), &part, Partial::Allowed).unwrap();
        for vertex in case.graph.vertices() {
            let (value, truth) = (part.values.get(vertex), full.values.get(vertex));
            assert!(value.is_none() || value == truth);
            let [low, high] = [Player::Zero, Player::One].map(|player| part.bound(player, vertex));
            assert!(low.is_some() && low <= truth && truth <= high, "{low:?} {truth:?} {high:?}");
        }
        assert_eq!(part.bounds.is_some(), !part.values.is_complete());
        assert!(micros > 0 || !part.values.is_complete());
    }
}

#[test]
fn moves_can_be_left_out() {
    let case = Dice(1).game(50, 2, 5);
    let options = Options { values_only: true, ..Options::default() };
    let solution = solve(&case.game(), Method::Auto, &options).unwrap().solution;
    assert_eq!(solution.strategy, None);
    assert_eq!(solution.values, solved(&case).values);
}

#[test]
fn progress_is_told() {
    for method in [Method::Improvement, Method::Split] {
        let told = AtomicUsize::new(0);
        let tell = |progress: Progress| {
            assert!(progress.done <= progress.total);
            told.fetch_add(1, Ordering::Relaxed);
        };
        let options = Options::with(Control { progress: Some(&tell), ..Control::default() });
        solve(&Dice(1).game(50, 2, 5).game(), method, &options).unwrap();
        assert!(told.into_inner() > 0);
    }
}
