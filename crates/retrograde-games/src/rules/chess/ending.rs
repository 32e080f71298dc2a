//! A position of an ending, and what attacks what in it.

use cozy_chess::{BitBoard, Color, File, Piece, Rank, Square, get_pawn_attacks};

use super::attacks::{hidden, rays, reaches};
use super::kinds::{Kind, KindId};
use super::material::Man;
use super::squares::Squares;

/// A position of an ending: where the men are, who is to move, and whether a pawn can be taken in
/// passing. It belongs to the game that made it.
///
/// Men that are alike are in the order of their squares and a pawn can be taken in passing only
/// where that is legal, so that equal positions are the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    pub(super) kind: KindId,
    pub(super) turn: Color,
    /// The file of the pawn that has just moved two squares and can be taken.
    pub(super) en_passant: Option<File>,
    /// The squares of the men in the order of their material.
    pub(super) squares: Squares,
}

impl Ending {
    /// The man on a square.
    pub(super) fn man_on(&self, kind: &Kind, square: Square) -> Option<Man> {
        let man = self.squares.of(0..kind.len()).position(|other| other == square)?;
        Some(kind.man(man))
    }

    /// The squares of the men of a colour.
    pub(super) fn occupied_by(&self, kind: &Kind, color: Color) -> BitBoard {
        self.squares.set_of(kind.side(color))
    }

    pub(super) fn occupied(&self, kind: &Kind) -> BitBoard {
        self.squares.set_of(0..kind.len())
    }

    pub(super) fn king(&self, kind: &Kind, color: Color) -> Square {
        self.squares.get(kind.side(color).start)
    }

    /// The squares that such a man attacks from a square, with nobody in the way where one of the men
    /// stands, if one is left out.
    #[inline(always)]
    pub(super) fn attacked(
        &self,
        kind: &Kind,
        (man, from): (Man, Square),
        left_out: Option<usize>,
    ) -> BitBoard {
        let mut unseen = BitBoard::EMPTY;
        for other in 0..kind.len() {
            if Some(other) != left_out {
                unseen |= hidden(from, self.squares.get(other));
            }
        }
        rays(man, from) & !unseen
    }

    /// Whether a colour attacks a square where only `occupied` is in the way. Men who stand on
    /// squares that are not occupied attack nothing: they have been taken.
    pub(super) fn attacks(
        &self,
        kind: &Kind,
        color: Color,
        target: Square,
        occupied: BitBoard,
    ) -> bool {
        kind.side(color).any(|man| {
            let from = self.squares.get(man);
            occupied.has(from) && reaches(kind.man(man), from, target, occupied)
        })
    }

    /// Whether the player to move is in check.
    pub(super) fn in_check(&self, kind: &Kind) -> bool {
        let king = self.king(kind, self.turn);
        self.attacks(kind, !self.turn, king, self.occupied(kind))
    }

    /// Whether the men are on squares of their own, no pawn on the first or last rank, and the
    /// player who has just moved is not in check.
    pub(super) fn is_legal(&self, kind: &Kind) -> bool {
        let occupied = self.occupied(kind);
        let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
        let king = self.king(kind, !self.turn);
        self.squares.are_distinct(kind.len())
            && !(0..kind.len())
                .any(|man| kind.man(man).piece == Piece::Pawn && ends.has(self.squares.get(man)))
            && !self.attacks(kind, self.turn, king, occupied)
            && self.en_passant.is_none_or(|file| self.could_pass(kind, file))
    }

    /// Whether the opponent's pawn on this file can just have moved two squares, and can be taken
    /// in passing.
    pub(super) fn could_pass(&self, kind: &Kind, file: File) -> bool {
        self.could_step(kind, file) && self.can_take_in_passing(kind, file)
    }

    /// Whether the opponent's pawn on this file can just have moved two squares.
    pub(super) fn could_step(&self, kind: &Kind, file: File) -> bool {
        let pushed = pushed(file, self.turn);
        let (origin, behind) = (origin(file, self.turn), passed(file, self.turn));
        let occupied = self.occupied(kind);
        if occupied.has(origin) || occupied.has(behind) {
            return false;
        }
        let Some(pawn) = self.pawn_on(kind, !self.turn, pushed) else { return false };
        let mut before = *self;
        before.squares.set(pawn, origin);
        let king = self.king(kind, self.turn);
        !before.attacks(kind, !self.turn, king, before.occupied(kind))
    }

    /// Whether some pawn of the player to move can legally take the pawn that has passed it.
    pub(super) fn can_take_in_passing(&self, kind: &Kind, file: File) -> bool {
        kind.side(self.turn).any(|man| {
            kind.man(man).piece == Piece::Pawn
                && get_pawn_attacks(self.squares.get(man), self.turn).has(passed(file, self.turn))
                && self.takes_in_passing(kind, self.squares.get(man), file)
        })
    }

    /// Whether the king is safe once the pawn on `from` has taken in passing.
    pub(super) fn takes_in_passing(&self, kind: &Kind, from: Square, file: File) -> bool {
        let after = (self.occupied(kind) | passed(file, self.turn).bitboard())
            & !(from.bitboard() | pushed(file, self.turn).bitboard());
        !self.attacks(kind, !self.turn, self.king(kind, self.turn), after)
    }

    pub(super) fn pawn_on(&self, kind: &Kind, color: Color, square: Square) -> Option<usize> {
        kind.side(color)
            .find(|&man| kind.man(man).piece == Piece::Pawn && self.squares.get(man) == square)
    }
}

/// Where a pawn on this file came from that the player to move can take in passing.
pub(super) fn origin(file: File, turn: Color) -> Square {
    Square::new(file, Rank::Seventh.relative_to(turn))
}

/// Where a pawn on this file stands that the player to move can take in passing.
pub(super) fn pushed(file: File, turn: Color) -> Square {
    Square::new(file, Rank::Fifth.relative_to(turn))
}

/// Where the pawn that takes it arrives.
pub(super) fn passed(file: File, turn: Color) -> Square {
    Square::new(file, Rank::Sixth.relative_to(turn))
}
