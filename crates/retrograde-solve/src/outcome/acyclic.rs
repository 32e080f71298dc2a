//! One pass in reverse topological order, for graphs without cycles.
//!
//! When a vertex's turn comes, all its successors have their final values: no edge is turned
//! around and no count is kept.

use retrograde_core::{
    Bitmap, Distance, Distances, Outcome, OutcomeGame, Value, Values, Vertex, sys,
};

use crate::order::Order;

/// Labels every vertex, each after all its successors.
pub(super) fn pass(game: &OutcomeGame<'_>, order: &Order) -> Values {
    let graph = game.graph();
    let vertices = graph.vertex_count();
    let mut labelled = Labelled {
        game,
        win: Bitmap::new(vertices),
        lose: Bitmap::new(vertices),
        distance: sys::zeroed(vertices),
    };
    match order {
        Order::Ascending => graph.vertices().for_each(|vertex| labelled.label(vertex)),
        Order::Descending => graph.vertices().rev().for_each(|vertex| labelled.label(vertex)),
        Order::Reverse(order) => order.iter().rev().for_each(|&vertex| labelled.label(vertex)),
    }
    Values::from_parts(labelled.win, labelled.lose, Distances::Wide(labelled.distance))
}

struct Labelled<'a> {
    game: &'a OutcomeGame<'a>,
    win: Bitmap,
    lose: Bitmap,
    distance: Vec<u32>,
}

impl Labelled<'_> {
    #[inline]
    fn label(&mut self, vertex: Vertex) {
        let successors = self.game.graph().successors(vertex);
        if successors.is_empty() {
            let outcome = self.game.terminal_outcome(vertex);
            return self.set(vertex, Value::new(outcome, Distance(0)));
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
