//! Parity's choice among its methods beside each of them, forced, on every family that is generated
//! and on random games: how many times the best one's time and the frugal ones' memory it takes.
//!
//! Each measurement runs in a process of its own. A method is given up once it has taken longer than
//! the choice: then it is not the best. Words on the command line pick the games whose names begin
//! with one of them; `--quick` leaves out what takes long, `--each` shows every method.

#[path = "../outcome/machine.rs"]
mod machine;

use std::time::{Duration, Instant};

use retrograde::games::generate::Recipe;
use retrograde::solve::Options;
use retrograde::solve::parity::{self, Method};
use retrograde::{
    Arena, Bitmap, Control, Extremum, Graph, OwnedGraph, ParityGame, Threads, memory,
};

/// When the choice itself is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a method is given at least.
const LEAST: Duration = Duration::from_millis(50);

/// Beside so many times the best: what small games may take more.
const SLACK: f64 = 5.0;

/// The goal for time.
const TIMES: f64 = 3.0;

/// The same for memory, in bytes.
const SPARE: f64 = 4e6;

/// The goal for memory.
const SPACE: f64 = 2.0;

const METHODS: &[(&str, Method)] = &[
    ("auto", Method::Auto),
    ("zielonka", Method::Zielonka),
    ("promotion", Method::Promotion),
    ("tangle", Method::Tangle),
    ("recursive-tangle", Method::RecursiveTangle),
    ("one-sided-tangle", Method::OneSidedTangle),
    ("fixpoint", Method::Fixpoint),
    ("quasi-polynomial", Method::QuasiPolynomial),
    ("strategy-improvement", Method::StrategyImprovement),
    ("progress-measures", Method::ProgressMeasures),
    ("buchi", Method::Buchi),
];

/// Families with a few sizes each; of these, how many are quick.
const FAMILIES: &[(&str, &[u32], usize)] = &[
    ("buchi-chain", &[1000, 30_000, 300_000], 2),
    ("jurdzinski-grid 20", &[16, 200, 2000], 2),
    ("jurdzinski-grid 200", &[16, 200], 1),
    ("recursive-ladder", &[100, 1000, 10_000], 2),
    ("model-checker-ladder", &[250, 2500, 25_000], 2),
    ("clique", &[100, 500, 2000], 2),
    ("two-counters", &[10, 20, 30, 40], 2),
    ("friedmann-counter", &[20, 100, 300], 2),
    ("core-counter", &[20, 200, 2000], 2),
    ("gazda-counter", &[20, 200, 2000], 2),
    ("region-counter", &[20, 100, 1000], 2),
    ("delayed-counter", &[20, 200, 2000], 2),
    ("distractions", &[10, 100, 1000], 2),
];

/// Moves of a vertex: the least, and the most.
const MOVES: &[(u64, u64)] = &[(1, 2), (2, 2), (1, 5)];

/// Sizes of random games with seeds; the last takes long.
const SIZES: &[(u64, u64)] = &[(10_000, 3), (100_000, 3), (1_000_000, 1)];

/// Every game by its name, which says how to make it, and whether it takes long.
fn cases() -> Vec<(String, bool)> {
    let mut cases = Vec::new();
    for &(family, sizes, quick) in FAMILIES {
        for (place, size) in sizes.iter().enumerate() {
            cases.push((format!("{family} {size}"), place >= quick));
        }
    }
    for &(vertices, seeds) in SIZES {
        for &(least, most) in MOVES {
            for priorities in [2, 20, vertices.isqrt(), vertices] {
                for seed in 1..=seeds {
                    let name = format!("moves {least}-{most} {vertices} {priorities} {seed}");
                    cases.push((name, vertices == 1_000_000 || seed > 1));
                }
            }
        }
    }
    cases
}

/// A random game without self-loops.
fn random(least: u64, most: u64, vertices: u64, priorities: u64, seed: u64) -> Plain {
    let mut state = seed;
    // D. E. Knuth's constants, for MMIX.
    let mut below = |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(state) * u128::from(bound)) >> 64) as u64
    };
    let mut edges = Vec::new();
    for from in 0..vertices {
        for _ in 0..least + below(most - least + 1) {
            let to = below(vertices - 1);
            edges.push((from as u32, (to + u64::from(to >= from)) as u32));
        }
    }
    let ones = (0..vertices).map(|_| below(2) == 1).collect();
    let priorities = (0..vertices).map(|_| below(priorities) as u32).collect();
    let graph = Graph::from_edges(vertices as usize, edges).expect("a graph");
    Plain { graph, ones, priorities }
}

struct Plain {
    graph: Graph,
    ones: Vec<bool>,
    priorities: Vec<u32>,
}

enum Game {
    Random(Plain),
    Family(Box<Arena>),
}

impl Game {
    fn of(name: &str) -> Self {
        let words: Vec<&str> = name.split([' ', '-']).collect();
        if words[0] == "moves" {
            let number = |place: usize| words[place].parse().expect("a number");
            return Game::Random(random(number(1), number(2), number(3), number(4), number(5)));
        }
        let recipe = name.parse::<Recipe>().expect("a recipe");
        Game::Family(Box::new(recipe.build(&Control::default()).expect("a game")))
    }

    fn parity(&self) -> ParityGame<'_> {
        match self {
            Game::Family(arena) => {
                ParityGame::of(arena, Extremum::Max).expect("owners and priorities")
            }
            Game::Random(plain) => {
                let mut ones = Bitmap::new(plain.ones.len());
                let owned = plain.ones.iter().enumerate().filter(|(_, one)| **one);
                owned.for_each(|(vertex, _)| ones.set(vertex));
                let arena = OwnedGraph::from_bitmap(&plain.graph, ones);
                ParityGame::max(arena, plain.priorities.clone())
            }
        }
    }
}

/// Time in milliseconds, not a number where it was given up, and bytes taken beside the game.
#[derive(Clone, Copy)]
struct Measured {
    time: f64,
    bytes: f64,
    vertices: f64,
    edges: f64,
}

fn measured(name: &str, method: &str, patience: Duration) -> Measured {
    let millis = patience.as_millis().to_string();
    let [time, bytes, vertices, edges] = machine::numbers(&[name, method, &millis]);
    Measured { time, bytes, vertices, edges }
}

fn measure(name: &str, method: &str, patience: Duration) {
    let &(_, method) = METHODS.iter().find(|(known, _)| *known == method).expect("a method");
    let made = Game::of(name);
    let game = made.parity();
    let before = memory::resident().unwrap_or(0);
    let begin = Instant::now();
    let (best, peak) = machine::peak_of(|| {
        let mut best: Option<Duration> = None;
        // What takes long is measured once.
        for _ in 0..5 {
            let start = Instant::now();
            let deadline = Some(start + patience);
            let control = Control { deadline, threads: Threads::ONE, ..Control::default() };
            let solved = parity::solve(&game, method, &Options::with(control));
            let time = start.elapsed();
            if !solved.expect("nobody cancels").solution.winners.is_complete() {
                break;
            }
            best = Some(best.map_or(time, |best| best.min(time)));
            if begin.elapsed() > Duration::from_millis(500) {
                break;
            }
        }
        best.map_or(f64::NAN, |best| best.as_secs_f64() * 1e3)
    });
    let graph = game.arena.graph();
    let bytes = peak.saturating_sub(before);
    println!("{best} {bytes} {} {}", graph.vertex_count(), graph.edge_count());
}

fn main() {
    if let Some(words) = machine::case() {
        let patience = Duration::from_millis(words[2].parse().expect("a number"));
        return measure(&words[0], &words[1], patience);
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| words.iter().any(|word| word == option);
    let wanted: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    println!(
        "time in ms, memory in MB beside the game, on one thread; 'x' is the choice's time, less \
         {SLACK} ms,\nover the best method's, and its memory over that of the frugal methods; '*' \
         where a goal is missed\n"
    );
    println!(
        "{:<31} {:>8} {:>8} {:>9} {:>7} {:<20} {:>9} {:>6} {:>6}",
        "game", "vertices", "edges", "ms", "MB", "best", "ms", "x", "x MB"
    );
    let (mut count, mut slow, mut large) = (0, 0, 0);
    for (name, long) in cases() {
        let chosen = wanted.is_empty() || wanted.iter().any(|word| name.starts_with(*word));
        if !chosen || has("--quick") && long {
            continue;
        }
        let auto = measured(&name, "auto", PATIENCE);
        let time = if auto.time.is_nan() { PATIENCE.as_secs_f64() * 1e3 } else { auto.time };
        let patience = Duration::from_secs_f64(time / 1e3).max(LEAST);
        let mut best: Option<(&str, f64)> = None;
        let mut frugal: f64 = 0.0;
        for (method, _) in &METHODS[1..] {
            let found = measured(&name, method, patience);
            if matches!(*method, "zielonka" | "promotion" | "fixpoint") {
                frugal = frugal.max(found.bytes);
            }
            if has("--each") {
                println!("  {method:<20} {:>9.1} ms {:>7.1} MB", found.time, found.bytes / 1e6);
            }
            if !found.time.is_nan() && best.is_none_or(|(_, best)| found.time < best) {
                best = Some((method, found.time));
            }
        }
        let (method, best) = best.unwrap_or(("none", f64::NAN));
        let ratio = ((time - SLACK) / best).max(0.0);
        let space = (auto.bytes - SPARE).max(0.0) / frugal.max(1e6);
        count += 1;
        slow += u32::from(ratio > TIMES);
        large += u32::from(space > SPACE);
        println!(
            "{name:<31} {:>8} {:>8} {time:>9.1} {:>7.1} {method:<20} {best:>9.1} {ratio:>5.1}{} \
             {space:>5.1}{}",
            auto.vertices,
            auto.edges,
            auto.bytes / 1e6,
            if ratio > TIMES { '*' } else { ' ' },
            if space > SPACE { '*' } else { ' ' },
        );
    }
    println!("\n{count} games: time misses its goal on {slow}, memory on {large}");
}
