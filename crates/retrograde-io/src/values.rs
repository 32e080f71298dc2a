//! What the values of `verdict`, `owner`, `priority`, `target`, `colors`, `weight` and `player` mean
//! as text.

use retrograde_core::{Colors, Outcome, Player, Side};

use crate::quote::quote;

/// Reads `win`, `lose` or `draw`.
pub(crate) fn verdict(text: &str) -> Result<Outcome, String> {
    Outcome::parse(text)
        .ok_or_else(|| format!("verdict is 'win', 'lose' or 'draw', not {}", quote(text)))
}

/// Reads `0` or `1`.
pub(crate) fn owner(text: &str) -> Result<Player, String> {
    match text {
        "0" => Ok(Player::Zero),
        "1" => Ok(Player::One),
        _ => Err(format!("owner is 0 or 1, not {}", quote(text))),
    }
}

/// Reads a number that fits `u32`.
pub(crate) fn priority(text: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().ok_or_else(|| {
        format!("priority is a whole number from 0 to {}, not {}", u32::MAX, quote(text))
    })
}

/// Reads `true` or `false`, also as Python writes them.
pub(crate) fn target(text: &str) -> Result<bool, String> {
    match text {
        "true" | "True" => Ok(true),
        "false" | "False" => Ok(false),
        _ => Err(format!("target is true or false, not {}", quote(text))),
    }
}

/// Reads numbers from 0 to 63 between commas.
pub(crate) fn colors(text: &str) -> Result<Colors, String> {
    Colors::parse(text).map_err(|error| error.to_string())
}

/// Reads a whole number that fits `i64`, also written as `3.0` or `3e2`.
pub(crate) fn weight(text: &str) -> Result<i64, String> {
    if let Ok(number) = text.parse() {
        return Ok(number);
    }
    let Some(decimal) = Decimal::parse(text) else {
        return Err(format!("weight is a whole number, not {}", quote(text)));
    };
    if decimal.exponent < 0 {
        return Err(format!(
            "weights are whole numbers, and {} has a fraction: multiply all weights by a common factor",
            quote(text)
        ));
    }
    decimal.to_i64().ok_or_else(|| {
        format!("weights lie between {} and {}, and {} does not", i64::MIN, i64::MAX, quote(text))
    })
}

/// A decimal number, perhaps with point and exponent, that is whole and fits.
pub(crate) fn whole(text: &str) -> Option<i64> {
    Decimal::parse(text).filter(|decimal| decimal.exponent >= 0)?.to_i64()
}

/// Reads `left` or `right`.
pub(crate) fn player(text: &str) -> Result<Side, String> {
    Side::parse(text).ok_or_else(|| {
        format!(
            "player is 'left' or 'right', not {}: leave it out where both may move",
            quote(text)
        )
    })
}

/// A decimal number taken exactly: `digits`, without zeros at either end, times 10 to `exponent`.
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.as_bytes().first()? {
            b'-' => (true, &text[1..]),
            b'+' => (false, &text[1..]),
            _ => (false, text),
        };
        let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all_digits = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        if !all_digits || whole.len() + fraction.len() == 0 {
            return None;
        }
        let both = format!("{whole}{fraction}");
        let digits = both.trim_end_matches('0');
        if digits.is_empty() {
            return Some(Decimal { negative: false, digits: String::new(), exponent: 0 });
        }
        let zeros = (both.len() - digits.len()) as i64;
        let exponent = exponent.saturating_add(zeros).saturating_sub(fraction.len() as i64);
        let digits = digits.trim_start_matches('0').to_owned();
        Some(Decimal { negative, digits, exponent })
    }

    fn to_i64(&self) -> Option<i64> {
        // No i64 has more than 19 digits, and 10 to the 38 still fits an i128.
        if self.digits.len() as i64 + self.exponent > 19 {
            return None;
        }
        let digits: i128 = if self.digits.is_empty() { 0 } else { self.digits.parse().ok()? };
        let size = digits * 10_i128.pow(u32::try_from(self.exponent).ok()?);
        i64::try_from(if self.negative { -size } else { size }).ok()
    }
}

/// An exponent; one too large to matter stands for all of them.
fn parse_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_exact() {
        for (text, expected) in [
            ("0", 0),
            ("-0.0", 0),
            ("3.0", 3),
            ("+3", 3),
            ("3e2", 300),
            ("1.25E2", 125),
            ("120e-1", 12),
            (".0", 0),
            ("5.", 5),
            ("0e99999999999999999999", 0),
            ("9223372036854775807", i64::MAX),
            ("9223372036854775807.0", i64::MAX),
            ("-9223372036854775808", i64::MIN),
            ("-9223372036854775808.000", i64::MIN),
            ("1e18", 1_000_000_000_000_000_000),
        ] {
            assert_eq!(weight(text), Ok(expected), "{text}");
        }
        for text in ["3.5", "1e-1", "0.000000000000000000000001", "5e-99999999999999999999"] {
            assert!(weight(text).unwrap_err().contains("has a fraction"), "{text}");
        }
        for text in ["9223372036854775808", "-9223372036854775809", "1e19", "1e99999999999999999"] {
            assert!(weight(text).unwrap_err().starts_with("weights lie between"), "{text}");
        }
        for text in ["", "-", ".", "x", "1x", "1e", "e1", "1.2.3", "--1", "0x10", "nan", "1 "] {
            assert!(weight(text).unwrap_err().starts_with("weight is a whole"), "{text}");
        }
    }

    #[test]
    fn players_are_two_words() {
        assert_eq!(player("left"), Ok(Side::Left));
        assert_eq!(player("right"), Ok(Side::Right));
        for text in ["", "both", "Left", "RIGHT", "l", "0", "1", "true", "left ", "left,right"] {
            assert!(player(text).unwrap_err().starts_with("player is 'left' or 'right'"), "{text}");
        }
    }

    #[test]
    fn priorities_are_digits() {
        assert_eq!(priority("4294967295"), Ok(u32::MAX));
        for text in ["", "-1", "+1", "4294967296", "1.0", "x"] {
            assert!(priority(text).is_err(), "{text}");
        }
    }
}
