//! What a share of an answer is of, in a small file beside it: a share is read by other programs as it is,
//! and put together only with others of the same input and question.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_link::ClusterError;

/// How the name of the file ends.
const EXTENSION: &str = "about";

/// What a share is of, and what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct About {
    /// The number that tells the input and the question from others.
    pub(crate) of: u64,
    /// Bytes of the share.
    pub(crate) bytes: u64,
    /// Their checksum, CRC-32.
    pub(crate) sum: u32,
}

impl About {
    /// The file beside a share.
    pub(crate) fn path(share: &Path) -> PathBuf {
        share.with_extension(EXTENSION)
    }

    fn text(self) -> String {
        let About { of, bytes, sum } = self;
        let mut text = format!("input and question {of:016x}\nbytes {bytes}\nchecksum {sum:08x}\n");
        // The sum of what is above.
        let all = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "{all:08x}");
        text
    }

    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let of = lines.next()?.strip_prefix("input and question ")?;
        let bytes = lines.next()?.strip_prefix("bytes ")?;
        let sum = lines.next()?.strip_prefix("checksum ")?;
        let about = About {
            of: u64::from_str_radix(of, 16).ok()?,
            bytes: bytes.parse().ok()?,
            sum: u32::from_str_radix(sum, 16).ok()?,
        };
        (about.text() == text).then_some(about)
    }

    /// Writes it beside a share, under a name of its own until it is whole.
    pub(crate) fn write(self, share: &Path) -> Result<(), ClusterError> {
        let path = About::path(share);
        let temporary = share.with_extension("about-tmp");
        let written = fs::File::create(&temporary)
            .and_then(|mut file| {
                file.write_all(self.text().as_bytes())?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&temporary, &path));
        written.map_err(ClusterError::file(&path))
    }

    /// What is said of a share, which is as long as it should be and, where somebody says what is wanted,
    /// is of that.
    pub(crate) fn read(share: &Path, wanted: Option<u64>) -> Result<Self, ClusterError> {
        let wrong = |what: &str| ClusterError::Input(format!("{}: {what}", share.display()));
        let path = About::path(share);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let name = path.file_name().unwrap_or_default().display().to_string();
                return Err(wrong(&format!(
                    "what it is a share of is not known: there is no {name}"
                )));
            }
            text => text.map_err(ClusterError::file(&path))?,
        };
        let about = About::parse(&text);
        let about = about.ok_or_else(|| {
            ClusterError::Input(format!("{}: this is not as it was written", path.display()))
        })?;
        if wanted.is_some_and(|wanted| wanted != about.of) {
            return Err(wrong("this share is of another input or of another question"));
        }
        let bytes = fs::metadata(share).map_err(ClusterError::file(share))?.len();
        match bytes == about.bytes {
            true => Ok(about),
            false => Err(wrong(&format!(
                "this share has {bytes} bytes, and {} were written",
                about.bytes
            ))),
        }
    }
}

/// A share on its way to its file, with what is to be said of it.
pub(crate) struct Told<W> {
    out: W,
    bytes: u64,
    sum: crc32fast::Hasher,
}

impl<W: Write> Told<W> {
    pub(crate) fn new(out: W) -> Self {
        Told { out, bytes: 0, sum: crc32fast::Hasher::new() }
    }

    /// The file, and what is to be said of it if it is of this.
    pub(crate) fn finish(self, of: u64) -> (W, About) {
        (self.out, About { of, bytes: self.bytes, sum: self.sum.finalize() })
    }
}

impl<W: Write> Write for Told<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.out.write(bytes)?;
        self.sum.update(&bytes[..length]);
        self.bytes += length as u64;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_or_cut_is_noticed() {
        let about = About { of: 0x0123_4567_89ab_cdef, bytes: 77, sum: 0x00ff_00ff };
        let text = about.text();
        assert_eq!(About::parse(&text), Some(about));
        for place in 0..text.len() {
            let mut hostile = text.clone().into_bytes();
            hostile[place] ^= 1;
            assert_eq!(About::parse(&String::from_utf8(hostile).unwrap()), None, "{place}");
            assert_eq!(About::parse(&text[..place]), None, "{place}");
        }
    }
}
