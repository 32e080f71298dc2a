//! The least heights at which the keeper can hold the sum of costs, by lifting and jumping.
//!
//! The height of a vertex is the most that the running sum of costs comes to when the keeper plays
//! to hold it down and the breaker to drive it up. Heights start at zero and only ever rise:
//!
//! - *Lifting* raises one vertex to what its moves demand of it, and tells its predecessors. It is
//!   quick where little changes, but climbs a slightly costly cycle one round after another.
//! - A *jump* ([`jump`](super::jump)) raises all vertices at once by what the breaker is sure to
//!   gain before the keeper first makes a move downhill, and finds out who never does. It takes
//!   the cycle in one go, but looks at the whole graph each time.
//!
//! They take turns: lifting may spend about what a jump costs, then a jump comes. Both keep
//! heights at or below the true ones, so that nothing is wrong whatever the order, and when no
//! vertex wants lifting the heights are right.

use std::collections::VecDeque;

use retrograde_core::{Bitmap, Player, Vertex, sys};

use super::board::Board;
use super::cost::{Cost, Number};
use crate::stop::Stop;

/// Marks a vertex without a move in an array of places in rows.
pub(crate) const NO_PLACE: u32 = u32::MAX;

/// Edges that lifting may look at between two jumps, for each edge and vertex of the board.
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
}

pub(crate) struct Climb<'b, T> {
    pub(super) board: &'b Board<'b>,
    pub(super) cost: Cost<T>,
    pub(super) keeper: Player,
    pub(super) cells: Vec<Cell<T>>,
    pub(crate) lost: Bitmap,
    /// Includes all vertices from which the next move leads downhill: some move of the keeper's,
    /// or all of the breaker's. They have never been lifted, so their height is zero, and once
    /// lifted a vertex does not come back: it has a move that is level, and the keeper none below.
    pub(super) downhill: Bitmap,
    /// The breaker's moves where the sum is lost; the keeper's elsewhere, once all is done.
    pub(crate) places: Vec<u32>,
    queue: VecDeque<Vertex>,
    queued: Bitmap,
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
        let vertices = board.len();
        let mut cells = sys::reserved(vertices);
        cells.resize(vertices, Cell::default());
        Climb {
            board,
            cost,
            keeper,
            cells,
            lost: Bitmap::new(vertices),
            downhill: Bitmap::new(vertices).complement(),
            places: vec![NO_PLACE; vertices],
            queue: VecDeque::new(),
            queued: Bitmap::new(vertices),
        }
    }

    /// Climbs to the top and picks moves. `false` if told to stop before; then only what is lost
    /// so far is certain.
    pub(crate) fn run(&mut self, stop: &Stop<'_>, tell: &dyn Fn(usize)) -> bool {
        loop {
            if !self.jump(stop) {
                return false;
            }
            tell(self.lost.count_ones());
            if self.find_wanting(stop).is_none() {
                return false;
            }
            match self.lift(stop) {
                Lifted::Settled => break,
                Lifted::Unsettled => {}
                Lifted::Stopped => return false,
            }
        }
        self.choose(stop).is_some()
    }

    #[inline]
    pub(super) fn is_keepers(&self, vertex: Vertex) -> bool {
        self.board.owner(vertex) == self.keeper
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

    /// How many moves a keeper's vertex has that demand no more than its height.
    fn supports(&self, vertex: Vertex) -> u32 {
        let height = self.height(vertex);
        let moves = self.board.moves.row(vertex);
        moves.filter(|&(to, weight)| self.demand(to, weight).is_some_and(|it| it <= height)).count()
            as u32
    }

    /// Fills the queue with the vertices that want lifting.
    fn find_wanting(&mut self, stop: &Stop<'_>) -> Option<()> {
        for vertex in self.queue.drain(..) {
            self.queued.clear(vertex as usize);
        }
        for vertex in self.board.vertices() {
            self.board.moves.prefetch_ahead(vertex, &self.cells);
            if stop.spend(self.board.moves.degree(vertex)) {
                return None;
            }
            if self.lost.get(vertex as usize) {
                continue;
            }
            let wants = if self.is_keepers(vertex) {
                self.cells[vertex as usize].count = self.supports(vertex);
                self.cells[vertex as usize].count == 0
            } else {
                let height = self.height(vertex);
                let mut moves = self.board.moves.row(vertex);
                moves.any(|(to, weight)| self.demand(to, weight).is_none_or(|it| it > height))
            };
            if wants {
                self.enqueue(vertex);
            }
        }
        Some(())
    }

    fn enqueue(&mut self, vertex: Vertex) {
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

    fn lift(&mut self, stop: &Stop<'_>) -> Lifted {
        let mut left = LIFTS_PER_JUMP * (self.board.edge_count() + self.board.len());
        let mut passed_bound = false;
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
                passed_bound = true;
                continue;
            }
            self.cells[vertex as usize].height = height;
            self.downhill.clear(vertex as usize);
            if height != T::LOST && self.is_keepers(vertex) {
                self.cells[vertex as usize].count = self.supports(vertex);
            }
            left = left.saturating_sub(self.tell_predecessors(vertex, before));
            if left == 0 {
                return Lifted::Unsettled;
            }
        }
        if passed_bound { Lifted::Unsettled } else { Lifted::Settled }
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
            } else if from == vertex && self.cells[from as usize].count == 0 {
                self.enqueue(from);
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
