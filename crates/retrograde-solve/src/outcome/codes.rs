//! What a best move looks for, in a byte a vertex.
//!
//! From a win or a loss in d moves the best move leads to a vertex that is decided in d − 1, from a draw
//! to a draw. So a byte that tells distances apart, and draws from them, is all that has to be fetched
//! for a move, where the value would be two bits and a distance in three places.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Bitmap, Control, Distances, Graph, Part, Stopped, Values, Vertex, sys};

/// Decided vertices have 1 plus the distance up to a multiple of this.
const CYCLE: u32 = 254;

/// Draws by endless play, and all draws where nobody tells ties from them.
const DRAW: u8 = 0;

const TIE: u8 = 255;

/// A byte for each vertex.
pub(super) struct Codes {
    codes: Vec<u8>,
    /// Whether decided vertices of the same code have the same value.
    exact: bool,
}

impl Codes {
    pub(super) fn of(
        values: &Values,
        ties: Option<&Bitmap>,
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        const PER_TASK: usize = 1 << 14;
        let mut codes: Vec<u8> = sys::zeroed(values.len());
        let seen = Mutex::new(Seen::default());
        let tasks = codes.chunks_mut(PER_TASK).enumerate().collect();
        control.for_each(tasks, |(task, codes): (usize, &mut [u8])| {
            let places = task * PER_TASK..task * PER_TASK + codes.len();
            let here = match values.distances() {
                Distances::Narrow(distances) => {
                    write(codes, &distances[places.clone()], places, values)
                }
                Distances::Wide(distances) => {
                    write(codes, &distances[places.clone()], places, values)
                }
            };
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            *seen = Seen {
                outcomes: seen.outcomes | here.outcomes,
                longest: seen.longest.max(here.longest),
            };
        })?;
        for tie in ties.into_iter().flat_map(Bitmap::ones) {
            codes[tie] = TIE;
        }
        let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Where only the convention ends the game, whoever wins does so after an odd number of moves,
        // or always after an even one.
        let by_parity = [0b1001, 0b0110].iter().any(|one: &u32| seen.outcomes & !one == 0);
        Ok(Codes { codes, exact: by_parity && seen.longest < CYCLE })
    }

    /// Sets the first move with the right code, where that is the best one; asks for it otherwise.
    pub(super) fn fill(
        &self,
        graph: &Graph,
        part: &mut Part<'_>,
        best: impl Fn(Vertex) -> Option<Vertex>,
    ) {
        /// Moves looked at in one go.
        const BATCH: usize = 1 << 11;
        let mut found = [0; BATCH + SHORT];
        let vertices = part.vertices();
        let mut next = vertices.start;
        while next < vertices.end {
            // As many whole rows as fit, and at least one.
            let start = graph.edge_range(next).start;
            let first = next;
            next += 1;
            while next < vertices.end && graph.edge_range(next).end - start <= BATCH {
                next += 1;
            }
            let end = graph.edge_range(next - 1).end;
            if end - start > BATCH {
                part.set(first, best(first));
                continue;
            }
            // No look has to wait for another.
            for (found, &to) in found.iter_mut().zip(&graph.targets()[start..end]) {
                *found = self.codes[to as usize];
            }
            for vertex in first..next {
                let row = graph.edge_range(vertex);
                let wanted = before(self.codes[vertex as usize]);
                let place = first_of(&found[row.start - start..], row.len(), wanted);
                part.set(
                    vertex,
                    match place {
                        Some(place) if self.exact || wanted == DRAW || wanted == TIE => {
                            Some(graph.targets()[row.start + place])
                        }
                        _ if row.is_empty() => None,
                        _ => best(vertex),
                    },
                );
            }
        }
    }
}

/// What there is among some decided vertices.
#[derive(Default)]
struct Seen {
    /// Which outcomes at even and at odd distances: bit `distance % 2 * 2 + is_win`.
    outcomes: u32,
    longest: u32,
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
        seen.longest = seen.longest.max(distance);
        *code = ((1 + distance % CYCLE) * decided) as u8;
    }
    seen
}

/// The code that the best move from a vertex of this code leads to.
fn before(code: u8) -> u8 {
    match code {
        DRAW | TIE => code,
        1 => CYCLE as u8,
        _ => code - 1,
    }
}

/// Rows up to this length are compared at once.
const SHORT: usize = 8;

/// The first of the first `len` codes that is `wanted`; there are at least [`SHORT`] more.
#[inline(always)]
fn first_of(codes: &[u8], len: usize, wanted: u8) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    if len > SHORT {
        return codes[..len].iter().position(|&code| code == wanted);
    }
    let mut word = [0; SHORT];
    word.copy_from_slice(&codes[..SHORT]);
    // The lowest byte that is zero is the lowest whose highest bit stays: H. S. Warren, Hacker's
    // Delight (2002), section 6-1.
    let other = u64::from_le_bytes(word) ^ (ONES * u64::from(wanted));
    let place = ((other.wrapping_sub(ONES) & !other & (ONES << 7)).trailing_zeros() / 8) as usize;
    (place < len).then_some(place)
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Column, Convention, Outcome, OutcomeGame};

    use super::*;
    use crate::Options;
    use crate::outcome::{Method, best_move, best_moves, solve, ties};

    #[test]
    fn the_first_code_is_found_in_rows_of_any_length() {
        for len in 0..20 {
            for place in 0..20 {
                for (wanted, other) in [(0, 1), (1, 0), (255, 254), (7, 135), (128, 0), (0, 128)] {
                    let mut codes = [other; 20 + SHORT];
                    codes[place..].fill(wanted);
                    assert_eq!(first_of(&codes, len, wanted), (place < len).then_some(place));
                }
            }
        }
    }

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
            // Small graphs with verdicts, which mix odd and even; long paths with short cuts.
            let long = round % 50 == 0;
            let vertices = if long { 1500 } else { 30 };
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
            for ties in [None, Some(&ties)] {
                let all = best_moves(&graph, &values, ties, &Control::ALONE).unwrap();
                for vertex in graph.vertices() {
                    assert_eq!(all.get(vertex), best_move(&graph, &values, ties, vertex));
                }
            }
        }
    }
}
