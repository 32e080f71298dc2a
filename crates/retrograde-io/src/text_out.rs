//! Fast text output: numbers and names into a buffer, the buffer into the file.

use std::io::{self, Write};

use retrograde_core::{Colors, Names, Vertex};

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

    /// A vertex's name, as it is.
    #[inline]
    pub(crate) fn name(&mut self, names: &Names, vertex: Vertex) {
        match names.number(vertex) {
            Some(number) => self.number(number),
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

    /// Ends a line: the one place where the buffer goes out.
    #[inline]
    pub(crate) fn end_line(&mut self) -> io::Result<()> {
        self.buffer.push(b'\n');
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
