//! Answers while not all rows of their file are read.

use std::any::Any;

use retrograde_core::{
    Answer, Bitmap, Facts, Objective, Outcome, Outcomes, Strategy, Values, Vertex,
};

use crate::error::Place;

use super::fault::SolutionFault;
use super::gather::before_bounds;
use super::{asymmetric, energy, grundy, mean_payoff, outcome, partizan, regions};

/// An answer that is drafted for a known number of vertices and gets each vertex's row once, in the
/// order of the file. Names and moves are looked up by the readers.
pub(super) trait Draft: Any + Send {
    /// Takes down what a row claims.
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault>;

    /// Takes over a draft of the same kind, of neighbouring vertices from `first` on, where there are
    /// [such drafts](part).
    fn append(&mut self, _first: Vertex, _part: Box<dyn Any>) {}

    /// The answer, once every vertex has had its row. `moves` has one strategy for each of the
    /// objective's [`moves`](Facts::moves), or none where the file has none.
    fn finish(self: Box<Self>, moves: Vec<Strategy>) -> Answer;
}

/// An empty draft of an answer to `objective`.
pub(super) fn draft(objective: &Objective, vertices: usize) -> Box<dyn Draft> {
    match objective {
        Objective::Outcome(_) => Box::new(outcome::OutcomeDraft::new(vertices)),
        Objective::Asymmetric => Box::new(asymmetric::AsymmetricDraft::new(vertices)),
        Objective::Grundy => Box::new(grundy::GrundyDraft::new(vertices)),
        Objective::Partizan(_) => Box::new(partizan::PartizanDraft::new(vertices)),
        Objective::Energy => Box::new(energy::EnergyDraft::new(vertices)),
        Objective::MeanPayoff => Box::new(mean_payoff::MeanPayoffDraft::new(vertices)),
        // In all others a vertex has a winner, and that is all.
        _ => Box::new(regions::RegionDraft::new(vertices)),
    }
}

/// An empty draft of a part of an answer to `objective` for a graph of so many vertices: of as many
/// neighbours as there are `rows`, numbered from 0. There is none where drafts cannot be put together.
pub(super) fn part(objective: &Objective, vertices: usize, rows: usize) -> Option<Box<dyn Draft>> {
    match objective {
        Objective::Grundy => Some(Box::new(grundy::GrundyDraft::part(vertices, rows))),
        Objective::MeanPayoff => None,
        _ => Some(draft(objective, rows)),
    }
}

/// The values that one row gives to its vertex.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) facts: &'static Facts,
    pub(super) vertex: Vertex,
    pub(super) name: &'a str,
    pub(super) fields: &'a dyn Fields,
}

/// A fault in one of a row's values.
pub(super) struct RowFault {
    /// The column, by its place in all that a file may have after the vertex: those of
    /// [`Facts::values`] come first.
    pub(super) column: usize,
    pub(super) fault: SolutionFault,
}

/// Where rows come from.
pub(super) trait Fields {
    /// What stands in a column, by its place in [`all_columns`](super::gather::all_columns).
    fn field(&self, column: usize) -> Field<'_>;

    /// The same as a number, where it is plainly one and somebody has looked: digits alone, and no zeros
    /// before them.
    fn number(&self, _column: usize) -> Option<u64> {
        None
    }

    /// Where it stands.
    fn place(&self, column: usize) -> Place;
}

/// What a row has in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field<'a> {
    /// There is no such column.
    Absent,
    /// Nothing.
    Blank,
    /// Something, be it an empty text in quotes.
    Filled(&'a str),
}

impl<'a> Field<'a> {
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Field::Filled(text) => Some(text),
            Field::Absent | Field::Blank => None,
        }
    }
}

impl<'a> Record<'a> {
    /// The text in a column, by its place in [`Facts::values`]; `None` where there is nothing.
    pub(super) fn value(&self, column: usize) -> Option<&'a str> {
        self.fields.field(1 + column).text()
    }

    /// The [number](Fields::number) in a column, by its place in [`Facts::values`].
    pub(super) fn number(&self, column: usize) -> Option<u64> {
        self.fields.number(1 + column)
    }

    /// What is in a column, by its place in [`Facts::bounds`], and that column's place in a
    /// [`RowFault`].
    pub(super) fn bound(&self, column: usize) -> (Field<'a>, usize) {
        let column = before_bounds(self.facts) + column;
        (self.fields.field(column), column - 1)
    }

    /// The text in a column that must say something.
    pub(super) fn word(&self, column: usize) -> Result<&'a str, RowFault> {
        self.value(column).ok_or_else(|| {
            let (vertex, name) = (self.name.to_owned(), self.facts.values[column]);
            RowFault { column, fault: SolutionFault::Blank { vertex, column: name } }
        })
    }

    /// The outcome in a column, as `parse` understands it.
    pub(super) fn outcome(
        &self,
        column: usize,
        parse: impl Fn(&str) -> Option<Outcome>,
    ) -> Result<Outcome, RowFault> {
        let word = self.word(column)?;
        // Comparing texts one after the other takes longer than all else in a row.
        let usual = match word.as_bytes() {
            [b'w', b'i', b'n'] => Some(Outcome::Win),
            [b'l', b'o', b's', b'e'] => Some(Outcome::Lose),
            [b'd', b'r', b'a', b'w'] => Some(Outcome::Draw),
            _ => None,
        };
        usual.or_else(|| parse(word)).ok_or_else(|| RowFault {
            column,
            fault: SolutionFault::BadOutcome { word: word.into() },
        })
    }
}

/// Outcomes of vertices that come in any order.
pub(super) struct OutcomesDraft {
    win: Bitmap,
    lose: Bitmap,
}

impl OutcomesDraft {
    pub(super) fn new(vertices: usize) -> Self {
        OutcomesDraft { win: Bitmap::new(vertices), lose: Bitmap::new(vertices) }
    }

    /// Sets an outcome that has not been set before.
    pub(super) fn set(&mut self, vertex: Vertex, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.win.set(vertex as usize),
            Outcome::Lose => self.lose.set(vertex as usize),
            Outcome::Draw => {}
        }
    }

    /// Takes over the outcomes of vertices from `first` on.
    pub(super) fn append(&mut self, first: Vertex, part: &Self) {
        self.win.paste(first as usize, &part.win);
        self.lose.paste(first as usize, &part.lose);
    }

    pub(super) fn finish(self) -> Outcomes {
        Outcomes::from_parts(self.win, self.lose)
    }

    pub(super) fn with_distances(self, distances: Vec<u32>) -> Values {
        Values::from_parts(self.win, self.lose, retrograde_core::Distances::Wide(distances))
    }
}
