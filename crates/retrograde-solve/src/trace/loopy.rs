//! Grundy values of a graph with cycles, one value at a time.

use std::collections::VecDeque;

use retrograde_core::{Graph, Grundy, Vertex};

use super::event::{Entry, What};
use super::mex::listed;
use super::recorder::{Halt, Recorder};
use super::words::words;

const LINES: [&str; 7] = [
    "for m = 0, 1, 2, …, as long as a vertex is open:",
    "    every open vertex counts its options without a finite value",
    "    an open vertex with none to count gets the value m:",
    "        whoever else can move to it is answered, and does not get m",
    "            every open vertex with a move to whoever is answered counts that off",
    "    the open vertices that nobody answered are loopy",
    "a loopy vertex is worth inf{the finite values of its options}",
];
const STAGE: usize = 1;
const VALUE: usize = 2;
const ANSWER: usize = 3;
const LESS: usize = 4;
const LOOPY: usize = 5;
const SETS: usize = 6;

/// What is known of a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Open,
    Finite(u64),
    Loopy,
}

pub(super) fn run(graph: &Graph, recorder: &mut Recorder<'_>) -> Result<(), Halt> {
    recorder.name(
        "loopy-values",
        "Generalised Grundy values, one value at a time",
        "A. S. Fraenkel and Y. Perl, Constructions in combinatorial games with cycles (1975)",
        LINES.map(str::to_owned).into(),
    );
    let back = graph.transposed(recorder.control)?;
    let mut known = vec![Known::Open; graph.vertex_count()];
    let mut stage = 0;
    while known.contains(&Known::Open) {
        run_stage(graph, &back, stage, &mut known, recorder)?;
        stage += 1;
    }
    for vertex in graph.vertices().filter(|&vertex| known[vertex as usize] == Known::Loopy) {
        let options = finite(graph, &known, vertex);
        recorder.steps(1 + options.len())?;
        let narrow: Vec<u32> = options.iter().map(|&value| value as u32).collect();
        let value = Grundy::Loopy(&narrow).to_string();
        let words = match &options[..] {
            [] => words!(
                "{} is loopy, and no option has a finite value: it is worth {}.",
                vertex,
                value.clone()
            ),
            [only] => words!(
                "{} is loopy, and the only finite value of its options is {}: it is worth {}.",
                vertex,
                *only,
                value.clone()
            ),
            _ => words!(
                "{} is loopy, and its options have the finite values {}: it is worth {}.",
                vertex,
                listed(&options),
                value.clone()
            ),
        };
        let draft = recorder.event(SETS, words).look(vertex).set(vertex, What::Mark, None);
        draft.set(vertex, What::Value, Entry::Text(value.into())).done()?;
    }
    Ok(())
}

/// The finite values of the options of a vertex, in order.
fn finite(graph: &Graph, known: &[Known], vertex: Vertex) -> Vec<u64> {
    let value = |&to: &Vertex| match known[to as usize] {
        Known::Finite(value) => Some(value),
        Known::Open | Known::Loopy => None,
    };
    let mut values: Vec<u64> = graph.successors(vertex).iter().filter_map(value).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Finds the vertices of value `stage`, and those that are loopy because no option has it.
fn run_stage(
    graph: &Graph,
    back: &Graph,
    stage: u64,
    known: &mut [Known],
    recorder: &mut Recorder<'_>,
) -> Result<(), Halt> {
    let mut left = vec![0u64; graph.vertex_count()];
    let mut is_answered = vec![false; graph.vertex_count()];
    let open: Vec<Vertex> =
        graph.vertices().filter(|&vertex| known[vertex as usize] == Known::Open).collect();
    let words = words!(
        "Which vertices have the value {}? Those still open count the options that have no finite value.",
        stage
    );
    let mut draft = recorder.event(STAGE, words);
    for &vertex in &open {
        let is_counted = |to: &&Vertex| !matches!(known[**to as usize], Known::Finite(_));
        left[vertex as usize] = graph.successors(vertex).iter().filter(is_counted).count() as u64;
        draft = draft.set(vertex, What::Counter, Entry::Number(left[vertex as usize]));
    }
    draft.done()?;
    let mut queue = VecDeque::new();
    for &vertex in open.iter().filter(|&&vertex| left[vertex as usize] == 0) {
        settle(graph, vertex, stage, known, recorder)?;
        queue.push_back(vertex);
    }
    while let Some(settled) = queue.pop_front() {
        for &from in back.successors(settled) {
            recorder.steps(1)?;
            if matches!(known[from as usize], Known::Finite(_)) || is_answered[from as usize] {
                continue;
            }
            is_answered[from as usize] = true;
            let words = words!(
                "{} can move to {}, of value {}: that answers whoever moves to {}.",
                from,
                settled,
                stage,
                from
            );
            let draft = recorder.event(ANSWER, words).look(from).edge(from, settled);
            draft.set(from, What::Mark, Entry::Word("answered")).done()?;
            for &before in back.successors(from) {
                recorder.steps(1)?;
                if known[before as usize] != Known::Open || is_answered[before as usize] {
                    continue;
                }
                left[before as usize] -= 1;
                let rest = left[before as usize];
                let words = match rest {
                    1 => {
                        words!("From {} the move to {} is answered; 1 other is not.", before, from)
                    }
                    rest => words!(
                        "From {} the move to {} is answered; {} others are not.",
                        before,
                        from,
                        rest
                    ),
                };
                let draft = recorder.event(LESS, words).look(before).edge(before, from);
                draft.set(before, What::Counter, Entry::Number(rest)).done()?;
                if rest == 0 {
                    settle(graph, before, stage, known, recorder)?;
                    queue.push_back(before);
                }
            }
        }
    }
    let is_loopy =
        |&vertex: &Vertex| known[vertex as usize] == Known::Open && !is_answered[vertex as usize];
    let loopy: Vec<Vertex> = open.iter().copied().filter(is_loopy).collect();
    let is_left = open.iter().any(|&vertex| known[vertex as usize] == Known::Open);
    let words = match loopy.len() {
        0 if !is_left => words!("No vertex is open any more."),
        0 => words!(
            "Every vertex still open has an option of value {}: none of them is loopy yet.",
            stage
        ),
        1 => words!(
            "{} never gets the value {} nor an option that has it: it is loopy.",
            &loopy,
            stage
        ),
        _ => words!(
            "{} never get the value {} nor an option that has it: they are loopy.",
            &loopy,
            stage
        ),
    };
    loopy.iter().for_each(|&vertex| known[vertex as usize] = Known::Loopy);
    let mut draft = recorder.event(LOOPY, words);
    for vertex in graph.vertices() {
        let mark = (known[vertex as usize] == Known::Loopy).then_some(Entry::Word("loopy"));
        draft = draft.set(vertex, What::Mark, mark).set(vertex, What::Counter, None);
    }
    draft.done()
}

/// Gives a vertex its value.
fn settle(
    graph: &Graph,
    vertex: Vertex,
    stage: u64,
    known: &mut [Known],
    recorder: &mut Recorder<'_>,
) -> Result<(), Halt> {
    let waits = |to: &&Vertex| !matches!(known[**to as usize], Known::Finite(_));
    let words = match (
        graph.is_terminal(vertex),
        graph.successors(vertex).iter().any(|to| waits(&to)),
    ) {
        (true, _) => words!("{} has no option: its value is {}.", vertex, stage),
        (false, false) => words!(
            "All options of {} have finite values, and {} is the least number missing: it is its value.",
            vertex,
            stage
        ),
        (false, true) => words!(
            "Whatever one moves to from {}, if it has no other finite value there is a move to the value {} again: its value is {}.",
            vertex,
            stage,
            stage
        ),
    };
    known[vertex as usize] = Known::Finite(stage);
    let draft = recorder.event(VALUE, words).look(vertex).set(vertex, What::Counter, None);
    draft.set(vertex, What::Value, Entry::Number(stage)).done()
}
