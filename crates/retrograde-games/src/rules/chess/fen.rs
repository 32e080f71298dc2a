//! Positions as text: Forsyth-Edwards notation, and a picture of the board.
//!
//! Source: Steven J. Edwards, 1994, "Portable Game Notation Specification and Implementation
//! Guide", section 16.1.

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::ending::{Ending, origin, passed, pushed};
use super::fen_quick;
use super::kinds::{Kind, Kinds};
use super::material::{MOST, Man, Material};
use crate::ParseError;

/// As long as a position of a few men gets, or nearly so.
pub(super) const LENGTH: usize = 48;

/// The man on each square of a rank, from the a-file to the h-file.
fn rank_men<'a>(
    kind: &'a Kind,
    ending: &'a Ending,
    rank: Rank,
) -> impl Iterator<Item = Option<Man>> + 'a {
    File::ALL.into_iter().map(move |file| ending.man_on(kind, Square::new(file, rank)))
}

/// Appends the position in Forsyth-Edwards notation. The counters say that nothing has been played yet,
/// as positions do not remember it.
pub(super) fn show(kinds: &Kinds, ending: &Ending, text: &mut String) {
    fen_quick::show_men(kinds.get(ending.kind), ending, text);
    text.push_str(match (ending.turn, ending.en_passant) {
        (Color::White, None) => " w - - 0 1",
        (Color::Black, None) => " b - - 0 1",
        (Color::White, Some(_)) => " w - ",
        (Color::Black, Some(_)) => " b - ",
    });
    if let Some(file) = ending.en_passant {
        text.push_str(&passed(file, ending.turn).to_string());
        text.push_str(" 0 1");
    }
}

/// The board with its coordinates, capital letters for White.
pub(super) fn board(kinds: &Kinds, ending: &Ending) -> String {
    let kind = kinds.get(ending.kind);
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(char::from(rank));
        for man in rank_men(kind, ending, rank) {
            text.extend([' ', man.map_or('.', Man::letter)]);
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h");
    text
}

/// Reads Forsyth-Edwards notation, with the counters or without.
pub(super) fn parse(kinds: &Kinds, name: &Material, text: &str) -> Result<Ending, ParseError> {
    match fen_quick::parse(kinds, text) {
        Some(ending) => Ok(ending),
        None => parse_carefully(kinds, name, text),
    }
}

/// The same for text of any kind, with what is wrong with it.
fn parse_carefully(kinds: &Kinds, name: &Material, text: &str) -> Result<Ending, ParseError> {
    let mut fields = text.split_whitespace();
    let (men, turn) = (fields.next().unwrap_or(""), fields.next());
    let (castling, passing) = (fields.next().unwrap_or("-"), fields.next().unwrap_or("-"));
    let men = read_men(men)?;
    let turn = match turn {
        Some("w") => Color::White,
        Some("b") => Color::Black,
        _ => return Err(ParseError::new("write 'w' or 'b' for who is to move after the squares")),
    };
    if castling != "-" {
        return Err(ParseError::new(format!(
            "an ending has no castling: write '-' instead of '{castling}'"
        )));
    }
    if fields.by_ref().take(2).any(|counter| counter.parse::<u32>().is_err())
        || fields.next().is_some()
    {
        return Err(ParseError::new("nothing but two counters may follow the en passant square"));
    }
    let material = Material::new(men.iter().map(|&(man, _)| man)).ok_or_else(|| {
        let kings = |letter: char| men.iter().filter(|(man, _)| man.letter() == letter).count();
        ParseError::new(format!(
            "each side has one king, not {} K and {} k, and there are at most {MOST} men in all",
            kings('K'),
            kings('k')
        ))
    })?;
    let mut ending = kinds.place(&men, turn).ok_or_else(|| {
        ParseError::new(format!("{name} does not come to {material} by captures and promotions"))
    })?;
    let kind = kinds.get(ending.kind);
    if men.iter().any(|(man, square)| {
        man.piece == Piece::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth)
    }) {
        return Err(ParseError::new("no pawn can be on the first or the last rank"));
    }
    if !ending.is_legal(kind) {
        let other = Ending { turn: !ending.turn, ..ending };
        return Err(ParseError::new(match ending.turn {
            _ if !other.is_legal(kind) => {
                "both kings are in check, or stand side by side: no play leads there"
            }
            Color::White => "Black is in check, so it must be Black's turn: write 'b'",
            Color::Black => "White is in check, so it must be White's turn: write 'w'",
        }));
    }
    if passing != "-" {
        ending.en_passant = read_passing(kind, &ending, passing)?;
    }
    Ok(ending)
}

fn read_men(text: &str) -> Result<Vec<(Man, Square)>, ParseError> {
    let wrong = |what: &str| {
        ParseError::new(format!(
            "{what}: write the position as FEN, eight ranks from the eighth to the first with '/' \
             between them, such as 8/8/8/4k3/8/8/8/K6Q w - -"
        ))
    };
    let ranks = 1 + text.bytes().filter(|&byte| byte == b'/').count();
    if ranks != Rank::NUM {
        return Err(wrong(&format!("there are {ranks} ranks and not 8")));
    }
    let most = || ParseError::new(format!("there are more men than the {MOST} of an ending"));
    let mut men = Vec::with_capacity(MOST + 1);
    for (rank, line) in Rank::ALL.into_iter().rev().zip(text.split('/')) {
        let mut file: usize = 0;
        for c in line.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                file += empty as usize;
            } else {
                let piece = Piece::try_from(c.to_ascii_lowercase())
                    .map_err(|_| wrong(&format!("'{c}' is neither a man nor a number")))?;
                let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                // Squares past the last are counted, and what stands on them is not kept.
                if let Some(at) = File::try_index(file) {
                    men.push((Man { color, piece }, Square::new(at, rank)));
                }
                file = file.saturating_add(1);
            }
            if men.len() > MOST {
                return Err(most());
            }
        }
        if file != File::NUM {
            let rank = char::from(rank);
            return Err(wrong(&format!("rank {rank} has {file} squares and not 8")));
        }
    }
    Ok(men)
}

/// The file of a pawn that can be taken in passing. A square behind a pawn that nobody can take is
/// what many programs write after every step of two squares: it says nothing.
fn read_passing(kind: &Kind, ending: &Ending, text: &str) -> Result<Option<File>, ParseError> {
    let wrong = |reason: String| {
        ParseError::new(format!(
            "no pawn can just have moved two squares past '{}': {reason}; write '-' in the place of \
             this en passant square",
            text.escape_debug()
        ))
    };
    let square: Square = text.parse().map_err(|_| wrong("that is no square".to_owned()))?;
    let (file, turn) = (square.file(), ending.turn);
    if square != passed(file, turn) {
        let rank = char::from(passed(file, turn).rank());
        return Err(wrong(format!("with this player to move it would be on rank {rank}")));
    }
    if ending.pawn_on(kind, !turn, pushed(file, turn)).is_none() {
        return Err(wrong(format!("there is no pawn of the other side on {}", pushed(file, turn))));
    }
    let from = origin(file, turn);
    if let Some(at) = [square, from].into_iter().find(|&at| ending.man_on(kind, at).is_some()) {
        return Err(wrong(format!("something stands on {at}, where it came by or from")));
    }
    if !ending.could_step(kind, file) {
        let reason = "the king would have been in check before, with the other side to move";
        return Err(wrong(reason.to_owned()));
    }
    Ok(ending.can_take_in_passing(kind, file).then_some(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::rules::Chess;

    /// The men as one writes them who looks at one square after the other.
    fn plainly(game: &Chess, ending: &Ending) -> String {
        let kind = game.kinds.get(ending.kind);
        let rank = |rank: Rank| {
            let mut text = String::new();
            let mut empty = 0;
            for man in rank_men(kind, ending, rank).chain([None]) {
                empty += 1;
                if let Some(man) = man {
                    text += &format!("{}{}", empty - 1, man.letter());
                    empty = 0;
                }
            }
            (text + &(empty - 1).to_string()).replace('0', "")
        };
        Rank::ALL.into_iter().rev().map(rank).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn what_is_read_and_written_quickly_is_what_is_read_and_written_with_care() {
        for ending in ["KvK", "KQvKR", "KPvKP", "KRRvKR", "KPPvKP", "KQQQvK"] {
            let game = Chess::new(ending).unwrap();
            let slots = game.slots().unwrap();
            let step = slots as usize / 9_973 + 1;
            for position in (0..slots).step_by(step).filter_map(|slot| game.unrank(slot)) {
                for position in [position, game.kinds.flip(&position)] {
                    let text = game.show(&position);
                    assert!(text.starts_with(&(plainly(&game, &position) + " ")), "{text}");
                    let carefully = parse_carefully(&game.kinds, &game.material, &text);
                    assert_eq!(carefully.as_ref(), Ok(&position), "{text}");
                    let quickly = fen_quick::parse(&game.kinds, &text);
                    assert_eq!(quickly.is_some(), position.en_passant.is_none(), "{text}");
                    assert!(quickly.is_none_or(|quickly| quickly == position), "{text}");
                }
            }
        }
    }

    /// A change to a sound text here and there: what is read quickly would be read with care, too.
    #[test]
    fn what_is_read_quickly_is_sound() {
        let game = Chess::new("KPvKP").unwrap();
        let (mut read, mut refused) = (0, 0);
        for sound in ["8/p7/8/3k4/8/8/6P1/K7 w - - 0 1", "7k/8/8/8/8/1p6/8/K7 b - -"] {
            for at in 0..=sound.len() {
                for with in
                    ["", " ", "/", "0", "1", "8", "9", "k", "Q", "P", "-", "w", "+", "é", "88/"]
                {
                    for left_out in 0..=3.min(sound.len() - at) {
                        let text = format!("{}{with}{}", &sound[..at], &sound[at + left_out..]);
                        let carefully = parse_carefully(&game.kinds, &game.material, &text);
                        match fen_quick::parse(&game.kinds, &text) {
                            Some(quickly) => assert_eq!(carefully, Ok(quickly), "{text}"),
                            None => refused += 1,
                        }
                        read += usize::from(carefully.is_ok());
                    }
                }
            }
        }
        assert!(read > 100 && refused > 1000, "{read} {refused}");
    }
}
