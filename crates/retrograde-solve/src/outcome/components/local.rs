//! The wave within one component: only its own moves are turned around.
//!
//! What the moves out of the component lead to is final. It enters the wave as events, each at its
//! level: a vertex with a move to a lost position is won one level after the fastest of those, and
//! all its moves to won positions together count as one, refuted one level after the slowest.
//! Levels at which nothing happens are skipped.

use retrograde_core::{Graph, Pace, Stopped, Value, Vertex};

use super::Labels;
use crate::sort::sort_words;

/// Where a row begins, as wide as the number of edges demands.
pub(super) trait Start: Copy + Default {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

impl Start for u32 {
    fn from_index(index: usize) -> Self {
        index as u32
    }

    fn index(self) -> usize {
        self as usize
    }
}

impl Start for usize {
    fn from_index(index: usize) -> Self {
        index
    }

    fn index(self) -> usize {
        self
    }
}

/// Bytes that [`Local`] takes for components of at most so many vertices and inner edges.
pub(super) fn bytes(vertices: u64, edges: u64, bytes_per_start: u64) -> u64 {
    vertices * (4 + 8 + 4) + (vertices + 1) * bytes_per_start + edges * 4
}

/// Memory of the wave within a component, used again for the next one. Vertices go by their place
/// among the members.
#[derive(Default)]
pub(super) struct Local<S> {
    /// Moves not refuted yet; 0 once the vertex is settled. None begins at 0: the vertices of a
    /// component of two or more all have a move within it.
    left: Vec<u32>,
    /// Where each vertex's row begins in `sources`.
    starts: Vec<S>,
    /// The predecessors within the component.
    sources: Vec<u32>,
    events: Events,
    settled: Settled,
}

impl<S: Start> Local<S> {
    /// Labels the members of a component of two or more vertices.
    pub(super) fn solve(
        &mut self,
        graph: &Graph,
        members: &[Vertex],
        labels: &mut Labels<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        for (place, &member) in members.iter().enumerate() {
            labels.slots[member as usize] = place as u32;
        }
        self.count(graph, members, labels, pace)?;
        // Without a first win there is no loss either: every vertex has a move within.
        if !self.events.list.is_empty() {
            self.turn_around(graph, members, labels, pace)?;
            self.wave(members, labels, pace)?;
        }
        for (&left, &member) in self.left.iter().zip(members) {
            if left > 0 {
                labels.draw(member);
            }
        }
        Ok(())
    }

    /// Counts the moves of each member and the inner moves to it, and notes the wins from below.
    fn count(
        &mut self,
        graph: &Graph,
        members: &[Vertex],
        labels: &Labels<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        reset(&mut self.left, members.len());
        reset(&mut self.starts, members.len() + 1);
        self.events.clear(members.len());
        for (place, &member) in members.iter().enumerate() {
            pace.steps(1 + graph.successors(member).len())?;
            let mut left = 0;
            let mut fastest: Option<u32> = None;
            let mut refuted = false;
            for &to in graph.successors(member) {
                if let Some(inner) = labels.place(to, members.len()) {
                    self.starts[inner] = S::from_index(self.starts[inner].index() + 1);
                    left += 1;
                    continue;
                }
                match labels.value(to) {
                    Value::Win(_) => refuted = true,
                    Value::Lose(distance) => {
                        let level = distance.0 + 1;
                        fastest = Some(fastest.map_or(level, |best| best.min(level)));
                        left += 1;
                    }
                    Value::Draw => left += 1,
                }
            }
            self.left[place] = left + u32::from(refuted);
            if let Some(level) = fastest {
                self.events.push(level, place);
            }
        }
        self.events.wins_end = self.events.list.len();
        Ok(())
    }

    /// Makes the rows of predecessors, and notes the refutations from below.
    fn turn_around(
        &mut self,
        graph: &Graph,
        members: &[Vertex],
        labels: &Labels<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        let mut total = 0;
        for start in &mut self.starts {
            total += start.index();
            *start = S::from_index(total);
        }
        // Each start is the end of its row now, and comes down as the row is filled.
        reset(&mut self.sources, total);
        for (place, &member) in members.iter().enumerate() {
            pace.steps(1 + graph.successors(member).len())?;
            let mut slowest = None;
            let mut wins = false;
            for &to in graph.successors(member) {
                if let Some(inner) = labels.place(to, members.len()) {
                    let start = self.starts[inner].index() - 1;
                    self.starts[inner] = S::from_index(start);
                    self.sources[start] = place as u32;
                    continue;
                }
                match labels.value(to) {
                    Value::Win(distance) => slowest = slowest.max(Some(distance.0 + 1)),
                    Value::Lose(_) => wins = true,
                    Value::Draw => {}
                }
            }
            if let Some(level) = slowest
                && !wins
            {
                self.events.push(level, place);
            }
        }
        Ok(())
    }

    /// Goes from level to level, as long as the last one settled something or an event is ahead.
    fn wave(
        &mut self,
        members: &[Vertex],
        labels: &mut Labels<'_>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        let Local { left, starts, sources, events, settled } = self;
        events.sort(pace)?;
        settled.clear(members.len());
        let predecessors = |place: u32| {
            let row = starts[place as usize].index()..starts[place as usize + 1].index();
            sources[row].iter().copied()
        };
        let mut level = 0;
        loop {
            level = match (settled.is_level_empty(), events.next_level()) {
                (false, _) => level + 1,
                (true, Some(next)) => next,
                (true, None) => return Ok(()),
            };
            let (won, lost) = settled.take_level();
            let mut win = |left: &mut u32, settled: &mut Settled, place: u32| {
                if *left > 0 {
                    *left = 0;
                    settled.push_win(place);
                    labels.win(members[place as usize], level);
                }
            };
            for index in lost {
                pace.steps(1 + predecessors(settled.array[index]).len())?;
                for place in predecessors(settled.array[index]) {
                    win(&mut left[place as usize], settled, place);
                }
            }
            while let Some(place) = events.take_win(level) {
                win(&mut left[place as usize], settled, place);
            }
            let mut refute = |left: &mut u32, settled: &mut Settled, place: u32| {
                if *left > 0 {
                    *left -= 1;
                    if *left == 0 {
                        settled.push_loss(place);
                        labels.lose(members[place as usize], level);
                    }
                }
            };
            for index in won {
                pace.steps(1 + predecessors(settled.array[index]).len())?;
                for place in predecessors(settled.array[index]) {
                    refute(&mut left[place as usize], settled, place);
                }
            }
            while let Some(place) = events.take_refutation(level) {
                refute(&mut left[place as usize], settled, place);
            }
        }
    }
}

/// What comes from below, as `level << 32 | place`: wins, then refutations, at most one of them for
/// a vertex.
#[derive(Default)]
struct Events {
    list: Vec<u64>,
    wins_end: usize,
    next_win: usize,
    next_refutation: usize,
}

impl Events {
    fn clear(&mut self, vertices: usize) {
        self.list.clear();
        self.list.reserve_exact(vertices);
    }

    fn push(&mut self, level: u32, place: usize) {
        self.list.push(u64::from(level) << 32 | place as u64);
    }

    fn sort(&mut self, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        let (wins, refutations) = self.list.split_at_mut(self.wins_end);
        sort_words(wins, |steps| pace.steps(steps))?;
        sort_words(refutations, |steps| pace.steps(steps))?;
        self.next_win = 0;
        self.next_refutation = self.wins_end;
        Ok(())
    }

    /// The level of the first event not taken yet.
    fn next_level(&self) -> Option<u32> {
        let win = self.list[..self.wins_end].get(self.next_win);
        let refutation = self.list.get(self.next_refutation);
        let first = win.into_iter().chain(refutation).min()?;
        Some((first >> 32) as u32)
    }

    fn take_win(&mut self, level: u32) -> Option<u32> {
        Self::take(&self.list[..self.wins_end], &mut self.next_win, level)
    }

    fn take_refutation(&mut self, level: u32) -> Option<u32> {
        Self::take(&self.list, &mut self.next_refutation, level)
    }

    fn take(list: &[u64], next: &mut usize, level: u32) -> Option<u32> {
        let &event = list.get(*next)?;
        ((event >> 32) as u32 == level).then(|| {
            *next += 1;
            event as u32
        })
    }
}

/// The settled vertices in the order in which they were settled: wins from the front of the array,
/// losses from its back.
#[derive(Default)]
struct Settled {
    array: Vec<u32>,
    wins_end: usize,
    losses_start: usize,
    /// Wins before this one, and losses from this one on, have told their predecessors.
    told: (usize, usize),
}

impl Settled {
    fn clear(&mut self, vertices: usize) {
        reset(&mut self.array, vertices);
        self.wins_end = 0;
        self.losses_start = vertices;
        self.told = (0, vertices);
    }

    fn push_win(&mut self, place: u32) {
        self.array[self.wins_end] = place;
        self.wins_end += 1;
    }

    fn push_loss(&mut self, place: u32) {
        self.losses_start -= 1;
        self.array[self.losses_start] = place;
    }

    fn is_level_empty(&self) -> bool {
        self.told == (self.wins_end, self.losses_start)
    }

    /// Where the wins and the losses of the last level stand.
    fn take_level(&mut self) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let level = (self.told.0..self.wins_end, self.losses_start..self.told.1);
        self.told = (self.wins_end, self.losses_start);
        level
    }
}

/// Makes the list `length` zeros, with no more memory than the longest such list takes.
fn reset<T: Copy + Default>(list: &mut Vec<T>, length: usize) {
    list.clear();
    list.reserve_exact(length);
    list.resize(length, T::default());
}
