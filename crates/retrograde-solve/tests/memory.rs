//! Memory that solvers keep to. Alone in its program: what others take would count.

use retrograde_core::{Allowance, Bitmap, Control, Graph, OwnedGraph, ParityGame, Stopped, memory};
use retrograde_solve::Options;
use retrograde_solve::parity::{Method, estimate, solve};

/// A game with as many priorities as vertices, which have one or two moves each.
fn many_priorities(vertices: u32) -> (Graph, Bitmap, Vec<u32>) {
    let mut state = 11u64;
    let mut roll = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let mut edges = Vec::new();
    let mut ones = Bitmap::new(vertices as usize);
    for from in 0..vertices {
        for _ in 0..=roll(2) {
            edges.push((from, roll(vertices)));
        }
        if roll(2) == 0 {
            ones.set(from as usize);
        }
    }
    let priorities = (0..vertices).map(|_| roll(vertices)).collect();
    (Graph::from_edges(vertices as usize, edges).unwrap(), ones, priorities)
}

/// All in one test, so that nothing runs beside it.
#[test]
fn many_priorities_do_not_take_gigabytes() {
    let (graph, ones, priorities) = many_priorities(100_000);
    let game = ParityGame::max(OwnedGraph::from_bitmap(&graph, ones), priorities);
    let before = memory::resident().unwrap_or(0);
    let room = 256 << 20;
    let memory = Some(Allowance::from_now(room));
    let options = Options::with(Control { memory, ..Control::default() });
    let divided = solve(&game, Method::Auto, &options).unwrap();
    assert_eq!(divided.report.stopped, None);
    assert!(divided.solution.winners.is_complete());
    let after = memory::resident().unwrap_or(0);
    println!("{} switches, {} bytes more", divided.work.switches, after.saturating_sub(before));
    assert!(after.saturating_sub(before) < room);

    // Tables of every priority for every vertex do not fit: who insists on them is told.
    for method in [Method::StrategyImprovement, Method::ProgressMeasures] {
        assert!(estimate(&game, method) > 1 << 30);
        let divided = solve(&game, method, &options).unwrap();
        let is_complete = divided.solution.winners.is_complete();
        assert_eq!((divided.report.gave_up, divided.report.stopped), (!is_complete, None));
    }

    // Past what may be taken the answer is what is proven, and says why.
    let memory = Some(Allowance::from_now(1));
    let ballast = vec![1u8; 64 << 20];
    let options = Options::with(Control { memory, ..Control::default() });
    let divided = solve(&game, Method::Fixpoint, &options).unwrap();
    if cfg!(target_os = "linux") && !divided.solution.winners.is_complete() {
        let why = divided.report.stopped;
        assert!(divided.report.gave_up || matches!(why, Some(Stopped::Memory { .. })), "{why:?}");
    }
    drop(ballast);
}
