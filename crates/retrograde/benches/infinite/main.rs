//! The solvers of infinite plays: parity games by every method and by the choice among them, beside
//! the recursion of the textbook on the same game in the same run; Büchi chains; weights; reading.
//!
//! Each measurement runs in a process of its own, so that one's memory does not show in another's,
//! and is stopped after ten seconds. `--quick` leaves out the games of a million vertices.

#[path = "../outcome/machine.rs"]
mod machine;
mod textbook;

use std::time::{Duration, Instant};

use retrograde::games::generate::Recipe;
use retrograde::io::{Format, read_arena, write_arena};
use retrograde::solve::{Options, parity, registry};
use retrograde::{Arena, Attribute, Control, Extremum, Objective, ParityGame, Question};

use textbook::Textbook;

/// When a measurement is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// The baseline.
const TEXTBOOK: &str = "textbook";

struct Case {
    name: &'static str,
    recipe: &'static str,
    large: bool,
    runs: Runs,
}

#[derive(Clone, Copy, PartialEq)]
enum Runs {
    /// The textbook, `auto` and every method.
    Parity,
    /// The Büchi solver, and parity games that mean the same.
    Buchi,
    /// Energy and mean payoff.
    Payoff,
}

const fn parity(name: &'static str, recipe: &'static str, large: bool) -> Case {
    Case { name, recipe, large, runs: Runs::Parity }
}

const fn payoff(name: &'static str, recipe: &'static str, large: bool) -> Case {
    Case { runs: Runs::Payoff, ..parity(name, recipe, large) }
}

const CASES: &[Case] = &[
    parity("10^5, 2", "random-parity vertices=100000 moves=3 priorities=2 seed=1", false),
    parity("10^5, 20", "random-parity vertices=100000 moves=3 priorities=20 seed=1", false),
    parity("10^6, 2", "random-parity vertices=1000000 moves=3 priorities=2 seed=1", true),
    parity("10^6, 20", "random-parity vertices=1000000 moves=3 priorities=20 seed=1", true),
    Case { runs: Runs::Buchi, ..parity("büchi chain", "buchi-chain links=100000", false) },
    parity("ladder", "recursive-ladder levels=200", false),
    parity("grid", "jurdzinski-grid depth=20 width=16", false),
    parity("two counters", "two-counters bits=20", false),
    parity("friedmann", "friedmann-counter bits=100", false),
    parity("mc ladder", "model-checker-ladder rungs=250", false),
    parity("clique", "clique vertices=1000", false),
    payoff("weights 10^4", "random-payoff vertices=10000 moves=3 weight=1000 seed=1", false),
    payoff("weights 10^5", "random-payoff vertices=100000 moves=3 weight=1000 seed=1", false),
    payoff("weights 10^6", "random-payoff vertices=1000000 moves=3 weight=1000 seed=1", true),
];

impl Case {
    /// What to run; the first is what the others are measured against.
    fn runs(&self) -> Vec<&'static str> {
        match self.runs {
            Runs::Parity => [TEXTBOOK, "auto"]
                .into_iter()
                .chain(registry::of(&Objective::PARITY).map(|solver| solver.name))
                .collect(),
            Runs::Buchi => vec![TEXTBOOK, "büchi", "auto", "zielonka"],
            Runs::Payoff => vec!["energy", "mean-payoff"],
        }
    }
}

/// The graph of a case; targets stand for priority 2 among ones where there are no priorities.
fn build(recipe: &str) -> Arena {
    let recipe = recipe.parse::<Recipe>().expect("a recipe");
    let mut arena = recipe.build(&Control::default()).expect("a game");
    if arena.has(Attribute::Target) && !arena.has(Attribute::Priority) {
        let priority = |v| if arena.targets.get(v) == Some(true) { 2 } else { 1 };
        arena.priorities = (0..arena.graph.vertex_count()).map(|v| (v, priority(v))).collect();
    }
    arena
}

fn parity_game(arena: &Arena) -> ParityGame<'_> {
    ParityGame::of(arena, Extremum::Max).expect("owners and priorities")
}

/// Runs it once: how long that took, unless it was given up.
fn run_once(run: &str, arena: &Arena) -> Option<Duration> {
    let begin = Instant::now();
    let deadline = begin + PATIENCE;
    if run == TEXTBOOK {
        let game = parity_game(arena);
        let start = Instant::now();
        let done = Textbook::new(&game, deadline).solve().is_some();
        return done.then(|| start.elapsed());
    }
    let objective = match run {
        "büchi" => Objective::Buchi,
        "energy" => Objective::Energy,
        "mean-payoff" => Objective::MeanPayoff,
        _ => Objective::PARITY,
    };
    let question = Question::new(arena, &objective).expect("all it needs");
    // The textbook does not make its game on the clock either.
    let start = if objective == Objective::PARITY { Instant::now() } else { begin };
    let options = Options::with(Control { deadline: Some(deadline), ..Control::default() });
    let solved = match registry::find(&objective, run) {
        Some(solver) => solver.run(&question, &options),
        None => registry::solve(&question, &options),
    };
    let time = start.elapsed();
    solved.expect("few vertices").solution.is_complete().then_some(time)
}

fn main() {
    if let Some(words) = machine::case() {
        let case = CASES.iter().find(|case| case.name == words[0]).expect("a case");
        return measure(case, &words[1]);
    }
    let quick = machine::is_quick();
    println!(
        "times in ms, best of several, with moves; 'x' is the baseline's time (the first line of each\n\
         game) over this one's, '>' where the baseline was given up after {} s; 'MB' is the peak of\n\
         the whole process with the game\n",
        PATIENCE.as_secs()
    );
    println!(
        "{:<13} {:>9} {:>9} {:<21} {:>10} {:>9} {:>7}",
        "game", "vertices", "edges", "solver", "ms", "x", "MB"
    );
    for case in CASES.iter().filter(|case| !(quick && case.large)) {
        let mut baseline = None;
        for run in case.runs() {
            let [vertices, edges, time, peak] = machine::numbers(&[case.name, run]);
            let (time, ratio) = shown(time, *baseline.get_or_insert(time));
            println!(
                "{:<13} {vertices:>9} {edges:>9} {run:<21} {time:>10} {ratio:>9} {:>7.0}",
                case.name,
                peak / 1e6,
            );
        }
        println!();
    }
    read_and_solve(if quick { 100_000 } else { 1_000_000 });
}

/// A time, which is not a number where it was given up, and how many times faster that is.
fn shown(time: f64, baseline: f64) -> (String, String) {
    if time.is_nan() {
        ("given up".to_owned(), String::new())
    } else if baseline.is_nan() {
        let least = PATIENCE.as_secs_f64() * 1e3 / time;
        (format!("{time:.1}"), format!(">{least:.1}"))
    } else {
        (format!("{time:.1}"), format!("{:.1}", baseline / time))
    }
}

fn measure(case: &Case, run: &str) {
    let arena = build(case.recipe);
    let (best, peak) = machine::peak_of(|| {
        let begin = Instant::now();
        let mut best: Option<Duration> = None;
        // What takes long is measured once.
        for _ in 0..5 {
            let Some(time) = run_once(run, &arena) else { break };
            best = Some(best.map_or(time, |best| best.min(time)));
            if begin.elapsed() > Duration::from_secs(1) {
                break;
            }
        }
        best.map_or(f64::NAN, |best| best.as_secs_f64() * 1e3)
    });
    let graph = &arena.graph;
    println!("{} {} {best} {peak}", graph.vertex_count(), graph.edge_count());
}

/// Reads a parity game in PGSolver's format from memory and solves it, beside going once through its
/// bytes.
fn read_and_solve(vertices: u64) {
    println!("reading a PGSolver file from memory and solving it, times in ms, best of 5:");
    for priorities in [2, 20] {
        let recipe =
            format!("random-parity vertices={vertices} moves=3 priorities={priorities} seed=1");
        let arena = build(&recipe);
        let mut text = Vec::new();
        write_arena(&arena, Format::Pgsolver, &mut text).expect("memory to write to");
        drop(arena);
        let (mut lines, mut reading, mut solving) = (f64::MAX, f64::MAX, f64::MAX);
        for _ in 0..5 {
            let start = Instant::now();
            std::hint::black_box(text.iter().filter(|&&byte| byte == b'\n').count());
            lines = lines.min(start.elapsed().as_secs_f64() * 1e3);
            let start = Instant::now();
            let arena =
                read_arena(&text[..], Format::Pgsolver, &Control::ALONE).expect("what we wrote");
            reading = reading.min(start.elapsed().as_secs_f64() * 1e3);
            let start = Instant::now();
            let game = parity_game(&arena);
            let solved = parity::solve(&game, parity::Method::Auto, &Options::default());
            solving = solving.min(start.elapsed().as_secs_f64() * 1e3);
            assert!(solved.expect("nobody stops it").solution.winners.is_complete());
        }
        println!(
            "  {vertices} vertices, {priorities} priorities, {} MB: reading {reading:.0} ({:.0} x \
             counting its lines), solving {solving:.0}, together {:.0}",
            text.len() / 1_000_000,
            reading / lines,
            reading + solving
        );
    }
}
