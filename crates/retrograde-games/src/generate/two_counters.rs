//! Two counters that make each other count, against solvers that work with attractors.

use retrograde_core::{Arena, Stopped, Vertex};

use super::draft::{Draft, Plan, player};
use super::error::GenerateError;
use super::recipe::arena;

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
    arena(&format!("two-counters {bits}"))
}

pub(super) fn build_two_counters(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let bits = plan.values.whole("bits");
    for bit in 0..bits {
        push_bit(&mut draft, bits, 0, bit)?;
        push_bit(&mut draft, bits, 1, bit)?;
    }
    draft.finish()
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

fn push_bit(draft: &mut Draft<'_>, bits: u64, side: u64, bit: u64) -> Result<(), Stopped> {
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
    draft.vertex(own, high_priority as u32, [gate(side, (bit + bits - 1) % bits)])?;
    draft.vertex(other, low_priority as u32, [high, after(0)])?;
    draft.vertex(other, gate_priority as u32, [low])?;
    let distracting = (bit + side..bits).map(|j| gate(1 - side, j));
    draft.vertex(own, 0, std::iter::once(low).chain(distracting))?;
    for j in 0..bit {
        let selector = after(j);
        draft.vertex(own, 0, [selector + 1, selector + 2])?;
        draft.vertex(other, 0, [after(j + 1), gate(side, j)])?;
        draft.vertex(other, 0, [after(j + 1), gate(1 - side, j)])?;
    }
    Ok(())
}
