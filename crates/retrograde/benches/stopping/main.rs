//! How long work goes on after it was told to stop: every solver, the engines, the explorer, the index, tables,
//! pictures, the checker and the readers, cancelled at points spread over their running time.
//!
//! `cargo bench -p retrograde --bench stopping` prints, for each, how long it takes when left alone
//! and the longest time between the word and the end, in milliseconds. `--quick` takes smaller games;
//! other words are rooms ([`ROOMS`]) or parts of the names of what to measure, such as `-- split energy`.
//! With `--all-features` it has the engines for cards and clusters, too.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::draw::{self, DotOptions, SvgOptions};
use retrograde::games::generate::Recipe;
use retrograde::solve::registry;
use retrograde::table::{BuildOptions, Manner};
use retrograde::{
    Acceptance, Arena, Cancel, Control, Detail, Engine, Error, Objective, Opening, Options,
    Stopped, explain_game, open,
};

/// Points at which each piece of work is cancelled.
const POINTS: u32 = 8;

/// Work that takes longer than this is cancelled within it.
const LONG: Duration = Duration::from_secs(3);

/// What is measured together, by what it is called, and how.
type Room = (&'static str, fn(Scale));

const ROOMS: [Room; 7] = [
    ("solvers", |scale| solvers(scale.size)),
    ("engines", |scale| engines(scale.size)),
    ("checker", |scale| checker(scale.size)),
    ("games", |scale| games(scale.quick)),
    ("tables", |scale| tables(scale.quick)),
    ("pictures", |scale| pictures(scale.size)),
    ("reading", |scale| reading(scale.size)),
];

/// How large the games are.
#[derive(Clone, Copy)]
struct Scale {
    quick: bool,
    size: usize,
}

fn main() {
    let quick = std::env::args().any(|word| word == "--quick");
    let size = if quick { 200_000 } else { 5_000_000 };
    println!("{:<34} {:>10} {:>10} {:>8}", "work", "alone ms", "stops ms", "at");
    let chosen = |room: &str| std::env::args().any(|word| word == room);
    let any_chosen = ROOMS.iter().any(|(room, _)| chosen(room));
    for (_, measured) in ROOMS.iter().filter(|(room, _)| !any_chosen || chosen(room)) {
        measured(Scale { quick, size });
    }
}

fn built(recipe: &str) -> Arena {
    recipe.parse::<Recipe>().unwrap().build(&Control::default()).unwrap()
}

/// A game with everything that any objective needs.
fn arena(size: usize) -> Arena {
    let mut arena = built(&format!("random-parity {size} moves=3 priorities=20 seed=1"));
    let weighted = built(&format!("random-payoff {size} moves=3 weight=1000 seed=1"));
    for vertex in 0..size {
        arena.targets.set(vertex, vertex % 100 == 0);
        arena.colors.set(vertex, 1 << (vertex % 4));
    }
    let edges = arena.graph.edge_count();
    arena.weights = weighted.weights.iter().take_while(|(edge, _)| *edge < edges).collect();
    arena.acceptance = "Inf(0)&Fin(1) | Inf(2)&Fin(3)".parse::<Acceptance>().ok();
    arena
}

fn solvers(size: usize) {
    let arena = arena(size);
    let plain = built(&format!("random {size} moves=3 terminals=0.05 seed=1"));
    let acyclic = built(&format!("dag {size} moves=3 seed=1"));
    for solver in registry::solvers() {
        for name in solver.serves.iter().take(1) {
            let objective = Objective::named(name).unwrap();
            let arena = match (objective.facts().needs.is_empty(), solver.name) {
                (true, "acyclic") => &acyclic,
                (true, _) => &plain,
                (false, _) => &arena,
            };
            measure(&format!("{name} {}", solver.name), |options| {
                let options = Options { solver: Some(solver.name), ..*options };
                retrograde::solve(arena, &objective, &options).map(drop)
            });
        }
    }
    for objective in [Objective::PARITY, Objective::MeanPayoff] {
        measure(&format!("{objective} auto"), |options| {
            retrograde::solve(&arena, &objective, options).map(drop)
        });
    }
}

/// The engines beside the processor's, those that this machine has.
fn engines(size: usize) {
    let arena = arena(size);
    let plain = built(&format!("random {size} moves=3 terminals=0.05 seed=1"));
    let small = built("random 10 moves=3 terminals=0.1 seed=1");
    for engine in [Engine::Disk, Engine::Gpu, Engine::Cluster] {
        let there = Options { engine, ..Options::default() };
        if let Err(error) = retrograde::solve(&small, &Objective::OUTCOME, &there) {
            println!("SKIPPED: {} ({error})", engine.name());
            continue;
        }
        for (arena, objective) in [
            (&plain, Objective::OUTCOME),
            (&arena, Objective::Reachability),
            (&arena, Objective::Buchi),
        ] {
            measure(&format!("{objective} {}", engine.name()), |options| {
                let options = Options { engine, ..*options };
                retrograde::solve(arena, &objective, &options).map(drop)
            });
        }
    }
}

fn checker(size: usize) {
    let arena = built(&format!("random-parity {size} moves=3 priorities=4 seed=2"));
    let plain = built(&format!("random {size} moves=3 terminals=0.05 seed=1"));
    for (arena, objective) in [
        (&plain, Objective::OUTCOME),
        (&plain, Objective::Asymmetric),
        (&plain, Objective::Grundy),
        (&arena, Objective::PARITY),
    ] {
        let solved = retrograde::solve(arena, &objective, &Options::default()).unwrap();
        measure(&format!("verify {objective}"), |options| {
            retrograde::verify(arena, &solved.solution, options).map(drop)
        });
    }
}

fn games(quick: bool) {
    let (explored, indexed) =
        if quick { ("mnk:4x4x4", "chess:KQvK") } else { ("connect:5x4x4", "chess:KQvKR") };
    measure(&format!("explore {explored}"), |options| open(explored)?.arena(options).map(drop));
    measure(&format!("index {indexed}"), |options| open(indexed)?.solve_index(options).map(drop));
    let long = "subtraction:1,2:1000000";
    let mut input = open(long).unwrap();
    let start = input.rules().and_then(|rules| rules.start()).unwrap();
    let game = input.solve_game(&start, &Options::default()).unwrap();
    measure(&format!("line {long}"), |options| {
        Ok(game.line(&start, None, &options.control(0)).map(drop)?)
    });
    let detail = Detail { moves: 12, ..Detail::ALL };
    measure(&format!("explain {long}"), |options| {
        explain_game(&game, &start, detail, options).map(drop)
    });
}

fn tables(quick: bool) {
    let specs: &[&str] =
        if quick { &["chess:KQvK"] } else { &["chess:KQvKR", "quixo:4", "dobutsu-shogi"] };
    let tiers: &[&str] =
        if quick { &["chess:KQvK"] } else { &["connect:5x4x4", "chess:KQvKR", "quixo:4"] };
    let both = specs.iter().map(|spec| (spec, Manner::InMemory));
    let both = both.chain(tiers.iter().map(|spec| (spec, Manner::ByTiers)));
    let folder = std::env::temp_dir().join(format!("retrograde-stopping-{}", std::process::id()));
    for (spec, manner) in both {
        let how = if manner == Manner::ByTiers { " tier by tier" } else { "" };
        let build = BuildOptions { manner: Some(manner), ..BuildOptions::default() };
        measure(&format!("build {spec}{how}"), |options| {
            let built = open(spec)?.build(&folder, &build, options);
            let _ = std::fs::remove_dir_all(&folder);
            built.map(drop)
        });
    }
    // Blocks are compressed fast, for the sake of who waits for the bench.
    let fast = BuildOptions { level: 1, ..BuildOptions::default() };
    let built = open(specs[0]).unwrap().build(&folder, &fast, &Options::default()).unwrap();
    let (table, rules) = (built.table().unwrap(), built.rules());
    let spec = specs[0];
    measure(&format!("export {spec} as csv"), |options| {
        Ok(rules.export_csv(table, &mut std::io::sink(), &options.control(0))?)
    });
    measure(&format!("export {spec} as npz"), |options| {
        Ok(table.export_npz(&mut std::io::sink(), &options.control(0))?)
    });
    let all: Vec<u64> = (0..table.slots()).map(|slot| slot * 7919 % table.slots()).collect();
    measure(&format!("probe all of {spec}"), |options| {
        Ok(table.probe_many(&all, &options.control(0)).map(drop)?)
    });
    let _ = std::fs::remove_dir_all(&folder);
}

fn pictures(size: usize) {
    // As large as the limits allow, and no order in it.
    for (recipe, name) in [
        ("random 500 moves=6 terminals=0.05 seed=1".to_owned(), "svg of 500 vertices"),
        (format!("random {size} moves=3 terminals=0.05 seed=1"), "dot of many vertices"),
    ] {
        let arena = built(&recipe);
        let solved = retrograde::solve(&arena, &Objective::OUTCOME, &Options::default()).unwrap();
        let solution = &solved.solution;
        measure(name, |options| match name.starts_with("svg") {
            true => Ok(draw::svg(&arena, solution, &SvgOptions::default(), &options.control(0))
                .map(drop)?),
            false => {
                let (how, control) = (DotOptions::default(), options.control(0));
                draw::dot(&arena, solution, &how, &mut std::io::sink(), &control).map_err(|error| {
                    match error.downcast::<Stopped>() {
                        Ok(stopped) => stopped.into(),
                        Err(error) => error.into(),
                    }
                })
            }
        });
    }
}

fn reading(size: usize) {
    let mut text = String::new();
    for vertex in 0..size {
        text += &format!("{vertex} {}\n", (vertex * 7919) % size);
    }
    let text: &'static [u8] = text.leak().as_bytes();
    let format = Some(retrograde::io::Format::Edges);
    measure("read an edge list", |options| {
        let opening = Opening { format, ..Opening::default() };
        opening.stream(text, "a list").arena(options).map(drop)
    });
}

/// Runs `work` alone, then cancels it at several points, and prints the longest wait.
fn measure(name: &str, work: impl Fn(&Options<'_>) -> Result<(), Error> + Sync) {
    let is_name =
        |word: &String| !word.starts_with("--") && ROOMS.iter().all(|(room, _)| word != room);
    let mut wanted = std::env::args().skip(1).filter(is_name).peekable();
    if wanted.peek().is_some() && !wanted.any(|word| name.contains(&word)) {
        return;
    }
    let limit = Options { timeout: Some(LONG), ..Options::default() };
    let start = Instant::now();
    let _ = work(&limit);
    let alone = start.elapsed();
    let (mut longest, mut at) = (Duration::ZERO, Duration::ZERO);
    for point in 0..POINTS {
        let wait = alone * point / POINTS;
        let (cancel, over) = (Cancel::new(), AtomicBool::new(false));
        let took = thread::scope(|scope| {
            let told = scope.spawn(|| {
                let start = Instant::now();
                while start.elapsed() < wait && !over.load(SeqCst) {
                    thread::sleep(Duration::from_micros(200));
                }
                cancel.cancel();
                Instant::now()
            });
            let result = work(&Options { cancel: Some(&cancel), ..Options::default() });
            let end = Instant::now();
            over.store(true, SeqCst);
            let told = told.join().unwrap();
            match result {
                Err(error) if error.stopped() == Some(Stopped::Cancelled) => {
                    end.saturating_duration_since(told)
                }
                // It was faster than the one who wanted to stop it.
                Ok(()) => Duration::ZERO,
                Err(error) => panic!("{name}: {error}"),
            }
        });
        if took > longest {
            (longest, at) = (took, wait);
        }
    }
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    println!("{name:<34} {:>10.0} {:>10.1} {:>8.0}", ms(alone), ms(longest), ms(at));
}
