//! The one module with `unsafe` code: hints to the memory system, a view of integers as atomics, arrays
//! that others keep, files as memory, and which signals are ignored.
//!
//! Nothing here changes an answer; everything here is about where the bytes travel.
#![allow(unsafe_code)]

mod numbers;

pub use numbers::{Changing, Numbers};

use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::ops::Deref;
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

/// Whether this process was told to ignore a signal, as `nohup` does with SIGHUP.
#[cfg(unix)]
#[must_use]
pub fn is_ignored(signal: i32) -> bool {
    let mut now = std::mem::MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action nothing changes, and the old one is written to a place of its type,
    // of which zeroes are a value.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), now.as_mut_ptr()) == 0
            && now.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// Gives back to the system what the allocator keeps of memory that was freed, where it can be asked to.
///
/// It keeps some for every thread, and what one has freed another does not take: for a program that goes on
/// for days that adds up.
pub fn give_back_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it takes the allocator's own locks, and what is in use stays where it is.
    unsafe {
        libc::malloc_trim(0);
    }
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

/// The same integers as bytes, four each.
#[must_use]
pub fn as_bytes(slice: &mut [u32]) -> &mut [u8] {
    let bytes = size_of_val(slice);
    // SAFETY: a byte has no alignment and every value of it is valid, as is every value of an integer, and
    // the exclusive borrow lasts as long as that of the bytes.
    unsafe { std::slice::from_raw_parts_mut(slice.as_mut_ptr().cast(), bytes) }
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

/// An empty list with room for `len` items, on huge pages where the system has them: filling them
/// and giving them back is many times faster than with small ones.
#[must_use]
pub fn reserved<T>(len: usize) -> Vec<T> {
    let mut list = Vec::with_capacity(len);
    prefer_huge_pages(list.spare_capacity_mut());
    list
}

/// Zeros to be shared between threads, on huge pages where the system has them.
#[must_use]
pub fn zeroed_atomics(len: usize) -> Vec<AtomicU32> {
    const { assert!(align_of::<AtomicU32>() == align_of::<u32>()) };
    let mut array = ManuallyDrop::new(zeroed::<u32>(len));
    // SAFETY: the array is one that a `Vec` has allocated and that nobody else frees, and `AtomicU32` has
    // the size, alignment (checked above) and bit validity of `u32`.
    unsafe { Vec::from_raw_parts(array.as_mut_ptr().cast(), array.len(), array.capacity()) }
}

/// The same with words of 64 bits.
#[must_use]
pub fn zeroed_atomic_words(len: usize) -> Vec<AtomicU64> {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    let mut array = ManuallyDrop::new(zeroed::<u64>(len));
    // SAFETY: as in `zeroed_atomics`, with 64 bits.
    unsafe { Vec::from_raw_parts(array.as_mut_ptr().cast(), array.len(), array.capacity()) }
}

/// Makes room in a full list as `push` does, on huge pages where the system has them.
#[cold]
pub fn grow<T>(list: &mut Vec<T>) {
    list.reserve(1);
    prefer_huge_pages(list.spare_capacity_mut());
}

/// A file as read-only memory: what is looked at is fetched, and nothing is copied.
///
/// It is for files that are complete when they get their name and are never written in place, such
/// as those that are renamed over the ones before. Other programs must keep to that too:
///
/// - The part that is gone of a file that was cut short cannot be looked at: the system ends the
///   process (`SIGBUS`), as it does when a disk fails. Ask for the length of the file right before
///   each look, and what was cut earlier is an error instead.
/// - A file that is written to while somebody looks at it may read differently from one moment to
///   the next. Copy what must stay the same between a check and its use.
///
/// ```
/// use retrograde_core::sys::Mapped;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("file");
/// std::fs::write(&path, "some bytes")?;
/// let file = std::fs::File::open(&path)?;
/// assert_eq!(&Mapped::new(&file)?[5..], b"bytes");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Mapped(memmap2::Mmap);

/// In which order a file is going to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Here and there: fetch only what is asked for.
    Random,
    /// From the front to the back: fetch ahead.
    Sequential,
}

impl Mapped {
    /// Maps all of a file, as long as it is now.
    ///
    /// # Errors
    /// The system does not map this file: it is a folder or a pipe, it does not fit into the
    /// address space, or the file system cannot.
    pub fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the map is private to this type and read only, it is unmapped when the value is
        // dropped, and no borrow outlives that. That its bytes stay the same is not for us to
        // ensure: it is what the type demands of those who use it, and of other programs that can
        // write to the file. Those that do not keep to it end the process, or make bytes change
        // under a reader of plain bytes, every value of which is valid.
        unsafe { memmap2::Mmap::map(file) }.map(Mapped)
    }

    /// Tells the system in which order to expect looks from now on. One that does not listen costs
    /// nothing.
    pub fn expect(&self, order: Order) {
        #[cfg(unix)]
        let _ = self.0.advise(match order {
            Order::Random => memmap2::Advice::Random,
            Order::Sequential => memmap2::Advice::Sequential,
        });
        #[cfg(not(unix))]
        let _ = order;
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_any_length_are_mapped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for length in [0, 1, 4095, 4096, 4097, 100_000] {
            let bytes: Vec<u8> = (0..length).map(|place| (place % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let map = Mapped::new(&File::open(&path).unwrap()).unwrap();
            for order in [Order::Random, Order::Sequential] {
                map.expect(order);
                assert!(*map == bytes[..], "{length}");
            }
        }
    }

    #[test]
    fn a_folder_is_not_mapped() {
        let folder = tempfile::tempdir().unwrap();
        if let Ok(file) = File::open(folder.path()) {
            assert!(Mapped::new(&file).is_err());
        }
    }

    #[test]
    fn a_file_that_is_replaced_or_removed_stays_readable() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["file", "other"].map(|name| folder.path().join(name));
        std::fs::write(&path, "before").unwrap();
        std::fs::write(&other, "after").unwrap();
        let map = Mapped::new(&File::open(&path).unwrap()).unwrap();
        // Where a mapped file cannot be replaced, that is an error there and no harm here.
        if std::fs::rename(&other, &path).is_ok() {
            std::fs::remove_file(&path).unwrap();
        }
        assert_eq!(&*map, b"before");
    }
}
