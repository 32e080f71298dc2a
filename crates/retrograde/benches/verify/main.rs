//! What it costs to check an answer beside what it costs to find it, objective by objective, in the
//! same run and with the same threads.
//!
//! `check` is the checker alone, on a solution that is in memory; `read` is reading that solution
//! from CSV first, beside writing it. `--quick` leaves out the large graphs.

#[path = "../outcome/machine.rs"]
mod machine;

use std::time::Instant;

use retrograde::games::generate::Recipe;
use retrograde::io::{SolutionRows, read_solution_on, write_csv};
use retrograde::solve::{Options, registry};
use retrograde::verify::{self, verify as check_all};
use retrograde::{Arena, Control, Objective, Question, Terms, Threads};

struct Case {
    name: &'static str,
    objective: Objective,
    recipe: &'static str,
    large: bool,
}

const fn case(name: &'static str, objective: Objective, recipe: &'static str, large: bool) -> Case {
    Case { name, objective, recipe, large }
}

const DRAWN: &str = "random vertices=1000000 moves=5 terminals=0.01 seed=1";
const DECIDED: &str = "random vertices=1000000 moves=2.5 terminals=0.05 seed=1";
const LARGE_DRAWN: &str = "random vertices=10000000 moves=5 terminals=0.01 seed=1";
const LARGE_DECIDED: &str = "random vertices=10000000 moves=2.5 terminals=0.05 seed=1";
const TWO: &str = "random-parity vertices=1000000 moves=3 priorities=2 seed=1";
const TWENTY: &str = "random-parity vertices=1000000 moves=3 priorities=20 seed=1";
const THOUSAND: &str = "random-parity vertices=1000000 moves=3 priorities=1000 seed=1";
const WEIGHTS: &str = "random-payoff vertices=100000 moves=3 weight=1000 seed=1";
const LARGE_WEIGHTS: &str = "random-payoff vertices=1000000 moves=3 weight=1000 seed=1";

const CASES: &[Case] = &[
    case("drawn 10^6", Objective::OUTCOME, DRAWN, false),
    case("decided 10^6", Objective::OUTCOME, DECIDED, false),
    case("drawn 10^7", Objective::OUTCOME, LARGE_DRAWN, true),
    case("decided 10^7", Objective::OUTCOME, LARGE_DECIDED, true),
    case("10^6, 2", Objective::PARITY, TWO, false),
    case("10^6, 20", Objective::PARITY, TWENTY, false),
    case("10^6, 1000", Objective::PARITY, THOUSAND, false),
    case("chain", Objective::Buchi, "buchi-chain links=100000", false),
    case("weights 10^5", Objective::Energy, WEIGHTS, false),
    case("weights 10^6", Objective::Energy, LARGE_WEIGHTS, true),
    case("weights 10^5", Objective::MeanPayoff, WEIGHTS, false),
    case("weights 10^6", Objective::MeanPayoff, LARGE_WEIGHTS, true),
    case("dag 10^6", Objective::Grundy, "dag vertices=1000000 moves=5 seed=1", false),
    case("drawn 10^6", Objective::Grundy, DRAWN, false),
    case("drawn 10^6", Objective::Asymmetric, DRAWN, false),
];

/// Measures before the best is taken.
const TIMES: usize = 5;

fn main() {
    if let Some(words) = machine::case() {
        let case = CASES.iter().find(|case| key(case) == words[0]).expect("a case");
        return measure(case);
    }
    println!(
        "times in ms, best of {TIMES}, on {} threads; 'x' is the time of checking, and of reading\n\
         and checking, over that of solving\n",
        Threads::all().get()
    );
    println!(
        "{:<13} {:<13} {:>8} {:>8} {:>6} {:>8} {:>8} {:>6}",
        "objective", "graph", "solve", "check", "x", "write", "read", "x"
    );
    for case in CASES.iter().filter(|case| !(machine::is_quick() && case.large)) {
        let [solve, check, write, read] = machine::numbers(&[&key(case)]);
        println!(
            "{:<13} {:<13} {solve:>8.1} {check:>8.1} {:>6.2} {write:>8.1} {read:>8.1} {:>6.2}",
            case.objective.name(),
            case.name,
            check / solve,
            (read + check) / solve,
        );
    }
}

fn key(case: &Case) -> String {
    format!("{} {}", case.objective.name(), case.name)
}

fn measure(case: &Case) {
    let recipe = case.recipe.parse::<Recipe>().expect("a recipe");
    let arena: Arena = recipe.build(&Control::default()).expect("a game");
    let question = Question::new(&arena, &case.objective).expect("all it needs");
    let (solve, solved) =
        timed(|| registry::solve(&question, &Options::default()).expect("nobody stops it"));
    let solution = &solved.solution;
    let options = verify::Options::default();
    let (check, _) = timed(|| check_all(&question, solution, &options).expect("it holds"));
    let (names, edges) = (&arena.names, arena.graph.edge_count() as u64);
    let (write, text) = timed(|| {
        let mut text = Vec::new();
        let rows = SolutionRows { names, edges, solution, start: None };
        write_csv(&rows, Terms::WinLose, &mut text).expect("memory to write to");
        text
    });
    let (read, again) = timed(|| {
        read_solution_on(&text[..], names, &case.objective, Threads::all())
            .expect("what was written is read")
    });
    assert!(check_all(&question, &again, &options).is_ok(), "it is the same");
    println!("{solve} {check} {write} {read}");
}

/// The least time in milliseconds, and the last result.
fn timed<T>(work: impl Fn() -> T) -> (f64, T) {
    let begin = Instant::now();
    let (mut best, mut result) = (f64::MAX, None);
    for _ in 0..TIMES {
        // What takes long is measured once.
        if result.is_some() && begin.elapsed().as_secs() >= 3 {
            break;
        }
        drop(result.take());
        let start = Instant::now();
        result = Some(work());
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    (best, result.expect("it ran"))
}
