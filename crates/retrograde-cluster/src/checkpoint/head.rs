//! What a worker's part of a checkpoint says of itself, and where its blocks are.

use std::io::{self, Read, Seek, SeekFrom};

use super::Of;
use crate::wave::{Mark, Stage};

const MAGIC: &[u8; 8] = b"RGCKPT01";
const HEAD: usize = 8 + 7 * 8 + 4 * 4;
const ENTRY: usize = 24;

/// No distance is as large, so that a number beside it fits into a cell.
const DISTANCES: u32 = 1 << 29;

/// What a part says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) of: Of,
    pub(super) number: u64,
    pub(super) workers: u64,
    pub(super) worker: u64,
    pub(super) width: u64,
    pub(super) blocks: u64,
    pub(super) mark: Mark,
}

/// Where a block is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) block: u64,
    pub(super) begin: u64,
    pub(super) length: u32,
    pub(super) sum: u32,
}

/// All that stands before the blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    pub(super) head: Head,
    pub(super) entries: Vec<Entry>,
    /// The levels at which rounds of a Büchi game began, rising; of other games none.
    pub(super) begins: Vec<u32>,
}

impl Head {
    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let Head { of, number, workers, worker, width, blocks, mark } = self;
        for word in [of.fingerprint, of.size, number, workers, worker, width, blocks] {
            bytes.extend(word.to_le_bytes());
        }
        let flags = u32::from(mark.quiet) | u32::from(mark.ties) << 1;
        for word in [mark.tier, mark.stage as u32, mark.distance, flags] {
            bytes.extend(word.to_le_bytes());
        }
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let words = bytes.get(..HEAD)?.strip_prefix(MAGIC)?;
        let (longs, _) = words[..56].as_chunks::<8>();
        let (shorts, _) = words[56..].as_chunks::<4>();
        let long = |index: usize| u64::from_le_bytes(longs[index]);
        let short = |index: usize| u32::from_le_bytes(shorts[index]);
        let stage = match short(1) {
            0 => Stage::Look,
            1 => Stage::Waves,
            2 => Stage::Ties,
            3 => Stage::Force,
            4 => Stage::Spoil,
            _ => return None,
        };
        let flags = short(3);
        let mark = Mark {
            tier: short(0),
            stage,
            distance: short(2),
            quiet: flags & 1 != 0,
            ties: flags & 2 != 0,
        };
        let of = Of { fingerprint: long(0), size: long(1) };
        let (number, workers, worker) = (long(2), long(3), long(4));
        let (width, blocks) = (long(5), long(6));
        let sound =
            flags < 4 && worker < workers && matches!(width, 2 | 4) && mark.distance < DISTANCES;
        sound.then_some(Head { of, number, workers, worker, width, blocks, mark })
    }
}

impl Entry {
    fn parse(bytes: &[u8; ENTRY]) -> Self {
        let (longs, _) = bytes[..16].as_chunks::<8>();
        let (shorts, _) = bytes[16..].as_chunks::<4>();
        let [block, begin] = [0, 1].map(|index| u64::from_le_bytes(longs[index]));
        let [length, sum] = [0, 1].map(|index| u32::from_le_bytes(shorts[index]));
        Entry { block, begin, length, sum }
    }
}

impl Table {
    /// How many bytes it takes with so many blocks and levels.
    pub(super) fn bytes(stage: Stage, blocks: usize, begins: usize) -> u64 {
        let levels = if stage.is_of_visits() { 4 + 4 * begins } else { 0 };
        (HEAD + ENTRY * blocks + levels + 4) as u64
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.head.to_bytes();
        for entry in &self.entries {
            bytes.extend(entry.block.to_le_bytes());
            bytes.extend(entry.begin.to_le_bytes());
            bytes.extend(entry.length.to_le_bytes());
            bytes.extend(entry.sum.to_le_bytes());
        }
        if self.head.mark.stage.is_of_visits() {
            bytes.extend((self.begins.len() as u32).to_le_bytes());
            self.begins.iter().for_each(|level| bytes.extend(level.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads it from the beginning of a part. Nothing is allocated that is not there.
    pub(super) fn read(file: &mut (impl Read + Seek)) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(0))?;
        let mut bytes = vec![0; HEAD];
        file.read_exact(&mut bytes)?;
        let head = Head::parse(&bytes).ok_or_else(|| spoilt("it is no part of a checkpoint"))?;
        let mut more = |bytes: &mut Vec<u8>, count: u64, each: usize| {
            let more = count.checked_mul(each as u64).filter(|&more| more <= length);
            let more = more.ok_or_else(|| spoilt("it was cut short"))?;
            let begin = bytes.len();
            bytes.resize(begin + more as usize, 0);
            file.read_exact(&mut bytes[begin..])
        };
        more(&mut bytes, head.blocks, ENTRY)?;
        let entries_end = bytes.len();
        if head.mark.stage.is_of_visits() {
            more(&mut bytes, 1, 4)?;
            let count = bytes.last_chunk().copied().map_or(0, u32::from_le_bytes);
            more(&mut bytes, count.into(), 4)?;
        }
        let mut sum = Vec::new();
        more(&mut sum, 1, 4)?;
        if crc32fast::hash(&bytes).to_le_bytes()[..] != sum {
            return Err(spoilt("its checksum is wrong"));
        }
        let (entries, _) = bytes[HEAD..entries_end].as_chunks::<ENTRY>();
        let entries: Vec<Entry> = entries.iter().map(Entry::parse).collect();
        let (levels, _) = bytes[entries_end..].as_chunks::<4>();
        let levels = levels.iter().skip(1).map(|&level| u32::from_le_bytes(level));
        let table = Table { head, entries, begins: levels.collect() };
        table.check(length)?;
        Ok(table)
    }

    /// Whether it makes sense in a file of that length.
    fn check(&self, length: u64) -> io::Result<()> {
        let fits = |entry: &Entry| {
            entry.begin.checked_add(entry.length.into()).is_some_and(|end| end <= length)
        };
        if !self.entries.iter().all(fits) {
            return Err(spoilt("it was cut short"));
        }
        let begins = &self.begins;
        let rising = begins.is_sorted_by(|one, next| one < next);
        let known = begins.last().is_none_or(|&last| last < DISTANCES);
        // Some round is at hand.
        let at_hand = self.head.mark.stage.is_of_visits() != begins.is_empty();
        match rising && known && at_hand {
            true => Ok(()),
            false => Err(spoilt("its levels make no sense")),
        }
    }
}

pub(super) fn spoilt(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}
