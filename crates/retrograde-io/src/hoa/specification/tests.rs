//! Tests of reading specifications.

use retrograde_core::{Acceptance, Allowance, Automaton, Control, RunCondition};

use crate::error::ReadError;
use crate::testing::Trickle;

fn read(text: &str) -> Result<Automaton, ReadError> {
    let whole = crate::read_automaton(text.as_bytes(), &Control::ALONE);
    for step in [1, 3] {
        let stepped = crate::read_automaton(Trickle::new(text.as_bytes(), step), &Control::ALONE);
        match (&whole, stepped) {
            (Ok(whole), Ok(stepped)) => assert_eq!(*whole, stepped),
            (Err(whole), Err(stepped)) => assert_eq!(whole.to_string(), stepped.to_string()),
            (_, stepped) => panic!("{stepped:?}"),
        }
    }
    whole
}

fn file(header: &str, body: &str) -> String {
    format!(
        "HOA: v1\nStart: 0\nAP: 2 \"a\" \"b\"\ncontrollable-AP: 1\n{header}\n--BODY--\n{body}\n--END--\n"
    )
}

/// For each valuation of `a` and `b`, the transitions of state 0 that can be taken.
fn taken(automaton: &Automaton) -> [Vec<usize>; 4] {
    [0, 1, 2, 3].map(|valuation: u32| {
        let holds = |at: &usize| {
            let label = automaton.transitions(0)[*at].label;
            automaton.labels().holds(label, |number| valuation >> number & 1 == 1)
        };
        (0..automaton.transitions(0).len()).filter(holds).collect()
    })
}

#[test]
fn labels_may_be_anywhere() {
    let explicit = file("Acceptance: 0 t", "State: 0 [!0 & !1 | (0 & 1)] 0 [!((!0&!1)|(0&1))] 0");
    let automaton = read(&explicit).unwrap();
    assert_eq!(taken(&automaton), [vec![0], vec![1], vec![1], vec![0]]);
    let names: Vec<_> =
        automaton.propositions().iter().map(|it| (it.name.as_str(), it.controllable)).collect();
    assert_eq!(names, [("a", false), ("b", true)]);
    let implicit = file("Acceptance: 0 t", "State: 0 \"first\" 0 0 0 0");
    assert_eq!(taken(&read(&implicit).unwrap()), [vec![0], vec![1], vec![2], vec![3]]);
    let on_state = file("Acceptance: 0 t", "State: [0 & t | f] 0 0");
    assert_eq!(taken(&read(&on_state).unwrap()), [vec![], vec![0], vec![], vec![0]]);
    let aliased = "Alias: @x 0 & !1\nAlias: @y-1 @x | 1\nAcceptance: 0 t";
    let aliased = file(aliased, "State: 0 [@y-1] 0 [!@y-1] 0");
    assert_eq!(taken(&read(&aliased).unwrap()), [vec![1], vec![0], vec![0], vec![0]]);
}

#[test]
fn the_formula_counts_and_even_priorities_accept() {
    let marks = |acceptance: &str| {
        let body = "State: 0 {0} [t] 1 State: 1 [t] 0 {1} State: 2 {2} [t] 0 State: 3 [t] 3";
        let automaton = read(&file(acceptance, body)).unwrap();
        let marks: Vec<u64> = (0..4).map(|state| automaton.transitions(state)[0].mark).collect();
        (marks, automaton.condition().clone())
    };
    let parity = |expected: [u64; 4]| (expected.to_vec(), RunCondition::Parity);
    assert_eq!(marks("Acceptance: 3 Inf(2) | (Fin(1) & Inf(0))"), parity([2, 3, 4, 1]));
    // A name that says something else.
    let wrong = "acc-name: parity max odd 3\nAcceptance: 3 Inf(2) | (Fin(1) & Inf(0))";
    assert_eq!(marks(wrong), parity([2, 3, 4, 1]));
    assert_eq!(marks("Acceptance: 3 Fin(0) & (Inf(1) | Fin(2))"), parity([5, 4, 3, 2]));
    let (colors, condition) = marks("Acceptance: 3 Inf(0) & Inf(1) & Fin(2)");
    assert_eq!(colors, [1, 2, 4, 0]);
    let formula: Acceptance = "Inf(0) & Inf(1) & Fin(2)".parse().unwrap();
    assert_eq!(condition, RunCondition::Colors(formula));
}

#[test]
fn hundreds_of_sets_are_read_of_a_parity_condition() {
    let mut formula = "Inf(0)".to_owned();
    for set in 1..300 {
        formula = match set % 2 {
            0 => format!("Inf({set}) | ({formula})"),
            _ => format!("Fin({set}) & ({formula})"),
        };
    }
    let body = "State: 0 {0} [t] 1 State: 1 {7 298} [t] 2 State: 2 {299} [t] 3 State: 3 [t] 0";
    let automaton = read(&file(&format!("Acceptance: 300 {formula}"), body)).unwrap();
    let marks: Vec<u64> = (0..4).map(|state| automaton.transitions(state)[0].mark).collect();
    assert_eq!(marks, [2, 300, 301, 1]);
    let error = read(&file("Acceptance: 65 Inf(0) & Inf(64)", body)).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 5, column 1: 65 acceptance sets are too many: more than 64 are read only of a parity condition"
    );
}

#[test]
fn labels_and_aliases_may_be_deep() {
    let deep = format!("State: 0 [{}0{}] 0", "!(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(read(&file("Acceptance: 0 t", &deep)).unwrap().transition_count(), 1);
    let mut doubled = "Alias: @a0 0".to_owned();
    for level in 1..200 {
        doubled += &format!("\nAlias: @a{level} @a{0} & !@a{0}", level - 1);
    }
    let text = file(&format!("{doubled}\nAcceptance: 0 t"), "State: 0 [@a199] 0");
    assert!(read(&text).unwrap().labels().count() < 1000);
}

#[test]
fn faults_are_named_where_they_stand() {
    let good = "State: 0 [t] 0";
    let with = |header: &str| file(&format!("{header}\nAcceptance: 0 t"), good);
    let body = |body: &str| file("Acceptance: 1 Inf(0)", body);
    for (text, message) in [
        (String::new(), "the file is empty: a specification starts with 'HOA: v1'"),
        (
            body("State: 0 [2] 0"),
            "line 7, column 11: there is no proposition '2': 'AP:' names 2, numbered from 0",
        ),
        (
            body("State: 0 [0 & ] 0"),
            "line 7, column 15: expected a proposition's number, 't', 'f', an alias '@…', '!' or '(', found ']'",
        ),
        (
            body("State: 0 [(0 ] 0"),
            "line 7, column 11: the parenthesis '(' that opens here never closes: add ')'",
        ),
        (body("State: 0 [0 1] 0"), "line 7, column 13: expected '&', '|' or ']', found '1'"),
        (body("State: 0 [0"), "line 8, column 1: expected '&', '|' or ']', found '--END--'"),
        (
            body("State: 0 [@x] 0"),
            "line 7, column 11: the alias '@x' is not defined above: give it an 'Alias:' before it is used, which must not lead back to it",
        ),
        (
            body("State: 0 [0] 0 0"),
            "line 7, column 16: labels are on the state, on all of its transitions or on none of them: here they are mixed",
        ),
        (
            body("State: 0 0 0 0"),
            "line 8, column 1: the state above has 3 transitions without labels: it needs one for each of 4 valuations, or labels",
        ),
        (
            body("State: 0 [t] 1"),
            "line 8, column 1: state 1 is not listed above: add 'State: 1', even if it has no transitions",
        ),
        (
            body("State: 0 [t] 0 {1}"),
            "line 7, column 17: there is no acceptance set '1': there are 1",
        ),
        (body("State: 0 [t] 0 State: 0"), "line 7, column 23: a second entry of state 0"),
        (
            body("State: 0 [t] 0&0"),
            "line 7, column 15: a transition to several states at once: alternating automata are not read",
        ),
        (
            with("Alias: @x @y\nAlias: @y @x"),
            "line 5, column 11: the alias '@y' is not defined above: give it an 'Alias:' before it is used, which must not lead back to it",
        ),
        (
            with("Alias: @x 5"),
            "line 7, column 1: an alias above uses proposition '5': 'AP:' names 2, numbered from 0",
        ),
        (
            with("Alias: @x 0\nAlias: @x 1"),
            "line 6, column 8: the alias '@x' is defined twice: keep one of them",
        ),
        (
            with("Start: 0"),
            "line 5, column 1: a second initial state: the controller needs to know where runs start, so keep one of them",
        ),
        (
            with("spot-state-player: 0"),
            "line 7, column 1: there is 'spot-state-player:' above: this is a game, whose vertices have owners, and not an automaton",
        ),
        (with("States: 0"), "line 2, column 8: there is no state '0': the automaton has 0"),
        (
            with("controllable-AP:"),
            "line 5, column 1: a second 'controllable-AP:': keep one of them",
        ),
        (
            file("", good),
            "line 6, column 1: there is no 'Acceptance:' above: it says which runs are accepted, as in 'Acceptance: 1 Inf(0)'",
        ),
        (
            with("").replace("AP: 1", "AP: 2"),
            "line 4, column 18: there is no proposition '2': 'AP:' names 2, numbered from 0",
        ),
        (
            with("").replace("AP: 1", "AP: 1 1"),
            "line 4, column 20: proposition 1 is named twice: keep one of them",
        ),
        (
            with("").replace("AP: 2", "AP: 3"),
            "line 3, column 5: 3 propositions are promised here, and 2 are named",
        ),
        (
            with("").replace("AP: 2", "AP: 1"),
            "line 3, column 11: there are more names than 'AP: 1' promises: this one is too many",
        ),
        (
            with("").replace("\"b\"", "\"a\""),
            "line 3, column 11: two propositions are called 'a': rename one",
        ),
        (
            with("").replace("controllable-AP: 1\n", ""),
            "line 6, column 1: there is no 'controllable-AP:' above: it says which propositions the controller sets, as in 'controllable-AP: 0 2'",
        ),
        (
            with("").replace("Start: 0\n", ""),
            "line 6, column 1: there is no 'Start:' above: it says in which state runs start",
        ),
    ] {
        assert_eq!(read(&text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn the_memory_limit_stops_growth() {
    let control = Control { memory: Some(Allowance::from_now(1 << 12)), ..Control::ALONE };
    let long = file("Acceptance: 0 t", &format!("State: 0 {}", "[0&1] 0 ".repeat(1000)));
    let error = crate::read_automaton(long.as_bytes(), &control).unwrap_err();
    assert!(error.to_string().contains("memory"), "{error}");
}
