//! What the wave keeps for each vertex: the moves it has left while it is open, its distance once
//! it is settled.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

use retrograde_core::sys;

/// Whether other threads write to the same arrays, so that updates must be atomic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sharing {
    Alone,
    Shared,
}

/// An integer wide enough for all degrees and for the distances so far.
pub(super) trait Mark: Copy + Default + PartialEq + Sync {
    /// The same integer, shared between threads.
    type Atomic: Sync;

    /// The largest distance it holds.
    const MAX: u32;

    fn share(marks: &mut [Self]) -> &[Self::Atomic];

    /// Writes a distance of at most [`MAX`](Self::MAX).
    fn store(mark: &Self::Atomic, distance: u32);

    /// Takes one move away; whether none is left.
    fn lower(mark: &Self::Atomic, sharing: Sharing) -> bool;
}

macro_rules! impl_mark {
    ($integer:ty, $atomic:ty, $share:path) => {
        impl Mark for $integer {
            type Atomic = $atomic;

            const MAX: u32 = <$integer>::MAX as u32;

            fn share(marks: &mut [Self]) -> &[Self::Atomic] {
                $share(marks)
            }

            #[inline(always)]
            fn store(mark: &Self::Atomic, distance: u32) {
                mark.store(distance as $integer, Relaxed);
            }

            #[inline(always)]
            fn lower(mark: &Self::Atomic, sharing: Sharing) -> bool {
                match sharing {
                    Sharing::Shared => mark.fetch_sub(1, Relaxed) == 1,
                    Sharing::Alone => {
                        let left = mark.load(Relaxed) - 1;
                        mark.store(left, Relaxed);
                        left == 0
                    }
                }
            }
        }
    };
}

impl_mark!(u8, AtomicU8, sys::as_atomic_bytes);
impl_mark!(u32, AtomicU32, sys::as_atomic);
