//! Writing a SciPy sparse matrix in compressed sparse rows.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};

use retrograde_core::Arena;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::npz::npy::header_bytes;

/// Elements that go out together.
const CHUNK: usize = 8192;

/// Writes what `scipy.sparse.load_npz` reads: with weights as `int64`, or `True` for every edge.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    check_weights(arena)?;
    let failure = RefCell::new(None);
    let mut zip = ZipWriter::new_stream(Sink { out: &mut *out, failure: &failure });
    let result = write_members(arena, &mut Archive { zip: &mut zip, failure: &failure });
    // Closed in any case: an archive that is dropped open would complain on standard error.
    let finished = zip.finish();
    if let Some(error) = failure.take() {
        return Err(error);
    }
    result?;
    finished?;
    out.flush()
}

/// A matrix has a number for every edge or for none.
fn check_weights(arena: &Arena) -> io::Result<()> {
    let edges = arena.graph.edge_count();
    if arena.weights.is_empty() || arena.weights.count() == edges {
        return Ok(());
    }
    let graph = &arena.graph;
    let bare = graph.vertices().find_map(|from| {
        let edge = graph.edge_range(from).find(|&edge| arena.weights.get(edge).is_none())?;
        Some((from, graph.targets()[edge]))
    });
    let (from, to) = bare
        .map_or_else(Default::default, |(from, to)| (arena.names.get(from), arena.names.get(to)));
    Err(io::Error::new(
        ErrorKind::InvalidInput,
        format!(
            "an npz matrix has a weight for every edge or for none, and the edge from '{from}' to '{to}' has none while others do: give it one, or write another format"
        ),
    ))
}

fn write_members(arena: &Arena, archive: &mut Archive<'_, '_>) -> io::Result<()> {
    let (vertices, edges) = (arena.graph.vertex_count(), arena.graph.edge_count());
    // As SciPy chooses: the same type for both, 32 bits where that is enough.
    let is_narrow = vertices.max(edges) <= i32::MAX as usize;
    let index = if is_narrow { "<i4" } else { "<i8" };
    let width = if is_narrow { 4 } else { 8 };
    let push_index = |bytes: &mut Vec<u8>, number: u64| {
        bytes.extend_from_slice(&number.to_le_bytes()[..width]);
    };

    let targets = arena.graph.targets().iter().map(|&target| u64::from(target));
    archive.array("indices", index, edges, width, targets, push_index)?;
    let offsets = (0..=vertices).map(|row| arena.graph.offsets().get(row));
    archive.array("indptr", index, vertices + 1, width, offsets, push_index)?;
    archive.start("format", "|S3", "()", 3)?;
    archive.write(b"csr")?;
    let shape = [vertices as u64; 2].into_iter();
    archive.array("shape", "<i8", 2, 8, shape, |bytes, size| {
        bytes.extend_from_slice(&size.to_le_bytes());
    })?;
    if arena.weights.is_empty() {
        let ones = std::iter::repeat_n((), edges);
        archive.array("data", "|b1", edges, 1, ones, |bytes, ()| bytes.push(1))
    } else {
        let weights = arena.weights.iter().map(|(_, weight)| weight);
        archive.array("data", "<i8", edges, 8, weights, |bytes, weight| {
            bytes.extend_from_slice(&weight.to_le_bytes());
        })
    }
}

struct Archive<'z, 'o> {
    zip: &'z mut ZipWriter<StreamWriter<Sink<'o>>>,
    failure: &'o RefCell<Option<io::Error>>,
}

impl Archive<'_, '_> {
    fn start(&mut self, name: &str, descr: &str, shape: &str, bytes: u64) -> io::Result<()> {
        // Fixed times, so that the same graph always gives the same bytes. Beyond 4 GiB an archive
        // needs wider fields; deflate may lengthen what it cannot shorten.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::DEFAULT)
            .large_file(bytes > u64::from(u32::MAX) - (16 << 20));
        self.zip.start_file(format!("{name}.npy"), options)?;
        self.write(&header_bytes(descr, shape))
    }

    fn array<T>(
        &mut self,
        name: &str,
        descr: &str,
        length: usize,
        width: usize,
        elements: impl Iterator<Item = T>,
        push: impl Fn(&mut Vec<u8>, T),
    ) -> io::Result<()> {
        self.start(name, descr, &format!("({length},)"), length as u64 * width as u64)?;
        let mut bytes = Vec::with_capacity(CHUNK * width);
        for element in elements {
            push(&mut bytes, element);
            if bytes.len() >= CHUNK * width {
                self.write(&bytes)?;
                bytes.clear();
            }
        }
        self.write(&bytes)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.failure.borrow().is_some() {
            return Err(ErrorKind::WriteZero.into());
        }
        self.zip.write_all(bytes)
    }
}

/// Passes bytes on until that fails, then keeps the error and swallows the rest: the archive's own
/// clean-up must not meet an error, which it would print.
struct Sink<'o> {
    out: &'o mut dyn Write,
    failure: &'o RefCell<Option<io::Error>>,
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failure.borrow().is_none()
            && let Err(error) = self.out.write_all(bytes)
        {
            *self.failure.borrow_mut() = Some(error);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
