//! The formula after `Acceptance:`, read by the parser of conditions, with the places of the file.

use retrograde_core::{Acceptance, AcceptanceError, Color, Colors};

use super::lexer::{Lexer, Token};
use crate::NAME_LIMIT;
use crate::error::{Place, ReadError};

/// A condition on the sets that moves are in.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    /// How many sets there are, at most 64.
    pub(super) sets: u32,
    /// Which plays are accepted. Its colours are the sets and, past them, complements.
    pub(super) acceptance: Acceptance,
    /// Sets of which the formula names the complement, and the colour that stands for it.
    complements: Vec<(Color, Color)>,
    /// The colours that matter.
    used: Colors,
}

impl Formula {
    /// The colours of a move in these sets, less those that do not matter.
    pub(super) fn colors(&self, sets: Colors) -> Colors {
        let absent = self.complements.iter().filter(|&&(set, _)| !sets.contains(set));
        let all = absent.fold(sets, |all, &(_, complement)| all.with(complement));
        all.intersection(self.used)
    }

    /// Reads on to the next item of the header; the token at hand is the number of sets.
    pub(super) fn read(lexer: &mut Lexer<'_>, sets: u32) -> Result<Self, ReadError> {
        let mut pieces = Pieces { sets, ..Pieces::default() };
        loop {
            lexer.advance()?;
            if lexer.is_at_item() {
                break;
            }
            pieces.add(lexer)?;
        }
        pieces.start_token(lexer.place);
        let acceptance: Acceptance = pieces.text.parse().map_err(|error| pieces.fault(&error))?;
        let used = acceptance.colors();
        Ok(Formula { sets, acceptance, complements: pieces.complements, used })
    }
}

/// The formula so far, as text for the parser of conditions.
#[derive(Default)]
struct Pieces {
    sets: u32,
    text: String,
    /// Where each token is, in the text and in the file.
    places: Vec<(usize, Place)>,
    complements: Vec<(Color, Color)>,
}

impl Pieces {
    fn start_token(&mut self, place: Place) {
        self.places.push((self.text.len() + 1, place));
    }

    /// Takes the token at hand, and after `(!` the number of the set as well.
    fn add(&mut self, lexer: &mut Lexer<'_>) -> Result<(), ReadError> {
        if self.text.len() > NAME_LIMIT {
            let limit = NAME_LIMIT >> 10;
            return Err(lexer.fault(format!("the formula is longer than {limit} KiB: shorten it")));
        }
        let is_argument = self.text.ends_with("Inf ( ") || self.text.ends_with("Fin ( ");
        self.start_token(lexer.place);
        match &lexer.token {
            Token::Mark(b'!') if is_argument => {
                lexer.advance()?;
                let Token::Number(number) = lexer.token else {
                    return Err(lexer.expected("an acceptance set"));
                };
                let set = self.set(lexer, number)?;
                let complement = self.complement(lexer, set)?;
                self.text.push_str(&complement.to_string());
            }
            &Token::Number(number) if is_argument => {
                let set = self.set(lexer, number)?;
                self.text.push_str(&set.to_string());
            }
            Token::Number(number) => self.text.push_str(&number.to_string()),
            Token::Word(word) => self.text.push_str(word),
            &Token::Mark(byte) if byte.is_ascii_graphic() => self.text.push(byte.into()),
            _ => return Err(lexer.expected("a formula such as 'Inf(0)&Fin(1)'")),
        }
        self.text.push(' ');
        Ok(())
    }

    fn set(&self, lexer: &Lexer<'_>, number: u64) -> Result<Color, ReadError> {
        let set = u32::try_from(number).ok().filter(|&number| number < self.sets);
        set.and_then(Color::new).ok_or_else(|| lexer.no_such_set(self.sets.into()))
    }

    /// The colour of the moves that are not in the set.
    fn complement(&mut self, lexer: &Lexer<'_>, set: Color) -> Result<Color, ReadError> {
        if let Some(&(_, complement)) = self.complements.iter().find(|&&(known, _)| known == set) {
            return Ok(complement);
        }
        let complement =
            Color::new(self.sets + self.complements.len() as u32).ok_or_else(|| {
                let limit = Color::COUNT;
                lexer.fault(format!(
                    "the sets and those named with '!' are more than {limit}: use fewer"
                ))
            })?;
        self.complements.push((set, complement));
        Ok(complement)
    }

    /// What is wrong with the text, at its place in the file.
    fn fault(&self, error: &AcceptanceError) -> ReadError {
        let token = self.places.partition_point(|&(column, _)| column <= error.column());
        let place = self.places.get(token.saturating_sub(1)).map(|&(_, place)| place);
        ReadError::syntax(place, error.message())
    }
}
