//! The bytes of an XML document for the parser, counted so that places are known and no piece of the
//! document takes more memory than it may.

use std::io::{self, BufRead, Read};

use crate::chars::Chars;
use crate::error::{Place, ReadError};

/// A stream that gives out so many bytes until it is told that the next piece begins.
pub(crate) struct Input<'a> {
    chars: Chars<'a>,
    left: u64,
    stop: Option<Stop>,
}

/// Why no more bytes came.
pub(crate) enum Stop {
    /// The piece is longer than it may be.
    TooLong,
    Fault(ReadError),
}

impl<'a> Input<'a> {
    pub(crate) fn new(input: &'a mut dyn Read) -> Result<Self, ReadError> {
        Ok(Input { chars: Chars::new(input)?, left: 0, stop: None })
    }

    /// Where the next byte is.
    pub(crate) fn place(&self) -> Place {
        self.chars.place()
    }

    /// The stream itself, for whoever knows what comes next.
    pub(crate) fn chars(&mut self) -> &mut Chars<'a> {
        &mut self.chars
    }

    /// Allows for a piece of `limit` bytes.
    pub(crate) fn begin_piece(&mut self, limit: u64) {
        self.left = limit;
    }

    /// Why reading failed, once it has.
    pub(crate) fn take_stop(&mut self) -> Option<Stop> {
        self.stop.take()
    }
}

impl BufRead for Input<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let stop = match self.chars.at_hand() {
            Ok(bytes) if bytes.is_empty() || self.left > 0 => {
                let count = bytes.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
                // Asked for a second time, as what is lent in one arm is lent in all.
                return Ok(&self.chars.at_hand().unwrap_or_default()[..count]);
            }
            Ok(_) => Stop::TooLong,
            Err(error) => Stop::Fault(error),
        };
        self.stop = Some(stop);
        Err(io::Error::other("the reader stopped"))
    }

    fn consume(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count as u64);
        self.chars.take(count);
    }
}

impl Read for Input<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}
