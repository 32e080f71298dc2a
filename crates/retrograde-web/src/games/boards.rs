//! Boards between the library and the wire.

use retrograde::games::picture;

use crate::api::{Board, EditRequest, Man, Piece, Place, Turn, Turns};

impl From<picture::Side> for Turn {
    fn from(side: picture::Side) -> Self {
        match side {
            picture::Side::First => Turn::First,
            picture::Side::Second => Turn::Second,
        }
    }
}

impl From<Turn> for picture::Side {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::First => picture::Side::First,
            Turn::Second => picture::Side::Second,
        }
    }
}

impl From<&picture::Board> for Board {
    fn from(board: &picture::Board) -> Self {
        let place = |place: &picture::Place| Place {
            x: place.x,
            y: place.y,
            label: place.label.clone(),
            dark: place.dark,
            hand: place.hand.map(Turn::from),
        };
        let man = |man: &picture::Man| Man {
            piece: man.name.to_owned(),
            side: man.side.map(Turn::from),
            title: man.title.to_owned(),
        };
        let piece = |piece: &picture::Piece| Piece {
            place: piece.place,
            piece: piece.man.name.to_owned(),
            side: piece.man.side.map(Turn::from),
            title: piece.man.title.to_owned(),
            count: piece.count,
        };
        Board {
            style: board.style.name().to_owned(),
            places: board.places.iter().map(place).collect(),
            lines: board.lines.clone(),
            pieces: board.pieces.iter().map(piece).collect(),
            palette: board.palette.iter().map(man).collect(),
            turns: board.turns.map(|turns| Turns {
                players: turns.players.map(str::to_owned),
                mover: turns.mover.into(),
                chosen: turns.chosen,
            }),
            text: board.text.clone(),
        }
    }
}

/// What somebody has set up.
pub(super) fn setup(request: &EditRequest) -> picture::Setup {
    let standing = |piece: &Piece| picture::Standing {
        place: piece.place,
        piece: piece.piece.clone(),
        side: piece.side.map(Into::into),
        count: piece.count,
    };
    picture::Setup {
        pieces: request.pieces.iter().map(standing).collect(),
        mover: request.mover.map(Into::into),
    }
}
