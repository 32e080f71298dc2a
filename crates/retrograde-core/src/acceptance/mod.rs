//! Winning conditions on the colours that come up infinitely often.

mod colors;
mod game;
mod named;
mod parse;
mod spelled;
#[cfg(test)]
mod tests;

use std::fmt;

pub use colors::{Color, Colors, ColorsError};
pub use game::EmersonLeiGame;
pub use named::Pair;
pub use parse::AcceptanceError;
pub use spelled::SpellingError;

/// A formula without parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// `t`: always holds.
    True,
    /// `f`: never holds.
    False,
    /// `Inf(n)`: colour `n` comes up infinitely often.
    Inf(Color),
    /// `Fin(n)`: it does not.
    Fin(Color),
}

/// How a formula is made of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Join {
    /// `&`: all of them hold.
    And,
    /// `|`: at least one of them holds.
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    Term(Term),
    /// With so many parts, always two or more.
    Join(Join, u32),
}

/// An Emerson–Lei condition: a boolean combination of `Inf(n)` and `Fin(n)`, in the syntax of the
/// HOA format. Player 0 wins an infinite play if the set of colours that come up infinitely often
/// satisfies it.
///
/// ```
/// use retrograde_core::{Acceptance, Colors};
/// let acceptance: Acceptance = "Inf(0)&Fin(1) | Inf(2)".parse()?;
/// assert!(acceptance.accepts(Colors(0b001)));
/// assert!(!acceptance.accepts(Colors(0b011)));
/// assert!(acceptance.accepts(Colors(0b111)));
/// assert_eq!(acceptance.to_string(), "Inf(0)&Fin(1) | Inf(2)");
/// assert_eq!(acceptance.negated().to_string(), "(Fin(0) | Inf(1))&Fin(2)");
/// # Ok::<(), retrograde_core::AcceptanceError>(())
/// ```
///
/// What it prints is read back as the same formula, as long as it has no more than
/// [`NESTING`](Acceptance::NESTING) parentheses inside each other.
///
/// Source: E. A. Emerson and C.-L. Lei, *Modalities for model checking: branching time logic
/// strikes back* (1987); T. Babiak et al., *The Hanoi omega-automata format* (2015).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Acceptance {
    /// Every formula before its parts; no join is directly inside one of its own kind.
    nodes: Vec<Node>,
}

impl Acceptance {
    /// How deep parentheses may be nested in a formula that is read.
    pub const NESTING: usize = 256;

    /// The condition of one term.
    #[must_use]
    pub fn term(term: Term) -> Self {
        Acceptance { nodes: vec![Node::Term(term)] }
    }

    /// `Inf(n)`: the colour comes up infinitely often.
    #[must_use]
    pub fn inf(color: Color) -> Self {
        Self::term(Term::Inf(color))
    }

    /// `Fin(n)`: the colour does not come up infinitely often.
    #[must_use]
    pub fn fin(color: Color) -> Self {
        Self::term(Term::Fin(color))
    }

    /// All of the parts hold; `t` if there are none.
    #[must_use]
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::join(Join::And, parts)
    }

    /// At least one of the parts holds; `f` if there are none.
    #[must_use]
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::join(Join::Or, parts)
    }

    fn join(join: Join, parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else {
            return Self::term(if join == Join::And { Term::True } else { Term::False });
        };
        let Some(second) = parts.next() else { return first };
        let mut nodes = vec![Node::Join(join, 0)];
        let mut count = 0;
        for part in [first, second].into_iter().chain(parts) {
            match part.nodes[0] {
                Node::Join(inner, inside) if inner == join => {
                    nodes.extend_from_slice(&part.nodes[1..]);
                    count += inside;
                }
                _ => {
                    nodes.extend_from_slice(&part.nodes);
                    count += 1;
                }
            }
        }
        nodes[0] = Node::Join(join, count);
        Acceptance { nodes }
    }

    /// The value of the formula, computed from the values of its terms and, two by two, of the
    /// parts of each join. Uses no recursion.
    ///
    /// ```
    /// use retrograde_core::Acceptance;
    /// let acceptance: Acceptance = "Inf(0)&(Fin(1) | Inf(2))".parse()?;
    /// assert_eq!(acceptance.fold(|_| 1, |_, left, right| left + right), 3);
    /// # Ok::<(), retrograde_core::AcceptanceError>(())
    /// ```
    pub fn fold<T>(
        &self,
        mut term: impl FnMut(Term) -> T,
        mut join: impl FnMut(Join, T, T) -> T,
    ) -> T {
        let mut values = Vec::with_capacity(8);
        // Backwards, so that the parts are there when their join comes, the first on top.
        for &node in self.nodes.iter().rev() {
            let value = match node {
                Node::Term(leaf) => Some(term(leaf)),
                Node::Join(kind, count) => {
                    let first = values.pop();
                    (1..count).fold(first, |left, _| {
                        let right = values.pop();
                        left.zip(right).map(|(left, right)| join(kind, left, right))
                    })
                }
            };
            values.extend(value);
        }
        values.pop().expect("a formula has a node")
    }

    /// Whether it holds for a play in which exactly these colours come up infinitely often.
    #[must_use]
    pub fn accepts(&self, infinitely_often: Colors) -> bool {
        let term = |term| match term {
            Term::True => true,
            Term::False => false,
            Term::Inf(color) => infinitely_often.contains(color),
            Term::Fin(color) => !infinitely_often.contains(color),
        };
        self.fold(term, |join, left, right| match join {
            Join::And => left & right,
            Join::Or => left | right,
        })
    }

    /// The formula that holds exactly when this one does not.
    #[must_use]
    pub fn negated(&self) -> Self {
        let turned = |node: &Node| match *node {
            Node::Term(Term::True) => Node::Term(Term::False),
            Node::Term(Term::False) => Node::Term(Term::True),
            Node::Term(Term::Inf(color)) => Node::Term(Term::Fin(color)),
            Node::Term(Term::Fin(color)) => Node::Term(Term::Inf(color)),
            Node::Join(Join::And, count) => Node::Join(Join::Or, count),
            Node::Join(Join::Or, count) => Node::Join(Join::And, count),
        };
        Acceptance { nodes: self.nodes.iter().map(turned).collect() }
    }

    /// The colours it speaks of.
    #[must_use]
    pub fn colors(&self) -> Colors {
        let named = self.nodes.iter().filter_map(|node| match *node {
            Node::Term(Term::Inf(color) | Term::Fin(color)) => Some(color),
            _ => None,
        });
        named.collect()
    }

    /// How many terms and joins it is made of.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>()) as u64
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::True => f.write_str("t"),
            Term::False => f.write_str("f"),
            Term::Inf(color) => write!(f, "Inf({color})"),
            Term::Fin(color) => write!(f, "Fin({color})"),
        }
    }
}

impl fmt::Display for Acceptance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The joins that are not finished, with the number of parts still to come.
        let mut open: Vec<(Join, u32)> = Vec::new();
        for node in &self.nodes {
            let term = match *node {
                Node::Join(join, count) => {
                    // Below another join there can only be one of the other kind.
                    if join == Join::Or && !open.is_empty() {
                        f.write_str("(")?;
                    }
                    open.push((join, count));
                    continue;
                }
                Node::Term(term) => term,
            };
            term.fmt(f)?;
            while let Some((join, left)) = open.last_mut() {
                *left -= 1;
                if *left > 0 {
                    f.write_str(if *join == Join::And { "&" } else { " | " })?;
                    break;
                }
                let is_or = *join == Join::Or;
                open.pop();
                if is_or && !open.is_empty() {
                    f.write_str(")")?;
                }
            }
        }
        Ok(())
    }
}

/// A token of the input in quotes, shortened, with nothing invisible in it.
fn shown(token: &str) -> String {
    const SHOWN: usize = 40;
    let mut text = String::from("'");
    text.extend(token.chars().take(SHOWN).flat_map(char::escape_debug));
    if token.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    text.push('\'');
    text
}
