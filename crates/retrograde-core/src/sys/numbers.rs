//! Arrays that are one's own or somebody else's.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// An array of numbers: one's own, or one that somebody else keeps, such as a mapped file or an array
/// of another language. Looking at it costs the same either way.
///
/// An array of somebody else's is copied when it is to be changed, and not before.
///
/// ```
/// use std::sync::Arc;
/// use retrograde_core::Numbers;
/// let kept: Arc<[u32]> = [3, 1, 4].into();
/// let mut numbers = Numbers::shared(Arc::new(kept.clone()));
/// assert_eq!((&*numbers, numbers.heap_bytes()), (&*kept, 0));
/// numbers.to_mut().push(1);
/// assert_eq!(*numbers, [3, 1, 4, 1]);
/// ```
pub struct Numbers<T: 'static> {
    /// Where the array is, so that nobody needs to ask who keeps it. Always that of `kept`.
    start: *const T,
    len: usize,
    kept: Kept<T>,
}

enum Kept<T> {
    Own(Vec<T>),
    Shared(Arc<dyn Keeper>),
}

/// Whatever keeps an array in its place.
trait Keeper: Send + Sync {}

impl<O: Send + Sync> Keeper for O {}

// SAFETY: `start` is only ever read through, while `kept` is there, and points to what `kept` owns: a
// `Vec<T>`, or something `Send` and `Sync` that hands out `&[T]`.
unsafe impl<T: Send + Sync> Send for Numbers<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for Numbers<T> {}

impl<T: Copy> Numbers<T> {
    /// The array that somebody else keeps, who is asked for it once and kept for as long as it is
    /// looked at.
    pub fn shared<O: AsRef<[T]> + Send + Sync + 'static>(keeper: Arc<O>) -> Self {
        let slice = (*keeper).as_ref();
        let (start, len) = (slice.as_ptr(), slice.len());
        Numbers { start, len, kept: Kept::Shared(keeper) }
    }

    /// The array as one that can be changed and grow; copied first if it is somebody else's.
    #[inline]
    pub fn to_mut(&mut self) -> Changing<'_, T> {
        if let Kept::Shared(_) = self.kept {
            *self = Numbers::from(self.to_vec());
        }
        // Whoever forgets the `Changing` is left with an empty array, not with a wrong place.
        (self.start, self.len) = (std::ptr::NonNull::dangling().as_ptr(), 0);
        Changing(self)
    }

    /// The array as one's own; copied if it is somebody else's.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        match self.kept {
            Kept::Own(own) => own,
            Kept::Shared(_) => self.to_vec(),
        }
    }

    /// Bytes of its own that it takes.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        match &self.kept {
            Kept::Own(own) => (own.capacity() * size_of::<T>()) as u64,
            Kept::Shared(_) => 0,
        }
    }

    #[inline]
    fn own(&mut self) -> &mut Vec<T> {
        match &mut self.kept {
            Kept::Own(own) => own,
            Kept::Shared(_) => unreachable!("only made of arrays of one's own"),
        }
    }
}

impl<T> From<Vec<T>> for Numbers<T> {
    fn from(own: Vec<T>) -> Self {
        // The items of a `Vec` stay where they are when the `Vec` is moved.
        Numbers { start: own.as_ptr(), len: own.len(), kept: Kept::Own(own) }
    }
}

impl<T> Deref for Numbers<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` and `len` are those of a slice that `kept` owns. Nobody changes or drops it
        // in the meantime: a `Vec` is changed through `Changing` alone, which borrows all of this
        // exclusively and puts `start` and `len` right again; a keeper handed out the slice for as
        // long as it is borrowed, and as nobody else has it by exclusive reference while the `Arc` is
        // here, that borrow may last as long as the `Arc`.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }
}

/// An array of one's own while it changes.
pub struct Changing<'a, T: Copy + 'static>(&'a mut Numbers<T>);

impl<T: Copy> Deref for Changing<'_, T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        match &self.0.kept {
            Kept::Own(own) => own,
            Kept::Shared(_) => unreachable!("only made of arrays of one's own"),
        }
    }
}

impl<T: Copy> DerefMut for Changing<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        self.0.own()
    }
}

impl<T: Copy> Drop for Changing<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let own = self.0.own();
        (self.0.start, self.0.len) = (own.as_ptr(), own.len());
    }
}

/// Shares what is shared, copies what is one's own.
impl<T: Clone> Clone for Numbers<T> {
    fn clone(&self) -> Self {
        match &self.kept {
            Kept::Own(own) => Numbers::from(own.clone()),
            Kept::Shared(keeper) => {
                let kept = Kept::Shared(Arc::clone(keeper));
                Numbers { start: self.start, len: self.len, kept }
            }
        }
    }
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers::from(Vec::new())
    }
}

impl<T: fmt::Debug> fmt::Debug for Numbers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Numbers<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Numbers<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tells when it is gone.
    struct Guarded(Vec<u32>, #[expect(dead_code, reason = "its count is looked at")] Arc<()>);

    impl AsRef<[u32]> for Guarded {
        fn as_ref(&self) -> &[u32] {
            &self.0
        }
    }

    #[test]
    fn what_is_shared_is_kept_and_given_back() {
        let sign = Arc::new(());
        let shared = Numbers::shared(Arc::new(Guarded(vec![1, 2, 3], Arc::clone(&sign))));
        let mut copy = shared.clone();
        drop(shared);
        assert_eq!((&*copy, Arc::strong_count(&sign)), (&[1, 2, 3][..], 2));
        copy.to_mut()[1] = 5;
        assert_eq!((&*copy, Arc::strong_count(&sign)), (&[1, 5, 3][..], 1));
    }

    #[test]
    fn a_change_that_is_forgotten_leaves_nothing() {
        let mut numbers = Numbers::from(vec![1_u32; 4]);
        let mut changing = numbers.to_mut();
        changing.extend([2; 1000]);
        std::mem::forget(changing);
        assert!(numbers.is_empty());
        assert_eq!(numbers.to_mut().len(), 1004);
        assert_eq!(numbers.len(), 1004);
    }

    #[test]
    fn what_is_ones_own_can_grow_and_move() {
        let mut numbers = Numbers::default();
        for number in 0..1000_u64 {
            numbers.to_mut().push(number);
            numbers = std::thread::spawn(|| numbers).join().unwrap();
            assert_eq!((numbers.len() as u64, numbers.last()), (number + 1, Some(&number)));
        }
        let copy = numbers.clone();
        numbers.to_mut().clear();
        assert!(numbers.is_empty() && copy.len() == 1000 && copy.heap_bytes() >= 8000);
    }
}
