//! Numbers as people read them.

use std::fmt::Display;

/// 12345678 as 12,345,678; and so the whole numbers in whatever shows them, such as fractions.
///
/// ```
/// use retrograde_core::{Ratio, grouped};
/// assert_eq!(grouped(12_345_678), "12,345,678");
/// assert_eq!(grouped(-123_456), "-123,456");
/// assert_eq!(grouped(999), "999");
/// assert_eq!(grouped(Ratio::new(-1000, 3).unwrap()), "-1,000/3");
/// ```
#[must_use]
pub fn grouped(number: impl Display) -> String {
    let plain = number.to_string();
    let mut text = String::with_capacity(plain.len() * 4 / 3);
    let (mut rest, mut inside) = (plain.as_str(), false);
    while let Some(next) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if inside && digits > 0 && digits.is_multiple_of(3) {
            text.push(',');
        }
        text.push(next);
        inside = digits > 0;
        rest = &rest[next.len_utf8()..];
    }
    text
}

/// "1 vertex", "2,000 vertices".
///
/// ```
/// assert_eq!(retrograde_core::counted(2000, "vertex", "vertices"), "2,000 vertices");
/// ```
#[must_use]
pub fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}
