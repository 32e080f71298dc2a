//! Numbers as people read them.

/// 12345678 as 12,345,678. Counts are not negative.
///
/// ```
/// assert_eq!(retrograde_core::grouped(12_345_678u32), "12,345,678");
/// assert_eq!(retrograde_core::grouped(999u32), "999");
/// ```
#[must_use]
pub fn grouped(number: impl TryInto<u128>) -> String {
    let digits = number.try_into().unwrap_or(u128::MAX).to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
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
