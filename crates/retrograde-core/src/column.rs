//! An attribute that some vertices (or edges) have and others do not.

use std::borrow::Cow;

use crate::bitmap::Bitmap;

/// A dense column of optional values. It takes no memory until the first value is set.
///
/// ```
/// use retrograde_core::{Column, Outcome};
/// let mut verdicts = Column::default();
/// verdicts.set(2, Outcome::Win);
/// assert_eq!(verdicts.get(2), Some(Outcome::Win));
/// assert_eq!(verdicts.get(0), None);
/// assert_eq!(verdicts.get(1_000_000), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Column<T> {
    values: Vec<T>,
    present: Bitmap,
    count: usize,
}

impl<T: Copy + Default> Column<T> {
    /// The value at `index`, if it was set.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T> {
        (index < self.values.len() && self.present.get(index)).then(|| self.values[index])
    }

    /// Sets the value at `index`, replacing what was there.
    pub fn set(&mut self, index: usize, value: T) {
        if index >= self.values.len() {
            self.values.resize(index + 1, T::default());
            self.present.grow(index + 1);
        }
        self.count += usize::from(!self.present.get(index));
        self.values[index] = value;
        self.present.set(index);
    }

    /// Sets the values from `index` on, where none may be yet, in the memory that setting them one by one
    /// takes.
    pub(crate) fn extend(&mut self, mut index: usize, mut values: &[T]) {
        while let Some((&first, rest)) = values.split_first() {
            self.set(index, first);
            let fits = rest.len().min(self.values.capacity() - self.values.len());
            if index + 1 == self.values.len() && fits > 0 {
                self.values.extend_from_slice(&rest[..fits]);
                self.present.grow(self.values.len());
                (index + 1..=index + fits).for_each(|index| self.present.set(index));
                self.count += fits;
                (index, values) = (index + fits + 1, &rest[fits..]);
            } else {
                (index, values) = (index + 1, rest);
            }
        }
    }

    /// One more than the last entry that may have a value.
    #[must_use]
    pub fn span(&self) -> usize {
        self.values.len()
    }

    /// How many entries have a value.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether no entry has a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The entries that have a value, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, T)> + '_ {
        self.present.ones().map(|index| (index, self.values[index]))
    }

    /// The values of the first `len` entries, with `default` where there is none; where all have
    /// one nothing is copied.
    #[must_use]
    pub fn filled(&self, len: usize, default: T) -> Cow<'_, [T]> {
        match self.count == self.values.len() && self.count >= len {
            true => Cow::Borrowed(&self.values[..len]),
            false => (0..len).map(|index| self.get(index).unwrap_or(default)).collect(),
        }
    }

    /// The first of `len` entries that has no value.
    #[must_use]
    pub fn first_missing(&self, len: usize) -> Option<usize> {
        match self.count == self.values.len() && self.count >= len {
            true => None,
            false => (0..len).find(|&index| self.get(index).is_none()),
        }
    }

    /// The column whose entry `new` is this one's entry `old`, for each `(new, old)` of `moves`.
    #[must_use]
    pub fn permuted(&self, moves: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut result = Column::default();
        for (new, old) in moves {
            if let Some(value) = self.get(old) {
                result.set(new, value);
            }
        }
        result
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        (self.values.capacity() * size_of::<T>() + self.present.words().len() * 8) as u64
    }
}

impl<T: Copy + Default + PartialEq> PartialEq for Column<T> {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

/// Every entry has a value.
///
/// ```
/// use retrograde_core::Column;
/// let weights = Column::from(vec![3, -1]);
/// assert_eq!((weights.count(), weights.get(1)), (2, Some(-1)));
/// ```
impl<T> From<Vec<T>> for Column<T> {
    fn from(values: Vec<T>) -> Self {
        let count = values.len();
        Column { values, present: Bitmap::new(count).complement(), count }
    }
}

impl<T: Copy + Default> FromIterator<(usize, T)> for Column<T> {
    fn from_iter<I: IntoIterator<Item = (usize, T)>>(entries: I) -> Self {
        let mut column = Column::default();
        for (index, value) in entries {
            column.set(index, value);
        }
        column
    }
}
