//! A list whose names alone are more than the process may have, turned into a binary graph within that limit.

#![cfg(target_os = "linux")]

use std::fmt::Write;
use std::io::{self, Read};
use std::path::Path;
use std::process::Command;

use retrograde_core::{Allowance, Control};
use retrograde_io::{Format, Source, build_rgg, read_arena, write_rgg};

/// What the process may have, and what the names take, each 100 bytes.
const LIMIT: u64 = 64 << 20;
const VERTICES: u64 = 1_000_000;

/// An edge list made while it is read, with one move from each vertex to any other: half of all names come
/// again far from where they were.
struct List {
    vertex: u64,
    text: String,
    at: usize,
}

impl List {
    fn new() -> Self {
        List { vertex: 0, text: String::new(), at: 0 }
    }
}

impl Read for List {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.text.len() && self.vertex < VERTICES {
            self.text.clear();
            self.at = 0;
            for from in self.vertex..self.vertex + 1000 {
                let to = from * 7919 % VERTICES;
                writeln!(self.text, "v{from:099} v{to:099}").unwrap();
            }
            self.vertex += 1000;
        }
        let count = buffer.len().min(self.text.len() - self.at);
        buffer[..count].copy_from_slice(&self.text.as_bytes()[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

/// Of the child: reads the list in the way that it is told.
#[test]
fn child() {
    let (Some(folder), Ok(way)) = (std::env::var_os("NAMES_CHILD"), std::env::var("NAMES_WAY"))
    else {
        return;
    };
    let control = Control { memory: Some(Allowance::from_now(LIMIT / 2)), ..Control::ALONE };
    if way == "memory" {
        let is_read = read_arena(List::new(), Format::Edges, &control).is_ok();
        println!("{}", if is_read { "MADE" } else { "not made" });
        return;
    }
    let folder = Path::new(&folder);
    let source = Source::stream(List::new());
    build_rgg(source, Some(Format::Edges), folder.join("built.rgg"), folder, &control).unwrap();
    println!("MADE");
}

#[test]
fn names_take_no_more_than_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let makes = |way: &str| {
        let command = format!(
            "ulimit -v {} && exec \"$0\" child --exact --nocapture --test-threads 1",
            LIMIT >> 10
        );
        let output = Command::new("sh")
            .args(["-c", &command])
            .arg(std::env::current_exe().unwrap())
            .env("NAMES_CHILD", folder.path())
            .env("NAMES_WAY", way)
            // Arenas of the allocator take addresses, and are of no use to one thread.
            .env("MALLOC_ARENA_MAX", "1")
            .env("RUST_MIN_STACK", "1048576")
            .output()
            .unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (String::from_utf8_lossy(&output.stdout).contains("MADE"), errors)
    };
    let (is_made, errors) = makes("disk");
    assert!(is_made, "{errors}");
    assert!(!makes("memory").0, "the limit is a real one");
    let built = std::fs::read(folder.path().join("built.rgg")).unwrap();
    let arena = read_arena(List::new(), Format::Edges, &Control::ALONE).unwrap();
    let mut expected = Vec::new();
    write_rgg(&arena, &mut expected, &Control::ALONE).unwrap();
    assert!(built == expected, "the same bytes as in memory");
}
