//! Automata with inputs and outputs: `HOA: v1` with `controllable-AP`, as the parity track of the
//! reactive synthesis competition has them.
//!
//! The condition is the formula after `Acceptance:`, whatever `acc-name` says. Where priorities can say
//! the same, marks are priorities of which the largest decides and even ones accept; otherwise they are
//! colours. Labels may be on transitions, on states or implicit, that is, by the order of the
//! transitions.

mod header;
mod labels;

use std::collections::HashSet;

use retrograde_core::{Automaton, Control, Label, LabelNode, RunCondition, Transition};

use super::condition::{Condition, Seen};
use super::expression;
use super::lexer::{Lexer, Token};
use crate::budget::Budget;
use crate::error::{ReadError, ReadFault};
use header::Header;

/// What a transition costs, on the way and in the end.
const BYTES_PER_TRANSITION: u64 = 64;

/// Reads an automaton.
pub(crate) fn read(
    input: &mut dyn std::io::Read,
    control: &Control<'_>,
) -> Result<Automaton, ReadError> {
    let mut lexer = Lexer::new(input)?;
    lexer.keep_texts();
    if lexer.token == Token::End {
        let message = "the file is empty: a specification starts with 'HOA: v1'";
        return Err(ReadFault::Syntax(message.into()).into());
    }
    let header = header::read(&mut lexer, control.room())?;
    let budget = Budget::new(control.room());
    Body { lexer, header, budget, listed: HashSet::new(), largest: None, transitions: Vec::new() }
        .read()
}

struct Body<'a> {
    lexer: Lexer<'a>,
    header: Header,
    budget: Budget,
    listed: HashSet<u32>,
    /// The largest number of a state that is named.
    largest: Option<u32>,
    transitions: Vec<(u32, Transition)>,
}

impl Body<'_> {
    fn read(mut self) -> Result<Automaton, ReadError> {
        self.lexer.advance()?;
        loop {
            match &self.lexer.token {
                Token::Key(word) if word == "State" => self.state()?,
                Token::Word(word) if word == "--END--" => break,
                _ => return Err(self.lexer.expected("'State:' or '--END--'")),
            }
        }
        let start = self.header.start;
        let largest = self.largest.unwrap_or(start).max(start);
        let states = self.header.states.unwrap_or(u64::from(largest) + 1);
        if self.listed.len() as u64 != states {
            let missing = (0..).find(|state| !self.listed.contains(state)).unwrap_or(0);
            return Err(self.lexer.fault(format!(
                "state {missing} is not listed above: add 'State: {missing}', even if it has no transitions"
            )));
        }
        self.lexer.advance()?;
        match &self.lexer.token {
            Token::End => {}
            Token::Key(word) if word == "HOA" => {
                return Err(self
                    .lexer
                    .fault("a second automaton starts here: a file holds one, so split the file"));
            }
            _ => return Err(self.lexer.expected("the end of the file")),
        }
        let Header { propositions, names, condition, .. } = self.header;
        let condition = match condition {
            Condition::Formula(formula, None) => RunCondition::Colors(formula.acceptance),
            _ => RunCondition::Parity,
        };
        let states = self.listed.len() as u32;
        Automaton::new(propositions, names.labels, states, start, self.transitions, condition)
            .map_err(|error| ReadError::syntax(None, error.to_string()))
    }

    /// A state and its transitions; the token at hand is `State:`.
    fn state(&mut self) -> Result<(), ReadError> {
        self.lexer.advance()?;
        let on_all = self.label()?;
        let from = self.state_number()?;
        self.budget.charge(BYTES_PER_TRANSITION)?;
        if !self.listed.insert(from) {
            return Err(self.lexer.fault(format!("a second entry of state {from}")));
        }
        self.lexer.advance()?;
        if matches!(self.lexer.token, Token::Text(_)) {
            self.lexer.advance()?;
        }
        let on_state = self.sets()?;
        let first = self.transitions.len();
        let mut is_implicit = None;
        loop {
            let place = self.lexer.place;
            let label = self.label()?;
            if !matches!(self.lexer.token, Token::Number(_)) {
                if label.is_some() {
                    return Err(self.lexer.expected("a state's number"));
                }
                break;
            }
            let mixed = *is_implicit.get_or_insert(label.is_none()) != label.is_none();
            if mixed || (on_all.is_some() && label.is_some()) {
                let message = "labels are on the state, on all of its transitions or on none of them: here they are mixed";
                return Err(ReadError::syntax(place, message));
            }
            let to = self.state_number()?;
            self.lexer.advance()?;
            if self.lexer.token == Token::Mark(b'&') {
                let message =
                    "a transition to several states at once: alternating automata are not read";
                return Err(self.lexer.fault(message));
            }
            let seen = self.sets()?;
            let mark = self.mark(self.header.condition.union(on_state, seen));
            let label = label.or(on_all).unwrap_or(Label::TRUE);
            self.budget.charge(BYTES_PER_TRANSITION)?;
            self.transitions.push((from, Transition { label, to, mark }));
        }
        if on_all.is_none() && is_implicit == Some(true) {
            self.label_by_order(first)?;
        }
        Ok(())
    }

    /// The number of a state.
    fn state_number(&mut self) -> Result<u32, ReadError> {
        let states = self.header.states.unwrap_or(u64::from(u32::MAX));
        match self.lexer.token {
            Token::Number(number) if number < states.min(u32::MAX.into()) => {
                let number = number as u32;
                self.largest = self.largest.max(Some(number));
                Ok(number)
            }
            Token::Number(_) => Err(self.lexer.fault(format!(
                "the state {} is out of range: the last one is {}",
                self.lexer.describe(),
                states.saturating_sub(1)
            ))),
            _ => Err(self.lexer.expected("a state's number")),
        }
    }

    /// The priority of a transition, of which even ones accept, or its colours.
    fn mark(&self, seen: Seen) -> u64 {
        let mark = self.header.condition.mark(seen);
        match self.header.condition {
            Condition::Formula(_, None) => mark,
            _ => mark + 1,
        }
    }

    /// The label `[…]`, if one stands here.
    fn label(&mut self) -> Result<Option<Label>, ReadError> {
        if self.lexer.token != Token::Mark(b'[') {
            return Ok(None);
        }
        let start = self.lexer.place;
        self.lexer.advance()?;
        let before = self.header.names.labels.count();
        let label = expression::read(&mut self.lexer, &mut self.header.names)?;
        let added = self.header.names.labels.count() - before;
        self.budget.charge(added as u64 * labels::BYTES_PER_PART)?;
        match self.lexer.token {
            Token::Mark(b']') => {}
            Token::End => {
                let message = "the label that starts here never ends: add ']'";
                return Err(ReadError::syntax(start, message));
            }
            _ => return Err(self.lexer.expected("'&', '|' or ']'")),
        }
        self.lexer.advance()?;
        Ok(Some(label))
    }

    /// Labels the transitions from `first` on by their order: in the one of number n, the propositions
    /// are true that n has a bit for.
    fn label_by_order(&mut self, first: usize) -> Result<(), ReadError> {
        let (found, propositions) =
            (self.transitions.len() - first, self.header.propositions.len());
        let expected = 1_u64.checked_shl(propositions as u32);
        if expected != Some(found as u64) {
            let all = expected.map_or(format!("2^{propositions}"), |all| all.to_string());
            return Err(self.lexer.fault(format!(
                "the state above has {found} transitions without labels: it needs one for each of {all} valuations, or labels"
            )));
        }
        self.budget.charge(found as u64 * propositions as u64 * 2 * labels::BYTES_PER_PART)?;
        let labels = &mut self.header.names.labels;
        let literals: Vec<[Label; 2]> = (0..propositions as u32)
            .map(|number| [false, true].map(|is_true| labels.literal(number, is_true)))
            .collect();
        for (valuation, (_, transition)) in self.transitions[first..].iter_mut().enumerate() {
            let chosen =
                literals.iter().enumerate().map(|(number, pair)| pair[valuation >> number & 1]);
            let all = chosen.reduce(|left, right| labels.add(LabelNode::And(left, right)));
            transition.label = all.unwrap_or(Label::TRUE);
        }
        Ok(())
    }

    /// The sets of `{…}`, if that stands here.
    fn sets(&mut self) -> Result<Seen, ReadError> {
        super::sets(&mut self.lexer, &self.header.condition)
    }
}

#[cfg(test)]
mod tests;
