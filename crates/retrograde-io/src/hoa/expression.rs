//! Formulas of `!`, `&`, `|` and parentheses, however deep.

use super::lexer::{Lexer, Token};
use crate::error::{Place, ReadError};

/// What formulas are made of.
pub(super) trait Algebra {
    /// A formula, or what stands for one.
    type Item: Copy;

    /// What could stand where a formula starts, for a message.
    const OPERANDS: &'static str;

    /// The formula without parts that starts at the token at hand, which it passes; `None` where none
    /// does.
    fn operand(&mut self, lexer: &mut Lexer<'_>) -> Result<Option<Self::Item>, ReadError>;

    /// The negation, where there is one.
    fn not(&mut self, item: Self::Item) -> Option<Self::Item>;

    /// The conjunction.
    fn and(&mut self, left: Self::Item, right: Self::Item) -> Self::Item;

    /// The disjunction.
    fn or(&mut self, left: Self::Item, right: Self::Item) -> Self::Item;
}

/// What waits for its right part.
#[derive(Clone, Copy, PartialEq)]
enum Waiting {
    Parenthesis(Place),
    Or,
    And,
    Not,
}

impl Waiting {
    /// How strongly it binds.
    fn strength(self) -> u8 {
        match self {
            Waiting::Parenthesis(_) => 0,
            Waiting::Or => 1,
            Waiting::And => 2,
            Waiting::Not => 3,
        }
    }
}

/// Reads a formula, up to the first token that cannot belong to it.
pub(super) fn read<A: Algebra>(
    lexer: &mut Lexer<'_>,
    algebra: &mut A,
) -> Result<A::Item, ReadError> {
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut items: Vec<A::Item> = Vec::new();
    loop {
        // Before a formula.
        match lexer.token {
            Token::Mark(b'!') => waiting.push(Waiting::Not),
            Token::Mark(b'(') => waiting.push(Waiting::Parenthesis(lexer.place)),
            _ => {
                let Some(item) = algebra.operand(lexer)? else {
                    return Err(lexer.expected(A::OPERANDS));
                };
                items.push(item);
                if after(lexer, algebra, &mut waiting, &mut items)? {
                    break;
                }
            }
        }
        lexer.advance()?;
    }
    match waiting.last() {
        Some(Waiting::Parenthesis(place)) => {
            let message = "the parenthesis '(' that opens here never closes: add ')'";
            Err(ReadError::syntax(*place, message))
        }
        _ => items.pop().ok_or_else(|| lexer.expected(A::OPERANDS)),
    }
}

/// Goes on after a formula: says whether it is the whole, and otherwise stands at `&` or `|`.
fn after<A: Algebra>(
    lexer: &mut Lexer<'_>,
    algebra: &mut A,
    waiting: &mut Vec<Waiting>,
    items: &mut Vec<A::Item>,
) -> Result<bool, ReadError> {
    loop {
        let (least, next) = match lexer.token {
            Token::Mark(b'&') => (2, Some(Waiting::And)),
            Token::Mark(b'|') => (1, Some(Waiting::Or)),
            _ => (1, None),
        };
        while let Some(&top) = waiting.last() {
            if top.strength() < least {
                break;
            }
            waiting.pop();
            let Some(right) = items.pop() else { break };
            let joined = match (top, items.last().copied()) {
                (Waiting::Not, _) => match algebra.not(right) {
                    Some(negated) => negated,
                    None => {
                        return Err(lexer.fault("'!' cannot be used before a part of this formula"));
                    }
                },
                (Waiting::And, Some(left)) => algebra.and(left, right),
                (_, Some(left)) => algebra.or(left, right),
                (_, None) => right,
            };
            if top != Waiting::Not {
                items.pop();
            }
            items.push(joined);
        }
        match (next, waiting.last()) {
            (Some(join), _) => {
                waiting.push(join);
                return Ok(false);
            }
            (None, Some(Waiting::Parenthesis(_))) if lexer.token == Token::Mark(b')') => {
                waiting.pop();
                lexer.advance()?;
            }
            (None, _) => return Ok(true),
        }
    }
}
