//! Moves from slot to slot, for games that find them faster than by way of positions.

use std::ops::Range;

use retrograde_core::Outcome;

use crate::Rows;

/// Who is told what there is at a slot, and to which slots outside its tier moves lead from there.
pub type Told<'a> = dyn FnMut(u64, Look, &[u64]) + 'a;

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

    /// [Looks](Self::look) at slots in their order and tells what there is, slots without a position
    /// left out. What neighbours have in common need be found only once, so that this is worth having
    /// where a position is more easily made from the one before than from its slot.
    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        let mut leaving = Vec::new();
        for slot in slots {
            leaving.clear();
            match self.look(slot, &mut leaving) {
                Look::Hole => {}
                look => told(slot, look, &leaving),
            }
        }
    }

    /// Which moves are left out of all that is said here.
    fn gifts(&self) -> Gifts {
        Gifts::Counted
    }

    /// The same moves with none left out, for whoever must see them all, where the game has these as well.
    fn counted(&self) -> Option<&dyn SlotMoves> {
        None
    }

    /// The moves of a tier by whole rows of slots, if the game knows them. They are not asked for where
    /// [all gifts are left out](Gifts::LeftOut).
    fn rows(&self, tier: Range<u64>) -> Option<Box<dyn Rows + '_>> {
        let _ = tier;
        None
    }
}

impl<T: SlotMoves + ?Sized> SlotMoves for &T {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        (**self).look(slot, leaving)
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        (**self).before(slot, before);
    }

    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        (**self).look_along(slots, told);
    }

    fn gifts(&self) -> Gifts {
        (**self).gifts()
    }

    fn counted(&self) -> Option<&dyn SlotMoves> {
        (**self).counted()
    }

    fn rows(&self, tier: Range<u64>) -> Option<Box<dyn Rows + '_>> {
        (**self).rows(tier)
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
    /// A position without a verdict, all moves of which give the game away, where such moves are
    /// [left out](SlotMoves::gifts).
    GivesAway {
        /// How far off the loss is: one move if whatever is done ends the game, or else two.
        distance: u32,
    },
    /// A position without a verdict from which a move leads to one that is lost, by its verdict or for
    /// want of moves. It is only said where [all gifts are left out](Gifts::LeftOut).
    WinsAtOnce,
}

/// What is done about moves that give the game away: after them, the other player wins at once or has won.
///
/// The last moves of a game are most of all moves in some, and easily seen on the board. Where they are left
/// out, nobody need find the slots that they lead to.
///
/// ```
/// use retrograde_games::rules::Quixo;
/// use retrograde_games::{Game, Gifts, Look};
/// let game = Quixo::new(3).unwrap();
/// let (slots, mut leaving) = (game.slot_moves().unwrap(), Vec::new());
/// assert_eq!(slots.gifts(), Gifts::LeftOut);
/// // Two in a row, and a third can be pushed in beside them.
/// let position = game.parse(".xx/o../..o")?;
/// assert_eq!(slots.look(game.rank(&position), &mut leaving), Look::WinsAtOnce);
/// assert!(leaving.is_empty());
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gifts {
    /// They are moves like others.
    Counted,
    /// Left out are those within the tier to a slot from which a move out of it leads to a verdict that
    /// is lost. No look counts them, and there is nothing before such a slot. A game with verdicts that win
    /// must not do that.
    LeftOutWithin,
    /// Left out are all, which lead to a verdict that is won or to a slot that
    /// [wins at once](Look::WinsAtOnce). No look counts them, nor says where they lead. There is nothing
    /// before slots where somebody has won, or wins at once, or has no moves; and slots that win at once
    /// need not be among those before others.
    LeftOut,
}

/// Leaves each slot of the list from `start` there once; how many these are.
pub(crate) fn distinct(list: &mut Vec<u64>, start: usize) -> usize {
    list[start..].sort_unstable();
    let mut kept = start;
    for at in start..list.len() {
        if kept == start || list[kept - 1] != list[at] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
    kept - start
}
