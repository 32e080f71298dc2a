//! Relations between states as their definitions have them: begin with all pairs, and take away those
//! that break the rule until none does.

use std::collections::{BTreeSet, HashSet};

use retrograde_core::{Arena, ArenaBuilder};
use retrograde_logic::compare::Relation;

/// A few states; actions are 0 for the internal one, and others.
#[derive(Clone, Debug)]
pub(crate) struct System {
    pub(crate) states: u32,
    pub(crate) steps: Vec<(u32, u8, u32)>,
}

impl System {
    /// With two states and two actions, one of them internal: steps by bits.
    pub(crate) fn of_two_states(bits: u32) -> Self {
        let all = (0..8).filter(|bit| bits >> bit & 1 == 1);
        System {
            states: 2,
            steps: all.map(|bit| (bit & 1, bit as u8 >> 1 & 1, bit >> 2)).collect(),
        }
    }

    pub(crate) fn arena(&self) -> Arena {
        let mut builder = ArenaBuilder::new();
        for state in 0..self.states {
            builder.vertex(&state.to_string()).unwrap();
        }
        for &(from, action, to) in &self.steps {
            let label = ["tau", "a", "b"][usize::from(action)];
            let label = builder.label(label).unwrap();
            builder.edge(from, to).unwrap();
            builder.set_last_label(label);
        }
        builder.finish().unwrap()
    }
}

type Pairs = BTreeSet<(u32, u32)>;

/// Whether two systems are the same where they begin.
pub(crate) fn related(systems: [&System; 2], relation: Relation) -> bool {
    // Both as one: the second after the first.
    let first = systems[0].states;
    let mut steps = systems[0].steps.clone();
    steps.extend(systems[1].steps.iter().map(|&(from, by, to)| (from + first, by, to + first)));
    let states = first + systems[1].states;
    let all: Pairs = (0..states).flat_map(|one| (0..states).map(move |two| (one, two))).collect();
    let after = |state: u32| steps.iter().filter(move |step| step.0 == state);
    let step = |by: u8, from: u32| after(from).filter(move |step| step.1 == by).map(|step| step.2);
    let simulated = |pairs: &Pairs, (one, two): (u32, u32)| {
        after(one).all(|&(_, by, to)| step(by, two).any(|reply| pairs.contains(&(to, reply))))
    };
    match relation {
        Relation::Simulation => {
            let pairs = shrink(all, simulated);
            pairs.contains(&(0, first)) && pairs.contains(&(first, 0))
        }
        Relation::Bisimulation => {
            let both = |pairs: &Pairs, (one, two): (u32, u32)| {
                let back: Pairs = pairs.iter().map(|&(one, two)| (two, one)).collect();
                simulated(pairs, (one, two)) && simulated(&back, (two, one))
            };
            shrink(all, both).contains(&(0, first))
        }
        Relation::Branching => {
            let silently = |from: u32| {
                let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
                while let Some(state) = open.pop() {
                    open.extend(step(0, state).filter(|&to| seen.insert(to)));
                }
                seen
            };
            let half = |pairs: &Pairs, (one, two): (u32, u32)| {
                after(one).all(|&(_, by, to)| {
                    (by == 0 && pairs.contains(&(to, two)))
                        || silently(two).into_iter().any(|late| {
                            pairs.contains(&(one, late))
                                && step(by, late).any(|reply| pairs.contains(&(to, reply)))
                        })
                })
            };
            let both = |pairs: &Pairs, (one, two): (u32, u32)| {
                let back: Pairs = pairs.iter().map(|&(one, two)| (two, one)).collect();
                half(pairs, (one, two)) && half(&back, (two, one))
            };
            shrink(all, both).contains(&(0, first))
        }
        Relation::Trace => {
            let begin = (BTreeSet::from([0]), BTreeSet::from([first]));
            let (mut seen, mut open) = (HashSet::from([begin.clone()]), vec![begin]);
            while let Some((left, right)) = open.pop() {
                for by in 0..3 {
                    let on = |set: &BTreeSet<u32>| -> BTreeSet<u32> {
                        set.iter().flat_map(|&state| step(by, state)).collect()
                    };
                    let next = (on(&left), on(&right));
                    if next.0.is_empty() != next.1.is_empty() {
                        return false;
                    }
                    if !next.0.is_empty() && seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
            true
        }
        _ => unreachable!("all relations are here"),
    }
}

fn shrink(mut pairs: Pairs, keeps: impl Fn(&Pairs, (u32, u32)) -> bool) -> Pairs {
    loop {
        let left: Pairs = pairs.iter().copied().filter(|&pair| keeps(&pairs, pair)).collect();
        if left.len() == pairs.len() {
            return left;
        }
        pairs = left;
    }
}
