//! Files made of whatever can be read, larger than memory.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retrograde_core::{
    ArenaBuilder, Control, EdgeBatch, EdgeStore, GraphError, Names, Progress, Vertex,
};

use crate::rgg::buckets::{Buckets, Said};
use crate::rgg::builder::{BuildError, Plan, RggBuilder, SHIFT, budget, room_for_names, with_room};
use crate::rgg::forgotten::{Forgotten, Recalled};
use crate::rgg::sorting::Sorted;
use crate::rgg::temporary::Temporary;
use crate::rgg::write::{player_code, write_rgg};
use crate::{Format, OutputFile, ReadError, ReadFault, Source, npz};

/// Reads a graph in any format and writes it as an `.rgg` file, without ever having its edges in memory.
///
/// Edges are put aside as they are read, in files without names in the folder `scratch`, and sorted
/// there: about 8 bytes an edge at any time, and 20 and more where edges have weights or players. Names and
/// attributes of vertices are in memory, except that the names of an edge list that take more than a third of
/// what is allowed are put aside, too, twice, and told apart there: what stays in memory is one bit a name, or a
/// few where names come again far apart. Where there is little memory there are fewer threads. A `format` of `None` is guessed from the name of the source.
///
/// All formats are read so. Edges of a strict DOT graph, and those of a JSON file that stand before
/// its nodes, are in memory until all of it is read: whoever wrote these had them in memory. A `npz` archive
/// and its columns and weights are put aside in the folder as well.
///
/// ```
/// use retrograde_core::Control;
/// use retrograde_io::{Format, RggFile, Source, build_rgg};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("game.rgg");
/// let text = Source::stream(&b"a b\nb a\na t\n"[..]);
/// build_rgg(text, Some(Format::Edges), &path, folder.path(), &Control::ALONE)?;
/// assert_eq!(RggFile::open(&path)?.edge_count(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with the input, in the words of its reader; what the system reports about the output or
/// the folder; there is less memory than 8 MiB; it was stopped. Nothing is left behind.
pub fn build_rgg(
    source: Source<'_>,
    format: Option<Format>,
    path: impl AsRef<Path>,
    scratch: impl AsRef<Path>,
    control: &Control<'_>,
) -> Result<(), BuildError> {
    let control = &with_room(control, source.size())?;
    build(source, format, path.as_ref(), scratch.as_ref(), room_for_names(control), control)
}

/// The same with names put aside that take about so many bytes.
fn build(
    source: Source<'_>,
    format: Option<Format>,
    path: &Path,
    scratch: &Path,
    for_names: u64,
    control: &Control<'_>,
) -> Result<(), BuildError> {
    let spool = Arc::new(Mutex::new(Spool::new(scratch)));
    let builder = ArenaBuilder::new()
        .with_memory_limit(control.room())
        .with_store(Box::new(Handle(Arc::clone(&spool))));
    let said = source.read_into(format, builder, scratch, for_names, control).map_err(|error| {
        match (&error.fault, lock(&spool).failed.take()) {
            (ReadFault::Graph(GraphError::NotKept { .. }), Some(why)) => BuildError::of(why, path),
            (ReadFault::Stopped(stopped), _) => (*stopped).into(),
            _ => error.into(),
        }
    })?;
    let mut spool = std::mem::replace(&mut *lock(&spool), Spool::new(scratch));
    let names = match spool.names.take() {
        None => None,
        Some(names) => {
            let failed = |error| BuildError::of(error, path);
            let names = names.resolve(budget(control), control).map_err(failed)?;
            spool = spool.renamed(&names, control).map_err(failed)?;
            Some(names)
        }
    };
    if spool.edges == 0 && names.is_none() {
        let written = OutputFile::write(path, |out| write_rgg(&said, out, control));
        return written.map_err(|error| stopped_or(error.into(), control));
    }
    let vertices = names.as_ref().map_or(said.names.len() as u64, |names| names.count);
    if spool.edges > 0 && u64::from(spool.most) >= vertices {
        let vertex = spool.most.into();
        return Err(
            ReadError::graph(None, GraphError::VertexOutOfRange { vertex, vertices }).into()
        );
    }
    let plan =
        Plan { vertices, into: spool.into.clone(), says: spool.says, budget: budget(control) };
    let mut builder = RggBuilder::with_plan(path, scratch, &plan, control)?;
    spool.sort(&plan, &mut builder, control).map_err(|error| BuildError::of(error, path))?;
    builder.finish_named(&said, names.as_ref())
}

/// A writer does not say that it was stopped but in the words of the system.
fn stopped_or(error: BuildError, control: &Control<'_>) -> BuildError {
    match control.check() {
        Ok(()) => error,
        Err(stopped) => stopped.into(),
    }
}

fn lock(spool: &Mutex<Spool>) -> MutexGuard<'_, Spool> {
    spool.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Words that an edge takes: its two ends; and with a weight in two words and one of marks.
const PLAIN: usize = 2;
const SAID: usize = 5;

/// Edges in the order in which they came, in files.
struct Spool {
    folder: PathBuf,
    /// Several, so that those that have been read can go before the last is.
    parts: Vec<Part>,
    edges: u64,
    /// Whether the edges came by rising source.
    is_sorted: bool,
    last: Vertex,
    /// The largest vertex that has been named.
    most: Vertex,
    /// Whether something is said of an edge.
    says: bool,
    /// How many edges come from, and lead to, each group of `1 << SHIFT` vertices.
    from: Vec<u64>,
    into: Vec<u64>,
    /// Names that did not fit memory; vertices are numbers of these then.
    names: Option<Forgotten>,
    failed: Option<io::Error>,
}

impl std::fmt::Debug for Spool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Spool").field("edges", &self.edges).finish_non_exhaustive()
    }
}

struct Part {
    file: Temporary,
    stride: usize,
}

#[derive(Debug)]
struct Handle(Arc<Mutex<Spool>>);

impl EdgeStore for Handle {
    fn take(&mut self, edges: &EdgeBatch<'_>) -> Result<(), GraphError> {
        let mut spool = lock(&self.0);
        let taken = spool.take(edges);
        spool.kept(taken)
    }

    fn take_names(&mut self, names: Names) -> Result<(), GraphError> {
        let mut spool = lock(&self.0);
        let taken = spool.take_names(&names);
        spool.kept(taken)
    }
}

impl Spool {
    fn new(folder: &Path) -> Self {
        Spool {
            folder: folder.to_owned(),
            parts: Vec::new(),
            edges: 0,
            is_sorted: true,
            last: 0,
            most: 0,
            says: false,
            from: Vec::new(),
            into: Vec::new(),
            names: None,
            failed: None,
        }
    }

    /// What happened in words of the builder; what it was is told in the end.
    fn kept(&mut self, happened: io::Result<()>) -> Result<(), GraphError> {
        happened.map_err(|error| {
            let why = error.to_string();
            self.failed = Some(error);
            GraphError::NotKept { why }
        })
    }

    fn take_names(&mut self, names: &Names) -> io::Result<()> {
        match &mut self.names {
            Some(known) => known.take(names),
            None => self.names.insert(Forgotten::new(&self.folder)?).take(names),
        }
    }

    fn take(&mut self, edges: &EdgeBatch<'_>) -> io::Result<()> {
        if edges.sources.is_empty() {
            return Ok(());
        }
        let stride = match edges.weights.is_empty() && edges.players.is_empty() {
            true => PLAIN,
            false => SAID,
        };
        let mut words = Vec::with_capacity(edges.sources.len() * stride);
        for (place, (&from, &to)) in edges.sources.iter().zip(edges.ends).enumerate() {
            words.extend([from, to]);
            if stride == SAID {
                let player = player_code(edges.players.get(place));
                let said = Said::new(edges.weights.get(place), player);
                let weight = [said.weight as u32, (said.weight >> 32) as u32];
                words.extend([weight[0], weight[1], said.marks.into()]);
            }
        }
        self.put(&words, stride)
    }

    /// Puts edges aside that are in words already.
    fn put(&mut self, words: &[u32], stride: usize) -> io::Result<()> {
        const PART: u64 = 256 << 20;
        for edge in words.chunks_exact(stride) {
            let (from, to) = (edge[0], edge[1]);
            self.is_sorted &= from >= self.last;
            self.last = from;
            self.most = self.most.max(from).max(to);
            count(&mut self.from, from);
            count(&mut self.into, to);
        }
        self.edges += (words.len() / stride) as u64;
        self.says |= stride == SAID;
        let fits = |part: &Part| part.stride == stride && part.file.length() < PART;
        if !self.parts.last().is_some_and(fits) {
            self.parts.push(Part { file: Temporary::new(&self.folder)?, stride });
        }
        self.parts.last_mut().expect("there is one").file.write(words)
    }

    /// The same edges between vertices, where they are between numbers of names.
    fn renamed(self, names: &Recalled, control: &Control<'_>) -> io::Result<Spool> {
        let mut renamed = Spool::new(&self.folder);
        let mut lookup = names.lookup();
        for part in self.parts {
            part.file.read(part.stride, |words: &[u32]| {
                control.check_memory().map_err(io::Error::other)?;
                let mut words = words.to_vec();
                for edge in words.chunks_exact_mut(part.stride) {
                    edge[0] = lookup.vertex(edge[0])?;
                    edge[1] = lookup.vertex(edge[1])?;
                }
                renamed.put(&words, part.stride)
            })?;
        }
        Ok(renamed)
    }

    /// Hands all edges on by rising source; those of the same as they came.
    fn sort(
        mut self,
        plan: &Plan,
        builder: &mut RggBuilder<'_>,
        control: &Control<'_>,
    ) -> io::Result<()> {
        let says = self.says;
        if self.is_sorted {
            let mut group = Group::default();
            self.each(control, |&[from, to], said| {
                if !group.takes(from) {
                    builder.rows(&group.sorted())?;
                    group = Group::default();
                }
                group.push(from, to, says.then_some(*said));
                Ok(())
            })?;
            return builder.rows(&group.sorted());
        }
        let from = std::mem::take(&mut self.from);
        let mut buckets =
            Buckets::new(&self.folder, plan.vertices, SHIFT, &from, says, plan.budget)?;
        self.each(control, |&[from, to], said| buckets.push(from, to, says.then_some(said)))?;
        buckets.rows(control, |sorted| builder.rows(&sorted))
    }

    /// Every edge, as it came, and what is said of it; parts that have been read are given back.
    fn each(
        self,
        control: &Control<'_>,
        mut visit: impl FnMut(&[u32; 2], &Said) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut done = 0;
        for part in self.parts {
            part.file.read(part.stride, |words: &[u32]| {
                control.check_memory().map_err(io::Error::other)?;
                for edge in words.chunks_exact(part.stride) {
                    let said = match *edge {
                        [_, _, low, high, marks] => Said {
                            weight: (u64::from(high) << 32 | u64::from(low)) as i64,
                            marks: marks as u8,
                        },
                        _ => Said::default(),
                    };
                    visit(&[edge[0], edge[1]], &said)?;
                }
                done += (words.len() / part.stride) as u64;
                control.tell(Progress::new("sorting", done, self.edges));
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// Edges that came in order, of neighbouring vertices.
#[derive(Default)]
struct Group {
    first: Vertex,
    degrees: Vec<u32>,
    others: Vec<Vertex>,
    said: Vec<Said>,
}

impl Group {
    const MOST: usize = 1 << 14;

    fn takes(&self, from: Vertex) -> bool {
        self.degrees.is_empty()
            || ((from - self.first) as usize) < Group::MOST && self.others.len() < Group::MOST
    }

    fn push(&mut self, from: Vertex, to: Vertex, said: Option<Said>) {
        if self.degrees.is_empty() {
            self.first = from;
        }
        let place = (from - self.first) as usize;
        if self.degrees.len() <= place {
            self.degrees.resize(place + 1, 0);
        }
        self.degrees[place] += 1;
        self.others.push(to);
        self.said.extend(said);
    }

    fn sorted(&self) -> Sorted<'_> {
        let Group { first, degrees, others, said } = self;
        Sorted { first: *first, degrees, others, said }
    }
}

/// Counts a vertex in its group.
#[inline]
fn count(groups: &mut Vec<u64>, vertex: Vertex) {
    let group = (vertex >> SHIFT) as usize;
    if group >= groups.len() {
        groups.resize(group + 1, 0);
    }
    groups[group] += 1;
}

impl Source<'_> {
    /// Reads a graph into a builder, if the format has use for one.
    fn read_into(
        self,
        format: Option<Format>,
        builder: ArenaBuilder,
        scratch: &Path,
        for_names: u64,
        control: &Control<'_>,
    ) -> Result<retrograde_core::Arena, ReadError> {
        self.read_graph(format, control, |input, format, silent| match format {
            Format::Npz => npz::read_stored(input, builder, scratch, silent),
            // A list has nothing but names and edges, and nobody asks it which names are new.
            Format::Edges => {
                let builder = builder.forgetting_names(for_names);
                crate::read_with(input, format, builder, silent)
            }
            format => crate::read_with(input, format, builder, silent),
        })
    }
}

#[cfg(test)]
mod tests;
