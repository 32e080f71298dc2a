//! Blocks that were probed stay in memory, as many as fit.
//!
//! What goes first is what has not been probed since the hand of the clock last went by.
//!
//! Source: F. J. Corbató, *A Paging Experiment with the Multics System*, 1968.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::block::Cells;

/// Unpacked blocks by their numbers.
#[derive(Debug)]
pub(crate) struct Cache {
    places: Vec<Place>,
    clock: Mutex<Clock>,
}

#[derive(Debug, Default)]
struct Place {
    cells: RwLock<Option<Arc<Cells>>>,
    /// Whether it was probed since the hand went by.
    probed: AtomicBool,
}

#[derive(Debug, Default)]
struct Clock {
    /// The most bytes to hold. One block is held in any case.
    room: u64,
    /// The blocks that are held, the hand at the front.
    held: VecDeque<usize>,
    bytes: u64,
}

impl Cache {
    pub(crate) fn new(blocks: usize, room: u64) -> Self {
        let places = std::iter::repeat_with(Place::default).take(blocks).collect();
        Cache { places, clock: Mutex::new(Clock { room, ..Clock::default() }) }
    }

    /// From now on so many bytes are held at most, once something more is to be held.
    pub(crate) fn set_room(&self, room: u64) {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner).room = room;
    }

    /// Looks at a block, which is loaded if it is not held.
    #[inline]
    pub(crate) fn with<R, E>(
        &self,
        block: usize,
        load: impl FnOnce() -> Result<Cells, E>,
        look: impl FnOnce(&Arc<Cells>) -> R,
    ) -> Result<R, E> {
        let place = &self.places[block];
        if let Some(cells) = &*place.cells.read().unwrap_or_else(PoisonError::into_inner) {
            // Written only when it changes, so that threads do not fight for the line.
            if !place.probed.load(Relaxed) {
                place.probed.store(true, Relaxed);
            }
            return Ok(look(cells));
        }
        let cells = Arc::new(load()?);
        let answer = look(&cells);
        self.hold(block, cells);
        Ok(answer)
    }

    fn hold(&self, block: usize, cells: Arc<Cells>) {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let size = cells.size();
        while clock.bytes + size > clock.room {
            let Some(oldest) = clock.held.pop_front() else { break };
            let place = &self.places[oldest];
            if place.probed.swap(false, Relaxed) {
                clock.held.push_back(oldest);
            } else {
                let mut cells = place.cells.write().unwrap_or_else(PoisonError::into_inner);
                clock.bytes -= cells.take().map_or(0, |cells| cells.size());
            }
        }
        let mut held = self.places[block].cells.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have loaded the same block meanwhile.
        if held.is_none() {
            *held = Some(cells);
            clock.bytes += size;
            clock.held.push_back(block);
        }
    }

    /// How many bytes are held.
    #[cfg(test)]
    fn bytes(&self) -> u64 {
        self.clock.lock().unwrap().bytes
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_is_held_stays_within_bounds_and_what_is_probed_stays() {
        let cache = Cache::new(100, 1000);
        let loads = Cell::new(0);
        let probe = |block: usize| {
            let load = || {
                loads.set(loads.get() + 1);
                Ok::<_, ()>(Cells::Bytes(vec![block as u8; 100]))
            };
            assert_eq!(cache.with(block, load, |cells| cells.get(7)), Ok(block as u16));
            assert!(cache.bytes() <= 1000);
        };
        for block in 0..100 {
            probe(block);
            probe(3);
        }
        assert_eq!(loads.get(), 100, "block 3 is loaded once");
        let nothing = Cache::new(2, 0);
        for _ in 0..2 {
            nothing
                .with(1, || Ok::<_, ()>(Cells::Bytes(vec![5; 9])), |cells| cells.get(0))
                .unwrap();
        }
        assert_eq!(nothing.bytes(), 9, "one block is held whatever its size");
    }

    #[test]
    fn threads_share_it() {
        let cache = &Cache::new(10, 25);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    for step in 0..2000 {
                        let block = (step * 7 + thread * 3) % 10;
                        let load = || Ok::<_, ()>(Cells::Bytes(vec![block as u8; 10]));
                        assert_eq!(cache.with(block, load, |cells| cells.get(0)), Ok(block as u16));
                    }
                });
            }
        });
        assert!(cache.bytes() <= 25);
    }
}
