//! Games over their index, with their types forgotten: everything is asked by slot.
//!
//! There are many games, and all that solves, builds, checks and writes is compiled once, because it
//! knows them only by this. What is asked is a slot at a time, so that forgetting costs a call for a
//! slot and none for a move.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_core::{Control, Outcome, Stopped};
use retrograde_games::{Game, Part, Section, SlotMoves};

use crate::asking::{self, Look};
use crate::{Row, TableError, Worth};

/// What there is at a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// No position.
    Hole,
    /// A position where the rules end the game, with their verdict.
    Over(Outcome),
    /// A position without a verdict.
    Open,
}

/// A [game](Game) with an index, by its slots. Every game is one.
///
/// ```
/// use retrograde_games::rules::Quixo;
/// use retrograde_table::{Index, Seen};
/// let game: &dyn Index = &Quixo::new(3).unwrap();
/// let (mut walk, mut replies) = (game.walk(), Vec::new());
/// let slots = game.slots().unwrap();
/// assert_eq!(slots, 4_599);
/// // The last slot is the empty board.
/// assert_eq!(walk.settle(slots - 1, &mut replies), Seen::Open);
/// ```
pub trait Index: Sync {
    /// How many slots there are; `None` without an index.
    fn slots(&self) -> Option<u64>;
    /// [`Game::tiers`].
    fn tiers(&self) -> Vec<Range<u64>>;
    /// [`Game::leads_to`].
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>>;
    /// [`Game::leads_to_part`].
    fn leads_to_part(&self, tier: usize, other: usize) -> Option<Range<u64>>;
    /// [`Game::sections`].
    fn sections(&self) -> Vec<Section>;
    /// [`Game::parts`].
    fn parts(&self) -> Vec<Part>;
    /// [`Game::part`].
    fn part(&self, name: &str) -> Option<Box<dyn Index + '_>>;
    /// [`Game::tier_name`] of the position of a slot; `None` where there is no position.
    fn tier_name(&self, slot: u64) -> Option<Option<String>>;
    /// [`Game::slot_moves`].
    fn slot_moves(&self) -> Option<&dyn SlotMoves>;
    /// Whether the game can take moves back: it says so for any position.
    fn has_unmoves(&self) -> bool;
    /// The position of a slot in words; `None` where there is none.
    fn show_slot(&self, slot: u64) -> Option<String>;
    /// The position of a slot with what it is worth and a best move; `None` where there is none.
    ///
    /// # Errors
    /// What `look`, which says what a slot is worth, ends with.
    fn row(&self, slot: u64, look: &mut Look<'_>) -> Result<Option<Row>, TableError>;
    /// What one thread looks at slots with.
    fn walk(&self) -> Box<dyn Walk + '_>;
}

/// Looks at the slots of a game, one after the other, using its memory again and again.
pub trait Walk {
    /// Whether there is a position at a slot, and its verdict.
    fn see(&mut self, slot: u64) -> Seen;
    /// Appends the slots that the moves of a position without a verdict lead to, one for each move.
    fn replies(&mut self, slot: u64, replies: &mut Vec<u64>);
    /// Both: what there is, and replies where the game goes on.
    fn settle(&mut self, slot: u64, replies: &mut Vec<u64>) -> Seen;
    /// As [`settle`](Self::settle), one reply at a time for as long as `go_on` says so.
    fn visit(&mut self, slot: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Seen;
    /// As [`settle`](Self::settle), with the slot that the position is numbered by, which should be the
    /// same.
    fn recount(&mut self, slot: u64, replies: &mut Vec<u64>) -> (Seen, u64);
    /// Appends the slots from which a move leads to this one, with repetitions.
    fn before(&mut self, slot: u64, before: &mut Vec<u64>);
}

/// How many moves there are in the index, counting those as one that lead from one slot to another.
pub(crate) fn edges(game: &dyn Index, control: &Control<'_>) -> Result<u64, Stopped> {
    const CHUNK: u64 = 1 << 10;
    let slots = game.slots().unwrap_or(0);
    let edges = AtomicU64::new(0);
    control.threads.share(slots.div_ceil(CHUNK) as usize, &|chunks| {
        let (mut walk, mut replies) = (game.walk(), Vec::new());
        for chunk in chunks {
            if control.is_stopped() {
                return;
            }
            let begin = chunk as u64 * CHUNK;
            let degree = |slot| {
                replies.clear();
                walk.settle(slot, &mut replies);
                replies.sort_unstable();
                replies.dedup();
                replies.len() as u64
            };
            edges.fetch_add((begin..(begin + CHUNK).min(slots)).map(degree).sum(), Relaxed);
        }
    });
    control.check().map(|()| edges.into_inner())
}

impl<G: Game> Index for G {
    fn slots(&self) -> Option<u64> {
        Game::slots(self)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        Game::tiers(self)
    }

    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        Game::leads_to(self, tier)
    }

    fn leads_to_part(&self, tier: usize, other: usize) -> Option<Range<u64>> {
        Game::leads_to_part(self, tier, other)
    }

    fn sections(&self) -> Vec<Section> {
        Game::sections(self)
    }

    fn parts(&self) -> Vec<Part> {
        Game::parts(self)
    }

    fn part(&self, name: &str) -> Option<Box<dyn Index + '_>> {
        Some(Box::new(Game::part(self, name)?))
    }

    fn tier_name(&self, slot: u64) -> Option<Option<String>> {
        self.unrank(slot).map(|position| Game::tier_name(self, &position))
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        Game::slot_moves(self)
    }

    fn has_unmoves(&self) -> bool {
        let first = || (0..Game::slots(self)?).find_map(|slot| self.unrank(slot));
        let position = self.start().or_else(first);
        position.is_some_and(|position| self.unmoves(&position, &mut Vec::new()))
    }

    fn show_slot(&self, slot: u64) -> Option<String> {
        self.unrank(slot).map(|position| Game::show(self, &position))
    }

    fn row(&self, slot: u64, look: &mut Look<'_>) -> Result<Option<Row>, TableError> {
        let worth = asking::look_at(slot, look)?;
        match self.unrank(slot).filter(|_| worth != Worth::Hole) {
            Some(position) => asking::row(self, &position, worth, look).map(Some),
            None => Ok(None),
        }
    }

    fn walk(&self) -> Box<dyn Walk + '_> {
        Box::new(ByPositions { game: self, moves: Vec::new(), before: Vec::new() })
    }
}

/// Looks at slots by way of positions.
struct ByPositions<'g, G: Game> {
    game: &'g G,
    moves: Vec<G::Move>,
    before: Vec<G::Position>,
}

impl<G: Game> ByPositions<'_, G> {
    fn position(&self, slot: u64) -> Result<G::Position, Seen> {
        let position = self.game.unrank(slot).ok_or(Seen::Hole)?;
        match self.game.verdict(&position) {
            Some(verdict) => Err(Seen::Over(verdict)),
            None => Ok(position),
        }
    }

    fn append(&mut self, position: &G::Position, replies: &mut Vec<u64>) {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        for chosen in &self.moves {
            replies.push(self.game.rank(&self.game.play(position, chosen)));
        }
    }
}

impl<G: Game> Walk for ByPositions<'_, G> {
    fn see(&mut self, slot: u64) -> Seen {
        self.position(slot).map_or_else(|seen| seen, |_| Seen::Open)
    }

    fn replies(&mut self, slot: u64, replies: &mut Vec<u64>) {
        if let Some(position) = self.game.unrank(slot) {
            self.append(&position, replies);
        }
    }

    fn settle(&mut self, slot: u64, replies: &mut Vec<u64>) -> Seen {
        match self.position(slot) {
            Err(seen) => seen,
            Ok(position) => {
                self.append(&position, replies);
                Seen::Open
            }
        }
    }

    fn visit(&mut self, slot: u64, go_on: &mut dyn FnMut(u64) -> bool) -> Seen {
        match self.position(slot) {
            Err(seen) => seen,
            Ok(position) => {
                self.moves.clear();
                self.game.moves(&position, &mut self.moves);
                let to = |chosen| self.game.rank(&self.game.play(&position, chosen));
                self.moves.iter().all(|chosen| go_on(to(chosen)));
                Seen::Open
            }
        }
    }

    fn recount(&mut self, slot: u64, replies: &mut Vec<u64>) -> (Seen, u64) {
        let Some(position) = self.game.unrank(slot) else { return (Seen::Hole, slot) };
        let ranked = self.game.rank(&position);
        match self.game.verdict(&position) {
            Some(verdict) => (Seen::Over(verdict), ranked),
            None => {
                self.append(&position, replies);
                (Seen::Open, ranked)
            }
        }
    }

    fn before(&mut self, slot: u64, before: &mut Vec<u64>) {
        let Some(position) = self.game.unrank(slot) else { return };
        self.before.clear();
        self.game.unmoves(&position, &mut self.before);
        before.extend(self.before.iter().map(|earlier| self.game.rank(earlier)));
    }
}
