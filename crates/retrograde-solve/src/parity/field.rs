//! Who holds which vertex while a game is being solved, and the attractor of the algorithms that go
//! by holds.

use retrograde_core::{Bitmap, Player, RegionSolution, Strategy, Vertex, Winners, sys};

use super::game::Game;
use crate::sort::sort_by_key;
use crate::stop::Stop;

/// What holds a vertex: nothing, or a level with or without a winner. Level 0 is for good; an
/// algorithm uses the others as it likes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Hold(u32);

/// The two low bits of a hold.
const OPEN: u32 = 0;
const WINNER: [u32; 2] = [1, 2];

impl Hold {
    /// Held by nothing. Its level compares as higher than all others.
    pub(super) const FREE: Hold = Hold(u32::MAX);
    /// Levels stay below this.
    pub(super) const LEVELS: usize = 1 << 30;

    /// Held at `level` without a winner.
    pub(super) fn open(level: usize) -> Self {
        Hold((level as u32) << 2 | OPEN)
    }

    /// Won by `player` at `level`.
    pub(super) fn won(level: usize, player: Player) -> Self {
        Hold((level as u32) << 2 | WINNER[usize::from(player.number())])
    }

    pub(super) fn level(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub(super) fn is_won_by(self, player: Player) -> bool {
        self.0 & 3 == WINNER[usize::from(player.number())]
    }
}

/// In place of a move, where there is none: no vertex has this number.
const NO_MOVE: Vertex = Vertex::MAX;

/// Rows of up to this many moves are searched from the start; for longer ones a cursor remembers
/// how far the search has come.
const SHORT_ROW: usize = 8;

/// The hold on every vertex, and the moves found.
pub(super) struct Field {
    holds: Vec<Hold>,
    moves: Vec<Vertex>,
    /// Where in a long row the search for a way out found one last. It may be out of date: the
    /// search goes round the row from there, so that only its speed depends on it.
    cursors: Vec<u32>,
}

impl Field {
    /// Nothing held.
    pub(super) fn new(vertices: usize) -> Self {
        Field {
            holds: vec![Hold::FREE; vertices],
            moves: vec![NO_MOVE; vertices],
            cursors: sys::zeroed(vertices),
        }
    }

    #[inline]
    pub(super) fn hold(&self, vertex: Vertex) -> Hold {
        self.holds[vertex as usize]
    }

    #[inline]
    pub(super) fn is_free(&self, vertex: Vertex) -> bool {
        self.hold(vertex) == Hold::FREE
    }

    #[inline]
    pub(super) fn set_hold(&mut self, vertex: Vertex, hold: Hold) {
        self.holds[vertex as usize] = hold;
    }

    /// Takes a vertex and forgets its move.
    pub(super) fn take(&mut self, vertex: Vertex, hold: Hold) {
        self.holds[vertex as usize] = hold;
        self.moves[vertex as usize] = NO_MOVE;
    }

    pub(super) fn has_move(&self, vertex: Vertex) -> bool {
        self.moves[vertex as usize] != NO_MOVE
    }

    pub(super) fn chosen(&self, vertex: Vertex) -> Option<Vertex> {
        self.has_move(vertex).then(|| self.moves[vertex as usize])
    }

    pub(super) fn set_move(&mut self, vertex: Vertex, to: Vertex) {
        self.moves[vertex as usize] = to;
    }

    /// Moves from `vertex` to the first of its successors that `good` accepts, if there is one.
    pub(super) fn choose(
        &mut self,
        game: &Game<'_>,
        vertex: Vertex,
        good: impl Fn(Hold) -> bool,
    ) -> bool {
        let to = game.graph().successors(vertex).iter().find(|&&to| good(self.hold(to)));
        to.is_some_and(|&to| {
            self.moves[vertex as usize] = to;
            true
        })
    }

    /// Whether a move from `vertex` leads to a hold that `outside` accepts.
    #[inline]
    pub(super) fn can_leave(
        &mut self,
        game: &Game<'_>,
        vertex: Vertex,
        outside: impl Fn(Hold) -> bool,
    ) -> bool {
        let row = game.graph().successors(vertex);
        if row.len() <= SHORT_ROW {
            return row.iter().any(|&to| outside(self.holds[to as usize]));
        }
        let cursor = self.cursors[vertex as usize] as usize;
        let found = (cursor..row.len())
            .chain(0..cursor)
            .find(|&index| outside(self.holds[row[index] as usize]));
        if let Some(index) = found {
            self.cursors[vertex as usize] = index as u32;
        }
        found.is_some()
    }

    /// Adds to `list` all vertices from which `player` can force a visit to its members past
    /// `from`, through vertices whose hold `outside` accepts, and holds them by `hold`, which
    /// `outside` must not accept. Gives each of `player`'s own the move that gets closer.
    ///
    /// `None` if stopped.
    ///
    /// # Complexity
    /// O(edges into and out of what is attracted, and one look at the rest of a row of up to
    /// [`SHORT_ROW`] moves for each edge from it).
    pub(super) fn attract(
        &mut self,
        game: &Game<'_>,
        player: Player,
        hold: Hold,
        outside: impl Fn(Hold) -> bool,
        list: (&mut Vec<Vertex>, usize),
        stop: &Stop<'_>,
    ) -> Option<()> {
        self.attract_some(game, player, hold, (&outside, &outside), list, stop)
    }

    /// As [`attract`](Self::attract), where not all that the opponent may leave for may be
    /// attracted: only what `joins` accepts.
    pub(super) fn attract_some(
        &mut self,
        game: &Game<'_>,
        player: Player,
        hold: Hold,
        (joins, outside): (impl Fn(Hold) -> bool, impl Fn(Hold) -> bool),
        (list, from): (&mut Vec<Vertex>, usize),
        stop: &Stop<'_>,
    ) -> Option<()> {
        let mut next = from;
        while let Some(&reached) = list.get(next) {
            self.prefetch(game, &list[next + 1..]);
            next += 1;
            let sources = game.back.successors(reached);
            if stop.spend(sources.len() as u32 + 1) {
                return None;
            }
            for &source in sources {
                if !joins(self.holds[source as usize]) {
                    continue;
                }
                if game.owner(source) == player {
                    self.moves[source as usize] = reached;
                } else if self.can_leave(game, source, &outside) {
                    continue;
                }
                self.holds[source as usize] = hold;
                list.push(source);
            }
        }
        Some(())
    }

    /// Asks for what [`attract`](Self::attract) will need for the vertices it comes to next: those
    /// further away first where their sources are listed, then the list, then the sources' holds
    /// and rows. Most of the time would go into waiting for these otherwise.
    #[inline(always)]
    fn prefetch(&self, game: &Game<'_>, coming: &[Vertex]) {
        if let Some(&vertex) = coming.get(11) {
            game.back.prefetch_offset(vertex);
        }
        if let Some(&vertex) = coming.get(8) {
            game.back.prefetch_row(vertex, 1);
        }
        let sources = |&vertex: &Vertex| game.back.successors(vertex).iter().take(SHORT_ROW);
        for &source in coming.get(5).into_iter().flat_map(sources) {
            sys::prefetch(&self.holds, source as usize);
            game.graph().prefetch_offset(source);
        }
        for &source in coming.get(2).into_iter().flat_map(sources) {
            game.graph().prefetch_row(source, 1);
        }
    }

    /// As [`attract`](Self::attract), from the whole list, for good and through what is free.
    pub(super) fn settle(
        &mut self,
        game: &Game<'_>,
        player: Player,
        list: &mut Vec<Vertex>,
        stop: &Stop<'_>,
    ) -> Option<()> {
        // The opponent's vertices count as a way out, should they not have attracted all they can.
        let lost = Hold::won(0, player.opponent());
        let outside = |hold| hold == Hold::FREE || hold == lost;
        self.attract(game, player, Hold::won(0, player), outside, (list, 0), stop)
    }

    /// Makes up for attractors that were stopped half-way, after which a free vertex may have no
    /// free successor.
    pub(super) fn close(&mut self, game: &Game<'_>, stop: &Stop<'_>) -> Option<()> {
        for player in [Player::Zero, Player::One] {
            let held = |&vertex: &Vertex| self.hold(vertex) == Hold::won(0, player);
            let mut list: Vec<Vertex> = game.graph().vertices().filter(held).collect();
            self.settle(game, player, &mut list, stop)?;
        }
        Some(())
    }

    /// How many vertices are held for good.
    pub(super) fn settled(&self) -> usize {
        self.holds.iter().filter(|hold| hold.level() == 0).count()
    }

    /// Frees all vertices that are not held for good.
    pub(super) fn release(&mut self) {
        for hold in &mut self.holds {
            if hold.level() != 0 {
                *hold = Hold::FREE;
            }
        }
    }

    /// The winners of all vertices held for good, with the moves of those who own what they win.
    pub(super) fn into_solution(self, game: &Game<'_>) -> RegionSolution {
        let [mut zero, mut one] = [(); 2].map(|()| Bitmap::new(self.holds.len()));
        let mut moves = self.moves;
        for (vertex, &hold) in self.holds.iter().enumerate() {
            let owner = game.owner(vertex as Vertex);
            if hold == Hold::won(0, Player::Zero) {
                zero.set(vertex);
            } else if hold == Hold::won(0, Player::One) {
                one.set(vertex);
            }
            if hold != Hold::won(0, owner) {
                moves[vertex] = NO_MOVE;
            }
        }
        let strategy: Strategy =
            moves.into_iter().map(|to| (to != NO_MOVE).then_some(to)).collect();
        RegionSolution { winners: Winners::from_regions(zero, one), strategy: Some(strategy) }
    }
}

/// The free vertices by priority, the largest first; `None` if stopped.
pub(super) fn by_priority(game: &Game<'_>, field: &Field, stop: &Stop<'_>) -> Option<Vec<Vertex>> {
    let largest = game.priorities.iter().copied().max().unwrap_or(0) as usize;
    let free = || game.graph().vertices().filter(|&vertex| field.is_free(vertex));
    if largest > game.priorities.len() {
        let mut order: Vec<Vertex> = free().collect();
        // By number where priorities are the same.
        let key = |vertex| u64::from(u32::MAX - game.priority(vertex)) << 32 | u64::from(vertex);
        let check = |steps: usize| if stop.spend_many(steps as u64) { Err(()) } else { Ok(()) };
        return sort_by_key(&mut order, key, check).ok().map(|()| order);
    }
    // Where the vertices of each priority begin, counted from the largest down.
    let mut starts = vec![0usize; largest + 2];
    for vertex in free() {
        starts[largest - game.priority(vertex) as usize + 1] += 1;
    }
    for index in 0..=largest {
        starts[index + 1] += starts[index];
    }
    let mut order = vec![0; starts[largest + 1]];
    for vertex in free() {
        if stop.spend(1) {
            return None;
        }
        let start = &mut starts[largest - game.priority(vertex) as usize];
        order[*start] = vertex;
        *start += 1;
    }
    Some(order)
}
