//! Decision diagrams, as plain as they can be.

use std::collections::HashMap;

use retrograde_core::{Pace, Stopped};

/// A function of the inputs, by its node; 0 and 1 are the constants.
pub(super) type Function = u32;

pub(super) const NEVER: Function = 0;
pub(super) const ALWAYS: Function = 1;

/// Every function once.
pub(super) struct Diagrams<'p, 'a> {
    nodes: Vec<(u32, Function, Function)>,
    numbers: HashMap<(u32, Function, Function), Function>,
    known: HashMap<(Function, Function, Function), Function>,
    pace: &'p mut Pace<'a>,
}

/// Answers that are kept before all are forgotten.
const MOST_KNOWN: usize = 1 << 20;

impl<'p, 'a> Diagrams<'p, 'a> {
    pub(super) fn new(pace: &'p mut Pace<'a>) -> Self {
        let nodes = vec![(u32::MAX, NEVER, NEVER), (u32::MAX, ALWAYS, ALWAYS)];
        Diagrams { nodes, numbers: HashMap::new(), known: HashMap::new(), pace }
    }

    fn node(&mut self, variable: u32, low: Function, high: Function) -> Function {
        if low == high {
            return low;
        }
        *self.numbers.entry((variable, low, high)).or_insert_with(|| {
            self.nodes.push((variable, low, high));
            self.nodes.len() as Function - 1
        })
    }

    pub(super) fn input(&mut self, variable: u32) -> Function {
        self.node(variable, NEVER, ALWAYS)
    }

    /// Counts work that is not done by diagrams.
    pub(super) fn steps(&mut self, steps: usize) -> Result<(), Stopped> {
        self.pace.steps(steps)
    }

    /// About how many bytes they take, and would while they grow.
    pub(super) fn heap_bytes(&self) -> u64 {
        let entry = size_of::<(u32, Function, Function)>() as u64;
        let numbers = (self.numbers.capacity() + self.known.capacity()) as u64;
        2 * self.nodes.capacity() as u64 * entry + 2 * numbers * (entry + 8)
    }

    /// `yes` where `test` holds and `no` elsewhere. No deeper than there are inputs.
    pub(super) fn case(
        &mut self,
        test: Function,
        yes: Function,
        no: Function,
    ) -> Result<Function, Stopped> {
        match (test, yes, no) {
            (ALWAYS, ..) => return Ok(yes),
            (NEVER, ..) => return Ok(no),
            (_, ALWAYS, NEVER) => return Ok(test),
            _ if yes == no => return Ok(yes),
            _ => {}
        }
        if let Some(&known) = self.known.get(&(test, yes, no)) {
            return Ok(known);
        }
        self.pace.steps(16)?;
        let all = [test, yes, no].map(|function| self.nodes[function as usize]);
        let variable = all.iter().map(|node| node.0).min().unwrap_or(u32::MAX);
        let side = |place: usize, function: Function, high: bool| match all[place] {
            (first, low, _) if first == variable && !high => low,
            (first, _, high) if first == variable => high,
            _ => function,
        };
        let [low, high] = [false, true]
            .map(|value| [side(0, test, value), side(1, yes, value), side(2, no, value)]);
        let low = self.case(low[0], low[1], low[2])?;
        let high = self.case(high[0], high[1], high[2])?;
        let found = self.node(variable, low, high);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert((test, yes, no), found);
        Ok(found)
    }

    pub(super) fn not(&mut self, function: Function) -> Result<Function, Stopped> {
        self.case(function, NEVER, ALWAYS)
    }

    pub(super) fn and(&mut self, left: Function, right: Function) -> Result<Function, Stopped> {
        self.case(left, right, NEVER)
    }

    pub(super) fn or(&mut self, left: Function, right: Function) -> Result<Function, Stopped> {
        self.case(left, ALWAYS, right)
    }

    /// Inputs for which the function, which is not `NEVER`, holds: those that are true.
    pub(super) fn example(&self, function: Function) -> Vec<u32> {
        let mut at = function;
        let mut trues = Vec::new();
        while at > ALWAYS {
            let (variable, low, high) = self.nodes[at as usize];
            at = low;
            if low == NEVER {
                trues.push(variable);
                at = high;
            }
        }
        trues
    }
}
