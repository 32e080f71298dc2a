//! Asking a table.

use std::ops::Range;

use retrograde_core::Control;

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
        let (block, place) = self.place(slot);
        let symbol = self.with_block(block, |cells| cells.get(place))?;
        Ok(self.header.alphabet.worth(symbol))
    }

    /// What many slots are worth, in the order in which they are given.
    ///
    /// A million at a time, they are looked up in the order in which they lie in the file, so that
    /// each block is read once for all of these, however small the cache.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let worths = table.probe_many(&[4000, 0, 4000], &Default::default())?;
    /// assert_eq!(worths[0], worths[2]);
    /// assert_eq!(worths[1], table.probe(0)?);
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// As [`probe`](Self::probe), or somebody stopped it.
    pub fn probe_many(
        &self,
        slots: &[u64],
        control: &Control<'_>,
    ) -> Result<Vec<Worth>, TableError> {
        /// As many are sorted in some hundredths of a second.
        const TOGETHER: usize = 1 << 20;
        if let Some(&slot) = slots.iter().filter(|&&slot| slot >= self.slots()).min() {
            return Err(TableError::NoSlot { slot, slots: self.slots() });
        }
        let mut worths = vec![Worth::Hole; slots.len()];
        for (slots, worths) in slots.chunks(TOGETHER).zip(worths.chunks_mut(TOGETHER)) {
            let mut order: Vec<(u64, usize)> = slots.iter().copied().zip(0..).collect();
            order.sort_unstable();
            for together in
                order.chunk_by(|(one, _), (other, _)| self.place(*one).0 == self.place(*other).0)
            {
                control.check()?;
                self.with_block(self.place(together[0].0).0, |cells| {
                    for &(slot, place) in together {
                        let symbol = cells.get(self.place(slot).1);
                        worths[place] = self.header.alphabet.worth(symbol);
                    }
                })?;
            }
        }
        Ok(worths)
    }

    /// What slots next to each other are worth. The cache is left alone.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let worths = table.probe_range(70..80, &Default::default())?;
    /// assert_eq!((worths.len(), worths[7]), (10, table.probe(77)?));
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// As [`probe_many`](Self::probe_many).
    pub fn probe_range(
        &self,
        slots: Range<u64>,
        control: &Control<'_>,
    ) -> Result<Vec<Worth>, TableError> {
        if slots.end > self.slots() {
            return Err(TableError::NoSlot { slot: slots.end - 1, slots: self.slots() });
        }
        let mut worths = Vec::new();
        let mut next = slots.start;
        while next < slots.end {
            control.check_memory()?;
            let (block, place) = self.place(next);
            let end = self.span(block).end.min(slots.end);
            let cells = self.unpack(block)?;
            let symbols = (place..).take((end - next) as usize).map(|place| cells.get(place));
            worths.extend(symbols.map(|symbol| self.header.alphabet.worth(symbol)));
            next = end;
        }
        Ok(worths)
    }
}
