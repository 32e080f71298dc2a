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
    /// What is written on an edge: the action of a transition.
    Label,
    /// What player 0 wants of the colours: an attribute of the graph.
    Acceptance,
}

impl Attribute {
    /// Every one of them, in the order in which they are listed.
    pub const ALL: [Attribute; 9] = [
        Attribute::Verdict,
        Attribute::Owner,
        Attribute::Priority,
        Attribute::Target,
        Attribute::Colors,
        Attribute::Weight,
        Attribute::Player,
        Attribute::Label,
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
            Attribute::Label => "label",
            Attribute::Acceptance => "acceptance",
        }
    }

    /// The attribute of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Attribute::ALL.into_iter().find(|attribute| attribute.name() == name)
    }

    /// The attribute that somebody may have meant who wrote this: one whose name differs in a letter
    /// or, if it is long, in two. Names that other programs give a meaning of their own do not count.
    ///
    /// ```
    /// use retrograde_core::Attribute;
    /// assert_eq!(Attribute::meant_by("ownr"), Some(Attribute::Owner));
    /// assert_eq!(Attribute::meant_by("Priority"), Some(Attribute::Priority));
    /// assert_eq!(Attribute::meant_by("priotiry"), Some(Attribute::Priority));
    /// assert_eq!(Attribute::meant_by("label"), None);
    /// assert_eq!(Attribute::meant_by("color"), None, "that is how DOT paints");
    /// ```
    #[must_use]
    pub fn meant_by(name: &str) -> Option<Self> {
        /// Names of Graphviz, networkx and yEd that are close to one of ours.
        const TAKEN: [&str; 6] = ["color", "colour", "layer", "layers", "height", "size"];
        let written = name.to_lowercase();
        if TAKEN.contains(&written.as_str()) || written.chars().count() > 16 {
            return None;
        }
        let letters = |attribute: &Attribute| if attribute.name().len() <= 5 { 1 } else { 2 };
        Attribute::ALL
            .into_iter()
            .filter(|attribute| attribute.name() != name)
            .map(|attribute| (letters_between(&written, attribute.name()), attribute))
            .filter(|(distance, attribute)| *distance <= letters(attribute))
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, attribute)| attribute)
    }
}

/// How many letters must be put in, left out, replaced, or exchanged with the next one.
fn letters_between(one: &str, other: &str) -> usize {
    let [one, other]: [Vec<char>; 2] = [one, other].map(|text| text.chars().collect());
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (i, &here) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &there) in other.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(here != there);
            let mut least = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && here == other[j - 1] && one[i - 1] == there {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

/// Names of attributes that a file has and that mean nothing here, as far as a person may have meant
/// one that does.
///
/// A remark on where an arena was read from, and no part of it: all are equal, so that arenas are
/// compared by what they hold.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    /// Each once, with the attribute it is close to, if it is; the first of them if they are many.
    seen: Vec<(Box<str>, Option<Attribute>)>,
}

impl PartialEq for Unread {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Unread {}

impl Unread {
    /// Files have a handful of names; one that makes them up is not worth more memory.
    const MOST: usize = 32;

    /// Remembers a name that was passed over.
    pub fn pass_over(&mut self, name: &str) {
        let is_known = self.seen.iter().any(|(seen, _)| **seen == *name);
        if !is_known && self.seen.len() < Unread::MOST && name.len() <= 64 {
            self.seen.push((name.into(), Attribute::meant_by(name)));
        }
    }

    /// The names that are close to one that means something, with what they may have meant.
    ///
    /// ```
    /// use retrograde_core::{Attribute, Unread};
    /// let mut unread = Unread::default();
    /// ["label", "wieght", "wieght"].map(|name| unread.pass_over(name));
    /// assert_eq!(unread.near_misses().collect::<Vec<_>>(), [("wieght", Attribute::Weight)]);
    /// ```
    pub fn near_misses(&self) -> impl Iterator<Item = (&str, Attribute)> {
        self.seen.iter().filter_map(|(name, meant)| Some((&**name, (*meant)?)))
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
