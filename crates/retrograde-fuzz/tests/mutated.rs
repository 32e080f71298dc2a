//! Every target with its seeds and mutations of them: the same ones each time.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use retrograde_fuzz::{TARGETS, Target};

/// Mutations of a target's seeds, if there is time for so many.
const MUTATIONS: u32 = 50_000;
const PATIENCE: Duration = Duration::from_secs(1);

/// What readers look for, or trip over.
const TOKENS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"255",
    b"65536",
    b"4294967295",
    b"4294967296",
    b"18446744073709551615",
    b"1e308",
    b"nan",
    b"\n",
    b"\r\n",
    b"\"",
    b"\\",
    b"(",
    b")",
    b"{}",
    b"[",
    b"]",
    b"<",
    b"/>",
    b"&amp;",
    b"->",
    b",",
    b";",
    b":",
    b"#",
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x00",
    b"\xc3\xa9",
    b"\xe2\x80\xae",
];

/// Numbers that look random and are the same each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target.name);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} has no seeds", target.name);
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Up to four changes of the bytes, with parts of `other`.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], draw: &mut Draw) {
    for _ in 0..=draw.below(4) {
        let at = draw.below(bytes.len() + 1);
        let length = draw.below(bytes.len() - at + 1).min(1 << draw.below(8));
        match draw.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << draw.below(8),
            1 if at < bytes.len() => bytes[at] = draw.below(256) as u8,
            2 => drop(bytes.drain(at..at + length)),
            3 => {
                let copy = bytes[at..at + length].to_vec();
                let to = draw.below(bytes.len() + 1);
                drop(bytes.splice(to..to, copy));
            }
            4 => {
                let from = draw.below(other.len() + 1);
                let part =
                    &other[from..from + draw.below(other.len() - from + 1).min(1 << draw.below(8))];
                drop(bytes.splice(at..at + length, part.iter().copied()));
            }
            5 => bytes.truncate(at),
            6 if at < bytes.len() => {
                let step = 1 + draw.below(3) as u8;
                bytes[at] = if draw.below(2) == 0 {
                    bytes[at].wrapping_add(step)
                } else {
                    bytes[at].wrapping_sub(step)
                };
            }
            _ => drop(bytes.splice(at..at, TOKENS[draw.below(TOKENS.len())].iter().copied())),
        }
    }
    bytes.truncate(4096);
}

/// Says with which input a target panics.
fn check(target: &Target, bytes: &[u8]) {
    if catch_unwind(|| (target.check)(bytes)).is_err() {
        panic!("{} breaks a promise for b\"{}\"", target.name, bytes.escape_ascii());
    }
}

fn run(target: &Target) {
    let seeds = seeds(target);
    for seed in &seeds {
        check(target, seed);
    }
    let mut draw = Draw(0x9e37_79b9_7f4a_7c15);
    let begin = Instant::now();
    for _ in 0..MUTATIONS {
        if begin.elapsed() > PATIENCE {
            break;
        }
        let mut bytes = seeds[draw.below(seeds.len())].clone();
        let other = draw.below(seeds.len());
        mutate(&mut bytes, &seeds[other], &mut draw);
        check(target, &bytes);
    }
}

#[test]
fn no_input_breaks_a_promise() {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(target) = TARGETS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    run(target);
                }
            });
        }
    });
}

/// The folders of seeds are those of the targets.
#[test]
fn seeds_have_targets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(TARGETS.iter().any(|target| *target.name == *name), "{name:?}");
    }
}

/// A broken promise is noticed, and told with the input.
#[test]
fn what_panics_is_told() {
    let target = Target { name: "weak", check: |bytes| assert!(bytes.len() < 3) };
    check(&target, b"ab");
    let told = catch_unwind(|| check(&target, b"abc\n")).unwrap_err();
    assert_eq!(told.downcast_ref::<String>().unwrap(), "weak breaks a promise for b\"abc\\n\"");
}
