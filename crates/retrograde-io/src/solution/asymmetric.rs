//! Solutions of the objective `asymmetric`: `vertex,first,second,first_move,second_move`.

use retrograde_core::{AsymmetricSolution, Outcome, Strategies, Strategy, Vertex};

use super::layout::Layout;
use super::sheet::{Cell, Fact, Sheet};
use super::table::{OutcomesDraft, Row, RowFault, Table};

impl Sheet for AsymmetricSolution {
    fn layout(&self) -> &'static Layout {
        Layout::ASYMMETRIC
    }

    fn vertices(&self) -> usize {
        self.first.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        let outcomes = if column == 0 { &self.first } else { &self.second };
        Cell::Word(outcomes.get(vertex).as_str())
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategies.iter().flat_map(|both| [&both.first, &both.second]).collect()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        let counts = |outcomes: &retrograde_core::Outcomes| {
            Fact::Group(Fact::of_outcomes(Outcome::as_str, |outcome| outcomes.count(outcome)))
        };
        vec![("first", counts(&self.first)), ("second", counts(&self.second))]
    }
}

impl Table for AsymmetricSolution {
    const LAYOUT: &'static Layout = Layout::ASYMMETRIC;
    type Draft = [OutcomesDraft; 2];

    fn draft(vertices: usize) -> Self::Draft {
        [OutcomesDraft::new(vertices), OutcomesDraft::new(vertices)]
    }

    fn add(draft: &mut Self::Draft, row: &Row<'_>) -> Result<(), RowFault> {
        for (column, outcomes) in draft.iter_mut().enumerate() {
            let outcome = row.outcome(column, Outcome::parse)?;
            outcomes.set(row.vertex(), outcome);
        }
        Ok(())
    }

    fn finish([first, second]: Self::Draft, moves: Option<Vec<Strategy>>) -> Self {
        let both = moves.and_then(|moves| <[Strategy; 2]>::try_from(moves).ok());
        AsymmetricSolution {
            first: first.finish(),
            second: second.finish(),
            strategies: both.map(|[first, second]| Strategies { first, second }),
        }
    }
}
