//! Games in the Hanoi Omega-Automata format, as Spot writes them: `HOA: v1` with
//! `spot-state-player`. They can be read only.
//!
//! States are vertices and transitions moves; labels, names, the start and everything else that
//! does not matter to who wins are skipped, except that a transition labelled `[f]` is none. As in
//! Spot, player 1 wants the play to go on for ever and to be accepted, and keeps that number here.
//! A state without transitions is player 1's in the end, who cannot move there and loses.
//!
//! The condition is the formula after `Acceptance:`; an `acc-name` that contradicts it is an error.
//! Where priorities can say the same, as for parity, Büchi, co-Büchi and a single Rabin or Streett
//! pair, the game is a parity game: accepting sets become odd priorities, the largest decides. Any
//! other formula makes an Emerson–Lei game: the sets are colours, and what player 0 wants of them
//! is the formula's negation. `Inf(!n)` and `Fin(!n)`, about the transitions that are not in a set,
//! get a colour for those. There are at most 64 colours; more sets are read where `acc-name` says
//! `parity …`, which is then believed.
//!
//! Sets hold transitions, or states, which means all transitions from there. A state whose
//! transitions all have one mark (a priority, or colours) has that mark. Any other state is split:
//! each of its transitions gets a vertex of its own on the way, with the mark of that transition,
//! the owner of the state and a single move. States are called by their numbers, which these
//! further vertices continue.
//!
//! The format: T. Babiak et al., 2015, "The Hanoi Omega-Automata Format". Who wins: the
//! documentation of Spot, "Support for games".

mod arena;
mod condition;
mod expression;
mod formula;
mod header;
mod lexer;
mod parity;
pub(crate) mod specification;
mod wide;

use std::io::Read;

use retrograde_core::{Arena, ArenaBuilder, Control, GraphError};

use crate::error::{ReadError, ReadFault};

use arena::Moves;
use condition::{Condition, Seen};
use header::Header;
use lexer::{Lexer, Token};

pub(crate) fn read(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let mut lexer = Lexer::new(input)?;
    if lexer.token == Token::End {
        return Err(ReadFault::Empty.into());
    }
    let header = header::read(&mut lexer, control.room())?;
    BodyReader { lexer }.body(header, builder, control)
}

struct BodyReader<'a> {
    lexer: Lexer<'a>,
}

/// Whether a transition can be taken at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Some,
    Never,
}

impl BodyReader<'_> {
    fn body(
        &mut self,
        header: Header,
        builder: ArenaBuilder,
        control: &Control<'_>,
    ) -> Result<Arena, ReadError> {
        let Header { owners, condition } = header;
        if owners.is_empty() {
            return Err(ReadFault::Empty.into());
        }
        if owners.len() > u32::MAX as usize {
            return Err(ReadError::graph(None, GraphError::TooManyVertices));
        }
        let mut moves = Moves::new(owners, condition, builder, control.room());
        self.lexer.advance()?;
        loop {
            match &self.lexer.token {
                Token::Key(word) if word == "State" => self.state(&mut moves)?,
                Token::Word(word) if word == "--END--" => break,
                _ => return Err(self.lexer.expected("'State:' or '--END--'")),
            }
        }
        if let Some(state) = moves.unlisted() {
            return Err(self.lexer.fault(format!(
                "state {state} is not listed above: add 'State: {state}', even if it has no transitions"
            )));
        }
        self.lexer.advance()?;
        match &self.lexer.token {
            Token::End => moves.into_arena(control),
            Token::Key(word) if word == "HOA" => Err(self
                .lexer
                .fault("a second game starts here: a file holds one game, so split the file")),
            _ => Err(self.lexer.expected("the end of the file")),
        }
    }

    /// A state and its transitions; the token at hand is `State:`.
    fn state(&mut self, moves: &mut Moves) -> Result<(), ReadError> {
        self.lexer.advance()?;
        let on_all = self.label()?;
        let from = self.vertex(moves.states())?;
        if !moves.begin(from)? {
            return Err(self.lexer.fault(format!("a second entry of state {from}")));
        }
        self.lexer.advance()?;
        if matches!(self.lexer.token, Token::Text(_)) {
            self.lexer.advance()?;
        }
        let on_state = self.sets(moves.condition())?;
        loop {
            let label = self.label()?;
            if !matches!(self.lexer.token, Token::Number(_)) {
                return Ok(());
            }
            let to = self.vertex(moves.states())?;
            self.lexer.advance()?;
            if self.lexer.token == Token::Mark(b'&') {
                return Err(self.lexer.fault("a move to several states at once: games have none"));
            }
            let seen = self.sets(moves.condition())?;
            if [on_all, label] == [Label::Some; 2] {
                let both = moves.condition().union(on_state, seen);
                moves.add(to, both)?;
            }
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
    fn label(&mut self) -> Result<Label, ReadError> {
        if self.lexer.token != Token::Mark(b'[') {
            return Ok(Label::Some);
        }
        let start = self.lexer.place;
        let (mut tokens, mut is_false) = (0_u64, false);
        loop {
            self.lexer.advance()?;
            match &self.lexer.token {
                Token::Mark(b']') => break,
                Token::End => {
                    let message = "the label that starts here never ends: add ']'";
                    return Err(ReadError::syntax(start, message));
                }
                token => {
                    tokens += 1;
                    is_false = tokens == 1 && matches!(token, Token::Word(word) if word == "f");
                }
            }
        }
        self.lexer.advance()?;
        Ok(if is_false { Label::Never } else { Label::Some })
    }

    /// The sets of `{…}`, if that stands here.
    fn sets(&mut self, condition: &Condition) -> Result<Seen, ReadError> {
        sets(&mut self.lexer, condition)
    }
}

/// The sets of `{…}`, if that stands here.
fn sets(lexer: &mut Lexer<'_>, condition: &Condition) -> Result<Seen, ReadError> {
    let mut seen = condition.unmarked();
    if lexer.token != Token::Mark(b'{') {
        return Ok(seen);
    }
    loop {
        lexer.advance()?;
        match lexer.token {
            Token::Number(number) if number < condition.sets() => {
                seen = condition.with(seen, number as u32);
            }
            Token::Number(_) => return Err(lexer.no_such_set(condition.sets())),
            Token::Mark(b'}') => break,
            _ => return Err(lexer.expected("an acceptance set or '}'")),
        }
    }
    lexer.advance()?;
    Ok(seen)
}

#[cfg(test)]
mod tests;
