//! What men attack, from tables small enough for the nearest cache.
//!
//! With a handful of men on the board each of them hides some squares from another: those behind him
//! on a line. What is left of the rays of an empty board, which are those of cozy-chess, is attacked.

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_between_rays, get_bishop_rays, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_rays,
};

use super::material::Man;

/// For each square, colour and piece what is attacked on an empty board.
static RAYS: [[[BitBoard; 64]; Piece::NUM]; Color::NUM] = {
    let mut rays = [[[BitBoard::EMPTY; 64]; Piece::NUM]; Color::NUM];
    let mut at = 0;
    while at < 64 {
        let square = Square::index_const(at);
        let (rook, bishop) = (get_rook_rays(square), get_bishop_rays(square));
        let mut color = 0;
        while color < Color::NUM {
            let pawn = get_pawn_attacks(square, Color::index_const(color));
            rays[color][Piece::Pawn as usize][at] = pawn;
            rays[color][Piece::Knight as usize][at] = get_knight_moves(square);
            rays[color][Piece::Bishop as usize][at] = bishop;
            rays[color][Piece::Rook as usize][at] = rook;
            rays[color][Piece::Queen as usize][at] = BitBoard(rook.0 | bishop.0);
            rays[color][Piece::King as usize][at] = get_king_moves(square);
            color += 1;
        }
        at += 1;
    }
    rays
};

/// For each square from which one looks and each on which a man stands, the squares that he hides.
static HIDDEN: [[BitBoard; 64]; 64] = {
    let mut hidden = [[BitBoard::EMPTY; 64]; 64];
    let mut pair = 0i32;
    while pair < 64 * 64 {
        let (from, by) = (pair >> 6, pair & 63);
        let (files, ranks) = ((by & 7) - (from & 7), (by >> 3) - (from >> 3));
        if from != by && (files == 0 || ranks == 0 || files == ranks || files == -ranks) {
            let (mut file, mut rank) = ((by & 7) + files.signum(), (by >> 3) + ranks.signum());
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                hidden[from as usize][by as usize].0 |= 1 << (8 * rank + file);
                (file, rank) = (file + files.signum(), rank + ranks.signum());
            }
        }
        pair += 1;
    }
    hidden
};

/// The squares that a man attacks on an empty board.
#[inline]
pub(super) fn rays(man: Man, from: Square) -> BitBoard {
    RAYS[man.color as usize][man.piece as usize][from as usize]
}

/// The squares that a man on one square hides from another.
#[inline]
pub(super) fn hidden(from: Square, by: Square) -> BitBoard {
    HIDDEN[from as usize][by as usize]
}

/// Whether a man attacks a square.
#[inline]
pub(super) fn reaches(man: Man, from: Square, target: Square, occupied: BitBoard) -> bool {
    rays(man, from).has(target) && get_between_rays(from, target).is_disjoint(occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{get_bishop_moves, get_rook_moves};

    #[test]
    fn what_is_not_hidden_is_what_sliders_reach() {
        let mut state = 5u64;
        for round in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let square = |shift: u32| Square::index((state >> shift) as usize & 63);
            let from = square(20);
            let others = [square(26), square(32), square(38), square(44)];
            let others = &others[..round % 5];
            let occupied = others.iter().fold(BitBoard::EMPTY, |all, by| all | by.bitboard());
            let hidden = others.iter().fold(BitBoard::EMPTY, |all, &by| all | hidden(from, by));
            let (rook, bishop) = (get_rook_moves(from, occupied), get_bishop_moves(from, occupied));
            for color in Color::ALL {
                let seen = |piece| rays(Man { color, piece }, from) & !hidden;
                assert_eq!(seen(Piece::Rook), rook);
                assert_eq!(seen(Piece::Bishop), bishop);
                assert_eq!(seen(Piece::Queen), rook | bishop);
                assert_eq!(seen(Piece::Knight), get_knight_moves(from));
                assert_eq!(seen(Piece::King), get_king_moves(from));
                assert_eq!(seen(Piece::Pawn), get_pawn_attacks(from, color));
            }
        }
    }
}
