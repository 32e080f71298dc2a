//! The legal moves of an ending, what they lead to, and what they may have come from.

use std::ops::ControlFlow;

use cozy_chess::{
    BitBoard, Color, Move, Piece, Rank, Square, get_between_rays, get_king_moves, get_pawn_attacks,
    get_pawn_quiets,
};

use super::ending::{Ending, attacked, passed, pushed, rays, reaches};
use super::kinds::{Kind, Kinds};
use super::material::{MOST, Man, PROMOTIONS};

/// Shows all legal moves to `visit` until it breaks off, the king's first.
///
/// Moves that leave the king in check are never made: a man between his king and an attacker keeps
/// to their line, and in check all but the king take the attacker or step between.
pub(super) fn legal_moves(
    kind: &Kind,
    ending: &Ending,
    mut visit: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (us, them) = (ending.turn, !ending.turn);
    let (own, enemies) = (ending.occupied_by(kind, us), ending.occupied_by(kind, them));
    let occupied = own | enemies;
    let king = ending.king(kind, us);

    let mut unsafe_squares = BitBoard::EMPTY;
    // Where men other than the king may go, all of them and each by itself.
    let mut allowed = BitBoard::FULL;
    let mut pins = [BitBoard::FULL; MOST];
    for man in kind.side(them) {
        let from = ending.squares.get(man);
        unsafe_squares |= attacked(kind.man(man), from, occupied ^ king.bitboard());
        if rays(kind.man(man), from).has(king) {
            let between = get_between_rays(from, king);
            let line = between | from.bitboard();
            let in_the_way = between & occupied;
            if in_the_way.is_empty() {
                allowed &= line;
            } else if in_the_way.len() == 1 && in_the_way.is_subset(own) {
                for own_man in kind.side(us).filter(|&own| in_the_way.has(ending.squares.get(own)))
                {
                    pins[own_man] = line;
                }
            }
        }
    }
    for to in get_king_moves(king) & !own & !unsafe_squares {
        visit(Move { from: king, to, promotion: None })?;
    }
    for man in kind.side(us).skip(1) {
        let (from, may) = (ending.squares.get(man), allowed & pins[man]);
        if kind.man(man).piece == Piece::Pawn {
            let takes = get_pawn_attacks(from, us);
            let targets = (takes & enemies) | get_pawn_quiets(from, us, occupied);
            for to in targets & may {
                if to.rank() == Rank::Eighth.relative_to(us) {
                    for piece in PROMOTIONS {
                        visit(Move { from, to, promotion: Some(piece) })?;
                    }
                } else {
                    visit(Move { from, to, promotion: None })?;
                }
            }
            if let Some(file) = ending.en_passant
                && takes.has(passed(file, us))
                && ending.takes_in_passing(kind, from, file)
            {
                visit(Move { from, to: passed(file, us), promotion: None })?;
            }
        } else {
            for to in attacked(kind.man(man), from, occupied) & !own & may {
                visit(Move { from, to, promotion: None })?;
            }
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

/// Appends all positions from which a move that takes nothing and promotes nothing leads here.
///
/// A man is taken back only to squares where the player not to move was not in check: he does not
/// attack the king from there, and stands in the way of all who would with him gone.
pub(super) fn unmoves(kinds: &Kinds, ending: &Ending, before: &mut Vec<Ending>) {
    let kind = kinds.get(ending.kind);
    let mover = !ending.turn;
    let occupied = ending.occupied(kind);
    let king = ending.king(kind, ending.turn);
    for man in kind.side(mover) {
        let to = ending.squares.get(man);
        let is_pawn = kind.man(man).piece == Piece::Pawn;
        let mut origins = match is_pawn {
            true => pawn_origins(kind, ending, to, occupied),
            false if ending.en_passant.is_some() => continue,
            false => attacked(kind.man(man), to, occupied) & !occupied,
        };
        let without = occupied ^ to.bitboard();
        let seen_from_king = Man { color: ending.turn, ..kind.man(man) };
        origins &= !attacked(seen_from_king, king, without);
        for other in kind.side(mover).filter(|&other| other != man) {
            let from = ending.squares.get(other);
            if reaches(kind.man(other), from, king, without) {
                origins &= get_between_rays(from, king);
            }
        }
        for from in origins {
            take_back(kind, ending, man, from, before);
        }
    }
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

/// Appends the position with a man where it was before, and the same with each pawn that could
/// have been taken in passing instead.
#[inline]
fn take_back(kind: &Kind, ending: &Ending, man: usize, from: Square, before: &mut Vec<Ending>) {
    let mut earlier = Ending { turn: !ending.turn, en_passant: None, ..*ending };
    earlier.squares.set(man, from);
    kind.settle(&mut earlier.squares);
    before.push(earlier);
    if !kind.passing {
        return;
    }
    for pawn in kind.side(ending.turn) {
        let file = earlier.squares.get(pawn).file();
        if earlier.squares.get(pawn) == pushed(file, earlier.turn) && earlier.could_pass(kind, file)
        {
            before.push(Ending { en_passant: Some(file), ..earlier });
        }
    }
}
