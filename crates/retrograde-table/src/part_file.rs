//! One file of a table: all slots of a game, or those of one part.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

use retrograde_core::Control;

use crate::Table;
use crate::alphabet::Alphabet;
use crate::block::{self, Cells};
use crate::build;
use crate::error::{Part, TableError};
use crate::header::Header;
use crate::layout::{Layout, Place};
use crate::source::{InOrder, Source};
use crate::writer::END;

/// A file with some slots of a table.
#[derive(Debug)]
pub(crate) struct PartFile {
    pub(crate) header: Header,
    /// The slot of the table that is its first.
    pub(crate) first: u64,
    /// The number of its first block among those of the table.
    pub(crate) first_block: usize,
    /// What the table has for its symbols, where that is something else.
    pub(crate) symbols: Option<Vec<u16>>,
    source: Source,
    places: Vec<Place>,
    /// Where the index begins.
    index: u64,
}

impl PartFile {
    /// Opens the file in a folder.
    pub(crate) fn open(folder: &Path) -> Result<Self, TableError> {
        let path = folder.join(Table::FILE);
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = folder.to_owned();
                Err(match build::has_begun(&folder) {
                    true => TableError::Unfinished { folder },
                    false => TableError::Missing { folder },
                })
            }
            _ => PartFile::read(Source::open(&path)?),
        }
    }

    /// Reads what it says about itself.
    pub(crate) fn read(source: Source) -> Result<Self, TableError> {
        let Layout { header, places, index } = Layout::read(&source)?;
        source.at_random();
        Ok(PartFile { header, first: 0, first_block: 0, symbols: None, source, places, index })
    }

    pub(crate) fn path(&self) -> &Path {
        self.source.path()
    }

    /// How many bytes it has.
    pub(crate) fn length(&self) -> u64 {
        self.source.length()
    }

    /// The slots of the table that it has.
    pub(crate) fn slots(&self) -> Range<u64> {
        self.first..self.first + self.header.slots
    }

    /// The slots of one of the table's blocks.
    pub(crate) fn span(&self, block: usize) -> Range<u64> {
        let within = (block - self.first_block) as u64;
        let first = self.first + within * self.header.block_slots();
        first..first + self.header.slots_of(within) as u64
    }

    /// From now on it speaks with the symbols of a table that has more.
    pub(crate) fn translate(&mut self, alphabet: &Alphabet) {
        let symbols = alphabet.symbols_of(&self.header.alphabet);
        self.symbols = (*alphabet != self.header.alphabet).then_some(symbols);
    }

    /// Says that blocks are unpacked in their order, for as long as what it returns lives.
    pub(crate) fn in_order(&self) -> InOrder<'_> {
        self.source.in_order()
    }

    /// The symbols of one of the table's blocks, as they are in the file.
    pub(crate) fn unpack(&self, block: usize) -> Result<Cells, TableError> {
        let within = block - self.first_block;
        let slots = self.header.slots_of(within as u64);
        block::unpack(&self.packed(within)?, slots, self.header.alphabet.shape())
            .ok_or_else(|| self.block_damaged(within))
    }

    /// The bytes of a block as they are in the file.
    fn packed(&self, within: usize) -> Result<Cow<'_, [u8]>, TableError> {
        let place = self.places[within];
        let bytes = self.source.read(place.offset, place.length.into())?;
        bytes
            .filter(|bytes| crc32fast::hash(bytes) == place.crc)
            .ok_or_else(|| self.block_damaged(within))
    }

    /// Reads the whole file and checks its checksums; says how many bytes it has read.
    pub(crate) fn check_file(
        &self,
        control: &Control<'_>,
        tell: &mut dyn FnMut(u64),
    ) -> Result<(), TableError> {
        let _ahead = self.source.in_order();
        let mut crc = crc32fast::Hasher::new();
        let whole = || self.damaged(Part::Whole, 0, self.source.length());
        let blocks_begin = self.places.first().map_or(self.index, |place| place.offset);
        crc.update(&self.source.read(0, blocks_begin)?.ok_or_else(whole)?);
        tell(blocks_begin);
        for within in 0..self.places.len() {
            control.check()?;
            crc.update(&self.packed(within)?);
            tell(self.places[within].length.into());
        }
        let rest = self.source.length() - self.index;
        let bytes = self.source.read(self.index, rest)?.ok_or_else(whole)?;
        let (before, footer) = bytes.split_at(bytes.len() - 12);
        crc.update(before);
        tell(rest);
        match crc.finalize().to_le_bytes() == footer[..4] && footer[4..] == END {
            true => Ok(()),
            false => Err(whole()),
        }
    }

    fn damaged(&self, part: Part, offset: u64, length: u64) -> TableError {
        TableError::Damaged { path: self.path().to_owned(), part, offset, length }
    }

    fn block_damaged(&self, within: usize) -> TableError {
        let place = self.places[within];
        self.damaged(Part::Block(within as u64), place.offset, place.length.into())
    }
}
