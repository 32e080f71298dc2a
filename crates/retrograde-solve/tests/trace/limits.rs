//! Traces end: at their limits, and when they are told to.

use std::time::Instant;

use retrograde_core::{Arena, Cancel, Control, Graph, Objective, Player, Question, Stopped};
use retrograde_solve::trace::{Limits, State, TraceError, trace};

/// A ring of `vertices`, all player 0's, with as many priorities as vertices.
fn ring(vertices: usize) -> Arena {
    let edges = (0..vertices as u32).map(|v| (v, (v + 1) % vertices as u32));
    Arena {
        owners: (0..vertices).map(|v| (v, Player::Zero)).collect(),
        priorities: (0..vertices).map(|v| (v, v as u32)).collect(),
        ..Arena::from(Graph::from_edges(vertices, edges).unwrap())
    }
}

/// Many nested games in which player 1 wins a little each time: exponential for the recursion.
fn ladder(rungs: u32) -> Arena {
    let mut edges = Vec::new();
    for rung in 0..rungs {
        let base = 5 * rung;
        edges.extend([(base, base + 1), (base + 1, base + 4), (base + 4, base)]);
        edges.extend([(base + 1, base + 2), (base + 2, base + 1), (base + 2, base + 3)]);
        edges.push((base + 3, base + 2));
        if rung + 1 < rungs {
            edges.extend([(base + 3, base + 5), (base, base + 7)]);
        }
        if rung > 0 {
            edges.extend([(base + 1, base - 1), (base + 4, base - 3)]);
        }
    }
    let vertices = 5 * rungs as usize;
    Arena {
        owners: (0..vertices)
            .map(|v| (v, if v % 2 == 0 { Player::One } else { Player::Zero }))
            .collect(),
        priorities: (0..vertices).map(|v| (v, (v / 5 * 2 + v % 5 % 3) as u32)).collect(),
        ..Arena::from(Graph::from_edges(vertices, edges).unwrap())
    }
}

#[test]
fn past_the_limits_events_are_counted() {
    let arena = ring(50);
    let question = Question::new(&arena, &Objective::OUTCOME).unwrap();
    let whole = trace(&question, &Limits::default(), &Control::ALONE).unwrap();
    assert_eq!(whole.cut, 0);
    let question = Question::new(&arena, &Objective::PARITY).unwrap();
    let whole = trace(&question, &Limits::default(), &Control::ALONE).unwrap();
    assert_eq!(whole.cut, 0);
    for events in [0, 1, 7, whole.events.len() - 1, whole.events.len()] {
        let limits = Limits { events, ..Limits::default() };
        let some = trace(&question, &limits, &Control::ALONE).unwrap();
        assert_eq!(some.events, whole.events[..events]);
        assert_eq!(some.events.len() + some.cut as usize, whole.events.len());
    }
    let limits = Limits { bytes: 2_000, ..Limits::default() };
    let some = trace(&question, &limits, &Control::ALONE).unwrap();
    assert!(some.events.len() < 20 && some.events.len() + some.cut as usize == whole.events.len());
}

#[test]
fn large_graphs_are_refused() {
    let arena = ring(1_001);
    let question = Question::new(&arena, &Objective::OUTCOME).unwrap();
    let error = trace(&question, &Limits::default(), &Control::ALONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1,001 vertices and 1,001 edges are too many to watch: up to 1,000 and 20,000 can be"
    );
}

#[test]
fn a_trace_ends_when_told_and_after_a_million_events() {
    let arena = ladder(200);
    for objective in [Objective::PARITY, Objective::OUTCOME, Objective::Grundy] {
        let question = Question::new(&arena, &objective).unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        let control = Control { cancel: Some(&cancel), ..Control::ALONE };
        let stopped = trace(&question, &Limits::default(), &control).unwrap_err();
        assert_eq!(stopped, TraceError::Stopped(Stopped::Cancelled));
    }
    let question = Question::new(&arena, &Objective::PARITY).unwrap();
    let start = Instant::now();
    let cut = trace(&question, &Limits::default(), &Control::ALONE).unwrap();
    assert!(cut.cut <= 1_000_000, "{} {}", cut.cut, start.elapsed().as_secs());
    let mut state = State::new(1_000);
    cut.events.iter().for_each(|event| state.forward(event));
    cut.events.iter().rev().for_each(|event| state.back(event));
    assert_eq!(state, State::new(1_000));
}
