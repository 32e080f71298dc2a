//! Lines of a list of edges, or of a part of it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use retrograde_core::Vertex;
use retrograde_core::quote::shown;
use retrograde_link::ClusterError;

/// A line may have so many bytes.
const LONGEST: usize = 4096;

/// What the lines of a part of a file say.
pub(crate) struct Reader<'a> {
    path: &'a Path,
    lines: Lines,
}

impl<'a> Reader<'a> {
    /// One of so many parts of a file, all of about the same length.
    pub(crate) fn open(path: &'a Path, part: usize, parts: usize) -> Result<Self, ClusterError> {
        let (file, length) = open(path)?;
        let cut = |part: usize| (u128::from(length) * part as u128 / parts as u128) as u64;
        let lines = Lines::new(file, cut(part)..cut(part + 1)).map_err(ClusterError::file(path))?;
        Ok(Reader { path, lines })
    }

    /// What the next line says, if there is one, and if it says anything.
    pub(crate) fn next(&mut self) -> Result<Option<Option<Line>>, ClusterError> {
        let begin = self.lines.at;
        let line = self.lines.next().map_err(ClusterError::file(self.path))?;
        line.map(Line::parse).transpose().map_err(|why| {
            let path = self.path.display();
            ClusterError::Input(format!("{path}: in the line at byte {begin}, {why}"))
        })
    }
}

/// A file of which parts can be read, and its length.
pub(crate) fn open(path: &Path) -> Result<(File, u64), ClusterError> {
    let failed = || ClusterError::file(path);
    // Somebody may have to write to a pipe before it can be opened.
    if !std::fs::metadata(path).map_err(failed())?.is_file() {
        let path = path.display();
        return Err(ClusterError::Input(format!("{path}: only a file can be read in parts")));
    }
    let file = File::open(path).map_err(failed())?;
    let length = file.metadata().map_err(failed())?.len();
    Ok((file, length))
}

/// Lines of a part of a file: those that begin in it.
pub(crate) struct Lines {
    file: BufReader<File>,
    at: u64,
    end: u64,
    line: Vec<u8>,
}

impl Lines {
    fn new(mut file: File, part: Range<u64>) -> io::Result<Self> {
        // A line that begins right at the cut is of this part: whoever has the byte before it does not know.
        let at = part.start.saturating_sub(1);
        file.seek(SeekFrom::Start(at))?;
        let file = BufReader::with_capacity(1 << 20, file);
        let mut lines = Lines { file, at, end: part.end, line: Vec::new() };
        if part.start > 0 {
            loop {
                let some = lines.file.fill_buf()?;
                let found = memchr::memchr(b'\n', some);
                let length = found.map_or(some.len(), |place| place + 1);
                lines.at += length as u64;
                lines.file.consume(length);
                if found.is_some() || length == 0 {
                    break;
                }
            }
        }
        Ok(lines)
    }

    fn next(&mut self) -> io::Result<Option<&[u8]>> {
        if self.at >= self.end {
            return Ok(None);
        }
        self.line.clear();
        let mut limited = io::Read::take(&mut self.file, LONGEST as u64 + 1);
        let length = limited.read_until(b'\n', &mut self.line)?;
        self.at += length as u64;
        match length {
            0 => Ok(None),
            _ => Ok(Some(&self.line)),
        }
    }
}

/// What a line says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Vertex(Vertex),
    Edge(Vertex, Vertex),
}

impl Line {
    fn parse(line: &[u8]) -> Result<Option<Line>, String> {
        if line.len() > LONGEST {
            return Err(format!("there are more than {LONGEST} bytes"));
        }
        let line = &line[..memchr::memchr(b'#', line).unwrap_or(line.len())];
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let mut words = line.split(is_blank).filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return Ok(None) };
        let from = number(first)?;
        let Some(second) = words.next() else { return Ok(Some(Line::Vertex(from))) };
        let to = number(second)?;
        if let Some(word) = words.next() {
            let digits = word.strip_prefix(b"-").unwrap_or(word);
            let plain = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
            if !plain || digits.len() > 18 {
                return Err(format!(
                    "{} is not a plain weight: convert the list to a binary graph first",
                    quoted(word)
                ));
            }
        }
        match words.next() {
            None => Ok(Some(Line::Edge(from, to))),
            Some(word) => Err(format!("there is more after an edge: {}", quoted(word))),
        }
    }

    pub(crate) fn first(self) -> Vertex {
        match self {
            Line::Vertex(vertex) | Line::Edge(vertex, _) => vertex,
        }
    }

    /// Its vertices, one of which may be there twice, in order.
    pub(crate) fn vertices(self) -> [Vertex; 2] {
        match self {
            Line::Vertex(vertex) => [vertex; 2],
            Line::Edge(from, to) => [from, to],
        }
    }

    pub(crate) fn largest(self) -> Vertex {
        match self {
            Line::Vertex(vertex) => vertex,
            Line::Edge(from, to) => from.max(to),
        }
    }
}

/// A word as it is shown to people.
fn quoted(word: &[u8]) -> String {
    let start: String = String::from_utf8_lossy(word).chars().take(40).collect();
    format!("'{}'", shown(&start))
}

/// The number of a vertex, written as numbers are.
fn number(word: &[u8]) -> Result<Vertex, String> {
    let canonical = word.iter().all(u8::is_ascii_digit) && (word[0] != b'0' || word.len() == 1);
    let digits = std::str::from_utf8(word).ok().filter(|_| canonical);
    let number = digits.and_then(|digits| digits.parse().ok());
    number.filter(|&number: &Vertex| number < Vertex::MAX).ok_or_else(|| {
        let word = quoted(word);
        format!(
            "{word} is not a number below {}: convert the list to a binary graph first",
            Vertex::MAX
        )
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn lines_are_read_and_others_are_told() {
        assert_eq!(Line::parse(b"3 4\n"), Ok(Some(Line::Edge(3, 4))));
        assert_eq!(Line::parse(b"\t3  4 -7 # so\r\n"), Ok(Some(Line::Edge(3, 4))));
        assert_eq!(Line::parse(b"5"), Ok(Some(Line::Vertex(5))));
        assert_eq!(Line::parse(b"# 5"), Ok(None));
        assert_eq!(Line::parse(b""), Ok(None));
        for bad in [
            "a b",
            "1 b",
            "01 2",
            "-1 2",
            "+1 2",
            "4294967295 1",
            "1 2 3 4",
            "1 \u{e9}",
            "1 2 x",
            "1 2 -",
            "1\x0c2",
        ] {
            assert!(Line::parse(bad.as_bytes()).is_err(), "{bad}");
        }
        assert!(Line::parse(&[b'1'; LONGEST + 1]).is_err());
    }

    #[test]
    fn every_line_is_in_exactly_one_part() {
        let mut file = tempfile::tempfile().unwrap();
        let text = "10 20\n\n3\n# a longer line that says nothing\n4 5\n6 7";
        file.write_all(text.as_bytes()).unwrap();
        for parts in 1..text.len() as u64 + 2 {
            let mut seen = Vec::new();
            for part in 0..parts {
                let cut = |part| text.len() as u64 * part / parts;
                let file = file.try_clone().unwrap();
                let mut lines = Lines::new(file, cut(part)..cut(part + 1)).unwrap();
                while let Some(line) = lines.next().unwrap() {
                    seen.extend_from_slice(line);
                }
            }
            assert_eq!(seen, text.as_bytes(), "{parts}");
        }
    }
}
