//! One field of a row, as CSV and as JSON.

use retrograde_core::{Cell, Grundy, Outcome, Ratio, Terms, quote};

use crate::text_out::TextOut;

use super::rows::Label;

/// A name as a field.
#[inline]
pub(super) fn csv_name(text: &mut TextOut<'_>, name: &Label<'_>) {
    match name {
        Label::Number(number) => text.count(*number),
        Label::Text(name) => text.text(&quote::csv(name)),
    }
}

/// What outcomes are called, with the marks around them.
pub(super) struct Words {
    terms: Terms,
    /// By outcome: a block that begins with the word, and the length of that.
    blocks: [([u8; 8], usize); 3],
}

impl Words {
    pub(super) fn new(terms: Terms, marks: &str) -> Self {
        let mut blocks = [([0; 8], 0); 3];
        for outcome in [Outcome::Win, Outcome::Lose, Outcome::Draw] {
            let word = format!("{marks}{}{marks}", terms.word(outcome));
            let (block, length) = &mut blocks[outcome as usize];
            block[..word.len()].copy_from_slice(word.as_bytes());
            *length = word.len();
        }
        Words { terms, blocks }
    }

    #[inline]
    fn write(&self, text: &mut TextOut<'_>, outcome: Outcome) {
        let (block, length) = &self.blocks[outcome as usize];
        text.block(block, *length);
    }
}

#[inline]
pub(super) fn csv_cell(text: &mut TextOut<'_>, cell: &Cell<'_>, words: &Words) {
    match *cell {
        Cell::Nothing => {}
        Cell::Outcome(outcome) => words.write(text, outcome),
        Cell::Number(number) => text.count(number),
        Cell::Winner(player) => text.count(player.number().into()),
        Cell::Wide(number) => wide_number(text, number),
        Cell::Ratio(value) => ratio(text, value),
        // Two options have a comma between them.
        Cell::Grundy(value @ Grundy::Loopy([_, _, ..])) => quoted_grundy(text, value),
        Cell::Grundy(value) => grundy(text, value),
        other => text.text(&other.text(words.terms)),
    }
}

#[inline]
pub(super) fn json_cell(text: &mut TextOut<'_>, cell: &Cell<'_>, words: &Words) {
    match *cell {
        Cell::Nothing => text.text("null"),
        Cell::Outcome(outcome) => words.write(text, outcome),
        Cell::Number(number) => text.count(number),
        Cell::Winner(player) => text.count(player.number().into()),
        Cell::Wide(number) => wide_number(text, number),
        Cell::Ratio(value) if value.denominator() == 1 => ratio(text, value),
        Cell::Grundy(value @ Grundy::Loopy(_)) => quoted_grundy(text, value),
        Cell::Grundy(value @ Grundy::Finite(_)) => grundy(text, value),
        other => {
            text.text("\"");
            text.text(&other.text(words.terms));
            text.text("\"");
        }
    }
}

/// A number that is mostly small and may be very large.
fn wide_number(text: &mut TextOut<'_>, number: u128) {
    match u64::try_from(number) {
        Ok(number) => text.count(number),
        Err(_) => text.number(number),
    }
}

/// A fraction as it displays itself, without the machinery of formatting.
fn ratio(text: &mut TextOut<'_>, value: Ratio) {
    match i64::try_from(value.numerator()) {
        Ok(numerator) => text.number(numerator),
        Err(_) => text.number(value.numerator()),
    }
    if value.denominator() != 1 {
        text.text("/");
        text.number(value.denominator());
    }
}

fn quoted_grundy(text: &mut TextOut<'_>, value: Grundy<'_>) {
    text.text("\"");
    grundy(text, value);
    text.text("\"");
}

/// A value as it displays itself, without the machinery of formatting.
fn grundy(text: &mut TextOut<'_>, value: Grundy<'_>) {
    match value {
        Grundy::Finite(value) => text.count(value.into()),
        Grundy::Loopy(options) => {
            text.text("inf{");
            for (index, &option) in options.iter().enumerate() {
                text.text(if index == 0 { "" } else { "," });
                text.count(option.into());
            }
            text.text("}");
        }
    }
}

/// A name as it is written between the quotes of a string.
#[inline]
pub(super) fn json_name(text: &mut TextOut<'_>, name: &Label<'_>) {
    match name {
        Label::Number(number) => text.count(*number),
        Label::Text(name) => json_text(text, name),
    }
}

/// A string's inside, with what JSON does not allow in it escaped.
fn json_text(text: &mut TextOut<'_>, name: &str) {
    let mut rest = name;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
        text.text(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => text.text("\\\""),
            b'\\' => text.text("\\\\"),
            b'\n' => text.text("\\n"),
            b'\r' => text.text("\\r"),
            b'\t' => text.text("\\t"),
            byte => text.text(&format!("\\u{byte:04x}")),
        }
        rest = &rest[at + 1..];
    }
    text.text(rest);
}
