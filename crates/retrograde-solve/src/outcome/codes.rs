//! What a best move looks for, in a byte a vertex.
//!
//! From a win or a loss in d moves the best move leads to a vertex that is decided in d − 1, from a draw
//! to a draw. So a byte that tells distances apart, and draws from them, is all that has to be fetched
//! for a move, where the value would be two bits and a distance in three places.

use std::hint::select_unpredictable;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use retrograde_core::{
    Bitmap, Control, Distances, Graph, Offsets, Part, Stopped, Values, Vertex, sys,
};

/// Decided vertices have 1 plus the distance up to a multiple of this.
const CYCLE: u32 = 254;

/// Draws by endless play, and all draws where nobody tells ties from them.
const DRAW: u8 = 0;

const TIE: u8 = 255;

/// A byte for each vertex.
pub(super) struct Codes<'a> {
    codes: &'a [u8],
    /// Whether decided vertices of the same code have the same value.
    exact: bool,
}

impl<'a> Codes<'a> {
    /// Written to `codes`, a byte for each vertex.
    pub(super) fn of(
        values: &Values,
        ties: Option<&Bitmap>,
        codes: &'a mut [u8],
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        const PER_TASK: usize = 1 << 14;
        let seen = Mutex::new(Seen::default());
        let tasks = codes.chunks_mut(PER_TASK).enumerate().collect();
        control.for_each(tasks, |(task, codes): (usize, &mut [u8])| {
            let places = task * PER_TASK..task * PER_TASK + codes.len();
            let here = match values.distances() {
                Distances::Narrow(distances) => {
                    write_bytes(codes, &distances[places.clone()], places, values)
                }
                Distances::Wide(distances) => {
                    write(codes, &distances[places.clone()], places, values)
                }
            };
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            *seen = seen.and(here);
        })?;
        for tie in ties.into_iter().flat_map(Bitmap::ones) {
            codes[tie] = TIE;
        }
        let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Where only the convention ends the game, whoever wins does so after an odd number of moves,
        // or always after an even one.
        let by_parity = [0b1001, 0b0110].iter().any(|one: &u32| seen.outcomes & !one == 0);
        Ok(Codes { codes, exact: by_parity && !seen.is_long })
    }

    /// Sets the first move with the right code, where that is the best one; asks for it otherwise.
    pub(super) fn fill(
        &self,
        graph: &Graph,
        part: &mut Part<'_>,
        best: impl Fn(Vertex) -> Option<Vertex>,
    ) {
        match graph.offsets() {
            Offsets::Narrow(rows) => self.fill_rows(rows, graph.targets(), part, best),
            Offsets::Wide(rows) => self.fill_rows(rows, graph.targets(), part, best),
        }
    }

    /// As [`fill`](Self::fill), for rows of edges that begin there.
    ///
    /// A look at a code waits for the memory, most vertices have the right one among their first moves, and
    /// at which it is cannot be predicted. So looks at as many vertices as a core can wait for take turns:
    /// one that is wrong is followed by one at the next move, one that is right by one at the next vertex,
    /// without a branch, and in between there are all the others.
    fn fill_rows<O: Copy + TryInto<usize>>(
        &self,
        rows: &[O],
        targets: &[Vertex],
        part: &mut Part<'_>,
        best: impl Fn(Vertex) -> Option<Vertex>,
    ) {
        let Some(last) = targets.len().checked_sub(1) else { return };
        let vertices = part.vertices();
        let row = |vertex: Vertex| rows[vertex as usize].try_into().unwrap_or(0);
        // A vertex without moves looks at one of another's, which is not taken.
        let first = |vertex: Vertex| {
            let (next, end) = (row(vertex), row(vertex + 1));
            let wanted = BEFORE[usize::from(self.codes[vertex as usize])];
            Look { next, end, vertex, to: 0, wanted }
        };
        let fetch = |look: &mut Look| {
            look.to = targets[look.next.min(last)];
            sys::prefetch(self.codes, look.to as usize);
        };
        // Takes a look; whether that was the last one for this vertex.
        let mut take = |look: &Look| {
            let is_told = self.exact | (look.wanted == DRAW) | (look.wanted == TIE);
            let is_wrong = self.codes[look.to as usize] != look.wanted;
            part.set(look.vertex, (look.next < look.end).then_some(look.to));
            if !is_told | (is_wrong & (look.next + 1 == look.end)) {
                part.set(look.vertex, best(look.vertex));
            }
            !is_told | !is_wrong | (look.next + 1 >= look.end)
        };
        let mut looks = [Look::default(); AT_ONCE];
        let count = looks.len().min(vertices.len());
        let mut fresh = vertices.start;
        for look in &mut looks[..count] {
            *look = first(fresh);
            fetch(look);
            fresh += 1;
        }
        'all: loop {
            for look in &mut looks[..count] {
                if fresh == vertices.end {
                    break 'all;
                }
                let (is_last, other) = (take(look), first(fresh));
                look.next = select_unpredictable(is_last, other.next, look.next + 1);
                look.end = select_unpredictable(is_last, other.end, look.end);
                look.vertex = select_unpredictable(is_last, other.vertex, look.vertex);
                look.wanted = select_unpredictable(is_last, other.wanted, look.wanted);
                fresh += Vertex::from(is_last);
                fetch(look);
            }
        }
        for look in &mut looks[..count] {
            while !take(look) {
                look.next += 1;
                fetch(look);
            }
        }
    }
}

/// How many looks are under way at a time: as many as a core can wait for.
const AT_ONCE: usize = 64;

/// A look at a move of a vertex.
#[derive(Clone, Copy, Default)]
struct Look {
    next: usize,
    end: usize,
    vertex: Vertex,
    /// Where that move leads.
    to: Vertex,
    wanted: u8,
}

/// What there is among some decided vertices.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Which outcomes at even and at odd distances: bit `distance % 2 * 2 + is_win`.
    outcomes: u32,
    /// Whether some distance is as long as the cycle of codes, or longer.
    is_long: bool,
}

impl Seen {
    /// What there is among these and others.
    fn and(self, other: Seen) -> Seen {
        Seen { outcomes: self.outcomes | other.outcomes, is_long: self.is_long | other.is_long }
    }
}

/// As [`write`], for distances in bytes: eight at a time.
fn write_bytes(codes: &mut [u8], distances: &[u8], places: Range<usize>, values: &Values) -> Seen {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    /// All bits of a byte for each bit.
    const SPREAD: [u64; 256] = {
        let mut spread = [0; 256];
        let mut bits = 0;
        while bits < 256 {
            let mut bit = 0;
            while bit < 8 {
                spread[bits] |= ((bits as u64 >> bit & 1) * 0xff) << (8 * bit);
                bit += 1;
            }
            bits += 1;
        }
        spread
    };
    let (won, lost) = (values.outcomes().won().words(), values.outcomes().lost().words());
    let (codes, last_codes) = codes.as_chunks_mut::<8>();
    let (distances, last_distances) = distances.as_chunks::<8>();
    let mut seen = [0; 4];
    let mut place = places.start;
    let mut rest = Seen::default();
    for (codes, distances) in codes.iter_mut().zip(distances) {
        let is_won = SPREAD[usize::from((won[place / 64] >> (place % 64)) as u8)];
        let is_lost = SPREAD[usize::from((lost[place / 64] >> (place % 64)) as u8)];
        let decided = is_won | is_lost;
        let eight = u64::from_le_bytes(*distances) & decided;
        // Seven bits that are 126 or more, and the highest as well: then there would be no place for one more.
        if ((eight & (ONES * 0x7f)) + ONES * 2) & eight & (ONES << 7) != 0 {
            rest = rest.and(write(codes, distances, place..place + 8, values));
        } else {
            *codes = ((eight + ONES) & decided).to_le_bytes();
            let of_kind = [is_lost & !eight, is_won & !eight, is_lost & eight, is_won & eight];
            seen.iter_mut().zip(of_kind).for_each(|(seen, kind)| *seen |= kind & ONES);
        }
        place += 8;
    }
    for (kind, seen) in seen.into_iter().enumerate() {
        rest.outcomes |= u32::from(seen != 0) << kind;
    }
    rest.and(write(last_codes, last_distances, place..places.end, values))
}

/// Writes the codes of some vertices, all draws being the same. Which are drawn cannot be predicted, so
/// there is no branch.
fn write<D: Copy + Into<u32>>(
    codes: &mut [u8],
    distances: &[D],
    places: Range<usize>,
    values: &Values,
) -> Seen {
    let (won, lost) = (values.outcomes().won().words(), values.outcomes().lost().words());
    let mut seen = Seen::default();
    for ((code, &distance), place) in codes.iter_mut().zip(distances).zip(places) {
        let is_win = (won[place / 64] >> (place % 64)) as u32 & 1;
        let decided = is_win | (lost[place / 64] >> (place % 64)) as u32 & 1;
        let distance = distance.into() * decided;
        seen.outcomes |= decided << (distance % 2 * 2 + is_win);
        seen.is_long |= distance >= CYCLE;
        *code = ((1 + distance % CYCLE) * decided) as u8;
    }
    seen
}

/// The code that the best move from a vertex of each code leads to. Looked up, since which it is cannot be
/// predicted.
const BEFORE: [u8; 256] = {
    let mut before = [DRAW; 256];
    let mut code = 1;
    while code < 255 {
        before[code] = if code == 1 { CYCLE as u8 } else { code as u8 - 1 };
        code += 1;
    }
    before[255] = TIE;
    before
};

#[cfg(test)]
mod tests {
    use retrograde_core::{Column, Convention, Outcome, OutcomeGame, Threads};

    use super::*;
    use crate::Options;
    use crate::outcome::best_move::{Room, best_moves_in};
    use crate::outcome::{Method, best_move, best_moves, solve, ties};

    #[test]
    fn all_best_moves_are_those_found_one_by_one() {
        const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];
        let mut state = 7u64;
        let mut draw = |below: u64| {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            ((state >> 33) % below) as Vertex
        };
        for round in 0..300 {
            // Small graphs with verdicts, which mix odd and even, some of more vertices than are looked at at
            // once and one of several parts; long paths with short cuts.
            let long = round % 50 == 0;
            let vertices = match round {
                _ if long => 1500,
                1 => 40_000,
                _ => [30, AT_ONCE as Vertex - 1, 300][round % 3],
            };
            let mut edges = Vec::new();
            for from in 1..vertices {
                if long {
                    edges.extend([
                        (from, from - 1),
                        (from, from - 1 - draw(from.into()).min(from - 1) / 9),
                    ]);
                } else {
                    edges.extend((0..draw(14) * draw(2)).map(|_| (from, draw(vertices.into()))));
                }
            }
            let graph = Graph::from_edges(vertices as usize, edges).unwrap();
            let ends = graph.vertices().filter(|&vertex| graph.is_terminal(vertex));
            let verdicts: Column<Outcome> = ends
                .filter_map(|end| Some((end as usize, *OUTCOMES.get(draw(4) as usize)?)))
                .collect();
            let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
            let values = solve(&game, Method::Auto, &Options::default()).unwrap().solution.values;
            let ties = ties(&graph, &values, &Control::ALONE).unwrap();
            let rows: Vec<u64> =
                (0..=graph.vertex_count()).map(|row| graph.offsets().get(row)).collect();
            let wide =
                Graph::from_parts(Offsets::Wide(rows.into()), graph.targets().to_vec()).unwrap();
            for ties in [None, Some(&ties)] {
                let all = best_moves(&graph, &values, ties, &Control::ALONE).unwrap();
                for vertex in graph.vertices() {
                    assert_eq!(all.get(vertex), best_move(&graph, &values, ties, vertex));
                }
                assert_eq!(best_moves(&wide, &values, ties, &Control::ALONE).unwrap(), all);
                // Nothing is left of what was in arrays that are used again.
                let room = Room::of(graph.transpose(Threads::ONE));
                let again = best_moves_in(room, &graph, &values, ties, &Control::ALONE).unwrap();
                assert_eq!(again, all);
            }
        }
    }
}
