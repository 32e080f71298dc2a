//! Whole lines, as many as have come and fit a buffer.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Read};

use retrograde_games::ParseError;

use crate::Probed;

/// Bytes on a line that is taken for a position.
const LONGEST: usize = 1 << 16;

/// Bytes that are shown of a line that is longer.
const SHOWN: usize = 64;

/// Bytes that are read at a time.
const TOGETHER: usize = 1 << 16;

/// Whoever sends fewer at a time waits for answers.
const FEW: usize = 1 << 12;

/// Reads lines.
pub(super) struct Lines<'a> {
    from: &'a mut (dyn Read + Send),
    /// Where reading puts what comes, and what it put there the last time.
    fresh: Box<[u8]>,
    /// What was read of a line whose end has not come.
    rest: Vec<u8>,
    /// Whether that line is too long, and what comes of it is passed over.
    too_long: bool,
    idle: bool,
    over: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(from: &'a mut (dyn Read + Send)) -> Self {
        let fresh = vec![0; TOGETHER].into();
        Lines { from, fresh, rest: Vec::new(), too_long: false, idle: true, over: false }
    }

    /// Whether little came the last time.
    pub(super) fn is_idle(&self) -> bool {
        self.idle
    }

    /// Puts the next lines into the buffer instead of what it has; `false`, if there are none. All but
    /// the last of all have their ends. Of a line that is too long a byte too many is kept.
    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        while !self.over {
            let read = match self.from.read(&mut self.fresh) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.over = true;
                    return Err(error);
                }
                Ok(0) => {
                    self.over = true;
                    buffer.clear();
                    buffer.append(&mut self.rest);
                    return Ok(!buffer.is_empty());
                }
                Ok(read) => read,
            };
            self.idle = read < FEW;
            let mut fresh = &self.fresh[..read];
            if self.too_long {
                let Some(end) = fresh.iter().position(|&byte| byte == b'\n') else { continue };
                fresh = &fresh[end..];
                self.too_long = false;
            }
            let Some(end) = fresh.iter().rposition(|&byte| byte == b'\n') else {
                self.rest.extend_from_slice(fresh);
                self.too_long = self.rest.len() > LONGEST;
                self.rest.truncate(LONGEST + 1);
                continue;
            };
            let (whole, begun) = fresh.split_at(end + 1);
            buffer.clear();
            buffer.append(&mut self.rest);
            buffer.extend_from_slice(whole);
            self.rest.extend_from_slice(begun);
            return Ok(true);
        }
        Ok(false)
    }
}

/// What stands on a line, or as much of it as is worth showing, and why that is no position if it
/// cannot be one.
pub(super) fn text(line: &[u8]) -> (Cow<'_, str>, Option<Probed>) {
    let too_long = line.len() > LONGEST;
    let line = if too_long { &line[..SHOWN] } else { line };
    // Most text is sound, which is found out faster than what is wrong with it.
    let text = str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line), Cow::Borrowed);
    let trouble = match text {
        _ if too_long => Some("too long for a position"),
        Cow::Owned(_) => Some("not UTF-8 text"),
        Cow::Borrowed(_) => None,
    };
    let text = match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
        Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
    };
    (text, trouble.map(|trouble| Probed::NoPosition(ParseError::new(trouble))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives so many bytes at a time.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(bytes.len());
            self.0.take(length as u64).read(bytes).inspect(|&read| self.0 = &self.0[read..])
        }
    }

    #[test]
    fn lines_are_whole_however_they_come() {
        let long = "x".repeat(LONGEST + 7);
        let longest = "y".repeat(LONGEST - 1);
        let all = format!("a\n\nbc\n{long}\n{longest}\nd\n{long}{long}{long}\nlast");
        let kept = &long[..LONGEST + 1];
        for together in [1, 2, 3, 100, 4096, LONGEST, LONGEST + 1, usize::MAX] {
            let (mut drops, mut read) = (Drops(all.as_bytes(), together), Vec::new());
            let mut lines = Lines::new(&mut drops);
            let mut buffer = b"what was there before".to_vec();
            while lines.next(&mut buffer).unwrap() {
                assert!(buffer.len() <= LONGEST + 1 + TOGETHER);
                read.extend(buffer.split_inclusive(|&b| b == b'\n').map(|line| {
                    let line = line.strip_suffix(b"\n").unwrap_or(line);
                    String::from_utf8(line.to_vec()).unwrap()
                }));
            }
            assert_eq!(read[..3], ["a", "", "bc"]);
            assert!(read[3].starts_with(kept) && read[6].starts_with(kept));
            assert_eq!((&read[4], &*read[5], &*read[7]), (&longest, "d", "last"));
            assert_eq!(read.len(), 8);
        }
    }

    #[test]
    fn what_cannot_be_a_position_is_told() {
        assert_eq!(text(b" a b \r\n"), ("a b".into(), None));
        let long = vec![b'x'; LONGEST + 1];
        let (shown, trouble) = text(&long);
        assert_eq!((shown.len(), trouble.is_some()), (SHOWN, true));
        assert!(text(&long[1..]).1.is_none());
        assert!(text(b"\xff").1.unwrap().reason().unwrap().contains("UTF-8"));
    }
}
