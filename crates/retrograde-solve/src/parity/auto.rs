//! Turns between the algorithms, so that no game that is hard for one of them is hard for all.

use retrograde_core::{Graph, RegionSolution};

use super::advance::{Advance, Step};
use super::field::Field;
use super::game::Game;
use super::{ALGORITHMS, Method, promotion, recursive_tangle, zielonka};
use crate::stop::Stop;

/// Steps for each vertex and edge that are enough for games that are easy for an algorithm.
const FIRST_STEPS: u64 = 16;

/// Steps for each vertex and edge where there is an algorithm for hard games as well that is only a
/// little slower on easy ones.
const SHORT_STEPS: u64 = 4;

/// Bytes for each vertex and edge, and for all together, that an algorithm may take for tables and
/// the like in its turn: none of them is worth more than the game itself.
const ROOM: (u64, u64) = (32, 32 << 20);

/// Of the vertices, one in so many: once they are won, the rest is looked at anew.
const ENOUGH: usize = 8;

/// Of the steps of an algorithm that can pause, one in so many for each that cannot.
const SHARE: u64 = 32;

/// The algorithms that go on where they were in their last turn, with how many halves of the steps
/// each gets. Between them there is a fast one for all games that are known to be hard for some;
/// Zielonka's comes last because it has been tried before; with little memory it is the only one.
const SEATS: [(Method, u64); 3] =
    [(Method::Promotion, 2), (Method::RecursiveTangle, 3), (Method::Zielonka, 2)];

/// Steps that are enough for an algorithm to get through a game that is easy for it.
pub(super) fn first_budget(game: &Game<'_>) -> u64 {
    size(game).saturating_mul(FIRST_STEPS).max(1 << 16)
}

/// Steps that are enough for most of those games.
pub(super) fn short_budget(game: &Game<'_>) -> u64 {
    size(game).saturating_mul(SHORT_STEPS)
}

/// Bytes that algorithms may take beside what one of them needs without tables and the like.
pub(super) fn room(graph: &Graph) -> u64 {
    graph_size(graph) * ROOM.0 + ROOM.1 + 2 * seat_bytes(graph.vertex_count())
}

/// Bytes that an algorithm that pauses holds, about.
fn seat_bytes(vertices: usize) -> u64 {
    48 * vertices as u64
}

fn size(game: &Game<'_>) -> u64 {
    graph_size(game.graph())
}

fn graph_size(graph: &Graph) -> u64 {
    graph.vertex_count() as u64 + graph.edge_count() as u64
}

/// An algorithm with a field of its own.
struct Seat<'a> {
    method: Method,
    field: Field,
    search: Box<dyn Advance + 'a>,
}

impl<'a> Seat<'a> {
    fn new(method: Method, game: &'a Game<'a>, stop: &'a Stop<'a>) -> Option<Self> {
        let field = Field::new(game.graph().vertex_count());
        let search: Box<dyn Advance> = match method {
            Method::Zielonka => Box::new(zielonka::Search::new(game, &field, stop)?),
            Method::Promotion => Box::new(promotion::Search::new(game, &field, stop)?),
            _ => Box::new(recursive_tangle::Search::new(game, &field, stop, None)?),
        };
        Some(Seat { method, field, search })
    }

    /// What is proven by now.
    fn proven(mut self, game: &Game<'_>) -> (Method, RegionSolution) {
        self.field.release();
        (self.method, self.field.into_solution(game))
    }
}

/// Gives the algorithms turns of `grant` steps, and a quarter more from round to round, until one of
/// them comes to an end or has won a good part of the game; `None` if stopped before anything was
/// won. Says also which one it was, and counts the turns of those that did not.
///
/// Some of them pause and go on in their next turn. The others start anew whenever they may take
/// twice as many steps as the last time.
///
/// # Complexity
/// Within a constant factor of the fastest algorithm on the game. Memory is linear.
pub(super) fn solve(
    game: &Game<'_>,
    mut grant: u64,
    stop: &Stop<'_>,
    switches: &mut u64,
) -> Option<(Method, RegionSolution)> {
    let vertices = game.graph().vertex_count();
    let seat_bytes = seat_bytes(vertices).max(1);
    let more = (stop.room() / seat_bytes).min(SEATS.len() as u64 - 1);
    let methods = &SEATS[SEATS.len() - 1 - more as usize..];
    let rest = stop.turn(u64::MAX).within_room(stop.room() - more * seat_bytes);
    let stops: Vec<Stop<'_>> = methods.iter().map(|_| rest.on_grants()).collect();
    let mut seats: Vec<Option<Seat<'_>>> = Vec::new();
    let others =
        || ALGORITHMS.iter().filter(|(method, _)| methods.iter().all(|(seat, _)| seat != method));
    let (mut allowed, mut spent) = (0, grant / 4);
    loop {
        for (place, seat_stop) in stops.iter().enumerate() {
            let (method, halves) = methods[place];
            seat_stop.grant(grant.saturating_mul(halves) / 2);
            if seats.len() == place {
                seats.push(Seat::new(method, game, seat_stop));
            }
            let step = seats[place].as_mut().map(|seat| seat.search.advance(&mut seat.field));
            *switches += u64::from(step != Some(Some(Step::Done)));
            let settled = seats[place].as_ref().map_or(0, |seat| seat.field.settled());
            let stopped = seat_stop.stopped();
            if step == Some(Some(Step::Done))
                || settled > vertices / ENOUGH
                || stopped.is_some() && settled > 0
            {
                if let Some(why) = stopped {
                    stop.end(why);
                }
                return seats[place].take().map(|seat| seat.proven(game));
            }
            stop.ok(seat_stop.check())?;
            if step == Some(None) {
                // It has given up.
                seats[place] = None;
            }
        }
        allowed += grant / SHARE;
        if allowed > 2 * spent {
            spent = allowed;
            for &(method, algorithm) in others() {
                let turn = rest.turn(allowed);
                if let Some(solution) = algorithm(game, &turn) {
                    return Some((method, solution));
                }
                stop.ok(turn.check())?;
                *switches += 1;
            }
        }
        grant = grant.saturating_add(grant / 4 + 1);
    }
}
