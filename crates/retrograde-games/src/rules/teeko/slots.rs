//! Moves from slot to slot of Teeko.
//!
//! The moves of a position are counted and not made: they lead to as many slots, unless a turn of the
//! board leaves the other player's men in their places, who are the next mover's.

use std::ops::Range;

use retrograde_core::Outcome;

use super::index::{Index, Row};
use super::{BOARD, MEN, NEAR, Teeko, squares, wins};
use crate::slot_moves::distinct;
use crate::{Look, SlotMoves, Told};

/// How many steps the mover's men have, all of them the same ones for a row of slots.
struct Steps<'a> {
    index: &'a Index,
    row: &'a Row,
    /// On a board without other men.
    all: u32,
    /// For each square that is left, how many men are beside it.
    beside: [u8; 25],
}

impl<'a> Steps<'a> {
    fn new(index: &'a Index, row: &'a Row) -> Self {
        let (mut all, mut beside) = (0, [0; 25]);
        for (beside, &square) in beside.iter_mut().zip(&row.left) {
            *beside = (NEAR[usize::from(square)] & row.own).count_ones() as u8;
        }
        for square in squares(row.own) {
            all += (NEAR[square as usize] & !row.own).count_ones();
        }
        Steps { index, row, all, beside }
    }

    /// What there is where the other men are on these of the squares that are left.
    #[inline]
    fn look(&self, packed: u32, leaving: &mut Vec<u64>) -> Look {
        let Steps { index, row, .. } = *self;
        let (own, other) = (row.own, row.spread(packed));
        if index.least(row, other) != other {
            return Look::Hole;
        }
        if wins(other) {
            return Look::Over(Outcome::Lose);
        }
        let (next, turn) = index.row_of(other);
        if (own | other).count_ones() < 2 * MEN {
            let (men, more) = (index.turned(turn, own), own.count_ones() + 1 - other.count_ones());
            for square in squares(BOARD & !(own | other)) {
                let men = men | index.turned(turn, 1 << square);
                leaving.push(next.slot(index.least(next, men), more));
            }
            return Look::Open { replies: 0 };
        }
        if next.is_plain() {
            let stopped: u32 =
                squares(packed).map(|nth| u32::from(self.beside[nth as usize])).sum();
            return Look::Open { replies: (self.all - stopped) as usize };
        }
        // The list serves for the replies as well, for as long as they are counted.
        let outside = leaving.len();
        for from in squares(own) {
            for to in squares(NEAR[from as usize] & BOARD & !(own | other)) {
                let men = index.turned(turn, own ^ (1 << from | 1 << to));
                leaving.push(next.slot(index.least(next, men), 0));
            }
        }
        let replies = distinct(leaving, outside);
        leaving.truncate(outside);
        Look::Open { replies }
    }
}

impl SlotMoves for Teeko {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let Some(stretch) = self.index.stretch(slot).filter(|stretch| !stretch.row.hole) else {
            return Look::Hole;
        };
        let packed = stretch.others[(slot - stretch.first) as usize];
        Steps::new(&self.index, stretch.row).look(packed, leaving)
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let Some(stretch) = self.index.stretch(slot) else { return };
        let own = stretch.row.own;
        let other = stretch.row.spread(stretch.others[(slot - stretch.first) as usize]);
        let men = own | other;
        if men.count_ones() < 2 * MEN {
            return;
        }
        let start = before.len();
        for to in squares(other) {
            for from in squares(NEAR[to as usize] & BOARD & !men) {
                let (row, turn) = self.index.row_of(other ^ (1 << from | 1 << to));
                if !row.hole {
                    let image = self.index.least(row, self.index.turned(turn, own));
                    before.push(row.slot(image, 0));
                }
            }
        }
        if !stretch.row.is_plain() {
            distinct(before, start);
        }
    }

    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        let (mut next, mut leaving) = (slots.start, Vec::new());
        while let Some(stretch) = self.index.stretch(next).filter(|_| next < slots.end) {
            let part = next..slots.end.min(stretch.first + stretch.others.len() as u64);
            next = part.end;
            if stretch.row.hole {
                continue;
            }
            let steps = Steps::new(&self.index, stretch.row);
            for slot in part {
                leaving.clear();
                match steps.look(stretch.others[(slot - stretch.first) as usize], &mut leaving) {
                    Look::Hole => {}
                    look => told(slot, look, &leaving),
                }
            }
        }
    }
}
