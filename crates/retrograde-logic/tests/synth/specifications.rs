//! The specifications of the examples.

use std::time::{Duration, Instant};

use retrograde_core::{Automaton, Control, Stopped};
use retrograde_io::{Source, read_automaton};
use retrograde_logic::synth::{SynthError, SynthOptions, Verdict, synthesise};
use retrograde_verify::verify_circuit;

fn example(name: &str) -> Automaton {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/synth");
    Source::file(format!("{folder}/{name}.ehoa")).unwrap().read_automaton(&Control::ALONE).unwrap()
}

#[test]
fn the_examples_are_as_their_readme_says() {
    for (name, verdict) in [
        ("arbiter", Verdict::Realizable),
        ("foresight", Verdict::Unrealizable),
        ("heating", Verdict::Realizable),
        ("lift", Verdict::Realizable),
    ] {
        for minimise in [false, true] {
            let options = SynthOptions { minimise, ..SynthOptions::default() };
            let automaton = example(name);
            let found = synthesise(&automaton, &options, &Control::ALONE).unwrap();
            assert_eq!(found.verdict, verdict, "{name}");
            verify_circuit(&automaton, &found.circuit.unwrap(), &Control::ALONE).unwrap();
            assert_eq!(crate::naive::is_realizable(&automaton), verdict == Verdict::Realizable);
        }
    }
    let error = synthesise(&example("guess"), &SynthOptions::default(), &Control::ALONE);
    assert!(matches!(error, Err(SynthError::Overlap(overlap)) if overlap.to == [1, 2]));
}

#[test]
fn transitions_that_differ_in_acceptance_alone_are_told_apart() {
    for (acceptance, message) in [
        ("2 Inf(0) & Inf(1)", "in the acceptance sets {} and {0 1}"),
        ("3 Inf(2) | (Fin(1) & Inf(0))", "in different acceptance sets"),
    ] {
        let text = format!(
            "HOA: v1 Start: 0 AP: 1 \"o\" controllable-AP: 0 Acceptance: {acceptance} \
             --BODY-- State: 0 [t] 0 [0] 0 {{0 1}} --END--"
        );
        let automaton = read_automaton(text.as_bytes(), &Control::ALONE).unwrap();
        let error = synthesise(&automaton, &SynthOptions::default(), &Control::ALONE).unwrap_err();
        let expected = format!(
            "state 0 has two transitions to 0, {message}, that can both be taken for o: the run must be \
             determined by what is read"
        );
        assert_eq!(error.to_string(), expected);
    }
}

/// The output has to be whether an odd number of inputs is true.
fn parity_of(inputs: usize) -> String {
    let names: String = (0..inputs).map(|input| format!(" \"i{input}\"")).collect();
    let sum = (1..inputs)
        .fold("0".to_owned(), |sum, input| format!("(({sum}) & !{input} | !({sum}) & {input})"));
    format!(
        "HOA: v1 Start: 0 AP: {}{names} \"o\" controllable-AP: {inputs} Alias: @odd {sum} Acceptance: 0 t \
         --BODY-- State: 0 [@odd & {inputs} | !@odd & !{inputs}] 0 --END--",
        inputs + 1
    )
}

#[test]
fn many_inputs_are_no_trouble_where_their_diagrams_are_small() {
    let automaton = read_automaton(parity_of(12).as_bytes(), &Control::ALONE).unwrap();
    let found = synthesise(&automaton, &SynthOptions::default(), &Control::ALONE).unwrap();
    let circuit = found.circuit.unwrap();
    assert!(circuit.gates().len() <= 33, "{}", circuit.gates().len());
    verify_circuit(&automaton, &circuit, &Control::ALONE).unwrap();
}

#[test]
fn whoever_stops_it_does_not_wait() {
    // Clauses of three propositions each, with which no order goes well.
    let names: String = (0..120).map(|number| format!(" \"p{number}\"")).collect();
    let mut dice = crate::small::Dice::new(3);
    let mut literal = || format!("{}{}", ["", "!"][dice.below(2) as usize], dice.below(120));
    let clauses: Vec<String> =
        (0..300).map(|_| format!("({} | {} | {})", literal(), literal(), literal())).collect();
    let text = format!(
        "HOA: v1 Start: 0 AP: 120{names} controllable-AP: 0 Acceptance: 0 t --BODY-- State: 0 [{}] 0 --END--",
        clauses.join(" & ")
    );
    let automaton = read_automaton(text.as_bytes(), &Control::ALONE).unwrap();
    let time = Duration::from_millis(200);
    let start = Instant::now();
    let control = Control { deadline: Some(start + time), ..Control::ALONE };
    let found = synthesise(&automaton, &SynthOptions::default(), &control);
    assert!(matches!(found, Err(SynthError::Stopped(Stopped::Deadline))));
    assert!(start.elapsed() < time + Duration::from_millis(300), "{:?}", start.elapsed());
}

/// Whatever one byte of a file becomes, there is an answer that holds or a message.
#[test]
fn files_with_a_change_are_read_and_solved_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/synth");
    let (mut solved, mut refused) = (0, 0);
    for name in ["arbiter", "foresight", "heating", "lift", "guess"] {
        let text = std::fs::read(format!("{folder}/{name}.ehoa")).unwrap();
        for place in 0..text.len() {
            for byte in *b"013!&(]\"{@" {
                let mut changed = text.clone();
                changed[place] = byte;
                let Ok(automaton) = read_automaton(&changed[..], &Control::ALONE) else {
                    refused += 1;
                    continue;
                };
                if changed[place] == text[place] {
                    continue;
                }
                match synthesise(&automaton, &SynthOptions::default(), &Control::ALONE) {
                    Ok(found) => {
                        verify_circuit(&automaton, &found.circuit.unwrap(), &Control::ALONE)
                            .unwrap();
                        solved += 1;
                    }
                    Err(SynthError::Overlap(_)) => refused += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(solved > 3000 && refused > 3000, "{solved} {refused}");
}
