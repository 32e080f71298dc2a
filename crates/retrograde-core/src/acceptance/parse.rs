//! Reading conditions in the syntax of the HOA format.

use std::str::FromStr;

use super::{Acceptance, Color, Term, shown};

/// Why text is not a condition. Columns count characters from 1.
///
/// ```
/// use retrograde_core::Acceptance;
/// let error = |text: &str| text.parse::<Acceptance>().unwrap_err().to_string();
/// assert_eq!(
///     error("Inf(0) & inf(1)"),
///     "column 10: expected Inf(n), Fin(n), t, f or '(', found 'inf'"
/// );
/// assert_eq!(error("Inf(0) Fin(1)"), "column 8: expected '&', '|' or the end, found 'Fin'");
/// assert_eq!(error("Inf(64)"), "column 5: colours are numbers from 0 to 63, not '64'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AcceptanceError {
    /// A token where another was expected.
    #[error("column {column}: expected {expected}, found {found}")]
    Unexpected {
        /// Where it is.
        column: usize,
        /// The token in quotes, or that the text ends there.
        found: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// A number that is not a colour's.
    #[error("column {column}: colours are numbers from 0 to 63, not {found}")]
    NoColor {
        /// Where it is.
        column: usize,
        /// The number in quotes.
        found: String,
    },
    /// `Inf(!n)` or `Fin(!n)`: about vertices that do not have the colour.
    #[error(
        "column {column}: '!' before a colour cannot be used: give the vertices without that colour one of their own and name it instead"
    )]
    Negated {
        /// Where the `!` is.
        column: usize,
    },
    /// A parenthesis that never closes.
    #[error("column {column}: the parenthesis '(' that opens here never closes: add ')'")]
    Unclosed {
        /// Where it opens.
        column: usize,
    },
    /// More parentheses inside each other than [`Acceptance::NESTING`].
    #[error(
        "column {column}: '(' is inside {} others: write the formula with fewer parentheses",
        Acceptance::NESTING
    )]
    TooDeep {
        /// Where the first one too many is.
        column: usize,
    },
}

impl AcceptanceError {
    /// Where it is, for a reader that knows where in a file the text stands.
    ///
    /// ```
    /// use retrograde_core::Acceptance;
    /// let error = "Inf(0) & x".parse::<Acceptance>().unwrap_err();
    /// assert_eq!(error.column(), 10);
    /// assert_eq!(error.message(), "expected Inf(n), Fin(n), t, f or '(', found 'x'");
    /// ```
    #[must_use]
    pub fn column(&self) -> usize {
        match *self {
            AcceptanceError::Unexpected { column, .. }
            | AcceptanceError::NoColor { column, .. }
            | AcceptanceError::Negated { column }
            | AcceptanceError::Unclosed { column }
            | AcceptanceError::TooDeep { column } => column,
        }
    }

    /// What is wrong, without the place.
    #[must_use]
    pub fn message(&self) -> String {
        let whole = self.to_string();
        whole.split_once(": ").map_or("", |(_place, message)| message).to_owned()
    }
}

impl FromStr for Acceptance {
    type Err = AcceptanceError;

    /// Reads a formula; `&` binds tighter than `|`.
    fn from_str(text: &str) -> Result<Self, AcceptanceError> {
        let mut tokens = Tokens::new(text);
        let mut level = Level::default();
        // What was begun outside of the parentheses at hand, and where those open.
        let mut outer: Vec<(Level, usize)> = Vec::new();
        loop {
            if tokens.is("(") {
                if outer.len() == Acceptance::NESTING {
                    return Err(AcceptanceError::TooDeep { column: tokens.column });
                }
                outer.push((std::mem::take(&mut level), tokens.column));
                tokens.advance();
                continue;
            }
            level.factors.push(Acceptance::term(term(&mut tokens)?));
            while tokens.is(")") {
                let Some((around, _)) = outer.pop() else { break };
                let inside = std::mem::replace(&mut level, around).finish();
                level.factors.push(inside);
                tokens.advance();
            }
            if tokens.is("|") {
                level.end_summand();
            } else if !tokens.is("&") {
                return match outer.last() {
                    _ if !tokens.token.is_empty() && outer.is_empty() => {
                        Err(tokens.unexpected("'&', '|' or the end"))
                    }
                    None => Ok(level.finish()),
                    Some(&(_, column)) if tokens.token.is_empty() => {
                        Err(AcceptanceError::Unclosed { column })
                    }
                    Some(_) => Err(tokens.unexpected("'&', '|' or ')'")),
                };
            }
            tokens.advance();
        }
    }
}

/// What was read between two parentheses so far.
#[derive(Default)]
struct Level {
    summands: Vec<Acceptance>,
    /// The parts of the last summand.
    factors: Vec<Acceptance>,
}

impl Level {
    fn end_summand(&mut self) {
        self.summands.push(Acceptance::all(self.factors.drain(..)));
    }

    fn finish(mut self) -> Acceptance {
        self.end_summand();
        Acceptance::any(self.summands)
    }
}

fn term(tokens: &mut Tokens<'_>) -> Result<Term, AcceptanceError> {
    let kind: fn(Color) -> Term = match tokens.token {
        "t" | "f" => {
            let term = if tokens.is("t") { Term::True } else { Term::False };
            tokens.advance();
            return Ok(term);
        }
        "Inf" => Term::Inf,
        "Fin" => Term::Fin,
        _ => return Err(tokens.unexpected("Inf(n), Fin(n), t, f or '('")),
    };
    tokens.advance();
    tokens.take("(", "'('")?;
    if tokens.is("!") {
        return Err(AcceptanceError::Negated { column: tokens.column });
    }
    if !tokens.token.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(tokens.unexpected("the number of a colour"));
    }
    let color = tokens.token.parse().ok().and_then(Color::new);
    let Some(color) = color else {
        let found = shown(tokens.token);
        return Err(AcceptanceError::NoColor { column: tokens.column, found });
    };
    tokens.advance();
    tokens.take(")", "')'")?;
    Ok(kind(color))
}

/// The words and signs of a formula, one at a time.
struct Tokens<'a> {
    /// The one at hand; empty at the end.
    token: &'a str,
    column: usize,
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        let mut tokens = Tokens { token: "", column: 1, rest: text };
        tokens.advance();
        tokens
    }

    fn advance(&mut self) {
        self.column += self.token.chars().count();
        let text = self.rest.trim_start();
        self.column += self.rest[..self.rest.len() - text.len()].chars().count();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match text.find(|c| !is_word(c)) {
            Some(0) => text.chars().next().map_or(0, char::len_utf8),
            Some(end) => end,
            None => text.len(),
        };
        (self.token, self.rest) = text.split_at(length);
    }

    fn is(&self, token: &str) -> bool {
        self.token == token
    }

    fn take(&mut self, token: &str, expected: &'static str) -> Result<(), AcceptanceError> {
        if !self.is(token) {
            return Err(self.unexpected(expected));
        }
        self.advance();
        Ok(())
    }

    fn unexpected(&self, expected: &'static str) -> AcceptanceError {
        let found = match self.token {
            "" => "the end".to_owned(),
            token => shown(token),
        };
        AcceptanceError::Unexpected { column: self.column, found, expected }
    }
}
