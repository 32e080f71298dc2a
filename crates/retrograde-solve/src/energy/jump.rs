//! One jump of all heights at once.
//!
//! Measure a move by its cost together with the rise of the heights it leads over: downhill moves
//! come out negative. The breaker gains as long as no move is downhill. What the breaker can be
//! sure to gain before the first downhill move is found as shortest paths are, from the vertices
//! that let the keeper go downhill backwards, least gain first: a vertex of the keeper's gains the
//! least over its moves and is settled by the first, one of the breaker's the most over its moves
//! that are not downhill and is settled by the last. Whoever is never settled is kept from going
//! downhill forever, and as no cycle is level, the sum grows beyond all bounds.

use retrograde_core::{Bitmap, Vertex, sys};

use super::climb::Climb;
use super::cost::Number;
use super::queue::Queue;
use crate::stop::Stop;

/// How many vertices ahead memory is asked for what one of them needs.
const SOON: usize = 8;

/// What a jump has found so far.
struct Gains<T> {
    settled: Bitmap,
    queue: Queue<T>,
}

impl<T: Number> Climb<'_, T> {
    /// Raises the heights; `false`, with nothing lost that was not, if told to stop.
    pub(super) fn jump(&mut self, stop: &Stop<'_>) -> bool {
        let mut found = Gains { settled: Bitmap::new(self.board.len()), queue: Queue::new() };
        if !self.prepare(&mut found, stop) {
            return false;
        }
        let downhill: Vec<Vertex> = self.downhill.ones().map(|vertex| vertex as Vertex).collect();
        for (place, &vertex) in downhill.iter().enumerate() {
            if let Some(&soon) = downhill.get(place + SOON) {
                self.board.back.prefetch_ends(soon, &self.cells);
            }
            if !self.settle(vertex, T::default(), &mut found, stop) {
                return false;
            }
        }
        while let Some((gain, vertex)) = found.queue.pop() {
            self.expect(&found.queue);
            if !found.settled.get(vertex as usize) {
                found.settled.set(vertex as usize);
                if !self.settle(vertex, gain, &mut found, stop) {
                    return false;
                }
            }
        }
        if self.give_up(&found, stop).is_none() {
            return false;
        }
        // All at once: heights that are only raised in part would not be right.
        for vertex in found.settled.ones() {
            let cell = &mut self.cells[vertex];
            cell.height = cell.height + cell.gain;
        }
        true
    }

    /// Asks for the memory that the next vertices will need.
    #[inline]
    fn expect(&self, queue: &Queue<T>) {
        let back = &self.board.back;
        if let Some(later) = queue.after(4 * SOON) {
            back.prefetch_start(later);
        }
        if let Some(later) = queue.after(2 * SOON) {
            back.prefetch_row(later);
            sys::prefetch(&self.cells, later as usize);
        }
        if let Some(soon) = queue.after(SOON) {
            back.prefetch_ends(soon, &self.cells);
        }
    }

    /// Finds who can go downhill, and counts the other moves of the breaker.
    fn prepare(&mut self, found: &mut Gains<T>, stop: &Stop<'_>) -> bool {
        for vertex in self.board.vertices() {
            let index = vertex as usize;
            self.board.moves.prefetch_ahead(vertex, &self.cells);
            if self.lost.get(index) {
                continue;
            }
            if stop.spend(self.board.moves.degree(vertex)) {
                return false;
            }
            let is_keepers = self.is_keepers(vertex);
            let mut moves = self.board.moves.row(vertex);
            let is_downhill =
                |(to, weight)| self.rise(vertex, to, weight).is_some_and(|it| it < T::default());
            if is_keepers {
                if self.downhill.get(index) && !moves.any(is_downhill) {
                    self.downhill.clear(index);
                }
            } else {
                let others = moves.filter(|&edge| !is_downhill(edge)).count() as u32;
                self.cells[index].count = others;
                if others > 0 {
                    self.downhill.clear(index);
                }
            }
            let is_settled = self.downhill.get(index);
            if is_settled {
                found.settled.set(index);
            }
            self.cells[index].gain = if is_keepers && !is_settled { T::LOST } else { T::default() };
        }
        true
    }

    /// What a move gains the breaker; `None` if everything.
    #[inline]
    fn rise(&self, from: Vertex, to: Vertex, weight: i64) -> Option<T> {
        let height = self.height(to);
        (height != T::LOST).then(|| self.cost.of(weight) + height - self.height(from))
    }

    /// Takes the gain of `vertex` as final and tells its predecessors.
    fn settle(&mut self, vertex: Vertex, gain: T, found: &mut Gains<T>, stop: &Stop<'_>) -> bool {
        let board = self.board;
        if stop.spend(board.back.degree(vertex)) {
            return false;
        }
        self.cells[vertex as usize].gain = gain;
        let height = self.height(vertex);
        for (from, weight) in board.back.row(vertex) {
            let index = from as usize;
            if self.lost.get(index) || found.settled.get(index) {
                continue;
            }
            let is_keepers = self.is_keepers(from);
            let cell = &mut self.cells[index];
            let rise = self.cost.of(weight) + height - cell.height;
            if is_keepers {
                debug_assert!(rise >= T::default(), "who can go downhill is settled already");
                if rise + gain < cell.gain {
                    cell.gain = rise + gain;
                    found.queue.push(rise + gain, from);
                }
            } else if rise >= T::default() {
                cell.gain = cell.gain.max(rise + gain);
                cell.count -= 1;
                if cell.count == 0 {
                    found.queue.push(cell.gain, from);
                }
            }
        }
        true
    }

    /// Marks what was not settled as lost, with the breaker's moves there: any move that is not
    /// downhill and stays among the lost.
    fn give_up(&mut self, found: &Gains<T>, stop: &Stop<'_>) -> Option<()> {
        let unsettled = |vertex: Vertex| !found.settled.get(vertex as usize);
        for vertex in self.board.vertices() {
            let index = vertex as usize;
            if self.lost.get(index) || !unsettled(vertex) || self.is_keepers(vertex) {
                continue;
            }
            if stop.spend(self.board.moves.degree(vertex)) {
                return None;
            }
            let mut moves = self.board.moves.row(vertex);
            let wins = |(to, weight)| match self.rise(vertex, to, weight) {
                None => true,
                Some(rise) => rise >= T::default() && unsettled(to),
            };
            let place = moves.position(wins);
            debug_assert!(place.is_some(), "the breaker can stay away from downhill moves");
            self.places[index] = place.map_or(super::climb::NO_PLACE, |place| place as u32);
        }
        for vertex in self.board.vertices().filter(|&vertex| unsettled(vertex)) {
            self.lost.set(vertex as usize);
            self.cells[vertex as usize].height = T::LOST;
        }
        Some(())
    }
}
