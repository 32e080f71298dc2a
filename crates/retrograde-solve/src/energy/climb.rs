//! The least heights at which the keeper can hold the sum of costs, by lifting and jumping.
//!
//! The height of a vertex is the most that the running sum of costs comes to when the keeper plays
//! to hold it down and the breaker to drive it up. Heights start at zero and only ever rise:
//!
//! - *Lifting* raises one vertex to what its moves demand of it, and tells its predecessors. It is
//!   quick where little changes, but climbs a slightly costly cycle one round after another.
//! - A *jump* ([`jump`](super::jump)) raises all vertices at once by what the breaker is sure to
//!   gain before the keeper first makes a move that is not uphill to one that is not raised, and
//!   finds out who never does. It takes the cycle in one go, but looks at all of these vertices.
//!
//! They take turns: lifting may spend about what the last jump cost, then a jump comes. Both keep
//! heights at or below the true ones, so that nothing is wrong whatever the order, and when no
//! vertex wants lifting the heights are right.

use std::collections::VecDeque;

use retrograde_core::{Bitmap, Player, Vertex, sys};

use super::board::Board;
use super::cost::{Cost, Number};
use crate::stop::Stop;

/// Marks a vertex without a move in an array of places in rows.
pub(crate) const NO_PLACE: u32 = u32::MAX;

/// Edges that lifting may look at between two jumps, for each edge and vertex that the last one did.
const LIFTS_PER_JUMP: usize = 1;

/// What climbing knows of a vertex. Who looks at a vertex needs most of it, and vertices lie anywhere:
/// side by side it is fetched at once.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell<T> {
    /// Where the breaker can drive the sum beyond all bounds, [`Number::LOST`].
    pub(super) height: T,
    /// During a jump: of a settled vertex, its gain; of another, the best its owner has seen.
    pub(super) gain: T,
    /// At vertices of the keeper, the number of moves that do not ask for a greater height; during
    /// a jump, at those of the breaker, the number of moves that may yet gain more.
    pub(super) count: u32,
    pub(super) is_keepers: bool,
    pub(super) part: Part,
}

/// The part that a vertex has in a jump.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// It is not raised.
    #[default]
    Still,
    /// It will be raised, or is lost.
    Open,
    /// It will be raised by its gain.
    Settled,
}

pub(crate) struct Climb<'b, T> {
    pub(super) board: &'b Board<'b>,
    pub(super) cost: Cost<T>,
    pub(super) cells: Vec<Cell<T>>,
    pub(crate) lost: Bitmap,
    /// The breaker's moves where the sum is lost; the keeper's elsewhere, once all is done.
    pub(crate) places: Vec<u32>,
    /// Who wants lifting, each once.
    pub(super) queue: VecDeque<Vertex>,
    pub(super) queued: Bitmap,
    /// Who wants to be higher than anyone gets that is not lost.
    pub(super) beyond: Vec<Vertex>,
    /// Who was raised last; here for its memory.
    pub(super) rising: Vec<Vertex>,
}

/// How a round of lifting ended.
enum Lifted {
    /// No vertex wants lifting.
    Settled,
    /// A jump should come next.
    Unsettled,
    Stopped,
}

impl<'b, T: Number> Climb<'b, T> {
    pub(crate) fn new(board: &'b Board<'b>, cost: Cost<T>, keeper: Player) -> Self {
        Climb::from_heights(board, cost, keeper, std::iter::repeat(T::default()))
    }

    /// Climbs on from heights to which lifting has led.
    pub(super) fn from_heights(
        board: &'b Board<'b>,
        cost: Cost<T>,
        keeper: Player,
        heights: impl Iterator<Item = T>,
    ) -> Self {
        let vertices = board.len();
        let mut cells = sys::reserved(vertices);
        cells.extend(board.vertices().zip(heights).map(|(vertex, height)| {
            let is_keepers = board.owner(vertex) == keeper;
            Cell { height, is_keepers, ..Cell::default() }
        }));
        Climb {
            board,
            cost,
            cells,
            lost: Bitmap::new(vertices),
            places: vec![NO_PLACE; vertices],
            queue: VecDeque::new(),
            queued: Bitmap::new(vertices),
            beyond: Vec::new(),
            rising: sys::reserved(vertices),
        }
    }

    /// Climbs to the top and picks moves. `false` if told to stop before; then only what is lost
    /// so far is certain.
    pub(crate) fn run(&mut self, stop: &Stop<'_>, tell: &dyn Fn(usize)) -> bool {
        if self.find_wanting(stop).is_none() {
            return false;
        }
        loop {
            let Some(steps) = self.jump(stop) else { return false };
            tell(self.lost.count_ones());
            match self.lift(LIFTS_PER_JUMP * steps, stop) {
                Lifted::Settled => break,
                Lifted::Unsettled => {}
                Lifted::Stopped => return false,
            }
        }
        self.choose(stop).is_some()
    }

    #[inline]
    pub(super) fn is_keepers(&self, vertex: Vertex) -> bool {
        self.cells[vertex as usize].is_keepers
    }

    #[inline]
    pub(super) fn height(&self, vertex: Vertex) -> T {
        self.cells[vertex as usize].height
    }

    /// The height that a move demands of the vertex it is made from; `None` if nothing will do.
    #[inline]
    fn demand(&self, to: Vertex, weight: i64) -> Option<T> {
        let height = self.height(to);
        (height != T::LOST).then(|| self.cost.of(weight) + height)
    }

    /// Finds out whether a vertex wants lifting, and how many moves do not ask for it where the
    /// keeper moves.
    #[inline]
    pub(super) fn look_at(&mut self, vertex: Vertex) {
        let height = self.height(vertex);
        let moves = self.board.moves.row(vertex);
        let demands = moves.map(|(to, weight)| self.demand(to, weight).unwrap_or(T::LOST));
        let wants = if self.is_keepers(vertex) {
            let count = demands.filter(|&demand| demand <= height).count() as u32;
            self.cells[vertex as usize].count = count;
            count == 0
        } else {
            demands.max().is_some_and(|demand| demand > height)
        };
        if wants {
            self.enqueue(vertex);
        }
    }

    /// Fills the queue with the vertices that want lifting; `None` if stopped.
    fn find_wanting(&mut self, stop: &Stop<'_>) -> Option<()> {
        for vertex in self.board.vertices() {
            self.board.moves.prefetch_ahead(vertex, &self.cells);
            if stop.spend(self.board.moves.degree(vertex)) {
                return None;
            }
            self.look_at(vertex);
        }
        Some(())
    }

    pub(super) fn enqueue(&mut self, vertex: Vertex) {
        if !self.queued.get(vertex as usize) {
            self.queued.set(vertex as usize);
            self.queue.push_back(vertex);
        }
    }

    /// The height that the moves of `vertex` demand of it.
    fn demanded(&self, vertex: Vertex) -> T {
        let moves = self.board.moves.row(vertex);
        let demands = moves.map(|(to, weight)| self.demand(to, weight).unwrap_or(T::LOST));
        let demanded = if self.is_keepers(vertex) { demands.min() } else { demands.max() };
        demanded.unwrap_or_default()
    }

    /// Marks a vertex as lost from which the keeper must, or the breaker can, move to a lost one.
    fn lose(&mut self, vertex: Vertex) {
        self.lost.set(vertex as usize);
        if !self.is_keepers(vertex) {
            let mut moves = self.board.moves.row(vertex);
            let place = moves.position(|(to, _)| self.height(to) == T::LOST);
            self.places[vertex as usize] = place.map_or(NO_PLACE, |place| place as u32);
        }
    }

    /// Lifts, but looks at no more than so many edges.
    fn lift(&mut self, mut left: usize, stop: &Stop<'_>) -> Lifted {
        while let Some(vertex) = self.queue.pop_front() {
            self.queued.clear(vertex as usize);
            self.look_ahead();
            let looked = self.board.moves.degree(vertex).saturating_add(1);
            if stop.spend(looked.saturating_add(self.board.back.degree(vertex))) {
                return Lifted::Stopped;
            }
            left = left.saturating_sub(looked as usize);
            let before = self.height(vertex);
            let height = self.demanded(vertex);
            if height <= before {
                continue;
            }
            if height == T::LOST {
                self.lose(vertex);
            } else if height > self.cost.bound {
                // Lost, as the next jump will find, which also knows how the breaker wins.
                self.beyond.push(vertex);
                continue;
            }
            self.cells[vertex as usize].height = height;
            if height != T::LOST && self.is_keepers(vertex) {
                self.look_at(vertex);
            }
            left = left.saturating_sub(self.tell_predecessors(vertex, before));
            if left == 0 {
                return Lifted::Unsettled;
            }
        }
        if self.beyond.is_empty() { Lifted::Settled } else { Lifted::Unsettled }
    }

    /// Asks for the memory that the next vertices in the queue will need: they lie anywhere.
    #[inline]
    fn look_ahead(&self) {
        if let Some(&vertex) = self.queue.get(20) {
            self.board.moves.prefetch_start(vertex);
            self.board.back.prefetch_start(vertex);
        }
        if let Some(&vertex) = self.queue.get(12) {
            self.board.moves.prefetch_row(vertex);
            self.board.back.prefetch_row(vertex);
        }
        if let Some(&vertex) = self.queue.get(5) {
            self.board.moves.prefetch_ends(vertex, &self.cells);
            self.board.back.prefetch_ends(vertex, &self.cells);
        }
    }

    /// Finds who wants lifting now that `vertex` is no longer as low as `before`. Returns the
    /// number of edges looked at.
    fn tell_predecessors(&mut self, vertex: Vertex, before: T) -> usize {
        let (board, height) = (self.board, self.height(vertex));
        for (from, weight) in board.back.row(vertex) {
            let here = self.height(from);
            let cost = self.cost.of(weight);
            if here == T::LOST || (height != T::LOST && cost + height <= here) {
                continue;
            }
            if !self.is_keepers(from) {
                self.enqueue(from);
            } else if from != vertex && cost + before <= here {
                self.cells[from as usize].count -= 1;
                if self.cells[from as usize].count == 0 {
                    self.enqueue(from);
                }
            }
        }
        board.back.degree(vertex) as usize
    }

    /// Picks the keeper's moves; `None` if stopped.
    fn choose(&mut self, stop: &Stop<'_>) -> Option<()> {
        for vertex in self.board.vertices() {
            if stop.spend(self.board.moves.degree(vertex)) {
                return None;
            }
            if !self.lost.get(vertex as usize) && self.is_keepers(vertex) {
                let height = self.height(vertex);
                let mut moves = self.board.moves.row(vertex);
                let holds = |(to, weight)| self.demand(to, weight).is_some_and(|it| it <= height);
                self.places[vertex as usize] =
                    moves.position(holds).map_or(NO_PLACE, |place| place as u32);
            }
        }
        Some(())
    }
}
