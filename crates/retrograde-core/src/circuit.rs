//! Circuits of and-gates, inverters and latches.

/// A variable of a circuit or its negation, numbered as AIGER does: twice the variable, and one more
/// for the negation. Variable 0 is the constant `false`; then come the inputs, the latches and the
/// gates.
///
/// ```
/// use retrograde_core::Literal;
/// assert_eq!(!Literal::FALSE, Literal::TRUE);
/// assert_eq!((!Literal::of(3)).code(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(u32);

impl Literal {
    /// The constant.
    pub const FALSE: Literal = Literal(0);
    /// Its negation.
    pub const TRUE: Literal = Literal(1);

    /// The variable itself.
    ///
    /// # Panics
    /// If it is 2³¹ or more.
    #[must_use]
    pub fn of(variable: u32) -> Self {
        assert!(variable < 1 << 31, "fewer than 2^31 variables");
        Literal(variable << 1)
    }

    /// The literal of that number.
    #[must_use]
    pub fn from_code(code: u32) -> Self {
        Literal(code)
    }

    /// Its number.
    #[must_use]
    pub fn code(self) -> u32 {
        self.0
    }

    /// Its variable.
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the negation of its variable.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Itself, or its negation where `negated` says so.
    #[must_use]
    pub fn negated_if(self, negated: bool) -> Self {
        Literal(self.0 ^ u32::from(negated))
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// A bit that is kept from one step to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// What it becomes.
    pub next: Literal,
    /// What it is at first.
    pub reset: bool,
}

/// A signal that leaves a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub literal: Literal,
}

/// An and-inverter graph with latches, as AIGER files hold: in each step the inputs are set, the gates
/// follow, the outputs are seen, and the latches take their next values.
///
/// ```
/// use retrograde_core::{Circuit, Latch, Literal, Output};
/// // The output is what the input was a step ago, and in this step it is not.
/// let (now, before) = (Literal::of(1), Literal::of(2));
/// let circuit = Circuit::new(
///     vec!["in".into()],
///     vec![Latch { next: now, reset: false }],
///     vec![[before, !now]],
///     vec![Output { name: "fell".into(), literal: Literal::of(3) }],
/// )?;
/// let (outputs, next) = circuit.step(&[true], &circuit.reset());
/// assert_eq!((outputs[0], next[0]), (false, true));
/// assert_eq!(circuit.step(&[false], &next).0, [true]);
/// # Ok::<(), retrograde_core::CircuitError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    inputs: Vec<String>,
    latches: Vec<Latch>,
    gates: Vec<[Literal; 2]>,
    outputs: Vec<Output>,
}

impl Circuit {
    /// A circuit of its parts; gates come after those that they use.
    ///
    /// # Errors
    /// A variable that is not there, or not yet.
    pub fn new(
        inputs: Vec<String>,
        latches: Vec<Latch>,
        mut gates: Vec<[Literal; 2]>,
        outputs: Vec<Output>,
    ) -> Result<Self, CircuitError> {
        let first = 1 + inputs.len() + latches.len();
        let within = |literal: Literal, end: usize| match (literal.variable() as usize) < end {
            true => Ok(()),
            false => Err(CircuitError { variable: literal.variable(), end: end as u64 }),
        };
        for (place, gate) in gates.iter_mut().enumerate() {
            // Files have the larger number first.
            gate.sort_unstable_by(|left, right| right.cmp(left));
            within(gate[0], first + place)?;
        }
        let end = first + gates.len();
        for latch in &latches {
            within(latch.next, end)?;
        }
        for output in &outputs {
            within(output.literal, end)?;
        }
        Ok(Circuit { inputs, latches, gates, outputs })
    }

    /// The names of the inputs, which are the variables from 1.
    #[must_use]
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// The latches, whose variables come after the inputs.
    #[must_use]
    pub fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// The and-gates, whose variables come last.
    #[must_use]
    pub fn gates(&self) -> &[[Literal; 2]] {
        &self.gates
    }

    /// The outputs.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// The variable of the first latch.
    #[must_use]
    pub fn first_latch(&self) -> u32 {
        1 + self.inputs.len() as u32
    }

    /// The variable of the first gate.
    #[must_use]
    pub fn first_gate(&self) -> u32 {
        self.first_latch() + self.latches.len() as u32
    }

    /// What the latches are at first.
    #[must_use]
    pub fn reset(&self) -> Vec<bool> {
        self.latches.iter().map(|latch| latch.reset).collect()
    }

    /// The outputs of one step, and the latches after it.
    ///
    /// # Panics
    /// If there is not one value for each input and each latch.
    #[must_use]
    pub fn step(&self, inputs: &[bool], latches: &[bool]) -> (Vec<bool>, Vec<bool>) {
        assert_eq!((inputs.len(), latches.len()), (self.inputs.len(), self.latches.len()));
        let mut values = vec![false];
        values.extend_from_slice(inputs);
        values.extend_from_slice(latches);
        let value = |values: &[bool], literal: Literal| {
            values[literal.variable() as usize] != literal.is_negated()
        };
        for &[left, right] in &self.gates {
            values.push(value(&values, left) && value(&values, right));
        }
        let outputs = self.outputs.iter().map(|output| value(&values, output.literal)).collect();
        (outputs, self.latches.iter().map(|latch| value(&values, latch.next)).collect())
    }
}

/// A part of a circuit uses a variable that is not there, or that comes after it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("variable {variable} is used where there are only those below {end}")]
pub struct CircuitError {
    variable: u32,
    end: u64,
}
