//! Sets of squares on which one man may stand: turned, and with where he comes from.

use cozy_chess::{Color, Piece};

use super::material::Man;
use super::symmetry::Turn;

/// All squares but those of the first file, and but those of the last.
const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// Where pawns may be.
const PAWNS: u64 = 0x00ff_ffff_ffff_ff00;
const THIRD: u64 = 0x0000_0000_00ff_0000;
const SIXTH: u64 = 0x0000_ff00_0000_0000;

/// The squares from which a man can move to one of a set, with other men in his way, and without taking
/// any. No other man stands on a square of the set.
#[inline]
pub(super) fn origins(man: Man, set: u64, others: u64) -> u64 {
    let free = !others;
    let reached = match man.piece {
        Piece::Queen => straight(set, free) | slanting(set, free),
        Piece::Rook => straight(set, free),
        Piece::Bishop => slanting(set, free),
        Piece::Knight => knights(set),
        Piece::King => kings(set),
        Piece::Pawn => return pawns(man.color, set, free),
    };
    reached & free
}

/// What a step in a direction does to a set: shifted up or down, with squares that come in from the
/// other side of the board left out.
macro_rules! slide {
    ($set:expr, $free:expr, $shift:tt, $by:literal, $keep:expr) => {{
        let (mut set, mut free) = ($set, $free & $keep);
        set |= free & (set $shift $by);
        free &= free $shift $by;
        set |= free & (set $shift (2 * $by));
        free &= free $shift (2 * $by);
        set |= free & (set $shift (4 * $by));
        (set $shift $by) & $keep
    }};
}

#[inline]
fn straight(set: u64, free: u64) -> u64 {
    slide!(set, free, <<, 8, !0)
        | slide!(set, free, >>, 8, !0)
        | slide!(set, free, <<, 1, NOT_A)
        | slide!(set, free, >>, 1, NOT_H)
}

#[inline]
fn slanting(set: u64, free: u64) -> u64 {
    slide!(set, free, <<, 9, NOT_A)
        | slide!(set, free, >>, 9, NOT_H)
        | slide!(set, free, <<, 7, NOT_H)
        | slide!(set, free, >>, 7, NOT_A)
}

#[inline]
fn kings(set: u64) -> u64 {
    let beside = (set << 1) & NOT_A | (set >> 1) & NOT_H;
    let wide = set | beside;
    beside | wide << 8 | wide >> 8
}

#[inline]
fn knights(set: u64) -> u64 {
    let (left, right) = ((set >> 1) & NOT_H, (set << 1) & NOT_A);
    let (far_left, far_right) = ((left >> 1) & NOT_H, (right << 1) & NOT_A);
    let (near, far) = (left | right, far_left | far_right);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

#[inline]
fn pawns(color: Color, set: u64, free: u64) -> u64 {
    let set = set & PAWNS;
    match color {
        Color::White => {
            let one = (set >> 8) & free & PAWNS;
            one | ((one & THIRD) >> 8) & free
        }
        Color::Black => {
            let one = (set << 8) & free & PAWNS;
            one | ((one & SIXTH) << 8) & free
        }
    }
}

/// A set on a board that is turned.
#[inline]
pub(super) fn turned(set: u64, turn: Turn) -> u64 {
    let set = mirrored(set, turn);
    if turn.swaps() { swapped(set) } else { set }
}

/// A set on a board that is turned back.
#[inline]
pub(super) fn turned_back(set: u64, turn: Turn) -> u64 {
    mirrored(if turn.swaps() { swapped(set) } else { set }, turn)
}

#[inline]
fn mirrored(mut set: u64, turn: Turn) -> u64 {
    if turn.mirrors_ranks() {
        set = set.swap_bytes();
    }
    if turn.mirrors_files() {
        // The bits of each byte the other way round.
        set = set.swap_bytes().reverse_bits();
    }
    set
}

/// A set mirrored in the long diagonal, so that files and ranks change places.
#[inline]
pub(super) fn swapped(mut set: u64) -> u64 {
    for (mask, by) in
        [(0x00aa_00aa_00aa_00aa, 7), (0x0000_cccc_0000_cccc, 14), (0x0000_0000_f0f0_f0f0, 28)]
    {
        let change = (set ^ (set >> by)) & mask;
        set ^= change ^ (change << by);
    }
    set
}

#[cfg(test)]
mod tests {
    use cozy_chess::{BitBoard, Square};

    use super::super::attacks::{hidden, rays};
    use super::*;

    fn random(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        *state ^ *state >> 29
    }

    #[test]
    fn men_come_from_where_they_go() {
        let mut state = 3;
        for round in 0..20_000 {
            let others = random(&mut state) & random(&mut state) & random(&mut state);
            let many = random(&mut state) & !others;
            let set =
                if round % 2 == 0 { many } else { many & random(&mut state) & random(&mut state) };
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::Pawn) {
                let man = Man { color: Color::White, piece };
                let mut expected = 0;
                for from in BitBoard(!others) {
                    let unseen = BitBoard(others)
                        .into_iter()
                        .fold(BitBoard::EMPTY, |all, by| all | hidden(from, by));
                    let reached = rays(man, from) & !unseen & BitBoard(set);
                    expected |= u64::from(!reached.is_empty()) << from as u8;
                }
                assert_eq!(origins(man, set, others), expected, "{piece:?} {set:x} {others:x}");
            }
            for color in Color::ALL {
                let man = Man { color, piece: Piece::Pawn };
                let (set, mut expected) = (set & PAWNS, 0);
                for from in BitBoard(!others & PAWNS) {
                    let to = cozy_chess::get_pawn_quiets(from, color, BitBoard(others));
                    expected |= u64::from(!(to & BitBoard(set)).is_empty()) << from as u8;
                }
                assert_eq!(origins(man, set, others), expected, "{color:?} {set:x} {others:x}");
            }
        }
    }

    #[test]
    fn sets_turn_as_their_squares_do() {
        let mut state = 9;
        for _ in 0..1000 {
            let set = random(&mut state);
            for turn in Turn::all() {
                let by_squares = BitBoard(set)
                    .into_iter()
                    .fold(0, |all, square: Square| all | 1u64 << turn.apply(square) as u8);
                assert_eq!(turned(set, turn), by_squares, "{turn:?}");
                assert_eq!(turned_back(by_squares, turn), set, "{turn:?}");
            }
        }
    }
}
