//! The doors: what they promise about stopping, memory, opening and errors.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::games::generate::Recipe;
use retrograde::io::Format;
use retrograde::solve::SolveError;
use retrograde::table::BuildOptions;
use retrograde::{
    Answered, Arena, Cancel, Construction, Control, Engine, Error, MemoryLimit, Objective, Opening,
    Options, Outcome, Player, Remedy, Stopped, Summand, Turn, Wanted, estimate, explain, line,
    make, memory, open, solve, sum, verify,
};

fn built(recipe: &str) -> Arena {
    recipe.parse::<Recipe>().unwrap().build(&Control::default()).unwrap()
}

/// A random arena with everything that any objective needs.
fn arena(vertices: usize, seed: u64) -> Arena {
    let mut arena = built(&format!("random-payoff {vertices} moves=2.5 weight=9 seed={seed}"));
    for vertex in 0..vertices {
        let mixed = (vertex as u64 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        arena.priorities.set(vertex, (mixed % 5) as u32);
        arena.targets.set(vertex, mixed.is_multiple_of(7));
        arena.colors.set(vertex, mixed % 16);
    }
    arena
}

/// Objectives with a condition where they need one.
fn objectives() -> impl Iterator<Item = Objective> {
    Objective::ALL.into_iter().map(|objective| match objective {
        Objective::Muller(_) => Objective::Muller("Inf(0)&Fin(1) | Inf(2)".parse().ok()),
        other => other,
    })
}

#[test]
fn every_objective_is_solved_checked_and_estimated_through_the_doors() {
    for seed in 0..20 {
        let arena = arena(40, seed);
        for objective in objectives() {
            let options = Options::default();
            let solved = solve(&arena, &objective, &options).unwrap();
            let solution = &solved.solution;
            assert_eq!((solution.len(), solution.unknown()), (40, 0), "{objective}");
            verify(&arena, solution, &options).unwrap();
            assert!(estimate(&arena, &objective, &options).unwrap().solver > 0);
            let facts = objective.facts();
            assert_eq!(solution.cells(0).count(), facts.values.len(), "{objective}");
            assert!(!solution.summary(retrograde::Terms::WinLose).is_empty());
            assert!(!solution.value(7).to_string().is_empty());
            if let Some(to) = solution.best_move(7) {
                assert!(arena.graph.successors(7).contains(&to), "{objective}");
            }
            // The same without moves.
            let bare = Options { values_only: true, ..options };
            let bare = solve(&arena, &objective, &bare).unwrap().solution;
            for vertex in arena.graph.vertices() {
                assert_eq!(bare.value(vertex), solution.value(vertex), "{objective}");
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_its_figures() {
    let arena = arena(3000, 1);
    for objective in objectives() {
        let needed = estimate(&arena, &objective, &Options::default()).unwrap();
        // Just too little beside the arena.
        let memory = MemoryLimit::Bytes(needed.graph + needed.solver - 1);
        let error = solve(&arena, &objective, &Options { memory, ..Options::default() });
        match error {
            Err(Error::Memory {
                vertices: 3000, held, needed: more, room, is_limit: true, ..
            }) => {
                assert_eq!((held, more, room), (needed.graph, needed.solver, needed.solver - 1));
            }
            other => panic!("{objective}: {other:?}"),
        }
        let unlimited = Options { memory: MemoryLimit::Unlimited, ..Options::default() };
        solve(&arena, &objective, &unlimited).unwrap();
    }
    // What would fit instead is named: the graph falls into small components.
    let arena = built("random 20000 moves=1.5 terminals=0.2 seed=3");
    let needed = estimate(&arena, &Objective::OUTCOME, &Options::default()).unwrap();
    let memory = MemoryLimit::Bytes(needed.graph + needed.solver - 1000);
    let error = solve(&arena, &Objective::OUTCOME, &Options { memory, ..Options::default() });
    let remedies = error.unwrap_err().remedies();
    let [Remedy::MoreMemory, Remedy::Solver(name, bytes)] = remedies[..] else {
        panic!("{remedies:?}")
    };
    assert!(bytes < needed.solver);
    let options = Options { memory, solver: Some(name), ..Options::default() };
    solve(&arena, &Objective::OUTCOME, &options).unwrap();
}

/// Runs work on another thread, throws the switch after a while and says how it ended.
fn cancelled(
    after: Duration,
    work: impl FnOnce(&Options<'_>) -> Result<(), Error> + Send,
) -> (Result<(), Error>, Duration) {
    let (cancel, started) = (Cancel::new(), AtomicBool::new(false));
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            started.store(true, SeqCst);
            let result = work(&Options { cancel: Some(&cancel), ..Options::default() });
            (result, Instant::now())
        });
        while !started.load(SeqCst) {
            thread::yield_now();
        }
        thread::sleep(after);
        let told = Instant::now();
        cancel.cancel();
        let (result, ended) = worker.join().unwrap();
        (result, ended.saturating_duration_since(told))
    })
}

/// The promise is a tenth of a second; a busy machine gets some more. The bench `stopping` has figures.
const SOON: Duration = Duration::from_millis(600);

#[test]
fn whatever_is_cancelled_ends_soon() {
    let large = arena(400_000, 1);
    let wait = Duration::from_millis(30);
    for objective in objectives() {
        let (result, took) =
            cancelled(wait, |options| solve(&large, &objective, options).map(drop));
        let stopped = matches!(&result, Err(Error::Stopped(Stopped::Cancelled)));
        assert!(stopped || result.is_ok(), "{objective}: {result:?}");
        assert!(took < SOON, "{objective}: {took:?}");
    }
    let (result, took) = cancelled(wait, |options| open("connect:5x4x4")?.arena(options).map(drop));
    assert!(matches!(result, Err(Error::Stopped(Stopped::Cancelled))), "{result:?}");
    assert!(took < SOON, "exploring: {took:?}");
    let (result, took) = cancelled(wait, |options| open("quixo:4")?.solve_index(options).map(drop));
    assert!(matches!(result, Err(Error::Stopped(Stopped::Cancelled))), "{result:?}");
    assert!(took < SOON, "index: {took:?}");
    let solved = solve(&large, &Objective::PARITY, &Options::default()).unwrap();
    let (result, took) =
        cancelled(wait, |options| verify(&large, &solved.solution, options).map(drop));
    assert!(matches!(result, Ok(()) | Err(Error::Stopped(Stopped::Cancelled))), "{result:?}");
    assert!(took < SOON, "checking: {took:?}");
}

#[test]
fn a_switch_that_is_thrown_beforehand_stops_every_door() {
    let cancel = Cancel::new();
    cancel.cancel();
    let options = Options { cancel: Some(&cancel), ..Options::default() };
    let arena = arena(2000, 1);
    let stopped = |result: Result<(), Error>, what: &str| {
        let stopped = result.as_ref().err().and_then(Error::stopped);
        assert_eq!(stopped, Some(Stopped::Cancelled), "{what}: {result:?}");
    };
    for objective in objectives() {
        stopped(solve(&arena, &objective, &options).map(drop), objective.name());
        let solution = solve(&arena, &objective, &Options::default()).unwrap().solution;
        stopped(verify(&arena, &solution, &options).map(drop), objective.name());
        let told = line(&arena, &solution, 0, Turn::First, None, &options);
        stopped(told.map(drop), objective.name());
        let explained = explain(&arena, &solution, 0, Default::default(), &options);
        stopped(explained.map(drop), objective.name());
    }
    let lists = Opening { format: Some(Format::Edges), ..Opening::default() };
    stopped(lists.stream(&b"a b\n"[..], "a list").arena(&options).map(drop), "reading");
    stopped(open("nim:3,4,5").unwrap().arena(&options).map(drop), "exploring");
    stopped(open("quixo:3").unwrap().solve_index(&options).map(drop), "index");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("table");
    let built = open("quixo:3").unwrap().build(&folder, &BuildOptions::default(), &options);
    stopped(built.map(drop), "build");
    assert!(!folder.join("table.rgt").exists());
    let heap = Arena::sketch().edges([(2, 1), (2, 0), (1, 0)]).arena().unwrap();
    stopped(sum(&[Summand { arena: &heap, vertex: 0 }], &options).map(drop), "sum");
    let quotient = make(arena, &Construction::Quotient, u64::MAX, &options);
    stopped(quotient.map(drop), "quotient");
}

#[test]
fn a_deadline_gives_what_is_proven_or_says_that_nothing_is() {
    let arena = arena(100_000, 2);
    let options = Options { timeout: Some(Duration::from_millis(3)), ..Options::default() };
    for objective in objectives() {
        match solve(&arena, &objective, &options) {
            Ok(solved) if solved.solution.is_complete() => {}
            Ok(solved) => {
                assert!(objective.facts().partial, "{objective}");
                assert_eq!(solved.report.stopped, Some(Stopped::Deadline), "{objective}");
                let partial = Options { partial: true, ..Options::default() };
                verify(&arena, &solved.solution, &partial).unwrap();
                let whole = verify(&arena, &solved.solution, &Options::default());
                assert!(matches!(whole, Err(Error::Fault { .. })), "{objective}: {whole:?}");
            }
            Err(Error::Stopped(Stopped::Deadline)) => {
                assert!(!objective.facts().partial, "{objective} says what is proven");
            }
            Err(error) => panic!("{objective}: {error}"),
        }
    }
}

/// One or two moves each and as many priorities as vertices: strategy improvement and progress
/// measures would fill any memory.
#[test]
fn memory_is_kept_to_where_estimates_cannot_know() {
    let vertices = 30_000;
    let mut arena =
        built(&format!("random-parity {vertices} moves=1.5 priorities={vertices} seed=3"));
    arena.priorities = (0..vertices).map(|v| (v, (v * 7919 % vertices) as u32)).collect();
    let before = memory::resident().unwrap_or(0);
    let memory = MemoryLimit::Bytes(arena.heap_bytes() + (60 << 20));
    let options = Options { memory, timeout: Some(Duration::from_secs(20)), ..Options::default() };
    let (most, over) = (std::sync::atomic::AtomicU64::new(0), AtomicBool::new(false));
    let solved = thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(SeqCst) {
                most.fetch_max(memory::resident().unwrap_or(0), SeqCst);
                thread::sleep(Duration::from_millis(1));
            }
        });
        let solved = solve(&arena, &Objective::PARITY, &options);
        over.store(true, SeqCst);
        solved
    });
    let solved = solved.unwrap();
    let taken = most.into_inner().saturating_sub(before);
    // What was there before the limit, what the allocator keeps, and other tests of this process.
    assert!(taken < 400 << 20, "{taken} bytes");
    let partial = Options { partial: true, ..Options::default() };
    verify(&arena, &solved.solution, &partial).unwrap();
}

#[test]
fn a_file_goes_before_a_game_and_a_stream_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    std::fs::write(&path, "a b\nb a\n").unwrap();
    let mut input = open(&path).unwrap();
    assert_eq!((input.short_label().as_str(), input.format()), ("game.txt", Some(Format::Edges)));
    assert_eq!(input.arena(&Options::default()).unwrap().graph.edge_count(), 2);
    assert!(input.rules().is_none());
    let engine = Options { engine: Engine::Dense, ..Options::default() };
    let refused = input.engine(&Objective::OUTCOME, Wanted::Values, &engine);
    assert!(matches!(refused, Err(Error::EngineForGraph)));

    let opening = Opening { format: Some(Format::Pgsolver), ..Opening::default() };
    let mut stream = opening.stream(&b"parity 1;\n0 2 0 1;\n1 1 1 0;\n"[..], "the wire");
    assert_eq!(stream.default_objective(), Objective::PARITY);
    let answered = stream.solve(&Objective::PARITY, Wanted::Moves, &Options::default()).unwrap();
    let Answered::Graph { solved, start: None, .. } = answered else { panic!("a graph") };
    assert_eq!(solved.solution.winners().unwrap().count(Player::Zero), 2);
    assert!(matches!(stream.arena(&Options::default()), Err(Error::ReadTwice)));
    let mut bad = opening.stream(&b"nonsense"[..], "the wire");
    let error = bad.arena(&Options::default()).unwrap_err().to_string();
    assert!(error.starts_with("the wire:"), "{error}");

    let error = open("tic-tac-tow").unwrap_err().to_string();
    assert!(error.contains("did you mean tic-tac-toe"), "{error}");
}

/// A pipe can be read once: whoever opens the graph of a game twice waits for ever.
#[test]
#[cfg(unix)]
fn the_graph_of_a_game_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("graph.txt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    let writer = pipe.clone();
    let writing = thread::spawn(move || {
        let mut file = std::fs::File::create(writer).unwrap();
        file.write_all(b"a b\nb c\nc d\nd a\n").unwrap();
    });
    let mut input = open(format!("cops:1:{}", pipe.display())).unwrap();
    writing.join().unwrap();
    let Answered::Graph { arena, start, .. } =
        input.solve(&Objective::OUTCOME, Wanted::Moves, &Options::default()).unwrap()
    else {
        panic!("cops are explored")
    };
    assert_eq!((arena.graph.vertex_count(), start), (37, Some(0)));
}

#[test]
fn lines_explanations_and_sums_say_what_they_cannot_do() {
    let arena = arena(10, 1);
    let bare = Options { values_only: true, ..Options::default() };
    let bare = solve(&arena, &Objective::PARITY, &bare).unwrap().solution;
    let told = line(&arena, &bare, 0, Turn::First, None, &Options::default());
    assert!(matches!(told, Err(Error::NoMoves)));
    let explained = explain(&arena, &bare, 0, Default::default(), &Options::default());
    assert!(matches!(explained, Err(Error::NoMoves)));
    let outcomes = solve(&arena, &Objective::OUTCOME, &Options::default()).unwrap().solution;
    assert!(line(&arena, &outcomes, 10, Turn::First, None, &Options::default()).is_err());
    let other = built("chain 5");
    assert!(explain(&other, &outcomes, 0, Default::default(), &Options::default()).is_err());
    let auto = Options { solver: Some("auto"), ..Options::default() };
    assert_eq!(solve(&arena, &Objective::OUTCOME, &auto).unwrap().solution, outcomes);
    let out = sum(&[Summand { arena: &arena, vertex: 99 }], &Options::default());
    assert!(matches!(out, Err(Error::Summand { place: 0, .. })));
    let error =
        solve(&arena, &Objective::OUTCOME, &Options { solver: Some("x"), ..Options::default() });
    assert!(matches!(error, Err(Error::Solve(SolveError::Unserved { objective: "outcome", .. }))));
    let error =
        solve(&arena, &Objective::OUTCOME, &Options { acyclic: true, ..Options::default() });
    assert!(matches!(error, Err(Error::Cyclic { solver: None, .. })));
}

/// Every door has its own words for what helps: the library's messages are not about options of a
/// command line.
#[test]
fn messages_leave_the_remedy_to_whoever_shows_them() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut folders: Vec<_> = std::fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.ends_with("retrograde-cli"))
        .map(|path| path.join("src"))
        .collect();
    let mut lines = 0;
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let option =
                    line.split("--").skip(1).any(|rest| rest.starts_with(char::is_lowercase));
                // A comment may speak of anything, and a reader of another program.
                let excused = line.trim_start().starts_with("//") || line.contains("ltlsynt");
                assert!(!option || excused, "{}: {line}", path.display());
                lines += 1;
            }
        }
    }
    assert!(lines > 10_000, "{lines} lines were looked at");

    let heap = Arena::sketch().edges([(1, 0)]).vertex(0).verdict(Outcome::Draw).arena().unwrap();
    let error = solve(&heap, &Objective::Grundy, &Options::default()).unwrap_err();
    assert_eq!(error.remedies(), [Remedy::Objective("outcome")]);
    // A sum is about Grundy values whatever its games would rather be asked.
    let error = sum(&[Summand { arena: &heap, vertex: 0 }], &Options::default()).unwrap_err();
    assert_eq!(error.remedies(), []);
    let error = open("Cargo.toml").unwrap().arena(&Options::default()).unwrap_err();
    assert_eq!(error.remedies(), [Remedy::Format]);
    let error = solve(&arena(9, 1), &Objective::Muller(None), &Options::default()).unwrap_err();
    assert_eq!(error.remedies(), [Remedy::Objective("parity"), Remedy::Condition]);
}

/// Every way from one objective to another that there is keeps the winners.
#[test]
fn games_made_of_games_have_the_same_winners() {
    use Objective::{Buchi, Cobuchi, Energy, MeanPayoff, Reachability, Safety};
    for seed in 0..10 {
        let arena = arena(12, seed);
        for (from, to) in [
            (Reachability, Objective::PARITY),
            (Safety, Objective::PARITY),
            (Buchi, Objective::PARITY),
            (Cobuchi, Objective::PARITY),
            (Objective::PARITY, Energy),
            (Buchi, Energy),
            (Objective::PARITY, Safety),
        ] {
            let construction =
                Construction::Objective { from: from.clone(), to: to.clone(), threshold: None };
            let made = make(arena.clone(), &construction, 1_000_000, &Options::default()).unwrap();
            let before = solve(&arena, &from, &Options::default()).unwrap().solution;
            let after = solve(&made.arena, &to, &Options::default()).unwrap().solution;
            for vertex in arena.graph.vertices() {
                let image = made.image.as_ref().map_or(vertex, |image| image[vertex as usize]);
                let [before, after] = [(&before, vertex), (&after, image)]
                    .map(|(solution, at)| solution.winners().unwrap().get(at).unwrap());
                assert_eq!(before, after, "{from} to {to}, vertex {vertex}");
            }
        }
        let no_way = Construction::Objective { from: Energy, to: MeanPayoff, threshold: None };
        let refused = make(arena, &no_way, 1000, &Options::default());
        assert!(matches!(refused, Err(Error::NoReduction { from: "energy", .. })));
    }
}
