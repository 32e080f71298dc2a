//! Whole numbers in whatever spelling: `3`, `3.0`, `3e0`, `0.3E+1`.

use crate::quote::quote_bytes;
use crate::values::whole;

use super::header::ValueKind;

/// The value of an entry, or a message about it. Exact: nothing goes through floating point.
pub(super) fn parse(word: &[u8], field: ValueKind) -> Result<i64, String> {
    let text = std::str::from_utf8(word).ok();
    if let Some(number) = text.and_then(|text| text.parse().ok()) {
        return Ok(number);
    }
    if field == ValueKind::Integer {
        return Err(format!(
            "the value {} is not a whole number of at most 64 bits",
            quote_bytes(word)
        ));
    }
    text.and_then(whole_real).ok_or_else(|| {
        format!(
            "the value {} is not a whole number of at most 64 bits, as weights are: scale the values, or say 'pattern' and leave them out",
            quote_bytes(word)
        )
    })
}

/// A decimal number with point and exponent that happens to be whole and fit.
fn whole_real(text: &str) -> Option<i64> {
    // `d` is Fortran's mark of a double-precision exponent.
    whole(&text.replace(['d', 'D'], "e"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_whole_numbers() {
        for (word, value) in [
            ("3.0", Some(3)),
            ("-3.", Some(-3)),
            ("+.0", Some(0)),
            ("0.3E+1", Some(3)),
            ("25e-1", None),
            ("250e-1", Some(25)),
            ("1.5", None),
            ("1e18", Some(1_000_000_000_000_000_000)),
            ("1e19", None),
            ("0e999999999", Some(0)),
            ("1e-999999999", None),
            ("1e2147483647", None),
            ("1e99999999999", None),
            ("-9223372036854775808.0", Some(i64::MIN)),
            ("9223372036854775807.000", Some(i64::MAX)),
            ("9223372036854775808.0", None),
            ("9007199254740993.0", Some(9_007_199_254_740_993)),
            ("1d3", Some(1000)),
            ("nan", None),
            ("inf", None),
            (".", None),
            ("e5", None),
            ("1.2.3", None),
            ("--1.0", None),
            ("0x10", None),
        ] {
            assert_eq!(parse(word.as_bytes(), ValueKind::Real).ok(), value, "{word}");
        }
        assert!(parse(b"3.0", ValueKind::Integer).is_err());
        assert!(parse(b"\xff", ValueKind::Real).is_err());
    }
}
