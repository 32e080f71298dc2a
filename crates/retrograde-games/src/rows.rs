//! Moves of many slots at once, for games in which one man is numbered last.

use std::ops::Range;
use std::sync::atomic::AtomicU64;

use retrograde_core::Outcome;

/// What the moves of a [tier](crate::Game::tiers) are, a row of slots at a time.
///
/// A row has the slots that differ in one place of the board alone, in their order, and a set of them is
/// a word with a bit for each place. Whoever solves by sets does not count replies: a slot is lost when
/// [none](Self::only_to) of them is left, and where that is asked anew for a whole row it takes less
/// than counting slot by slot.
///
/// In some rows a slot may stand for one of another row, which symmetry makes the same: its
/// [twin](Self::twin). Only one of both has a position in the index, but sets have both.
///
/// A game with rows has no verdicts that win, so that wins have odd distances and losses even ones.
///
/// ```
/// use retrograde_games::rules::Chess;
/// use retrograde_games::{Game, SlotMoves};
/// let game = Chess::new("KQvKR")?;
/// let tier = game.tiers().pop().unwrap();
/// let rows = game.rows(tier.clone()).unwrap();
/// assert_eq!(rows.places(), 0..64);
/// assert_eq!(rows.count() as u64, (tier.end - tier.start) / 64);
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
pub trait Rows: Sync {
    /// How many rows there are.
    fn count(&self) -> usize;

    /// Which bits of a set stand for the slots of a row.
    fn places(&self) -> Range<u32>;

    /// The slots of a row that have positions, those among them that stand for slots of the
    /// [twin](Self::twin).
    fn there(&self, row: usize) -> u64;

    /// Appends slots outside the tier to which moves lead from slots of a set, all of which have positions,
    /// each with the place from which it does. There may be slots among them that have none: such moves are
    /// not allowed.
    fn leaving(&self, row: usize, set: u64, leaving: &mut Vec<(u32, u64)>);

    /// The verdict at a slot that has a position and no moves.
    fn verdict(&self, row: usize, place: u32) -> Outcome;

    /// Appends rows with slots from which a move within the tier leads to a slot of a set, all of which
    /// have positions. There may be slots among them that have none.
    fn before(&self, row: usize, set: u64, before: &mut Vec<(usize, u64)>);

    /// The slots of a set whose moves within the tier all lead to slots that are in the sets given, one
    /// for each row. Slots without a position are in these, and those of the first set have one.
    fn only_to(&self, row: usize, set: u64, sets: &[AtomicU64]) -> u64;

    /// The row in which the slots of a row are once more, if there is one; it may be the row itself.
    fn twin(&self, row: usize) -> Option<usize>;

    /// The slots of a set where they are in the [twin](Self::twin).
    fn in_twin(&self, set: u64) -> u64;
}
