//! Running other programs, side by side or one after the other, and what to do where one is missing.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// Why a command ended without success, in one line.
#[derive(Debug)]
pub(crate) struct Failed(pub(crate) String);

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.clone(), PathBuf::from)
}

/// Where cargo builds, which it is told to from the root.
pub(crate) fn target() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A call of the cargo that runs us, from the root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    if in_ci() {
        // What is built once needs neither a way to be built again in parts nor a debugger, and crates are
        // built side by side.
        command.envs([
            ("CARGO_INCREMENTAL", "0"),
            ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"),
            ("CARGO_PROFILE_DEV_DEBUG", "none"),
        ]);
    }
    command
}

/// Runs one step under a heading and says how long it took.
pub(crate) fn run(name: &str, command: &mut Command) -> Result<(), Failed> {
    println!("\n== {name}");
    let start = Instant::now();
    let status = command.status().map_err(|error| not_started(name, command, &error))?;
    if !status.success() {
        return Err(Failed(format!("{name}: failed ({status})")));
    }
    println!("== {name}: ok, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// As [`run`], for a program that says much: its output is shown only if it fails.
pub(crate) fn run_quietly(name: &str, command: &mut Command) -> Result<(), Failed> {
    finish(name, command, |output| !output.status.success())
}

/// As [`run`], for a program that runs beside others: its output is shown when it ends.
pub(crate) fn run_aside(name: &str, command: &mut Command) -> Result<(), Failed> {
    finish(name, command, |_| true)
}

fn finish(
    name: &str,
    command: &mut Command,
    is_shown: impl Fn(&Output) -> bool,
) -> Result<(), Failed> {
    let start = Instant::now();
    let output = command.output().map_err(|error| not_started(name, command, &error))?;
    // In one piece, whatever runs beside it.
    let mut said = format!("\n== {name}\n");
    if is_shown(&output) {
        said.push_str(&String::from_utf8_lossy(&output.stdout));
        said.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    if !output.status.success() {
        print!("{said}");
        return Err(Failed(format!("{name}: failed ({})", output.status)));
    }
    println!("{said}== {name}: ok, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn not_started(name: &str, command: &Command, error: &std::io::Error) -> Failed {
    Failed(format!("{name}: cannot start {:?}: {error}", command.get_program()))
}

/// Does both at a time; when both have failed, why the first did.
pub(crate) fn side_by_side<A, B: Send>(
    one: impl FnOnce() -> Result<A, Failed>,
    other: impl FnOnce() -> Result<B, Failed> + Send,
) -> Result<(A, B), Failed> {
    thread::scope(|scope| {
        let other = scope.spawn(other);
        let one = one();
        let other = other.join().expect("it does not panic");
        Ok((one?, other?))
    })
}

/// Whether a program answers to `--version`.
pub(crate) fn has(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Makes sure that a program is there: installs the Debian package when it is missing and we are
/// root.
pub(crate) fn need(program: &str, package: &str) -> Result<(), Failed> {
    // apt-get does not run beside itself.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    if has(program) {
        return Ok(());
    }
    let am_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if am_root && has("apt-get") {
        // Without a fresh list the package may not be found.
        let _ = run_aside("apt-get update", Command::new("apt-get").args(["-qq", "update"]));
        run_aside(
            &format!("apt-get install {package}"),
            Command::new("apt-get").args(["-qq", "-y", "install", package]),
        )?;
    }
    if has(program) {
        Ok(())
    } else {
        Err(Failed(format!("'{program}' is missing: install it (Debian package '{package}')")))
    }
}

fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// Says loudly that a step cannot run here; under `CI=true` that is a failure.
pub(crate) fn skip(name: &str, why: &Failed) -> Result<(), Failed> {
    eprintln!("\n!! {name} DID NOT RUN: {}", why.0);
    if in_ci() { Err(Failed(format!("{name} did not run: {}", why.0))) } else { Ok(()) }
}
