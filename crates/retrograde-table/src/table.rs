//! A table on disk: opening it, and reading its blocks.

use std::borrow::Cow;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrograde_core::{Control, Progress};
use retrograde_games::Part;

use crate::Index;
use crate::alphabet::Alphabet;
use crate::block::Cells;
use crate::build;
use crate::cache::Cache;
use crate::error::TableError;
use crate::header::{self, Header, Kind};
use crate::part_file::PartFile;
use crate::phase;
use crate::source::{InOrder, Source};

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
    /// What it is of: the slots of all parts, and symbols for all that they say.
    pub(crate) header: Header,
    /// The files, in the order of their slots: one, unless parts of the game are kept on their own.
    parts: Vec<PartFile>,
    cache: Cache,
}

impl Table {
    /// The name of the file in the table's folder. It is there only when it is complete.
    pub const FILE: &str = "table.rgt";

    /// How many bytes of unpacked blocks stay in memory unless one says otherwise.
    pub const CACHE: u64 = 256 << 20;

    /// Opens the table in a folder. If it is one of a [part](retrograde_games::Game::parts) of a game
    /// it knows the slots of that part alone, numbered from 0; [`open_of`](Self::open_of) opens the others.
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
        Ok(Table::join(vec![PartFile::open(folder)?], cache))
    }

    /// Opens the table of a game in a folder: of all its slots or, where the game has
    /// [parts](retrograde_games::Game::parts), of all parts, which have folders of their own in this one
    /// or beside it.
    ///
    /// # Errors
    /// As [`open`](Self::open), for any of the parts; or they are of another game.
    pub fn open_of(game: &dyn Index, folder: &Path) -> Result<Self, TableError> {
        let names = game.parts();
        if names.is_empty() {
            let table = Table::open(folder)?;
            return table.check_game(game).map(|()| table);
        }
        let parent = match folder.join(Table::FILE).exists() {
            true => {
                let table = Table::open(folder)?;
                if !table.header.part {
                    return table.check_game(game).map(|()| table);
                }
                folder.parent().filter(|parent| !parent.as_os_str().is_empty())
            }
            false if has_tables(folder) || !build::has_begun(folder) => Some(folder),
            false => return Table::open(folder),
        };
        let parent = parent.unwrap_or(Path::new(if folder.is_absolute() { "/" } else { "." }));
        let table = Table::open_parts(parent, &names, Table::CACHE)?;
        table.check_game(game).map(|()| table)
    }

    /// Opens the tables of some parts of a game, each in the folder of its name.
    pub(crate) fn open_parts(
        parent: &Path,
        parts: &[Part],
        cache: u64,
    ) -> Result<Self, TableError> {
        let files: Result<Vec<PartFile>, TableError> =
            parts.iter().map(|part| PartFile::open(&parent.join(&part.name))).collect();
        Ok(Table::join(files?, cache))
    }

    /// One table of several files.
    fn join(mut parts: Vec<PartFile>, cache: u64) -> Self {
        let (mut slot, mut block) = (0, 0);
        for part in &mut parts {
            (part.first, part.first_block) = (slot, block);
            slot += part.header.slots;
            block += part.header.blocks() as usize;
        }
        let mut header = parts[parts.len() - 1].header.clone();
        header.slots = slot;
        if parts.len() > 1 {
            header.alphabet = Alphabet::joined(parts.iter().map(|part| &part.header.alphabet));
            parts.iter_mut().for_each(|part| part.translate(&header.alphabet));
        }
        Table { header, parts, cache: Cache::new(block, cache) }
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
    /// // The last slot is the empty board.
    /// assert_eq!(table.probe(table.slots() - 1)?.as_str(), "win");
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
        let part = PartFile::read(Source::of_bytes(bytes.into(), name.into()))?;
        Ok(Table::join(vec![part], Table::CACHE))
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

    /// How many slots are compressed together in the last part.
    #[must_use]
    pub fn block_slots(&self) -> u64 {
        self.header.block_slots()
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.parts.iter().map(|part| part.header.blocks()).sum()
    }

    /// The file, or the name that was given with its bytes; of several, that of the last part.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.last().path().to_owned()
    }

    /// How many bytes the file has, or had when it was opened; of several, all of them.
    #[must_use]
    pub fn file_size(&self) -> u64 {
        self.parts.iter().map(PartFile::length).sum()
    }

    /// The part that has the largest slots.
    fn last(&self) -> &PartFile {
        &self.parts[self.parts.len() - 1]
    }

    /// Checks that a game numbers its positions as the one did that the table was built for: as many
    /// slots, and the same positions in a sample of them.
    ///
    /// # Errors
    /// It does not.
    pub fn check_game(&self, game: &dyn Index) -> Result<(), TableError> {
        let parts = match self.header.part {
            true => game.parts(),
            false => {
                let slots = 0..game.slots().unwrap_or(u64::MAX);
                vec![Part { name: String::new(), slots }]
            }
        };
        self.check_parts(game, &parts)
    }

    /// Checks that these parts of a game, and no others, are those that there are files of.
    pub(crate) fn check_parts(&self, game: &dyn Index, parts: &[Part]) -> Result<(), TableError> {
        let same = |(part, file): (&Part, &PartFile)| {
            file.slots() == part.slots
                && (file.header.part, file.header.alphabet.kind())
                    == (self.header.part, self.kind())
                && header::fingerprint_of(game, part.slots.clone()) == file.header.fingerprint
        };
        let other = |file: &PartFile| {
            let (path, spec) = (file.path().to_owned(), file.header.spec.clone());
            TableError::OtherIndex { path, spec }
        };
        let wrong = parts.iter().zip(&self.parts).find(|&(part, file)| !same((part, file)));
        match wrong {
            Some((_, file)) => Err(other(file)),
            None if parts.len() != self.parts.len() => Err(other(self.last())),
            None => Ok(()),
        }
    }

    /// Reads the whole file and checks its checksums: of header, blocks, index and all together.
    ///
    /// # Errors
    /// The first part that is damaged, what the system says, or somebody stopped it.
    pub fn check_file(&self, control: &Control<'_>) -> Result<(), TableError> {
        let (total, mut read) = (self.file_size(), 0);
        for part in &self.parts {
            part.check_file(control, &mut |bytes| {
                read += bytes;
                control.tell(Progress::new(phase::CHECKING, read, total));
            })?;
        }
        Ok(())
    }

    /// Which part has a block, by the number of the part.
    fn of_block(&self, block: usize) -> &PartFile {
        &self.parts[self.parts.partition_point(|part| part.first_block <= block) - 1]
    }

    /// The slots of a block.
    pub(crate) fn span(&self, block: usize) -> Range<u64> {
        self.of_block(block).span(block)
    }

    /// The block that has a slot, and where in it. The slot must be one of the table's.
    #[inline]
    pub(crate) fn place(&self, slot: u64) -> (usize, usize) {
        // The last part has most slots. The first begins with slot 0, so that some part is found.
        let mut part = &self.parts[0];
        for later in self.parts.iter().rev() {
            if later.first <= slot {
                part = later;
                break;
            }
        }
        let within = slot - part.first;
        let block = (within >> part.header.block_log) as usize;
        (part.first_block + block, (within & (part.header.block_slots() - 1)) as usize)
    }

    /// From now on so many bytes of unpacked blocks stay in memory.
    pub(crate) fn set_cache(&self, bytes: u64) {
        self.cache.set_room(bytes);
    }

    /// The symbols of a block, from the file.
    pub(crate) fn unpack(&self, block: usize) -> Result<Cells, TableError> {
        let part = self.of_block(block);
        let cells = part.unpack(block)?;
        Ok(match &part.symbols {
            Some(symbols) => cells.translated(symbols, self.header.alphabet.width()),
            None => cells,
        })
    }

    /// Says that blocks are unpacked in their order, for as long as what it returns lives.
    pub(crate) fn in_order(&self) -> Vec<InOrder<'_>> {
        self.parts.iter().map(PartFile::in_order).collect()
    }

    /// Looks at a block, in memory if it is there.
    #[inline]
    pub(crate) fn with_block<R>(
        &self,
        block: usize,
        look: impl FnOnce(&Arc<Cells>) -> R,
    ) -> Result<R, TableError> {
        self.cache.with(block, || self.unpack(block), look)
    }
}

/// Whether a folder has folders with tables in it.
fn has_tables(folder: &Path) -> bool {
    folders_with_tables(folder).next().is_some()
}

/// The folders in this one that have tables.
pub(crate) fn folders_with_tables(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.join(Table::FILE).is_file())
}
