//! How soon work ends that is cancelled while it is under way.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use retrograde_core::{
    Arena, Cancel, Control, Graph, Objective, Player, Progress, Question, Stopped,
};
use retrograde_solve::{Options, SolveError, registry};

use crate::samples::{dressed, random_graph};

/// What it may take from the switch to the end: a tenth of a second, and what other programs on the
/// machine may take of it.
const MOST: Duration = Duration::from_millis(100 + 500);

/// Runs a solver, throws the switch 20 ms after it has told of `phase`, and sees how soon it ends.
fn cancel_in(arena: &Arena, objective: &Objective, solver: &str, phase: &str) {
    let question = Question::new(arena, objective).unwrap();
    let solver = registry::find(objective, solver).unwrap();
    let (cancel, begun) = (Cancel::new(), AtomicBool::new(false));
    let thrown = Mutex::new(None);
    let listen = |progress: Progress| {
        if progress.phase == phase {
            begun.store(true, Relaxed);
        }
    };
    let control = Control { cancel: Some(&cancel), progress: Some(&listen), ..Control::default() };
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            while !begun.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(20));
            *thrown.lock().unwrap() = Some(Instant::now());
            cancel.cancel();
        });
        let result = solver.run(&question, &Options::with(control));
        let ended = Instant::now();
        begun.store(true, Relaxed);
        result.map(|_| ()).map_err(|error| (error, ended))
    });
    let (error, ended) = result.expect_err("there was time to cancel it");
    assert_eq!(error, SolveError::Stopped(Stopped::Cancelled));
    let took = ended.duration_since(thrown.into_inner().unwrap().unwrap());
    println!("{objective} by {}: ended {took:?} after it was cancelled", solver.name);
    assert!(took < MOST, "{objective} by {}: {took:?}", solver.name);
}

#[test]
fn a_backward_wave_ends_soon_after_it_is_cancelled() {
    // A path, whose levels are all small, beside a large graph, whose first levels are large.
    let path = 8_000_000u32;
    let large = random_graph(1_000_000, 4, 1);
    let edges = (1..path).map(|v| (v, v - 1)).chain([(path, path)]);
    let edges = edges.chain(large.edges().map(|(from, to)| (from + path, to + path)));
    let graph = Graph::from_edges(path as usize + 1_000_000, edges).unwrap();
    cancel_in(&Arena::from(graph), &Objective::OUTCOME, "retrograde", "labelling");
}

#[test]
fn zielonkas_algorithm_ends_soon_after_it_is_cancelled() {
    let arena = dressed(random_graph(700_000, 2, 2), 5_000, 3);
    cancel_in(&arena, &Objective::PARITY, "zielonka", "solving");
}

#[test]
fn rounds_of_attractors_end_soon_after_they_are_cancelled() {
    // A chain whose links are lost one after the other, and a place to wait at each.
    let links = 700_000u32;
    let mut edges = Vec::new();
    for link in 0..links {
        let [stay, target, wait] = [0, 1, 2].map(|place| link * 3 + place);
        edges.extend([(stay, stay), (target, stay), (target, wait), (wait, target)]);
        if link > 0 {
            edges.push((stay, target - 3));
        }
    }
    let mut arena = Arena::from(Graph::from_edges(links as usize * 3, edges).unwrap());
    for vertex in 0..links as usize * 3 {
        let is_target = vertex % 3 == 1;
        arena.owners.set(vertex, if is_target { Player::One } else { Player::Zero });
        if is_target {
            arena.targets.set(vertex, true);
        }
    }
    cancel_in(&arena, &Objective::Buchi, "repair", "taking out");
}

#[test]
fn improving_moves_ends_soon_after_it_is_cancelled() {
    let arena = dressed(random_graph(400_000, 3, 4), 5, 5);
    cancel_in(&arena, &Objective::MeanPayoff, "improvement", "improving moves");
    cancel_in(&arena, &Objective::MeanPayoff, "split", "dividing by value");
}
