//! Reading CTL, which becomes fixpoints.
//!
//! Paths are maximal: they go on until a state without transitions, or forever. So `AF p` fails at a
//! state without transitions that has no p, and `EG p` holds at one that has it.

use std::collections::HashMap;

use super::error::FormulaError;
use super::lexer::{Lexer, Token};
use super::syntax::{Id, Node, Syntax};

/// Reads a whole formula.
pub(crate) fn parse(text: &str) -> Result<Syntax, FormulaError> {
    let mut parser = Parser {
        lexer: Lexer::new(text)?,
        syntax: Syntax::default(),
        operators: Vec::new(),
        values: Vec::new(),
        propositions: HashMap::new(),
    };
    loop {
        while !parser.operand()? {}
        if !parser.operator()? {
            break;
        }
    }
    parser.syntax.root = parser.values[0];
    Ok(parser.syntax)
}

/// Whether all paths are meant, or some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Paths {
    All,
    Some,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Group,
    /// `A[…` or `E[…`, and what came between the two sides.
    Bracket(Paths, Option<Between>),
    Not,
    Next(Paths),
    Globally(Paths),
    Finally(Paths),
    And,
    Or,
    Implies,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    Until,
    WeakUntil,
    Release,
}

impl Operator {
    fn strength(self) -> u8 {
        match self {
            Operator::Group | Operator::Bracket(..) => 0,
            Operator::Implies => 2,
            Operator::Or => 3,
            Operator::And => 4,
            _ => 9,
        }
    }

    /// The operator in front of one formula that is called so.
    fn named(word: &str) -> Option<Self> {
        Some(match word {
            "AX" => Operator::Next(Paths::All),
            "EX" => Operator::Next(Paths::Some),
            "AG" => Operator::Globally(Paths::All),
            "EG" => Operator::Globally(Paths::Some),
            "AF" => Operator::Finally(Paths::All),
            "EF" => Operator::Finally(Paths::Some),
            _ => return None,
        })
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    syntax: Syntax,
    operators: Vec<(Operator, usize, usize)>,
    values: Vec<Id>,
    propositions: HashMap<&'a str, Id>,
}

impl<'a> Parser<'a> {
    fn wait(&mut self, operator: Operator) -> Result<(), FormulaError> {
        self.operators.push((operator, self.lexer.start, self.lexer.end));
        self.lexer.advance()
    }

    fn value(&mut self, node: Node) -> Result<bool, FormulaError> {
        let span = (self.lexer.start as u32, self.lexer.end as u32);
        let id = self.syntax.push(node, span);
        self.values.push(id);
        self.lexer.advance()?;
        Ok(true)
    }

    fn operand(&mut self) -> Result<bool, FormulaError> {
        match self.lexer.token {
            Token::Word("true") => return self.value(Node::True),
            Token::Word("false") => return self.value(Node::False),
            Token::Mark("(") => self.wait(Operator::Group)?,
            Token::Mark("!") => self.wait(Operator::Not)?,
            Token::Word(word @ ("A" | "E")) if self.lexer.next_char() == Some('[') => {
                let start = self.lexer.start;
                self.lexer.advance()?;
                let paths = if word == "A" { Paths::All } else { Paths::Some };
                self.operators.push((Operator::Bracket(paths, None), start, self.lexer.end));
                self.lexer.advance()?;
            }
            Token::Word(word) => match Operator::named(word) {
                Some(operator) => self.wait(operator)?,
                None if matches!(word, "A" | "E" | "U" | "W" | "R" | "F" | "G" | "X") => {
                    let message = format!(
                        "found '{word}' where a formula is wanted: write AG, AF, AX, EG, EF, EX, or A[p U q] and E[p U q]; a proposition of that name stands in single quotes"
                    );
                    return Err(self.lexer.fault(message));
                }
                None => return self.proposition(word),
            },
            Token::Proposition(text) => return self.proposition(text),
            _ => {
                let found = self.lexer.found();
                let message = format!(
                    "found {found} where a formula is wanted: write true, false, a proposition, '!', '(', AG, AF, AX, EG, EF, EX, A[ or E["
                );
                return Err(self.lexer.fault(message));
            }
        }
        Ok(false)
    }

    fn proposition(&mut self, text: &'a str) -> Result<bool, FormulaError> {
        let next = self.propositions.len() as Id;
        let number = *self.propositions.entry(text).or_insert(next);
        if number == next {
            self.syntax.propositions.push(text.to_owned());
        }
        self.value(Node::Proposition(number))
    }

    fn operator(&mut self) -> Result<bool, FormulaError> {
        loop {
            let operator = match self.lexer.token {
                Token::Mark("&&") => Operator::And,
                Token::Mark("||") => Operator::Or,
                Token::Mark("=>" | "->") => Operator::Implies,
                Token::Word(word @ ("U" | "W" | "R")) => {
                    self.between(word)?;
                    return Ok(true);
                }
                Token::Mark(")") => {
                    self.reduce(1);
                    match self.operators.pop() {
                        Some((Operator::Group, start, _)) => {
                            let value = *self.values.last().expect("a value comes before");
                            self.syntax.spans[value as usize] =
                                (start as u32, self.lexer.end as u32);
                        }
                        _ => return Err(self.lexer.fault("')' closes nothing: remove it")),
                    }
                    self.lexer.advance()?;
                    continue;
                }
                Token::Mark("]") => {
                    self.close_bracket()?;
                    continue;
                }
                Token::End => {
                    self.reduce(1);
                    return match self.operators.pop() {
                        None => Ok(false),
                        Some((operator, start, end)) => {
                            Err(self.never_closes(operator, start, end))
                        }
                    };
                }
                _ => return Err(self.no_operator()),
            };
            let least = operator.strength() + u8::from(operator == Operator::Implies);
            self.reduce(least);
            self.wait(operator)?;
            return Ok(true);
        }
    }

    fn between(&mut self, word: &str) -> Result<(), FormulaError> {
        self.reduce(1);
        match self.operators.last_mut() {
            Some((Operator::Bracket(_, between @ None), ..)) => {
                *between = Some(match word {
                    "U" => Between::Until,
                    "W" => Between::WeakUntil,
                    _ => Between::Release,
                });
                self.lexer.advance()
            }
            _ => {
                let message = format!(
                    "'{word}' stands between two formulas in brackets: write A[p {word} q] or E[p {word} q]"
                );
                Err(self.lexer.fault(message))
            }
        }
    }

    fn close_bracket(&mut self) -> Result<(), FormulaError> {
        self.reduce(1);
        match self.operators.pop() {
            Some((Operator::Bracket(paths, Some(between)), start, _)) => {
                let span = (start as u32, self.lexer.end as u32);
                let (right, left) = (self.values.pop(), self.values.pop());
                let (left, right) = left.zip(right).expect("both sides are there");
                let id = self.joined(paths, between, left, right, span);
                self.values.push(id);
                self.lexer.advance()
            }
            Some((Operator::Bracket(..), start, end)) => {
                let message = "one formula in these brackets: write A[p U q] or E[p U q]";
                Err(FormulaError::new(self.lexer.text, start, end, message))
            }
            _ => Err(self.lexer.fault("']' closes nothing: remove it")),
        }
    }

    fn reduce(&mut self, least: u8) {
        while let Some(&(operator, start, _)) = self.operators.last() {
            if operator.strength() < least.max(1) {
                return;
            }
            self.operators.pop();
            let right = self.values.pop().expect("every operator has a value on its right");
            let end = self.syntax.span(right).1;
            let span = (start as u32, end);
            let id = match operator {
                Operator::Not => self.syntax.push(Node::Not(right), span),
                Operator::Next(paths) => self.step(paths, right, span),
                Operator::Globally(paths) => self.fix(true, span, |parser, again| {
                    let more = match paths {
                        Paths::All => parser.step(Paths::All, again, span),
                        Paths::Some => parser.step_or_end(again, span),
                    };
                    parser.syntax.push(Node::And(right, more), span)
                }),
                Operator::Finally(paths) => self.fix(false, span, |parser, again| {
                    let more = match paths {
                        Paths::All => parser.step_and_more(again, span),
                        Paths::Some => parser.step(Paths::Some, again, span),
                    };
                    parser.syntax.push(Node::Or(right, more), span)
                }),
                _ => {
                    let left = self.values.pop().expect("these have one on their left as well");
                    let span = (self.syntax.span(left).0, end);
                    let node = match operator {
                        Operator::And => Node::And(left, right),
                        Operator::Or => Node::Or(left, right),
                        _ => Node::Implies(left, right),
                    };
                    self.syntax.push(node, span)
                }
            };
            self.values.push(id);
        }
    }

    fn joined(
        &mut self,
        paths: Paths,
        between: Between,
        left: Id,
        right: Id,
        span: (u32, u32),
    ) -> Id {
        self.fix(between != Between::Until, span, |parser, again| {
            let more = match (paths, between) {
                (Paths::All, Between::Until) => parser.step_and_more(again, span),
                (Paths::Some, Between::WeakUntil | Between::Release) => {
                    parser.step_or_end(again, span)
                }
                (paths, _) => parser.step(paths, again, span),
            };
            let (first, second) = match between {
                Between::Release => (right, Node::Or(left, more)),
                _ => (right, Node::And(left, more)),
            };
            let second = parser.syntax.push(second, span);
            parser.syntax.push(
                match between {
                    Between::Release => Node::And(first, second),
                    _ => Node::Or(first, second),
                },
                span,
            )
        })
    }

    /// A fixpoint whose body is made from its variable.
    fn fix(&mut self, is_nu: bool, span: (u32, u32), body: impl FnOnce(&mut Self, Id) -> Id) -> Id {
        let number = self.syntax.variables.len() as Id;
        self.syntax.variables.push(format!("X{number}"));
        let again = self.syntax.push(Node::Variable(number), span);
        let body = body(self, again);
        self.syntax.push(Node::Fix { is_nu, number, body }, span)
    }

    /// After every transition, or after some.
    fn step(&mut self, paths: Paths, then: Id, span: (u32, u32)) -> Id {
        let path = self.syntax.push(Node::True, span);
        self.syntax.push(Node::Modal { is_box: paths == Paths::All, path, then }, span)
    }

    /// After some transition, or there is none.
    fn step_or_end(&mut self, then: Id, span: (u32, u32)) -> Id {
        let nothing = self.syntax.push(Node::False, span);
        let (step, end) =
            (self.step(Paths::Some, then, span), self.step(Paths::All, nothing, span));
        self.syntax.push(Node::Or(step, end), span)
    }

    /// After every transition, of which there is one.
    fn step_and_more(&mut self, then: Id, span: (u32, u32)) -> Id {
        let anything = self.syntax.push(Node::True, span);
        let (step, more) =
            (self.step(Paths::All, then, span), self.step(Paths::Some, anything, span));
        self.syntax.push(Node::And(step, more), span)
    }

    fn never_closes(&self, operator: Operator, start: usize, end: usize) -> FormulaError {
        let close = if operator == Operator::Group { ')' } else { ']' };
        let mark = &self.lexer.text[start..end];
        FormulaError::new(
            self.lexer.text,
            start,
            end,
            format!("'{mark}' never closes: add '{close}'"),
        )
    }

    #[cold]
    fn no_operator(&self) -> FormulaError {
        let found = self.lexer.found();
        self.lexer.fault(match self.lexer.token {
            Token::Mark("&" | "/\\") => format!("found {found}: write '&&'"),
            Token::Mark("|" | "\\/") => format!("found {found}: write '||'"),
            _ => format!("found {found} after a formula: write '&&', '||' or '=>' between two, or 'U', 'W' or 'R' in brackets"),
        })
    }
}
