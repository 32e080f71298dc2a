//! Strategy improvement.

use std::cmp::Ordering;

use retrograde_core::{Bitmap, Player, RegionSolution, Strategy, Vertex, Winners};

use super::game::{Game, player_of};
use super::heap::Heap;
use super::levels::{Levels, walk};
use crate::stop::Stop;

/// Solves a game in which every vertex has a move; `None` if stopped first, or if the values do not
/// fit in memory.
///
/// Player 0 is allowed to end the play on arrival at any vertex. A play that ends is worth the
/// priorities on its way: of two plays the better one for player 0 has, at the largest priority
/// that they meet differently often, the more of it if it is even, the fewer if it is odd. A play
/// that never ends is worth more than any that does, because player 0 only continues in such a way
/// that no cycle is lost.
///
/// At first player 0 ends every play. In each round the values of the strategy are found, the
/// opponent playing best against it; then player 0 moves everywhere to the largest value, and goes
/// on wherever that is worth more than ending. When the values no longer change, player 0 wins where
/// they are infinite. Elsewhere the values bear out a strategy for player 1, the moves to the
/// smallest ones: around a cycle they would have to fall unless the largest priority is odd.
///
/// The opponent's best play is a shortest path. The values of the round before never exceed the new
/// ones, so that they make all lengths along moves non-negative: Dijkstra's algorithm finds by how
/// much each value grows, and vertices whose value stays need no queue.
///
/// # Complexity
/// O(d · E · log V) time a round for d priorities; usually there are few rounds, but exponentially
/// many at worst. 8 bytes a vertex and priority, and 20 a vertex.
///
/// Source: J. Vöge and M. Jurdziński, *A discrete strategy improvement algorithm for solving parity
/// games* (2000); the right to end the play, and the order on values, from M. Luttenberger,
/// *Strategy iteration using non-deterministic strategies for solving parity games* (2008); all
/// switches at once as in J. Fearnley, *Efficient parallel strategy improvement for parity games*
/// (2017).
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let levels = Levels::new(game, stop)?;
    if game.graph().vertex_count() > MOST_VERTICES || !levels.table_fits(8, stop) {
        return None;
    }
    let mut state = State::new(game, levels);
    loop {
        state.improve(stop)?;
        if !state.evaluate(stop)? {
            return state.solution(stop);
        }
    }
}

/// Values count vertices of a path, and a few of them are added up in an `i32`.
const MOST_VERTICES: usize = 1 << 28;

struct State<'g> {
    game: &'g Game<'g>,
    levels: Levels,
    width: usize,
    /// Steps that it takes to walk over a row of numbers.
    row: u32,
    /// For each vertex a row of numbers, that of the highest level first: how often it comes up on
    /// the way to the end, from here on, negative for odd ones. So values compare by rows.
    values: Vec<i32>,
    infinite: Bitmap,
    /// Where player 0 goes on upon arrival: the value was positive before this round.
    goes_on: Bitmap,
    /// Player 0's moves.
    moves: Vec<Vertex>,
    /// By how much values grow in this round.
    growth: Heap,
    known: Bitmap,
    /// Vertices whose growth became known and whose predecessors have not heard.
    news: Vec<Vertex>,
    scratch: Vec<i32>,
}

impl<'g> State<'g> {
    /// Player 0 ends every play at the first arrival, so that a value is the vertex's own level.
    fn new(game: &'g Game<'g>, levels: Levels) -> Self {
        let graph = game.graph();
        let (n, width) = (graph.vertex_count(), levels.count());
        let mut values = vec![0; n * width];
        for vertex in graph.vertices() {
            let (place, sign) = own(&levels, vertex);
            values[vertex as usize * width + place] = sign;
        }
        State {
            game,
            levels,
            width,
            row: walk(width),
            values,
            infinite: Bitmap::new(n),
            goes_on: Bitmap::new(n),
            moves: graph
                .vertices()
                .map(|v| graph.successors(v).first().copied().unwrap_or(v))
                .collect(),
            growth: Heap::new(n, width),
            known: Bitmap::new(n),
            news: Vec::new(),
            scratch: vec![0; width],
        }
    }

    fn value(&self, vertex: Vertex) -> &[i32] {
        let start = vertex as usize * self.width;
        &self.values[start..start + self.width]
    }

    /// Compares what arriving at `a` and at `b` is worth to player 0, who may end the play there.
    fn compare(&self, a: Vertex, b: Vertex) -> Ordering {
        let infinite = |vertex| self.infinite.get(vertex as usize);
        match (infinite(a), infinite(b)) {
            (false, false) => {}
            (a, b) => return a.cmp(&b),
        }
        match (self.goes_on.get(a as usize), self.goes_on.get(b as usize)) {
            (true, true) => self.value(a).cmp(self.value(b)),
            (a, b) => a.cmp(&b),
        }
    }

    /// Lets player 0 go on and move where the values are largest.
    fn improve(&mut self, stop: &Stop<'_>) -> Option<()> {
        let graph = self.game.graph();
        for vertex in graph.vertices() {
            if stop.spend(self.row) {
                return None;
            }
            let index = vertex as usize;
            if self.infinite.get(index) || is_positive(self.value(vertex)) {
                self.goes_on.set(index);
            }
        }
        for vertex in graph.vertices() {
            if self.game.owner(vertex) != Player::Zero || self.infinite.get(vertex as usize) {
                continue;
            }
            if stop.spend(graph.out_degree(vertex).saturating_mul(self.row)) {
                return None;
            }
            let mut best = self.moves[vertex as usize];
            for &to in graph.successors(vertex) {
                if self.compare(to, best) == Ordering::Greater {
                    best = to;
                }
            }
            self.moves[vertex as usize] = best;
        }
        Some(())
    }

    /// Whether `from` may move to `to`: player 0 has decided.
    fn may_move(&self, from: Vertex, to: Vertex) -> bool {
        self.game.owner(from) == Player::One || self.moves[from as usize] == to
    }

    /// Finds the values of the present strategy; whether any has changed.
    fn evaluate(&mut self, stop: &Stop<'_>) -> Option<bool> {
        let game = self.game;
        self.known = self.infinite.clone();
        for to in game.graph().vertices() {
            if !self.goes_on.get(to as usize) {
                self.tell_predecessors(to, stop)?;
            }
        }
        loop {
            let vertex = match self.news.pop() {
                Some(vertex) => vertex,
                None => match self.growth.pop() {
                    Some(vertex) => vertex,
                    None => break,
                },
            };
            if stop.spend(self.growth.take_passed().saturating_mul(self.row)) {
                return None;
            }
            self.known.set(vertex as usize);
            if self.goes_on.get(vertex as usize) {
                self.tell_predecessors(vertex, stop)?;
            }
        }
        self.grow(stop)
    }

    /// Offers the predecessors of `to` the way through it. Where player 0 goes on at `to`, its
    /// growth must be known.
    fn tell_predecessors(&mut self, to: Vertex, stop: &Stop<'_>) -> Option<()> {
        let game = self.game;
        let sources = game.back.successors(to);
        if stop.spend(sources.len() as u32) {
            return None;
        }
        for &from in sources {
            if self.known.get(from as usize) || !self.may_move(from, to) {
                continue;
            }
            // The row that it would grow by, and what moving it in the heap took last time.
            let passed = self.growth.take_passed().saturating_add(1);
            if stop.spend(passed.saturating_mul(self.row)) {
                return None;
            }
            self.set_scratch_to_growth(from, to);
            if self.scratch.iter().all(|&number| number == 0) {
                if self.growth.contains(from) {
                    self.growth.remove(from);
                }
                self.growth.set_key(from, &self.scratch);
                self.known.set(from as usize);
                self.news.push(from);
            } else {
                self.growth.lower(from, &self.scratch);
            }
        }
        Some(())
    }

    /// By how much the value of `from` would grow with the move to `to`.
    fn set_scratch_to_growth(&mut self, from: Vertex, to: Vertex) {
        let row = |vertex: Vertex| vertex as usize * self.width..(vertex as usize + 1) * self.width;
        if self.goes_on.get(to as usize) {
            let new = self.values[row(to)].iter().zip(self.growth.key(to));
            let old = &self.values[row(from)];
            for ((number, (value, growth)), old) in self.scratch.iter_mut().zip(new).zip(old) {
                *number = value + growth - old;
            }
        } else {
            let old = &self.values[row(from)];
            self.scratch.iter_mut().zip(old).for_each(|(number, old)| *number = -old);
        }
        let (place, sign) = own(&self.levels, from);
        self.scratch[place] += sign;
    }

    /// Adds the growth to the values; whether any is not zero. Where there is none the opponent
    /// cannot bring the play to an end.
    fn grow(&mut self, stop: &Stop<'_>) -> Option<bool> {
        let mut changed = false;
        for vertex in self.game.graph().vertices() {
            let index = vertex as usize;
            if stop.spend(self.row) {
                return None;
            }
            if self.infinite.get(index) {
                continue;
            }
            if !self.known.get(index) {
                self.infinite.set(index);
                changed = true;
                continue;
            }
            let row = &mut self.values[index * self.width..(index + 1) * self.width];
            for (value, &growth) in row.iter_mut().zip(self.growth.key(vertex)) {
                changed |= growth != 0;
                *value += growth;
            }
        }
        Some(changed)
    }

    /// The winners and their moves, once the values no longer change.
    fn solution(&self, stop: &Stop<'_>) -> Option<RegionSolution> {
        let graph = self.game.graph();
        let mut strategy = Strategy::empty(graph.vertex_count());
        for vertex in graph.vertices() {
            match (self.game.owner(vertex), self.infinite.get(vertex as usize)) {
                (Player::Zero, true) => strategy.set(vertex, Some(self.moves[vertex as usize])),
                (Player::One, false) => {
                    let moves = graph.successors(vertex);
                    if stop.spend((moves.len() as u32).saturating_mul(self.row)) {
                        return None;
                    }
                    let smallest = moves.iter().copied().min_by(|&a, &b| self.compare(a, b));
                    strategy.set(vertex, smallest);
                }
                _ => {}
            }
        }
        let one = self.infinite.clone().complement();
        Some(RegionSolution { winners: Winners::of_one(one), strategy: Some(strategy) })
    }
}

/// What a vertex adds to a value, and where.
fn own(levels: &Levels, vertex: Vertex) -> (usize, i32) {
    let level = levels.of(vertex);
    let sign = if player_of(level) == Player::Zero { 1 } else { -1 };
    (levels.count() - 1 - level as usize, sign)
}

fn is_positive(value: &[i32]) -> bool {
    value.iter().find(|&&number| number != 0).is_some_and(|&number| number > 0)
}
