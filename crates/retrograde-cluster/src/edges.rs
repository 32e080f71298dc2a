//! A list of edges as text, of which every worker reads a part.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use retrograde_core::quote::shown;
use retrograde_core::{Control, Vertex};

use crate::answer::Answer;
use crate::error::ClusterError;
use crate::fingerprint::Fingerprint;
use crate::link::Link;
use crate::local::{Gathering, LocalRows};
use crate::options::Options;
use crate::output::Style;
use crate::partition::Partition;
use crate::rule::Rule;
use crate::run::run;
use crate::source::{Ending, Source};
use crate::watch::Watch;

/// A line may have so many bytes.
const LONGEST: usize = 4096;

/// Lines between two looks whether to go on.
const TOGETHER: usize = 1 << 12;

/// A list of edges as text: `u v` or `u v weight` a line, a line of one number declares a vertex, `#`
/// starts a comment. Vertices are the numbers themselves: all from 0 to the largest are there, whether
/// they have edges or not. Every worker reads a part of the file and sends the edges to whom they belong.
#[derive(Clone, Copy, Debug)]
pub struct EdgeList<'a> {
    /// The file, which all processes see.
    pub path: &'a Path,
    /// What is asked.
    pub rule: Rule<'a>,
}

impl EdgeList<'_> {
    /// Solves it, with all other processes: the share of this one.
    ///
    /// # Errors
    /// It was stopped; a name is not a number; processes did not find each other, were started for other
    /// work, or one is gone; a file failed.
    pub fn solve(&self, options: &Options, control: &Control<'_>) -> Result<Answer, ClusterError> {
        run(self, options, control)
    }

    /// Calls `visit` for each line of this worker's part of the file, and `pause` now and then.
    fn read(
        &self,
        link: &mut Link<'_>,
        workers: usize,
        visit: &mut dyn FnMut(&mut Link<'_>, Line) -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        let failed = || ClusterError::file(self.path);
        let file = File::open(self.path).map_err(failed())?;
        let length = file.metadata().map_err(failed())?.len();
        let cut = |part: usize| (u128::from(length) * part as u128 / workers as u128) as u64;
        let part = cut(link.me())..cut(link.me() + 1);
        let mut lines = Lines::new(file, part).map_err(failed())?;
        for number in 0_usize.. {
            if number.is_multiple_of(TOGETHER) {
                link.step()?;
            }
            let begin = lines.at;
            let Some(line) = lines.next().map_err(failed())? else { break };
            match Line::parse(line) {
                Ok(Some(line)) => visit(link, line)?,
                Ok(None) => {}
                Err(why) => {
                    let path = self.path.display();
                    let text = format!("{path}: in the line at byte {begin}, {why}");
                    return Err(ClusterError::Input(text));
                }
            }
        }
        Ok(())
    }
}

/// Lines of a part of a file: those that begin in it.
struct Lines {
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
enum Line {
    Vertex(Vertex),
    Edge(Vertex, Vertex),
}

impl Line {
    fn parse(line: &[u8]) -> Result<Option<Line>, String> {
        if line.len() > LONGEST {
            return Err(format!("there are more than {LONGEST} bytes"));
        }
        let line = &line[..memchr::memchr(b'#', line).unwrap_or(line.len())];
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let Some(first) = words.next() else { return Ok(None) };
        let from = number(first)?;
        let Some(second) = words.next() else { return Ok(Some(Line::Vertex(from))) };
        let to = number(second)?;
        let _weight = words.next();
        match words.next() {
            None => Ok(Some(Line::Edge(from, to))),
            Some(word) => Err(format!("there is more after an edge: {}", quoted(word))),
        }
    }

    fn largest(self) -> Vertex {
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

impl Source for EdgeList<'_> {
    type Part<'a>
        = LocalRows<'a>
    where
        Self: 'a;

    fn size(&self) -> Option<u64> {
        None
    }

    fn measure(&self, link: &mut Link<'_>, workers: usize) -> Result<u64, ClusterError> {
        let mut largest = None;
        self.read(link, workers, &mut |_, line| {
            largest = largest.max(Some(u64::from(line.largest())));
            Ok(())
        })?;
        Ok(link.most(largest)?.map_or(0, |largest| largest + 1))
    }

    fn ending(&self) -> Ending {
        self.rule.ending()
    }

    fn style(&self) -> Style<'_> {
        Style::Rows(self.rule)
    }

    fn fingerprint(&self, _: Watch<'_>) -> Result<u64, ClusterError> {
        /// Bytes of a file that are looked at, from both ends.
        const ENDS: u64 = 1 << 20;
        let failed = || ClusterError::file(self.path);
        let mut file = File::open(self.path).map_err(failed())?;
        let length = file.metadata().map_err(failed())?.len();
        let mut print = Fingerprint::new(length, 0);
        print.rule(self.rule, 1);
        for begin in [0, length.saturating_sub(ENDS)] {
            let mut bytes = Vec::new();
            file.seek(SeekFrom::Start(begin)).map_err(failed())?;
            let mut end = io::Read::take(&mut file, ENDS);
            io::Read::read_to_end(&mut end, &mut bytes).map_err(failed())?;
            print.bytes(&bytes);
        }
        Ok(print.finish())
    }

    fn open<'a>(
        &'a self,
        partition: Partition,
        link: &mut Link<'_>,
    ) -> Result<LocalRows<'a>, ClusterError> {
        let mut gathering = Gathering::new(partition, link.me());
        let mut lines = 0_usize;
        self.read(link, partition.workers(), &mut |link, line| {
            if let Line::Edge(from, to) = line {
                gathering.edge(from, to);
            }
            lines += 1;
            if lines.is_multiple_of(TOGETHER) { gathering.dispatch(link) } else { Ok(()) }
        })?;
        gathering.finish(self.rule, None, link)
    }
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
        for bad in ["a b", "1 b", "01 2", "-1 2", "+1 2", "4294967295 1", "1 2 3 4", "1 \u{e9}"] {
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
