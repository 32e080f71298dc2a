//! What is solved already, on disk: tier after tier, in chunks that are compressed one by one.
//!
//! A shelf is written from front to back, in the order in which tiers are solved, and nothing in it is
//! ever changed. Whoever is killed while writing leaves the last chunks cut short; they are taken off
//! when a build goes on, and what is before them is as good as ever.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | magic |
//! | 4 | version |
//! | 4 + n | length of the rest of the header; kind, checksums of the numbering and of the tiers, slots, spec |
//! | 4 | checksum of all before |
//!
//! Then for each chunk its length and checksum, four bytes each, and: a byte that says how wide its
//! symbols are, how many packed slots it has that none before it had, two bytes, these, two bytes each,
//! and its symbols laid out and compressed as in a [table](crate::Table). A symbol is the place where
//! its packed slot first turned up, the hole being the first.

mod chunk;
mod head;
#[cfg(test)]
mod tests;

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use retrograde_core::{Control, Progress};

use crate::alphabet::{Alphabet, Width};
use crate::block::{Cells, Packer};
use crate::checkpoint::Build;
use crate::dense::DenseError;
use crate::error::{Part, TableError};
use crate::header::Kind;
use crate::layout::Place;
use crate::source::read_exact_at;
use crate::tiers::Tiers;
use crate::{Table, Worth, phase};
use chunk::Chunk;

/// Slots that are compressed together; a multiple of four, so that those of two bits fill bytes.
pub(crate) const CHUNK: usize = 1 << 15;

/// As fast as it can be: what is written here is read again soon and then thrown away.
const LEVEL: i32 = 1;

/// So many bytes wait at most to be on the disk, and so long. The system waits for a disk as long as that
/// takes, whoever wants to stop it; a slow one takes these in a few hundredths of a second.
const MOST_WAITING: u64 = 4 << 20;
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// What precedes the bytes of a chunk: length and checksum.
const BEFORE: usize = 8;

/// The tiers that are solved, and a part of the next one.
pub(crate) struct Shelf {
    books: Books,
    tiers: Tiers,
    /// Where the first tiers are, if they are not here.
    before: Option<Arc<Table>>,
    /// The number of the first chunk of each tier, and after them that of all there will be.
    firsts: Vec<usize>,
    /// Chunks that are there, in order.
    places: Vec<Place>,
    /// How many bytes there are.
    end: u64,
    /// How many of them may not be on the disk yet, and since when.
    waiting: (u64, Instant),
}

/// How chunks are read, by any number of threads and whoever writes more of them.
#[derive(Clone)]
pub(crate) struct Books {
    file: Arc<File>,
    path: PathBuf,
    pub(crate) kind: Kind,
    /// What the symbols say.
    pub(crate) worths: Vec<Worth>,
}

impl Shelf {
    /// Opens the shelf of a build, or begins one. What is cut short at its end is taken off.
    pub(crate) fn open(
        path: &Path,
        build: &Build,
        kind: Kind,
        tiers: Tiers,
        before: Option<Arc<Table>>,
        control: &Control<'_>,
    ) -> Result<Self, TableError> {
        let failed = |error| TableError::io(path, "write")(error);
        let mut open = OpenOptions::new();
        let mut file =
            open.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let head = head::bytes(build, kind);
        let begun = head::check(&file, path, length, build, kind)?;
        if !begun {
            file.set_len(0).map_err(failed)?;
            file.write_all(&head).map_err(failed)?;
            file.sync_data().map_err(failed)?;
        }
        let mut firsts = vec![0];
        let elsewhere = before.as_ref().map_or(0, |table| table.slots());
        for tier in tiers.ranges() {
            let here = if tier.end as u64 <= elsewhere { 0 } else { tier.len() };
            firsts.push(firsts[firsts.len() - 1] + here.div_ceil(CHUNK));
        }
        let worths = match kind {
            Kind::Distance => vec![Worth::Hole],
            Kind::Outcome => (0..4).map(|symbol| Alphabet::outcomes().worth(symbol)).collect(),
        };
        let books = Books { file: Arc::new(file), path: path.to_owned(), kind, worths };
        let end = head.len() as u64;
        let waiting = (0, Instant::now());
        let mut shelf = Shelf { books, tiers, before, firsts, places: Vec::new(), end, waiting };
        if begun {
            shelf.walk(length, control)?;
        }
        Ok(shelf)
    }

    /// Finds the chunks that are whole, and cuts off what follows them.
    fn walk(&mut self, length: u64, control: &Control<'_>) -> Result<(), TableError> {
        let most = self.chunks();
        while self.places.len() < most {
            control.check()?;
            let Some((place, new)) = self.books.next(self.end, length)? else { break };
            self.end = place.offset + u64::from(place.length);
            self.places.push(place);
            self.books.worths.extend(new);
            control.tell(Progress::new(phase::CHECKING, self.end, length));
        }
        if self.end < length {
            let cut = self.books.file.set_len(self.end);
            cut.map_err(TableError::io(&self.books.path, "write"))?;
        }
        Ok(())
    }

    /// How many chunks there will be.
    fn chunks(&self) -> usize {
        self.firsts[self.firsts.len() - 1]
    }

    /// The first tier of which chunks are missing, and how many of its slots are there. Past the last
    /// tier if none is missing.
    pub(crate) fn at(&self) -> (usize, usize) {
        let tier = self.firsts.partition_point(|&first| first <= self.places.len()) - 1;
        (tier, (self.places.len() - self.firsts[tier]) * CHUNK)
    }

    /// Whether anything is here.
    pub(crate) fn has_begun(&self) -> bool {
        !self.places.is_empty()
    }

    /// How many slots are there, or elsewhere.
    pub(crate) fn settled(&self) -> u64 {
        let (tier, within) = self.at();
        self.tiers.ranges()[..tier].iter().map(|tier| tier.len() as u64).sum::<u64>()
            + within as u64
    }

    pub(crate) fn tiers(&self) -> &Tiers {
        &self.tiers
    }

    /// The table that a tier is in, if it is not here.
    pub(crate) fn elsewhere(&self, tier: usize) -> Option<&Arc<Table>> {
        let end = self.tiers.ranges()[tier].end as u64;
        self.before.as_ref().filter(|table| end <= table.slots())
    }

    /// Whether there are ties.
    pub(crate) fn has_ties(&self) -> bool {
        let before = |table: &Arc<Table>| table.header.alphabet.says(Worth::Tie);
        self.books.worths.contains(&Worth::Tie) || self.before.as_ref().is_some_and(before)
    }

    pub(crate) fn books(&self) -> &Books {
        &self.books
    }

    /// Where the chunks of a tier that is solved are.
    pub(crate) fn places_of(&self, tier: usize) -> &[Place] {
        &self.places[self.firsts[tier]..self.firsts[tier + 1]]
    }

    /// Adds slots of the tier at hand: a number of whole chunks, or all that are left of it.
    pub(crate) fn add(&mut self, codes: &[u16], control: &Control<'_>) -> Result<(), TableError> {
        let path = self.books.path.clone();
        let failed = |error| TableError::io(&path, "write")(error);
        let chunks: Vec<&[u16]> = codes.chunks(CHUNK).collect();
        let known = self.books.worths.len();
        let news = chunk::new_codes(&chunks, &mut self.books)?;
        let symbols = chunk::symbols(&self.books);
        let (width, count) = (self.books.width(), self.books.worths.len());
        let packed: Vec<Mutex<io::Result<Vec<u8>>>> =
            chunks.iter().map(|_| Mutex::new(Ok(Vec::new()))).collect();
        control.threads.share(chunks.len(), &|numbers| {
            let mut packer = Packer::quick(LEVEL);
            for number in numbers {
                if control.is_stopped() {
                    return;
                }
                let bytes = match &mut packer {
                    Ok(packer) => packer
                        .pack(chunks[number], &symbols, (width, count))
                        .map(|packed| Chunk { width, new: &news[number], packed }.to_bytes()),
                    Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                };
                *packed[number].lock().unwrap_or_else(PoisonError::into_inner) = bytes;
            }
        });
        if let Err(why) = control.check() {
            // Nothing of this is written, so nothing of it is known.
            self.books.worths.truncate(known);
            return Err(why.into());
        }
        let mut bytes = Vec::new();
        for packed in packed {
            let chunk = packed.into_inner().unwrap_or_else(PoisonError::into_inner);
            let chunk = chunk.map_err(failed)?;
            let (length, crc) = (chunk.len() as u32, crc32fast::hash(&chunk));
            let offset = self.end + (bytes.len() + BEFORE) as u64;
            self.places.push(Place { offset, length, crc });
            bytes.extend(length.to_le_bytes());
            bytes.extend(crc.to_le_bytes());
            bytes.extend(chunk);
        }
        let mut file = &*self.books.file;
        file.seek(SeekFrom::Start(self.end)).map_err(failed)?;
        file.write_all(&bytes).map_err(failed)?;
        self.end += bytes.len() as u64;
        self.waiting.0 += bytes.len() as u64;
        // What waits survives the end of this process, and only that of the system not. There may be
        // very many tiers that are small.
        if self.waiting.0 >= MOST_WAITING || self.waiting.1.elapsed() >= LONGEST_WAIT {
            file.sync_data().map_err(failed)?;
            self.waiting = (0, Instant::now());
        }
        Ok(())
    }

    /// Packed slots of tiers that are solved, as many as there are from one on.
    pub(crate) fn codes(
        &self,
        slots: Range<u64>,
        control: &Control<'_>,
    ) -> Result<Vec<u16>, TableError> {
        // Which part of which chunk goes where.
        let mut parts = Vec::new();
        let mut slot = slots.start;
        while slot < slots.end {
            let tier = self.tiers.of_slot(slot).ok_or(DenseError::Resume)?;
            let range = self.tiers.ranges()[tier].clone();
            let (within, left) = (slot as usize - range.start, range.end - slot as usize);
            let (number, from) = (within / CHUNK, within % CHUNK);
            let count = left.min(CHUNK - from).min((slots.end - slot) as usize);
            let place = *self.places_of(tier).get(number).ok_or(DenseError::Resume)?;
            let length = CHUNK.min(range.len() - number * CHUNK);
            parts.push((place, length, from..from + count));
            slot += count as u64;
        }
        let codes: Vec<u16> = match self.books.kind {
            Kind::Distance => self.books.worths.iter().map(|worth| worth.pack()).collect(),
            Kind::Outcome => chunk::OUTCOMES.to_vec(),
        };
        let found: Vec<Mutex<Result<Vec<u16>, TableError>>> =
            parts.iter().map(|_| Mutex::new(Ok(Vec::new()))).collect();
        control.threads.share(parts.len(), &|numbers| {
            for number in numbers {
                if control.is_stopped() {
                    return;
                }
                let (place, length, part) = &parts[number];
                let cells = self.books.read(*place, *length);
                let some = cells.map(|cells| {
                    part.clone().map(|at| codes[usize::from(cells.get(at))]).collect()
                });
                *found[number].lock().unwrap_or_else(PoisonError::into_inner) = some;
            }
        });
        control.check()?;
        let mut all = Vec::with_capacity((slots.end - slots.start) as usize);
        for some in found {
            all.extend(some.into_inner().unwrap_or_else(PoisonError::into_inner)?);
        }
        Ok(all)
    }

    /// What the symbols of a table of all this mean.
    pub(crate) fn alphabet(&self) -> Option<Alphabet> {
        match self.books.kind {
            Kind::Outcome => Some(Alphabet::outcomes()),
            Kind::Distance => {
                let mut palette: Vec<u16> = self.books.worths.iter().map(|w| w.pack()).collect();
                palette.sort_unstable();
                Alphabet::with_palette(palette)
            }
        }
    }
}

impl Books {
    /// The bytes that so many slots take in memory when they are solved.
    pub(crate) fn bytes_of(&self, slots: u64) -> u64 {
        self.width().bytes(slots)
    }

    /// The chunk at a place, of so many slots.
    pub(crate) fn read(&self, place: Place, slots: usize) -> Result<Cells, TableError> {
        let bytes = self.bytes(place)?;
        let cells = bytes
            .as_deref()
            .and_then(Chunk::read)
            .filter(|chunk| (chunk.width == Width::Pair) == (self.kind == Kind::Outcome))
            .and_then(|chunk| chunk.unpack(slots, self.worths.len()));
        cells.ok_or_else(|| self.damaged(place))
    }

    /// The bytes of a chunk, if they are as they were written.
    fn bytes(&self, place: Place) -> Result<Option<Vec<u8>>, TableError> {
        let mut bytes = vec![0; place.length as usize];
        match read_exact_at(&self.file, &mut bytes, place.offset) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(TableError::io(&self.path, "read")(error)),
            Ok(()) => Ok((crc32fast::hash(&bytes) == place.crc).then_some(bytes)),
        }
    }

    /// The chunk that begins at a place of a file of so many bytes, with what its new symbols say;
    /// `None` if there is none, or not all of it.
    fn next(&self, at: u64, length: u64) -> Result<Option<(Place, Vec<Worth>)>, TableError> {
        let offset = at + BEFORE as u64;
        if offset > length {
            return Ok(None);
        }
        let mut before = [0; BEFORE];
        read_exact_at(&self.file, &mut before, at).map_err(TableError::io(&self.path, "read"))?;
        let [len, crc] = [0, 4].map(|from| {
            u32::from_le_bytes([before[from], before[from + 1], before[from + 2], before[from + 3]])
        });
        let place = Place { offset, length: len, crc };
        if offset + u64::from(len) > length || len as usize > chunk::LONGEST {
            return Ok(None);
        }
        let bytes = self.bytes(place)?;
        let new = bytes.as_deref().and_then(Chunk::read).and_then(|chunk| chunk.worths());
        Ok(new.map(|new| (place, new)))
    }

    fn damaged(&self, place: Place) -> TableError {
        let (offset, length) = (place.offset, place.length.into());
        TableError::Damaged { path: self.path.clone(), part: Part::Chunk, offset, length }
    }
}
