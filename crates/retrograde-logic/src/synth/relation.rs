//! What a circuit may do, as one relation over its inputs, latches, outputs and the latches after it.

use std::collections::HashMap;

use retrograde_core::{Automaton, Control, Player, Stopped};

use super::blocks::Blocks;
use super::diagrams::{Bdd, Diagrams};
use super::symbolic::Symbolic;

/// What is to be made of the latches and the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// An output, by its place.
    Output(usize),
    /// A latch after the step.
    Next(usize),
}

/// What a variable of a relation stands for, by its place among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A latch before the step.
    Latch(usize),
    /// An input of the circuit.
    Input(usize),
    /// What is to be made.
    Made(Wanted),
}

/// A relation that every circuit has to keep to.
///
/// Inputs and outputs have their variables among each other in the order in which labels name them, so
/// that an output is next to the inputs that it answers to, with the latches before and after them.
pub(crate) struct Relation<'a> {
    pub(crate) diagrams: Diagrams<'a>,
    /// How many latches there are.
    pub(crate) latches: usize,
    /// The propositions that are inputs of the circuit, in the order of their variables.
    pub(crate) inputs: Vec<u32>,
    /// And those that are its outputs.
    pub(crate) outputs: Vec<u32>,
    /// What the variables of propositions stand for, after those of the latches.
    roles: Vec<Role>,
    /// The variable of each input and of each output.
    variables: [Vec<u32>; 2],
    /// Holds of what is allowed.
    pub(crate) whole: Bdd,
    /// Whether outputs may depend on the latches alone: those of the environment, which moves first.
    pub(crate) is_moore: bool,
}

impl<'a> Relation<'a> {
    /// The relation of a machine whose blocks are told apart by the latches as `codes` has it, the first
    /// being all zeros.
    pub(crate) fn new(
        automaton: &Automaton,
        blocks: &Blocks,
        codes: &[Vec<bool>],
        symbolic: &Symbolic<'_>,
        control: &Control<'a>,
    ) -> Result<Self, Stopped> {
        let latches = codes[0].len();
        let own = blocks.winner == Player::Zero;
        let [inputs, outputs] = signals(automaton, blocks, symbolic);
        let (mut roles, mut variables) = (Vec::new(), [Vec::new(), Vec::new()]);
        for &number in &symbolic.order {
            let is_output = automaton.propositions()[number as usize].controllable == own;
            let place = variables[usize::from(is_output)].len();
            variables[usize::from(is_output)].push((latches + roles.len()) as u32);
            roles.push(match is_output {
                true => Role::Made(Wanted::Output(place)),
                false => Role::Input(place),
            });
        }
        let mut relation = Relation {
            diagrams: Diagrams::new(control),
            latches,
            inputs,
            outputs,
            roles,
            variables,
            whole: Bdd::TRUE,
            is_moore: blocks.winner == Player::One,
        };
        let source = &symbolic.diagrams;
        let mut moved = Moved::new(latches);
        for (row, code) in blocks.rows.iter().zip(codes) {
            let mut allowed = moved.get(row.ends, source, &mut relation.diagrams)?;
            for &(to, guard) in &row.steps {
                let guard = moved.get(guard, source, &mut relation.diagrams)?;
                let next = relation.code(&codes[to as usize], relation.next(0))?;
                let step = relation.diagrams.and(guard, next)?;
                allowed = relation.diagrams.or(allowed, step)?;
            }
            let here = relation.code(code, 0)?;
            relation.whole = relation.diagrams.choose(here, allowed, relation.whole)?;
        }
        Ok(relation)
    }

    /// That the latches from variable `first` on have these values.
    fn code(&mut self, code: &[bool], first: u32) -> Result<Bdd, Stopped> {
        let mut all = Bdd::TRUE;
        for (place, &bit) in code.iter().enumerate().rev() {
            let literal = self.diagrams.literal(first + place as u32, bit)?;
            all = self.diagrams.and(literal, all)?;
        }
        Ok(all)
    }

    pub(crate) fn input(&self, place: usize) -> u32 {
        self.variables[0][place]
    }

    pub(crate) fn output(&self, place: usize) -> u32 {
        self.variables[1][place]
    }

    pub(crate) fn next(&self, place: usize) -> u32 {
        (self.latches + self.roles.len() + place) as u32
    }

    /// What a variable stands for.
    pub(crate) fn role(&self, variable: u32) -> Role {
        let variable = variable as usize;
        match variable.checked_sub(self.latches) {
            None => Role::Latch(variable),
            Some(place) => match self.roles.get(place) {
                Some(&role) => role,
                None => Role::Made(Wanted::Next(place - self.roles.len())),
            },
        }
    }

    pub(crate) fn variable(&self, wanted: Wanted) -> u32 {
        match wanted {
            Wanted::Output(place) => self.output(place),
            Wanted::Next(place) => self.next(place),
        }
    }
}

/// The propositions that are inputs of the winner's circuit, and those that are its outputs, in the order of
/// their variables.
pub(crate) fn signals(
    automaton: &Automaton,
    blocks: &Blocks,
    symbolic: &Symbolic<'_>,
) -> [Vec<u32>; 2] {
    let own = blocks.winner == Player::Zero;
    let is_own = |number: &u32| automaton.propositions()[*number as usize].controllable;
    [!own, own].map(|side| {
        symbolic.order.iter().copied().filter(|number| is_own(number) == side).collect()
    })
}

/// Diagrams of propositions, moved to the variables of a relation: past those of the latches.
struct Moved {
    by: u32,
    known: HashMap<Bdd, Bdd>,
}

impl Moved {
    fn new(latches: usize) -> Self {
        let known = HashMap::from([(Bdd::FALSE, Bdd::FALSE), (Bdd::TRUE, Bdd::TRUE)]);
        Moved { by: latches as u32, known }
    }

    fn get(
        &mut self,
        function: Bdd,
        source: &Diagrams<'_>,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Bdd, Stopped> {
        let mut open = vec![function];
        while let Some(&at) = open.last() {
            if self.known.contains_key(&at) {
                open.pop();
                continue;
            }
            let sides = source.branches(at);
            match sides.map(|side| self.known.get(&side).copied()) {
                [Some(low), Some(high)] => {
                    let variable = source.variable(at) + self.by;
                    let literal = diagrams.literal(variable, true)?;
                    let moved = diagrams.choose(literal, high, low)?;
                    self.known.insert(at, moved);
                    open.pop();
                }
                _ => open.extend(sides.into_iter().filter(|side| !self.known.contains_key(side))),
            }
        }
        Ok(self.known[&function])
    }
}
