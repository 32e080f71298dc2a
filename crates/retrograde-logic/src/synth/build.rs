//! Circuits for a machine: several ways to tell its states apart, and the one with the fewest gates.

use retrograde_core::{Automaton, Circuit, Control, Latch, Literal, Output, Player, Stopped};

use super::blocks::Blocks;
use super::codes;
use super::extract::{Logic, extract};
use super::hot;
use super::improve::{Effort, improve};
use super::relation::{Relation, Wanted};
use super::symbolic::Symbolic;

/// With more blocks, latches are as few as there can be.
const MOST_FOR_ONE_HOT: usize = 48;
/// With more blocks, one way has to do.
const MOST_FOR_TRIALS: usize = 128;
/// With more blocks, a latch for each is looked at state by state; with too many, not at all.
const LEAST_FOR_HOT: usize = 8;
const MOST_FOR_HOT: usize = 100;
/// With more blocks, codes are not shuffled.
const MOST_FOR_SHUFFLES: usize = 16;
/// How many shuffles are tried where fewer gates are worth the time, and how many of all circuits are then
/// improved.
const SHUFFLES: u64 = 24;
const MOST_IMPROVED: usize = 3;
/// Circuits with more gates are left as they are.
const MOST_FOR_IMPROVEMENT: usize = 4000;

/// The circuit of a machine.
pub(crate) fn build(
    automaton: &Automaton,
    blocks: &Blocks,
    symbolic: &mut Symbolic<'_>,
    minimise: bool,
    control: &Control<'_>,
) -> Result<Circuit, Stopped> {
    let mut candidates = candidates(automaton, blocks, symbolic, minimise, control)?;
    // The best of those that are always tried comes first, so that more time never means more gates.
    candidates.sort_by_key(|it| (it.is_extra, it.size()));
    if let Some((_, others)) = candidates.split_first_mut() {
        others.sort_by_key(Candidate::size);
    }
    candidates.truncate(if minimise { MOST_IMPROVED } else { 1 });
    let mut best: Option<(Logic, Relation<'_>)> = None;
    for Candidate { mut logic, codes, .. } in candidates {
        let mut relation = Relation::new(automaton, blocks, &codes, symbolic, control)?;
        let efforts = if minimise { &[Effort::SHORT, Effort::LONG][..] } else { &[Effort::SHORT] };
        let is_small = logic.size() <= MOST_FOR_IMPROVEMENT;
        for &effort in efforts.iter().filter(|_| is_small) {
            logic = improve(logic, &mut relation, &codes, effort, &mut control.pace())?;
        }
        let size = |logic: &Logic| (logic.size(), logic.next.len());
        if best.as_ref().is_none_or(|(known, _)| size(&logic) < size(known)) {
            best = Some((logic, relation));
        }
    }
    let (logic, relation) = best.expect("there is a way");
    Ok(circuit(automaton, &relation, logic))
}

/// A circuit, and how its latches tell blocks apart.
struct Candidate {
    logic: Logic,
    codes: Vec<Vec<bool>>,
    /// Whether it is only tried where fewer gates are worth the time.
    is_extra: bool,
}

impl Candidate {
    fn size(&self) -> (usize, usize) {
        (self.logic.size(), self.logic.next.len())
    }
}

/// Circuits for several codes: the numbers of the blocks, those in which neighbours differ in one bit, a latch
/// for each block, and where fewer gates are worth the time some in which the numbers are shuffled.
fn candidates(
    automaton: &Automaton,
    blocks: &Blocks,
    symbolic: &mut Symbolic<'_>,
    minimise: bool,
    control: &Control<'_>,
) -> Result<Vec<Candidate>, Stopped> {
    let count = blocks.rows.len();
    let mut ways = vec![codes::binary(count, |block| block)];
    if count > 2 && count <= MOST_FOR_TRIALS {
        ways.push(codes::binary(count, |block| block ^ (block >> 1)));
    }
    if count > 2 && count <= MOST_FOR_ONE_HOT {
        ways.push(codes::one_hot(count));
    }
    let always = ways.len();
    if minimise && count > 2 && count <= MOST_FOR_SHUFFLES {
        ways.extend((1..=SHUFFLES).map(|seed| codes::shuffled(count, seed)));
    }
    let mut found = Vec::new();
    for (place, codes) in ways.into_iter().enumerate() {
        let orders = if count <= MOST_FOR_TRIALS { &[false, true][..] } else { &[false] };
        for &next_first in orders {
            let mut relation = Relation::new(automaton, blocks, &codes, symbolic, control)?;
            let outputs = (0..relation.outputs.len()).map(Wanted::Output);
            let next = (0..relation.latches).map(Wanted::Next);
            let order: Vec<Wanted> = match next_first {
                true => next.chain(outputs).collect(),
                false => outputs.chain(next).collect(),
            };
            let logic = extract(&mut relation, &order)?;
            found.push(Candidate { logic, codes: codes.clone(), is_extra: place >= always });
        }
    }
    if blocks.winner == Player::Zero && count > LEAST_FOR_HOT && count <= MOST_FOR_HOT {
        let logic = hot::build(automaton, blocks, symbolic)?;
        found.push(Candidate { logic, codes: hot::codes(count), is_extra: false });
    }
    Ok(found)
}

/// The circuit with its signals in the order of the specification.
fn circuit(automaton: &Automaton, relation: &Relation<'_>, logic: Logic) -> Circuit {
    let name = |number: u32| automaton.propositions()[number as usize].name.clone();
    let mut inputs: Vec<(u32, u32)> = relation.inputs.iter().copied().zip(1..).collect();
    inputs.sort_unstable();
    let mut places = vec![0; 1 + inputs.len()];
    for (place, &(_, before)) in (1..).zip(&inputs) {
        places[before as usize] = place;
    }
    let moved = |literal: Literal| {
        let variable = literal.variable();
        let variable = places.get(variable as usize).copied().unwrap_or(variable);
        Literal::of(variable).negated_if(literal.is_negated())
    };
    let mut outputs: Vec<(u32, Literal)> =
        relation.outputs.iter().copied().zip(logic.outputs.iter().map(|&it| moved(it))).collect();
    outputs.sort_unstable();
    let output = |(number, literal)| Output { name: name(number), literal };
    Circuit::new(
        inputs.iter().map(|&(number, _)| name(number)).collect(),
        logic.next.iter().map(|&next| Latch { next: moved(next), reset: false }).collect(),
        logic.aig.gates().iter().map(|gate| gate.map(moved)).collect(),
        outputs.into_iter().map(output).collect(),
    )
    .expect("gates come after those that they use")
}
