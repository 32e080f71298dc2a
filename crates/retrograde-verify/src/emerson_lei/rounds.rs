//! Whether a machine can be made to lose a play that never ends.

use std::ops::Range;
use std::rc::Rc;

use retrograde_core::{Colors, Pace, Stopped};

use super::formula::{Formula, Goal};
use super::product::{PairLabels, Product};
use crate::components::{Components, Moves};

/// Pairs, strongly connected, whose colours satisfy the formula; `None` if there are no such pairs.
/// `colors` are those of each pair.
///
/// The pairs that come up infinitely often in a play are strongly connected, and all colours of them
/// come up infinitely often. So a component is all that is looked for if the formula holds of its
/// colours. If it does not, colours have to go, with all pairs that have them, and what is left falls
/// into components again.
///
/// # Complexity
/// With P pairs and M moves between them, O(P + M) for each way of taking colours away. There are few
/// of these for Rabin, Streett and parity conditions, where each pair, or each priority, comes in turn;
/// for formulas in general they are exponential in the number of colours that are in `Fin`, as it must
/// be expected: the problem is NP-complete. At most `36 P` bytes, and `4 P` more for each colour that
/// is taken away.
///
/// Source: C. Baier et al., *Generic emptiness check for fun and profit* (2019); E. A. Emerson and
/// C.-L. Lei, *Modalities for model checking: branching time logic strikes back* (1987), for the
/// hardness.
pub(crate) fn satisfying(
    product: &Product<'_>,
    colors: &[Colors],
    formula: &mut Formula,
    pace: &mut Pace<'_>,
) -> Result<Option<Vec<u32>>, Stopped> {
    let all: Rc<[u32]> = (0..product.len() as u32).collect();
    let piece = Piece { range: 0..all.len(), pairs: all, goal: formula.goal() };
    let mut open = vec![Task::Take(piece, Colors::EMPTY)];
    let mut labels = PairLabels::new(product.len());
    let mut components = Components::default();
    let mut parts = Vec::new();
    while let Some(task) = open.pop() {
        match task {
            Task::Take(piece, without) => {
                let is_left = |&pair: &u32| colors[pair as usize].intersection(without).is_empty();
                pace.steps(piece.members().len())?;
                let members: Vec<u32> = piece.members().iter().copied().filter(is_left).collect();
                labels.within(product, &members, pace, |moves, pace| {
                    components.find(moves, pace)?;
                    split(&components, moves, &members, piece.goal, &mut open, pace)
                })?;
            }
            Task::Look(piece) => {
                let union = |all: Colors, &pair: &u32| all.union(colors[pair as usize]);
                pace.steps(piece.members().len())?;
                let seen = piece.members().iter().fold(Colors::EMPTY, union);
                let seen = seen.intersection(formula.relevant());
                if formula.holds(piece.goal, seen, &mut parts, pace)? {
                    return Ok(Some(piece.members().to_vec()));
                }
                for part in &parts {
                    open.push(Task::Take(Piece { goal: part.goal, ..piece.clone() }, part.without));
                }
            }
        }
    }
    Ok(None)
}

/// What is left to do.
enum Task {
    /// Take the pairs with these colours away, and look at the components of the rest.
    Take(Piece, Colors),
    /// Look at the colours of a component.
    Look(Piece),
}

/// Some pairs that may have to do with a goal. Pieces that come from the same place share their memory.
#[derive(Clone)]
struct Piece {
    pairs: Rc<[u32]>,
    range: Range<usize>,
    goal: Goal,
}

impl Piece {
    fn members(&self) -> &[u32] {
        &self.pairs[self.range.clone()]
    }
}

/// Adds a task for each of the components that have a cycle.
fn split(
    components: &Components,
    moves: &impl Moves,
    members: &[u32],
    goal: Goal,
    open: &mut Vec<Task>,
    pace: &mut Pace<'_>,
) -> Result<(), Stopped> {
    let component = |label: usize| components.of(label as u32) as usize;
    let mut starts = vec![0; components.count() + 1];
    for label in 0..members.len() {
        pace.steps(1)?;
        starts[component(label)] += 1;
    }
    let mut total = 0;
    for start in &mut starts {
        total += *start;
        *start = total;
    }
    // Each group is filled from its end, where its start stands until it is full.
    let mut grouped = vec![0; members.len()];
    for label in 0..members.len() {
        pace.steps(1)?;
        let place = &mut starts[component(label)];
        *place -= 1;
        grouped[*place] = label as u32;
    }
    let mut rounds = Vec::new();
    for group in starts.windows(2).map(|ends| ends[0]..ends[1]) {
        pace.steps(1)?;
        if group.len() > 1 || components.on_cycle(moves, grouped[group.start]) {
            rounds.push(group);
        }
    }
    let pairs: Rc<[u32]> = grouped.iter().map(|&label| members[label as usize]).collect();
    open.extend(
        rounds.into_iter().map(|range| Task::Look(Piece { pairs: pairs.clone(), range, goal })),
    );
    Ok(())
}
