//! What a format would lose of an arena.

use std::fmt;

use retrograde_core::quote::fits_dot;
use retrograde_core::{Arena, Attribute, Column, Names, Vertex};

use crate::quote::quote;
use crate::{Format, aut, condition, edges, graphml};

const EDGES_RULE: &str = "no blanks, '#' or control characters, and at most 64 KiB";
const DOT_RULE: &str = "no single backslash before a quote, a line end or the name's own end";

const WORD_RULE: &str =
    "not empty, and no single backslash before a quote, a line end or the text's own end";

/// Something of an arena that a format has no place for. Prints as the end of a sentence like
/// "mtx cannot hold …".
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// An attribute of vertices, of edges or of the graph.
    Attribute {
        /// Its name, such as `verdict`.
        name: &'static str,
    },
    /// Weights of some edges, in a format where all edges have one or none has.
    PartialWeights {
        /// How many edges have a weight.
        weighted: usize,
        /// How many edges there are.
        edges: usize,
    },
    /// Names, in a format where vertices are called by their numbers.
    Names {
        /// The first name that is different.
        name: String,
        /// What that vertex would be called.
        becomes: u64,
    },
    /// A vertex without an attribute that the format needs everywhere. Such an arena cannot be
    /// written at all.
    Missing {
        /// The attribute's name, `owner` or `priority`.
        attribute: &'static str,
        /// The name of the first such vertex.
        vertex: String,
    },
    /// Everything: files of this format can be read and not written.
    ReadOnly,
    /// A condition that would not be read back. Such an arena cannot be written at all.
    Acceptance {
        /// What conditions must be like.
        rule: &'static str,
    },
    /// A name that the format cannot write.
    Name {
        /// The first such name.
        name: String,
        /// What its names must be like.
        rule: &'static str,
    },
    /// A label, or something else that is said in words of one's own, that the format cannot write.
    Word {
        /// The first such text.
        text: String,
        /// What its texts must be like.
        rule: &'static str,
    },
    /// Edges without a label, in a format where all have one.
    Unlabelled {
        /// How many there are.
        edges: usize,
        /// What would be written on them.
        becomes: &'static str,
    },
    /// The state where a transition system begins, which is not its first vertex.
    Start {
        /// Its name.
        name: String,
    },
}

impl Loss {
    /// Whether the arena cannot be written at all, rather than without something.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        match self {
            Loss::Attribute { .. }
            | Loss::PartialWeights { .. }
            | Loss::Names { .. }
            | Loss::Unlabelled { .. }
            | Loss::Start { .. } => false,
            Loss::Missing { .. }
            | Loss::ReadOnly
            | Loss::Acceptance { .. }
            | Loss::Name { .. }
            | Loss::Word { .. } => true,
        }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Attribute { name } => write!(f, "the attribute '{name}'"),
            Loss::PartialWeights { weighted, edges } => write!(
                f,
                "the weights of {weighted} of {edges} edges: either all edges have one or none has"
            ),
            Loss::Names { name, becomes } => {
                write!(f, "names: the vertex {} would be called '{becomes}'", quote(name))
            }
            Loss::Missing { attribute, vertex } => {
                write!(f, "the vertex {}, which has no '{attribute}': give it one", quote(vertex))
            }
            Loss::ReadOnly => f.write_str("a graph of ours: such files can only be read"),
            Loss::Acceptance { rule } => write!(f, "the acceptance: {rule}"),
            Loss::Name { name, rule } => write!(f, "the name {}: {rule}", quote(name)),
            Loss::Word { text, rule } => write!(f, "the text {}: {rule}", quote(text)),
            Loss::Unlabelled { edges, becomes } => {
                write!(f, "{edges} edges without a label: '{becomes}' would be written on them")
            }
            Loss::Start { name } => write!(f, "the start, {}", quote(name)),
        }
    }
}

impl Format {
    /// What writing `arena` in this format would lose; empty if reading the file back gives the
    /// same arena.
    ///
    /// ```
    /// use retrograde_core::Control;
    /// use retrograde_io::{Format, read_arena};
    /// let arena = read_arena(&b"a b 3\nb a\n"[..], Format::Edges, &Control::ALONE)?;
    /// assert!(Format::Dot.cannot_hold(&arena).is_empty());
    /// let lost: Vec<_> = Format::Mtx.cannot_hold(&arena).iter().map(ToString::to_string).collect();
    /// assert_eq!(lost, [
    ///     "the weights of 1 of 2 edges: either all edges have one or none has",
    ///     "names: the vertex 'a' would be called '1'",
    /// ]);
    /// # Ok::<(), retrograde_io::ReadError>(())
    /// ```
    #[must_use]
    pub fn cannot_hold(self, arena: &Arena) -> Vec<Loss> {
        let mut lost = Vec::new();
        match self {
            Format::Json => lost.extend(unwritable_condition(arena)),
            Format::Rgg => {
                lost.extend(unwritable_condition(arena));
                let labelled = !arena.labels.is_empty();
                let name = Attribute::Label.name();
                lost.extend(labelled.then_some(Loss::Attribute { name }));
            }
            Format::Dot => {
                lost.extend(unwritable_condition(arena));
                lost.extend(unwritable_name(arena, fits_dot, DOT_RULE));
                lost.extend(unwritable_word(
                    arena.labels.words(),
                    |text| !text.is_empty() && fits_dot(text),
                    WORD_RULE,
                ));
                lost.extend(unwritable_word(
                    arena.remarks.words(),
                    |text| !text.is_empty() && fits_dot(text),
                    WORD_RULE,
                ));
            }
            Format::Graphml => {
                lost.extend(unwritable_condition(arena));
                let (writable, rule) = (graphml::writable_name, graphml::NAME_RULE);
                lost.extend(unwritable_name(arena, writable, rule));
                lost.extend(unwritable_word(
                    arena.labels.words(),
                    |text| !text.is_empty() && writable(text),
                    rule,
                ));
                lost.extend(unwritable_word(
                    arena.remarks.words(),
                    |text| !text.is_empty() && writable(text),
                    rule,
                ));
            }
            Format::Edges => {
                lost.extend(all_but(arena, &[Attribute::Weight]));
                lost.extend(unwritable_name(arena, edges::writable_name, EDGES_RULE));
            }
            Format::Aut => {
                lost.extend(all_but(arena, &[Attribute::Label]));
                let edges = arena.graph.edge_count() - arena.labels.of_edges().count();
                let becomes = aut::UNLABELLED;
                lost.extend((edges > 0).then_some(Loss::Unlabelled { edges, becomes }));
                let words = arena.labels.words();
                lost.extend(unwritable_word(words, aut::writable_label, aut::LABEL_RULE));
                lost.extend(renamed(arena, 0));
            }
            Format::Hoa => lost.push(Loss::ReadOnly),
            Format::Pgsolver => {
                lost.extend(all_but(arena, &[Attribute::Owner, Attribute::Priority]));
                lost.extend(incomplete(arena, Attribute::Owner, &arena.owners));
                lost.extend(incomplete(arena, Attribute::Priority, &arena.priorities));
                lost.extend(renamed(arena, 0));
            }
            Format::Mtx | Format::Npz => {
                lost.extend(all_but(arena, &[Attribute::Weight]));
                let (weighted, edges) = (arena.weights.count(), arena.graph.edge_count());
                if weighted != 0 && weighted != edges {
                    lost.push(Loss::PartialWeights { weighted, edges });
                }
                lost.extend(renamed(arena, u64::from(self == Format::Mtx)));
            }
        }
        if self != Format::Aut {
            let start = arena.start.filter(|&start| start != 0);
            lost.extend(start.map(|start| Loss::Start { name: arena.name(start).into_owned() }));
        }
        lost
    }
}

/// The attributes that a format has no place for.
fn all_but(arena: &Arena, kept: &[Attribute]) -> impl Iterator<Item = Loss> {
    let others = arena.attributes().into_iter().filter(|attribute| !kept.contains(attribute));
    others.map(|attribute| Loss::Attribute { name: attribute.name() })
}

/// A condition whose text would not be read back.
fn unwritable_condition(arena: &Arena) -> Option<Loss> {
    let acceptance = arena.acceptance.as_ref()?;
    condition::text(acceptance).is_none().then_some(Loss::Acceptance { rule: condition::RULE })
}

/// The first vertex without an attribute that all vertices need.
fn incomplete<T: Copy + Default>(
    arena: &Arena,
    attribute: Attribute,
    column: &Column<T>,
) -> Option<Loss> {
    let vertex = arena.graph.vertices().find(|&vertex| column.get(vertex as usize).is_none())?;
    let attribute = attribute.name();
    Some(Loss::Missing { attribute, vertex: arena.names.get(vertex).into_owned() })
}

/// The first name that is not `writable`; numbers always are.
fn unwritable_name(
    arena: &Arena,
    writable: impl Fn(&str) -> bool,
    rule: &'static str,
) -> Option<Loss> {
    let name = unwritable(&arena.names, writable)?;
    Some(Loss::Name { name, rule })
}

/// The same for labels and other words.
fn unwritable_word(
    words: &Names,
    writable: impl Fn(&str) -> bool,
    rule: &'static str,
) -> Option<Loss> {
    Some(Loss::Word { text: unwritable(words, writable)?, rule })
}

fn unwritable(names: &Names, writable: impl Fn(&str) -> bool) -> Option<String> {
    if names.is_empty() || names.number(0).is_some() {
        return None;
    }
    let mut all = (0..names.len() as Vertex).map(|vertex| names.get(vertex));
    all.find(|name| !writable(name)).map(std::borrow::Cow::into_owned)
}

/// The first vertex not called by its number, counted from `first`.
fn renamed(arena: &Arena, first: u64) -> Option<Loss> {
    let names = &arena.names;
    let expected = |vertex: u32| first + u64::from(vertex);
    let vertex = arena.graph.vertices().find(|&vertex| match names.number(vertex) {
        Some(number) => number != expected(vertex),
        None => names.get(vertex) != expected(vertex).to_string(),
    })?;
    Some(Loss::Names { name: names.get(vertex).into_owned(), becomes: expected(vertex) })
}

#[cfg(test)]
mod tests {
    use retrograde_core::{ArenaBuilder, Graph, Outcome, Player, Side};

    use super::*;

    fn losses(format: Format, arena: &Arena) -> String {
        let lost: Vec<_> = format.cannot_hold(arena).iter().map(ToString::to_string).collect();
        lost.join("; ")
    }

    #[test]
    fn plain_numbered_graphs_fit_where_their_numbers_do() {
        let arena = Arena::from(Graph::from_edges(2, [(0, 1)]).unwrap());
        for format in [Format::Edges, Format::Dot, Format::Json, Format::Graphml, Format::Npz] {
            assert_eq!(losses(format, &arena), "", "{format}");
        }
        assert_eq!(losses(Format::Mtx, &arena), "names: the vertex '0' would be called '1'");
    }

    #[test]
    fn attributes_and_odd_names_are_named() {
        let mut builder = ArenaBuilder::new();
        let (a, b) = (builder.vertex("a").unwrap(), builder.vertex("b c").unwrap());
        builder.weighted_edge(a, b, 1).unwrap();
        builder.set_verdict(b, Outcome::Draw).unwrap();
        let arena = builder.finish().unwrap();
        assert_eq!(
            losses(Format::Edges, &arena),
            "the attribute 'verdict'; the name 'b c': no blanks, '#' or control characters, and at most 64 KiB"
        );
        assert_eq!(
            losses(Format::Npz, &arena),
            "the attribute 'verdict'; names: the vertex 'a' would be called '0'"
        );
        assert_eq!(losses(Format::Json, &arena), "");
    }

    #[test]
    fn players_need_a_format_with_attributes_of_edges() {
        let mut builder = ArenaBuilder::new();
        let vertex = builder.numbered_vertex(0).unwrap();
        builder.weighted_edge(vertex, vertex, 1).unwrap();
        builder.set_last_player(Side::Left);
        let arena = builder.finish().unwrap();
        for format in [Format::Edges, Format::Npz] {
            assert_eq!(losses(format, &arena), "the attribute 'player'", "{format}");
        }
        assert_eq!(
            losses(Format::Mtx, &arena),
            "the attribute 'player'; names: the vertex '0' would be called '1'"
        );
        for format in [Format::Dot, Format::Json, Format::Graphml] {
            assert_eq!(losses(format, &arena), "", "{format}");
        }
    }

    #[test]
    fn parity_games_need_owners_and_priorities_everywhere() {
        let mut builder = ArenaBuilder::new();
        let (a, b) = (builder.numbered_vertex(0).unwrap(), builder.numbered_vertex(1).unwrap());
        builder.weighted_edge(a, b, 2).unwrap();
        builder.set_owner(a, Player::One).unwrap();
        let mut arena = builder.finish().unwrap();
        assert_eq!(
            losses(Format::Pgsolver, &arena),
            "the attribute 'weight'; the vertex '1', which has no 'owner': give it one; the vertex '0', which has no 'priority': give it one"
        );
        let mut sink = std::io::sink();
        assert!(crate::write_arena(&arena, Format::Pgsolver, &mut sink).is_err());
        arena.weights = Column::default();
        arena.owners.set(1, Player::Zero);
        assert!(crate::write_arena(&arena, Format::Pgsolver, &mut sink).is_err());
        arena.priorities = [(0, 7), (1, u32::MAX)].into_iter().collect();
        assert_eq!(losses(Format::Pgsolver, &arena), "");
        let mut text = Vec::new();
        crate::write_arena(&arena, Format::Pgsolver, &mut text).unwrap();
        assert_eq!(text, b"parity 1;\n0 7 1 1;\n1 4294967295 0;\n");
    }

    #[test]
    fn colors_need_a_format_with_attributes_of_vertices() {
        let mut builder = ArenaBuilder::new();
        let vertex = builder.numbered_vertex(0).unwrap();
        builder.edge(vertex, vertex).unwrap();
        builder.set_colors(vertex, 0b101).unwrap();
        let arena = builder.finish().unwrap();
        for format in [Format::Edges, Format::Npz] {
            assert_eq!(losses(format, &arena), "the attribute 'colors'", "{format}");
        }
        for format in [Format::Dot, Format::Json, Format::Graphml] {
            assert_eq!(losses(format, &arena), "", "{format}");
        }
    }

    #[test]
    fn conditions_need_a_format_with_attributes_of_graphs() {
        let mut arena = Arena::from(Graph::from_edges(1, [(0, 0)]).unwrap());
        arena.acceptance = Some("Inf(0)&Fin(1)".parse().unwrap());
        for format in [Format::Edges, Format::Npz] {
            assert_eq!(losses(format, &arena), "the attribute 'acceptance'", "{format}");
        }
        for format in [Format::Dot, Format::Json, Format::Graphml] {
            assert_eq!(losses(format, &arena), "", "{format}");
        }
    }

    #[test]
    fn what_cannot_be_held_is_what_the_writers_refuse() {
        for name in [
            "a", "a b", "#", "", "\\", "\\\\", "a\\n", "a\\\"b", "\\\\\\\n", "x\\\r\n", "x\\\r",
            "\u{1}",
        ] {
            let mut builder = ArenaBuilder::new();
            builder.vertex(name).unwrap();
            let arena = builder.finish().unwrap();
            for format in [Format::Edges, Format::Dot, Format::Json, Format::Graphml] {
                let written = crate::write_arena(&arena, format, &mut std::io::sink());
                let held = format.cannot_hold(&arena).is_empty();
                assert_eq!(written.is_ok(), held, "{format} and {name:?}");
            }
        }
    }
}
