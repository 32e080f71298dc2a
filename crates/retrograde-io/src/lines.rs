//! Text in blocks of whole lines, however the bytes arrive.

use std::io::{ErrorKind, Read};

use crate::error::{Place, ReadError};

/// The longest line, not counting its comment.
pub(crate) const LONGEST_LINE: usize = 256 << 10;

/// Room for the longest line and some of what follows it.
const CAPACITY: usize = LONGEST_LINE + (64 << 10);

/// Hands out the input in blocks of whole lines, in memory bounded by [`LONGEST_LINE`].
///
/// A byte order mark is skipped, the last line gets its newline if it lacks one, and comments of
/// any length pass through shortened: a reader never looks into them.
pub(crate) struct Lines<'a> {
    input: &'a mut dyn Read,
    /// The longest line, and room for it and some of what follows it.
    longest: usize,
    capacity: usize,
    /// The byte that starts a comment.
    comment: u8,
    /// `buffer[start..end]` is read and not yet handed out; one byte more is kept for a newline.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    begun: bool,
    bytes: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(input: &'a mut dyn Read, comment: u8) -> Self {
        Lines::of_length(input, comment, (LONGEST_LINE, CAPACITY))
    }

    /// The same with other lengths of the longest line and of a block.
    pub(crate) fn of_length(
        input: &'a mut dyn Read,
        comment: u8,
        (longest, capacity): (usize, usize),
    ) -> Self {
        let buffer = vec![0; capacity + 1];
        let (start, end, begun, bytes) = (0, 0, false, 0);
        Lines { input, longest, capacity, comment, buffer, start, end, begun, bytes }
    }

    /// How many bytes of input were read so far.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.bytes
    }

    /// The next block: one or more lines, each with its newline. `line` is the number of the first
    /// of them, for messages.
    pub(crate) fn next_block(&mut self, line: u64) -> Result<Option<&[u8]>, ReadError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        loop {
            if self.end >= self.longest {
                self.shorten_comment(line)?;
                if let Some(stop) = memchr::memrchr(b'\n', &self.buffer[..self.end]) {
                    return self.hand_out(stop + 1);
                }
                continue;
            }
            let fresh = self.end;
            if self.fill()? == 0 {
                if self.end == 0 {
                    return Ok(None);
                }
                self.buffer[self.end] = b'\n';
                self.end += 1;
                return self.hand_out(self.end);
            }
            if let Some(stop) = memchr::memrchr(b'\n', &self.buffer[fresh..self.end]) {
                return self.hand_out(fresh + stop + 1);
            }
        }
    }

    /// As [`next_block`](Self::next_block), to be kept, in the memory of an old one. The first block, which
    /// may begin with a mark, is not one to keep.
    pub(crate) fn next_piece(
        &mut self,
        line: u64,
        mut memory: Vec<u8>,
    ) -> Result<Option<Vec<u8>>, ReadError> {
        if self.next_block(line)?.is_none() {
            return Ok(None);
        }
        memory.resize(self.buffer.len(), 0);
        memory[..self.end - self.start].copy_from_slice(&self.buffer[self.start..self.end]);
        let mut piece = std::mem::replace(&mut self.buffer, memory);
        piece.truncate(self.start);
        (self.start, self.end) = (0, self.end - self.start);
        Ok(Some(piece))
    }

    fn hand_out(&mut self, stop: usize) -> Result<Option<&[u8]>, ReadError> {
        let mut block = &self.buffer[..stop];
        if !self.begun {
            self.begun = true;
            if block.starts_with(b"\xff\xfe") || block.starts_with(b"\xfe\xff") {
                return Err(ReadError::syntax(
                    Place::new(1, 1),
                    "the file is UTF-16 text: save it as UTF-8",
                ));
            }
            block = block.strip_prefix(b"\xef\xbb\xbf").unwrap_or(block);
        }
        self.start = stop;
        Ok(Some(block))
    }

    /// Drops the inside of the comment that the line in the full buffer ends in, up to the next newline.
    fn shorten_comment(&mut self, line: u64) -> Result<(), ReadError> {
        let Some(comment) = memchr::memchr(self.comment, &self.buffer[..self.longest]) else {
            let limit = self.longest >> 10;
            let message = format!("the line is longer than {limit} KiB: is this a text file?");
            return Err(ReadError::syntax(Place::line(line), message));
        };
        loop {
            self.end = comment + 1;
            if self.fill()? == 0 {
                return Ok(());
            }
            if let Some(stop) = memchr::memchr(b'\n', &self.buffer[comment + 1..self.end]) {
                let stop = comment + 1 + stop;
                self.buffer.copy_within(stop..self.end, comment + 1);
                self.end -= stop - (comment + 1);
                return Ok(());
            }
        }
    }

    /// Reads once, after what is there. Gives the number of bytes; 0 at the end of the input.
    fn fill(&mut self) -> Result<usize, ReadError> {
        loop {
            match self.input.read(&mut self.buffer[self.end..self.capacity]) {
                Ok(count) => {
                    self.end += count;
                    self.bytes += count as u64;
                    return Ok(count);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// The column of the byte at `at` of a line: characters count, from 1.
pub(crate) fn column(line: &[u8], at: usize) -> u64 {
    1 + line[..at.min(line.len())].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn blocks(text: &[u8]) -> Result<Vec<u8>, ReadError> {
        let mut input = Cursor::new(text);
        let mut lines = Lines::new(&mut input, b'#');
        let mut all = Vec::new();
        while let Some(block) = lines.next_block(1)? {
            assert!(block.ends_with(b"\n"));
            all.extend_from_slice(block);
        }
        assert_eq!(lines.bytes_read(), text.len() as u64);
        Ok(all)
    }

    #[test]
    fn the_last_line_gets_its_newline() {
        assert_eq!(blocks(b"").unwrap(), b"");
        assert_eq!(blocks(b"a\nb").unwrap(), b"a\nb\n");
        assert_eq!(blocks(b"\xef\xbb\xbfa\n").unwrap(), b"a\n");
    }

    #[test]
    fn comments_of_any_length_pass() {
        for length in [1, LONGEST_LINE - 4, LONGEST_LINE - 3, CAPACITY, 5 * CAPACITY + 17] {
            let mut text = b"a #".to_vec();
            text.resize(3 + length, b'x');
            let open = blocks(&text).unwrap();
            assert!(open.starts_with(b"a #") && open.len() <= CAPACITY + 1);
            text.extend_from_slice(b"\nb c\n");
            let all = blocks(&text).unwrap();
            assert!(all.starts_with(b"a #") && all.ends_with(b"\nb c\n"), "{length}");
        }
    }

    #[test]
    fn a_comment_at_the_very_end_of_a_full_line() {
        for before in [LONGEST_LINE - 2, LONGEST_LINE - 1] {
            let mut text = vec![b' '; before];
            text.push(b'#');
            text.resize(3 * CAPACITY, b'x');
            text.extend_from_slice(b"\nend\n");
            assert!(blocks(&text).unwrap().ends_with(b"\nend\n"));
        }
    }

    #[test]
    fn a_line_that_is_all_name_is_refused() {
        let error = blocks(&vec![b'x'; LONGEST_LINE + 1]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1: the line is longer than 256 KiB: is this a text file?"
        );
        let fits = blocks(&vec![b'x'; LONGEST_LINE - 1]).unwrap();
        assert_eq!(fits.len(), LONGEST_LINE);
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(column("äb c".as_bytes(), 3), 3);
        assert_eq!(column(b"", 0), 1);
    }
}
