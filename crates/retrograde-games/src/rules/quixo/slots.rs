//! Moves from slot to slot of Quixo.
//!
//! Moves that stay in the tier are counted and not made, unless the board is close to an image of
//! itself. Of several that take one of a run of like cubes and push it in at the same end, the nearest
//! to that end counts. Those that leave all as it is, with a cube from beside the end, are one.

use std::ops::Range;

use retrograde_core::Outcome;

use super::classes::{Classes, Stretch};
use super::lines::Lines;
use super::ways::{Way, Ways, each};
use crate::slot_moves::distinct;
use crate::{Look, SlotMoves, Told};

/// What there is to know of the slots of a board that has classes.
#[derive(Debug)]
pub(super) struct Slots {
    pub(super) classes: Classes,
    pub(super) pushes: Vec<Way>,
    pub(super) lines: Lines,
    pub(super) ways: Ways,
    /// All squares.
    pub(super) board: u16,
}

impl Slots {
    /// `None` if the board is too large.
    pub(super) fn new(size: u32, pushes: &[Way], lines: &Lines) -> Option<Self> {
        let classes = Classes::new(size)?;
        let board = ((1u32 << (size * size)) - 1) as u16;
        let (pushes, lines, ways) = (pushes.to_vec(), lines.clone(), Ways::new(pushes));
        Some(Slots { classes, pushes, lines, ways, board })
    }

    /// What there is at a slot of a stretch.
    #[inline]
    fn look_at(&self, stretch: &Stretch<'_>, packed: u16, leaving: &mut Vec<u64>) -> Look {
        let index = &self.classes;
        let (own, other) = (stretch.row.own, index.spread(stretch.row, packed));
        if index.least(stretch.row, other) != other {
            return Look::Hole;
        }
        let (mine, theirs) = (u32::from(own), u32::from(other));
        if self.lines.has(mine) {
            return Look::Over(Outcome::Win);
        }
        if self.lines.has(theirs) {
            return Look::Over(Outcome::Lose);
        }
        let (counts, taking) = (stretch.counts, self.ways.of(own));
        let blank = self.ways.of(!(own | other) & self.board);
        let more = index.section(counts.1, counts.0 + 1);
        for way in each(&self.pushes, blank.from & !blank.near) {
            let (own, other) = after(way, mine, theirs);
            leaving.push(index.slot(more, own, other));
        }
        let ways = taking.from & !taking.near;
        let same = ways & taking.beside;
        let ways = ways ^ (same & same.wrapping_sub(1));
        if !index.may_repeat(own, other) {
            return Look::Open { replies: ways.count_ones() as usize };
        }
        // The list serves for the replies as well, for as long as they are counted.
        let (start, section) = (leaving.len(), index.section(counts.1, counts.0));
        for way in each(&self.pushes, ways) {
            let (own, other) = after(way, mine, theirs);
            leaving.push(index.slot(section, own, other));
        }
        let replies = distinct(leaving, start);
        leaving.truncate(start);
        Look::Open { replies }
    }
}

/// The cubes of the next mover after a push, and those of the player who pushed.
#[inline]
pub(super) fn after(way: &Way, own: u32, other: u32) -> (u16, u16) {
    (way.shift(other) as u16, (way.shift(own) | way.to) as u16)
}

impl SlotMoves for Slots {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let index = &self.classes;
        index.stretch(slot).map_or(Look::Hole, |stretch| {
            let packed = stretch.others[(slot - stretch.first) as usize];
            self.look_at(&stretch, packed, leaving)
        })
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let index = &self.classes;
        let Some(stretch) = index.stretch(slot) else { return };
        let packed = stretch.others[(slot - stretch.first) as usize];
        let (own, other) = (stretch.row.own, index.spread(stretch.row, packed));
        let section = index.section(stretch.counts.1, stretch.counts.0);
        let (start, mut same) = (before.len(), false);
        for way in each(&self.pushes, self.ways.of(other).to) {
            // The cube that was taken showed the symbol of its taker: blank ones are in other tiers.
            let mine = way.shift_back(other.into()) | way.from;
            let theirs = way.shift_back(own.into());
            let stays = way.beside && way.to & mine != 0;
            if way.near & mine != 0
                || stays && same
                || self.lines.has(mine)
                || self.lines.has(theirs)
            {
                continue;
            }
            same |= stays;
            before.push(index.slot(section, mine as u16, theirs as u16));
        }
        if index.may_repeat(own, other) {
            distinct(before, start);
        }
    }

    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        let index = &self.classes;
        let (mut next, mut leaving) = (slots.start, Vec::new());
        while let Some(stretch) = index.stretch(next).filter(|_| next < slots.end) {
            let part = next..slots.end.min(stretch.first + stretch.others.len() as u64);
            next = part.end;
            for slot in part {
                leaving.clear();
                let packed = stretch.others[(slot - stretch.first) as usize];
                match self.look_at(&stretch, packed, &mut leaving) {
                    Look::Hole => {}
                    look => told(slot, look, &leaving),
                }
            }
        }
    }
}
