//! Solutions of the objective `partizan`: `vertex,left_first,right_first,class`.

use std::any::Any;

use retrograde_core::{Answer, Outcome, PartizanClass, PartizanOutcomes, Strategy, Vertex};

use super::draft::{Draft, OutcomesDraft, Record, RowFault};
use super::fault::SolutionFault;

pub(super) struct PartizanDraft([OutcomesDraft; 2]);

impl PartizanDraft {
    pub(super) fn new(vertices: usize) -> Self {
        PartizanDraft([OutcomesDraft::new(vertices), OutcomesDraft::new(vertices)])
    }
}

impl Draft for PartizanDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        let left_first = record.outcome(0, Outcome::parse)?;
        let right_first = record.outcome(1, Outcome::parse)?;
        let at_class = |fault| Err(RowFault { column: 2, fault });
        let word = record.word(2)?;
        let expected = PartizanClass::new(left_first, right_first);
        match PartizanClass::ALL.into_iter().find(|class| class.as_str() == word) {
            Some(class) if class == expected => {}
            Some(class) => {
                let vertex = record.name.to_owned();
                return at_class(SolutionFault::WrongClass { vertex, class, expected });
            }
            None => return at_class(SolutionFault::BadClass { word: word.to_owned() }),
        }
        self.0[0].set(record.vertex, left_first);
        self.0[1].set(record.vertex, right_first);
        Ok(())
    }

    fn append(&mut self, first: Vertex, part: Box<dyn Any>) {
        let Ok(part) = part.downcast::<Self>() else { return };
        for (outcomes, part) in self.0.iter_mut().zip(&part.0) {
            outcomes.append(first, part);
        }
    }

    fn finish(self: Box<Self>, _moves: Vec<Strategy>) -> Answer {
        let [left_first, right_first] = self.0.map(OutcomesDraft::finish);
        PartizanOutcomes { left_first, right_first }.into()
    }
}
