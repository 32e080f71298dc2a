//! The sets of colours that label a Zielonka tree, each once, before the tree is spread out.

use std::collections::HashMap;

use retrograde_core::{Acceptance, Colors, Control};

use super::EmersonLeiError;
use super::subsets::maximal;
use crate::construct::Size;

/// Steps of the search for labels that a tree may take, for each node it may have.
const STEPS_PER_NODE: u64 = 1 << 10;
/// Steps that any tree may take.
const STEPS: u64 = 1 << 24;

/// Every label with those below it. Nodes with the same label have the same tree below them.
pub(super) struct LeafLabels {
    /// The label of the root first.
    pub(super) sets: Vec<Colors>,
    /// Whether the condition holds of each.
    pub(super) accepting: Vec<bool>,
    /// The labels of the children of each, by their places in `sets`.
    pub(super) children: Vec<Vec<u32>>,
    /// How many nodes the tree below each has, itself included.
    pub(super) nodes: Vec<usize>,
}

impl LeafLabels {
    /// Finds the labels and makes sure that the tree has no more than `limit` nodes.
    pub(super) fn find(
        acceptance: &Acceptance,
        colors: Colors,
        limit: usize,
        control: &Control<'_>,
    ) -> Result<Self, EmersonLeiError> {
        // Nodes and leaves are numbered by a `u32`.
        let limit = limit.min(u32::MAX as usize);
        let allowed = (limit as u64).saturating_mul(STEPS_PER_NODE).max(STEPS);
        let mut steps = allowed;
        let mut pace = control.pace();
        let negated = acceptance.negated();
        let mut places: HashMap<Colors, u32> = HashMap::from([(colors, 0)]);
        let mut labels = LeafLabels {
            sets: vec![colors],
            accepting: Vec::new(),
            children: Vec::new(),
            nodes: Vec::new(),
        };
        while labels.children.len() < labels.sets.len() {
            let set = labels.sets[labels.children.len()];
            let is_accepting = acceptance.accepts(set);
            let opposite = if is_accepting { &negated } else { acceptance };
            let Some(below) = maximal(opposite, set, &mut steps, &mut pace)? else {
                let colors = colors.len();
                return Err(EmersonLeiError::TreeTooHard { colors, steps: allowed });
            };
            let place = |set| {
                *places.entry(set).or_insert_with(|| {
                    labels.sets.push(set);
                    labels.sets.len() as u32 - 1
                })
            };
            let below = below.into_iter().map(place).collect();
            labels.children.push(below);
            labels.accepting.push(is_accepting);
            if labels.sets.len() > limit {
                let nodes = Size::AtLeast(labels.sets.len() as u128);
                return Err(EmersonLeiError::TreeTooLarge { nodes, limit });
            }
        }
        labels.count(limit)
    }

    fn count(mut self, limit: usize) -> Result<Self, EmersonLeiError> {
        // The labels below one are smaller sets.
        let mut order: Vec<usize> = (0..self.sets.len()).collect();
        order.sort_unstable_by_key(|&place| self.sets[place].len());
        let mut nodes = vec![0_u128; self.sets.len()];
        for place in order {
            let below = self.children[place].iter().map(|&child| nodes[child as usize]);
            nodes[place] = below.fold(1, u128::saturating_add);
        }
        if nodes[0] > limit as u128 {
            let nodes = match nodes[0] {
                u128::MAX => Size::AtLeast(u128::MAX),
                count => Size::Exactly(count),
            };
            return Err(EmersonLeiError::TreeTooLarge { nodes, limit });
        }
        self.nodes = nodes.into_iter().map(|count| count as usize).collect();
        Ok(self)
    }
}
