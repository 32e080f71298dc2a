//! And-inverter graphs under construction.

use std::collections::HashMap;

use retrograde_core::Literal;

/// Gates over some variables, each of them once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aig {
    /// Variables that are no gates, the constant among them.
    first: u32,
    gates: Vec<[Literal; 2]>,
    known: HashMap<[Literal; 2], Literal>,
}

impl Aig {
    /// No gates, over so many inputs and latches.
    pub(crate) fn new(variables: usize) -> Self {
        Aig { first: 1 + variables as u32, ..Aig::default() }
    }

    pub(crate) fn gates(&self) -> &[[Literal; 2]] {
        &self.gates
    }

    pub(crate) fn first_gate(&self) -> u32 {
        self.first
    }

    /// Forgets all gates but the first `count`.
    pub(crate) fn truncate(&mut self, count: usize) {
        for gate in self.gates.drain(count..) {
            self.known.remove(&gate);
        }
    }

    /// The conjunction, with a gate if it takes one.
    pub(crate) fn and(&mut self, left: Literal, right: Literal) -> Literal {
        let [low, high] = if left < right { [left, right] } else { [right, left] };
        if low == Literal::FALSE || low == !high {
            return Literal::FALSE;
        }
        if low == Literal::TRUE || low == high {
            return high;
        }
        if let Some(simpler) = self.simpler(low, high).or_else(|| self.simpler(high, low)) {
            return simpler;
        }
        if let Some(&known) = self.known.get(&[high, low]) {
            return known;
        }
        let gate = Literal::of(self.first + self.gates.len() as u32);
        self.gates.push([high, low]);
        self.known.insert([high, low], gate);
        gate
    }

    /// What a conjunction comes to where one side is a gate that knows the other.
    fn simpler(&mut self, side: Literal, gate: Literal) -> Option<Literal> {
        let place = gate.variable().checked_sub(self.first)? as usize;
        let [a, b] = self.gates[place];
        if gate.is_negated() {
            // a & !(a & b) is a & !b; a & !(!a & b) is a.
            return match side {
                _ if side == a => Some(self.and(side, !b)),
                _ if side == b => Some(self.and(side, !a)),
                _ if side == !a || side == !b => Some(side),
                _ => None,
            };
        }
        match side {
            _ if side == a || side == b => Some(gate),
            _ if side == !a || side == !b => Some(Literal::FALSE),
            _ => None,
        }
    }

    pub(crate) fn or(&mut self, left: Literal, right: Literal) -> Literal {
        !self.and(!left, !right)
    }

    /// `then` or `otherwise`, as the condition has it.
    pub(crate) fn choose(
        &mut self,
        condition: Literal,
        then: Literal,
        otherwise: Literal,
    ) -> Literal {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            // Whichever form has its gates already.
            let both = self.and(condition, otherwise);
            let none = self.and(!condition, !otherwise);
            return self.and(!both, !none);
        }
        let yes = self.and(condition, then);
        let no = self.and(!condition, otherwise);
        self.or(yes, no)
    }

    /// Keeps the gates that the literals need, and numbers them anew.
    pub(crate) fn clean(&self, needed: &mut [Literal]) -> Aig {
        let mut is_needed = vec![false; self.gates.len()];
        let gate =
            |literal: Literal| literal.variable().checked_sub(self.first).map(|it| it as usize);
        for &literal in needed.iter() {
            if let Some(place) = gate(literal) {
                is_needed[place] = true;
            }
        }
        for place in (0..self.gates.len()).rev() {
            if is_needed[place] {
                for side in self.gates[place] {
                    if let Some(place) = gate(side) {
                        is_needed[place] = true;
                    }
                }
            }
        }
        let mut clean = Aig { first: self.first, ..Aig::default() };
        let mut numbers = vec![Literal::FALSE; self.gates.len()];
        let of = |numbers: &[Literal], literal: Literal| match gate(literal) {
            Some(place) => numbers[place].negated_if(literal.is_negated()),
            None => literal,
        };
        for (place, &[left, right]) in self.gates.iter().enumerate() {
            if is_needed[place] {
                let (left, right) = (of(&numbers, left), of(&numbers, right));
                numbers[place] = clean.and(left, right);
            }
        }
        for literal in needed {
            *literal = of(&numbers, *literal);
        }
        clean
    }
}
