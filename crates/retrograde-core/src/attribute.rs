//! What people can say about the vertices and edges of a graph.

use std::fmt;

/// An attribute of a vertex, an edge or the whole graph, by the name that files give it.
///
/// ```
/// use retrograde_core::Attribute;
/// assert_eq!(Attribute::Owner.name(), "owner");
/// assert_eq!(Attribute::named("weight"), Some(Attribute::Weight));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Attribute {
    /// The outcome at a vertex without moves.
    Verdict,
    /// Who moves at a vertex.
    Owner,
    /// The priority of a vertex.
    Priority,
    /// Whether a vertex is one to reach, avoid or revisit.
    Target,
    /// The colours of a vertex.
    Colors,
    /// The weight of an edge.
    Weight,
    /// The only side that may move along an edge.
    Player,
    /// What player 0 wants of the colours: an attribute of the graph.
    Acceptance,
}

impl Attribute {
    /// Every one of them, in the order in which they are listed.
    pub const ALL: [Attribute; 8] = [
        Attribute::Verdict,
        Attribute::Owner,
        Attribute::Priority,
        Attribute::Target,
        Attribute::Colors,
        Attribute::Weight,
        Attribute::Player,
        Attribute::Acceptance,
    ];

    /// The name that files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Attribute::Verdict => "verdict",
            Attribute::Owner => "owner",
            Attribute::Priority => "priority",
            Attribute::Target => "target",
            Attribute::Colors => "colors",
            Attribute::Weight => "weight",
            Attribute::Player => "player",
            Attribute::Acceptance => "acceptance",
        }
    }

    /// The attribute of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Attribute::ALL.into_iter().find(|attribute| attribute.name() == name)
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
