//! Reading formulas of the mu-calculus, with a stack of its own instead of recursion.
//!
//! The syntax is that of mCRL2's state formulas without data. From weak to strong: a fixpoint reaches
//! as far to the right as it can, then `=>` (to the right), `||`, `&&`, then `!`, `[…]` and `<…>`. In
//! paths: `+`, `.`, then `*`, `^+` and `+` after a path, then `=>`, `||`, `&&` and `!` on actions. Where
//! `.` and `+` meet, parentheses are best: old versions of mCRL2's grammar have `+` stronger than `.`.

use std::collections::HashMap;

use super::error::FormulaError;
use super::lexer::{Lexer, Token};
use super::pattern::{Action, Arguments, Pattern};
use super::syntax::{Id, Node, Syntax};

/// Reads a whole formula.
pub(crate) fn parse(text: &str) -> Result<Syntax, FormulaError> {
    let mut parser = Parser {
        lexer: Lexer::new(text)?,
        syntax: Syntax::default(),
        operators: Vec::new(),
        values: Vec::new(),
        bound: HashMap::new(),
        patterns: HashMap::new(),
        propositions: HashMap::new(),
        in_path: false,
    };
    if parser.lexer.token == Token::Word("form") {
        parser.lexer.advance()?;
    }
    parser.whole()
}

/// What waits for its right side.
#[derive(Clone, Copy, Debug)]
enum Operator {
    /// An open parenthesis.
    Group,
    /// An open `[` or `<`.
    Path {
        is_box: bool,
    },
    Not,
    Modal {
        is_box: bool,
        path: Id,
    },
    Fix {
        is_nu: bool,
        number: Id,
    },
    And,
    Or,
    Implies,
    Choice,
    Sequence,
}

impl Operator {
    /// What binds stronger is more; nothing reaches out of parentheses.
    fn strength(self, in_path: bool) -> u8 {
        match self {
            Operator::Group | Operator::Path { .. } => 0,
            Operator::Fix { .. } | Operator::Choice => 1,
            Operator::Sequence => 2,
            Operator::Implies => 2 + 2 * u8::from(in_path),
            Operator::Or => 3 + 2 * u8::from(in_path),
            Operator::And => 4 + 2 * u8::from(in_path),
            Operator::Not | Operator::Modal { .. } => 9,
        }
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    syntax: Syntax,
    /// Operators, with where they stand.
    operators: Vec<(Operator, usize, usize)>,
    values: Vec<Id>,
    /// The variables that are bound here.
    bound: HashMap<&'a str, Id>,
    patterns: HashMap<Pattern, Id>,
    propositions: HashMap<&'a str, Id>,
    in_path: bool,
}

impl<'a> Parser<'a> {
    fn whole(mut self) -> Result<Syntax, FormulaError> {
        loop {
            // Everything up to a value, then everything up to the next value.
            while !self.operand()? {}
            if !self.operator()? {
                break;
            }
        }
        self.syntax.root = self.values[0];
        Ok(self.syntax)
    }

    fn here(&self) -> (usize, usize) {
        (self.lexer.start, self.lexer.end)
    }

    fn wait(&mut self, operator: Operator) -> Result<(), FormulaError> {
        let (start, end) = self.here();
        self.operators.push((operator, start, end));
        self.lexer.advance()
    }

    fn value(&mut self, node: Node) -> Result<bool, FormulaError> {
        let (start, end) = self.here();
        let id = self.syntax.push(node, (start as u32, end as u32));
        self.values.push(id);
        self.lexer.advance()?;
        Ok(true)
    }

    /// Takes what may stand where a value is wanted; whether it was one.
    fn operand(&mut self) -> Result<bool, FormulaError> {
        match self.lexer.token {
            Token::Word("true") => return self.value(Node::True),
            Token::Word("false") => return self.value(Node::False),
            Token::Mark("(") => self.wait(Operator::Group)?,
            Token::Mark("!") => self.wait(Operator::Not)?,
            Token::Word("nil") if self.in_path => return self.value(Node::Empty),
            Token::Word(word) if self.in_path => return self.action(word),
            Token::Text(text) if self.in_path => {
                return self.pattern(Pattern::Text(text.to_owned()));
            }
            Token::Word("mu") => self.fixpoint(false)?,
            Token::Word("nu") => self.fixpoint(true)?,
            Token::Word(word) => return self.variable(word),
            Token::Proposition(text) if !self.in_path => {
                let next = self.propositions.len() as Id;
                let number = *self.propositions.entry(text).or_insert(next);
                if number == next {
                    self.syntax.propositions.push(text.to_owned());
                }
                return self.value(Node::Proposition(number));
            }
            Token::Mark(mark @ ("[" | "<")) if !self.in_path => {
                self.in_path = true;
                self.wait(Operator::Path { is_box: mark == "[" })?;
            }
            _ => return Err(self.no_operand()),
        }
        Ok(false)
    }

    fn fixpoint(&mut self, is_nu: bool) -> Result<(), FormulaError> {
        let (start, _) = self.here();
        let word = if is_nu { "nu" } else { "mu" };
        self.lexer.advance()?;
        let Token::Word(name) = self.lexer.token else {
            let found = self.lexer.found();
            let message = format!(
                "found {found} after '{word}': write a variable and a dot, as in '{word} X. …'"
            );
            return Err(self.lexer.fault(message));
        };
        if KEYWORDS.contains(&name) {
            let message =
                format!("'{name}' is a word of the language: choose another name for the variable");
            return Err(self.lexer.fault(message));
        }
        if self.bound.contains_key(name) {
            let message = format!(
                "'{name}' is bound already, and what is inside would mean this one: call one of them something else"
            );
            return Err(self.lexer.fault(message));
        }
        let end = self.lexer.end;
        self.lexer.advance()?;
        match self.lexer.token {
            Token::Mark(".") => {}
            Token::Mark("(") => {
                let message = "variables have no parameters here, as there is no data: write a formula for each value";
                return Err(self.lexer.fault(message));
            }
            _ => {
                let found = self.lexer.found();
                let message = format!(
                    "found {found} after '{word} {name}': write a dot, as in '{word} {name}. …'"
                );
                return Err(self.lexer.fault(message));
            }
        }
        self.lexer.advance()?;
        let number = self.syntax.variables.len() as Id;
        self.syntax.variables.push(name.to_owned());
        self.bound.insert(name, number);
        self.operators.push((Operator::Fix { is_nu, number }, start, end));
        Ok(())
    }

    fn variable(&mut self, word: &'a str) -> Result<bool, FormulaError> {
        if let Some(&number) = self.bound.get(word) {
            return self.value(Node::Variable(number));
        }
        Err(self.lexer.fault(match word {
            "forall" | "exists" => format!("'{word}' asks for data, which is not here: write the cases out, with '&&' or '||' between them"),
            "val" => "'val' asks for data, which is not here: write 'true' or 'false'".to_owned(),
            "delay" | "yaled" => format!("'{word}' asks for time, which is not here: leave it out"),
            "act" | "sort" | "map" | "cons" | "eqn" | "glob" => {
                format!("'{word}' declares something, and a formula alone is read: begin with the formula")
            }
            "AG" | "AF" | "AX" | "EG" | "EF" | "EX" => {
                format!("'{word}' belongs to CTL, and this is read as mu-calculus: say which logic it is")
            }
            _ => format!(
                "'{word}' is bound nowhere: write 'mu {word}. …' or 'nu {word}. …' around it, or '{word}' in single quotes for what states say"
            ),
        }))
    }

    /// An action with its arguments, and those that happen at the same time.
    fn action(&mut self, first: &'a str) -> Result<bool, FormulaError> {
        if matches!(first, "forall" | "exists" | "val") {
            let message = format!(
                "'{first}' asks for data, which is not here: write the actions out, with '||' between them"
            );
            return Err(self.lexer.fault(message));
        }
        let (start, _) = self.here();
        let (mut parts, mut name) = (Vec::new(), first);
        loop {
            let arguments = match self.lexer.next_char() {
                Some('(') => match self.lexer.arguments()? {
                    all if all == "*" => Arguments::Any,
                    inside => Arguments::Exactly(inside),
                },
                _ => Arguments::None,
            };
            parts.push(Action { name: name.to_owned(), arguments });
            let end = self.lexer.end;
            self.lexer.advance()?;
            if self.lexer.token != Token::Mark("|") {
                parts.sort();
                return self.pattern_at(Pattern::Together(parts), start, end);
            }
            self.lexer.advance()?;
            let Token::Word(next) = self.lexer.token else {
                let found = self.lexer.found();
                let message = format!(
                    "found {found} after '|', which joins actions that happen at once: write an action, or '||' for one of two"
                );
                return Err(self.lexer.fault(message));
            };
            name = next;
        }
    }

    fn pattern(&mut self, pattern: Pattern) -> Result<bool, FormulaError> {
        let (start, end) = self.here();
        self.lexer.advance()?;
        self.pattern_at(pattern, start, end)
    }

    fn pattern_at(
        &mut self,
        pattern: Pattern,
        start: usize,
        end: usize,
    ) -> Result<bool, FormulaError> {
        let next = self.patterns.len() as Id;
        let number = *self.patterns.entry(pattern.clone()).or_insert(next);
        if number == next {
            self.syntax.patterns.push(pattern);
        }
        let id = self.syntax.push(Node::Actions(number), (start as u32, end as u32));
        self.values.push(id);
        Ok(true)
    }

    /// Takes what may stand after a value; whether another value is wanted.
    fn operator(&mut self) -> Result<bool, FormulaError> {
        loop {
            let operator = match (self.lexer.token, self.in_path) {
                (Token::Mark("&&"), _) => Operator::And,
                (Token::Mark("||"), _) => Operator::Or,
                (Token::Mark("=>"), _) => Operator::Implies,
                (Token::Mark("."), true) => Operator::Sequence,
                (Token::Mark("*"), true) => {
                    self.iterate(Node::Star)?;
                    continue;
                }
                (Token::Mark("^+"), true) => {
                    self.iterate(Node::Plus)?;
                    continue;
                }
                (Token::Mark("+"), true) => {
                    // Before a value it is a choice, and otherwise belongs to what comes before it.
                    let next = self.lexer.next_char();
                    let begins = |c: char| c.is_alphanumeric() || "_(!\"".contains(c);
                    if !next.is_some_and(begins) {
                        self.iterate(Node::Plus)?;
                        continue;
                    }
                    Operator::Choice
                }
                (Token::Mark(")"), _) => {
                    self.close_group()?;
                    continue;
                }
                (Token::Mark(mark @ ("]" | ">")), true) => {
                    self.close_path(mark == "]")?;
                    return Ok(true);
                }
                (Token::Mark(";"), false) if self.lexer.next_char().is_none() => {
                    self.lexer.advance()?;
                    continue;
                }
                (Token::End, _) => {
                    self.finish()?;
                    return Ok(false);
                }
                _ => return Err(self.no_operator()),
            };
            let strength = operator.strength(self.in_path);
            // To the right for implications, so that what waits is weaker or the same.
            let least = strength + u8::from(matches!(operator, Operator::Implies));
            self.reduce(least)?;
            self.wait(operator)?;
            return Ok(true);
        }
    }

    fn iterate(&mut self, node: fn(Id) -> Node) -> Result<(), FormulaError> {
        self.reduce(3)?;
        let path = self.top();
        let (start, _) = self.syntax.span(path);
        let id = self.syntax.push(node(path), (start, self.lexer.end as u32));
        *self.values.last_mut().expect("a value comes before") = id;
        self.lexer.advance()
    }

    fn top(&self) -> Id {
        *self.values.last().expect("a value comes before every operator")
    }

    /// Applies what waits and is at least so strong.
    fn reduce(&mut self, least: u8) -> Result<(), FormulaError> {
        while let Some(&(operator, start, end)) = self.operators.last() {
            if operator.strength(self.in_path) < least.max(1) {
                return Ok(());
            }
            self.operators.pop();
            self.apply(operator, start, end)?;
        }
        Ok(())
    }

    fn apply(&mut self, operator: Operator, start: usize, end: usize) -> Result<(), FormulaError> {
        let right = self.values.pop().expect("every operator has a value on its right");
        let last = self.syntax.span(right).1;
        let node = match operator {
            Operator::Not => {
                self.refuse_paths("!", &[right], start, end)?;
                Node::Not(right)
            }
            Operator::Modal { is_box, path } => Node::Modal { is_box, path, then: right },
            Operator::Fix { is_nu, number } => {
                let name = &self.syntax.variables[number as usize];
                self.bound.remove(name.as_str());
                Node::Fix { is_nu, number, body: right }
            }
            _ => {
                let left = self.values.pop().expect("these have one on their left as well");
                let start_left = self.syntax.span(left).0;
                let mark = &self.lexer.text[start..end];
                let node = match operator {
                    Operator::And => Node::And(left, right),
                    Operator::Or => Node::Or(left, right),
                    Operator::Implies => Node::Implies(left, right),
                    Operator::Choice => Node::Choice(left, right),
                    _ => Node::Sequence(left, right),
                };
                if matches!(operator, Operator::And | Operator::Or | Operator::Implies) {
                    self.refuse_paths(mark, &[left, right], start, end)?;
                }
                let id = self.syntax.push(node, (start_left, last));
                self.values.push(id);
                return Ok(());
            }
        };
        let id = self.syntax.push(node, (start as u32, last));
        self.values.push(id);
        Ok(())
    }

    fn refuse_paths(
        &self,
        mark: &str,
        operands: &[Id],
        start: usize,
        end: usize,
    ) -> Result<(), FormulaError> {
        if !operands.iter().any(|&operand| self.syntax.is_path(operand)) {
            return Ok(());
        }
        let message = match mark {
            "||" => "'||' joins actions, and here is a path: write '+'".to_owned(),
            _ => format!(
                "'{mark}' is for actions, and here is a path: write it outside of the brackets"
            ),
        };
        Err(FormulaError::new(self.lexer.text, start, end, message))
    }

    fn close_group(&mut self) -> Result<(), FormulaError> {
        self.reduce(1)?;
        match self.operators.pop() {
            Some((Operator::Group, start, _)) => {
                let value = self.top();
                self.syntax.spans[value as usize] = (start as u32, self.lexer.end as u32);
                self.lexer.advance()
            }
            _ => Err(self.lexer.fault("')' closes nothing: remove it")),
        }
    }

    fn close_path(&mut self, is_box: bool) -> Result<(), FormulaError> {
        self.reduce(1)?;
        match self.operators.pop() {
            Some((Operator::Path { is_box: opened }, start, _)) if opened == is_box => {
                self.in_path = false;
                let path = self.values.pop().expect("a value comes before every operator");
                let end = self.lexer.end;
                self.operators.push((Operator::Modal { is_box, path }, start, end));
                self.lexer.advance()
            }
            Some((Operator::Path { is_box: opened }, ..)) => {
                let (open, close) = if opened { ('[', ']') } else { ('<', '>') };
                let found = self.lexer.found();
                Err(self
                    .lexer
                    .fault(format!("{found} closes what '{open}' opened: write '{close}'")))
            }
            opened => Err(self.never_closes(opened)),
        }
    }

    fn finish(&mut self) -> Result<(), FormulaError> {
        self.reduce(1)?;
        match self.operators.pop() {
            None => Ok(()),
            opened => Err(self.never_closes(opened)),
        }
    }

    fn never_closes(&self, opened: Option<(Operator, usize, usize)>) -> FormulaError {
        let (operator, start, end) = opened.unwrap_or((Operator::Group, 0, 0));
        let close = match operator {
            Operator::Path { is_box: true } => ']',
            Operator::Path { is_box: false } => '>',
            _ => ')',
        };
        let mark = &self.lexer.text[start..end];
        let message = format!("'{mark}' never closes: add '{close}'");
        FormulaError::new(self.lexer.text, start, end, message)
    }

    #[cold]
    fn no_operand(&self) -> FormulaError {
        let found = self.lexer.found();
        let wanted = match self.in_path {
            true => "an action such as a, a(1), \"a !1\", true, '!' or '('",
            false => "true, false, a variable, 'a proposition', '!', '(', '[', '<', 'mu' or 'nu'",
        };
        let hint = match self.lexer.token {
            Token::Proposition(_) => "; actions stand without quotes, or in double ones",
            Token::Text(_) => "; propositions stand in single quotes",
            _ => "",
        };
        self.lexer.fault(format!("found {found} where a value is wanted: write {wanted}{hint}"))
    }

    #[cold]
    fn no_operator(&self) -> FormulaError {
        let found = self.lexer.found();
        let instead = match self.lexer.token {
            Token::Mark("&" | "/\\") => Some("&&"),
            Token::Mark("|" | "\\/") => Some("||"),
            Token::Mark("->" | "=") => Some("=>"),
            Token::Mark("<=>" | "==") => Some("(a => b) && (b => a)"),
            _ => None,
        };
        self.lexer.fault(match (instead, self.in_path) {
            (Some(instead), _) => format!("found {found}: write '{instead}'"),
            (None, true) => format!("found {found} after an action: write '.', '+', '*', '^+', '&&', '||', or the bracket that closes"),
            (None, false) => format!("found {found} after a formula: write '&&', '||' or '=>' between two, or ')' if one opened"),
        })
    }
}

/// Words that cannot be variables or actions.
pub(crate) const KEYWORDS: [&str; 10] =
    ["true", "false", "mu", "nu", "forall", "exists", "val", "nil", "delay", "yaled"];
