//! Writing a table: header, blocks, where they are, and checksums of everything.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::ops::Range;

use rayon::prelude::*;
use retrograde_core::{Control, Progress};

use crate::block::{Packer, first_length, most_packed, unpack};
use crate::header::Header;
use crate::phase;

/// The last bytes of a table.
pub(crate) const END: [u8; 8] = *b"RGT end\n";

/// Bytes of the index for each block: its length and its checksum.
pub(crate) const PLACE: u64 = 8;

/// Bytes after the index: where it begins, its checksum, that of the whole file, and the end.
pub(crate) const FOOTER: u64 = 24;

/// Blocks that are compressed before they are written.
const TOGETHER: usize = 64;

/// Slots in all of them, unless there are fewer than threads.
const SLOTS_TOGETHER: usize = TOGETHER << 16;

/// Where the packed slots of a table come from: those of a range.
pub(crate) type Codes<'a> = dyn Fn(Range<u64>) -> io::Result<Cow<'a, [u16]>> + Sync + 'a;

/// The beginning of a table: what was written of it before somebody ended that.
#[derive(Default)]
pub(crate) struct Begun {
    crc: crc32fast::Hasher,
    length: u64,
    index: Vec<u8>,
}

impl Begun {
    /// Looks through bytes for the longest beginning of the table with that header and those slots: the
    /// header and whole blocks. Blocks are unpacked and compared, which takes a fraction of the
    /// time that packing them does.
    ///
    /// # Errors
    /// What `bytes` or `codes` reports; or, inside an error, why it was stopped.
    pub(crate) fn read(
        bytes: &mut impl Read,
        header: &Header,
        codes: &Codes<'_>,
        control: &Control<'_>,
    ) -> io::Result<Self> {
        let mut begun = Begun::default();
        let mut window = Window { bytes, held: Vec::new() };
        let expected = header.to_bytes();
        if window.first(expected.len())? != expected {
            return Ok(begun);
        }
        begun.take(&expected);
        window.held.clear();
        let (symbols, shape) = (header.alphabet.symbols(), header.alphabet.shape());
        let block = header.block_slots();
        for start in (0..header.slots).step_by(block as usize) {
            control.check().map_err(io::Error::other)?;
            let slots = start..header.slots.min(start + block);
            let count = (slots.end - slots.start) as usize;
            let some = window.first(most_packed(count))?;
            let Some(length) = first_length(some) else { break };
            let packed = &some[..length];
            let Some(cells) = unpack(packed, count, shape) else { break };
            let is_same =
                |(place, &code): (usize, &u16)| cells.get(place) == symbols[usize::from(code)];
            if !codes(slots)?.iter().enumerate().all(is_same) {
                break;
            }
            begun.index.extend(place_of(packed));
            begun.take(packed);
            window.held.drain(..length);
            let done = header.slots.min(start + block);
            control.tell(Progress::new(phase::WRITING, done, header.slots));
        }
        Ok(begun)
    }

    fn take(&mut self, bytes: &[u8]) {
        self.crc.update(bytes);
        self.length += bytes.len() as u64;
    }

    /// How many bytes there are of it.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }
}

/// Bytes that come one after the other, some of which are held.
struct Window<'a, R> {
    bytes: &'a mut R,
    held: Vec<u8>,
}

impl<R: Read> Window<'_, R> {
    /// The first so many that are not taken yet, or as many as there are.
    fn first(&mut self, most: usize) -> io::Result<&[u8]> {
        let missing = most.saturating_sub(self.held.len()) as u64;
        self.bytes.by_ref().take(missing).read_to_end(&mut self.held)?;
        Ok(&self.held[..most.min(self.held.len())])
    }
}

/// What the index says of a block.
fn place_of(packed: &[u8]) -> [u8; PLACE as usize] {
    let (length, crc) = (packed.len() as u32, crc32fast::hash(packed));
    (u64::from(crc) << 32 | u64::from(length)).to_le_bytes()
}

/// Writes the table of some packed slots from where it was begun, the same bytes each time.
///
/// # Errors
/// What `out` or `codes` reports; or, inside an error, why it was stopped.
pub(crate) fn write(
    out: &mut (impl Write + Send),
    begun: Begun,
    header: &Header,
    codes: &Codes<'_>,
    level: i32,
    control: &Control<'_>,
) -> io::Result<()> {
    let threads = control.threads;
    let go_on = || control.check().map_err(io::Error::other);
    let alphabet = &header.alphabet;
    let symbols = &alphabet.symbols();
    let shape = alphabet.shape();
    let packer = || Packer::new(level);
    threads.install(|| {
        let Begun { crc, length, mut index } = begun;
        let mut out = Summed { out, crc, length };
        if out.length == 0 {
            out.write(&header.to_bytes())?;
        }
        let block = header.block_slots() as usize;
        let first = index.len() as u64 / PLACE * header.block_slots();
        let together = (SLOTS_TOGETHER / block).clamp(threads.get().min(TOGETHER), TOGETHER);
        for start in (first..header.slots).step_by(block * together) {
            let end = header.slots.min(start + (block * together) as u64);
            let some = &*codes(start..end)?;
            let packed: Vec<io::Result<Vec<u8>>> = match threads.is_one() {
                true => {
                    let mut packer = packer()?;
                    some.chunks(block)
                        .map(|codes| go_on().and_then(|()| packer.pack(codes, symbols, shape)))
                        .collect()
                }
                false => some
                    .par_chunks(block)
                    .map_init(packer, |packer, codes| match packer {
                        Ok(packer) => go_on().and_then(|()| packer.pack(codes, symbols, shape)),
                        Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                    })
                    .collect(),
            };
            for block in packed {
                let block = block?;
                index.extend(place_of(&block));
                out.write(&block)?;
            }
            let written = index.len() as u64 / PLACE * header.block_slots();
            control.tell(Progress::new(phase::WRITING, written.min(header.slots), header.slots));
        }
        let begin = out.length;
        out.write(&index)?;
        out.write(&begin.to_le_bytes())?;
        out.write(&crc32fast::hash(&index).to_le_bytes())?;
        let whole = out.crc.clone().finalize();
        out.write(&whole.to_le_bytes())?;
        out.write(&END)
    })
}

/// Passes bytes on and sums them up.
struct Summed<'a, W> {
    out: &'a mut W,
    crc: crc32fast::Hasher,
    length: u64,
}

impl<W: Write> Summed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.crc.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;

    /// Takes so many bytes and no more.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Packed slots of eight blocks, and the header of their table.
    fn a_table() -> (Vec<u16>, Header) {
        let codes: Vec<u16> = (0..500).map(|slot| if slot % 3 == 0 { 0 } else { slot }).collect();
        let alphabet = Alphabet::of(&codes);
        let spec = "test".to_owned();
        let (block_log, slots, fingerprint, part) = (6, 500, 0, false);
        let header = Header { spec, alphabet, block_log, slots, fingerprint, part };
        (codes, header)
    }

    #[test]
    fn a_disk_that_is_full_at_any_byte_is_an_error() {
        let (codes, header) = a_table();
        let some =
            |slots: Range<u64>| Ok(Cow::Borrowed(&codes[slots.start as usize..slots.end as usize]));
        let write_to =
            |full: &mut Full| write(full, Begun::default(), &header, &some, 1, &Control::ALONE);
        let mut large = Full(1 << 20);
        write_to(&mut large).unwrap();
        let length = (1 << 20) - large.0;
        assert!(length > 1000);
        for room in 0..length {
            let error = write_to(&mut Full(room)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{room} of {length}");
        }
        assert!(write_to(&mut Full(length)).is_ok());
    }

    #[test]
    fn any_beginning_is_gone_on_with_and_nothing_else_is() {
        let (codes, header) = a_table();
        let some =
            |slots: Range<u64>| Ok(Cow::Borrowed(&codes[slots.start as usize..slots.end as usize]));
        let alone = Control::ALONE;
        let mut whole = Vec::new();
        write(&mut whole, Begun::default(), &header, &some, 1, &alone).unwrap();
        let first = header.to_bytes().len();
        let mut kept = 0;
        for length in 0..=whole.len() {
            for damage in [false, true] {
                let mut there = whole[..length].to_vec();
                if damage && length > 0 {
                    there[length / 2] ^= 0x10;
                }
                let begun = Begun::read(&mut &there[..], &header, &some, &alone).unwrap();
                let end = begun.length() as usize;
                assert!(end <= length && there[..end] == whole[..end], "{length}, {damage}");
                assert!(damage || length < first || end >= first);
                kept = kept.max(begun.index.len());
                there.truncate(end);
                write(&mut there, begun, &header, &some, 1, &alone).unwrap();
                assert!(there == whole, "{length}, {damage}");
            }
        }
        assert_eq!(kept as u64 / PLACE, 8, "all blocks of a whole file are of use");
    }
}
