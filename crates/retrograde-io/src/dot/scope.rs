//! What is said about vertices and edges: in one list, as a default, and so far.

use retrograde_core::{Arena, Colors, Column, GraphError, Outcome, Player, Vertex};

use crate::error::{Place, ReadError};
use crate::quote::quote;
use crate::settings::{Said, Settings};
use crate::spot::Spot;

impl Settings {
    /// Where the first of the vertex attributes was given, if one was.
    pub(crate) fn vertex_place(&self) -> Option<Place> {
        let places = [
            self.verdict.map(|said| said.place),
            self.owner.map(|said| said.place),
            self.priority.map(|said| said.place),
            self.target.map(|said| said.place),
            self.colors.map(|said| said.place),
        ];
        places.into_iter().flatten().min_by_key(|place| (place.line, place.column))
    }
}

/// Where a value comes from. What a vertex was told itself beats a default, whichever came first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Given<T> {
    #[default]
    Nothing,
    Default(T),
    Explicit(T),
    /// Told to have none.
    Cleared,
}

impl<T> Given<T> {
    pub(crate) fn value(self) -> Option<T> {
        match self {
            Given::Default(value) | Given::Explicit(value) => Some(value),
            Given::Nothing | Given::Cleared => None,
        }
    }

    fn explicit(value: Option<T>) -> Self {
        value.map_or(Given::Cleared, Given::Explicit)
    }
}

impl<T: Copy + PartialEq + std::fmt::Display> Given<T> {
    /// Adds what is said now; gives both values in words if they contradict each other.
    pub(crate) fn tell(&mut self, value: Option<T>) -> Result<(), (String, String)> {
        let now = Given::explicit(value);
        let before = match *self {
            Given::Nothing | Given::Default(_) => {
                *self = now;
                return Ok(());
            }
            before => before,
        };
        if before == now { Ok(()) } else { Err((in_words(before), in_words(now))) }
    }
}

fn in_words<T: std::fmt::Display>(given: Given<T>) -> String {
    given.value().map_or_else(|| "\"\"".to_owned(), |value| value.to_string())
}

/// What every vertex was told so far.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    verdicts: Column<Given<Outcome>>,
    verdict_spots: Column<Spot>,
    owners: Column<Given<Player>>,
    priorities: Column<Given<u32>>,
    targets: Column<Given<bool>>,
    colors: Column<Given<Colors>>,
}

impl Marks {
    /// Gives a new vertex the defaults of its scope.
    #[inline]
    pub(crate) fn create(&mut self, vertex: Vertex, defaults: &Settings) {
        let index = vertex as usize;
        if let Some(Said { value: Some(verdict), place }) = defaults.verdict {
            self.verdicts.set(index, Given::Default(verdict));
            self.verdict_spots.set(index, Spot::new(place));
        }
        if let Some(Said { value: Some(owner), .. }) = defaults.owner {
            self.owners.set(index, Given::Default(owner));
        }
        if let Some(Said { value: Some(priority), .. }) = defaults.priority {
            self.priorities.set(index, Given::Default(priority));
        }
        if let Some(Said { value: Some(target), .. }) = defaults.target {
            self.targets.set(index, Given::Default(target));
        }
        if let Some(Said { value: Some(colors), .. }) = defaults.colors {
            self.colors.set(index, Given::Default(colors));
        }
    }

    /// Tells a vertex what its list says. `name` is asked for only if that contradicts.
    pub(crate) fn tell(
        &mut self,
        vertex: Vertex,
        settings: &Settings,
        name: impl Fn() -> String,
    ) -> Result<(), ReadError> {
        let index = vertex as usize;
        if let Some(said) = settings.verdict {
            tell(&mut self.verdicts, "verdict", index, said, &name)?;
            self.verdict_spots.set(index, Spot::new(said.place));
        }
        if let Some(said) = settings.owner {
            tell(&mut self.owners, "owner", index, said, &name)?;
        }
        if let Some(said) = settings.priority {
            tell(&mut self.priorities, "priority", index, said, &name)?;
        }
        if let Some(said) = settings.target {
            tell(&mut self.targets, "target", index, said, &name)?;
        }
        if let Some(said) = settings.colors {
            tell(&mut self.colors, "colors", index, said, &name)?;
        }
        Ok(())
    }

    /// Hands everything to the arena.
    ///
    /// # Errors
    /// A verdict on a vertex with moves: the first one in the file.
    pub(crate) fn settle(self, arena: &mut Arena) -> Result<(), ReadError> {
        let graph = &arena.graph;
        let wrong = values(&self.verdicts)
            .filter(|&(vertex, _)| !graph.is_terminal(vertex as Vertex))
            .min_by_key(|&(vertex, _)| self.verdict_spots.get(vertex));
        if let Some((vertex, _)) = wrong {
            let place = self.verdict_spots.get(vertex).and_then(Spot::place);
            let vertex = vertex as Vertex;
            let name = arena.names.get(vertex).into_owned();
            return Err(ReadError::graph(place, GraphError::VerdictOnMoves { vertex, name }));
        }
        arena.verdicts = values(&self.verdicts).collect();
        arena.owners = values(&self.owners).collect();
        arena.priorities = values(&self.priorities).collect();
        arena.targets = values(&self.targets).collect();
        arena.colors = values(&self.colors)
            .filter(|(_, colors)| !colors.is_empty())
            .map(|(vertex, colors)| (vertex, colors.0))
            .collect();
        Ok(())
    }

    /// Bytes held on the heap.
    pub(crate) fn heap_bytes(&self) -> u64 {
        self.verdicts.heap_bytes()
            + self.verdict_spots.heap_bytes()
            + self.owners.heap_bytes()
            + self.priorities.heap_bytes()
            + self.targets.heap_bytes()
            + self.colors.heap_bytes()
    }
}

fn values<T: Copy + Default>(column: &Column<Given<T>>) -> impl Iterator<Item = (usize, T)> + '_ {
    column.iter().filter_map(|(index, given)| Some((index, given.value()?)))
}

fn tell<T: Copy + Default + PartialEq + std::fmt::Display>(
    column: &mut Column<Given<T>>,
    attribute: &'static str,
    index: usize,
    said: Said<T>,
    name: &impl Fn() -> String,
) -> Result<(), ReadError> {
    let mut given = column.get(index).unwrap_or_default();
    given.tell(said.value).map_err(|(before, now)| {
        let vertex = name();
        ReadError::graph(said.place, GraphError::Contradiction { attribute, vertex, before, now })
    })?;
    column.set(index, given);
    Ok(())
}

/// Adds one more attribute to a list, in which it may be repeated but not changed.
pub(crate) fn say_once<T: Copy + PartialEq + std::fmt::Display>(
    slot: &mut Option<Said<T>>,
    attribute: &str,
    value: Option<T>,
    place: Place,
) -> Result<(), ReadError> {
    match slot {
        Some(before) if before.value != value => {
            let words = |value| in_words(Given::explicit(value));
            let (before, now) = (words(before.value), words(value));
            let advice = advice(attribute);
            Err(ReadError::syntax(
                place,
                format!("{attribute}={before} and {attribute}={now} in one list: {advice}"),
            ))
        }
        Some(_) => Ok(()),
        None => {
            *slot = Some(Said { value, place });
            Ok(())
        }
    }
}

/// Says that an edge of a `strict` graph has two values of one attribute.
pub(crate) fn two_values(
    place: Place,
    [from, to]: [&str; 2],
    attribute: &str,
    (before, now): (String, String),
) -> ReadError {
    ReadError::syntax(
        place,
        format!(
            "the edge from {} to {} has {attribute}={before} and now {attribute}={now}, and a strict graph has it once: {}",
            quote(from),
            quote(to),
            advice(attribute)
        ),
    )
}

/// What to do about two values. An edge given to each side in turn is most likely meant for both.
fn advice(attribute: &str) -> &'static str {
    match attribute {
        "player" => "keep one of them, or leave player out where both may move",
        _ => "keep one of them",
    }
}
