//! The rules of the asymmetric game that can be seen from a vertex and its moves, looked at for both
//! movers at once.
//!
//! The outcomes of a vertex are bits of one byte: one of three for player 1 to move there, one of the next
//! three for player 0. What the moves of a vertex lead to is told by the bits of all of them together, and
//! so is what its own must be. This looks for what holds; whoever wants to know what does not has to look
//! again.

use retrograde_core::{AsymmetricSolution, Control, Graph, Stopped, Strategies, Vertex, sys};

use crate::rows::{MEDIUM, SHORT, any, places};

/// The bits of one mover.
const LOST: u8 = 1;
const DRAWN: u8 = 2;
const WON: u8 = 4;

/// How far up those of player 0 are.
const FIRST: u32 = 3;

/// The outcomes of all vertices, one byte each.
///
/// # Complexity
/// O(V) time on all threads.
pub(crate) fn outcomes(
    solution: &AsymmetricSolution,
    control: &Control<'_>,
) -> Result<Vec<u8>, Stopped> {
    /// A multiple of the bits of a word.
    const PER_TASK: usize = 1 << 14;
    let AsymmetricSolution { first, second, .. } = solution;
    let mut bytes: Vec<u8> = sys::zeroed(first.len());
    let words = [second.won(), second.lost(), first.won(), first.lost()].map(|bits| bits.words());
    let tasks = bytes.chunks_mut(PER_TASK).enumerate().collect();
    control.for_each(tasks, |(task, bytes): (usize, &mut [u8])| {
        for (eight, bytes) in bytes.chunks_mut(8).enumerate() {
            let at = task * (PER_TASK / 8) + eight;
            let [second_won, second_lost, first_won, first_lost] =
                words.map(|words| (words[at / 8] >> (at % 8 * 8)) as u8);
            let mut all = [0; 8];
            for (place, byte) in all.iter_mut().enumerate() {
                let bit = 1 << place;
                let outcome = |won: u8, lost: u8| {
                    let decided = if lost & bit != 0 { LOST } else { DRAWN };
                    if won & bit != 0 { WON } else { decided }
                };
                *byte = outcome(second_won, second_lost) | outcome(first_won, first_lost) << FIRST;
            }
            bytes.copy_from_slice(&all[..bytes.len()]);
        }
    })?;
    Ok(bytes)
}

/// What the outcomes of a vertex must be whose moves, at least one, lead to these: for each mover the best
/// of the opponent's, inverted.
static BORNE_OUT: [u8; 64] = {
    const fn inverse_of_best(there: u8) -> u8 {
        match there {
            _ if there & LOST != 0 => WON,
            _ if there & DRAWN != 0 => DRAWN,
            _ => LOST,
        }
    }
    let mut here = [0; 64];
    let mut there = 0;
    while there < 64 {
        let (second, first) = (there as u8 & 7, there as u8 >> FIRST);
        here[there] = inverse_of_best(second) << FIRST | inverse_of_best(first);
        there += 1;
    }
    here
};

/// What a best move from a vertex of these outcomes may lead to: the inverse, and anything from a loss. What
/// matters after a move of player 0 is in the bits of player 1, and the other way round.
static KEPT: [u8; 64] = {
    const fn kept(here: u8) -> u8 {
        match here {
            WON => LOST,
            DRAWN => DRAWN,
            _ => LOST | DRAWN | WON,
        }
    }
    let mut there = [0; 64];
    let mut here = 0;
    while here < 64 {
        let (second, first) = (here as u8 & 7, here as u8 >> FIRST);
        there[here] = kept(first) | kept(second) << FIRST;
        here += 1;
    }
    there
};

/// Bits that tell nothing, past the end of a row.
static PLACES: [u8; 2 * MEDIUM] = places(u8::MAX, 0);

/// Looks at vertices that have moves.
pub(crate) struct Look<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) strategies: Option<&'a Strategies>,
    /// What [`outcomes`] has made.
    pub(crate) bytes: &'a [u8],
}

impl Look<'_> {
    /// Whether the moves of a vertex, at least one, are seen to bear out its outcomes, and the moves of the
    /// strategies. `found` are the bytes that the moves lead to and [`MEDIUM`] more.
    #[inline(always)]
    pub(crate) fn bears_out(&self, vertex: Vertex, found: &[u8]) -> bool {
        let row = self.graph.edge_range(vertex);
        let (moves, len) = (&self.graph.targets()[row.start..], row.len());
        // There is never a vertex of that number.
        let wanted = self.strategies.map(|strategies| {
            [&strategies.first, &strategies.second]
                .map(|strategy| strategy.get(vertex).unwrap_or(Vertex::MAX))
        });
        let (there, are_moves) = match moves.first_chunk() {
            Some(row) if len <= SHORT => look::<SHORT>(found, row, len, wanted),
            _ => match moves.first_chunk() {
                Some(row) if len <= MEDIUM => look::<MEDIUM>(found, row, len, wanted),
                _ => {
                    let there = found[..len].iter().fold(0, |there, byte| there | byte);
                    let is_move = |to| moves[..len].contains(&to);
                    (there, wanted.is_none_or(|wanted| wanted.into_iter().all(is_move)))
                }
            },
        };
        let here = self.bytes[vertex as usize];
        let keeps = wanted.is_none_or(|wanted| {
            let [first, second] =
                wanted.map(|to| self.bytes.get(to as usize).copied().unwrap_or(0));
            let kept = KEPT[usize::from(here & 63)];
            (first & kept & 7 != 0) & ((second & kept) >> FIRST != 0)
        });
        (here == BORNE_OUT[usize::from(there & 63)]) & are_moves & keeps
    }
}

/// What a row leads to, and whether it leads to all that is wanted.
#[inline(always)]
fn look<const N: usize>(
    found: &[u8],
    row: &[Vertex; N],
    len: usize,
    wanted: Option<[Vertex; 2]>,
) -> (u8, bool) {
    let (found, inside) = (&found[..N], &PLACES[MEDIUM - len..][..N]);
    let there = found.iter().zip(inside).fold(0, |there, (byte, inside)| there | byte & inside);
    let are_moves = wanted.is_none_or(|[first, second]| {
        any(row, len, |to| to == first) & any(row, len, |to| to == second)
    });
    (there, are_moves)
}
