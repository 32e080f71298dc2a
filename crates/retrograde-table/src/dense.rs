//! Solving a game over its index: two bytes a slot, no stored edges, tier by tier.
//!
//! **WIN needs one move, LOSE needs all of them.** A slot is open with a count of the replies that
//! are not yet refuted. A slot that gets its distance makes wins of those before it, or takes one
//! from their counts; un-moves say which these are. What is never forced is drawn, and whether a
//! draw comes to an end is the same counting once more, among the draws. Distances come in waves:
//! the winner hurries and the loser stalls, so a win is written down when the wave that found it
//! goes by, and a loss when its last reply is refuted.
//!
//! Where a game knows the moves of whole rows of slots, nothing is counted: a row is asked at once which
//! of its slots have no reply left, in half a byte a slot more.
//!
//! The last moves of a game may be left out of all that: a game with moves from slot to slot may say by
//! itself which slots win at once, and moves to these are as good as none.
//!
//! Without un-moves, every wave looks at the moves of all open slots again. Where all moves leave
//! the tier, one look does.

mod back;
mod code;
mod distinct;
mod error;
mod first;
mod forward;
mod lean;
mod mark;
mod pieces;
mod planes;
mod sets;
mod solver;
mod steps;
mod stream;
mod table;
mod tally;
mod ties;
mod work;

use retrograde_core::{Control, memory};

use crate::Index;

pub use error::DenseError;
pub(crate) use lean::{Lean, words as lean_words};
pub use mark::Mark;
pub use solver::Solver;
pub(crate) use steps::Steps;
pub(crate) use stream::Stream;
pub use table::DenseTable;

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct DenseOptions<'a> {
    /// The most slots that a [step](Solver::step) looks at, one at least.
    pub step: usize,
    /// What it may use, and who may stop it. Memory that the machine does not have is not used,
    /// whatever is allowed. Told after each [step](Solver::step) how far it is.
    pub control: Control<'a>,
}

impl Default for DenseOptions<'_> {
    fn default() -> Self {
        DenseOptions { step: 1 << 22, control: Control::default() }
    }
}

/// The bytes that solving a game with so many slots takes: two for each, and some room for what up
/// to sixteen threads are at in steps of the usual length.
///
/// ```
/// use retrograde_table::dense;
/// assert!(dense::estimate(1_000_000_000) < 2_300_000_000);
/// ```
#[must_use]
pub fn estimate(slots: u64) -> u64 {
    const AT_WORK: u64 = 64 << 20;
    slots.saturating_mul(2).saturating_add(AT_WORK.min(slots.saturating_mul(24)) + (1 << 20))
}

/// Refuses to solve so many slots in less memory than that takes; gives back the error for when it
/// turns out later that there is not enough.
pub(crate) fn check_memory(slots: u64, allowed: u64) -> Result<DenseError, DenseError> {
    let needed = estimate(slots);
    let available = allowed.min(memory::available().unwrap_or(u64::MAX));
    let error = DenseError::Memory { slots, needed, available };
    if needed > available { Err(error) } else { Ok(error) }
}

/// Solves a game over its index.
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_games::Game;
/// use retrograde_games::rules::Quixo;
/// use retrograde_table::Worth;
/// use retrograde_table::dense::{self, DenseOptions};
///
/// let game = Quixo::new(3).unwrap();
/// let table = dense::solve(&game, &DenseOptions::default())?;
/// let start = game.start().unwrap();
/// assert_eq!(table.get(game.rank(&start)), Worth::Win(Some(Distance(7))));
/// # Ok::<(), dense::DenseError>(())
/// ```
///
/// # Errors
/// The game has no index, or too large a one; a distance is longer than [`Worth::LONGEST`], or a
/// position has more than 8191 different moves in its tier; the index or the tiers contradict the
/// moves; or somebody stopped it.
///
/// # Complexity
/// With un-moves, the moves of each position are generated at most twice and its un-moves once (and
/// once more for ties); each wave also looks through the tier, at memory speed, if it has more than a
/// few slots. With [moves from slot to slot](Index::slot_moves) one look at each slot, in their order, and
/// one at what is before it do, and ties take another; where moves that give the game away are
/// [left out](retrograde_games::Gifts), slots that win at once take but a glance. Without un-moves, the moves
/// of the open positions are generated in each wave. Two bytes a slot; see [`estimate`]. By [rows](retrograde_games::Rows), where there is memory for
/// half a byte more, each wave looks at the rows that it comes to, some sixty slots at a time.
///
/// Source: K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal, 1986; the counts
/// are those of D. E. Knuth, *The Art of Computer Programming*, vol. 1, exercise 2.2.3–28.
///
/// [`Worth::LONGEST`]: crate::Worth::LONGEST
pub fn solve(game: &dyn Index, options: &DenseOptions<'_>) -> Result<DenseTable, DenseError> {
    let mut solver = Solver::new(game, options)?;
    while solver.step()? {}
    solver.finish().ok_or(DenseError::Resume)
}
