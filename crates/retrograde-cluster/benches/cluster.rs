//! How fast workers are beside the parallel solver: `cargo bench -p retrograde-cluster --bench cluster
//! [-- VERTICES [WORKERS …]]`.
//!
//! A random graph, a vertex in twenty without moves and 2.5 of them on average at others, where most
//! positions are decided. The solver of the library on two threads, turning around included; then workers as threads
//! over the same graph, turned around by the same means; workers that only have the rows of their own
//! vertices, and exchange moves; workers that read their rows from a binary graph; and as many processes,
//! which have to find each other as well. Then a path, which is all rounds and no work, and a chess ending
//! over its index beside the dense solver.

use std::env;
use std::fs::File;
use std::io::BufWriter;
use std::net::TcpListener;
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use retrograde_cluster::{Cluster, Indexed, Known, Options, Rows, Rule};
use retrograde_core::{
    Arena, Column, Control, Convention, Graph, Outcome, OutcomeGame, RowError, RowSource, Threads,
    Values,
};
use retrograde_games::rules::Chess;
use retrograde_games::{Game, generate};
use retrograde_io::{RggFile, write_rgg};
use retrograde_solve::outcome::Method;
use retrograde_table::dense::{self, DenseOptions};

const RUNS: usize = 5;

fn lost(vertices: Range<usize>, said: &mut Vec<Outcome>) -> Result<(), RowError> {
    said.extend(vertices.map(|_| Outcome::Lose));
    Ok(())
}

const LOST: Rule<'static> = Rule::Outcome(&lost);

fn main() {
    let mut numbers = env::args().skip(1).filter_map(|word| word.parse().ok());
    let vertices = numbers.next().unwrap_or(10_000_000_u64);
    let counts: Vec<usize> = numbers.map(|count| count as usize).collect();
    let counts = if counts.is_empty() { vec![1, 2] } else { counts };
    let most = counts.iter().copied().max().unwrap_or(1);
    if let Ok(process) = env::var("BENCH_PROCESS") {
        return child(vertices, process.parse().unwrap_or(0));
    }
    let arena = Arena::from(make(vertices));
    let (graph, verdicts) = (&arena.graph, Column::default());
    let game = OutcomeGame::new(graph, &verdicts, Convention::Normal).expect("no verdicts");
    let threads = Threads::new(most).unwrap_or_default();
    let control = Control { threads, ..Control::default() };
    let settings = retrograde_solve::Options { values_only: true, control };
    let solve = || retrograde_solve::outcome::solve(&game, Method::Retrograde, &settings);
    let values = solve().expect("nobody stops it").solution.values;
    println!(
        "{} vertices, {} edges, {} decided, longest {}; best of {RUNS}, in turns\n",
        graph.vertex_count(),
        graph.edge_count(),
        values.count(Outcome::Win) + values.count(Outcome::Lose),
        values.longest(Outcome::Lose).map_or(0, |(_, distance)| distance.0)
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("graph.rgg");
    let mut file = BufWriter::new(File::create(&path).expect("a file"));
    write_rgg(&arena, &mut file, &Control::default()).expect("room on the disk");
    drop(file);

    let mut ways: Vec<(String, Box<dyn Fn() -> f64 + '_>)> = Vec::new();
    let (values, path) = (&values, path.as_path());
    let cpu = || time(|| check(&solve().expect("nobody stops it").solution.values, values));
    ways.push((format!("cpu, {most} threads"), Box::new(cpu)));
    for &workers in &counts {
        let game = &game;
        let in_memory = move || {
            time(|| {
                let found = retrograde_cluster::outcome(game, workers, &Control::default());
                check(&found.expect("nobody stops it"), values);
            })
        };
        ways.push((format!("cluster, {workers} worker(s), in memory"), Box::new(in_memory)));
        let exchanged = move || time(|| check(&by_rows(graph, None, workers), values));
        let what = format!("cluster, {workers} worker(s), rows, moves exchanged");
        ways.push((what, Box::new(exchanged)));
        let binary = move || {
            time(|| {
                let file = RggFile::open(path).expect("it was just written");
                let (forward, reverse) = (file.forward(), file.reverse());
                check(&by_rows(&forward, Some(&reverse), workers), values);
            })
        };
        ways.push((
            format!("cluster, {workers} worker(s), rows of a binary graph"),
            Box::new(binary),
        ));
    }
    for &count in counts.iter().filter(|&&count| count > 1) {
        let what = format!("cluster, {count} processes of 1 worker");
        let exchanged = move || processes(vertices, None, count);
        ways.push((format!("{what}, rows, moves exchanged"), Box::new(exchanged)));
        let binary = move || processes(vertices, Some(path), count);
        ways.push((format!("{what}, rows of a binary graph"), Box::new(binary)));
    }
    // In turns, so that a machine that is busy for a while is so for all.
    let mut best = vec![f64::INFINITY; ways.len()];
    for _ in 0..RUNS {
        for (best, (_, way)) in best.iter_mut().zip(&ways) {
            *best = best.min(way());
        }
    }
    for ((what, _), seconds) in ways.iter().zip(&best) {
        println!("{what:<56} {seconds:7.3} s  {:5.2} times the cpu's", seconds / best[0]);
    }
    println!();
    rounds(&counts);
    println!();
    ending(&counts, &control);
}

/// A path: nothing but rounds.
fn rounds(counts: &[usize]) {
    const LENGTH: u32 = 20_000;
    let edges = (1..LENGTH).map(|vertex| (vertex, vertex - 1));
    let path = Graph::from_edges(LENGTH as usize, edges).expect("ends in range");
    for &workers in counts {
        let time = time(|| drop(by_rows(&path, None, workers)));
        let micros = time * 1e6 / f64::from(LENGTH);
        println!("{:<56} {micros:7.1} µs a round", format!("a path, {workers} worker(s)"));
    }
}

/// A chess ending: slots that are un-moved, no edges.
fn ending(counts: &[usize], control: &Control<'_>) {
    let game = Chess::new("KQvKR").expect("an ending");
    let (slots, tiers) = (game.slots().expect("an index"), game.tiers());
    let moves = game.slot_moves().expect("moves from slot to slot");
    println!("KQvKR: {slots} slots");
    let settings = DenseOptions { control: *control, ..DenseOptions::default() };
    let begin = Instant::now();
    let table = dense::solve(&game, &settings).expect("room for a table");
    let dense = begin.elapsed().as_secs_f64();
    println!("{:<56} {dense:7.3} s", format!("dense, {} threads", control.threads.get()));
    for &workers in counts {
        let indexed = Indexed { name: "KQvKR", slots, tiers: tiers.clone(), moves };
        let cluster = Cluster::threads(workers).expect("workers");
        let options = Options { cluster, ..Options::default() };
        let begin = Instant::now();
        let answer = indexed.solve(&options, &Control::default()).expect("nobody stops it");
        let time = begin.elapsed().as_secs_f64();
        let same = |slot: u64| {
            answer.get(slot).and_then(Known::pack) == Some(table.packed()[slot as usize])
        };
        assert!((0..slots).step_by(997).all(same), "the answers differ");
        let (what, share) =
            (format!("cluster, {workers} worker(s)"), slots as f64 / workers as f64);
        let micros = time * 1e6 / share;
        println!(
            "{what:<56} {time:7.3} s  {:5.2} times the dense solver's, {micros:.2} µs a slot and worker",
            time / dense
        );
    }
}

fn make(vertices: u64) -> Graph {
    generate::random(vertices, 2.5, 0.05, 1).expect("room for a graph")
}

fn check(found: &Values, values: &Values) {
    assert!(found == values, "the answers differ");
}

/// Seconds that a run takes.
fn time(run: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    run();
    begin.elapsed().as_secs_f64()
}

fn by_rows(forward: &dyn RowSource, reverse: Option<&dyn RowSource>, workers: usize) -> Values {
    let rows = Rows { forward, reverse, rule: LOST, fingerprint: Some(1) };
    let cluster = Cluster::threads(workers).expect("workers");
    let options = Options { cluster, ..Options::default() };
    let answer = rows.solve(&options, &Control::default()).expect("nobody stops it");
    answer.values(&Control::default()).ok().flatten().expect("one process has everything")
}

/// Seconds that the slowest of several processes takes, from the moment when all have the graph, or the name
/// of the file with it.
fn processes(vertices: u64, path: Option<&Path>, count: usize) -> f64 {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a free port");
    let listeners: Vec<TcpListener> = (0..count).map(bind).collect();
    let port =
        |listener: &TcpListener| listener.local_addr().expect("an address").port().to_string();
    let ports = listeners.iter().map(port).collect::<Vec<_>>().join(",");
    drop(listeners);
    let start = |process: usize| {
        Command::new(env::current_exe().expect("a program"))
            .arg(vertices.to_string())
            .env("BENCH_PROCESS", process.to_string())
            .env("BENCH_PORTS", &ports)
            .env("BENCH_FILE", path.unwrap_or(Path::new("")))
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process")
    };
    let children: Vec<Child> = (0..count).map(start).collect();
    let seconds = children.into_iter().map(|child| {
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or(f64::INFINITY)
    });
    seconds.fold(0.0, f64::max)
}

fn child(vertices: u64, process: usize) {
    let ports = env::var("BENCH_PORTS").unwrap_or_default();
    let ports: Vec<u16> = ports.split(',').filter_map(|port| port.parse().ok()).collect();
    let path = env::var_os("BENCH_FILE").filter(|path| !path.is_empty());
    let graph = if path.is_some() { Graph::default() } else { make(vertices) };
    let cluster = Cluster::local(1, process, &ports).expect("ports");
    let options = Options { cluster, ..Options::default() };
    // Making the graph takes one process longer than the other: they meet before the clock is started.
    let nothing = Graph::default();
    let solve = |forward: &dyn RowSource, reverse: Option<&dyn RowSource>| {
        let rows = Rows { forward, reverse, rule: LOST, fingerprint: Some(1) };
        rows.solve(&options, &Control::default()).expect("the other one comes")
    };
    drop(solve(&nothing, None));
    let begin = Instant::now();
    let answer = match path {
        None => solve(&graph, None),
        Some(path) => {
            let file = RggFile::open(path).expect("a binary graph");
            solve(&file.forward(), Some(&file.reverse()))
        }
    };
    println!("{}", begin.elapsed().as_secs_f64());
    drop(answer);
}
