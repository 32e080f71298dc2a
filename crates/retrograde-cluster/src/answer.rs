//! What the workers of a process have found.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use retrograde_core::{Bitmap, Control, Distances, Player, Stopped, Threads, Values, Winners, sys};

use crate::cell::{Cell, Kind, Known};
use crate::cells::{Cells, each_width};
use crate::partition::Partition;
use crate::solve::Share;

/// Vertices that are gathered together: whole blocks, and whole words of a bitmap.
const CHUNK: usize = 1 << 16;

/// What the workers of this process have found: their share of the answer.
#[derive(Debug)]
pub struct Answer {
    partition: Partition,
    /// The number of the first of these workers.
    first: usize,
    shares: Vec<Cells>,
    /// The checkpoint that the work went on from.
    pub resumed: Option<u64>,
    /// Rounds of messages since.
    pub rounds: u64,
    /// The levels at which rounds of a Büchi game began.
    begins: Vec<u32>,
}

/// Who wins a Büchi or co-Büchi game, and what the rounds leave behind.
#[derive(Clone, Debug)]
pub struct Visited {
    /// Where the player wins who wants to see few targets. Elsewhere the visitor does.
    pub spoiled: Bitmap,
    /// When a vertex was taken out for the spoiler: levels rise from round to round and within rounds. And
    /// in how many moves the visitor forces the next goal, where nothing was taken out.
    pub distances: Distances,
    /// The levels, rising, of what could not be forced to a goal in the round at hand. What has another level
    /// was attracted by the spoiler to the level before.
    pub begins: Vec<u32>,
}

impl Answer {
    /// Puts together what the workers of a process have found.
    ///
    /// # Panics
    /// If there are none.
    pub(crate) fn new(first: usize, mut shares: Vec<Share>) -> Self {
        let Share { partition, resumed, rounds, ref mut begins, .. } = shares[0];
        let begins = std::mem::take(begins);
        let shares = shares.into_iter().map(|share| share.cells).collect();
        Answer { partition, first, shares, resumed, rounds, begins }
    }

    /// Which vertices are whose.
    #[must_use]
    pub fn partition(&self) -> Partition {
        self.partition
    }

    /// Whether this is everything: there is one process.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.shares.len() == self.partition.workers()
    }

    /// What is known of a vertex; `None` if it belongs to another process.
    #[must_use]
    pub fn get(&self, vertex: u64) -> Option<Known> {
        let (owner, place) = self.partition.place(vertex);
        Some(self.shares.get(owner.checked_sub(self.first)?)?.known(place))
    }

    /// How many vertices there are, if this is everything and they are few enough to number them in 32 bits.
    fn whole(&self) -> Option<usize> {
        u32::try_from(self.partition.size())
            .ok()
            .filter(|_| self.is_whole())
            .map(|size| size as usize)
    }

    /// The values of all vertices; `None` if this is not everything, or too much to number it in 32 bits.
    ///
    /// # Errors
    /// It was stopped.
    pub fn values(&self, control: &Control<'_>) -> Result<Option<Values>, Stopped> {
        let Some(size) = self.whole() else { return Ok(None) };
        let (win, lose, distances) = self.gather(size, control)?;
        Ok(Some(Values::from_parts(win, lose, distances)))
    }

    /// The draws that are ties, ended by the rules; `None` as in [`values`](Self::values).
    ///
    /// # Errors
    /// It was stopped.
    pub fn ties(&self, control: &Control<'_>) -> Result<Option<Bitmap>, Stopped> {
        let Some(size) = self.whole() else { return Ok(None) };
        let (mut ties, mut cells) = (Bitmap::new(size), Vec::new());
        for chunk in 0..size.div_ceil(CHUNK) {
            control.check()?;
            self.read_chunk(chunk, &mut cells);
            for (at, cell) in cells.iter().enumerate() {
                if cell.parts().0 == Kind::Tied {
                    ties.set(chunk * CHUNK + at);
                }
            }
        }
        Ok(Some(ties))
    }

    /// Who wins where when `hunter` wants the targets, and how soon the hunter wins; `None` as in
    /// [`values`](Self::values).
    ///
    /// # Errors
    /// It was stopped.
    pub fn regions(
        &self,
        hunter: Player,
        control: &Control<'_>,
    ) -> Result<Option<(Winners, Distances)>, Stopped> {
        let Some(size) = self.whole() else { return Ok(None) };
        let (region, _, ranks) = self.gather(size, control)?;
        let others = region.clone().complement();
        let winners = match hunter {
            Player::Zero => Winners::from_regions(region, others),
            Player::One => Winners::from_regions(others, region),
        };
        Ok(Some((winners, ranks)))
    }

    /// Who wins when targets are to be visited infinitely often; `None` as in [`values`](Self::values).
    ///
    /// # Errors
    /// It was stopped.
    pub fn visited(&self, control: &Control<'_>) -> Result<Option<Visited>, Stopped> {
        let Some(size) = self.whole() else { return Ok(None) };
        let (_, spoiled, distances) = self.gather(size, control)?;
        Ok(Some(Visited { spoiled, distances, begins: self.begins.clone() }))
    }

    /// What is won, what is lost, and the distances.
    fn gather(
        &self,
        size: usize,
        control: &Control<'_>,
    ) -> Result<(Bitmap, Bitmap, Distances), Stopped> {
        let (mut win, mut lose) = (Bitmap::new(size), Bitmap::new(size));
        let mut narrow: Vec<u8> = sys::zeroed(size);
        let farthest = AtomicU32::new(0);
        let words = win.words_mut().chunks_mut(CHUNK / 64);
        let parts =
            words.zip(lose.words_mut().chunks_mut(CHUNK / 64)).zip(narrow.chunks_mut(CHUNK));
        let parts: Vec<_> = parts.enumerate().collect();
        let control = control.on(Threads::new(self.shares.len()).unwrap_or_default());
        control.for_each_with(Vec::new, parts, |cells, (chunk, ((win, lose), distances))| {
            self.read_chunk(chunk, cells);
            farthest.fetch_max(split(cells, win, lose, distances), Relaxed);
        })?;
        if farthest.into_inner() <= u8::MAX.into() {
            return Ok((win, lose, Distances::Narrow(narrow)));
        }
        drop(narrow);
        let mut wide: Vec<u32> = sys::zeroed(size);
        let parts: Vec<_> = wide.chunks_mut(CHUNK).enumerate().collect();
        control.for_each_with(Vec::new, parts, |cells, (chunk, distances)| {
            self.read_chunk(chunk, cells);
            for (distance, cell) in distances.iter_mut().zip(cells) {
                if let (Kind::Won | Kind::Lost, number) = cell.parts() {
                    *distance = number.saturating_sub(1);
                }
            }
        })?;
        Ok((win, lose, Distances::Wide(wide)))
    }

    /// The cells of all vertices of a chunk, in order, as four bytes each. All of them are there.
    fn read_chunk(&self, chunk: usize, chunk_cells: &mut Vec<u32>) {
        let length = self.partition.block_len();
        let first = chunk as u64 * CHUNK as u64;
        let end = self.partition.size().min(first + CHUNK as u64);
        chunk_cells.clear();
        for block in first / length..end.div_ceil(length) {
            let vertices = self.partition.block(block);
            let (owner, place) = self.partition.place(vertices.start);
            let places = place as usize..place as usize + (vertices.end - vertices.start) as usize;
            each_width!(&self.shares[owner - self.first], cells => {
                chunk_cells.extend(cells[places].iter().map(|cell| cell.wide()));
            });
        }
    }
}

/// What is won, what is lost and the lowest bytes of the distances; the largest of them.
fn split(cells: &[u32], win: &mut [u64], lose: &mut [u64], distances: &mut [u8]) -> u32 {
    let words = cells.chunks(64).zip(win.iter_mut().zip(lose));
    for (cells, (win, lose)) in words {
        for (at, cell) in cells.iter().enumerate() {
            let (won, lost) = decided(*cell);
            *win |= u64::from(won) << at;
            *lose |= u64::from(lost) << at;
        }
    }
    let mut most = 0;
    for (&cell, short) in cells.iter().zip(distances) {
        let (won, lost) = decided(cell);
        let distance = if won | lost { (cell & u32::MOST).saturating_sub(1) } else { 0 };
        most = most.max(distance);
        *short = distance as u8;
    }
    most
}

/// Whether a cell is won, and whether it is lost.
#[inline(always)]
fn decided(cell: u32) -> (bool, bool) {
    const LOST: u32 = (Kind::Lost as u32) << 30;
    // Nothing is no position, and what is not won has a kind.
    (cell.wrapping_sub(1) < u32::MOST, cell & !u32::MOST == LOST)
}
