//! Shares of an answer, put together: for whoever wants one file.
//!
//! Shares are read side by side, a line or a block of each at a time: nothing is held in memory.

mod listed;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use retrograde_core::Control;
use retrograde_link::ClusterError;

use crate::about::About;
use crate::output::{parse_part, part};
use crate::partition::Partition;
pub use listed::list;

/// The shares of a folder with names that end so, all of them, with what is said of each. All are as long
/// as they should be and of one answer: to what is wanted, if somebody says what that is.
fn shares(
    folder: &Path,
    extension: &str,
    wanted: Option<u64>,
) -> Result<Vec<(PathBuf, About)>, ClusterError> {
    let failed = || ClusterError::file(folder);
    let (mut workers, mut there) = (None, Vec::new());
    for entry in fs::read_dir(folder).map_err(failed())? {
        let name = entry.map_err(failed())?.file_name();
        let part = name.to_str().and_then(parse_part);
        let part = part.filter(|&(_, _, ending)| ending == extension);
        let Some((worker, count, _)) = part else { continue };
        there.push(worker);
        if *workers.get_or_insert(count) != count {
            let text = format!("{}: there are shares of several answers", folder.display());
            return Err(ClusterError::Input(text));
        }
    }
    let Some(workers) = workers.filter(|&workers| workers > 0) else {
        let text = format!("{}: there are no shares of an answer", folder.display());
        return Err(ClusterError::Input(text));
    };
    // Names may say anything: there are no more shares than files.
    there.sort_unstable();
    let path = |worker| part(folder, worker, workers, extension);
    if let Some(missing) = (0..workers).find(|&worker| there.get(worker) != Some(&worker)) {
        let path = path(missing);
        return Err(ClusterError::Input(format!("{}: this share is missing", path.display())));
    }
    let mut of = wanted;
    let told = |path: PathBuf| {
        let about = About::read(&path, of)?;
        of = Some(about.of);
        Ok((path, about))
    };
    (0..workers).map(path).map(told).collect()
}

/// Writes the rows of all shares of a folder in the order of their vertices, with what a vertex is called
/// in place of its number. Says how many rows there are. Nothing is written before all shares are there, as
/// long as they should be, and of the answer that is `wanted`: [`identity`](crate::Rows::identity) says
/// which, and `None` takes any.
///
/// ```
/// use retrograde_cluster::{Cluster, Options, Rows, Rule, each, merge};
/// use retrograde_core::{Control, Graph, Outcome};
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("answer");
/// let graph = Graph::from_edges(2, [(0, 1)])?;
/// let lost = each(|_| Outcome::Lose);
/// let rule = Rule::Outcome(&lost);
/// let rows = Rows { forward: &graph, reverse: None, rule, fingerprint: None };
/// let cluster = Cluster::threads(2)?;
/// let options = Options { cluster, answer: Some(folder.clone()), ..Options::default() };
/// rows.solve(&options, &Control::default())?;
/// let mut all = Vec::new();
/// let wanted = Some(rows.identity(&Control::default())?);
/// merge::rows(&folder, wanted, &mut all, &|number| number.to_string(), &Control::default())?;
/// assert_eq!(String::from_utf8(all)?, "vertex,outcome,distance,move\n0,win,1,1\n1,lose,0,\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A share is missing or not as it should be, a file failed, or it was stopped.
pub fn rows(
    folder: &Path,
    wanted: Option<u64>,
    out: &mut dyn Write,
    name: &dyn Fn(u64) -> String,
    control: &Control<'_>,
) -> Result<u64, ClusterError> {
    let shares = shares(folder, "csv", wanted)?.into_iter();
    let mut shares: Vec<Rows> = shares.map(Rows::open).collect::<Result<_, _>>()?;
    out.write_all(shares[0].header.as_bytes()).map_err(ClusterError::Output)?;
    let mut pace = control.pace();
    let mut next = 0;
    while let Some(share) = shares.iter_mut().find(|share| share.vertex == Some(next)) {
        // Rows of a block are all in one share.
        while share.vertex == Some(next) {
            pace.steps(1)?;
            let row = share.line.trim_end();
            let (_, rest) = row.split_once(',').unwrap_or((row, ""));
            let (said, to) = rest.rsplit_once(',').unwrap_or(("", rest));
            let to = match to.parse() {
                Ok(to) => name(to),
                Err(_) => String::new(),
            };
            writeln!(out, "{},{said},{to}", name(next)).map_err(ClusterError::Output)?;
            next += 1;
            share.advance()?;
        }
    }
    match shares.iter().find(|share| share.vertex.is_some()) {
        None => Ok(next),
        Some(share) => Err(share.wrong()),
    }
}

/// The rows of a share.
struct Rows {
    path: PathBuf,
    about: About,
    sum: crc32fast::Hasher,
    file: BufReader<File>,
    header: String,
    line: String,
    vertex: Option<u64>,
}

impl Rows {
    fn open((path, about): (PathBuf, About)) -> Result<Self, ClusterError> {
        let file = BufReader::with_capacity(
            1 << 18,
            File::open(&path).map_err(ClusterError::file(&path))?,
        );
        let (line, vertex) = (String::new(), None);
        let sum = crc32fast::Hasher::new();
        let mut rows = Rows { path, about, sum, file, header: String::new(), line, vertex };
        rows.read()?;
        rows.header = std::mem::take(&mut rows.line);
        if !rows.header.starts_with("vertex,") {
            return Err(rows.wrong());
        }
        rows.advance()?;
        Ok(rows)
    }

    fn wrong(&self) -> ClusterError {
        ClusterError::Input(format!("{}: this share is not as it was written", self.path.display()))
    }

    fn read(&mut self) -> Result<(), ClusterError> {
        self.line.clear();
        let mut limited = (&mut self.file).take(4096);
        limited.read_line(&mut self.line).map_err(ClusterError::file(&self.path))?;
        self.sum.update(self.line.as_bytes());
        let spoilt = self.line.is_empty() && self.sum.clone().finalize() != self.about.sum;
        if spoilt { Err(self.wrong()) } else { Ok(()) }
    }

    fn advance(&mut self) -> Result<(), ClusterError> {
        self.read()?;
        let number = self.line.split(',').next().and_then(|word| word.parse().ok());
        if number.is_none() && !self.line.is_empty() {
            return Err(self.wrong());
        }
        self.vertex = number;
        Ok(())
    }
}

/// Finds out whether the slots of all shares of a folder are there, as long as they should be, and of the
/// answer that is `wanted`, as for [`slots`].
///
/// # Errors
/// A share is missing or not as it should be.
pub fn check_slots(folder: &Path, wanted: Option<u64>) -> Result<(), ClusterError> {
    shares(folder, "slots", wanted).map(drop)
}

/// Calls `take` with the slots of all shares of a folder in order, some at a time, each in the two bytes
/// that tables keep for it. Says how many there are. The shares are of the answer that is `wanted`:
/// [`identity`](crate::Indexed::identity) says which, and `None` takes any.
///
/// # Errors
/// A share is missing or not as it should be, a file or `take` failed, or it was stopped.
pub fn slots(
    folder: &Path,
    wanted: Option<u64>,
    take: &mut dyn FnMut(&[u16]) -> io::Result<()>,
    control: &Control<'_>,
) -> Result<u64, ClusterError> {
    let paths = shares(folder, "slots", wanted)?;
    let mut shares = Vec::with_capacity(paths.len());
    let mut partition = None;
    for (worker, (path, _)) in paths.into_iter().enumerate() {
        let (share, size, workers) = Slots::open(path, worker as u64)?;
        let said = usize::try_from(workers).ok().and_then(|workers| Partition::new(size, workers));
        let said = said.ok_or_else(|| share.wrong())?;
        if *partition.get_or_insert(said) != said {
            return Err(share.wrong());
        }
        shares.push(share);
    }
    let partition = partition.filter(|partition| partition.workers() == shares.len());
    let partition = partition.ok_or_else(|| shares[0].wrong())?;
    let mut slots = Vec::new();
    for block in 0..partition.blocks() {
        control.check()?;
        let vertices = partition.block(block);
        let share = &mut shares[partition.owner(block)];
        share.read(2 * (vertices.end - vertices.start) as usize)?;
        slots.clear();
        slots.extend(share.bytes.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes)));
        take(&slots).map_err(ClusterError::file(folder))?;
    }
    for share in &mut shares {
        share.end()?;
    }
    Ok(partition.size())
}

/// The slots of a share.
struct Slots {
    path: PathBuf,
    file: BufReader<File>,
    bytes: Vec<u8>,
    sum: crc32fast::Hasher,
}

impl Slots {
    /// Opens a share; with it, how many slots there are in all and how many workers there were.
    fn open(path: PathBuf, worker: u64) -> Result<(Self, u64, u64), ClusterError> {
        let file = File::open(&path).map_err(ClusterError::file(&path))?;
        let file = BufReader::with_capacity(1 << 18, file);
        let mut share = Slots { path, file, bytes: Vec::new(), sum: crc32fast::Hasher::new() };
        share.read(32)?;
        let words = share.bytes.strip_prefix(b"RGSLOTS1").map(|words| words.as_chunks::<8>().0);
        let Some(&[size, workers, number]) = words else { return Err(share.wrong()) };
        let [size, workers, number] = [size, workers, number].map(u64::from_le_bytes);
        if number == worker { Ok((share, size, workers)) } else { Err(share.wrong()) }
    }

    fn wrong(&self) -> ClusterError {
        ClusterError::Input(format!("{}: this is not a share of that answer", self.path.display()))
    }

    fn read(&mut self, length: usize) -> Result<(), ClusterError> {
        self.bytes.resize(length, 0);
        self.file.read_exact(&mut self.bytes).map_err(ClusterError::file(&self.path))?;
        self.sum.update(&self.bytes);
        Ok(())
    }

    /// All has been read: whether it was what was written.
    fn end(&mut self) -> Result<(), ClusterError> {
        let expected = self.sum.clone().finalize();
        let mut rest = Vec::new();
        let read = (&mut self.file).take(5).read_to_end(&mut rest);
        read.map_err(ClusterError::file(&self.path))?;
        if rest == expected.to_le_bytes() { Ok(()) } else { Err(self.wrong()) }
    }
}
