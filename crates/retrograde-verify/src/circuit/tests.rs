//! Tests of checking circuits. Those against naive products are where circuits are made.

use retrograde_core::{
    Acceptance, Automaton, Circuit, Control, Guards, Label, LabelNode, Latch, Literal, Output,
    Proposition, RunCondition, Transition,
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
    assert!(matches!(check(&never, &looks), Err(CircuitError::NotFirst { .. })));
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
        (circuit(&["x"], &[], &[("o", one)]), "the input 'x' is no proposition of the automaton"),
        (circuit(&["i"], &[], &[("x", one)]), "the output 'x' is no proposition of the automaton"),
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
