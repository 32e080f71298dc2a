//! An input in pieces that many threads can look at.

use std::io::{self, ErrorKind, Read};
use std::sync::{Mutex, PoisonError};

/// How long a piece is. Between two reads, which notice that somebody wants to stop, only a few of them
/// are worked on.
pub(crate) const PIECE: usize = 256 << 10;

/// Cuts an input where it may be cut.
pub(crate) struct Pieces<'a> {
    input: &'a mut dyn Read,
    size: usize,
    /// The last place in a text where it may be cut.
    cut: fn(&[u8]) -> Option<usize>,
    /// What has been read after the last cut.
    begun: Vec<u8>,
    is_over: bool,
    /// What went wrong with the input, after all that has been read.
    failure: Option<io::Error>,
}

impl<'a> Pieces<'a> {
    /// Pieces of about `size` bytes, which end at the last place that `cut` finds in so many.
    pub(crate) fn new(
        input: &'a mut dyn Read,
        size: usize,
        cut: fn(&[u8]) -> Option<usize>,
    ) -> Self {
        Pieces { input, size, cut, begun: Vec::new(), is_over: false, failure: None }
    }

    /// The next piece, in the memory of an old one. It ends at a cut unless it is the last one, or there
    /// is none in so many bytes. What goes wrong with the input ends it, and is told [in the end](Self::held).
    pub(crate) fn next(&mut self, memory: Vec<u8>) -> Option<Vec<u8>> {
        let mut piece = memory;
        piece.clear();
        piece.append(&mut self.begun);
        let mut end = piece.len();
        let size = self.size.max(end + 1);
        piece.resize(size, 0);
        while !self.is_over && end < size {
            match self.input.read(&mut piece[end..]) {
                Ok(0) => self.is_over = true,
                Ok(count) => end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => (self.is_over, self.failure) = (true, Some(error)),
            }
        }
        piece.truncate(end);
        if end == 0 {
            return None;
        }
        if !self.is_over
            && let Some(stop) = (self.cut)(&piece)
        {
            self.begun.extend_from_slice(&piece[stop..]);
            piece.truncate(stop);
        }
        Some(piece)
    }

    /// What is left when some of the pieces are given back: bytes, and then what went wrong, if
    /// something did.
    pub(crate) fn held(self, mut pieces: Vec<Vec<u8>>) -> Held {
        pieces.push(self.begun);
        Held { bytes: io::Cursor::new(pieces.concat()), failure: self.failure }
    }

    /// The same with what is still in the input after that.
    pub(crate) fn rest(self, pieces: Vec<Vec<u8>>) -> impl Read + 'a {
        let Pieces { input, begun, failure, .. } = self;
        let bytes = pieces.into_iter().chain([begun]).collect::<Vec<_>>().concat();
        Held { bytes: io::Cursor::new(bytes), failure }.chain(input)
    }
}

/// What was read ahead and given back.
#[derive(Debug, Default)]
pub(crate) struct Held {
    bytes: io::Cursor<Vec<u8>>,
    failure: Option<io::Error>,
}

impl Held {
    /// This, and then some bytes and what else was held. If something went wrong here, there is nothing
    /// after it.
    pub(crate) fn before(self, bytes: &[u8], other: Held) -> Self {
        let mut all = self.bytes.into_inner();
        all.extend_from_slice(bytes);
        all.extend_from_slice(&other.bytes.get_ref()[other.bytes.position() as usize..]);
        Held { bytes: io::Cursor::new(all), failure: self.failure.or(other.failure) }
    }
}

impl Read for Held {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.bytes.read(out)? {
            0 => self.failure.take().map_or(Ok(0), Err),
            count => Ok(count),
        }
    }
}

/// What is done with and can be used again: fresh memory takes the system as long as a piece takes us.
pub(crate) struct Spare<T>(Mutex<Vec<T>>);

impl<T: Default> Spare<T> {
    pub(crate) fn new() -> Self {
        Spare(Mutex::default())
    }

    /// Something used before, if there is something.
    pub(crate) fn take(&self) -> T {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub(crate) fn give(&self, used: T) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(used);
    }
}

/// Behind the last line end.
pub(crate) fn after_line(text: &[u8]) -> Option<usize> {
    memchr::memrchr(b'\n', text).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Trickle;

    #[test]
    fn pieces_are_the_input_cut_after_line_ends() {
        let text = b"a\nbcd\n\nefghijklm\nn\r\nlast".as_slice();
        for (size, step) in [(1, 1), (2, 3), (4, 1), (5, 100), (7, 2), (16, 5), (100, 100)] {
            let mut input = Trickle::new(text, step);
            let mut pieces = Pieces::new(&mut input, size, after_line);
            let mut seen = Vec::new();
            while let Some(piece) = pieces.next(vec![7; 30]) {
                let is_last = seen.len() + piece.len() == text.len();
                assert!(piece.len() <= size && !piece.is_empty());
                assert!(is_last || piece.ends_with(b"\n") || !piece.contains(&b'\n'));
                seen.extend(piece);
            }
            assert_eq!(seen, text);
        }
    }

    #[test]
    fn what_is_given_back_comes_again() {
        let text = b"a\nbcd\n\nefghijklm\nn\r\nlast".as_slice();
        for taken in 0..5 {
            let mut input = text;
            let mut pieces = Pieces::new(&mut input, 6, after_line);
            let held: Vec<_> = (0..taken).filter_map(|_| pieces.next(Vec::new())).collect();
            let mut seen = Vec::new();
            pieces.rest(held).read_to_end(&mut seen).unwrap();
            assert_eq!(seen, text);
        }
    }

    /// Fails once, and would go on.
    struct Stumbling<'a>(&'a [u8], bool);

    impl Read for Stumbling<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            match self.0.len() {
                ..12 if !std::mem::replace(&mut self.1, true) => Err(io::Error::other("so it is")),
                _ => self.0.read(&mut out[..1]),
            }
        }
    }

    #[test]
    fn what_goes_wrong_is_told_after_all_that_was_read() {
        let text = b"a\nbcd\n\nefghijklm\nn\r\nlast".as_slice();
        for taken in 0..8 {
            let mut input = Stumbling(text, false);
            let mut pieces = Pieces::new(&mut input, 6, after_line);
            let held: Vec<_> = (0..taken).filter_map(|_| pieces.next(Vec::new())).collect();
            let mut seen = Vec::new();
            let error = pieces.rest(held).read_to_end(&mut seen).unwrap_err();
            assert_eq!(
                (error.to_string().as_str(), &seen[..]),
                ("so it is", &text[..text.len() - 11])
            );
        }
    }
}
