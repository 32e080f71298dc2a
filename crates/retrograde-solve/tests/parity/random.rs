//! Random games.

use proptest::prelude::*;
use retrograde_core::Player;
use retrograde_solve::Options;
use retrograde_solve::parity::{Method, solve};

use crate::support::games;
use crate::{METHODS, solved};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn winners_are_those_of_brute_force(case in games(1..=6, 3, 5, false)) {
        let expected = case.brute_force();
        for method in METHODS {
            let solution = solved(&case, method);
            let winners: Vec<_> = solution.winners.iter().map(Option::unwrap).collect();
            prop_assert_eq!(&winners, &expected, "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    #[test]
    fn all_methods_agree(case in games(5..=60, 3, 8, false)) {
        let expected = solved(&case, Method::Auto);
        prop_assert!(expected.winners.is_complete());
        for method in METHODS {
            let solution = solved(&case, method);
            prop_assert_eq!(&solution.winners, &expected.winners, "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    /// Rows this long are searched with a cursor.
    #[test]
    fn long_rows_are_searched_right(case in games(10..=40, 40, 6, false)) {
        for method in METHODS {
            let solution = solved(&case, method);
            prop_assert!(solution.winners.is_complete());
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    /// Priorities far apart mean the same as those next to each other.
    #[test]
    fn gaps_between_priorities_mean_nothing(case in games(1..=20, 3, 6, false)) {
        let mut spread = case.clone();
        spread.priorities.iter_mut().for_each(|priority| *priority = *priority * 600_000_000 + *priority % 2);
        prop_assert_eq!(solved(&spread, Method::Auto).winners, solved(&case, Method::Auto).winners);
    }

    /// Changing over players and parities changes over the winners.
    #[test]
    fn players_are_treated_alike(case in games(1..=30, 3, 6, false)) {
        let mut other = case.clone();
        other.ones.iter_mut().for_each(|one| *one = !*one);
        other.priorities.iter_mut().for_each(|priority| *priority += 1);
        for method in METHODS {
            let (ours, theirs) = (solved(&case, method), solved(&other, method));
            let swapped = theirs.winners.region(Player::One);
            prop_assert_eq!(ours.winners.region(Player::Zero), swapped);
        }
    }

    #[test]
    fn values_only_leaves_out_the_moves(case in games(1..=30, 3, 6, false)) {
        let options = Options { values_only: true, ..Options::default() };
        let solution = solve(&case.game(), Method::Auto, &options).unwrap().solution;
        prop_assert_eq!(solution.strategy, None);
        prop_assert_eq!(solution.winners, solved(&case, Method::Auto).winners);
    }
}
