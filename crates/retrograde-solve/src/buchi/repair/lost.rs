//! Between two rounds: other moves for vertices that lost theirs, and doubts about those that find none.

use retrograde_core::{Stopped, Vertex};

use super::{CREDIT, Repair};

impl Repair<'_> {
    /// Finds other moves for what is lost, or puts it in doubt with all that depends on it.
    pub(super) fn repair(&mut self) -> Result<(), Stopped> {
        while let Some(vertex) = self.lost.pop_front() {
            self.pace.steps(1)?;
            if !self.justified.get(vertex as usize) {
                continue;
            }
            if !self.find_move(vertex)? {
                self.doubt(vertex)?;
            } else if !self.doubtful.is_empty() {
                self.justify_before(vertex)?;
            }
        }
        Ok(())
    }

    /// Justifies what is in doubt and has a move to a vertex that has just found one, before the
    /// doubts spread farther.
    fn justify_before(&mut self, found: Vertex) -> Result<(), Stopped> {
        let row = self.back.successors(found);
        if !self.spend(row.len() as u64) {
            return Ok(());
        }
        self.pace.steps(row.len())?;
        for &vertex in row {
            let is_open = self.inside.get(vertex as usize)
                && !self.justified.get(vertex as usize)
                && !self.retried.get(vertex as usize);
            if is_open && self.is_visitors(vertex) {
                self.retried.set(vertex as usize);
                self.moves.set(vertex, Some(found));
                self.queue.push(vertex);
            }
        }
        self.spread(true)
    }

    /// Looks for another justifying move of a lost vertex.
    fn find_move(&mut self, vertex: Vertex) -> Result<bool, Stopped> {
        let row = self.graph.successors(vertex);
        self.pace.steps(2 * row.len())?;
        let label = self.order.label(vertex);
        let mut lowest: Option<(i64, usize)> = None;
        let first = self.cursors[vertex as usize] as usize;
        for place in (first..row.len()).chain(0..first) {
            if !self.spend(1) {
                return Ok(false);
            }
            let to = row[place];
            if !self.justified.get(to as usize) || to == vertex {
                continue;
            }
            let found = self.order.label(to);
            if found < label {
                self.settle(vertex, place);
                return Ok(true);
            }
            if lowest.is_none_or(|(lowest, _)| found < lowest) {
                lowest = Some((found, place));
            }
        }
        let Some((_, lowest)) = lowest else { return Ok(false) };
        // The one with the lowest label first: it needs the least change.
        for place in std::iter::once(lowest).chain((0..row.len()).filter(|&it| it != lowest)) {
            let to = row[place];
            if self.justified.get(to as usize) && to != vertex && self.put_above(vertex, to)? {
                self.settle(vertex, place);
                return Ok(true);
            }
            if !self.spend(1) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Puts a vertex in doubt, and all of the spoiler's that need it.
    fn doubt(&mut self, vertex: Vertex) -> Result<(), Stopped> {
        debug_assert!(self.queue.is_empty());
        self.justified.clear(vertex as usize);
        self.queue.push(vertex);
        let mut next = 0;
        while let Some(&doubted) = self.queue.get(next) {
            next += 1;
            self.doubts += 1;
            if !self.retried.get(doubted as usize) {
                self.doubtful.push(doubted);
            }
            let row = self.back.successors(doubted);
            self.pace.steps(1 + row.len())?;
            self.credit += CREDIT * (row.len() as u64 + 1);
            for &vertex in row {
                if !self.inside.get(vertex as usize) {
                    continue;
                }
                if self.arena.owner(vertex) == self.visitor {
                    if self.moves.get(vertex) == Some(doubted) {
                        self.moves.set(vertex, None);
                        self.lost.push_back(vertex);
                    }
                    continue;
                }
                self.counts[vertex as usize] += 1;
                let is_needed = !self.goals.get(vertex as usize);
                if is_needed && self.justified.get(vertex as usize) {
                    self.justified.clear(vertex as usize);
                    self.queue.push(vertex);
                }
            }
        }
        self.queue.clear();
        Ok(())
    }
}
