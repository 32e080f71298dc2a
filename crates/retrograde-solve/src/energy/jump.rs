//! One jump of heights at once.
//!
//! Measure a move by its cost together with the rise of the heights it leads over: downhill moves
//! come out negative. Where no vertex wants lifting, the keeper has a move that is level or downhill
//! everywhere, and the breaker no other. Who does want it, the breaker can gain something there, and
//! also from where the breaker can bring play there by level moves: as no cycle is level, that is an
//! attractor. All others stay as high as they are.
//!
//! What the breaker can be sure to gain before the play comes to one of these others is found as
//! shortest paths are, from them backwards, least gain first: a vertex of the keeper's gains the
//! least over its moves and is settled by the first, one of the breaker's the most over its moves
//! that are not downhill and is settled by the last. Whoever is never settled is kept from getting
//! away forever, and the sum grows beyond all bounds.

use retrograde_core::{Vertex, sys};

use super::climb::{Climb, NO_PLACE, Part};
use super::cost::Number;
use super::queue::Queue;
use crate::stop::Stop;

/// How many vertices ahead memory is asked for what one of them needs.
const SOON: usize = 8;

impl<T: Number> Climb<'_, T> {
    /// Raises the heights of all who want lifting, and of those that hang on them. Returns how many
    /// edges and vertices were looked at; `None`, with nothing lost that was not, if told to stop.
    pub(super) fn jump(&mut self, stop: &Stop<'_>) -> Option<usize> {
        let mut rising = std::mem::take(&mut self.rising);
        let steps = self.find_rising(&mut rising, stop)?;
        let mut queue = Queue::new();
        self.prepare(&rising, &mut queue, stop)?;
        while let Some((gain, vertex)) = queue.pop() {
            self.expect(&queue);
            if self.cells[vertex as usize].part == Part::Open {
                self.settle(vertex, gain, &mut queue, stop)?;
            }
        }
        drop(queue);
        self.give_up(&rising, stop)?;
        self.raise(&rising, stop)?;
        self.rising = rising;
        Some(steps)
    }

    /// Lists who will be raised or is lost, and takes them off the moves that the keeper has
    /// elsewhere.
    fn find_rising(&mut self, rising: &mut Vec<Vertex>, stop: &Stop<'_>) -> Option<usize> {
        rising.clear();
        let (queued, cells) = (&mut self.queued, &mut self.cells);
        for vertex in self.queue.drain(..).chain(self.beyond.drain(..)) {
            queued.clear(vertex as usize);
            cells[vertex as usize].part = Part::Open;
            rising.push(vertex);
        }
        let back = &self.board.back;
        let (mut done, mut steps) = (0, 0);
        while let Some(&vertex) = rising.get(done) {
            done += 1;
            if let Some(&later) = rising.get(done + 4 * SOON) {
                back.prefetch_start(later);
                self.board.moves.prefetch_start(later);
            }
            if let Some(&later) = rising.get(done + 2 * SOON) {
                back.prefetch_row(later);
            }
            if let Some(&soon) = rising.get(done + SOON) {
                back.prefetch_ends(soon, &self.cells);
            }
            let degree = back.degree(vertex);
            steps += 1 + degree as usize + self.board.moves.degree(vertex) as usize;
            if stop.spend(degree) {
                return None;
            }
            let height = self.height(vertex);
            for (from, weight) in back.row(vertex) {
                let cell = &mut self.cells[from as usize];
                let is_level = || self.cost.of(weight) + height == cell.height;
                if cell.part == Part::Open || cell.height == T::LOST || !is_level() {
                    continue;
                }
                if cell.is_keepers {
                    cell.count -= 1;
                    if cell.count > 0 {
                        continue;
                    }
                }
                cell.part = Part::Open;
                rising.push(from);
            }
        }
        Some(steps)
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

    /// Asks for the memory that vertices soon to come in a list will need for their moves.
    #[inline]
    fn expect_moves(&self, list: &[Vertex], place: usize) {
        let moves = &self.board.moves;
        if let Some(&later) = list.get(place + 4 * SOON) {
            moves.prefetch_start(later);
        }
        if let Some(&later) = list.get(place + 2 * SOON) {
            moves.prefetch_row(later);
            sys::prefetch(&self.cells, later as usize);
        }
        if let Some(&soon) = list.get(place + SOON) {
            moves.prefetch_ends(soon, &self.cells);
        }
    }

    /// Finds what moves to who is not raised gain, and counts the other moves of the breaker.
    fn prepare(&mut self, rising: &[Vertex], queue: &mut Queue<T>, stop: &Stop<'_>) -> Option<()> {
        for (place, &vertex) in rising.iter().enumerate() {
            self.expect_moves(rising, place);
            if stop.spend(self.board.moves.degree(vertex)) {
                return None;
            }
            let is_keepers = self.is_keepers(vertex);
            let (mut gain, mut others) = (if is_keepers { T::LOST } else { T::default() }, 0);
            for (to, weight) in self.board.moves.row(vertex) {
                let is_still = self.cells[to as usize].part == Part::Still;
                match self.rise(vertex, to, weight) {
                    Some(rise) if is_keepers && is_still => gain = gain.min(rise),
                    Some(rise) if is_still => gain = gain.max(rise),
                    Some(rise) => others += u32::from(rise >= T::default()),
                    None => others += 1,
                }
            }
            let cell = &mut self.cells[vertex as usize];
            (cell.gain, cell.count) = (gain, others);
            if if is_keepers { gain != T::LOST } else { others == 0 } {
                queue.push(gain, vertex);
            }
        }
        Some(())
    }

    /// What a move gains the breaker; `None` if everything.
    #[inline]
    fn rise(&self, from: Vertex, to: Vertex, weight: i64) -> Option<T> {
        let height = self.height(to);
        (height != T::LOST).then(|| self.cost.of(weight) + height - self.height(from))
    }

    /// Takes the gain of `vertex` as final and tells its predecessors.
    fn settle(
        &mut self,
        vertex: Vertex,
        gain: T,
        queue: &mut Queue<T>,
        stop: &Stop<'_>,
    ) -> Option<()> {
        let board = self.board;
        if stop.spend(board.back.degree(vertex)) {
            return None;
        }
        let cell = &mut self.cells[vertex as usize];
        (cell.gain, cell.part) = (gain, Part::Settled);
        let height = cell.height;
        for (from, weight) in board.back.row(vertex) {
            let cell = &mut self.cells[from as usize];
            if cell.part == Part::Settled || cell.height == T::LOST {
                continue;
            }
            let rise = self.cost.of(weight) + height - cell.height;
            if cell.part == Part::Still {
                if rise < T::default() && rise + gain > T::default() {
                    self.take_off(from);
                }
            } else if cell.is_keepers {
                debug_assert!(rise >= T::default(), "who can go downhill is not raised");
                if rise + gain < cell.gain {
                    cell.gain = rise + gain;
                    queue.push(rise + gain, from);
                }
            } else if rise >= T::default() {
                cell.gain = cell.gain.max(rise + gain);
                cell.count -= 1;
                if cell.count == 0 {
                    queue.push(cell.gain, from);
                }
            }
        }
        Some(())
    }

    /// A move that was downhill leads uphill from now on.
    fn take_off(&mut self, from: Vertex) {
        let cell = &mut self.cells[from as usize];
        if cell.is_keepers {
            cell.count -= 1;
            if cell.count > 0 {
                return;
            }
        }
        self.enqueue(from);
    }

    /// Marks what was not settled as lost, with the breaker's moves there: any move that is not
    /// downhill and stays among the lost.
    fn give_up(&mut self, rising: &[Vertex], stop: &Stop<'_>) -> Option<()> {
        let board = self.board;
        let is_open =
            |climb: &Self, vertex: Vertex| climb.cells[vertex as usize].part == Part::Open;
        for &vertex in rising {
            if !is_open(self, vertex) {
                continue;
            }
            if stop.spend(board.moves.degree(vertex).saturating_add(board.back.degree(vertex))) {
                return None;
            }
            if !self.is_keepers(vertex) {
                let wins = |(to, weight)| match self.rise(vertex, to, weight) {
                    None => true,
                    Some(rise) => rise >= T::default() && is_open(self, to),
                };
                let place = board.moves.row(vertex).position(wins);
                debug_assert!(place.is_some(), "the breaker can stay away from downhill moves");
                self.places[vertex as usize] = place.map_or(NO_PLACE, |place| place as u32);
            }
            let height = self.height(vertex);
            for (from, weight) in board.back.row(vertex) {
                let cell = &self.cells[from as usize];
                let is_downhill = || self.cost.of(weight) + height < cell.height;
                if cell.part == Part::Still && cell.height != T::LOST && is_downhill() {
                    self.take_off(from);
                }
            }
        }
        for &vertex in rising {
            let cell = &mut self.cells[vertex as usize];
            if cell.part == Part::Open {
                (cell.part, cell.height) = (Part::Still, T::LOST);
                self.lost.set(vertex as usize);
            }
        }
        Some(())
    }

    /// Raises who is settled by the gains, and finds out which of them want more: the breaker's moves
    /// downhill may be uphill now.
    fn raise(&mut self, rising: &[Vertex], stop: &Stop<'_>) -> Option<()> {
        // All at once: heights that are only raised in part would not be right.
        for (place, &vertex) in rising.iter().enumerate() {
            if let Some(&later) = rising.get(place + 2 * SOON) {
                sys::prefetch(&self.cells, later as usize);
            }
            let cell = &mut self.cells[vertex as usize];
            if cell.part == Part::Settled {
                (cell.part, cell.height) = (Part::Still, cell.height + cell.gain);
            }
        }
        for (place, &vertex) in rising.iter().enumerate() {
            self.expect_moves(rising, place);
            if stop.spend(self.board.moves.degree(vertex)) {
                return None;
            }
            if self.height(vertex) != T::LOST {
                self.look_at(vertex);
            }
        }
        Some(())
    }
}
