//! How fast edge lists are read: `cargo run --release -p retrograde-io --example read_rate`.
//!
//! Arguments, if any: how many MB of text to make for each kind of file.

use std::io::Write;
use std::time::Instant;

use retrograde_io::{Format, ReadOptions, read_arena};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let megabytes: usize = std::env::args().nth(1).map_or(Ok(128), |word| word.parse())?;
    let size = megabytes * 1_000_000;
    let kinds: [(&str, u64, Line); 6] = [
        ("u v, random below 10^7", 10_000_000, Line::Plain),
        ("u v, random below 10^5", 100_000, Line::Plain),
        ("u v, random below 1000", 1_000, Line::Plain),
        ("u v, rows in order below 10^7", 10_000_000, Line::Sorted),
        ("u v weight, random below 10^5", 100_000, Line::Weighted),
        ("words, random below 10^5", 100_000, Line::Words),
    ];
    for (name, below, kind) in kinds {
        let text = make(size, below, kind)?;
        let begun = Instant::now();
        let arena = read_arena(&text[..], Format::Edges, &ReadOptions::default())?;
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{name:32} {:8.0} MB/s   ({} vertices, {} edges, {seconds:.3} s)",
            text.len() as f64 / 1e6 / seconds,
            arena.graph.vertex_count(),
            arena.graph.edge_count(),
        );
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Line {
    Plain,
    Sorted,
    Weighted,
    Words,
}

fn make(size: usize, below: u64, kind: Line) -> std::io::Result<Vec<u8>> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    };
    let mut text = Vec::with_capacity(size + 64);
    let mut row = 0;
    while text.len() < size {
        match kind {
            Line::Plain => writeln!(text, "{} {}", random() % below, random() % below)?,
            Line::Sorted => {
                row = (row + random() % 3).min(below - 1);
                writeln!(text, "{row} {}", random() % below)?;
            }
            Line::Weighted => {
                let weight = (random() % 2001) as i64 - 1000;
                writeln!(text, "{} {} {weight}", random() % below, random() % below)?;
            }
            Line::Words => writeln!(text, "v{} v{}", random() % below, random() % below)?,
        }
    }
    Ok(text)
}
