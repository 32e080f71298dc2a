//! Moves from slot to slot: no position is made where none is needed.
//!
//! Replies within the tier are counted and not listed, as squares in sets. A man who is taken back
//! changes the number of a position by so much for each square, as long as the kings stay where they
//! are; only they can change by which symmetry a position is numbered.

use std::ops::Range;

use cozy_chess::{BitBoard, Color, Move, Piece, Rank, Square, get_pawn_attacks};
use retrograde_core::Outcome;

use super::Chess;
use super::ending::{Ending, passed};
use super::index::EndingIndex;
use super::kinds::Kind;
use super::material::PROMOTIONS;
use super::moves::{Targets, origins, play, unmoves, without_one};
use super::numbers::Moves;
use super::rows::EndingRows;
use crate::slot_moves::distinct;
use crate::{Game, Look, Rows, SlotMoves};

impl SlotMoves for Chess {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let Some(table) = self.table_of(slot) else { return Look::Hole };
        let kind = self.kinds.get(table.kind);
        let ending = match table.plain(slot) {
            Some((ending, number)) => {
                if !table.numbers.stands_for_others(ending.squares, number) {
                    return Look::Hole;
                }
                ending
            }
            None => match table.unrank(&self.kinds, slot) {
                Some(ending) => ending,
                None => return Look::Hole,
            },
        };
        let Some(targets) = Targets::new(kind, &ending) else { return Look::Hole };
        let outside = leaving.len();
        let all = targets.of.iter().fold(BitBoard::EMPTY, |all, &squares| all | squares);
        if kind.pawns || !(all & targets.occupied).is_empty() {
            self.leave(kind, &ending, &targets, leaving);
        }
        let quiet = within(kind, &ending, &targets);
        let replies: usize = quiet.clone().map(|(_, squares)| squares.len() as usize).sum();
        if replies == 0 && leaving.len() == outside {
            return Look::Over(if targets.in_check { Outcome::Lose } else { Outcome::Draw });
        }
        if !may_repeat(kind, &ending, !ending.turn) {
            return Look::Open { replies };
        }
        // The list serves for the replies as well, for as long as they are counted.
        let outside = leaving.len();
        let (first, flips) = table.side(!ending.turn);
        list_moves(kind, &table.numbers.moves(ending.squares, flips, first), quiet, leaving);
        let replies = distinct(leaving, outside);
        leaving.truncate(outside);
        Look::Open { replies }
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let Some(table) = self.table_of(slot) else { return };
        let kind = self.kinds.get(table.kind);
        let start = before.len();
        match table.plain(slot) {
            Some((ending, _)) if !could_have_passed(kind, &ending) => {
                let occupied = ending.occupied(kind);
                let (first, flips) = table.side(!ending.turn);
                let stays = |&man: &usize| !(kind.lone_pawn && kind.man(man).piece == Piece::Pawn);
                let men = kind.side(!ending.turn).filter(stays);
                let from = men.map(|man| (man, origins(kind, &ending, man, occupied)));
                list_moves(kind, &table.numbers.moves(ending.squares, flips, first), from, before);
                if may_repeat(kind, &ending, ending.turn) {
                    distinct(before, start);
                }
            }
            _ => {
                if let Some(ending) = table.unrank(&self.kinds, slot) {
                    unmoves(&self.kinds, &ending, |earlier| before.push(self.rank(&earlier)));
                }
                distinct(before, start);
            }
        }
    }

    fn rows(&self, tier: Range<u64>) -> Option<Box<dyn Rows + '_>> {
        let table = self.table_of(tier.start)?;
        let within = table.tiers().position(|other| other == tier)?;
        Some(Box::new(EndingRows::new(self, table, within)?))
    }
}

impl Chess {
    /// The table that has a slot.
    #[inline]
    pub(super) fn table_of(&self, slot: u64) -> Option<&EndingIndex> {
        let after = self.firsts.partition_point(|&first| first <= slot);
        let table = self.tables.get(after.checked_sub(1)?)?;
        (slot < self.end).then_some(table)
    }

    /// Appends the slots that captures and promotions lead to.
    #[inline]
    fn leave(&self, kind: &Kind, ending: &Ending, targets: &Targets, leaving: &mut Vec<u64>) {
        let us = ending.turn;
        for man in kind.side(us) {
            let is_pawn = kind.man(man).piece == Piece::Pawn;
            let last = if is_pawn { last_rank(us) } else { BitBoard::EMPTY };
            let steps = if is_pawn && kind.lone_pawn { !BitBoard::EMPTY } else { BitBoard::EMPTY };
            let from = ending.squares.get(man);
            for to in targets.of[man] & (targets.occupied | last | steps) {
                match last.has(to) {
                    true => PROMOTIONS
                        .iter()
                        .for_each(|&piece| leaving.push(self.after(ending, from, to, Some(piece)))),
                    false => leaving.push(self.after(ending, from, to, None)),
                }
            }
            if is_pawn
                && let Some(file) = ending.en_passant
                && get_pawn_attacks(from, us).has(passed(file, us))
                && ending.takes_in_passing(kind, from, file)
            {
                leaving.push(self.after(ending, from, passed(file, us), None));
            }
        }
    }

    /// Appends the slots that moves lead to: those of one man to squares that are empty all at once.
    pub(super) fn slots_after(&self, ending: &Ending, moves: &[Move], slots: &mut Vec<u64>) {
        let kind = self.kinds.get(ending.kind);
        let table = &self.tables[kind.table];
        if table.kind != ending.kind {
            // The colours are exchanged to number it.
            slots.extend(moves.iter().map(|m| self.after(ending, m.from, m.to, m.promotion)));
            return;
        }
        let (first, flips) = table.side(!ending.turn);
        let numbers = table.numbers.moves(ending.squares, flips, first);
        let (occupied, king) = (ending.occupied(kind), kind.side(ending.turn).start);
        let mut rest = moves;
        while let Some((&Move { from, to, promotion }, after)) = rest.split_first() {
            let man = (ending.squares.on(from) & kind.side_bits(ending.turn)).trailing_zeros();
            let man = man as usize;
            if occupied.has(to) || kind.man(man).piece == Piece::Pawn {
                slots.push(self.after(ending, from, to, promotion));
                rest = after;
                continue;
            }
            let (mut targets, mut last) = (to.bitboard(), to);
            rest = after;
            while let Some((next, after)) = rest.split_first()
                && next.from == from
                && next.to > last
                && !occupied.has(next.to)
            {
                last = next.to;
                targets |= last.bitboard();
                rest = after;
            }
            match man == king {
                true => numbers.king(ending.turn, targets, slots),
                false => numbers.man(man, targets, slots),
            }
        }
    }

    fn after(&self, ending: &Ending, from: Square, to: Square, promotion: Option<Piece>) -> u64 {
        self.rank(&play(&self.kinds, ending, Move { from, to, promotion }))
    }
}

/// Appends the slots for each of some men, the king being the first, on each of some squares.
#[inline(always)]
fn list_moves(
    kind: &Kind,
    moves: &Moves<'_>,
    mut men: impl Iterator<Item = (usize, BitBoard)>,
    slots: &mut Vec<u64>,
) {
    if let Some((king, squares)) = men.next() {
        moves.king(kind.man(king).color, squares, slots);
    }
    men.for_each(|(man, squares)| moves.man(man, squares, slots));
}

/// Where the men can go without taking or promoting.
#[inline]
fn within<'a>(
    kind: &'a Kind,
    ending: &'a Ending,
    targets: &'a Targets,
) -> impl Iterator<Item = (usize, BitBoard)> + Clone + 'a {
    let us = ending.turn;
    kind.side(us).map(move |man| {
        let outside = match kind.man(man).piece {
            Piece::Pawn if kind.lone_pawn => !BitBoard::EMPTY,
            Piece::Pawn => last_rank(us),
            _ => BitBoard::EMPTY,
        };
        (man, targets.of[man] & !targets.occupied & !outside)
    })
}

fn last_rank(color: Color) -> BitBoard {
    Rank::Eighth.relative_to(color).bitboard()
}

/// Whether different moves of one player, or different ones taken back, may come to positions that
/// symmetry makes the same. `still` is the other player.
///
/// His king stays where he is, so only a mirror that has him on its diagonal can do it; with pawns
/// there is none. Two moves change two men at most: the others are on the diagonal, unless some are
/// alike and change places.
#[inline]
fn may_repeat(kind: &Kind, ending: &Ending, still: Color) -> bool {
    if kind.pawns {
        return false;
    }
    let king = ending.king(kind, still);
    let men = ending.occupied(kind);
    DIAGONALS.into_iter().any(|diagonal| {
        diagonal.has(king) && (kind.alike || without_one(without_one(men & !diagonal)).is_empty())
    })
}

const DIAGONALS: [BitBoard; 2] = [BitBoard(0x8040_2010_0804_0201), BitBoard(0x0102_0408_1020_4080)];

/// Whether a pawn could have been taken in passing before the last move, as far as one can see by a
/// glance, or can be now.
#[inline]
fn could_have_passed(kind: &Kind, ending: &Ending) -> bool {
    let fourth = Rank::Fourth.relative_to(ending.turn);
    kind.passing
        && kind.side(ending.turn).any(|man| {
            kind.man(man).piece == Piece::Pawn && ending.squares.get(man).rank() == fourth
        })
}
