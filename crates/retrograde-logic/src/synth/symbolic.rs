//! A specification with its labels as decision diagrams and its condition as priorities.

use std::collections::HashMap;

use retrograde_core::{
    Automaton, Bitmap, Colors, Control, Label, LabelNode, RunCondition, Stopped,
};
use retrograde_solve::emerson_lei::{Limits, ZielonkaTree};

use super::diagrams::{Bdd, Diagrams, VariableSet};
use super::error::{Overlap, SynthError};
use super::order;

/// Where the run may go from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// For which valuations.
    pub(crate) guard: Bdd,
    /// The state after it.
    pub(crate) to: u32,
    /// Its priority; the largest that comes up forever is even where the run is accepted.
    pub(crate) priority: u32,
}

/// The automaton as far as runs can get, by states that start at 0.
pub(crate) struct Symbolic<'a> {
    pub(crate) diagrams: Diagrams<'a>,
    /// The propositions in the order of their variables, in which those come next to each other that labels put
    /// together.
    pub(crate) order: Vec<u32>,
    pub(crate) edges: Vec<Vec<Edge>>,
    pub(crate) controllable: VariableSet,
    pub(crate) uncontrollable: VariableSet,
    /// Whether transitions of some state can be taken at once.
    pub(crate) overlaps: bool,
}

/// More propositions than this in labels would be too deep a diagram.
const MOST_PROPOSITIONS: usize = 1000;

impl<'a> Symbolic<'a> {
    /// Takes an automaton apart. Overlapping transitions are refused unless they are the controller's to
    /// choose among.
    pub(crate) fn new(
        automaton: &Automaton,
        may_overlap: bool,
        control: &Control<'a>,
    ) -> Result<Self, SynthError> {
        let (order, labels, mut diagrams) = labels(automaton, control)?;
        let side = |controllable| {
            let is_on_side = move |number: &u32| {
                automaton.propositions()[*number as usize].controllable == controllable
            };
            (0..).zip(&order).filter(move |(_, number)| is_on_side(number)).map(|(at, _)| at)
        };
        let controllable = diagrams.set(side(true));
        let uncontrollable = diagrams.set(side(false));
        let mut rows: Vec<Vec<(Bdd, u32, u64)>> = Vec::new();
        let mut overlaps = false;
        for state in 0..automaton.state_count() {
            let row = row(automaton, state, &labels, &mut diagrams)?;
            if let Some(overlap) = overlap(automaton, state, &row, &order, &mut diagrams)? {
                if !may_overlap {
                    return Err(SynthError::Overlap(Box::new(overlap)));
                }
                overlaps = true;
            }
            rows.push(row);
        }
        let edges = match automaton.condition() {
            RunCondition::Parity => reachable(&rows, automaton.start(), control)?,
            RunCondition::Colors(acceptance) => {
                let used = rows.iter().flatten().fold(0, |used, &(_, _, mark)| used | mark);
                let colors = acceptance.colors().intersection(Colors(used));
                let limits = Limits::in_room(control.room());
                let tree = ZielonkaTree::new(acceptance, colors, limits.tree, control)?;
                unfolded(&rows, automaton.start(), &tree, &limits, control)?
            }
        };
        let edges = quotient(edges, &mut diagrams, control)?;
        Ok(Symbolic { diagrams, order, edges, controllable, uncontrollable, overlaps })
    }
}

/// Diagrams of all labels with so many nodes, and so many more for each part of a label, are as small as one
/// may expect.
const FEW_NODES: usize = 1 << 14;
const FEW_NODES_A_PART: usize = 4;

/// The diagrams of all labels, in an order of the propositions that keeps them small: the usual one if it
/// does, or else whichever of two gets by with fewer nodes, up to a factor of two.
fn labels<'a>(
    automaton: &Automaton,
    control: &Control<'a>,
) -> Result<(Vec<u32>, Guards, Diagrams<'a>), SynthError> {
    let mut orders = vec![order::named(automaton)];
    let mut most = FEW_NODES + FEW_NODES_A_PART * automaton.labels().count();
    loop {
        for order in &orders {
            let mut diagrams = Diagrams::new(control);
            if let Some(guards) = Guards::new(automaton, order, most, &mut diagrams)? {
                return Ok((order.clone(), guards, diagrams));
            }
        }
        match orders.len() {
            1 => orders.insert(0, order::together(automaton, control)?),
            _ => most = most.saturating_mul(2),
        }
    }
}

/// The diagram of every label.
struct Guards {
    known: Vec<Option<Bdd>>,
}

impl Guards {
    /// `None` where they take more nodes than allowed.
    fn new(
        automaton: &Automaton,
        order: &[u32],
        most: usize,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Option<Self>, SynthError> {
        let mut variables = vec![0; order.len()];
        for (at, &number) in (0..).zip(order) {
            variables[number as usize] = at;
        }
        let labels = automaton.labels();
        let mut needed = Bitmap::new(labels.count());
        for state in 0..automaton.state_count() {
            for transition in automaton.transitions(state) {
                needed.set(transition.label.place());
            }
        }
        // Each label comes after its parts: those of what is needed are needed, too.
        let nodes: Vec<LabelNode> = labels.iter().collect();
        let mut named = Bitmap::new(automaton.propositions().len());
        for place in (0..nodes.len()).rev() {
            if needed.get(place) {
                mark_parts(nodes[place], &mut needed, &mut named);
            }
        }
        if named.count_ones() > MOST_PROPOSITIONS {
            let propositions = named.count_ones();
            return Err(SynthError::TooManyPropositions { propositions, most: MOST_PROPOSITIONS });
        }
        let mut known: Vec<Option<Bdd>> = vec![None; nodes.len()];
        for place in needed.ones() {
            let of = |label: Label| known[label.place()].unwrap_or(Bdd::FALSE);
            let function = match nodes[place] {
                LabelNode::True => Bdd::TRUE,
                LabelNode::False => Bdd::FALSE,
                LabelNode::Proposition(number) => {
                    diagrams.literal(variables[number as usize], true)?
                }
                LabelNode::Not(part) => diagrams.not(of(part))?,
                LabelNode::And(left, right) => diagrams.and(of(left), of(right))?,
                LabelNode::Or(left, right) => diagrams.or(of(left), of(right))?,
            };
            known[place] = Some(function);
            if diagrams.count() > most {
                return Ok(None);
            }
        }
        Ok(Some(Guards { known }))
    }

    fn get(&self, label: Label) -> Bdd {
        self.known[label.place()].unwrap_or(Bdd::FALSE)
    }
}

fn mark_parts(node: LabelNode, needed: &mut Bitmap, named: &mut Bitmap) {
    match node {
        LabelNode::Not(part) => needed.set(part.place()),
        LabelNode::And(left, right) | LabelNode::Or(left, right) => {
            needed.set(left.place());
            needed.set(right.place());
        }
        LabelNode::Proposition(number) => named.set(number as usize),
        LabelNode::True | LabelNode::False => {}
    }
}

/// The transitions of a state, those that do the same as one.
fn row(
    automaton: &Automaton,
    state: u32,
    guards: &Guards,
    diagrams: &mut Diagrams<'_>,
) -> Result<Vec<(Bdd, u32, u64)>, Stopped> {
    let mut row: Vec<(Bdd, u32, u64)> = Vec::new();
    let mut places: HashMap<(u32, u64), usize> = HashMap::new();
    for transition in automaton.transitions(state) {
        let guard = guards.get(transition.label);
        if guard == Bdd::FALSE {
            continue;
        }
        let key = (transition.to, transition.mark);
        let at = *places.entry(key).or_insert_with(|| {
            row.push((Bdd::FALSE, transition.to, transition.mark));
            row.len() - 1
        });
        row[at].0 = diagrams.or(row[at].0, guard)?;
    }
    Ok(row)
}

/// Two transitions of a state that can be taken at once, if there are such.
fn overlap(
    automaton: &Automaton,
    state: u32,
    row: &[(Bdd, u32, u64)],
    order: &[u32],
    diagrams: &mut Diagrams<'_>,
) -> Result<Option<Overlap>, Stopped> {
    let mut so_far = Bdd::FALSE;
    for (at, &(guard, to, mark)) in row.iter().enumerate() {
        if diagrams.and(so_far, guard)? != Bdd::FALSE {
            for &(other, other_to, other_mark) in &row[..at] {
                let both = diagrams.and(other, guard)?;
                if both != Bdd::FALSE {
                    let named = |(at, is_true): (u32, bool)| (order[at as usize], is_true);
                    let mut example: Vec<_> =
                        diagrams.example(both).into_iter().map(named).collect();
                    example.sort_unstable();
                    let (to, marks) = ([other_to, to], [other_mark, mark]);
                    return Ok(Some(Overlap::new(automaton, state, to, marks, &example)));
                }
            }
        }
        so_far = diagrams.or(so_far, guard)?;
    }
    Ok(None)
}

/// The states that runs can get to, numbered in the order in which they are found.
fn reachable(
    rows: &[Vec<(Bdd, u32, u64)>],
    start: u32,
    control: &Control<'_>,
) -> Result<Vec<Vec<Edge>>, Stopped> {
    explore(start, control, |state, edges| {
        for &(guard, to, mark) in &rows[state as usize] {
            edges.push((guard, to, mark as u32));
        }
    })
}

/// The same with a leaf of the tree in each state, and its priorities in place of colours.
fn unfolded(
    rows: &[Vec<(Bdd, u32, u64)>],
    start: u32,
    tree: &ZielonkaTree,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Vec<Vec<Edge>>, SynthError> {
    let leaves = tree.leaf_count() as u64;
    let (states, most) = (rows.len() as u64 * leaves, limits.game.min(u64::from(u32::MAX)));
    if states > most {
        return Err(SynthError::TooManyStates { states, most });
    }
    let leaves = leaves as u32;
    Ok(explore(start * leaves, control, |state, edges| {
        for &(guard, to, mark) in &rows[(state / leaves) as usize] {
            let step = tree.step(state % leaves, Colors(mark));
            edges.push((guard, to * leaves + step.leaf, step.priority));
        }
    })?)
}

fn explore(
    start: u32,
    control: &Control<'_>,
    next: impl Fn(u32, &mut Vec<(Bdd, u32, u32)>),
) -> Result<Vec<Vec<Edge>>, Stopped> {
    let mut pace = control.pace();
    let mut numbers: HashMap<u32, u32> = HashMap::from([(start, 0)]);
    let mut found = vec![start];
    let mut all = Vec::new();
    let mut row = Vec::new();
    while let Some(&state) = found.get(all.len()) {
        row.clear();
        next(state, &mut row);
        pace.steps(1 + row.len())?;
        let mut edges = Vec::with_capacity(row.len());
        for &(guard, to, priority) in &row {
            let to = *numbers.entry(to).or_insert_with(|| {
                found.push(to);
                found.len() as u32 - 1
            });
            edges.push(Edge { guard, to, priority });
        }
        all.push(edges);
    }
    Ok(all)
}

/// Rounds after which states that may be the same stay apart.
const MOST_ROUNDS: usize = 64;

/// States that cannot be told apart become one.
fn quotient(
    edges: Vec<Vec<Edge>>,
    diagrams: &mut Diagrams<'_>,
    control: &Control<'_>,
) -> Result<Vec<Vec<Edge>>, Stopped> {
    let mut pace = control.pace();
    let mut block = vec![0_u32; edges.len()];
    let mut count = 1;
    for _ in 0..MOST_ROUNDS {
        let mut signatures: HashMap<Vec<(u32, u32, Bdd)>, u32> = HashMap::new();
        let mut next = Vec::with_capacity(edges.len());
        for row in &edges {
            pace.steps(1 + row.len())?;
            let signature = joined(row, |edge| block[edge.to as usize], diagrams)?;
            let fresh = signatures.len() as u32;
            next.push(*signatures.entry(signature).or_insert(fresh));
        }
        let found = signatures.len();
        block = next;
        if found == count {
            // States are numbered in the order in which they are found, the start first.
            let mut quotient: Vec<Vec<Edge>> = Vec::new();
            for (state, row) in edges.iter().enumerate() {
                if block[state] as usize == quotient.len() {
                    let row = joined(row, |edge| block[edge.to as usize], diagrams)?;
                    let edge = |&(to, priority, guard)| Edge { guard, to, priority };
                    quotient.push(row.iter().map(edge).collect());
                }
            }
            return Ok(quotient);
        }
        count = found;
    }
    Ok(edges)
}

/// The edges of a state by block and priority, in order.
fn joined(
    row: &[Edge],
    block: impl Fn(&Edge) -> u32,
    diagrams: &mut Diagrams<'_>,
) -> Result<Vec<(u32, u32, Bdd)>, Stopped> {
    let mut all: Vec<(u32, u32, Bdd)> =
        row.iter().map(|edge| (block(edge), edge.priority, edge.guard)).collect();
    all.sort_unstable();
    let mut joined: Vec<(u32, u32, Bdd)> = Vec::with_capacity(all.len());
    for (to, priority, guard) in all {
        match joined.last_mut() {
            Some(last) if (last.0, last.1) == (to, priority) => {
                last.2 = diagrams.or(last.2, guard)?;
            }
            _ => joined.push((to, priority, guard)),
        }
    }
    Ok(joined)
}
