//! How long something takes, roughly.

use std::time::Duration;

use super::counted;

/// A duration in words, as roughly as estimates are.
///
/// ```
/// use std::time::Duration;
/// use retrograde::words::lasting;
/// assert_eq!(lasting(Duration::from_millis(20)), "less than a second");
/// assert_eq!(lasting(Duration::from_secs(1)), "about 1 second");
/// assert_eq!(lasting(Duration::from_secs(200)), "about 3 minutes");
/// assert_eq!(lasting(Duration::from_secs(40 * 86_400)), "about 40 days");
/// assert_eq!(lasting(Duration::from_secs(86_400 * 36_525)), "about 100 years");
/// ```
#[must_use]
pub fn lasting(time: Duration) -> String {
    const UNITS: [(u64, u64, &str, &str); 4] = [
        (1, 100, "second", "seconds"),
        (60, 100, "minute", "minutes"),
        (3600, 72, "hour", "hours"),
        (86_400, 800, "day", "days"),
    ];
    const YEAR: u64 = 31_557_600;
    if time < Duration::from_millis(500) {
        return "less than a second".to_owned();
    }
    let rounded = |unit: u64| ((time.as_secs_f64() / unit as f64).round() as u64).max(1);
    let fits = UNITS.into_iter().find(|&(unit, most, ..)| rounded(unit) <= most);
    let (unit, _, one, many) = fits.unwrap_or((YEAR, 0, "year", "years"));
    format!("about {}", counted(rounded(unit), one, many))
}
