//! The dense index of an ending: a number for every position of every kind of material.
//!
//! A kind of material has a table: who is to move, then the pair of kings that stands for others by
//! symmetry, then the squares of the other men, with men that are alike counted as sets of squares. Where
//! there is just one pawn his rank and distance from the edge come before all that, and the side on which
//! he is after the kings.
//! Where both sides have pawns, positions in which one can be taken in passing follow in a part of
//! their own, as the pair of pawns, the kings and what is left. Slots in which men share a square,
//! the player not to move is in check, or that stand for no others by symmetry, are empty.

use std::ops::Range;

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::ending::{Ending, pushed};
use super::kinds::{Kind, KindId, Kinds};
use super::lone_pawn::LonePawn;
use super::numbers::Numbers;
use super::squares::{Squares, square_at};
use super::symmetry::Turn;

/// Pairs of neighbouring files, with the pawn that can be taken on the left or on the right.
const PASSING_PAIRS: u32 = 14;

/// The part of the index for one kind of material.
#[derive(Clone, Debug)]
pub(super) struct EndingIndex {
    pub(super) kind: KindId,
    first: u64,
    /// One where the colours can be changed so that White is to move.
    sides: u32,
    /// The positions of either side to move without a pawn to take in passing.
    pub(super) numbers: Numbers,
    /// How many slots there are for either side with one.
    passing: u32,
}

impl EndingIndex {
    /// The table of a kind of material, whose slots begin with `first`.
    pub(super) fn new(kinds: &Kinds, kind: KindId, first: u64) -> Self {
        let material = kinds.get(kind).material();
        let left = material.len().saturating_sub(4) as u32;
        EndingIndex {
            kind,
            first,
            sides: if kinds.get(kind).flip == kind { 1 } else { 2 },
            numbers: Numbers::new(material),
            passing: match kinds.get(kind).passing {
                true => PASSING_PAIRS * 32 * 64 * 64u32.pow(left),
                false => 0,
            },
        }
    }

    pub(super) fn slots(&self) -> Range<u64> {
        let passing = u64::from(self.sides) * u64::from(self.passing);
        self.first..self.first + self.plain_slots() + passing
    }

    /// The slots in the order of solving: all at once, or as the only pawn goes on.
    pub(super) fn tiers(&self) -> impl Iterator<Item = Range<u64>> {
        let Range { start, end } = self.slots();
        let each = (end - start) / self.tier_count();
        (0..self.tier_count()).map(move |tier| start + tier * each..start + (tier + 1) * each)
    }

    fn tier_count(&self) -> u64 {
        self.numbers.lone_pawn().map_or(1, |_| u64::from(LonePawn::TIERS))
    }

    /// How many of them, the first ones, have no pawn to take in passing.
    pub(super) fn plain_slots(&self) -> u64 {
        self.tier_count() * u64::from(self.sides) * u64::from(self.numbers.len())
    }

    /// The slots by who is to move; `None` stands for either, where the colours can be changed.
    pub(super) fn by_mover(&self) -> Vec<(Option<Color>, Vec<Range<u64>>)> {
        let (plain, passing) = (u64::from(self.numbers.len()), u64::from(self.passing));
        let slots = |side: u64| {
            let tiers = (0..self.tier_count()).map(|tier| {
                let first = self.first + (tier * u64::from(self.sides) + side) * plain;
                first..first + plain
            });
            let second = self.first + self.plain_slots() + side * passing;
            tiers.chain(std::iter::once(second..second + passing)).collect()
        };
        match self.sides {
            1 => vec![(None, slots(0))],
            _ => vec![(Some(Color::White), slots(0)), (Some(Color::Black), slots(1))],
        }
    }

    /// The slot of a position of this table's material, in one of the two ways to colour it.
    #[inline]
    pub(super) fn rank(&self, kinds: &Kinds, ending: &Ending) -> u64 {
        let ending = if self.flips(ending) { &kinds.flip(ending) } else { ending };
        let side = ending.turn as u64;
        if let Some(file) = ending.en_passant {
            let turn = self.numbers.kings(ending.squares).turn;
            let number = self.passing_number(kinds.get(self.kind), ending, file, turn);
            return self.first
                + self.plain_slots()
                + side * u64::from(self.passing)
                + u64::from(number);
        }
        let number = self.numbers.number(ending.squares);
        self.first + side * u64::from(self.numbers.len()) + u64::from(number)
    }

    /// Whether the colours of a position are exchanged to number it.
    #[inline]
    pub(super) fn flips(&self, ending: &Ending) -> bool {
        ending.kind != self.kind || self.sides == 1 && ending.turn == Color::Black
    }

    /// The slot from which plain positions with this player to move are numbered, and whether their
    /// colours are exchanged for that.
    #[inline]
    pub(super) fn side(&self, turn: Color) -> (u64, bool) {
        match (turn, self.sides) {
            (Color::White, _) => (self.first, false),
            (Color::Black, 1) => (self.first, true),
            (Color::Black, _) => (self.first + u64::from(self.numbers.len()), false),
        }
    }

    /// The men of a slot, if no pawn can be taken in passing there, with their number. They may share
    /// squares, and the player not to move be in check.
    #[inline]
    pub(super) fn plain(&self, slot: u64) -> Option<(Ending, u32)> {
        let slot_here = slot - self.first;
        if slot_here >= self.plain_slots() {
            return None;
        }
        // Tiers have as many slots as their numbers are apart.
        let tier = match self.numbers.lone_pawn() {
            Some(pawn) => pawn.tier(slot_here as u32) * pawn.tier_stride,
            None => 0,
        };
        let (turn, number) = split(slot_here - u64::from(tier), self.numbers.len());
        let number = tier + number;
        let squares = self.numbers.men(number);
        Some((Ending { kind: self.kind, turn, en_passant: None, squares }, number))
    }

    /// The position of a slot.
    pub(super) fn unrank(&self, kinds: &Kinds, slot: u64) -> Option<Ending> {
        let kind = kinds.get(self.kind);
        if let Some((ending, number)) = self.plain(slot) {
            let whole =
                ending.is_legal(kind) && self.numbers.stands_for_others(ending.squares, number);
            return whole.then_some(ending);
        }
        let (side, number) = split(slot - self.first - self.plain_slots(), self.passing);
        let ending = self.passing_men(kind, side, number)?;
        (ending.is_legal(kind) && self.rank(kinds, &ending) == slot).then_some(ending)
    }

    /// The number of a position in which the pawn on a file can be taken in passing. Where two
    /// pawns can take it, the one on the left counts.
    fn passing_number(&self, kind: &Kind, ending: &Ending, file: File, turn: Turn) -> u32 {
        let file = if turn.mirrors_files() { file.flip() } else { file };
        let mut turned = *ending;
        for man in 0..kind.len() {
            turned.squares.set(man, turn.apply(ending.squares.get(man)));
        }
        let target = pushed(file, ending.turn);
        let beside = |offset: i8| {
            let square = target.try_offset(offset, 0)?;
            turned.pawn_on(kind, ending.turn, square)
        };
        let Some(pawn) = beside(-1).or_else(|| beside(1)) else { return 0 };
        let taken = turned.pawn_on(kind, !ending.turn, target);
        let taker = turned.squares.get(pawn).file() as u32;
        let pair = 2 * taker.min(file as u32) + u32::from(taker < file as u32);
        let (white, black) = (turned.squares.get(0) as u32, kind.side(Color::Black).start);
        let mut number = pair * 32 + (white >> 3) * 4 + (white & 3);
        number = number * 64 + turned.squares.get(black) as u32;
        for man in (1..kind.len()).filter(|&man| man != black && man != pawn && Some(man) != taken)
        {
            number = number * 64 + turned.squares.get(man) as u32;
        }
        number
    }

    /// The position that such a number means, if it means one.
    fn passing_men(&self, kind: &Kind, turn: Color, mut number: u32) -> Option<Ending> {
        let pawn_of =
            |color: Color| kind.side(color).find(|&man| kind.man(man).piece == Piece::Pawn);
        let (pawn, taken) = (pawn_of(turn)?, pawn_of(!turn)?);
        let black = kind.side(Color::Black).start;
        let mut squares = Squares::NONE;
        for man in (1..kind.len()).rev().filter(|&man| man != black && man != pawn && man != taken)
        {
            squares.set(man, square_at((number % 64) as u8));
            number /= 64;
        }
        squares.set(black, square_at((number % 64) as u8));
        number /= 64;
        let white = (number % 32) as u8;
        squares.set(0, square_at((white >> 2) << 3 | white & 3));
        let pair = number / 32;
        let (left, right) =
            (File::try_index(pair as usize / 2)?, File::try_index(pair as usize / 2 + 1)?);
        let (file, taker) = if pair % 2 == 1 { (right, left) } else { (left, right) };
        let rank = Rank::Fifth.relative_to(turn);
        squares.set(pawn, Square::new(taker, rank));
        squares.set(taken, Square::new(file, rank));
        kind.settle(&mut squares);
        Some(Ending { kind: self.kind, turn, en_passant: Some(file), squares })
    }
}

/// Who is to move, and the number within the slots for that.
fn split(slot: u64, each: u32) -> (Color, u32) {
    match slot.checked_sub(u64::from(each)) {
        Some(rest) => (Color::Black, rest as u32),
        None => (Color::White, slot as u32),
    }
}
