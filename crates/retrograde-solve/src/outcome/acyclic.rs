//! One pass in reverse topological order, for graphs without cycles.
//!
//! When a vertex's turn comes, all its successors have their final values: no edge is turned
//! around and no count is kept.

use retrograde_core::{
    Bitmap, Control, Distance, Distances, Outcome, OutcomeGame, Pace, Stopped, Value, Values,
    Vertex, sys,
};

use crate::order::Order;

/// Labels every vertex, each after all its successors.
pub(super) fn pass(
    game: &OutcomeGame<'_>,
    order: &Order,
    control: &Control<'_>,
) -> Result<Values, Stopped> {
    control.check()?;
    let graph = game.graph();
    let vertices = graph.vertex_count();
    let mut labelled = Labelled {
        game,
        pace: control.pace(),
        win: Bitmap::new(vertices),
        lose: Bitmap::new(vertices),
        distance: sys::zeroed(vertices),
    };
    match order {
        Order::Ascending => graph.vertices().try_for_each(|vertex| labelled.label(vertex)),
        Order::Descending => graph.vertices().rev().try_for_each(|vertex| labelled.label(vertex)),
        Order::Reverse(order) => order.iter().rev().try_for_each(|&vertex| labelled.label(vertex)),
    }?;
    Ok(Values::from_parts(labelled.win, labelled.lose, Distances::Wide(labelled.distance)))
}

struct Labelled<'a> {
    game: &'a OutcomeGame<'a>,
    pace: Pace<'a>,
    win: Bitmap,
    lose: Bitmap,
    distance: Vec<u32>,
}

impl Labelled<'_> {
    #[inline]
    fn label(&mut self, vertex: Vertex) -> Result<(), Stopped> {
        let successors = self.game.graph().successors(vertex);
        self.pace.steps(1 + successors.len())?;
        if successors.is_empty() {
            let outcome = self.game.terminal_outcome(vertex);
            self.set(vertex, Value::new(outcome, Distance(0)));
            return Ok(());
        }
        // The fastest win so far, and the slowest loss while no successor spoils it.
        let mut fastest: Option<u32> = None;
        let mut slowest = Some(0);
        for &to in successors {
            let index = to as usize;
            let distance = self.distance[index] + 1;
            if self.lose.get(index) {
                fastest = Some(fastest.map_or(distance, |best| best.min(distance)));
            } else if self.win.get(index) {
                slowest = slowest.map(|worst: u32| worst.max(distance));
                continue;
            }
            slowest = None;
        }
        match (fastest, slowest) {
            (Some(distance), _) => self.set(vertex, Value::Win(Distance(distance))),
            (None, Some(distance)) => self.set(vertex, Value::Lose(Distance(distance))),
            (None, None) => {}
        }
        Ok(())
    }

    fn set(&mut self, vertex: Vertex, value: Value) {
        match value.outcome() {
            Outcome::Win => self.win.set(vertex as usize),
            Outcome::Lose => self.lose.set(vertex as usize),
            Outcome::Draw => return,
        }
        self.distance[vertex as usize] = value.distance().map_or(0, |distance| distance.0);
    }
}
