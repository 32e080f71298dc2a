//! From a specification to a controller, and back to whether it keeps to it.

use std::ffi::OsStr;

use retrograde_core::{Automaton, Circuit, Machine};
use retrograde_io::Source;
use retrograde_logic::synth::{self, SynthOptions, Synthesis};
use retrograde_verify::{CheckedCircuit, Role};

use crate::error::Error;
use crate::options::Options;

/// Reads a specification: an automaton in the HOA format with `controllable-AP`, from a file or, for `-`,
/// from standard input.
///
/// # Errors
/// What is wrong with the file; the work was stopped.
pub fn read_specification(
    name: impl AsRef<OsStr>,
    options: &Options<'_>,
) -> Result<Automaton, Error> {
    let control = options.control(0);
    match name.as_ref().to_str() {
        Some("-") => Source::stdin()
            .read_automaton(&control)
            .map_err(|error| error.in_file("standard input").into()),
        _ => Ok(Source::file(name.as_ref())?.read_automaton(&control)?),
    }
}

/// Reads a circuit in the ASCII form of AIGER, from a file or, for `-`, from standard input.
///
/// # Errors
/// What is wrong with the file; the work was stopped.
pub fn read_circuit(name: impl AsRef<OsStr>, options: &Options<'_>) -> Result<Circuit, Error> {
    let control = options.control(0);
    match name.as_ref().to_str() {
        Some("-") => Source::stdin()
            .read_circuit(&control)
            .map_err(|error| error.in_file("standard input").into()),
        _ => Ok(Source::file(name.as_ref())?.read_circuit(&control)?),
    }
}

/// Finds a controller for a specification as a circuit, or an environment that no controller can cope with.
/// What it makes can be [checked](verify_circuit).
///
/// ```
/// use retrograde::logic::synth::{SynthOptions, Verdict};
/// use retrograde::{Control, Options, io::read_automaton, synthesise, verify_circuit};
/// // Every request is granted in some later step, and no step has two grants.
/// let text = r#"HOA: v1 Start: 0 AP: 3 "r" "g" "h" controllable-AP: 1 2 Acceptance: 1 Inf(0)
///     --BODY-- State: 0 [!0 & !(1&2)] 0 {0} [0 & !(1&2)] 1 State: 1 [!1 & !(1&2)] 1 [1 & !2] 0 {0} --END--"#;
/// let specification = read_automaton(text.as_bytes(), &Control::ALONE)?;
/// let options = Options::default();
/// let found = synthesise(&specification, &SynthOptions::default(), &options)?;
/// assert_eq!(found.verdict, Verdict::Realizable);
/// verify_circuit(&specification, &found.circuit.unwrap(), &options)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Transitions that overlap, a condition or labels that are too much; the work was stopped.
pub fn synthesise(
    specification: &Automaton,
    how: &SynthOptions,
    options: &Options<'_>,
) -> Result<Synthesis, Error> {
    let control = options.control(specification.heap_bytes());
    Ok(synth::synthesise(specification, how, &control)?)
}

/// The machine of a circuit, to be read or drawn.
///
/// # Errors
/// The work was stopped.
pub fn machine(
    circuit: &Circuit,
    is_controller: bool,
    options: &Options<'_>,
) -> Result<Machine, Error> {
    Ok(synth::machine(circuit, is_controller, &options.control(0))?)
}

/// Proves that a circuit keeps to its specification, or shows a run where it does not: of the controller's
/// circuit all runs must be accepted, of the environment's none. Shares nothing with the construction.
///
/// # Errors
/// [`Error::Fault`] with the run; signals that do not belong to the specification; the work was stopped.
pub fn verify_circuit(
    specification: &Automaton,
    circuit: &Circuit,
    options: &Options<'_>,
) -> Result<CheckedCircuit, Error> {
    let control = options.control(specification.heap_bytes());
    Ok(retrograde_verify::verify_circuit(specification, circuit, &control)?)
}

/// The same for a circuit of which it is known whose it is, as it is of one that was just [made](synthesise).
///
/// # Errors
/// As there.
pub fn verify_circuit_of(
    role: Role,
    specification: &Automaton,
    circuit: &Circuit,
    options: &Options<'_>,
) -> Result<CheckedCircuit, Error> {
    let control = options.control(specification.heap_bytes());
    Ok(retrograde_verify::verify_circuit_of(role, specification, circuit, &control)?)
}
