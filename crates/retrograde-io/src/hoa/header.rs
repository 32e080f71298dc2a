//! The header of a HOA file: who moves where, and which plays are accepted.

use retrograde_core::{Color, Colors, GraphError, Player};

use super::condition::{Condition, decided};
use super::formula::Formula;
use super::lexer::{Lexer, Token};
use super::parity::{Extreme, Parity};
use crate::error::{Place, ReadError};

/// What the header says, as far as it matters.
pub(super) struct Header {
    pub(super) owners: Vec<Player>,
    pub(super) condition: Condition,
}

/// Reads up to `--BODY--`, where the lexer is left.
pub(super) fn read(lexer: &mut Lexer<'_>, limit: u64) -> Result<Header, ReadError> {
    version(lexer)?;
    let mut items = Items::default();
    while let Token::Key(key) = &lexer.token {
        let (key, place) = (key.clone(), lexer.place);
        let is_new = items.item(lexer, limit, &key, place)?;
        if !is_new {
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

pub(super) fn version(lexer: &mut Lexer<'_>) -> Result<(), ReadError> {
    if lexer.token != Token::Key("HOA".to_owned()) {
        return Err(lexer.expected("'HOA: v1'"));
    }
    lexer.advance()?;
    // Version 1.1 differs in the names of header items and in properties only.
    if !matches!(&lexer.token, Token::Word(word) if word == "v1" || word == "v1.1") {
        return Err(lexer.expected("version 'v1'"));
    }
    while !lexer.is_at_item() {
        lexer.advance()?;
    }
    Ok(())
}

/// The items that matter, and where they are.
#[derive(Default)]
struct Items {
    states: Option<(u64, Place)>,
    /// How many sets there are, and the formula if they are not too many for one.
    acceptance: Option<(u64, Option<Formula>, Place)>,
    /// A parity condition by its name; `None` for a name that says something else.
    name: Option<(Option<Parity>, Place)>,
    owners: Option<Vec<Player>>,
    has_outputs: bool,
}

impl Items {
    /// Reads the item whose key is at hand, and goes past the key; says whether it is the first of
    /// its kind.
    fn item(
        &mut self,
        lexer: &mut Lexer<'_>,
        limit: u64,
        key: &str,
        place: Place,
    ) -> Result<bool, ReadError> {
        Ok(match key {
            "States" => self.states.replace((lexer.next_number()?, place)).is_none(),
            "Acceptance" => {
                let sets = lexer.next_number()?;
                let few = u32::try_from(sets).ok().filter(|&sets| sets <= Color::COUNT);
                let formula = few.map(|sets| Formula::read(lexer, sets)).transpose()?;
                self.acceptance.replace((sets, formula, place)).is_none()
            }
            "acc-name" => self.name.replace((parity(lexer)?, place)).is_none(),
            // Version 1.1 has a dot in the names that belong to one tool.
            "spot-state-player" | "spot.state-player" => {
                self.owners.replace(owners(lexer, limit)?).is_none()
            }
            "Start" | "AP" | "Alias" => {
                lexer.advance()?;
                true
            }
            // The format marks what may change the meaning by a capital letter.
            _ if key.starts_with(|first: char| first.is_ascii_uppercase()) => {
                let found = lexer.describe();
                let message = format!(
                    "{found} is no item of HOA v1, and may change what the game means: remove it if it does not matter"
                );
                return Err(lexer.fault(message));
            }
            _ => {
                self.has_outputs |= key == "controllable-AP";
                lexer.advance()?;
                true
            }
        })
    }

    /// Puts the items together; the token at hand is `--BODY--`.
    fn finish(self, lexer: &Lexer<'_>) -> Result<Header, ReadError> {
        let Some(owners) = self.owners else {
            return Err(lexer.fault(if self.has_outputs {
                "there is no 'spot-state-player:' above: this is a specification with inputs and outputs ('controllable-AP:'), from which a controller can be synthesised, and not a game"
            } else {
                "there is no 'spot-state-player:' above: this is an automaton, not a game"
            }));
        };
        if let Some((states, place)) = self.states
            && states != owners.len() as u64
        {
            let count = owners.len();
            let message = format!("{states} states here, but {count} in 'spot-state-player:'");
            return Err(ReadError::syntax(place, message));
        }
        let name = match self.name {
            Some((Some(parity), place)) => Some((parity, place)),
            _ => None,
        };
        if let (Some((parity, _)), Some((sets, _, place))) = (name, &self.acceptance)
            && *sets != u64::from(parity.colours)
        {
            let expected = parity.colours;
            let message = format!("{sets} acceptance sets here, but {expected} in 'acc-name:'");
            return Err(ReadError::syntax(*place, message));
        }
        let condition = match (self.acceptance, name) {
            (Some((_, Some(formula), _)), name) => {
                if let Some((parity, place)) = name {
                    compare(parity, &formula, place)?;
                }
                Condition::of_formula(formula)
            }
            (_, Some((parity, _))) => Condition::Named(parity),
            (Some((sets, None, place)), None) => {
                let limit = Color::COUNT;
                let message = format!(
                    "{sets} acceptance sets are too many: more than {limit} are read only where 'acc-name: parity …' says what they mean"
                );
                return Err(ReadError::syntax(place, message));
            }
            (None, None) => {
                let message = "there is no 'Acceptance:' above: it says which plays player 1 wins, as in 'Acceptance: 1 Inf(0)'";
                return Err(lexer.fault(message));
            }
        };
        Ok(Header { owners, condition })
    }
}

/// Refuses a formula that does not say what the name does. One that is too tangled to tell is
/// believed, because it is the formula that counts.
fn compare(parity: Parity, formula: &Formula, place: Place) -> Result<(), ReadError> {
    let differ = |where_they_do: &str| {
        let message = format!(
            "'acc-name:' and 'Acceptance:' differ on {where_they_do}: correct one of them, or remove 'acc-name:'"
        );
        Err(ReadError::syntax(place, message))
    };
    if parity.colours == 0 {
        let accepts = parity.priority(None) % 2 == 1;
        return match decided(&formula.acceptance, None, Colors::EMPTY) {
            Some(holds) if holds != accepts => differ("all plays"),
            _ => Ok(()),
        };
    }
    let mut over = Colors::EMPTY;
    for set in Colors::first(parity.colours).iter() {
        let set = match parity.extreme {
            Extreme::Min => Some(set),
            Extreme::Max => Color::new(parity.colours - 1 - set.number()),
        };
        let Some(set) = set else { continue };
        match decided(&formula.acceptance, Some(set), over) {
            None => break,
            Some(holds) if holds != parity.accepts(set.number()) => {
                return differ(&format!("plays in which set {set} decides"));
            }
            Some(_) => over = over.with(set),
        }
    }
    Ok(())
}

/// The words after `acc-name:`, if they name a parity condition.
fn parity(lexer: &mut Lexer<'_>) -> Result<Option<Parity>, ReadError> {
    let of = |extreme, odd, colours| Ok(Some(Parity { extreme, odd, colours }));
    match lexer.next_word()?.as_deref() {
        Some("Buchi") => return of(Extreme::Max, false, 1),
        Some("co-Buchi") => return of(Extreme::Max, true, 1),
        Some("all") => return of(Extreme::Max, true, 0),
        Some("none") => return of(Extreme::Max, false, 0),
        Some("parity") => {}
        Some(_) => return Ok(None),
        None => return Err(lexer.expected("the name of an acceptance condition")),
    }
    let extreme = match lexer.next_word()?.as_deref() {
        Some("max") => Extreme::Max,
        Some("min") => Extreme::Min,
        _ => return Err(lexer.expected("'max' or 'min'")),
    };
    let odd = match lexer.next_word()?.as_deref() {
        Some("odd") => true,
        Some("even") => false,
        _ => return Err(lexer.expected("'even' or 'odd'")),
    };
    let colours = lexer.next_number()?;
    match u32::try_from(colours) {
        Ok(colours) if colours < u32::MAX - 2 => of(extreme, odd, colours),
        _ => Err(lexer.fault(format!("{} colours are too many", lexer.describe()))),
    }
}

/// The players after `spot-state-player:`.
fn owners(lexer: &mut Lexer<'_>, limit: u64) -> Result<Vec<Player>, ReadError> {
    let mut owners = Vec::new();
    lexer.advance()?;
    while let Token::Number(number) = lexer.token {
        owners.push(match number {
            0 => Player::Zero,
            1 => Player::One,
            _ => return Err(lexer.expected("a player, 0 or 1")),
        });
        if owners.len() as u64 > limit {
            let error = GraphError::OutOfMemory { needed: owners.len() as u64, allowed: limit };
            return Err(ReadError::graph(lexer.place, error));
        }
        lexer.advance()?;
    }
    if !lexer.is_at_item() {
        return Err(lexer.expected("a player, 0 or 1"));
    }
    Ok(owners)
}
