//! The header of a table: which game, how many slots, and what its symbols mean.
//!
//! `docs/table-format.md` describes the bytes.

use std::fmt;
use std::ops::Range;

use crate::Index;
use crate::alphabet::{Alphabet, Width};

/// The first bytes of a table. The line ends and the byte above 127 do not survive a transfer as
/// text, so that such damage shows at once.
pub(crate) const MAGIC: [u8; 8] = *b"\x89RGT\r\n\x1a\n";

/// The latest version of the format.
pub(crate) const VERSION: u32 = 4;

/// The version of a table of all slots of a game or of its last part alone, whose blocks may be packed
/// by neighbours or are all frames of zstd.
fn version(part: bool, by_neighbours: bool) -> u32 {
    match (part, by_neighbours) {
        (false, false) => 1,
        (true, false) => 2,
        (false, true) => 3,
        (true, true) => 4,
    }
}

/// Whether a table of a version is of the last part of a game alone.
pub(crate) fn is_of_part(version: u32) -> bool {
    version.is_multiple_of(2)
}

/// What precedes the body of the header: magic, version and length.
pub(crate) const PREFIX: usize = 16;

/// Blocks have at least this many slots, as a power of two, and at most `LARGEST_BLOCK`.
pub(crate) const SMALLEST_BLOCK: u8 = 6;
pub(crate) const LARGEST_BLOCK: u8 = 24;

/// What is written about the convention, for people who open the file.
const CONVENTION: &str = "outcome for the player to move; distance in moves, the winner hurries, the loser stalls; tie: play ends undecided, draw: it need not end";

/// How much a table keeps of each slot.
///
/// ```
/// use retrograde_table::Kind;
/// assert_eq!(Kind::default(), Kind::Distance);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Win, lose or draw, in two bits: no distances, and ties are draws.
    Outcome,
    /// Win or lose with the distance, tie or draw.
    #[default]
    Distance,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Outcome => "outcomes only",
            Kind::Distance => "with distances",
        })
    }
}

/// What a table says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The game and its parameters.
    pub(crate) spec: String,
    pub(crate) alphabet: Alphabet,
    /// The slots of a block, as a power of two.
    pub(crate) block_log: u8,
    pub(crate) slots: u64,
    /// A checksum of how the game numbers its positions.
    pub(crate) fingerprint: u32,
    /// Whether these are the slots of the game's last part alone.
    pub(crate) part: bool,
}

impl Header {
    /// The slots of a block, the last one excepted.
    pub(crate) fn block_slots(&self) -> u64 {
        1 << self.block_log
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.slots.div_ceil(self.block_slots())
    }

    /// The slots of one block.
    pub(crate) fn slots_of(&self, block: u64) -> usize {
        (self.slots - block * self.block_slots()).min(self.block_slots()) as usize
    }

    /// The header as bytes, its checksum included.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut body = vec![self.alphabet.kind() as u8, self.block_log, 0, 0];
        body.extend(self.fingerprint.to_le_bytes());
        body.extend(self.slots.to_le_bytes());
        for text in [self.spec.as_str(), CONVENTION] {
            body.extend((text.len() as u32).to_le_bytes());
            body.extend(text.as_bytes());
        }
        let palette = self.alphabet.palette();
        body.extend((palette.len() as u32).to_le_bytes());
        palette.iter().for_each(|code| body.extend(code.to_le_bytes()));

        let mut bytes = MAGIC.to_vec();
        let version = version(self.part, self.alphabet.width() == Width::Byte);
        bytes.extend(version.to_le_bytes());
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The header that a body means: what follows the prefix, without the checksum.
    pub(crate) fn from_body(body: &[u8], part: bool) -> Option<Self> {
        let mut body = Fields(body);
        let [kind, block_log, 0, 0] = body.take()? else { return None };
        let fingerprint = u32::from_le_bytes(body.take()?);
        let slots = u64::from_le_bytes(body.take()?);
        let spec = String::from_utf8(body.list()?.to_vec()).ok()?;
        let _convention = body.list()?;
        let length = u32::from_le_bytes(body.take()?);
        let (pairs, []) = body.0.as_chunks::<2>() else { return None };
        let palette: Vec<u16> = pairs.iter().map(|&pair| u16::from_le_bytes(pair)).collect();
        let alphabet = match kind {
            0 if palette.is_empty() => Alphabet::outcomes(),
            1 => Alphabet::with_palette(palette)?,
            _ => return None,
        };
        let fits = alphabet.palette().len() == length as usize
            && (SMALLEST_BLOCK..=LARGEST_BLOCK).contains(&block_log);
        fits.then_some(Header { spec, alphabet, block_log, slots, fingerprint, part })
    }
}

/// Fields that follow one another.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }

    /// A length, then as many bytes.
    fn list(&mut self) -> Option<&'a [u8]> {
        let length = u32::from_le_bytes(self.take()?);
        let (field, rest) = self.0.split_at_checked(length as usize)?;
        self.0 = rest;
        Some(field)
    }
}

/// A checksum of how a game numbers its positions, from a sample of its slots: a table read with
/// another numbering would give wrong answers without any damage.
pub(crate) fn fingerprint(game: &dyn Index) -> u32 {
    fingerprint_of(game, 0..game.slots().unwrap_or(0))
}

/// The same for some slots, by their places among these.
pub(crate) fn fingerprint_of(game: &dyn Index, range: Range<u64>) -> u32 {
    const SAMPLES: u64 = 256;
    let slots = range.end - range.start;
    let mut crc = crc32fast::Hasher::new();
    crc.update(&slots.to_le_bytes());
    for sample in 0..SAMPLES.min(slots) {
        let slot = (u128::from(slots) * u128::from(sample) / u128::from(SAMPLES.min(slots))) as u64;
        let text = game.show_slot(range.start + slot).unwrap_or_default();
        crc.update(&(text.len() as u64).to_le_bytes());
        crc.update(text.as_bytes());
    }
    crc.finalize()
}

/// A checksum of which slots are solved together, and in which order.
pub(crate) fn fingerprint_of_tiers(game: &dyn Index) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    for tier in game.tiers() {
        crc.update(&tier.start.to_le_bytes());
        crc.update(&tier.end.to_le_bytes());
    }
    crc.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Worth;

    #[test]
    fn headers_are_read_as_they_were_written() {
        let codes = [Worth::Hole, Worth::Tie, Worth::Draw].map(Worth::pack);
        for alphabet in [Alphabet::outcomes(), Alphabet::of(&codes)] {
            let spec = "nim:3,4,5".to_owned();
            let (block_log, slots, fingerprint) = (16, 1 << 40, 77);
            let part = alphabet.kind() == Kind::Outcome;
            let header = Header { spec, alphabet, block_log, slots, fingerprint, part };
            let bytes = header.to_bytes();
            let body = &bytes[PREFIX..bytes.len() - 4];
            assert_eq!(Header::from_body(body, part).as_ref(), Some(&header));
            assert_eq!(bytes[8], if part { 2 } else { 3 });
            assert_eq!(is_of_part(bytes[8].into()), part);
            for length in 0..body.len() {
                assert_eq!(Header::from_body(&body[..length], part), None, "cut at {length}");
            }
        }
    }
}
