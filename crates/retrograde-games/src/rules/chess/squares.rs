//! The squares of up to five men, in one word.

use std::fmt;

use cozy_chess::{BitBoard, Square};

use super::material::MOST;

/// The squares of the men of an ending in their order, six bits each; zero for men who are not
/// there. A word is changed and compared at once, where single bytes have to be put together first.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Squares(u32);

const EACH: usize = 6;

impl Squares {
    /// No men at all.
    pub(super) const NONE: Squares = Squares(0);

    #[inline]
    pub(super) fn get(self, man: usize) -> Square {
        square_at((self.0 >> (EACH * man)) as u8)
    }

    #[inline]
    pub(super) fn set(&mut self, man: usize, square: Square) {
        let shift = EACH * man;
        self.0 = self.0 & !(63 << shift) | (square as u32) << shift;
    }

    /// Sets the square of a man who had none.
    #[inline]
    pub(super) fn add(&mut self, man: usize, square: Square) {
        self.0 |= (square as u32) << (EACH * man);
    }

    pub(super) fn swap(&mut self, one: usize, other: usize) {
        let (a, b) = (self.get(one), self.get(other));
        self.set(one, b);
        self.set(other, a);
    }

    /// Takes one man out, so that those behind him move up.
    pub(super) fn remove(&mut self, man: usize) {
        let shift = EACH * man;
        let before = self.0 & ((1 << shift) - 1);
        self.0 = before | (self.0 >> (shift + EACH)) << shift;
    }

    /// The squares of some of the men.
    #[inline]
    pub(super) fn of(self, men: impl Iterator<Item = usize>) -> impl Iterator<Item = Square> {
        men.map(move |man| self.get(man))
    }

    #[inline]
    pub(super) fn set_of(self, men: impl Iterator<Item = usize>) -> BitBoard {
        BitBoard(self.of(men).fold(0, |set, square| set | 1 << square as u8))
    }

    /// Whether no two of the first men share a square.
    #[inline]
    pub(super) fn are_distinct(self, men: usize) -> bool {
        // Counting the squares would take longer where the processor cannot be asked to.
        let (mut seen, mut distinct) = (0u64, true);
        for man in 0..men {
            let square = 1 << self.get(man) as u8;
            distinct &= seen & square == 0;
            seen |= square;
        }
        distinct
    }

    /// Which men are on a square, as a set of bits; those who are not there may be among them.
    ///
    /// All men are looked at, wherever the right one is: a guess when to stop would often be wrong.
    #[inline]
    pub(super) fn on(self, square: Square) -> u32 {
        (0..MOST).fold(0, |found, man| found | u32::from(self.get(man) == square) << man)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.of(0..MOST)).finish()
    }
}

/// A square by its number.
#[inline]
pub(super) fn square_at(number: u8) -> Square {
    Square::index(usize::from(number & 63))
}
