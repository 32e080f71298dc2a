//! The chessboard as a board to be drawn, and the way back.

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::ending::{Ending, passed};
use super::kinds::Kinds;
use super::material::{self, Material};
use crate::ParseError;
use crate::picture::{Board, Man, Setup, Side, Style};

const MEN: [Man; 12] = {
    const WHITE: Option<Side> = Some(Side::First);
    const BLACK: Option<Side> = Some(Side::Second);
    [
        Man::new('K', "king", WHITE, "white king"),
        Man::new('Q', "queen", WHITE, "white queen"),
        Man::new('R', "rook", WHITE, "white rook"),
        Man::new('B', "bishop", WHITE, "white bishop"),
        Man::new('N', "knight", WHITE, "white knight"),
        Man::new('P', "pawn", WHITE, "white pawn"),
        Man::new('k', "king", BLACK, "black king"),
        Man::new('q', "queen", BLACK, "black queen"),
        Man::new('r', "rook", BLACK, "black rook"),
        Man::new('b', "bishop", BLACK, "black bishop"),
        Man::new('n', "knight", BLACK, "black knight"),
        Man::new('p', "pawn", BLACK, "black pawn"),
    ]
};

/// Marks the square that a pawn has just passed, where it can be taken.
const PASSED: Man = Man::new('*', "passed", None, "square where a pawn can be taken in passing");

/// A square's place: the eighth rank comes first.
pub(super) fn place(square: Square) -> u32 {
    (7 - square.rank() as u32) * 8 + square.file() as u32
}

fn square(place: usize) -> Square {
    Square::new(File::index(place % 8), Rank::index(7 - place / 8))
}

pub(super) fn of(kinds: &Kinds, material: &Material, ending: &Ending) -> Board {
    let kind = kinds.get(ending.kind);
    let mut board = Board::new(Style::Checkered, &palette(material, kind.material()));
    for number in 0..64 {
        let square = square(number);
        let (x, y) = (number % 8, number / 8);
        board.place(x as f32, y as f32, square.to_string());
        board.places[number].dark = (x + y) % 2 == 1;
        if let Some(man) = ending.man_on(kind, square) {
            board.put_letter(number as u32, man.letter());
        }
    }
    if let Some(file) = ending.en_passant {
        board.put(place(passed(file, ending.turn)), PASSED, 1);
    }
    board.turn(["White", "Black"], Side::second(ending.turn == Color::Black), true)
}

/// The men of an ending, what its pawns can become, and the men at hand, whose colours may have been exchanged.
fn palette(material: &Material, at_hand: &Material) -> Vec<Man> {
    let pawn = |color| material.men().contains(&material::Man { color, piece: Piece::Pawn });
    let there = |man: &Man| {
        let promoted = "QRBN".contains(man.letter) && pawn(Color::White)
            || "qrbn".contains(man.letter) && pawn(Color::Black);
        let mut known = material.men().iter().chain(at_hand.men());
        promoted || known.any(|other| other.letter() == man.letter)
    };
    let mut palette: Vec<Man> = MEN.into_iter().filter(there).collect();
    if pawn(Color::White) && pawn(Color::Black) {
        palette.push(PASSED);
    }
    palette
}

/// A board that was set up, in Forsyth-Edwards notation.
pub(super) fn fen(setup: &Setup) -> Result<String, ParseError> {
    let all: Vec<Man> = MEN.into_iter().chain([PASSED]).collect();
    let men = setup.men(&all, 64)?;
    let rows: Vec<String> = men
        .chunks(8)
        .map(|row| {
            let letter =
                |man: &Option<Man>| man.filter(|man| *man != PASSED).map_or('1', |man| man.letter);
            row.iter().map(letter).collect()
        })
        .collect();
    let mut passing = (0..64).filter(|&place| men[place] == Some(PASSED));
    let square = passing.next().map_or_else(|| "-".to_owned(), |place| square(place).to_string());
    match passing.next() {
        Some(_) => Err(ParseError::new("only one pawn can just have moved two squares")),
        None => Ok(format!("{} {} - {square}", rows.join("/"), setup.turn(["w", "b"]))),
    }
}
