//! Heaps as boards: every counter is a place, so that a move can be pointed at.

use super::{Board, Man, Setup, Style, Touch};
use crate::ParseError;

/// What heaps are made of.
const COUNTER: Man = Man::new('o', "counter", None, "counter");
/// Pins, of which those beside each other are a heap.
const PIN: Man = Man::new('o', "pin", None, "pin");

/// The most places of heaps of which every counter is drawn.
const MOST: u64 = 300;
/// Counters in a line; a larger heap goes on below.
const LINE: u32 = 15;

/// Heaps that can have so many counters at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeapRows {
    pub(crate) heaps: usize,
    pub(crate) most: u32,
}

impl HeapRows {
    /// Whether every counter is a place. A heap is one otherwise.
    fn drawn(self) -> bool {
        u64::from(self.most) * self.heaps as u64 <= MOST
    }

    fn places(self) -> usize {
        self.heaps * if self.drawn() { self.most as usize } else { 1 }
    }

    pub(crate) fn board(self, sizes: impl IntoIterator<Item = u32>) -> Board {
        let palette: &[Man] = if self.drawn() { &[COUNTER] } else { &[] };
        let mut board = Board::new(Style::Heaps, palette);
        let lines = self.most.div_ceil(LINE).max(1);
        for (heap, size) in (0..self.heaps as u32).zip(sizes) {
            if !self.drawn() {
                board.place(0.0, heap as f32, format!("heap {}", heap + 1));
                board.put(heap, COUNTER, size);
                continue;
            }
            for counter in 0..self.most {
                let (x, y) = (counter % LINE, heap * lines + counter / LINE);
                let place = board.places.len() as u32;
                board.place(x as f32, y as f32, format!("heap {}: {}", heap + 1, counter + 1));
                board.put(place, COUNTER, u32::from(counter < size));
            }
        }
        board
    }

    /// The first of the counters that are taken where so many are left of a heap.
    pub(crate) fn taking(self, heap: usize, left: u32) -> Option<u32> {
        self.drawn().then_some(heap as u32 * self.most + left)
    }

    /// The sizes of the heaps that somebody has set up, as text.
    pub(crate) fn sizes(self, setup: &Setup) -> Result<String, ParseError> {
        let counts = setup.counts(&[COUNTER], self.places())?;
        let size = |heap: &[Vec<u32>]| -> u32 {
            let drawn = |count: &u32| if self.drawn() { (*count).min(1) } else { *count };
            heap.iter().flatten().map(drawn).sum()
        };
        let chunk = self.places().checked_div(self.heaps).unwrap_or(0);
        let sizes: Vec<String> = match chunk {
            // Heaps that never had a counter.
            0 => vec!["0".to_owned(); self.heaps],
            _ => counts.chunks(chunk).map(|heap| size(heap).to_string()).collect(),
        };
        Ok(sizes.join(","))
    }
}

/// Rows of pins, as long as the heap that play begins with; those beside each other are a heap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PinRows {
    /// How many pins play begins with.
    pub(crate) heap: u8,
    /// How many rows are there if no position needs more.
    pub(crate) least: usize,
}

/// The most pins that are drawn; in rows of more nobody sees which are taken.
const MOST_PINS: u8 = 40;
/// The most rows: every pin alone in a row of its own.
const MOST_ROWS: usize = MOST_PINS as usize;

impl PinRows {
    fn drawn(self) -> bool {
        self.heap <= MOST_PINS
    }

    fn length(self) -> usize {
        usize::from(self.heap).max(8)
    }

    /// Where each heap begins: with a free place behind the one before, or in the next row.
    fn begins(self, sizes: impl IntoIterator<Item = u8>) -> impl Iterator<Item = (usize, u8)> {
        let (length, mut free) = (self.length(), 0);
        sizes.into_iter().map(move |size| {
            let left = length - free % length;
            let begin = if usize::from(size) > left { free + left } else { free };
            free = begin + usize::from(size);
            // At the end of a row no place has to stay free.
            free += usize::from(!free.is_multiple_of(length));
            (begin, size)
        })
    }

    /// The heaps; text, where there are too many pins to be drawn.
    pub(crate) fn board(self, sizes: impl IntoIterator<Item = u8>, text: String) -> Board {
        if !self.drawn() {
            return Board::text(text);
        }
        let mut board = Board::new(Style::Pins, &[PIN]);
        let mut rows = self.least;
        for (begin, size) in self.begins(sizes) {
            let end = begin + usize::from(size);
            (begin..end).for_each(|place| board.put(place as u32, PIN, 1));
            rows = rows.max(end.div_ceil(self.length()));
        }
        for place in 0..rows * self.length() {
            let (x, y) = (place % self.length(), place / self.length());
            board.place(x as f32, y as f32, (place + 1).to_string());
        }
        board
    }

    /// The ways to point at what is taken from one of the heaps of this size, so that so many are
    /// left on one side and on the other: the pins themselves, or those beside the gap where none is
    /// taken.
    pub(crate) fn splits(
        self,
        sizes: impl IntoIterator<Item = u8>,
        size: u8,
        [one, other]: [u8; 2],
    ) -> Vec<Touch> {
        let mut ways = Vec::new();
        for (begin, _) in self.begins(sizes).filter(|&(_, heap)| heap == size && self.drawn()) {
            for (left, right) in [(one, other), (other, one)] {
                let (from, to) = (begin + usize::from(left), begin + usize::from(size - right));
                let pins = if from == to { from.saturating_sub(1)..from + 1 } else { from..to };
                ways.push(vec![pins.map(|place| place as u32).collect()]);
            }
        }
        ways.dedup();
        ways
    }

    /// The heaps of pins that somebody has set up, as text.
    pub(crate) fn sizes(self, setup: &Setup) -> Result<String, ParseError> {
        let men = setup.men(&[PIN], self.length() * MOST_ROWS)?;
        let rows = men.chunks(self.length());
        let heaps = rows.flat_map(|row| row.split(Option::is_none));
        let sizes = heaps.filter(|heap| !heap.is_empty()).map(|heap| heap.len().to_string());
        let sizes = sizes.collect::<Vec<String>>().join(",");
        Ok(if sizes.is_empty() { "0".to_owned() } else { sizes })
    }
}
