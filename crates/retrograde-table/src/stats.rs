//! What there is in a table: counts, distances, and the longest wins.

use crate::dense::Counts;
use crate::scan::ScanOptions;
use crate::{Entry, Table, TableError};

/// What there is in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many slots are worth what.
    pub counts: Counts,
    /// For each distance, how many wins take so many plies. Empty without distances.
    pub wins: Vec<u64>,
    /// For each distance, how many losses take so many plies. Empty without distances.
    pub losses: Vec<u64>,
    /// The slots of the longest wins, the longest first; of equally long ones those with the
    /// smallest numbers. [`Game::unrank`](retrograde_games::Game::unrank) says which positions they
    /// are, and [`Table::line`] how they are won.
    pub longest: Vec<(u64, Entry)>,
}

impl Table {
    /// Counts what there is, and finds this many of the longest wins.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, ScanOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let stats = table.stats(&ScanOptions::default(), 3)?;
    /// assert_eq!(stats.wins.iter().sum::<u64>(), stats.counts.win);
    /// let (slot, entry) = stats.longest[0];
    /// assert_eq!(table.probe(slot)?, entry);
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    ///
    /// # Complexity
    /// Each block is unpacked once, and those up to the last of the longest wins once more.
    ///
    /// # Errors
    /// A block cannot be read or is damaged.
    pub fn stats(&self, options: &ScanOptions<'_>, longest: usize) -> Result<Stats, TableError> {
        let alphabet = &self.header.alphabet;
        let counted = self.each_block(options, |block, cells| {
            let mut counts = vec![0u32; alphabet.len()];
            for place in 0..self.header.slots_of(block as u64) {
                counts[usize::from(cells.get(place))] += 1;
            }
            // What does not occur is left out: with a thousand symbols the lists would be long.
            let counts = (0u16..).zip(counts).filter(|(_, count)| *count > 0);
            counts.collect::<Vec<(u16, u32)>>()
        })?;
        let mut of_symbol = vec![0u64; alphabet.len()];
        for &(symbol, count) in counted.iter().flatten() {
            of_symbol[usize::from(symbol)] += u64::from(count);
        }
        let mut stats = Stats::default();
        for (symbol, &count) in (0..).zip(&of_symbol) {
            let counts = &mut stats.counts;
            let (total, distances) = match alphabet.entry(symbol) {
                Entry::Hole => (&mut counts.hole, None),
                Entry::Tie => (&mut counts.tie, None),
                Entry::Draw => (&mut counts.draw, None),
                Entry::Win(distance) => (&mut counts.win, distance.map(|d| (&mut stats.wins, d))),
                Entry::Lose(distance) => {
                    (&mut counts.lose, distance.map(|d| (&mut stats.losses, d)))
                }
            };
            *total += count;
            if let Some((histogram, distance)) = distances {
                let place = distance.0 as usize;
                histogram.resize(histogram.len().max(place + 1), 0);
                histogram[place] += count;
            }
        }
        stats.longest = self.longest_wins(&stats.wins, longest)?;
        Ok(stats)
    }

    /// The first slots with the longest wins, of which there are as many as the histogram says.
    fn longest_wins(
        &self,
        histogram: &[u64],
        longest: usize,
    ) -> Result<Vec<(u64, Entry)>, TableError> {
        // How many to take of each distance.
        let mut left = longest as u64;
        let mut quota = vec![0; histogram.len()];
        for (quota, &count) in quota.iter_mut().zip(histogram).rev() {
            *quota = count.min(left);
            left -= *quota;
        }
        let mut missing: u64 = quota.iter().sum();
        let mut found = Vec::new();
        for entry in self.entries() {
            if missing == 0 {
                break;
            }
            let (slot, entry) = entry?;
            if let Entry::Win(Some(distance)) = entry
                && let Some(quota @ 1..) = quota.get_mut(distance.0 as usize)
            {
                *quota -= 1;
                missing -= 1;
                found.push((slot, entry));
            }
        }
        found.sort_by_key(|&(slot, entry)| (std::cmp::Reverse(entry.distance()), slot));
        Ok(found)
    }
}
