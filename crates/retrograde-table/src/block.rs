//! One block of a table: some slots as symbols, compressed on their own.
//!
//! Of a table with distances, a block holds the symbols of its positions and, after them, how many
//! holes come before each: holes follow the pattern of the symmetry and cost next to nothing when
//! they are kept apart. Symbols of two bytes are split into low and high bytes, of which the high
//! ones hardly vary. Of a table of outcomes, a block is two bits for each slot.
//!
//! That is compressed with zstd. Symbols of one byte may instead be packed by their
//! [neighbours](crate::neighbours), whichever takes less room.

use std::cell::RefCell;
use std::io;

use crate::alphabet::Width;
use crate::neighbours;

/// The first byte of a block that is packed by neighbours: a frame of zstd begins with another. Its
/// length follows, and then what it says.
const BY_NEIGHBOURS: u8 = 1;

/// Bytes before what a block says that is packed by neighbours.
const BEFORE: usize = 5;

/// A block that takes no more of its length after a quick look than this many hundredths, when it is packed by
/// neighbours, takes less than the heaviest levels of zstd bring it to; these take most of the time. Of chess
/// endings not two blocks in a hundred, and not a byte in a thousand, are worse off; of Connect 4 on a board of
/// four by four, six bytes in a thousand.
const SURE: usize = 75;

/// A gap of this many holes or more takes another byte.
const LONG_GAP: u8 = 255;

/// The symbols of a block, as they are probed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    /// Four symbols a byte, the first in the low bits.
    Pairs(Vec<u8>),
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

impl Cells {
    /// The symbol at a place of the block.
    #[inline]
    pub(crate) fn get(&self, place: usize) -> u16 {
        match self {
            Cells::Pairs(pairs) => u16::from(pairs[place / 4] >> (2 * (place % 4)) & 3),
            Cells::Bytes(bytes) => u16::from(bytes[place]),
            Cells::Words(words) => words[place],
        }
    }

    /// The same in symbols that are so wide: for each symbol, what it is then.
    pub(crate) fn translated(self, symbols: &[u16], width: Width) -> Self {
        let translate = |symbol: usize| symbols.get(symbol).copied().unwrap_or(0);
        match (self, width) {
            (Cells::Pairs(pairs), _) => Cells::Pairs(pairs),
            (Cells::Bytes(mut bytes), Width::Pair | Width::Byte) => {
                let own: Vec<u8> = (0..256).map(|symbol| translate(symbol) as u8).collect();
                bytes.iter_mut().for_each(|byte| *byte = own[usize::from(*byte)]);
                Cells::Bytes(bytes)
            }
            (Cells::Bytes(bytes), Width::Word) => {
                Cells::Words(bytes.iter().map(|&byte| translate(byte.into())).collect())
            }
            (Cells::Words(mut words), _) => {
                words.iter_mut().for_each(|word| *word = translate((*word).into()));
                Cells::Words(words)
            }
        }
    }

    /// How much memory they take.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Cells::Pairs(bytes) | Cells::Bytes(bytes) => bytes.len() as u64,
            Cells::Words(words) => 2 * words.len() as u64,
        }
    }
}

/// Packed slots as the bytes that are compressed.
fn lay_out(codes: &[u16], symbols: &[u16], width: Width) -> Vec<u8> {
    let symbol = |code: u16| symbols[usize::from(code)];
    if width == Width::Pair {
        let quarter = |codes: &[u16]| {
            codes.iter().rev().fold(0, |byte, &code| byte << 2 | symbol(code) as u8)
        };
        return codes.chunks(4).map(quarter).collect();
    }
    let positions = || codes.iter().map(|&code| symbol(code)).filter(|&symbol| symbol != 0);
    let mut bytes = (positions().count() as u32).to_le_bytes().to_vec();
    bytes.extend(positions().map(|symbol| symbol as u8));
    if width == Width::Word {
        bytes.extend(positions().map(|symbol| (symbol >> 8) as u8));
    }
    let mut gap = 0;
    for &code in codes {
        match symbol(code) {
            0 if gap + 1 == LONG_GAP => {
                bytes.push(LONG_GAP);
                gap = 0;
            }
            0 => gap += 1,
            _ => bytes.push(std::mem::take(&mut gap)),
        }
    }
    bytes
}

/// The symbols that those bytes mean, which are so wide and so many; `None` if no block of so many slots
/// is laid out like that.
fn read_layout(bytes: &[u8], slots: usize, (width, length): (Width, usize)) -> Option<Cells> {
    if width == Width::Pair {
        let spare = bytes
            .last()
            .is_some_and(|last| !slots.is_multiple_of(4) && last >> (2 * (slots % 4)) != 0);
        return (bytes.len() == slots.div_ceil(4) && !spare).then(|| Cells::Pairs(bytes.to_vec()));
    }
    let (count, rest) = bytes.split_first_chunk()?;
    let count = u32::from_le_bytes(*count) as usize;
    let (low, rest) = rest.split_at_checked(count)?;
    match width {
        Width::Word => {
            let (high, gaps) = rest.split_at_checked(count)?;
            let symbols = low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high]));
            spread(symbols, gaps, slots, length).map(Cells::Words)
        }
        _ => {
            let symbols = low.iter().copied();
            spread(symbols, rest, slots, length).map(Cells::Bytes)
        }
    }
}

/// Puts symbols where the gaps say. All must be in the alphabet, and all gaps used.
fn spread<S: Copy + Default + PartialEq + Into<u16>>(
    symbols: impl ExactSizeIterator<Item = S>,
    gaps: &[u8],
    slots: usize,
    alphabet: usize,
) -> Option<Vec<S>> {
    let mut cells = vec![S::default(); slots];
    let mut symbols = symbols;
    let mut place = 0;
    for &gap in gaps {
        place += usize::from(gap);
        if gap == LONG_GAP {
            continue;
        }
        let symbol = symbols.next()?;
        if symbol == S::default() || usize::from(symbol.into()) >= alphabet {
            return None;
        }
        *cells.get_mut(place)? = symbol;
        place += 1;
    }
    (symbols.len() == 0 && place <= slots).then_some(cells)
}

/// Compresses blocks, one after the other, with the same memory.
pub(crate) struct Packer {
    zstd: zstd::bulk::Compressor<'static>,
    /// For a quick look, where more than zstd is tried.
    look: Option<zstd::bulk::Compressor<'static>>,
}

impl Packer {
    /// A packer at one of the levels of zstd that tries nothing else.
    pub(crate) fn quick(level: i32) -> io::Result<Self> {
        Ok(Packer { zstd: compressor(level)?, look: None })
    }

    /// A packer that takes whatever makes a block smallest, or nearly so.
    pub(crate) fn new(level: i32) -> io::Result<Self> {
        Ok(Packer { look: Some(compressor(1)?), ..Packer::quick(level)? })
    }

    /// Compresses slots, for each of which there is a symbol; these are so wide and so many.
    pub(crate) fn pack(
        &mut self,
        codes: &[u16],
        symbols: &[u16],
        (width, length): (Width, usize),
    ) -> io::Result<Vec<u8>> {
        let laid_out = lay_out(codes, symbols, width);
        let Some(look) = self.look.as_mut().filter(|_| width == Width::Byte) else {
            return self.zstd.compress(&laid_out);
        };
        let cells: Vec<u8> = codes.iter().map(|&code| symbols[usize::from(code)] as u8).collect();
        let said = neighbours::pack(&cells, length);
        if (BEFORE + said.len()) * 100 > look.compress(&laid_out)?.len() * SURE {
            let frame = self.zstd.compress(&laid_out)?;
            if frame.len() <= BEFORE + said.len() {
                return Ok(frame);
            }
        }
        let mut bytes = vec![BY_NEIGHBOURS];
        bytes.extend((said.len() as u32).to_le_bytes());
        bytes.extend(said);
        Ok(bytes)
    }
}

/// A compressor of frames without checksums and sizes: the table has its own.
fn compressor(level: i32) -> io::Result<zstd::bulk::Compressor<'static>> {
    let mut zstd = zstd::bulk::Compressor::new(level)?;
    zstd.include_checksum(false)?;
    zstd.include_contentsize(false)?;
    Ok(zstd)
}

/// The length of the compressed block that comes first in some bytes; `None` if it is none, or its
/// end is not there.
pub(crate) fn first_length(bytes: &[u8]) -> Option<usize> {
    match bytes {
        &[BY_NEIGHBOURS, a, b, c, d, ref rest @ ..] => {
            let length = u32::from_le_bytes([a, b, c, d]) as usize;
            (length <= rest.len()).then_some(BEFORE + length)
        }
        _ => zstd::zstd_safe::find_frame_compressed_size(bytes).ok(),
    }
}

/// The most bytes that so many slots are laid out in: count, symbols of two bytes, and gaps.
fn most_laid_out(slots: usize) -> usize {
    4 + 3 * slots + slots / usize::from(LONG_GAP) + 1
}

/// The most bytes that they take when they are compressed.
pub(crate) fn most_packed(slots: usize) -> usize {
    zstd::zstd_safe::compress_bound(most_laid_out(slots))
}

/// The symbols of a compressed block of so many slots, which are so wide and so many; `None` if it is
/// not one.
pub(crate) fn unpack(packed: &[u8], slots: usize, shape: (Width, usize)) -> Option<Cells> {
    thread_local! {
        // Setting one up takes longer than using it.
        static ZSTD: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
    }
    if packed.first() == Some(&BY_NEIGHBOURS) {
        let whole = shape.0 == Width::Byte && first_length(packed) == Some(packed.len());
        let cells = neighbours::unpack(packed.get(BEFORE..)?, slots, shape.1);
        return cells.filter(|_| whole).map(Cells::Bytes);
    }
    let most = most_laid_out(slots);
    ZSTD.with_borrow_mut(|zstd| {
        if zstd.is_none() {
            *zstd = zstd::bulk::Decompressor::new().ok();
        }
        let bytes = zstd.as_mut()?.decompress(packed, most).ok()?;
        read_layout(&bytes, slots, shape)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use retrograde_core::Distance;

    use super::*;
    use crate::Worth;
    use crate::alphabet::Alphabet;

    fn slot(distances: u32) -> impl Strategy<Value = Worth> {
        prop_oneof![
            6 => Just(Worth::Hole),
            1 => Just(Worth::Tie),
            1 => Just(Worth::Draw),
            2 => (0..distances).prop_map(|d| Worth::Win(Some(Distance(d)))),
            2 => (0..distances).prop_map(|d| Worth::Lose(Some(Distance(d)))),
        ]
    }

    fn there_and_back(slots: &[Worth], alphabet: &Alphabet) -> Vec<Worth> {
        let codes: Vec<u16> = slots.iter().map(|slot| slot.pack()).collect();
        let symbols = alphabet.symbols();
        let [quick, smallest] = [Packer::quick(3), Packer::new(3)].map(|packer| {
            let packed = packer.unwrap().pack(&codes, &symbols, alphabet.shape()).unwrap();
            assert_eq!(first_length(&packed), Some(packed.len()));
            assert_eq!(first_length(&packed[..packed.len() - 1]), None);
            let cells = unpack(&packed, slots.len(), alphabet.shape()).unwrap();
            (packed, cells)
        });
        assert!(smallest.0.len() <= quick.0.len() && smallest.1 == quick.1);
        (0..slots.len()).map(|place| alphabet.worth(smallest.1.get(place))).collect()
    }

    fn check(slots: &[Worth]) {
        let codes: Vec<u16> = slots.iter().map(|slot| slot.pack()).collect();
        let alphabet = Alphabet::of(&codes);
        assert_eq!(there_and_back(slots, &alphabet), slots);
        let outcomes = there_and_back(slots, &Alphabet::outcomes());
        for (outcome, slot) in outcomes.iter().zip(slots) {
            assert_eq!(outcome.outcome(), slot.outcome());
        }
    }

    proptest! {
        #[test]
        fn blocks_come_back(slots in prop::collection::vec(slot(20), 1..700)) {
            check(&slots);
        }

        #[test]
        fn blocks_with_many_distances_come_back(slots in prop::collection::vec(slot(16_000), 1..2000)) {
            check(&slots);
        }

        #[test]
        fn any_bytes_are_read_or_refused(
            bytes in prop::collection::vec(any::<u8>(), 0..60),
            slots in 1usize..80,
        ) {
            let small = Alphabet::of(&[1, 2, 3]);
            let large = Alphabet::with_palette((0..0x1000).collect()).unwrap();
            for alphabet in [&small, &large, &Alphabet::outcomes()] {
                let packed = [&[BY_NEIGHBOURS, bytes.len() as u8, 0, 0, 0], &bytes[..]].concat();
                let read = read_layout(&bytes, slots, alphabet.shape());
                for cells in read.into_iter().chain(unpack(&packed, slots, alphabet.shape())) {
                    for place in 0..slots {
                        alphabet.worth(cells.get(place));
                    }
                }
            }
        }
    }

    #[test]
    fn gaps_of_every_length_come_back() {
        let alphabet = Alphabet::of(&[Worth::Draw.pack()]);
        let symbols = alphabet.symbols();
        for gap in 0..800 {
            for after in [0, 1, 254, 255, 256] {
                let mut codes = vec![Worth::Hole.pack(); gap];
                codes.push(Worth::Draw.pack());
                codes.resize(gap + 1 + after, Worth::Hole.pack());
                let bytes = lay_out(&codes, &symbols, Width::Byte);
                let cells = read_layout(&bytes, codes.len(), alphabet.shape()).unwrap();
                let found = (0..codes.len()).filter(|&place| cells.get(place) != 0);
                assert_eq!(found.collect::<Vec<_>>(), [gap]);
            }
        }
    }
}
