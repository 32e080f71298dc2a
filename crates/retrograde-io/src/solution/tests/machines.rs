//! Solutions with machines, written and read back.

use retrograde_core::{Mealy, MealyStep, Player, RegionSolution, Winners};

use super::round_trips::some_names;
use super::*;

pub(super) const MULLER: Objective = Objective::Muller(None);
const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// Reads the text at once and in small steps, and insists that it makes no difference.
pub(super) fn read_both(
    text: &str,
    names: &Names,
    objective: &Objective,
) -> Result<MealySolution, ReadError> {
    let solution = read_both_ways(text.as_bytes(), names, objective)?;
    match solution.answer {
        Answer::Machines(answer) => Ok(answer),
        other => panic!("{other:?}"),
    }
}

fn step(vertex: u32, memory: u32, to: Option<u32>, next: u32) -> MealyStep {
    MealyStep { vertex, memory, to, next }
}

/// Player 0 takes turns at the first vertex, player 1 wins at the last; nobody knows about `u`.
fn example() -> (Names, MealySolution) {
    let steps = vec![
        step(0, 0, Some(1), 1),
        step(0, 1, Some(0), 0),
        step(1, 1, None, 1),
        step(1, 0, None, 0),
        // Part of the machine, though not of the region that it wins.
        step(3, 0, Some(0), 0),
    ];
    let machines = [
        Mealy::new(Player::Zero, 4, 2, 0, steps).unwrap(),
        Mealy::new(Player::One, 4, 3, 2, vec![step(3, 2, Some(3), 2)]).unwrap(),
    ];
    let winners = [ZERO, ZERO, None, ONE].into_iter().collect();
    (names(&["a\"", "t", "u", "x,y"]), MealySolution::new(winners, Some(machines)))
}

const EXAMPLE: &str = r#"{
  "objective": "muller",
  "vertices": 4,
  "edges": 3,
  "summary": {"0": 2, "1": 1, "unknown": 1, "start": {"winner": 0}},
  "rows": [
    {"vertex": "a\"", "winner": 0, "move": "t"},
    {"vertex": "t", "winner": 0, "move": null},
    {"vertex": "u", "winner": null, "move": null},
    {"vertex": "x,y", "winner": 1, "move": "x,y"}
  ],
  "machines": [
    {"player": 0, "states": 2, "initial": 0, "steps": [
      {"vertex": "a\"", "memory": 0, "move": "t", "next": 1},
      {"vertex": "a\"", "memory": 1, "move": "a\"", "next": 0},
      {"vertex": "t", "memory": 0, "move": null, "next": 0},
      {"vertex": "t", "memory": 1, "move": null, "next": 1},
      {"vertex": "x,y", "memory": 0, "move": "a\"", "next": 0}
    ]},
    {"player": 1, "states": 3, "initial": 2, "steps": [
      {"vertex": "x,y", "memory": 2, "move": "x,y", "next": 2}
    ]}
  ]
}
"#;

#[test]
fn rows_have_the_first_moves_and_machines_all_of_them() {
    let (names, mut solution) = example();
    assert_eq!(solution.moves, Some([Some(1), None, None, Some(3)].into_iter().collect()));
    assert_eq!(json(&names, &of(&solution), Some(0), true), EXAMPLE);
    let read = read_both(EXAMPLE, &names, &MULLER).unwrap();
    assert_eq!((read.contradiction(), &read), (None, &solution));
    let text = csv(&names, &of(&solution));
    assert_eq!(text, "vertex,winner,move\n\"a\"\"\",0,t\nt,0,\nu,,\n\"x,y\",1,\"x,y\"\n");
    let summary = json(&names, &of(&solution), None, false);
    assert!(!summary.contains("machines"), "{summary}");

    solution.machines = None;
    let from_csv = read_both(&text, &names, &MULLER).unwrap();
    assert_eq!((from_csv.contradiction(), &from_csv), (None, &solution));
    solution.moves = None;
    let rabin = Solution::new(Objective::Rabin(None), solution.clone());
    let text = json(&names, &rabin, None, true);
    assert!(!text.contains("machines") && !text.contains("move"), "{text}");
    assert_eq!(read_both(&text, &names, &rabin.objective).unwrap(), solution);
}

#[test]
fn where_winning_takes_no_memory_machines_are_passed_over() {
    let (names, solution) = example();
    let text = EXAMPLE.replace("muller", "parity");
    let regions = read_solution(text.as_bytes(), &names, &Objective::PARITY).unwrap();
    let MealySolution { winners, moves, .. } = solution;
    assert_eq!(regions, of(&RegionSolution { winners, strategy: moves }));
    let broken = r#"{"machines": 7, "rows": [{"vertex": "a", "winner": 0}]}"#;
    let names = super::names(&["a"]);
    assert!(read_solution(broken.as_bytes(), &names, &Objective::Buchi).is_ok());
    assert!(read_both(broken, &names, &MULLER).is_err());
}

#[test]
fn machines_members_and_steps_come_in_any_order() {
    let names = names(&["7", "t"]);
    let text = r#"{"machines": [
        {"note": {"player": 5}, "steps": [
            {"next": 0, "move": 7, "memory": "1", "vertex": "t"},
            {"vertex": 7, "memory": 1, "move": "t", "next": 0, "note": []},
            {"vertex": "t", "memory": 0, "move": null, "next": 1}
        ], "initial": 1, "states": 2, "player": 1},
        {"player": "0", "steps": [], "states": 1, "initial": 0}
    ], "rows": [{"vertex": "t", "winner": 1}, {"vertex": 7, "winner": 1}]}"#;
    let file = read_both(text, &names, &MULLER).unwrap();
    let steps = vec![step(0, 1, Some(1), 0), step(1, 0, None, 1), step(1, 1, Some(0), 0)];
    let machines = [
        Mealy::new(Player::Zero, 2, 1, 0, vec![]).unwrap(),
        Mealy::new(Player::One, 2, 2, 1, steps).unwrap(),
    ];
    let winners: Winners = [ONE, ONE].into_iter().collect();
    assert_eq!(file, MealySolution { winners, machines: Some(machines), moves: None });
}

#[test]
fn rows_that_contradict_the_machines_are_found() {
    let (names, _) = example();
    for (from, to, vertex) in [
        (r#""winner": 0, "move": "t"}"#, r#""winner": 0, "move": "u"}"#, Some(0)),
        (r#""winner": 0, "move": null}"#, r#""winner": 0, "move": "t"}"#, Some(1)),
        (r#""winner": null, "move": null}"#, r#""winner": null, "move": "t"}"#, Some(2)),
        (r#""winner": 1, "move": "x,y"}"#, r#""winner": 1, "move": null}"#, Some(3)),
        // The machine of player 0 has a step there, which is now the one to agree with.
        (r#""winner": 1, "move": "x,y"}"#, r#""winner": 0, "move": "a\""}"#, None),
    ] {
        assert!(EXAMPLE.contains(from));
        let file = read_both(&EXAMPLE.replace(from, to), &names, &MULLER).unwrap();
        assert_eq!(file.contradiction(), vertex, "{to}");
    }
}

fn some_machine(player: Player, vertices: usize) -> impl Strategy<Value = Mealy> {
    let states = prop_oneof![1..4u32, Just(u32::MAX)];
    states.prop_flat_map(move |states| {
        let state = prop_oneof![0..states.min(4), 0..states];
        let steps = proptest::collection::btree_map(
            (0..vertices as u32, state.clone()),
            (proptest::option::of(0..vertices as u32), state.clone()),
            0..12,
        );
        (state, steps).prop_map(move |(initial, steps)| {
            let steps = steps
                .into_iter()
                .map(|((vertex, memory), (to, next))| step(vertex, memory, to, next));
            Mealy::new(player, vertices, states, initial, steps.collect()).unwrap()
        })
    })
}

prop_compose! {
    fn solved()(names in some_names())(
        winners in proptest::collection::vec(
            prop::sample::select(&[ZERO, ONE, None][..]), names.len()
        ),
        machines in proptest::option::of((
            some_machine(Player::Zero, names.len()),
            some_machine(Player::One, names.len()),
        )),
        names in Just(names),
    ) -> (Names, MealySolution) {
        let machines = machines.map(|(zero, one)| [zero, one]);
        (names, MealySolution::new(winners.into_iter().collect(), machines))
    }
}

proptest! {
    #[test]
    fn machines_come_back(
        (names, solution) in solved(),
        objective in prop::sample::select(&[
            MULLER, Objective::Rabin(None), Objective::Streett(None)
        ][..]),
    ) {
        let written = Solution::new(objective.clone(), solution.clone());
        let text = json(&names, &written, Some(0), true);
        let read = read_both(&text, &names, &objective).unwrap();
        prop_assert_eq!(&read, &solution);
        prop_assert_eq!(read.contradiction(), None);
        for vertex in 0..names.len() as u32 {
            let machine = solution.winners.get(vertex).and_then(|player| solution.machine(player));
            let first = machine.and_then(|machine| machine.step(vertex, machine.initial())?.to);
            prop_assert_eq!(read.moves.as_ref().and_then(|moves| moves.get(vertex)), first);
        }
        let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(parsed["machines"].is_array(), solution.machines.is_some());
        let read = read_both(&csv(&names, &written), &names, &objective).unwrap();
        prop_assert_eq!(read, MealySolution { machines: None, ..solution });
    }

    #[test]
    fn a_step_given_twice_is_found_wherever_it_stands(
        (names, solution) in solved(),
        which in any::<prop::sample::Index>(),
    ) {
        let zero = solution.machine(Player::Zero).map_or(0, |machine| machine.steps().len());
        prop_assume!(zero > 0);
        let text = json(&names, &of(&solution), None, true);
        // Steps are the lines with an indent of six; one of them now comes first as well.
        let steps: Vec<_> = text.lines().filter(|line| line.starts_with("      {")).collect();
        let again = steps[which.index(zero)].trim_end_matches(',');
        let twice = text.replacen("\"steps\": [\n", &format!("\"steps\": [\n{again},\n"), 1);
        let message = read_both(&twice, &names, &MULLER).unwrap_err().to_string();
        prop_assert!(message.contains(": a second step for vertex '"), "{}", message);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        pieces in proptest::collection::vec(
            prop_oneof![
                prop::sample::select(&[
                    "{", "}", "[", "]", ":", ",", "\"a\"", "null", "0", "1", "4294967295",
                    "\"player\":", "\"states\":", "\"initial\":", "\"steps\":", "\"vertex\":",
                    "\"memory\":", "\"move\":", "\"next\":", "\"rows\":", "\"machines\":",
                ][..]).prop_map(str::to_owned),
                any::<char>().prop_map(String::from),
            ],
            0..60,
        )
    ) {
        let text = format!("{{\"machines\": [{}", pieces.concat());
        let _ = read_both(&text, &names(&["a", "0"]), &MULLER);
    }
}
