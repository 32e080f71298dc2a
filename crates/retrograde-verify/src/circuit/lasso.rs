//! Runs that go round and round and should not.

use std::collections::VecDeque;

use retrograde_core::{Acceptance, Colors, Pace, RunCondition, Stopped, Vertex};

use super::product::{Move, Product};
use crate::components::{Components, Moves};
use crate::emerson_lei::formula::{Formula, Part};

/// A run: pairs of the product with the moves that they make, and where it comes back to.
pub(super) struct Lasso {
    pub(super) steps: Vec<(u32, Move)>,
    /// The place of the first step that is repeated.
    pub(super) back_to: usize,
}

/// Some of the moves of a product.
struct Filtered<'p, F> {
    product: &'p Product,
    keeps: F,
}

impl<F: Fn(&Move) -> bool> Moves for Filtered<'_, F> {
    fn vertices(&self) -> usize {
        self.product.moves.len()
    }

    fn contains(&self, _: Vertex) -> bool {
        true
    }

    fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex> {
        let rest = self.product.moves[vertex as usize].get(*at..)?;
        let skipped = rest.iter().position(&self.keeps);
        *at += skipped.map_or(rest.len(), |skipped| skipped + 1);
        skipped.map(|skipped| rest[skipped].to)
    }
}

/// A run that is accepted, or one that is not, if there is one.
pub(super) fn find(
    product: &Product,
    condition: &RunCondition,
    accepted: bool,
    pace: &mut Pace<'_>,
) -> Result<Option<Lasso>, Stopped> {
    match condition {
        RunCondition::Parity => find_parity(product, accepted, pace),
        RunCondition::Colors(acceptance) => {
            let wanted = if accepted { acceptance.clone() } else { acceptance.negated() };
            find_colors(product, &wanted, pace)
        }
    }
}

/// A cycle whose largest priority is even, or odd.
fn find_parity(
    product: &Product,
    accepted: bool,
    pace: &mut Pace<'_>,
) -> Result<Option<Lasso>, Stopped> {
    let all = product.moves.iter().flatten().map(|step| step.mark);
    let mut priorities: Vec<u64> = all.filter(|mark| (mark % 2 == 0) == accepted).collect();
    priorities.sort_unstable();
    priorities.dedup();
    let mut components = Components::default();
    for priority in priorities {
        let keeps = |step: &Move| step.mark <= priority;
        components.find(&Filtered { product, keeps }, pace)?;
        for (from, moves) in (0..).zip(&product.moves) {
            pace.steps(1 + moves.len())?;
            let inside = |step: &&Move| {
                step.mark == priority && components.of(step.to) == components.of(from)
            };
            if let Some(step) = moves.iter().find(inside) {
                let through = [(from, step.clone())];
                return lasso(product, &through, &keeps, pace);
            }
        }
    }
    Ok(None)
}

/// A component: its colours, moves that have them, and its pairs.
#[derive(Clone, Default)]
struct Round {
    colors: Colors,
    through: Vec<(u32, Move)>,
    members: Vec<u32>,
}

/// A cycle whose colours satisfy the condition.
///
/// Source: C. Baier, F. Blahoudek, A. Duret-Lutz, J. Klein, D. Müller and J. Strejček, *Generic emptiness
/// check for fun and profit* (2019).
fn find_colors(
    product: &Product,
    wanted: &Acceptance,
    pace: &mut Pace<'_>,
) -> Result<Option<Lasso>, Stopped> {
    let mut formula = Formula::new(wanted);
    let relevant = formula.relevant();
    let mut components = Components::default();
    let mut parts: Vec<Part> = Vec::new();
    let mut open = vec![(Colors::EMPTY, formula.goal(), None::<Vec<u32>>)];
    while let Some((gone, goal, within)) = open.pop() {
        let is_in = |pair: u32| within.as_ref().is_none_or(|all| all.binary_search(&pair).is_ok());
        let keeps =
            |step: &Move| Colors(step.mark).intersection(gone) == Colors::EMPTY && is_in(step.to);
        components.find(&Filtered { product, keeps }, pace)?;
        let mut found = vec![Round::default(); components.count()];
        for (from, moves) in (0..).zip(&product.moves) {
            pace.steps(1 + moves.len())?;
            if !is_in(from) {
                continue;
            }
            let Round { colors, through, members } = &mut found[components.of(from) as usize];
            members.push(from);
            for step in moves {
                if keeps(step) && components.of(step.to) == components.of(from) {
                    let seen = Colors(step.mark).intersection(relevant);
                    if through.is_empty() || !seen.is_subset(*colors) {
                        *colors = colors.union(seen);
                        through.push((from, step.clone()));
                    }
                }
            }
        }
        for Round { colors, through, members } in found {
            if through.is_empty() {
                continue;
            }
            if formula.holds(goal, colors, &mut parts, pace)? {
                let inside = |step: &Move| keeps(step) && members.binary_search(&step.to).is_ok();
                return lasso(product, &through, &inside, pace);
            }
            for part in &parts {
                open.push((gone.union(part.without), part.goal, Some(members.clone())));
            }
        }
    }
    Ok(None)
}

/// A run from the start that takes these moves, all in one component of the moves that are kept, again and
/// again.
fn lasso(
    product: &Product,
    through: &[(u32, Move)],
    keeps: &impl Fn(&Move) -> bool,
    pace: &mut Pace<'_>,
) -> Result<Option<Lasso>, Stopped> {
    let Some(&(start, _)) = through.first() else { return Ok(None) };
    let mut steps = path(product, 0, start, &|_| true, pace)?;
    let back_to = steps.len();
    for (place, (from, step)) in through.iter().enumerate() {
        steps.push((*from, step.clone()));
        let next = through.get(place + 1).map_or(start, |(from, _)| *from);
        steps.extend(path(product, step.to, next, keeps, pace)?);
    }
    Ok(Some(Lasso { steps, back_to }))
}

/// A shortest way from one pair to another; there is one.
pub(super) fn path(
    product: &Product,
    from: u32,
    to: u32,
    keeps: &impl Fn(&Move) -> bool,
    pace: &mut Pace<'_>,
) -> Result<Vec<(u32, Move)>, Stopped> {
    let mut came: Vec<Option<(u32, u32)>> = vec![None; product.pairs.len()];
    let mut queue = VecDeque::from([from]);
    let mut seen = vec![false; product.pairs.len()];
    seen[from as usize] = true;
    while let Some(at) = queue.pop_front() {
        if at == to {
            break;
        }
        let moves = product.moves.get(at as usize).map_or(&[][..], |moves| moves);
        pace.steps(1 + moves.len())?;
        for (place, step) in (0..).zip(moves) {
            if keeps(step) && !std::mem::replace(&mut seen[step.to as usize], true) {
                came[step.to as usize] = Some((at, place));
                queue.push_back(step.to);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = to;
    while let Some((before, place)) = came[at as usize] {
        steps.push((before, product.moves[before as usize][place as usize].clone()));
        at = before;
    }
    steps.reverse();
    Ok(steps)
}
