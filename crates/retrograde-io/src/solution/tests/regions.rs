//! Solutions of the objectives with a winner at each vertex.

use retrograde_core::{Player, RegionSolution, Winners};

use super::*;
use crate::ReadFault;

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// Reads the text at once and in small steps, and insists that it makes no difference.
fn read_both(
    text: &str,
    names: &Names,
    objective: RegionObjective,
) -> Result<RegionSolution, ReadError> {
    let whole = read_regions(text.as_bytes(), names, objective);
    match (&whole, read_regions(Trickle::new(text.as_bytes(), 1), names, objective)) {
        (Ok(whole), Ok(stepped)) => assert_eq!(*whole, stepped),
        (Err(whole), Err(stepped)) => assert_eq!(whole.to_string(), stepped.to_string()),
        (whole, stepped) => panic!("{whole:?} and {stepped:?}"),
    }
    whole
}

#[test]
fn winners_are_numbers_and_blank_where_nobody_knows() {
    let names = names(&["a,b", "t", "u"]);
    let mut solution = RegionSolution {
        winners: [ONE, ZERO, None].into_iter().collect(),
        strategy: Some([Some(1), None, None].into_iter().collect()),
    };
    let sheet = RegionSheet { objective: RegionObjective::Cobuchi, solution: &solution };
    let text = csv(&names, &sheet);
    assert_eq!(text, "vertex,winner,move\n\"a,b\",1,t\nt,0,\nu,,\n");
    assert_eq!(read_both(&text, &names, RegionObjective::Cobuchi).unwrap(), solution);
    let text = json(&names, &sheet, Some(0), Rows::Listed);
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
    assert_eq!(read_both(&text, &names, RegionObjective::Cobuchi).unwrap(), solution);
    solution.strategy = None;
    let sheet = RegionSheet { objective: RegionObjective::Rabin, solution: &solution };
    assert_eq!(csv(&names, &sheet), "vertex,winner\n\"a,b\",1\nt,0\nu,\n");
}

#[test]
fn wrong_winners_and_objectives_are_named() {
    let names = names(&["a", "t"]);
    for word in ["2", "00", "win", "-1"] {
        let text = format!("vertex,winner\na,{word}\n");
        let error = read_both(&text, &names, RegionObjective::Safety).unwrap_err();
        let message =
            format!("line 2, column 3: the winner '{word}' is neither player '0' nor player '1'");
        assert_eq!(error.to_string(), message);
        assert!(matches!(&error.fault, ReadFault::Solution(fault) if !fault.is_refutation()));
    }
    let error = read_both("vertex,winner\na,0\n", &names, RegionObjective::Safety).unwrap_err();
    assert_eq!(error.to_string(), "line 3: vertex 't' has no row");
    for objective in RegionObjective::ALL {
        assert_eq!(RegionObjective::from_name(objective.name()), Some(objective));
        for other in RegionObjective::ALL.into_iter().filter(|&other| other != objective) {
            let text = format!("{{\"objective\": \"{}\"}}", other.name());
            let error = read_both(&text, &names, objective).unwrap_err();
            let expected = format!(
                "line 1, column 15: this is a solution of objective '{}'; one of '{}' is expected here, which --objective can change",
                other.name(),
                objective.name()
            );
            assert_eq!(error.to_string(), expected);
        }
    }
    let error = read_both("vertex,grundy\n", &names, RegionObjective::Parity).unwrap_err();
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
        objective in prop::sample::select(&RegionObjective::ALL[..]),
    ) {
        let sheet = RegionSheet { objective, solution: &solution };
        for text in [csv(&names, &sheet), json(&names, &sheet, Some(0), Rows::Listed)] {
            prop_assert_eq!(&read_both(&text, &names, objective).unwrap(), &solution);
        }
        let sheet = RegionSheet { objective: RegionObjective::Parity, solution: &solution };
        comes_back(&names, &sheet, &solution)?;
    }
}
