//! Zielonka's recursive algorithm with its own stack.
//!
//! Let d be the largest priority of a game and α the player it is good for. Take away all from where
//! α can force a visit to d, and solve the rest. If the opponent wins nothing there, α wins
//! everything. Otherwise the opponent wins that, and all from where it can be forced; take this away
//! and solve what is left anew.
//!
//! The games on the stack lie inside each other, so that one number a vertex, the deepest of them it
//! is in, tells them all apart. A frame costs what is in it and not in the next, except where it is
//! solved anew: what the frames below report as won stays on two shared lists.
//!
//! What is taken away from a game as won keeps the number it had, though it is in no game of that
//! number any more: to change it would cost as much as all that is won, in each of a million games.
//! It disturbs nothing. Its winner has no move there from what is left of the game, or it would have
//! been attracted; its loser has no move from it to what is left; and where its winner has one, the
//! move by which it was won leads to no smaller number, and so is a way out of whatever the loser
//! attracts.

use retrograde_core::{Player, RegionSolution, Vertex};

use super::advance::{Advance, Step};
use super::field::{Field, Hold, by_priority};
use super::game::{Game, player_of};
use crate::sort::sort_by_key;
use crate::stop::Stop;

/// Solves a game in which every vertex has a move; `None` if stopped.
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let mut field = Field::new(game.graph().vertex_count());
    run(game, &mut field, stop)?;
    Some(field.into_solution(game))
}

/// Settles all free vertices, of which each must have a free successor; `None` if stopped, with
/// those settled whose winner was known by then, though not all that they attract.
///
/// # Complexity
/// O(E Vᵈ) time at worst for d priorities, and there are games that need exponential time; O(V)
/// memory.
///
/// Source: W. Zielonka, *Infinite games on finitely coloured graphs with applications to automata on
/// infinite trees* (1998). That the second half can be left out where the opponent's region attracts
/// nothing, and that neighbouring priorities of one parity share a step: T. van Dijk, *Oink: an
/// implementation and evaluation of modern parity game solvers* (2018).
pub(super) fn run(game: &Game<'_>, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
    let finished = Search::new(game, field, stop).and_then(|mut search| search.advance(field));
    if finished.is_none() {
        field.release();
    }
    finished.map(|_| ())
}

/// A game on the stack. The game at the bottom has number 1; the number of a vertex's hold is that
/// of the deepest game it is in.
struct Frame {
    /// Whom its largest priority is good for.
    player: Player,
    /// Its vertices stand from here in the order by priority,
    start: usize,
    /// and up to here.
    end: usize,
    /// What `player` attracts stands from here in the list of that.
    attracted: usize,
    /// What the players won inside it stands from here in their lists.
    won: [usize; 2],
}

pub(super) struct Search<'a> {
    game: &'a Game<'a>,
    stop: &'a Stop<'a>,
    /// All vertices, the largest priority first, and after them in the same way some that are solved
    /// anew, where they are less than half of those that would have to be passed over otherwise.
    order: Vec<Vertex>,
    /// Where the vertices of the game at hand end in the order.
    end: usize,
    lowest: u32,
    attracted: Vec<Vertex>,
    won: [Vec<Vertex>; 2],
    frames: Vec<Frame>,
    /// Where the game to be looked at next begins in the order.
    start: usize,
}

impl<'a> Search<'a> {
    /// For the free vertices of a field; `None` if stopped.
    pub(super) fn new(game: &'a Game<'a>, field: &Field, stop: &'a Stop<'a>) -> Option<Self> {
        let order = by_priority(game, field, stop)?;
        let lowest = order.last().map_or(0, |&vertex| game.priority(vertex));
        let end = order.len();
        let (attracted, won, frames) = (vec![], [vec![], vec![]], vec![]);
        Some(Search { game, stop, order, end, lowest, attracted, won, frames, start: 0 })
    }
}

impl Advance for Search<'_> {
    fn advance(&mut self, field: &mut Field) -> Option<Step> {
        let step = self.run(field)?;
        if step == Step::Done {
            for player in [Player::Zero, Player::One] {
                for &vertex in &self.won[usize::from(player.number())] {
                    field.set_hold(vertex, Hold::won(0, player));
                }
            }
        }
        Some(step)
    }
}

impl Search<'_> {
    fn run(&mut self, field: &mut Field) -> Option<Step> {
        loop {
            if self.stop.must_pause() {
                return Some(Step::Paused);
            }
            let number = self.frames.len() + 1;
            if number >= Hold::LEVELS {
                return None;
            }
            let start = self.skip(field, self.start);
            match self.order[..self.end].get(start).map(|&vertex| self.game.priority(vertex)) {
                Some(priority) if priority > self.lowest => {
                    let player = player_of(priority);
                    let (attracted, won) =
                        (self.attracted.len(), [self.won[0].len(), self.won[1].len()]);
                    self.frames.push(Frame { player, start, end: self.end, attracted, won });
                    self.start = self.descend(field, player, number, start)?;
                    continue;
                }
                Some(_) => self.take_all(field, number, start)?,
                None => {}
            }
            loop {
                let Some(frame) = self.frames.pop() else { return Some(Step::Done) };
                let number = self.frames.len() + 1;
                let more = self.attract_back(field, &frame, number);
                if more == Some(false) {
                    self.finish(field, &frame, number)?;
                    continue;
                }
                // When stopped, too: at the bottom of the stack this is what settles vertices.
                self.start = self.start_anew(field, &frame, number);
                more?;
                break;
            }
        }
    }

    /// The first free vertex from `start` on.
    fn skip(&self, field: &Field, start: usize) -> usize {
        let rest = &self.order[start..self.end];
        start + rest.iter().position(|&vertex| field.is_free(vertex)).unwrap_or(rest.len())
    }

    /// Takes the largest priorities, as long as they are `player`'s, and all from where they can be
    /// forced. Says where the rest begins.
    fn descend(
        &mut self,
        field: &mut Field,
        player: Player,
        number: usize,
        start: usize,
    ) -> Option<usize> {
        let (game, hold) = (self.game, Hold::open(number));
        let mut next = start;
        loop {
            let top = game.priority(self.order[next]);
            let from = self.attracted.len();
            let tops = self.order[next..self.end].iter().take_while(|&&v| game.priority(v) == top);
            for &vertex in tops {
                next += 1;
                if field.is_free(vertex) {
                    field.take(vertex, hold);
                    self.attracted.push(vertex);
                }
            }
            let free = |hold| hold == Hold::FREE;
            field.attract(game, player, hold, free, (&mut self.attracted, from), self.stop)?;
            next = self.skip(field, next);
            match self.order[..self.end].get(next).map(|&vertex| game.priority(vertex)) {
                Some(top) if top > self.lowest && player_of(top) == player => {}
                _ => return Some(next),
            }
        }
    }

    /// All free vertices have the lowest priority: one player wins them all, however the play goes.
    fn take_all(&mut self, field: &mut Field, number: usize, start: usize) -> Option<()> {
        let player = player_of(self.lowest);
        let list = &mut self.won[usize::from(player.number())];
        let won = Hold::won(number, player);
        for &vertex in &self.order[start..self.end] {
            if self.stop.spend(1) {
                return None;
            }
            if field.is_free(vertex) {
                field.take(vertex, won);
                list.push(vertex);
                if self.game.owner(vertex) == player {
                    field.choose(self.game, vertex, |hold| hold == won || hold == Hold::FREE);
                }
            }
        }
        Some(())
    }

    /// Whether what the opponent won in the rest of the game attracts more of it; if so, it is all
    /// on the opponent's list.
    fn attract_back(&mut self, field: &mut Field, frame: &Frame, number: usize) -> Option<bool> {
        let (game, opponent) = (self.game, frame.player.opponent());
        let list = &mut self.won[usize::from(opponent.number())];
        let lost = frame.won[usize::from(opponent.number())];
        let before = list.len();
        if before == lost {
            return Some(false);
        }
        let attracted = &self.attracted[frame.attracted..];
        let outside = |hold: Hold| hold.level() >= number && !hold.is_won_by(opponent);
        let hold = Hold::won(number - 1, opponent);
        // The opponent's region attracts nothing from the rest of the game, where it was found, so
        // that only what was attracted before needs a look, from whichever side is shorter.
        if before - lost <= attracted.len() {
            field.attract(game, opponent, hold, outside, (list, lost), self.stop)?;
            return Some(list.len() > before);
        }
        for &vertex in attracted {
            let row = game.graph().successors(vertex);
            if self.stop.spend(row.len() as u32) {
                return None;
            }
            let lost = |hold: Hold| hold.level() >= number && hold.is_won_by(opponent);
            let forced = if game.owner(vertex) == opponent {
                field.choose(game, vertex, lost)
            } else {
                !field.can_leave(game, vertex, outside)
            };
            if forced {
                field.set_hold(vertex, hold);
                list.push(vertex);
            }
        }
        field.attract(game, opponent, hold, outside, (list, before), self.stop)?;
        Some(list.len() > before)
    }

    /// Takes what the opponent won out of the game and frees the rest of it. Says where that begins.
    fn start_anew(&mut self, field: &mut Field, frame: &Frame, number: usize) -> usize {
        let opponent = frame.player.opponent();
        let lost = usize::from(opponent.number());
        if number == 1 {
            // Won for good, whatever happens next.
            for &vertex in &self.won[lost][frame.won[lost]..] {
                field.set_hold(vertex, Hold::won(0, opponent));
            }
        }
        self.order.truncate(frame.end);
        let (mine, from) = (&mut self.won[1 - lost], frame.won[1 - lost]);
        for &vertex in self.attracted[frame.attracted..].iter().chain(&mine[from..]) {
            if field.hold(vertex).level() >= number {
                field.set_hold(vertex, Hold::FREE);
                self.order.push(vertex);
            }
        }
        self.attracted.truncate(frame.attracted);
        mine.truncate(from);
        let freed = self.order.len() - frame.end;
        // Whoever is asked next will notice.
        self.stop.spend(freed as u32);
        if freed > (frame.end - frame.start) / 2 {
            self.order.truncate(frame.end);
            self.end = frame.end;
            return frame.start;
        }
        let (game, stop) = (self.game, self.stop);
        let key = |vertex| u64::from(u32::MAX - game.priority(vertex));
        let check = |steps: usize| if stop.spend_many(steps as u64) { Err(()) } else { Ok(()) };
        // Where it is stopped the order does not matter any more.
        let _ = sort_by_key(&mut self.order[frame.end..], key, check);
        self.end = self.order.len();
        frame.end
    }

    /// The frame's player wins all that the opponent did not.
    fn finish(&mut self, field: &mut Field, frame: &Frame, number: usize) -> Option<()> {
        let Frame { player, attracted, .. } = *frame;
        let kept = |hold: Hold| hold.level() >= number && !hold.is_won_by(player.opponent());
        for &vertex in &self.attracted[attracted..] {
            if self.stop.spend(1) {
                return None;
            }
            field.set_hold(vertex, Hold::won(number, player));
            if self.game.owner(vertex) == player && !field.has_move(vertex) {
                field.choose(self.game, vertex, kept);
            }
        }
        self.won[usize::from(player.number())].extend_from_slice(&self.attracted[attracted..]);
        self.attracted.truncate(attracted);
        Some(())
    }
}
