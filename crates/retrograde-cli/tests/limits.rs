//! Limits bind: what a run may take of memory and time holds for the whole process.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::tempdir;

/// What one run may take of memory, and what the program takes before it has read anything.
const LIMIT: u64 = 48 << 20;
const PROGRAM: u64 = 16 << 20;

/// A parity game with as many priorities as vertices and two moves each, none of them a loop: those on
/// which solvers turn for long and would keep much.
fn many_priorities(vertices: u64, mut seed: u64) -> String {
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (seed >> 33) % below
    };
    let mut text = format!("parity {};\n", vertices - 1);
    for vertex in 0..vertices {
        let (priority, owner) = (random(vertices), random(2));
        let mut other = || (vertex + 1 + random(vertices - 1)) % vertices;
        writeln!(text, "{vertex} {priority} {owner} {},{};", other(), other()).unwrap();
    }
    text
}

/// The most memory that a running process has had, as far as the system tells.
fn peak(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// Runs the program to its end; the status and the most memory that was seen.
fn watch(folder: &Path, arguments: &str) -> (Option<i32>, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    loop {
        most = most.max(peak(child.id()).unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), most);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn memory_and_time_hold_for_parity_games_on_which_solvers_turn() {
    let folder = tempdir().unwrap();
    for seed in 0..4 {
        fs::write(folder.path().join("hard.pg"), many_priorities(20_000, seed)).unwrap();
        for solver in ["auto", "tangle", "promotion", "quasi-polynomial"] {
            let start = Instant::now();
            let (status, most) = watch(
                folder.path(),
                &format!(
                    "solve hard.pg --solver {solver} --max-memory {}M --timeout 0.5 -q -o hard.csv",
                    LIMIT >> 20
                ),
            );
            assert!(matches!(status, Some(0 | 3)), "{solver}: {status:?}");
            assert!(most <= LIMIT + PROGRAM, "{solver}: {} MiB", most >> 20);
            // A second is promised; a busy machine is given more.
            assert!(start.elapsed() < Duration::from_secs(10), "{solver}: {:?}", start.elapsed());
            let (status, _) = watch(folder.path(), "verify hard.pg hard.csv --partial -q");
            assert_eq!(status, Some(0), "{solver}");
        }
    }
}

#[test]
fn an_answer_that_is_not_complete_ends_with_status_3_however_quiet() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("hard.pg"), many_priorities(20_000, 1)).unwrap();
    for options in ["", " -q"] {
        let command = format!("solve hard.pg --timeout 0 -o open.csv{options}");
        assert_eq!(watch(folder.path(), &command).0, Some(3), "{command}");
        let (status, _) = watch(folder.path(), "verify hard.pg open.csv --partial -q");
        assert_eq!(status, Some(0));
    }
    let output = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args("solve hard.pg --timeout 0 --summary -v".split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("note: read in ") && said.contains("stopped by --timeout"), "{said}");
    assert!(!said.contains("solved in "), "{said}");
}

#[test]
fn a_solver_that_does_not_fit_is_refused_with_one_that_does() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("hard.pg"), many_priorities(20_000, 1)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_retrograde"))
        .args("solve hard.pg --solver strategy-improvement --max-memory 48M".split(' '))
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("; --solver zielonka takes "), "{message}");
}

/// A graph as a text and as rows, and an answer about it.
#[cfg(target_os = "linux")]
fn past_memory(folder: &Path) {
    let random = "generate random 400000 --moves 2.5 --terminals 0.05 --seed 3 -o b.txt";
    for command in [random, "convert b.txt -o b.rgg -q", "solve b.rgg --engine disk -q -o b.csv"] {
        assert_eq!(watch(folder, command).0, Some(0), "{command}");
    }
    fs::create_dir(folder.join("scratch")).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn work_past_memory_ends_in_good_order_whatever_addresses_there_are() {
    let folder = tempdir().unwrap();
    past_memory(folder.path());
    let within = |limit: u32, command: &str| {
        Command::new("sh")
            .args(["-c", &format!("ulimit -v {limit} && exec \"$0\" {command}")])
            .arg(env!("CARGO_BIN_EXE_retrograde"))
            .current_dir(folder.path())
            .output()
            .unwrap()
    };
    // Below that the program itself has no place, which the system says.
    let starts = |limit: &u32| matches!(within(*limit, "--version").status.code(), Some(0 | 2));
    let least = (8000..).step_by(1000).find(starts).unwrap();
    // The allocator sets 64 MiB of addresses aside for some threads, and for how many is a matter of luck.
    const PLENTY: u32 = 1_000_000;
    let few = [0, 1000, 2000, 4000, 6000, 8000, 12_000, 20_000, 30_000].map(|more| least + more);
    for limit in few.into_iter().chain([PLENTY]) {
        for command in [
            "convert b.txt -o x.rgg -q",
            "solve b.txt --engine disk --max-memory 16M --scratch scratch -q --summary",
            "verify b.rgg b.csv --engine disk -q",
        ] {
            let output = within(limit, command);
            let said = String::from_utf8_lossy(&output.stderr);
            match output.status.code() {
                Some(0) => {}
                Some(2) if limit < PLENTY => {
                    assert!(said.contains(" of memory") && said.lines().count() == 1, "{said}");
                }
                status => panic!("{command} within {limit} KiB: {status:?} {said}"),
            }
            assert_eq!(fs::read_dir(folder.path().join("scratch")).unwrap().count(), 0);
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn files_are_made_and_answers_checked_within_the_memory_that_is_allowed() {
    let folder = tempdir().unwrap();
    past_memory(folder.path());
    for (megabytes, works) in [(4, false), (9, true), (20, true), (40, true)] {
        for command in ["convert b.txt -o x.rgg -q", "verify b.rgg b.csv --engine disk -q"] {
            let (status, most) =
                watch(folder.path(), &format!("{command} --max-memory {megabytes}M"));
            assert_eq!(status, Some(if works { 0 } else { 2 }), "{command} in {megabytes} MiB");
            assert!(most <= (megabytes << 20) + PROGRAM, "{command}: {} MiB", most >> 20);
        }
    }
}

#[test]
fn what_needs_a_graph_in_memory_says_where_to_go_with_a_larger_one() {
    let folder = tempdir().unwrap();
    let generate = "generate random 30000 --moves 2.5 --seed 3 -o b.txt -q";
    assert_eq!(watch(folder.path(), generate).0, Some(0));
    let refused = |command: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_retrograde"))
            .args(command.split(' '))
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        String::from_utf8(output.stderr).unwrap()
    };
    let said = refused("info b.txt --max-memory 100K");
    assert!(said.contains("convert INPUT -o FILE.rgg") && said.contains("--engine disk"), "{said}");
    for command in ["line", "explain"] {
        let said = refused(&format!("{command} b.txt --from 3 --engine disk"));
        assert!(said.contains("leave out --engine disk"), "{said}");
    }
}
