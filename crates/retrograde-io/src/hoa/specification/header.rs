//! The header of an automaton with inputs and outputs.

use std::collections::HashSet;

use retrograde_core::{Color, Proposition};

use super::labels::{BYTES_PER_PART, LabelNames};
use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::hoa::condition::Condition;
use crate::hoa::expression;
use crate::hoa::formula::Formula;
use crate::hoa::header::version;
use crate::hoa::lexer::{Lexer, Token};
use crate::hoa::wide::WideRanks;

/// What the header says, as far as it matters.
pub(super) struct Header {
    pub(super) states: Option<u64>,
    pub(super) start: u32,
    pub(super) propositions: Vec<Proposition>,
    pub(super) names: LabelNames,
    pub(super) condition: Condition,
}

/// Reads up to `--BODY--`, where the lexer is left.
pub(super) fn read(lexer: &mut Lexer<'_>, limit: u64) -> Result<Header, ReadError> {
    version(lexer)?;
    let mut items = Items { budget: Budget::new(limit), ..Items::default() };
    while let Token::Key(key) = &lexer.token {
        let (key, place) = (key.clone(), lexer.place);
        if !items.item(lexer, &key, place)? {
            return Err(ReadError::syntax(place, format!("a second '{key}:': keep one of them")));
        }
        // What an item says that does not matter.
        while !lexer.is_at_item() {
            lexer.advance()?;
        }
    }
    if lexer.token == Token::End {
        return Err(lexer.expected("'--BODY--'"));
    }
    items.finish(lexer)
}

#[derive(Default)]
struct Items {
    budget: Budget,
    states: Option<(u64, Place)>,
    start: Option<(u64, Place)>,
    propositions: Option<Vec<Proposition>>,
    controllable: Option<Vec<(u64, Place)>>,
    names: LabelNames,
    condition: Option<Condition>,
    is_game: bool,
}

impl Items {
    /// Reads the item whose key is at hand, and goes past the key; says whether it is the first of its
    /// kind.
    fn item(&mut self, lexer: &mut Lexer<'_>, key: &str, place: Place) -> Result<bool, ReadError> {
        Ok(match key {
            "States" => self.states.replace((lexer.next_number()?, place)).is_none(),
            "Start" => self.start(lexer, place)?,
            "AP" => self.propositions.replace(propositions(lexer, &mut self.budget)?).is_none(),
            "controllable-AP" => {
                let numbers = numbers(lexer, &mut self.budget)?;
                self.controllable.replace(numbers).is_none()
            }
            "Alias" => self.alias(lexer)?,
            "Acceptance" => self.condition.replace(condition(lexer, place)?).is_none(),
            "spot-state-player" | "spot.state-player" => {
                self.is_game = true;
                lexer.advance()?;
                true
            }
            // The format marks what may change the meaning by a capital letter.
            _ if key.starts_with(|first: char| first.is_ascii_uppercase()) => {
                let found = lexer.describe();
                return Err(lexer.fault(format!(
                    "{found} is no item of HOA v1, and may change what the automaton means: remove it if it does not matter"
                )));
            }
            _ => {
                lexer.advance()?;
                true
            }
        })
    }

    fn start(&mut self, lexer: &mut Lexer<'_>, place: Place) -> Result<bool, ReadError> {
        let start = lexer.next_number()?;
        if self.start.is_some() {
            let message = "a second initial state: the controller needs to know where runs start, so keep one of them";
            return Err(ReadError::syntax(place, message));
        }
        let number_place = lexer.place;
        lexer.advance()?;
        if lexer.token == Token::Mark(b'&') {
            let message = "a start in several states at once: alternating automata are not read";
            return Err(lexer.fault(message));
        }
        self.start = Some((start, number_place));
        Ok(true)
    }

    /// An alias is defined by propositions and by aliases above it.
    fn alias(&mut self, lexer: &mut Lexer<'_>) -> Result<bool, ReadError> {
        let name = match lexer.next_word()? {
            Some(name) if name.starts_with('@') => name,
            _ => return Err(lexer.expected("an alias such as '@a'")),
        };
        let place = lexer.place;
        lexer.advance()?;
        let before = self.names.labels.count();
        let label = expression::read(lexer, &mut self.names)?;
        let added = (self.names.labels.count() - before) as u64;
        self.budget.charge(added * BYTES_PER_PART + name.len() as u64 + 64)?;
        if !lexer.is_at_item() {
            return Err(lexer.expected("'&', '|' or the end of the alias"));
        }
        if self.names.aliases.insert(name.clone(), label).is_some() {
            let message = format!("the alias '{name}' is defined twice: keep one of them");
            return Err(ReadError::syntax(place, message));
        }
        Ok(true)
    }

    /// Puts the items together; the token at hand is `--BODY--`.
    fn finish(self, lexer: &Lexer<'_>) -> Result<Header, ReadError> {
        if self.is_game {
            return Err(lexer.fault(
                "there is 'spot-state-player:' above: this is a game, whose vertices have owners, and not an automaton",
            ));
        }
        let mut propositions = self.propositions.unwrap_or_default();
        let Some(controllable) = self.controllable else {
            return Err(lexer.fault(
                "there is no 'controllable-AP:' above: it says which propositions the controller sets, as in 'controllable-AP: 0 2'",
            ));
        };
        let count = propositions.len();
        for (number, place) in controllable {
            let proposition = usize::try_from(number).ok().and_then(|at| propositions.get_mut(at));
            match proposition {
                Some(proposition) if !proposition.controllable => proposition.controllable = true,
                Some(_) => {
                    let message = format!("proposition {number} is named twice: keep one of them");
                    return Err(ReadError::syntax(place, message));
                }
                None => {
                    let message = format!(
                        "there is no proposition '{number}': 'AP:' names {count}, numbered from 0"
                    );
                    return Err(ReadError::syntax(place, message));
                }
            }
        }
        let mut names = self.names;
        names.count = Some(count as u64);
        if let Some(number) = names.largest().filter(|&number| number as usize >= count) {
            return Err(lexer.fault(format!(
                "an alias above uses proposition '{number}': 'AP:' names {count}, numbered from 0"
            )));
        }
        let Some((start, place)) = self.start else {
            return Err(
                lexer.fault("there is no 'Start:' above: it says in which state runs start")
            );
        };
        let states = match self.states {
            Some((states, place)) if states >= u64::from(u32::MAX) => {
                return Err(ReadError::syntax(place, format!("{states} states are too many")));
            }
            Some((states, _)) => Some(states),
            None => None,
        };
        let most = states.unwrap_or(u64::from(u32::MAX));
        let Some(start) = u32::try_from(start).ok().filter(|&start| u64::from(start) < most) else {
            let message = format!("there is no state '{start}': the automaton has {most}");
            return Err(ReadError::syntax(place, message));
        };
        let Some(condition) = self.condition else {
            return Err(lexer.fault(
                "there is no 'Acceptance:' above: it says which runs are accepted, as in 'Acceptance: 1 Inf(0)'",
            ));
        };
        Ok(Header { states, start, propositions, names, condition })
    }
}

/// The number of sets and the formula after `Acceptance:`.
fn condition(lexer: &mut Lexer<'_>, place: Place) -> Result<Condition, ReadError> {
    let sets = lexer.next_number()?;
    if let Some(few) = u32::try_from(sets).ok().filter(|&sets| sets <= Color::COUNT) {
        return Ok(Condition::of_formula(Formula::read(lexer, few)?));
    }
    match WideRanks::read(lexer, sets.min(u32::MAX.into()))? {
        Some(ranks) if sets <= u32::MAX.into() => Ok(Condition::Wide(sets, ranks)),
        _ => {
            let limit = Color::COUNT;
            let message = format!(
                "{sets} acceptance sets are too many: more than {limit} are read only of a parity condition"
            );
            Err(ReadError::syntax(place, message))
        }
    }
}

/// The names after `AP:`, as many as it says.
fn propositions(lexer: &mut Lexer<'_>, budget: &mut Budget) -> Result<Vec<Proposition>, ReadError> {
    let (count, place) = (lexer.next_number()?, lexer.place);
    let mut propositions = Vec::new();
    let mut names = HashSet::new();
    lexer.advance()?;
    while let Token::Text(name) = &lexer.token {
        budget.charge(2 * name.len() as u64 + 128)?;
        if propositions.len() as u64 == count {
            return Err(lexer.fault(format!(
                "there are more names than 'AP: {count}' promises: this one is too many"
            )));
        }
        if !names.insert(name.clone()) {
            let found = lexer.describe();
            return Err(lexer.fault(format!("two propositions are called {found}: rename one")));
        }
        propositions.push(Proposition { name: name.clone(), controllable: false });
        lexer.advance()?;
    }
    if !lexer.is_at_item() {
        return Err(lexer.expected("a proposition's name in quotes"));
    }
    if propositions.len() as u64 != count {
        let found = propositions.len();
        let message = format!("{count} propositions are promised here, and {found} are named");
        return Err(ReadError::syntax(place, message));
    }
    Ok(propositions)
}

/// The numbers after `controllable-AP:`.
fn numbers(lexer: &mut Lexer<'_>, budget: &mut Budget) -> Result<Vec<(u64, Place)>, ReadError> {
    let mut numbers = Vec::new();
    lexer.advance()?;
    while let Token::Number(number) = lexer.token {
        budget.charge(64)?;
        numbers.push((number, lexer.place));
        lexer.advance()?;
    }
    if !lexer.is_at_item() {
        return Err(lexer.expected("the number of a proposition"));
    }
    Ok(numbers)
}
