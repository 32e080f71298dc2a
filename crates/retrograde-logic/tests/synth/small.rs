//! All of the smallest specifications, and many small ones.

use std::time::{Duration, Instant};

use retrograde_core::{
    Automaton, Circuit, Control, Guards, Label, LabelNode, Latch, Literal, Output, Proposition,
    RunCondition, Stopped, Transition,
};
use retrograde_logic::synth::{
    Nondeterminism, SynthError, SynthOptions, Synthesis, Verdict, machine, synthesise,
};
use retrograde_verify::{CircuitError, Role, verify_circuit};

use crate::naive;

/// Numbers that look random, the same each time.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1)
    }

    pub(crate) fn below(&mut self, end: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as u32 % end
    }
}

/// An automaton with a transition, or none, for each state and valuation.
fn tabled(
    controllable: &[bool],
    states: u32,
    condition: RunCondition,
    mut cell: impl FnMut() -> Option<(u32, u64)>,
) -> Automaton {
    let mut labels = Guards::new();
    let mut transitions = Vec::new();
    for from in 0..states {
        for valuation in 0..1_u32 << controllable.len() {
            let Some((to, mark)) = cell() else { continue };
            let literals = (0..controllable.len() as u32)
                .map(|number| labels.literal(number, valuation >> number & 1 == 1))
                .collect::<Vec<_>>();
            let all =
                literals.into_iter().reduce(|left, right| labels.add(LabelNode::And(left, right)));
            transitions.push((from, Transition { label: all.unwrap_or(Label::TRUE), to, mark }));
        }
    }
    let propositions = controllable
        .iter()
        .enumerate()
        .map(|(number, &controllable)| Proposition { name: format!("p{number}"), controllable })
        .collect();
    Automaton::new(propositions, labels, states, 0, transitions, condition).unwrap()
}

/// Synthesises, compares the verdict with that of the naive game, and checks the circuit twice.
pub(crate) fn check(automaton: &Automaton) -> (Verdict, Circuit) {
    let found = synthesise(automaton, &SynthOptions::default(), &Control::ALONE).unwrap();
    let expected = match naive::is_realizable(automaton) {
        true => Verdict::Realizable,
        false => Verdict::Unrealizable,
    };
    assert_eq!(found.verdict, expected, "{automaton:?}");
    let circuit = found.circuit.unwrap();
    let is_controller = expected == Verdict::Realizable;
    match verify_circuit(automaton, &circuit, &Control::ALONE) {
        Ok(checked) => assert_eq!(checked.role == Role::Controller, is_controller),
        Err(error) => panic!("{error}: {circuit:?} for {automaton:?}"),
    }
    assert!(naive::holds(automaton, &circuit, is_controller), "{circuit:?} for {automaton:?}");
    (expected, circuit)
}

fn conditions() -> Vec<RunCondition> {
    let formulas = [
        "Inf(0) & Inf(1)",
        "Inf(0) | Inf(1)",
        "Fin(0) & Inf(1) | Fin(2) & Inf(0)",
        "(Fin(0) | Inf(1)) & (Fin(2) | Inf(0))",
        "Inf(0) & (Fin(1) | Fin(2))",
        "Fin(0) & Fin(1) | Inf(2)",
    ];
    let colors = formulas.map(|text| RunCondition::Colors(text.parse().unwrap()));
    [RunCondition::Parity].into_iter().chain(colors).collect()
}

#[test]
fn every_specification_of_one_state_and_two_propositions() {
    let mut count = [0, 0];
    for condition in conditions() {
        for code in 0..6_u32.pow(4) {
            for controllable in [[false, true], [true, true], [false, false]] {
                if controllable[0] == controllable[1] && code % 7 != 0 {
                    continue;
                }
                let mut rest = code;
                let cell = || {
                    let choice = rest % 6;
                    rest /= 6;
                    choice.checked_sub(1).map(|mark| (0, u64::from(mark)))
                };
                let automaton = tabled(&controllable, 1, condition.clone(), cell);
                let (verdict, _) = check(&automaton);
                count[usize::from(verdict == Verdict::Realizable)] += 1;
            }
        }
    }
    assert!(count.into_iter().all(|count| count > 1000), "{count:?}");
}

fn random(dice: &mut Dice, condition: RunCondition) -> Automaton {
    let propositions = 1 + dice.below(3) as usize;
    let controllable: Vec<bool> = (0..propositions).map(|_| dice.below(2) == 0).collect();
    let states = 1 + dice.below(4);
    let missing = dice.below(4);
    tabled(&controllable, states, condition, || {
        (dice.below(12) >= missing).then(|| (dice.below(states), u64::from(dice.below(4))))
    })
}

#[test]
fn many_small_specifications_of_every_kind() {
    for (seed, condition) in (1..).zip(conditions()) {
        let mut dice = Dice::new(seed);
        let mut count = [0, 0];
        for _ in 0..250 {
            let (verdict, _) = check(&random(&mut dice, condition.clone()));
            count[usize::from(verdict == Verdict::Realizable)] += 1;
        }
        assert!(count.into_iter().all(|count| count > 25), "{count:?}");
    }
}

#[test]
fn larger_specifications_with_and_without_minimisation() {
    let mut dice = Dice::new(11);
    let mut states = 0;
    for round in 0..60 {
        let controllable = [false, false, true, round % 2 == 0];
        let count = 6 + dice.below(14);
        let automaton = tabled(&controllable, count, RunCondition::Parity, || {
            (dice.below(40) > 0).then(|| (dice.below(count), u64::from(dice.below(3))))
        });
        let (_, circuit) = check(&automaton);
        let options = SynthOptions { minimise: true, ..SynthOptions::default() };
        let found = synthesise(&automaton, &options, &Control::ALONE).unwrap();
        let smaller = found.circuit.unwrap();
        assert!(smaller.gates().len() <= circuit.gates().len());
        verify_circuit(&automaton, &smaller, &Control::ALONE).unwrap();
        states = states.max(found.machine);
    }
    assert!(states > 8, "{states}");
}

/// However little time there is, what was found in it is there, and holds.
#[test]
fn a_circuit_that_is_found_is_kept_when_time_is_up() {
    let mut dice = Dice::new(5);
    let (mut cells, mut wanted) = (0, Vec::new());
    // Five inputs, and an output that has to be as the dice fell.
    let controllable = [false, false, false, false, false, true];
    let automaton = tabled(&controllable, 10, RunCondition::Parity, || {
        let (inputs, output) = (cells % 32, cells / 32 % 2);
        cells += 1;
        if output == 0 {
            wanted.truncate(inputs);
            wanted.push(dice.below(2));
        }
        (wanted[inputs] == output as u32).then(|| (dice.below(10), 0))
    });
    let options = SynthOptions { minimise: true, ..SynthOptions::default() };
    let (mut time, mut early) = (Duration::from_millis(1), 0);
    while early < 3 {
        let deadline = Some(Instant::now() + time);
        match synthesise(&automaton, &options, &Control { deadline, ..Control::ALONE }) {
            Ok(Synthesis { circuit: Some(circuit), stopped, .. }) => {
                verify_circuit(&automaton, &circuit, &Control::ALONE).unwrap();
                assert_eq!(stopped, Some(Stopped::Deadline), "after {early} that could be smaller");
                early += 1;
            }
            Ok(found) => assert_eq!(found.stopped, Some(Stopped::Deadline)),
            Err(error) => assert!(matches!(error, SynthError::Stopped(Stopped::Deadline))),
        }
        time = time * 3 / 2;
    }
}

/// Circuits that differ from this one in one place.
fn mutants(circuit: &Circuit) -> Vec<Circuit> {
    let (inputs, latches) = (circuit.inputs().to_vec(), circuit.latches().to_vec());
    let (gates, outputs) = (circuit.gates().to_vec(), circuit.outputs().to_vec());
    let mut all = Vec::new();
    let mut add = |latches: Vec<Latch>, gates: Vec<[Literal; 2]>, outputs: Vec<Output>| {
        all.extend(Circuit::new(inputs.clone(), latches, gates, outputs));
    };
    for place in 0..gates.len() {
        for side in 0..2 {
            let mut changed = gates.clone();
            changed[place][side] = !changed[place][side];
            add(latches.clone(), changed.clone(), outputs.clone());
            changed[place][side] = Literal::TRUE;
            add(latches.clone(), changed, outputs.clone());
        }
    }
    for place in 0..latches.len() {
        let mut changed = latches.clone();
        changed[place].next = !changed[place].next;
        add(changed.clone(), gates.clone(), outputs.clone());
        changed[place] = Latch { next: latches[place].next, reset: true };
        add(changed, gates.clone(), outputs.clone());
    }
    for place in 0..outputs.len() {
        for literal in [!outputs[place].literal, Literal::FALSE, Literal::TRUE] {
            let mut changed = outputs.clone();
            changed[place].literal = literal;
            add(latches.clone(), gates.clone(), changed);
        }
    }
    all
}

#[test]
fn circuits_with_a_change_are_refused_exactly_where_they_are_wrong() {
    let (mut refused, mut held, mut first) = (0, 0, 0);
    for (seed, condition) in (100..).zip(conditions()) {
        let mut dice = Dice::new(seed);
        for _ in 0..60 {
            let automaton = random(&mut dice, condition.clone());
            let (verdict, circuit) = check(&automaton);
            let is_controller = verdict == Verdict::Realizable;
            for mutant in mutants(&circuit) {
                match verify_circuit(&automaton, &mutant, &Control::ALONE) {
                    Ok(_) => {
                        assert!(
                            naive::holds(&automaton, &mutant, is_controller),
                            "{automaton:?} {mutant:?}"
                        );
                        held += 1;
                    }
                    Err(CircuitError::Fault(run)) => {
                        let shown = naive::shows_a_fault(&automaton, &mutant, &run, is_controller);
                        assert!(shown, "{run} of {mutant:?} for {automaton:?}");
                        refused += 1;
                    }
                    Err(CircuitError::NotFirst { .. }) if !is_controller => first += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(refused > 300 && held > 100, "{refused} {held} {first}");
}

#[test]
fn machines_do_what_their_circuits_do() {
    let mut dice = Dice::new(7);
    for _ in 0..200 {
        let automaton = random(&mut dice, RunCondition::Parity);
        let (verdict, circuit) = check(&automaton);
        let machine = machine(&circuit, verdict == Verdict::Realizable, &Control::ALONE).unwrap();
        let (mut state, mut latches) = (0, circuit.reset());
        for _ in 0..20 {
            let inputs: Vec<bool> = circuit.inputs().iter().map(|_| dice.below(2) == 0).collect();
            let holds = |sum: &retrograde_core::Sum| {
                sum.0
                    .iter()
                    .any(|cube| cube.iter().all(|&(at, value)| inputs[at as usize] == value))
            };
            let row = &machine.states[state as usize];
            let (outputs, next) = circuit.step(&inputs, &latches);
            assert_eq!(row.outputs.iter().map(holds).collect::<Vec<_>>(), outputs);
            let steps: Vec<u32> =
                row.steps.iter().filter(|(when, _)| holds(when)).map(|&(_, to)| to).collect();
            assert_eq!(steps.len(), 1);
            (state, latches) = (steps[0], next);
        }
    }
}

#[test]
fn the_controller_may_choose_among_transitions() {
    let mut dice = Dice::new(5);
    let mut known = [0, 0];
    for _ in 0..400 {
        let states = 1 + dice.below(3);
        let mut labels = Guards::new();
        let literals: Vec<Label> = (0..2)
            .flat_map(|number| [false, true].map(|value| (number, value)))
            .map(|(number, value)| labels.literal(number, value))
            .chain([Label::TRUE])
            .collect();
        let mut transitions = Vec::new();
        for from in 0..states {
            for _ in 0..1 + dice.below(4) {
                let label = literals[dice.below(5) as usize];
                let (to, mark) = (dice.below(states), u64::from(dice.below(3)));
                transitions.push((from, Transition { label, to, mark }));
            }
        }
        let propositions = [("i", false), ("o", true)]
            .map(|(name, controllable)| Proposition { name: name.into(), controllable })
            .to_vec();
        let automaton =
            Automaton::new(propositions, labels, states, 0, transitions, RunCondition::Parity)
                .unwrap();
        let options =
            SynthOptions { nondeterminism: Nondeterminism::Controller, ..SynthOptions::default() };
        let found = synthesise(&automaton, &options, &Control::ALONE).unwrap();
        assert_eq!(found.verdict == Verdict::Realizable, naive::is_realizable(&automaton));
        let strict = synthesise(&automaton, &SynthOptions::default(), &Control::ALONE);
        assert_eq!(strict.is_err(), found.overlaps);
        match found.circuit {
            Some(circuit) => {
                verify_circuit(&automaton, &circuit, &Control::ALONE).unwrap();
                known[0] += usize::from(found.overlaps);
            }
            None => {
                assert!(found.overlaps && found.verdict == Verdict::Unknown);
                let output = Output { name: "o".into(), literal: Literal::TRUE };
                let circuit = Circuit::new(vec!["i".into()], vec![], vec![], vec![output]).unwrap();
                verify_circuit(&automaton, &circuit, &Control::ALONE).unwrap_err();
                known[1] += 1;
            }
        }
    }
    assert!(known.into_iter().all(|count| count > 20), "{known:?}");
}
