//! NumPy arrays of the caller as what the library keeps. Long arrays of 32-bit numbers are used where
//! they are; others are copied once, and looked at after that, so that it does not matter who else
//! writes to them.

use std::slice;
use std::sync::Arc;

use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
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
        // that lives as long as this. Every pattern of bits is a number. Who writes to the array in
        // the meantime gets a wrong answer or a panic, which becomes an exception: whatever is read
        // is an index that is checked when it is used.
        unsafe { slice::from_raw_parts(self.start as *const u32, self.len) }
    }
}

/// A long array of 32-bit numbers where it is; negative ones become numbers that are too large.
pub(crate) fn in_place(array: &Bound<'_, PyAny>) -> Option<Numbers<u32>> {
    fn of<T: Element>(array: &Bound<'_, PyAny>) -> Option<Numbers<u32>> {
        let array = array.cast::<PyArray1<T>>().ok()?;
        let (start, len) = (array.data() as usize, array.len());
        let fits =
            len >= LONG && array.is_c_contiguous() && start.is_multiple_of(align_of::<u32>());
        let kept = || Kept { _array: array.clone().into_any().unbind(), start, len };
        fits.then(|| Numbers::shared(Arc::new(kept())))
    }
    of::<u32>(array).or_else(|| of::<i32>(array))
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
            Some(slice) => collect(slice.iter().copied(), convert),
            None => collect(view.iter().copied(), convert),
        }
    }))
}

fn collect<S, T>(
    numbers: impl ExactSizeIterator<Item = S>,
    convert: impl Fn(usize, S) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let mut result = Vec::with_capacity(numbers.len());
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
