//! Fast text output: numbers and names into a buffer, the buffer into the file.

use std::io::{self, Write};

use retrograde_core::{Colors, Names, Vertex};

use crate::digits::eight_digits;

const FLUSH_AT: usize = 64 << 10;

/// Gathers small pieces so that `out` sees large writes only. [`finish`](Self::finish) must be
/// called at the end.
pub(crate) struct TextOut<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
    digits: itoa::Buffer,
}

impl<'a> TextOut<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        TextOut {
            out,
            buffer: Vec::with_capacity(FLUSH_AT + (FLUSH_AT >> 2)),
            digits: itoa::Buffer::new(),
        }
    }

    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    #[inline]
    pub(crate) fn number(&mut self, number: impl itoa::Integer) {
        self.buffer.extend_from_slice(self.digits.format(number).as_bytes());
    }

    /// A number that is mostly small, as most names and distances are.
    #[inline]
    pub(crate) fn count(&mut self, number: u64) {
        match eight_digits(number) {
            Some((digits, length)) => self.block(&digits, length),
            None => self.number(number),
        }
    }

    /// The first `length` bytes of a block. Copying all of it and dropping what is too much takes
    /// half the time of copying a few bytes.
    #[inline]
    pub(crate) fn block<const N: usize>(&mut self, block: &[u8; N], length: usize) {
        let end = self.buffer.len() + length;
        self.buffer.extend_from_slice(block);
        self.buffer.truncate(end);
    }

    /// A vertex's name, as it is.
    #[inline]
    pub(crate) fn name(&mut self, names: &Names, vertex: Vertex) {
        match names.number(vertex) {
            Some(number) => self.count(number),
            None => self.text(&names.get(vertex)),
        }
    }

    /// The numbers of colours, with something between them.
    pub(crate) fn colors(&mut self, colors: Colors, between: &str) {
        for (index, color) in colors.iter().enumerate() {
            if index > 0 {
                self.text(between);
            }
            self.number(color.number());
        }
    }

    /// The buffer, for writers that append on their own.
    pub(crate) fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Ends a line, where the buffer may go out.
    #[inline]
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        self.buffer.push(b'\n');
        self.send_if_full()
    }

    #[inline]
    pub(crate) fn send_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= FLUSH_AT { self.send() } else { Ok(()) }
    }

    /// Sends what is left.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.send()?;
        self.out.flush()
    }

    fn send(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
