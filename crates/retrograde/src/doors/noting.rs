//! What a caller may want to know besides the answer, or may not have meant.

use std::fmt;

use retrograde_core::{Arena, Attribute, Objective, View};

use crate::words::{counted, grouped};

/// Something to know besides the answer. It prints as a sentence; whoever has options can say which
/// one it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The graph says what the objective does not look at.
    Unseen {
        /// What nobody looks at.
        attributes: Vec<Attribute>,
        /// The name of the objective.
        objective: &'static str,
        /// Names of the objectives that look at most of that.
        others: Vec<&'static str>,
    },
    /// The graph says nothing of what the objective is about.
    Missing {
        /// What nothing is said of.
        attribute: Attribute,
        /// The name of the objective.
        objective: &'static str,
    },
    /// An attribute that means nothing has nearly the name of one that does.
    NearMiss {
        /// The name as it was written.
        written: String,
        /// What may have been meant.
        meant: Attribute,
    },
    /// No edge has a player, in a game that is about them.
    Impartial,
    /// Plays go on where a tree ends.
    Cut {
        /// How many of its leaves have moves in the game.
        positions: usize,
        /// How many moves were followed.
        depth: u32,
    },
    /// Vertices have become classes.
    Classes {
        /// How many classes there are.
        after: usize,
        /// How many vertices there were.
        before: usize,
    },
    /// Some vertices have been left behind.
    Reached {
        /// How many are left.
        after: usize,
        /// How many there were.
        before: usize,
    },
    /// Vertices have become strongly connected components.
    Components {
        /// How many components there are.
        after: usize,
        /// How many vertices there were.
        before: usize,
    },
    /// Attributes that components have no use for.
    NotOfComponents(Vec<Attribute>),
    /// Attributes that sums have no use for.
    NotOfSums(Vec<Attribute>),
    /// Whoever wins a vertex of the new game has lost it in the old one.
    Exchanged,
    /// Player 0 wins the old game where the new one is worth at least 0.
    WonFromZero,
    /// The old mean payoff was compared with 0, nobody having said with what.
    NoThreshold,
    /// A vertex has several copies, of which [`Made::image`](crate::Made::image) tells one.
    Copies,
    /// A vertex has become two, one for each player to move.
    Twofold,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |what: &str, after: usize, before: usize| {
            format!("{what}: {} of {}", grouped(after as u64), grouped(before as u64))
        };
        f.write_str(match self {
            Note::Classes { after, before } => return f.write_str(&of("classes", *after, *before)),
            Note::Reached { after, before } => return f.write_str(&of("vertices reached", *after, *before)),
            Note::Components { after, before } => return f.write_str(&of("components", *after, *before)),
            Note::Cut { positions, depth } => {
                let cut =
                    counted(*positions as u64, "position is cut off", "positions are cut off");
                let they = if *positions == 1 { "it has" } else { "they have" };
                return write!(
                    f,
                    "{cut} at depth {depth}, where play goes on: {they} no moves in the tree"
                );
            }
            Note::Unseen { attributes, objective, others } => {
                let do_they = if others.len() == 1 { "does" } else { "do" };
                let (seen, others) = (listed(attributes), others.join(", "));
                return write!(
                    f,
                    "the graph has {seen}, which {objective} does not look at; {others} {do_they}"
                );
            }
            Note::Missing { attribute, objective } => {
                let what = match attribute {
                    Attribute::Target => {
                        "no vertex is a target (target=true), so that none is ever visited"
                    }
                    Attribute::Weight => "no edge has a weight, so that each counts as 0",
                    Attribute::Colors => "no vertex has colors, so that none is ever seen",
                    _ => return write!(f, "nothing has '{attribute}', which {objective} is about"),
                };
                return write!(f, "{objective}: {what}");
            }
            Note::NearMiss { written, meant } => {
                return write!(
                    f,
                    "the attribute '{}' means nothing here: is it meant to be '{meant}'?",
                    written.escape_debug()
                );
            }
            Note::NotOfComponents(lost) => {
                return write!(f, "left out, having no meaning for components: {}", listed(lost));
            }
            Note::NotOfSums(lost) => {
                return write!(f, "left out, having no meaning in a sum: {}", listed(lost));
            }
            Note::Impartial => "no edge has a player, so every move is open to both sides",
            Note::Exchanged => {
                "the players have changed places: whoever wins a vertex now, the other won it before"
            }
            Note::WonFromZero => "player 0 wins a vertex where its value is at least 0",
            Note::NoThreshold => "player 0 wins where the value is at least 0",
            Note::Copies => "vertices have several copies, one of which tells the winner",
            Note::Twofold => {
                "a vertex v is won where player 0 wins v/0, lost where player 0 wins v/1, and drawn \
                 elsewhere"
            }
        })
    }
}

fn listed(attributes: &[Attribute]) -> String {
    attributes.iter().map(|attribute| attribute.name()).collect::<Vec<_>>().join(", ")
}

/// What somebody who asks this may not have meant. It takes no time, and is true whether the
/// question can be answered or not.
///
/// ```
/// use retrograde::{Arena, Objective, Side, notes};
/// let arena = Arena::sketch().vertex("a").to("b").player(Side::Left).arena()?;
/// assert_eq!(
///     notes(&arena, &Objective::OUTCOME)[0].to_string(),
///     "the graph has player, which outcome does not look at; partizan does"
/// );
/// # Ok::<(), retrograde::GraphError>(())
/// ```
#[must_use]
pub fn notes(arena: &Arena, objective: &Objective) -> Vec<Note> {
    let facts = objective.facts();
    let mut notes: Vec<Note> = arena
        .unread
        .near_misses()
        .map(|(written, meant)| Note::NearMiss { written: written.to_owned(), meant })
        .collect();
    notes.extend(unseen(arena, objective));
    if !arena.has(Attribute::Player) && facts.looks_at(Attribute::Player) {
        notes.push(Note::Impartial);
    }
    let is_missing = |attribute: &Attribute| match attribute {
        // To say of all vertices that they are none is as good as to say nothing.
        Attribute::Target => !arena.targets.iter().any(|(_, is_target)| is_target),
        other => !arena.has(*other),
    };
    let about = [Attribute::Target, Attribute::Weight, Attribute::Colors];
    let missing = about.into_iter().filter(|&attribute| facts.looks_at(attribute));
    let missing = missing.filter(is_missing).filter(|_| arena.graph.vertex_count() > 0);
    notes.extend(missing.map(|attribute| Note::Missing { attribute, objective: facts.name }));
    notes
}

/// What the graph says and an objective does not look at. Where players have vertices of their own,
/// one graph is often made for several questions; the side that may move along an edge is no part of
/// any of them.
fn unseen(arena: &Arena, objective: &Objective) -> Option<Note> {
    let facts = objective.facts();
    let matters = |attribute: &Attribute| match attribute {
        Attribute::Player => true,
        Attribute::Verdict | Attribute::Acceptance => false,
        _ => facts.view != View::Owners,
    };
    let unseen = |attribute: &Attribute| !facts.looks_at(*attribute) && matters(attribute);
    let attributes: Vec<Attribute> = arena.attributes().into_iter().filter(unseen).collect();
    let seen_by = |other: &Objective| {
        attributes.iter().filter(|&&attribute| other.facts().looks_at(attribute)).count()
    };
    let most = Objective::ALL.iter().map(seen_by).max().filter(|&most| most > 0)?;
    let others = Objective::ALL.iter().filter(|other| seen_by(other) == most);
    let others = others.map(Objective::name).collect();
    Some(Note::Unseen { attributes, objective: facts.name, others })
}
