//! The priorities of a parity game as levels, from the least important to the one that decides most.

use retrograde_core::{Arena, Control, Extremum, ParityGame, Vertex};

use super::ReduceError;
use crate::sort::sort_by_key;

/// What the priorities mean, and only that: those of the same parity with none of the other between
/// them share a level, so that even and odd levels take turns. Vertices without moves do not count:
/// a play that gets there ends.
pub(super) struct Levels {
    /// The level of each vertex; 0 if it has no move.
    level: Vec<u32>,
    /// How many vertices with moves each level has, never none.
    counts: Vec<u64>,
    /// Whether level 0 stands for odd priorities.
    starts_odd: bool,
}

impl Levels {
    /// # Complexity
    /// O(V log V) time, 8 bytes a vertex on the way and 4 in the end.
    pub(super) fn new(
        arena: &Arena,
        deciding: Extremum,
        control: &Control<'_>,
    ) -> Result<Self, ReduceError> {
        control.check()?;
        let mut pace = control.pace();
        let graph = &arena.graph;
        let mut level = ParityGame::priorities(graph, &arena.priorities)
            .map_err(|error| ReduceError::of(arena, error))?;
        let has_moves = |vertex: &usize| !graph.is_terminal(*vertex as Vertex);
        let moving = (0..level.len()).filter(has_moves);
        let mut used: Vec<u32> = moving.map(|vertex| level[vertex]).collect();
        sort_by_key(&mut used, u64::from, |steps| pace.steps(steps))?;
        used.dedup();
        if deciding == Extremum::Min {
            used.reverse();
        }
        let is_lesser = |one: u32, other: u32| match deciding {
            Extremum::Max => one < other,
            Extremum::Min => one > other,
        };
        let mut numbers = Vec::with_capacity(used.len());
        for (place, priority) in used.iter().enumerate() {
            let rises = place > 0 && used[place - 1] % 2 != priority % 2;
            numbers.push(numbers.last().map_or(0, |last| last + u32::from(rises)));
        }
        let starts_odd = used.first().is_some_and(|priority| priority % 2 == 1);
        let mut counts = vec![0; numbers.last().map_or(0, |&last| last as usize + 1)];
        for (vertex, entry) in level.iter_mut().enumerate() {
            pace.steps(4)?;
            *entry = if has_moves(&vertex) {
                let place = used.partition_point(|&priority| is_lesser(priority, *entry));
                counts[numbers[place] as usize] += 1;
                numbers[place]
            } else {
                0
            };
        }
        Ok(Levels { level, counts, starts_odd })
    }

    /// How many levels there are.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// The level of a vertex that has a move.
    #[inline]
    pub(super) fn of(&self, vertex: Vertex) -> u32 {
        self.level[vertex as usize]
    }

    /// How many vertices with moves each level has.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Whether a level stands for odd priorities.
    #[inline]
    pub(super) fn is_odd(&self, level: usize) -> bool {
        (level % 2 == 1) != self.starts_odd
    }
}
