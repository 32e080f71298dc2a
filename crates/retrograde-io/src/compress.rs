//! Gzip and Zstandard, told by their first bytes or by a file's name.

use std::fmt;
use std::io::{self, BufReader, Chain, Cursor, Read, Write};
use std::path::Path;

use retrograde_core::Stopped;

const BUFFER: usize = 128 << 10;

/// A way of compressing that readers and writers know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
}

impl Compression {
    /// The compression a path's extension means.
    ///
    /// ```
    /// use retrograde_io::Compression;
    /// assert_eq!(Compression::from_path("a.dot.gz".as_ref()), Some(Compression::Gzip));
    /// assert_eq!(Compression::from_path("a.dot".as_ref()), None);
    /// ```
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "gz" => Some(Compression::Gzip),
            "zst" => Some(Compression::Zstd),
            _ => None,
        }
    }

    /// The compression whose mark these bytes begin with.
    fn from_magic(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            // A frame of data, or one to be skipped, which may come first.
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Some(Compression::Zstd),
            _ => None,
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "Zstandard",
        })
    }
}

/// Compressed data that does not decompress.
#[derive(Debug, thiserror::Error)]
enum Damaged {
    #[error("the {0} data ends early: the file was cut short; get it again")]
    Short(Compression, #[source] io::Error),
    #[error("the {0} data is damaged ({1}): get the file again")]
    Wrong(Compression, #[source] io::Error),
}

/// The plain bytes of a stream: decompressed if its first bytes say that it is compressed, all
/// members or frames one after the other.
///
/// # Errors
/// What `input` reports while its first bytes are read.
pub fn decompressed<'a>(mut input: impl Read + 'a) -> io::Result<Box<dyn Read + 'a>> {
    let mut start = Vec::with_capacity(4);
    input.by_ref().take(4).read_to_end(&mut start)?;
    let compression = Compression::from_magic(&start);
    let whole: Chain<Cursor<Vec<u8>>, _> = Cursor::new(start).chain(input);
    Ok(match compression {
        None => Box::new(whole),
        Some(compression) => {
            let whole = BufReader::with_capacity(BUFFER, whole);
            let inner: Box<dyn Read + 'a> = match compression {
                Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(whole)),
                Compression::Zstd => Box::new(zstd::stream::read::Decoder::with_buffer(whole)?),
            };
            Box::new(Decoder { compression, inner })
        }
    })
}

/// Says of a decoder's errors whose they are.
struct Decoder<'a> {
    compression: Compression,
    inner: Box<dyn Read + 'a>,
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|cause| {
            // The disk's own errors come from the system and pass as they are, and so does the word
            // of whoever stops the reader.
            let stopped = cause.get_ref().is_some_and(|inner| inner.is::<Stopped>());
            let interrupted = cause.kind() == io::ErrorKind::Interrupted;
            if cause.raw_os_error().is_some() || interrupted || stopped {
                return cause;
            }
            let (kind, compression) = (cause.kind(), self.compression);
            let damaged = match kind {
                io::ErrorKind::UnexpectedEof => Damaged::Short(compression, cause),
                _ => Damaged::Wrong(compression, cause),
            };
            io::Error::new(kind, damaged)
        })
    }
}

/// A writer that compresses, or does not.
pub(crate) enum Encoder<W: Write> {
    Plain(W),
    Gzip(flate2::write::GzEncoder<W>),
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl<W: Write> Encoder<W> {
    pub(crate) fn new(compression: Option<Compression>, out: W) -> io::Result<Self> {
        Ok(match compression {
            None => Encoder::Plain(out),
            Some(Compression::Gzip) => {
                Encoder::Gzip(flate2::write::GzEncoder::new(out, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => {
                let mut encoder = zstd::stream::write::Encoder::new(out, 0)?;
                encoder.include_checksum(true)?;
                Encoder::Zstd(encoder)
            }
        })
    }

    /// Writes the end of the compressed data and gives back what is below.
    pub(crate) fn finish(self) -> io::Result<W> {
        match self {
            Encoder::Plain(out) => Ok(out),
            Encoder::Gzip(encoder) => encoder.finish(),
            Encoder::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Encoder::Plain(out) => out.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Zstd(encoder) => encoder.write(bytes),
        }
    }

    /// Only plain output goes on at once: flushing a compressor would make its output longer.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Encoder::Plain(out) => out.flush(),
            Encoder::Gzip(_) | Encoder::Zstd(_) => Ok(()),
        }
    }
}

impl<W: Write> fmt::Debug for Encoder<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoder::Plain(_) => "Plain",
            Encoder::Gzip(_) => "Gzip",
            Encoder::Zstd(_) => "Zstd",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Trickle;

    fn packed(compression: Option<Compression>, text: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(compression, Vec::new()).unwrap();
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        decompressed(Trickle::new(bytes, 3))?.read_to_end(&mut text)?;
        Ok(text)
    }

    const BOTH: [Compression; 2] = [Compression::Gzip, Compression::Zstd];

    #[test]
    fn plain_bytes_pass_through() {
        for text in [&b""[..], b"a", b"\x1f", b"abc", b"a b\nb c\n"] {
            assert_eq!(unpacked(text).unwrap(), text);
            assert_eq!(unpacked(&packed(None, text)).unwrap(), text);
        }
    }

    #[test]
    fn members_and_frames_follow_one_another() {
        for compression in BOTH {
            let mut bytes = packed(Some(compression), b"a b\n");
            bytes.extend(packed(Some(compression), b""));
            bytes.extend(packed(Some(compression), b"b c\n"));
            assert_eq!(unpacked(&bytes).unwrap(), b"a b\nb c\n", "{compression}");
        }
        let mut skipped = b"\x50\x2a\x4d\x18\x02\0\0\0xx".to_vec();
        skipped.extend(packed(Some(Compression::Zstd), b"a"));
        assert_eq!(unpacked(&skipped).unwrap(), b"a");
    }

    #[test]
    fn every_cut_is_noticed() {
        let text: Vec<u8> =
            (0..2000u32).flat_map(|n| n.wrapping_mul(0x9e37_79b9).to_le_bytes()).collect();
        for compression in BOTH {
            let bytes = packed(Some(compression), &text);
            for cut in [5, 9, bytes.len() / 2, bytes.len() - 5, bytes.len() - 1] {
                let error = unpacked(&bytes[..cut]).unwrap_err();
                assert_eq!(
                    error.to_string(),
                    format!(
                        "the {compression} data ends early: the file was cut short; get it again"
                    ),
                    "{cut}"
                );
            }
        }
    }

    #[test]
    fn damage_is_noticed() {
        for compression in BOTH {
            let mut bytes = packed(Some(compression), b"some text that is long enough to damage");
            let last = bytes.len() - 6;
            bytes[last] ^= 0x55;
            let error = unpacked(&bytes).unwrap_err().to_string();
            let expected = format!("the {compression} data is damaged (");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
