//! Colours, and sets of them.

use std::fmt;

/// One of the 64 colours a vertex can have, numbered from 0.
///
/// ```
/// use retrograde_core::Color;
/// assert_eq!(Color::new(63).unwrap().number(), 63);
/// assert_eq!(Color::new(64), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color(pub(super) u8);

impl Color {
    /// How many colours there are.
    pub const COUNT: u32 = 64;

    /// The colour of that number, if there is one.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        (number < Self::COUNT).then_some(Color(number as u8))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        u32::from(self.0)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of colours, one bit each. Prints as files write it.
///
/// ```
/// use retrograde_core::{Color, Colors};
/// let colors = Colors::parse("2, 0")?;
/// assert_eq!(colors, Colors(0b101));
/// assert_eq!(colors.to_string(), "0,2");
/// assert!(colors.contains(Color::new(2).unwrap()));
/// assert_eq!(
///     Colors::parse("0,64").unwrap_err().to_string(),
///     "colors are numbers from 0 to 63 between commas, not '64'"
/// );
/// # Ok::<(), retrograde_core::ColorsError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colors(pub u64);

impl Colors {
    /// No colour.
    pub const EMPTY: Colors = Colors(0);

    /// The colours below `count`; all 64 if it is more.
    #[must_use]
    pub fn first(count: u32) -> Self {
        Colors(1_u64.checked_shl(count).map_or(u64::MAX, |bit| bit - 1))
    }

    /// Reads numbers between commas, with or without blanks; text without any is the empty set.
    ///
    /// # Errors
    /// Something between the commas that is not the number of a colour.
    pub fn parse(text: &str) -> Result<Self, ColorsError> {
        if text.trim().is_empty() {
            return Ok(Colors::EMPTY);
        }
        text.split(',').map(|part| Colors::parse_one(part.trim())).collect()
    }

    fn parse_one(text: &str) -> Result<Color, ColorsError> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = is_number.then(|| text.parse().ok()).flatten();
        number.and_then(Color::new).ok_or_else(|| ColorsError { found: super::shown(text) })
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `color` is one of them.
    #[inline]
    #[must_use]
    pub fn contains(self, color: Color) -> bool {
        self.0 >> color.0 & 1 != 0
    }

    /// These and `color`.
    #[must_use]
    pub fn with(self, color: Color) -> Self {
        Colors(self.0 | 1 << color.0)
    }

    /// These without `color`.
    #[must_use]
    pub fn without(self, color: Color) -> Self {
        Colors(self.0 & !(1 << color.0))
    }

    /// These and those of `other`.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Colors(self.0 | other.0)
    }

    /// Those of these that `other` has too.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Colors(self.0 & other.0)
    }

    /// Whether `other` has all of these.
    #[inline]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// The colours in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        let rests = std::iter::successors(Some(self.0), |rest| Some(rest & rest.wrapping_sub(1)));
        rests.take_while(|&rest| rest != 0).map(|rest| Color(rest.trailing_zeros() as u8))
    }
}

impl From<u64> for Colors {
    fn from(bits: u64) -> Self {
        Colors(bits)
    }
}

impl FromIterator<Color> for Colors {
    fn from_iter<I: IntoIterator<Item = Color>>(colors: I) -> Self {
        colors.into_iter().fold(Colors::EMPTY, Colors::with)
    }
}

impl fmt::Display for Colors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for color in self.iter() {
            write!(f, "{separator}{color}")?;
            separator = ",";
        }
        Ok(())
    }
}

/// Text that is not a set of colours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("colors are numbers from 0 to 63 between commas, not {found}")]
pub struct ColorsError {
    found: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_as_they_are_written() {
        for bits in [0, 1, 0b1010, 1 << 63, u64::MAX] {
            let colors = Colors(bits);
            assert_eq!(Colors::parse(&colors.to_string()), Ok(colors));
            assert_eq!(colors.iter().collect::<Colors>(), colors);
            assert_eq!(colors.iter().count() as u32, colors.len());
        }
        assert_eq!(Colors::parse(" 3 ,3, 03 "), Ok(Colors(8)));
        for text in [",", "1,", ",1", "1 2", "-1", "+1", "x", "99999999999", "1,,2", "1;2"] {
            assert!(Colors::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_colours_are_the_lowest_bits() {
        assert_eq!(Colors::first(0), Colors::EMPTY);
        assert_eq!(Colors::first(3), Colors(7));
        assert_eq!(Colors::first(64), Colors(u64::MAX));
        assert_eq!(Colors::first(1000), Colors(u64::MAX));
    }
}
