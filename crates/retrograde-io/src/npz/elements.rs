//! The elements of a NumPy array, streamed.

use std::io::Read;

use retrograde_core::Control;

use crate::npz::npy::{Header, Kind};
use crate::npz::reader::Wrong;

/// How many bytes are looked at together; a multiple of every element's size.
const CHUNK: usize = 64 << 10;

/// An element of any numeric type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Whole(i64),
    /// A whole number beyond `i64`.
    Huge(u64),
    Float(f64),
}

impl Number {
    /// The whole number this is, if it is one that fits `i64`.
    pub(crate) fn whole(self) -> Option<i64> {
        match self {
            Number::Whole(number) => Some(number),
            Number::Huge(_) => None,
            // All floats from -2^63 up to, but not including, 2^63 that are whole fit.
            Number::Float(number) => {
                let fits =
                    (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number);
                (fits && number.fract() == 0.0).then_some(number as i64)
            }
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Whole(number) => number.fmt(f),
            Number::Huge(number) => number.fmt(f),
            Number::Float(number) => number.fmt(f),
        }
    }
}

/// Reads the elements of a one-dimensional array of numbers, as many as its header announces, and
/// hands them to `each` in chunks.
pub(crate) fn for_each_chunk(
    input: &mut dyn Read,
    header: &Header,
    control: &Control<'_>,
    each: &mut dyn FnMut(&[Number]) -> Result<(), Wrong>,
) -> Result<(), Wrong> {
    let announced = header.length()?;
    let decode = decoder(header)
        .ok_or_else(|| format!("holds text ({}) where numbers should be", header.descr))?;
    let mut buffer = vec![0; CHUNK];
    let mut numbers = Vec::with_capacity(CHUNK / header.size);
    let mut count = 0_u64;
    loop {
        control.check()?;
        let read = fill(input, &mut buffer)?;
        let elements = buffer[..read].chunks_exact(header.size);
        let is_torn = !elements.remainder().is_empty();
        count += elements.len() as u64;
        if count > announced || is_torn && count == announced {
            return Err(format!("holds more than the {announced} elements it announces").into());
        }
        if read < CHUNK && count < announced {
            return Err(
                format!("ends after {count} of the {announced} elements it announces").into()
            );
        }
        numbers.clear();
        decode(&buffer[..read], &mut numbers);
        each(&numbers)?;
        if read < CHUNK {
            return Ok(());
        }
    }
}

/// Fills the buffer, except at the end of the input.
fn fill(input: &mut dyn Read, buffer: &mut [u8]) -> Result<usize, String> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(super::damage(&error)),
        }
    }
    Ok(filled)
}

type Decode = fn(&[u8], &mut Vec<Number>);

/// A decoder of chunks for one element type, both byte orders.
macro_rules! decoder {
    ($header:expr, $number:ty, $convert:expr) => {{
        fn from_little(bytes: &[u8], numbers: &mut Vec<Number>) {
            let (elements, _) = bytes.as_chunks();
            numbers.extend(elements.iter().map(|&bytes| $convert(<$number>::from_le_bytes(bytes))));
        }
        fn from_big(bytes: &[u8], numbers: &mut Vec<Number>) {
            let (elements, _) = bytes.as_chunks();
            numbers.extend(elements.iter().map(|&bytes| $convert(<$number>::from_be_bytes(bytes))));
        }
        let decode: Decode = if $header.is_big_endian { from_big } else { from_little };
        decode
    }};
}

fn decoder(header: &Header) -> Option<Decode> {
    Some(match (header.kind, header.size) {
        (Kind::Bool, _) => decoder!(header, u8, |bit| Number::Whole(i64::from(bit != 0))),
        (Kind::Signed, 1) => decoder!(header, i8, |number| Number::Whole(i64::from(number))),
        (Kind::Signed, 2) => decoder!(header, i16, |number| Number::Whole(i64::from(number))),
        (Kind::Signed, 4) => decoder!(header, i32, |number| Number::Whole(i64::from(number))),
        (Kind::Signed, 8) => decoder!(header, i64, Number::Whole),
        (Kind::Unsigned, 1) => decoder!(header, u8, |number| Number::Whole(i64::from(number))),
        (Kind::Unsigned, 2) => decoder!(header, u16, |number| Number::Whole(i64::from(number))),
        (Kind::Unsigned, 4) => decoder!(header, u32, |number| Number::Whole(i64::from(number))),
        (Kind::Unsigned, 8) => decoder!(header, u64, |number| {
            i64::try_from(number).map_or(Number::Huge(number), Number::Whole)
        }),
        (Kind::Float, 2) => decoder!(header, u16, |bits| Number::Float(half(bits))),
        (Kind::Float, 4) => decoder!(header, f32, |number| Number::Float(f64::from(number))),
        (Kind::Float, 8) => decoder!(header, f64, Number::Float),
        _ => return None,
    })
}

/// The value of an IEEE 754 number of 16 bits.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    match exponent {
        0 => sign * fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision() {
        for (bits, expected) in [
            (0x0000, 0.0),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x3555, 0.333251953125),
            (0x0001, 5.960464477539063e-8),
            (0x7c00, f64::INFINITY),
            (0xfc00, f64::NEG_INFINITY),
        ] {
            assert_eq!(half(bits), expected, "{bits:04x}");
        }
        assert!(half(0x7e00).is_nan());
    }

    #[test]
    fn whole_numbers_fit_exactly() {
        assert_eq!(Number::Float(-9_223_372_036_854_775_808.0).whole(), Some(i64::MIN));
        assert_eq!(Number::Float(-0.0).whole(), Some(0));
        for wrong in [9_223_372_036_854_775_808.0, 0.5, f64::NAN, f64::INFINITY, -1e300] {
            assert_eq!(Number::Float(wrong).whole(), None, "{wrong}");
        }
        assert_eq!(Number::Huge(u64::MAX).whole(), None);
    }
}
