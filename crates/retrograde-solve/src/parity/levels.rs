//! Priorities numbered without gaps.

use super::game::Game;
use super::preprocess::compress;
use crate::stop::Stop;

/// The level of every vertex: its priority, renumbered so that neighbouring levels belong to
/// different players and none is empty, except that level 0 is skipped where the least priority is
/// odd. A level has the parity of its priorities, and the game with levels for priorities has the
/// same winning plays.
pub(super) struct Levels {
    of: Vec<u32>,
    count: u32,
}

impl Levels {
    /// O(V) time if no priority is far larger than V, O(V log V) otherwise; `None` if stopped.
    pub(super) fn new(game: &Game<'_>, stop: &Stop<'_>) -> Option<Self> {
        let of = stop.ok(compress(&game.priorities, stop.control()))?;
        let count = of.iter().max().map_or(0, |level| level + 1);
        Some(Levels { of, count })
    }

    /// One more than the highest level.
    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// Whether a table with `bytes` for every vertex and level fits in the memory it may take.
    pub(super) fn table_fits(&self, bytes: u64, stop: &Stop<'_>) -> bool {
        let cells = (self.of.len() as u64).saturating_mul(u64::from(self.count));
        stop.fits(cells.saturating_mul(bytes))
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

/// Steps that it takes to walk over so many numbers side by side: eight of them are about as much as
/// one look at a vertex somewhere.
pub(super) fn walk(numbers: usize) -> u32 {
    1 + u32::try_from(numbers / 8).unwrap_or(u32::MAX - 1)
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Bitmap, Control, Graph, OwnedGraph, ParityGame};

    use super::*;

    fn levels(priorities: &[u32]) -> Vec<u32> {
        let n = priorities.len();
        let graph = Graph::from_edges(n, (0..n as u32).map(|v| (v, v))).expect("a graph");
        let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(n));
        let game = ParityGame::max(arena, priorities.to_vec());
        let game = Game::new(game, &Control::ALONE).unwrap();
        let levels = Levels::new(&game, &Stop::new(&Control::ALONE)).unwrap();
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
