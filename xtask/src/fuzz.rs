//! `cargo xtask fuzz`: every reader against a coverage-guided fuzzer, for a fixed time.
//!
//! The program in `fuzz/`, with the targets of `retrograde-fuzz`, is instrumented by compiler flags that the stable toolchain takes, so neither a
//! nightly compiler nor cargo-fuzz is needed; libFuzzer itself is C++ and comes with the crate libfuzzer-sys.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::step::{Failed, cargo, need, root, run, run_quietly};

pub(crate) const DEFAULT_SECONDS: u64 = 10;

const FLAGS: &str = "\
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    --cfg fuzzing";

/// Runs each target for some seconds.
pub(crate) fn all(seconds: u64) -> Result<(), Failed> {
    need("c++", "g++")?;
    let fuzz = root().join("fuzz");
    let host = host()?;
    run(
        "building the fuzzer",
        // A target of its own keeps the flags away from build scripts, which would not link.
        cargo(&["build", "--release", "--locked", "--target", &host])
            .current_dir(&fuzz)
            .env("RUSTFLAGS", FLAGS)
            .env("CARGO_TARGET_DIR", fuzz.join("target")),
    )?;
    let program = fuzz.join("target").join(&host).join("release").join("fuzzer");
    // Each keeps one core busy.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for some in targets(&fuzz)?.chunks(cores) {
        let ends: Vec<Result<(), Failed>> = thread::scope(|scope| {
            let mut running = Vec::new();
            for target in some {
                running.push(scope.spawn(|| one(target, &program, seconds)));
            }
            running.into_iter().map(|run| run.join().expect("it does not panic")).collect()
        });
        ends.into_iter().collect::<Result<(), Failed>>()?;
    }
    Ok(())
}

/// The fuzzer has a lock of its own, which is to say what it would be built with.
pub(crate) fn check_lock() -> Result<(), Failed> {
    let metadata = ["metadata", "--format-version", "1", "--locked"];
    run_quietly("the lock of the fuzzer", cargo(&metadata).current_dir(root().join("fuzz")))
}

/// Runs one target, from its seeds and from what earlier runs found.
fn one(target: &str, program: &Path, seconds: u64) -> Result<(), Failed> {
    let fuzz = root().join("fuzz");
    let corpus = fuzz.join("corpus").join(target);
    for folder in [&corpus, &fuzz.join("artifacts")] {
        fs::create_dir_all(folder)
            .map_err(|error| Failed(format!("cannot make {}: {error}", folder.display())))?;
    }
    run_quietly(
        &format!("fuzzing {target} for {seconds} s"),
        Command::new(program)
            .arg(format!("-max_total_time={seconds}"))
            .args(["-max_len=4096", "-rss_limit_mb=2048"])
            .arg(format!("-artifact_prefix=artifacts/{target}-"))
            .arg(corpus)
            .arg(fuzz.join("seeds").join(target))
            .env("TARGET", target)
            .current_dir(&fuzz),
    )
}

/// The names of the targets: each has a folder of seeds.
fn targets(fuzz: &Path) -> Result<Vec<String>, Failed> {
    let folder = fuzz.join("seeds");
    let entries = fs::read_dir(&folder)
        .map_err(|error| Failed(format!("cannot list {}: {error}", folder.display())))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
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
