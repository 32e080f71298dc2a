//! How much memory there is, and how to say so.

use std::fmt;
use std::fs;
use std::path::Path;

pub use crate::sys::give_back_freed;

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

/// The memory this process can still take without pushing anything out: the least of what the
/// system says is available, what the control group leaves, and what the process's own limit
/// (`ulimit -v`) leaves. `None` where none of them can be read.
#[must_use]
pub fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_available(&text));
    [system, control_group_room(), address_space_room()].into_iter().flatten().min()
}

/// The memory that this process holds now, as the system counts it; `None` where it does not say.
#[must_use]
pub fn resident() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    // The second number is of resident pages, of 4 KiB on the systems that have this file.
    Some(text.split_whitespace().nth(1)?.parse::<u64>().ok()? * 4096)
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Room left under the limit on the size of the process, if it has one. The limit counts addresses,
/// not memory: stacks of threads and the reserves of the allocator take their share of them, so
/// only half is promised.
fn address_space_room() -> Option<u64> {
    Some(addresses_left()? / 2)
}

/// How many bytes of addresses the process may still take, if that is limited (`ulimit -v`).
#[must_use]
pub fn addresses_left() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limit = address_space_limit(&limits)?;
    let pages: u64 =
        fs::read_to_string("/proc/self/statm").ok()?.split_whitespace().next()?.parse().ok()?;
    // The pages that statm counts are of 4 KiB on the systems that have this file and our sizes.
    Some(limit.saturating_sub(pages * 4096))
}

fn address_space_limit(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Room left under the tightest memory limit on the way from our control group to the root. What
/// the group holds of files it has read counts as room: it is given up when memory is needed.
fn control_group_room() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/cgroup").ok()?;
    let version_2 = text
        .lines()
        .find_map(|line| line.strip_prefix("0::"))
        .map(|path| ("/sys/fs/cgroup", path, ["memory.max", "memory.current", "inactive_file "]));
    let version_1 = text
        .lines()
        .find_map(|line| line.split_once(":memory:").map(|(_, path)| path))
        .map(|path| {
            let files = ["memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "];
            ("/sys/fs/cgroup/memory", path, files)
        });
    let rooms = [version_2, version_1].into_iter().flatten();
    rooms.filter_map(|(root, path, files)| tightest_room(Path::new(root), path, files)).min()
}

fn tightest_room(root: &Path, path: &str, [limit, used, files]: [&str; 3]) -> Option<u64> {
    let number = |folder: &Path, file: &str| -> Option<u64> {
        fs::read_to_string(folder.join(file)).ok()?.trim().parse().ok()
    };
    let reclaimable = |folder: &Path| -> Option<u64> {
        let text = fs::read_to_string(folder.join("memory.stat")).ok()?;
        text.lines().find_map(|line| line.strip_prefix(files))?.trim().parse().ok()
    };
    let mut folder = root.join(path.trim_start_matches('/'));
    let mut room: Option<u64> = None;
    while folder.starts_with(root) {
        if let (Some(limit), Some(used)) = (number(&folder, limit), number(&folder, used)) {
            let held = used.saturating_sub(reclaimable(&folder).unwrap_or(0));
            let here = limit.saturating_sub(held);
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
    fn the_address_space_limit_is_read_where_there_is_one() {
        let limited = "Limit  Soft Limit  Hard Limit  Units\nMax address space  153600000  unlimited  bytes\n";
        assert_eq!(address_space_limit(limited), Some(153_600_000));
        assert_eq!(address_space_limit(&limited.replace("153600000", "unlimited")), None);
    }

    #[test]
    fn sizes_with_nonsense_are_refused() {
        for text in ["", "G", "-1", "1.5G", "12X", "99999999999T", "1 G G"] {
            assert_eq!(Bytes::parse(text), None, "{text}");
        }
    }
}
