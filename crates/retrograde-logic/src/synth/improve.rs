//! Fewer gates: whatever can be left out of a circuit without leaving its relation is left out.
//!
//! A gate may be replaced by something that is there already, or by a gate with another side, if all that
//! the circuit then does is allowed. Most tries are refuted by steps that were looked at before; what is not
//! is proved by diagrams, or gives one more such step.

use retrograde_core::{Literal, Pace, Stopped};

use super::aig::Aig;
use super::diagrams::Bdd;
use super::extract::Logic;
use super::relation::{Relation, Role, Wanted};

/// How long to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Gates that may be simulated, a word of steps each.
    pub(crate) simulated: u64,
    /// Tries that may be proved or refuted by diagrams.
    pub(crate) proofs: u32,
    /// Whether gates with another side are tried, too.
    pub(crate) thorough: bool,
}

impl Effort {
    /// What is worth it always.
    pub(crate) const SHORT: Effort = Effort { simulated: 2_000_000, proofs: 100, thorough: false };
    /// What is worth it where fewer gates are.
    pub(crate) const LONG: Effort = Effort { simulated: 60_000_000, proofs: 3_000, thorough: true };
}

/// Leaves out what it can. Where it is stopped, what was left out until then stays out.
pub(crate) fn improve(
    logic: &mut Logic,
    relation: &mut Relation<'_>,
    codes: &[Vec<bool>],
    mut effort: Effort,
    pace: &mut Pace<'_>,
) -> Result<(), Stopped> {
    let samples = Samples::new(relation, codes);
    let mut search = Search { relation, samples, effort: &mut effort, pace };
    *logic = logic.clone().cleaned();
    loop {
        let before = logic.size();
        search.pass(logic)?;
        if logic.size() >= before || search.effort.simulated == 0 || search.effort.proofs == 0 {
            return Ok(());
        }
    }
}

/// Steps that circuits are tried on: for each latch and input its values, 64 steps a word.
struct Samples {
    /// By variable of the circuit, the constant included, then by word.
    values: Vec<Vec<u64>>,
    count: usize,
}

/// Words of steps to begin with.
const WORDS: usize = 8;

impl Samples {
    fn new(relation: &Relation<'_>, codes: &[Vec<bool>]) -> Self {
        let variables = 1 + relation.inputs.len() + relation.latches;
        let mut samples = Samples { values: vec![Vec::new(); variables], count: 0 };
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..64 * WORDS {
            let code = &codes[(random() >> 20) as usize % codes.len()];
            let mut step = vec![false];
            // Some steps have few inputs that are true, others many.
            let share = random() >> 61;
            step.extend((0..relation.inputs.len()).map(|_| (random() >> 57) % 8 < share.max(1)));
            step.extend_from_slice(code);
            samples.add(&step);
        }
        samples
    }

    fn add(&mut self, step: &[bool]) {
        let (word, bit) = (self.count / 64, self.count % 64);
        for (values, &value) in self.values.iter_mut().zip(step) {
            if bit == 0 {
                values.push(0);
            }
            values[word] |= u64::from(value) << bit;
        }
        self.count += 1;
    }

    fn words(&self) -> usize {
        self.count.div_ceil(64)
    }
}

/// A change of one gate.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// It becomes a literal.
    Literal(Literal),
    /// It becomes another gate, negated or not.
    Gate([Literal; 2], bool),
}

struct Search<'s, 'r, 'p> {
    relation: &'s mut Relation<'r>,
    samples: Samples,
    effort: &'s mut Effort,
    pace: &'s mut Pace<'p>,
}

/// A circuit with the values of its gates.
struct Trial {
    logic: Logic,
    /// By variable, then by word.
    values: Vec<Vec<u64>>,
    /// How many gates would go with each gate.
    gain: Vec<usize>,
}

impl Search<'_, '_, '_> {
    /// Tries all gates once, the last ones first.
    fn pass(&mut self, logic: &mut Logic) -> Result<(), Stopped> {
        let mut trial = self.trial(logic.clone());
        let mut place = trial.logic.size();
        while place > 0 {
            place -= 1;
            if place >= trial.logic.size() {
                continue;
            }
            if self.effort.simulated == 0 || self.effort.proofs == 0 {
                break;
            }
            if let Some(changed) = self.gate(&mut trial, place)? {
                logic.clone_from(&changed);
                trial = self.trial(changed);
            }
        }
        Ok(())
    }

    fn trial(&self, logic: Logic) -> Trial {
        let gain = gains(&logic);
        let mut trial = Trial { logic, values: Vec::new(), gain };
        self.simulate(&mut trial);
        trial
    }

    /// Finds the values of all gates in all steps that are known.
    fn simulate(&self, trial: &mut Trial) {
        let words = self.samples.words();
        trial.values.clone_from(&self.samples.values);
        for &[left, right] in trial.logic.aig.gates() {
            let values = &trial.values;
            let row = (0..words).map(|at| word(values, left, at) & word(values, right, at));
            let row = row.collect();
            trial.values.push(row);
        }
    }

    /// A smaller circuit by a change of this gate, if one is found.
    fn gate(&mut self, trial: &mut Trial, place: usize) -> Result<Option<Logic>, Stopped> {
        let first = trial.logic.aig.first_gate();
        let gate = first + place as u32;
        let [left, right] = trial.logic.aig.gates()[place];
        let cone = cone(&trial.logic, gate);
        let mut changes = vec![
            Change::Literal(Literal::FALSE),
            Change::Literal(Literal::TRUE),
            Change::Literal(left),
            Change::Literal(right),
        ];
        for variable in 1..gate {
            let literal = Literal::of(variable);
            changes.extend([Change::Literal(literal), Change::Literal(!literal)]);
        }
        if self.effort.thorough && trial.gain[place] > 1 {
            for side in [left, right, !left, !right] {
                for variable in 1..gate {
                    for other in [Literal::of(variable), !Literal::of(variable)] {
                        let gate = Change::Gate([side, other], false);
                        changes.extend([gate, Change::Gate([side, other], true)]);
                    }
                }
            }
        }
        for change in changes {
            let cost = match change {
                Change::Literal(_) => 0,
                Change::Gate(..) => 1,
            };
            if trial.gain[place] <= cost {
                continue;
            }
            self.pace.steps(1 + cone.gates.len())?;
            let spent = (1 + cone.gates.len()) as u64;
            self.effort.simulated = self.effort.simulated.saturating_sub(spent);
            if self.effort.simulated == 0 {
                return Ok(None);
            }
            if !self.survives(trial, place, change, &cone) {
                continue;
            }
            let changed = apply(&trial.logic, place, change).cleaned();
            if changed.size() >= trial.logic.size() || !self.is_first(&changed) {
                continue;
            }
            self.effort.proofs = self.effort.proofs.saturating_sub(1);
            match self.refutation(&changed)? {
                None => return Ok(Some(changed)),
                Some(step) => {
                    self.samples.add(&step);
                    self.simulate(trial);
                    if self.effort.proofs == 0 {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether no known step shows that a change is wrong.
    fn survives(&self, trial: &Trial, place: usize, change: Change, cone: &Cone) -> bool {
        let first = trial.logic.aig.first_gate() as usize;
        let mut new: Vec<u64> = vec![0; cone.gates.len()];
        let words = trial.values[0].len();
        for at in 0..words {
            let changed = match change {
                Change::Literal(literal) => word(&trial.values, literal, at),
                Change::Gate([left, right], negated) => {
                    let both = word(&trial.values, left, at) & word(&trial.values, right, at);
                    both ^ if negated { u64::MAX } else { 0 }
                }
            };
            if changed == trial.values[first + place][at] {
                continue;
            }
            let of = |new: &[u64], literal: Literal| {
                let variable = literal.variable() as usize;
                let value = match variable.checked_sub(first) {
                    Some(gate) if gate == place => changed,
                    Some(gate) if cone.slot[gate] != u32::MAX => new[cone.slot[gate] as usize],
                    _ => trial.values[variable][at],
                };
                value ^ if literal.is_negated() { u64::MAX } else { 0 }
            };
            for (slot, &gate) in cone.gates.iter().enumerate() {
                let [left, right] = trial.logic.aig.gates()[gate as usize];
                new[slot] = of(&new, left) & of(&new, right);
            }
            // The steps in which something that leaves the circuit is other than before.
            let mut differs = 0;
            for &literal in trial.logic.outputs.iter().chain(&trial.logic.next) {
                differs |= of(&new, literal) ^ word(&trial.values, literal, at);
            }
            while differs != 0 {
                let bit = differs.trailing_zeros();
                differs &= differs - 1;
                if at * 64 + bit as usize >= self.samples.count {
                    break;
                }
                let is_true = |variable: u32| {
                    let inputs = self.relation.inputs.len();
                    let value = match self.relation.role(variable) {
                        Role::Latch(place) => trial.values[1 + inputs + place][at],
                        Role::Input(place) => trial.values[1 + place][at],
                        Role::Made(Wanted::Output(place)) => of(&new, trial.logic.outputs[place]),
                        Role::Made(Wanted::Next(place)) => of(&new, trial.logic.next[place]),
                    };
                    value >> bit & 1 == 1
                };
                if !self.relation.diagrams.holds(self.relation.whole, is_true) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether outputs of a circuit that moves first do not look at inputs.
    fn is_first(&self, logic: &Logic) -> bool {
        if !self.relation.is_moore {
            return true;
        }
        let inputs = self.relation.inputs.len() as u32;
        let mut depends: Vec<bool> =
            (0..logic.aig.first_gate()).map(|variable| (1..=inputs).contains(&variable)).collect();
        for &[left, right] in logic.aig.gates() {
            depends.push(depends[left.variable() as usize] || depends[right.variable() as usize]);
        }
        logic.outputs.iter().all(|literal| !depends[literal.variable() as usize])
    }

    /// A step in which the circuit does what is not allowed.
    fn refutation(&mut self, logic: &Logic) -> Result<Option<Vec<bool>>, Stopped> {
        let relation = &mut *self.relation;
        let (inputs, latches) = (relation.inputs.len(), relation.latches);
        let mut functions = vec![Bdd::FALSE];
        for place in 0..inputs {
            let variable = relation.input(place);
            functions.push(relation.diagrams.literal(variable, true)?);
        }
        for place in 0..latches {
            functions.push(relation.diagrams.literal(place as u32, true)?);
        }
        let outputs = (0..relation.outputs.len()).map(|place| relation.output(place));
        let made: Vec<u32> =
            outputs.chain((0..latches).map(|place| relation.next(place))).collect();
        let diagrams = &mut relation.diagrams;
        for &[left, right] in logic.aig.gates() {
            let mut sides = [Bdd::FALSE; 2];
            for (side, literal) in sides.iter_mut().zip([left, right]) {
                let function = functions[literal.variable() as usize];
                *side = if literal.is_negated() { diagrams.not(function)? } else { function };
            }
            functions.push(diagrams.and(sides[0], sides[1])?);
        }
        let mut whole = relation.whole;
        for (variable, literal) in made.into_iter().zip(logic.outputs.iter().chain(&logic.next)) {
            let function = functions[literal.variable() as usize];
            let low = diagrams.cofactor(whole, variable, false)?;
            let high = diagrams.cofactor(whole, variable, true)?;
            let [low, high] = if literal.is_negated() { [high, low] } else { [low, high] };
            whole = diagrams.choose(function, high, low)?;
        }
        if whole == Bdd::TRUE {
            return Ok(None);
        }
        let fails = diagrams.not(whole)?;
        let mut step = vec![false; 1 + inputs + latches];
        for (variable, value) in diagrams.example(fails) {
            match relation.role(variable) {
                Role::Latch(place) => step[1 + inputs + place] = value,
                Role::Input(place) => step[1 + place] = value,
                Role::Made(_) => {}
            }
        }
        Ok(Some(step))
    }
}

fn word(values: &[Vec<u64>], literal: Literal, at: usize) -> u64 {
    values[literal.variable() as usize][at] ^ if literal.is_negated() { u64::MAX } else { 0 }
}

/// The gates that depend on one.
struct Cone {
    gates: Vec<u32>,
    /// The place of each gate among them, or none.
    slot: Vec<u32>,
}

fn cone(logic: &Logic, gate: u32) -> Cone {
    let first = logic.aig.first_gate();
    let place = (gate - first) as usize;
    let mut slot = vec![u32::MAX; logic.size()];
    let mut gates = Vec::new();
    for (at, sides) in logic.aig.gates().iter().enumerate().skip(place + 1) {
        let touched = sides.iter().any(|side| {
            side.variable() == gate
                || side
                    .variable()
                    .checked_sub(first)
                    .is_some_and(|it| slot[it as usize] != u32::MAX)
        });
        if touched {
            slot[at] = gates.len() as u32;
            gates.push(at as u32);
        }
    }
    Cone { gates, slot }
}

/// For each gate how many would not be needed without it, itself included.
fn gains(logic: &Logic) -> Vec<usize> {
    let first = logic.aig.first_gate();
    let gate = |literal: Literal| literal.variable().checked_sub(first).map(|it| it as usize);
    let mut uses = vec![0_u32; logic.size()];
    let sides = logic.aig.gates().iter().flatten().chain(&logic.outputs).chain(&logic.next);
    for place in sides.filter_map(|&literal| gate(literal)) {
        uses[place] += 1;
    }
    (0..logic.size())
        .map(|place| {
            let mut taken: Vec<(usize, u32)> = Vec::new();
            let mut open = vec![place];
            let mut gain = 0;
            while let Some(at) = open.pop() {
                gain += 1;
                for side in logic.aig.gates()[at].into_iter().filter_map(gate) {
                    let left = match taken.iter_mut().find(|it| it.0 == side) {
                        Some(it) => {
                            it.1 -= 1;
                            it.1
                        }
                        None => {
                            taken.push((side, uses[side] - 1));
                            uses[side] - 1
                        }
                    };
                    if left == 0 {
                        open.push(side);
                    }
                }
            }
            gain
        })
        .collect()
}

/// The circuit with a change.
fn apply(logic: &Logic, place: usize, change: Change) -> Logic {
    let first = logic.aig.first_gate();
    let mut aig = Aig::new(first as usize - 1);
    let mut numbers: Vec<Literal> = Vec::with_capacity(logic.size());
    let of = |numbers: &[Literal], literal: Literal| match literal.variable().checked_sub(first) {
        Some(gate) => numbers[gate as usize].negated_if(literal.is_negated()),
        None => literal,
    };
    for (at, &[left, right]) in logic.aig.gates().iter().enumerate() {
        let literal = match change {
            Change::Literal(literal) if at == place => of(&numbers, literal),
            Change::Gate([left, right], negated) if at == place => {
                let (left, right) = (of(&numbers, left), of(&numbers, right));
                aig.and(left, right).negated_if(negated)
            }
            _ => {
                let (left, right) = (of(&numbers, left), of(&numbers, right));
                aig.and(left, right)
            }
        };
        numbers.push(literal);
    }
    let all =
        |literals: &[Literal]| literals.iter().map(|&literal| of(&numbers, literal)).collect();
    Logic { outputs: all(&logic.outputs), next: all(&logic.next), aig }
}
