//! Reading circuits.

use std::io::Read;

use retrograde_core::{Circuit, Control, Latch, Output};

use super::number::{Gate, Number, Variables};
use crate::budget::Budget;
use crate::chars::{Chars, Text};
use crate::error::{Place, ReadError, ReadFault};
use crate::quote::{quote, quote_bytes};

/// What a part of a circuit costs, on the way and in the end.
const BYTES_PER_PART: u64 = 160;

pub(super) fn read(input: &mut dyn Read, control: &Control<'_>) -> Result<Circuit, ReadError> {
    let budget = Budget::new(control.room());
    let mut reader = Reader { chars: Chars::new(input)?, budget, largest: 0 };
    if reader.chars.peek()?.is_none() {
        return Err(
            ReadFault::Syntax("the file is empty: a circuit starts with 'aag'".into()).into()
        );
    }
    reader.circuit()
}

struct Reader<'a> {
    chars: Chars<'a>,
    budget: Budget,
    /// The largest variable that the header allows.
    largest: u32,
}

/// A latch as the file has it.
struct LatchLine {
    number: Number,
    next: Number,
    reset: bool,
}

impl Reader<'_> {
    fn circuit(&mut self) -> Result<Circuit, ReadError> {
        let [inputs, latches, outputs, gates] = self.header()?;
        let mut variables = Variables::new();
        for _ in 0..inputs {
            let number = self.literal()?;
            self.end_line()?;
            variables.define(number)?;
        }
        let mut kept = Vec::new();
        for _ in 0..latches {
            let latch = self.latch()?;
            variables.define(latch.number)?;
            kept.push(latch);
        }
        let mut left = Vec::new();
        for _ in 0..outputs {
            left.push(self.literal()?);
            self.end_line()?;
        }
        let mut found = Vec::new();
        for _ in 0..gates {
            let number = self.literal()?;
            let sides = [self.literal()?, self.literal()?];
            self.end_line()?;
            found.push(Gate { number, sides });
        }
        let gates = variables.gates(&found)?;
        let mut names = vec![String::new(); inputs as usize];
        let mut signals = Vec::with_capacity(left.len());
        for number in left {
            signals.push(Output { name: String::new(), literal: variables.literal(number)? });
        }
        self.symbols(&mut names, kept.len(), &mut signals)?;
        let latch =
            |line: LatchLine| Ok(Latch { next: variables.literal(line.next)?, reset: line.reset });
        let latches = kept.into_iter().map(latch).collect::<Result<_, ReadError>>()?;
        Circuit::new(names, latches, gates, signals)
            .map_err(|error| ReadError::syntax(None, error.to_string()))
    }

    /// The line that begins with `aag`: how many of everything.
    fn header(&mut self) -> Result<[u32; 4], ReadError> {
        let (word, place) = self.word()?;
        if word != "aag" {
            let found = if word.is_empty() { "the end of the line".into() } else { quote(&word) };
            let message = match word.as_str() {
                "aig" => {
                    "this is the binary form of AIGER: turn it into the ASCII form, 'aag', first"
                        .into()
                }
                _ => format!("expected 'aag', found {found}"),
            };
            return Err(ReadError::syntax(place, message));
        }
        let largest = self.number()?;
        let mut counts = [0; 4];
        for count in &mut counts {
            *count = self.number()?.value;
        }
        while !self.is_at_end_of_line()? {
            let more = self.number()?;
            if more.value > 0 {
                let message = "bad states, constraints, justice and fairness are not read: circuits have inputs, latches, outputs and gates";
                return Err(ReadError::syntax(more.place, message));
            }
        }
        let [inputs, latches, _, gates] = counts.map(u64::from);
        if inputs + latches + gates > u64::from(largest.value) {
            let message = format!(
                "the header allows variables up to {}, and {inputs} inputs, {latches} latches and {gates} gates need more",
                largest.value
            );
            return Err(ReadError::syntax(largest.place, message));
        }
        self.largest = largest.value;
        self.end_line()?;
        Ok(counts)
    }

    /// A number that stands for a variable or its negation.
    fn literal(&mut self) -> Result<Number, ReadError> {
        let number = self.number()?;
        if number.value / 2 > self.largest {
            let message = format!(
                "'{}' is past the last variable, {}, that the header allows",
                number.value, self.largest
            );
            return Err(ReadError::syntax(number.place, message));
        }
        Ok(number)
    }

    fn latch(&mut self) -> Result<LatchLine, ReadError> {
        let (number, next) = (self.literal()?, self.literal()?);
        let mut reset = false;
        if !self.is_at_end_of_line()? {
            let first = self.number()?;
            reset = match first.value {
                0 => false,
                1 => true,
                value => {
                    let message =
                        format!("expected 0 or 1 as the latch's first value, found '{value}'");
                    return Err(ReadError::syntax(first.place, message));
                }
            };
        }
        self.end_line()?;
        Ok(LatchLine { number, next, reset })
    }

    /// Names of inputs, latches and outputs, up to the comments.
    fn symbols(
        &mut self,
        inputs: &mut [String],
        latches: usize,
        outputs: &mut [Output],
    ) -> Result<(), ReadError> {
        while let Some(kind) = self.chars.peek()? {
            let place = self.chars.place();
            self.chars.bump();
            if kind == b'c' && self.is_at_end_of_line()? {
                break;
            }
            let number = self.number()?;
            self.chars.skip_while(|byte| byte == b' ')?;
            let mut text = Text::default();
            self.chars.take_while(&mut text, |byte| byte != b'\n')?;
            let name_place = self.chars.place();
            let too_long = text.is_too_long();
            let mut name = text.finish(name_place)?;
            name.truncate(name.trim_end_matches('\r').len());
            if too_long {
                return Err(ReadError::syntax(
                    place,
                    "this name is longer than 64 KiB: shorten it",
                ));
            }
            self.budget.charge(name.len() as u64)?;
            self.end_line()?;
            let at = number.value as usize;
            let slot = match kind {
                b'i' => inputs.get_mut(at),
                b'o' => outputs.get_mut(at).map(|output| &mut output.name),
                b'l' if at < latches => continue,
                b'l' => None,
                _ => {
                    let found = quote_bytes(&[kind]);
                    let message = format!("expected 'i', 'l', 'o' or 'c', found {found}");
                    return Err(ReadError::syntax(place, message));
                }
            };
            match slot {
                Some(slot) if slot.is_empty() => *slot = name,
                Some(slot) => {
                    let message =
                        format!("'{}{at}' has a name already, {}", kind as char, quote(slot));
                    return Err(ReadError::syntax(place, message));
                }
                None => {
                    let message = format!("there is no '{}{at}' to be named", kind as char);
                    return Err(ReadError::syntax(place, message));
                }
            }
        }
        Ok(())
    }

    /// The next number of the line.
    fn number(&mut self) -> Result<Number, ReadError> {
        self.budget.charge(BYTES_PER_PART)?;
        let (word, place) = self.word()?;
        let is_plain = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let value =
            if is_plain { word.parse().ok().filter(|&it: &u32| it < u32::MAX / 2) } else { None };
        match value {
            Some(value) => Ok(Number { value, place }),
            None if is_plain => {
                Err(ReadError::syntax(place, format!("{} is too large", quote(&word))))
            }
            None if word.is_empty() => {
                let end = if self.chars.peek()?.is_none() { "file" } else { "line" };
                Err(ReadError::syntax(
                    place,
                    format!("expected a number, found the end of the {end}"),
                ))
            }
            None => {
                Err(ReadError::syntax(place, format!("expected a number, found {}", quote(&word))))
            }
        }
    }

    /// What stands next in the line, up to a blank.
    fn word(&mut self) -> Result<(String, Place), ReadError> {
        self.chars.skip_while(|byte| byte == b' ' || byte == b'\t')?;
        let place = self.chars.place();
        let mut text = Text::default();
        self.chars.take_while(&mut text, |byte| !byte.is_ascii_whitespace())?;
        Ok((text.finish(place)?, place))
    }

    fn is_at_end_of_line(&mut self) -> Result<bool, ReadError> {
        self.chars.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'))?;
        Ok(matches!(self.chars.peek()?, None | Some(b'\n')))
    }

    /// Passes the end of the line, which must stand here.
    fn end_line(&mut self) -> Result<(), ReadError> {
        if !self.is_at_end_of_line()? {
            let (word, place) = self.word()?;
            let message = format!("expected the end of the line, found {}", quote(&word));
            return Err(ReadError::syntax(place, message));
        }
        if self.chars.peek()?.is_some() {
            self.chars.bump();
        }
        Ok(())
    }
}
