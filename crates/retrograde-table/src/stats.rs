//! What there is in a table: counts, distances, and the longest wins.

use std::ops::Range;

use retrograde_core::{Control, Distance};

use crate::{Counts, Table, TableError, Worth, phase};
use retrograde_games::Section;

/// What there is in a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many slots are worth what.
    pub counts: Counts,
    /// For each distance, how many wins take so many moves. Empty without distances.
    pub wins: Vec<u64>,
    /// For each distance, how many losses take so many moves. Empty without distances.
    pub losses: Vec<u64>,
    /// The slots of the longest wins, the longest first; of equally long ones those with the
    /// smallest numbers. [`Rules::unrank`](crate::Rules::unrank) says which positions they are, and
    /// [`SolvedGame::line`](crate::SolvedGame::line) how they are won.
    pub longest: Vec<(u64, Worth)>,
}

/// What there is in a section of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SectionStats {
    /// How many slots are worth what.
    pub counts: Counts,
    /// The first of the slots whose win takes longest, and how long. None without distances.
    pub longest_win: Option<(u64, Distance)>,
}

impl SectionStats {
    /// Counts a slot that comes after those before.
    fn add(&mut self, slot: u64, worth: Worth) {
        self.counts.add(worth, 1);
        if let Worth::Win(Some(distance)) = worth
            && self.longest_win.is_none_or(|(_, longest)| distance > longest)
        {
            self.longest_win = Some((slot, distance));
        }
    }

    /// Puts what was counted elsewhere to it.
    fn join(&mut self, other: &Self) {
        let SectionStats { counts, longest_win } = other;
        for (worth, count) in [
            (Worth::Win(None), counts.win),
            (Worth::Lose(None), counts.lose),
            (Worth::Tie, counts.tie),
            (Worth::Draw, counts.draw),
            (Worth::Hole, counts.hole),
        ] {
            self.counts.add(worth, count);
        }
        let rank = |(slot, distance): (u64, Distance)| (distance, std::cmp::Reverse(slot));
        self.longest_win =
            self.longest_win.into_iter().chain(*longest_win).max_by_key(|&l| rank(l));
    }
}

impl Table {
    /// Counts what there is in each [section](retrograde_games::Game::sections) of the game.
    ///
    /// # Complexity
    /// Each block is unpacked once.
    ///
    /// # Errors
    /// A block cannot be read or is damaged, or somebody stopped it.
    pub fn section_stats(
        &self,
        sections: &[Section],
        control: &Control<'_>,
    ) -> Result<Vec<SectionStats>, TableError> {
        let alphabet = &self.header.alphabet;
        let counted = self.each_block(control, phase::COUNTING, |block, cells| {
            let Range { start: begin, end } = self.span(block);
            let mut here = Vec::new();
            for (number, section) in sections.iter().enumerate() {
                let mut stats = SectionStats::default();
                for slots in &section.slots {
                    for slot in slots.start.max(begin)..slots.end.min(end) {
                        stats.add(slot, alphabet.worth(cells.get((slot - begin) as usize)));
                    }
                }
                if stats != SectionStats::default() {
                    here.push((number, stats));
                }
            }
            here
        })?;
        let mut all = vec![SectionStats::default(); sections.len()];
        counted.iter().flatten().for_each(|(number, stats)| all[*number].join(stats));
        Ok(all)
    }

    /// Counts what there is, and finds this many of the longest wins.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let stats = table.stats(&Default::default(), 3)?;
    /// assert_eq!(stats.wins.iter().sum::<u64>(), stats.counts.win);
    /// let (slot, worth) = stats.longest[0];
    /// assert_eq!(table.probe(slot)?, worth);
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    ///
    /// # Complexity
    /// Each block is unpacked once, and those up to the last of the longest wins once more.
    ///
    /// # Errors
    /// A block cannot be read or is damaged, or somebody stopped it.
    pub fn stats(&self, control: &Control<'_>, longest: usize) -> Result<Stats, TableError> {
        let alphabet = &self.header.alphabet;
        let counted = self.each_block(control, phase::COUNTING, |block, cells| {
            let mut counts = vec![0u32; alphabet.len()];
            let Range { start, end } = self.span(block);
            for place in 0..(end - start) as usize {
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
            let worth = alphabet.worth(symbol);
            stats.counts.add(worth, count);
            let histogram = match worth {
                Worth::Win(_) => &mut stats.wins,
                _ => &mut stats.losses,
            };
            if let Some(distance) = worth.distance() {
                let place = distance.0 as usize;
                histogram.resize(histogram.len().max(place + 1), 0);
                histogram[place] += count;
            }
        }
        stats.longest = self.longest_wins(&stats.wins, longest, control)?;
        Ok(stats)
    }

    /// The first slots with the longest wins, of which there are as many as the histogram says.
    fn longest_wins(
        &self,
        histogram: &[u64],
        longest: usize,
        control: &Control<'_>,
    ) -> Result<Vec<(u64, Worth)>, TableError> {
        // How many to take of each distance.
        let mut left = longest as u64;
        let mut quota = vec![0; histogram.len()];
        for (quota, &count) in quota.iter_mut().zip(histogram).rev() {
            *quota = count.min(left);
            left -= *quota;
        }
        let mut missing: u64 = quota.iter().sum();
        let mut found = Vec::new();
        let mut pace = control.pace();
        for slot in self {
            if missing == 0 {
                break;
            }
            pace.steps(1)?;
            let (slot, worth) = slot?;
            if let Worth::Win(Some(distance)) = worth
                && let Some(quota @ 1..) = quota.get_mut(distance.0 as usize)
            {
                *quota -= 1;
                missing -= 1;
                found.push((slot, worth));
            }
        }
        found.sort_by_key(|&(slot, worth)| (std::cmp::Reverse(worth.distance()), slot));
        Ok(found)
    }

    /// The first slot with the longest loss, by the histogram.
    pub(crate) fn longest_loss(
        &self,
        stats: &Stats,
        control: &Control<'_>,
    ) -> Result<Option<(u64, Distance)>, TableError> {
        let Some(longest) = stats.losses.iter().rposition(|&count| count > 0) else {
            return Ok(None);
        };
        let longest = Distance(longest as u32);
        let mut pace = control.pace();
        for slot in self {
            pace.steps(1)?;
            let (slot, worth) = slot?;
            if worth == Worth::Lose(Some(longest)) {
                return Ok(Some((slot, longest)));
            }
        }
        Ok(None)
    }
}
