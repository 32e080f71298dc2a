//! Which signal of a circuit is which proposition.

use std::collections::HashMap;

use retrograde_core::{Automaton, Circuit};

use super::CircuitError;

/// Whose circuit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The controller's: it sets what is controllable, and sees first what the environment sets.
    Controller,
    /// The environment's: it sets the rest, before it sees what the controller sets.
    Environment,
}

/// The signals of a circuit among the propositions.
pub(super) struct Signals {
    pub(super) role: Role,
    /// The variable of the circuit of each proposition that is an input of it.
    pub(super) inputs: Vec<(u32, u32)>,
    /// The place of the output of each proposition that is one.
    pub(super) outputs: Vec<(u32, usize)>,
}

impl Signals {
    /// Finds them; without a role it is the one that the names of the signals tell.
    pub(super) fn new(
        automaton: &Automaton,
        circuit: &Circuit,
        role: Option<Role>,
    ) -> Result<Self, CircuitError> {
        let propositions = automaton.propositions();
        let numbers: HashMap<&str, u32> =
            propositions.iter().map(|it| it.name.as_str()).zip(0..).collect();
        let find = |name: &String, place: usize, is_input: bool| match numbers.get(name.as_str()) {
            Some(&number) => Ok(number),
            None => Err(CircuitError::Unknown { name: name.clone(), place, is_input }),
        };
        let mut seen = vec![false; propositions.len()];
        let mut once = |number: u32| match std::mem::replace(&mut seen[number as usize], true) {
            false => Ok(number),
            true => Err(CircuitError::Twice { name: propositions[number as usize].name.clone() }),
        };
        let mut inputs = Vec::new();
        for (place, name) in circuit.inputs().iter().enumerate() {
            inputs.push((once(find(name, place, true)?)?, place as u32 + 1));
        }
        let mut outputs = Vec::new();
        for (place, output) in circuit.outputs().iter().enumerate() {
            outputs.push((once(find(&output.name, place, false)?)?, place));
        }
        let is_own = |number: u32| propositions[number as usize].controllable;
        let told = || match (outputs.first(), inputs.first()) {
            (Some(&(number, _)), _) if !is_own(number) => Role::Environment,
            (None, Some(&(number, _))) if is_own(number) => Role::Environment,
            (None, None) if propositions.iter().any(|it| it.controllable) => Role::Environment,
            _ => Role::Controller,
        };
        let role = role.unwrap_or_else(told);
        let sets = |number: u32| is_own(number) == (role == Role::Controller);
        if let Some(&(number, _)) = inputs.iter().find(|it| sets(it.0)) {
            let name = propositions[number as usize].name.clone();
            return Err(CircuitError::WrongSide { name, role, is_input: true });
        }
        if let Some(&(number, _)) = outputs.iter().find(|it| !sets(it.0)) {
            let name = propositions[number as usize].name.clone();
            return Err(CircuitError::WrongSide { name, role, is_input: false });
        }
        let missing = |number: &u32| sets(*number) && !seen[*number as usize];
        if let Some(number) = (0..propositions.len() as u32).find(missing) {
            let name = propositions[number as usize].name.clone();
            return Err(CircuitError::NoOutput { name, role });
        }
        Ok(Signals { role, inputs, outputs })
    }
}
