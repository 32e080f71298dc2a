//! One pass in reverse topological order, for graphs without cycles.
//!
//! When a vertex's turn comes, all its successors have their final values: no edge is turned
//! around and no count is kept. A value is one number while the pass runs, a byte while distances are
//! short, so that a move costs one look at one place, which can be asked for in time.

use std::ops::Range;

use retrograde_core::{
    Bitmap, Control, Distances, Graph, Outcome, OutcomeGame, Pace, Stopped, Values, Vertex, sys,
};

use crate::order::Order;

/// Labels every vertex, each after all its successors.
pub(super) fn pass(
    game: &OutcomeGame<'_>,
    order: &Order,
    control: &Control<'_>,
) -> Result<Values, Stopped> {
    control.check()?;
    let vertices = game.graph().vertex_count();
    let mut pass = Pass { game, order, pace: control.pace(), done: 0 };
    let mut narrow: Vec<u8> = sys::zeroed(vertices);
    pass.advance(&mut narrow)?;
    if pass.done == vertices {
        return Ok(values(&mut narrow).with(Distances::Narrow(narrow)));
    }
    let mut wide: Vec<u32> = widened(narrow);
    pass.advance(&mut wide)?;
    if pass.done == vertices {
        return Ok(values(&mut wide).with(Distances::Wide(wide)));
    }
    // A path of more than two thousand million moves.
    let mut widest: Vec<u64> = widened(wide);
    pass.advance(&mut widest)?;
    let outcomes = values(&mut widest);
    Ok(outcomes.with(Distances::Wide(widest.into_iter().map(|distance| distance as u32).collect())))
}

/// A value as a number: 0 for a draw, twice the distance and 1 for a loss, and 2 for a win.
trait Label: Copy + Default + Into<u64> + TryFrom<u64> {}

impl Label for u8 {}
impl Label for u32 {}
impl Label for u64 {}

fn widened<L: Label, W: Label + From<L>>(labels: Vec<L>) -> Vec<W> {
    let mut wide: Vec<W> = sys::zeroed(labels.len());
    for (wide, &label) in wide.iter_mut().zip(&labels) {
        *wide = W::from(label);
    }
    wide
}

/// Which vertices are won, and which are lost.
struct Decided {
    win: Bitmap,
    lose: Bitmap,
}

impl Decided {
    fn with(self, distances: Distances) -> Values {
        Values::from_parts(self.win, self.lose, distances)
    }
}

/// The outcomes that all labels stand for; what is left of the labels is distances.
fn values<L: Label>(labels: &mut [L]) -> Decided {
    let (mut win, mut lose) = (Bitmap::new(labels.len()), Bitmap::new(labels.len()));
    let maps = win.words_mut().iter_mut().zip(lose.words_mut());
    for (labels, (win, lose)) in labels.chunks_mut(64).zip(maps) {
        for (place, label) in labels.iter_mut().enumerate() {
            let number: u64 = (*label).into();
            *lose |= (number & 1) << place;
            *win |= u64::from(number > 0 && number & 1 == 0) << place;
            *label = L::try_from(number.saturating_sub(1) / 2).unwrap_or_default();
        }
    }
    Decided { win, lose }
}

struct Pass<'a> {
    game: &'a OutcomeGame<'a>,
    order: &'a Order,
    pace: Pace<'a>,
    /// How many vertices have their label.
    done: usize,
}

impl Pass<'_> {
    /// Goes on to the end, or until a distance does not fit.
    fn advance<L: Label>(&mut self, labels: &mut [L]) -> Result<(), Stopped> {
        /// How many moves ahead to ask for labels.
        const MOVES: usize = 64;
        let (graph, last) = (self.game.graph(), labels.len().wrapping_sub(1));
        let fetch = |labels: &[L], place: usize| {
            if let Some(&to) = graph.targets().get(place) {
                sys::prefetch(labels, to as usize);
            }
        };
        match self.order {
            Order::Ascending => self.walk(
                labels,
                |turn| turn as Vertex,
                |labels, row, _| row.for_each(|place| fetch(labels, place + MOVES)),
            ),
            Order::Descending => self.walk(
                labels,
                |turn| (last - turn) as Vertex,
                |labels, row, _| row.for_each(|place| fetch(labels, place.wrapping_sub(MOVES))),
            ),
            Order::Reverse(order) => self.walk(
                labels,
                |turn| order[last - turn],
                |labels, _, turn| ask(graph, &order[..last - turn], labels),
            ),
        }
    }

    /// Labels the vertices in their turns, with a call of `ask` before each.
    #[inline(always)]
    fn walk<L: Label>(
        &mut self,
        labels: &mut [L],
        vertex: impl Fn(usize) -> Vertex,
        ask: impl Fn(&[L], Range<usize>, usize),
    ) -> Result<(), Stopped> {
        let graph = self.game.graph();
        while self.done < labels.len() {
            let vertex = vertex(self.done);
            let row = graph.edge_range(vertex);
            self.pace.steps(1 + row.len())?;
            ask(labels, row.clone(), self.done);
            // The fastest win, and the slowest loss while no successor spoils it.
            let (mut fastest, mut slowest, mut spoilt) = (u64::MAX, 0, false);
            for &to in &graph.targets()[row.clone()] {
                let label: u64 = labels[to as usize].into();
                let is_loss = label & 1 != 0;
                fastest = fastest.min(if is_loss { label } else { u64::MAX });
                slowest = slowest.max(label);
                spoilt |= label == 0;
            }
            let label = match (row.is_empty(), fastest) {
                (true, _) => end(self.game.terminal_outcome(vertex)),
                (false, u64::MAX) if spoilt => 0,
                (false, u64::MAX) => slowest + 1,
                (false, fastest) => fastest + 3,
            };
            let Ok(label) = L::try_from(label) else { return Ok(()) };
            labels[vertex as usize] = label;
            self.done += 1;
        }
        Ok(())
    }
}

/// The label of a vertex without moves.
fn end(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Lose => 1,
        Outcome::Win => 2,
    }
}

/// Asks the processor for what the turns after the next few will look at; `order` is of the turns to
/// come, the last one first.
fn ask<L>(graph: &Graph, order: &[Vertex], labels: &[L]) {
    const AHEAD: usize = 8;
    let coming = |turns: usize| order.len().checked_sub(turns).map(|place| order[place]);
    if let Some(vertex) = coming(4 * AHEAD) {
        graph.prefetch_offset(vertex);
    }
    if let Some(vertex) = coming(2 * AHEAD) {
        graph.prefetch_row(vertex, AHEAD);
    }
    if let Some(vertex) = coming(AHEAD) {
        let row = graph.successors(vertex);
        row.iter().take(AHEAD).for_each(|&to| sys::prefetch(labels, to as usize));
    }
}
