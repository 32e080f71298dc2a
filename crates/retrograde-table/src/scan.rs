//! Going through a whole table, block by block or all at once in memory.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use retrograde_core::{Threads, memory};

use crate::alphabet::Width;
use crate::block::Cells;
use crate::source::InOrder;
use crate::{Entry, Table, TableError};

/// How to go through a table.
#[derive(Clone, Copy, Default)]
pub struct ScanOptions<'a> {
    /// How many threads to use; the answer is the same for any number.
    pub threads: Threads,
    /// Told how much is done of how much. Verifying goes through a table several times, and begins
    /// again each time.
    pub progress: Option<&'a (dyn Fn(u64, u64) + Sync)>,
}

impl fmt::Debug for ScanOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScanOptions").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// Counts what is done, from any thread.
pub(crate) struct Meter<'a> {
    done: AtomicU64,
    total: u64,
    tell: Option<&'a (dyn Fn(u64, u64) + Sync)>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(options: &ScanOptions<'a>, total: u64) -> Self {
        Meter { done: AtomicU64::new(0), total, tell: options.progress }
    }

    pub(crate) fn add(&self, more: u64) {
        let done = self.done.fetch_add(more, Relaxed) + more;
        if let Some(tell) = self.tell {
            tell(done, self.total);
        }
    }
}

impl Table {
    /// Every slot in order with what it is worth, holes included. The cache is left alone.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Entry, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let mut holes = 0;
    /// for entry in table.entries() {
    ///     let (_slot, entry) = entry?;
    ///     holes += u64::from(entry == Entry::Hole);
    /// }
    /// assert_eq!(holes, table.stats(&Default::default(), 0)?.counts.hole);
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    #[must_use]
    pub fn entries(&self) -> Entries<'_> {
        Entries { table: self, next: 0, block: None, _ahead: self.in_order() }
    }

    /// Unpacks every block and does something with each.
    pub(crate) fn each_block<T: Send>(
        &self,
        options: &ScanOptions<'_>,
        work: impl Fn(usize, Cells) -> T + Sync + Send,
    ) -> Result<Vec<T>, TableError> {
        let meter = Meter::new(options, self.slots());
        let one = |block: usize| {
            let answer = work(block, self.unpack(block)?);
            meter.add(self.header.slots_of(block as u64) as u64);
            Ok(answer)
        };
        let blocks = 0..self.blocks() as usize;
        let _ahead = self.in_order();
        match options.threads.is_one() {
            true => blocks.map(one).collect(),
            false => options.threads.install(|| blocks.into_par_iter().map(one).collect()),
        }
    }

    /// Unpacks everything into memory.
    pub(crate) fn load(&self, options: &ScanOptions<'_>) -> Result<Loaded<'_>, TableError> {
        let needed = match self.header.alphabet.width() {
            Width::Pair => self.slots() / 4,
            Width::Byte => self.slots(),
            Width::Word => self.slots().saturating_mul(2),
        };
        let available = memory::available().unwrap_or(u64::MAX);
        if needed > available {
            return Err(TableError::Memory { needed, available });
        }
        Ok(Loaded { table: self, blocks: self.each_block(options, |_, cells| cells)? })
    }
}

/// All of a table in memory.
pub(crate) struct Loaded<'a> {
    table: &'a Table,
    blocks: Vec<Cells>,
}

impl Loaded<'_> {
    /// What a slot is worth; `None` past the end.
    #[inline]
    pub(crate) fn get(&self, slot: u64) -> Option<Entry> {
        if slot >= self.table.slots() {
            return None;
        }
        let header = &self.table.header;
        let cells = &self.blocks[(slot >> header.block_log) as usize];
        let symbol = cells.get((slot & (header.block_slots() - 1)) as usize);
        Some(header.alphabet.entry(symbol))
    }
}

/// Every slot of a table in order. Made by [`Table::entries`].
#[derive(Debug)]
pub struct Entries<'a> {
    table: &'a Table,
    next: u64,
    block: Option<Cells>,
    _ahead: InOrder<'a>,
}

impl Iterator for Entries<'_> {
    type Item = Result<(u64, Entry), TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        let slot = self.next;
        let header = &self.table.header;
        if slot >= header.slots {
            return None;
        }
        let place = (slot & (header.block_slots() - 1)) as usize;
        let cells = match (&self.block, place) {
            (Some(cells), 1..) => cells,
            _ => match self.table.unpack((slot >> header.block_log) as usize) {
                Ok(cells) => self.block.insert(cells),
                Err(error) => {
                    // Nothing comes after an error.
                    self.next = header.slots;
                    return Some(Err(error));
                }
            },
        };
        self.next += 1;
        Some(Ok((slot, header.alphabet.entry(cells.get(place)))))
    }
}
