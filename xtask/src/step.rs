//! Running other programs, and what to do where one is missing.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Why a command ended without success, in one line.
#[derive(Debug)]
pub(crate) struct Failed(pub(crate) String);

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.clone(), PathBuf::from)
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A call of the cargo that runs us, from the root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    if in_ci() {
        // What is built once needs neither a way to be built again in parts nor a debugger.
        command.envs([("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "none")]);
    }
    command
}

/// Runs one step under a heading and says how long it took.
pub(crate) fn run(name: &str, command: &mut Command) -> Result<(), Failed> {
    println!("\n== {name}");
    let start = Instant::now();
    let status = command.status().map_err(|error| {
        Failed(format!("{name}: cannot start {:?}: {error}", command.get_program()))
    })?;
    if !status.success() {
        return Err(Failed(format!("{name}: failed ({status})")));
    }
    println!("== {name}: ok, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// As [`run`], for a program that says much: its output is shown only if it fails.
pub(crate) fn run_quietly(name: &str, command: &mut Command) -> Result<(), Failed> {
    println!("\n== {name}");
    let start = Instant::now();
    let output = command.output().map_err(|error| {
        Failed(format!("{name}: cannot start {:?}: {error}", command.get_program()))
    })?;
    if !output.status.success() {
        print!("{}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Err(Failed(format!("{name}: failed ({})", output.status)));
    }
    println!("== {name}: ok, {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
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
    if has(program) {
        return Ok(());
    }
    let am_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if am_root && has("apt-get") {
        // Without a fresh list the package may not be found.
        let _ = run("apt-get update", Command::new("apt-get").args(["-qq", "update"]));
        run(
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
