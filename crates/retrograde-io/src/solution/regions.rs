//! Solutions of the objectives with two owners and a winner at each vertex: `vertex,winner,move`.

use std::any::Any;

use retrograde_core::{Answer, Bitmap, Player, RegionSolution, Strategy, Vertex, Winners};

use super::draft::{Draft, Record, RowFault};
use super::fault::SolutionFault;

/// Winners of vertices that come in any order.
pub(super) struct RegionDraft {
    zero: Bitmap,
    one: Bitmap,
}

impl RegionDraft {
    pub(super) fn new(vertices: usize) -> Self {
        RegionDraft { zero: Bitmap::new(vertices), one: Bitmap::new(vertices) }
    }

    /// Takes down the winner in the first column, and says who it is.
    pub(super) fn winner(&mut self, record: &Record<'_>) -> Result<Option<Player>, RowFault> {
        let vertex = record.vertex as usize;
        match record.value(0) {
            None => Ok(None),
            Some("0") => {
                self.zero.set(vertex);
                Ok(Some(Player::Zero))
            }
            Some("1") => {
                self.one.set(vertex);
                Ok(Some(Player::One))
            }
            Some(word) => {
                let fault = SolutionFault::BadWinner { word: word.to_owned() };
                Err(RowFault { column: 0, fault })
            }
        }
    }

    /// Takes over the winners of vertices from `first` on.
    pub(super) fn paste(&mut self, first: Vertex, part: &Self) {
        self.zero.paste(first as usize, &part.zero);
        self.one.paste(first as usize, &part.one);
    }

    pub(super) fn winners(self) -> Winners {
        Winners::from_regions(self.zero, self.one)
    }
}

impl Draft for RegionDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        self.winner(record).map(|_| ())
    }

    fn append(&mut self, first: Vertex, part: Box<dyn Any>) {
        let Ok(part) = part.downcast::<Self>() else { return };
        self.paste(first, &part);
    }

    fn finish(self: Box<Self>, moves: Vec<Strategy>) -> Answer {
        RegionSolution { winners: self.winners(), strategy: moves.into_iter().next() }.into()
    }
}
