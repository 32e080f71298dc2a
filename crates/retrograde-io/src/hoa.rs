//! Games in the Hanoi Omega-Automata format, as Spot writes them: `HOA: v1` with
//! `spot-state-player`. They can be read only.
//!
//! States are vertices and transitions moves; labels, names, the start and everything else that
//! does not matter to who wins are skipped. As in Spot, player 1 is the one who wants the play to
//! be accepted, and keeps that number here: accepting colours become odd priorities, the largest
//! decides. The condition is taken from `acc-name`, which must be `parity …`, `Buchi`, `co-Buchi`,
//! `all` or `none`.
//!
//! Colours are on transitions, or on states, which means on all transitions from there. A state
//! whose transitions are all of one priority has that priority. Any other state is split: each of
//! its transitions gets a vertex of its own on the way, with the priority of that transition, the
//! owner of the state and a single move. States are called by their numbers, which these further
//! vertices continue.
//!
//! The format: T. Babiak et al., 2015, "The Hanoi Omega-Automata Format".

mod acceptance;
mod arena;
mod lexer;

use std::io::Read;

use retrograde_core::{Arena, Player};

use crate::ReadOptions;
use crate::error::{Place, ReadError, ReadFault};

use acceptance::{Acceptance, Extreme};
use arena::Moves;
use lexer::{Lexer, Token};

const SUPPORTED: &str = "supported are 'parity max|min even|odd N', 'Buchi', 'co-Buchi', 'all' and 'none'; Spot's autfilt --parity makes one of them";

pub(crate) fn read(input: &mut dyn Read, options: &ReadOptions) -> Result<Arena, ReadError> {
    let mut reader = GameReader { lexer: Lexer::new(input)?, limit: options.limit() };
    if reader.lexer.token == Token::End {
        return Err(ReadFault::Empty.into());
    }
    let header = reader.header()?;
    reader.body(header)
}

struct GameReader<'a> {
    lexer: Lexer<'a>,
    limit: u64,
}

/// What the header says, as far as it matters, and where.
#[derive(Default)]
struct Header {
    states: Option<(u64, Place)>,
    sets: Option<(u64, Place)>,
    acceptance: Option<Acceptance>,
    owners: Option<Vec<Player>>,
}

impl GameReader<'_> {
    fn header(&mut self) -> Result<Header, ReadError> {
        let mut header = Header::default();
        let is_hoa = self.lexer.token == Token::Key("HOA".to_owned());
        if !is_hoa {
            return Err(self.lexer.expected("'HOA: v1'"));
        }
        self.lexer.advance()?;
        if self.lexer.token != Token::Word("v1".to_owned()) {
            return Err(self.lexer.expected("version 'v1'"));
        }
        loop {
            self.lexer.advance()?;
            let Token::Key(key) = &self.lexer.token else {
                match &self.lexer.token {
                    Token::Word(word) if word == "--BODY--" => return Ok(header),
                    Token::End => return Err(self.lexer.expected("'--BODY--'")),
                    // What an item that does not matter says.
                    _ => continue,
                }
            };
            let (key, place) = (key.clone(), self.lexer.place);
            let again = match &*key {
                "States" => header.states.replace((self.next_number()?, place)).is_some(),
                "Acceptance" => header.sets.replace((self.next_number()?, place)).is_some(),
                "acc-name" => {
                    let acceptance = self.acceptance()?;
                    header.acceptance.replace(acceptance).is_some()
                }
                "spot-state-player" => {
                    let owners = self.owners()?;
                    header.owners.replace(owners).is_some()
                }
                _ => false,
            };
            if again {
                return Err(ReadError::syntax(
                    place,
                    format!("a second '{key}:': keep one of them"),
                ));
            }
        }
    }

    fn next_number(&mut self) -> Result<u64, ReadError> {
        self.lexer.advance()?;
        match self.lexer.token {
            Token::Number(number) => Ok(number),
            _ => Err(self.lexer.expected("a number")),
        }
    }

    /// The words after `acc-name:`.
    fn acceptance(&mut self) -> Result<Acceptance, ReadError> {
        let unsupported = |lexer: &Lexer<'_>| {
            lexer.fault(format!("the acceptance {} cannot be read: {SUPPORTED}", lexer.describe()))
        };
        let first = self.next_word()?;
        let of = |extreme, odd, colours| Ok(Acceptance { extreme, odd, colours });
        match first.as_deref() {
            Some("Buchi") => return of(Extreme::Max, false, 1),
            Some("co-Buchi") => return of(Extreme::Max, true, 1),
            Some("all") => return of(Extreme::Max, true, 0),
            Some("none") => return of(Extreme::Max, false, 0),
            Some("parity") => {}
            _ => return Err(unsupported(&self.lexer)),
        }
        let extreme = match self.next_word()?.as_deref() {
            Some("max") => Extreme::Max,
            Some("min") => Extreme::Min,
            _ => return Err(self.lexer.expected("'max' or 'min'")),
        };
        let odd = match self.next_word()?.as_deref() {
            Some("odd") => true,
            Some("even") => false,
            _ => return Err(self.lexer.expected("'even' or 'odd'")),
        };
        let colours = self.next_number()?;
        match u32::try_from(colours) {
            Ok(colours) if colours < u32::MAX - 2 => of(extreme, odd, colours),
            _ => Err(self.lexer.fault(format!("{} colours are too many", self.lexer.describe()))),
        }
    }

    fn next_word(&mut self) -> Result<Option<String>, ReadError> {
        self.lexer.advance()?;
        Ok(match &self.lexer.token {
            Token::Word(word) => Some(word.clone()),
            _ => None,
        })
    }

    /// The players after `spot-state-player:`.
    fn owners(&mut self) -> Result<Vec<Player>, ReadError> {
        let mut owners = Vec::new();
        while let Some(number) = self.lexer.next_if_number()? {
            owners.push(match number {
                0 => Player::Zero,
                1 => Player::One,
                _ => return Err(self.lexer.expected("a player, 0 or 1")),
            });
            if owners.len() as u64 > self.limit {
                let (needed, allowed) = (owners.len() as u64, self.limit);
                let error = retrograde_core::GraphError::OutOfMemory { needed, allowed };
                return Err(ReadError::graph(self.lexer.place, error));
            }
        }
        Ok(owners)
    }

    fn body(&mut self, header: Header) -> Result<Arena, ReadError> {
        let Some(owners) = header.owners else {
            return Err(self.lexer.fault(
                "there is no 'spot-state-player:' above: this is an automaton, not a game",
            ));
        };
        let Some(acceptance) = header.acceptance else {
            return Err(self.lexer.fault(format!("there is no 'acc-name:' above: {SUPPORTED}")));
        };
        for (what, said, expected) in [
            ("states", header.states, owners.len() as u64),
            ("acceptance sets", header.sets, u64::from(acceptance.colours)),
        ] {
            if let Some((number, place)) = said.filter(|&(number, _)| number != expected) {
                let of = if what == "states" { "spot-state-player" } else { "acc-name" };
                let message = format!("{number} {what} here, but {expected} in '{of}:'");
                return Err(ReadError::syntax(place, message));
            }
        }
        if owners.is_empty() {
            return Err(ReadFault::Empty.into());
        }
        let mut moves = Moves::new(owners, acceptance, self.limit);
        self.lexer.advance()?;
        loop {
            match &self.lexer.token {
                Token::Key(word) if word == "State" => self.state(&mut moves)?,
                Token::Word(word) if word == "--END--" => break,
                _ => return Err(self.lexer.expected("'State:' or '--END--'")),
            }
        }
        moves.into_arena()
    }

    /// A state and its transitions; the token at hand is `State:`.
    fn state(&mut self, moves: &mut Moves) -> Result<(), ReadError> {
        self.lexer.advance()?;
        self.skip_label()?;
        let from = self.vertex(moves.states())?;
        if !moves.begin(from) {
            return Err(self.lexer.fault(format!("a second entry of state {from}")));
        }
        self.lexer.advance()?;
        if self.lexer.token == Token::Text {
            self.lexer.advance()?;
        }
        let on_state = self.colours(moves.acceptance())?;
        loop {
            self.skip_label()?;
            if !matches!(self.lexer.token, Token::Number(_)) {
                return Ok(());
            }
            let to = self.vertex(moves.states())?;
            self.lexer.advance()?;
            if self.lexer.token == Token::Mark(b'&') {
                return Err(self.lexer.fault("a move to several states at once: games have none"));
            }
            let colour = self.colours(moves.acceptance())?;
            moves.add(to, moves.acceptance().stronger(on_state, colour))?;
        }
    }

    /// The number of a state.
    fn vertex(&self, states: u32) -> Result<u32, ReadError> {
        match self.lexer.token {
            Token::Number(number) if number < u64::from(states) => Ok(number as u32),
            Token::Number(_) => Err(self.lexer.fault(format!(
                "the state {} is out of range: the last one is {}",
                self.lexer.describe(),
                states - 1
            ))),
            _ => Err(self.lexer.expected("a state's number")),
        }
    }

    /// Passes `[…]`, if it stands here.
    fn skip_label(&mut self) -> Result<(), ReadError> {
        if self.lexer.token != Token::Mark(b'[') {
            return Ok(());
        }
        let start = self.lexer.place;
        while self.lexer.token != Token::Mark(b']') {
            self.lexer.advance()?;
            if self.lexer.token == Token::End {
                return Err(ReadError::syntax(
                    start,
                    "the label that starts here never ends: add ']'",
                ));
            }
        }
        self.lexer.advance()
    }

    /// The colour that counts of `{…}`, if that stands here.
    fn colours(&mut self, acceptance: Acceptance) -> Result<Option<u32>, ReadError> {
        if self.lexer.token != Token::Mark(b'{') {
            return Ok(None);
        }
        let mut colour = None;
        loop {
            self.lexer.advance()?;
            match self.lexer.token {
                Token::Number(number) if number < u64::from(acceptance.colours) => {
                    colour = acceptance.stronger(colour, Some(number as u32));
                }
                Token::Number(_) => {
                    let (found, count) = (self.lexer.describe(), acceptance.colours);
                    let message = format!("there is no acceptance set {found}: there are {count}");
                    return Err(self.lexer.fault(message));
                }
                Token::Mark(b'}') => break,
                _ => return Err(self.lexer.expected("an acceptance set or '}'")),
            }
        }
        self.lexer.advance()?;
        Ok(colour)
    }
}

#[cfg(test)]
mod tests;
