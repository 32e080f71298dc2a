//! Moves from slot to slot of Quixo.
//!
//! Moves that stay in the tier are counted and not made, unless the board is close to an image of
//! itself. Of several that take one of a run of like cubes and push it in at the same end, the nearest
//! to that end counts. Those that leave all as it is, with a cube from beside the end, are one.

use std::ops::Range;

use retrograde_core::Outcome;

use super::classes::{Classes, Stretch};
use super::{Quixo, Way};
use crate::slot_moves::distinct;
use crate::{Look, SlotMoves, Told};

/// For sets of squares the ways to push that have to do with them, by the sets' first eight squares and
/// by the others. Ways are bits by their numbers, of which there are at most 32.
#[derive(Clone, Debug)]
pub(super) struct Ways([Vec<Touched>; 2]);

/// The ways that have to do with a set of squares.
#[derive(Clone, Copy, Debug)]
struct Touched {
    /// Those that take a cube from there.
    from: u32,
    /// Those for which the next cube towards the end would do as well, if it is from there.
    near: u32,
    /// Those that push it in there.
    to: u32,
    /// Those that push it in there from beside.
    beside: u32,
}

impl Ways {
    pub(super) fn new(pushes: &[Way]) -> Self {
        let all = |is: &dyn Fn(&Way) -> bool| {
            pushes.iter().zip(0..).fold(0, |all, (way, nth)| all | u32::from(is(way)) << nth)
        };
        Ways([0, 8].map(|shift| {
            let touched = |set: u32| Touched {
                from: all(&|way| way.from & set << shift != 0),
                near: all(&|way| way.near & set << shift != 0),
                to: all(&|way| way.to & set << shift != 0),
                beside: all(&|way| way.beside && way.to & set << shift != 0),
            };
            (0..1 << 8).map(touched).collect()
        }))
    }

    #[inline]
    fn of(&self, set: u16) -> Touched {
        let (a, b) = (self.0[0][usize::from(set & 0xff)], self.0[1][usize::from(set >> 8)]);
        Touched {
            from: a.from | b.from,
            near: a.near | b.near,
            to: a.to | b.to,
            beside: a.beside | b.beside,
        }
    }
}

/// The ways of a set, the first one first.
#[inline]
fn each(pushes: &[Way], mut set: u32) -> impl Iterator<Item = &Way> {
    std::iter::from_fn(move || {
        let way = pushes.get(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(way)
    })
}

impl Quixo {
    /// What there is at a slot of a stretch.
    #[inline]
    fn look_at(
        &self,
        index: &Classes,
        stretch: &Stretch<'_>,
        packed: u16,
        leaving: &mut Vec<u64>,
    ) -> Look {
        let (own, other) = (stretch.row.own, index.spread(stretch.row, packed));
        if index.least(stretch.row, other) != other {
            return Look::Hole;
        }
        let (mine, theirs) = (u32::from(own), u32::from(other));
        if self.is_lined(mine) {
            return Look::Over(Outcome::Win);
        }
        if self.is_lined(theirs) {
            return Look::Over(Outcome::Lose);
        }
        let (counts, taking) = (stretch.counts, self.ways.of(own));
        let blank = self.ways.of(!(own | other) & self.board());
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
fn after(way: &Way, own: u32, other: u32) -> (u16, u16) {
    (way.shift(other) as u16, (way.shift(own) | way.to) as u16)
}

impl SlotMoves for Quixo {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let Some(index) = self.classes() else { return Look::Hole };
        index.stretch(slot).map_or(Look::Hole, |stretch| {
            let packed = stretch.others[(slot - stretch.first) as usize];
            self.look_at(index, &stretch, packed, leaving)
        })
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let Some(index) = self.classes() else { return };
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
            if way.near & mine != 0 || stays && same || self.is_lined(mine) || self.is_lined(theirs)
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
        let Some(index) = self.classes() else { return };
        let (mut next, mut leaving) = (slots.start, Vec::new());
        while let Some(stretch) = index.stretch(next).filter(|_| next < slots.end) {
            let part = next..slots.end.min(stretch.first + stretch.others.len() as u64);
            next = part.end;
            for slot in part {
                leaving.clear();
                let packed = stretch.others[(slot - stretch.first) as usize];
                match self.look_at(index, &stretch, packed, &mut leaving) {
                    Look::Hole => {}
                    look => told(slot, look, &leaving),
                }
            }
        }
    }
}
