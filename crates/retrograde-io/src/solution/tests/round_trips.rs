//! Random solutions of the objectives besides `outcome`, written and read back, and random bytes.

use retrograde_core::{
    AsymmetricSolution, Grundy, GrundyValues, Outcomes, PartizanOutcomes, PartizanSolution,
    Strategies,
};

use super::objectives::{ALL, outcomes};
use super::*;

pub(super) fn some_names() -> impl Strategy<Value = Names> {
    prop_oneof![
        arenas("[a-z,\"\n\r é]{0,3}".boxed()),
        arenas("[0-9]{1,3}".boxed()),
        arenas("[\\PC\u{0}-\u{1f}]{0,4}".boxed()),
    ]
    .prop_map(|arena| arena.names)
}

fn some_outcomes(count: usize) -> impl Strategy<Value = Outcomes> {
    proptest::collection::vec(prop::sample::select(&ALL[..]), count).prop_map(|all| outcomes(&all))
}

pub(super) fn some_moves(count: usize) -> impl Strategy<Value = Moves> {
    proptest::collection::vec(proptest::option::of(0..count as u32), count)
        .prop_map(|moves| moves.into_iter().collect())
}

prop_compose! {
    fn asymmetric()(names in some_names())(
        first in some_outcomes(names.len()),
        second in some_outcomes(names.len()),
        moves in proptest::option::of((some_moves(names.len()), some_moves(names.len()))),
        names in Just(names),
    ) -> (Names, AsymmetricSolution) {
        let strategies = moves.map(|(first, second)| Strategies { first, second });
        (names, AsymmetricSolution { first, second, strategies })
    }
}

prop_compose! {
    fn valued()(names in some_names())(
        sets in proptest::collection::vec(
            (0..names.len() as u32, any::<bool>(), proptest::collection::btree_set(0..names.len() as u32, 0..4)),
            names.len(),
        ),
        names in Just(names),
    ) -> (Names, GrundyValues) {
        let mut values = GrundyValues::default();
        for (value, loopy, set) in sets {
            let set: Vec<_> = set.into_iter().collect();
            values.push(if loopy { Grundy::Loopy(&set) } else { Grundy::Finite(value) });
        }
        (names, values)
    }
}

prop_compose! {
    fn partizan()(names in some_names())(
        left_first in proptest::collection::vec((prop::sample::select(&ALL[..]), any::<u32>()), names.len()),
        right_first in proptest::collection::vec((prop::sample::select(&ALL[..]), any::<u32>()), names.len()),
        names in Just(names),
    ) -> (Names, PartizanSolution) {
        let [left_first, right_first] = [left_first, right_first].map(|side| OutcomeSolution {
            values: side.into_iter().map(|(outcome, n)| Value::new(outcome, Distance(n))).collect(),
            ..OutcomeSolution::default()
        });
        (names, PartizanSolution { left_first, right_first })
    }
}

/// The lines of a CSV file without names that span lines, in another order, with CR LF.
fn shuffled(text: &str) -> String {
    let mut lines: Vec<_> = text.lines().collect();
    lines[1..].reverse();
    lines.join("\r\n")
}

proptest! {
    #[test]
    fn asymmetric_solutions_come_back((names, solution) in asymmetric()) {
        comes_back(&names, &of(&solution), &of(&solution))?;
    }

    #[test]
    fn grundy_values_come_back((names, values) in valued()) {
        comes_back(&names, &of(&values), &of(&values))?;
        let numbered = Names::numbered(names.len());
        let text = shuffled(&csv(&numbered, &of(&values)));
        prop_assert_eq!(read_both_ways(text.as_bytes(), &numbered, &Objective::Grundy).unwrap(), of(&values));
    }

    #[test]
    fn partizan_solutions_come_back_as_outcomes((names, solution) in partizan()) {
        let expected = PartizanOutcomes::from(solution.clone());
        comes_back(&names, &of(&solution), &of(&expected))?;
        prop_assert_eq!(csv(&names, &of(&solution)), csv(&names, &of(&expected)));
        let [ours, theirs] = [
            json(&names, &of(&solution), Some(0), true),
            json(&names, &of(&expected), Some(0), true),
        ];
        prop_assert_eq!(ours, theirs);
    }

    #[test]
    fn no_bytes_make_the_readers_panic(
        json in any::<bool>(),
        objective in prop::sample::select(&Objective::ALL[..]),
        pieces in proptest::collection::vec(
            prop_oneof![
                prop::sample::select(&[
                    "\"", ",", "\n", "{", "}", ":", "a", "win", "inf{", "0", "4294967295",
                    "2147483648", "99999999999999999999", "LD", "null", "\"vertex\":", "\"grundy\":",
                    "-", "/", "1", "340282366920938463463374607431768211455",
                ][..]).prop_map(|word| word.as_bytes().to_vec()),
                any::<u8>().prop_map(|byte| vec![byte]),
            ],
            0..40,
        )
    ) {
        let start = if json { "{\"rows\": [".to_owned() } else { objective.facts().header() + "\n" };
        let text = [start.into_bytes(), pieces.concat()].concat();
        let names = names(&["a", ""]);
        for objective in Objective::ALL {
            let _ = read_both_ways(&text, &names, &objective);
        }
    }
}
