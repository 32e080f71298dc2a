//! A formula that can be asked.

use std::fmt;
use std::str::FromStr;

use retrograde_core::{Control, Stopped};

use super::closure::{Closure, FormId, Origin};
use super::error::FormulaError;
use super::ranks::Ranks;
use super::syntax::{Node, Syntax};
use super::{ctl, parse};

/// A language for formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Logic {
    /// The modal mu-calculus with regular formulas, as mCRL2 writes it, without data.
    #[default]
    Mu,
    /// Computation tree logic, over maximal paths.
    Ctl,
}

impl Logic {
    /// Both, in the order in which they are listed.
    pub const ALL: [Logic; 2] = [Logic::Mu, Logic::Ctl];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Logic::Mu => "mu",
            Logic::Ctl => "ctl",
        }
    }
}

impl fmt::Display for Logic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Logic {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Logic::ALL.into_iter().find(|logic| logic.name() == name);
        known.ok_or_else(|| format!("'{name}' is no logic: write mu or ctl"))
    }
}

/// A formula, closed and with a meaning.
///
/// ```
/// use retrograde_logic::check::Formula;
/// let formula = Formula::parse("nu X. mu Y. <a>X || <true>Y")?;
/// assert_eq!(formula.alternation_depth(), 2);
/// // One fixpoint inside of another that does not depend on it is no alternation.
/// let formula = Formula::parse("nu X. [true]X && (mu Y. 'p' || <true>Y)")?;
/// assert_eq!(formula.alternation_depth(), 1);
/// assert_eq!(Formula::ctl("AG EF p")?.alternation_depth(), 1);
/// # Ok::<(), retrograde_logic::check::FormulaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Formula {
    text: String,
    syntax: Syntax,
    closure: Closure,
}

impl Formula {
    /// Reads a formula of the mu-calculus: `mu X. …`, `nu X. …`, `&&`, `||`, `!`, `=>`, `true`, `false`,
    /// `<path>…` and `[path]…`, variables, and propositions in single quotes, `'name=value'` or `'name'`
    /// for what is said to be true.
    ///
    /// A path is made of sets of actions with `.` (one after the other), `+` (one of two), `*` (any
    /// number) and `^+` (one or more); a set of actions of `a`, `a(1)`, `a(*)` (with any arguments or
    /// none), `a|b` (both at once), `"any label"`, `tau` (the internal action), `true`, `false`, `!`,
    /// `&&`, `||` and `=>`. Comments run from `%` to the end of the line.
    ///
    /// # Errors
    /// What is wrong, where, and what to write instead.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        Self::read(text, Logic::Mu)
    }

    /// Reads a formula of CTL: `AG`, `AF`, `AX`, `EG`, `EF`, `EX`, `A[p U q]`, `E[p U q]`, also with `W`
    /// (weak until) and `R` (release), `!`, `&&`, `||`, `=>`, `true`, `false`, and propositions, in single
    /// quotes or as a word. Paths end where there are no transitions.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub fn ctl(text: &str) -> Result<Self, FormulaError> {
        Self::read(text, Logic::Ctl)
    }

    /// Reads a formula of a logic.
    ///
    /// # Errors
    /// As for [`parse`](Self::parse).
    pub fn read(text: &str, logic: Logic) -> Result<Self, FormulaError> {
        if u32::try_from(text.len()).is_err() {
            return Err(FormulaError::new(
                "",
                0,
                0,
                "the formula is longer than 4 GiB: shorten it",
            ));
        }
        let syntax = match logic {
            Logic::Mu => parse::parse(text)?,
            Logic::Ctl => ctl::parse(text)?,
        };
        let closure = Closure::new(&syntax, text)?;
        Ok(Formula { text: text.to_owned(), syntax, closure })
    }

    /// What was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How often least and greatest fixpoints alternate, where each depends on the next: 0 without
    /// fixpoints, 1 without alternation.
    #[must_use]
    pub fn alternation_depth(&self) -> u32 {
        self.ranks(&Control::ALONE).map_or(0, |ranks| ranks.depth)
    }

    pub(crate) fn ranks(&self, control: &Control<'_>) -> Result<Ranks, Stopped> {
        Ranks::new(&self.closure, control)
    }

    pub(crate) fn syntax(&self) -> &Syntax {
        &self.syntax
    }

    pub(crate) fn closure(&self) -> &Closure {
        &self.closure
    }

    /// Whether it asks what is said of states.
    #[must_use]
    pub fn has_propositions(&self) -> bool {
        !self.syntax.propositions.is_empty()
    }

    /// The formula on one line, without its comments, and cut where it has more characters than `most`.
    #[must_use]
    pub fn line(&self, most: usize) -> String {
        line(&self.text, most)
    }

    /// The part of the text that a form comes from, or its opposite, on one line and not too long.
    pub(crate) fn part(&self, form: FormId) -> String {
        const SHOWN: usize = 60;
        let Origin { node, negated } = self.closure.origin[form as usize];
        let (start, end) = self.syntax.span(node);
        let part = line(&self.text[start as usize..end as usize], SHOWN);
        let is_one = matches!(
            self.syntax.node(node),
            Node::True | Node::False | Node::Proposition(_) | Node::Modal { .. }
        ) || is_enclosed(&part);
        match (negated, is_one) {
            (false, _) => part,
            (true, true) => format!("!{part}"),
            (true, false) => format!("!({part})"),
        }
    }
}

/// Whether the bracket that opens a text is closed by its last character.
fn is_enclosed(text: &str) -> bool {
    let mut depth = 0_usize;
    let closed = text.char_indices().find_map(|(at, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(at + 1)
    });
    text.starts_with('(') && closed == Some(text.len())
}

/// Text on one line, without comments, of at most so many characters and a mark where it was cut.
fn line(text: &str, most: usize) -> String {
    let mut shown = String::new();
    for part in text.lines().map(|line| line.split('%').next().unwrap_or("")) {
        for word in part.split_whitespace() {
            if !shown.is_empty() {
                shown.push(' ');
            }
            shown.push_str(word);
            if shown.len() > most.saturating_mul(4) {
                break;
            }
        }
    }
    match shown.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &shown[..at]),
        None => shown,
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim())
    }
}
