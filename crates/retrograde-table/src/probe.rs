//! Asking a table.

use crate::{Table, TableError, Worth};

impl Table {
    /// What a slot is worth.
    ///
    /// # Errors
    /// There is no such slot, or its block cannot be read or is damaged.
    #[inline]
    pub fn probe(&self, slot: u64) -> Result<Worth, TableError> {
        if slot >= self.slots() {
            return Err(TableError::NoSlot { slot, slots: self.slots() });
        }
        let block = (slot >> self.header.block_log) as usize;
        let place = (slot & (self.block_slots() - 1)) as usize;
        let symbol = self.with_block(block, |cells| cells.get(place))?;
        Ok(self.header.alphabet.worth(symbol))
    }

    /// What many slots are worth, in the order in which they are given.
    ///
    /// They are looked up in the order in which they lie in the file, so that each block is read
    /// once, however small the cache.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let worths = table.probe_many(&[7000, 0, 7000])?;
    /// assert_eq!(worths[0], worths[2]);
    /// assert_eq!(worths[1], table.probe(0)?);
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// As [`probe`](Self::probe).
    pub fn probe_many(&self, slots: &[u64]) -> Result<Vec<Worth>, TableError> {
        let mut order: Vec<(u64, usize)> = slots.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let outside = order.partition_point(|&(slot, _)| slot < self.slots());
        if let Some(&(slot, _)) = order.get(outside) {
            return Err(TableError::NoSlot { slot, slots: self.slots() });
        }
        let mut worths = vec![Worth::Hole; slots.len()];
        let log = self.header.block_log;
        for together in order.chunk_by(|(one, _), (other, _)| one >> log == other >> log) {
            self.with_block((together[0].0 >> log) as usize, |cells| {
                for &(slot, place) in together {
                    let symbol = cells.get((slot & (self.block_slots() - 1)) as usize);
                    worths[place] = self.header.alphabet.worth(symbol);
                }
            })?;
        }
        Ok(worths)
    }
}
