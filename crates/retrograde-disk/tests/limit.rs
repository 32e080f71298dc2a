//! A graph several times larger than the process may be, built and solved within that limit.

mod common;

use std::fmt::Write;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use common::random;
use retrograde_core::{Control, Convention, Outcome, Value, Values};
use retrograde_disk::{Options, outcome};
use retrograde_io::{Format, RggFile, Source, build_rgg};
use retrograde_verify::verify_outcome_rows;

/// An edge list made while it is read: vertices by their numbers, in no order.
struct EdgeList {
    state: u64,
    vertices: u64,
    left: u64,
    text: String,
    at: usize,
}

impl EdgeList {
    fn new(vertices: u64, edges: u64) -> Self {
        // All vertices in order first, so that the sizes of the tables do not depend on chance.
        let mut list = EdgeList { state: 6, vertices, left: edges, text: String::new(), at: 0 };
        for vertex in 0..vertices {
            writeln!(list.text, "{vertex}").unwrap();
        }
        list
    }

    /// One vertex in twenty has no move, every other of the rest few, and the others many.
    fn edge(&mut self) -> (u64, u64) {
        let from = random(&mut self.state, self.vertices / 20) * 20;
        let of_twenty = random(&mut self.state, 10) * 2;
        let from = match random(&mut self.state, 64) {
            0 => from + of_twenty.max(2),
            _ => from + of_twenty + 1,
        };
        (from, random(&mut self.state, self.vertices))
    }
}

impl Read for EdgeList {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() {
            self.text.clear();
            self.at = 0;
            let now = self.left.min(4096);
            for _ in 0..now {
                let (from, to) = self.edge();
                writeln!(self.text, "{from} {to}").unwrap();
            }
            self.left -= now;
        }
        let count = buffer.len().min(self.text.len() - self.at);
        buffer[..count].copy_from_slice(&self.text.as_bytes()[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// A number that stands for all values.
fn sum(values: &Values) -> u64 {
    values.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, value| {
        let number = match value {
            Value::Draw => 0,
            Value::Win(distance) => 2 * u64::from(distance.0) + 1,
            Value::Lose(distance) => 2 * u64::from(distance.0) + 2,
        };
        (sum ^ number).wrapping_mul(0x100_0000_01b3)
    })
}

/// Of the child: builds and solves in a folder, and says what came of it.
#[test]
fn child() {
    let (Some(folder), Ok(size)) = (std::env::var_os("DISK_CHILD"), std::env::var("DISK_SIZE"))
    else {
        return;
    };
    let numbers: Vec<u64> = size.split(' ').map(|number| number.parse().unwrap()).collect();
    let (folder, control) = (Path::new(&folder), Control::ALONE);
    let path = folder.join("built.rgg");
    let source = Source::stream(EdgeList::new(numbers[0], numbers[1]));
    build_rgg(source, Some(Format::Edges), &path, folder, &control).unwrap();
    let file = RggFile::open(&path).unwrap();
    let values = outcome(&file, Convention::Normal, &Options::with(control)).unwrap();
    verify_outcome_rows(&file.forward(), &|_| Outcome::Lose, &values, None, &control).unwrap();
    println!("SOLVED {} {}", sum(&values), file.bytes());
}

/// Builds and solves in a process of at most so many bytes, and here in memory; `times` is how many times larger
/// the file is than the limit.
fn within(limit: u64, vertices: u64, edges: u64, times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let run = |command: &str| {
        Command::new("sh")
            .args([
                "-c",
                &format!("{command} exec \"$0\" child --exact --nocapture --test-threads 1"),
            ])
            .arg(std::env::current_exe().unwrap())
            .env("DISK_CHILD", folder.path())
            .env("DISK_SIZE", format!("{vertices} {edges}"))
            // Arenas of the allocator take addresses, and are of no use to one thread.
            .env("MALLOC_ARENA_MAX", "1")
            .env("RUST_MIN_STACK", "1048576")
            .stderr(Stdio::inherit())
            .output()
            .unwrap()
    };
    let output = run(&format!("ulimit -v {} &&", limit >> 10));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let solved = text.lines().find_map(|line| line.split("SOLVED ").nth(1));
    let solved = solved.unwrap_or_else(|| panic!("the child says: {text}"));
    let (found, bytes) = solved.split_once(' ').unwrap();
    let bytes: u64 = bytes.trim().parse().unwrap();
    assert!(bytes >= times * limit, "the file has {bytes} bytes, and the limit is {limit}");
    // The limit is a real one: the graph does not fit it in memory.
    let path = folder.path().join("built.rgg");
    let map = Command::new("sh")
        .args(["-c", &format!("ulimit -v {} && exec \"$0\" maps --exact --nocapture", limit >> 10)])
        .arg(std::env::current_exe().unwrap())
        .env("DISK_MAPS", &path)
        .stderr(Stdio::null())
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&map.stdout).contains("MAPPED"));
    let file = RggFile::open(&path).unwrap();
    let arena = file.map(&Control::ALONE).unwrap();
    let expected = common::in_memory(&arena, Convention::Normal).values;
    assert_eq!(found, sum(&expected).to_string());
    assert!(expected.longest(Outcome::Win).unwrap().1.0 > 2, "play goes on for some time");
}

/// Of the other child: has all of the graph in memory.
#[test]
fn maps() {
    let Some(path) = std::env::var_os("DISK_MAPS") else { return };
    let mapped = RggFile::open(&path).unwrap().map(&Control::ALONE);
    println!("{}", if mapped.is_ok() { "MAPPED" } else { "not mapped" });
}

#[test]
#[cfg(target_os = "linux")]
fn a_graph_four_times_larger_than_the_process_may_be() {
    within(40 << 20, 200_000, 21_000_000, 4);
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "takes a minute: the same with a file of 800 MB in 200 MB"]
fn a_large_graph_four_times_larger_than_the_process_may_be() {
    within(200 << 20, 3_000_000, 105_000_000, 4);
}
