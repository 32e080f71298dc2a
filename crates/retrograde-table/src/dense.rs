//! Solving a game over its index: two bytes a slot, no stored edges, tier by tier.
//!
//! **WIN needs one move, LOSE needs all of them.** A slot is open with a count of the replies that
//! are not yet refuted. A slot that gets its distance makes wins of those before it, or takes one
//! from their counts; un-moves say which these are. What is never forced is drawn, and whether a
//! draw comes to an end is the same counting once more, among the draws. Distances come in waves:
//! the winner hurries and the loser stalls, so a win is written down when the wave that found it
//! goes by, and a loss when its last reply is refuted.
//!
//! Without un-moves, every wave looks at the moves of all open slots again. Where all moves leave
//! the tier, one look does.

mod back;
mod code;
mod distinct;
mod error;
mod first;
mod forward;
mod mark;
mod pieces;
mod solver;
mod table;
mod tally;
mod ties;
mod work;

use std::fmt;
use std::time::Instant;

use retrograde_core::{Threads, memory};
use retrograde_games::Game;

pub use error::DenseError;
pub use mark::Mark;
pub use solver::Solver;
pub use table::{Counts, DenseTable, best_move};

/// How to solve.
#[derive(Clone, Copy)]
pub struct DenseOptions<'a> {
    /// How many threads to use; the answer is the same for any number.
    pub threads: Threads,
    /// The most bytes to use; more are an error. What the machine has free is a limit in any case.
    pub memory: u64,
    /// How many slots a [step](Solver::step) looks at, one at least.
    pub step: usize,
    /// Called after each [step](Solver::step).
    pub progress: Option<&'a (dyn Fn(DenseProgress) + Sync)>,
    /// When to give up.
    pub deadline: Option<Instant>,
}

impl Default for DenseOptions<'_> {
    fn default() -> Self {
        DenseOptions {
            threads: Threads::default(),
            memory: u64::MAX,
            step: 1 << 22,
            progress: None,
            deadline: None,
        }
    }
}

impl fmt::Debug for DenseOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DenseOptions")
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("step", &self.step)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

/// How far a solver has come, for showing to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DenseProgress {
    /// Slots that are known to be holes, won, lost or in a tier that is done. Draws are known only
    /// when their tier is done.
    pub settled: u64,
    /// Looks at slots that are done, of at most twice [`total`](Self::total) where the game has
    /// un-moves: one at each slot when its tier begins, and one more when its value is found, which
    /// for draws is never.
    pub looks: u64,
    /// Slots in all.
    pub total: u64,
    /// Which tier is being solved, the first being 1.
    pub tier: usize,
    /// How many tiers there are.
    pub tiers: usize,
    /// The distance of the wave that is running, in plies.
    pub wave: u32,
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
/// use retrograde_table::Slot;
/// use retrograde_table::dense::{self, DenseOptions};
///
/// let game = Quixo::new(3).unwrap();
/// let table = dense::solve(&game, &DenseOptions::default())?;
/// let start = game.start().unwrap();
/// assert_eq!(table.get(game.rank(&start)), Slot::Win(Distance(7)));
/// let (_, to) = dense::best_move(&game, &table, &start).unwrap();
/// assert_eq!(to, Slot::Lose(Distance(6)));
/// # Ok::<(), dense::DenseError>(())
/// ```
///
/// # Errors
/// The game has no index, or too large a one; a distance is longer than [`Slot::LONGEST`], or a
/// position has more than 8191 different moves in its tier; the index or the tiers contradict the
/// moves; time is up.
///
/// # Complexity
/// With un-moves, the moves of each position are generated at most twice and its un-moves once (and
/// once more for ties); each wave also looks through the tier, at memory speed, if it has more than a
/// few slots. With [moves from slot to slot](Game::slot_moves) one look at each slot and one at what
/// is before it do, and ties take another. Without un-moves, the moves of the open positions are generated in
/// each wave. Two bytes a slot; see [`estimate`].
///
/// Source: K. Thompson, *Retrograde analysis of certain endgames*, ICCA Journal, 1986; the counts
/// are those of D. E. Knuth, *The Art of Computer Programming*, vol. 1, exercise 2.2.3–28.
///
/// [`Slot::LONGEST`]: crate::Slot::LONGEST
pub fn solve<G: Game>(game: &G, options: &DenseOptions<'_>) -> Result<DenseTable, DenseError> {
    let mut solver = Solver::new(game, options)?;
    while solver.step()? {
        if options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(DenseError::Deadline);
        }
    }
    solver.finish().ok_or(DenseError::Resume)
}
