//! Solutions of the objective `mean-payoff`: `vertex,value,move`, the value `p` or `p/q` in lowest
//! terms. In JSON a whole value is a number and any other one a text, since `1/3` has no number of
//! its own there.

use retrograde_core::{Answer, MeanPayoffSolution, MeanPayoffs, Ratio, Strategy, Vertex};

use super::draft::{Draft, Record, RowFault};
use super::fault::SolutionFault;

/// Values so far; those of a run of rows with the same one are stored together.
pub(super) struct MeanPayoffDraft {
    values: MeanPayoffs,
    run: Vec<Vertex>,
    /// The value of the run.
    value: Option<Ratio>,
}

impl MeanPayoffDraft {
    pub(super) fn new(vertices: usize) -> Self {
        MeanPayoffDraft { values: MeanPayoffs::unknown(vertices), run: Vec::new(), value: None }
    }

    fn end_run(&mut self) {
        if let Some(value) = self.value {
            self.values.settle(self.run.drain(..), value);
        }
    }
}

impl Draft for MeanPayoffDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        let Some(word) = record.value(0) else { return Ok(()) };
        let value = parse(word).map_err(|fault| RowFault { column: 0, fault })?;
        if self.value != Some(value) {
            self.end_run();
            self.value = Some(value);
        }
        self.run.push(record.vertex);
        Ok(())
    }

    fn finish(mut self: Box<Self>, moves: Vec<Strategy>) -> Answer {
        self.end_run();
        MeanPayoffSolution { values: self.values, strategy: moves.into_iter().next() }.into()
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
