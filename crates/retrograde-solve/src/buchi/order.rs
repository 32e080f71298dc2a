//! Labels that keep justifications from going in circles, and the search that changes few of them.

use retrograde_core::{Bitmap, Stopped, Vertex, sys};

use super::repair::Repair;
use crate::sort::sort_by_key;

/// Between the labels of a vertex and of what it is first justified by: room for others, so that
/// later changes are local.
pub(super) const GAP: i64 = 1 << 20;

/// One label a vertex, and space for a search.
///
/// Labels are not distances: what counts is only which of two is larger. Those given by the attractor
/// step up by [`GAP`]; a later change leaves the range there is by at most one for each vertex it
/// looks at, so that 64 bits are never used up.
pub(super) struct Order {
    labels: Vec<i64>,
    up: Side,
    down: Side,
}

impl Order {
    pub(super) fn new(vertices: usize) -> Self {
        Order { labels: sys::zeroed(vertices), up: Side::new(vertices), down: Side::new(vertices) }
    }

    #[inline]
    pub(super) fn label(&self, vertex: Vertex) -> i64 {
        self.labels[vertex as usize]
    }

    /// A number that is greater where the label is.
    #[inline]
    fn key(&self, vertex: Vertex) -> u64 {
        self.label(vertex).cast_unsigned() ^ 1 << 63
    }

    #[inline]
    pub(super) fn set(&mut self, vertex: Vertex, label: i64) {
        self.labels[vertex as usize] = label;
    }

    /// Makes the label at least as large as `label`.
    #[inline]
    pub(super) fn raise(&mut self, vertex: Vertex, label: i64) {
        let old = &mut self.labels[vertex as usize];
        *old = label.max(*old);
    }
}

/// One of the two searches: the vertices found, first come first served, and where in the row of the
/// current one it is.
#[derive(Default)]
struct Side {
    found: Vec<Vertex>,
    is_found: Bitmap,
    current: usize,
    place: usize,
}

impl Side {
    fn new(vertices: usize) -> Self {
        Side { found: Vec::new(), is_found: Bitmap::new(vertices), current: 0, place: 0 }
    }

    fn add(&mut self, vertex: Vertex) {
        if !self.is_found.get(vertex as usize) {
            self.is_found.set(vertex as usize);
            self.found.push(vertex);
        }
    }

    /// The next step, given what stands at each place of a vertex's row.
    #[inline]
    fn step(&mut self, at: impl FnOnce(Vertex, usize) -> Option<Vertex>) -> Step {
        let Some(&vertex) = self.found.get(self.current) else { return Step::Done };
        match at(vertex, self.place) {
            Some(other) => {
                self.place += 1;
                Step::Edge(vertex, other)
            }
            None => {
                self.current += 1;
                self.place = 0;
                Step::RowEnd
            }
        }
    }

    fn clear(&mut self) {
        for vertex in self.found.drain(..) {
            self.is_found.clear(vertex as usize);
        }
        (self.current, self.place) = (0, 0);
    }
}

enum Step {
    /// A vertex found and one it has to do with.
    Edge(Vertex, Vertex),
    RowEnd,
    /// Nothing is left to search.
    Done,
}

/// How the two searches ended.
enum End {
    /// All that depends on the vertex and has to rise is found.
    Raise,
    /// All that the justification depends on and has to sink is found.
    Lower,
    /// The justification depends on the vertex, or there was no credit left to find out.
    Neither,
}

impl Repair<'_> {
    /// Changes labels so that `vertex` is above `to`, unless `to` depends on it or that would cost
    /// more than there is credit for.
    ///
    /// With `shift` the change that is needed, everything that depends on the vertex and might have
    /// to rise is found by going from one to the next as long as the labels differ by no more than
    /// `shift`, since none rises by more; so is everything below `to` that might have to sink. If
    /// `to` depends on the vertex, the labels on the way lie between the two, so that either search
    /// goes all along it.
    pub(super) fn put_above(&mut self, vertex: Vertex, to: Vertex) -> Result<bool, Stopped> {
        let shift = self.order.label(to) - self.order.label(vertex) + 1;
        if shift <= 0 {
            return Ok(true);
        }
        self.order.up.add(vertex);
        self.order.down.add(to);
        let is_changed = match self.search(shift)? {
            End::Raise => self.raise_all(vertex, to)?,
            End::Lower => self.lower_all(vertex, to)?,
            End::Neither => false,
        };
        self.order.up.clear();
        self.order.down.clear();
        Ok(is_changed)
    }

    /// Lets the two searches take turns, move by move, until one is done or they meet.
    fn search(&mut self, shift: i64) -> Result<End, Stopped> {
        while self.spend(1) {
            self.pace.steps(2)?;
            let back = self.back;
            match self.order.up.step(|vertex, place| back.successors(vertex).get(place).copied()) {
                Step::Done => return Ok(End::Raise),
                Step::Edge(found, other) => {
                    let Order { labels, down, .. } = &self.order;
                    if self.depends(other, found)
                        && labels[other as usize] <= labels[found as usize] + shift
                    {
                        if down.is_found.get(other as usize) {
                            return Ok(End::Neither);
                        }
                        self.order.up.add(other);
                    }
                }
                Step::RowEnd => {}
            }
            let mut down = std::mem::take(&mut self.order.down);
            let step = down.step(|vertex, place| self.support(vertex).get(place));
            self.order.down = down;
            match step {
                Step::Done => return Ok(End::Lower),
                Step::Edge(found, other) => {
                    let Order { labels, up, .. } = &self.order;
                    if labels[other as usize] >= labels[found as usize] - shift {
                        if up.is_found.get(other as usize) {
                            return Ok(End::Neither);
                        }
                        self.order.down.add(other);
                    }
                }
                Step::RowEnd => {}
            }
        }
        Ok(End::Neither)
    }

    /// Raises `vertex` above `to`, and what was found to depend on it as far as it must be. From low
    /// to high every vertex has its final label when those that depend on it look at it.
    fn raise_all(&mut self, vertex: Vertex, to: Vertex) -> Result<bool, Stopped> {
        if !self.spend(sorting(&self.order.up.found)) {
            return Ok(false);
        }
        let mut found = std::mem::take(&mut self.order.up.found);
        let label = |found| self.order.key(found);
        sort_by_key(&mut found, label, |steps| self.pace.steps(steps))?;
        self.order.set(vertex, self.order.label(to) + 1);
        for &by in &found {
            let above = self.order.label(by) + 1;
            self.pace.steps(1 + self.back.successors(by).len())?;
            for &other in self.back.successors(by) {
                if self.depends(other, by) {
                    self.order.raise(other, above);
                }
            }
        }
        self.order.up.found = found;
        Ok(true)
    }

    /// Lowers `to` below `vertex`, and what it was found to depend on as far as it must be.
    fn lower_all(&mut self, vertex: Vertex, to: Vertex) -> Result<bool, Stopped> {
        if !self.spend(sorting(&self.order.down.found)) {
            return Ok(false);
        }
        let mut found = std::mem::take(&mut self.order.down.found);
        let label = |found| !self.order.key(found);
        sort_by_key(&mut found, label, |steps| self.pace.steps(steps))?;
        self.order.set(to, self.order.label(vertex) - 1);
        for &from in &found {
            let below = self.order.label(from) - 1;
            let support = self.support(from);
            self.pace.steps(1 + self.graph.successors(from).len())?;
            let others = (0..).map_while(|place| support.get(place));
            for other in others {
                let label = below.min(self.order.label(other));
                self.order.set(other, label);
            }
        }
        self.order.down.found = found;
        Ok(true)
    }
}

/// What sorting takes, beyond what finding took.
fn sorting(found: &[Vertex]) -> u64 {
    let length = found.len() as u64;
    length * u64::from(length.max(1).ilog2())
}
