//! What is known between two levels, kept in a file.
//!
//! | bytes | |
//! | --: | --- |
//! | 8 | `RGG ckp\n` |
//! | 4 | the version, 3 |
//! | 4 | what was asked |
//! | 8 | the fingerprint of the graph's file |
//! | 8 | vertices |
//! | 4 | how many states follow: 1, or 2 where a wave runs beside what it is for |
//! | 4 | how many rounds have begun |
//! | 4 each | the levels at which they did |
//! | … | the states |
//! | 4 | the CRC-32 of all of it |
//!
//! A state is
//!
//! | bytes | |
//! | --: | --- |
//! | 4 | the level settled last |
//! | 4 | bytes a mark takes, 1 or 4 |
//! | 4 | 1 where the level after it has begun, else 0 |
//! | 4 | 0 |
//! | 8 | counts that do not fit a byte |
//! | … | bits of settled vertices, bits of those settled the first way, marks, and those counts |
//! | … | of a level that has begun: bits of the vertices before it that have not taken effect, bits of its own |
//!
//! One process at a time keeps them in a folder.

mod lock;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bytemuck::Pod;
use retrograde_core::{Bitmap, Control, Progress, sys};
use retrograde_io::{OutputFile, RggFile};

use crate::error::DiskError;
use crate::marks::{Marks, Rest};
use crate::options::Checkpoints;
use crate::wave::{Begun, Moment, State};
use lock::Lock;

const MAGIC: [u8; 8] = *b"RGG ckp\n";
const VERSION: u32 = 3;

/// What is told once when work goes on from what was kept, with how many vertices that has settled.
pub const RESUMED: &str = "going on from a checkpoint";

/// Bytes between two looks at whether to go on.
const AT_ONCE: usize = 1 << 20;

/// What was asked, as a number for the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Asked {
    OutcomeNormal = 1,
    OutcomeMisere = 2,
    Reachability = 3,
    Safety = 4,
    Buchi = 5,
    Cobuchi = 6,
}

impl Asked {
    const ALL: [Asked; 6] = [
        Asked::OutcomeNormal,
        Asked::OutcomeMisere,
        Asked::Reachability,
        Asked::Safety,
        Asked::Buchi,
        Asked::Cobuchi,
    ];
}

/// What was kept.
pub(crate) struct Kept {
    /// The state of the only wave; or what has been taken out of the graph, and behind it the state of the
    /// wave that finds what is next to be.
    pub(crate) states: Vec<State>,
    /// The levels at which rounds began.
    pub(crate) begins: Vec<u32>,
}

/// Keeps checkpoints of one solve.
pub(crate) struct Keeper<'a> {
    path: PathBuf,
    every: Option<Duration>,
    file: &'a RggFile,
    asked: Asked,
    control: Control<'a>,
    last: Instant,
    /// How long it takes, as far as is known.
    cost: Duration,
    /// That nobody else keeps checkpoints there.
    _lock: Lock,
}

/// The file that what was asked is kept in.
fn path_of(checkpoints: &Checkpoints, file: &RggFile, asked: Asked) -> PathBuf {
    let name = format!("{:016x}-{}.checkpoint", file.fingerprint(), asked as u32);
    checkpoints.folder.join(name)
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(
        checkpoints: &Checkpoints,
        file: &'a RggFile,
        asked: Asked,
        control: &Control<'a>,
    ) -> Result<Self, DiskError> {
        Ok(Keeper {
            path: path_of(checkpoints, file, asked),
            every: checkpoints.every,
            file,
            asked,
            control: *control,
            last: Instant::now(),
            // As a disk may be expected to take it.
            cost: Duration::from_millis(20 + file.vertex_count() as u64 / 200_000),
            _lock: Lock::take(&checkpoints.folder)?,
        })
    }

    /// What was kept, if something was.
    pub(crate) fn load(&self) -> Result<Option<Kept>, DiskError> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.wrong(format!("cannot be read: {error}"))),
        };
        let kept = self.read(file)?;
        if let Some(state) = kept.states.first() {
            let (settled, total) = (state.settled.count_ones(), state.settled.len());
            self.control.tell(Progress::new(RESUMED, settled as u64, total as u64));
        }
        Ok(Some(kept))
    }

    /// Keeps what is known if it is time, or if the work ends here. Whoever stops it meanwhile waits for that.
    pub(crate) fn keep(
        &mut self,
        states: &[&State],
        begins: &[u32],
        moment: Moment,
    ) -> Result<(), DiskError> {
        let due = self.every.unwrap_or_else(|| {
            (self.cost * 30).clamp(Duration::from_secs(1), Duration::from_secs(120))
        });
        if moment == Moment::Between && self.last.elapsed() < due {
            return Ok(());
        }
        let begin = Instant::now();
        let mut out = OutputFile::durable(&self.path)?;
        let written = self.write(states, begins, &mut out);
        out.fill(|_| written)?;
        (self.cost, self.last) = (begin.elapsed(), Instant::now());
        // Nothing is known by now that is not kept.
        Ok(self.control.check()?)
    }

    fn write(&self, states: &[&State], begins: &[u32], out: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed { out, sum: crc32fast::Hasher::new(), control: &self.control };
        out.put(&MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        out.put(&(self.asked as u32).to_le_bytes())?;
        out.put(&self.file.fingerprint().to_le_bytes())?;
        out.put(&(self.file.vertex_count() as u64).to_le_bytes())?;
        out.numbers(&[states.len() as u32, begins.len() as u32])?;
        out.numbers(begins)?;
        states.iter().try_for_each(|state| out.state(state))?;
        let sum = out.sum.clone().finalize();
        out.out.write_all(&sum.to_le_bytes())
    }

    fn read(&self, file: File) -> Result<Kept, DiskError> {
        let vertices = self.file.vertex_count();
        let length = file.metadata().map_err(|error| self.wrong(error.to_string()))?.len();
        let mut input = Checked {
            input: io::BufReader::with_capacity(AT_ONCE, file),
            sum: crc32fast::Hasher::new(),
            control: &self.control,
            left: length,
        };
        let mut header = [0; 40];
        input.take(&mut header).map_err(|error| self.of(error))?;
        let word =
            |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if header[..8] != MAGIC || word(8) != VERSION {
            return Err(self.wrong("is none of this version"));
        }
        if word(12) != self.asked as u32 || long(16) != self.file.fingerprint() {
            return Err(self.wrong("belongs to something else"));
        }
        let (states, rounds) = (word(32), word(36) as usize);
        let has_rounds = matches!(self.asked, Asked::Buchi | Asked::Cobuchi);
        let most = if has_rounds { (2, vertices) } else { (1, 0) };
        if long(24) != vertices as u64 || !(1..=most.0).contains(&states) || rounds > most.1 {
            return Err(self.wrong("is damaged"));
        }
        let mut begins: Vec<u32> = sys::zeroed(rounds);
        input.numbers(&mut begins).map_err(|error| self.of(error))?;
        let read: io::Result<Vec<State>> = (0..states).map(|_| input.state(vertices)).collect();
        let states = read.map_err(|error| self.of(error))?;
        let expected = input.sum.clone().finalize();
        let mut sum = [0; 4];
        input.take(&mut sum).map_err(|error| self.of(error))?;
        let rising = begins.is_sorted_by(|a, b| a < b)
            && begins.last().is_none_or(|&last| last <= states[0].level);
        // What was taken out first began a round.
        let begun = states.len() == 2 || !has_rounds || !begins.is_empty();
        if u32::from_le_bytes(sum) != expected || input.left > 0 || !rising || !begun {
            return Err(self.wrong("is damaged"));
        }
        Ok(Kept { states, begins })
    }

    fn of(&self, error: io::Error) -> DiskError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => self.wrong("is damaged"),
            _ => match DiskError::from(error) {
                DiskError::Read { error, .. } => self.wrong(format!("cannot be read: {error}")),
                stopped => stopped,
            },
        }
    }

    fn wrong(&self, why: impl Into<String>) -> DiskError {
        DiskError::Checkpoint { file: self.path.clone(), why: why.into() }
    }
}

/// Removes what was kept of a file, whatever was asked: for when the answer is where it should be.
///
/// # Errors
/// What the system reports.
pub fn remove_checkpoints(checkpoints: &Checkpoints, file: &RggFile) -> io::Result<()> {
    checkpoint_files(checkpoints, file).iter().try_for_each(|path| remove(path))
}

/// Where what is kept of a file is, whatever was asked, as far as it is there; and what is written of that.
#[must_use]
pub fn checkpoint_files(checkpoints: &Checkpoints, file: &RggFile) -> Vec<PathBuf> {
    let paths = Asked::ALL.map(|asked| path_of(checkpoints, file, asked));
    paths.into_iter().flat_map(|path| [OutputFile::part_of(&path), path]).collect()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

struct Summed<'a> {
    out: &'a mut dyn Write,
    sum: crc32fast::Hasher,
    control: &'a Control<'a>,
}

impl Summed<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.chunks(AT_ONCE) {
            // Whoever stops the work sees that somebody has heard it.
            let _ = self.control.is_stopped();
            self.sum.update(part);
            self.out.write_all(part)?;
        }
        Ok(())
    }

    fn state(&mut self, state: &State) -> io::Result<()> {
        let none = Rest::default();
        let (width, rest) = match &state.marks {
            Marks::Narrow(_, rest) => (1, rest),
            Marks::Wide(_) => (4, &none),
        };
        self.numbers(&[state.level, width, state.begun.is_some().into(), 0])?;
        self.numbers(&[rest.0.len() as u64])?;
        self.numbers(state.settled.words())?;
        self.numbers(state.claimed.words())?;
        match &state.marks {
            Marks::Narrow(marks, _) => self.numbers(marks)?,
            Marks::Wide(marks) => self.numbers(marks)?,
        }
        rest.0.iter().try_for_each(|&(vertex, rest)| self.numbers(&[vertex, rest]))?;
        let maps = state.begun.iter().flat_map(|begun| [&begun.front, &begun.next]);
        maps.into_iter().try_for_each(|map| self.numbers(map.words()))
    }

    fn numbers<T: Pod>(&mut self, numbers: &[T]) -> io::Result<()> {
        match cfg!(target_endian = "little") {
            true => self.put(bytemuck::cast_slice(numbers)),
            false => numbers.iter().try_for_each(|number| {
                let mut bytes = bytemuck::bytes_of(number).to_vec();
                bytes.reverse();
                self.put(&bytes)
            }),
        }
    }
}

struct Checked<'a> {
    input: io::BufReader<File>,
    sum: crc32fast::Hasher,
    control: &'a Control<'a>,
    /// Bytes that have not been read.
    left: u64,
}

impl Checked<'_> {
    /// Refuses to take anything for a number that the length of the file does not bear out.
    fn announce(&self, bytes: Option<u64>) -> io::Result<()> {
        match bytes.is_some_and(|bytes| bytes <= self.left) {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn state(&mut self, vertices: usize) -> io::Result<State> {
        let (mut words, mut rests) = ([0_u32; 4], [0_u64]);
        self.numbers(&mut words)?;
        self.numbers(&mut rests)?;
        let ([level, width, has_begun, _], [rests]) = (words, rests);
        let maps = if has_begun == 0 { 2 } else { 4 };
        let bits = vertices.div_ceil(64) as u64 * 8;
        let body = rests.checked_mul(8);
        let body = body
            .and_then(|rests| rests.checked_add(maps * bits + vertices as u64 * u64::from(width)));
        self.announce(body.filter(|_| [1, 4].contains(&width)))?;
        let (mut settled, mut claimed) = (Bitmap::new(vertices), Bitmap::new(vertices));
        self.numbers(settled.words_mut())?;
        self.numbers(claimed.words_mut())?;
        let mut marks = match width {
            1 => Marks::Narrow(sys::zeroed(vertices), Rest::default()),
            _ => Marks::Wide(sys::zeroed(vertices)),
        };
        match &mut marks {
            Marks::Narrow(marks, rest) => {
                self.numbers(marks)?;
                for _ in 0..rests {
                    let mut pair = [0_u32; 2];
                    self.numbers(&mut pair)?;
                    rest.0.push((pair[0], pair[1]));
                }
            }
            Marks::Wide(marks) => self.numbers(marks)?,
        }
        let mut begun = None;
        if has_begun != 0 {
            let (mut front, mut next) = (Bitmap::new(vertices), Bitmap::new(vertices));
            self.numbers(front.words_mut())?;
            self.numbers(next.words_mut())?;
            begun = Some(Begun { front, next });
        }
        let ends = |map: &Bitmap| {
            vertices.is_multiple_of(64)
                || map.words().last().is_none_or(|last| last >> (vertices % 64) == 0)
        };
        let within_settled = |map: &Bitmap| {
            settled.words().iter().zip(map.words()).all(|(all, some)| some & !all == 0)
        };
        let within = within_settled(&claimed)
            && begun.iter().all(|Begun { front, next }| {
                let apart = front.words().iter().zip(next.words()).all(|(a, b)| a & b == 0);
                within_settled(front) && within_settled(next) && apart
            });
        let rests = match &marks {
            Marks::Narrow(_, rest) => {
                rest.0.is_sorted_by(|a, b| a.0 < b.0)
                    && rest.0.last().is_none_or(|&(last, _)| (last as usize) < vertices)
            }
            Marks::Wide(_) => rests == 0,
        };
        // Every level but the last of a wave has settled something.
        let reached = u64::from(level) <= 2 * vertices as u64 + 2;
        match ends(&settled) && within && rests && reached {
            true => Ok(State { marks, settled, claimed, level, begun }),
            false => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.announce(Some(bytes.len() as u64))?;
        self.left -= bytes.len() as u64;
        for part in bytes.chunks_mut(AT_ONCE) {
            self.control.check().map_err(io::Error::other)?;
            self.input.read_exact(part)?;
            self.sum.update(part);
        }
        Ok(())
    }

    fn numbers<T: Pod>(&mut self, numbers: &mut [T]) -> io::Result<()> {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(numbers);
        self.take(bytes)?;
        if cfg!(target_endian = "big") {
            bytes.chunks_exact_mut(size_of::<T>()).for_each(<[u8]>::reverse);
        }
        Ok(())
    }
}
