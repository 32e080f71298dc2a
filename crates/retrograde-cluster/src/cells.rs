//! All cells of a worker, and what messages do to them.

use std::ops::Range;

use retrograde_core::sys;

use crate::batch::Topic;
use crate::cell::{Cell, Kind, Known};

/// The cells of a worker: of two bytes as long as all counts and distances fit.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

/// Does the same for cells of either width.
macro_rules! each_width {
    ($cells:expr, $name:ident => $body:expr) => {
        match $cells {
            $crate::cells::Cells::Narrow($name) => $body,
            $crate::cells::Cells::Wide($name) => $body,
        }
    };
}
pub(crate) use each_width;

/// How far ahead cells are asked for.
const AHEAD: usize = 24;

impl Cells {
    pub(crate) fn new(len: usize) -> Self {
        Cells::Narrow(sys::zeroed(len))
    }

    /// Makes room for a count, or for one more than a distance.
    pub(crate) fn fit(&mut self, number: u32) {
        if let Cells::Narrow(cells) = self
            && number > u16::MOST
        {
            let mut wide: Vec<u32> = sys::zeroed(cells.len());
            for (wide, cell) in wide.iter_mut().zip(cells.iter()) {
                let (kind, number) = cell.parts();
                *wide = u32::new(kind, number);
            }
            *self = Cells::Wide(wide);
        }
    }

    /// The cell as four bytes; `None` past the last.
    #[inline]
    pub(crate) fn get(&self, place: u32) -> Option<u32> {
        each_width!(self, cells => cells.get(place as usize).map(|cell| {
            let (kind, number) = cell.parts();
            u32::new(kind, number)
        }))
    }

    pub(crate) fn set(&mut self, place: u32, kind: Kind, number: u32) {
        self.fit(number);
        each_width!(self, cells => cells[place as usize] = Cell::new(kind, number));
    }

    pub(crate) fn known(&self, place: u32) -> Known {
        self.get(place).map_or(Known::Hole, Known::of)
    }

    /// What becomes of the vertices of a message: those that are decided by it are appended to `found`.
    /// Whether all of them are there.
    pub(crate) fn apply(
        &mut self,
        topic: Topic,
        places: &[u32],
        (kind, number): (Kind, u32),
        found: &mut Vec<u32>,
    ) -> bool {
        each_width!(self, cells => {
            let value = Cell::new(kind, number);
            match topic {
                Topic::Claim => claim(cells, places, value, found),
                _ => lower(cells, places, value, found),
            }
        })
    }

    /// Lists the places of a range that are won and those that are lost with this number, in order.
    pub(crate) fn find_decided(&self, range: Range<usize>, number: u32, lists: [&mut Vec<u32>; 2]) {
        each_width!(self, cells => {
            let [won, lost] = [Kind::Won, Kind::Lost].map(|kind| Cell::new(kind, number));
            find(cells, range, won, lost, lists);
        });
    }

    /// Lists the places of a range that are tied and have not told those before them, in order.
    pub(crate) fn find_tied(&self, range: Range<usize>, list: &mut Vec<u32>) {
        each_width!(self, cells => {
            let tied = Cell::new(Kind::Tied, 1);
            find(cells, range, tied, Cell::new(Kind::Tied, 2), [list, &mut Vec::new()]);
        });
    }

    /// What is open is drawn.
    pub(crate) fn close(&mut self, range: Range<usize>) {
        each_width!(self, cells => {
            let drawn = Cell::new(Kind::Open, 0);
            cells[range].iter_mut().filter(|cell| cell.is_open()).for_each(|cell| *cell = drawn);
        });
    }
}

/// The places of a range with exactly one of two things in their cells.
fn find<C: Cell>(cells: &[C], range: Range<usize>, one: C, other: C, lists: [&mut Vec<u32>; 2]) {
    const LANES: usize = 32;
    let [ones, others] = lists;
    for start in range.clone().step_by(LANES) {
        let lanes = &cells[start..range.end.min(start + LANES)];
        // Without a branch in it, this compares many cells at once.
        if lanes.iter().fold(false, |any, cell| any | (*cell == one) | (*cell == other)) {
            let mut found = [[0; LANES]; 2];
            let mut count = [0; 2];
            for (place, &cell) in (start as u32..).zip(lanes) {
                // Written down in any case, and kept if it is one: a branch would be guessed wrongly.
                found[0][count[0] % LANES] = place;
                found[1][count[1] % LANES] = place;
                count[0] += usize::from(cell == one);
                count[1] += usize::from(cell == other);
            }
            ones.extend_from_slice(&found[0][..count[0]]);
            others.extend_from_slice(&found[1][..count[1]]);
        }
    }
}

/// Vertices with a move to a lost one: those that are open are won.
fn claim<C: Cell>(cells: &mut [C], places: &[u32], value: C, found: &mut Vec<u32>) -> bool {
    for (index, &place) in places.iter().enumerate() {
        if let Some(&next) = places.get(index + AHEAD) {
            sys::prefetch(cells, next as usize);
        }
        let Some(cell) = cells.get_mut(place as usize) else { return false };
        if cell.is_open() {
            *cell = value;
            found.push(place);
        }
    }
    true
}

/// Vertices one of whose moves is refuted: those that have no other are decided.
fn lower<C: Cell>(cells: &mut [C], places: &[u32], value: C, found: &mut Vec<u32>) -> bool {
    for (index, &place) in places.iter().enumerate() {
        if let Some(&next) = places.get(index + AHEAD) {
            sys::prefetch(cells, next as usize);
        }
        let Some(cell) = cells.get_mut(place as usize) else { return false };
        if let Some(lowered) = cell.lower() {
            if lowered.is_open() {
                *cell = lowered;
            } else {
                *cell = value;
                found.push(place);
            }
        }
    }
    true
}

/// The number that stands beside the kind of a vertex that is decided at a distance.
pub(crate) fn number_at(distance: u32) -> u32 {
    distance + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_grow_wide_when_they_must() {
        let mut cells = Cells::new(4);
        cells.set(1, Kind::Open, 3);
        cells.set(2, Kind::Lost, number_at(7));
        assert!(matches!(cells, Cells::Narrow(_)));
        cells.set(3, Kind::Open, 1_000_000);
        assert!(matches!(cells, Cells::Wide(_)));
        assert_eq!(cells.get(1), Some(u32::new(Kind::Open, 3)));
        assert_eq!(cells.get(2), Some(u32::new(Kind::Lost, 8)));
        assert_eq!(cells.get(4), None);
    }

    #[test]
    fn messages_for_nobody_are_noticed() {
        let mut cells = Cells::new(2);
        let value = (Kind::Won, 1);
        assert!(!cells.apply(Topic::Claim, &[2], value, &mut Vec::new()));
        assert!(!cells.apply(Topic::Lower, &[0, u32::MAX], value, &mut Vec::new()));
    }
}
