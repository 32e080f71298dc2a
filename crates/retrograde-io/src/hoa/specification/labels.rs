//! Guards over numbered propositions and aliases.

use std::collections::HashMap;

use retrograde_core::{Guards, Label, LabelNode};

use crate::error::ReadError;
use crate::hoa::expression::Algebra;
use crate::hoa::lexer::{Lexer, Token};

/// What a part of a label costs.
pub(super) const BYTES_PER_PART: u64 = 24;

/// Guards, and what they can be made of.
#[derive(Default)]
pub(super) struct LabelNames {
    pub(super) labels: Guards,
    /// Each proposition that is named anywhere, once.
    propositions: HashMap<u32, Label>,
    /// The aliases defined so far. One can use those before it only, so that none leads to itself.
    pub(super) aliases: HashMap<String, Label>,
    /// How many propositions there are, once that is known.
    pub(super) count: Option<u64>,
}

impl LabelNames {
    /// The largest number of a proposition that is named.
    pub(super) fn largest(&self) -> Option<u32> {
        self.propositions.keys().copied().max()
    }
}

impl Algebra for LabelNames {
    type Item = Label;

    const OPERANDS: &'static str = "a proposition's number, 't', 'f', an alias '@…', '!' or '('";

    fn operand(&mut self, lexer: &mut Lexer<'_>) -> Result<Option<Label>, ReadError> {
        let label = match &lexer.token {
            &Token::Number(number) => {
                let count = self.count.unwrap_or(u64::from(u32::MAX));
                let Some(number) = u32::try_from(number).ok().filter(|&it| u64::from(it) < count)
                else {
                    return Err(lexer.fault(format!(
                        "there is no proposition {}: 'AP:' names {count}, numbered from 0",
                        lexer.describe()
                    )));
                };
                let labels = &mut self.labels;
                *self
                    .propositions
                    .entry(number)
                    .or_insert_with(|| labels.add(LabelNode::Proposition(number)))
            }
            Token::Word(word) if word == "t" => Label::TRUE,
            Token::Word(word) if word == "f" => Label::FALSE,
            Token::Word(word) if word.starts_with('@') => match self.aliases.get(word) {
                Some(&label) => label,
                None => {
                    return Err(lexer.fault(format!(
                        "the alias {} is not defined above: give it an 'Alias:' before it is used, which must not lead back to it",
                        lexer.describe()
                    )));
                }
            },
            _ => return Ok(None),
        };
        lexer.advance()?;
        Ok(Some(label))
    }

    fn not(&mut self, item: Label) -> Option<Label> {
        Some(self.labels.add(LabelNode::Not(item)))
    }

    fn and(&mut self, left: Label, right: Label) -> Label {
        self.labels.add(LabelNode::And(left, right))
    }

    fn or(&mut self, left: Label, right: Label) -> Label {
        self.labels.add(LabelNode::Or(left, right))
    }
}
