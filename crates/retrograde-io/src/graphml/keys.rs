//! What a GraphML file declares before its graph, and what it says with it.

use std::collections::HashMap;

use retrograde_core::{Attribute, Word};

use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::settings::{Said, Settings};
use crate::values;

/// Whom an attribute of ours is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    Node,
    Edge,
    Graph,
}

impl Element {
    /// What the element is called in a file and in messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Element::Node => "node",
            Element::Edge => "edge",
            Element::Graph => "graph",
        }
    }

    /// Whom this attribute is about.
    pub(crate) fn of(attribute: Attribute) -> Self {
        match attribute {
            Attribute::Weight | Attribute::Player | Attribute::Label => Element::Edge,
            Attribute::Acceptance => Element::Graph,
            _ => Element::Node,
        }
    }
}

/// What a key stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    /// An attribute of ours.
    pub(crate) attribute: Option<Attribute>,
    /// Its name.
    pub(crate) name: Option<Word>,
}

/// The keys by their ids.
#[derive(Default)]
pub(crate) struct Keys(HashMap<String, Key>);

impl Keys {
    /// Adds a key; `false` if there is one of that id.
    pub(crate) fn declare(
        &mut self,
        id: &str,
        key: Key,
        budget: &mut Budget,
    ) -> Result<bool, ReadError> {
        budget.charge(2 * (id.len() as u64 + 48))?;
        Ok(self.0.insert(id.to_owned(), key).is_none())
    }

    /// The key of this id.
    pub(crate) fn get(&self, id: &str) -> Option<Key> {
        self.0.get(id).copied()
    }

    /// The ids of keys that stand for an attribute.
    pub(crate) fn ids_of(&self, attribute: Attribute) -> impl Iterator<Item = &str> {
        let stands = move |key: &Key| key.attribute == Some(attribute);
        self.0.iter().filter(move |(_, key)| stands(key)).map(|(id, _)| id.as_str())
    }
}

impl Settings {
    /// Takes the text of an attribute of nodes or edges; an empty one stands for none.
    pub(crate) fn tell(
        &mut self,
        attribute: Attribute,
        text: &str,
        place: Place,
    ) -> Result<(), ReadError> {
        let name = attribute.name();
        match attribute {
            Attribute::Verdict => say(&mut self.verdict, name, text, place, values::verdict),
            Attribute::Owner => say(&mut self.owner, name, text, place, values::owner),
            Attribute::Priority => say(&mut self.priority, name, text, place, values::priority),
            Attribute::Target => say(&mut self.target, name, text, place, values::target),
            Attribute::Colors => say(&mut self.colors, name, text, place, values::colors),
            Attribute::Weight => say(&mut self.weight, name, text, place, values::weight),
            Attribute::Player => say(&mut self.player, name, text, place, values::player),
            _ => Ok(()),
        }
    }
}

fn say<T>(
    slot: &mut Option<Said<T>>,
    name: &str,
    text: &str,
    place: Place,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<(), ReadError> {
    if slot.is_some() {
        let message = format!("{name} is given twice: keep one of them");
        return Err(ReadError::syntax(place, message));
    }
    let value = (!text.is_empty()).then(|| read(text)).transpose();
    let value = value.map_err(|message| ReadError::syntax(place, message))?;
    *slot = Some(Said { value, place });
    Ok(())
}
