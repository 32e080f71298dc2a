//! Circuits in the ASCII form of AIGER: what is read is written and comes back.

use crate::reader::control;
use retrograde_io::{ReadFault, read_circuit, write_circuit};

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    match read_circuit(bytes, &control()) {
        Ok(circuit) => {
            let mut text = Vec::new();
            // A name with the end of a line of other systems in it cannot be written.
            if write_circuit(&circuit, &[], &mut text).is_ok() {
                assert_eq!(
                    read_circuit(&text[..], &control()).expect("it was just written"),
                    circuit
                );
            }
        }
        Err(error) => {
            assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
            assert!(!error.to_string().is_empty());
        }
    }
}
