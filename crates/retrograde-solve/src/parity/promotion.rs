//! Priority promotion.
//!
//! Going down from the largest priority, cut the game into regions: the vertices of a priority that
//! are still there, and all from where they can be forced. If the opponent of a region's player
//! cannot leave it for what is below, and its player need not, then the opponent has to leave for a
//! region above or lose. The lowest of those above that can be reached takes the region in: whoever
//! enters it from there meets the higher priority on the way. A region that cannot be left at all is
//! won.

use retrograde_core::{RegionSolution, Vertex};

use super::advance::{Advance, Step};
use super::field::{Field, Hold, by_priority};
use super::game::{Game, player_of};
use super::levels::walk;
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
/// Exponential in the number of priorities at worst; O(V) memory.
///
/// Source: M. Benerecetti, D. Dell'Erba and F. Mogavero, *Solving parity games via priority
/// promotion* (2018), in its basic form: a promotion resets all regions below its target.
pub(super) fn run(game: &Game<'_>, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
    let finished = Search::new(game, field, stop).and_then(|mut search| search.advance(field));
    if finished.is_none() {
        field.release();
    }
    finished.map(|_| ())
}

/// A region. Its members are held at its level, which is its place among the regions from 1 on.
struct Region {
    priority: u32,
    /// Its members stand from here in the list of all.
    members: usize,
    /// What is below it stands from here in the order by priority.
    next: usize,
}

/// In place of the level of a vertex in no region.
const NO_LEVEL: u32 = u32::MAX;

/// Rows up to this length are searched for the regions they lead to. Tests have few longer than a
/// handful.
const SHORT_ROW: usize = if cfg!(test) { 1 } else { 8 };

pub(super) struct Search<'a> {
    game: &'a Game<'a>,
    stop: &'a Stop<'a>,
    order: Vec<Vertex>,
    /// How many vertices of the order are settled, about.
    gone: usize,
    /// From the highest down; those of the lower ones are a suffix of `members`.
    regions: Vec<Region>,
    members: Vec<Vertex>,
    /// The level of each member's region. Unlike its hold, that is still known once it is settled.
    levels: Vec<u32>,
    /// What is in no region stands from here in the order.
    next: usize,
}

/// How the lowest region stands.
enum Status {
    /// It can be left for what is below, or its player has to.
    Open,
    /// The opponent can only leave it for regions above, of which the lowest is at this level.
    Closed { target: usize },
    /// The opponent cannot leave it.
    Won,
}

impl<'a> Search<'a> {
    /// For the free vertices of a field; `None` if stopped.
    pub(super) fn new(game: &'a Game<'a>, field: &Field, stop: &'a Stop<'a>) -> Option<Self> {
        let order = by_priority(game, field, stop)?;
        let levels = vec![NO_LEVEL; game.graph().vertex_count()];
        let (regions, members) = (vec![], vec![]);
        Some(Search { game, stop, order, gone: 0, regions, members, levels, next: 0 })
    }
}

impl Advance for Search<'_> {
    fn advance(&mut self, field: &mut Field) -> Option<Step> {
        loop {
            if self.stop.must_pause() {
                return Some(Step::Paused);
            }
            let rest = &self.order[self.next..];
            let Some(skipped) = rest.iter().position(|&vertex| field.is_free(vertex)) else {
                // The lowest region is never open: all is settled.
                return Some(Step::Done);
            };
            if self.stop.spend(walk(skipped)) {
                return None;
            }
            self.next = self.add_region(field, self.next + skipped)?;
            loop {
                match self.status(field)? {
                    Status::Open => break,
                    Status::Closed { target } => self.next = self.promote(field, target)?,
                    Status::Won => {
                        self.next = self.settle(field)?;
                        break;
                    }
                }
            }
        }
    }
}

impl Search<'_> {
    /// Makes the region of the priority at `start` in the order, and says where the rest begins.
    fn add_region(&mut self, field: &mut Field, start: usize) -> Option<usize> {
        let level = self.regions.len() + 1;
        if level >= Hold::LEVELS {
            return None;
        }
        let priority = self.game.priority(self.order[start]);
        let members = self.members.len();
        let mut next = start;
        let tops = &self.order[start..];
        for &vertex in tops.iter().take_while(|&&vertex| self.game.priority(vertex) == priority) {
            next += 1;
            if field.is_free(vertex) {
                field.take(vertex, Hold::open(level));
                self.members.push(vertex);
            }
        }
        self.regions.push(Region { priority, members, next });
        self.attract(field, members)?;
        Some(next)
    }

    /// Adds to the lowest region all from where its members past `from` can be forced.
    fn attract(&mut self, field: &mut Field, from: usize) -> Option<()> {
        let Some(region) = self.regions.last() else { return Some(()) };
        let (player, hold) = (player_of(region.priority), Hold::open(self.regions.len()));
        let free = |hold| hold == Hold::FREE;
        field.attract(self.game, player, hold, free, (&mut self.members, from), self.stop)?;
        for &vertex in &self.members[from..] {
            self.levels[vertex as usize] = self.regions.len() as u32;
        }
        Some(())
    }

    /// Looks at the lowest region, and gives its player the moves that stay in it.
    fn status(&self, field: &mut Field) -> Option<Status> {
        let Some(region) = self.regions.last() else { return Some(Status::Open) };
        let (player, level) = (player_of(region.priority), self.regions.len());
        let mut target = 0;
        for &vertex in &self.members[region.members..] {
            let row = self.game.graph().successors(vertex);
            if self.stop.spend(row.len() as u32) {
                return None;
            }
            if self.game.owner(vertex) == player {
                let stays = |hold| hold == Hold::open(level);
                if !field.has_move(vertex) && !field.choose(self.game, vertex, stays) {
                    return Some(Status::Open);
                }
                continue;
            }
            for &to in row {
                let reached = field.hold(to).level();
                if reached > level {
                    return Some(Status::Open);
                }
                if reached < level {
                    target = target.max(reached);
                }
            }
        }
        Some(if target == 0 { Status::Won } else { Status::Closed { target } })
    }

    /// Adds the lowest region to the one at level `target`, dissolves those between, and says where
    /// the rest begins.
    fn promote(&mut self, field: &mut Field, target: usize) -> Option<usize> {
        let promoted = self.regions.last().map_or(0, |region| region.members);
        let from = self.regions[target].members;
        if self.stop.spend_many((self.members.len() - from) as u64) {
            return None;
        }
        for &vertex in &self.members[from..promoted] {
            field.set_hold(vertex, Hold::FREE);
            self.levels[vertex as usize] = NO_LEVEL;
        }
        self.members.drain(from..promoted);
        for &vertex in &self.members[from..] {
            field.set_hold(vertex, Hold::open(target));
        }
        self.regions.truncate(target);
        self.attract(field, from)?;
        Some(self.regions[target - 1].next)
    }

    /// Settles the lowest region and all from where it can be forced, dissolves the regions that
    /// this touches and those below them, and says where the rest begins.
    fn settle(&mut self, field: &mut Field) -> Option<usize> {
        let Some(region) = self.regions.pop() else { return Some(0) };
        let player = player_of(region.priority);
        let mut won = self.members.split_off(region.members);
        let hold = Hold::won(0, player);
        for &vertex in &won {
            field.set_hold(vertex, hold);
        }
        // What the opponent has won counts as a way out, though no move of the player leads there.
        let lost = Hold::won(0, player.opponent());
        let outside = |hold: Hold| hold.level() != 0 || hold == lost;
        field.attract(self.game, player, hold, outside, (&mut won, 0), self.stop)?;
        self.gone += won.len();
        let kept = self.untouched(field, &won)?;
        let from = self.regions.get(kept).map_or(self.members.len(), |region| region.members);
        for &vertex in &self.members[from..] {
            self.levels[vertex as usize] = NO_LEVEL;
            if field.hold(vertex).level() != 0 {
                field.set_hold(vertex, Hold::FREE);
            }
        }
        self.members.truncate(from);
        self.regions.truncate(kept);
        if kept == 0 && self.gone > self.order.len() / 2 {
            self.order.retain(|&vertex| field.is_free(vertex));
            self.gone = 0;
        }
        Some(self.regions.last().map_or(0, |region| region.next))
    }

    /// How many regions, from the highest down, are the same without the vertices of `won`: they
    /// have none of them, and attract no more than before.
    fn untouched(&self, field: &Field, won: &[Vertex]) -> Option<usize> {
        let game = self.game;
        let mut kept = self.regions.len();
        let mut touch = |level: usize| kept = kept.min(level.saturating_sub(1));
        for &vertex in won {
            touch(self.levels[vertex as usize] as usize);
            for &source in game.back.successors(vertex) {
                if field.hold(source).level() == 0 {
                    continue;
                }
                // It has lost a way out. Any region that it leads to may attract it now.
                let row = game.graph().successors(source);
                if self.stop.spend(row.len() as u32) {
                    return None;
                }
                let short = &row[..row.len().min(SHORT_ROW)];
                let reached = short.iter().map(|&to| field.hold(to).level());
                reached.filter(|&level| level != 0).for_each(&mut touch);
                if row.len() > SHORT_ROW {
                    touch(1);
                }
            }
        }
        Some(kept)
    }
}
