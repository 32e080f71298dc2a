//! What goes to which stream, and what happens when a stream cannot take it.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

fn retrograde(arguments: &[&str], example_name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.arg(arguments[0]).arg(example(example_name)).args(&arguments[1..]).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str], example_name: &str) -> Output {
    retrograde(arguments, example_name).output().unwrap()
}

#[test]
fn results_go_to_standard_output_alone() {
    for arguments in [
        &["solve"][..],
        &["solve", "--format", "csv"],
        &["solve", "--format", "json"],
        &["solve", "--format", "svg"],
        &["line"],
        &["explain", "--from", "a"],
        &["info"],
        &["convert", "--output-format", "dot"],
    ] {
        let output = run(arguments, "escape.txt");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(!output.stdout.is_empty(), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn errors_and_notes_go_to_standard_error_alone() {
    let output = run(&["explain", "--from", "nowhere"], "escape.txt");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty() && !output.stderr.is_empty());

    let lossy = ["convert", "--output-format", "mtx", "--lossy"];
    let noted = run(&lossy, "escape.txt");
    assert!(noted.stderr.starts_with(b"note:") && noted.stdout.starts_with(b"%%MatrixMarket"));
    let quiet = run(&[&lossy[..], &["--quiet"]].concat(), "escape.txt");
    assert!(quiet.stderr.is_empty() && quiet.stdout == noted.stdout);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_an_error_and_never_a_panic() {
    let full = || File::options().write(true).open("/dev/full").unwrap();
    for arguments in [&["solve"][..], &["solve", "--format", "csv"], &["info"], &["line"]] {
        let output = retrograde(arguments, "escape.txt").stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.starts_with("error: cannot write to standard output"), "{message}");
    }
    let status = retrograde(&["explain", "--from", "nowhere"], "escape.txt")
        .stderr(full())
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(2));
}

/// Whoever reads from a pipe gets all of it: to find out whether it can be written is not to open it.
#[cfg(target_os = "linux")]
#[test]
fn a_named_pipe_takes_what_a_file_would() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let name = pipe.to_str().unwrap();
    for arguments in [
        &["solve", "--format", "csv"][..],
        &["convert", "--output-format", "dot"],
        &["explain", "--from", "a", "--format", "json"],
    ] {
        let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
        let mut writer = retrograde(&[arguments, &["-o", name]].concat(), "escape.txt");
        let mut writer = writer.spawn().unwrap();
        let begin = std::time::Instant::now();
        let status = loop {
            if let Some(status) = writer.try_wait().unwrap() {
                break status;
            }
            if begin.elapsed() > std::time::Duration::from_secs(10) {
                writer.kill().unwrap();
                panic!("{arguments:?} waits for somebody to read");
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        };
        assert!(status.success(), "{arguments:?}");
        let read = reader.wait_with_output().unwrap().stdout;
        assert!(!read.is_empty() && read == run(arguments, "escape.txt").stdout, "{arguments:?}");
    }
}
