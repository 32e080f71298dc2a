//! Rows of a solution, in any order, put together.

use retrograde_core::{
    Bitmap, Distances, Names, Outcome, OutcomeSolution, Strategy, Values, Vertex,
};

use super::fault::SolutionFault;
use super::lookup::Lookup;

/// What a row says, as text; `None` is an empty field.
pub(super) struct Row<'a> {
    pub(super) vertex: &'a str,
    pub(super) outcome: &'a str,
    pub(super) distance: Option<&'a str>,
    pub(super) to: Field<'a>,
}

/// The move of a row, in a file that may have no moves at all.
#[derive(Clone, Copy)]
pub(super) enum Field<'a> {
    /// The file has no such column.
    Absent,
    /// The column is there; `None` is an empty field.
    Present(Option<&'a str>),
}

/// The part of a row that a fault is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Vertex,
    Outcome,
    Distance,
    Move,
}

/// The solution so far. Sized by the graph, not by the file.
pub(super) struct Gather<'a> {
    names: &'a Names,
    lookup: Lookup<'a>,
    seen: Bitmap,
    win: Bitmap,
    lose: Bitmap,
    distances: Vec<u32>,
    strategy: Strategy,
    has_moves: bool,
    rows: usize,
}

impl<'a> Gather<'a> {
    pub(super) fn new(names: &'a Names) -> Self {
        let count = names.len();
        Gather {
            names,
            lookup: Lookup::new(names),
            seen: Bitmap::new(count),
            win: Bitmap::new(count),
            lose: Bitmap::new(count),
            distances: vec![0; count],
            strategy: Strategy::empty(count),
            has_moves: false,
            rows: 0,
        }
    }

    pub(super) fn add(&mut self, row: &Row<'_>) -> Result<(), (Part, SolutionFault)> {
        let name = || row.vertex.to_owned();
        let Some(vertex) = self.lookup.find(row.vertex, self.rows) else {
            return Err((Part::Vertex, SolutionFault::UnknownVertex { name: name() }));
        };
        let index = vertex as usize;
        if self.seen.get(index) {
            return Err((Part::Vertex, SolutionFault::Repeated { name: name() }));
        }
        let Some(outcome) = Outcome::parse(row.outcome) else {
            let word = row.outcome.to_owned();
            return Err((Part::Outcome, SolutionFault::BadOutcome { word }));
        };
        match (outcome, row.distance) {
            (Outcome::Draw, None) => {}
            (Outcome::Draw, Some(_)) => {
                return Err((Part::Distance, SolutionFault::DistanceOnDraw { vertex: name() }));
            }
            (_, None) => {
                return Err((Part::Distance, SolutionFault::NoDistance { vertex: name() }));
            }
            (_, Some(word)) => self.distances[index] = distance(word)?,
        }
        self.has_moves |= matches!(row.to, Field::Present(_));
        if let Field::Present(Some(to)) = row.to {
            let Some(target) = self.lookup.find(to, self.rows) else {
                let fault = SolutionFault::UnknownMove { vertex: name(), to: to.to_owned() };
                return Err((Part::Move, fault));
            };
            self.strategy.set(vertex, Some(target));
        }
        match outcome {
            Outcome::Win => self.win.set(index),
            Outcome::Lose => self.lose.set(index),
            Outcome::Draw => {}
        }
        self.seen.set(index);
        self.rows += 1;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<OutcomeSolution, SolutionFault> {
        let count = self.names.len() - self.rows;
        if count > 0 {
            let first = (0..self.names.len()).find(|&index| !self.seen.get(index));
            let name = first.map_or(String::new(), |v| self.names.get(v as Vertex).into_owned());
            return Err(SolutionFault::MissingRows { name, count });
        }
        Ok(OutcomeSolution {
            values: Values::from_parts(self.win, self.lose, Distances::Wide(self.distances)),
            strategy: self.has_moves.then_some(self.strategy),
        })
    }
}

fn distance(word: &str) -> Result<u32, (Part, SolutionFault)> {
    // `parse` alone would take a plus sign.
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        Ok(distance) if digits => Ok(distance),
        _ => Err((Part::Distance, SolutionFault::BadDistance { word: word.to_owned() })),
    }
}
