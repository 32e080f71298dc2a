//! Files made of rows that come one by one, in memory that does not grow with the edges.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_core::{Arena, Control, GraphError, Names, Stopped, Vertex, memory};

use crate::condition;
use crate::error::ReadError;
use crate::output::{OutputFile, WriteError, WriteFault};
use crate::rgg::buckets::{Buckets, Said, Sorted};
use crate::rgg::layout::Kind;
use crate::rgg::sections::{Elements, SectionWriter};
use crate::rgg::temporary::Temporary;
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
        let path = self.path.clone();
        let file = self.whole(said).map_err(|error| BuildError::of(error, &path))?;
        Ok(file.commit()?)
    }

    fn whole(mut self, said: &Arena) -> io::Result<OutputFile> {
        let (control, vertices, edges) = (self.control, self.vertices, self.edges);
        if said.names.len() as u64 != vertices {
            let (has, wanted) = (said.names.len() as u64, vertices);
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
        write_said(&mut writer, said, acceptance, &control)?;
        writer.finish(edges)
    }
}

/// The memory that a build may take beside names and attributes of vertices.
pub(crate) fn budget(control: &Control<'_>) -> u64 {
    let there_is = memory::available().unwrap_or(1 << 30);
    (control.room().min(there_is) / 3).clamp(4 << 20, 1 << 30)
}

/// How many edges each vertex has, kept in a file.
struct Degrees {
    file: Temporary,
    gathered: Vec<u32>,
    /// The vertex that comes next, and how many edges the one before has so far.
    next: u64,
}

impl Degrees {
    fn new(folder: &Path) -> io::Result<Self> {
        Ok(Degrees { file: Temporary::new(folder)?, gathered: Vec::new(), next: 0 })
    }

    fn add(&mut self, vertex: Vertex, degree: u32) -> io::Result<()> {
        const AT_ONCE: usize = 1 << 14;
        let vertex = u64::from(vertex);
        if vertex + 1 == self.next {
            let last = self.gathered.last_mut().expect("it came last");
            *last = last.checked_add(degree).ok_or_else(|| {
                io::Error::other(GraphError::TooManyMoves { vertex: vertex as Vertex })
            })?;
            return Ok(());
        }
        if vertex < self.next {
            let message = format!("the row of vertex {vertex} comes too late: rows are in order");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        while self.next <= vertex {
            if self.gathered.len() == AT_ONCE {
                self.file.write(&self.gathered)?;
                self.gathered.clear();
            }
            self.gathered.push(0);
            self.next += 1;
        }
        *self.gathered.last_mut().expect("it was just put there") = degree;
        Ok(())
    }

    /// Writes where rows of these lengths begin.
    fn write<W: Write>(
        &mut self,
        writer: &mut SectionWriter<W>,
        kind: Kind,
        vertices: u64,
        edges: u64,
        control: &Control<'_>,
        mut check: impl FnMut(Vertex, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        if let Some(last) = vertices.checked_sub(1)
            && self.next < vertices
        {
            self.add(last as Vertex, 0)?;
        }
        self.file.write(&self.gathered)?;
        let mut pace = control.pace();
        let mut starts = Elements::new(writer, kind);
        let (mut start, mut vertex) = (0_u64, 0);
        let mut push = |start: u64| match kind.width(edges) {
            4 => starts.push((start as u32).to_le_bytes()),
            _ => starts.push(start.to_le_bytes()),
        };
        push(start)?;
        self.file.read(1, |degrees: &[u32]| {
            for &degree in degrees {
                pace.steps(1).map_err(io::Error::other)?;
                check(vertex, degree)?;
                vertex += 1;
                start += u64::from(degree);
                push(start)?;
            }
            Ok(())
        })?;
        starts.end(edges)
    }
}

/// What is said of edges, in their order, kept in files.
struct SaidOfEdges {
    weights: Temporary,
    marks: Temporary,
    count: u64,
    weighted: u64,
    reserved: u64,
}

impl SaidOfEdges {
    fn new(folder: &Path) -> io::Result<Self> {
        let (weights, marks) = (Temporary::new(folder)?, Temporary::new(folder)?);
        Ok(SaidOfEdges { weights, marks, count: 0, weighted: 0, reserved: 0 })
    }

    fn add(&mut self, rows: &Sorted<'_>) -> io::Result<()> {
        for said in rows.said.chunks(1 << 14) {
            let weights: Vec<i64> = said.iter().map(|said| said.weight).collect();
            let marks: Vec<u8> = said.iter().map(|said| said.marks).collect();
            self.weighted += marks.iter().filter(|&&marks| marks & 1 != 0).count() as u64;
            self.reserved += marks.iter().filter(|&&marks| marks > 1).count() as u64;
            self.weights.write(&weights)?;
            self.marks.write(&marks)?;
        }
        self.count += rows.said.len() as u64;
        Ok(())
    }

    fn write<W: Write>(
        self,
        writer: &mut SectionWriter<W>,
        edges: u64,
        control: &Control<'_>,
    ) -> io::Result<()> {
        if self.weighted > 0 {
            writer.begin(Kind::Weights);
            self.weights.read(1, |weights: &[i64]| {
                control.check().map_err(io::Error::other)?;
                let bytes: Vec<u8> =
                    weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
                writer.write(&bytes)
            })?;
            writer.end(edges)?;
        }
        if self.weighted > 0 && self.weighted < self.count {
            let mut words = Elements::new(writer, Kind::HaveWeight);
            // Pieces of a file are of whole words but for the last.
            self.marks.read(64, |marks: &[u8]| {
                control.check().map_err(io::Error::other)?;
                marks.chunks(64).try_for_each(|marks| {
                    let bit = |(place, marks): (usize, &u8)| u64::from(marks & 1) << place;
                    let word = marks.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
                    words.push(word.to_le_bytes())
                })
            })?;
            words.end(edges)?;
        }
        if self.reserved > 0 {
            writer.begin(Kind::Players);
            self.marks.read(1, |marks: &[u8]| {
                control.check().map_err(io::Error::other)?;
                let codes: Vec<u8> = marks.iter().map(|marks| marks >> 1).collect();
                writer.write(&codes)
            })?;
            writer.end(edges)?;
        }
        Ok(())
    }
}

impl Said {
    /// What an edge has of an arena's attributes.
    pub(crate) fn new(weight: Option<i64>, player: u8) -> Self {
        Said { weight: weight.unwrap_or(0), marks: u8::from(weight.is_some()) | player << 1 }
    }
}
