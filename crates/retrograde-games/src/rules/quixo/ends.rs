//! Moves from slot to slot of Quixo, without those that give the game away.
//!
//! Whether a push makes a line of either player's cubes is seen by these alone. So two tables tell which
//! ways win at once; most positions of a full board have one, and most moves of others lead to such
//! positions. Their slots need not be found.

use std::ops::Range;
use std::sync::Arc;

use retrograde_core::Outcome;

use super::classes::{Classes, Stretch};
use super::slots::{Slots, after};
use super::ways::each;
use crate::slot_moves::distinct;
use crate::{Gifts, Look, SlotMoves, Told};

/// The slots of a board, with the ways that end the game.
#[derive(Clone, Debug)]
pub(super) struct Sparing {
    slots: Arc<Slots>,
    ends: Arc<Ends>,
}

/// What comes of ways to push, as bits, by the sets of cubes before.
#[derive(Debug)]
struct Ends {
    /// By the mover's cubes: the ways after which these hold a line.
    lined: Vec<u32>,
    /// By the other player's: the ways that take none of these and leave them without a line.
    safe: Vec<u32>,
}

impl Ends {
    fn new(slots: &Slots) -> Self {
        let all = 0..=u32::from(slots.board);
        let (mut lined, mut safe) = (Vec::new(), Vec::new());
        for cubes in all {
            let (mut lines, mut without) = (0, 0);
            for (way, nth) in slots.pushes.iter().zip(0..) {
                let moved = way.shift(cubes);
                let is_safe = way.from & cubes == 0 && !slots.lines.has(moved);
                lines |= u32::from(slots.lines.has(moved | way.to)) << nth;
                without |= u32::from(is_safe) << nth;
            }
            lined.push(lines);
            safe.push(without);
        }
        Ends { lined, safe }
    }

    /// Whether the mover makes a line, and none for the other player.
    #[inline(always)]
    fn is_won(&self, own: u16, other: u16) -> bool {
        self.lined[usize::from(own)] & self.safe[usize::from(other)] != 0
    }
}

/// What all positions of a stretch have in common.
struct Mine {
    is_lined: bool,
    /// The ways that make a line.
    lined: u32,
    /// The ways that take a cube of the mover's, one of those that come to the same.
    staying: u32,
}

impl Sparing {
    pub(super) fn new(slots: Arc<Slots>) -> Self {
        let ends = Arc::new(Ends::new(&slots));
        Sparing { slots, ends }
    }

    pub(super) fn classes(&self) -> &Classes {
        &self.slots.classes
    }

    fn mine(&self, own: u16) -> Mine {
        let taking = self.slots.ways.of(own);
        let ways = taking.from & !taking.near;
        let same = ways & taking.beside;
        Mine {
            is_lined: self.slots.lines.has(own.into()),
            lined: self.ends.lined[usize::from(own)],
            staying: ways ^ (same & same.wrapping_sub(1)),
        }
    }

    /// What there is at a slot of a stretch.
    #[inline]
    fn look_at(
        &self,
        stretch: &Stretch<'_>,
        mine: &Mine,
        packed: u16,
        leaving: &mut Vec<u64>,
    ) -> Look {
        let Slots { classes, pushes, lines, ways, board } = &*self.slots;
        let (own, other) = (stretch.row.own, classes.spread(stretch.row, packed));
        if classes.least(stretch.row, other) != other {
            return Look::Hole;
        }
        if mine.is_lined {
            return Look::Over(Outcome::Win);
        }
        if lines.has(other.into()) {
            return Look::Over(Outcome::Lose);
        }
        let safe = self.ends.safe[usize::from(other)];
        if mine.lined & safe != 0 {
            return Look::WinsAtOnce;
        }
        let blank = ways.of(!(own | other) & board);
        let (counts, start) = (stretch.counts, leaving.len());
        let mut distance = 1;
        let more = classes.section(counts.1, counts.0 + 1);
        for way in each(pushes, safe & blank.from & !blank.near) {
            let (own, other) = after(way, own.into(), other.into());
            match self.ends.is_won(own, other) {
                true => distance = 2,
                false => leaving.push(classes.slot(more, own, other)),
            }
        }
        let mut replies = 0;
        for way in each(pushes, safe & mine.staying) {
            let (own, other) = after(way, own.into(), other.into());
            match self.ends.is_won(own, other) {
                true => distance = 2,
                false => replies += 1,
            }
        }
        if replies == 0 && leaving.len() == start {
            let all = ways.of(!other & board).from;
            return if all == 0 { Look::Open { replies } } else { Look::GivesAway { distance } };
        }
        if replies > 1 && classes.may_repeat(own, other) {
            replies = self.different(stretch, mine.staying & safe, other, leaving);
        }
        Look::Open { replies }
    }

    /// How many different slots some ways lead to that leave the tier as it is.
    #[cold]
    fn different(
        &self,
        stretch: &Stretch<'_>,
        staying: u32,
        other: u16,
        list: &mut Vec<u64>,
    ) -> usize {
        let classes = self.classes();
        let (own, start) = (stretch.row.own, list.len());
        let section = classes.section(stretch.counts.1, stretch.counts.0);
        for way in each(&self.slots.pushes, staying) {
            let (own, other) = after(way, own.into(), other.into());
            if !self.ends.is_won(own, other) {
                list.push(classes.slot(section, own, other));
            }
        }
        let replies = distinct(list, start);
        list.truncate(start);
        replies
    }
}

impl SlotMoves for Sparing {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        self.classes().stretch(slot).map_or(Look::Hole, |stretch| {
            let packed = stretch.others[(slot - stretch.first) as usize];
            self.look_at(&stretch, &self.mine(stretch.row.own), packed, leaving)
        })
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let Slots { classes, pushes, lines, ways, .. } = &*self.slots;
        let Some(stretch) = classes.stretch(slot) else { return };
        let packed = stretch.others[(slot - stretch.first) as usize];
        let (own, other) = (stretch.row.own, classes.spread(stretch.row, packed));
        let is_lined = |cubes: u16| lines.has(cubes.into());
        if is_lined(own) || is_lined(other) || self.ends.is_won(own, other) {
            return;
        }
        let section = classes.section(stretch.counts.1, stretch.counts.0);
        let (start, mut same) = (before.len(), false);
        for way in each(pushes, ways.of(other).to) {
            // The cube that was taken showed the symbol of its taker: blank ones are in other tiers.
            let mine = (way.shift_back(other.into()) | way.from) as u16;
            let theirs = way.shift_back(own.into()) as u16;
            let stays = way.beside && way.to & u32::from(mine) != 0;
            if way.near & u32::from(mine) != 0
                || self.ends.is_won(mine, theirs)
                || stays && same
                || is_lined(mine)
                || is_lined(theirs)
            {
                continue;
            }
            same |= stays;
            before.push(classes.slot(section, mine, theirs));
        }
        if before.len() > start + 1 && classes.may_repeat(own, other) {
            distinct(before, start);
        }
    }

    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        let (mut next, mut leaving) = (slots.start, Vec::new());
        while let Some(stretch) = self.classes().stretch(next).filter(|_| next < slots.end) {
            let part = next..slots.end.min(stretch.first + stretch.others.len() as u64);
            next = part.end;
            let mine = self.mine(stretch.row.own);
            for slot in part {
                leaving.clear();
                let packed = stretch.others[(slot - stretch.first) as usize];
                match self.look_at(&stretch, &mine, packed, &mut leaving) {
                    Look::Hole => {}
                    look => told(slot, look, &leaving),
                }
            }
        }
    }

    fn gifts(&self) -> Gifts {
        Gifts::LeftOut
    }

    fn counted(&self) -> Option<&dyn SlotMoves> {
        Some(&*self.slots)
    }
}
