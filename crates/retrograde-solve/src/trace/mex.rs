//! Grundy values of a graph without cycles: the least value missing, last positions first.

use std::collections::VecDeque;

use retrograde_core::{Graph, Vertex};

use super::event::{Entry, What};
use super::recorder::{Halt, Recorder};
use super::words::words;

const LINES: [&str; 4] = [
    "count the options of every vertex",
    "as long as there is a vertex whose options all have values:",
    "    its value is the least number that none of them has",
    "    whoever can move to it has one option less to wait for",
];
const COUNT: usize = 0;
const VALUE: usize = 2;
const LESS: usize = 3;

pub(super) fn run(graph: &Graph, recorder: &mut Recorder<'_>) -> Result<(), Halt> {
    recorder.name(
        "mex",
        "The least value missing",
        "P. M. Grundy, Mathematics and games (1939)",
        LINES.map(str::to_owned).into(),
    );
    let back = graph.transposed(recorder.control)?;
    let mut left: Vec<u64> = graph.vertices().map(|v| graph.out_degree(v).into()).collect();
    let words = words!("Every vertex counts the options whose values it waits for.");
    let mut draft = recorder.event(COUNT, words);
    for vertex in graph.vertices() {
        draft = draft.set(vertex, What::Counter, Entry::Number(left[vertex as usize]));
    }
    draft.done()?;
    let mut values = vec![0u64; graph.vertex_count()];
    let mut ready: VecDeque<Vertex> =
        graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).collect();
    while let Some(vertex) = ready.pop_front() {
        let options = graph.successors(vertex);
        recorder.steps(1 + options.len())?;
        let mut found: Vec<u64> = options.iter().map(|&to| values[to as usize]).collect();
        found.sort_unstable();
        found.dedup();
        let value = (0..).zip(&found).find(|(least, found)| least != *found);
        let value = value.map_or(found.len() as u64, |(least, _)| least);
        values[vertex as usize] = value;
        let words = match &found[..] {
            [] => words!("{} has no option, so the least number that none has is 0.", vertex),
            [only] => words!(
                "All options of {} have the value {}: the least number missing is {}.",
                vertex,
                *only,
                value
            ),
            _ => words!(
                "The options of {} have the values {}: the least number missing is {}.",
                vertex,
                listed(&found),
                value
            ),
        };
        let draft = recorder.event(VALUE, words).look(vertex).set(vertex, What::Counter, None);
        let draft = options.iter().fold(draft, |draft, &to| draft.edge(vertex, to));
        draft.set(vertex, What::Value, Entry::Number(value)).done()?;
        for &from in back.successors(vertex) {
            left[from as usize] -= 1;
            let rest = left[from as usize];
            let words = match rest {
                0 => words!("{} hears of it, and waits for no other option.", from),
                1 => words!("{} hears of it, and waits for 1 other option.", from),
                rest => words!("{} hears of it, and waits for {} other options.", from, rest),
            };
            let draft = recorder.event(LESS, words).look(from).edge(from, vertex);
            draft.set(from, What::Counter, Entry::Number(rest)).done()?;
            if rest == 0 {
                ready.push_back(from);
            }
        }
    }
    Ok(())
}

/// "0, 2 and 3".
pub(super) fn listed(numbers: &[u64]) -> String {
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    match &texts[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
