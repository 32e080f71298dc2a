//! Specifications in the HOA format: what is read and small is synthesised, and what comes of that is checked.

use std::time::{Duration, Instant};

use crate::reader::control;
use retrograde_core::Control;
use retrograde_io::{ReadFault, read_automaton};
use retrograde_logic::synth::{SynthError, SynthOptions, machine, synthesise};
use retrograde_verify::{CircuitError, verify_circuit};

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let automaton = match read_automaton(bytes, &control()) {
        Ok(automaton) => automaton,
        Err(error) => {
            assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    if automaton.state_count() > 20 || automaton.labels().count() > 500 {
        return;
    }
    let deadline = Some(Instant::now() + Duration::from_millis(500));
    let control = Control { deadline, ..control() };
    match synthesise(&automaton, &SynthOptions::default(), &control) {
        Ok(found) => {
            let circuit = found.circuit.expect("overlapping transitions are refused");
            machine(&circuit, true, &Control::ALONE).expect("nobody stops it");
            match verify_circuit(&automaton, &circuit, &control) {
                Ok(_) | Err(CircuitError::Stopped(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
        Err(SynthError::Stopped(_)) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
