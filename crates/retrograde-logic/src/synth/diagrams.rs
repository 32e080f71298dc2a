//! Binary decision diagrams.
//!
//! A package of our own, since it is a page long and was measured against two others. On the 82
//! specifications of the parity track of SYNTCOMP that were at hand, to make diagrams of all labels and to
//! group the inputs of all states took 0.3 s here, 1.0 s with OxiDD 0.13 (one thread, with and without
//! complement edges) and 3.9 s with biodivine-lib-bdd 0.6, which copies both sides of every operation. Both
//! are maintained and licensed as freely as this program. They bring 52 and 18 further crates, and neither can
//! be stopped in the middle of an operation, which may take exponential time; the first wants to be told
//! beforehand how many nodes there may be.

use retrograde_core::{Control, Pace, Stopped};

/// A boolean function, by its node. Equal functions have the same node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bdd(u32);

impl Bdd {
    pub(crate) const FALSE: Bdd = Bdd(0);
    pub(crate) const TRUE: Bdd = Bdd(1);

    pub(crate) fn is_constant(self) -> bool {
        self.0 < 2
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    variable: u32,
    low: Bdd,
    high: Bdd,
}

/// Variables that are quantified away together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VariableSet(u32);

/// The variable of constants: after all others.
const NONE: u32 = u32::MAX;
const EMPTY: u32 = u32::MAX;

/// All diagrams over some variables, in the order of their numbers.
///
/// # Complexity
/// Twelve bytes a node, eight for finding it, and sixteen for what was computed before.
///
/// Source: R. E. Bryant, *Graph-based algorithms for Boolean function manipulation* (1986); K. S. Brace,
/// R. L. Rudell and R. E. Bryant, *Efficient implementation of a BDD package* (1990).
pub(crate) struct Diagrams<'a> {
    nodes: Vec<Node>,
    /// Open addressing by the hash of a node; a power of two.
    unique: Vec<u32>,
    /// What was asked, and the answer.
    cache: Vec<([u32; 3], Bdd)>,
    sets: Vec<Vec<bool>>,
    pace: Pace<'a>,
}

/// What a cached question is about, beside its arguments: the third place holds a function or one of these.
const EXISTS: u32 = 1 << 31;

fn hash(a: u32, b: u32, c: u32) -> usize {
    let mixed = (u64::from(a).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        ^ (u64::from(b).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)).rotate_left(31)
        ^ (u64::from(c).wrapping_mul(0x1656_67b1_9e37_79f9)).rotate_left(17);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 32)) as usize
}

impl<'a> Diagrams<'a> {
    pub(crate) fn new(control: &Control<'a>) -> Self {
        let constant = |value| Node { variable: NONE, low: value, high: value };
        Diagrams {
            nodes: vec![constant(Bdd::FALSE), constant(Bdd::TRUE)],
            unique: vec![EMPTY; 1 << 10],
            cache: vec![([EMPTY; 3], Bdd::FALSE); 1 << 10],
            sets: Vec::new(),
            pace: control.pace(),
        }
    }

    /// How many nodes there are.
    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn variable(&self, function: Bdd) -> u32 {
        self.nodes[function.0 as usize].variable
    }

    /// What becomes of a function where its first variable is false, and where it is true.
    pub(crate) fn branches(&self, function: Bdd) -> [Bdd; 2] {
        let node = self.nodes[function.0 as usize];
        [node.low, node.high]
    }

    /// The same for any variable that comes no later than those of the function.
    pub(crate) fn split(&self, function: Bdd, variable: u32) -> [Bdd; 2] {
        match self.variable(function) == variable {
            true => self.branches(function),
            false => [function; 2],
        }
    }

    /// The function that is `low` or `high` as the variable, which comes before those of both, is false or
    /// true.
    pub(crate) fn node(&mut self, variable: u32, low: Bdd, high: Bdd) -> Result<Bdd, Stopped> {
        if low == high {
            return Ok(low);
        }
        let node = Node { variable, low, high };
        let mask = self.unique.len() - 1;
        let mut at = hash(variable, low.0, high.0) & mask;
        loop {
            match self.unique[at] {
                EMPTY => break,
                found if self.nodes[found as usize] == node => return Ok(Bdd(found)),
                _ => at = (at + 1) & mask,
            }
        }
        self.pace.steps(1)?;
        let number = self.nodes.len() as u32;
        self.unique[at] = number;
        self.nodes.push(node);
        if self.nodes.len() * 2 > self.unique.len() {
            self.grow();
        }
        Ok(Bdd(number))
    }

    fn grow(&mut self) {
        let mask = self.unique.len() * 2 - 1;
        self.unique = vec![EMPTY; mask + 1];
        for (number, node) in self.nodes.iter().enumerate().skip(2) {
            let mut at = hash(node.variable, node.low.0, node.high.0) & mask;
            while self.unique[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.unique[at] = number as u32;
        }
        if self.cache.len() < 1 << 20 {
            self.cache = vec![([EMPTY; 3], Bdd::FALSE); mask + 1];
        }
    }

    fn cached(&self, key: [u32; 3]) -> Option<Bdd> {
        let (found, value) = self.cache[hash(key[0], key[1], key[2]) & (self.cache.len() - 1)];
        (found == key).then_some(value)
    }

    fn remember(&mut self, key: [u32; 3], value: Bdd) {
        let at = hash(key[0], key[1], key[2]) & (self.cache.len() - 1);
        self.cache[at] = (key, value);
    }

    /// The variable itself.
    pub(crate) fn literal(&mut self, variable: u32, is_true: bool) -> Result<Bdd, Stopped> {
        match is_true {
            true => self.node(variable, Bdd::FALSE, Bdd::TRUE),
            false => self.node(variable, Bdd::TRUE, Bdd::FALSE),
        }
    }

    /// `then` where `condition` holds, `otherwise` elsewhere.
    pub(crate) fn choose(
        &mut self,
        condition: Bdd,
        then: Bdd,
        otherwise: Bdd,
    ) -> Result<Bdd, Stopped> {
        match (condition, then, otherwise) {
            (Bdd::TRUE, ..) => return Ok(then),
            (Bdd::FALSE, ..) => return Ok(otherwise),
            _ if then == otherwise => return Ok(then),
            (_, Bdd::TRUE, Bdd::FALSE) => return Ok(condition),
            _ => {}
        }
        let then = if then == condition { Bdd::TRUE } else { then };
        let otherwise = if otherwise == condition { Bdd::FALSE } else { otherwise };
        // Conjunctions and disjunctions are the same either way round.
        let [condition, then, otherwise] = match (then, otherwise) {
            (_, Bdd::FALSE) if then < condition => [then, condition, otherwise],
            (Bdd::TRUE, _) if otherwise < condition => [otherwise, then, condition],
            _ => [condition, then, otherwise],
        };
        if condition.is_constant() || then == otherwise {
            return self.choose(condition, then, otherwise);
        }
        self.pace.steps(1)?;
        let key = [condition.0, then.0, otherwise.0];
        if let Some(known) = self.cached(key) {
            return Ok(known);
        }
        let first = [condition, then, otherwise].map(|function| self.variable(function));
        let variable = first.into_iter().min().unwrap_or(NONE);
        let [c, t, o] = [condition, then, otherwise].map(|it| self.split(it, variable));
        let low = self.choose(c[0], t[0], o[0])?;
        let high = self.choose(c[1], t[1], o[1])?;
        let result = self.node(variable, low, high)?;
        self.remember(key, result);
        Ok(result)
    }

    pub(crate) fn not(&mut self, function: Bdd) -> Result<Bdd, Stopped> {
        self.choose(function, Bdd::FALSE, Bdd::TRUE)
    }

    pub(crate) fn and(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, Stopped> {
        self.choose(left, right, Bdd::FALSE)
    }

    pub(crate) fn or(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, Stopped> {
        self.choose(left, Bdd::TRUE, right)
    }

    /// `left` where `right` does not hold.
    pub(crate) fn minus(&mut self, left: Bdd, right: Bdd) -> Result<Bdd, Stopped> {
        self.choose(right, Bdd::FALSE, left)
    }

    /// Variables to quantify away.
    pub(crate) fn set(&mut self, variables: impl IntoIterator<Item = u32>) -> VariableSet {
        let mut set = Vec::new();
        for variable in variables {
            let at = variable as usize;
            if set.len() <= at {
                set.resize(at + 1, false);
            }
            set[at] = true;
        }
        self.sets.push(set);
        VariableSet(self.sets.len() as u32 - 1)
    }

    /// Whether the function holds for some values of the variables.
    pub(crate) fn exists(&mut self, function: Bdd, set: VariableSet) -> Result<Bdd, Stopped> {
        let variable = self.variable(function);
        if variable as usize >= self.sets[set.0 as usize].len() {
            return Ok(function);
        }
        let key = [function.0, EXISTS, set.0];
        if let Some(known) = self.cached(key) {
            return Ok(known);
        }
        let [low, high] = self.branches(function);
        let low = self.exists(low, set)?;
        let is_gone = self.sets[set.0 as usize][variable as usize];
        let result = if is_gone && low == Bdd::TRUE {
            low
        } else {
            let high = self.exists(high, set)?;
            if is_gone { self.or(low, high)? } else { self.node(variable, low, high)? }
        };
        self.remember(key, result);
        Ok(result)
    }

    /// The function where a variable is false or true.
    pub(crate) fn cofactor(
        &mut self,
        function: Bdd,
        variable: u32,
        value: bool,
    ) -> Result<Bdd, Stopped> {
        let first = self.variable(function);
        if first > variable {
            return Ok(function);
        }
        if first == variable {
            return Ok(self.branches(function)[usize::from(value)]);
        }
        let key = [function.0, EXISTS + 1 + u32::from(value), variable];
        if let Some(known) = self.cached(key) {
            return Ok(known);
        }
        let [low, high] = self.branches(function);
        let low = self.cofactor(low, variable, value)?;
        let high = self.cofactor(high, variable, value)?;
        let result = self.node(first, low, high)?;
        self.remember(key, result);
        Ok(result)
    }

    /// A valuation for which the function, which is not constantly false, holds: the variables on the way
    /// and their values.
    pub(crate) fn example(&self, function: Bdd) -> Vec<(u32, bool)> {
        let mut way = Vec::new();
        let mut at = function;
        while !at.is_constant() {
            let [low, high] = self.branches(at);
            let is_true = low == Bdd::FALSE;
            way.push((self.variable(at), is_true));
            at = if is_true { high } else { low };
        }
        way
    }

    /// Whether the function holds where `is_true` says which variables are.
    pub(crate) fn holds(&self, function: Bdd, is_true: impl Fn(u32) -> bool) -> bool {
        let mut at = function;
        while !at.is_constant() {
            at = self.branches(at)[usize::from(is_true(self.variable(at)))];
        }
        at == Bdd::TRUE
    }
}
