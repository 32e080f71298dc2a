//! Several processes that share a graph: how much each of them holds, and going on after one has died.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use retrograde::games::generate;
use retrograde::io::{OutputFile, write_rgg};
use retrograde::{Arena, Graph, Options, Player};
use tempfile::tempdir;

fn write(arena: &Arena, path: &Path) {
    let control = Options::default().control(0);
    OutputFile::write(path, |out| write_rgg(arena, out, &control)).unwrap();
}

fn retrograde(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(arguments.split(' ')).current_dir(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    retrograde(folder, arguments).output().unwrap()
}

/// The processes that one has started.
fn children(process: u32) -> Vec<u32> {
    let list = fs::read_to_string(format!("/proc/{process}/task/{process}/children"));
    list.unwrap_or_default().split_whitespace().map(|id| id.parse().unwrap()).collect()
}

/// The most memory that a process has had.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10
}

/// The most memory that any of so many processes takes to solve a game.
fn most_of(folder: &Path, processes: usize) -> u64 {
    let line = format!(
        "solve game.rgg --objective safety --engine cluster -w 1 --processes {processes} -q -o \
         {processes}.csv"
    );
    let mut parent = retrograde(folder, &line).spawn().unwrap();
    let mut most = 0;
    while parent.try_wait().unwrap().is_none() {
        let peaks = children(parent.id()).into_iter().map(peak);
        most = most.max(peaks.max().unwrap_or(0));
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = parent.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    most
}

#[test]
fn with_more_processes_each_of_them_holds_less() {
    let folder = tempdir().unwrap();
    let graph = generate::random(3_000_000, 2.5, 0.05, 1).unwrap();
    let count = graph.vertex_count();
    let players = [Player::Zero, Player::One];
    let owners = (0..count).map(|vertex| (vertex, players[vertex % 2])).collect();
    let targets = (0..count).step_by(50).map(|vertex| (vertex, true)).collect();
    write(&Arena { owners, targets, ..Arena::from(graph) }, &folder.path().join("game.rgg"));
    let (one, four) = (most_of(folder.path(), 1), most_of(folder.path(), 4));
    eprintln!("{} MiB alone, {} MiB each of four", one >> 20, four >> 20);
    // The program itself, with buffers for the file and for messages that wait, takes the same in each.
    let program = 32 << 20;
    assert!(four < program + (one - program) / 2, "{} MiB and {} MiB", one >> 20, four >> 20);
    let [one, four] = ["1.csv", "4.csv"].map(|name| fs::read(folder.path().join(name)).unwrap());
    assert!(one == four);
}

#[test]
fn a_process_that_is_killed_is_told_and_others_go_on_from_the_checkpoint() {
    let folder = tempdir().unwrap();
    let length = 40_000;
    let path = Graph::from_edges(length, (1..length as u32).map(|vertex| (vertex, vertex - 1)));
    write(&Arena::from(path.unwrap()), &folder.path().join("path.rgg"));
    let line = |processes: usize| {
        format!(
            "solve path.rgg --engine cluster -w 1 --processes {processes} --checkpoint kept \
             --checkpoint-every 100ms -o shared.csv"
        )
    };
    let mut parent = retrograde(folder.path(), &line(2)).spawn().unwrap();
    let begin = Instant::now();
    let second = folder.path().join("kept/checkpoint-0000000001/complete");
    while !second.exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "there is no checkpoint");
        assert!(parent.try_wait().unwrap().is_none(), "it ended before there was a checkpoint");
        std::thread::sleep(Duration::from_millis(2));
    }
    let victim = *children(parent.id()).last().unwrap();
    assert!(Command::new("kill").args(["-9", &victim.to_string()]).status().unwrap().success());
    let output = parent.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("error: process 1 (127.0.0.1:") && said.contains("is gone"), "{said}");
    assert!(said.contains("checkpoint-00"), "{said}");
    assert!(!folder.path().join("shared.csv").exists());
    // Another number of them goes on.
    let output = run(folder.path(), &line(3));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("went on from checkpoint "), "{said}");
    assert!(run(folder.path(), "solve path.rgg --engine cpu -o alone.csv").status.success());
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("shared.csv") == read("alone.csv"));
}

#[test]
fn what_cannot_be_read_or_written_is_told_at_once() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe.rgg");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for line in [
        "solve pipe.rgg",
        "info pipe.rgg",
        "solve pipe.rgg --engine disk",
        "solve pipe.rgg --engine cluster --processes 2 --format csv",
        "convert pipe.rgg -o other.txt",
    ] {
        let output = run(folder.path(), line);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let expected =
            "pipe.rgg: it is not a regular file, as a binary graph must be: copy it to one first";
        assert!(said.trim_end().ends_with(expected), "{line}: {said}");
    }
    let edges: String = (1..40_000).map(|vertex| format!("{vertex} {}\n", vertex - 1)).collect();
    fs::write(folder.path().join("path.txt"), edges).unwrap();
    let begin = Instant::now();
    let line = "solve path.txt --engine cluster -w 1 --processes 2 -o nosuch/x.csv";
    let output = run(folder.path(), line);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("nosuch"), "{said}");
    assert!(begin.elapsed() < Duration::from_secs(1), "it was solved first");
}
