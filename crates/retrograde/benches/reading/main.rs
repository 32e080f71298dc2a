//! How fast graphs are read, on one thread and on all, beside a reader as one writes it in an afternoon.
//!
//! `--quick` makes smaller files.

use std::collections::HashMap;
use std::env;
use std::io::{BufRead, Write};
use std::time::Instant;

use retrograde::games::generate::random;
use retrograde::io::{Format, read_arena, write_arena};
use retrograde::{Arena, Control, Graph, Threads};

/// What the lines of an edge list look like.
#[derive(Clone, Copy, PartialEq)]
enum Lines {
    /// Two numbers, anywhere.
    Random,
    /// Two numbers, all edges of a vertex together.
    ByRow,
    /// Two numbers and a weight.
    Weighted,
    /// Two words.
    Words,
}

fn main() {
    let quick = env::args().any(|word| word == "--quick");
    let size = if quick { 16_000_000 } else { 128_000_000 };
    let all = Threads::all().get();
    println!(
        "edge lists of {} MB, on one thread, on {all}, and the afternoon's\n",
        size / 1_000_000
    );
    println!(
        "{:<34} {:>10} {:>12} {:>6} {:>12} {:>6}",
        "lines", "one", "all", "x", "afternoon", "x"
    );
    for (name, below, lines) in [
        ("u v, random below 10^7", 10_000_000, Lines::Random),
        ("u v, random below 10^5", 100_000, Lines::Random),
        ("u v, row by row below 10^7", 10_000_000, Lines::ByRow),
        ("u v weight, random below 10^5", 100_000, Lines::Weighted),
        ("words, random below 10^5", 100_000, Lines::Words),
        ("words, random below 10^7", 10_000_000, Lines::Words),
    ] {
        let text = edge_list(size, below, lines);
        let (ours, arena) = rate(text.len(), || {
            read_arena(&text[..], Format::Edges, &Control::ALONE).expect("a good file")
        });
        let (shared, other) = rate(text.len(), || {
            read_arena(&text[..], Format::Edges, &Control::default()).expect("a good file")
        });
        assert!(arena.graph == other.graph, "any number of threads reads the same graph");
        drop(other);
        let (theirs, graph) = rate(text.len(), || afternoon(&text));
        assert!(arena.graph == graph, "both read the same graph");
        println!(
            "{name:<34} {ours:>5.0} MB/s {shared:>7.0} MB/s {:>6.1} {theirs:>7.0} MB/s {:>6.1}",
            shared / ours,
            ours / theirs
        );
    }
    let vertices = if quick { 100_000 } else { 1_000_000 };
    println!("\n{vertices} vertices with 5 moves on average\n");
    println!("{:<34} {:>10} {:>12} {:>6} {:>12} {:>9}", "format", "one", "all", "x", "edges", "MB");
    let arena = Arena::from(random(vertices, 5.0, 0.01, 1).expect("a graph"));
    // A bare graph has neither owners nor priorities to write.
    let bare = |format: &Format| !matches!(format, Format::Pgsolver | Format::Hoa);
    for format in Format::ALL.into_iter().filter(bare) {
        let mut bytes = Vec::new();
        write_arena(&arena, format, &mut bytes).expect("memory takes everything");
        let (rate, back) = rate(bytes.len(), || {
            read_arena(&bytes[..], format, &Control::ALONE).expect("what we wrote")
        });
        assert!(back.graph == arena.graph, "{format} keeps the graph");
        let shared = rate_of(&bytes, format);
        let edges_a_second = rate * back.graph.edge_count() as f64 / bytes.len() as f64;
        println!(
            "{:<34} {rate:>5.0} MB/s {shared:>7.0} MB/s {:>6.1} {edges_a_second:>8.1} M/s {:>9.1}",
            format.name(),
            shared / rate,
            bytes.len() as f64 / 1e6
        );
    }
}

/// The rate on all threads.
fn rate_of(bytes: &[u8], format: Format) -> f64 {
    let read = || read_arena(bytes, format, &Control::default()).expect("what we wrote");
    rate(bytes.len(), read).0
}

/// Best of three, in MB a second.
fn rate<T>(bytes: usize, read: impl Fn() -> T) -> (f64, T) {
    let mut best: Option<(f64, T)> = None;
    for _ in 0..3 {
        let start = Instant::now();
        let result = read();
        let rate = bytes as f64 / 1e6 / start.elapsed().as_secs_f64();
        if best.as_ref().is_none_or(|(best, _)| rate > *best) {
            best = Some((rate, result));
        }
    }
    best.expect("three runs")
}

/// Lines, words, a hash map of names, then the rows.
fn afternoon(text: &[u8]) -> Graph {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut edges = Vec::new();
    for line in text.lines() {
        let line = line.expect("text");
        let mut ends = line.split_whitespace().take(2).map(|name| {
            let next = numbers.len() as u32;
            *numbers.entry(name.to_owned()).or_insert(next)
        });
        if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
            edges.push((from, to));
        }
    }
    Graph::from_edges(numbers.len(), edges).expect("numbers below the count")
}

fn edge_list(size: usize, below: u64, lines: Lines) -> Vec<u8> {
    let mut rng = retrograde::games::generate::Rng::from_seed(1);
    let mut text = Vec::with_capacity(size + 64);
    let mut row = 0;
    while text.len() < size {
        let (from, to) = (rng.below(below), rng.below(below));
        match lines {
            Lines::Random => writeln!(text, "{from} {to}"),
            Lines::ByRow => {
                row = (row + from % 3).min(below - 1);
                writeln!(text, "{row} {to}")
            }
            Lines::Weighted => writeln!(text, "{from} {to} {}", rng.below(2001) as i64 - 1000),
            Lines::Words => writeln!(text, "v{from} v{to}"),
        }
        .expect("memory takes everything");
    }
    text
}
