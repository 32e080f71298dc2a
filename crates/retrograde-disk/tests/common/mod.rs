//! The games that the tests of this crate try things on.
#![allow(dead_code, reason = "not every test file uses all of it")]

use retrograde_core::{
    Arena, Column, Control, Convention, Distance, Graph, Outcome, OutcomeGame, OutcomeSolution,
    Threads, Value, Values, Vertex,
};
use retrograde_disk::{Options, outcome};
use retrograde_io::{RggFile, write_rgg};
use retrograde_solve::outcome::Method;
use retrograde_verify::verify_outcome;

/// Numbers that look random (the constants are D. E. Knuth's, for MMIX).
pub(crate) fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// A graph of vertices of which one in `terminals` has no move, and the others up to `most`.
pub(crate) fn random_graph(vertices: u32, terminals: u64, most: u64, state: &mut u64) -> Graph {
    let mut edges = Vec::new();
    for from in 0..vertices {
        if random(state, terminals) != 0 {
            for _ in 0..=random(state, most) {
                edges.push((from, random(state, vertices.into()) as Vertex));
            }
        }
    }
    Graph::from_edges(vertices as usize, edges).unwrap()
}

pub(crate) fn file(arena: &Arena) -> RggFile {
    let mut bytes = Vec::new();
    write_rgg(arena, &mut bytes, &Control::ALONE).unwrap();
    RggFile::from_bytes(bytes).unwrap()
}

pub(crate) fn on(threads: usize) -> Options<'static> {
    Options::with(Control::ALONE.on(Threads::new(threads).unwrap()))
}

/// What the solver in memory says, checked.
pub(crate) fn in_memory(arena: &Arena, convention: Convention) -> OutcomeSolution {
    let game = OutcomeGame::of(arena, convention).unwrap();
    let options = retrograde_solve::Options::with(Control::ALONE);
    let solved = retrograde_solve::outcome::solve(&game, Method::Retrograde, &options).unwrap();
    verify_outcome(&game, &solved.solution).unwrap();
    solved.solution
}

/// Solves on disk on so many threads, and compares with what the solver in memory says.
pub(crate) fn check(arena: &Arena, threads: &[usize]) -> Values {
    let file = file(arena);
    let mut first = None;
    for convention in [Convention::Misere, Convention::Normal] {
        let expected = in_memory(arena, convention).values;
        for &threads in threads {
            let found = outcome(&file, convention, &on(threads)).unwrap();
            assert_eq!(found, expected, "{convention:?} on {threads} threads");
        }
        first = Some(expected);
    }
    first.unwrap()
}

/// Round by round: apply both rules to everything, until nothing changes. Quadratic and obvious.
pub(crate) fn oracle(graph: &Graph, verdicts: &Column<Outcome>, convention: Convention) -> Values {
    let mut values: Vec<Option<Value>> = vec![None; graph.vertex_count()];
    for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
        let outcome = verdicts.get(vertex as usize).unwrap_or(convention.terminal());
        if outcome != Outcome::Draw {
            values[vertex as usize] = Some(Value::new(outcome, Distance(0)));
        }
    }
    for round in 1.. {
        let before = values.clone();
        let is = |to: &Vertex, outcome| before[*to as usize].map(Value::outcome) == Some(outcome);
        for vertex in graph.vertices() {
            let moves = graph.successors(vertex);
            if before[vertex as usize].is_some() || moves.is_empty() {
                continue;
            }
            if moves.iter().any(|to| is(to, Outcome::Lose)) {
                values[vertex as usize] = Some(Value::Win(Distance(round)));
            } else if moves.iter().all(|to| is(to, Outcome::Win)) {
                values[vertex as usize] = Some(Value::Lose(Distance(round)));
            }
        }
        if values == before {
            break;
        }
    }
    values.into_iter().map(Option::unwrap_or_default).collect()
}
