//! Recursive tangle learning.
//!
//! As in tangle learning a game is cut into regions from the largest priority down, which attract
//! vertices and tangles. What differs is what happens inside a region. Where the opponent can leave
//! at a vertex of its priority for what is below, or its player must, that vertex and all from where
//! the opponent can force a visit are taken out, and what remains of the region is a smaller game,
//! cut into regions of its own: there tangles are found that only show once the way out is gone. A
//! region that cannot be left so is closed: its bottom components are tangles, and then its
//! vertices of the largest priority are taken out in the same way.
//!
//! In the one-sided form only the regions of one player are made, and the other's vertices are left
//! where they are; once nothing new is learnt for one player, it is the other's turn.

use retrograde_core::{Player, RegionSolution, Vertex};

use super::advance::{Advance, Step};
use super::field::{Field, Hold};
use super::game::{Game, player_of};
use super::levels::walk;
use super::tangle::Learner;
use crate::sort::sort_by_key;
use crate::stop::Stop;

/// Solves a game in which every vertex has a move; `None` if stopped, or if the tangles outgrow the
/// memory they may take.
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let mut field = Field::new(game.graph().vertex_count());
    run(game, &mut field, stop)?;
    Some(field.into_solution(game))
}

/// The same in the one-sided form.
pub(super) fn solve_one_sided(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let mut field = Field::new(game.graph().vertex_count());
    run_one_sided(game, &mut field, stop)?;
    Some(field.into_solution(game))
}

/// Settles all free vertices, of which each must have a free successor; `None` if stopped, or if
/// the tangles outgrow the memory they may take, with those settled whose winner was known by then,
/// though not all that they attract.
///
/// # Complexity
/// Exponential time at worst; memory for the tangles learnt, up to 1 GB.
///
/// Source: T. van Dijk, *Attracting tangles to solve parity games* (2018), and the solvers that its
/// author made of it later, described with *Oink* (since 2021).
pub(super) fn run(game: &Game<'_>, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
    Search::new(game, field, stop, None)?.advance(field).map(|_| ())
}

/// As [`run`] in the one-sided form. Where neither player learns anything new by it, there is a pass
/// for both at once.
pub(super) fn run_one_sided(game: &Game<'_>, field: &mut Field, stop: &Stop<'_>) -> Option<()> {
    Search::new(game, field, stop, Some(Player::Zero))?.advance(field).map(|_| ())
}

/// The hold on what waits in the game at a depth.
fn waiting(depth: usize) -> Hold {
    if depth == 0 { Hold::FREE } else { Hold::open(depth) }
}

/// The hold on what waits there and is not attracted any more: its priority is too large.
fn passed_by(depth: usize) -> Hold {
    Hold::won(depth + 1, Player::One)
}

/// The hold on what was taken out of a region.
const GONE: usize = Hold::LEVELS - 1;

/// A game inside a region of the game above it on the stack.
struct Inner {
    /// Its vertices, the largest priority first.
    vertices: Vec<Vertex>,
    /// How many of them have been looked at.
    next: usize,
    /// How many of them are in regions by now.
    taken: usize,
}

/// A search, which goes through the game and all games inside its regions again and again.
pub(super) struct Search<'a> {
    learner: Learner<'a>,
    /// Whose regions alone are made.
    only: Option<Player>,
    is_one_sided: bool,
    /// How many vertices of the learner's order are free between two passes.
    left: usize,
    /// What is not free any more in this pass.
    touched: Vec<Vertex>,
    /// How many passes have taught nothing, one after the other.
    idle: u32,
    /// How much was learnt before this pass.
    before: u64,
    /// The games being looked at, each inside a region of the one before; none between two passes.
    games: Vec<Inner>,
    /// The region being made.
    region: Vec<Vertex>,
    /// Its vertices of large priority, which all others are attracted to.
    heads: Vec<Vertex>,
    /// What is taken out of it.
    out: Vec<Vertex>,
}

impl<'a> Search<'a> {
    /// For the free vertices of a field, in the one-sided form if `only` says who begins; `None` if
    /// stopped, or if there is no room for tangles.
    pub(super) fn new(
        game: &'a Game<'a>,
        field: &Field,
        stop: &'a Stop<'a>,
        only: Option<Player>,
    ) -> Option<Self> {
        let learner = Learner::new(game, field, stop)?;
        Some(Search {
            left: learner.order.len(),
            learner,
            touched: vec![],
            only,
            is_one_sided: only.is_some(),
            idle: 0,
            before: 0,
            games: vec![],
            region: vec![],
            heads: vec![],
            out: vec![],
        })
    }

    /// Begins a pass.
    fn begin(&mut self) {
        self.learner.descents += 1;
        self.before = self.learner.learnt();
        let vertices = std::mem::take(&mut self.learner.order);
        self.games.push(Inner { vertices, next: 0, taken: 0 });
    }

    /// Ends a pass. Says whether there is any use in another one.
    fn end(&mut self, field: &mut Field) -> Option<bool> {
        self.free(field);
        self.left -= self.learner.settle(field)?;
        if self.left <= self.learner.order.len() / 2 {
            self.learner.order.retain(|&vertex| field.is_free(vertex));
        }
        if self.learner.learnt() > self.before {
            self.idle = 0;
            if self.is_one_sided && self.only.is_none() {
                self.only = Some(Player::Zero);
            }
            return Some(true);
        }
        self.idle += 1;
        self.only = match self.only {
            Some(player) if self.idle < 2 => Some(player.opponent()),
            _ => None,
        };
        Some(self.is_one_sided && self.idle < 3)
    }

    /// Frees all that a pass holds.
    fn free(&mut self, field: &mut Field) {
        if let Some(whole) = self.games.drain(..).next() {
            self.learner.order = whole.vertices;
        }
        for vertex in self.touched.drain(..) {
            field.set_hold(vertex, Hold::FREE);
        }
    }

    /// Makes one region and what comes of it. Says whether the pass goes on.
    fn go_on(&mut self, field: &mut Field) -> Option<bool> {
        let mut games = std::mem::take(&mut self.games);
        let goes_on = self.make_one(field, &mut games);
        self.games = games;
        goes_on
    }

    fn make_one(&mut self, field: &mut Field, games: &mut Vec<Inner>) -> Option<bool> {
        let Some(depth) = games.len().checked_sub(1) else { return Some(false) };
        if depth + 2 >= GONE {
            return None;
        }
        let game = &mut games[depth];
        let Some(player) = self.next_player(field, game, depth)? else {
            if depth > 0 {
                games.pop();
            }
            return Some(depth > 0);
        };
        let made = self.make_region(field, game, depth, player);
        if depth == 0 {
            self.touched.extend_from_slice(&self.region);
        }
        made?;
        self.take_out(field, depth, player)?;
        if self.learner.has_won() {
            return Some(false);
        }
        game.taken += self.region.len();
        if depth > 0 && game.taken > (game.vertices.len() - game.next) / 2 {
            let rest = game.vertices.split_off(game.next);
            let waits = |vertex: &Vertex| field.hold(*vertex) == waiting(depth);
            game.vertices = rest.into_iter().filter(waits).collect();
            (game.next, game.taken) = (0, 0);
        }
        if let Some(inner) = self.inner_game(field, depth)? {
            games.push(inner);
        }
        Some(true)
    }

    /// Whose the next region is; `None` inside if there is none.
    fn next_player(
        &mut self,
        field: &mut Field,
        game: &mut Inner,
        depth: usize,
    ) -> Option<Option<Player>> {
        while let Some(&vertex) = game.vertices.get(game.next) {
            if self.learner.stop.spend(1) {
                return None;
            }
            if field.hold(vertex) == waiting(depth) {
                let player = player_of(self.learner.game.priority(vertex));
                if self.only.is_none_or(|only| only == player) {
                    return Some(Some(player));
                }
                field.set_hold(vertex, passed_by(depth));
                if depth == 0 {
                    self.touched.push(vertex);
                }
            }
            game.next += 1;
        }
        Some(None)
    }

    /// Makes a region of the largest priorities, as long as they are `player`'s.
    fn make_region(
        &mut self,
        field: &mut Field,
        game: &mut Inner,
        depth: usize,
        player: Player,
    ) -> Option<()> {
        let (whole, stop) = (self.learner.game, self.learner.stop);
        let (hold, rest) = (waiting(depth + 1), waiting(depth));
        self.region.clear();
        self.heads.clear();
        loop {
            let from = self.region.len();
            let top = game.vertices.get(game.next).map(|&vertex| whole.priority(vertex));
            while let Some(&vertex) = game.vertices.get(game.next)
                && Some(whole.priority(vertex)) == top
            {
                if stop.spend(1) {
                    return None;
                }
                game.next += 1;
                if field.hold(vertex) == rest {
                    field.take(vertex, hold);
                    self.region.push(vertex);
                    self.heads.push(vertex);
                }
            }
            let list = (&mut self.region, from);
            self.learner.attract(field, player, (hold, rest), passed_by(depth), list)?;
            let coming = &game.vertices[game.next..];
            let taken = coming.iter().position(|&vertex| field.hold(vertex) == rest);
            let taken = taken.unwrap_or(coming.len());
            game.next += taken;
            if stop.spend(walk(taken)) {
                return None;
            }
            match game.vertices.get(game.next) {
                Some(&vertex) if player_of(whole.priority(vertex)) == player => {}
                _ => return Some(()),
            }
        }
    }

    /// Takes out of the region what the opponent can bring to where it can be left, or if it cannot
    /// be left, learns from it and takes out what can be brought to its largest priority.
    fn take_out(&mut self, field: &mut Field, depth: usize, player: Player) -> Option<()> {
        let (game, stop) = (self.learner.game, self.learner.stop);
        let (hold, rest, passed) = (waiting(depth + 1), waiting(depth), passed_by(depth));
        self.out.clear();
        for &vertex in &self.heads {
            let row = game.graph().successors(vertex);
            if stop.spend(row.len() as u32) {
                return None;
            }
            let leaves = if game.owner(vertex) == player {
                !field.has_move(vertex) && !field.choose(game, vertex, |to| to == hold)
            } else {
                field.can_leave(game, vertex, |to| to == rest || to == passed)
            };
            if leaves {
                self.out.push(vertex);
            }
        }
        if self.out.is_empty() {
            self.learner.find_tangles(field, (player, hold), &self.region)?;
            let top = self.heads.first().map(|&vertex| game.priority(vertex));
            let tops = self.heads.iter().take_while(|&&v| Some(game.priority(v)) == top);
            self.out.extend(tops);
        }
        for &vertex in &self.out {
            field.set_hold(vertex, Hold::open(GONE));
        }
        let (holds, list) = ((Hold::open(GONE), hold), (&mut self.out, 0));
        self.learner.attract(field, player.opponent(), holds, hold, list)
    }

    /// What is left of the region as a game.
    fn inner_game(&mut self, field: &Field, depth: usize) -> Option<Option<Inner>> {
        let (game, stop) = (self.learner.game, self.learner.stop);
        let hold = waiting(depth + 1);
        self.region.retain(|&vertex| field.hold(vertex) == hold);
        if self.region.is_empty() {
            return Some(None);
        }
        let mut vertices = self.region.clone();
        let key = |vertex| u64::from(u32::MAX - game.priority(vertex));
        let check = |steps: usize| if stop.spend_many(steps as u64) { Err(()) } else { Ok(()) };
        sort_by_key(&mut vertices, key, check).ok()?;
        Some(Some(Inner { vertices, next: 0, taken: 0 }))
    }
}

impl Advance for Search<'_> {
    fn advance(&mut self, field: &mut Field) -> Option<Step> {
        while self.left > 0 {
            if self.games.is_empty() {
                self.begin();
            }
            let goes_on = self.go_on(field);
            if goes_on.is_none() {
                self.free(field);
            }
            if !goes_on? && !self.end(field)? {
                return None;
            }
            if self.learner.stop.must_pause() {
                return Some(Step::Paused);
            }
        }
        Some(Step::Done)
    }
}
