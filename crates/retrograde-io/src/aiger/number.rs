//! Numbering the variables of a circuit anew.

use std::collections::HashMap;

use retrograde_core::Literal;

use crate::error::{Place, ReadError};

/// A number of a file, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) value: u32,
    pub(super) place: Place,
}

/// A gate as the file has it.
pub(super) struct Gate {
    pub(super) number: Number,
    pub(super) sides: [Number; 2],
}

/// The variables of a file.
#[derive(Default)]
pub(super) struct Variables {
    known: HashMap<u32, Literal>,
    count: u32,
}

impl Variables {
    pub(super) fn new() -> Self {
        Variables { known: HashMap::from([(0, Literal::FALSE)]), count: 0 }
    }

    /// Makes the next variable of this number.
    pub(super) fn define(&mut self, number: Number) -> Result<(), ReadError> {
        let shown = number.value;
        if shown % 2 == 1 || shown == 0 {
            let message =
                format!("'{shown}' cannot be defined here: variables are even numbers from 2");
            return Err(ReadError::syntax(number.place, message));
        }
        self.count += 1;
        if self.known.insert(shown / 2, Literal::of(self.count)).is_some() {
            let message = format!("'{shown}' is defined twice: number one of the two anew");
            return Err(ReadError::syntax(number.place, message));
        }
        Ok(())
    }

    /// The literal of this number.
    pub(super) fn literal(&self, number: Number) -> Result<Literal, ReadError> {
        let found = self.known.get(&(number.value / 2));
        found.map(|it| it.negated_if(number.value % 2 == 1)).ok_or_else(|| {
            let message = format!("'{}' is used and never defined", number.value);
            ReadError::syntax(number.place, message)
        })
    }

    /// Numbers the gates so that each comes after those that it uses.
    pub(super) fn gates(&mut self, gates: &[Gate]) -> Result<Vec<[Literal; 2]>, ReadError> {
        let mut places: HashMap<u32, usize> = HashMap::new();
        for (place, gate) in gates.iter().enumerate() {
            let known = self.known.contains_key(&(gate.number.value / 2));
            if known || places.insert(gate.number.value / 2, place).is_some() {
                // Says what is wrong with it.
                self.define(gate.number)?;
                self.define(gate.number)?;
            }
        }
        let mut ordered = Vec::new();
        let mut is_open = vec![false; gates.len()];
        for first in 0..gates.len() {
            let mut path = vec![first];
            while let Some(&at) = path.last() {
                let gate = &gates[at];
                if self.known.contains_key(&(gate.number.value / 2)) {
                    path.pop();
                    continue;
                }
                let unknown = gate.sides.iter().find_map(|side| {
                    let known = self.known.contains_key(&(side.value / 2));
                    let gate =
                        (!known).then(|| places.get(&(side.value / 2)).copied()).flatten()?;
                    Some((side, gate))
                });
                match unknown {
                    Some((side, next)) if is_open[next] || next == at => {
                        let message =
                            format!("the gate '{}' leads back to itself", side.value & !1);
                        return Err(ReadError::syntax(side.place, message));
                    }
                    Some((_, next)) => {
                        is_open[at] = true;
                        path.push(next);
                    }
                    None => {
                        let [left, right] = [gate.sides[0], gate.sides[1]];
                        let sides = [self.literal(left)?, self.literal(right)?];
                        self.define(gate.number)?;
                        ordered.push(sides);
                        path.pop();
                    }
                }
            }
        }
        Ok(ordered)
    }
}
