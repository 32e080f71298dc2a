//! Solutions of the objective `grundy`: `vertex,grundy`, a number or `inf{0,2}`.

use retrograde_core::{Grundy, GrundyValues, Outcome, Strategy, Vertex};

use super::fault::SolutionFault;
use super::layout::Layout;
use super::sheet::{Cell, Fact, Sheet};
use super::table::{Row, RowFault, Table};

impl Sheet for GrundyValues {
    fn layout(&self) -> &'static Layout {
        Layout::GRUNDY
    }

    fn vertices(&self) -> usize {
        self.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, _column: usize) -> Cell<'_> {
        Cell::Grundy(self.get(vertex))
    }

    fn strategies(&self) -> Vec<&Strategy> {
        Vec::new()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        let finite = (0..self.len() as Vertex).filter(|&v| self.finite(v).is_some()).count();
        let largest = self.largest().map(|(_, value)| value.into());
        let mut counts = [0; 3];
        for value in self.iter() {
            counts[value.outcome() as usize] += 1;
        }
        let mut facts = vec![
            ("finite", Fact::count(finite)),
            ("loopy", Fact::count(self.len() - finite)),
            ("largest", Fact::Cell(largest.into())),
        ];
        facts.extend(Fact::of_outcomes(Outcome::as_str, |outcome| counts[outcome as usize]));
        facts
    }
}

/// No value reaches it: it is what [`GrundyValues`] can hold.
const LIMIT: u32 = 1 << 31;

/// Values in the order of the file, and where in it each vertex has its own.
#[derive(Clone, Debug)]
pub struct GrundyDraft {
    values: GrundyValues,
    rows: Vec<u32>,
    /// The options of the loopy value at hand.
    options: Vec<u32>,
}

impl Table for GrundyValues {
    const LAYOUT: &'static Layout = Layout::GRUNDY;
    type Draft = GrundyDraft;

    fn draft(vertices: usize) -> GrundyDraft {
        let values = GrundyValues::default();
        GrundyDraft { values, rows: vec![0; vertices], options: Vec::new() }
    }

    fn add(draft: &mut GrundyDraft, row: &Row<'_>) -> Result<(), RowFault> {
        let GrundyDraft { values, rows, options } = draft;
        let word = row.word(0)?;
        let at_value = |fault| RowFault { column: 0, fault };
        let bad = || at_value(SolutionFault::BadGrundy { word: word.to_owned() });
        // A value of g needs options of all the values below it, so g + 1 vertices in all.
        let limit = u32::try_from(rows.len()).unwrap_or(LIMIT).min(LIMIT);
        let number = |digits: &str| match parse(digits) {
            Number::Not => Err(bad()),
            Number::Is(value) if value < limit => Ok(value),
            Number::Is(_) | Number::Huge => Err(at_value(SolutionFault::LargeGrundy {
                vertex: row.name().to_owned(),
                value: digits.to_owned(),
                vertices: rows.len(),
            })),
        };
        let set = word.strip_prefix("inf{").and_then(|rest| rest.strip_suffix('}'));
        let value = match set {
            None => Grundy::Finite(number(word)?),
            Some(inside) => {
                options.clear();
                for digits in inside.split(',').filter(|_| !inside.is_empty()) {
                    let option = number(digits)?;
                    if options.last().is_some_and(|&last| last >= option) {
                        return Err(bad());
                    }
                    options.push(option);
                }
                Grundy::Loopy(options)
            }
        };
        rows[row.vertex() as usize] = values.len() as u32;
        values.push(value);
        Ok(())
    }

    fn finish(draft: GrundyDraft, _moves: Option<Vec<Strategy>>) -> Self {
        let GrundyDraft { values, rows, .. } = draft;
        if rows.iter().enumerate().all(|(vertex, &row)| vertex == row as usize) {
            return values;
        }
        let mut ordered = GrundyValues::default();
        for row in rows {
            ordered.push(values.get(row));
        }
        ordered
    }
}

/// What a text is as a number.
enum Number {
    Is(u32),
    /// A number of more than 32 bits.
    Huge,
    Not,
}

/// Reads a number as it is written here: digits only, no leading zeros.
fn parse(digits: &str) -> Number {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || (digits.len() > 1 && digits.starts_with('0')) {
        return Number::Not;
    }
    digits.parse().map_or(Number::Huge, Number::Is)
}
