//! In which order diagrams ask for propositions.
//!
//! Usually that in which labels name them: who writes a label puts together what belongs together. It does
//! not where all are named before what relates them, such as all inputs, then all outputs. Diagrams may then
//! be exponentially larger than in an order in which related ones are neighbours, which is looked for once
//! the first order has proved bad.

use std::collections::HashMap;

use retrograde_core::{Automaton, Bitmap, Control, LabelNode, Stopped};

/// The propositions in the order in which labels name them first, and then those that none names.
pub(crate) fn named(automaton: &Automaton) -> Vec<u32> {
    let mut seen = Bitmap::new(automaton.propositions().len());
    let mut order = Vec::new();
    let named = automaton.labels().iter().filter_map(|node| match node {
        LabelNode::Proposition(number) => Some(number),
        _ => None,
    });
    for number in named.chain(0..automaton.propositions().len() as u32) {
        if !seen.get(number as usize) {
            seen.set(number as usize);
            order.push(number);
        }
    }
    order
}

/// Parts of labels about more propositions say little about which of them belong together.
const MOST_TOGETHER: usize = 8;

/// The propositions in an order in which those are neighbours that small parts of labels are about: beginning
/// with each on its own, rows of them are joined, for the smallest parts and of these the most frequent first.
///
/// # Complexity
/// O(n log n) for labels of n parts and O(p s) for joining p propositions for s different sets of them.
pub(crate) fn together(automaton: &Automaton, control: &Control<'_>) -> Result<Vec<u32>, Stopped> {
    let mut pace = control.pace();
    let mut sets = Sets::default();
    let mut of: Vec<Option<u32>> = Vec::with_capacity(automaton.labels().count());
    for node in automaton.labels().iter() {
        pace.steps(1)?;
        let set = match node {
            LabelNode::True | LabelNode::False => Some(sets.number(Vec::new())),
            LabelNode::Proposition(number) => Some(sets.number(vec![number])),
            LabelNode::Not(part) => of[part.place()],
            LabelNode::And(left, right) | LabelNode::Or(left, right) => {
                let set = match (of[left.place()], of[right.place()]) {
                    (Some(left), Some(right)) => sets.union(left, right),
                    _ => None,
                };
                if let Some(set) = set {
                    sets.counts[set as usize] += 1;
                }
                set
            }
        };
        of.push(set);
    }
    let first = named(automaton);
    let mut rows: Vec<Vec<u32>> = first.iter().map(|&number| vec![number]).collect();
    // The row that each proposition is in: the place of its first one among those that are named.
    let mut row_of = vec![0; first.len()];
    for (place, &number) in first.iter().enumerate() {
        row_of[number as usize] = place;
    }
    for set in sets.in_turn() {
        let mut all: Vec<usize> = set.iter().map(|&number| row_of[number as usize]).collect();
        all.sort_unstable();
        all.dedup();
        for &place in &all[1..] {
            let more = std::mem::take(&mut rows[place]);
            pace.steps(1 + more.len())?;
            more.iter().for_each(|&number| row_of[number as usize] = all[0]);
            rows[all[0]].extend(more);
        }
    }
    Ok(rows.concat())
}

/// Small sets of propositions, each once, and how many parts of labels are about them.
#[derive(Default)]
struct Sets {
    members: Vec<Vec<u32>>,
    counts: Vec<u64>,
    numbers: HashMap<Vec<u32>, u32>,
    unions: HashMap<(u32, u32), Option<u32>>,
}

impl Sets {
    fn number(&mut self, members: Vec<u32>) -> u32 {
        *self.numbers.entry(members).or_insert_with_key(|members| {
            self.members.push(members.clone());
            self.counts.push(0);
            self.members.len() as u32 - 1
        })
    }

    fn union(&mut self, left: u32, right: u32) -> Option<u32> {
        if let Some(&known) = self.unions.get(&(left, right)) {
            return known;
        }
        let mut all = self.members[left as usize].clone();
        all.extend(&self.members[right as usize]);
        all.sort_unstable();
        all.dedup();
        let union = (all.len() <= MOST_TOGETHER).then(|| self.number(all));
        self.unions.insert((left, right), union);
        union
    }

    /// Those of several propositions, the smallest and most frequent first.
    fn in_turn(&self) -> impl Iterator<Item = &Vec<u32>> {
        let several = (0..self.members.len()).filter(|&set| self.members[set].len() > 1);
        let mut turns: Vec<usize> = several.collect();
        turns.sort_by_key(|&set| (self.members[set].len(), u64::MAX - self.counts[set]));
        turns.into_iter().map(|set| &self.members[set])
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Guards, Proposition, RunCondition, Transition};

    use super::*;

    #[test]
    fn what_small_parts_are_about_is_together() {
        let mut labels = Guards::new();
        let mut parts: Vec<_> = (0..6).map(|number| labels.literal(number, true)).collect();
        let any =
            parts.iter().copied().reduce(|left, right| labels.add(LabelNode::Or(left, right)));
        for pair in 0..3 {
            parts[pair] = labels.add(LabelNode::And(parts[pair], parts[pair + 3]));
        }
        let label = parts[..3]
            .iter()
            .fold(any.unwrap(), |all, &part| labels.add(LabelNode::And(all, part)));
        let step = (0, Transition { label, to: 0, mark: 0 });
        let proposition =
            |number: u32| Proposition { name: number.to_string(), controllable: false };
        let propositions = (0..7).map(proposition).collect();
        let automaton =
            Automaton::new(propositions, labels, 1, 0, vec![step], RunCondition::Parity).unwrap();
        assert_eq!(named(&automaton), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(together(&automaton, &Control::ALONE).unwrap(), [0, 1, 3, 4, 2, 5, 6]);
    }
}
