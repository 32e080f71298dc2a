//! The textbook's version: what one writes from the description of the algorithm.
//!
//! A vector of predecessors for each vertex, a first-in-first-out queue, separate arrays for
//! labels, distances and what is known. Nothing in it is slow on purpose.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use retrograde::{Distance, Graph, Value, Values};

#[derive(Clone, Copy, PartialEq)]
enum Label {
    Unknown,
    Win,
    Lose,
}

/// What it found and how long it took.
pub(crate) struct Run {
    pub(crate) values: Values,
    pub(crate) transposing: Duration,
    pub(crate) total: Duration,
}

pub(crate) fn solve(graph: &Graph) -> Run {
    let start = Instant::now();
    let vertices = graph.vertex_count();
    let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); vertices];
    let mut moves_left = vec![0u32; vertices];
    for from in graph.vertices() {
        for &to in graph.successors(from) {
            predecessors[to as usize].push(from);
            moves_left[from as usize] += 1;
        }
    }
    let transposing = start.elapsed();

    let mut label = vec![Label::Unknown; vertices];
    let mut distance = vec![0u32; vertices];
    let mut known = vec![false; vertices];
    let mut queue = VecDeque::new();
    for vertex in 0..vertices {
        if moves_left[vertex] == 0 {
            label[vertex] = Label::Lose;
            known[vertex] = true;
            queue.push_back(vertex);
        }
    }
    while let Some(vertex) = queue.pop_front() {
        for &from in &predecessors[vertex] {
            let from = from as usize;
            if known[from] {
                continue;
            }
            if label[vertex] == Label::Lose {
                label[from] = Label::Win;
                distance[from] = distance[vertex] + 1;
                known[from] = true;
                queue.push_back(from);
            } else {
                moves_left[from] -= 1;
                distance[from] = distance[from].max(distance[vertex] + 1);
                if moves_left[from] == 0 {
                    label[from] = Label::Lose;
                    known[from] = true;
                    queue.push_back(from);
                }
            }
        }
    }
    let total = start.elapsed();
    let values = label
        .iter()
        .zip(&distance)
        .map(|(label, &distance)| match label {
            Label::Unknown => Value::Draw,
            Label::Win => Value::Win(Distance(distance)),
            Label::Lose => Value::Lose(Distance(distance)),
        })
        .collect();
    Run { values, transposing, total }
}
