//! Full lines of a square board.

/// What makes a line: rows, columns and both diagonals.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Each as a set of squares.
    lines: Vec<u32>,
    /// For each set of squares whether it holds one, one bit each; empty where that would be too many.
    table: Vec<u64>,
}

impl Lines {
    /// Those of a board of so many squares a side.
    pub(super) fn new(size: u32) -> Self {
        let (last, squares) = (size - 1, size * size);
        let line =
            |first: u32, step: u32| (0..size).fold(0, |set, i| set | 1 << (first + i * step));
        let mut all: Vec<u32> = (0..size).map(|y| line(y * size, 1)).collect();
        all.extend((0..size).map(|x| line(x, size)));
        all.extend([line(0, size + 1), line(last, size - 1)]);
        let mut lines = Lines { lines: all, table: Vec::new() };
        if squares <= 16 {
            let mut table = vec![0u64; (1 << squares) / 64];
            for cubes in (0..1 << squares).filter(|&cubes| lines.has(cubes)) {
                table[cubes as usize / 64] |= 1 << (cubes % 64);
            }
            lines.table = table;
        }
        lines
    }

    /// Whether a set of squares holds one.
    #[inline(always)]
    pub(super) fn has(&self, cubes: u32) -> bool {
        match self.table.get(cubes as usize / 64) {
            Some(word) => word >> (cubes % 64) & 1 != 0,
            None => self.lines.iter().any(|&line| line & !cubes == 0),
        }
    }
}
