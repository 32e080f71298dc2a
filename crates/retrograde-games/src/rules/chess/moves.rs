//! The legal moves of an ending, what they lead to, and what they may have come from.

use std::ops::{ControlFlow, Range};

use cozy_chess::{
    BitBoard, Color, Move, Piece, Rank, Square, get_between_rays, get_king_moves, get_pawn_attacks,
    get_pawn_quiets,
};

use super::attacks::{rays, reaches};
use super::ending::{Ending, passed, pushed};
use super::kinds::{Kind, Kinds};
use super::material::{MOST, Man, PROMOTIONS};

/// Where the men of the player to move can go, each of them; taking in passing apart.
pub(super) struct Targets {
    /// For each man; nothing for the opponent's.
    pub(super) of: [BitBoard; MOST],
    pub(super) occupied: BitBoard,
    pub(super) in_check: bool,
}

impl Targets {
    /// `None` where men share a square or the player who has just moved is in check.
    ///
    /// Moves that leave the king in check are never made: a man between his king and an attacker
    /// keeps to their line, and in check all but the king take the attacker or step between.
    #[inline]
    pub(super) fn new(kind: &Kind, ending: &Ending) -> Option<Self> {
        let (us, them) = (ending.turn, !ending.turn);
        if !ending.squares.are_distinct(kind.len()) {
            return None;
        }
        let (own, enemies) = (ending.occupied_by(kind, us), ending.occupied_by(kind, them));
        let occupied = own | enemies;
        let (king, enemy_king) = (ending.king(kind, us), ending.king(kind, them));
        let mut of = [BitBoard::EMPTY; MOST];
        // Kings are never next to each other, so they give no check.
        let Range { start: first, end } = kind.side(us);
        of[first] = get_king_moves(king) & !own;
        let others = first + 1..end;
        for (man, targets) in others.clone().zip(&mut of[others.clone()]) {
            let from = ending.squares.get(man);
            let attacked = ending.attacked(kind, (kind.man(man), from), None);
            if attacked.has(enemy_king) {
                return None;
            }
            *targets = match kind.man(man).piece {
                Piece::Pawn => (attacked & enemies) | get_pawn_quiets(from, us, occupied),
                _ => attacked & !own,
            };
        }

        let mut unsafe_squares = get_king_moves(enemy_king);
        let mut allowed = BitBoard::FULL;
        for man in kind.side(them).skip(1) {
            let from = ending.squares.get(man);
            unsafe_squares |= ending.attacked(kind, (kind.man(man), from), Some(first));
            if rays(kind.man(man), from).has(king) {
                let between = get_between_rays(from, king);
                let line = between | from.bitboard();
                let in_the_way = between & occupied;
                if in_the_way.is_empty() {
                    allowed &= line;
                } else if without_one(in_the_way).is_empty() && in_the_way.is_subset(own) {
                    for (pinned, targets) in others.clone().zip(&mut of[others.clone()]) {
                        if in_the_way.has(ending.squares.get(pinned)) {
                            *targets &= line;
                        }
                    }
                }
            }
        }
        let in_check = allowed != BitBoard::FULL;
        of[first] &= !unsafe_squares;
        if in_check {
            of[others].iter_mut().for_each(|targets| *targets &= allowed);
        }
        Some(Targets { of, occupied, in_check })
    }
}

/// Some squares without the first of them.
#[inline]
pub(super) fn without_one(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 & squares.0.wrapping_sub(1))
}

/// Shows all legal moves to `visit` until it breaks off, the king's first.
pub(super) fn legal_moves(
    kind: &Kind,
    ending: &Ending,
    mut visit: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(targets) = Targets::new(kind, ending) else { return ControlFlow::Continue(()) };
    let us = ending.turn;
    for man in kind.side(us) {
        let from = ending.squares.get(man);
        let is_pawn = kind.man(man).piece == Piece::Pawn;
        for to in targets.of[man] {
            if is_pawn && to.rank() == Rank::Eighth.relative_to(us) {
                for piece in PROMOTIONS {
                    visit(Move { from, to, promotion: Some(piece) })?;
                }
            } else {
                visit(Move { from, to, promotion: None })?;
            }
        }
        if is_pawn
            && let Some(file) = ending.en_passant
            && get_pawn_attacks(from, us).has(passed(file, us))
            && ending.takes_in_passing(kind, from, file)
        {
            visit(Move { from, to: passed(file, us), promotion: None })?;
        }
    }
    ControlFlow::Continue(())
}

/// The position after a legal move.
pub(super) fn play(kinds: &Kinds, ending: &Ending, chosen: Move) -> Ending {
    let kind = kinds.get(ending.kind);
    let (us, them) = (ending.turn, !ending.turn);
    let Move { from, to, promotion } = chosen;
    let on = |color: Color, square: Square| {
        let found = ending.squares.on(square) & kind.side_bits(color);
        (found != 0).then(|| found.trailing_zeros() as usize)
    };
    let man = on(us, from).expect("a man of the mover on the square");
    let is_pawn = kind.man(man).piece == Piece::Pawn;
    let mut taken = on(them, to);
    if let Some(file) = ending.en_passant
        && is_pawn
        && to == passed(file, us)
    {
        taken = on(them, pushed(file, us));
    }
    let mut after = Ending { turn: them, en_passant: None, ..*ending };
    after.squares.set(man, to);
    if taken.is_none() && promotion.is_none() {
        let jumps = is_pawn && (from as u8).abs_diff(to as u8) == 16;
        kind.settle(&mut after.squares);
        if jumps && kind.passing && after.can_take_in_passing(kind, to.file()) {
            after.en_passant = Some(to.file());
        }
        return after;
    }
    kind_after(kinds, &mut after, man, taken, promotion);
    kinds.get(after.kind).settle(&mut after.squares);
    after
}

/// Does what a capture or a promotion does to the material.
fn kind_after(
    kinds: &Kinds,
    after: &mut Ending,
    man: usize,
    taken: Option<usize>,
    promotion: Option<Piece>,
) {
    let mut pawn = man;
    if let Some(taken) = taken {
        kinds.take(after, taken);
        pawn -= usize::from(taken < man);
    }
    if let Some(piece) = promotion {
        kinds.promote(after, pawn, piece);
    }
}

/// Shows all positions from which a move that takes nothing and promotes nothing leads here.
pub(super) fn unmoves(kinds: &Kinds, ending: &Ending, mut visit: impl FnMut(Ending)) {
    let kind = kinds.get(ending.kind);
    let occupied = ending.occupied(kind);
    for man in kind.side(!ending.turn) {
        for from in origins(kind, ending, man, occupied) {
            take_back(kind, ending, man, from, &mut visit);
        }
    }
}

/// Where a man of the player who has just moved can have come from without taking anything.
///
/// A man is taken back only to squares where the player not to move was not in check: he does not
/// attack the king from there, and stands in the way of all who would with him gone.
#[inline]
pub(super) fn origins(kind: &Kind, ending: &Ending, man: usize, occupied: BitBoard) -> BitBoard {
    let mover = !ending.turn;
    let king = ending.king(kind, ending.turn);
    let to = ending.squares.get(man);
    let mut origins = match kind.man(man).piece {
        Piece::Pawn => pawn_origins(kind, ending, to, occupied),
        _ if ending.en_passant.is_some() => return BitBoard::EMPTY,
        _ => ending.attacked(kind, (kind.man(man), to), None) & !occupied,
    };
    let without = occupied ^ to.bitboard();
    let seen_from_king = Man { color: ending.turn, ..kind.man(man) };
    origins &= !ending.attacked(kind, (seen_from_king, king), Some(man));
    for other in kind.side(mover).skip(1) {
        let from = ending.squares.get(other);
        if other != man && reaches(kind.man(other), from, king, without) {
            origins &= get_between_rays(from, king);
        }
    }
    origins
}

/// Where a pawn can have come from without taking anything.
fn pawn_origins(kind: &Kind, ending: &Ending, to: Square, occupied: BitBoard) -> BitBoard {
    let color = !ending.turn;
    let rank = to.relative_to(color).rank();
    if rank <= Rank::Second {
        return BitBoard::EMPTY;
    }
    // A step back is a step of the other colour.
    let one = get_pawn_quiets(to, ending.turn, occupied) & get_king_moves(to);
    let two = match rank == Rank::Fourth && !one.is_empty() {
        true => Square::new(to.file(), Rank::Second.relative_to(color)).bitboard() & !occupied,
        false => BitBoard::EMPTY,
    };
    match ending.en_passant {
        // The pawn that can be taken is the one that has moved.
        Some(file) if to == pushed(file, ending.turn) => two,
        Some(_) => BitBoard::EMPTY,
        // Had it passed a pawn that can take it, it could be taken now.
        None if kind.passing && ending.can_take_in_passing(kind, to.file()) => one,
        None => one | two,
    }
}

/// Shows the position with a man where it was before, and the same with each pawn that could have
/// been taken in passing instead.
#[inline]
fn take_back(
    kind: &Kind,
    ending: &Ending,
    man: usize,
    from: Square,
    visit: &mut impl FnMut(Ending),
) {
    let mut earlier = Ending { turn: !ending.turn, en_passant: None, ..*ending };
    earlier.squares.set(man, from);
    kind.settle(&mut earlier.squares);
    visit(earlier);
    if !kind.passing {
        return;
    }
    for pawn in kind.side(ending.turn) {
        let file = earlier.squares.get(pawn).file();
        if earlier.squares.get(pawn) == pushed(file, earlier.turn) && earlier.could_pass(kind, file)
        {
            visit(Ending { en_passant: Some(file), ..earlier });
        }
    }
}
