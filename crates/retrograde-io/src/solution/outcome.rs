//! Solutions of the objective `outcome`: `vertex,outcome,distance,move`.

use std::any::Any;

use retrograde_core::{Answer, Outcome, OutcomeSolution, Strategy, Terms, Vertex};

use super::draft::{Draft, OutcomesDraft, Record, RowFault};
use super::fault::SolutionFault;

pub(super) struct OutcomeDraft {
    outcomes: OutcomesDraft,
    distances: Vec<u32>,
}

impl OutcomeDraft {
    pub(super) fn new(vertices: usize) -> Self {
        OutcomeDraft { outcomes: OutcomesDraft::new(vertices), distances: vec![0; vertices] }
    }
}

impl Draft for OutcomeDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        let vertex = || record.name.to_owned();
        let at_distance = |fault| Err(RowFault { column: 1, fault });
        let outcome = record.outcome(0, Terms::parse)?;
        match (outcome, record.value(1)) {
            (Outcome::Draw, None) => {}
            (Outcome::Draw, Some(_)) => {
                return at_distance(SolutionFault::DistanceOnDraw { vertex: vertex() });
            }
            (_, None) => return at_distance(SolutionFault::NoDistance { vertex: vertex() }),
            (_, Some(word)) => match known(record.number(1)).or_else(|| distance(word)) {
                Some(distance) => self.distances[record.vertex as usize] = distance,
                None => return at_distance(SolutionFault::BadDistance { word: word.to_owned() }),
            },
        }
        self.outcomes.set(record.vertex, outcome);
        Ok(())
    }

    fn append(&mut self, first: Vertex, part: Box<dyn Any>) {
        let Ok(part) = part.downcast::<Self>() else { return };
        let range = first as usize..first as usize + part.distances.len();
        self.outcomes.append(first, &part.outcomes);
        self.distances[range].copy_from_slice(&part.distances);
    }

    fn finish(self: Box<Self>, moves: Vec<Strategy>) -> Answer {
        let values = self.outcomes.with_distances(self.distances);
        OutcomeSolution::new(values, moves.into_iter().next()).into()
    }
}

/// A number that was found before, if it is a distance.
fn known(number: Option<u64>) -> Option<u32> {
    number.and_then(|number| u32::try_from(number).ok())
}

fn distance(word: &str) -> Option<u32> {
    // `parse` alone would take a plus sign.
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}
