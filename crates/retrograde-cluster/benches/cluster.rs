//! How fast workers are beside the parallel solver: `cargo bench -p retrograde-cluster --bench cluster
//! [-- VERTICES]`.
//!
//! A random graph, a vertex in twenty without moves and 2.5 of them on average at others, where most
//! positions are decided. The solver of the library on two threads, turning around included; then workers as threads
//! over the same graph, turned around by the same means; workers that only have the rows of their own
//! vertices, and exchange moves; and two processes, which have to find each other as well.

use std::env;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Instant;


use retrograde_cluster::{Cluster, Options, Rows, Rule};
use retrograde_core::{
    Column, Control, Convention, Graph, Outcome, OutcomeGame, RowSource, Threads, Values,
};
use retrograde_games::generate;
use retrograde_solve::outcome::Method;

const RUNS: usize = 5;
const LOST: Rule<'static> = Rule::Outcome(&|_| Outcome::Lose);

fn main() {
    let mut arguments = env::args().skip(1);
    let vertices = arguments.find_map(|word| word.parse().ok()).unwrap_or(10_000_000_u64);
    let graph = generate::random(vertices, 2.5, 0.05, 1).expect("room for a graph");
    if let Ok(process) = env::var("BENCH_PROCESS") {
        return child(&graph, process.parse().unwrap_or(0));
    }
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).expect("no verdicts");
    let threads = Threads::new(2).unwrap_or_default();
    let control = Control { threads, ..Control::default() };
    let settings = retrograde_solve::Options { values_only: true, control, ..Default::default() };
    let solve = || retrograde_solve::outcome::solve(&game, Method::Retrograde, &settings);
    let values = solve().expect("nobody stops it").solution.values;
    println!(
        "{} vertices, {} edges, {} decided; best of {RUNS}\n",
        graph.vertex_count(),
        graph.edge_count(),
        values.count(Outcome::Win) + values.count(Outcome::Lose)
    );
    let cpu = best(|| {
        solve().expect("nobody stops it");
    });
    println!("{:<48} {cpu:7.3} s", "cpu, 2 threads");
    let tell = |what: &str, time: f64| {
        println!("{what:<48} {time:7.3} s  {:5.2} times the cpu's", time / cpu);
    };
    for workers in [1, 2] {
        let time = best(|| {
            let found = retrograde_cluster::outcome(&game, workers, &control);
            check(&found.expect("nobody stops it"), &values);
        });
        tell(&format!("cluster, {workers} worker(s), in memory"), time);
    }
    let time = best(|| check(&by_rows(&graph, None), &values));
    tell("cluster, 2 workers, rows, moves exchanged", time);
    let back = graph.transpose(threads);
    let time = best(|| check(&by_rows(&graph, Some(&back)), &values));
    tell("cluster, 2 workers, rows both ways", time);
    drop(back);
    for reverse in [false, true] {
        let time = (0..RUNS).map(|_| processes(vertices, reverse)).fold(f64::INFINITY, f64::min);
        let rows = if reverse { "rows both ways" } else { "rows, moves exchanged" };
        tell(&format!("cluster, 2 processes of 1 worker, {rows}"), time);
    }
}

fn check(found: &Values, values: &Values) {
    assert!(found == values, "the answers differ");
}

/// The least time of several runs, in seconds.
fn best(mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let begin = Instant::now();
        run();
        begin.elapsed().as_secs_f64()
    };
    (0..RUNS).map(time).fold(f64::INFINITY, f64::min)
}

fn by_rows(graph: &Graph, reverse: Option<&Graph>) -> Values {
    let reverse = reverse.map(|back| back as &dyn RowSource);
    let rows = Rows { forward: graph, reverse, rule: LOST, fingerprint: Some(1) };
    let cluster = Cluster::threads(2).expect("two workers");
    let options = Options { cluster, ..Options::default() };
    let answer = rows.solve(&options, &Control::default()).expect("nobody stops it");
    answer.values().expect("one process has everything")
}

/// Seconds that the slower of two processes takes, from the moment when both have the graph.
fn processes(vertices: u64, reverse: bool) -> f64 {
    let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    let port = |listener: &TcpListener| listener.local_addr().expect("an address").port();
    let ports = listeners.each_ref().map(port);
    drop(listeners);
    let start = |process: usize| {
        Command::new(env::current_exe().expect("a program"))
            .arg(vertices.to_string())
            .env("BENCH_PROCESS", process.to_string())
            .env("BENCH_PORTS", format!("{},{}", ports[0], ports[1]))
            .env("BENCH_REVERSE", u8::from(reverse).to_string())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process")
    };
    let children = [0, 1].map(start);
    let seconds = children.map(|child| {
        let output = child.wait_with_output().expect("it ends");
        String::from_utf8_lossy(&output.stdout).trim().parse().unwrap_or(f64::NAN)
    });
    seconds[0].max(seconds[1])
}

fn child(graph: &Graph, process: usize) {
    let ports = env::var("BENCH_PORTS").unwrap_or_default();
    let ports: Vec<u16> = ports.split(',').filter_map(|port| port.parse().ok()).collect();
    let reverse = env::var("BENCH_REVERSE").is_ok_and(|word| word == "1");
    let back = reverse.then(|| graph.transpose(Threads::ONE));
    let reverse = back.as_ref().map(|back| back as &dyn RowSource);
    let rows = Rows { forward: graph, reverse, rule: LOST, fingerprint: Some(1) };
    let cluster = Cluster::local(1, process, &ports).expect("two ports");
    // Making the graph takes one process longer than the other: they meet before the clock is started.
    let meet = Rows { forward: &Graph::default(), reverse: None, rule: LOST, fingerprint: Some(2) };
    let options = Options { cluster, ..Options::default() };
    meet.solve(&options, &Control::default()).expect("the other one comes");
    let begin = Instant::now();
    let answer = rows.solve(&options, &Control::default()).expect("nobody stops it");
    println!("{}", begin.elapsed().as_secs_f64());
    drop(answer);
}
