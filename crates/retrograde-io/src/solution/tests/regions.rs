//! Solutions of the objectives with a winner at each vertex.

use retrograde_core::{Player, RegionSolution, Winners};

use super::*;
use crate::ReadFault;

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// The objectives whose answers say who wins where, and nothing else.
fn with_winners() -> Vec<Objective> {
    let facts = Objective::PARITY.facts();
    Objective::ALL.into_iter().filter(|it| it.facts().values == facts.values).collect()
}

fn read_both(text: &str, names: &Names, objective: &Objective) -> Result<Solution, ReadError> {
    read_both_ways(text.as_bytes(), names, objective)
}

/// A solution of the kind that is read for an objective.
fn answer(objective: &Objective, solution: &RegionSolution) -> Solution {
    let RegionSolution { winners, strategy } = solution.clone();
    let answer = match objective.has_colors() {
        true => MealySolution { winners, machines: None, moves: strategy }.into(),
        false => Answer::from(RegionSolution { winners, strategy }),
    };
    Solution::new(objective.clone(), answer)
}

#[test]
fn winners_are_numbers_and_blank_where_nobody_knows() {
    let names = names(&["a,b", "t", "u"]);
    let mut solution = RegionSolution {
        winners: [ONE, ZERO, None].into_iter().collect(),
        strategy: Some([Some(1), None, None].into_iter().collect()),
    };
    let cobuchi = answer(&Objective::Cobuchi, &solution);
    let text = csv(&names, &cobuchi);
    assert_eq!(text, "vertex,winner,move\n\"a,b\",1,t\nt,0,\nu,,\n");
    assert_eq!(read_both(&text, &names, &Objective::Cobuchi).unwrap(), cobuchi);
    let text = json(&names, &cobuchi, Some(0), true);
    let expected = r#"{
  "objective": "cobuchi",
  "vertices": 3,
  "edges": 3,
  "summary": {"0": 1, "1": 1, "unknown": 1, "start": {"winner": 1}},
  "rows": [
    {"vertex": "a,b", "winner": 1, "move": "t"},
    {"vertex": "t", "winner": 0, "move": null},
    {"vertex": "u", "winner": null, "move": null}
  ]
}
"#;
    assert_eq!(text, expected);
    assert_eq!(read_both(&text, &names, &Objective::Cobuchi).unwrap(), cobuchi);
    solution.strategy = None;
    let rabin = answer(&Objective::Rabin(None), &solution);
    assert_eq!(csv(&names, &rabin), "vertex,winner\n\"a,b\",1\nt,0\nu,\n");
}

#[test]
fn wrong_winners_and_objectives_are_named() {
    let names = names(&["a", "t"]);
    for word in ["2", "00", "win", "-1"] {
        let text = format!("vertex,winner\na,{word}\n");
        let error = read_both(&text, &names, &Objective::Safety).unwrap_err();
        let message =
            format!("line 2, column 3: the winner '{word}' is neither player '0' nor player '1'");
        assert_eq!(error.to_string(), message);
        assert!(matches!(&error.fault, ReadFault::Solution(fault) if !fault.is_refutation()));
    }
    let error = read_both("vertex,winner\na,0\n", &names, &Objective::Safety).unwrap_err();
    assert_eq!(error.to_string(), "line 3: vertex 't' has no row");
    for objective in with_winners() {
        for other in with_winners().into_iter().filter(|other| *other != objective) {
            let text = format!("{{\"objective\": \"{}\"}}", other.name());
            let error = read_both(&text, &names, &objective).unwrap_err();
            let expected = format!(
                "line 1, column 15: this is a solution of objective '{}'; one of '{}' is expected here",
                other.name(),
                objective.name()
            );
            assert_eq!(error.to_string(), expected);
        }
    }
    let error = read_both("vertex,grundy\n", &names, &Objective::PARITY).unwrap_err();
    assert!(error.to_string().contains("this is a solution of objective 'grundy'"), "{error}");
}

prop_compose! {
    fn regions()(arena in arenas("[a-z0-9,\"\n]{0,3}".boxed()))(
        winners in proptest::collection::vec(
            prop::sample::select(&[ZERO, ONE, None][..]), arena.names.len()
        ),
        moves in proptest::option::of(proptest::collection::vec(
            proptest::option::of(0..arena.names.len() as u32), arena.names.len()
        )),
        names in Just(arena.names),
    ) -> (Names, RegionSolution) {
        let winners: Winners = winners.into_iter().collect();
        (names, RegionSolution { winners, strategy: moves.map(|all| all.into_iter().collect()) })
    }
}

proptest! {
    #[test]
    fn regions_come_back(
        (names, solution) in regions(),
        objective in prop::sample::select(with_winners()),
    ) {
        let solution = answer(&objective, &solution);
        comes_back(&names, &solution, &solution)?;
    }
}
