//! Which states are bisimilar: classes split round by round, with the history that tells why.
//!
//! Two states of a class part in the first round in which their signatures differ: the actions that they
//! can do, each with the class that it leads to. For branching bisimulation a signature has what can be
//! done after internal steps that stay in the class, and leaves those steps out.

use hashbrown::HashMap;
use retrograde_core::{Bitmap, Control, Vertex};

use super::CompareError;
use super::systems::Systems;

/// Actions with the classes that they lead to, in order, each once.
pub(crate) type Signature = Vec<(u32, u32)>;

/// A class as it was in some rounds: the history of a class is a path of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The class that it was a part of; that of the root is itself.
    pub(crate) parent: u32,
    /// The round in which it came to be.
    pub(crate) round: u32,
    /// Why it was parted from others: what its states can do, in nodes of the round before.
    pub(crate) signature: Signature,
}

/// Classes of states.
#[derive(Debug)]
pub(crate) struct Refinement {
    pub(crate) nodes: Vec<Node>,
    /// The class of each state.
    class: Vec<u32>,
    /// The node that each class is now.
    node: Vec<u32>,
    /// What the states of each class can do, in classes.
    pub(crate) signatures: Vec<Signature>,
    size: Vec<u32>,
}

impl Refinement {
    /// Splits until nothing is left to split, or, if that is enough, until the two starts are parted.
    ///
    /// # Complexity
    /// Each round looks at the steps of those states whose successors changed their class in the round
    /// before; as many rounds as a formula that tells two states apart must be deep.
    ///
    /// Source: S. Blom and S. Orzan, *Distributed branching bisimulation reduction of state spaces*
    /// (2003), on signatures and their rounds.
    pub(crate) fn new(
        systems: &Systems,
        branching: bool,
        until_parted: bool,
        control: &Control<'_>,
    ) -> Result<Self, CompareError> {
        let states = systems.len();
        let root = Node { parent: 0, round: 0, signature: Vec::new() };
        let mut refinement = Refinement {
            nodes: vec![root],
            class: vec![0; states],
            node: vec![0],
            signatures: vec![Vec::new()],
            size: vec![states as u32],
        };
        let internal = systems.internal.filter(|_| branching);
        let mut work = Work { systems, internal, marked: Bitmap::new(states) };
        let mut dirty: Vec<Vertex> = (0..states as u32).collect();
        let mut round = 0;
        while !dirty.is_empty() {
            round += 1;
            control.check_memory()?;
            let moved = refinement.round(&work, &dirty, round, control)?;
            let [one, two] = systems.starts.map(|start| refinement.class(start));
            if until_parted && one != two {
                break;
            }
            dirty = work.dirty(&refinement, &moved, control)?;
        }
        Ok(refinement)
    }

    /// The class of a state.
    pub(crate) fn class(&self, state: Vertex) -> u32 {
        self.class[state as usize]
    }

    /// The node of the class of a state.
    pub(crate) fn node_of(&self, state: Vertex) -> u32 {
        self.node[self.class(state) as usize]
    }

    /// How many classes there are.
    pub(crate) fn len(&self) -> usize {
        self.node.len()
    }

    /// A signature in nodes.
    fn in_nodes(&self, signature: &Signature) -> Signature {
        let node = |&(action, class): &(u32, u32)| (action, self.node[class as usize]);
        let mut nodes: Signature = signature.iter().map(node).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Splits the classes of these states, whose signatures may have changed; gives back those that are
    /// in another class now.
    fn round(
        &mut self,
        work: &Work<'_>,
        dirty: &[Vertex],
        round: u32,
        control: &Control<'_>,
    ) -> Result<Vec<Vertex>, CompareError> {
        let mut pace = control.pace();
        // The groups of each class: by signature, the states.
        let mut groups: HashMap<(u32, Signature), u32> = HashMap::new();
        let mut group_of = Vec::with_capacity(dirty.len());
        let mut sizes: Vec<u32> = Vec::new();
        let mut fresh: HashMap<Vertex, u32> = HashMap::new();
        let mut found: Vec<(u32, Signature)> = Vec::new();
        for &state in dirty {
            let class = self.class(state);
            let mut signature = Vec::new();
            for &(action, to) in work.systems.steps(state) {
                let target = self.class(to);
                if Some(action) != work.internal || target != class {
                    signature.push((action, target));
                } else {
                    // What was looked at in this round is there already: it has a lower number.
                    let later = match fresh.get(&to) {
                        Some(&group) => &found[group as usize].1,
                        None => &self.signatures[class as usize],
                    };
                    pace.steps(later.len())?;
                    signature.extend_from_slice(later);
                }
            }
            signature.sort_unstable();
            signature.dedup();
            pace.steps(2 + signature.len())?;
            let group = *groups.entry((class, signature)).or_insert_with_key(|key| {
                sizes.push(0);
                found.push(key.clone());
                sizes.len() as u32 - 1
            });
            sizes[group as usize] += 1;
            group_of.push(group);
            if work.internal.is_some() {
                fresh.insert(state, group);
            }
        }
        drop(groups);
        // By class: how many states were looked at, and the groups they fall into.
        let mut of_class: HashMap<u32, (u32, Vec<u32>)> = HashMap::new();
        for (group, (class, _)) in found.iter().enumerate() {
            let (seen, list) = of_class.entry(*class).or_default();
            *seen += sizes[group];
            list.push(group as u32);
        }
        let mut staying_nodes = Vec::new();
        let mut new_class: Vec<u32> = found.iter().map(|(class, _)| *class).collect();
        let mut classes: Vec<u32> = of_class.keys().copied().collect();
        classes.sort_unstable();
        for class in classes {
            let (seen, list) = &of_class[&class];
            let rest = self.size[class as usize] - seen;
            let unchanged =
                |&&group: &&u32| found[group as usize].1 == self.signatures[class as usize];
            // Who stays: those who were not looked at with whoever is like them, or the most.
            let stays = match rest {
                0 => list.iter().max_by_key(|&&group| (sizes[group as usize], group)).copied(),
                _ => list.iter().find(unchanged).copied(),
            };
            let parts = list.len() + usize::from(rest > 0 && stays.is_none());
            if parts < 2 {
                if let Some(group) = stays {
                    self.signatures[class as usize].clone_from(&found[group as usize].1);
                }
                continue;
            }
            let parent = self.node[class as usize];
            let staying = match stays {
                Some(group) => found[group as usize].1.clone(),
                None => self.signatures[class as usize].clone(),
            };
            pace.steps(8 + staying.len())?;
            // Signatures are told in the nodes of the round before, so this one comes later.
            staying_nodes.push((class, self.nodes.len() as u32));
            self.nodes.push(Node { parent, round, signature: self.in_nodes(&staying) });
            self.signatures[class as usize] = staying;
            for &group in list.iter().filter(|&&group| Some(group) != stays) {
                let signature = found[group as usize].1.clone();
                pace.steps(8 + signature.len())?;
                new_class[group as usize] = self.node.len() as u32;
                self.node.push(self.nodes.len() as u32);
                self.nodes.push(Node { parent, round, signature: self.in_nodes(&signature) });
                self.signatures.push(signature);
                self.size.push(sizes[group as usize]);
                self.size[class as usize] -= sizes[group as usize];
            }
        }
        for (class, node) in staying_nodes {
            self.node[class as usize] = node;
        }
        let mut moved = Vec::new();
        for (&state, group) in dirty.iter().zip(group_of) {
            let class = new_class[group as usize];
            if self.class(state) != class {
                self.class[state as usize] = class;
                moved.push(state);
            }
        }
        Ok(moved)
    }
}

struct Work<'a> {
    systems: &'a Systems,
    /// The internal action, where it counts for nothing as long as it stays in the class.
    internal: Option<u32>,
    marked: Bitmap,
}

impl Work<'_> {
    /// The states whose signatures may have changed because others are in another class now, in order.
    fn dirty(
        &mut self,
        refinement: &Refinement,
        moved: &[Vertex],
        control: &Control<'_>,
    ) -> Result<Vec<Vertex>, CompareError> {
        let mut pace = control.pace();
        let mut dirty = Vec::new();
        let mut mark = |state: Vertex, dirty: &mut Vec<Vertex>| {
            if !self.marked.get(state as usize) {
                self.marked.set(state as usize);
                dirty.push(state);
            }
        };
        for &state in moved {
            pace.steps(1 + self.systems.before(state).len())?;
            for &before in self.systems.before(state) {
                mark(before, &mut dirty);
            }
            if self.internal.is_some() {
                mark(state, &mut dirty);
            }
        }
        if self.internal.is_some() {
            // What follows after internal steps within the class changes with it.
            let mut at = 0;
            while let Some(&state) = dirty.get(at) {
                at += 1;
                for &before in self.systems.before(state) {
                    pace.steps(1)?;
                    if refinement.class(before) == refinement.class(state) {
                        mark(before, &mut dirty);
                    }
                }
            }
        }
        dirty.sort_unstable();
        for &state in &dirty {
            self.marked.clear(state as usize);
        }
        Ok(dirty)
    }
}
