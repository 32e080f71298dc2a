//! Moves of whole rows: of all positions that differ by the square of the man who is numbered last.
//!
//! Where that man moves, what follows for all his squares is found at once, by filling the board with
//! where he can come from. Where another man moves, the row changes and the set stays, but for the squares
//! in between; where a king does, the board may have to be turned besides. Nobody asks whether a move
//! leaves a king in check: what comes of it is a slot without a position.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cozy_chess::{
    BitBoard, Color, Piece, Rank, Square, get_between_rays, get_king_moves, get_pawn_quiets,
};

use retrograde_core::Outcome;

use super::Chess;
use super::attacks::{hidden, rays};
use super::ending::Ending;
use super::groups::Group;
use super::index::EndingIndex;
use super::kinds::Kind;
use super::material::{MOST, Man};
use super::numbers::Numbers;
use super::sets::{origins, swapped, turned, turned_back};
use super::squares::{Squares, square_at};
use super::symmetry::Turn;
use crate::Rows;

/// The rows of one kind of material. Those with White to move come first.
pub(super) struct EndingRows<'a> {
    pub(super) game: &'a Chess,
    pub(super) table: &'a EndingIndex,
    pub(super) kind: &'a Kind,
    numbers: &'a Numbers,
    /// How many slots a row has.
    width: u32,
    /// The man who is numbered last, who is no pawn.
    pub(super) last: usize,
    /// The groups of the others, with rows for strides, and none at all in the end.
    groups: [Group; MOST - 2],
    /// What a step to the next pair of kings is worth in rows.
    pair_rows: usize,
    /// How many rows there are for either side to move.
    each: usize,
    /// The number with which the tier begins.
    begin: u32,
    /// What it is worth to have the only pawn on the other side of the board, in rows.
    half_rows: usize,
    /// The pairs of kings for which rows have twins.
    undecided: Vec<bool>,
}

/// A row: who is to move, and where all men but the last stand.
pub(super) struct Row {
    pub(super) turn: Color,
    pub(super) squares: Squares,
    /// Those squares.
    pub(super) taken: BitBoard,
    /// What the kings and the other men but the last are worth, in rows.
    number: usize,
}

impl<'a> EndingRows<'a> {
    /// Those of a tier of a table; `None` where two men alike are numbered last, where the colours are
    /// exchanged to number positions, and where a pawn can be taken in passing.
    pub(super) fn new(game: &'a Chess, table: &'a EndingIndex, tier: usize) -> Option<Self> {
        let (kind, numbers) = (game.kinds.get(table.kind), &table.numbers);
        let (mut groups, pair_stride) = numbers.groups();
        let at = groups.iter().rposition(|group| group.count > 0)?;
        let Group { first: last, count, .. } = groups[at];
        let pawn = kind.man(last).piece == Piece::Pawn;
        if count > 1 || pawn || kind.passing || table.by_mover().len() != 2 {
            return None;
        }
        let width = groups[at].sets();
        groups[at] = Group::NONE;
        groups.iter_mut().for_each(|group| group.stride /= width);
        let pair_rows = (pair_stride / width) as usize;
        let each = (numbers.len() / width) as usize;
        let (tier_stride, half_stride) =
            numbers.lone_pawn().map_or((0, 0), |pawn| (pawn.tier_stride, pawn.half_stride));
        let begin = tier as u32 * tier_stride;
        let half_rows = (half_stride / width) as usize;
        let undecided = numbers.undecided();
        Some(EndingRows {
            game,
            table,
            kind,
            numbers,
            width,
            last,
            groups,
            pair_rows,
            each,
            begin,
            half_rows,
            undecided,
        })
    }

    pub(super) fn row(&self, row: usize) -> Row {
        let (turn, number) = match row.checked_sub(self.each) {
            Some(number) => (Color::Black, number),
            None => (Color::White, row),
        };
        let squares = self.numbers.men(self.begin + number as u32 * self.width);
        let others = (0..self.kind.len()).filter(|&man| man != self.last);
        Row { turn, squares, taken: squares.set_of(others), number }
    }

    /// The first row with a player to move.
    fn first(&self, turn: Color) -> usize {
        if turn == Color::White { 0 } else { self.each }
    }

    /// What the men besides the kings and the last one are worth on a board that is turned.
    #[inline]
    fn others(&self, squares: Squares, turn: Turn) -> usize {
        let pawn = self.numbers.lone_pawn();
        let half = match pawn.is_some_and(|pawn| pawn.is_right(squares, turn)) {
            true => self.half_rows,
            false => 0,
        };
        half + self.groups.iter().map(|group| group.worth(squares, turn) as usize).sum::<usize>()
    }

    /// Shows the rows that there are when the king of a player moves from a row, or has moved there, with
    /// how the board is turned for that, and whether sets are there once more in their twin.
    #[inline]
    fn king(&self, row: &Row, player: Color, mut visit: impl FnMut(usize, Turn, bool) -> bool) {
        let first = self.first(!row.turn);
        let king = |color: Color| row.squares.get(self.kind.side(color).start);
        let (own, other) = (king(player), king(!player));
        // Mostly the board is not turned.
        let (mut turn, mut others) = (Turn::NONE, row.number % self.pair_rows);
        for square in get_king_moves(own) & !get_king_moves(other) & !row.taken {
            let kings = match player {
                Color::White => self.numbers.pair(square, other),
                Color::Black => self.numbers.pair(other, square),
            };
            if kings.turn != turn {
                turn = kings.turn;
                others = self.others(row.squares, turn);
            }
            let number = usize::from(kings.number) * self.pair_rows + others;
            if !visit(first + number, turn, kings.undecided) {
                return;
            }
        }
    }

    /// Shows the rows that there are when one of the other men of a player but the last moves from a row,
    /// or has moved there, with the squares on which the last would be in the way.
    #[inline]
    fn men(&self, row: &Row, player: Color, back: bool, mut visit: impl FnMut(usize, u64) -> bool) {
        let first = self.first(!row.turn) + row.number;
        for group in self.groups.iter().filter(|group| group.count > 0) {
            let man = self.kind.man(group.first);
            if man.color != player {
                continue;
            }
            let own = group.worth(row.squares, Turn::NONE) as usize;
            for at in group.first..group.first + group.count {
                let square = row.squares.get(at);
                for to in self.steps(row, man, square, back) {
                    let worth = match group.count {
                        1 => (to as u32 - u32::from(group.skip)) * group.stride,
                        _ => {
                            let mut squares = row.squares;
                            squares.set(at, to);
                            group.worth(squares, Turn::NONE)
                        }
                    };
                    let between = get_between_rays(square, to).0;
                    if !visit(first + worth as usize - own, between) {
                        return;
                    }
                }
            }
        }
    }

    /// Where a man goes or comes from with nobody but the last in the way, taking nothing.
    #[inline]
    pub(super) fn steps(&self, row: &Row, man: Man, from: Square, back: bool) -> BitBoard {
        if man.piece == Piece::Pawn {
            return match back {
                true => {
                    let set = from.bitboard().0;
                    BitBoard(origins(man, set, row.taken.0 ^ set))
                }
                false => {
                    let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
                    get_pawn_quiets(from, man.color, row.taken) & !ends
                }
            };
        }
        attacked(row, man, from) & !row.taken
    }
}

/// What a man attacks from a square with nobody but the last in the way.
#[inline]
pub(super) fn attacked(row: &Row, man: Man, from: Square) -> BitBoard {
    let mut unseen = BitBoard::EMPTY;
    for by in row.taken {
        unseen |= hidden(from, by);
    }
    rays(man, from) & !unseen
}

impl Rows for EndingRows<'_> {
    fn count(&self) -> usize {
        2 * self.each
    }

    fn places(&self) -> Range<u32> {
        let skip = (64 - self.width) / 2;
        skip..64 - skip
    }

    fn there(&self, row: usize) -> u64 {
        let row = self.row(row);
        // Men who share a square take less of them.
        if row.taken.len() as usize + 1 < self.kind.len() {
            return 0;
        }
        let king = row.squares.get(self.kind.side(!row.turn).start);
        let mut there = !row.taken.0;
        let others = self.kind.side(row.turn).skip(1).filter(|&man| man != self.last);
        for man in others {
            let from = row.squares.get(man);
            let between = get_between_rays(from, king);
            if rays(self.kind.man(man), from).has(king) && between.is_disjoint(row.taken) {
                there &= between.0;
            }
        }
        let last = self.kind.man(self.last);
        if last.color == row.turn {
            there &= !origins(last, king.bitboard().0, row.taken.0);
        }
        there
    }

    fn leaving(&self, row: usize, set: u64, leaving: &mut Vec<(u32, u64)>) {
        self.leave(row, set, leaving);
    }

    fn verdict(&self, row: usize, place: u32) -> Outcome {
        let Row { turn, mut squares, .. } = self.row(row);
        squares.set(self.last, square_at(place as u8));
        let ending = Ending { kind: self.table.kind, turn, en_passant: None, squares };
        if ending.in_check(self.kind) { Outcome::Lose } else { Outcome::Draw }
    }

    fn before(&self, row: usize, set: u64, before: &mut Vec<(usize, u64)>) {
        let row = self.row(row);
        let player = !row.turn;
        before.reserve(64);
        self.king(&row, player, |to, turn, undecided| {
            before.push((to, turned(set, turn)));
            if undecided {
                let turn = turn.swapped();
                let others = self.others(row.squares, turn);
                let to = to - to % self.pair_rows;
                before.push((to + others, turned(set, turn)));
            }
            true
        });
        self.men(&row, player, true, |to, between| {
            let left = set & !between;
            if left != 0 {
                before.push((to, left));
            }
            true
        });
        let last = self.kind.man(self.last);
        if last.color == player {
            let to = self.first(player) + row.number;
            before.push((to, origins(last, set, row.taken.0)));
        }
    }

    fn only_to(&self, row: usize, set: u64, sets: &[AtomicU64]) -> u64 {
        let row = self.row(row);
        let player = row.turn;
        let left_in = |row: usize| !sets[row].load(Relaxed);
        let mut only = set;
        let last = self.kind.man(self.last);
        if last.color == player {
            let left = left_in(self.first(!player) + row.number);
            only &= !origins(last, left, row.taken.0);
        }
        if only != 0 {
            self.king(&row, player, |to, turn, _| {
                only &= !turned_back(left_in(to), turn);
                only != 0
            });
        }
        if only != 0 {
            self.men(&row, player, false, |to, between| {
                only &= !left_in(to) | between;
                only != 0
            });
        }
        only
    }

    fn twin(&self, row: usize) -> Option<usize> {
        let pair = row % self.each / self.pair_rows;
        if !self.undecided.get(pair).is_some_and(|&undecided| undecided) {
            return None;
        }
        let first = row - row % self.pair_rows;
        Some(first + self.others(self.row(row).squares, Turn::NONE.swapped()))
    }

    fn in_twin(&self, set: u64) -> u64 {
        swapped(set)
    }
}
