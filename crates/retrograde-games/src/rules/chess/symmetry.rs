//! The pairs of kings that stand for all others by symmetry, numbered.
//!
//! Without pawns the board can be turned and mirrored in eight ways, so that White's king comes to
//! the triangle a1-d1-d4; with him on the long diagonal, Black's king comes to it or below it.
//! That makes 462 pairs. With pawns only left and right can be exchanged, which makes 1806.

use cozy_chess::Square;

use super::squares::square_at;

/// How many pairs of kings there are without pawns on the board.
pub(super) const PAWNLESS: usize = 462;

/// How many pairs of kings there are with pawns on the board.
pub(super) const WITH_PAWNS: usize = 1806;

/// A way to turn and mirror the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// 7 mirrors left and right, 56 mirrors up and down.
    mirror: u8,
    /// Whether files and ranks change places after that.
    swap: bool,
}

impl Turn {
    /// Where a square comes to.
    #[inline]
    pub(super) fn apply(self, square: Square) -> Square {
        square_at(self.apply_number(square as u8))
    }

    #[inline(always)]
    const fn apply_number(self, square: u8) -> u8 {
        let mirrored = square ^ self.mirror;
        let swapped = mirrored >> 3 | (mirrored & 7) << 3;
        if self.swap { swapped } else { mirrored }
    }

    /// The same, and then a mirror in the long diagonal.
    pub(super) fn swapped(self) -> Self {
        Turn { swap: !self.swap, ..self }
    }

    /// The same after turning the board upside down.
    pub(super) fn after_flip(self) -> Self {
        Turn { mirror: self.mirror ^ 56, ..self }
    }

    pub(super) fn mirrors_files(self) -> bool {
        self.mirror & 7 != 0
    }

    pub(super) fn mirrors_ranks(self) -> bool {
        self.mirror & 56 != 0
    }

    /// Whether files and ranks change places, after the mirrors.
    pub(super) fn swaps(self) -> bool {
        self.swap
    }

    /// The way that changes nothing.
    pub(super) const NONE: Turn = Turn { mirror: 0, swap: false };

    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Turn> {
        let mirrors = [0, 7, 56, 63].into_iter();
        mirrors.flat_map(|mirror| [false, true].map(|swap| Turn { mirror, swap }))
    }
}

/// What two kings come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kings {
    /// The number of the pair that stands for this one.
    pub(super) number: u16,
    /// How the board is turned for that.
    pub(super) turn: Turn,
    /// Whether both are on the long diagonal then, so that it is for the other men to decide on
    /// which side of it they are.
    pub(super) undecided: bool,
}

/// The same in two bytes: moves of kings ask for it all over the table, which should stay in the
/// cache.
#[derive(Clone, Copy, Debug)]
struct Packed(u16);

impl Packed {
    const fn new(kings: Kings) -> Self {
        let Kings { number, turn, undecided } = kings;
        // Each of the bits of a mirror stands for all three.
        let mirror = (turn.mirror & 8) >> 1 | (turn.mirror & 1) << 1;
        let turn = (mirror | turn.swap as u8) as u16;
        assert!(number < 1 << 11);
        Packed(number << 4 | turn << 1 | undecided as u16)
    }

    #[inline(always)]
    const fn unpack(self) -> Kings {
        let bits = self.0 as u8;
        let (up_down, left_right) = (bits >> 3 & 1, bits >> 2 & 1);
        let turn = Turn { mirror: 56 * up_down + 7 * left_right, swap: bits & 2 != 0 };
        Kings { number: self.0 >> 4, turn, undecided: bits & 1 != 0 }
    }
}

/// Numbers for pairs of kings that are not next to each other.
#[derive(Debug)]
pub(super) struct KingPairs<const N: usize> {
    kings: [[Packed; 64]; 64],
    pairs: [(u8, u8); N],
}

impl<const N: usize> KingPairs<N> {
    const fn new() -> Self {
        let nothing = Kings { number: 0, turn: Turn { mirror: 0, swap: false }, undecided: false };
        let mut all = KingPairs { kings: [[Packed::new(nothing); 64]; 64], pairs: [(0, 0); N] };
        let pawns = N == WITH_PAWNS;
        let mut count = 0;
        // Pairs that stand for others come to themselves; they get their numbers first.
        let mut numbering = true;
        loop {
            let mut pair = 0;
            while pair < 64 * 64 {
                let (white, black) = ((pair >> 6) as u8, (pair & 63) as u8);
                let (turn, undecided) = normal(pawns, white, black);
                let (to_white, to_black) = (turn.apply_number(white), turn.apply_number(black));
                let stays = to_white == white && to_black == black;
                if !touch(white, black) && stays == numbering {
                    let number = if numbering {
                        all.pairs[count] = (white, black);
                        count += 1;
                        count as u16 - 1
                    } else {
                        all.kings[to_white as usize][to_black as usize].unpack().number
                    };
                    all.kings[white as usize][black as usize] =
                        Packed::new(Kings { number, turn, undecided });
                }
                pair += 1;
            }
            if !numbering {
                break;
            }
            numbering = false;
        }
        assert!(count == N);
        all
    }

    #[inline]
    pub(super) fn kings(&self, white: Square, black: Square) -> Kings {
        self.kings[white as usize][black as usize].unpack()
    }

    /// The pair that has a number.
    #[inline]
    pub(super) fn pair(&self, number: usize) -> (Square, Square) {
        let (white, black) = self.pairs[number];
        (square_at(white), square_at(black))
    }
}

/// The pairs without pawns on the board.
pub(super) static PAWNLESS_PAIRS: KingPairs<PAWNLESS> = KingPairs::new();

/// The pairs with pawns on the board.
pub(super) static PAIRS_WITH_PAWNS: KingPairs<WITH_PAWNS> = KingPairs::new();

/// The way that brings the kings to where they stand for others, and whether that leaves both on
/// the long diagonal.
const fn normal(pawns: bool, white: u8, black: u8) -> (Turn, bool) {
    let left_right = if white & 7 > 3 { 7 } else { 0 };
    if pawns {
        return (Turn { mirror: left_right, swap: false }, false);
    }
    let mirror = left_right | if white >> 3 > 3 { 56 } else { 0 };
    let (white, black) = (white ^ mirror, black ^ mirror);
    let (white_on, black_on) = (white >> 3 == white & 7, black >> 3 == black & 7);
    let white_above = white >> 3 > white & 7;
    let swap = white_above || white_on && black >> 3 > black & 7;
    (Turn { mirror, swap }, white_on && black_on)
}

const fn touch(one: u8, other: u8) -> bool {
    (one & 7).abs_diff(other & 7) <= 1 && (one >> 3).abs_diff(other >> 3) <= 1
}
