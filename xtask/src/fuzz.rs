//! `cargo xtask fuzz`: every reader against a coverage-guided fuzzer, for a fixed time.
//!
//! The targets in `fuzz/` are instrumented by compiler flags that the stable toolchain takes, so
//! neither a nightly compiler nor cargo-fuzz is needed; libFuzzer itself is C++ and comes with the
//! crate libfuzzer-sys.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::step::{Failed, cargo, need, root, run, run_quietly};

pub(crate) const DEFAULT_SECONDS: u64 = 10;

/// Inputs that a target is given from the seeds, where time allows so many.
const SEEDED_RUNS: u32 = 50_000;

const FLAGS: &str = "\
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing";

/// Where a run starts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum From {
    /// From the seeds alone, with the same mutations each time: what passed passes again.
    Seeds,
    /// From the seeds and from what earlier runs found, with mutations of its own.
    Everything,
}

/// Runs each target for some seconds.
pub(crate) fn all(seconds: u64, from: From) -> Result<(), Failed> {
    need("c++", "g++")?;
    let fuzz = root().join("fuzz");
    let host = host()?;
    let profile = match from {
        From::Seeds => "quick",
        From::Everything => "release",
    };
    run(
        "building the fuzz targets",
        // A target of its own keeps the flags away from build scripts, which would not link.
        cargo(&["build", "--profile", profile, "--locked", "--target", &host])
            .current_dir(&fuzz)
            .env("RUSTFLAGS", FLAGS)
            .env("CARGO_TARGET_DIR", fuzz.join("target")),
    )?;
    let programs = fuzz.join("target").join(&host).join(profile);
    // Each keeps one core busy.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for some in targets(&fuzz)?.chunks(cores) {
        let ends: Vec<Result<(), Failed>> = thread::scope(|scope| {
            let mut running = Vec::new();
            for target in some {
                running.push(scope.spawn(|| one(target, &programs, seconds, from)));
            }
            running.into_iter().map(|run| run.join().expect("it does not panic")).collect()
        });
        ends.into_iter().collect::<Result<(), Failed>>()?;
    }
    Ok(())
}

/// Runs one target.
fn one(target: &str, programs: &Path, seconds: u64, from: From) -> Result<(), Failed> {
    let fuzz = root().join("fuzz");
    let corpus = match from {
        From::Seeds => fuzz.join("target").join("corpus").join(target),
        From::Everything => fuzz.join("corpus").join(target),
    };
    if from == From::Seeds && corpus.exists() {
        fs::remove_dir_all(&corpus)
            .map_err(|error| Failed(format!("cannot empty {}: {error}", corpus.display())))?;
    }
    for folder in [&corpus, &fuzz.join("artifacts")] {
        fs::create_dir_all(folder)
            .map_err(|error| Failed(format!("cannot make {}: {error}", folder.display())))?;
    }
    let mut command = Command::new(programs.join(target));
    if from == From::Seeds {
        // However fast the machine, it goes no further than has been seen to pass.
        command.args(["-seed=1", &format!("-runs={SEEDED_RUNS}")]);
    }
    run_quietly(
        &format!("fuzzing {target} for {seconds} s"),
        command
            .arg(format!("-max_total_time={seconds}"))
            .args(["-max_len=4096", "-rss_limit_mb=2048"])
            .arg(format!("-artifact_prefix=artifacts/{target}-"))
            .arg(corpus)
            .arg(fuzz.join("seeds").join(target))
            .current_dir(&fuzz),
    )
}

/// The names of the targets: one file each.
fn targets(fuzz: &Path) -> Result<Vec<String>, Failed> {
    let folder = fuzz.join("fuzz_targets");
    let entries = fs::read_dir(&folder)
        .map_err(|error| Failed(format!("cannot list {}: {error}", folder.display())))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    Ok(names)
}

/// The platform this compiler builds for.
fn host() -> Result<String, Failed> {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .map_err(|error| Failed(format!("cannot start rustc: {error}")))?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| Failed("rustc -vV names no host".to_owned()))
}
