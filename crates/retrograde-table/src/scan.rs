//! Going through a whole table, block by block or all at once in memory.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use retrograde_core::{Control, Progress, memory};

use crate::alphabet::Width;
use crate::block::Cells;
use crate::source::InOrder;
use crate::{Table, TableError, Worth, phase};

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
            meter.add(self.header.slots_of(block as u64) as u64);
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
        let needed = match self.header.alphabet.width() {
            Width::Pair => self.slots() / 4,
            Width::Byte => self.slots(),
            Width::Word => self.slots().saturating_mul(2),
        };
        let available = control.room().min(memory::available().unwrap_or(u64::MAX));
        if needed > available {
            return Err(TableError::Memory { needed, available });
        }
        Ok(Loaded {
            table: self,
            blocks: self.each_block(control, phase::READING, |_, cells| cells)?,
        })
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
    pub(crate) fn get(&self, slot: u64) -> Option<Worth> {
        if slot >= self.table.slots() {
            return None;
        }
        let header = &self.table.header;
        let cells = &self.blocks[(slot >> header.block_log) as usize];
        let symbol = cells.get((slot & (header.block_slots() - 1)) as usize);
        Some(header.alphabet.worth(symbol))
    }
}

/// Every slot of a table in order. Made by [`Table::iter`].
#[derive(Debug)]
pub struct Iter<'a> {
    table: &'a Table,
    next: u64,
    block: Option<Cells>,
    _ahead: InOrder<'a>,
}

impl Iterator for Iter<'_> {
    type Item = Result<(u64, Worth), TableError>;

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
