//! Decimal numbers out of text and into it, eight digits at a time.

/// The number at `at` and the place of the first byte after it.
///
/// `None` for what is not plainly a number as `u64` prints it (no digit, a leading zero, more than
/// 19 digits) and near the end of `text`: the caller then takes its careful way.
///
/// Digits are found and added up in one machine word, after D. Lemire, 2021, "Number parsing at a
/// gigabyte per second".
#[inline]
pub(crate) fn plain_number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    const ASCII_ZEROS: u64 = 0x3030_3030_3030_3030;
    let word = u64::from_le_bytes(*text.get(at..)?.first_chunk()?) ^ ASCII_ZEROS;
    // A digit is now 0 to 9: adding 0x76 sets the top bit of anything more, and a carry can spoil
    // only what comes after the first byte that is no digit.
    let others = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let count = others.trailing_zeros() as usize / 8;
    if count == 0 || (word & 0xff == 0 && count > 1) {
        return None;
    }
    let number = sum_of_eight(word << (64 - 8 * count));
    if count < 8 { Some((number, at + count)) } else { more_digits(text, at + 8, number) }
}

/// As [`plain_number`], near the end of `text`, too.
#[inline]
pub(crate) fn any_plain_number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    plain_number(text, at).or_else(|| last_number(text, at))
}

/// A plain number in the last bytes of a text.
#[cold]
fn last_number(text: &[u8], at: usize) -> Option<(u64, usize)> {
    let rest = text.get(at..).filter(|rest| rest.len() < 20)?;
    let mut padded = [b' '; 40];
    padded[..rest.len()].copy_from_slice(rest);
    let (number, after) = plain_number(&padded, 0)?;
    Some((number, at + after))
}

/// The number of eight digits, one a byte, the first in the lowest byte.
#[inline]
fn sum_of_eight(digits: u64) -> u64 {
    let pairs = (digits & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(10 << 8 | 1) >> 8;
    let fours = (pairs & 0x00ff_00ff_00ff_00ff).wrapping_mul(100 << 16 | 1) >> 16;
    (fours & 0x0000_ffff_0000_ffff).wrapping_mul(10_000 << 32 | 1) >> 32
}

fn more_digits(text: &[u8], from: usize, mut number: u64) -> Option<(u64, usize)> {
    let rest = text.get(from..)?;
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count > 11 {
        return None;
    }
    for &digit in &rest[..count] {
        number = number * 10 + u64::from(digit - b'0');
    }
    Some((number, from + count))
}

/// The digits of a number below 10⁸, and how many they are; what comes after them means nothing.
///
/// The number is cut into two parts of four digits, four of two and eight of one, side by side in
/// one machine word.
#[inline]
pub(crate) fn eight_digits(number: u64) -> Option<([u8; 8], usize)> {
    if number >= 100_000_000 {
        return None;
    }
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let twos = hundreds + ((fours - hundreds * 100) << 16);
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    let ones = tens + ((twos - tens * 10) << 8);
    // The first digit is in the lowest byte; a zero has one digit as well.
    let zeros = (ones.trailing_zeros() / 8).min(7);
    let digits = (ones | 0x3030_3030_3030_3030) >> (8 * zeros);
    Some((digits.to_le_bytes(), 8 - zeros as usize))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_plain_numbers_are_taken() {
        for (text, expected) in [
            ("0        ", Some((0, 1))),
            ("7\n        ", Some((7, 1))),
            ("12345678 x", Some((12_345_678, 8))),
            ("123456789 ", Some((123_456_789, 9))),
            ("9999999999999999999 ", Some((9_999_999_999_999_999_999, 19))),
            ("10000000000000000000 ", None),
            ("00        ", None),
            ("01 2345678", None),
            ("00000000001 ", None),
            ("x1        ", None),
            ("-1        ", None),
            ("1234567", None),
            ("", None),
        ] {
            assert_eq!(plain_number(text.as_bytes(), 0), expected, "{text:?}");
        }
        assert_eq!(plain_number(b"ab", 9), None);
        for (text, expected) in [
            ("7", Some((7, 1))),
            ("120;", Some((120, 3))),
            ("9999999999999999999", Some((9_999_999_999_999_999_999, 19))),
            ("10000000000000000000", None),
            ("01", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(any_plain_number(text.as_bytes(), 0), expected, "{text:?}");
            let behind = format!("12 {text}");
            let moved = expected.map(|(number, after)| (number, after + 3));
            assert_eq!(any_plain_number(behind.as_bytes(), 3), moved, "{text:?}");
        }
        assert_eq!(any_plain_number(b"ab", 9), None);
    }

    #[test]
    fn digits_of_small_numbers() {
        let edges = (0..9).flat_map(|power| {
            let edge = 10_u64.pow(power);
            edge.saturating_sub(120)..edge + 120
        });
        for number in edges.chain((0..100_000_000).step_by(9973)) {
            match eight_digits(number) {
                Some((digits, length)) => {
                    assert_eq!(&digits[..length], number.to_string().as_bytes());
                }
                None => assert!(number > 99_999_999),
            }
        }
        assert_eq!(eight_digits(u64::MAX), None);
    }

    proptest! {
        #[test]
        fn every_byte_that_is_no_digit_ends_the_number(
            number in 0..10_000_000_000_000_000_000u64,
            after in any::<u8>().prop_filter("no digit", |byte| !byte.is_ascii_digit()),
            rest in proptest::array::uniform8(any::<u8>()),
        ) {
            let mut text = number.to_string().into_bytes();
            let digits = text.len();
            text.push(after);
            text.extend(rest);
            prop_assert_eq!(plain_number(&text, 0), Some((number, digits)));
        }
    }
}
