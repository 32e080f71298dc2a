//! NumPy arrays of the caller as what the library keeps. Long arrays of 32-bit numbers that nobody can
//! write to are used where they are; others are copied once, and looked at after that, so that it does
//! not matter who else writes to them.

use std::slice;
use std::sync::Arc;

use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;
use retrograde::{Numbers, Offsets, Vertex};

use crate::errors;

/// Shorter arrays are copied, which takes less time than anybody could notice.
const LONG: usize = 1 << 16;

/// An array of the caller that is used where it is.
struct Kept {
    /// Keeps the memory where it is: NumPy moves no array that somebody refers to.
    _array: Py<PyAny>,
    start: usize,
    len: usize,
}

impl AsRef<[u32]> for Kept {
    fn as_ref(&self) -> &[u32] {
        // SAFETY: `start` is where `len` numbers of 32 bits stand side by side, aligned, in an array
        // that lives as long as this. Every pattern of bits is a number. The array was read-only when
        // it was taken, and so was all that it is a view of (`is_frozen`); that nobody makes it
        // writable again, or changes the file that it maps, is what the caller is told to see to.
        unsafe { slice::from_raw_parts(self.start as *const u32, self.len) }
    }
}

/// The numbers of an array of 32-bit numbers: where they are, if it is long and read-only, or a copy.
/// Negative ones become numbers that are too large.
pub(crate) fn numbers(array: &Bound<'_, PyAny>) -> Option<Numbers<u32>> {
    fn of<T: Element + Copy>(
        array: &Bound<'_, PyAny>,
        bits: impl Fn(T) -> u32,
    ) -> Option<Numbers<u32>> {
        let array = array.cast::<PyArray1<T>>().ok()?;
        let (start, len) = (array.data() as usize, array.len());
        let in_a_row = array.is_c_contiguous() && start.is_multiple_of(align_of::<u32>());
        if len >= LONG && in_a_row && is_frozen(array.as_any()) {
            let kept = Kept { _array: array.clone().into_any().unbind(), start, len };
            return Some(Numbers::shared(Arc::new(kept)));
        }
        let array = array.try_readonly().ok()?;
        let mut copy: Vec<u32> = Vec::new();
        copy.try_reserve_exact(len).ok()?;
        match array.as_slice() {
            Ok(slice) => copy.extend(slice.iter().map(|&number| bits(number))),
            Err(_) => copy.extend(array.as_array().iter().map(|&number| bits(number))),
        }
        Some(copy.into())
    }
    of(array, |number: u32| number).or_else(|| of(array, i32::cast_unsigned))
}

/// Whether an array is read-only, and so is everything that it is a view of.
fn is_frozen(array: &Bound<'_, PyAny>) -> bool {
    fn frozen(array: &Bound<'_, PyAny>) -> PyResult<bool> {
        let mut memory = array.clone();
        while memory.cast::<PyUntypedArray>().is_ok() {
            if memory.getattr("flags")?.getattr("writeable")?.extract()? {
                return Ok(false);
            }
            memory = memory.getattr("base")?;
            if memory.is_none() {
                return Ok(true);
            }
        }
        PyMemoryView::from(&memory)?.getattr("readonly")?.extract()
    }
    frozen(array).unwrap_or(false)
}

/// A copy of a one-dimensional array, converted one by one; `None` if it has another type of numbers.
fn converted<S: Element + Copy, T>(
    array: &Bound<'_, PyAny>,
    convert: impl Fn(usize, S) -> PyResult<T>,
) -> Option<PyResult<Vec<T>>> {
    let array = array.cast::<PyArray1<S>>().ok()?;
    Some(array.try_readonly().map_err(PyErr::from).and_then(|array| {
        let view = array.as_array();
        match view.as_slice() {
            Some(slice) => collect(array.py(), slice.iter().copied(), convert),
            None => collect(array.py(), view.iter().copied(), convert),
        }
    }))
}

fn collect<S, T>(
    py: Python<'_>,
    numbers: impl ExactSizeIterator<Item = S>,
    convert: impl Fn(usize, S) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let mut result = Vec::new();
    result.try_reserve_exact(numbers.len()).map_err(|error| errors::no_room(py, &error))?;
    for (place, number) in numbers.enumerate() {
        result.push(convert(place, number)?);
    }
    Ok(result)
}

/// A copy of an array of exactly this type of numbers.
pub(crate) fn copied<S: Element + Copy>(what: &str, array: &Bound<'_, PyAny>) -> PyResult<Vec<S>> {
    converted(array, |_, number| Ok(number)).unwrap_or_else(|| Err(wrong_type(what, array)))
}

/// The vertices in an array of whole numbers of 32 or 64 bits.
pub(crate) fn vertices(what: &str, array: &Bound<'_, PyAny>) -> PyResult<Vec<Vertex>> {
    let py = array.py();
    let bad = |place: usize, number: &dyn std::fmt::Display| {
        let text =
            format!("{what}[{place}] is {number}: vertices are numbered from 0 to 4294967294");
        errors::input(py, text)
    };
    converted(array, |place, n: i32| Vertex::try_from(n).map_err(|_| bad(place, &n)))
        .or_else(|| converted(array, |_, n: u32| Ok(n)))
        .or_else(|| {
            converted(array, |place, n: i64| Vertex::try_from(n).map_err(|_| bad(place, &n)))
        })
        .or_else(|| {
            converted(array, |place, n: u64| Vertex::try_from(n).map_err(|_| bad(place, &n)))
        })
        .unwrap_or_else(|| Err(wrong_type(what, array)))
}

/// Where rows begin, in an array of whole numbers of 32 or 64 bits.
pub(crate) fn offsets(what: &str, array: &Bound<'_, PyAny>, edges: usize) -> PyResult<Offsets> {
    let py = array.py();
    let bad = |place: usize, number: &dyn std::fmt::Display| {
        errors::input(py, format!("{what}[{place}] is {number}: there are {edges} edges"))
    };
    if array.len()? == 0 {
        return Err(errors::input(
            py,
            format!("{what} is empty: it has one entry more than vertices"),
        ));
    }
    if edges > u32::MAX as usize {
        let wide = converted(array, |place, n: i64| u64::try_from(n).map_err(|_| bad(place, &n)))
            .or_else(|| converted(array, |_, n: u64| Ok(n)));
        let wide = wide.unwrap_or_else(|| Err(wrong_type(what, array)));
        return wide.map(|wide| Offsets::Wide(wide.into()));
    }
    let narrow = converted(array, |place, n: i32| u32::try_from(n).map_err(|_| bad(place, &n)))
        .or_else(|| converted(array, |_, n: u32| Ok(n)))
        .or_else(|| converted(array, |place, n: i64| u32::try_from(n).map_err(|_| bad(place, &n))))
        .or_else(|| converted(array, |place, n: u64| u32::try_from(n).map_err(|_| bad(place, &n))));
    let narrow = narrow.unwrap_or_else(|| Err(wrong_type(what, array)));
    narrow.map(|narrow| Offsets::Narrow(narrow.into()))
}

fn wrong_type(what: &str, array: &Bound<'_, PyAny>) -> PyErr {
    let kind = array.getattr("dtype").and_then(|dtype| dtype.str().map(|text| text.to_string()));
    let kind = kind.unwrap_or_else(|_| array.get_type().to_string());
    errors::input(
        array.py(),
        format!("{what} is of {kind}: a one-dimensional array of whole numbers is wanted"),
    )
}
