//! Real signals sent to the real program: what it says, what it leaves behind, how it ends.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Running, Terminal, retrograde};
use rustix::process::Signal;

/// Time for work that looks at the switch to end, on a busy machine.
const SOON: Duration = Duration::from_secs(10);

fn spawn(folder: &Path, arguments: &[&str]) -> Running {
    let mut command = retrograde(arguments);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped());
    Running(command.spawn().unwrap())
}

fn done(folder: &Path, arguments: &[&str]) {
    assert!(retrograde(arguments).current_dir(folder).status().unwrap().success(), "{arguments:?}");
}

/// Waits until something is there.
fn until(what: &str, mut there: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !there() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no {what} after a minute");
        thread::sleep(Duration::from_millis(1));
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The signals that end the program: where the tests were started with nohup, it goes on after a SIGHUP
/// as they do.
fn signals() -> &'static [Signal] {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let all = &[Signal::INT, Signal::TERM, Signal::HUP];
    match u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 {
        0 => all,
        _ => &all[..2],
    }
}

/// Sends the signal after a while and checks the end; and what was said besides.
fn check_end(mut running: Running, signal: Signal, kept: &str) {
    thread::sleep(Duration::from_millis(500));
    assert_eq!(running.0.try_wait().unwrap(), None, "it ended by itself");
    running.send(signal);
    let status = running.ends_within(SOON);
    let (code, word) = match signal {
        Signal::HUP => (129, "hung up"),
        Signal::INT => (130, "interrupted"),
        _ => (143, "terminated"),
    };
    let said = running.said();
    for done in ["read", "explored", "solved", "verified", "written"] {
        assert!(!said.contains(&format!("{done} in ")), "nothing was brought to its end: {said}");
    }
    let last = said.lines().last().unwrap_or("");
    assert_eq!(status.code(), Some(code), "{said}");
    assert!(last.starts_with(&format!("{word}: {kept}")), "{said}");
}

#[test]
fn solving_ends_with_nothing_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // A graph on which this solver takes longer than anybody waits.
    done(folder, &["generate", "two-counters", "60", "-o", "game.pg"]);
    for (&signal, output) in signals().iter().zip(["a.csv", "a.json.gz", "a.csv"]) {
        let solve = ["solve", "game.pg", "--solver", "zielonka", "-o", output];
        check_end(spawn(folder, &solve), signal, "nothing was kept");
        assert_eq!(names(folder), ["game.pg"]);
    }
}

#[test]
fn exploring_ends_with_nothing_kept() {
    let folder = tempfile::tempdir().unwrap();
    let game = ["connect:6x5x4", "--max-memory", "unlimited"];
    for command in ["solve", "info"] {
        let arguments = [&[command][..], &game, &["--engine", "explored"]].concat();
        check_end(spawn(folder.path(), &arguments), Signal::TERM, "nothing was kept");
    }
    fs::write(folder.path().join("a.csv"), "vertex,outcome,distance,move\n").unwrap();
    let verify = [&["verify"][..], &game[..1], &["a.csv"], &game[1..]].concat();
    check_end(spawn(folder.path(), &verify), Signal::INT, "nothing was kept");
}

#[test]
fn a_build_keeps_a_checkpoint_and_goes_on_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let build = ["table", "build", "quixo:4", "-o", "table", "--checkpoint", "100ms"];
    let table = folder.join("table");
    for (round, &signal) in signals().iter().enumerate() {
        let mut running = spawn(folder, &build);
        match round {
            0 => until("checkpoint", || table.join("checkpoint").exists()),
            _ => running.says("going on from a checkpoint with "),
        }
        thread::sleep(Duration::from_millis(50));
        running.send(signal);
        let status = running.ends_within(SOON);
        let said = running.said();
        assert_eq!(status.code(), Some(128 + signal.as_raw()), "{said}");
        let last = said.lines().last().unwrap();
        assert!(
            last.contains(": a checkpoint with ") && last.contains(" kept in table,"),
            "{said}"
        );
        assert_eq!(names(&table), ["checkpoint", "lock"]);
    }
}

#[test]
fn a_solve_on_disk_keeps_a_checkpoint_when_it_ends_and_goes_on_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["generate", "chain", "8000000", "-o", "chain.rgg", "--max-memory", "unlimited"]);
    let solve = ["solve", "chain.rgg", "--engine", "disk", "--checkpoint", "kept", "--summary"];
    let kept = "a checkpoint is kept in kept, and the same command goes on from there";
    for (round, &signal) in signals().iter().enumerate() {
        let mut running = spawn(folder, &solve);
        match round {
            0 => thread::sleep(Duration::from_millis(700)),
            _ => running.says("going on from a checkpoint with "),
        }
        running.send(signal);
        let status = running.ends_within(SOON);
        let said = running.said();
        assert_eq!(status.code(), Some(128 + signal.as_raw()), "{said}");
        assert!(said.lines().last().unwrap().ends_with(kept), "{said}");
    }
    let mut running = spawn(folder, &[&solve[..], &["--timeout", "300ms"]].concat());
    assert_eq!(running.ends_within(SOON).code(), Some(3));
    let said = running.said();
    assert!(said.ends_with(&format!("stopped by --timeout: {kept}\n")), "{said}");
    // Once the answer is there, it is of no use.
    done(folder, &solve);
    assert_eq!(names(&folder.join("kept")), ["lock"]);
}

#[test]
fn what_was_solved_is_kept_while_the_table_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table/KQvKR");
    let build = ["table", "build", "chess:KQvKR", "-o", "table", "--checkpoint", "1h"];
    let mut running = spawn(folder.path(), &build);
    until("table", || table.join("table.rgt.part").exists());
    running.send(Signal::INT);
    assert_eq!(running.ends_within(SOON).code(), Some(130));
    let said = running.said();
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("interrupted: a checkpoint with 3,903,438 of 3,903,438"), "{said}");
    assert!(last.contains("kept in table/KQvKR"), "{said}");
    // And what was written by then, if that was a block or more: writing goes on from there.
    let mut kept = names(&table);
    kept.retain(|name| name != "table.rgt.part");
    assert_eq!(kept, ["lock", "tiers"]);
}

#[test]
fn a_table_that_is_there_is_not_said_to_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    // Nobody reads what the program has to say in the end, and so it waits.
    let (reader, writer) = std::io::pipe().unwrap();
    let mut filling = writer.try_clone().unwrap();
    let filler = thread::spawn(move || while filling.write_all(&[b' '; 4096]).is_ok() {});
    let mut command = retrograde(&["table", "build", "quixo:3", "-o", "table", "-v"]);
    command.current_dir(folder.path()).stdout(writer).stderr(Stdio::piped());
    thread::sleep(Duration::from_millis(200));
    let mut running = Running(command.spawn().unwrap());
    running.says("written in ");
    running.send(Signal::TERM);
    assert_eq!(running.ends_within(SOON).code(), Some(143));
    assert_eq!(running.said(), "terminated: the table is in table\n");
    assert_eq!(names(&folder.path().join("table")), ["lock", "table.rgt"]);
    drop((command, reader));
    filler.join().unwrap();
}

#[test]
fn whoever_starts_it_with_nohup_is_not_hung_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_retrograde")).args(["solve", "-", "--input-format", "edges"]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.current_dir(folder.path());
    let mut running = Running(command.spawn().unwrap());
    thread::sleep(Duration::from_millis(500));
    running.send(Signal::HUP);
    thread::sleep(Duration::from_millis(500));
    running.0.stdin.take().unwrap().write_all(b"a b\n").unwrap();
    assert_eq!(running.ends_within(SOON).code(), Some(0));
}

#[test]
fn a_file_under_construction_is_removed_and_the_one_before_stays() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["generate", "chain", "4000000", "-o", "chain.npz"]);
    fs::write(folder.join("out.dot"), "digraph { before }").unwrap();
    let mut running = spawn(folder, &["convert", "chain.npz", "-o", "out.dot"]);
    let growing = |name: &String| {
        let size = fs::metadata(folder.join(name)).map_or(0, |data| data.len());
        name.ends_with(".tmp") && size > 0
    };
    until("file under construction", || names(folder).iter().any(growing));
    running.send(Signal::INT);
    assert_eq!(running.ends_within(SOON).code(), Some(130));
    assert_eq!(running.said().lines().last(), Some("interrupted: nothing was kept"));
    assert_eq!(names(folder), ["chain.npz", "out.dot"]);
    assert_eq!(fs::read_to_string(folder.join("out.dot")).unwrap(), "digraph { before }");
}

/// The program waiting for what its standard input, which stays open, has to say.
fn waiting(folder: &Path, arguments: &[&str]) -> Running {
    let mut command = retrograde(arguments);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    Running(command.spawn().unwrap())
}

#[test]
fn a_pipe_that_says_nothing_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("game.txt"), "a b\n").unwrap();
    done(folder.path(), &["table", "build", "quixo:3", "-o", "table", "-q"]);
    for arguments in [
        &["solve", "-", "--input-format", "edges"][..],
        &["verify", "game.txt", "-"],
        &["play", "tic-tac-toe"],
        &["table", "probe", "table", "--input", "-", "--format", "csv", "-o", "a.csv"],
    ] {
        check_end(waiting(folder.path(), arguments), Signal::INT, "nothing was kept");
    }
    assert_eq!(names(folder.path()), ["game.txt", "table"]);
}

#[test]
fn a_pipe_that_never_ends_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = waiting(folder.path(), &["solve", "-", "--input-format", "edges"]);
    let mut stdin = running.0.stdin.take().unwrap();
    let feeding = thread::spawn(move || {
        let lines = "a b\nb c\n".repeat(1000);
        while stdin.write_all(lines.as_bytes()).is_ok() {}
    });
    check_end(running, Signal::TERM, "nothing was kept");
    feeding.join().unwrap();
}

#[test]
fn the_second_signal_ends_it_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = waiting(folder.path(), &["solve", "-", "--input-format", "edges"]);
    thread::sleep(Duration::from_millis(500));
    running.send(Signal::INT);
    thread::sleep(Duration::from_millis(100));
    // Its own status says which of them it was.
    running.send(Signal::TERM);
    assert_eq!(running.ends_within(SOON).code(), Some(143));
    assert_eq!(running.said(), "terminated: nothing was kept\n");
}

#[test]
fn the_terminal_is_left_clean() {
    let (terminal, fd) = Terminal::new(80);
    let mut command = retrograde(&["solve", "connect:6x5x4", "--max-memory", "unlimited"]);
    command.stdout(Stdio::null()).stderr(fd);
    let mut running = Running(command.spawn().unwrap());
    drop(command);
    // A bar begins with the first million of positions.
    until("bar", || terminal.so_far().contains("exploring"));
    running.send(Signal::INT);
    assert_eq!(running.ends_within(SOON).code(), Some(130));
    let text = terminal.text();
    assert!(text.contains("exploring"), "there was a bar: {text:?}");
    let (_, after) = text.rsplit_once("exploring").unwrap();
    assert!(after.contains("\u{1b}[2K"), "the bar was cleared: {after:?}");
    assert!(after.ends_with("\ninterrupted: nothing was kept\n"), "{after:?}");
    let (hidden, shown) =
        (text.matches("\u{1b}[?25l").count(), text.matches("\u{1b}[?25h").count());
    assert!(hidden <= shown, "the cursor is there: {text:?}");
}
