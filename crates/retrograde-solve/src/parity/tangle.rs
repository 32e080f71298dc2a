//! Tangle learning.
//!
//! A tangle is a set of vertices with moves for one player such that all can reach each other and
//! that player wins every play that stays: the opponent has to escape, or loses. So who holds all
//! escapes of a tangle can force all of it, just as a single vertex with all its moves. Going down
//! from the largest priority as in priority promotion, regions attract vertices and tangles, and
//! the parts of them that the opponent can only leave for regions above are new tangles. They make
//! the next descent attract more. A tangle without escapes is won.

use retrograde_core::{Player, RegionSolution, Vertex};

use super::field::{Field, Hold, by_priority};
use super::game::{Game, player_of};
use super::tangle_set::{Tangle, TangleSet, bottom_components};
use crate::stop::Stop;

/// Solves a game in which every vertex has a move; `None` if stopped, or if the tangles outgrow the
/// memory they may take.
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let mut field = Field::new(game.graph().vertex_count());
    run(game, &mut field, stop)?;
    Some(field.into_solution(game))
}

/// Settles all free vertices, of which each must have a free successor; `None` if stopped, or if
/// the tangles outgrow the memory they may take, with those settled whose winner was known by then,
/// though not all that they attract.
///
/// # Complexity
/// Exponential time at worst, though polynomial where single opponents' choices do not pile up;
/// memory for the tangles learnt, up to 1 GB.
///
/// Source: T. van Dijk, *Attracting tangles to solve parity games* (2018).
pub(super) fn run(game: &Game<'_>, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
    let order = by_priority(game, field, stop)?;
    let tangles = TangleSet::new(game.graph().vertex_count(), stop.room())?;
    let mut learner = Learner { game, stop, order, tangles, won: vec![], descents: 0 };
    while !learner.order.is_empty() {
        let descended = learner.descend(field);
        // What is free or held for now is in the order.
        for &vertex in &learner.order {
            field.set_hold(vertex, Hold::FREE);
        }
        descended?;
        learner.settle(field)?;
    }
    Some(())
}

struct Learner<'a> {
    game: &'a Game<'a>,
    stop: &'a Stop<'a>,
    /// The free vertices, the largest priority first.
    order: Vec<Vertex>,
    tangles: TangleSet,
    /// Tangles without escapes, to be settled after the descent.
    won: Vec<Tangle>,
    /// How many descents there were, this one included.
    descents: u64,
}

impl Learner<'_> {
    /// Cuts the game into regions and learns from each of them.
    fn descend(&mut self, field: &mut Field) -> Option<()> {
        self.descents += 1;
        let mut next = 0;
        let mut region = Vec::new();
        for level in 1.. {
            let rest = &self.order[next..];
            let Some(skipped) = rest.iter().position(|&vertex| field.is_free(vertex)) else {
                break;
            };
            if level >= Hold::LEVELS {
                return None;
            }
            next += skipped;
            let priority = self.game.priority(self.order[next]);
            region.clear();
            let tops = &self.order[next..];
            for &vertex in tops.iter().take_while(|&&v| self.game.priority(v) == priority) {
                next += 1;
                if field.is_free(vertex) {
                    field.take(vertex, Hold::open(level));
                    region.push(vertex);
                }
            }
            let player = player_of(priority);
            self.attract(field, player, level, &mut region)?;
            self.learn(field, player, level, &region)?;
        }
        Some(())
    }

    /// Adds to a region the free vertices and tangles that it attracts.
    fn attract(
        &mut self,
        field: &mut Field,
        player: Player,
        level: usize,
        region: &mut Vec<Vertex>,
    ) -> Option<()> {
        let hold = Hold::open(level);
        let free = |hold| hold == Hold::FREE;
        let (mut plain, mut escapes) = (0, 0);
        loop {
            field.attract(self.game, player, hold, free, (region, plain), self.stop)?;
            plain = region.len();
            // Tangles are looked at only once no single vertex is attracted any more.
            while let Some(&reached) = region.get(escapes)
                && plain == region.len()
            {
                escapes += 1;
                for tangle in self.tangles.escaping_to(reached) {
                    if tangle.player != player || tangle.seen.get() == self.descents {
                        continue;
                    }
                    let (open, steps) = tangle.has_escape(|to| field.is_free(to));
                    if self.stop.spend(steps) {
                        return None;
                    }
                    if open {
                        continue;
                    }
                    // It is attracted now, or not again in this descent: what is held stays so.
                    tangle.seen.set(self.descents);
                    if self.stop.spend(tangle.moves.len() as u32) {
                        return None;
                    }
                    let inside = |&(vertex, _): &(Vertex, _)| {
                        let now = field.hold(vertex);
                        now == Hold::FREE || now == hold
                    };
                    if !tangle.moves.iter().all(inside) {
                        continue;
                    }
                    for &(vertex, to) in &tangle.moves {
                        if field.is_free(vertex) {
                            field.take(vertex, hold);
                            if let Some(to) = to {
                                field.set_move(vertex, to);
                            }
                            region.push(vertex);
                        }
                    }
                }
            }
            if plain == region.len() {
                return Some(());
            }
        }
    }

    /// Finds the tangles of a region.
    fn learn(
        &mut self,
        field: &mut Field,
        player: Player,
        level: usize,
        region: &[Vertex],
    ) -> Option<()> {
        let (game, hold) = (self.game, Hold::open(level));
        // A region begins with a vertex of its priority.
        let top = region.first().map_or(0, |&vertex| game.priority(vertex));
        // What the opponent can leave for what is below, and what leads there, is no part of any:
        // it is marked as if `player` had won it.
        let left = Hold::won(level, player);
        let mut leaving = Vec::new();
        for &vertex in region {
            let row = game.graph().successors(vertex);
            if self.stop.spend(row.len() as u32) {
                return None;
            }
            let leaves = if game.owner(vertex) == player {
                let stays = |to: Hold| to == hold || to == left;
                !field.has_move(vertex) && !field.choose(game, vertex, stays)
            } else {
                field.can_leave(game, vertex, |to| to == Hold::FREE)
            };
            if leaves {
                field.set_hold(vertex, left);
                leaving.push(vertex);
            }
        }
        let mut next = 0;
        while let Some(&reached) = leaving.get(next) {
            next += 1;
            let sources = game.back.successors(reached);
            if self.stop.spend(sources.len() as u32) {
                return None;
            }
            for &source in sources {
                if field.hold(source) != hold {
                    continue;
                }
                // A vertex of the top priority may stay by any move, others only by their own.
                let leaves = game.owner(source) != player
                    || field.chosen(source) == Some(reached)
                        && (game.priority(source) != top
                            || !field.choose(game, source, |to| to == hold));
                if leaves {
                    field.set_hold(source, left);
                    leaving.push(source);
                }
            }
        }
        let staying: Vec<Vertex> =
            region.iter().copied().filter(|&vertex| field.hold(vertex) == hold).collect();
        if !staying.is_empty() {
            let numbers = self.tangles.numbers();
            for tangle in bottom_components(game, field, player, staying, numbers, self.stop)? {
                if tangle.escapes.is_empty() {
                    self.won.push(tangle);
                } else {
                    self.tangles.add(tangle)?;
                }
            }
        }
        for &vertex in &leaving {
            field.set_hold(vertex, hold);
        }
        Some(())
    }

    /// Settles the tangles without escapes and all from where they can be forced.
    fn settle(&mut self, field: &mut Field) -> Option<()> {
        for tangle in std::mem::take(&mut self.won) {
            let mut list = Vec::with_capacity(tangle.moves.len());
            for &(vertex, to) in &tangle.moves {
                // Others settled before may have attracted some of it.
                if field.is_free(vertex) {
                    field.take(vertex, Hold::won(0, tangle.player));
                    if let Some(to) = to {
                        field.set_move(vertex, to);
                    }
                    list.push(vertex);
                }
            }
            field.settle(self.game, tangle.player, &mut list, self.stop)?;
        }
        self.order.retain(|&vertex| field.is_free(vertex));
        if self.stop.spend_many(self.tangles.len() as u64) {
            return None;
        }
        self.tangles.retain(|vertex| field.is_free(vertex));
        Some(())
    }
}
