//! The ways to turn a board over and around that leave it the same board.

use super::grid::{Grid, squares_of};

/// Turns and reflections of a board: eight of a square one, four of any other.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// For each of them but the first, which changes nothing, and for each eight squares, where any
    /// set of those goes.
    tables: Vec<[u64; 256]>,
    /// How many tables one of them has.
    bytes: usize,
}

impl Turns {
    pub(super) fn new(grid: Grid) -> Self {
        let bytes = grid.squares().div_ceil(8) as usize;
        let mut tables = Vec::new();
        let ways = if grid.width == grid.height { 8 } else { 4 };
        for way in 1..ways {
            let image = |square: u32| {
                let (mut row, mut column) = (square / grid.width, square % grid.width);
                if way & 1 != 0 {
                    column = grid.width - 1 - column;
                }
                if way & 2 != 0 {
                    row = grid.height - 1 - row;
                }
                if way & 4 != 0 {
                    (row, column) = (column, row);
                }
                1u64 << (row * grid.width + column)
            };
            for byte in 0..bytes as u32 {
                tables.push(std::array::from_fn(|set| {
                    let squares = squares_of(set as u64).map(|bit| 8 * byte + bit);
                    squares.filter(|&s| s < grid.squares()).fold(0, |to, s| to | image(s))
                }));
            }
        }
        Turns { tables, bytes }
    }

    /// The least of the pairs of sets that a pair can be turned into.
    pub(super) fn least(&self, pair: (u64, u64)) -> (u64, u64) {
        let turned = self.tables.chunks_exact(self.bytes).map(|tables| {
            let image = |set: u64| {
                let bytes = set.to_le_bytes();
                tables.iter().zip(bytes).fold(0, |to, (table, byte)| to | table[byte as usize])
            };
            (image(pair.0), image(pair.1))
        });
        turned.fold(pair, Ord::min)
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::RowOrder;
    use super::*;

    /// How many sets remain when those are counted once that can be turned into each other.
    fn classes(width: u32, height: u32) -> usize {
        let grid = Grid::new(width, height, RowOrder::TopFirst).unwrap();
        let turns = Turns::new(grid);
        let mut least: Vec<_> = (0..=grid.all()).map(|set| turns.least((set, 0))).collect();
        least.sort_unstable();
        least.dedup();
        assert!(least.iter().all(|&set| turns.least(set) == set));
        least.len()
    }

    /// By Burnside's lemma: the mean number of sets that one of the ways leaves as they are.
    #[test]
    fn there_are_as_many_classes_as_burnside_says() {
        let square3 = (1 << 9) + 2 * (1 << 3) + (1 << 5) + 4 * (1 << 6);
        assert_eq!(classes(3, 3), square3 / 8);
        let rectangle = (1 << 12) + (1 << 6) + (1 << 6) + (1 << 8);
        assert_eq!(classes(3, 4), rectangle / 4);
        assert_eq!(classes(4, 3), rectangle / 4);
    }
}
