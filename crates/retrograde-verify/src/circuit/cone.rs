//! What the outputs of a circuit depend on, now or later.

use retrograde_core::{Circuit, Literal, Pace, Stopped};

/// The variables of a circuit that its outputs depend on. What the other latches hold makes no difference to
/// any run, and to tell it apart could take a state for each of its values.
pub(super) struct Cone {
    needed: Vec<bool>,
    first_latch: usize,
    /// Inputs among them, in the order in which they are found: close together where gates put them together.
    pub(super) inputs: Vec<u32>,
}

impl Cone {
    pub(super) fn new(circuit: &Circuit, pace: &mut Pace<'_>) -> Result<Self, Stopped> {
        let (first_latch, first_gate) = (circuit.first_latch(), circuit.first_gate());
        let mut needed = vec![false; first_gate as usize + circuit.gates().len()];
        let mut inputs = Vec::new();
        let mut open: Vec<Literal> =
            circuit.outputs().iter().map(|output| output.literal).collect();
        while let Some(literal) = open.pop() {
            pace.steps(1)?;
            let variable = literal.variable();
            if variable == 0 || std::mem::replace(&mut needed[variable as usize], true) {
                continue;
            }
            if let Some(gate) = variable.checked_sub(first_gate) {
                open.extend(circuit.gates()[gate as usize]);
            } else if let Some(latch) = variable.checked_sub(first_latch) {
                open.push(circuit.latches()[latch as usize].next);
            } else {
                inputs.push(variable);
            }
        }
        Ok(Cone { needed, first_latch: first_latch as usize, inputs })
    }

    pub(super) fn has(&self, variable: usize) -> bool {
        self.needed[variable]
    }

    pub(super) fn has_latch(&self, place: usize) -> bool {
        self.needed[self.first_latch + place]
    }
}
