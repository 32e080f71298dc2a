//! Files made of rows that come one by one, in memory that does not grow with the edges.

use std::io;
use std::path::{Path, PathBuf};

use retrograde_core::memory::Bytes;
use retrograde_core::{Arena, Control, GraphError, Names, Stopped, Threads, Vertex, memory};

use crate::condition;
use crate::error::ReadError;
use crate::output::{OutputFile, WriteError, WriteFault};
use crate::rgg::aside::{Degrees, SaidOfEdges};
use crate::rgg::buckets::Buckets;
use crate::rgg::forgotten::Recalled;
use crate::rgg::layout::Kind;
use crate::rgg::sections::SectionWriter;
use crate::rgg::sorting::Sorted;
use crate::rgg::write::{write_numbers, write_said};

/// Why a file could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// What it is to be made of cannot be read, or is no graph.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Somebody stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It was not begun: not even the least buffers fit.
    #[error(
        "to make the file takes {} of memory, and there may be {}",
        Bytes(*needed),
        Bytes(*allowed)
    )]
    NoRoom {
        /// The bytes that it takes.
        needed: u64,
        /// The bytes that it may take.
        allowed: u64,
    },
}

impl BuildError {
    /// What went wrong while `path` was made.
    pub(crate) fn of(error: io::Error, path: &Path) -> Self {
        let inner = error.get_ref();
        if let Some(&stopped) = inner.and_then(|inner| inner.downcast_ref::<Stopped>()) {
            return stopped.into();
        }
        if let Some(graph) = inner.and_then(|inner| inner.downcast_ref::<GraphError>()) {
            return ReadError::graph(None, graph.clone()).into();
        }
        WriteError { file: path.to_owned(), fault: WriteFault::Io(error) }.into()
    }
}

/// What there is to know before rows come.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) vertices: u64,
    /// How many edges lead to each group of `1 << SHIFT` vertices.
    pub(crate) into: Vec<u64>,
    /// Whether something is said of edges.
    pub(crate) says: bool,
    pub(crate) budget: u64,
}

/// Neighbouring vertices that are counted together.
pub(crate) const SHIFT: u32 = 10;

/// Makes an `.rgg` file of rows that come one by one, by rising vertex.
///
/// Rows go into the file as they come; turned around they are sorted on disk, in files without names in
/// the folder `scratch`, of about 4 bytes an edge, 9 at most, and 4 a vertex. The file has its name once it is whole. Memory
/// is taken as `control` allows, a gigabyte at most, and little of it is for each vertex or edge.
///
/// ```
/// use retrograde_core::{Control, RowSource};
/// use retrograde_io::{RggBuilder, RggFile};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("circle.rgg");
/// let control = Control::ALONE;
/// let mut builder = RggBuilder::create(&path, folder.path(), 1000, 1000, &control)?;
/// for vertex in 0..1000 {
///     builder.row(vertex, &[(vertex + 1) % 1000])?;
/// }
/// builder.finish()?;
/// let file = RggFile::open(&path)?;
/// assert_eq!(file.edge_count(), 1000);
/// file.check(&control)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RggBuilder<'a> {
    path: PathBuf,
    control: Control<'a>,
    folder: PathBuf,
    vertices: u64,
    edges: u64,
    writer: SectionWriter<OutputFile>,
    /// Targets that are not written yet.
    gathered: Vec<Vertex>,
    degrees: Degrees,
    /// Edges by where they lead.
    back: Buckets,
    said: Option<SaidOfEdges>,
    steps: u32,
}

impl<'a> RggBuilder<'a> {
    /// Begins a file of so many vertices, and about so many edges: more or fewer may come.
    ///
    /// # Errors
    /// More vertices than can be numbered; what the system reports.
    pub fn create(
        path: impl AsRef<Path>,
        scratch: impl AsRef<Path>,
        vertices: usize,
        about_edges: u64,
        control: &Control<'a>,
    ) -> Result<Self, BuildError> {
        if vertices > u32::MAX as usize {
            return Err(ReadError::graph(None, GraphError::TooManyVertices).into());
        }
        let vertices = vertices as u64;
        let groups = vertices.div_ceil(1 << SHIFT).max(1);
        let into = vec![about_edges.div_ceil(groups); groups as usize];
        let plan = Plan { vertices, into, says: false, budget: budget(control) };
        Self::with_plan(path.as_ref(), scratch.as_ref(), &plan, control)
    }

    pub(crate) fn with_plan(
        path: &Path,
        folder: &Path,
        plan: &Plan,
        control: &Control<'a>,
    ) -> Result<Self, BuildError> {
        let file = OutputFile::create(path)?;
        let begin = || {
            let mut writer = SectionWriter::new(file, plan.vertices)?;
            writer.begin(Kind::ForwardTargets);
            Ok(RggBuilder {
                path: path.to_owned(),
                control: *control,
                folder: folder.to_owned(),
                vertices: plan.vertices,
                edges: 0,
                writer,
                gathered: Vec::new(),
                degrees: Degrees::new(folder)?,
                back: Buckets::new(folder, plan.vertices, SHIFT, &plan.into, false, plan.budget)?,
                said: plan.says.then(|| SaidOfEdges::new(folder)).transpose()?,
                steps: 0,
            })
        };
        begin().map_err(|error| BuildError::of(error, path))
    }

    /// Takes the row of a vertex, or more of it if it is the one that came last. Vertices that are
    /// passed over have none.
    ///
    /// # Errors
    /// A row of a vertex below the last, a vertex that there is not; it was stopped; what the system
    /// reports.
    pub fn row(&mut self, vertex: Vertex, row: &[Vertex]) -> Result<(), BuildError> {
        let sorted = Sorted { first: vertex, degrees: &[row.len() as u32], others: row, said: &[] };
        self.rows(&sorted).map_err(|error| BuildError::of(error, &self.path))
    }

    /// Takes rows of neighbouring vertices.
    pub(crate) fn rows(&mut self, rows: &Sorted<'_>) -> io::Result<()> {
        const LOOK_EVERY: u32 = 1 << 16;
        const AT_ONCE: usize = 1 << 15;
        let wrong = |vertex: Vertex| {
            let vertices = self.vertices;
            io::Error::other(GraphError::VertexOutOfRange { vertex: vertex.into(), vertices })
        };
        let last = u64::from(rows.first) + rows.degrees.len() as u64;
        if last > self.vertices {
            return Err(wrong(rows.first));
        }
        if let Some(&bad) = rows.others.iter().find(|&&to| u64::from(to) >= self.vertices) {
            return Err(wrong(bad));
        }
        let mut start = 0;
        for (from, &degree) in (rows.first..).zip(rows.degrees) {
            self.degrees.add(from, degree)?;
            let row = &rows.others[start..start + degree as usize];
            start += degree as usize;
            for part in row.chunks(AT_ONCE) {
                self.steps += 1 + part.len() as u32;
                if self.steps > LOOK_EVERY {
                    self.control.check_memory().map_err(io::Error::other)?;
                    self.steps = 0;
                }
                for &to in part {
                    self.back.push(to, from, None)?;
                }
                if self.gathered.len() + part.len() > AT_ONCE {
                    write_numbers(&mut self.writer, &self.gathered)?;
                    self.gathered.clear();
                }
                self.gathered.extend_from_slice(part);
            }
        }
        self.edges += rows.others.len() as u64;
        match &mut self.said {
            Some(said) => said.add(rows),
            None => Ok(()),
        }
    }

    /// Turns the edges around and finishes the file; vertex `v` is called `v`.
    ///
    /// # Errors
    /// It was stopped; what the system reports.
    pub fn finish(self) -> Result<(), BuildError> {
        let said = Arena { names: Names::numbered(self.vertices as usize), ..Arena::default() };
        self.finish_with(&said)
    }

    /// As [`finish`](Self::finish), with the names of an arena and with what it says of its vertices. Its
    /// graph does not matter.
    ///
    /// # Errors
    /// More or fewer names than vertices, a verdict on a vertex that has moves, and as for
    /// [`finish`](Self::finish).
    pub fn finish_with(self, said: &Arena) -> Result<(), BuildError> {
        self.finish_named(said, None)
    }

    /// The same, where names may be on disk: the arena has none then.
    pub(crate) fn finish_named(
        self,
        said: &Arena,
        names: Option<&Recalled>,
    ) -> Result<(), BuildError> {
        let path = self.path.clone();
        let file = self.whole(said, names).map_err(|error| BuildError::of(error, &path))?;
        Ok(file.commit()?)
    }

    fn whole(mut self, said: &Arena, names: Option<&Recalled>) -> io::Result<OutputFile> {
        let (control, vertices, edges) = (self.control, self.vertices, self.edges);
        let has = names.map_or(said.names.len() as u64, |names| names.count);
        if has != vertices {
            let wanted = vertices;
            return Err(io::Error::other(GraphError::OtherLength { what: "names", has, wanted }));
        }
        let acceptance = condition::writable(said.acceptance.as_ref())?;
        let mut writer = self.writer;
        write_numbers(&mut writer, &self.gathered)?;
        writer.end(edges)?;
        self.degrees.write(
            &mut writer,
            Kind::ForwardOffsets,
            vertices,
            edges,
            &control,
            |v, degree| match degree > 0 && said.verdicts.get(v as usize).is_some() {
                true => {
                    let name = said.names.get(v).into_owned();
                    Err(io::Error::other(GraphError::VerdictOnMoves { vertex: v, name }))
                }
                false => Ok(()),
            },
        )?;
        let mut degrees = Degrees::new(&self.folder)?;
        writer.begin(Kind::ReverseTargets);
        self.back.rows(&control, |sorted| {
            for (vertex, &degree) in (sorted.first..).zip(sorted.degrees) {
                degrees.add(vertex, degree)?;
            }
            for part in sorted.others.chunks(1 << 18) {
                control.check().map_err(io::Error::other)?;
                write_numbers(&mut writer, part)?;
            }
            Ok(())
        })?;
        writer.end(edges)?;
        degrees
            .write(&mut writer, Kind::ReverseOffsets, vertices, edges, &control, |_, _| Ok(()))?;
        if let Some(of_edges) = self.said {
            of_edges.write(&mut writer, edges, &control)?;
        }
        if let Some(names) = names {
            names.write(&mut writer, &control)?;
        }
        write_said(&mut writer, said, acceptance, &control)?;
        writer.finish(edges)
    }
}

/// The memory that a build may take beside names and attributes of vertices.
pub(crate) fn budget(control: &Control<'_>) -> u64 {
    room_for_names(control).min(1 << 30)
}

/// The memory that names may take before they are put aside.
pub(crate) fn room_for_names(control: &Control<'_>) -> u64 {
    (room(control) / 3).max(4 << 20)
}

/// The memory that there is and may be taken.
fn room(control: &Control<'_>) -> u64 {
    control.room().min(memory::available().unwrap_or(1 << 30))
}

/// What making a file takes on one thread, however little there is: names and edges until they are put
/// aside, and buffers.
const LEAST: u64 = 8 << 20;

/// What each thread more takes for the lines that it reads ahead.
const FOR_A_THREAD: u64 = 24 << 20;

/// The same with no more threads than there is room for.
///
/// # Errors
/// There is room for none, nor for what a text of so many bytes takes.
pub(crate) fn with_room<'a>(
    control: &Control<'a>,
    size: Option<u64>,
) -> Result<Control<'a>, BuildError> {
    let allowed = room(control);
    let all_of_it = size.map_or(u64::MAX, |size| size.saturating_mul(16).saturating_add(1 << 20));
    let needed = LEAST.min(all_of_it);
    if control.memory.is_some() && needed > allowed {
        return Err(BuildError::NoRoom { needed, allowed });
    }
    let fit = 1 + allowed.saturating_sub(LEAST) / FOR_A_THREAD;
    let threads = control.threads.get().min(usize::try_from(fit).unwrap_or(usize::MAX));
    Ok(control.on(Threads::new(threads).unwrap_or(Threads::ONE)))
}
