//! Tests of checking circuits. Those against naive products are where circuits are made.

use std::time::{Duration, Instant};

use retrograde_core::{
    Acceptance, Allowance, Automaton, Circuit, Control, Guards, Label, LabelNode, Latch, Literal,
    Output, Proposition, RunCondition, Transition,
};

use super::*;

/// States in which the mark of a step is `high` where `o` is as the input `i`, and `low` where not.
fn copies(condition: RunCondition, low: u64, high: u64) -> Automaton {
    let mut labels = Guards::new();
    let [i, o] = [0, 1].map(|number| [false, true].map(|value| labels.literal(number, value)));
    let mut both = |left, right| labels.add(LabelNode::And(left, right));
    let parts = [both(i[0], o[0]), both(i[1], o[1]), both(i[0], o[1]), both(i[1], o[0])];
    let step = |(place, label): (usize, Label)| {
        (0, Transition { label, to: 0, mark: if place < 2 { high } else { low } })
    };
    let steps = parts.into_iter().enumerate().map(step).collect();
    let propositions = [("i", false), ("o", true)]
        .map(|(name, controllable)| Proposition { name: name.into(), controllable });
    Automaton::new(propositions.to_vec(), labels, 1, 0, steps, condition).unwrap()
}

fn circuit(inputs: &[&str], latches: &[Literal], outputs: &[(&str, Literal)]) -> Circuit {
    Circuit::new(
        inputs.iter().map(ToString::to_string).collect(),
        latches.iter().map(|&next| Latch { next, reset: false }).collect(),
        vec![],
        outputs.iter().map(|&(name, literal)| Output { name: name.into(), literal }).collect(),
    )
    .unwrap()
}

fn check(automaton: &Automaton, circuit: &Circuit) -> Result<CheckedCircuit, CircuitError> {
    verify_circuit(automaton, circuit, &Control::ALONE)
}

#[test]
fn runs_are_accepted_whatever_the_inputs_or_one_is_shown() {
    let buchi = copies(RunCondition::Parity, 1, 2);
    let copy = circuit(&["i"], &[], &[("o", Literal::of(1))]);
    assert_eq!(check(&buchi, &copy).unwrap().role, Role::Controller);
    let late = circuit(&["i"], &[Literal::of(1)], &[("o", Literal::of(2))]);
    let Err(CircuitError::Fault(run)) = check(&buchi, &late) else { panic!("it is late") };
    assert!(run.steps.len() > run.back_to, "{run}");
    // Priorities beyond the number of colours.
    let high = copies(RunCondition::Parity, 301, 300);
    assert!(check(&high, &copy).is_ok());
    assert!(check(&high, &late).is_err());
}

#[test]
fn the_environment_moves_first_and_lets_no_run_be_accepted() {
    let never = copies(RunCondition::Parity, 1, 1);
    let set = circuit(&["o"], &[], &[("i", Literal::TRUE)]);
    assert_eq!(check(&never, &set).unwrap().role, Role::Environment);
    let looks = circuit(&["o"], &[], &[("i", Literal::of(1))]);
    let message = "the output 'i' depends on inputs of the same step: the environment moves first";
    assert_eq!(check(&never, &looks).unwrap_err().to_string(), message);
    let buchi = copies(RunCondition::Parity, 1, 2);
    let Err(CircuitError::Fault(run)) = check(&buchi, &set) else { panic!("o can be true") };
    assert_eq!(run.steps[run.back_to].outputs, [("i".to_owned(), true)]);
}

#[test]
fn conditions_on_colours_are_looked_for_in_whole_components() {
    let acceptance: Acceptance = "Fin(0) | Inf(1)".parse().unwrap();
    let streett = copies(RunCondition::Colors(acceptance), 0b01, 0b10);
    assert!(check(&streett, &circuit(&["i"], &[], &[("o", Literal::of(1))])).is_ok());
    let constant = circuit(&["i"], &[], &[("o", Literal::TRUE)]);
    let error = check(&streett, &constant).unwrap_err().to_string();
    assert_eq!(
        error,
        "the run is not accepted\n  1. in state 0: !i / o\n  and from 1 on again, forever"
    );
}

#[test]
fn signals_have_to_be_those_of_the_specification() {
    let automaton = copies(RunCondition::Parity, 1, 2);
    let (one, yes) = (Literal::of(1), Literal::TRUE);
    for (circuit, message) in [
        (
            circuit(&["x"], &[], &[("o", one)]),
            "the input i0, 'x', is no proposition of the automaton",
        ),
        (
            circuit(&["i"], &[], &[("o", one), ("x", one)]),
            "the output o1, 'x', is no proposition of the automaton",
        ),
        (
            circuit(&[""], &[], &[("", one)]),
            "the input i0 has no name, and so is no proposition of the automaton: the circuit may lack a symbol table",
        ),
        (circuit(&["i"], &[], &[]), "the circuit is the controller's and has no output 'o'"),
        (circuit(&["i", "i"], &[], &[("o", one)]), "two signals of the circuit are called 'i'"),
        (
            circuit(&[], &[], &[("o", yes), ("i", yes)]),
            "'i' is an output of the circuit, which is the controller's, and does not set it",
        ),
        (circuit(&["o"], &[], &[]), "the circuit is the environment's and has no output 'i'"),
    ] {
        assert_eq!(check(&automaton, &circuit).unwrap_err().to_string(), message);
    }
    // Nobody has to look at inputs.
    assert!(check(&automaton, &circuit(&[], &[], &[("o", yes)])).is_err());
}

#[test]
fn transitions_that_overlap_are_chosen_among() {
    let step = |label, to, mark| Transition { label, to, mark };
    let make = |second: u64| {
        let mut labels = Guards::new();
        let i = labels.literal(0, true);
        let steps = vec![
            (0, step(Label::TRUE, 0, 1)),
            (0, step(i, 1, 1)),
            (1, step(Label::TRUE, 1, second)),
            (0, step(Label::TRUE, 1, 1)),
        ];
        let propositions = [("i", false), ("o", true)]
            .map(|(name, controllable)| Proposition { name: name.into(), controllable });
        Automaton::new(propositions.to_vec(), labels, 2, 0, steps, RunCondition::Parity).unwrap()
    };
    let any = circuit(&["i"], &[], &[("o", Literal::TRUE)]);
    assert!(check(&make(2), &any).is_ok());
    assert_eq!(check(&make(3), &any), Err(CircuitError::Overlap { state: 0 }));
}

#[test]
fn an_environment_that_looks_is_shown_with_the_latches_that_matter() {
    let never = copies(RunCondition::Parity, 1, 1);
    // Nothing depends on the first latch; with the second one false, the output is what the input is.
    let [input, second] = [1, 3].map(Literal::of);
    let circuit = Circuit::new(
        vec!["o".into()],
        vec![Latch { next: input, reset: true }, Latch { next: second, reset: false }],
        vec![[input, !second]],
        vec![Output { name: "i".into(), literal: Literal::of(4) }],
    )
    .unwrap();
    let error = check(&never, &circuit).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the output 'i' depends on inputs of the same step where the latches are -0: the environment moves first"
    );
}

/// One state without propositions, and a step from it that is accepted, is not, or is missing.
fn lonely(mark: Option<u64>) -> Automaton {
    let step = |mark| (0, Transition { label: Label::TRUE, to: 0, mark });
    let steps = mark.map(step).into_iter().collect();
    Automaton::new(vec![], Guards::new(), 1, 0, steps, RunCondition::Parity).unwrap()
}

#[test]
fn without_signals_a_circuit_is_of_whoever_it_holds_for() {
    let nothing = circuit(&[], &[], &[]);
    for (mark, role, other) in [
        (Some(2), Role::Controller, Role::Environment),
        (Some(1), Role::Environment, Role::Controller),
        (None, Role::Environment, Role::Controller),
    ] {
        let automaton = lonely(mark);
        let of = |role| verify_circuit_of(role, &automaton, &nothing, &Control::ALONE);
        assert_eq!(check(&automaton, &nothing).unwrap().role, role);
        assert_eq!(of(role).unwrap().role, role);
        assert!(matches!(of(other), Err(CircuitError::Fault(_))), "{mark:?}");
    }
}

/// The output is the input, or what the last of the latches holds, through which the input goes.
fn shifts(latches: u32, last: bool) -> Circuit {
    let nexts: Vec<Literal> = (0..latches).map(|latch| Literal::of(1 + latch)).collect();
    circuit(&["i"], &nexts, &[("o", Literal::of(if last { 1 + latches } else { 1 }))])
}

#[test]
fn latches_that_nothing_depends_on_take_no_states() {
    let buchi = copies(RunCondition::Parity, 1, 2);
    let checked = check(&buchi, &shifts(64, false)).unwrap();
    assert_eq!((checked.pairs, checked.latches), (1, 64));
}

#[test]
fn a_check_that_takes_too_much_is_stopped() {
    let fair = copies(RunCondition::Parity, 2, 2);
    let memory = Some(Allowance::from_now(4 << 20));
    let little = Control { memory, ..Control::ALONE };
    let stopped = verify_circuit(&fair, &shifts(64, true), &little);
    assert!(matches!(stopped, Err(CircuitError::Stopped(Stopped::Memory { .. }))), "{stopped:?}");
    let deadline = Some(Instant::now() + Duration::from_millis(50));
    let short = Control { deadline, memory: Some(Allowance::from_now(1 << 30)), ..Control::ALONE };
    let stopped = verify_circuit(&fair, &shifts(64, true), &short);
    assert_eq!(stopped, Err(CircuitError::Stopped(Stopped::Deadline)));
}
