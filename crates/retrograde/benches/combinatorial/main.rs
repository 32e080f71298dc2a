//! The combinatorial solvers beside the outcome solver, on the same graph and in the same run.
//!
//! Each measurement runs in a process of its own, so that one's memory does not show in another's.
//! `--quick` leaves out the graphs of ten million vertices.

#[path = "../outcome/machine.rs"]
mod machine;
mod naive;

use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

use retrograde::games::generate::Recipe;
use retrograde::solve::{Options, asymmetric, bisimulation, grundy, outcome, partizan};
use retrograde::{
    Arena, Column, Control, Convention, Graph, OutcomeGame, PartizanGame, Side, Threads,
};

/// A graph, and what to run on it; the first is what the others are measured against.
struct Case {
    name: &'static str,
    recipe: &'static str,
    large: bool,
    runs: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "drawn 10^6",
        recipe: "random vertices=1000000 moves=5 terminals=0.01 seed=1",
        large: false,
        runs: &["outcome", "asymmetric", "nmbig-lin", "partizan", "grundy"],
    },
    Case {
        name: "decided 10^6",
        recipe: "random vertices=1000000 moves=2.5 terminals=0.05 seed=1",
        large: false,
        runs: &["outcome", "asymmetric", "nmbig-lin", "partizan", "grundy"],
    },
    Case {
        name: "drawn 10^7",
        recipe: "random vertices=10000000 moves=5 terminals=0.01 seed=1",
        large: true,
        runs: &["outcome", "asymmetric"],
    },
    Case {
        name: "decided 10^7",
        recipe: "random vertices=10000000 moves=2.5 terminals=0.05 seed=1",
        large: true,
        runs: &["outcome", "asymmetric"],
    },
    Case {
        name: "dag 10^6",
        recipe: "dag vertices=1000000 moves=5 seed=1",
        large: false,
        runs: &["outcome", "components", "grundy"],
    },
    Case {
        name: "dag 10^7",
        recipe: "dag vertices=10000000 moves=5 seed=1",
        large: true,
        runs: &["outcome", "grundy"],
    },
    Case {
        name: "random 10^6",
        recipe: "random vertices=1000000 moves=5 terminals=0.01 seed=2",
        large: false,
        runs: &["outcome", "quotient", "rounds"],
    },
    Case {
        name: "chain 4000",
        recipe: "chain vertices=4000",
        large: false,
        runs: &["outcome", "quotient", "rounds"],
    },
    Case {
        name: "grid 10^6",
        recipe: "grid width=1000 height=1000",
        large: false,
        runs: &["outcome", "quotient"],
    },
];

/// Edges by edges: one in three is Left's, one in three Right's.
fn players(graph: &Graph) -> Column<Side> {
    let side = |edge: usize| match edge % 3 {
        0 => None,
        1 => Some((edge, Side::Left)),
        _ => Some((edge, Side::Right)),
    };
    (0..graph.edge_count()).filter_map(side).collect()
}

/// Runs something once and says how long it took; everything else it needs is made before.
type Run<'a> = Box<dyn Fn(Threads) -> Duration + 'a>;

fn prepare<'a>(run: &str, arena: &'a Arena, players: &'a Column<Side>) -> Run<'a> {
    let graph = &arena.graph;
    let normal = Convention::Normal;
    let plain = move || OutcomeGame::new(graph, &arena.verdicts, normal).expect("no verdicts");
    fn timed<T>(work: impl FnOnce() -> T) -> Duration {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    }
    fn on(threads: Threads) -> Options<'static> {
        Options::with(Control::ALONE.on(threads))
    }
    let by_method = move |method| -> Run<'a> {
        Box::new(move |threads| timed(|| outcome::solve(&plain(), method, &on(threads))))
    };
    let asymmetric = move |method| -> Run<'a> {
        Box::new(move |threads| timed(|| asymmetric::solve(graph, method, &on(threads))))
    };
    match run {
        "outcome" => by_method(outcome::Method::Auto),
        "components" => by_method(outcome::Method::Components),
        "asymmetric" => asymmetric(asymmetric::Method::Waves),
        "nmbig-lin" => asymmetric(asymmetric::Method::Nmbig),
        "grundy" => Box::new(move |threads| {
            timed(|| grundy::solve(graph, grundy::Method::Auto, &on(threads)))
        }),
        "partizan" => Box::new(move |threads| {
            let game = PartizanGame::new(graph, players, &arena.verdicts, normal).expect("a game");
            timed(|| partizan::solve(&game, &on(threads)))
        }),
        "quotient" => Box::new(|_| timed(|| bisimulation::coarsest(arena, &Control::ALONE))),
        "rounds" => Box::new(|_| timed(|| naive::coarsest(graph))),
        other => unreachable!("no measurement called {other}"),
    }
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some(place) = arguments.iter().position(|word| word == "--case") {
        let case = CASES.iter().find(|case| case.name == arguments[place + 1]).expect("a case");
        return measure(case, &arguments[place + 2]);
    }
    let quick = arguments.iter().any(|word| word == "--quick");
    println!(
        "times in ms, best of several, with best moves; 'x' is our time over the outcome solver's,\n\
         and 'memory' the peak of the whole process, graph included, over that with the outcome solver\n"
    );
    println!(
        "{:<13} {:<11} {:>10} {:>7} {:>10} {:>7} {:>7} {:>7}",
        "graph", "solver", "1 thread", "x", "all", "x", "MB", "memory"
    );
    let binary = env::current_exe().expect("this program has a path");
    for case in CASES.iter().filter(|case| !(quick && case.large)) {
        let mut first: Option<Figures> = None;
        for run in case.runs {
            let output = Command::new(&binary)
                .args(["--case", case.name, run])
                .output()
                .expect("the benchmark can start itself");
            assert!(output.status.success(), "case {} {run} failed", case.name);
            let figures = Figures::parse(&String::from_utf8_lossy(&output.stdout));
            figures.print(case.name, run, first.get_or_insert(figures));
        }
        println!();
    }
}

/// What a measuring process tells the one that started it.
#[derive(Clone, Copy)]
struct Figures {
    one: f64,
    all: f64,
    peak: f64,
}

impl Figures {
    fn parse(text: &str) -> Self {
        let mut numbers = text.split_whitespace().map(|word| word.parse().expect("a number"));
        let mut next = || numbers.next().expect("three numbers");
        Figures { one: next(), all: next(), peak: next() }
    }

    fn print(self, case: &str, run: &str, first: &Figures) {
        println!(
            "{case:<13} {run:<11} {:>10.1} {:>7.2} {:>10.1} {:>7.2} {:>7.0} {:>7.2}",
            self.one,
            self.one / first.one,
            self.all,
            self.all / first.all,
            self.peak / 1e6,
            self.peak / first.peak,
        );
    }
}

fn measure(case: &Case, run: &str) {
    let recipe = case.recipe.parse::<Recipe>().expect("a recipe");
    let arena = recipe.build(&Control::default()).expect("a graph");
    let players = if run == "partizan" { players(&arena.graph) } else { Column::default() };
    let prepared = prepare(run, &arena, &players);
    // The baseline that works in rounds is measured against, not tuned: once will do.
    let repeats = match run {
        "rounds" => 1,
        _ if case.large => 3,
        _ => 5,
    };
    let can_reset = machine::reset_peak();
    let best = |threads| {
        let times = (0..repeats).map(|_| prepared(threads).as_secs_f64() * 1e3);
        times.fold(f64::MAX, f64::min)
    };
    let (one, all) = (best(Threads::ONE), best(Threads::all()));
    let peak = if can_reset { machine::peak() } else { None };
    println!("{one} {all} {}", peak.unwrap_or(0));
}
