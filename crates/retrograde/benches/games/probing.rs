//! A table on disk: how long it takes to build and to verify, how small it is, and how many probes
//! at random places it answers in a second.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use retrograde::games::catalogue::NoFiles;
use retrograde::table::{BuildOptions, Catalogue, RowFormat, Table};
use retrograde::{Control, Threads};

use crate::machine;

/// The game whose table is measured, and what it should reach.
const SPEC: &str = "quixo:4";
const BYTES_A_SLOT: f64 = 0.15;
const PROBES_A_SECOND: f64 = 200_000.0;

/// Probes of one measurement.
const PROBES: u64 = 4_000_000;

/// The game whose positions are asked about as text, how many, and what is to be reached.
const LINES_SPEC: &str = "chess:KQvKR";
const LINES: u64 = 1_000_000;
const LINES_A_SECOND: f64 = 2e6;

/// Each of these unpacks a block.
const COLD_PROBES: u64 = 10_000;

/// Measures in a process of its own and shows the figures.
pub(crate) fn show() {
    println!(
        "\na table of {SPEC}; at most {BYTES_A_SLOT} bytes a slot and at least {} thousand probes a \
         second are asked for\n",
        PROBES_A_SECOND / 1e3
    );
    let output = machine::again(&["table"]).output().expect("the benchmark can start itself");
    print!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(
        output.status.success(),
        "the table failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// What [`show`] starts.
pub(crate) fn measure() {
    let folder = Folder::new();
    let rules = Catalogue::builtin().open(SPEC, &NoFiles).expect("a game");
    let (built, solved) =
        timed(|| rules.build(SPEC, &folder.0, &BuildOptions::default()).expect("room enough"));
    let table = solved.table().expect("it was built on disk");
    let bytes = table.file_size() as f64 / table.slots() as f64;
    say("built", built, "s");
    println!("{:<46} {bytes:>12.4} {}", "bytes a slot", mark(bytes <= BYTES_A_SLOT));
    let (opened, _) = timed(|| Table::open(&folder.0).expect("it was just built"));
    say("opened", opened * 1e3, "ms");
    let (verified, _) = timed(|| rules.verify(table, &Control::default()).expect("it is sound"));
    say("verified", verified, "s");

    let cold = Table::open_with_cache(&folder.0, 0).expect("it was just built");
    let unpacking = rate(COLD_PROBES, || probe(&cold, 1, COLD_PROBES));
    say("probes a second, unpacking a block for each", unpacking, "");
    // Once without a clock, so that every block is in memory.
    probe(table, 1, PROBES);
    warm("probes a second, one thread", rate(PROBES, || probe(table, 2, PROBES)));
    let half = |seed| move || probe(table, seed, PROBES / 2);
    warm(
        "probes a second, two threads",
        rate(PROBES, || {
            thread::scope(|scope| {
                scope.spawn(half(3));
                scope.spawn(half(4));
            });
        }),
    );
    let batch: Vec<u64> = scattered(5, PROBES, table.slots()).collect();
    for (what, table) in [("in a batch", table), ("in a batch, nothing in memory", &cold)] {
        let rate = rate(PROBES, || {
            black_box(table.probe_many(&batch, &Control::default()).expect("it is sound"));
        });
        warm(&format!("probes a second, {what}"), rate);
    }
    drop(folder);
    lines();
}

/// A batch of positions as text, on two threads: what comes out are rows with best moves.
fn lines() {
    let folder = Folder::new();
    let rules = Catalogue::builtin().open(LINES_SPEC, &NoFiles).expect("a game");
    let solved = rules.build(LINES_SPEC, &folder.0, &BuildOptions::default()).expect("room enough");
    let table = solved.table().expect("it was built on disk");
    let places = scattered(6, 2 * LINES, table.slots());
    let positions = places.filter_map(|slot| rules.unrank(slot)).take(LINES as usize);
    let text: String = positions.map(|position| rules.show(&position) + "\n").collect();
    let count = text.lines().count() as u64;
    let control = Control::default().on(Threads::new(2).expect("two"));
    probe(table, 7, PROBES);
    let half = |seed| move || probe(table, seed, PROBES / 2);
    let probes = rate(PROBES, || {
        thread::scope(|scope| {
            scope.spawn(half(8));
            scope.spawn(half(9));
        });
    });
    println!("\n{count} positions of {LINES_SPEC} as text, two threads\n");
    for (what, format) in [("csv", RowFormat::Csv), ("json", RowFormat::Json)] {
        let rows = rate(count, || {
            let answered = solved.probe_lines(text.as_bytes(), Some(format), &control, |answers| {
                black_box(answers);
                Ok(())
            });
            answered.expect("it is sound");
        });
        let reached = if rows >= LINES_A_SECOND { "" } else { "(below what is asked for)" };
        let ratio = probes / rows;
        println!("rows a second, {what:<31} {rows:>12.0} {reached}");
        println!("{:<46} {ratio:>12.1}", "  probes by slot in the same time, for each");
    }
}

fn say(what: &str, figure: f64, unit: &str) {
    println!("{what:<46} {figure:>12.2} {unit}");
}

/// A rate that a table should reach.
fn warm(what: &str, rate: f64) {
    println!("{what:<46} {rate:>12.0} {}", mark(rate >= PROBES_A_SECOND));
}

/// Says so where a target is missed.
fn mark(reached: bool) -> &'static str {
    if reached { "" } else { "(below what is asked for)" }
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let begin = Instant::now();
    let result = work();
    (begin.elapsed().as_secs_f64(), result)
}

/// How many a second, the best of three runs.
fn rate(count: u64, work: impl Fn()) -> f64 {
    let time = (0..3).map(|_| timed(&work).0).fold(f64::MAX, f64::min);
    count as f64 / time
}

fn probe(table: &Table, seed: u64, count: u64) {
    for slot in scattered(seed, count, table.slots()) {
        black_box(table.probe(slot).expect("it is sound"));
    }
}

/// Slots all over a table, none of them near the one before.
fn scattered(seed: u64, count: u64, slots: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    (0..count).map(move |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(slots)) >> 64) as u64
    })
}

/// A folder that goes away with the measurement.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("bench-table-{}", std::process::id());
        Folder(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
