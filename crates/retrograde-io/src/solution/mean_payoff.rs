//! Solutions of the objective `mean-payoff`: `vertex,value,move`, the value `p` or `p/q` in lowest
//! terms. In JSON a whole value is a number and any other one a text, since `1/3` has no number of
//! its own there. An answer that is not complete has `at_least,at_most` beside that.

use retrograde_core::{
    Answer, MeanBounds, MeanPayoffSolution, MeanPayoffs, Ratio, Strategy, Vertex,
};

use super::draft::{Draft, Field, Record, RowFault};
use super::fault::SolutionFault;

/// Values so far, and bounds in those files that have them.
pub(super) struct MeanPayoffDraft {
    values: Runs,
    bounds: Option<[Runs; 2]>,
}

/// One column of values; those of a run of rows with the same one are stored together.
struct Runs {
    values: MeanPayoffs,
    run: Vec<Vertex>,
    /// The value of the run.
    value: Option<Ratio>,
}

impl Runs {
    fn new(vertices: usize) -> Self {
        Runs { values: MeanPayoffs::unknown(vertices), run: Vec::new(), value: None }
    }

    fn add(&mut self, vertex: Vertex, value: Ratio) {
        if self.value != Some(value) {
            self.end_run();
            self.value = Some(value);
        }
        self.run.push(vertex);
    }

    fn end_run(&mut self) {
        if let Some(value) = self.value {
            self.values.settle(self.run.drain(..), value);
        }
    }

    fn finish(mut self) -> MeanPayoffs {
        self.end_run();
        self.values
    }
}

impl MeanPayoffDraft {
    pub(super) fn new(vertices: usize) -> Self {
        MeanPayoffDraft { values: Runs::new(vertices), bounds: None }
    }
}

impl Draft for MeanPayoffDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        if let Some(word) = record.value(0) {
            let value = parse(word).map_err(|fault| RowFault { column: 0, fault })?;
            self.values.add(record.vertex, value);
        }
        for side in 0..2 {
            let (field, column) = record.bound(side);
            if field == Field::Absent {
                continue;
            }
            let vertices = self.values.values.len();
            let bounds =
                self.bounds.get_or_insert_with(|| [Runs::new(vertices), Runs::new(vertices)]);
            if let Some(word) = field.text() {
                let bound = parse(word).map_err(|fault| RowFault { column, fault })?;
                bounds[side].add(record.vertex, bound);
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>, moves: Vec<Strategy>) -> Answer {
        let bounds = self.bounds.map(|bounds| {
            let [at_least, at_most] = bounds.map(Runs::finish);
            MeanBounds { at_least, at_most }
        });
        let (values, strategy) = (self.values.finish(), moves.into_iter().next());
        MeanPayoffSolution { values, strategy, bounds }.into()
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
