//! A file that is open.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytemuck::Pod;
use retrograde_core::sys::Mapped;
use retrograde_core::{
    Arena, Attribute, Control, Graph, GraphError, Names, Numbers, Offsets, Vertex,
};

use crate::error::{ReadError, ReadFault};
use crate::rgg::layout::{Kind, MAGIC, PIECE, Section, damaged};
use crate::rgg::rows::RggRows;
use crate::rgg::store::{Buffer, Place, Store};

/// An `.rgg` file: a graph with its names and attributes, which is looked at where it is.
///
/// Opening one reads some hundred bytes, and the checksums. [`map`](Self::map) makes an arena of it
/// whose graph is the file itself; [`forward`](Self::forward) and [`reverse`](Self::reverse) read rows
/// without having the file in memory or in the address space.
///
/// ```
/// use retrograde_core::{Arena, Control};
/// use retrograde_io::{OutputFile, RggFile, write_rgg};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("game.rgg");
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// OutputFile::write(&path, |out| write_rgg(&arena, out, &Control::ALONE))?;
/// let file = RggFile::open(&path)?;
/// assert_eq!((file.vertex_count(), file.edge_count()), (3, 3));
/// assert_eq!(file.map(&Control::ALONE)?, arena);
/// file.check(&Control::ALONE)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What is checked when
/// On opening: the header, the directory and that the sections fit each other. Of everything else, each
/// piece of 64 KiB is held against its checksum when it is first looked at, by whichever door; rows are
/// known to lie within the moves and to lead to vertices that there are whenever they are handed out.
/// [`check`](Self::check) looks at every byte, and at what belongs together.
#[derive(Debug)]
pub struct RggFile {
    store: Arc<Store>,
    path: Option<PathBuf>,
}

impl RggFile {
    /// Opens a file.
    ///
    /// # Errors
    /// There is none, it is no `.rgg` file, or one that is damaged or cut short.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
        RggFile::check_place(path)?;
        let file = File::open(path).and_then(|file| {
            let is_folder = file.metadata()?.is_dir();
            if is_folder { Err(io::ErrorKind::IsADirectory.into()) } else { Ok(file) }
        });
        let store = file.and_then(|file| Store::open(Place::File(file)));
        let store = store.map_err(|error| {
            let fault = match error.kind() {
                io::ErrorKind::NotFound => ReadFault::Missing.into(),
                io::ErrorKind::IsADirectory => ReadFault::Directory.into(),
                _ => fault(error),
            };
            ReadError::in_file(fault, path)
        })?;
        Ok(RggFile { store: Arc::new(store), path: Some(path.to_owned()) })
    }

    /// A file whose bytes are in memory.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, ReadError> {
        let store = Store::open(Place::Memory(bytes)).map_err(fault)?;
        Ok(RggFile { store: Arc::new(store), path: None })
    }

    /// Refuses a path where there is something that is neither a file nor a folder, without opening it: that
    /// would wait until somebody writes to a pipe.
    ///
    /// # Errors
    /// Such a thing.
    pub fn check_place(path: &Path) -> Result<(), ReadError> {
        match fs::metadata(path) {
            Ok(data) if !data.is_file() && !data.is_dir() => {
                Err(ReadError::from(ReadFault::Irregular).in_file(path))
            }
            _ => Ok(()),
        }
    }

    /// Whether there is such a file at a path, going by its first bytes: one that is not compressed.
    #[must_use]
    pub fn is_at(path: &Path) -> bool {
        if RggFile::check_place(path).is_err() {
            return false;
        }
        let mut start = [0; MAGIC.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == MAGIC
    }

    /// The path that it was opened by.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// How many vertices there are.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.store.directory.vertices as usize
    }

    /// How many edges there are.
    #[must_use]
    pub fn edge_count(&self) -> u64 {
        self.store.directory.edges
    }

    /// How many bytes the file has.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.store.directory.length
    }

    /// A number that says what the file holds: that of another file differs, but for chance.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.store.directory.fingerprint
    }

    /// Whether the graph, or at least one vertex or edge, has an attribute.
    #[must_use]
    pub fn has(&self, attribute: Attribute) -> bool {
        let kind = match attribute {
            Attribute::Verdict => Kind::Verdicts,
            Attribute::Owner => Kind::Owners,
            Attribute::Priority => Kind::Priorities,
            Attribute::Target => Kind::Targets,
            Attribute::Colors => Kind::Colors,
            Attribute::Weight => Kind::Weights,
            Attribute::Player => Kind::Players,
            Attribute::Acceptance => Kind::Acceptance,
            _ => return false,
        };
        self.store.directory.find(kind).is_some()
    }

    /// Where moves lead, in the order in which they were given.
    #[must_use]
    pub fn forward(&self) -> RggRows<'_> {
        RggRows::new(&self.store, [Kind::ForwardTargets, Kind::ForwardOffsets])
    }

    /// Where moves come from, in ascending order.
    #[must_use]
    pub fn reverse(&self) -> RggRows<'_> {
        RggRows::new(&self.store, [Kind::ReverseTargets, Kind::ReverseOffsets])
    }

    /// The arena, whose graph is the file itself, mapped into memory: that takes no memory of its own,
    /// but addresses. Names and attributes are read.
    ///
    /// The file must not be cut short or written to while the arena is there: see
    /// [`Mapped`](retrograde_core::sys::Mapped).
    ///
    /// # Errors
    /// A file that is damaged, or holds no graph; more memory than there is; it was stopped.
    pub fn map(&self, control: &Control<'_>) -> Result<Arena, ReadError> {
        self.arena(control).map_err(|error| self.named(error))
    }

    fn arena(&self, control: &Control<'_>) -> Result<Arena, ReadError> {
        if self.vertex_count() == 0 {
            return Err(ReadFault::Empty.into());
        }
        let map = match &self.store.place {
            Place::File(file) if cfg!(target_endian = "little") => {
                let map = Mapped::new(file).map_err(|error| match error.kind() {
                    io::ErrorKind::OutOfMemory => {
                        ReadFault::NoAddresses { bytes: self.bytes() }.into()
                    }
                    _ => fault(error),
                })?;
                if map.len() as u64 != self.bytes() {
                    return Err(fault(damaged("the file has changed since it was opened")));
                }
                Some(Arc::new(map))
            }
            _ => None,
        };
        let [targets, offsets] =
            [Kind::ForwardTargets, Kind::ForwardOffsets].map(|kind| self.store.section(kind));
        let offsets = match offsets.width {
            4 => Offsets::Narrow(self.numbers(offsets, map.as_ref(), control)?),
            _ => Offsets::Wide(self.numbers(offsets, map.as_ref(), control)?),
        };
        let targets: Numbers<Vertex> = self.numbers(targets, map.as_ref(), control)?;
        let graph = Graph::from_parts_while(offsets, targets, || !control.is_stopped());
        let Some(graph) = graph.map_err(|error| ReadError::graph(None, error))? else {
            control.check()?;
            return Err(fault(io::ErrorKind::Interrupted.into()));
        };
        let names = self.names(control)?;
        let said = self.said(control)?;
        Arena::from_graph(graph, names, said).map_err(|error| ReadError::graph(None, error))
    }

    /// What the vertices are called.
    ///
    /// # Errors
    /// A file that is damaged; more memory than there is; it was stopped.
    pub fn names(&self, control: &Control<'_>) -> Result<Names, ReadError> {
        if let Some(section) = self.store.directory.find(Kind::NameNumbers) {
            return Ok(Names::of_numbers(self.list(section, control)?));
        }
        let Some(section) = self.store.directory.find(Kind::NameEnds) else {
            return Ok(Names::numbered(self.vertex_count()));
        };
        let ends: Vec<u64> = self.list(section, control)?;
        let text: Vec<u8> = self.list(self.store.section(Kind::NameText), control)?;
        let wrong = || fault(damaged("the names make no sense: make the file again"));
        let text = String::from_utf8(text).map_err(|_| wrong())?;
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let fits = |(start, &end): (u64, &u64)| {
            start <= end && end <= text.len() as u64 && text.is_char_boundary(end as usize)
        };
        if !starts.zip(&ends).all(fits) || ends.last().copied().unwrap_or(0) != text.len() as u64 {
            return Err(wrong());
        }
        Ok(Names::written(ends.len(), |vertex, written| {
            let vertex = vertex as usize;
            let start = if vertex == 0 { 0 } else { ends[vertex - 1] as usize };
            written.push_str(&text[start..ends[vertex] as usize]);
        }))
    }

    /// Bytes that the names take in the file; 0 where each is called by its number.
    #[must_use]
    pub fn bytes_of_names(&self) -> u64 {
        let length = |kind| self.store.directory.find(kind).map_or(0, |section| section.length);
        [Kind::NameNumbers, Kind::NameEnds, Kind::NameText].map(length).iter().sum()
    }

    /// A section as an array: of the map, or copied where there is none.
    fn numbers<T: Pod + Send + Sync>(
        &self,
        section: &Section,
        map: Option<&Arc<Mapped>>,
        control: &Control<'_>,
    ) -> Result<Numbers<T>, ReadError> {
        let Some(map) = map else { return Ok(self.list(section, control)?.into()) };
        let start = section.offset as usize;
        for piece in 0..section.pieces() {
            if piece % 64 == 0 {
                control.check()?;
            }
            let range = section.piece(piece);
            let bytes = &map[start + range.start as usize..start + range.end as usize];
            self.store.check(section, piece, bytes).map_err(fault)?;
        }
        let range = start..start + section.length as usize;
        Ok(Numbers::shared(Arc::new(Part { map: Arc::clone(map), range })))
    }

    /// A section as a list.
    pub(crate) fn list<T: Pod>(
        &self,
        section: &Section,
        control: &Control<'_>,
    ) -> Result<Vec<T>, ReadError> {
        let width = u64::from(section.width);
        let (count, at_once) = (section.length / width, 4 * PIECE / width);
        if section.length > control.room() {
            let (needed, allowed) = (section.length, control.room());
            let error = GraphError::OutOfMemory { needed, allowed };
            return Err(ReadError::graph(None, error));
        }
        let mut list = Vec::with_capacity(count as usize);
        let mut buffer = Buffer::default();
        for first in (0..count).step_by(at_once as usize) {
            control.check()?;
            let elements = first..count.min(first + at_once);
            list.extend_from_slice(
                self.store.fetch(section, elements, &mut buffer).map_err(fault)?,
            );
        }
        Ok(list)
    }

    pub(crate) fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The error with the name of the file.
    pub(crate) fn named(&self, error: ReadError) -> ReadError {
        match &self.path {
            Some(path) => error.in_file(path),
            None => error,
        }
    }
}

/// Part of a mapped file, as numbers.
struct Part {
    map: Arc<Mapped>,
    range: Range<usize>,
}

impl<T: Pod> AsRef<[T]> for Part {
    fn as_ref(&self) -> &[T] {
        // Maps begin on a page, and sections at multiples of 64 bytes.
        bytemuck::cast_slice(&self.map[self.range.clone()])
    }
}

/// What is wrong with the bytes is a fault of the file, the rest one of the system.
pub(crate) fn fault(error: io::Error) -> ReadError {
    match error.kind() {
        io::ErrorKind::InvalidData => ReadError::syntax(None, error.to_string()),
        _ => error.into(),
    }
}
