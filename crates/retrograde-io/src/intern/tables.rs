//! The memory of all parts of the table of names, in large pieces: those are given back at once.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use retrograde_core::sys;

use super::name::{Keys, PARTS};

/// What the parts have in common. Each looks at and changes only its own places, with plain loads and stores.
pub(crate) struct Tables {
    pub(crate) keys: Keys,
    /// For small numbers, one more than where each appeared first. Of what nobody touches there are only
    /// addresses.
    pub(crate) direct: Vec<AtomicU32>,
    /// How much of it is used, at most.
    direct_len: AtomicUsize,
    /// The slots that the parts have which have most.
    slots: Mutex<(usize, Weak<Vec<AtomicU64>>)>,
}

impl Tables {
    /// Tables of which the direct one may be so long.
    pub(crate) fn new(direct: usize) -> Self {
        Tables {
            keys: Keys::new(),
            direct: sys::zeroed_atomics(direct),
            direct_len: AtomicUsize::new(0),
            slots: Mutex::default(),
        }
    }

    /// So many slots for each part. All parts grow at about the same time, into the same memory.
    pub(crate) fn slots(&self, len: usize) -> Arc<Vec<AtomicU64>> {
        let mut latest = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slots) = latest.1.upgrade().filter(|_| latest.0 == len) {
            return slots;
        }
        let slots = Arc::new(sys::zeroed_atomic_words(2 * PARTS * len));
        // A part that lags far behind has its own.
        if len > latest.0 {
            *latest = (len, Arc::downgrade(&slots));
        }
        slots
    }

    pub(crate) fn note_direct(&self, len: usize) {
        self.direct_len.fetch_max(len, Relaxed);
    }

    /// Bytes in use while parts grow.
    pub(crate) fn heap_bytes(&self) -> u64 {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner).0 * PARTS * 16;
        (slots + slots / 2 + self.direct_len.load(Relaxed) * 4) as u64
    }
}
