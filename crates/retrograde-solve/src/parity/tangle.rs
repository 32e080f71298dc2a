//! Tangle learning.
//!
//! A tangle is a set of vertices with moves for one player such that all can reach each other and
//! that player wins every play that stays: the opponent has to escape, or loses. So who holds all
//! escapes of a tangle can force all of it, just as a single vertex with all its moves. Going down
//! from the largest priority as in priority promotion, regions attract vertices and tangles, and
//! the parts of them that the opponent can only leave for regions above are new tangles. They make
//! the next descent attract more. A tangle without escapes is won.

use retrograde_core::{Player, RegionSolution, Vertex};

use super::bottoms::Bottoms;
use super::field::{Field, Hold, by_priority};
use super::game::{Game, player_of};
use super::tangle_set::{Tangle, TangleSet};
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
    let mut learner = Learner::new(game, field, stop)?;
    while !learner.order.is_empty() {
        let descended = learner.descend(field);
        // What is free or held for now is in the order.
        for &vertex in &learner.order {
            field.set_hold(vertex, Hold::FREE);
        }
        descended?;
        learner.settle(field)?;
        learner.order.retain(|&vertex| field.is_free(vertex));
    }
    Some(())
}

/// What is learnt from one descent to the next.
pub(super) struct Learner<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) stop: &'a Stop<'a>,
    /// The free vertices, the largest priority first.
    pub(super) order: Vec<Vertex>,
    tangles: TangleSet,
    bottoms: Bottoms,
    /// Tangles just found.
    found: Vec<Tangle>,
    /// Tangles without escapes, to be settled after the descent.
    won: Vec<Tangle>,
    /// How many descents there were, this one included.
    pub(super) descents: u64,
    /// How many attractors there were.
    regions: u64,
    /// How many new tangles there were.
    learnt: u64,
}

impl<'a> Learner<'a> {
    /// `None` if stopped, or if there is no room for tangles.
    pub(super) fn new(game: &'a Game<'a>, field: &Field, stop: &'a Stop<'a>) -> Option<Self> {
        let order = by_priority(game, field, stop)?;
        let vertices = game.graph().vertex_count();
        let tangles = TangleSet::new(vertices, stop.room())?;
        let (bottoms, found, won) = (Bottoms::new(vertices), vec![], vec![]);
        Some(Learner {
            game,
            stop,
            order,
            tangles,
            bottoms,
            found,
            won,
            descents: 0,
            regions: 0,
            learnt: 0,
        })
    }

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
            let holds = (Hold::open(level), Hold::FREE);
            self.attract(field, player, holds, holds.1, (&mut region, 0))?;
            self.learn(field, player, level, &region)?;
        }
        Some(())
    }

    /// Adds to a region, which is held by the first hold, the vertices and tangles that its members
    /// past `from` attract of what is held by the second. `passed` is what the opponent can leave for
    /// as well, though it is not attracted.
    pub(super) fn attract(
        &mut self,
        field: &mut Field,
        player: Player,
        (hold, rest): (Hold, Hold),
        passed: Hold,
        (region, from): (&mut Vec<Vertex>, usize),
    ) -> Option<()> {
        self.regions += 1;
        let number = (self.descents, self.regions);
        let (mut plain, mut looked) = (from, from);
        while plain < region.len() || looked < region.len() {
            let (joins, outside) = (|hold| hold == rest, |hold| hold == rest || hold == passed);
            let list = (&mut *region, plain);
            field.attract_some(self.game, player, hold, (joins, outside), list, self.stop)?;
            plain = region.len();
            // Tangles are looked at only once no single vertex is attracted any more.
            let list = (&mut *region, looked);
            let holds = (hold, rest, passed);
            looked = self.tangles.attract(field, player, holds, list, number, self.stop)?;
        }
        Some(())
    }

    /// Finds the tangles among what is held by `hold` in a region in which its player has moves.
    pub(super) fn find_tangles(
        &mut self,
        field: &Field,
        holder: (Player, Hold),
        region: &[Vertex],
    ) -> Option<()> {
        let Learner { game, stop, bottoms, found, .. } = self;
        bottoms.find(game, field, holder, region, found, stop)?;
        for tangle in found.drain(..) {
            if tangle.escapes.is_empty() {
                self.learnt += 1;
                self.won.push(tangle);
            } else {
                self.learnt += u64::from(self.tangles.add(tangle, field, stop)?);
            }
        }
        Some(())
    }

    /// How many tangles were found so far that were not known.
    pub(super) fn learnt(&self) -> u64 {
        self.learnt
    }

    /// Whether a tangle without escapes was found.
    pub(super) fn has_won(&self) -> bool {
        !self.won.is_empty()
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
        if leaving.len() < region.len() {
            self.find_tangles(field, (player, hold), region)?;
        }
        for &vertex in &leaving {
            field.set_hold(vertex, hold);
        }
        Some(())
    }

    /// Settles the tangles without escapes and all from where they can be forced; says how many
    /// vertices these are.
    pub(super) fn settle(&mut self, field: &mut Field) -> Option<usize> {
        let mut settled = 0;
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
            settled += list.len();
        }
        Some(settled)
    }
}
