//! A table on disk: opening it, and reading its blocks.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use retrograde_core::{Control, Progress};
use retrograde_games::Game;

use crate::block::{self, Cells};
use crate::build;
use crate::cache::Cache;
use crate::error::{Part, TableError};
use crate::header::{self, Header, Kind};
use crate::layout::{Layout, Place};
use crate::phase;
use crate::source::{InOrder, Source};
use crate::writer::END;

/// A finished table, on disk or in memory.
///
/// The file is mapped where the system can do that, and read otherwise: a probe unpacks one block
/// from where it lies, and the last ones stay in memory. Threads may share it.
///
/// A file must not be written to while it is open. Building never does that, since a table gets its
/// name when it is complete. What another program has cut off is noticed before the next look; if
/// it is cut during one, the system ends the process. For files that others may write to, read the
/// bytes and use [`from_bytes`](Self::from_bytes).
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_games::Game;
/// use retrograde_games::rules::Quixo;
/// use retrograde_table::{BuildOptions, Table, Worth};
///
/// # let parent = tempfile::tempdir().unwrap();
/// # let folder = parent.path().join("quixo-3");
/// let game = Quixo::new(3).unwrap();
/// Table::build(&game, "quixo:3", &folder, &BuildOptions::default())?;
///
/// let table = Table::open(&folder)?;
/// assert_eq!(table.spec(), "quixo:3");
/// let start = game.rank(&game.start().unwrap());
/// assert_eq!(table.probe(start)?, Worth::Win(Some(Distance(7))));
/// # Ok::<(), retrograde_table::TableError>(())
/// ```
#[derive(Debug)]
pub struct Table {
    pub(crate) header: Header,
    source: Source,
    places: Vec<Place>,
    /// Where the index begins.
    index: u64,
    cache: Cache,
}

impl Table {
    /// The name of the file in the table's folder. It is there only when it is complete.
    pub const FILE: &str = "table.rgt";

    /// How many bytes of unpacked blocks stay in memory unless one says otherwise.
    pub const CACHE: u64 = 256 << 20;

    /// Opens the table in a folder.
    ///
    /// # Errors
    /// There is no finished table, it cannot be read, or its header or index is damaged.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        Table::open_with_cache(folder, Table::CACHE)
    }

    /// Opens the table in a folder, with so many bytes for blocks that stay in memory. At least one
    /// does.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_with_cache(folder: &Path, cache: u64) -> Result<Self, TableError> {
        let path = folder.join(Table::FILE);
        match fs::metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = folder.to_owned();
                Err(match build::has_begun(&folder) {
                    true => TableError::Unfinished { folder },
                    false => TableError::Missing { folder },
                })
            }
            _ => Table::read(Source::open(&path)?, cache),
        }
    }

    /// A table in memory: what [`FILE`](Self::FILE) holds, from wherever it comes. `name` is what
    /// errors call it.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let game = Quixo::new(3).unwrap();
    /// # Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let bytes: Vec<u8> = std::fs::read(folder.path().join(Table::FILE)).unwrap();
    /// let table = Table::from_bytes(bytes, "downloaded")?;
    /// assert_eq!(table.probe(0)?.as_str(), "win");
    ///
    /// let error = Table::from_bytes(&b"\x89RGT"[..], "downloaded").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "downloaded is cut short: it has 4 bytes, and 40 or more belong to it; \
    ///      copy the file again, or remove it and build again"
    /// );
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// They are not a table, or its header or index is damaged.
    pub fn from_bytes(
        bytes: impl Into<Cow<'static, [u8]>>,
        name: impl Into<PathBuf>,
    ) -> Result<Self, TableError> {
        Table::read(Source::of_bytes(bytes.into(), name.into()), Table::CACHE)
    }

    fn read(source: Source, cache: u64) -> Result<Self, TableError> {
        let layout = Layout::read(&source)?;
        source.at_random();
        let cache = Cache::new(layout.places.len(), cache);
        let Layout { header, places, index } = layout;
        Ok(Table { header, source, places, index, cache })
    }

    /// The game and its parameters, as they were given when it was built.
    #[must_use]
    pub fn spec(&self) -> &str {
        &self.header.spec
    }

    /// How much it keeps of each slot.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.header.alphabet.kind()
    }

    /// How many slots the index has.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.header.slots
    }

    /// How many slots are compressed together.
    #[must_use]
    pub fn block_slots(&self) -> u64 {
        self.header.block_slots()
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.header.blocks()
    }

    /// The file, or the name that was given with its bytes.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.source.path().to_owned()
    }

    /// How many bytes the file has, or had when it was opened.
    #[must_use]
    pub fn file_size(&self) -> u64 {
        self.source.length()
    }

    /// Checks that a game numbers its positions as the one did that the table was built for: as many
    /// slots, and the same positions in a sample of them.
    ///
    /// # Errors
    /// It does not.
    pub fn check_game<G: Game>(&self, game: &G) -> Result<(), TableError> {
        let same = game.slots() == Some(self.slots())
            && header::fingerprint(game) == self.header.fingerprint;
        match same {
            true => Ok(()),
            false => {
                Err(TableError::OtherIndex { path: self.path(), spec: self.spec().to_owned() })
            }
        }
    }

    /// Reads the whole file and checks its checksums: of header, blocks, index and all together.
    ///
    /// # Errors
    /// The first part that is damaged, what the system says, or somebody stopped it.
    pub fn check_file(&self, control: &Control<'_>) -> Result<(), TableError> {
        let _ahead = self.source.in_order();
        let mut crc = crc32fast::Hasher::new();
        let whole = || self.damaged(Part::Whole, 0, self.source.length());
        let blocks_begin = self.places.first().map_or(self.index, |place| place.offset);
        crc.update(&self.source.read(0, blocks_begin)?.ok_or_else(whole)?);
        for block in 0..self.places.len() {
            control.check()?;
            crc.update(&self.packed(block)?);
            let read = self.places[block].offset + u64::from(self.places[block].length);
            control.tell(Progress::new(phase::CHECKING, read, self.file_size()));
        }
        let rest = self.source.length() - self.index;
        let rest = self.source.read(self.index, rest)?.ok_or_else(whole)?;
        let (before, footer) = rest.split_at(rest.len() - 12);
        crc.update(before);
        match crc.finalize().to_le_bytes() == footer[..4] && footer[4..] == END {
            true => Ok(()),
            false => Err(whole()),
        }
    }

    fn damaged(&self, part: Part, offset: u64, length: u64) -> TableError {
        TableError::Damaged { path: self.path(), part, offset, length }
    }

    fn block_damaged(&self, block: usize) -> TableError {
        let place = self.places[block];
        self.damaged(Part::Block(block as u64), place.offset, place.length.into())
    }

    /// The bytes of a block as they are in the file.
    fn packed(&self, block: usize) -> Result<Cow<'_, [u8]>, TableError> {
        let place = self.places[block];
        let bytes = self.source.read(place.offset, place.length.into())?;
        bytes
            .filter(|bytes| crc32fast::hash(bytes) == place.crc)
            .ok_or_else(|| self.block_damaged(block))
    }

    /// The symbols of a block, from the file.
    pub(crate) fn unpack(&self, block: usize) -> Result<Cells, TableError> {
        let slots = self.header.slots_of(block as u64);
        block::unpack(&self.packed(block)?, slots, self.header.alphabet.shape())
            .ok_or_else(|| self.block_damaged(block))
    }

    /// Says that blocks are unpacked in their order, for as long as what it returns lives.
    pub(crate) fn in_order(&self) -> InOrder<'_> {
        self.source.in_order()
    }

    /// Looks at a block, in memory if it is there.
    #[inline]
    pub(crate) fn with_block<R>(
        &self,
        block: usize,
        look: impl FnOnce(&Cells) -> R,
    ) -> Result<R, TableError> {
        self.cache.with(block, || self.unpack(block), look)
    }
}
