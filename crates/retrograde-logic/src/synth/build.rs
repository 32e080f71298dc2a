//! Circuits for a machine: several ways to tell its states apart, and the one with the fewest gates.

use retrograde_core::{Automaton, Circuit, Control, Latch, Literal, Output, Player, Stopped};

use super::blocks::Blocks;
use super::codes;
use super::extract::{Logic, extract};
use super::hot;
use super::improve::{Effort, improve};
use super::relation::{Relation, Wanted, signals};
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

/// A circuit, and why nobody looked longer for a smaller one, if that was so.
pub(crate) struct Built {
    pub(crate) circuit: Circuit,
    pub(crate) stopped: Option<Stopped>,
}

/// The circuit of a machine: the smallest that is found in time.
///
/// # Errors
/// It was stopped before there was any.
pub(crate) fn build(
    automaton: &Automaton,
    blocks: &Blocks,
    symbolic: &mut Symbolic<'_>,
    minimise: bool,
    control: &Control<'_>,
) -> Result<Built, Stopped> {
    let mut candidates = Vec::new();
    let whole = find_candidates(&mut candidates, automaton, blocks, symbolic, minimise, control);
    let mut stopped = unless_empty(whole, &candidates)?;
    // The best of those that are always tried comes first, so that more time never means more gates.
    candidates.sort_by_key(|it| (it.is_extra, it.size()));
    if let Some((_, others)) = candidates.split_first_mut() {
        others.sort_by_key(Candidate::size);
    }
    for place in 0..candidates.len().min(if minimise { MOST_IMPROVED } else { 1 }) {
        if stopped.is_none() {
            let improved =
                candidates[place].improve(automaton, blocks, symbolic, minimise, control);
            stopped = unless_empty(improved, &candidates)?;
        }
    }
    let best = candidates.into_iter().min_by_key(Candidate::size).expect("there is a way");
    let circuit = circuit(automaton, blocks, symbolic, best.logic);
    Ok(Built { circuit, stopped })
}

/// Why work was stopped, where it has something to show; whoever cancels it does not want to see it.
fn unless_empty(
    work: Result<(), Stopped>,
    found: &[Candidate],
) -> Result<Option<Stopped>, Stopped> {
    match work {
        Ok(()) => Ok(None),
        Err(why) if found.is_empty() || why == Stopped::Cancelled => Err(why),
        Err(why) => Ok(Some(why)),
    }
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

    /// Leaves out gates.
    fn improve(
        &mut self,
        automaton: &Automaton,
        blocks: &Blocks,
        symbolic: &Symbolic<'_>,
        minimise: bool,
        control: &Control<'_>,
    ) -> Result<(), Stopped> {
        let mut relation = Relation::new(automaton, blocks, &self.codes, symbolic, control)?;
        let efforts = if minimise { &[Effort::SHORT, Effort::LONG][..] } else { &[Effort::SHORT] };
        let is_small = self.logic.size() <= MOST_FOR_IMPROVEMENT;
        for &effort in efforts.iter().filter(|_| is_small) {
            improve(&mut self.logic, &mut relation, &self.codes, effort, &mut control.pace())?;
        }
        Ok(())
    }
}

/// Circuits for several codes: the numbers of the blocks, those in which neighbours differ in one bit, a latch
/// for each block, and where fewer gates are worth the time some in which the numbers are shuffled.
fn find_candidates(
    found: &mut Vec<Candidate>,
    automaton: &Automaton,
    blocks: &Blocks,
    symbolic: &mut Symbolic<'_>,
    minimise: bool,
    control: &Control<'_>,
) -> Result<(), Stopped> {
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
    Ok(())
}

/// The circuit with its signals in the order of the specification.
fn circuit(
    automaton: &Automaton,
    blocks: &Blocks,
    symbolic: &Symbolic<'_>,
    logic: Logic,
) -> Circuit {
    let [before_inputs, before_outputs] = signals(automaton, blocks, symbolic);
    let name = |number: u32| automaton.propositions()[number as usize].name.clone();
    let mut inputs: Vec<(u32, u32)> = before_inputs.into_iter().zip(1..).collect();
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
        before_outputs.into_iter().zip(logic.outputs.iter().map(|&it| moved(it))).collect();
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
