//! Solutions of the objective `mean-payoff`: `vertex,value,move`, the value `p` or `p/q` in lowest
//! terms. In JSON a whole value is a number and any other one a text, since `1/3` has no number of
//! its own there.

use std::collections::HashSet;

use retrograde_core::{MeanPayoffSolution, MeanPayoffs, Ratio, Strategy, Vertex};

use super::fault::SolutionFault;
use super::layout::Layout;
use super::sheet::{Cell, Fact, Sheet};
use super::table::{Row, RowFault, Table};

impl Sheet for MeanPayoffSolution {
    fn layout(&self) -> &'static Layout {
        Layout::MEAN_PAYOFF
    }

    fn vertices(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, _column: usize) -> Cell<'_> {
        cell(self.values.get(vertex))
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategy.iter().collect()
    }

    /// The lowest and the highest value, how many different ones there are, and where nobody knows.
    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        let mut different = HashSet::new();
        let (mut last, mut unknown) = (None, 0);
        for value in self.values.iter() {
            match value {
                None => unknown += 1,
                // Neighbours mostly have the same value, and comparing is faster than looking up.
                Some(value) if last == Some(value) => {}
                Some(value) => {
                    different.insert(value);
                    last = Some(value);
                }
            }
        }
        vec![
            ("lowest", Fact::Cell(cell(different.iter().min().copied()))),
            ("highest", Fact::Cell(cell(different.iter().max().copied()))),
            ("values", Fact::count(different.len())),
            ("unknown", Fact::count(unknown)),
        ]
    }
}

#[inline]
fn cell(value: Option<Ratio>) -> Cell<'static> {
    value.map_or(Cell::Nothing, Cell::Ratio)
}

/// Values so far; those of a run of rows with the same one are stored together.
#[derive(Clone, Debug)]
pub struct MeanPayoffDraft {
    values: MeanPayoffs,
    run: Vec<Vertex>,
    /// The value of the run.
    value: Option<Ratio>,
}

impl MeanPayoffDraft {
    fn end_run(&mut self) {
        if let Some(value) = self.value {
            self.values.settle(self.run.drain(..), value);
        }
    }
}

/// ```
/// use retrograde_core::{MeanPayoffSolution, Names, Ratio};
/// use retrograde_io::read_solution;
/// let json = r#"{"rows": [{"vertex": "0", "value": "-1/2"}, {"vertex": "1", "value": 3}]}"#;
/// let solution: MeanPayoffSolution = read_solution(json.as_bytes(), &Names::numbered(2))?;
/// assert_eq!(solution.values.get(0), Ratio::new(-1, 2));
/// assert_eq!(solution.values.get(1), Some(Ratio::from(3)));
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
impl Table for MeanPayoffSolution {
    const LAYOUT: &'static Layout = Layout::MEAN_PAYOFF;
    type Draft = MeanPayoffDraft;

    fn draft(vertices: usize) -> MeanPayoffDraft {
        let values = MeanPayoffs::unknown(vertices);
        MeanPayoffDraft { values, run: Vec::new(), value: None }
    }

    fn add(draft: &mut MeanPayoffDraft, row: &Row<'_>) -> Result<(), RowFault> {
        let Some(word) = row.value(0) else { return Ok(()) };
        let value = parse(word).map_err(|fault| RowFault { column: 0, fault })?;
        if draft.value != Some(value) {
            draft.end_run();
            draft.value = Some(value);
        }
        draft.run.push(row.vertex());
        Ok(())
    }

    fn finish(mut draft: MeanPayoffDraft, moves: Option<Vec<Strategy>>) -> Self {
        draft.end_run();
        MeanPayoffSolution {
            values: draft.values,
            strategy: moves.and_then(|moves| moves.into_iter().next()),
        }
    }
}

/// Reads a value as it is written here: no plus sign, no leading zeros, lowest terms.
fn parse(word: &str) -> Result<Ratio, SolutionFault> {
    let (numerator, denominator) = match word.split_once('/') {
        None => (word, None),
        Some((numerator, denominator)) => (numerator, Some(denominator)),
    };
    let bad = || SolutionFault::BadMean { word: word.to_owned() };
    let of_digits = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let zeros = digits.len() > 1 && digits.starts_with('0');
        !zeros && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !of_digits(numerator) || numerator == "-0" || !denominator.is_none_or(of_digits) {
        return Err(bad());
    }
    let numerator = numerator.parse().map_err(|_| bad())?;
    let below = denominator.unwrap_or("1").parse().ok();
    let Some(value) = below.and_then(|below| Ratio::new(numerator, below)) else {
        return Err(SolutionFault::MeanDenominator { word: word.to_owned() });
    };
    let reduced = match denominator {
        None => true,
        Some(_) => value.denominator() != 1 && below == Some(value.denominator()),
    };
    if !reduced {
        let (word, reduced) = (word.to_owned(), value.to_string());
        return Err(SolutionFault::MeanTerms { word, reduced });
    }
    Ok(value)
}
