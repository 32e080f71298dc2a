//! Formulas as they are written: nodes in a list, so that their depth does not matter.

use super::pattern::Pattern;

/// The place of a node in a list of nodes.
pub(crate) type Id = u32;

/// A part of a formula, of a path or of a set of actions. Parts come before the whole.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// All states, or all actions.
    True,
    False,
    /// What is said of states, by its place in [`Syntax::propositions`].
    Proposition(Id),
    /// The variable of a fixpoint, by its number.
    Variable(Id),
    /// Actions, by their place in [`Syntax::patterns`].
    Actions(Id),
    Not(Id),
    And(Id, Id),
    Or(Id, Id),
    Implies(Id, Id),
    /// `[path]then` or `<path>then`.
    Modal {
        is_box: bool,
        path: Id,
        then: Id,
    },
    /// A fixpoint with the number of its variable.
    Fix {
        is_nu: bool,
        number: Id,
        body: Id,
    },
    /// Paths: one after the other, one of two, any number, at least one, none.
    Sequence(Id, Id),
    Choice(Id, Id),
    Star(Id),
    Plus(Id),
    Empty,
}

/// A formula as it is written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Syntax {
    pub(crate) nodes: Vec<Node>,
    /// Where each node starts and ends in the text.
    pub(crate) spans: Vec<(u32, u32)>,
    pub(crate) root: Id,
    pub(crate) propositions: Vec<String>,
    pub(crate) patterns: Vec<Pattern>,
    /// The names of variables, by their numbers.
    pub(crate) variables: Vec<String>,
}

impl Syntax {
    pub(crate) fn push(&mut self, node: Node, span: (u32, u32)) -> Id {
        self.nodes.push(node);
        self.spans.push(span);
        (self.nodes.len() - 1) as Id
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn span(&self, id: Id) -> (u32, u32) {
        self.spans[id as usize]
    }

    /// Whether a node is a path that is no set of actions.
    pub(crate) fn is_path(&self, id: Id) -> bool {
        use Node::{Choice, Empty, Plus, Sequence, Star};
        matches!(self.node(id), Sequence(..) | Choice(..) | Star(_) | Plus(_) | Empty)
    }
}
