//! Zielonka trees: a condition on sets of colours, taken apart.

use retrograde_core::{Acceptance, Colors, Control};

use super::EmersonLeiError;
use super::labels::LeafLabels;

/// The Zielonka tree of a condition.
///
/// The root is labelled with all colours. The children of a node are labelled with the largest
/// subsets of its label for which the condition is decided the other way; a node without such
/// subsets is a leaf. The empty set counts as a subset: a play may see no colour infinitely often.
/// Nodes are numbered from the root, 0, each before its children; leaves from left to right.
///
/// ```
/// use retrograde_core::{Acceptance, Colors, Control};
/// use retrograde_solve::emerson_lei::ZielonkaTree;
/// let acceptance: Acceptance = "Inf(0)&Inf(1)".parse()?;
/// let tree = ZielonkaTree::new(&acceptance, acceptance.colors(), 100, &Control::default())?;
/// assert!(tree.is_accepting(0));
/// let labels: Vec<_> = tree.children(0).map(|node| tree.label(node).to_string()).collect();
/// assert_eq!(labels, ["1", "0"]);
/// assert_eq!(tree.leaf_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: W. Zielonka, *Infinite games on finitely coloured graphs with applications to automata
/// on infinite trees* (1998).
#[derive(Clone, Debug)]
pub struct ZielonkaTree {
    nodes: Vec<Node>,
    /// The node that each leaf is.
    leaves: Vec<u32>,
    /// The priority of the root; each level down is one less.
    top: u32,
    height: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    label: Colors,
    /// The root is its own parent.
    parent: u32,
    /// The number after the last node of the tree below this one.
    end: u32,
    /// The leftmost leaf below.
    first_leaf: u32,
    /// At most one level a colour, and one more.
    depth: u32,
}

/// What happens to the leaf at hand when a set of colours is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The leaf after it.
    pub leaf: u32,
    /// What it is worth: of all the priorities of an infinite play, the largest that comes up
    /// infinitely often is even exactly if the condition holds of the play.
    pub priority: u32,
}

impl ZielonkaTree {
    /// The tree of `acceptance` for plays that see no other colours than `colors`, if it has at
    /// most `limit` nodes.
    ///
    /// # Errors
    /// [`TreeTooLarge`](EmersonLeiError::TreeTooLarge) with the size it would have, found before the
    /// tree is built; [`TreeTooHard`](EmersonLeiError::TreeTooHard) where the labels cannot be found
    /// in a time in proportion to `limit`: to find one is as hard as the satisfiability of formulas.
    ///
    /// # Complexity
    /// Exponential in the number of colours at worst: `n` pairs of a Rabin or Streett condition have
    /// a tree of more than `n!` leaves. 24 bytes a node. Equal labels are looked into once.
    pub fn new(
        acceptance: &Acceptance,
        colors: Colors,
        limit: usize,
        control: &Control<'_>,
    ) -> Result<Self, EmersonLeiError> {
        let labels = LeafLabels::find(acceptance, colors, limit, control)?;
        let mut nodes: Vec<Node> = Vec::with_capacity(labels.nodes[0]);
        let mut leaves = Vec::new();
        let mut height = 0;
        let mut open = vec![(0, 0)];
        while let Some((place, parent)) = open.pop() {
            let number = nodes.len() as u32;
            let place = place as usize;
            let depth = nodes.get(parent as usize).map_or(0, |parent: &Node| parent.depth + 1);
            nodes.push(Node {
                label: labels.sets[place],
                parent,
                end: number + labels.nodes[place] as u32,
                first_leaf: leaves.len() as u32,
                depth,
            });
            height = height.max(depth);
            if labels.children[place].is_empty() {
                leaves.push(number);
            }
            open.extend(labels.children[place].iter().rev().map(|&child| (child, number)));
        }
        let is_even = labels.accepting[0];
        let top = height + u32::from(height.is_multiple_of(2) != is_even);
        Ok(ZielonkaTree { nodes, leaves, top, height })
    }

    /// How many nodes there are.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// How many leaves there are.
    #[must_use]
    pub fn leaf_count(&self) -> usize {
        self.leaves.len()
    }

    /// How many levels there are below the root.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The colours at `node`.
    #[must_use]
    pub fn label(&self, node: u32) -> Colors {
        self.nodes[node as usize].label
    }

    /// Whether the condition holds of the colours at `node`.
    #[must_use]
    pub fn is_accepting(&self, node: u32) -> bool {
        (self.top - self.nodes[node as usize].depth).is_multiple_of(2)
    }

    /// The node above `node`, unless that is the root.
    #[must_use]
    pub fn parent(&self, node: u32) -> Option<u32> {
        (node != 0).then(|| self.nodes[node as usize].parent)
    }

    /// The nodes right below `node`, from left to right.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.nodes[node as usize].end;
        let first = (node + 1 < end).then_some(node + 1);
        std::iter::successors(first, move |&child| {
            let next = self.nodes[child as usize].end;
            (next < end).then_some(next)
        })
    }

    /// The node that `leaf` is.
    #[must_use]
    pub fn leaf(&self, leaf: u32) -> u32 {
        self.leaves[leaf as usize]
    }

    /// What happens at `leaf` when the colours `seen` come up. Those that are not in the tree do not
    /// count.
    ///
    /// The lowest node above the leaf whose label has all colours that are seen is what the step is
    /// worth. From there, play goes on at the next of its children in a circle.
    ///
    /// # Complexity
    /// O(height).
    ///
    /// Source: A. Casares, T. Colcombet and N. Fijalkow, *Optimal transformations of games and
    /// automata using Muller conditions* (2021).
    #[must_use]
    pub fn step(&self, leaf: u32, seen: Colors) -> Step {
        let seen = seen.intersection(self.nodes[0].label);
        let mut number = self.leaves[leaf as usize];
        let mut left = None;
        loop {
            let node = &self.nodes[number as usize];
            if seen.is_subset(node.label) {
                break;
            }
            left = Some(node);
            number = node.parent;
        }
        let node = &self.nodes[number as usize];
        let next_leaf = match left {
            None => leaf,
            Some(child) if child.end < node.end => self.nodes[child.end as usize].first_leaf,
            Some(_) => node.first_leaf,
        };
        Step { leaf: next_leaf, priority: self.top - node.depth }
    }
}
