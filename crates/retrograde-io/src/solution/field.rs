//! One field of a row, as CSV and as JSON.

use retrograde_core::{Grundy, Names, Ratio, Vertex};

use crate::text_out::TextOut;

use super::sheet::Cell;

/// A name in quotes where RFC 4180 asks for them, and where it is empty: an empty field without
/// quotes means that there is nothing.
pub(super) fn csv_name(text: &mut TextOut<'_>, names: &Names, vertex: Vertex) {
    if let Some(number) = names.number(vertex) {
        return text.number(number);
    }
    let name = names.get(vertex);
    if name.is_empty() || name.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')) {
        text.text("\"");
        text.text(&name.replace('"', "\"\""));
        text.text("\"");
    } else {
        text.text(&name);
    }
}

#[inline]
pub(super) fn csv_cell(text: &mut TextOut<'_>, cell: Cell<'_>) {
    match cell {
        Cell::Nothing => {}
        Cell::Word(word) => text.text(word),
        Cell::Number(number) => cell_number(text, number),
        Cell::Wide(number) => wide_number(text, number),
        Cell::Ratio(value) => ratio(text, value),
        // Two options have a comma between them.
        Cell::Grundy(value @ Grundy::Loopy([_, _, ..])) => quoted_grundy(text, value),
        Cell::Grundy(value) => grundy(text, value),
    }
}

#[inline]
pub(super) fn json_cell(text: &mut TextOut<'_>, cell: Cell<'_>) {
    match cell {
        Cell::Nothing => text.text("null"),
        Cell::Word(word) => {
            text.text("\"");
            text.text(word);
            text.text("\"");
        }
        Cell::Number(number) => cell_number(text, number),
        Cell::Wide(number) => wide_number(text, number),
        Cell::Ratio(value) if value.denominator() == 1 => ratio(text, value),
        Cell::Ratio(value) => {
            text.text("\"");
            ratio(text, value);
            text.text("\"");
        }
        Cell::Grundy(value @ Grundy::Loopy(_)) => quoted_grundy(text, value),
        Cell::Grundy(value @ Grundy::Finite(_)) => grundy(text, value),
    }
}

/// Most numbers are small, and those are faster to write as what they are.
#[inline]
fn cell_number(text: &mut TextOut<'_>, number: u64) {
    match u32::try_from(number) {
        Ok(number) => text.number(number),
        Err(_) => text.number(number),
    }
}

/// As [`cell_number`], for what may be wider still.
fn wide_number(text: &mut TextOut<'_>, number: u128) {
    match u64::try_from(number) {
        Ok(number) => cell_number(text, number),
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
        Grundy::Finite(value) => text.number(value),
        Grundy::Loopy(options) => {
            text.text("inf{");
            for (index, &option) in options.iter().enumerate() {
                text.text(if index == 0 { "" } else { "," });
                text.number(option);
            }
            text.text("}");
        }
    }
}

pub(super) fn json_name(text: &mut TextOut<'_>, names: &Names, vertex: Vertex) {
    text.text("\"");
    match names.number(vertex) {
        Some(number) => text.number(number),
        None => json_text(text, &names.get(vertex)),
    }
    text.text("\"");
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
