//! Whether a circuit keeps to its specification: circuit and automaton are multiplied, symbolic in what the
//! other side sets, and searched for a run that shows a fault.

mod choices;
mod cone;
mod diagrams;
mod lasso;
mod product;
mod run;
mod signals;

use retrograde_core::{Automaton, Circuit, Control, Stopped};

use lasso::{Lasso, path};
use product::{Move, Product};
use signals::Signals;

pub use run::{Run, RunStep};
pub use signals::Role;

/// More inputs would be too deep a diagram.
const MOST_INPUTS: usize = 1000;

/// A circuit that keeps to its specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedCircuit {
    /// Whose circuit it is.
    pub role: Role,
    /// How many pairs of values of the latches and a state of the automaton can come up.
    pub pairs: u64,
    /// How many moves there are between them.
    pub moves: u64,
    /// Latches of the circuit.
    pub latches: u64,
    /// Its and-gates.
    pub gates: u64,
}

/// Why a circuit is not proved to keep to its specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CircuitError {
    /// It does not, and this run shows it.
    #[error("{0}")]
    Fault(Box<Run>),
    /// An output of the environment's circuit depends on what the controller sets in the same step.
    #[error(
        "the output '{name}' depends on inputs of the same step{}: the environment moves first",
        shown(latches)
    )]
    NotFirst {
        /// The output.
        name: String,
        /// The values of the latches; none of those that no output ever depends on.
        latches: Vec<Option<bool>>,
    },
    /// A signal that is no proposition of the automaton.
    #[error("{}", unknown(name, *place, *is_input))]
    Unknown {
        /// Its name.
        name: String,
        /// Its place among the inputs or the outputs.
        place: usize,
        /// Whether it is an input.
        is_input: bool,
    },
    /// Two signals of the same name.
    #[error("two signals of the circuit are called '{name}'")]
    Twice {
        /// Their name.
        name: String,
    },
    /// A signal that belongs to the other side.
    #[error("'{name}' is an {} of the circuit, which is {}, and {}", if *is_input { "input" } else { "output" }, whose(*role), if *is_input { "sets it" } else { "does not set it" })]
    WrongSide {
        /// Its name.
        name: String,
        /// Whose circuit it is.
        role: Role,
        /// Whether it is an input.
        is_input: bool,
    },
    /// Something that the circuit has to set and does not.
    #[error("the circuit is {} and has no output '{name}'", whose(*role))]
    NoOutput {
        /// What it is called.
        name: String,
        /// Whose circuit it is.
        role: Role,
    },
    /// The automaton leaves open which transition is taken, and not all of them do.
    #[error(
        "in state {state} several transitions can be taken at once, and not all choices among them accept: a circuit cannot be checked against them"
    )]
    Overlap {
        /// The state.
        state: u32,
    },
    /// More inputs than diagrams are made for.
    #[error("the other side sets {inputs} propositions, and may set {most}")]
    TooManyInputs {
        /// How many.
        inputs: usize,
        /// How many there may be.
        most: usize,
    },
    /// Nobody knows: the check was stopped before its end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn shown(latches: &[Option<bool>]) -> String {
    let bit = |bit: &Option<bool>| match bit {
        Some(true) => '1',
        Some(false) => '0',
        None => '-',
    };
    match latches.iter().any(Option::is_some) {
        true => format!(" where the latches are {}", latches.iter().map(bit).collect::<String>()),
        false => String::new(),
    }
}

fn unknown(name: &str, place: usize, is_input: bool) -> String {
    let (kind, letter) = if is_input { ("input", 'i') } else { ("output", 'o') };
    match name.is_empty() {
        true => format!(
            "the {kind} {letter}{place} has no name, and so is no proposition of the automaton: the circuit may lack a symbol table"
        ),
        false => {
            format!("the {kind} {letter}{place}, '{name}', is no proposition of the automaton")
        }
    }
}

fn whose(role: Role) -> &'static str {
    match role {
        Role::Controller => "the controller's",
        Role::Environment => "the environment's",
    }
}

/// Proves that all runs of a circuit are as they should be: those of the controller accepted, and those of
/// the environment not. The names of its signals say whose circuit it is: the controller's has what is
/// controllable as outputs, the environment's what is not, and does not look at inputs of the same step. Where
/// nothing is named, since there are no propositions, it may be either's: see [`verify_circuit_of`] for a
/// circuit whose side is known.
///
/// Where transitions of the automaton can be taken at once, the controller's circuit is proved if they can be
/// chosen, as the run goes, so that every run is accepted.
///
/// It shares nothing with the construction but the types of automata and circuits.
///
/// ```
/// use retrograde_core::{
///     Automaton, Circuit, Control, LabelNode, Guards, Literal, Output, Proposition, RunCondition,
///     Transition,
/// };
/// use retrograde_verify::verify_circuit;
/// // The grant, g, must follow the request, r, in the same step.
/// let mut labels = Guards::new();
/// let (silent, grant) = (labels.literal(0, false), labels.literal(1, true));
/// let label = labels.add(LabelNode::Or(silent, grant));
/// let proposition = |name: &str, controllable| Proposition { name: name.into(), controllable };
/// let propositions = vec![proposition("r", false), proposition("g", true)];
/// let loops = vec![(0, Transition { label, to: 0, mark: 0 })];
/// let automaton = Automaton::new(propositions, labels, 1, 0, loops, RunCondition::Parity)?;
///
/// let output = |literal| vec![Output { name: "g".into(), literal }];
/// let always = Circuit::new(vec!["r".into()], vec![], vec![], output(Literal::TRUE))?;
/// assert!(verify_circuit(&automaton, &always, &Control::ALONE).is_ok());
///
/// let never = Circuit::new(vec!["r".into()], vec![], vec![], output(Literal::FALSE))?;
/// let fault = verify_circuit(&automaton, &never, &Control::ALONE).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "the run ends: no transition is left\n  1. in state 0: r / !g"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A run that shows a fault; signals that do not belong to the automaton; it was stopped.
///
/// # Complexity
/// For each pair that comes up, that of diagrams over the inputs for all gates and labels; then that of
/// components, times the number of priorities that are to be avoided. To look for colours takes time
/// exponential in their number at worst.
pub fn verify_circuit(
    automaton: &Automaton,
    circuit: &Circuit,
    control: &Control<'_>,
) -> Result<CheckedCircuit, CircuitError> {
    if !automaton.propositions().is_empty() {
        return verify(automaton, circuit, None, control);
    }
    let refused = match verify_circuit_of(Role::Controller, automaton, circuit, control) {
        Err(error @ (CircuitError::Fault(_) | CircuitError::Overlap { .. })) => error,
        known => return known,
    };
    match verify_circuit_of(Role::Environment, automaton, circuit, control) {
        Err(CircuitError::Fault(_)) => Err(refused),
        known => known,
    }
}

/// As [`verify_circuit`], for a circuit of which it is known whose it is.
///
/// ```
/// use retrograde_core::{Automaton, Circuit, Control, Guards, RunCondition};
/// use retrograde_verify::{Role, verify_circuit_of};
/// // Every run ends, whoever plays.
/// let automaton = Automaton::new(vec![], Guards::new(), 1, 0, vec![], RunCondition::Parity)?;
/// let nothing = Circuit::new(vec![], vec![], vec![], vec![])?;
/// let check = |role| verify_circuit_of(role, &automaton, &nothing, &Control::ALONE);
/// assert!(check(Role::Environment).is_ok() && check(Role::Controller).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As there; signals that are not those of this side.
pub fn verify_circuit_of(
    role: Role,
    automaton: &Automaton,
    circuit: &Circuit,
    control: &Control<'_>,
) -> Result<CheckedCircuit, CircuitError> {
    verify(automaton, circuit, Some(role), control)
}

fn verify(
    automaton: &Automaton,
    circuit: &Circuit,
    role: Option<Role>,
    control: &Control<'_>,
) -> Result<CheckedCircuit, CircuitError> {
    let mut pace = control.pace();
    let signals = Signals::new(automaton, circuit, role)?;
    let product = Product::explore(automaton, circuit, &signals, control)?;
    let role = signals.role;
    let fault = |lasso: Lasso, why| {
        let run = Run::new(automaton, circuit, &signals, &product, &lasso, why);
        Err(CircuitError::Fault(Box::new(run)))
    };
    let holds = || CheckedCircuit {
        role,
        pairs: product.pairs.len() as u64,
        moves: product.moves.iter().map(|moves| moves.len() as u64).sum(),
        latches: circuit.latches().len() as u64,
        gates: circuit.gates().len() as u64,
    };
    if let (Role::Controller, Some(pair)) = (role, product.overlap) {
        return match choices::can_be_chosen(&product, automaton.condition(), control)? {
            Some(true) => Ok(holds()),
            _ => Err(CircuitError::Overlap { state: product.pairs[pair as usize].1 }),
        };
    }
    if let (Role::Controller, Some((pair, example))) = (role, &product.end) {
        let mut steps = path(&product, 0, *pair, &|_| true, &mut pace)?;
        let back_to = steps.len() + 1;
        steps.push((*pair, Move { to: *pair, mark: 0, example: example.clone() }));
        return fault(Lasso { steps, back_to }, run::Why::Ends);
    }
    let is_wrong = role == Role::Environment;
    if let Some(lasso) = lasso::find(&product, automaton.condition(), is_wrong, &mut pace)? {
        let why = if is_wrong { run::Why::Accepted } else { run::Why::Rejected };
        return fault(lasso, why);
    }
    Ok(holds())
}

#[cfg(test)]
mod tests;
