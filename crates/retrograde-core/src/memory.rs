//! How much memory there is, and how to say so.

use std::fmt;
use std::fs;

/// A number of bytes, printed for people.
///
/// ```
/// use retrograde_core::memory::Bytes;
/// assert_eq!(Bytes(1_536).to_string(), "1.5 KiB");
/// assert_eq!(Bytes(3 << 30).to_string(), "3.0 GiB");
/// assert_eq!(Bytes::parse("512M"), Some(Bytes(512 << 20)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl Bytes {
    /// Reads `4096`, `64K`, `512M`, `4G` or `1T` (powers of 1024; `GiB` and `GB` read as `G`).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number: u64 = text[..digits].parse().ok()?;
        let shift = match text[digits..].trim().to_ascii_lowercase().as_str() {
            "" | "b" => 0,
            "k" | "kb" | "kib" => 10,
            "m" | "mb" | "mib" => 20,
            "g" | "gb" | "gib" => 30,
            "t" | "tb" | "tib" => 40,
            _ => return None,
        };
        number.checked_mul(1 << shift).map(Bytes)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1024 {
            return write!(f, "{} B", self.0);
        }
        let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let mut amount = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while amount >= 1024.0 {
            amount /= 1024.0;
            unit += 1;
        }
        write!(f, "{amount:.1} {}", units[unit])
    }
}

/// The memory this process can still take without pushing anything out: what the system says is
/// available, or what the control group leaves if that is less. `None` where neither can be read.
#[must_use]
pub fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_available(&text));
    let group = control_group_room();
    match (system, group) {
        (Some(system), Some(group)) => Some(system.min(group)),
        (system, group) => system.or(group),
    }
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Room left under the tightest memory limit on the way from our control group to the root.
fn control_group_room() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = text.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mut folder = std::path::PathBuf::from("/sys/fs/cgroup");
    folder.push(path.trim_start_matches('/'));
    let number = |file: &str, folder: &std::path::Path| -> Option<u64> {
        fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok()
    };
    let mut room: Option<u64> = None;
    while folder.starts_with("/sys/fs/cgroup") {
        if let (Some(max), Some(current)) =
            (number("memory.max", &folder), number("memory.current", &folder))
        {
            let here = max.saturating_sub(current);
            room = Some(room.map_or(here, |room| room.min(here)));
        }
        if !folder.pop() {
            break;
        }
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meminfo_is_read_in_kibibytes() {
        let text = "MemTotal:  100 kB\nMemAvailable:   2048 kB\nBuffers: 1 kB\n";
        assert_eq!(meminfo_available(text), Some(2 << 20));
        assert_eq!(meminfo_available("MemTotal: 1 kB\n"), None);
    }

    #[test]
    fn sizes_with_nonsense_are_refused() {
        for text in ["", "G", "-1", "1.5G", "12X", "99999999999T", "1 G G"] {
            assert_eq!(Bytes::parse(text), None, "{text}");
        }
    }
}
