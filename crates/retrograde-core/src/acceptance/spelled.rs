//! The other ways to write a condition down: the names of the HOA format, and lists of sets.

use super::{Acceptance, Color, Colors, Join, Node, Pair, Term, shown};
use super::{AcceptanceError, ColorsError};

impl Acceptance {
    /// Reads a condition as people write it: a formula, a name of the HOA format with its number
    /// (`Buchi`, `co-Buchi`, `generalized-Buchi 3`, `generalized-co-Buchi 3`, `Rabin 2`,
    /// `Streett 2`, `parity max even 4`, `all`, `none`), or the sets of a Muller condition,
    /// `{0,1} {2}`. `used` are the colours of the game: a set of a Muller condition means exactly
    /// its own colours and none of the others.
    ///
    /// # Errors
    /// Text that is none of these.
    ///
    /// ```
    /// use retrograde_core::{Acceptance, Colors};
    /// let read = |text| Acceptance::spelled(text, Colors::first(2)).map(|read| read.to_string());
    /// assert_eq!(read("generalized-Buchi 2").as_deref(), Ok("Inf(0)&Inf(1)"));
    /// assert_eq!(read("Rabin 1").as_deref(), Ok("Fin(0)&Inf(1)"));
    /// assert_eq!(read("{0} {0,1}").as_deref(), Ok("Inf(0)&Fin(1) | Inf(0)&Inf(1)"));
    /// assert_eq!(read("parity min odd 2").as_deref(), Ok("Fin(0)&Inf(1)"));
    /// assert_eq!(read("Fin(1)").as_deref(), Ok("Fin(1)"));
    /// ```
    pub fn spelled(text: &str, used: Colors) -> Result<Self, SpellingError> {
        if text.trim_start().starts_with('{') {
            return sets(text).map(|sets| Acceptance::muller(used, &sets));
        }
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let rest: Vec<&str> = words.collect();
        let counted = |most: u32| match rest[..] {
            [number] => count(name, number, most),
            _ => Err(SpellingError::NoCount { name: name.to_owned() }),
        };
        let plain = |acceptance: Acceptance| match rest[..] {
            [] => Ok(acceptance),
            [word, ..] => Err(SpellingError::Surplus { name: name.to_owned(), word: shown(word) }),
        };
        match name {
            "all" => plain(Acceptance::all([])),
            "none" => plain(Acceptance::any([])),
            "Buchi" => plain(Acceptance::buchi()),
            "co-Buchi" => plain(Acceptance::co_buchi()),
            "generalized-Buchi" => {
                Ok(Acceptance::generalized_buchi(Colors::first(counted(Color::COUNT)?)))
            }
            "generalized-co-Buchi" => {
                let colors = Colors::first(counted(Color::COUNT)?);
                Ok(Acceptance::any(colors.iter().map(Acceptance::fin)))
            }
            "Rabin" => Ok(Acceptance::rabin(&Pair::numbered(counted(Color::COUNT / 2)?))),
            "Streett" => Ok(Acceptance::streett(&Pair::numbered(counted(Color::COUNT / 2)?))),
            "parity" => match rest[..] {
                [extreme @ ("max" | "min"), kind @ ("even" | "odd"), number] => {
                    let count = count(name, number, Color::COUNT)?;
                    Ok(parity(extreme == "max", kind == "odd", count))
                }
                _ => Err(SpellingError::NoParity),
            },
            // A formula begins with a parenthesis, or with one of these words.
            _ if name.starts_with(|c: char| c.is_ascii_alphabetic())
                && !["Inf", "Fin", "inf", "fin", "t", "f"].contains(&first_word(name)) =>
            {
                Err(SpellingError::NoName { name: shown(name) })
            }
            _ => Ok(text.parse()?),
        }
    }

    /// Whether it is written as a Rabin condition: at least one of several pairs holds, each of at
    /// most one `Fin` and one `Inf`.
    ///
    /// ```
    /// use retrograde_core::{Acceptance, Pair};
    /// assert!(Acceptance::rabin(&Pair::numbered(3)).is_rabin());
    /// assert!(!Acceptance::streett(&Pair::numbered(3)).is_rabin());
    /// assert!(Acceptance::streett(&Pair::numbered(3)).is_streett());
    /// ```
    #[must_use]
    pub fn is_rabin(&self) -> bool {
        let nodes = match self.nodes[..] {
            [Node::Join(Join::Or, _), ref parts @ ..] => parts,
            ref whole => whole,
        };
        // Where a pair has begun: how many of its terms are to come, and which it has had.
        let (mut left, mut inf, mut fin) = (0, false, false);
        for node in nodes {
            let term = match *node {
                Node::Join(Join::And, count) if left == 0 => {
                    (left, inf, fin) = (count, false, false);
                    continue;
                }
                Node::Join(..) => return false,
                Node::Term(term) => term,
            };
            if left == 0 {
                continue;
            }
            left -= 1;
            let again = match term {
                Term::Inf(_) => std::mem::replace(&mut inf, true),
                Term::Fin(_) => std::mem::replace(&mut fin, true),
                Term::True | Term::False => false,
            };
            if again {
                return false;
            }
        }
        true
    }

    /// Whether it is written as a Streett condition: all of several pairs hold, each of at most one
    /// `Fin` or one `Inf`.
    #[must_use]
    pub fn is_streett(&self) -> bool {
        self.negated().is_rabin()
    }
}

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

/// Of the colours below `count`, the largest or smallest that comes up infinitely often is odd or
/// even. Where none does, the format's formulas read as if the next one had: -1 below the smallest
/// where the largest decides, `count` where the smallest does.
fn parity(max: bool, odd: bool, count: u32) -> Acceptance {
    let accepting = |number: u32| (number % 2 == 1) == odd;
    let nothing = if max { odd } else { accepting(count) };
    let start = if nothing { Acceptance::all([]) } else { Acceptance::any([]) };
    let mut colors: Vec<Color> = Colors::first(count).iter().collect();
    // The colour that decides last comes first.
    if !max {
        colors.reverse();
    }
    colors.into_iter().fold(start, |weaker, color| match accepting(color.number()) {
        true => either(Acceptance::inf(color), weaker),
        false => both(Acceptance::fin(color), weaker),
    })
}

/// Without a part that changes nothing.
fn either(first: Acceptance, second: Acceptance) -> Acceptance {
    match second.nodes[..] {
        [Node::Term(Term::False)] => first,
        [Node::Term(Term::True)] => second,
        _ => Acceptance::any([first, second]),
    }
}

fn both(first: Acceptance, second: Acceptance) -> Acceptance {
    match second.nodes[..] {
        [Node::Term(Term::True)] => first,
        [Node::Term(Term::False)] => second,
        _ => Acceptance::all([first, second]),
    }
}

fn count(name: &str, number: &str, most: u32) -> Result<u32, SpellingError> {
    let count = number.parse().ok().filter(|&count: &u32| count <= most);
    count.ok_or_else(|| SpellingError::BadCount {
        name: name.to_owned(),
        found: shown(number),
        most,
    })
}

/// The sets between braces, with or without commas between them.
fn sets(text: &str) -> Result<Vec<Colors>, SpellingError> {
    let mut sets = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let inside = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let Some((set, after)) = inside else {
            return Err(SpellingError::NoSet { found: shown(rest) });
        };
        sets.push(Colors::parse(set)?);
        let after = after.trim_start();
        rest = after.strip_prefix(',').unwrap_or(after).trim_start();
    }
    Ok(sets)
}

/// Why text is not a condition.
///
/// ```
/// use retrograde_core::{Acceptance, Colors};
/// let error = |text| Acceptance::spelled(text, Colors::EMPTY).unwrap_err().to_string();
/// assert_eq!(error("Rabin"), "say how many: 'Rabin 2'");
/// assert_eq!(error("Streett 33"), "Streett takes a number from 0 to 32, not '33'");
/// assert_eq!(error("{0} 1"), "expected a set such as {0,1}, found '1'");
/// assert!(error("rabin 1").starts_with("'rabin' is no name of a condition: there are Buchi, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpellingError {
    /// A formula that does not hold together.
    #[error(transparent)]
    Formula(#[from] AcceptanceError),
    /// A name that is none of a condition.
    #[error(
        "{name} is no name of a condition: there are Buchi, co-Buchi, generalized-Buchi N, generalized-co-Buchi N, Rabin N, Streett N, parity max|min even|odd N, all, none; or write a formula such as Inf(0)&Fin(1)"
    )]
    NoName {
        /// The name in quotes.
        name: String,
    },
    /// A set with something in it that is not a colour.
    #[error(transparent)]
    Colors(#[from] ColorsError),
    /// Something that is not a set among sets.
    #[error("expected a set such as {{0,1}}, found {found}")]
    NoSet {
        /// What is there, in quotes.
        found: String,
    },
    /// A name without its number.
    #[error("say how many: '{name} 2'")]
    NoCount {
        /// The name.
        name: String,
    },
    /// A name with a number that is too large, or none at all.
    #[error("{name} takes a number from 0 to {most}, not {found}")]
    BadCount {
        /// The name.
        name: String,
        /// What is there, in quotes.
        found: String,
        /// The largest number possible.
        most: u32,
    },
    /// `parity` without what belongs to it.
    #[error("say which parity: 'parity max even 4'")]
    NoParity,
    /// More behind a name than belongs to it.
    #[error("{name} stands alone: take away {word}")]
    Surplus {
        /// The name.
        name: String,
        /// The first word too many, in quotes.
        word: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the colour that decides says, straight from the definition.
    fn parity_by_definition(max: bool, odd: bool, count: u32, seen: Colors) -> bool {
        let seen: Vec<u32> =
            seen.intersection(Colors::first(count)).iter().map(Color::number).collect();
        let decides = if max { seen.last() } else { seen.first() };
        match decides {
            Some(color) => (color % 2 == 1) == odd,
            // The format's formulas read as if -1 (max) or `count` (min) came up.
            None if max => odd,
            None => (count % 2 == 1) == odd,
        }
    }

    #[test]
    fn parity_conditions_mean_what_they_are_called() {
        for (count, seen) in (0..5).flat_map(|count| (0..32).map(move |seen| (count, seen))) {
            for (max, odd) in [(false, false), (false, true), (true, false), (true, true)] {
                let text = format!(
                    "parity {} {} {count}",
                    if max { "max" } else { "min" },
                    if odd { "odd" } else { "even" }
                );
                let condition = Acceptance::spelled(&text, Colors::EMPTY).unwrap();
                assert_eq!(
                    condition.accepts(Colors(seen)),
                    parity_by_definition(max, odd, count, Colors(seen)),
                    "{text} with {seen:b}: {condition}"
                );
            }
        }
    }

    #[test]
    fn shapes_are_told_apart() {
        let shape = |text: &str| {
            let condition: Acceptance = text.parse().unwrap();
            (condition.is_rabin(), condition.is_streett())
        };
        assert_eq!(shape("Inf(0)"), (true, true));
        assert_eq!(shape("Inf(0)&Fin(1)"), (true, true));
        assert_eq!(shape("Inf(0)&Fin(1) | Inf(2)"), (true, false));
        assert_eq!(shape("Inf(0)&Inf(1)"), (false, true));
        assert_eq!(shape("(Inf(0) | Fin(1))&(Fin(2) | Inf(3))"), (false, true));
        assert_eq!(shape("Inf(0)&(Fin(1) | Inf(2)&Fin(3))"), (false, false));
        assert_eq!(shape("t"), (true, true));
    }
}
