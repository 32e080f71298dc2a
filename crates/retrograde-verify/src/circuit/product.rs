//! A circuit and an automaton side by side: all that can come up.

use std::collections::HashMap;

use retrograde_core::{
    Automaton, Circuit, Control, Label, LabelNode, Literal, Pace, Progress, Stopped,
};

use super::cone::Cone;
use super::diagrams::{ALWAYS, Diagrams, Function, NEVER};
use super::signals::{Role, Signals};
use super::{CircuitError, MOST_INPUTS};

/// A step of circuit and automaton.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) to: u32,
    pub(super) mark: u64,
    /// Propositions that the other side sets to true for this step to be taken.
    pub(super) example: Vec<u32>,
}

/// The pairs of values of the latches and a state of the automaton that can come up, with the start first.
pub(super) struct Product {
    /// The values of the latches by number, and the state.
    pub(super) pairs: Vec<(u32, u32)>,
    pub(super) latches: Vec<Vec<bool>>,
    pub(super) moves: Vec<Vec<Move>>,
    /// For each pair, which of its moves can be taken in the same steps; none where the run ends.
    pub(super) choices: Vec<Vec<Vec<u32>>>,
    /// The pair and a step after which the automaton has no transition.
    pub(super) end: Option<(u32, Vec<u32>)>,
    /// A pair in which two transitions can be taken in the same step.
    pub(super) overlap: Option<u32>,
}

impl Product {
    /// Finds all pairs.
    pub(super) fn explore(
        automaton: &Automaton,
        circuit: &Circuit,
        signals: &Signals,
        control: &Control<'_>,
    ) -> Result<Self, CircuitError> {
        let mut pace = control.pace();
        let mut explorer = Explorer::new(automaton, circuit, signals, control.room(), &mut pace)?;
        let start = explorer.latches_number(circuit.reset());
        explorer.pair(start, automaton.start());
        while explorer.product.moves.len() < explorer.product.pairs.len() {
            explorer.expand()?;
            explorer.check_room()?;
            let done = explorer.product.moves.len() as u64;
            if done.is_multiple_of(1 << 10) {
                control.tell(Progress::new("verifying", done, 0));
            }
        }
        Ok(explorer.product)
    }
}

struct Explorer<'e, 'a> {
    automaton: &'e Automaton,
    circuit: &'e Circuit,
    signals: &'e Signals,
    /// Latches outside of it stay as they are at first.
    cone: Cone,
    diagrams: Diagrams<'e, 'a>,
    /// What is free: the function of each proposition that is.
    free: HashMap<u32, Function>,
    /// The proposition of each variable of the diagrams.
    order: Vec<u32>,
    numbers: HashMap<Vec<bool>, u32>,
    pairs: HashMap<(u32, u32), u32>,
    /// What was found out about values of the latches.
    behaviours: Vec<Option<Behaviour>>,
    product: Product,
    /// Bytes that all this takes, beside the diagrams, and how many there may be.
    held: u64,
    room: u64,
}

/// What a circuit does with some values of its latches.
#[derive(Clone)]
struct Behaviour {
    /// The function of each proposition.
    propositions: Vec<Function>,
    /// Inputs, by the values of the latches after them.
    next: Vec<(Function, u32)>,
    labels: HashMap<Label, Function>,
}

/// About what a pair takes, with its places in tables that may have just doubled, ...
const PAIR_BYTES: u64 = 160;
/// ... values of the latches beside the values, with what is known of them, ...
const VALUES_BYTES: u64 = 320;
/// ... a move, and a label whose function is known.
const MOVE_BYTES: u64 = 128;
const LABEL_BYTES: u64 = 32;
/// Steps that making a pair is worth, so that memory is looked at often enough.
const STEPS_OF_A_PAIR: usize = 64;

impl<'e, 'a> Explorer<'e, 'a> {
    fn new(
        automaton: &'e Automaton,
        circuit: &'e Circuit,
        signals: &'e Signals,
        room: u64,
        pace: &'e mut Pace<'a>,
    ) -> Result<Self, CircuitError> {
        let cone = Cone::new(circuit, pace)?;
        let order = order(automaton, &cone, signals);
        if order.len() > MOST_INPUTS {
            return Err(CircuitError::TooManyInputs { inputs: order.len(), most: MOST_INPUTS });
        }
        let mut diagrams = Diagrams::new(pace);
        let free = (0..).zip(&order).map(|(at, &number)| (number, diagrams.input(at))).collect();
        let product = Product {
            pairs: Vec::new(),
            latches: Vec::new(),
            moves: Vec::new(),
            choices: Vec::new(),
            end: None,
            overlap: None,
        };
        Ok(Explorer {
            automaton,
            circuit,
            signals,
            cone,
            diagrams,
            free,
            order,
            numbers: HashMap::new(),
            pairs: HashMap::new(),
            behaviours: Vec::new(),
            product,
            held: 0,
            room,
        })
    }

    /// An error if there is more than there may be. The system is not asked, since tables double at once.
    fn check_room(&self) -> Result<(), Stopped> {
        let held = self.held + self.diagrams.heap_bytes();
        match held > self.room {
            true => Err(Stopped::Memory { held, allowed: self.room }),
            false => Ok(()),
        }
    }

    fn latches_number(&mut self, values: Vec<bool>) -> u32 {
        *self.numbers.entry(values).or_insert_with_key(|values| {
            self.held += VALUES_BYTES + 2 * values.len() as u64;
            self.product.latches.push(values.clone());
            self.behaviours.push(None);
            self.product.latches.len() as u32 - 1
        })
    }

    fn pair(&mut self, latches: u32, state: u32) -> u32 {
        *self.pairs.entry((latches, state)).or_insert_with(|| {
            self.held += PAIR_BYTES;
            self.product.pairs.push((latches, state));
            self.product.pairs.len() as u32 - 1
        })
    }

    /// The propositions of an example, instead of the variables.
    fn example(&self, function: Function) -> Vec<u32> {
        let trues = self.diagrams.example(function);
        trues.into_iter().map(|variable| self.order[variable as usize]).collect()
    }

    /// Finds the moves of the next pair.
    fn expand(&mut self) -> Result<(), CircuitError> {
        let number = self.product.moves.len() as u32;
        let (latches, state) = self.product.pairs[number as usize];
        let mut behaviour = match self.behaviours[latches as usize].take() {
            Some(known) => known,
            None => self.behaviour(latches)?,
        };
        let labels = behaviour.labels.len();
        let mut moves: Vec<Move> = Vec::new();
        let mut choices = Vec::new();
        self.diagrams.steps(STEPS_OF_A_PAIR)?;
        for &(inputs, next) in &behaviour.next {
            let mut rest = inputs;
            let mut overlaps = false;
            let first = moves.len() as u32;
            let mut taken: Vec<(u32, u64, Function)> = Vec::new();
            for transition in self.automaton.transitions(state) {
                self.diagrams.steps(1 + taken.len())?;
                let label = label_function(
                    self.automaton,
                    transition.label,
                    &behaviour.propositions,
                    &mut behaviour.labels,
                    &mut self.diagrams,
                )?;
                let both = self.diagrams.and(inputs, label)?;
                if both == NEVER {
                    continue;
                }
                let not = self.diagrams.not(label)?;
                rest = self.diagrams.and(rest, not)?;
                let (to, mark) = (transition.to, transition.mark);
                for &(other, other_mark, function) in &taken {
                    let differs = (other, other_mark) != (to, mark);
                    overlaps |= differs && self.diagrams.and(function, both)? != NEVER;
                }
                taken.push((to, mark, both));
                let example = self.example(both);
                self.held += MOVE_BYTES + 4 * example.len() as u64;
                let to = self.pair(next, to);
                moves.push(Move { to, mark, example });
            }
            if rest != NEVER {
                choices.push(Vec::new());
                if self.product.end.is_none() {
                    self.product.end = Some((number, self.example(rest)));
                }
            }
            if overlaps {
                self.product.overlap.get_or_insert(number);
                choices.extend(self.classes(first, &taken)?);
            } else {
                choices.extend((first..moves.len() as u32).map(|place| vec![place]));
            }
        }
        self.held += LABEL_BYTES * (behaviour.labels.len() - labels) as u64;
        self.product.choices.push(choices);
        self.behaviours[latches as usize] = Some(behaviour);
        self.product.moves.push(moves);
        Ok(())
    }

    /// Which of the moves, numbered from `first`, can be taken in the same steps.
    fn classes(
        &mut self,
        first: u32,
        taken: &[(u32, u64, Function)],
    ) -> Result<Vec<Vec<u32>>, Stopped> {
        let mut classes: Vec<(Function, Vec<u32>)> = vec![(ALWAYS, Vec::new())];
        for (place, &(_, _, function)) in (first..).zip(taken) {
            let not = self.diagrams.not(function)?;
            for at in 0..classes.len() {
                let with = self.diagrams.and(classes[at].0, function)?;
                if with == NEVER {
                    continue;
                }
                let without = self.diagrams.and(classes[at].0, not)?;
                if without != NEVER {
                    let others = classes[at].1.clone();
                    classes.push((without, others));
                }
                classes[at].0 = with;
                classes[at].1.push(place);
            }
        }
        let classes = classes.into_iter().map(|(_, class)| class);
        Ok(classes.filter(|class| !class.is_empty()).collect())
    }

    /// Lets the circuit run one step, for all inputs at once.
    fn behaviour(&mut self, latches: u32) -> Result<Behaviour, CircuitError> {
        let circuit = self.circuit;
        let first = circuit.first_latch() as usize;
        let mut values = vec![NEVER; first];
        for &(number, variable) in &self.signals.inputs {
            values[variable as usize] = self.free[&number];
        }
        for &bit in &self.product.latches[latches as usize] {
            values.push(if bit { ALWAYS } else { NEVER });
        }
        self.diagrams.steps(values.len())?;
        for &[left, right] in circuit.gates() {
            self.diagrams.steps(1)?;
            if !self.cone.has(values.len()) {
                values.push(NEVER);
                continue;
            }
            let left = self.literal(&values, left)?;
            let right = self.literal(&values, right)?;
            values.push(self.diagrams.and(left, right)?);
        }
        let mut propositions = vec![NEVER; self.automaton.propositions().len()];
        for (&number, &function) in &self.free {
            propositions[number as usize] = function;
        }
        for &(number, place) in &self.signals.outputs {
            let output = &circuit.outputs()[place];
            let function = self.literal(&values, output.literal)?;
            if self.signals.role == Role::Environment && function > ALWAYS {
                let bits = self.product.latches[latches as usize].iter().enumerate();
                let latches =
                    bits.map(|(place, &bit)| self.cone.has_latch(place).then_some(bit)).collect();
                return Err(CircuitError::NotFirst { name: output.name.clone(), latches });
            }
            propositions[number as usize] = function;
        }
        let mut regions: Vec<(Function, Vec<bool>)> = vec![(ALWAYS, Vec::new())];
        for (place, latch) in circuit.latches().iter().enumerate() {
            self.diagrams.steps(regions.len() * (1 + place / 64))?;
            if !self.cone.has_latch(place) {
                regions.iter_mut().for_each(|(_, bits)| bits.push(latch.reset));
                continue;
            }
            let function = self.literal(&values, latch.next)?;
            let not = self.diagrams.not(function)?;
            let mut split = Vec::with_capacity(regions.len());
            for (inputs, bits) in regions {
                for (side, bit) in [(not, false), (function, true)] {
                    let both = self.diagrams.and(inputs, side)?;
                    if both != NEVER {
                        let mut bits = bits.clone();
                        bits.push(bit);
                        split.push((both, bits));
                    }
                }
            }
            regions = split;
            // So many values of the latches are not yet counted.
            let bytes = regions.len() as u64 * (place as u64 + 64);
            if self.held + bytes > self.room {
                let held = self.held + bytes;
                return Err(Stopped::Memory { held, allowed: self.room }.into());
            }
        }
        self.held += 4 * propositions.len() as u64 + 16 * regions.len() as u64;
        let next: Vec<(Function, u32)> =
            regions.into_iter().map(|(inputs, bits)| (inputs, self.latches_number(bits))).collect();
        Ok(Behaviour { propositions, next, labels: HashMap::new() })
    }

    fn literal(&mut self, values: &[Function], literal: Literal) -> Result<Function, Stopped> {
        let value = values[literal.variable() as usize];
        if literal.is_negated() { self.diagrams.not(value) } else { Ok(value) }
    }
}

/// The function of a label where propositions are functions.
fn label_function(
    automaton: &Automaton,
    label: Label,
    propositions: &[Function],
    known: &mut HashMap<Label, Function>,
    diagrams: &mut Diagrams<'_, '_>,
) -> Result<Function, Stopped> {
    let mut open = vec![label];
    while let Some(&at) = open.last() {
        if known.contains_key(&at) {
            open.pop();
            continue;
        }
        diagrams.steps(1)?;
        let of = |part: Label| known.get(&part).copied();
        let found = match automaton.labels()[at] {
            LabelNode::True => Some(ALWAYS),
            LabelNode::False => Some(NEVER),
            LabelNode::Proposition(number) => Some(propositions[number as usize]),
            LabelNode::Not(part) => match of(part) {
                Some(function) => Some(diagrams.not(function)?),
                None => {
                    open.push(part);
                    None
                }
            },
            LabelNode::And(left, right) | LabelNode::Or(left, right) => match (of(left), of(right))
            {
                (Some(one), Some(other)) => Some(match automaton.labels()[at] {
                    LabelNode::And(..) => diagrams.and(one, other)?,
                    _ => diagrams.or(one, other)?,
                }),
                (None, _) => {
                    open.push(left);
                    None
                }
                (_, None) => {
                    open.push(right);
                    None
                }
            },
        };
        if let Some(function) = found {
            known.insert(at, function);
            open.pop();
        }
    }
    Ok(known[&label])
}

/// The propositions that the circuit does not set, in an order that puts together what gates put together.
fn order(automaton: &Automaton, cone: &Cone, signals: &Signals) -> Vec<u32> {
    let of: HashMap<u32, u32> =
        signals.inputs.iter().map(|&(number, variable)| (variable, number)).collect();
    let mut is_placed = vec![false; automaton.propositions().len()];
    signals.outputs.iter().for_each(|&(number, _)| is_placed[number as usize] = true);
    let mut order: Vec<u32> = cone.inputs.iter().map(|variable| of[variable]).collect();
    order.iter().for_each(|&number| is_placed[number as usize] = true);
    order.extend((0..).zip(is_placed).filter(|(_, placed)| !placed).map(|(number, _)| number));
    order
}
