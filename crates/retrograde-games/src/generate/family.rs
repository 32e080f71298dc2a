//! The families that can be generated, as people see them: names, parameters, attributes.

use std::fmt;
use std::hash::{Hash, Hasher};

use retrograde_core::{Arena, Attribute};

use super::draft::Plan;
use super::error::GenerateError;
use super::parameter::{Parameter, Values};
use super::table;

/// A family of graphs or arenas: one line of the table of generators.
///
/// ```
/// use retrograde_core::Attribute;
/// use retrograde_games::generate::Family;
/// let family = Family::find("random-parity").unwrap();
/// assert_eq!(family.parameters()[0].name, "vertices");
/// assert_eq!(family.attributes(), [Attribute::Owner, Attribute::Priority]);
/// assert!(Family::ALL.contains(&family));
/// ```
#[derive(Clone, Copy)]
pub struct Family(pub(super) &'static Entry);

/// All there is to know about a family.
pub(super) struct Entry {
    /// The name by which people ask for it.
    pub(super) name: &'static str,
    /// What it is, in one line.
    pub(super) description: &'static str,
    /// What has to be known, in the order in which it may be given without names.
    pub(super) parameters: &'static [Parameter],
    /// What every vertex or edge carries, in the order of [`Attribute::ALL`].
    pub(super) attributes: &'static [Attribute],
    /// How many vertices and edges: exactly, but for the edges that chance decides. The values are
    /// in their ranges, so that products of three counts do not overflow.
    pub(super) size: fn(&Values) -> (u128, u128),
    /// Builds it, with as many vertices as `size` says.
    pub(super) build: fn(&Plan<'_>) -> Result<Arena, GenerateError>,
}

impl Family {
    /// All families, the most useful first.
    pub const ALL: &'static [Family] = table::FAMILIES;

    /// The family of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|family| family.name() == name)
    }

    /// The name by which people ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it is, in one line.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.0.description
    }

    /// Its parameters, in the order in which they may be given without names.
    #[must_use]
    pub fn parameters(self) -> &'static [Parameter] {
        self.0.parameters
    }

    /// What every vertex or edge carries besides the moves. Where there are owners, every vertex
    /// has a move.
    #[must_use]
    pub fn attributes(self) -> &'static [Attribute] {
        self.0.attributes
    }
}

impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Family {}

impl Hash for Family {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Family({:?})", self.name())
    }
}
