//! The combinatorial solvers beside the outcome solver, on the same graph and in the same run.
//!
//! Each measurement runs in a process of its own, so that one's memory does not show in another's.
//! `--quick` leaves out the graphs of ten million vertices.

#[path = "../outcome/machine.rs"]
mod machine;
mod naive;

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

const fn case(
    name: &'static str,
    recipe: &'static str,
    large: bool,
    runs: &'static [&'static str],
) -> Case {
    Case { name, recipe, large, runs }
}

const FAST: &[&str] = &["outcome", "asymmetric"];
const ALL: &[&str] = &["outcome", "asymmetric", "nmbig-lin", "partizan", "grundy"];

const CASES: &[Case] = &[
    case("drawn 10^6", "random vertices=1000000 moves=5 terminals=0.01 seed=1", false, ALL),
    case("decided 10^6", "random vertices=1000000 moves=2.5 terminals=0.05 seed=1", false, ALL),
    case("drawn 10^7", "random vertices=10000000 moves=5 terminals=0.01 seed=1", true, FAST),
    case("decided 10^7", "random vertices=10000000 moves=2.5 terminals=0.05 seed=1", true, FAST),
    case(
        "dag 10^6",
        "dag vertices=1000000 moves=5 seed=1",
        false,
        &["outcome", "components", "grundy"],
    ),
    case("dag 10^7", "dag vertices=10000000 moves=5 seed=1", true, &["outcome", "grundy"]),
    case(
        "random 10^6",
        "random vertices=1000000 moves=5 terminals=0.01 seed=2",
        false,
        &["outcome", "quotient", "rounds"],
    ),
    case("chain 4000", "chain vertices=4000", false, &["outcome", "quotient", "rounds"]),
    case("grid 10^6", "grid width=1000 height=1000", false, &["outcome", "quotient"]),
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
    if let Some(words) = machine::case() {
        let case = CASES.iter().find(|case| case.name == words[0]).expect("a case");
        return measure(case, &words[1]);
    }
    println!(
        "times in ms, best of several, with best moves; 'x' is our time over the outcome solver's,\n\
         and 'memory' the peak of the whole process, graph included, over that with the outcome solver\n"
    );
    println!(
        "{:<13} {:<11} {:>10} {:>7} {:>10} {:>7} {:>7} {:>7}",
        "graph", "solver", "1 thread", "x", "all", "x", "MB", "memory"
    );
    for case in CASES.iter().filter(|case| !(case.large && machine::is_quick())) {
        let mut first = None;
        for run in case.runs {
            let [one, all, peak] = machine::numbers(&[case.name, run]);
            let first: &[f64; 3] = first.get_or_insert([one, all, peak]);
            println!(
                "{:<13} {run:<11} {one:>10.1} {:>7.2} {all:>10.1} {:>7.2} {:>7.0} {:>7.2}",
                case.name,
                one / first[0],
                all / first[1],
                peak / 1e6,
                peak / first[2],
            );
        }
        println!();
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
    let best = |threads| {
        let times = (0..repeats).map(|_| prepared(threads).as_secs_f64() * 1e3);
        times.fold(f64::MAX, f64::min)
    };
    let ([one, all], peak) = machine::peak_of(|| [Threads::ONE, Threads::all()].map(best));
    println!("{one} {all} {peak}");
}
