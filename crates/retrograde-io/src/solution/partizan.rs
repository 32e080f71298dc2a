//! Solutions of the objective `partizan`: `vertex,left_first,right_first,class`.

use retrograde_core::{Outcome, Outcomes, PartizanClass, PartizanSolution, Strategy, Vertex};

use super::fault::SolutionFault;
use super::layout::Layout;
use super::sheet::{Cell, Fact, Sheet};
use super::table::{OutcomesDraft, Row, RowFault, Table};

/// What a file says of a partizan game: who wins, without distances and moves.
///
/// ```
/// use retrograde_core::{Names, Outcome, PartizanClass};
/// use retrograde_io::{PartizanOutcomes, read_solution};
/// let csv = "vertex,left_first,right_first,class\n0,win,draw,LD\n";
/// let outcomes: PartizanOutcomes = read_solution(csv.as_bytes(), &Names::numbered(1))?;
/// assert_eq!(outcomes.right_first.get(0), Outcome::Draw);
/// assert_eq!(outcomes.class(0), PartizanClass::LeftDraw);
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartizanOutcomes {
    /// With Left to move, for Left.
    pub left_first: Outcomes,
    /// With Right to move, for Right.
    pub right_first: Outcomes,
}

impl PartizanOutcomes {
    /// The class of `vertex`.
    #[must_use]
    pub fn class(&self, vertex: Vertex) -> PartizanClass {
        PartizanClass::new(self.left_first.get(vertex), self.right_first.get(vertex))
    }
}

impl From<PartizanSolution> for PartizanOutcomes {
    fn from(solution: PartizanSolution) -> Self {
        PartizanOutcomes {
            left_first: solution.left_first.values.into_outcomes(),
            right_first: solution.right_first.values.into_outcomes(),
        }
    }
}

impl Sheet for PartizanOutcomes {
    fn layout(&self) -> &'static Layout {
        Layout::PARTIZAN
    }

    fn vertices(&self) -> usize {
        self.left_first.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        cell([&self.left_first, &self.right_first], vertex, column)
    }

    fn strategies(&self) -> Vec<&Strategy> {
        Vec::new()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        summary([&self.left_first, &self.right_first])
    }
}

impl Sheet for PartizanSolution {
    fn layout(&self) -> &'static Layout {
        Layout::PARTIZAN
    }

    fn vertices(&self) -> usize {
        self.left_first.values.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        cell(both_outcomes(self), vertex, column)
    }

    fn strategies(&self) -> Vec<&Strategy> {
        Vec::new()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        summary(both_outcomes(self))
    }
}

fn both_outcomes(solution: &PartizanSolution) -> [&Outcomes; 2] {
    [solution.left_first.values.outcomes(), solution.right_first.values.outcomes()]
}

#[inline]
fn cell(outcomes: [&Outcomes; 2], vertex: Vertex, column: usize) -> Cell<'static> {
    let [left_first, right_first] = outcomes.map(|outcomes| outcomes.get(vertex));
    Cell::Word(match column {
        0 => left_first.as_str(),
        1 => right_first.as_str(),
        _ => PartizanClass::new(left_first, right_first).as_str(),
    })
}

fn summary([left_first, right_first]: [&Outcomes; 2]) -> Vec<(&'static str, Fact<'static>)> {
    let mut counts = [0; PartizanClass::ALL.len()];
    for (left, right) in left_first.iter().zip(right_first.iter()) {
        let class = PartizanClass::new(left, right);
        // The classes are declared in the order of `ALL`.
        counts[class as usize] += 1;
    }
    let facts = PartizanClass::ALL.iter().zip(counts);
    facts.map(|(class, count)| (class.as_str(), Fact::count(count))).collect()
}

impl Table for PartizanOutcomes {
    const LAYOUT: &'static Layout = Layout::PARTIZAN;
    type Draft = [OutcomesDraft; 2];

    fn draft(vertices: usize) -> Self::Draft {
        [OutcomesDraft::new(vertices), OutcomesDraft::new(vertices)]
    }

    fn add(draft: &mut Self::Draft, row: &Row<'_>) -> Result<(), RowFault> {
        let left_first = row.outcome(0, Outcome::parse)?;
        let right_first = row.outcome(1, Outcome::parse)?;
        let at_class = |fault| Err(RowFault { column: 2, fault });
        let word = row.word(2)?;
        let expected = PartizanClass::new(left_first, right_first);
        match PartizanClass::ALL.into_iter().find(|class| class.as_str() == word) {
            Some(class) if class == expected => {}
            Some(class) => {
                let vertex = row.name().to_owned();
                return at_class(SolutionFault::WrongClass { vertex, class, expected });
            }
            None => return at_class(SolutionFault::BadClass { word: word.to_owned() }),
        }
        draft[0].set(row.vertex(), left_first);
        draft[1].set(row.vertex(), right_first);
        Ok(())
    }

    fn finish([left_first, right_first]: Self::Draft, _moves: Option<Vec<Strategy>>) -> Self {
        PartizanOutcomes { left_first: left_first.finish(), right_first: right_first.finish() }
    }
}
