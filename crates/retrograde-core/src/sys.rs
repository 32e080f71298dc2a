//! The one module with `unsafe` code: hints to the memory system and a view of integers as atomics.
//!
//! Nothing here changes an answer; everything here is about where the bytes travel.
#![allow(unsafe_code)]

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// Asks the processor to fetch `slice[index]` into its cache. An index past the end is ignored.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if index < slice.len() {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the pointer is within the slice, and a prefetch reads nothing architecturally.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().add(index).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

/// The same integers, to be shared between threads.
#[must_use]
pub fn as_atomic(slice: &mut [u32]) -> &[AtomicU32] {
    const { assert!(align_of::<AtomicU32>() == align_of::<u32>()) };
    // SAFETY: `AtomicU32` has the size, alignment (checked above) and bit validity of `u32`, and
    // the exclusive borrow lasts as long as the shared atomic one.
    unsafe { &*(std::ptr::from_mut(slice) as *const [AtomicU32]) }
}

/// The same bytes, to be shared between threads.
#[must_use]
pub fn as_atomic_bytes(slice: &mut [u8]) -> &[AtomicU8] {
    // SAFETY: as in `as_atomic`, with 8 bits.
    unsafe { &*(std::ptr::from_mut(slice) as *const [AtomicU8]) }
}

/// The same pairs of bytes, to be shared between threads.
#[must_use]
pub fn as_atomic_pairs(slice: &mut [u16]) -> &[AtomicU16] {
    const { assert!(align_of::<AtomicU16>() == align_of::<u16>()) };
    // SAFETY: as in `as_atomic`, with 16 bits.
    unsafe { &*(std::ptr::from_mut(slice) as *const [AtomicU16]) }
}

/// The same words, to be shared between threads.
#[must_use]
pub fn as_atomic_words(slice: &mut [u64]) -> &[AtomicU64] {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    // SAFETY: as in `as_atomic`, with 64 bits.
    unsafe { &*(std::ptr::from_mut(slice) as *const [AtomicU64]) }
}

/// Asks the system to back a large, freshly allocated array with huge pages, so that random
/// accesses miss the cache but not the page tables as well. Small arrays are left alone, and a
/// system that declines costs nothing.
pub fn prefer_huge_pages<T>(slice: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        const WORTH_IT: usize = 8 << 20;
        let bytes = size_of_val(slice);
        if bytes >= WORTH_IT {
            let start = (slice.as_mut_ptr() as usize).next_multiple_of(PAGE);
            let end = (slice.as_mut_ptr() as usize + bytes) / PAGE * PAGE;
            // SAFETY: the range lies within memory we borrow exclusively, and this advice changes
            // neither its contents nor its validity.
            unsafe {
                libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = slice;
}

/// An array of `len` zeros (of whatever `T` has for zero) on huge pages where the system has them.
#[must_use]
pub fn zeroed<T: Copy + Default>(len: usize) -> Vec<T> {
    let mut array = vec![T::default(); len];
    prefer_huge_pages(&mut array);
    array
}
