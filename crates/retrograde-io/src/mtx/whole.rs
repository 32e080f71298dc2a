//! Whole numbers in whatever spelling: `3`, `3.0`, `3e0`, `0.3E+1`.

use crate::quote::quote_bytes;

use super::header::Field;

/// The value of an entry, or a message about it. Exact: nothing goes through floating point.
pub(super) fn parse(word: &[u8], field: Field) -> Result<i64, String> {
    let text = std::str::from_utf8(word).ok();
    if let Some(number) = text.and_then(|text| text.parse().ok()) {
        return Ok(number);
    }
    if field == Field::Integer {
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
    let (negative, text) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    // `d` is Fortran's mark of a double-precision exponent.
    let (digits, exponent) = match text.split_once(['e', 'E', 'd', 'D']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let all = || before.bytes().chain(after.bytes());
    if before.len() + after.len() == 0 || !all().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // The digits in front of the point once the exponent has moved it.
    let whole = before.len() as i64 + i64::from(exponent);
    let mut value: i64 = 0;
    let mut seen: i64 = 0;
    for digit in all() {
        let digit = i64::from(digit - b'0');
        if seen < whole {
            value = value.checked_mul(10)?.checked_sub(digit)?;
        } else if digit != 0 {
            return None;
        }
        seen += 1;
    }
    if value != 0 {
        for _ in seen..whole {
            value = value.checked_mul(10)?;
        }
    }
    if negative { Some(value) } else { value.checked_neg() }
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
            assert_eq!(parse(word.as_bytes(), Field::Real).ok(), value, "{word}");
        }
        assert!(parse(b"3.0", Field::Integer).is_err());
        assert!(parse(b"\xff", Field::Real).is_err());
    }
}
