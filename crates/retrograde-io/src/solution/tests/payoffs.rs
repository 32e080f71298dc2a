//! Solutions of the objectives with weights: credits past 64 bits, and fractions.

use retrograde_core::{
    Credits, EnergySolution, MeanBounds, MeanPayoffSolution, MeanPayoffs, Player, Ratio, Winners,
};

use super::objectives::complaint;
use super::round_trips::{some_moves, some_names};
use super::*;

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// The largest credit that a solution can hold.
const MOST: u128 = u128::MAX - 1;

fn ratio(numerator: i128, denominator: u32) -> Option<Ratio> {
    Some(Ratio::new(numerator, denominator).unwrap())
}

#[test]
fn credits_stand_where_player_0_wins() {
    let names = names(&["a,b", "t", "u", "x"]);
    let mut solution = EnergySolution {
        winners: [ZERO, ONE, None, ZERO].into_iter().collect(),
        credits: [Some(0), None, None, Some(MOST)].into_iter().collect(),
        strategy: Some([Some(1), Some(0), None, None].into_iter().collect()),
    };
    let expected = "vertex,winner,credit,move\n\
        \"a,b\",0,0,t\n\
        t,1,,\"a,b\"\n\
        u,,,\n\
        x,0,340282366920938463463374607431768211454,\n";
    assert_eq!(csv(&names, &of(&solution)), expected);
    let expected = r#"{
  "objective": "energy",
  "vertices": 4,
  "edges": 3,
  "summary": {"0": 2, "1": 1, "unknown": 1, "largest": 340282366920938463463374607431768211454, "start": {"winner": 0, "credit": 0}},
  "rows": [
    {"vertex": "a,b", "winner": 0, "credit": 0, "move": "t"},
    {"vertex": "t", "winner": 1, "credit": null, "move": "a,b"},
    {"vertex": "u", "winner": null, "credit": null, "move": null},
    {"vertex": "x", "winner": 0, "credit": 340282366920938463463374607431768211454, "move": null}
  ]
}
"#;
    let text = json(&names, &of(&solution), Some(0), true);
    assert_eq!(text, expected);
    assert_eq!(read_both_ways(text.as_bytes(), &names, &Objective::Energy).unwrap(), of(&solution));
    solution.strategy = None;
    solution.credits = [None; 4].into_iter().collect();
    solution.winners = [ONE; 4].into_iter().collect();
    assert_eq!(csv(&names, &of(&solution)), "vertex,winner,credit\n\"a,b\",1,\nt,1,\nu,1,\nx,1,\n");
    let text = json(&names, &of(&solution), None, false);
    assert!(text.contains(r#"{"0": 0, "1": 4, "unknown": 0, "largest": null}"#), "{text}");
}

#[test]
fn wrong_credits_are_named_where_they_stand() {
    let names = names(&["a", "t"]);
    for (row, message, refutes) in [
        (
            "a,0,,t",
            "line 2, column 5: vertex 'a' has no credit: where player 0 wins some credit suffices, and the checker needs the least",
            true,
        ),
        (
            "a,1,3,t",
            "line 2, column 5: vertex 'a' has a credit without being won by player 0: leave it empty",
            true,
        ),
        (
            "a,,3,t",
            "line 2, column 4: vertex 'a' has a credit without being won by player 0: leave it empty",
            true,
        ),
        ("a,2,3,t", "line 2, column 3: the winner '2' is neither player '0' nor player '1'", false),
        ("a,0,3,t", "line 3: vertex 't' has no row", true),
    ] {
        let text = format!("vertex,winner,credit,move\n{row}\n");
        assert_eq!(complaint(&text, &names, &Objective::Energy), (message.to_owned(), refutes));
    }
    for word in ["-1", "+1", "1.0", "1e3", " 1", "x", &u128::MAX.to_string(), &"9".repeat(40)] {
        let text = format!("vertex,winner,credit\na,0,{word}\n");
        let message = format!(
            "line 2, column 5: the credit '{word}' is not a whole number from 0 to 340282366920938463463374607431768211454"
        );
        assert_eq!(complaint(&text, &names, &Objective::Energy), (message, false));
    }
    let text = r#"{"rows": [{"vertex": "a", "winner": 0, "credit": 1.5}]}"#;
    let message = "line 1, column 50: the credit '1.5' is not a whole number from 0 to 340282366920938463463374607431768211454";
    assert_eq!(complaint(text, &names, &Objective::Energy), (message.to_owned(), false));
    let text = r#"{"rows": [{"vertex": "a", "winner": 0, "move": null}]}"#;
    let message = "line 1, column 11: the column 'credit' is missing: a solution of objective 'energy' has the columns 'vertex,winner,credit,move'; only the move may be left out";
    assert_eq!(complaint(text, &names, &Objective::Energy), (message.to_owned(), false));
}

#[test]
fn means_are_whole_or_fractions_in_lowest_terms() {
    let names = Names::numbered(6);
    let all = [ratio(-1, 2), ratio(3, 1), None, ratio(-1, 2), ratio(i128::MIN, 1), ratio(1, 3)];
    let solution = MeanPayoffSolution {
        values: all.into_iter().collect(),
        strategy: Some([Some(1), None, None, None, Some(5), Some(0)].into_iter().collect()),
        bounds: None,
    };
    let expected = "vertex,value,move\n\
        0,-1/2,1\n1,3,\n2,,\n3,-1/2,\n4,-170141183460469231731687303715884105728,5\n5,1/3,0\n";
    let text = csv(&names, &of(&solution));
    assert_eq!(text, expected);
    assert_eq!(
        read_both_ways(text.as_bytes(), &names, &Objective::MeanPayoff).unwrap(),
        of(&solution)
    );
    let text = json(&names, &of(&solution), Some(0), true);
    let expected = r#"{
  "objective": "mean-payoff",
  "vertices": 6,
  "edges": 3,
  "summary": {"lowest": -170141183460469231731687303715884105728, "highest": 3, "values": 4, "unknown": 1, "start": {"value": "-1/2"}},
  "rows": [
    {"vertex": "0", "value": "-1/2", "move": "1"},
    {"vertex": "1", "value": 3, "move": null},
    {"vertex": "2", "value": null, "move": null},
    {"vertex": "3", "value": "-1/2", "move": null},
    {"vertex": "4", "value": -170141183460469231731687303715884105728, "move": "5"},
    {"vertex": "5", "value": "1/3", "move": "0"}
  ]
}
"#;
    assert_eq!(text, expected);
    assert_eq!(
        read_both_ways(text.as_bytes(), &names, &Objective::MeanPayoff).unwrap(),
        of(&solution)
    );
    let unknown =
        MeanPayoffSolution { values: MeanPayoffs::unknown(2), strategy: None, bounds: None };
    let text = json(&Names::numbered(2), &of(&unknown), None, false);
    let summary = r#"{"lowest": null, "highest": null, "values": 0, "unknown": 2}"#;
    assert!(text.contains(summary), "{text}");
    // A whole number in quotes is as good.
    let text = r#"{"rows": [{"vertex": "1", "value": "-7"}, {"vertex": "0", "value": 0}]}"#;
    let values = [ratio(0, 1), ratio(-7, 1)].into_iter().collect();
    let read = read_both_ways(text.as_bytes(), &Names::numbered(2), &Objective::MeanPayoff);
    assert_eq!(read.unwrap(), of(&MeanPayoffSolution { values, strategy: None, bounds: None }));
}

#[test]
fn bounds_stand_at_the_end_of_answers_that_are_not_complete() {
    let names = Names::numbered(3);
    let solution = MeanPayoffSolution {
        values: [ratio(1, 2), None, None].into_iter().collect(),
        strategy: Some([Some(1), Some(0), None].into_iter().collect()),
        bounds: Some(MeanBounds {
            at_least: [ratio(1, 2), ratio(-3, 1), None].into_iter().collect(),
            at_most: [ratio(1, 2), ratio(7, 3), ratio(9, 1)].into_iter().collect(),
        }),
    };
    let text = csv(&names, &of(&solution));
    let expected = "vertex,value,move,at_least,at_most\n0,1/2,1,1/2,1/2\n1,,0,-3,7/3\n2,,,,9\n";
    assert_eq!(text, expected);
    let read = |text: &str| read_both_ways(text.as_bytes(), &names, &Objective::MeanPayoff);
    assert_eq!(read(&text).unwrap(), of(&solution));
    let text = json(&names, &of(&solution), None, true);
    let rows = r#"    {"vertex": "0", "value": "1/2", "move": "1", "at_least": "1/2", "at_most": "1/2"},
    {"vertex": "1", "value": null, "move": "0", "at_least": -3, "at_most": "7/3"},
    {"vertex": "2", "value": null, "move": null, "at_least": null, "at_most": 9}
"#;
    assert!(text.contains(rows), "{text}");
    assert_eq!(read(&text).unwrap(), of(&solution));
    // Columns come in any order, and one of the two is enough.
    let text = "at_most,vertex,value\n9,2,\n,0,1/2\n7/3,1,\n";
    let at_most = [None, ratio(7, 3), ratio(9, 1)].into_iter().collect();
    let bounds = Some(MeanBounds { at_least: MeanPayoffs::unknown(3), at_most });
    let half = MeanPayoffSolution { bounds, strategy: None, ..solution.clone() };
    assert_eq!(read(text).unwrap(), of(&half));
    // Without moves too.
    let unmoved = of(&MeanPayoffSolution { strategy: None, ..solution });
    assert_eq!(read(&csv(&names, &unmoved)).unwrap(), unmoved);
    assert_eq!(read(&json(&names, &unmoved, None, true)).unwrap(), unmoved);
    let text = "vertex,value,move,at_least,at_most\n0,,,1,6/4\n";
    let message = "line 2, column 7: the value '6/4' is not in lowest terms: write '3/2'";
    assert_eq!(complaint(text, &names, &Objective::MeanPayoff), (message.to_owned(), false));
    let text = "vertex,winner,move,at_least\n0,,,1\n";
    assert!(complaint(text, &names, &Objective::PARITY).0.contains("no column 'at_least'"));
}

#[test]
fn wrong_means_are_named_where_they_stand() {
    let names = names(&["a", "t"]);
    let says = |word: &str, message: &str| {
        let text = format!("vertex,value\na,{word}\n");
        let message = format!("line 2, column 3: the value '{word}' {message}");
        assert_eq!(complaint(&text, &names, &Objective::MeanPayoff), (message, false));
    };
    for (word, reduced) in
        [("2/4", "1/2"), ("-6/4", "-3/2"), ("4/2", "2"), ("3/1", "3"), ("0/5", "0")]
    {
        says(word, &format!("is not in lowest terms: write '{reduced}'"));
    }
    for word in ["1/0", "1/-2", "-1/-2", "0/0", "1/4294967296", "1/-0"] {
        says(
            word,
            "has below the line no number from 1 to 4294967295: a sign stands before the fraction",
        );
    }
    let huge = "9".repeat(40);
    for word in [
        "x", "-", "/", "1/", "/2", "--1", "+1", "01", "-0", "-0/5", "1/02", "1.5", "1e3", "1/2/3",
        " 1", "inf", "1/+2", &huge,
    ] {
        says(
            word,
            "is neither a whole number such as '-3' nor a fraction such as '1/2' that 128 bits can hold",
        );
    }
    let text = r#"{"rows": [{"vertex": "a", "value": 0.5}]}"#;
    let message = "line 1, column 36: the value '0.5' is neither a whole number such as '-3' nor a fraction such as '1/2' that 128 bits can hold";
    assert_eq!(complaint(text, &names, &Objective::MeanPayoff), (message.to_owned(), false));
    let message = "line 3: vertex 't' has no row";
    let found = complaint("vertex,value\na,1/2\n", &names, &Objective::MeanPayoff);
    assert_eq!(found, (message.to_owned(), true));
}

fn some_credit() -> impl Strategy<Value = u128> {
    let edge = u128::from(u64::MAX);
    prop_oneof![0..10u128, any::<u64>().prop_map(u128::from), edge - 1..edge + 3, 0..=MOST]
}

fn some_ratio() -> impl Strategy<Value = Ratio> {
    let numerator = prop_oneof![-5..5i128, any::<i64>().prop_map(i128::from), any::<i128>()];
    let denominator = prop_oneof![1..6u32, 1..=u32::MAX];
    (numerator, denominator).prop_map(|(above, below)| Ratio::new(above, below).unwrap())
}

prop_compose! {
    fn energy()(names in some_names())(
        rows in proptest::collection::vec(
            prop_oneof![
                some_credit().prop_map(|credit| (ZERO, Some(credit))),
                Just((ONE, None)),
                Just((None, None)),
            ],
            names.len(),
        ),
        strategy in proptest::option::of(some_moves(names.len())),
        names in Just(names),
    ) -> (Names, EnergySolution) {
        let winners: Winners = rows.iter().map(|row| row.0).collect();
        let credits: Credits = rows.iter().map(|row| row.1).collect();
        (names, EnergySolution { winners, credits, strategy })
    }
}

prop_compose! {
    fn mean_payoff()(names in some_names())(
        values in proptest::collection::vec(proptest::option::of(some_ratio()), names.len()),
        strategy in proptest::option::of(some_moves(names.len())),
        names in Just(names),
    ) -> (Names, MeanPayoffSolution) {
        (names, MeanPayoffSolution { values: values.into_iter().collect(), strategy, bounds: None })
    }
}

proptest! {
    #[test]
    fn energy_solutions_come_back((names, solution) in energy()) {
        comes_back(&names, &of(&solution), &of(&solution))?;
        let text = json(&names, &of(&solution), None, false);
        let largest = solution.credits.iter().flatten().max();
        let largest = largest.map_or("null".to_owned(), |credit| credit.to_string());
        prop_assert!(text.contains(&format!("\"largest\": {largest}}}")), "{}", text);
    }

    #[test]
    fn mean_payoffs_come_back((names, solution) in mean_payoff()) {
        comes_back(&names, &of(&solution), &of(&solution))?;
        let text = json(&names, &of(&solution), None, false);
        let summary: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut values: Vec<_> = solution.values.iter().flatten().collect();
        prop_assert_eq!(&summary["summary"]["unknown"], solution.values.len() - values.len());
        values.sort();
        values.dedup();
        prop_assert_eq!(&summary["summary"]["values"], values.len());
        let written = |value: &Ratio| match value.denominator() {
            1 => value.to_string(),
            _ => format!("\"{value}\""),
        };
        for (key, value) in [("lowest", values.first()), ("highest", values.last())] {
            let value = value.map_or("null".to_owned(), written);
            prop_assert!(text.contains(&format!("\"{key}\": {value},")), "{}", text);
        }
    }
}
