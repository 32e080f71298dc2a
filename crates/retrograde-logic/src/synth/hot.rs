//! Circuits with a latch for each state of the machine, made state by state: for machines of many states whose
//! steps are simple.

use std::collections::BTreeMap;

use retrograde_core::{Automaton, Literal, Stopped};

use super::aig::Aig;
use super::blocks::{Blocks, Row};
use super::cover::{Covers, chosen, factored};
use super::diagrams::{Bdd, VariableSet};
use super::extract::Logic;
use super::symbolic::Symbolic;

/// The codes that go with [`build`]: a latch for each block, the first of which is stored negated.
pub(crate) fn codes(blocks: usize) -> Vec<Vec<bool>> {
    (0..blocks)
        .map(|block| (0..blocks).map(|bit| block > 0 && (bit == block || bit == 0)).collect())
        .collect()
}

/// The controller's circuit.
pub(crate) fn build(
    automaton: &Automaton,
    blocks: &Blocks,
    symbolic: &mut Symbolic<'_>,
) -> Result<Logic, Stopped> {
    let count = blocks.rows.len();
    let is_own = |number: u32| automaton.propositions()[number as usize].controllable;
    let order = symbolic.order.clone();
    // The literal of each variable that is an input, in the order of the relation.
    let mut inputs = 0;
    let of: Vec<Literal> = order
        .iter()
        .map(|&number| match is_own(number) {
            true => Literal::FALSE,
            false => {
                inputs += 1;
                Literal::of(inputs)
            }
        })
        .collect();
    let outputs: Vec<u32> =
        (0..).zip(&order).filter(|(_, number)| is_own(**number)).map(|(at, _)| at).collect();
    let later: Vec<VariableSet> = (0..outputs.len())
        .map(|place| symbolic.diagrams.set(outputs[place + 1..].iter().copied()))
        .collect();
    let mut work = Work {
        aig: Aig::new(inputs as usize + count),
        covers: Covers::default(),
        of,
        symbolic,
        // By literal of the inputs, the states in which it counts.
        next: vec![BTreeMap::new(); count],
        outputs: vec![BTreeMap::new(); outputs.len()],
    };
    for (block, row) in (0..).zip(&blocks.rows) {
        let allowed = work.targets(block, row)?;
        work.signals(block, allowed, &outputs, &later)?;
    }
    let state = |block: u32| Literal::of(1 + inputs + block).negated_if(block == 0);
    let Work { mut aig, next, outputs, .. } = work;
    let mut sum = |parts: BTreeMap<Literal, Vec<u32>>| {
        parts.into_iter().fold(Literal::FALSE, |sum, (literal, states)| {
            let any = states.iter().fold(Literal::FALSE, |any, &block| aig.or(any, state(block)));
            let part = aig.and(any, literal);
            aig.or(sum, part)
        })
    };
    let next: Vec<Literal> = next.into_iter().map(&mut sum).collect();
    let outputs = outputs.into_iter().map(&mut sum).collect();
    let next = (0..).zip(next).map(|(block, literal)| literal.negated_if(block == 0)).collect();
    Ok(Logic { aig, outputs, next }.cleaned())
}

struct Work<'w, 'a> {
    aig: Aig,
    covers: Covers,
    of: Vec<Literal>,
    symbolic: &'w mut Symbolic<'a>,
    next: Vec<BTreeMap<Literal, Vec<u32>>>,
    outputs: Vec<BTreeMap<Literal, Vec<u32>>>,
}

impl Work<'_, '_> {
    /// Divides the inputs among the blocks that come next, and gives what is then allowed.
    fn targets(&mut self, block: u32, row: &Row) -> Result<Bdd, Stopped> {
        let own = self.symbolic.controllable;
        let diagrams = &mut self.symbolic.diagrams;
        let ends = diagrams.exists(row.ends, own)?;
        let mut steps = Vec::new();
        for &(to, guard) in &row.steps {
            steps.push((to, guard, diagrams.exists(guard, own)?));
        }
        // To stay needs the fewest gates.
        steps.sort_by_key(|&(to, ..)| to != block);
        let mut left = Bdd::TRUE;
        let mut allowed = Bdd::FALSE;
        for place in 0..steps.len() {
            let (to, guard, open) = steps[place];
            let diagrams = &mut self.symbolic.diagrams;
            let mut elsewhere = ends;
            for &(.., other) in &steps[place + 1..] {
                elsewhere = diagrams.or(elsewhere, other)?;
            }
            let may = diagrams.or(open, ends)?;
            let upper = diagrams.and(left, may)?;
            let lower = diagrams.minus(upper, elsewhere)?;
            let (literal, function) = self.cheapest(lower, upper)?;
            if function != Bdd::FALSE {
                self.next[to as usize].entry(literal).or_default().push(block);
            }
            let diagrams = &mut self.symbolic.diagrams;
            left = diagrams.minus(left, function)?;
            let step = diagrams.and(function, guard)?;
            allowed = diagrams.or(allowed, step)?;
        }
        // Where the run may end there, nothing that comes next matters.
        let diagrams = &mut self.symbolic.diagrams;
        diagrams.or(allowed, row.ends)
    }

    /// Makes functions of the outputs in a block.
    fn signals(
        &mut self,
        block: u32,
        mut allowed: Bdd,
        outputs: &[u32],
        later: &[VariableSet],
    ) -> Result<(), Stopped> {
        for (place, &variable) in outputs.iter().enumerate() {
            let diagrams = &mut self.symbolic.diagrams;
            let possible = diagrams.exists(allowed, later[place])?;
            let low = diagrams.cofactor(possible, variable, false)?;
            let upper = diagrams.cofactor(possible, variable, true)?;
            let lower = diagrams.minus(upper, low)?;
            let (literal, function) = self.cheapest(lower, upper)?;
            if function != Bdd::FALSE {
                self.outputs[place].entry(literal).or_default().push(block);
            }
            let diagrams = &mut self.symbolic.diagrams;
            let low = diagrams.cofactor(allowed, variable, false)?;
            let high = diagrams.cofactor(allowed, variable, true)?;
            allowed = diagrams.choose(function, high, low)?;
        }
        Ok(())
    }

    /// A function between two bounds with few gates.
    fn cheapest(&mut self, lower: Bdd, upper: Bdd) -> Result<(Literal, Bdd), Stopped> {
        let diagrams = &mut self.symbolic.diagrams;
        let (not_upper, not_lower) = (diagrams.not(upper)?, diagrams.not(lower)?);
        let (positive, function) = self.covers.find(lower, upper, diagrams)?;
        let (negative, opposite) = self.covers.find(not_upper, not_lower, diagrams)?;
        let of = |variable: u32| self.of[variable as usize];
        let before = self.aig.gates().len();
        let mut best: Option<(usize, bool)> = None;
        for (cubes, negated) in [(&positive, false), (&negative, true)] {
            if factored(cubes, &mut self.aig, &of).is_some() {
                let cost = self.aig.gates().len() - before;
                if best.is_none_or(|known| cost < known.0) {
                    best = Some((cost, negated));
                }
            }
            self.aig.truncate(before);
        }
        Ok(match best {
            Some((_, true)) => {
                let literal = factored(&negative, &mut self.aig, &of).unwrap_or(Literal::FALSE);
                (!literal, self.symbolic.diagrams.not(opposite)?)
            }
            Some(_) => {
                (factored(&positive, &mut self.aig, &of).unwrap_or(Literal::FALSE), function)
            }
            None => (chosen(function, &self.symbolic.diagrams, &mut self.aig, &of), function),
        })
    }
}
