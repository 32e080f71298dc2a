//! A worker's share of the answer, as a file.
//!
//! Rows of a table in text, as `solve` writes them, for graphs; two bytes a slot for games over their index.
//! A best move is one to a vertex that may be another worker's: its value is asked for.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use retrograde_core::{Distance, Outcome, Player, Progress, Value, Vertex};
use retrograde_link::{ClusterError, Tally};

use crate::about::Told;
use crate::cell::{Cell, Kind, Known};
use crate::cells::number_at;
use crate::questions::Questions;
use crate::rule::{Rule, Said};
use crate::wave::Wave;

/// Moves that are looked at in a round, unless one vertex has more.
const CHUNK: usize = 1 << 16;

/// How an answer is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style<'a> {
    /// A row a vertex.
    Rows(Rule<'a>),
    /// Two bytes a slot.
    Slots,
}

impl Style<'_> {
    /// How the name of a file ends.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Style::Rows(_) => "csv",
            Style::Slots => "slots",
        }
    }
}

/// The name of a worker's share.
pub(crate) fn part(folder: &Path, worker: usize, workers: usize, extension: &str) -> PathBuf {
    folder.join(format!("part-{worker:05}-of-{workers:05}.{extension}"))
}

/// The worker that wrote a share with that name, how many there were, and its extension.
pub(crate) fn parse_part(name: &str) -> Option<(usize, usize, &str)> {
    let (stem, extension) = name.rsplit_once('.')?;
    let (worker, workers) = stem.strip_prefix("part-")?.split_once("-of-")?;
    let (worker, workers) = (worker.parse().ok()?, workers.parse().ok()?);
    let is_name = part(Path::new(""), worker, workers, extension).as_os_str() == name;
    is_name.then_some((worker, workers, extension))
}

/// Removes shares that other numbers of workers wrote before. Others may be at it, too.
fn clear(folder: &Path, workers: usize) -> io::Result<()> {
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name();
        let old = name.to_str().and_then(parse_part).is_some_and(|(_, count, _)| count != workers);
        if old {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

impl Wave<'_, '_> {
    /// Writes this worker's share, while all others write theirs.
    /// `first` says that this worker clears the folder for its process; `of` is what the answer is of.
    pub(crate) fn write(
        &mut self,
        style: Style<'_>,
        of: u64,
        folder: &Path,
        first: bool,
    ) -> Result<(), ClusterError> {
        let (me, workers) = (self.link.me(), self.partition.workers());
        fs::create_dir_all(folder).map_err(ClusterError::file(folder))?;
        if first {
            clear(folder, workers).map_err(ClusterError::file(folder))?;
        }
        self.link.meet(Tally::default())?;
        let path = part(folder, me, workers, style.extension());
        let failed = || ClusterError::file(&path);
        let temporary = path.with_extension("tmp");
        let file = BufWriter::with_capacity(1 << 20, File::create(&temporary).map_err(failed())?);
        let mut file = Told::new(file);
        match style {
            Style::Rows(rule) => self.write_rows(rule, &mut file, &path)?,
            Style::Slots => self.write_slots(&mut file, &path)?,
        }
        let (file, about) = file.finish(of);
        let file = file.into_inner().map_err(|error| failed()(error.into_error()))?;
        file.sync_all().map_err(failed())?;
        fs::rename(&temporary, &path).map_err(failed())?;
        about.write(&path)?;
        // When anybody says that it is done, all shares are there.
        self.link.meet(Tally::default())?;
        Ok(())
    }

    fn write_slots(&mut self, file: &mut dyn Write, path: &Path) -> Result<(), ClusterError> {
        let (me, workers) = (self.link.me(), self.partition.workers());
        let mut bytes = b"RGSLOTS1".to_vec();
        for word in [self.partition.size(), workers as u64, me as u64] {
            bytes.extend(word.to_le_bytes());
        }
        let mut sum = crc32fast::Hasher::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            file.write_all(bytes).map_err(ClusterError::file(path))
        };
        put(&bytes)?;
        for (block, place) in self.partition.blocks_of(me) {
            self.link.watch.check()?;
            bytes.clear();
            let vertices = self.partition.block(block);
            for place in place..place + (vertices.end - vertices.start) as u32 {
                let packed = self.state.cells.known(place).pack().ok_or_else(|| {
                    let text =
                        format!("a win takes more than {} moves, too many for a table", u16::MOST);
                    ClusterError::Game(text)
                })?;
                bytes.extend(packed.to_le_bytes());
            }
            put(&bytes)?;
        }
        let sum = sum.finalize();
        file.write_all(&sum.to_le_bytes()).map_err(ClusterError::file(path))
    }

    fn write_rows(
        &mut self,
        rule: Rule<'_>,
        file: &mut dyn Write,
        path: &Path,
    ) -> Result<(), ClusterError> {
        let failed = || ClusterError::file(path);
        let header = match rule {
            Rule::Outcome(_) => "vertex,outcome,distance,move\n",
            Rule::Attractor { .. } | Rule::Visits { .. } => "vertex,winner,move\n",
        };
        file.write_all(header.as_bytes()).map_err(failed())?;
        let (me, partition) = (self.link.me(), self.partition);
        let mut questions = Questions::new(partition);
        let (mut now, mut before) = (Chunk::default(), Chunk::default());
        let mut pieces = partition.blocks_of(me).flat_map(move |(block, place)| {
            /// Vertices of which moves are read together.
            const RUN: u64 = 256;
            let vertices = partition.block(block);
            let (start, end) = (vertices.start, vertices.end);
            vertices
                .step_by(RUN as usize)
                .map(move |first| (first..end.min(first + RUN), place + (first - start) as u32))
        });
        let mut more = true;
        let mut line = String::new();
        let (mut said, mut said_of) = (Said::default(), 0..0);
        loop {
            while more && now.moves.len() < CHUNK {
                self.link.step()?;
                let Some((vertices, place)) = pieces.next() else {
                    more = false;
                    break;
                };
                let (cells, start) = (&self.state.cells, vertices.start);
                if rule.hunter().is_some() && !said_of.contains(&start) {
                    said_of = partition.block(start / partition.block_len());
                    rule.read(said_of.clone(), &mut said)?;
                }
                for (vertex, place) in vertices.clone().zip(place..) {
                    let cell = cells.get(place).unwrap_or(0);
                    let hunts = rule.hunts(&said, vertex.saturating_sub(said_of.start) as usize);
                    let begin = now.moves.len();
                    now.vertices.push(Named { vertex: vertex as Vertex, cell, hunts, begin });
                }
                let (first, end) = (now.vertices.len() - vertices.clone().count(), vertices.end);
                let mut filled = first;
                let moves = &mut now.moves;
                let listed = &mut now.vertices;
                self.part.moves(start..end, &mut |vertex, row| {
                    // A long row comes in pieces; rows are in order.
                    let index = first + (u64::from(vertex) - start) as usize;
                    while filled <= index {
                        listed[filled].begin = moves.len();
                        filled += 1;
                    }
                    for &to in row {
                        let (owner, there) = partition.place(to.into());
                        let number = moves.len() as u32;
                        let cell = if owner == me { cells.get(there) } else { None };
                        if owner != me {
                            questions.ask(owner, there, number);
                        }
                        moves.push((to, cell.unwrap_or(0)));
                    }
                    Ok(())
                })?;
                let length = now.moves.len();
                now.vertices[filled..].iter_mut().for_each(|told| told.begin = length);
                questions.send(self.link);
                if now.vertices.len() >= 4 * CHUNK {
                    break;
                }
            }
            let left = u64::from(more || !now.vertices.is_empty());
            let tally = Tally { counts: [left, 0, 0], ..Tally::default() };
            let sum = questions.round(self.link, &self.state.cells, tally, |number, cell| {
                before.moves.get_mut(number as usize).map(|known| known.1 = cell).is_some()
            })?;
            before.write(rule, &self.begins, &mut line, file).map_err(failed())?;
            std::mem::swap(&mut now, &mut before);
            if me == 0 {
                self.link.watch.control.tell(Progress::new("writing", 0, 0));
            }
            if sum.counts[0] == 0 {
                return Ok(());
            }
        }
    }
}

/// Vertices with their moves, as far as these are known.
#[derive(Default)]
struct Chunk {
    vertices: Vec<Named>,
    /// Where they lead, with what is in the cell there.
    moves: Vec<(Vertex, u32)>,
}

/// A vertex with what is in its cell, whether the hunter of an attractor moves there, and where its moves
/// begin.
#[derive(Clone, Copy)]
struct Named {
    vertex: Vertex,
    cell: u32,
    hunts: bool,
    begin: usize,
}

impl Chunk {
    fn write(
        &mut self,
        rule: Rule<'_>,
        begins: &[u32],
        line: &mut String,
        file: &mut dyn Write,
    ) -> io::Result<()> {
        for (index, &told) in self.vertices.iter().enumerate() {
            let Named { vertex, cell, begin, .. } = told;
            let known = Known::of(cell);
            if known == Known::Hole {
                continue;
            }
            let end = self.vertices.get(index + 1).map_or(self.moves.len(), |next| next.begin);
            let chosen = choose(rule, begins, told, &self.moves[begin..end]);
            line.clear();
            let written = match rule {
                Rule::Outcome(_) => {
                    let value = match known {
                        Known::Value(value) => value,
                        _ => Value::Draw,
                    };
                    let outcome: Outcome = value.outcome();
                    match value.distance() {
                        Some(Distance(distance)) => write!(line, "{vertex},{outcome},{distance},"),
                        None => write!(line, "{vertex},{outcome},,"),
                    }
                }
                Rule::Attractor { hunter, .. } | Rule::Visits { visitor: hunter, .. } => {
                    let won = matches!(known, Known::Value(Value::Win(_)));
                    let winner: Player = if won { hunter } else { hunter.opponent() };
                    write!(line, "{vertex},{winner},")
                }
            };
            let written = written.and_then(|()| match chosen {
                Some(to) => writeln!(line, "{to}"),
                None => writeln!(line),
            });
            // Nothing can go wrong in writing to a string.
            let _ = written;
            file.write_all(line.as_bytes())?;
        }
        self.vertices.clear();
        self.moves.clear();
        Ok(())
    }
}

/// The first best move: the fastest win, one that keeps the draw the way it is, the slowest loss. For an
/// attractor, the fastest way to the target or any way past it. For visits, the fastest way to the next goal,
/// from a goal any way that wins, and for the spoiler what the rounds say.
fn choose(rule: Rule<'_>, begins: &[u32], told: Named, moves: &[(Vertex, u32)]) -> Option<Vertex> {
    let (kind, number) = told.cell.parts();
    let find = |wanted: &dyn Fn(Kind, u32) -> bool| {
        let mut moves = moves.iter();
        let found = moves.find(|&&(_, to)| {
            let (kind, number) = to.parts();
            wanted(kind, number)
        });
        found.map(|&(to, _)| to)
    };
    match (rule, kind) {
        (Rule::Outcome(_), Kind::Won) => find(&|to, there| to == Kind::Lost && there + 1 == number),
        (Rule::Outcome(_), Kind::Lost) => {
            find(&|to, there| to == Kind::Won && there > 0 && there + 1 == number)
        }
        (Rule::Outcome(_), _) => find(&|to, there| to == kind && (to == Kind::Tied || there == 0)),
        (Rule::Attractor { .. }, _) => match (kind, told.hunts) {
            (Kind::Won, true) => {
                find(&|to, there| to == Kind::Won && there > 0 && there + 1 == number)
            }
            (Kind::Open, false) => find(&|to, _| to != Kind::Won),
            _ => None,
        },
        (Rule::Visits { .. }, _) => match (kind, told.hunts) {
            (Kind::Won, true) => find(&|to, there| {
                let nearer = number == number_at(0) || there + 1 == number;
                to == Kind::Won && there > 0 && nearer
            }),
            (Kind::Lost, false) => {
                // Those that could not be forced to a goal stay among themselves.
                let is_begin = begins.binary_search(&(number - number_at(0))).is_ok();
                let wanted = if is_begin { number } else { number - 1 };
                find(&|to, there| to == Kind::Lost && there == wanted)
            }
            _ => None,
        },
    }
}
