//! Games given by rules: positions a second on one thread and on all of them, beside a plain solver
//! that keeps positions in a hash table and asks each again until nothing changes, and beside the dense
//! solver without moves from slot to slot; and what a table on disk costs and answers.
//!
//! Each measurement runs in a process of its own, so that one's memory does not show in another's.
//! `--quick` leaves out what takes minutes.

#[path = "../../../retrograde-games/tests/by_spec/mod.rs"]
mod by_spec;
#[path = "../outcome/machine.rs"]
mod machine;
mod plain;
mod positions;
mod probing;

use std::time::Instant;

use retrograde::games::catalogue::NoFiles;
use retrograde::games::{ExploreOptions, Game};
use retrograde::solve::Options;
use retrograde::solve::outcome::{self, Method};
use retrograde::table::dense::DenseOptions;
use retrograde::table::{Catalogue, Roots};
use retrograde::{Control, Convention, OutcomeGame, Threads};

use by_spec::Work;

/// A game, how to solve it, and whether that takes minutes.
struct Case {
    spec: &'static str,
    engine: &'static str,
    large: bool,
    /// The millions of slots a second on two threads that are asked for.
    goal: Option<f64>,
}

const fn case(spec: &'static str, engine: &'static str, large: bool) -> Case {
    Case { spec, engine, large, goal: None }
}

/// A game over its index, with how fast that should be.
const fn dense(spec: &'static str, large: bool, goal: f64) -> Case {
    Case { spec, engine: "dense", large, goal: Some(goal) }
}

const CASES: &[Case] = &[
    case("tic-tac-toe", "plain", false),
    case("tic-tac-toe", "explored", false),
    case("tic-tac-toe", "dense", false),
    case("connect:4x5x4", "plain", false),
    case("connect:4x5x4", "explored", false),
    case("connect:4x5x4", "positions", false),
    dense("connect:4x5x4", false, 30.0),
    case("mnk:4x4x4", "explored", false),
    case("mnk:4x4x4", "dense", false),
    case("quixo:4", "positions", false),
    case("quixo:4", "dense", false),
    case("teeko", "positions", false),
    dense("teeko", false, 7.0),
    case("chess:KQvKR", "positions", false),
    dense("chess:KQvKR", false, 15.0),
    dense("dobutsu-shogi", true, 12.0),
];

fn main() {
    match machine::case().as_deref() {
        Some([table]) if table == "table" => return probing::measure(),
        Some([spec, engine]) => return measure(spec, engine),
        _ => {}
    }
    println!(
        "positions in all, or slots of the index; millions of them a second; 'x' is the speed over that\n\
         of the plain solver on the same game, per position met; 'by p.' that over the dense solver by way\n\
         of positions on all threads; 'goal' what is asked for on two; 'MB' the peak of the process\n"
    );
    println!(
        "{:<15} {:<9} {:>12} {:>12} {:>10} {:>10} {:>7} {:>7} {:>7} {:>7}",
        "game", "engine", "positions", "slots", "1 thread", "all", "x", "by p.", "goal", "MB"
    );
    let mut baseline: Option<(&str, f64)> = None;
    let mut by_positions: Option<(&str, f64)> = None;
    for case in CASES.iter().filter(|case| !(case.large && machine::is_quick())) {
        let [positions, slots, one, all, peak] = machine::numbers(&[case.spec, case.engine]);
        let rate = |time: f64| positions.max(slots) / time / 1e6;
        let ratio = match baseline {
            Some((spec, rate)) if spec == case.spec => {
                format!("{:.1}", positions / one / 1e6 / rate)
            }
            _ => String::new(),
        };
        let over = match by_positions {
            Some((spec, time)) if spec == case.spec => format!("{:.1}", time / all),
            _ => String::new(),
        };
        match case.engine {
            "plain" => baseline = Some((case.spec, rate(one))),
            "positions" => by_positions = Some((case.spec, all)),
            _ => {}
        }
        let goal = case.goal.map_or(String::new(), |goal| format!("{goal:.0}"));
        println!(
            "{:<15} {:<9} {positions:>12} {slots:>12} {:>10.2} {:>10.2} {ratio:>7} {over:>7} {goal:>7} {:>7.0}",
            case.spec,
            case.engine,
            rate(one),
            rate(all),
            peak / 1e6
        );
    }
    probing::show();
}

fn measure(spec: &str, engine: &str) {
    machine::reset_peak();
    let mut best = [f64::MAX; 2];
    let mut counted = (0, 0);
    for (place, threads) in [Threads::ONE, Threads::all()].into_iter().enumerate() {
        let begin = Instant::now();
        // What takes long is measured once.
        for _ in 0..3 {
            let start = Instant::now();
            counted = run(spec, engine, threads);
            best[place] = best[place].min(start.elapsed().as_secs_f64());
            if engine == "plain" || begin.elapsed().as_secs() >= 2 {
                break;
            }
        }
        if engine == "plain" {
            best[1] = best[0];
            break;
        }
    }
    let (positions, slots) = counted;
    println!("{positions} {slots} {} {} {}", best[0], best[1], machine::peak().unwrap_or(0));
}

/// Solves a game once: how many positions and slots it has.
fn run(spec: &str, engine: &str, threads: Threads) -> (u64, u64) {
    let rules = Catalogue::builtin().open(spec, &NoFiles).expect("a game");
    let control = Control::ALONE.on(threads);
    match engine {
        "positions" => positions::solve(spec, &DenseOptions { control, ..DenseOptions::default() }),
        "plain" => (by_spec::with(spec, &NoFiles, Plain).expect("a game"), 0),
        "dense" => {
            let options = DenseOptions { control, ..DenseOptions::default() };
            let solved = rules.solve(&options).expect("an index");
            let table = solved.dense().expect("it was solved over its index");
            (table.counts().positions(), table.len())
        }
        _ => {
            let start = [rules.start().expect("a start")];
            let options = ExploreOptions { control, ..ExploreOptions::default() };
            let arena = rules.explore(Roots::From(&start), &options).expect("room enough");
            let game = OutcomeGame::new(&arena.graph, &arena.verdicts, Convention::Normal)
                .expect("verdicts at ends");
            let solved =
                outcome::solve(&game, Method::Auto, &Options::with(control)).expect("any graph");
            std::hint::black_box(&solved);
            (arena.graph.vertex_count() as u64, 0)
        }
    }
}

/// The plain solver.
struct Plain;

impl Work for Plain {
    type Output = u64;

    fn on<G: Game>(self, game: &G) -> u64 {
        plain::solve(game).len() as u64
    }
}
