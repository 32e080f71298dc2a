//! NumPy's archives: a zip file of arrays, written as they come.
//!
//! Source: R. Kern and others, 2007, "A Simple File Format for NumPy Arrays" (NEP 1).

use std::io::{self, ErrorKind, Write};
use std::sync::{Arc, Mutex, PoisonError};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::npy::header_bytes;

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
    /// There until the archive is finished.
    zip: Option<ZipWriter<StreamWriter<Sink<'a>>>>,
    failure: Failure,
    packing: Packing,
}

/// What went wrong while writing, shared with the sink below the archive.
type Failure = Arc<Mutex<Option<io::Error>>>;

impl<'a> Archive<'a> {
    /// An archive without arrays.
    #[must_use]
    pub fn new(out: &'a mut dyn Write, packing: Packing) -> Self {
        let failure = Failure::default();
        let sink = Sink { out, failure: Arc::clone(&failure) };
        Archive { zip: Some(ZipWriter::new_stream(sink)), failure, packing }
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
        write_elements(self, length, elements)
    }

    /// Begins a member with the header of an array; its elements follow.
    pub(super) fn start(
        &mut self,
        name: &str,
        descr: &str,
        shape: &str,
        bytes: u64,
    ) -> io::Result<()> {
        let method = match self.packing {
            Packing::Stored => CompressionMethod::Stored,
            Packing::Deflated => CompressionMethod::Deflated,
        };
        // Fixed times, so that the same arrays always give the same bytes. Beyond 4 GiB an archive
        // needs wider fields; deflate may lengthen what it cannot shorten.
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::DEFAULT)
            .large_file(bytes > u64::from(u32::MAX) - (16 << 20));
        if let Some(zip) = &mut self.zip {
            zip.start_file(format!("{name}.npy"), options)?;
        }
        self.write_all(&header_bytes(descr, shape))
    }

    /// Writes the directory at the end.
    ///
    /// # Errors
    /// What the stream reports.
    pub fn finish(mut self) -> io::Result<()> {
        let finished = self.zip.take().map(ZipWriter::finish);
        if let Some(error) = lock(&self.failure).take() {
            return Err(error);
        }
        match finished {
            Some(sink) => sink?.into_inner().out.flush(),
            None => Ok(()),
        }
    }
}

impl Write for Archive<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut failure = lock(&self.failure);
        if failure.is_some() {
            // Whoever goes on all the same must not begin anew in the middle.
            let error = failure.replace(ErrorKind::BrokenPipe.into());
            return Err(error.unwrap_or(ErrorKind::BrokenPipe.into()));
        }
        drop(failure);
        self.zip.as_mut().map_or(Ok(0), |zip| zip.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Archive<'_> {
    fn drop(&mut self) {
        // Closed in any case: an archive that is dropped open would complain on standard error.
        if let Some(zip) = self.zip.take() {
            lock(&self.failure).get_or_insert_with(|| ErrorKind::BrokenPipe.into());
            let _ = zip.finish();
        }
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

/// Passes bytes on until that fails, then keeps the error and swallows the rest: the archive's own
/// clean-up must not meet an error, which it would print.
struct Sink<'a> {
    out: &'a mut dyn Write,
    failure: Failure,
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut failure = lock(&self.failure);
        if failure.is_none()
            && let Err(error) = self.out.write_all(bytes)
        {
            *failure = Some(error);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn lock(failure: &Failure) -> std::sync::MutexGuard<'_, Option<io::Error>> {
    failure.lock().unwrap_or_else(PoisonError::into_inner)
}
