//! Writing a table: header, blocks, where they are, and checksums of everything.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use rayon::prelude::*;
use retrograde_core::{Control, Progress};

use crate::block::Packer;
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

/// Writes the table of some packed slots, the same bytes each time.
///
/// # Errors
/// What `out` or `codes` reports; or, inside an error, why it was stopped.
pub(crate) fn write(
    out: &mut (impl Write + Send),
    header: &Header,
    codes: &Codes<'_>,
    level: i32,
    control: &Control<'_>,
) -> io::Result<()> {
    let threads = control.threads;
    let go_on = || control.check().map_err(io::Error::other);
    let alphabet = &header.alphabet;
    let symbols = &alphabet.symbols();
    let width = alphabet.width();
    let packer = || Packer::new(level);
    threads.install(|| {
        let mut out = Summed { out, crc: crc32fast::Hasher::new(), length: 0 };
        out.write(&header.to_bytes())?;
        let mut index = Vec::new();
        let block = header.block_slots() as usize;
        let together = (SLOTS_TOGETHER / block).clamp(threads.get().min(TOGETHER), TOGETHER);
        for start in (0..header.slots).step_by(block * together) {
            let end = header.slots.min(start + (block * together) as u64);
            let some = &*codes(start..end)?;
            let packed: Vec<io::Result<Vec<u8>>> = match threads.is_one() {
                true => {
                    let mut packer = packer()?;
                    some.chunks(block)
                        .map(|codes| go_on().and_then(|()| packer.pack(codes, symbols, width)))
                        .collect()
                }
                false => some
                    .par_chunks(block)
                    .map_init(packer, |packer, codes| match packer {
                        Ok(packer) => go_on().and_then(|()| packer.pack(codes, symbols, width)),
                        Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                    })
                    .collect(),
            };
            for block in packed {
                let block = block?;
                index.extend((block.len() as u32).to_le_bytes());
                index.extend(crc32fast::hash(&block).to_le_bytes());
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

    #[test]
    fn a_disk_that_is_full_at_any_byte_is_an_error() {
        let codes: Vec<u16> = (0..500).map(|slot| if slot % 3 == 0 { 0 } else { slot }).collect();
        let alphabet = Alphabet::of(&codes);
        let spec = "test".to_owned();
        let (block_log, slots, fingerprint, part) = (6, 500, 0, false);
        let header = Header { spec, alphabet, block_log, slots, fingerprint, part };
        let some =
            |slots: Range<u64>| Ok(Cow::Borrowed(&codes[slots.start as usize..slots.end as usize]));
        let write_to = |full: &mut Full| write(full, &header, &some, 1, &Control::ALONE);
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
}
