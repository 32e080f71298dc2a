//! Runs that show a fault, step by step.

use std::fmt;

use retrograde_core::{Automaton, Circuit};

use super::lasso::Lasso;
use super::product::Product;
use super::signals::Signals;

/// What is wrong with a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The automaton has no transition for its last step.
    Ends,
    /// It is not accepted.
    Rejected,
    /// It is accepted, and should not be.
    Accepted,
}

/// One step of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// The state of the automaton before it.
    pub state: u32,
    /// What is set from outside the circuit, in the order of the automaton's propositions.
    pub inputs: Vec<(String, bool)>,
    /// What the circuit sets.
    pub outputs: Vec<(String, bool)>,
}

/// A run of a circuit that shows a fault: steps, of which the last ones are repeated forever.
///
/// It prints a line a step, with what is set from outside before the slash and what the circuit sets after
/// it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    why: Why,
    /// All steps.
    pub steps: Vec<RunStep>,
    /// The place of the first step that is repeated; that after the last where the run ends.
    pub back_to: usize,
}

impl Run {
    pub(super) fn new(
        automaton: &Automaton,
        circuit: &Circuit,
        signals: &Signals,
        product: &Product,
        lasso: &Lasso,
        why: Why,
    ) -> Self {
        let names = automaton.propositions();
        let steps = lasso.steps.iter().map(|(pair, step)| {
            let (latches, state) = product.pairs[*pair as usize];
            let is_true = |number: u32| step.example.contains(&number);
            let mut given = vec![false; circuit.inputs().len()];
            for &(number, variable) in &signals.inputs {
                given[variable as usize - 1] = is_true(number);
            }
            let (made, _) = circuit.step(&given, &product.latches[latches as usize]);
            let mut outputs = vec![None; names.len()];
            for &(number, place) in &signals.outputs {
                outputs[number as usize] = Some(made[place]);
            }
            let named = |number: usize, value| (names[number].name.clone(), value);
            let inputs = (0..names.len()).filter(|&number| outputs[number].is_none());
            RunStep {
                state,
                inputs: inputs.map(|number| named(number, is_true(number as u32))).collect(),
                outputs: (0..names.len())
                    .filter_map(|number| Some(named(number, outputs[number]?)))
                    .collect(),
            }
        });
        Run { why, steps: steps.collect(), back_to: lasso.back_to }
    }
}

fn values(signals: &[(String, bool)]) -> String {
    let signal = |(name, value): &(String, bool)| match value {
        true => name.clone(),
        false => format!("!{name}"),
    };
    match signals.is_empty() {
        true => "-".to_owned(),
        false => signals.iter().map(signal).collect::<Vec<_>>().join(" "),
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.why {
            Why::Ends => "the run ends: no transition is left",
            Why::Rejected => "the run is not accepted",
            Why::Accepted => "the run is accepted, and the environment's must not be",
        })?;
        for (place, step) in self.steps.iter().enumerate() {
            let (inputs, outputs) = (values(&step.inputs), values(&step.outputs));
            write!(f, "\n  {}. in state {}: {inputs} / {outputs}", place + 1, step.state)?;
        }
        if self.back_to < self.steps.len() {
            write!(f, "\n  and from {} on again, forever", self.back_to + 1)?;
        }
        Ok(())
    }
}
