//! Dividing the vertices by value until each part has a single one.
//!
//! A part is a set of vertices with values between two bounds, such that play under best moves
//! stays in it. Asking whether values reach a threshold is an energy game, and its answer cuts the
//! part in two that no more concern each other. Each answer comes with moves, and what those are
//! really worth is often the value itself: the threshold of the next question, which then settles
//! all vertices of that value. Every other threshold is in the middle of the bounds, so that
//! these close in fast in any case.

use std::borrow::Cow;

use retrograde_core::{Bitmap, Control, Offsets, PayoffGame, Player, Ratio, Stopped, Vertex, sys};

use super::fraction;
use super::howard;
use super::proven::Proven;
use crate::energy::board::{Board, MoveRows};
use crate::energy::climb::{Climb, NO_PLACE};
use crate::energy::cost::{AnyCost, Cost, Number};
use crate::stop::Stop;

/// A set of vertices whose values are known to lie between two bounds.
struct Part {
    vertices: Vec<Vertex>,
    low: Ratio,
    high: Ratio,
    question: Question,
}

/// What to ask about a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// What both players' moves are worth is known.
    First,
    /// Is the value above what player 0's (or below what player 1's) new moves are worth?
    Worth(Player),
    /// On which side of the middle is the value? This player's moves are new.
    Middle(Player),
}

/// The places that the edges of a part have in the rows of the game; `None` for the whole game.
type Origins = Option<Vec<u32>>;

pub(super) struct Splitter<'a> {
    game: &'a PayoffGame<'a>,
    /// For each vertex the place, in its row, of its owner's move: player 0's moves guarantee the
    /// low bound of the part, player 1's the high bound.
    places: Vec<u32>,
    parts: Vec<Part>,
    /// The number of a vertex in its part, while that is being looked at.
    numbers: Vec<u32>,
    settled: u64,
}

impl<'a> Splitter<'a> {
    /// Begins with these moves, and with the bounds that they prove for all vertices; there are none
    /// where there are no vertices.
    pub(super) fn new(
        game: &'a PayoffGame<'a>,
        places: Vec<u32>,
        bounds: Option<(Ratio, Ratio)>,
    ) -> Self {
        let vertices = game.arena.graph().vertex_count();
        let whole = |(low, high)| Part {
            vertices: game.arena.graph().vertices().collect(),
            low,
            high,
            question: Question::First,
        };
        Splitter {
            game,
            places,
            parts: bounds.map(whole).into_iter().collect(),
            numbers: vec![NO_PLACE; vertices],
            settled: 0,
        }
    }

    /// Divides until every part has a single value, or until told to stop, and takes note of the
    /// bounds that are proven by then.
    pub(super) fn run(&mut self, proven: &mut Proven<'_>, stop: &Stop<'_>, tell: &dyn Fn(u64)) {
        while let Some(mut part) = self.parts.pop() {
            // No cycle is longer than the part is large.
            let most = part.vertices.len() as u32;
            part.low = fraction::at_least(part.low, most);
            part.high = fraction::at_most(part.high, most);
            // Even to begin with a large part takes a while.
            if part.low < part.high && (stop.spend(most) || !self.divide(&mut part, most, stop)) {
                self.parts.push(part);
                break;
            }
            if part.low == part.high {
                self.note(&part, proven);
                self.settled += part.vertices.len() as u64;
                tell(self.settled);
            }
        }
        for part in &self.parts {
            self.note(part, proven);
        }
    }

    /// Takes note of the bounds of a part. Those of all parts together are a proof: a player who can
    /// be made to leave a part comes to one with better bounds.
    fn note(&self, part: &Part, proven: &mut Proven<'_>) {
        let vertices =
            || part.vertices.iter().map(|&vertex| (vertex, self.places[vertex as usize]));
        proven.note(Player::Zero, part.low, vertices());
        proven.note(Player::One, part.high, vertices());
    }

    /// Narrows the bounds of a part and, if they do not meet, puts two smaller ones in its place.
    /// `false` if told to stop.
    fn divide(&mut self, part: &mut Part, most: u32, stop: &Stop<'_>) -> bool {
        let Some((board, origins)) = self.board_of(part, stop) else { return false };
        let new_moves_of = |player| match part.question {
            Question::First => false,
            Question::Worth(whose) | Question::Middle(whose) => whose == player,
        };
        let Some(places) = self.local_places(part, &board, &origins, stop) else { return false };
        if new_moves_of(Player::Zero)
            && let Some(worth) = howard::guaranteed(&board, Player::Zero, &places, stop)
        {
            part.low = part.low.max(worth);
        }
        if new_moves_of(Player::One)
            && let Some(worth) = howard::guaranteed(&board, Player::One, &places, stop)
        {
            part.high = part.high.min(worth);
        }
        if part.low == part.high {
            return true;
        }
        let (keeper, threshold) = match part.question {
            Question::Worth(Player::Zero) => (Player::One, part.low),
            Question::Worth(Player::One) => (Player::Zero, part.high),
            _ => (Player::Zero, fraction::between(part.low, part.high, most)),
        };
        let answer = match AnyCost::new(&board.moves, keeper, threshold, stop) {
            Some(AnyCost::Narrow(cost)) => ask(&board, cost, keeper, stop),
            Some(AnyCost::Wide(cost)) => ask(&board, cost, keeper, stop),
            None => None,
        };
        let Some((lost, moves)) = answer else { return false };
        for (&vertex, (local, &place)) in part.vertices.iter().zip(board.vertices().zip(&moves)) {
            if place != NO_PLACE {
                let edge = board.moves.range(local).start + place as usize;
                self.places[vertex as usize] = origins.as_ref().map_or(place, |all| all[edge]);
            }
        }
        self.push_halves(part, keeper, threshold, most, &lost);
        true
    }

    /// The part that is kept has values on the keeper's side of the threshold or on it, the part
    /// that is lost has not.
    fn push_halves(
        &mut self,
        part: &Part,
        keeper: Player,
        threshold: Ratio,
        most: u32,
        lost: &Bitmap,
    ) {
        let question = |player| match part.question {
            Question::Worth(_) => Question::Middle(player),
            Question::First | Question::Middle(_) => Question::Worth(player),
        };
        let half = |wanted: bool, low: Ratio, high: Ratio, player: Player| {
            let members = part.vertices.iter().enumerate();
            let vertices =
                members.filter(|&(local, _)| lost.get(local) == wanted).map(|(_, &v)| v).collect();
            Part { vertices, low, high, question: question(player) }
        };
        let zeros = |wanted, low| half(wanted, low, part.high, Player::Zero);
        let ones = |wanted, high| half(wanted, part.low, high, Player::One);
        let halves = match keeper {
            Player::Zero => [zeros(false, threshold), ones(true, fraction::below(threshold, most))],
            Player::One => [ones(false, threshold), zeros(true, fraction::above(threshold, most))],
        };
        self.parts.extend(halves.into_iter().filter(|half| !half.vertices.is_empty()));
    }

    /// The game within a part, and the place that each of its edges has in the row of the game,
    /// unless it is the same; `None` if stopped, and then no part can be looked at any more.
    fn board_of(&mut self, part: &Part, stop: &Stop<'_>) -> Option<(Board<'a>, Origins)> {
        let graph = self.game.arena.graph();
        if part.vertices.len() == graph.vertex_count() {
            return Some((Board::whole(self.game, stop)?, None));
        }
        for (&vertex, number) in part.vertices.iter().zip(0..) {
            self.numbers[vertex as usize] = number;
        }
        // Lists that grow are copied, which takes long where they are long.
        let degrees = part.vertices.iter().map(|&vertex| graph.out_degree(vertex) as usize);
        let most = degrees.sum();
        let mut ends = sys::reserved(most);
        let mut weights = sys::reserved(most);
        let mut origins = sys::reserved(most);
        let mut rows = Offsets::zeroed(part.vertices.len(), most as u64);
        let mut ones = Bitmap::new(part.vertices.len());
        for (local, &vertex) in part.vertices.iter().enumerate() {
            rows.set(local, ends.len() as u64);
            if stop.spend(graph.out_degree(vertex)) {
                return None;
            }
            if self.game.arena.owner(vertex) == Player::One {
                ones.set(local);
            }
            let edges =
                graph.successors(vertex).iter().zip(&self.game.weights[graph.edge_range(vertex)]);
            for ((&to, &weight), place) in edges.zip(0..) {
                let number = self.numbers[to as usize];
                if number != NO_PLACE {
                    ends.push(number);
                    weights.push(weight);
                    origins.push(place);
                }
            }
        }
        rows.set(part.vertices.len(), ends.len() as u64);
        for &vertex in &part.vertices {
            self.numbers[vertex as usize] = NO_PLACE;
        }
        let moves = MoveRows {
            offsets: Cow::Owned(rows),
            ends: Cow::Owned(ends),
            weights: Cow::Owned(weights),
        };
        Some((Board::new(moves, Cow::Owned(ones), stop)?, Some(origins)))
    }

    /// The current moves, as places in the rows of the board; `None` if stopped.
    fn local_places(
        &self,
        part: &Part,
        board: &Board<'_>,
        origins: &Origins,
        stop: &Stop<'_>,
    ) -> Option<Vec<u32>> {
        let Some(origins) = origins else { return Some(self.places.clone()) };
        let place = |(&vertex, local): (&Vertex, Vertex)| {
            let row = &origins[board.moves.range(local)];
            let place = row.binary_search(&self.places[vertex as usize]);
            (!stop.spend(1)).then(|| place.map_or(0, |place| place as u32))
        };
        part.vertices.iter().zip(board.vertices()).map(place).collect()
    }
}

/// The heaviest move for player 0, the lightest for player 1.
///
/// # Errors
/// It was stopped.
pub(super) fn greedy_places(
    game: &PayoffGame<'_>,
    control: &Control<'_>,
) -> Result<Vec<u32>, Stopped> {
    let graph = game.arena.graph();
    let mut pace = control.pace();
    let place = |vertex: Vertex| {
        pace.steps(graph.successors(vertex).len())?;
        let weights = game.weights[graph.edge_range(vertex)].iter().copied();
        let best = match game.arena.owner(vertex) {
            Player::Zero => weights.zip(0..).max_by_key(|&(weight, _)| weight),
            Player::One => weights.zip(0..).min_by_key(|&(weight, _)| weight),
        };
        Ok(best.map_or(NO_PLACE, |(_, place)| place))
    };
    graph.vertices().map(place).collect()
}

/// Where the keeper does not reach the threshold, and moves for both; `None` if told to stop.
fn ask<T: Number>(
    board: &Board<'_>,
    cost: Cost<T>,
    keeper: Player,
    stop: &Stop<'_>,
) -> Option<(Bitmap, Vec<u32>)> {
    let mut climb = Climb::new(board, cost, keeper);
    climb.run(stop, &|_| ()).then_some((climb.lost, climb.places))
}
