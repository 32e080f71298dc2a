//! Solutions of the objective `outcome`: `vertex,outcome,distance,move`.

use retrograde_core::{Distances, Outcome, OutcomeSolution, Strategy, Terms, Values, Vertex};

use super::fault::SolutionFault;
use super::layout::Layout;
use super::sheet::{Cell, Fact, Sheet};
use super::table::{OutcomesDraft, Row, RowFault, Table};

/// An outcome solution in chosen words. The solution itself is a [`Sheet`] too, with
/// [`Terms::WinLose`].
///
/// ```
/// use retrograde_core::{Names, OutcomeSolution, Terms, Value};
/// use retrograde_io::{OutcomeSheet, write_csv};
/// let solution = OutcomeSolution { values: [Value::Draw].into_iter().collect(), strategy: None };
/// let sheet = OutcomeSheet { solution: &solution, terms: Terms::Pn, ties: None };
/// let mut text = Vec::new();
/// write_csv(&Names::numbered(1), &sheet, &mut text)?;
/// assert_eq!(text, b"vertex,outcome,distance\n0,tie,\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OutcomeSheet<'a> {
    /// The solution.
    pub solution: &'a OutcomeSolution,
    /// What to call its outcomes.
    pub terms: Terms,
    /// How many of the draws are ties, where somebody counted them.
    pub ties: Option<usize>,
}

impl Sheet for OutcomeSheet<'_> {
    fn layout(&self) -> &'static Layout {
        Layout::OUTCOME
    }

    fn vertices(&self) -> usize {
        self.solution.values.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        cell(self.solution, self.terms, vertex, column)
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.solution.strategy.iter().collect()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        let mut summary = summary(self.solution, self.terms);
        summary.extend(self.ties.map(|ties| ("ties", Fact::count(ties))));
        summary
    }
}

impl Sheet for OutcomeSolution {
    fn layout(&self) -> &'static Layout {
        Layout::OUTCOME
    }

    fn vertices(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        cell(self, Terms::WinLose, vertex, column)
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategy.iter().collect()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        summary(self, Terms::WinLose)
    }
}

#[inline]
fn cell(solution: &OutcomeSolution, terms: Terms, vertex: Vertex, column: usize) -> Cell<'static> {
    match column {
        0 => Cell::Word(terms.word(solution.values.outcome(vertex))),
        _ => solution.values.get(vertex).distance().map(|distance| distance.0.into()).into(),
    }
}

fn summary(solution: &OutcomeSolution, terms: Terms) -> Vec<(&'static str, Fact<'static>)> {
    let values = &solution.values;
    let mut facts = Fact::of_outcomes(|it| terms.word(it), |it| values.count(it));
    let longest = [Outcome::Win, Outcome::Lose].map(|outcome| values.longest(outcome));
    let longest = longest.into_iter().flatten().map(|(_, distance)| distance.0.into()).max();
    facts.push(("longest", Fact::Cell(longest.into())));
    facts
}

/// Outcomes and distances.
#[derive(Clone, Debug)]
pub struct OutcomeDraft {
    outcomes: OutcomesDraft,
    distances: Vec<u32>,
}

impl Table for OutcomeSolution {
    const LAYOUT: &'static Layout = Layout::OUTCOME;
    type Draft = OutcomeDraft;

    fn draft(vertices: usize) -> OutcomeDraft {
        OutcomeDraft { outcomes: OutcomesDraft::new(vertices), distances: vec![0; vertices] }
    }

    fn add(draft: &mut OutcomeDraft, row: &Row<'_>) -> Result<(), RowFault> {
        let vertex = || row.name().to_owned();
        let at_distance = |fault| Err(RowFault { column: 1, fault });
        let outcome = row.outcome(0, Terms::parse)?;
        match (outcome, row.value(1)) {
            (Outcome::Draw, None) => {}
            (Outcome::Draw, Some(_)) => {
                return at_distance(SolutionFault::DistanceOnDraw { vertex: vertex() });
            }
            (_, None) => return at_distance(SolutionFault::NoDistance { vertex: vertex() }),
            (_, Some(word)) => match distance(word) {
                Some(distance) => draft.distances[row.vertex() as usize] = distance,
                None => return at_distance(SolutionFault::BadDistance { word: word.to_owned() }),
            },
        }
        draft.outcomes.set(row.vertex(), outcome);
        Ok(())
    }

    fn finish(draft: OutcomeDraft, moves: Option<Vec<Strategy>>) -> Self {
        let (win, lose) = draft.outcomes.into_parts();
        OutcomeSolution {
            values: Values::from_parts(win, lose, Distances::Wide(draft.distances)),
            strategy: moves.and_then(|moves| moves.into_iter().next()),
        }
    }
}

fn distance(word: &str) -> Option<u32> {
    // `parse` alone would take a plus sign.
    word.parse().ok().filter(|_| word.bytes().all(|byte| byte.is_ascii_digit()))
}
