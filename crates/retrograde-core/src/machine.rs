//! What a circuit does, state by state.

use std::fmt;

/// A sum of products of signals, each by its number and whether it is true: `a & !b | c`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum(pub Vec<Vec<(u32, bool)>>);

impl Sum {
    /// Whether it never holds.
    #[must_use]
    pub fn is_false(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it always holds.
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.0.iter().any(Vec::is_empty)
    }

    /// The sum as text, with a name for each signal; `t` and `f` for the constants.
    ///
    /// ```
    /// use retrograde_core::Sum;
    /// let sum = Sum(vec![vec![(0, true), (1, false)], vec![(2, true)]]);
    /// let names = ["a", "b", "c"];
    /// assert_eq!(sum.show(|number| names[number as usize].to_string()).to_string(), "a & !b | c");
    /// assert_eq!(Sum::default().show(|_| String::new()).to_string(), "f");
    /// ```
    pub fn show(&self, name: impl Fn(u32) -> String) -> impl fmt::Display {
        let product = |product: &Vec<(u32, bool)>| {
            let literal = |&(number, is_true): &(u32, bool)| {
                format!("{}{}", if is_true { "" } else { "!" }, name(number))
            };
            product.iter().map(literal).collect::<Vec<_>>().join(" & ")
        };
        match (self.is_false(), self.is_true()) {
            (true, _) => "f".to_owned(),
            (_, true) => "t".to_owned(),
            _ => self.0.iter().map(product).collect::<Vec<_>>().join(" | "),
        }
    }
}

/// One state of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MachineState {
    /// When each output is true, by inputs of the same step.
    pub outputs: Vec<Sum>,
    /// Inputs, and the state after them; exactly one of the sums holds of any inputs.
    pub steps: Vec<(Sum, u32)>,
}

/// A finite machine that reads inputs and sets outputs in each step, with symbolic labels: state 0 is where
/// it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Machine {
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// The names of the outputs.
    pub outputs: Vec<String>,
    /// Whether it is the controller, whose outputs are controllable, rather than the environment.
    pub is_controller: bool,
    /// The states.
    pub states: Vec<MachineState>,
}
