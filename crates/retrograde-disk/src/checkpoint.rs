//! What is known between two levels, kept in a file.
//!
//! | bytes | |
//! | --: | --- |
//! | 8 | `RGG ckp\n` |
//! | 4 | the version, 1 |
//! | 4 | what was asked |
//! | 8 | the fingerprint of the graph's file |
//! | 8 | vertices |
//! | 4 | the level settled last |
//! | 4 | bytes a mark takes, 1 or 4 |
//! | 8 | counts that do not fit a byte |
//! | … | bits of settled vertices, bits of those settled the first way, marks, and those counts |
//! | 4 | the CRC-32 of all of it |

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bytemuck::Pod;
use retrograde_core::{Bitmap, Control, sys};
use retrograde_io::{OutputFile, RggFile};

use crate::error::DiskError;
use crate::marks::{Marks, Rest};
use crate::options::Checkpoints;
use crate::wave::State;

const MAGIC: [u8; 8] = *b"RGG ckp\n";
const VERSION: u32 = 1;

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
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(
        checkpoints: &Checkpoints,
        file: &'a RggFile,
        asked: Asked,
        control: &Control<'a>,
    ) -> Self {
        let name = format!("{:016x}-{}.checkpoint", file.fingerprint(), asked as u32);
        Keeper {
            path: checkpoints.folder.join(name),
            every: checkpoints.every,
            file,
            asked,
            control: *control,
            last: Instant::now(),
            // As a disk may be expected to take it.
            cost: Duration::from_millis(20 + file.vertex_count() as u64 / 200_000),
        }
    }

    /// What was kept, if something was.
    pub(crate) fn load(&self) -> Result<Option<State>, DiskError> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.wrong(format!("cannot be read: {error}"))),
        };
        self.read(file).map(Some)
    }

    /// Keeps the state if it is time.
    pub(crate) fn keep(&mut self, state: &State) -> Result<(), DiskError> {
        let due = self.every.unwrap_or_else(|| {
            (self.cost * 30).clamp(Duration::from_secs(1), Duration::from_secs(120))
        });
        if self.last.elapsed() < due {
            return Ok(());
        }
        let begin = Instant::now();
        let mut out = OutputFile::durable(&self.path)?;
        let written = self.write(state, &mut out);
        match written {
            Err(error) if self.control.is_stopped() => {
                drop(error);
                self.control.check()?;
            }
            written => out.fill(|_| written)?,
        }
        (self.cost, self.last) = (begin.elapsed(), Instant::now());
        Ok(())
    }

    fn write(&self, state: &State, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Summed { out, sum: crc32fast::Hasher::new(), control: &self.control };
        let (width, none) = (1_u32, Rest::default());
        let (width, rest) = match &state.marks {
            Marks::Narrow(_, rest) => (width, rest),
            Marks::Wide(_) => (4, &none),
        };
        out.put(&MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        out.put(&(self.asked as u32).to_le_bytes())?;
        out.put(&self.file.fingerprint().to_le_bytes())?;
        out.put(&(state.marks.len() as u64).to_le_bytes())?;
        out.put(&state.level.to_le_bytes())?;
        out.put(&width.to_le_bytes())?;
        out.put(&(rest.0.len() as u64).to_le_bytes())?;
        out.numbers(state.settled.words())?;
        out.numbers(state.claimed.words())?;
        match &state.marks {
            Marks::Narrow(marks, _) => out.numbers(marks)?,
            Marks::Wide(marks) => out.numbers(marks)?,
        }
        for &(vertex, rest) in &rest.0 {
            out.numbers(&[vertex, rest])?;
        }
        let sum = out.sum.clone().finalize();
        out.out.write_all(&sum.to_le_bytes())
    }

    fn read(&self, file: File) -> Result<State, DiskError> {
        let damaged = || self.wrong("is damaged");
        let vertices = self.file.vertex_count();
        let length = file.metadata().map_err(|error| self.wrong(error.to_string()))?.len();
        let mut input = Checked {
            input: io::BufReader::with_capacity(AT_ONCE, file),
            sum: crc32fast::Hasher::new(),
            control: &self.control,
        };
        let mut header = [0; 48];
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
        let (level, width, rests) = (word(32), u64::from(word(36)), long(40));
        let bits = vertices.div_ceil(64) as u64 * 8;
        // Nothing is taken for a number that the length of the file does not bear out.
        let body = rests
            .checked_mul(8)
            .and_then(|rests| rests.checked_add(52 + 2 * bits + vertices as u64 * width));
        let fits = long(24) == vertices as u64 && u64::from(level) <= long(24);
        if !fits || ![1, 4].contains(&width) || body != Some(length) {
            return Err(damaged());
        }
        let (mut settled, mut claimed) = (Bitmap::new(vertices), Bitmap::new(vertices));
        input.numbers(settled.words_mut()).map_err(|error| self.of(error))?;
        input.numbers(claimed.words_mut()).map_err(|error| self.of(error))?;
        let mut marks = match width {
            1 => Marks::Narrow(sys::zeroed(vertices), Rest::default()),
            _ => Marks::Wide(sys::zeroed(vertices)),
        };
        match &mut marks {
            Marks::Narrow(marks, rest) => {
                input.numbers(marks).map_err(|error| self.of(error))?;
                for _ in 0..rests {
                    let mut pair = [0_u32; 2];
                    input.numbers(&mut pair).map_err(|error| self.of(error))?;
                    rest.0.push((pair[0], pair[1]));
                }
            }
            Marks::Wide(marks) => input.numbers(marks).map_err(|error| self.of(error))?,
        }
        let expected = input.sum.clone().finalize();
        let mut sum = [0; 4];
        input.take(&mut sum).map_err(|error| self.of(error))?;
        let ends = |map: &Bitmap| {
            vertices.is_multiple_of(64)
                || map.words().last().is_none_or(|last| last >> (vertices % 64) == 0)
        };
        let within =
            settled.words().iter().zip(claimed.words()).all(|(all, some)| some & !all == 0);
        let rests = match &marks {
            Marks::Narrow(_, rest) => {
                rest.0.is_sorted_by(|a, b| a.0 < b.0)
                    && rest.0.last().is_none_or(|&(last, _)| (last as usize) < vertices)
            }
            Marks::Wide(_) => rests == 0,
        };
        if u32::from_le_bytes(sum) != expected || !ends(&settled) || !within || !rests {
            return Err(damaged());
        }
        Ok(State { marks, settled, claimed, level })
    }

    fn of(&self, error: io::Error) -> DiskError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.wrong("is damaged"),
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
    let names = [Asked::OutcomeNormal, Asked::OutcomeMisere, Asked::Reachability, Asked::Safety];
    for asked in names {
        let keeper = Keeper::new(checkpoints, file, asked, &Control::ALONE);
        for path in [keeper.path.clone(), OutputFile::part_of(&keeper.path)] {
            remove(&path)?;
        }
    }
    Ok(())
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
            self.control.check().map_err(io::Error::other)?;
            self.sum.update(part);
            self.out.write_all(part)?;
        }
        Ok(())
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
}

impl Checked<'_> {
    fn take(&mut self, bytes: &mut [u8]) -> io::Result<()> {
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
