//! Several processes that share a graph: how much each of them holds, and going on after one has died.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
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

/// Rounds between processes that take a second or two.
const ROUNDS: u32 = 15_000;

/// A path that takes as many rounds as it is long.
fn write_path(folder: &Path, length: u32) {
    let edges = (1..length).map(|vertex| (vertex, vertex - 1));
    let path = Graph::from_edges(length as usize, edges);
    write(&Arena::from(path.unwrap()), &folder.join("path.rgg"));
}

/// So many processes that solve the path, with checkpoints.
fn on_path(processes: usize) -> String {
    format!(
        "solve path.rgg --engine cluster -w 1 --processes {processes} --checkpoint kept \
         --checkpoint-every 100ms -o shared.csv"
    )
}

/// Waits until there is a checkpoint beyond the first.
fn wait_for_checkpoint(folder: &Path, parent: &mut Child) {
    let begin = Instant::now();
    let second = folder.join("kept/checkpoint-0000000001/complete");
    while !second.exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "there is no checkpoint");
        assert!(parent.try_wait().unwrap().is_none(), "it ended before there was a checkpoint");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn kill(process: u32) {
    assert!(Command::new("kill").args(["-9", &process.to_string()]).status().unwrap().success());
}

#[test]
fn a_process_that_is_killed_is_told_and_others_go_on_from_the_checkpoint() {
    for victim in [0, 1] {
        let folder = tempdir().unwrap();
        write_path(folder.path(), ROUNDS);
        let mut parent = retrograde(folder.path(), &on_path(2)).spawn().unwrap();
        wait_for_checkpoint(folder.path(), &mut parent);
        kill(children(parent.id())[victim]);
        let output = parent.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        let expected = format!("error: process {victim} (127.0.0.1:");
        assert!(said.starts_with(&expected) && said.contains("is gone"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("checkpoint-00"), "{said}");
        assert!(!folder.path().join("shared.csv").exists());
        if victim == 0 {
            continue;
        }
        // Another number of them goes on.
        let output = run(folder.path(), &on_path(3));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(said.contains("went on from checkpoint "), "{said}");
        assert!(run(folder.path(), "solve path.rgg --engine cpu -o alone.csv").status.success());
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert!(read("shared.csv") == read("alone.csv"));
    }
}

/// A Büchi game of parts, each a way of the visitor's to a target. From there the other player can go back to
/// where the way begins or on to the part before, which turns out to be of no use: as many rounds of taking
/// out as parts.
fn write_parts(folder: &Path, parts: u32, visitor: Player) {
    let (part, nowhere) = (4, 4 * parts);
    let mut edges = vec![(nowhere, nowhere)];
    for first in (0..nowhere).step_by(part as usize) {
        let last = first + part - 1;
        edges.extend((first..last).flat_map(|vertex| [(vertex, vertex + 1), (vertex, vertex)]));
        edges.extend([(last, first), (last, first.checked_sub(part).unwrap_or(nowhere))]);
    }
    let count = nowhere as usize + 1;
    let is_target = |vertex: usize| vertex % part as usize == part as usize - 1;
    let owner = |vertex| if is_target(vertex) { visitor.opponent() } else { visitor };
    let owners = (0..count).map(|vertex| (vertex, owner(vertex)));
    let targets = (0..count).filter(|&vertex| is_target(vertex)).map(|vertex| (vertex, true));
    let (owners, targets) = (owners.collect(), targets.collect());
    let graph = Graph::from_edges(count, edges).unwrap();
    write(&Arena { owners, targets, ..Arena::from(graph) }, &folder.join("parts.rgg"));
}

#[test]
fn others_go_on_with_buchi_and_cobuchi_games_and_what_they_find_is_verified() {
    for (objective, visitor) in [("buchi", Player::Zero), ("cobuchi", Player::One)] {
        let folder = tempdir().unwrap();
        write_parts(folder.path(), 500, visitor);
        let line = |processes: usize| {
            format!(
                "solve parts.rgg --objective {objective} --engine cluster -w 1 --processes {processes} \
                 --checkpoint kept --checkpoint-every 100ms -o shared.csv"
            )
        };
        let mut parent = retrograde(folder.path(), &line(2)).spawn().unwrap();
        wait_for_checkpoint(folder.path(), &mut parent);
        kill(children(parent.id())[1]);
        let output = parent.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("error: process 1 (127.0.0.1:"), "{said}");
        assert!(said.contains("is gone") && said.contains("checkpoint-00"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        // What is kept is of this question alone.
        let other = line(2).replace(objective, "reachability");
        let output = run(folder.path(), &other);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("of another question"), "{said}");
        let output = run(folder.path(), &line(3));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(said.contains("went on from checkpoint "), "{said}");
        let alone = format!("solve parts.rgg --objective {objective} --engine cpu -o alone.csv");
        assert!(run(folder.path(), &alone).status.success());
        // The moves may be others that are as good.
        let winners = |name: &str| -> Vec<String> {
            let text = fs::read_to_string(folder.path().join(name)).unwrap();
            let line = |line: &str| line.rsplit_once(',').unwrap().0.to_owned();
            text.lines().map(line).collect()
        };
        assert!(winners("shared.csv") == winners("alone.csv"));
        let check = format!("verify parts.rgg shared.csv --objective {objective}");
        let output = run(folder.path(), &check);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn one_process_alone_that_is_killed_is_told() {
    let folder = tempdir().unwrap();
    write_path(folder.path(), 1_000_000);
    let line = "solve path.rgg --engine cluster -w 1 --processes 1 -o shared.csv";
    let parent = retrograde(folder.path(), line).spawn().unwrap();
    let begin = Instant::now();
    while children(parent.id()).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing was started");
        std::thread::sleep(Duration::from_millis(1));
    }
    kill(children(parent.id())[0]);
    let output = parent.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let expected = "error: process 0 is gone: signal: 9 (SIGKILL); there is no checkpoint: started again, \
                    the work begins anew\n";
    assert_eq!(said, expected);
}

#[test]
fn processes_end_with_the_one_that_started_them_and_no_others_use_their_checkpoints() {
    let folder = tempdir().unwrap();
    write_path(folder.path(), ROUNDS);
    let mut parent = retrograde(folder.path(), &on_path(2)).spawn().unwrap();
    wait_for_checkpoint(folder.path(), &mut parent);
    let output = run(folder.path(), &on_path(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let expected = "error: others are at work and keep their checkpoints in kept: wait for them, or name \
                    another folder\n";
    assert_eq!(said, expected);
    let left = children(parent.id());
    assert_eq!(left.len(), 2);
    kill(parent.id());
    parent.wait().unwrap();
    let runs = |process: &u32| {
        let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
        let state = status.lines().find_map(|line| line.strip_prefix("State:"));
        // One that nobody has asked how it ended is there in name only.
        state.is_some_and(|state| !state.trim().starts_with(['Z', 'X']))
    };
    let begin = Instant::now();
    while left.iter().any(runs) {
        assert!(begin.elapsed() < Duration::from_secs(2), "they go on without their parent");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_signal_is_told_once() {
    let folder = tempdir().unwrap();
    write_path(folder.path(), ROUNDS);
    let mut command = retrograde(folder.path(), &on_path(2));
    // As a terminal does, to all of them.
    let mut parent = command.process_group(0).spawn().unwrap();
    wait_for_checkpoint(folder.path(), &mut parent);
    let group = format!("-{}", parent.id());
    assert!(Command::new("kill").args(["-INT", "--", &group]).status().unwrap().success());
    let output = parent.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{said}");
    let expected =
        "interrupted: a checkpoint is kept in kept, and the same command goes on from there\n";
    assert_eq!(said, expected);
}

/// Waits until work has begun of which checkpoints are kept.
fn wait_for_work(folder: &Path, parent: &mut Child) {
    let begin = Instant::now();
    while !folder.join("kept/lock").exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "it has not begun");
        std::thread::sleep(Duration::from_millis(2));
    }
    std::thread::sleep(Duration::from_millis(200));
    assert!(parent.try_wait().unwrap().is_none(), "it ended by itself");
}

fn terminate(process: u32) {
    assert!(Command::new("kill").args(["-TERM", &process.to_string()]).status().unwrap().success());
}

#[test]
fn work_that_is_stopped_is_kept_before_it_is_time_for_a_checkpoint() {
    let folder = tempdir().unwrap();
    let kept = "a checkpoint is kept in kept, and the same command goes on from there\n";
    let solve = "solve path.rgg --engine cluster --checkpoint kept --format csv -o shared.csv -w";
    // Rounds between threads take less.
    for (how, length) in [("1 --processes 2", ROUNDS), ("2", 3 * ROUNDS)] {
        write_path(folder.path(), length);
        assert!(run(folder.path(), "solve path.rgg --engine cpu -o alone.csv").status.success());
        let line = format!("{solve} {how}");
        let mut parent = retrograde(folder.path(), &line).spawn().unwrap();
        wait_for_work(folder.path(), &mut parent);
        terminate(parent.id());
        let output = parent.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(143), "{said}");
        assert_eq!(said, format!("terminated: {kept}"));
        assert!(folder.path().join("kept/checkpoint-0000000000/complete").exists());
        let output = run(folder.path(), &format!("{line} --timeout 0.2"));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{said}");
        assert!(said.ends_with(&format!("error: stopped by --timeout: {kept}")), "{said}");
        let output = run(folder.path(), &line);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert!(read("shared.csv") == read("alone.csv"));
        // Of what was kept on the way nothing stays.
        let left = fs::read_dir(folder.path().join("kept")).unwrap().flatten();
        let left: Vec<_> = left.map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["lock"]);
        fs::remove_dir_all(folder.path().join("kept")).unwrap();
    }
}

#[test]
fn a_process_that_is_told_to_stop_is_named_and_all_keep_what_they_have_done() {
    let folder = tempdir().unwrap();
    write_path(folder.path(), ROUNDS);
    let line = "solve path.rgg --engine cluster -w 1 --processes 2 --checkpoint kept -o shared.csv";
    let mut parent = retrograde(folder.path(), line).spawn().unwrap();
    wait_for_work(folder.path(), &mut parent);
    terminate(children(parent.id())[1]);
    let output = parent.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    let expected = "error: process 1 was told to stop: a checkpoint is kept in kept, and the same command \
                    goes on from there\n";
    assert_eq!(said, expected);
    let output = run(folder.path(), line);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.contains("went on from checkpoint 0"), "{said}");
}

#[test]
fn a_list_of_hosts_without_end_is_refused_at_once() {
    let folder = tempdir().unwrap();
    write_path(folder.path(), 10);
    fs::write(folder.path().join("long"), "x".repeat(1000)).unwrap();
    let expected = [
        ("/dev/zero", "a list of hosts has at most 1 MiB".to_owned()),
        ("long", format!("line 1: '{}…' is not an address such as node1:2101", "x".repeat(40))),
    ];
    for (hosts, why) in expected {
        let line =
            format!("solve path.rgg --engine cluster -w 1 --hosts {hosts} --process 0 -o shares");
        let output = run(folder.path(), &line);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert_eq!(said, format!("error: --hosts {hosts}: {why}\n"));
    }
}

#[test]
fn whoever_has_read_enough_is_no_error() {
    let folder = tempdir().unwrap();
    let graph = generate::random(30_000, 2.5, 0.05, 1).unwrap();
    write(&Arena::from(graph), &folder.path().join("game.rgg"));
    fs::write(folder.path().join("hosts"), "127.0.0.1:1\n").unwrap();
    let share = "solve game.rgg --engine cluster -w 1 --hosts hosts --process 0 -o shares";
    assert!(run(folder.path(), share).status.success());
    for line in [
        "solve game.rgg --engine cluster -w 1 --processes 2 --format csv",
        "solve game.rgg --merge shares --format csv",
    ] {
        let mut solving = retrograde(folder.path(), line).spawn().unwrap();
        drop(solving.stdout.take());
        let output = solving.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn what_is_wrong_with_the_input_is_told_plainly() {
    let folder = tempdir().unwrap();
    let edges: String = (1..40_000).map(|vertex| format!("{vertex} {}\n", vertex - 1)).collect();
    fs::write(folder.path().join("list.txt"), edges + "1 x\n").unwrap();
    let output =
        run(folder.path(), "solve list.txt --engine cluster -w 1 --processes 2 -o shared.csv");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: list.txt: in the line at byte "), "{said}");
    assert!(said.ends_with("convert the list to a binary graph first\n"), "{said}");
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
