//! Priorities numbered without gaps.

use retrograde_core::memory;

use super::game::Game;

/// How many bytes a table may take without a look at how many there are.
const UNASKED: u64 = 1 << 28;

/// The level of every vertex: its priority, renumbered so that neighbouring levels belong to
/// different players and none is empty, except that level 0 is skipped where the least priority is
/// odd. A level has the parity of its priorities, and the game with levels for priorities has the
/// same winning plays.
pub(super) struct Levels {
    of: Vec<u32>,
    count: u32,
}

impl Levels {
    /// O(V log d) time for d levels if no priority is far larger than V, O(V log V) otherwise.
    pub(super) fn new(game: &Game<'_>) -> Self {
        let starts = starts(&distinct(&game.priorities));
        let Some(&least) = starts.first() else {
            return Levels { of: Vec::new(), count: 0 };
        };
        // One less than the number of levels that start at or below a priority, but with its parity.
        let shift = least % 2;
        let level = |priority: &u32| {
            let begun = starts.partition_point(|start| start <= priority) as u32;
            begun - 1 + shift
        };
        let of = game.priorities.iter().map(level).collect();
        Levels { of, count: starts.len() as u32 + shift }
    }

    /// One more than the highest level.
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// Whether a table with `bytes` for every vertex and level fits in the memory there is.
    pub(super) fn table_fits(&self, bytes: u64) -> bool {
        let cells = (self.of.len() as u64).saturating_mul(u64::from(self.count));
        let bytes = cells.saturating_mul(bytes);
        bytes <= UNASKED || memory::available().is_some_and(|available| bytes <= available)
    }

    /// The level of a vertex.
    #[inline]
    pub(super) fn of(&self, vertex: u32) -> u32 {
        self.of[vertex as usize]
    }

    /// The levels in vertex order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.of.iter().copied()
    }
}

/// The different priorities, in ascending order.
fn distinct(priorities: &[u32]) -> Vec<u32> {
    let largest = priorities.iter().copied().max().unwrap_or(0) as usize;
    if largest <= 4 * priorities.len() + 64 {
        let mut seen = vec![false; largest + 1];
        for &priority in priorities {
            seen[priority as usize] = true;
        }
        return (0..=largest as u32).filter(|&priority| seen[priority as usize]).collect();
    }
    let mut sorted = priorities.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// The priorities at which a new level starts, given all of them in ascending order.
fn starts(distinct: &[u32]) -> Vec<u32> {
    let mut starts: Vec<u32> = Vec::new();
    for &priority in distinct {
        if starts.last().is_none_or(|last| last % 2 != priority % 2) {
            starts.push(priority);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame, Threads};

    use super::*;

    fn levels(priorities: &[u32]) -> Vec<u32> {
        let n = priorities.len();
        let graph = Graph::from_edges(n, (0..n as u32).map(|v| (v, v))).expect("a graph");
        let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(n));
        let game = Game::new(ParityGame::max(arena, priorities.to_vec()), Threads::ONE);
        let levels = Levels::new(&game);
        let highest = levels.iter().max().map_or(0, |level| level as usize + 1);
        assert_eq!(highest, levels.count());
        levels.iter().collect()
    }

    #[test]
    fn levels_keep_order_and_parity_and_have_no_gaps() {
        assert_eq!(levels(&[]), []);
        assert_eq!(levels(&[4, 0, 2, 7, 9, 8]), [0, 0, 0, 1, 3, 2]);
        assert_eq!(levels(&[5, 3, 6]), [1, 1, 2]);
        assert_eq!(levels(&[u32::MAX, u32::MAX - 1, 1, 10]), [3, 2, 1, 2]);
    }
}
