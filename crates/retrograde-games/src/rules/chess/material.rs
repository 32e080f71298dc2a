//! Which men are on the board, and what becomes of them by captures and promotions.

use std::fmt;
use std::ops::Range;

use cozy_chess::{Color, Piece};

use crate::ParseError;

/// The most men that a game may have.
pub(super) const MOST: usize = 5;

/// What a pawn may become, best first.
pub(super) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// One man, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Man {
    pub(super) color: Color,
    pub(super) piece: Piece,
}

impl Man {
    /// How many different men there are.
    pub(super) const DIFFERENT: usize = 12;

    /// White before Black, the king first and the others by their worth.
    pub(super) const fn order(self) -> u8 {
        6 * self.color as u8 + 5 - self.piece as u8
    }

    /// What a man of an order adds to the [key](Material::key) of his material.
    pub(super) const fn key(order: u8) -> u64 {
        1 << (4 * order)
    }

    pub(super) fn letter(self) -> char {
        char::from(self.letter_byte())
    }

    pub(super) const fn letter_byte(self) -> u8 {
        // In the order of the pieces.
        let letter = b"pnbrqk"[self.piece as usize];
        match self.color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }
}

/// Two to five men in their [order](Man::order), a king of each colour among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Material {
    men: [Man; MOST],
    len: u8,
    whites: u8,
}

impl Material {
    /// `None` where there are too many men or not one king of each colour.
    pub(super) fn new(men: impl IntoIterator<Item = Man>) -> Option<Self> {
        let filler = Man { color: Color::White, piece: Piece::King };
        let mut material = Material { men: [filler; MOST], len: 0, whites: 0 };
        for man in men {
            *material.men.get_mut(usize::from(material.len))? = man;
            material.len += 1;
            material.whites += u8::from(man.color == Color::White);
        }
        material.men[..usize::from(material.len)].sort_by_key(|man| man.order());
        let kings = material.men().iter().filter(|man| man.piece == Piece::King);
        (kings.map(|man| man.color).eq([Color::White, Color::Black])).then_some(material)
    }

    /// Reads the likes of `KQvKR`.
    pub(super) fn parse(text: &str) -> Result<Self, ParseError> {
        let wrong = || {
            ParseError::new(
                "chess takes White's men and Black's men, as in chess:KQvKR: a K on each side, any \
                 of Q, R, B, N and P beside it, and at most five men in all",
            )
        };
        let (white, black) = text.split_once('v').ok_or_else(wrong)?;
        if white.len() + black.len() > MOST {
            return Err(wrong());
        }
        let side = |color, letters: &str| {
            let man = |letter: char| {
                let piece = Piece::ALL
                    .iter()
                    .find(|&&piece| char::from(piece).to_ascii_uppercase() == letter);
                piece.map(|&piece| Man { color, piece })
            };
            letters.chars().map(man).collect::<Option<Vec<_>>>()
        };
        let mut men = side(Color::White, white).ok_or_else(wrong)?;
        men.extend(side(Color::Black, black).ok_or_else(wrong)?);
        Material::new(men).ok_or_else(wrong)
    }

    #[inline]
    pub(super) fn men(&self) -> &[Man] {
        &self.men[..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn man(&self, man: usize) -> Man {
        self.men[man]
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Where the men of a colour are in the list; the king is the first of them.
    #[inline]
    pub(super) fn side(&self, color: Color) -> Range<usize> {
        match color {
            Color::White => 0..usize::from(self.whites),
            Color::Black => usize::from(self.whites)..usize::from(self.len),
        }
    }

    /// A number that no other material has: how many there are of each man, four bits for each.
    pub(super) fn key(&self) -> u64 {
        self.men().iter().map(|man| Man::key(man.order())).sum()
    }

    pub(super) fn pawns(&self, color: Color) -> usize {
        self.men[self.side(color)].iter().filter(|man| man.piece == Piece::Pawn).count()
    }

    /// The same with the colours changed.
    pub(super) fn flip(&self) -> Self {
        let men = self.men().iter().map(|man| Man { color: !man.color, ..*man });
        Material::new(men).unwrap_or(*self)
    }

    /// The same with the colours such that White has more men or, of as many, better ones.
    pub(super) fn upright(&self) -> Self {
        let strength = |color: Color| {
            let men = &self.men[self.side(color)];
            (men.len(), men.iter().map(|man| man.piece as u8).collect::<Vec<_>>())
        };
        if strength(Color::White) < strength(Color::Black) { self.flip() } else { *self }
    }

    /// Without one man, which must not be a king.
    pub(super) fn without(&self, man: usize) -> Option<Self> {
        let rest = self.men().iter().enumerate().filter(|&(other, _)| other != man);
        Material::new(rest.map(|(_, &man)| man))
    }

    /// With another piece for a pawn.
    pub(super) fn promoted(&self, man: usize, piece: Piece) -> Option<Self> {
        let mut men = self.men;
        if men[man].piece != Piece::Pawn {
            return None;
        }
        men[man].piece = piece;
        Material::new(men[..self.len()].iter().copied())
    }

    /// All that captures and promotions make of it, itself included: what no such move leads from
    /// comes first, so that every move stays where it is or leads back.
    pub(super) fn and_later(&self) -> Vec<Self> {
        let mut found = vec![*self];
        let mut next = 0;
        while let Some(&material) = found.get(next) {
            next += 1;
            let captures = (0..material.len()).filter_map(|man| material.without(man));
            let promotions = (0..material.len()).flat_map(|man| {
                PROMOTIONS.iter().filter_map(move |&piece| material.promoted(man, piece))
            });
            for later in captures.chain(promotions) {
                if !found.contains(&later) {
                    found.push(later);
                }
            }
        }
        let pawns = |material: &Self| material.pawns(Color::White) + material.pawns(Color::Black);
        found.sort_by_key(|material| {
            (material.len(), pawns(material), material.men.map(Man::order))
        });
        found
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for man in &self.men[self.side(color)] {
                write!(f, "{}", char::from(man.piece).to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let material = Material::parse(text).unwrap();
        material.and_later().iter().map(Material::to_string).collect()
    }

    #[test]
    fn captures_and_promotions_lead_to_smaller_material() {
        assert_eq!(names("KvK"), ["KvK"]);
        assert_eq!(names("KQvKR"), ["KvK", "KQvK", "KvKR", "KQvKR"]);
        assert_eq!(names("KPvK"), ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
        // Up to two of five kinds for White, up to one for Black.
        assert_eq!(names("KPPvKP").len(), 21 * 6);
        assert_eq!(names("KPPvKP").last().unwrap(), "KPPvKP");
    }

    #[test]
    fn material_is_read_in_any_order_and_refused_with_advice() {
        assert_eq!(Material::parse("NKBvKP").unwrap().to_string(), "KBNvKP");
        for wrong in
            ["", "K", "KK", "KvQ", "KQKR", "kqvkr", "KQRBNvK", "KXvK", "KKvK", "KvKvK", "KévK"]
        {
            let error = Material::parse(wrong).unwrap_err().to_string();
            assert!(error.contains("chess:KQvKR"), "{wrong}: {error}");
        }
    }
}
