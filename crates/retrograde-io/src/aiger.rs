//! Circuits in the ASCII form of AIGER, `.aag`.
//!
//! Gates may come in any order and variables have any numbers; they are numbered anew, inputs before
//! latches before gates. Latches may start at 1, as AIGER 1.9 has it. What is about proofs rather than
//! circuits (bad states, constraints, justice, fairness) is refused, and so is a latch without a first
//! value.
//!
//! The format: A. Biere, *The AIGER and-inverter graph (AIG) format* (2007); A. Biere, K. Heljanko and
//! S. Wieringa, *AIGER 1.9 and beyond* (2011).

mod number;
mod reader;

use std::io::{self, Read, Write};

use retrograde_core::{Circuit, Control};

use crate::error::ReadError;
use crate::text_out::TextOut;
use crate::watch::Watched;

/// Reads a circuit from plain (already decompressed) bytes.
///
/// ```
/// use retrograde_core::Control;
/// use retrograde_io::read_circuit;
/// let text = "aag 1 1 0 1 0\n2\n3\ni0 request\no0 grant\n";
/// let circuit = read_circuit(text.as_bytes(), &Control::ALONE)?;
/// assert_eq!((circuit.inputs(), circuit.outputs()[0].name.as_str()), (&["request".into()][..], "grant"));
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
///
/// # Errors
/// Whatever is wrong with the input, with the place where there is one.
pub fn read_circuit(input: impl Read, control: &Control<'_>) -> Result<Circuit, ReadError> {
    reader::read(&mut Watched::new(input, *control, None), control)
}

/// Writes a circuit, with the names of its inputs and outputs. `comments` follow it, a line each.
///
/// ```
/// use retrograde_core::{Circuit, Literal, Output};
/// let output = Output { name: "grant".into(), literal: !Literal::of(1) };
/// let circuit = Circuit::new(vec!["request".into()], vec![], vec![], vec![output])?;
/// let mut text = Vec::new();
/// retrograde_io::write_circuit(&circuit, &[], &mut text)?;
/// assert_eq!(text, b"aag 1 1 0 1 0\n2\n3\ni0 request\no0 grant\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What `out` reports, and before anything is written a name that does not fit into a line.
pub fn write_circuit(circuit: &Circuit, comments: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let names = circuit.inputs().iter().chain(circuit.outputs().iter().map(|it| &it.name));
    for name in names {
        if name.contains(['\n', '\r']) {
            let message = format!("the name '{}' does not fit into a line", name.escape_debug());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
    }
    let mut out = TextOut::new(out);
    let (inputs, latches) = (circuit.inputs().len(), circuit.latches().len());
    let gates = circuit.gates().len();
    let counts = [inputs + latches + gates, inputs, latches, circuit.outputs().len(), gates];
    out.text("aag");
    for count in counts {
        out.text(" ");
        out.count(count as u64);
    }
    out.end_line()?;
    let mut line = |numbers: &[u32]| {
        for (place, &number) in numbers.iter().enumerate() {
            if place > 0 {
                out.text(" ");
            }
            out.count(number.into());
        }
        out.end_line()
    };
    for input in 0..inputs as u32 {
        line(&[2 + 2 * input])?;
    }
    for (place, latch) in (circuit.first_latch()..).zip(circuit.latches()) {
        match latch.reset {
            false => line(&[2 * place, latch.next.code()])?,
            true => line(&[2 * place, latch.next.code(), 1])?,
        }
    }
    for output in circuit.outputs() {
        line(&[output.literal.code()])?;
    }
    for (place, [left, right]) in (circuit.first_gate()..).zip(circuit.gates()) {
        line(&[2 * place, left.code(), right.code()])?;
    }
    for (kind, place, name) in symbols(circuit) {
        out.text(kind);
        out.count(place as u64);
        out.text(" ");
        out.text(name);
        out.end_line()?;
    }
    if !comments.is_empty() {
        out.text("c");
        out.end_line()?;
    }
    for comment in comments {
        out.text(&comment.replace(['\n', '\r'], " "));
        out.end_line()?;
    }
    out.finish()
}

/// The names of a circuit, with what they are the names of.
fn symbols(circuit: &Circuit) -> impl Iterator<Item = (&'static str, usize, &str)> {
    let inputs = circuit.inputs().iter().enumerate();
    let outputs = circuit.outputs().iter().enumerate();
    inputs
        .map(|(place, name)| ("i", place, name.as_str()))
        .chain(outputs.map(|(place, output)| ("o", place, output.name.as_str())))
        .filter(|(_, _, name)| !name.is_empty())
}

#[cfg(test)]
mod tests;
