//! What this machine's memory can do, how much of it the process has used, and measuring in a process
//! of its own, so that one's memory does not show in another's.
#![allow(dead_code, reason = "not every benchmark uses all of it")]

use std::env;
use std::fs;
use std::hint::black_box;
use std::process::Command;
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

/// Forgets the largest memory use so far, works, and says how much was used; 0 where the system does
/// not say.
pub(crate) fn peak_of<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let can_reset = reset_peak();
    let result = work();
    (result, peak().filter(|_| can_reset).unwrap_or(0))
}

/// What the process is to measure, if another one has started it for that.
pub(crate) fn case() -> Option<Vec<String>> {
    let mut words = env::args().skip_while(|word| word != "--case");
    words.next().map(|_| words.collect())
}

/// Whether what takes long is left out.
pub(crate) fn is_quick() -> bool {
    env::args().any(|word| word == "--quick")
}

/// Starts this program again to measure a case.
pub(crate) fn again(case: &[&str]) -> Command {
    let mut command = Command::new(env::current_exe().expect("this program has a path"));
    command.arg("--case").args(case);
    command
}

/// Measures a case in a process of its own, which prints numbers.
pub(crate) fn numbers<const N: usize>(case: &[&str]) -> [f64; N] {
    let output = again(case).output().expect("the benchmark can start itself");
    assert!(output.status.success(), "{case:?} failed");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> =
        text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    numbers.try_into().expect("so many numbers")
}
