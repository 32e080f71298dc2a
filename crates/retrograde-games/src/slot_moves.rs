//! Moves from slot to slot, for games that find them faster than by way of positions.

use retrograde_core::Outcome;

/// What a [game](crate::Game) with an index can say about its slots without making positions of
/// them. It is all that solving over the index needs, so it is worth having where that takes long:
/// what [`Game`](crate::Game) says by the methods that it must have is still what counts, and
/// [`kit::check`](crate::kit::check) tests that this is the same.
///
/// ```
/// use retrograde_games::rules::Chess;
/// use retrograde_games::{Game, Look};
/// let game = Chess::new("KQvK")?;
/// let position = game.parse("k7/8/1K6/8/8/8/8/2Q5 w - -")?;
/// let (slots, mut leaving) = (game.slot_moves().unwrap(), Vec::new());
/// // Of 27 moves, two lead to positions that are the same by symmetry.
/// assert_eq!(slots.look(game.rank(&position), &mut leaving), Look::Open { replies: 26 });
/// assert!(leaving.is_empty());
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
pub trait SlotMoves: Sync {
    /// Looks at a slot: whether it stands for a position, and how many moves that has. Appends the
    /// slots outside its [tier](crate::Game::tiers) that moves lead to, any number of times.
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look;

    /// Appends the slots of the same tier from which a move leads to this one, each once. There may
    /// be slots among them that stand for no position. It is not asked for such slots itself.
    fn before(&self, slot: u64, before: &mut Vec<u64>);
}

impl<T: SlotMoves + ?Sized> SlotMoves for &T {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        (**self).look(slot, leaving)
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        (**self).before(slot, before);
    }
}

/// What there is at a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// No position.
    Hole,
    /// A position where the rules end the game, with their verdict.
    Over(Outcome),
    /// A position without a verdict.
    Open {
        /// How many different slots of the same tier the moves lead to.
        replies: usize,
    },
}
