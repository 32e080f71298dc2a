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
/// Pins in a line.
const PINS: u32 = 30;

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

/// Heaps of pins in a row with a free place between them, in a row of at least so many places.
pub(crate) fn pins(sizes: impl IntoIterator<Item = u8>, least: u32) -> Board {
    let mut board = Board::new(Style::Pins, &[PIN]);
    let mut end = 0;
    for size in sizes {
        (end..end + u32::from(size)).for_each(|place| board.put(place, PIN, 1));
        end += u32::from(size) + 1;
    }
    for place in 0..end.saturating_sub(1).max(least) {
        board.place((place % PINS) as f32, (place / PINS) as f32, (place + 1).to_string());
    }
    board
}

/// The ways to point at what is taken from one of the heaps of this size, so that so many are left on
/// one side and on the other: the pins themselves, or those beside the gap where none is taken.
pub(crate) fn splits(sizes: impl IntoIterator<Item = u8>, size: u8, left: [u8; 2]) -> Vec<Touch> {
    let mut ways = Vec::new();
    let mut begin = 0u32;
    for heap in sizes {
        if heap == size {
            for [one, other] in [left, [left[1], left[0]]] {
                let (from, to) = (begin + u32::from(one), begin + u32::from(heap - other));
                let pins = if from == to {
                    vec![from.saturating_sub(1), from]
                } else {
                    (from..to).collect()
                };
                ways.push(vec![pins]);
            }
        }
        begin += u32::from(heap) + 1;
    }
    ways.dedup();
    ways
}

/// The heaps of pins that somebody has set up, as text.
pub(crate) fn pin_heaps(setup: &Setup) -> Result<String, ParseError> {
    // A row as long as any that is drawn, whatever the number of a place claims to be.
    const LONGEST: usize = 256;
    let men = setup.men(&[PIN], LONGEST)?;
    let sizes = men.split(Option::is_none).filter(|heap| !heap.is_empty());
    let sizes: Vec<String> = sizes.map(|heap| heap.len().to_string()).collect();
    Ok(if sizes.is_empty() { "0".to_owned() } else { sizes.join(",") })
}
