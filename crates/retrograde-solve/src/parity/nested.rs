//! Nested parts of a game as stretches of one list of vertices, and attractors within them.

use std::ops::Range;

use retrograde_core::{Player, Strategy, Vertex};

use super::game::Game;
use super::levels::Levels;
use crate::stop::Stop;

/// All vertices in a list. A part of the game is a stretch of it; a part of a part is a stretch of
/// that stretch. Vertices change places only within a part that somebody works on, so that every
/// larger part stays the same set: nested parts need no memory of their own.
pub(super) struct Nest {
    pub(super) order: Vec<Vertex>,
    /// Where each vertex stands in the list.
    place: Vec<u32>,
    /// How many moves of a vertex are known to lead into the attractor or out of the part.
    passed: Vec<u32>,
    /// The attractor for which `passed` was counted.
    counted: Vec<u64>,
    attractors: u64,
}

impl Nest {
    pub(super) fn new(game: &Game<'_>) -> Self {
        let vertices = game.graph().vertices();
        let n = vertices.len();
        Nest {
            order: vertices.clone().collect(),
            place: vertices.collect(),
            passed: vec![0; n],
            counted: vec![0; n],
            attractors: 0,
        }
    }

    fn swap(&mut self, a: u32, b: u32) {
        self.order.swap(a as usize, b as usize);
        self.place[self.order[a as usize] as usize] = a;
        self.place[self.order[b as usize] as usize] = b;
    }

    /// The highest level in a part, which must not be empty.
    pub(super) fn highest(
        &self,
        levels: &Levels,
        part: &Range<u32>,
        stop: &Stop<'_>,
    ) -> Option<u32> {
        if stop.spend(part.len() as u32) {
            return None;
        }
        let vertices = &self.order[part.start as usize..part.end as usize];
        vertices.iter().map(|&vertex| levels.of(vertex)).max()
    }

    /// Moves the vertices that `take` picks to the back of a part and says where they begin.
    pub(super) fn sort_back(&mut self, part: &Range<u32>, take: impl Fn(Vertex) -> bool) -> u32 {
        let mut begin = part.end;
        for place in part.clone().rev() {
            if take(self.order[place as usize]) {
                begin -= 1;
                self.swap(place, begin);
            }
        }
        begin
    }

    /// Moves the front of a part to its back and says where it begins there.
    pub(super) fn send_back(&mut self, part: &Range<u32>, front: Range<u32>) -> u32 {
        let moved = (front.len() as u32).min(part.end - front.end);
        for step in 0..moved {
            self.swap(front.start + step, part.end - 1 - step);
        }
        part.end - front.len() as u32
    }

    /// Attracts for `player`, within a part, to its vertices from `seeds` on; the attractor ends up
    /// at the back of the part. Says where it begins. The attracted vertices of `player`, not those
    /// that were there, get their moves.
    pub(super) fn attract(
        &mut self,
        game: &Game<'_>,
        part: &Range<u32>,
        seeds: u32,
        player: Player,
        mut strategy: Option<&mut Strategy>,
        stop: &Stop<'_>,
    ) -> Option<u32> {
        self.attractors += 1;
        let (mut begin, mut next) = (seeds, part.end);
        // The attractor is its own queue, from the back of the part to its front.
        while next > begin {
            next -= 1;
            let vertex = self.order[next as usize];
            let sources = game.back.successors(vertex);
            if stop.spend(sources.len() as u32) {
                return None;
            }
            for &from in sources {
                if !(part.start..begin).contains(&self.place[from as usize]) {
                    continue;
                }
                if game.owner(from) == player {
                    if let Some(strategy) = &mut strategy {
                        strategy.set(from, Some(vertex));
                    }
                } else if self.escapes(game, from, part.start..begin) {
                    continue;
                }
                begin -= 1;
                self.swap(self.place[from as usize], begin);
            }
        }
        Some(begin)
    }

    /// Whether `vertex` has a move into `outside`, which only shrinks during one attractor: moves
    /// once passed need not be looked at again.
    fn escapes(&mut self, game: &Game<'_>, vertex: Vertex, outside: Range<u32>) -> bool {
        if self.counted[vertex as usize] != self.attractors {
            self.counted[vertex as usize] = self.attractors;
            self.passed[vertex as usize] = 0;
        }
        let moves = game.graph().successors(vertex);
        let mut passed = self.passed[vertex as usize] as usize;
        while passed < moves.len() && !outside.contains(&self.place[moves[passed] as usize]) {
            passed += 1;
        }
        self.passed[vertex as usize] = passed as u32;
        passed < moves.len()
    }

    /// Gives the vertices of `player` from `seeds` on any move within the part.
    pub(super) fn stay(
        &self,
        game: &Game<'_>,
        part: &Range<u32>,
        seeds: u32,
        player: Player,
        strategy: &mut Strategy,
        stop: &Stop<'_>,
    ) -> Option<()> {
        for &vertex in &self.order[seeds as usize..part.end as usize] {
            if stop.spend(game.graph().out_degree(vertex)) {
                return None;
            }
            if game.owner(vertex) == player {
                let mut moves = game.graph().successors(vertex).iter().copied();
                strategy.set(vertex, moves.find(|&to| part.contains(&self.place[to as usize])));
            }
        }
        Some(())
    }
}
