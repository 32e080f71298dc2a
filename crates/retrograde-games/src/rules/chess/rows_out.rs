//! Moves of whole rows that leave the tier: captures, promotions, and steps of an only pawn.
//!
//! What follows is mostly a row of another ending, whose slots are as far apart for each square of the
//! last man. Nobody asks whether a move leaves a king in check, here neither.

use cozy_chess::{BitBoard, Color, Move, Piece, Rank, Square, get_between_rays, get_king_moves};

use super::ending::Ending;
use super::material::PROMOTIONS;
use super::moves::play;
use super::rows::{EndingRows, Row, attacked};
use super::sets::origins;
use super::squares::square_at;

impl EndingRows<'_> {
    /// Appends the slots that such moves lead to from slots of a set, each with its place.
    pub(super) fn leave(&self, row: usize, set: u64, leaving: &mut Vec<(u32, u64)>) {
        let row = self.row(row);
        let (us, kind) = (row.turn, self.kind);
        let (own, enemies) = (kind.side(us), kind.side(!us).skip(1));
        let enemies = enemies.filter(|&man| man != self.last).map(|man| row.squares.get(man));
        let enemies = enemies.fold(BitBoard::EMPTY, |all, square| all | square.bitboard());
        let enemy_king = row.squares.get(kind.side(!us).start);
        for at in own.clone().filter(|&at| at != self.last) {
            let (man, from) = (kind.man(at), row.squares.get(at));
            let mut attacked = attacked(&row, man, from);
            if at == own.start {
                attacked &= !get_king_moves(enemy_king);
            }
            let mut targets = attacked & enemies;
            if man.piece == Piece::Pawn {
                let steps = self.steps(&row, man, from, false);
                targets |= if kind.lone_pawn { steps } else { BitBoard::EMPTY };
                targets |= promotion(&row, from) & !row.taken;
            }
            for to in targets {
                let in_the_way = get_between_rays(from, to) | to.bitboard();
                self.go(&row, (from, to), set & !in_the_way.0, leaving);
            }
            if kind.man(self.last).color != us {
                self.take_last(&row, from, set & attacked.0, leaving);
            }
        }
        let last = kind.man(self.last);
        if last.color == us {
            for to in enemies {
                let set = set & origins(last, to.bitboard().0, row.taken.0);
                self.take_with_last(&row, to, set, leaving);
            }
        }
    }

    /// The position of a row with the last man on a square.
    fn position(&self, row: &Row, last: Square) -> Ending {
        let mut squares = row.squares;
        squares.set(self.last, last);
        Ending { kind: self.table.kind, turn: row.turn, en_passant: None, squares }
    }

    /// What a man makes of a position who moves from one square to another: all that he may become there.
    fn after(
        &self,
        row: &Row,
        last: Square,
        (from, to): (Square, Square),
    ) -> impl Iterator<Item = Ending> {
        let ending = self.position(row, last);
        let man = (ending.squares.on(from) & self.kind.side_bits(row.turn)).trailing_zeros();
        let is_pawn = self.kind.man(man as usize).piece == Piece::Pawn;
        let promotes = is_pawn && to.rank() == Rank::Eighth.relative_to(row.turn);
        let pieces = PROMOTIONS.into_iter().map(Some).filter(move |_| promotes);
        let none = std::iter::once(None).filter(move |_| !promotes);
        let kinds = &self.game.kinds;
        pieces.chain(none).map(move |promotion| play(kinds, &ending, Move { from, to, promotion }))
    }

    /// Another man moves, wherever the last one is.
    fn go(&self, row: &Row, step: (Square, Square), set: u64, leaving: &mut Vec<(u32, u64)>) {
        if let Some(last) = BitBoard(set).into_iter().next() {
            self.after(row, last, step).for_each(|after| self.vary(&after, last, set, leaving));
        }
    }

    /// Another man takes the last one on any of some squares.
    fn take_last(&self, row: &Row, from: Square, set: u64, leaving: &mut Vec<(u32, u64)>) {
        if let Some(last) = BitBoard(set).into_iter().next() {
            let step = (from, last);
            self.after(row, last, step).for_each(|after| self.vary(&after, last, set, leaving));
        }
    }

    /// The last man takes another: what follows is the same, wherever he comes from.
    fn take_with_last(&self, row: &Row, to: Square, set: u64, leaving: &mut Vec<(u32, u64)>) {
        if let Some(last) = BitBoard(set).into_iter().next() {
            for after in self.after(row, last, (last, to)) {
                let slot = self.game.tables[self.game.kinds.get(after.kind).table]
                    .rank(&self.game.kinds, &after);
                leaving.extend(BitBoard(set).into_iter().map(|place| (place as u32, slot)));
            }
        }
    }

    /// Appends the slots of a position with the man on a square there on each of some others.
    fn vary(&self, after: &Ending, at: Square, set: u64, leaving: &mut Vec<(u32, u64)>) {
        let kinds = &self.game.kinds;
        let table = &self.game.tables[kinds.get(after.kind).table];
        let flips = table.flips(after);
        let (ending, mask) = if flips { (kinds.flip(after), 56) } else { (*after, 0) };
        let flipped = |square: Square| square_at(square as u8 ^ mask);
        let man = ending.squares.on(flipped(at)).trailing_zeros() as usize;
        let (first, _) = table.side(ending.turn);
        let places = BitBoard(set).into_iter();
        match table.numbers.line(ending.squares, man) {
            Some(line) => leaving.extend(
                places.map(|place| (place as u32, first + u64::from(line.number(flipped(place))))),
            ),
            None => leaving.extend(places.map(|place| {
                let mut squares = ending.squares;
                squares.set(man, flipped(place));
                (place as u32, first + u64::from(table.numbers.number(squares)))
            })),
        }
    }
}

/// The last rank, if a pawn of the player to move is one step from it, as far as it can go straight on.
fn promotion(row: &Row, from: Square) -> BitBoard {
    let forward = match row.turn {
        Color::White => 1,
        Color::Black => -1,
    };
    let to = from.try_offset(0, forward);
    let last = Rank::Eighth.relative_to(row.turn);
    to.filter(|to| to.rank() == last).map_or(BitBoard::EMPTY, Square::bitboard)
}
