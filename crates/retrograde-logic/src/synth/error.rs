//! Why there is no answer.

use std::fmt;

use retrograde_core::{Automaton, Colors, GraphError, RunCondition, Stopped, grouped};
use retrograde_solve::emerson_lei::EmersonLeiError;

/// Why a specification could not be turned into a controller.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SynthError {
    /// Two transitions can be taken in the same step.
    #[error("{0}: the run must be determined by what is read")]
    Overlap(Box<Overlap>),
    /// More propositions than diagrams are made for.
    #[error("the labels name {} propositions, and may name {}", grouped(*propositions), grouped(*most))]
    TooManyPropositions {
        /// How many there are.
        propositions: usize,
        /// How many there may be.
        most: usize,
    },
    /// A condition on colours that needs too much memory.
    #[error("with the memory that the condition needs there could be {} states, and there may be {}", grouped(*states), grouped(*most))]
    TooManyStates {
        /// How many states there could be.
        states: u64,
        /// How many there may be.
        most: u64,
    },
    /// A condition on colours is too much.
    #[error(transparent)]
    Condition(EmersonLeiError),
    /// The game is not a graph that can be stored.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<EmersonLeiError> for SynthError {
    fn from(error: EmersonLeiError) -> Self {
        match error {
            EmersonLeiError::Stopped(why) => SynthError::Stopped(why),
            error => SynthError::Condition(error),
        }
    }
}

/// Two transitions of a state that can be taken in the same step and differ in what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The state that they leave.
    pub state: u32,
    /// The states that they lead to.
    pub to: [u32; 2],
    /// The acceptance sets that they are in, where the condition is about sets and not priorities.
    pub sets: Option<[Colors; 2]>,
    /// A step in which both can be taken: propositions and whether they are true.
    pub step: Vec<(String, bool)>,
}

impl Overlap {
    pub(crate) fn new(
        automaton: &Automaton,
        state: u32,
        to: [u32; 2],
        marks: [u64; 2],
        example: &[(u32, bool)],
    ) -> Self {
        let sets = match automaton.condition() {
            RunCondition::Parity => None,
            RunCondition::Colors(_) => Some(marks.map(Colors)),
        };
        let name = |number: u32| automaton.propositions()[number as usize].name.clone();
        let step = example.iter().map(|&(number, is_true)| (name(number), is_true)).collect();
        Overlap { state, to, sets, step }
    }
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.to;
        let step: Vec<String> = self
            .step
            .iter()
            .map(|(name, is_true)| if *is_true { name.clone() } else { format!("!{name}") })
            .collect();
        let step = if step.is_empty() { "any step".to_owned() } else { step.join(" & ") };
        write!(f, "state {} has ", self.state)?;
        match self.sets {
            _ if first != second => write!(f, "transitions to {first} and {second}")?,
            Some([one, two]) => {
                let [one, two] = [one, two].map(shown);
                write!(f, "two transitions to {first}, in the acceptance sets {one} and {two},")?;
            }
            None => write!(f, "two transitions to {first}, in different acceptance sets,")?,
        }
        write!(f, " that can both be taken for {step}")
    }
}

/// Acceptance sets as files have them.
fn shown(sets: Colors) -> String {
    let numbers: Vec<String> = sets.iter().map(|color| color.to_string()).collect();
    format!("{{{}}}", numbers.join(" "))
}
