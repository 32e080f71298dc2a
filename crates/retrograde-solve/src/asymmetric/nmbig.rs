//! One label at a time: the algorithm NMBIG-Lin, with a worklist of its own in place of recursion.
//!
//! For each vertex and each player the number of successors with each label is kept, so that a
//! label follows from three counts. When a label is revised, the counts of the predecessors are put
//! right and their own labels, for the other player, looked at again. Every label is revised at most
//! twice, so every edge is walked at most four times.
//!
//! The moves follow the rule of the correctness proof: to a successor whose label is the inverse of
//! one's own and which was settled before oneself. Following it, the times only go down, so a play
//! that must end does.
//!
//! Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), figure 4 (where the `j`
//! of the procedure `Label` is its argument `i`) and theorem 17.

use std::time::{Duration, Instant};

use retrograde_core::{
    AsymmetricSolution, Control, Graph, Outcome, Outcomes, Progress, Stopped, Strategies, Strategy,
    Vertex, sys,
};

use crate::Options;
use crate::degrees::for_each_degree;

/// Revisions between two reports of progress.
const REPORT_EVERY: u32 = 1 << 20;

pub(super) fn solve(
    graph: &Graph,
    back: Graph,
    options: &Options<'_>,
) -> Result<(AsymmetricSolution, Duration), Stopped> {
    let mut labelling = Labelling::new(graph, &back, &options.control)?;
    labelling.run(&options.control)?;
    let Labelling { labels, settled, .. } = labelling;
    drop(back);
    let outcomes = |e: usize| -> Outcomes { labels.iter().map(|pair| pair[e]).collect() };
    let (first, second) = (outcomes(0), outcomes(1));
    let start = Instant::now();
    let strategy = |e: usize| {
        let earliest = |vertex: Vertex| {
            let wanted = labels[vertex as usize][e].for_opponent();
            let fits = |to: &&Vertex| labels[**to as usize][1 - e] == wanted;
            let time = |to: &&Vertex| settled[**to as usize][1 - e];
            graph.successors(vertex).iter().filter(fits).min_by_key(time).copied()
        };
        Strategy::fill(graph.vertex_count(), &options.control, earliest)
    };
    let strategies = match options.values_only {
        true => None,
        false => Some(Strategies { first: strategy(0)?, second: strategy(1)? }),
    };
    Ok((AsymmetricSolution { first, second, strategies }, start.elapsed()))
}

struct Labelling<'a> {
    back: &'a Graph,
    /// The labels of each vertex, for player 0 and for player 1 being to move.
    labels: Vec<[Outcome; 2]>,
    /// The labels as the counts of the predecessors have them.
    told: Vec<[Outcome; 2]>,
    /// When each label was given.
    settled: Vec<[u32; 2]>,
    /// How many successors have each label, for each player.
    counts: Vec<[[u32; 3]; 2]>,
    /// Labels that were revised and that the predecessors have not heard of, each once: twice the
    /// vertex, and one more for player 1.
    work: Vec<u32>,
    time: u32,
}

impl<'a> Labelling<'a> {
    fn new(graph: &Graph, back: &'a Graph, control: &Control<'_>) -> Result<Self, Stopped> {
        let vertices = graph.vertex_count();
        let mut counts: Vec<[[u32; 3]; 2]> = sys::zeroed(vertices);
        for_each_degree(graph, &mut control.pace(), |vertex, degree| {
            counts[vertex as usize] = [[degree, 0, 0], [0, 0, degree]];
        })?;
        Ok(Labelling {
            back,
            labels: vec![[Outcome::Lose, Outcome::Win]; vertices],
            told: vec![[Outcome::Lose, Outcome::Win]; vertices],
            settled: sys::zeroed(vertices),
            counts,
            work: Vec::new(),
            time: 0,
        })
    }

    fn run(&mut self, control: &Control<'_>) -> Result<(), Stopped> {
        let mut pace = control.pace();
        let total = self.labels.len() as u64;
        let mut report_at = 0;
        for vertex in 0..self.labels.len() as Vertex {
            pace.steps(1)?;
            // Only vertices without moves are revised here, the others by way of these.
            self.look_at(vertex, 0);
            self.look_at(vertex, 1);
            while let Some(label) = self.work.pop() {
                pace.steps(1 + self.back.successors(label / 2).len())?;
                self.pass_on(label / 2, label as usize % 2);
            }
            if self.time >= report_at {
                control.tell(Progress::new("labelling", u64::from(vertex), total));
                report_at = self.time.saturating_add(REPORT_EVERY);
            }
        }
        Ok(())
    }

    /// Gives `vertex`, with player `e` to move, the label that its successors' labels make.
    fn look_at(&mut self, vertex: Vertex, e: usize) {
        let [lost, drawn, won] = self.counts[vertex as usize][1 - e];
        let new = match (lost > 0, drawn > 0, won > 0) {
            (true, _, _) => Outcome::Win,
            (false, true, _) => Outcome::Draw,
            (false, false, true) => Outcome::Lose,
            // No moves at all: player 1 was the one to end the game, or player 0 was.
            (false, false, false) if e == 0 => Outcome::Draw,
            (false, false, false) => Outcome::Lose,
        };
        let old = std::mem::replace(&mut self.labels[vertex as usize][e], new);
        if old != new {
            self.time += 1;
            self.settled[vertex as usize][e] = self.time;
            if old == self.told[vertex as usize][e] {
                self.work.push(2 * vertex + e as u32);
            }
        }
    }

    /// Lets the predecessors know the label of `vertex` for player `e`.
    fn pass_on(&mut self, vertex: Vertex, e: usize) {
        let new = self.labels[vertex as usize][e];
        let old = std::mem::replace(&mut self.told[vertex as usize][e], new);
        let back = self.back;
        for &from in back.successors(vertex) {
            let counts = &mut self.counts[from as usize][e];
            counts[place(old)] -= 1;
            counts[place(new)] += 1;
            self.look_at(from, 1 - e);
        }
    }
}

/// Where the count of a label stands.
fn place(label: Outcome) -> usize {
    match label {
        Outcome::Lose => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}
