//! Solutions of the objective `asymmetric`: `vertex,first,second,first_move,second_move`.

use std::any::Any;

use retrograde_core::{Answer, AsymmetricSolution, Outcome, Strategies, Strategy, Vertex};

use super::draft::{Draft, OutcomesDraft, Record, RowFault};

pub(super) struct AsymmetricDraft([OutcomesDraft; 2]);

impl AsymmetricDraft {
    pub(super) fn new(vertices: usize) -> Self {
        AsymmetricDraft([OutcomesDraft::new(vertices), OutcomesDraft::new(vertices)])
    }
}

impl Draft for AsymmetricDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        for (column, outcomes) in self.0.iter_mut().enumerate() {
            let outcome = record.outcome(column, Outcome::parse)?;
            outcomes.set(record.vertex, outcome);
        }
        Ok(())
    }

    fn append(&mut self, first: Vertex, part: Box<dyn Any>) {
        let Ok(part) = part.downcast::<Self>() else { return };
        for (outcomes, part) in self.0.iter_mut().zip(&part.0) {
            outcomes.append(first, part);
        }
    }

    fn finish(self: Box<Self>, moves: Vec<Strategy>) -> Answer {
        let [first, second] = self.0.map(OutcomesDraft::finish);
        let both = <[Strategy; 2]>::try_from(moves).ok();
        let strategies = both.map(|[first, second]| Strategies { first, second });
        AsymmetricSolution { first, second, strategies }.into()
    }
}
