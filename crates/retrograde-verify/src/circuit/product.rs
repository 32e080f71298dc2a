//! A circuit and an automaton side by side: all that can come up.

use std::collections::HashMap;

use retrograde_core::{Automaton, Circuit, Label, LabelNode, Literal, Pace, Stopped};

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
        pace: &mut Pace<'_>,
    ) -> Result<Self, CircuitError> {
        let mut explorer = Explorer::new(automaton, circuit, signals, pace)?;
        let start = explorer.latches_number(circuit.reset());
        explorer.pair(start, automaton.start());
        while explorer.product.moves.len() < explorer.product.pairs.len() {
            explorer.expand()?;
        }
        Ok(explorer.product)
    }
}

struct Explorer<'e, 'a> {
    automaton: &'e Automaton,
    circuit: &'e Circuit,
    signals: &'e Signals,
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

impl<'e, 'a> Explorer<'e, 'a> {
    fn new(
        automaton: &'e Automaton,
        circuit: &'e Circuit,
        signals: &'e Signals,
        pace: &'e mut Pace<'a>,
    ) -> Result<Self, CircuitError> {
        let order = order(automaton, circuit, signals);
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
            diagrams,
            free,
            order,
            numbers: HashMap::new(),
            pairs: HashMap::new(),
            behaviours: Vec::new(),
            product,
        })
    }

    fn latches_number(&mut self, values: Vec<bool>) -> u32 {
        *self.numbers.entry(values).or_insert_with_key(|values| {
            self.product.latches.push(values.clone());
            self.behaviours.push(None);
            self.product.latches.len() as u32 - 1
        })
    }

    fn pair(&mut self, latches: u32, state: u32) -> u32 {
        *self.pairs.entry((latches, state)).or_insert_with(|| {
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
        let mut moves: Vec<Move> = Vec::new();
        let mut choices = Vec::new();
        for &(inputs, next) in &behaviour.next {
            let mut rest = inputs;
            let mut overlaps = false;
            let first = moves.len() as u32;
            let mut taken: Vec<(u32, u64, Function)> = Vec::new();
            for transition in self.automaton.transitions(state) {
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
        for &[left, right] in circuit.gates() {
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
                let latches = self.product.latches[latches as usize].clone();
                return Err(CircuitError::NotFirst { name: output.name.clone(), latches });
            }
            propositions[number as usize] = function;
        }
        let mut regions: Vec<(Function, Vec<bool>)> = vec![(ALWAYS, Vec::new())];
        for latch in circuit.latches() {
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
        }
        let next =
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
fn order(automaton: &Automaton, circuit: &Circuit, signals: &Signals) -> Vec<u32> {
    let of: HashMap<u32, u32> =
        signals.inputs.iter().map(|&(number, variable)| (variable, number)).collect();
    let mut seen = vec![false; circuit.first_gate() as usize + circuit.gates().len()];
    let mut order = Vec::new();
    let outputs = circuit.outputs().iter().map(|output| output.literal);
    let mut open: Vec<Literal> =
        circuit.latches().iter().map(|latch| latch.next).chain(outputs).collect();
    while let Some(literal) = open.pop() {
        let variable = literal.variable();
        if std::mem::replace(&mut seen[variable as usize], true) {
            continue;
        }
        order.extend(of.get(&variable));
        if let Some(gate) = variable.checked_sub(circuit.first_gate()) {
            open.extend(circuit.gates()[gate as usize]);
        }
    }
    let is_set: Vec<u32> = signals.outputs.iter().map(|&(number, _)| number).collect();
    for number in 0..automaton.propositions().len() as u32 {
        if !order.contains(&number) && !is_set.contains(&number) {
            order.push(number);
        }
    }
    order
}
