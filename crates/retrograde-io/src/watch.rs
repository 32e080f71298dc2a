//! Streams that whoever controls the work can stop.

use std::io::{self, Read};

use retrograde_core::{Control, Progress};

/// Asks before every read whether to go on, and tells how many bytes there were.
///
/// Readers fill buffers of at most some hundred KiB, so that no more than a few milliseconds of
/// work lie between two reads. The error becomes [`ReadFault::Stopped`](crate::ReadFault::Stopped)
/// where a reader makes it one of its own.
pub(crate) struct Watched<'a, R> {
    input: R,
    control: Control<'a>,
    bytes: u64,
    size: u64,
}

impl<'a, R> Watched<'a, R> {
    pub(crate) fn new(input: R, control: Control<'a>, size: Option<u64>) -> Self {
        Watched { input, control, bytes: 0, size: size.unwrap_or(0) }
    }
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.control.check().map_err(io::Error::other)?;
        let count = self.input.read(buffer)?;
        self.bytes += count as u64;
        self.control.tell(Progress::new("reading", self.bytes, self.size));
        Ok(count)
    }
}
