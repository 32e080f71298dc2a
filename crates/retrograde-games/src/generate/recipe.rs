//! A family with its parameters filled in: read, printed, measured and built.

use std::fmt;
use std::str::FromStr;

use retrograde_core::memory::{self, Bytes};
use retrograde_core::{Allowance, Arena, Control, Graph};

use super::draft::Plan;
use super::error::GenerateError;
use super::family::Family;
use super::parameter::Values;
use super::size::Size;

/// Everything that decides a generated graph or arena, known to be possible.
///
/// Reads and prints as one line; values without names fill the parameters in their order, those
/// left out have their defaults.
///
/// ```
/// use retrograde_core::Control;
/// use retrograde_games::generate::Recipe;
/// let recipe: Recipe = "random 1000 moves=2.5 seed=7".parse()?;
/// assert_eq!(recipe.to_string(), "random vertices=1000 moves=2.5 terminals=0.1 seed=7");
/// assert_eq!(recipe.size().edges, 2250);
/// assert_eq!(recipe.build(&Control::default())?.graph.vertex_count(), 1000);
/// # Ok::<(), retrograde_games::generate::GenerateError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    family: Family,
    values: Values,
    size: Size,
}

impl Recipe {
    /// A recipe from words such as `1000` and `seed=7`.
    ///
    /// # Errors
    /// A name that the family does not know, a parameter given twice or not at all, a value that is
    /// not a number or out of range, more vertices than a `u32` can number.
    pub fn from_words<'a>(
        family: Family,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, GenerateError> {
        let given = place(family, words)?;
        let mut values = Vec::with_capacity(given.len());
        for (parameter, given) in family.parameters().iter().zip(given) {
            let (name, allowed) = (parameter.name, parameter.kind.allowed());
            let missing = GenerateError::MissingParameter { family, parameter: name, allowed };
            let text = given.or(parameter.default).ok_or(missing)?;
            let value = parameter.kind.read(text).map_err(|value| GenerateError::BadValue {
                parameter: name,
                value,
                allowed,
            })?;
            values.push((name, value));
        }
        let values = Values(values);
        let (vertices, edges) = (family.0.size)(&values);
        if vertices > u32::MAX.into() {
            return Err(GenerateError::TooManyVertices { family, vertices });
        }
        let size = Size {
            vertices: vertices as u64,
            edges: u64::try_from(edges).unwrap_or(u64::MAX),
            attributes: family.attributes(),
        };
        Ok(Recipe { family, values, size })
    }

    /// The family it belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family
    }

    /// How large the arena will be, with [the memory](Size::bytes) it takes, without building it.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The arena, if it takes no more memory than `control` allows. In the families of bare graphs
    /// it has no attributes.
    ///
    /// # Errors
    /// An arena too large for what is allowed or for the machine; it was stopped.
    pub fn build(&self, control: &Control<'_>) -> Result<Arena, GenerateError> {
        // Before chance is asked how large it is exactly, which may take long.
        self.size.check_fits(Bytes(control.room()))?;
        control.check()?;
        (self.family.0.build)(&Plan { values: &self.values, size: self.size, control })
    }
}

/// Which value is given for each parameter.
fn place<'a>(
    family: Family,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Option<&'a str>>, GenerateError> {
    let parameters = family.parameters();
    let mut given = vec![None; parameters.len()];
    for word in words {
        let (place, value) = match word.split_once('=') {
            Some((name, value)) => {
                let place = parameters.iter().position(|parameter| parameter.name == name);
                let unknown = || GenerateError::UnknownParameter { family, name: name.to_owned() };
                (place.ok_or_else(unknown)?, value)
            }
            None => {
                let free = given.iter().position(Option::is_none);
                let surplus = || GenerateError::SurplusValue { family, value: word.to_owned() };
                (free.ok_or_else(surplus)?, word)
            }
        };
        if given[place].replace(value).is_some() {
            return Err(GenerateError::RepeatedParameter { parameter: parameters[place].name });
        }
    }
    Ok(given)
}

/// The arena of a recipe, if it fits into the memory that is free: for the functions that make one
/// family each.
pub(super) fn arena(line: &str) -> Result<Arena, GenerateError> {
    let memory = memory::available().map(Allowance::from_now);
    line.parse::<Recipe>()?.build(&Control { memory, ..Control::default() })
}

/// As [`arena`], for the families of bare graphs.
pub(super) fn graph(line: &str) -> Result<Graph, GenerateError> {
    Ok(arena(line)?.graph)
}

impl FromStr for Recipe {
    type Err = GenerateError;

    fn from_str(line: &str) -> Result<Self, GenerateError> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let family = Family::find(name)
            .ok_or_else(|| GenerateError::UnknownFamily { name: name.to_owned() })?;
        Recipe::from_words(family, words)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family.name())?;
        self.values.0.iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}
