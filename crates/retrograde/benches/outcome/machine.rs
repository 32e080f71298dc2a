//! What this machine's memory can do, and how much of it the process has used.
#![allow(dead_code, reason = "not every benchmark uses all of it")]

use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// Two figures that bound everything the solver does.
pub(crate) struct Memory {
    /// Bytes a second when reading one large array in order, one thread.
    pub(crate) sequential: f64,
    /// Seconds for one independent read at a random place of a 40 MB array, one thread.
    pub(crate) random: f64,
}

impl Memory {
    pub(crate) fn measure() -> Self {
        const LEN: usize = 10_000_000;
        let mut array: Vec<u32> = retrograde::sys::zeroed(LEN);
        let mut state = 1u32;
        for slot in &mut array {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *slot = ((u64::from(state) * LEN as u64) >> 32) as u32;
        }
        let best = |work: &dyn Fn() -> u64| {
            (0..5)
                .map(|_| {
                    let start = Instant::now();
                    black_box(work());
                    start.elapsed().as_secs_f64()
                })
                .fold(f64::MAX, f64::min)
        };
        let sequential = best(&|| array.iter().map(|&x| u64::from(x)).sum());
        // The indices come from the array itself, in order, so no read waits for another.
        let random = best(&|| array.iter().map(|&x| u64::from(array[x as usize])).sum());
        Memory { sequential: LEN as f64 * 4.0 / sequential, random: random / LEN as f64 }
    }
}

/// Forgets the largest memory use so far. Whether the system lets us.
pub(crate) fn reset_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// The largest resident memory since [`reset_peak`], in bytes.
pub(crate) fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib * 1024)
}
