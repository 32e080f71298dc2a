//! All labels in two backward waves.
//!
//! The order in which labels are revised is free, so those that will never be revised again come
//! first. A win of player 0 and a loss of player 1 are final, and each follows from the other alone:
//! player 0 wins where some move leads to a loss of player 1, player 1 loses where every move leads
//! to a win of player 0. That is the plain game, where whoever cannot move loses.
//!
//! What is left is whether player 0 can at least make the game end. That is a wave again, over
//! vertices with whose turn it is: player 0 needs one move after which the end is certain, player 1
//! must have no other. Where the end is certain and nobody has won, both draw; everywhere else
//! player 0 loses and player 1 wins. The edges are stored once for both turns, and what the first
//! wave has settled goes into the counts that the second one starts from.
//!
//! A wave's levels are the times at which labels are settled: a move to a lower level of the same
//! wave is a move to a label settled before.

use std::ops::Range;
use std::time::{Duration, Instant};

use retrograde_core::{
    AsymmetricSolution, Bitmap, Column, Control, Convention, Graph, Outcome, OutcomeGame, Outcomes,
    Stopped, Strategies, Value, Values, Vertex,
};

use crate::Options;
use crate::outcome::{best_move, fill_ahead, pick};
use crate::wave::{self, Ground, Plain};

pub(super) fn solve(
    graph: &Graph,
    back: Graph,
    options: &Options<'_>,
) -> Result<(AsymmetricSolution, Duration), Stopped> {
    let verdicts = Column::default();
    let game = OutcomeGame::new(graph, &verdicts, Convention::Normal)
        .expect("without verdicts none is in the wrong place");
    let control = &options.control;
    let plain = wave::run(&Plain { game: &game, back: &back }, control)?;
    let ending = wave::run(&Ending::new(graph, &back, &plain), control)?;
    drop(back);
    let start = Instant::now();
    let strategies = match options.values_only {
        true => None,
        false => Some(choose(graph, &plain, &ending, control)?),
    };
    let choosing = start.elapsed();
    let solution = AsymmetricSolution {
        first: first_outcomes(&plain, &ending),
        second: second_outcomes(&plain, &ending),
        strategies,
    };
    Ok((solution, choosing))
}

/// Whether the game is certain to end, by whoever's move. A state of player 0 is a vertex, one of
/// player 1 a vertex past all of those; certain for player 0 is a win here, certain whatever player
/// 1 does is a loss.
struct Ending<'a> {
    graph: &'a Graph,
    back: &'a Graph,
    /// Where player 0, being to move, has won or the game has ended.
    over: Bitmap,
    /// Where player 1, being to move, has lost.
    lost: &'a Bitmap,
}

impl<'a> Ending<'a> {
    fn new(graph: &'a Graph, back: &'a Graph, plain: &'a Values) -> Self {
        let mut over = plain.outcomes().won().clone();
        graph.for_each_out_degree(0..graph.vertex_count(), |vertex, degree| {
            if degree == 0 {
                over.set(vertex as usize);
            }
        });
        Ending { graph, back, over, lost: plain.outcomes().lost() }
    }

    /// The vertex of a state.
    #[inline(always)]
    fn vertex(&self, state: u32) -> Vertex {
        let vertices = self.graph.vertex_count() as u32;
        if state < vertices { state } else { state - vertices }
    }

    #[inline(always)]
    fn is_first(&self, state: u32) -> bool {
        (state as usize) < self.graph.vertex_count()
    }
}

impl Ground for Ending<'_> {
    fn states(&self) -> usize {
        self.graph.vertex_count() * 2
    }

    fn copy_degrees(&self, first: usize, degrees: &mut [u32]) {
        let open = |&&to: &&Vertex| !self.over.get(to as usize);
        for (degree, state) in degrees.iter_mut().zip(first as u32..) {
            let vertex = self.vertex(state);
            *degree = match self.is_first(state) {
                // Player 0 needs one good move, however many others there are.
                true => u32::from(!self.over.get(vertex as usize)),
                false if self.lost.get(vertex as usize) => 0,
                false => self.graph.successors(vertex).iter().filter(open).count() as u32,
            };
        }
    }

    fn stuck(&self, state: u32) -> Outcome {
        if self.is_first(state) { Outcome::Win } else { Outcome::Lose }
    }

    fn is_spent(&self, state: u32) -> bool {
        // Where player 1 has lost, every move to it was a win of player 0.
        self.is_first(state) || self.lost.get(self.vertex(state) as usize)
    }

    #[inline(always)]
    fn sources(&self) -> &[Vertex] {
        self.back.targets()
    }

    #[inline(always)]
    fn row(&self, state: u32) -> Range<usize> {
        self.back.edge_range(self.vertex(state))
    }

    #[inline(always)]
    fn shift(&self, state: u32) -> u32 {
        if self.is_first(state) { self.graph.vertex_count() as u32 } else { 0 }
    }

    #[inline(always)]
    fn prefetch_row(&self, state: u32) {
        self.back.prefetch_offset(self.vertex(state));
    }

    #[inline(always)]
    fn prefetch_sources(&self, state: u32, length: usize) {
        self.back.prefetch_row(self.vertex(state), length);
    }
}

/// Player 0 wins as in the plain game and loses where the end is not certain.
fn first_outcomes(plain: &Values, ending: &Values) -> Outcomes {
    let certain = ending.outcomes().won().slice(0..plain.len());
    Outcomes::from_parts(plain.outcomes().won().clone(), certain.complement())
}

/// Player 1 loses as in the plain game and wins where the end is not certain.
fn second_outcomes(plain: &Values, ending: &Values) -> Outcomes {
    let certain = ending.outcomes().lost().slice(plain.len()..ending.len());
    Outcomes::from_parts(certain.complement(), plain.outcomes().lost().clone())
}

/// Moves that achieve the labels. A win and a loss are played as in the plain game, a draw of
/// player 0 along falling levels of the second wave; player 1 draws, and wins, by never leaving what
/// is not lost.
fn choose(
    graph: &Graph,
    plain: &Values,
    ending: &Values,
    control: &Control<'_>,
) -> Result<Strategies, Stopped> {
    let vertices = graph.vertex_count() as Vertex;
    let (won, certain) = (plain.outcomes().won(), ending.outcomes().won());
    let moves = |vertex: Vertex| graph.successors(vertex).iter().copied();
    let first = |vertex: Vertex| {
        if won.get(vertex as usize) {
            return best_move(graph, plain, None, vertex);
        }
        match ending.get(vertex) {
            Value::Win(level) => {
                let states = moves(vertex).map(|to| to + vertices);
                pick(states, Value::Win(level), ending).map(|state| state - vertices)
            }
            _ => moves(vertex).next(),
        }
    };
    let second = |vertex: Vertex| {
        if plain.outcomes().lost().get(vertex as usize) {
            best_move(graph, plain, None, vertex)
        } else if ending.outcomes().lost().get((vertices + vertex) as usize) {
            moves(vertex).find(|&to| !won.get(to as usize))
        } else {
            moves(vertex).find(|&to| !certain.get(to as usize))
        }
    };
    // Where player 0 wins or player 1 loses the plain game's distances tell moves apart, where
    // player 0 draws the second wave's; everything else is told by bits.
    let fetch_first = |vertex: Vertex| {
        if won.get(vertex as usize) {
            moves(vertex).for_each(|to| plain.prefetch(to));
        } else if certain.get(vertex as usize) {
            moves(vertex).for_each(|to| ending.prefetch(vertices + to));
        }
    };
    let fetch_second = |vertex: Vertex| {
        if plain.outcomes().lost().get(vertex as usize) {
            moves(vertex).for_each(|to| plain.prefetch(to));
        }
    };
    Ok(Strategies {
        first: fill_ahead(graph, control, fetch_first, first)?,
        second: fill_ahead(graph, control, fetch_second, second)?,
    })
}
