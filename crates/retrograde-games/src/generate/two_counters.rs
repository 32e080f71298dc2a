//! Two counters that make each other count, against solvers that work with attractors.

use retrograde_core::memory::Bytes;
use retrograde_core::{Arena, Vertex};

use super::attributes::{Attributes, ParityRows, player};
use super::error::GenerateError;
use super::family::Family;
use super::limits::{check_count, check_vertices};
use super::recipe::Recipe;
use super::size::Size;

/// Two interleaved binary counters of `bits` bits, one of each player: exponential for the recursive
/// algorithm, and by the paper also for priority promotion and tangle learning.
///
/// Bit i of player σ, the highest bit being i = 0, has a vertex
///
/// * high, of σ, with a large priority good for σ; it leads to the gate of σ's bit i − 1, or from
///   bit 0 to that of the last bit;
/// * low, of the opponent, with a small priority good for σ; it leads to high and into the row
///   below;
/// * gate, of the opponent, with a middling priority bad for σ; it leads to low;
/// * rest, of σ, with priority 0; it leads to low and to the gates of the opponent's bits from i on
///   (from i + 1 on if σ is player 1);
/// * and, for each higher bit j, a selector of σ with two exits of the opponent, all with priority
///   0: the exits lead to the gates of bit j, the first of σ's and the second of the opponent's,
///   and both to the next selector, the last ones to rest.
///
/// A bit is set while σ keeps the play between low and rest; a higher bit of either player that is
/// not yet settled distracts from that, so setting one bit resets lower ones. In the end each player
/// wins from their own bits, but for the second exits, from which the opponent goes home.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::two_counters(4)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (68, 128));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: in the manner of van Dijk (2019), *A parity game tale of two counters*, and of the game
/// its author published with it; the priorities here are the smallest in the same order.
///
/// # Errors
/// No bits, more vertices than a `u32` can number or than fit into memory.
pub fn two_counters(bits: u64) -> Result<Arena, GenerateError> {
    Recipe::TwoCounters { bits }.build()
}

pub(super) fn two_counters_size(bits: u64) -> Result<Size, GenerateError> {
    let bits = check_count("bits", bits)?;
    let wide = u128::from(bits);
    let vertices = check_vertices(Family::TwoCounters, 8 * wide + 3 * wide * (wide - 1))?;
    let edges = 10 * bits + 6 * bits * (bits - 1) + bits * bits;
    Ok(Size { vertices, edges, attributes: Attributes::PARITY })
}

pub(super) fn build_two_counters(
    size: Size,
    bits: u64,
    allowed: Bytes,
) -> Result<Arena, GenerateError> {
    let mut rows = ParityRows::new(size, allowed)?;
    for bit in 0..bits {
        push_bit(&mut rows, bits, 0, bit);
        push_bit(&mut rows, bits, 1, bit);
    }
    Ok(rows.finish())
}

/// Where the vertices of a player's bit begin: high, low, gate, rest, then the selectors with their
/// exits.
fn start(side: u64, bit: u64) -> u64 {
    // Four vertices and three for each higher bit, for two players.
    let before = if bit == 0 { 0 } else { 8 * bit + 3 * bit * (bit - 1) };
    before + side * (4 + 3 * bit)
}

fn gate(side: u64, bit: u64) -> Vertex {
    (start(side, bit) + 2) as Vertex
}

fn push_bit(rows: &mut ParityRows, bits: u64, side: u64, bit: u64) {
    let (own, other) = (player(side), player(side + 1));
    let high = start(side, bit) as Vertex;
    let [low, rest, selectors] = [high + 1, high + 3, high + 4];
    let after = |j: u64| if j < bit { selectors + 3 * j as Vertex } else { rest };
    // Of the lows, later bits have larger priorities; of the gates above them and the highs above
    // those, earlier bits. At each place player 1's is the odd one of the neighbours, except that
    // a gate is bad for the player whose bit it opens.
    let from_last = bits - 1 - bit;
    let low_priority = 2 + 2 * bit + side;
    let gate_priority = 2 + 2 * bits + 2 * from_last + (1 - side);
    let high_priority = 4 + 4 * bits + 2 * from_last - side;
    rows.push(own, high_priority as u32, [gate(side, (bit + bits - 1) % bits)]);
    rows.push(other, low_priority as u32, [high, after(0)]);
    rows.push(other, gate_priority as u32, [low]);
    let distracting = (bit + side..bits).map(|j| gate(1 - side, j));
    rows.push(own, 0, std::iter::once(low).chain(distracting));
    for j in 0..bit {
        let selector = after(j);
        rows.push(own, 0, [selector + 1, selector + 2]);
        rows.push(other, 0, [after(j + 1), gate(side, j)]);
        rows.push(other, 0, [after(j + 1), gate(1 - side, j)]);
    }
}
