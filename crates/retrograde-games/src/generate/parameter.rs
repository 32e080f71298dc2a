//! What a family wants to know, and the values given.

use std::fmt;
use std::str::FromStr;

/// What a family wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, as in `vertices=1000`.
    pub name: &'static str,
    /// What its values are.
    pub kind: ParameterKind,
    /// The value it has if none is given; `None` if one must be.
    pub default: Option<&'static str>,
    /// What it means, in a few words.
    pub description: &'static str,
}

/// The values a parameter takes.
///
/// ```
/// use retrograde_games::generate::ParameterKind;
/// assert_eq!(ParameterKind::Share.allowed(), "a number from 0 to 1, such as 0.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterKind {
    /// How many of something: at least one, and few enough to be numbered.
    Count,
    /// An average number of moves.
    Mean,
    /// A part of the whole.
    Share,
    /// The seed of the random numbers.
    Seed,
}

impl ParameterKind {
    /// The values allowed, in words that follow "give".
    #[must_use]
    pub fn allowed(self) -> &'static str {
        match self {
            ParameterKind::Count => "a whole number from 1 to 4294967295",
            ParameterKind::Mean => "a number from 1 to 2147483648, such as 2.5",
            ParameterKind::Share => "a number from 0 to 1, such as 0.1",
            ParameterKind::Seed => "a whole number from 0 to 18446744073709551615",
        }
    }

    /// Reads a value; if it is none of those allowed, the error is how it was understood.
    pub(super) fn read(self, text: &str) -> Result<Value, String> {
        match self {
            ParameterKind::Count => within(text, 1..=u64::from(u32::MAX)).map(Value::Whole),
            // With the largest mean, one vertex may have as many moves as can be counted.
            ParameterKind::Mean => within(text, 1.0..=2_147_483_648.0).map(Value::Real),
            ParameterKind::Share => within(text, 0.0..=1.0).map(Value::Real),
            ParameterKind::Seed => within(text, 0..=u64::MAX).map(Value::Whole),
        }
    }
}

fn within<T: FromStr + PartialOrd + fmt::Display>(
    text: &str,
    range: std::ops::RangeInclusive<T>,
) -> Result<T, String> {
    let value: T = text.parse().map_err(|_| text.to_owned())?;
    if range.contains(&value) { Ok(value) } else { Err(value.to_string()) }
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Whole(u64),
    Real(f64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(value) => value.fmt(f),
            Value::Real(value) => value.fmt(f),
        }
    }
}

/// A family's parameters with their values, all of them in range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Values(pub(super) Vec<(&'static str, Value)>);

impl Values {
    /// The value of a count or a seed.
    ///
    /// # Panics
    /// If the family has no such parameter: its entry in the table and its functions disagree.
    pub(super) fn whole(&self, name: &str) -> u64 {
        match self.get(name) {
            Value::Whole(value) => value,
            Value::Real(_) => panic!("'{name}' is not a whole number"),
        }
    }

    /// As [`whole`](Self::whole), for calculations that a `u64` may be too small for.
    pub(super) fn wide(&self, name: &str) -> u128 {
        self.whole(name).into()
    }

    /// The value of a mean or a share.
    ///
    /// # Panics
    /// As [`whole`](Self::whole).
    pub(super) fn real(&self, name: &str) -> f64 {
        match self.get(name) {
            Value::Real(value) => value,
            Value::Whole(_) => panic!("'{name}' is a whole number"),
        }
    }

    fn get(&self, name: &str) -> Value {
        let found = self.0.iter().find(|(parameter, _)| *parameter == name);
        found.unwrap_or_else(|| panic!("there is no parameter '{name}'")).1
    }
}
