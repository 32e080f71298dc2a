//! The only pawn on the board, whose square says in which order positions are solved.
//!
//! He never comes back, so that positions are in tiers by the rank he is on, those in which he is nearest to
//! his goal first. Kings who cross the middle of the board mirror it, so that files of the same distance
//! from the edge are one tier.

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::material::Material;
use super::squares::Squares;
use super::symmetry::Turn;

/// Pairs of files that mirror each other.
const FILES: u32 = 4;

/// Ranks that a pawn may be on.
const RANKS: u32 = 6;

/// The only pawn of some men.
#[derive(Clone, Copy, Debug)]
pub(super) struct LonePawn {
    /// Which of the men he is.
    pub(super) man: usize,
    pub(super) color: Color,
    /// What a step to the next tier is worth in numbers.
    pub(super) tier_stride: u32,
    /// What it is worth to be on the other of the two files.
    pub(super) half_stride: u32,
}

impl LonePawn {
    /// How many tiers there are.
    pub(super) const TIERS: u32 = FILES * RANKS;

    /// The only pawn of a material; `None` if there are none or more.
    pub(super) fn of(material: &Material) -> Option<Self> {
        let mut pawns = (0..).zip(material.men()).filter(|(_, man)| man.piece == Piece::Pawn);
        let (man, pawn) = pawns.next()?;
        let color = pawn.color;
        pawns.next().is_none().then_some(LonePawn { man, color, tier_stride: 0, half_stride: 0 })
    }

    /// Whether he is on the other of two files.
    #[inline]
    pub(super) fn is_right(&self, squares: Squares, turn: Turn) -> bool {
        turn.apply(squares.get(self.man)) as u8 & 4 != 0
    }

    /// What his square is worth in a number, once the board has been turned.
    #[inline]
    pub(super) fn worth(&self, squares: Squares, turn: Turn) -> u32 {
        let square = turn.apply(squares.get(self.man)).relative_to(self.color);
        let (file, rank) = (square.file() as u32, square.rank() as u32);
        // He is never on the first rank or the last, but numbers that mean nothing may say so.
        let left = (RANKS - rank.clamp(1, RANKS)) * FILES;
        let (pair, half) = if file < FILES { (file, 0) } else { (7 - file, 1) };
        (left + pair) * self.tier_stride + half * self.half_stride
    }

    /// The tier of a number.
    #[inline]
    pub(super) fn tier(&self, number: u32) -> u32 {
        number / self.tier_stride
    }

    /// His square in a tier, on one of two files.
    #[inline]
    pub(super) fn square(&self, tier: u32, right: bool) -> Square {
        let (pair, rank) = (tier % FILES, RANKS - tier / FILES);
        let file = if right { 7 - pair } else { pair };
        let square = Square::new(File::index(file as usize), Rank::index(rank as usize));
        square.relative_to(self.color)
    }

    /// Whether his next step promotes him.
    pub(super) fn promotes(tier: u32) -> bool {
        tier < FILES
    }

    /// The tiers that his steps lead to.
    pub(super) fn steps(tier: u32) -> impl Iterator<Item = u32> {
        let two = (tier / FILES == RANKS - 1).then(|| tier - 2 * FILES);
        tier.checked_sub(FILES).into_iter().chain(two)
    }
}
