//! All cells of a worker, and what messages do to them.

use std::ops::Range;

use retrograde_core::sys;
use retrograde_link::Topic;

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

    pub(crate) fn len(&self) -> usize {
        each_width!(self, cells => cells.len())
    }

    /// Makes room for a count, or for one more than a distance.
    pub(crate) fn fit(&mut self, number: u32) {
        if let Cells::Narrow(cells) = self
            && number > u16::MOST
        {
            let mut wide: Vec<u32> = sys::zeroed(cells.len());
            wide.iter_mut().zip(&*cells).for_each(|(wide, cell)| *wide = cell.wide());
            *self = Cells::Wide(wide);
        }
    }

    /// The cell as four bytes; `None` past the last.
    #[inline]
    pub(crate) fn get(&self, place: u32) -> Option<u32> {
        each_width!(self, cells => cells.get(place as usize).map(|cell| cell.wide()))
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, place: u32, kind: Kind, number: u32) {
        match self {
            Cells::Narrow(cells) if number <= u16::MOST => {
                cells[place as usize] = Cell::new(kind, number);
            }
            _ => self.set_wide(place, kind, number),
        }
    }

    #[cold]
    fn set_wide(&mut self, place: u32, kind: Kind, number: u32) {
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

    /// One past the last place of a range that has something in its cell; where it begins, if none has.
    pub(crate) fn end_of_used(&self, range: Range<usize>) -> usize {
        let start = range.start;
        each_width!(self, cells => {
            let last = cells[range].iter().rposition(|&cell| cell != 0);
            last.map_or(start, |last| start + last + 1)
        })
    }

    /// What is open is drawn.
    pub(crate) fn close(&mut self, range: Range<usize>) {
        each_width!(self, cells => {
            let drawn = Cell::new(Kind::Open, 0);
            // Written in any case: that is done for many at once.
            for cell in &mut cells[range] {
                *cell = if cell.is_open() { drawn } else { *cell };
            }
        });
    }
}

/// The places of a range with exactly one of two things in their cells.
fn find<C: Cell>(cells: &[C], range: Range<usize>, one: C, other: C, lists: [&mut Vec<u32>; 2]) {
    /// Cells that are compared at once, and those among which it is then looked closer.
    const LANES: [usize; 2] = [32, 8];
    let [ones, others] = lists;
    // Without a branch in it, this compares many cells at once.
    let any =
        |lanes: &[C]| lanes.iter().fold(false, |any, cell| any | (*cell == one) | (*cell == other));
    let mut start = range.start as u32;
    for many in cells[range].chunks(LANES[0]) {
        if any(many) {
            for (few, first) in many.chunks(LANES[1]).zip((start..).step_by(LANES[1])) {
                if any(few) {
                    list(few, first, one, ones);
                    list(few, first, other, others);
                }
            }
        }
        start += LANES[0] as u32;
    }
}

/// Lists the places of a few cells, the first of which has a number, that have one thing in them.
#[inline(always)]
fn list<C: Cell>(cells: &[C], first: u32, wanted: C, places: &mut Vec<u32>) {
    let bits = cells.iter().rev().fold(0_u32, |bits, cell| bits << 1 | u32::from(*cell == wanted));
    let mut bits = bits;
    while bits != 0 {
        places.push(first + bits.trailing_zeros());
        bits &= bits - 1;
    }
}

/// Vertices with a move to a lost one: those that are open are won.
fn claim<C: Cell>(cells: &mut [C], places: &[u32], value: C, found: &mut Vec<u32>) -> bool {
    tell(cells, places, found, |cell| {
        let open = cell.is_open();
        (if open { value } else { cell }, open)
    })
}

/// Vertices one of whose moves is refuted: those that have no other are decided.
fn lower<C: Cell>(cells: &mut [C], places: &[u32], value: C, found: &mut Vec<u32>) -> bool {
    tell(cells, places, found, |cell| {
        let open = cell.is_open();
        let left = cell.less(open);
        let decided = open & !left.is_open();
        (if decided { value } else { left }, decided)
    })
}

/// Does to the cells of places what `effect` says, and appends those that are decided by it to `found`.
/// Which ones these are cannot be predicted, so there is no branch: all are written down, and overwritten
/// by the next if they are not decided.
#[inline(always)]
fn tell<C: Cell>(
    cells: &mut [C],
    places: &[u32],
    found: &mut Vec<u32>,
    effect: impl Fn(C) -> (C, bool),
) -> bool {
    let mut end = found.len();
    found.resize(end + places.len(), 0);
    fetch(cells, places);
    for (index, &place) in places.iter().enumerate() {
        if let Some(&next) = places.get(index + AHEAD) {
            sys::prefetch(cells, next as usize);
        }
        let Some(cell) = cells.get_mut(place as usize) else { return false };
        let (after, decided) = effect(*cell);
        *cell = after;
        found[end] = place;
        end += usize::from(decided);
    }
    found.truncate(end);
    true
}

/// Asks the processor for the cells of places that are many and close together, in the order in which they
/// lie: that is much faster than in the order in which they are told.
fn fetch<C: Cell>(cells: &[C], places: &[u32]) {
    /// Cells of so many bytes stay in a core's cache.
    const NEAR: usize = 1 << 18;
    let line = 64 / size_of::<C>();
    let ends = |(least, most): (u32, u32), &place: &u32| (least.min(place), most.max(place));
    let (least, most) = places.iter().fold((u32::MAX, 0), ends);
    let range = least as usize..most as usize + 1;
    if range.len() <= places.len().saturating_mul(2 * line).min(NEAR / size_of::<C>()) {
        range.step_by(line).for_each(|place| sys::prefetch(cells, place));
    }
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
