//! The outcome solver beside the textbook, in the same run.
//!
//! Each case runs in a process of its own, so that one case's memory does not show in another's.
//! `--quick` leaves out the graphs of ten million vertices.

mod baseline;
mod machine;

use std::env;
use std::time::{Duration, Instant};

use retrograde::games::generate::Recipe;
use retrograde::solve::outcome::{self, Method};
use retrograde::solve::{Options, Report};
use retrograde::{Column, Control, Convention, Graph, Outcome, OutcomeGame, Threads, Values};

/// A graph to measure on.
struct Case {
    name: &'static str,
    recipe: &'static str,
    large: bool,
}

const fn case(name: &'static str, recipe: &'static str, large: bool) -> Case {
    Case { name, recipe, large }
}

const CASES: &[Case] = &[
    case("drawn 10^5", "random vertices=100000 moves=5 terminals=0.01 seed=1", false),
    case("drawn 10^6", "random vertices=1000000 moves=5 terminals=0.01 seed=1", false),
    case("drawn 10^7", "random vertices=10000000 moves=5 terminals=0.01 seed=1", true),
    case("decided 10^5", "random vertices=100000 moves=2.5 terminals=0.05 seed=1", false),
    case("decided 10^6", "random vertices=1000000 moves=2.5 terminals=0.05 seed=1", false),
    case("decided 10^7", "random vertices=10000000 moves=2.5 terminals=0.05 seed=1", true),
    case("chain 10^7", "chain vertices=10000000", true),
    case("grid 10^7", "grid width=3163 height=3162", true),
    case("dag 10^7", "dag vertices=10000000 moves=5 seed=1", true),
];

fn main() {
    if let Some(words) = machine::case() {
        if words[0] == GROWTH {
            return measure_growth();
        }
        let case = CASES.iter().find(|case| case.name == words[0]).expect("a case of that name");
        return measure(case);
    }
    let memory = machine::Memory::measure();
    println!(
        "memory, one thread: {:.1} GB/s in order, {:.1} ns for a random read in 40 MB; {} threads",
        memory.sequential / 1e9,
        memory.random * 1e9,
        Threads::all().get()
    );
    println!(
        "times in ms, best of several; 'x' is the baseline's time over ours, 'goal' what it should be;\n\
         'limit' is our time over what the bytes alone would take; bytes are the peak of the whole process beside 8 E + 16 V\n"
    );
    println!(
        "{:<13} {:<21} {:>9} {:>8} {:>8} {:>8} {:>7} {:>6} {:>6} {:>6} {:>10}",
        "graph",
        "solver",
        "transpose",
        "label",
        "total",
        "ns/edge",
        "x",
        "goal",
        "limit",
        "MB",
        "of 8E+16V"
    );
    for case in CASES.iter().filter(|case| !(case.large && machine::is_quick())) {
        let status = machine::again(&[case.name])
            .env("RETROGRADE_BENCH_SEQUENTIAL", memory.sequential.to_string())
            .env("RETROGRADE_BENCH_RANDOM", memory.random.to_string())
            .status()
            .expect("the benchmark can start itself");
        assert!(status.success(), "case {} failed", case.name);
    }
    if !machine::is_quick() {
        let [small, large] = machine::numbers(&[GROWTH]);
        println!(
            "half decided, best moves included, {} threads: 10^7 in {small:.0} ms, 10^8 in {large:.0} ms, \
             {:.1} times as long (goal 12)",
            Threads::all().get(),
            large / small
        );
    }
}

/// The case of ten times the size.
const GROWTH: &str = "growth";

/// Prints how many milliseconds 10^7 and 10^8 vertices take, best of several.
fn measure_growth() {
    for (vertices, repeats) in [(10_000_000, 5), (100_000_000, 3)] {
        let recipe = format!("random vertices={vertices} moves=2.5 terminals=0.05 seed=1");
        let recipe = recipe.parse::<Recipe>().expect("a recipe");
        let graph = recipe.build(&Control::default()).expect("a graph").graph;
        let verdicts = Column::default();
        let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).expect("no verdicts");
        let time = || {
            let start = Instant::now();
            outcome::solve(&game, Method::Retrograde, &Options::default()).expect("any graph");
            start.elapsed().as_secs_f64() * 1e3
        };
        println!("{}", (0..repeats).map(|_| time()).fold(f64::MAX, f64::min));
    }
}

/// How many times as fast as the baseline it should be.
fn goal(case: &Case, row: &Row) -> Option<u32> {
    let many = !row.solver.ends_with(" 1 thread");
    match case.name {
        _ if row.solver.starts_with("textbook") || !case.large => None,
        "drawn 10^7" => Some(if many { 30 } else { 18 }),
        "decided 10^7" => Some(if many { 18 } else { 11 }),
        _ => Some(2),
    }
}

/// One way to solve, measured.
struct Row {
    solver: String,
    transposing: Duration,
    labelling: Duration,
    total: Duration,
    peak: Option<u64>,
}

fn measure(case: &Case) {
    let recipe = case.recipe.parse::<Recipe>().expect("a recipe");
    let arena = recipe.build(&Control::default()).expect("a graph");
    let graph = arena.graph;
    let repeats = if case.large { 5 } else { 7 };
    let mut rows = Vec::new();
    let mut answers = Vec::new();
    let ways: &[Method] = match case.name.split(' ').next() {
        Some("drawn" | "decided") => &[Method::Auto],
        _ => &[Method::Auto, Method::Retrograde],
    };
    for &method in ways {
        for threads in [Threads::ONE, Threads::all()] {
            let can_reset = machine::reset_peak();
            let mut runs: Vec<Row> = Vec::new();
            for _ in 0..repeats {
                let (answer, row) = ours(&graph, method, threads);
                answers.push(answer);
                runs.push(row);
            }
            let mut row = runs.into_iter().min_by_key(|row| row.total).expect("several runs");
            row.peak = if can_reset { machine::peak() } else { None };
            rows.push(row);
        }
    }
    let can_reset = machine::reset_peak();
    let mut runs = Vec::new();
    for _ in 0..if case.large { 3 } else { repeats } {
        let run = baseline::solve(&graph);
        answers.push(Answer::of(&run.values));
        runs.push((run.total, run.transposing));
    }
    let (total, transposing) = runs.into_iter().min().expect("several runs");
    rows.push(Row {
        solver: "textbook, 1 thread".to_owned(),
        transposing,
        labelling: total - transposing,
        total,
        peak: if can_reset { machine::peak() } else { None },
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]), "all runs give the same answer");
    for row in &rows {
        print(case, row, &graph, answers[0].settled, total);
    }
    println!();
}

/// A solution reduced to what tells it from another, so that keeping it takes no memory.
#[derive(PartialEq)]
struct Answer {
    settled: usize,
    fingerprint: u64,
}

impl Answer {
    fn of(values: &Values) -> Self {
        let fingerprint = values.iter().fold(0u64, |hash, value| {
            let distance = value.distance().map_or(0, |distance| u64::from(distance.0) + 1);
            let word = distance * 4 + value.outcome() as u64;
            (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        Answer { settled: values.len() - values.count(Outcome::Draw), fingerprint }
    }
}

fn ours(graph: &Graph, method: Method, threads: Threads) -> (Answer, Row) {
    let verdicts = Column::default();
    let game = OutcomeGame::new(graph, &verdicts, Convention::Normal).expect("no verdicts");
    let options = Options { control: Control::ALONE.on(threads), values_only: true };
    let start = Instant::now();
    let solved = outcome::solve(&game, method, &options).expect("the method applies");
    let total = start.elapsed();
    let Report { solver, ordering, transposing, labelling, .. } = solved.report;
    let row = Row {
        solver: format!(
            "{solver}, {} thread{}",
            threads.get(),
            if threads.is_one() { "" } else { "s" }
        ),
        transposing,
        labelling: ordering + labelling,
        total,
        peak: None,
    };
    (Answer::of(&solved.solution.values), row)
}

/// What the memory traffic alone would take, from the figures measured at the start: the transpose
/// reads every edge three times and writes it twice; the wave touches, at random, the offsets and
/// the row of each settled vertex and a counter for each edge into it.
fn limit(graph: &Graph, settled: usize) -> Option<f64> {
    let figure = |name: &str| env::var(name).ok()?.parse::<f64>().ok();
    let (sequential, random) =
        (figure("RETROGRADE_BENCH_SEQUENTIAL")?, figure("RETROGRADE_BENCH_RANDOM")?);
    let share = settled as f64 / graph.vertex_count() as f64;
    let (vertices, edges) = (graph.vertex_count() as f64, graph.edge_count() as f64);
    Some(
        (20.0 * edges + 16.0 * vertices) / sequential
            + (2.0 * share * vertices + share * edges) * random,
    )
}

fn print(case: &Case, row: &Row, graph: &Graph, settled: usize, baseline: Duration) {
    let ms = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1e3);
    let total = row.total.as_secs_f64();
    let bound = 8 * graph.edge_count() as u64 + 16 * graph.vertex_count() as u64;
    let peak = row.peak;
    let near = match limit(graph, settled) {
        Some(limit) if case.large && row.solver.starts_with("retrograde, 1 ") => {
            format!("{:.1}", total / limit)
        }
        _ => String::new(),
    };
    println!(
        "{:<13} {:<21} {:>9} {:>8} {:>8} {:>8.1} {:>7.1} {:>6} {:>6} {:>6} {:>10}",
        case.name,
        row.solver,
        ms(row.transposing),
        ms(row.labelling),
        ms(row.total),
        total * 1e9 / graph.edge_count() as f64,
        baseline.as_secs_f64() / total,
        goal(case, row).map_or(String::new(), |goal| goal.to_string()),
        near,
        peak.map_or(String::new(), |peak| (peak / 1_000_000).to_string()),
        peak.map_or(String::new(), |peak| format!("{:.2}", peak as f64 / bound as f64)),
    );
}
