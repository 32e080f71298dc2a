//! What transitions ask of the propositions.

use std::ops::Index;

/// A boolean formula over propositions, by its place among [`Guards`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);

impl Label {
    /// Holds of every valuation.
    pub const TRUE: Label = Label(0);
    /// Holds of none.
    pub const FALSE: Label = Label(1);

    /// Its place.
    #[must_use]
    pub fn place(self) -> usize {
        self.0 as usize
    }
}

/// How a formula is made of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelNode {
    /// `t`
    True,
    /// `f`
    False,
    /// A proposition, by its number.
    Proposition(u32),
    /// `!`
    Not(Label),
    /// `&`
    And(Label, Label),
    /// `|`
    Or(Label, Label),
}

/// All formulas of an automaton, each after those that it is made of. What two of them have in common,
/// as an alias does, is there once.
///
/// ```
/// use retrograde_core::{Label, LabelNode, Guards};
/// let mut labels = Guards::new();
/// let a = labels.add(LabelNode::Proposition(0));
/// let not_b = labels.literal(1, false);
/// let both = labels.add(LabelNode::And(a, not_b));
/// assert!(labels.holds(both, |proposition| proposition == 0));
/// assert!(!labels.holds(both, |_| true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guards {
    nodes: Vec<LabelNode>,
}

impl Default for Guards {
    fn default() -> Self {
        Guards::new()
    }
}

impl Guards {
    /// `t` and `f` alone.
    #[must_use]
    pub fn new() -> Self {
        Guards { nodes: vec![LabelNode::True, LabelNode::False] }
    }

    /// One more formula, of parts that are there already.
    ///
    /// # Panics
    /// If a part is not there, or there are 2³² formulas.
    pub fn add(&mut self, node: LabelNode) -> Label {
        let label = Label(u32::try_from(self.nodes.len()).expect("fewer than 2^32 formulas"));
        let is_there = |part: Label| part < label;
        assert!(match node {
            LabelNode::True => return Label::TRUE,
            LabelNode::False => return Label::FALSE,
            LabelNode::Proposition(_) => true,
            LabelNode::Not(part) => is_there(part),
            LabelNode::And(left, right) | LabelNode::Or(left, right) =>
                is_there(left) && is_there(right),
        });
        self.nodes.push(node);
        label
    }

    /// A proposition or its negation.
    pub fn literal(&mut self, proposition: u32, is_true: bool) -> Label {
        let label = self.add(LabelNode::Proposition(proposition));
        if is_true { label } else { self.add(LabelNode::Not(label)) }
    }

    /// How many formulas there are, parts of others included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The formulas in order, each after its parts.
    pub fn iter(&self) -> impl Iterator<Item = LabelNode> + '_ {
        self.nodes.iter().copied()
    }

    /// Whether a formula holds where `is_true` says which propositions do.
    ///
    /// # Complexity
    /// O(n) for a formula of n parts, counted each time they are used: for a few valuations.
    #[must_use]
    pub fn holds(&self, label: Label, is_true: impl Fn(u32) -> bool) -> bool {
        enum Todo {
            Look(Label),
            Negate,
            /// With what decides: `false` for a conjunction.
            Unless(bool, Label),
        }
        let mut todo = vec![Todo::Look(label)];
        let mut value = false;
        while let Some(next) = todo.pop() {
            match next {
                Todo::Negate => value = !value,
                Todo::Unless(decides, other) if value != decides => todo.push(Todo::Look(other)),
                Todo::Unless(..) => {}
                Todo::Look(label) => match self[label] {
                    LabelNode::True => value = true,
                    LabelNode::False => value = false,
                    LabelNode::Proposition(number) => value = is_true(number),
                    LabelNode::Not(part) => todo.extend([Todo::Negate, Todo::Look(part)]),
                    LabelNode::And(left, right) => {
                        todo.extend([Todo::Unless(false, right), Todo::Look(left)]);
                    }
                    LabelNode::Or(left, right) => {
                        todo.extend([Todo::Unless(true, right), Todo::Look(left)]);
                    }
                },
            }
        }
        value
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<LabelNode>()) as u64
    }
}

impl Index<Label> for Guards {
    type Output = LabelNode;

    fn index(&self, label: Label) -> &LabelNode {
        &self.nodes[label.0 as usize]
    }
}
