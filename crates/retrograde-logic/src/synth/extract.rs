//! Gates for a relation: one output after the other becomes a function.

use retrograde_core::{Literal, Stopped};

use super::aig::Aig;
use super::cover::{Covers, chosen, factored};
use super::diagrams::Bdd;
use super::relation::{Relation, Role, Wanted};

/// A circuit under construction.
#[derive(Clone, Debug)]
pub(crate) struct Logic {
    pub(crate) aig: Aig,
    pub(crate) outputs: Vec<Literal>,
    pub(crate) next: Vec<Literal>,
}

impl Logic {
    /// How many gates it has.
    pub(crate) fn size(&self) -> usize {
        self.aig.gates().len()
    }

    /// Without the gates that nothing needs.
    pub(crate) fn cleaned(mut self) -> Logic {
        let mut needed = self.outputs.clone();
        needed.extend(&self.next);
        self.aig = self.aig.clean(&mut needed);
        self.next = needed.split_off(self.outputs.len());
        self.outputs = needed;
        self
    }
}

/// Makes functions of the relation in the order that is wanted; of a Moore machine, outputs come first.
pub(crate) fn extract(relation: &mut Relation<'_>, order: &[Wanted]) -> Result<Logic, Stopped> {
    let mut work = Work::new(relation)?;
    let is_moore = work.relation.is_moore;
    let mut logic = Logic {
        aig: Aig::new(work.relation.inputs.len() + work.relation.latches),
        outputs: vec![Literal::FALSE; work.relation.outputs.len()],
        next: vec![Literal::FALSE; work.relation.latches],
    };
    let (first, rest): (Vec<Wanted>, Vec<Wanted>) =
        order.iter().partition(|wanted| is_moore && matches!(wanted, Wanted::Output(_)));
    let mut whole = work.relation.whole;
    if is_moore {
        let mut functions = Vec::new();
        let mut settled = work.for_all_inputs(whole)?;
        for (place, &wanted) in first.iter().enumerate() {
            let later = &first[place + 1..];
            let function = work.one(&mut logic, &mut settled, wanted, later, false)?;
            functions.push((wanted, function));
        }
        for (wanted, function) in functions {
            whole = work.substituted(whole, wanted, function)?;
        }
    }
    for (place, &wanted) in rest.iter().enumerate() {
        work.one(&mut logic, &mut whole, wanted, &rest[place + 1..], true)?;
    }
    Ok(logic.cleaned())
}

struct Work<'r, 'a> {
    relation: &'r mut Relation<'a>,
    covers: Covers,
    /// The function of each variable of the circuit, gates included, and whether it depends on inputs.
    functions: Vec<(Bdd, bool)>,
}

/// With more gates, nobody looks through them for one that does.
const MOST_LOOKED_AT: usize = 400;

/// Candidates for the sides of one more gate.
const MOST_SIDES: usize = 48;

impl<'r, 'a> Work<'r, 'a> {
    fn new(relation: &'r mut Relation<'a>) -> Result<Self, Stopped> {
        let mut functions = vec![(Bdd::FALSE, false)];
        for place in 0..relation.inputs.len() {
            let variable = relation.input(place);
            functions.push((relation.diagrams.literal(variable, true)?, true));
        }
        for place in 0..relation.latches {
            functions.push((relation.diagrams.literal(place as u32, true)?, false));
        }
        Ok(Work { relation, covers: Covers::default(), functions })
    }

    /// What holds of the latches and the outputs, whatever the inputs, for some latches after it.
    fn for_all_inputs(&mut self, whole: Bdd) -> Result<Bdd, Stopped> {
        let relation = &mut *self.relation;
        let next: Vec<u32> = (0..relation.latches).map(|place| relation.next(place)).collect();
        let inputs: Vec<u32> = (0..relation.inputs.len()).map(|it| relation.input(it)).collect();
        let [next, inputs] = [next, inputs].map(|set| relation.diagrams.set(set));
        let some = relation.diagrams.exists(whole, next)?;
        let none = relation.diagrams.not(some)?;
        let fails = relation.diagrams.exists(none, inputs)?;
        relation.diagrams.not(fails)
    }

    fn substituted(&mut self, whole: Bdd, wanted: Wanted, function: Bdd) -> Result<Bdd, Stopped> {
        let variable = self.relation.variable(wanted);
        let diagrams = &mut self.relation.diagrams;
        let [low, high] =
            [diagrams.cofactor(whole, variable, false)?, diagrams.cofactor(whole, variable, true)?];
        diagrams.choose(function, high, low)
    }

    /// Makes one function, with the fewest gates found, and puts it into the relation.
    fn one(
        &mut self,
        logic: &mut Logic,
        whole: &mut Bdd,
        wanted: Wanted,
        later: &[Wanted],
        may_use_inputs: bool,
    ) -> Result<Bdd, Stopped> {
        let variable = self.relation.variable(wanted);
        let later: Vec<u32> = later.iter().map(|&it| self.relation.variable(it)).collect();
        let diagrams = &mut self.relation.diagrams;
        let later = diagrams.set(later);
        let possible = diagrams.exists(*whole, later)?;
        let low = diagrams.cofactor(possible, variable, false)?;
        let upper = diagrams.cofactor(possible, variable, true)?;
        // Where neither is possible, nothing that the latches hold gets there.
        let lower = diagrams.not(low)?;
        let lower = diagrams.and(lower, upper)?;
        let literal = self.cheapest(&mut logic.aig, lower, upper, may_use_inputs)?;
        self.know(&logic.aig)?;
        let function = self.function(literal)?;
        *whole = self.substituted(*whole, wanted, function)?;
        match wanted {
            Wanted::Output(place) => logic.outputs[place] = literal,
            Wanted::Next(place) => logic.next[place] = literal,
        }
        Ok(function)
    }

    /// Learns the functions of new gates.
    fn know(&mut self, aig: &Aig) -> Result<(), Stopped> {
        let first = aig.first_gate() as usize;
        while self.functions.len() < first + aig.gates().len() {
            let [left, right] = aig.gates()[self.functions.len() - first];
            let depends = [left, right].iter().any(|it| self.functions[it.variable() as usize].1);
            let (left, right) = (self.function(left)?, self.function(right)?);
            let function = self.relation.diagrams.and(left, right)?;
            self.functions.push((function, depends));
        }
        Ok(())
    }

    fn function(&mut self, literal: Literal) -> Result<Bdd, Stopped> {
        let (function, _) = self.functions[literal.variable() as usize];
        match literal.is_negated() {
            true => self.relation.diagrams.not(function),
            false => Ok(function),
        }
    }

    fn cheapest(
        &mut self,
        aig: &mut Aig,
        lower: Bdd,
        upper: Bdd,
        may_use_inputs: bool,
    ) -> Result<Literal, Stopped> {
        if let Some(literal) = self.existing(aig, lower, upper, may_use_inputs)? {
            return Ok(literal);
        }
        let diagrams = &mut self.relation.diagrams;
        let (not_upper, not_lower) = (diagrams.not(upper)?, diagrams.not(lower)?);
        let (positive, function) = self.covers.find(lower, upper, diagrams)?;
        let (negative, opposite) = self.covers.find(not_upper, not_lower, diagrams)?;
        let relation = &*self.relation;
        let of = |variable: u32| match relation.role(variable) {
            Role::Latch(place) => Literal::of((1 + relation.inputs.len() + place) as u32),
            Role::Input(place) => Literal::of(1 + place as u32),
            Role::Made(_) => unreachable!("functions are of latches and inputs"),
        };
        let diagrams = &relation.diagrams;
        type Way<'w> = &'w dyn Fn(&mut Aig) -> Option<Literal>;
        let ways: [Way<'_>; 4] = [
            &|aig| factored(&positive, aig, &of),
            &|aig| factored(&negative, aig, &of).map(|it| !it),
            &|aig| Some(chosen(function, diagrams, aig, &of)),
            &|aig| Some(!chosen(opposite, diagrams, aig, &of)),
        ];
        let before = aig.gates().len();
        let mut best: Option<(usize, usize)> = None;
        for (place, way) in ways.iter().enumerate() {
            if way(aig).is_some() {
                let cost = aig.gates().len() - before;
                best = best.min(Some((cost, place))).or(Some((cost, place)));
            }
            aig.truncate(before);
        }
        let (_, place) = best.unwrap_or((0, 2));
        Ok(ways[place](aig).unwrap_or(Literal::FALSE))
    }

    /// A literal that is there already and does, or a gate of two that does.
    fn existing(
        &mut self,
        aig: &mut Aig,
        lower: Bdd,
        upper: Bdd,
        may_use_inputs: bool,
    ) -> Result<Option<Literal>, Stopped> {
        self.know(aig)?;
        if self.functions.len() > MOST_LOOKED_AT {
            return Ok(None);
        }
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for variable in 0..self.functions.len() {
            if self.functions[variable].1 && !may_use_inputs {
                continue;
            }
            for literal in [Literal::of(variable as u32), !Literal::of(variable as u32)] {
                let function = self.function(literal)?;
                let diagrams = &mut self.relation.diagrams;
                let is_above = diagrams.minus(lower, function)? == Bdd::FALSE;
                let is_below = diagrams.minus(function, upper)? == Bdd::FALSE;
                if is_above && is_below {
                    return Ok(Some(literal));
                }
                if is_above {
                    above.push((literal, function));
                }
                if is_below {
                    below.push((literal, function));
                }
            }
        }
        // Whatever came last is most likely to be about the same thing.
        above.reverse();
        above.truncate(MOST_SIDES);
        below.reverse();
        below.truncate(MOST_SIDES);
        for (place, &(left, one)) in above.iter().enumerate() {
            for &(right, other) in &above[..place] {
                let diagrams = &mut self.relation.diagrams;
                let both = diagrams.and(one, other)?;
                if diagrams.minus(both, upper)? == Bdd::FALSE {
                    return Ok(Some(aig.and(left, right)));
                }
            }
        }
        for (place, &(left, one)) in below.iter().enumerate() {
            for &(right, other) in &below[..place] {
                let diagrams = &mut self.relation.diagrams;
                let either = diagrams.or(one, other)?;
                if diagrams.minus(lower, either)? == Bdd::FALSE {
                    return Ok(Some(aig.or(left, right)));
                }
            }
        }
        Ok(None)
    }
}
