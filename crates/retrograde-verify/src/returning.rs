//! Whether plays in the asymmetric game can come back to where they were while player 0 keeps to the
//! strategy.
//!
//! Only the vertices where player 1 is to move are looked at: the answers of player 0 leave no choice. An
//! answered move is one of player 1 and the answer to it, together.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use retrograde_core::{
    Bitmap, Control, Graph, Outcome, Outcomes, Pace, Stopped, Strategy, Vertex, sys,
};

/// Vertices whose moves are looked at together, so that no look into memory has to wait for another.
const TOGETHER: usize = 64;

/// Moves that are looked at together.
const PIECE: usize = 256;

/// Vertices that a thread looks at before it takes the next ones.
const PER_TASK: usize = 1 << 12;

/// Plays from where player 1 is to move and does not win.
pub(crate) struct Answered<'a> {
    pub(crate) graph: &'a Graph,
    /// Outcomes where player 1 is to move.
    pub(crate) second: &'a Outcomes,
    /// The moves of player 0.
    pub(crate) answers: &'a Strategy,
}

impl Answered<'_> {
    /// A vertex that player 1 can come back to by playing against the answers, and in how many moves; the
    /// first that a depth-first search meets.
    ///
    /// # Complexity
    /// O(V + E) time, at most about `8 V` bytes.
    pub(crate) fn returning(
        &self,
        control: &Control<'_>,
    ) -> Result<Option<(Vertex, u64)>, Stopped> {
        if self.all_end(control)? { Ok(None) } else { self.search(&mut control.pace()) }
    }

    /// Whether nothing remains when vertices that no answered move leads to are taken away, again and again.
    /// May say no where there are 2³² edges or more, for which its counters are too small.
    ///
    /// Source: A. B. Kahn, *Topological sorting of large networks* (1962).
    fn all_end(&self, control: &Control<'_>) -> Result<bool, Stopped> {
        if u32::try_from(self.graph.edge_count()).is_err() {
            return Ok(false);
        }
        // How many answered moves lead to each vertex from those that remain.
        let entries = sys::zeroed_atomics(self.graph.vertex_count());
        let vertices = self.graph.vertex_count() as Vertex;
        let parts: Vec<Range<Vertex>> = (0..vertices)
            .step_by(PER_TASK)
            .map(|start| start..start.saturating_add(PER_TASK as Vertex).min(vertices))
            .collect();
        let looker =
            || Looker { played: self, entries: &entries, pace: control.pace(), ends: Vec::new() };
        control.for_each_with(looker, parts.clone(), |looker, part| {
            let playing: Vec<Vertex> = part.filter(|&vertex| self.plays(vertex)).collect();
            // Who is stopped is told so below.
            let _ = looker.each_end(&playing, |_, entry| _ = entry.fetch_add(1, Relaxed));
        })?;
        let found = Mutex::new((Vec::new(), 0));
        control.for_each(parts, |part| {
            let playing: Vec<Vertex> = part.filter(|&vertex| self.plays(vertex)).collect();
            let is_free = |&&vertex: &&Vertex| entries[vertex as usize].load(Relaxed) == 0;
            let (front, remaining) = &mut *lock(&found);
            *remaining += playing.len();
            front.extend(playing.iter().filter(is_free));
        })?;
        let (mut front, mut remaining) = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut alone = looker();
        while !front.is_empty() {
            remaining -= front.len();
            let mut next = Vec::new();
            if front.len() <= PER_TASK {
                alone.take(&front, &mut next)?;
            } else {
                let shared = Mutex::new(&mut next);
                let tasks: Vec<&[Vertex]> = front.chunks(PER_TASK).collect();
                control.for_each_with(looker, tasks, |looker, task| {
                    let mut free = Vec::new();
                    // Who is stopped is told so below.
                    let _ = looker.take(task, &mut free);
                    lock(&shared).append(&mut free);
                })?;
            }
            front = next;
        }
        Ok(remaining == 0)
    }

    fn plays(&self, vertex: Vertex) -> bool {
        self.second.get(vertex) != Outcome::Win
    }

    fn search(&self, pace: &mut Pace<'_>) -> Result<Option<(Vertex, u64)>, Stopped> {
        let mut seen = Bitmap::new(self.graph.vertex_count());
        let mut on_path = Bitmap::new(self.graph.vertex_count());
        // The vertices of the path, each with the number of its moves that have been looked at.
        let mut path: Vec<(Vertex, u32)> = Vec::new();
        for root in self.graph.vertices() {
            pace.steps(1)?;
            if !self.plays(root) || seen.get(root as usize) {
                continue;
            }
            seen.set(root as usize);
            on_path.set(root as usize);
            path.push((root, 0));
            while let Some((vertex, looked_at)) = path.last_mut() {
                pace.steps(1)?;
                let Some(&reply) = self.graph.successors(*vertex).get(*looked_at as usize) else {
                    on_path.clear(*vertex as usize);
                    path.pop();
                    continue;
                };
                *looked_at += 1;
                // Without an answer the game is over.
                let Some(next) = self.answers.get(reply) else { continue };
                if on_path.get(next as usize) {
                    let since =
                        path.iter().rev().take_while(|&&(vertex, _)| vertex != next).count();
                    return Ok(Some((next, 2 * (since as u64 + 1))));
                }
                if !seen.get(next as usize) {
                    seen.set(next as usize);
                    on_path.set(next as usize);
                    path.push((next, 0));
                }
            }
        }
        Ok(None)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a thread has to look at moves with.
struct Looker<'a> {
    played: &'a Answered<'a>,
    entries: &'a [AtomicU32],
    pace: Pace<'a>,
    /// Replies of player 1, and then where the answers lead.
    ends: Vec<Vertex>,
}

impl Looker<'_> {
    /// Takes these vertices away; what nothing leads to any more is `free`.
    fn take(&mut self, vertices: &[Vertex], free: &mut Vec<Vertex>) -> Result<(), Stopped> {
        self.each_end(vertices, |vertex, entry| {
            if entry.fetch_sub(1, Relaxed) == 1 {
                free.push(vertex);
            }
        })
    }

    /// Calls `visit` with the end of each answered move from these vertices, and its entry.
    fn each_end(
        &mut self,
        vertices: &[Vertex],
        mut visit: impl FnMut(Vertex, &AtomicU32),
    ) -> Result<(), Stopped> {
        let graph = self.played.graph;
        for vertices in vertices.chunks(TOGETHER) {
            for &vertex in vertices {
                graph.prefetch_offset(vertex);
            }
            for &vertex in vertices {
                graph.prefetch_row(vertex, 1);
            }
            for &vertex in vertices {
                for piece in graph.successors(vertex).chunks(PIECE) {
                    self.pace.steps(1 + piece.len())?;
                    for &reply in piece {
                        self.played.answers.prefetch(reply);
                    }
                    self.ends.extend_from_slice(piece);
                    if self.ends.len() >= PIECE {
                        self.visit_all(&mut visit);
                    }
                }
            }
            self.visit_all(&mut visit);
        }
        Ok(())
    }

    fn visit_all(&mut self, visit: &mut impl FnMut(Vertex, &AtomicU32)) {
        let Answered { answers, .. } = self.played;
        self.ends.retain_mut(|place| {
            // Without an answer the game is over.
            let Some(end) = answers.get(*place) else { return false };
            sys::prefetch(self.entries, end as usize);
            *place = end;
            true
        });
        for end in self.ends.drain(..) {
            visit(end, &self.entries[end as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Threads;

    use super::*;

    /// Whether taking away and searching agree, and whether plays end.
    fn both(graph: &Graph, answers: &Strategy) -> bool {
        let second: Outcomes = graph.vertices().map(|_| Outcome::Draw).collect();
        let played = Answered { graph, second: &second, answers };
        let found = played.search(&mut Control::ALONE.pace()).unwrap();
        for threads in [1, 2] {
            let control = Control::default().on(Threads::new(threads).unwrap());
            assert_eq!(played.all_end(&control), Ok(found.is_none()), "{graph:?} {answers:?}");
        }
        found.is_none()
    }

    #[test]
    fn all_graphs_of_three_vertices_with_all_answers() {
        for bits in 0..1u32 << 9 {
            let edges = (0..9).filter(|bit| bits >> bit & 1 != 0).map(|bit| (bit / 3, bit % 3));
            let graph = Graph::from_edges(3, edges).unwrap();
            for choice in 0..4u32.pow(3) {
                let answers = (0..3).map(|vertex| Some(choice / 4u32.pow(vertex) % 4));
                both(&graph, &answers.map(|to| to.filter(|&to| to < 3)).collect());
            }
        }
    }

    /// Large enough for work that is shared, and for rows that are looked at in pieces: replies lead down or
    /// stay, answers down.
    #[test]
    fn many_vertices_at_once() {
        const VERTICES: u32 = 30_000;
        let rows = (0..VERTICES).flat_map(|vertex| {
            let length = if vertex % 1000 == 0 { 3000 } else { vertex % 4 };
            (0..length).map(move |step| (vertex, (vertex * 7 + step * 7919) % (vertex + 1)))
        });
        let graph = Graph::from_edges(VERTICES as usize, rows).unwrap();
        let mut answers: Strategy = (0..VERTICES).map(|vertex| vertex.checked_sub(1)).collect();
        assert!(both(&graph, &answers));
        let (vertex, reply) = (VERTICES - 1, graph.successors(VERTICES - 1)[0]);
        answers.set(reply, Some(vertex));
        assert!(!both(&graph, &answers));
        assert!(both(&graph, &Strategy::empty(VERTICES as usize)));
    }
}
