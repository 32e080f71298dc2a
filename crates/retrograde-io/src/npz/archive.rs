//! NumPy's archives: a zip file of arrays, written as they come.
//!
//! Source: R. Kern and others, 2007, "A Simple File Format for NumPy Arrays" (NEP 1).

use std::io::{self, ErrorKind, Write};

use super::npy::header_bytes;
use crate::zip::ZipWriter;

/// Bytes of elements that go out together.
const CHUNK: usize = 64 << 10;

/// A number that arrays can be made of.
pub trait Element: Copy {
    /// What NumPy calls its type, such as `<i4`.
    const DESCR: &'static str;

    /// Appends its bytes, the lowest first.
    fn push(self, bytes: &mut Vec<u8>);
}

macro_rules! elements {
    ($($number:ty => $descr:literal,)*) => {$(
        impl Element for $number {
            const DESCR: &'static str = $descr;

            #[inline]
            fn push(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}

elements! {
    i8 => "|i1",
    i16 => "<i2",
    i32 => "<i4",
    i64 => "<i8",
    u8 => "|u1",
    u16 => "<u2",
    u32 => "<u4",
    u64 => "<u8",
}

impl Element for bool {
    const DESCR: &'static str = "|b1";

    #[inline]
    fn push(self, bytes: &mut Vec<u8>) {
        bytes.push(self.into());
    }
}

/// Whether the arrays of an archive are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As `numpy.savez` writes them.
    Stored,
    /// As `numpy.savez_compressed` writes them.
    Deflated,
}

/// An archive that `numpy.load` reads, written array after array to any stream. The same arrays
/// give the same bytes each time.
///
/// ```
/// use std::io;
/// use retrograde_io::npz::{Archive, Packing};
/// let mut file = Vec::new();
/// let mut archive = Archive::new(&mut file, Packing::Stored);
/// archive.array("squares", 3, (0..3u16).map(|n| io::Result::Ok(n * n)))?;
/// archive.finish()?;
/// assert!(file.starts_with(b"PK"));
/// # Ok::<(), io::Error>(())
/// ```
pub struct Archive<'a> {
    zip: ZipWriter<'a>,
    packing: Packing,
}

impl<'a> Archive<'a> {
    /// An archive without arrays.
    #[must_use]
    pub fn new(out: &'a mut dyn Write, packing: Packing) -> Self {
        Archive { zip: ZipWriter::new(out), packing }
    }

    /// Adds an array of `length` numbers, which come one by one and are not held.
    ///
    /// # Errors
    /// What `elements` reports, more or fewer of them than announced, and what the stream reports.
    pub fn array<T: Element, E: From<io::Error>>(
        &mut self,
        name: &str,
        length: u64,
        elements: impl IntoIterator<Item = Result<T, E>>,
    ) -> Result<(), E> {
        self.start(name, T::DESCR, &format!("({length},)"), length * size_of::<T>() as u64)?;
        write_elements(&mut self.zip, length, elements)
    }

    /// Begins a member with the header of an array; its elements follow.
    pub(super) fn start(
        &mut self,
        name: &str,
        descr: &str,
        shape: &str,
        bytes: u64,
    ) -> io::Result<()> {
        let header = header_bytes(descr, shape);
        let is_deflated = self.packing == Packing::Deflated;
        let at_most = bytes.saturating_add(header.len() as u64);
        self.zip.start(format!("{name}.npy"), is_deflated, at_most)?;
        self.zip.write_all(&header)
    }

    /// Writes the directory at the end.
    ///
    /// # Errors
    /// What the stream reports.
    pub fn finish(self) -> io::Result<()> {
        self.zip.finish()
    }

    /// Appends to the member that was begun last.
    pub(super) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.zip.write_all(bytes)
    }
}

impl std::fmt::Debug for Archive<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Archive").field("packing", &self.packing).finish_non_exhaustive()
    }
}

/// Writes one array on its own, as a `.npy` file.
///
/// # Errors
/// As for [`Archive::array`].
///
/// ```
/// let mut file = Vec::new();
/// retrograde_io::npz::write_array(&mut file, 2, [7i8, -7].map(std::io::Result::Ok))?;
/// assert!(file.starts_with(b"\x93NUMPY") && file.ends_with(&[7, 249]));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_array<T: Element, E: From<io::Error>>(
    out: &mut dyn Write,
    length: u64,
    elements: impl IntoIterator<Item = Result<T, E>>,
) -> Result<(), E> {
    out.write_all(&header_bytes(T::DESCR, &format!("({length},)")))?;
    write_elements(out, length, elements)?;
    Ok(out.flush()?)
}

fn write_elements<T: Element, E: From<io::Error>>(
    out: &mut dyn Write,
    length: u64,
    elements: impl IntoIterator<Item = Result<T, E>>,
) -> Result<(), E> {
    let mut bytes = Vec::with_capacity(CHUNK + 8);
    let mut count = 0;
    for element in elements {
        element?.push(&mut bytes);
        count += 1;
        if bytes.len() >= CHUNK {
            out.write_all(&bytes)?;
            bytes.clear();
        }
    }
    out.write_all(&bytes)?;
    if count != length {
        let message = format!("an array of {length} elements was announced, and {count} came");
        return Err(io::Error::new(ErrorKind::InvalidInput, message).into());
    }
    Ok(())
}
