//! One move at every vertex, and what comes of it: the cycle that play runs into, the cycle's mean,
//! and what is paid over the mean on the way there.
//!
//! When moves change, only the vertices whose play comes past such a move are looked at again, and
//! only those who can move to one of these have to think again about their own moves.

use retrograde_core::{Bitmap, Player, Ratio, Vertex, sys};

use super::cycle::Cycle;
use crate::energy::board::Board;
use crate::energy::cost::Number;
use crate::sort::sort_by;
use crate::stop::Stop;

/// Where play from a vertex leads.
#[derive(Clone, Copy)]
pub(super) struct Spot<T> {
    /// What is paid over the mean until the cycle's first vertex, and what stands there, times the
    /// mean's denominator.
    pub(super) bias: T,
    /// Which cycle play runs into.
    pub(super) cycle: u32,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// Told to stop.
    Stopped,
    /// The numbers may become too large for their type.
    TooNarrow,
}

pub(super) struct Policy<'b, T> {
    pub(super) board: &'b Board<'b>,
    /// The moves, as places in the rows of the board.
    pub(super) places: Vec<u32>,
    /// Where the moves lead and what they weigh.
    next: Vec<Vertex>,
    weights: Vec<i64>,
    pub(super) spots: Vec<Spot<T>>,
    /// The cycles there are, and some there were.
    pub(super) cycles: Vec<Cycle<T>>,
    pub(super) anchor: Anchor<T>,
    /// Vertices whose moves have changed since the last evaluation.
    switched: Vec<Vertex>,
    pub(super) doubts: Doubts,
    /// The largest weight, without its sign.
    largest: i128,
    path: Vec<Vertex>,
    stale: Vec<Vertex>,
    /// All vertices, each after the one that its move led to when all were last evaluated, but for one
    /// of each cycle.
    order: Vec<Vertex>,
}

/// Spots, cycles and moves when [`anchor`](Policy::anchor) was last called.
pub(super) struct Anchor<T> {
    pub(super) spots: Vec<Spot<T>>,
    pub(super) cycles: Vec<Cycle<T>>,
    pub(super) places: Vec<u32>,
}

/// What has become of the means since the anchor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Since {
    /// One is better, or there was no anchor.
    pub(super) has_risen: bool,
    /// One is worse.
    pub(super) has_fallen: bool,
}

/// Who has to look at the moves again, as things have changed where they lead.
pub(super) struct Doubts {
    pub(super) marked: Bitmap,
    /// For each player the vertices marked, unless all of them are to be looked at.
    pub(super) lists: [Option<Vec<Vertex>>; 2],
}

impl Doubts {
    #[inline]
    fn raise(&mut self, board: &Board<'_>, vertex: Vertex) {
        if !self.marked.get(vertex as usize)
            && let Some(list) = &mut self.lists[usize::from(board.owner(vertex) == Player::One)]
        {
            self.marked.set(vertex as usize);
            list.push(vertex);
        }
    }

    /// Everyone has to look again.
    pub(super) fn raise_all(&mut self) {
        for vertex in self.lists.iter_mut().filter_map(Option::take).flatten() {
            self.marked.clear(vertex as usize);
        }
    }
}

/// A vertex whose cycle is not known, or that is on the current path.
const UNKNOWN: u32 = u32::MAX;
const ON_PATH: u32 = u32::MAX - 1;

/// A path or a list so long is worth a look at the clock.
pub(super) const LONG: usize = 1 << 12;

/// Makes `to` the same list as `from`.
fn copy<T: Copy>(from: &[T], to: &mut Vec<T>, stop: &Stop<'_>) -> Result<(), Halt> {
    to.clear();
    if to.capacity() < from.len() {
        *to = sys::reserved(from.len());
    }
    for items in from.chunks(LONG) {
        to.extend_from_slice(items);
        if stop.spend(LONG as u32) {
            return Err(Halt::Stopped);
        }
    }
    Ok(())
}

/// How many vertices ahead memory is asked for what one of them needs.
pub(super) const SOON: usize = 8;

/// Of this part of the vertices it is worth finding out which ones have changed.
const FEW: usize = 4;

impl<'b, T: Number> Policy<'b, T> {
    /// # Errors
    /// The moves, if stopped.
    pub(super) fn new(
        board: &'b Board<'b>,
        places: Vec<u32>,
        stop: &Stop<'_>,
    ) -> Result<Self, Vec<u32>> {
        let mut next: Vec<Vertex> = sys::zeroed(board.len());
        let mut weights: Vec<i64> = sys::zeroed(board.len());
        for ((vertex, &place), (next, weight)) in
            board.vertices().zip(&places).zip(next.iter_mut().zip(&mut weights))
        {
            if stop.spend(1) {
                return Err(places);
            }
            (*next, *weight) = board.moves.edge(vertex, place);
        }
        let mut largest = 0;
        for weights in board.moves.weights.chunks(LONG) {
            if stop.spend(LONG as u32) {
                return Err(places);
            }
            largest = weights.iter().map(|weight| weight.unsigned_abs()).fold(largest, u64::max);
        }
        Ok(Policy {
            board,
            next,
            weights,
            places,
            spots: sys::reserved(board.len()),
            cycles: Vec::new(),
            anchor: Anchor { spots: Vec::new(), cycles: Vec::new(), places: Vec::new() },
            switched: Vec::new(),
            doubts: Doubts { marked: Bitmap::new(board.len()), lists: [None, None] },
            largest: largest.into(),
            path: Vec::new(),
            stale: Vec::new(),
            order: Vec::new(),
        })
    }

    /// From now on a cycle with the mean that its first vertex has now begins with the bias that
    /// this vertex has now.
    ///
    /// Biases on different cycles of the same mean are comparable only if none of them is pushed up
    /// or down by the choice of what to compare with.
    pub(super) fn anchor(&mut self, stop: &Stop<'_>) -> Result<(), Halt> {
        copy(&self.spots, &mut self.anchor.spots, stop)?;
        copy(&self.cycles, &mut self.anchor.cycles, stop)?;
        copy(&self.places, &mut self.anchor.places, stop)
    }

    /// Changes the move at `vertex`.
    pub(super) fn switch(&mut self, vertex: Vertex, place: u32) {
        let index = vertex as usize;
        self.places[index] = place;
        (self.next[index], self.weights[index]) = self.board.moves.edge(vertex, place);
        self.switched.push(vertex);
    }

    /// What has become of the means, as `player` sees them.
    pub(super) fn since_anchor(&self, player: Player, stop: &Stop<'_>) -> Result<Since, Halt> {
        let means = |cycles: &[Cycle<T>]| -> Vec<f64> {
            let sign = if player == Player::Zero { 1.0 } else { -1.0 };
            cycles.iter().map(|cycle| sign * cycle.rough_mean()).collect()
        };
        let (before, now) = (means(&self.anchor.cycles), means(&self.cycles));
        let mut since = Since { has_risen: self.anchor.spots.is_empty(), has_fallen: false };
        for (spots, later) in self.anchor.spots.chunks(LONG).zip(self.spots.chunks(LONG)) {
            if stop.spend(LONG as u32) {
                return Err(Halt::Stopped);
            }
            for (then, spot) in spots.iter().zip(later) {
                let (then, now) = (before[then.cycle as usize], now[spot.cycle as usize]);
                since.has_risen |= now > then;
                since.has_fallen |= now < then;
            }
        }
        Ok(since)
    }

    /// Brings spots and cycles up to date with the moves. Returns of how many vertices it had to find out
    /// where play leads.
    pub(super) fn evaluate(&mut self, stop: &Stop<'_>) -> Result<usize, Halt> {
        let mut stale = std::mem::take(&mut self.stale);
        stale.clear();
        let (cycles, evaluated) = if self.find_stale(&mut stale, stop)? {
            let before = self.cycles.len();
            for (place, &start) in stale.iter().enumerate() {
                self.expect(&stale, place);
                self.follow(start, stop)?;
            }
            // Of use is only the order of all of them.
            self.order.truncate(self.board.len());
            for (place, &vertex) in stale.iter().enumerate() {
                if let Some(&later) = stale.get(place + 2 * SOON) {
                    self.board.back.prefetch_start(later);
                }
                if let Some(&soon) = stale.get(place + SOON) {
                    self.board.back.prefetch_row(soon);
                }
                if stop.spend(self.board.back.degree(vertex)) {
                    return Err(Halt::Stopped);
                }
                self.doubts.raise(self.board, vertex);
                for (from, _) in self.board.back.row(vertex) {
                    self.doubts.raise(self.board, from);
                }
            }
            (before, stale.len())
        } else {
            self.doubts.raise_all();
            self.cycles.clear();
            self.spots.clear();
            while self.spots.len() < self.board.len() {
                let len = (self.spots.len() + LONG).min(self.board.len());
                self.spots.resize(len, Spot { bias: T::default(), cycle: UNKNOWN });
                if stop.spend(LONG as u32) {
                    return Err(Halt::Stopped);
                }
            }
            self.follow_all(stop)?;
            (0, self.board.len())
        };
        self.stale = stale;
        self.switched.clear();
        if self.cycles.len() > cycles {
            self.rank(stop)?;
        }
        Ok(evaluated)
    }

    /// Lists the vertices whose play comes past a changed move; `false` if they are too many to be
    /// worth it, or if nothing is known yet.
    fn find_stale(&mut self, stale: &mut Vec<Vertex>, stop: &Stop<'_>) -> Result<bool, Halt> {
        let most = self.board.len() / FEW;
        if self.cycles.is_empty() || self.cycles.len() > most {
            return Ok(false);
        }
        for &vertex in &self.switched {
            if self.spots[vertex as usize].cycle != UNKNOWN {
                self.spots[vertex as usize].cycle = UNKNOWN;
                stale.push(vertex);
            }
        }
        let mut done = 0;
        while let Some(&vertex) = stale.get(done) {
            done += 1;
            if let Some(&later) = stale.get(done + 4 * SOON) {
                self.board.back.prefetch_start(later);
            }
            if let Some(&later) = stale.get(done + 2 * SOON) {
                self.board.back.prefetch_row(later);
            }
            if let Some(&soon) = stale.get(done + SOON) {
                self.board.back.prefetch_ends(soon, &self.spots);
                self.board.back.prefetch_ends(soon, &self.next);
            }
            if stop.spend(self.board.back.degree(vertex).saturating_add(1)) {
                return Err(Halt::Stopped);
            }
            if stale.len() > most {
                return Ok(false);
            }
            for (from, _) in self.board.back.row(vertex) {
                let spot = &mut self.spots[from as usize];
                if self.next[from as usize] == vertex && spot.cycle != UNKNOWN {
                    spot.cycle = UNKNOWN;
                    stale.push(from);
                }
            }
        }
        Ok(true)
    }

    /// Evaluates all vertices, in the order of the last time: most moves are as they were then, and
    /// what they lead to is known already.
    fn follow_all(&mut self, stop: &Stop<'_>) -> Result<(), Halt> {
        let order = std::mem::replace(&mut self.order, sys::reserved(self.board.len()));
        for (place, &start) in order.iter().enumerate() {
            self.expect(&order, place);
            self.follow(start, stop)?;
        }
        if order.is_empty() {
            for start in self.board.vertices().rev() {
                self.follow(start, stop)?;
            }
        }
        Ok(())
    }

    /// Asks for what following play from vertices soon to come in a list will take.
    #[inline]
    fn expect(&self, list: &[Vertex], place: usize) {
        if let Some(&later) = list.get(place + 2 * SOON) {
            sys::prefetch(&self.spots, later as usize);
            sys::prefetch(&self.next, later as usize);
            sys::prefetch(&self.weights, later as usize);
        }
        if let Some(&soon) = list.get(place + SOON) {
            sys::prefetch(&self.spots, self.next[soon as usize] as usize);
        }
    }

    /// Plays from `start` until something known, and takes note of what it leads to.
    fn follow(&mut self, start: Vertex, stop: &Stop<'_>) -> Result<(), Halt> {
        let mut vertex = start;
        while self.spots[vertex as usize].cycle == UNKNOWN {
            self.spots[vertex as usize].cycle = ON_PATH;
            self.path.push(vertex);
            vertex = self.next[vertex as usize];
            if self.path.len().is_multiple_of(LONG) && stop.spend(LONG as u32) {
                return Err(Halt::Stopped);
            }
        }
        if stop.spend((self.path.len() % LONG) as u32) {
            return Err(Halt::Stopped);
        }
        if self.spots[vertex as usize].cycle == ON_PATH {
            self.close_cycle(vertex)?;
        }
        let mut spot = self.spots[vertex as usize];
        let cycle = self.cycles[spot.cycle as usize];
        while let Some(vertex) = self.path.pop() {
            spot.bias = spot.bias + cycle.excess(self.weights[vertex as usize]);
            self.spots[vertex as usize] = spot;
            self.order.push(vertex);
        }
        Ok(())
    }

    /// Takes the cycle that begins at `entry` off the end of the path.
    fn close_cycle(&mut self, entry: Vertex) -> Result<(), Halt> {
        let begin = self.path.iter().rposition(|&vertex| vertex == entry).unwrap_or(0);
        let members = &self.path[begin..];
        let sum = members.iter().map(|&vertex| i128::from(self.weights[vertex as usize])).sum();
        let mean = Ratio::new(sum, members.len() as u32).expect("a cycle has vertices");
        // Always the same first vertex, as biases of different rounds are compared.
        let least = members.iter().enumerate().min_by_key(|&(_, &vertex)| vertex);
        let (first, &vertex) = least.unwrap_or((0, &entry));
        let bias = match self.anchor.spots.get(vertex as usize) {
            Some(spot) if self.anchor.cycles[spot.cycle as usize].mean() == mean => spot.bias,
            _ => T::default(),
        };
        let numerator = self.check(mean, bias).ok_or(Halt::TooNarrow)?;
        let cycle = Cycle { numerator, denominator: mean.denominator(), rank: 0 };
        let mut spot = Spot { bias, cycle: self.cycles.len() as u32 };
        self.cycles.push(cycle);
        self.path[begin..].rotate_left(first);
        self.spots[vertex as usize] = spot;
        self.order.push(vertex);
        while self.path.len() > begin + 1 {
            if let Some(vertex) = self.path.pop() {
                spot.bias = spot.bias + cycle.excess(self.weights[vertex as usize]);
                self.spots[vertex as usize] = spot;
                self.order.push(vertex);
            }
        }
        self.path.pop();
        Ok(())
    }

    /// The numerator of a mean, if everything that is counted on the way to its cycle fits.
    fn check(&self, mean: Ratio, bias: T) -> Option<T> {
        let step = self.largest.checked_mul(2)?.checked_mul(mean.denominator().into())?;
        let way = step.checked_mul(self.board.len() as i128 + 2)?;
        T::narrow(way.checked_add(bias.wide().checked_abs()?)?.checked_mul(2)?)?;
        T::narrow(mean.numerator())
    }

    /// Compares all means.
    fn rank(&mut self, stop: &Stop<'_>) -> Result<(), Halt> {
        if stop.spend(self.cycles.len() as u32) {
            return Err(Halt::Stopped);
        }
        let mut order: Vec<u32> = (0..self.cycles.len() as u32).collect();
        let check =
            |steps: usize| if stop.spend_many(steps as u64) { Err(Halt::Stopped) } else { Ok(()) };
        let cycle = |number: u32| &self.cycles[number as usize];
        sort_by(&mut order, |one, other| cycle(one).compare(cycle(other)), check)?;
        let (mut rank, mut last) = (0, order[0] as usize);
        for cycle in order.into_iter().map(|cycle| cycle as usize) {
            rank += u32::from(self.cycles[last].compare(&self.cycles[cycle]).is_lt());
            self.cycles[cycle].rank = rank;
            last = cycle;
        }
        Ok(())
    }
}
