//! A board that somebody has set up, on its way to a position.

use super::{Man, Side};
use crate::ParseError;

/// What somebody has put where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What stands on the places.
    pub pieces: Vec<Standing>,
    /// Whose turn it is, where somebody said so.
    pub mover: Option<Side>,
}

/// Something on a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, by its number in [`Board::places`](super::Board::places).
    pub place: u32,
    /// The [name](Man::name) of what stands there.
    pub piece: String,
    /// Whose it is.
    pub side: Option<Side>,
    /// How many of them.
    pub count: u32,
}

impl Setup {
    /// What stands on the places of a board of so many, one on each at most.
    ///
    /// # Errors
    /// Something that is not in the palette, in a place that is not there, or not alone in its place.
    pub fn men(&self, palette: &[Man], places: usize) -> Result<Vec<Option<Man>>, ParseError> {
        let mut men = vec![None; places];
        for standing in &self.pieces {
            let man = self.man(standing, palette, places)?;
            let there = &mut men[standing.place as usize];
            if there.is_some() || standing.count != 1 {
                return Err(ParseError::new("two pieces share a place"));
            }
            *there = Some(man);
        }
        Ok(men)
    }

    /// How many of each man of the palette stand on each of so many places.
    ///
    /// # Errors
    /// Something that is not in the palette, or in a place that is not there.
    pub fn counts(&self, palette: &[Man], places: usize) -> Result<Vec<Vec<u32>>, ParseError> {
        let mut counts = vec![vec![0u32; palette.len()]; places];
        for standing in &self.pieces {
            let man = self.man(standing, palette, places)?;
            let kind = palette.iter().position(|other| *other == man).unwrap_or(0);
            let count = &mut counts[standing.place as usize][kind];
            *count = count.saturating_add(standing.count);
        }
        Ok(counts)
    }

    /// The letters of rows so long, with strokes between them and dots for free places: what
    /// [`Board::rows`](super::Board::rows) reads.
    ///
    /// # Errors
    /// As [`men`](Self::men).
    pub fn rows(
        &self,
        palette: &[Man],
        lengths: impl IntoIterator<Item = usize>,
    ) -> Result<String, ParseError> {
        let lengths: Vec<usize> = lengths.into_iter().collect();
        let men = self.men(palette, lengths.iter().sum())?;
        let mut men = men.into_iter().map(|man| man.map_or('.', |man| man.letter));
        let rows = lengths.into_iter().map(|length| men.by_ref().take(length).collect());
        Ok(rows.collect::<Vec<String>>().join("/"))
    }

    /// The word for the player to move: the first player where nobody said.
    pub(crate) fn turn<'a>(&self, words: [&'a str; 2]) -> &'a str {
        words[usize::from(self.is_second())]
    }

    pub(crate) fn is_second(&self) -> bool {
        self.mover == Some(Side::Second)
    }

    fn man(&self, standing: &Standing, palette: &[Man], places: usize) -> Result<Man, ParseError> {
        if standing.place as usize >= places {
            return Err(ParseError::new(format!("the board has no place {}", standing.place)));
        }
        let like = |man: &&Man| man.name == standing.piece && man.side == standing.side;
        let unknown = || {
            let piece = standing.piece.escape_debug();
            ParseError::new(format!("no such piece can stand on this board: {piece}"))
        };
        palette.iter().find(like).copied().ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, Style};
    use super::*;

    const MEN: [Man; 2] = Man::both("stone", ['x', 'o'], ["x", "o"]);

    #[test]
    fn rows_are_written_as_they_are_read() {
        let text = "x./.o/..";
        let setup = Board::rows(Style::Cells, &MEN, text, |place| place.to_string()).setup();
        assert_eq!(setup.rows(&MEN, [2, 2, 2]).unwrap(), text);
    }

    #[test]
    fn what_cannot_stand_there_is_refused() {
        let standing =
            |place, piece: &str, side| Standing { place, piece: piece.to_owned(), side, count: 1 };
        let stone = standing(3, "stone", Some(Side::First));
        let refused = |pieces: &[Standing]| {
            let setup = Setup { pieces: pieces.to_vec(), mover: None };
            setup.rows(&MEN, [2, 2]).unwrap_err().to_string()
        };
        assert_eq!(refused(&[stone.clone(), stone.clone()]), "two pieces share a place");
        assert_eq!(refused(&[Standing { count: 2, ..stone.clone() }]), "two pieces share a place");
        assert_eq!(refused(&[Standing { place: 4, ..stone.clone() }]), "the board has no place 4");
        assert_eq!(
            refused(&[standing(0, "king", None), stone]),
            "no such piece can stand on this board: king"
        );
    }
}
