//! Graphs on disk beside graphs in memory: `cargo bench -p retrograde-disk --bench disk`.
//!
//! A random graph, 2.5 moves a vertex, one vertex in twenty without any: the parallel solver in memory,
//! transposing included, beside the solver on disk with everything cached; the same in a process of its own
//! under a limit on its size that the graph does not fit; and what building the file takes.
//!
//! `-- --beyond FOLDER [LOG_VERTICES [HIGH_DEGREE]]` makes a graph of more than 2³² edges there, solves it and checks
//! the answer by streaming. `-- VERTICES` takes another size.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use retrograde_core::{
    Column, Control, Convention, Graph, Offsets, Outcome, OutcomeGame, Progress, Threads, Values,
    Vertex, memory,
};
use retrograde_disk::{Options, estimate, outcome};
use retrograde_io::{RggBuilder, RggFile};
use retrograde_solve::outcome::Method;
use retrograde_verify::verify_outcome_rows;

const RUNS: usize = 3;

type Failed = Box<dyn Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["--beyond", folder, rest @ ..] => beyond(Path::new(folder), rest),
        ["--child", path, room] => child(Path::new(path), room),
        ["--quick", ..] => beside_memory(1_000_000),
        [] => beside_memory(10_000_000),
        [vertices, ..] => match vertices.parse() {
            Ok(vertices) => beside_memory(vertices),
            Err(_) => Err(format!("'{vertices}' is no number of vertices").into()),
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Random numbers: S. Vigna's splitmix64.
struct Random(u64);

impl Random {
    #[inline]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    #[inline]
    fn below(&mut self, count: u32) -> u32 {
        (((self.next() >> 32) * u64::from(count)) >> 32) as u32
    }
}

fn seconds<T>(work: impl FnOnce() -> Result<T, Failed>) -> Result<(T, f64), Failed> {
    let begin = Instant::now();
    let result = work()?;
    Ok((result, begin.elapsed().as_secs_f64()))
}

/// A row of a random graph: one in twenty is empty, the others have 1 to 4 moves.
fn small_row(vertices: u32, random: &mut Random, row: &mut Vec<Vertex>) {
    row.clear();
    if random.below(20) > 0 {
        for _ in 0..=random.below(4) {
            row.push(random.below(vertices));
        }
    }
}

fn beside_memory(vertices: u32) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("random.rgg");
    let control = Control::default();
    let ((), building) = seconds(|| {
        let about = u64::from(vertices) * 12 / 5;
        let mut builder =
            RggBuilder::create(&path, folder.path(), vertices as usize, about, &control)?;
        let (mut random, mut row) = (Random(1), Vec::new());
        for vertex in 0..vertices {
            small_row(vertices, &mut random, &mut row);
            builder.row(vertex, &row)?;
        }
        Ok(builder.finish()?)
    })?;
    let file = RggFile::open(&path)?;
    let (mut random, mut row) = (Random(1), Vec::new());
    let mut offsets = Offsets::zeroed(vertices as usize, file.edge_count());
    let mut targets = Vec::with_capacity(file.edge_count() as usize);
    for vertex in 0..vertices {
        small_row(vertices, &mut random, &mut row);
        targets.extend_from_slice(&row);
        offsets.set(vertex as usize + 1, targets.len() as u64);
    }
    let graph = Graph::from_parts(offsets, targets)?;
    println!(
        "{vertices} vertices, {} edges; the file has {:.0} MB and was made in {building:.2} s",
        file.edge_count(),
        file.bytes() as f64 / 1e6
    );
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
    println!("{:>8} {:>11} {:>11} {:>7}", "threads", "memory ms", "disk ms", "ratio");
    let mut last = None;
    for threads in [Threads::ONE, Threads::all()] {
        let control = Control::default().on(threads);
        let (mut in_memory, mut on_disk) = (f64::INFINITY, f64::INFINITY);
        let mut same = true;
        for _ in 0..RUNS {
            let options = retrograde_solve::Options {
                values_only: true,
                ..retrograde_solve::Options::with(control)
            };
            let (expected, time) = seconds(|| {
                Ok(retrograde_solve::outcome::solve(&game, Method::Retrograde, &options)?)
            })?;
            in_memory = in_memory.min(time);
            let (values, time) =
                seconds(|| Ok(outcome(&file, Convention::Normal, &Options::with(control))?))?;
            on_disk = on_disk.min(time);
            same &= values == expected.solution.values;
            last = Some(values);
        }
        assert!(same, "both find the same");
        println!(
            "{:>8} {:>11.0} {:>11.0} {:>6.2}×",
            threads.get(),
            1e3 * in_memory,
            1e3 * on_disk,
            on_disk / in_memory
        );
    }
    if let Some(values) = &last {
        say(values);
    }
    drop((graph, last));
    limited(&path, &file)
}

/// Solves in a process whose size is limited to a quarter of the file, or to what is kept of each vertex if
/// that is more.
fn limited(path: &Path, file: &RggFile) -> Result<(), Failed> {
    let needed = estimate(file, &Options::with(Control::ALONE)).least + (24 << 20);
    let limit = needed.max(file.bytes() / 4) >> 10;
    let command = format!("ulimit -v {limit} && exec \"$0\" --child \"$1\" {}", limit << 10);
    for _ in 0..2 {
        let output = Command::new("sh")
            .args(["-c", &command])
            .arg(env::current_exe()?)
            .arg(path)
            .output()?;
        print!("{}", String::from_utf8_lossy(&output.stdout));
        if !output.status.success() {
            return Err(
                format!("the child failed: {}", String::from_utf8_lossy(&output.stderr)).into()
            );
        }
    }
    Ok(())
}

fn child(path: &Path, limit: &str) -> Result<(), Failed> {
    let file = RggFile::open(path)?;
    let control = Control::ALONE;
    let (values, solving) =
        seconds(|| Ok(outcome(&file, Convention::Normal, &Options::with(control))?))?;
    let (_, verifying) = seconds(|| {
        Ok(verify_outcome_rows(&file.forward(), &|_| Outcome::Lose, &values, None, &control)?)
    })?;
    println!(
        "within {:.0} MB of addresses, a {:.1}th of the file, on one thread: solved in {:.0} ms, verified in {:.0} ms",
        limit.parse::<f64>()? / 1e6,
        file.bytes() as f64 / limit.parse::<f64>()?,
        1e3 * solving,
        1e3 * verifying
    );
    Ok(())
}

fn say(values: &Values) {
    let share = |outcome| 100.0 * values.count(outcome) as f64 / values.len() as f64;
    let longest = [Outcome::Win, Outcome::Lose].map(|outcome| values.longest(outcome));
    println!(
        "won {:.1} %, lost {:.1} %, drawn {:.1} %, longest {}",
        share(Outcome::Win),
        share(Outcome::Lose),
        share(Outcome::Draw),
        longest.into_iter().flatten().map(|(_, distance)| distance.0).max().unwrap_or(0)
    );
}

/// More than 2³² edges: every second vertex has a fixed large number of moves, the others few.
fn beyond(folder: &Path, rest: &[&str]) -> Result<(), Failed> {
    let number =
        |place: usize, otherwise: u32| rest.get(place).map_or(Ok(otherwise), |n| n.parse());
    let (log, high) = (number(0, 26)?, number(1, 128)?);
    let vertices = 1_u32 << log;
    let about = u64::from(vertices) / 2 * (u64::from(high) + 5 / 2);
    let path = folder.join("beyond.rgg");
    let control = Control::default();
    println!("{vertices} vertices, about {about} edges, {} threads", control.threads.get());
    let tell = |what: &str, time: f64, bytes: u64| {
        let held = memory::resident().unwrap_or(0) as f64 / 1e6;
        println!(
            "{what:<10} {time:>7.1} s, {:>7.1} GB, {:>6.2} GB/s, {held:>6.0} MB held",
            bytes as f64 / 1e9,
            bytes as f64 / 1e9 / time
        );
    };
    let result = (|| {
        let ((), building) = seconds(|| {
            let mut builder =
                RggBuilder::create(&path, folder, vertices as usize, about, &control)?;
            let (mut random, mut row) = (Random(2), Vec::new());
            let begin = Instant::now();
            for vertex in 0..vertices {
                if vertex % 2 == 0 {
                    small_row(vertices, &mut random, &mut row);
                } else {
                    row.clear();
                    row.extend((0..high).map(|_| random.below(vertices)));
                }
                builder.row(vertex, &row)?;
            }
            println!("rows came in {:.1} s", begin.elapsed().as_secs_f64());
            Ok(builder.finish()?)
        })?;
        let file = RggFile::open(&path)?;
        tell("built", building, file.bytes());
        println!("{} edges, 2^32 and {}", file.edge_count(), file.edge_count() as i64 - (1 << 32));
        let needed = estimate(&file, &Options::with(control)).least;
        println!("solving needs {:.0} MB", needed as f64 / 1e6);
        let levels = |progress: Progress| {
            if progress.phase == "labelling" {
                println!("  {} settled", progress.done);
            }
        };
        let control = Control { progress: Some(&levels), ..control };
        let (values, solving) =
            seconds(|| Ok(outcome(&file, Convention::Normal, &Options::with(control))?))?;
        let half = file.bytes() / 2;
        tell("solved", solving, half);
        say(&values);
        let (checked, verifying) = seconds(|| {
            Ok(verify_outcome_rows(&file.forward(), &|_| Outcome::Lose, &values, None, &control)?)
        })?;
        tell("verified", verifying, half);
        println!("the solution holds: {checked}");
        Ok(())
    })();
    let _ = fs::remove_file(&path);
    result
}
