//! Going through a whole table, block by block or all at once in memory.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use retrograde_core::{Control, Progress};

use crate::block::Cells;
use crate::cache::Cache;
use crate::source::InOrder;
use crate::{Table, TableError, Worth, phase, plan};

/// Counts what is done, from any thread.
pub(crate) struct Meter<'a> {
    phase: &'static str,
    done: AtomicU64,
    total: u64,
    control: &'a Control<'a>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(control: &'a Control<'a>, phase: &'static str, total: u64) -> Self {
        Meter { phase, done: AtomicU64::new(0), total, control }
    }

    pub(crate) fn add(&self, more: u64) {
        let done = self.done.fetch_add(more, Relaxed) + more;
        self.control.tell(Progress::new(self.phase, done, self.total));
    }
}

impl Table {
    /// Every slot in order with what it is worth, holes included. The cache is left alone.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table, Worth};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let mut holes = 0;
    /// for slot in table.iter() {
    ///     let (_slot, worth) = slot?;
    ///     holes += u64::from(worth == Worth::Hole);
    /// }
    /// assert_eq!(holes, table.stats(&Default::default(), 0)?.counts.hole);
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter { table: self, next: 0, block: None, _ahead: self.in_order() }
    }

    /// Unpacks every block and does something with each.
    pub(crate) fn each_block<T: Send>(
        &self,
        control: &Control<'_>,
        phase: &'static str,
        work: impl Fn(usize, Cells) -> T + Sync + Send,
    ) -> Result<Vec<T>, TableError> {
        let meter = Meter::new(control, phase, self.slots());
        let one = |block: usize| {
            control.check()?;
            let answer = work(block, self.unpack(block)?);
            let slots = self.span(block);
            meter.add(slots.end - slots.start);
            Ok(answer)
        };
        let blocks = 0..self.blocks() as usize;
        let _ahead = self.in_order();
        match control.threads.is_one() {
            true => blocks.map(one).collect(),
            false => control.threads.install(|| blocks.into_par_iter().map(one).collect()),
        }
    }

    /// Unpacks everything into memory.
    pub(crate) fn load(&self, control: &Control<'_>) -> Result<Loaded<'_>, TableError> {
        let (needed, available) = (self.unpacked(), plan::available(control));
        if needed > available {
            return Err(TableError::Memory { needed, available });
        }
        let blocks = self.each_block(control, phase::READING, |_, cells| cells)?;
        Ok(Loaded { table: self, store: Store::All(blocks) })
    }

    /// Unpacks everything into memory if that leaves so many bytes for other things, and otherwise
    /// what is looked at, as much of it as fits.
    pub(crate) fn load_beside(
        &self,
        others: u64,
        control: &Control<'_>,
    ) -> Result<Loaded<'_>, TableError> {
        /// The least that is worth having for blocks.
        const LEAST: u64 = 1 << 18;
        let available = plan::available(control);
        if self.unpacked().saturating_add(others) <= available {
            return self.load(control);
        }
        let needed = others.saturating_add(LEAST);
        if needed > available {
            return Err(TableError::Memory { needed, available });
        }
        let cache = Cache::new(self.blocks() as usize, available - others);
        Ok(Loaded { table: self, store: Store::Fetched(cache, Mutex::new(None)) })
    }

    /// The bytes that all slots take in memory.
    fn unpacked(&self) -> u64 {
        self.header.alphabet.width().bytes(self.slots())
    }
}

/// A table in memory, or as much of it as fits.
pub(crate) struct Loaded<'a> {
    table: &'a Table,
    store: Store,
}

enum Store {
    All(Vec<Cells>),
    /// Blocks that were looked at, and why one could not be read.
    Fetched(Cache, Mutex<Option<TableError>>),
}

impl Loaded<'_> {
    /// What a slot is worth; `None` past the end, or if it cannot be [read](Self::fault).
    #[inline]
    pub(crate) fn get(&self, slot: u64) -> Option<Worth> {
        if slot >= self.table.slots() {
            return None;
        }
        let header = &self.table.header;
        let (block, place) = self.table.place(slot);
        let symbol = match &self.store {
            Store::All(blocks) => blocks[block].get(place),
            Store::Fetched(cache, fault) => {
                let found =
                    cache.with(block, || self.table.unpack(block), |cells| cells.get(place));
                found
                    .map_err(|error| {
                        fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    })
                    .ok()?
            }
        };
        Some(header.alphabet.worth(symbol))
    }

    /// Why a block could not be read, if that was so.
    pub(crate) fn fault(&self) -> Option<TableError> {
        match &self.store {
            Store::All(_) => None,
            Store::Fetched(_, fault) => fault.lock().unwrap_or_else(PoisonError::into_inner).take(),
        }
    }
}

/// Every slot of a table in order. Made by [`Table::iter`].
#[derive(Debug)]
pub struct Iter<'a> {
    table: &'a Table,
    next: u64,
    block: Option<Cells>,
    _ahead: Vec<InOrder<'a>>,
}

impl Iterator for Iter<'_> {
    type Item = Result<(u64, Worth), TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        let slot = self.next;
        let header = &self.table.header;
        if slot >= header.slots {
            return None;
        }
        let (block, place) = self.table.place(slot);
        let cells = match (&self.block, place) {
            (Some(cells), 1..) => cells,
            _ => match self.table.unpack(block) {
                Ok(cells) => self.block.insert(cells),
                Err(error) => {
                    // Nothing comes after an error.
                    self.next = header.slots;
                    return Some(Err(error));
                }
            },
        };
        self.next += 1;
        Some(Ok((slot, header.alphabet.worth(cells.get(place)))))
    }
}

impl<'a> IntoIterator for &'a Table {
    type Item = Result<(u64, Worth), TableError>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
