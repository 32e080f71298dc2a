//! Solutions of the objective `grundy`: `vertex,grundy`, a number or `inf{0,2}`.

use std::any::Any;

use retrograde_core::{Answer, Grundy, GrundyValues, Strategy, Vertex};

use super::draft::{Draft, Record, RowFault};
use super::fault::SolutionFault;

/// No value reaches it: it is what [`GrundyValues`] can hold.
const LIMIT: u32 = 1 << 31;

/// Values in the order of the file, and where in it each vertex has its own.
pub(super) struct GrundyDraft {
    values: GrundyValues,
    rows: Vec<u32>,
    /// How many vertices the graph has.
    vertices: usize,
    /// The options of the loopy value at hand.
    options: Vec<u32>,
}

impl GrundyDraft {
    pub(super) fn new(vertices: usize) -> Self {
        Self::part(vertices, vertices)
    }

    /// A draft for some vertices of a graph.
    pub(super) fn part(vertices: usize, rows: usize) -> Self {
        let values = GrundyValues::default();
        GrundyDraft { values, rows: vec![0; rows], vertices, options: Vec::new() }
    }
}

impl Draft for GrundyDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        let GrundyDraft { values, rows, vertices, options } = self;
        let word = record.word(0)?;
        let at_value = |fault| RowFault { column: 0, fault };
        let bad = || at_value(SolutionFault::BadGrundy { word: word.to_owned() });
        // A value of g needs options of all the values below it, so g + 1 vertices in all.
        let limit = u32::try_from(*vertices).unwrap_or(LIMIT).min(LIMIT);
        let number = |digits: &str| match parse(digits) {
            Number::Not => Err(bad()),
            Number::Is(value) if value < limit => Ok(value),
            Number::Is(_) | Number::Huge => Err(at_value(SolutionFault::LargeGrundy {
                vertex: record.name.to_owned(),
                value: digits.to_owned(),
                vertices: *vertices,
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
        rows[record.vertex as usize] = values.len() as u32;
        values.push(value);
        Ok(())
    }

    fn append(&mut self, first: Vertex, part: Box<dyn Any>) {
        let Ok(part) = part.downcast::<Self>() else { return };
        let before = self.values.len() as u32;
        for (slot, row) in self.rows[first as usize..].iter_mut().zip(&part.rows) {
            *slot = before + row;
        }
        for row in 0..part.values.len() {
            self.values.push(part.values.get(row as Vertex));
        }
    }

    fn finish(self: Box<Self>, _moves: Vec<Strategy>) -> Answer {
        let GrundyDraft { values, rows, .. } = *self;
        if rows.iter().enumerate().all(|(vertex, &row)| vertex == row as usize) {
            return values.into();
        }
        let mut ordered = GrundyValues::default();
        for row in rows {
            ordered.push(values.get(row));
        }
        ordered.into()
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
