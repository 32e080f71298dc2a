//! Automata over what a controller and its environment set in each step.

mod labels;

use crate::acceptance::Acceptance;

pub use labels::{Guards, Label, LabelNode};

/// Something that is true or false in each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposition {
    /// What it is called.
    pub name: String,
    /// Whether the controller sets it, rather than the environment.
    pub controllable: bool,
}

/// Which runs are accepted, by the marks of the transitions that are taken infinitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunCondition {
    /// Marks are priorities, and the largest must be even.
    Parity,
    /// Marks are sets of colours, one bit each, and the colours that come up must satisfy this.
    Colors(Acceptance),
}

/// A step of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// Of which valuations it can be taken.
    pub label: Label,
    /// The state it leads to.
    pub to: u32,
    /// Its priority, or its colours.
    pub mark: u64,
}

/// A specification: an automaton that reads, step by step, which propositions are true. In each step
/// the environment sets its propositions first and the controller, who knows them, the others. The
/// controller wants the run to go on forever and to be accepted.
///
/// ```
/// use retrograde_core::{Automaton, Label, Guards, Proposition, RunCondition, Transition};
/// // The grant, g, must follow the request, r, in the same step.
/// let mut labels = Guards::new();
/// let (request, grant) = (labels.literal(0, false), labels.literal(1, true));
/// let answered = labels.add(retrograde_core::LabelNode::Or(request, grant));
/// let proposition = |name: &str, controllable| Proposition { name: name.into(), controllable };
/// let automaton = Automaton::new(
///     vec![proposition("r", false), proposition("g", true)],
///     labels,
///     1,
///     0,
///     vec![(0, Transition { label: answered, to: 0, mark: 0 })],
///     RunCondition::Parity,
/// )?;
/// assert_eq!(automaton.transitions(0).len(), 1);
/// # Ok::<(), retrograde_core::AutomatonError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    propositions: Vec<Proposition>,
    labels: Guards,
    start: u32,
    offsets: Vec<u32>,
    transitions: Vec<Transition>,
    condition: RunCondition,
}

impl Automaton {
    /// An automaton of so many states, from its transitions in any order, each with the state that it
    /// leaves.
    ///
    /// # Errors
    /// A state, a label or a proposition that is not there.
    pub fn new(
        propositions: Vec<Proposition>,
        labels: Guards,
        states: u32,
        start: u32,
        mut transitions: Vec<(u32, Transition)>,
        condition: RunCondition,
    ) -> Result<Self, AutomatonError> {
        let state = |state: u32| {
            if state < states { Ok(()) } else { Err(AutomatonError::NoState { state, states }) }
        };
        state(start)?;
        for node in labels.iter() {
            if let LabelNode::Proposition(number) = node
                && number as usize >= propositions.len()
            {
                let propositions = propositions.len();
                return Err(AutomatonError::NoProposition { number, propositions });
            }
        }
        let mut offsets = vec![0; states as usize + 1];
        for &(from, transition) in &transitions {
            state(from)?;
            state(transition.to)?;
            if transition.label.place() >= labels.count() {
                return Err(AutomatonError::NoLabel { place: transition.label.place() });
            }
            offsets[from as usize + 1] += 1;
        }
        if u32::try_from(transitions.len()).is_err() {
            return Err(AutomatonError::TooMany);
        }
        for place in 0..states as usize {
            offsets[place + 1] += offsets[place];
        }
        transitions.sort_by_key(|&(from, _)| from);
        let transitions = transitions.into_iter().map(|(_, transition)| transition).collect();
        Ok(Automaton { propositions, labels, start, offsets, transitions, condition })
    }

    /// The propositions, by number.
    #[must_use]
    pub fn propositions(&self) -> &[Proposition] {
        &self.propositions
    }

    /// The labels of the transitions.
    #[must_use]
    pub fn labels(&self) -> &Guards {
        &self.labels
    }

    /// Where runs start.
    #[must_use]
    pub fn start(&self) -> u32 {
        self.start
    }

    /// How many states there are.
    #[must_use]
    pub fn state_count(&self) -> u32 {
        self.offsets.len() as u32 - 1
    }

    /// The transitions that leave a state.
    #[must_use]
    pub fn transitions(&self, state: u32) -> &[Transition] {
        let [start, end] = [0, 1].map(|next| self.offsets[state as usize + next] as usize);
        &self.transitions[start..end]
    }

    /// How many transitions there are.
    #[must_use]
    pub fn transition_count(&self) -> usize {
        self.transitions.len()
    }

    /// Which runs are accepted.
    #[must_use]
    pub fn condition(&self) -> &RunCondition {
        &self.condition
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        let names: usize = self.propositions.iter().map(|it| it.name.capacity() + 32).sum();
        let transitions = self.transitions.capacity() * size_of::<Transition>();
        (names + transitions + 4 * self.offsets.capacity()) as u64 + self.labels.heap_bytes()
    }
}

/// Why transitions do not make an automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// A state that is not there.
    #[error("there is no state {state}: the automaton has {states}")]
    NoState {
        /// The state.
        state: u32,
        /// How many there are.
        states: u32,
    },
    /// A proposition that is not there.
    #[error("there is no proposition {number}: the automaton has {propositions}")]
    NoProposition {
        /// Its number.
        number: u32,
        /// How many there are.
        propositions: usize,
    },
    /// A label that is not there.
    #[error("there is no label at place {place}")]
    NoLabel {
        /// Its place.
        place: usize,
    },
    /// More transitions than can be numbered.
    #[error("an automaton has fewer than 2^32 transitions")]
    TooMany,
}
