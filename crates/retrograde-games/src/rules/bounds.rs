//! How many positions a game surely has: sums that games with stones on a board share.
//!
//! All of them stop at the largest number there is instead of passing it.

use crate::combinatorics::choose;

/// The sum over up to so many stones, put down in turn, of the ways to put those of the first player
/// and those of the second.
fn in_turn(stones: u32, ways: impl Fn(u32, u32) -> u64) -> u64 {
    (0..=stones).fold(0, |all: u64, count| all.saturating_add(ways(count.div_ceil(2), count / 2)))
}

/// How many ways there are to put stones on a board in turn until somebody can have `row` of them.
///
/// As long as both have less than `row` stones, nobody has won: any `2 * row - 1` stones can be met.
pub(super) fn before_a_row(squares: u32, row: u32) -> u64 {
    in_turn(squares.min(row.saturating_mul(2).saturating_sub(1)), |own, other| {
        choose(squares, own).saturating_mul(choose(squares - own, other))
    })
}

/// How many ways there are to put stones on a board in turn where no row of three is ever made,
/// because each player keeps to squares of their own that have none.
///
/// The squares in question are those where the column and twice the row together leave 0 or 1 when
/// divided by four, and the others: along a row they come in pairs, along a column they alternate,
/// and aslant they come in pairs again.
pub(super) fn without_a_row_of_three(width: u32, height: u32) -> u64 {
    let squares = (0..height).flat_map(|row| (0..width).map(move |column| column + 2 * row));
    let first = squares.filter(|sum| sum % 4 < 2).count() as u32;
    let second = width * height - first;
    let ways = |first, second| {
        in_turn(width * height, |own, other| {
            choose(first, own).saturating_mul(choose(second, other))
        })
    };
    ways(first, second).max(ways(second, first))
}

/// How many ways there are for columns of pawns to step straight ahead in turn without ever meeting:
/// `rows` of them on either side in each column of a board.
///
/// Seen from the side, the pawns of a column keep their order, so that they are any `2 * rows` squares
/// of it; and as the columns have nothing to do with each other, any order of the steps will do. It
/// only matters that the side that begins has made as many steps as the other, or one more.
pub(super) fn straight_steps(width: u32, height: u32, rows: u32) -> u64 {
    // For one column, then for more and more of them: in how many ways the side that begins is so
    // many steps ahead, counted from the least.
    let one = column_of_pawns(height, rows);
    let most = one.len() / 2;
    let mut ways = vec![1u64];
    for _ in 0..width {
        let mut more = vec![0u64; ways.len() + 2 * most];
        for (before, &count) in ways.iter().enumerate() {
            for (step, &other) in one.iter().enumerate() {
                let both = count.saturating_mul(other);
                more[before + step] = more[before + step].saturating_add(both);
            }
        }
        ways = more;
    }
    let even = ways.len() / 2;
    ways[even].saturating_add(ways.get(even + 1).copied().unwrap_or(0))
}

/// For one column: in how many ways the side that begins is so many steps ahead, counted from the
/// least; the middle stands for none.
fn column_of_pawns(height: u32, rows: u32) -> Vec<u64> {
    let free = height.saturating_sub(rows.saturating_mul(2));
    let most = (rows * free) as usize;
    let mut ways = vec![0u64; 2 * most + 1];
    // How many steps the foremost pawns make, which meet after `free` of them together.
    for (ours, theirs) in (0..=free).flat_map(|ours| (0..=free - ours).map(move |b| (ours, b))) {
        for (steps, &one) in steps_of(rows, ours).iter().enumerate() {
            for (back, &other) in steps_of(rows, theirs).iter().enumerate() {
                let place = &mut ways[most + steps - back];
                *place = place.saturating_add(one.saturating_mul(other));
            }
        }
    }
    ways
}

/// In how many ways `rows` pawns behind each other make so many steps, if the foremost makes
/// `first`: none behind goes further than the one before.
fn steps_of(rows: u32, first: u32) -> Vec<u64> {
    if rows == 0 {
        return vec![u64::from(first == 0)];
    }
    // By how far the last pawn so far has gone, the ways to have made so many steps.
    let steps = (rows * first) as usize + 1;
    let mut by_last = vec![vec![0u64; steps]; first as usize + 1];
    by_last[first as usize][first as usize] = 1;
    for _ in 1..rows {
        let mut next = vec![vec![0u64; steps]; first as usize + 1];
        for (last, ways) in by_last.iter().enumerate() {
            for (made, &count) in ways.iter().enumerate().filter(|&(_, &count)| count > 0) {
                for (further, row) in next.iter_mut().enumerate().take(last + 1) {
                    row[made + further] = row[made + further].saturating_add(count);
                }
            }
        }
        by_last = next;
    }
    (0..steps)
        .map(|made| by_last.iter().fold(0u64, |all, ways| all.saturating_add(ways[made])))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_counted_one_by_one() {
        // 1 + 9 + 9 * 8 + 9 * 8 / 2 * 7 + ...: the positions of tic-tac-toe with up to five stones.
        assert_eq!(before_a_row(9, 3), 1 + 9 + 72 + 252 + 756 + 1260);
        assert_eq!(before_a_row(9, 1), 10);
        assert_eq!(before_a_row(2, 9), 1 + 2 + 2);
        assert_eq!(before_a_row(64, u32::MAX), u64::MAX);
        // Four squares against five.
        assert_eq!(without_a_row_of_three(3, 3), 252);
        assert_eq!(without_a_row_of_three(1, 1), 2);
    }

    /// No three squares of either kind are in a row anywhere.
    #[test]
    fn the_pattern_has_no_row_of_three() {
        let kind = |x: i32, y: i32| (x + 2 * y).rem_euclid(4) < 2;
        for (x, y) in (0..12).flat_map(|x| (0..12).map(move |y| (x, y))) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let row = [0, 1, 2].map(|i| kind(x + i * dx, y + i * dy));
                assert!(row[0] != row[1] || row[1] != row[2], "{x} {y} {dx} {dy}");
            }
        }
    }

    /// All ways to put the pawns of either side on squares of their columns, in order.
    fn slow_straight_steps(width: u32, height: u32, rows: u32) -> u64 {
        let mut ahead = vec![0i64];
        let sets = || (0..1u32 << height).filter(|set| set.count_ones() == 2 * rows);
        for _ in 0..width {
            let with = |before: &i64| {
                let before = *before;
                sets().map(move |set| {
                    let squares = (0..height).filter(|square| set >> square & 1 == 1);
                    squares.enumerate().fold(before, |sum, (nth, square)| {
                        let (nth, square) = (nth as i64, i64::from(square));
                        let top = i64::from(height - 2 * rows);
                        if nth < i64::from(rows) {
                            sum + square - nth
                        } else {
                            sum + square - nth - top
                        }
                    })
                })
            };
            ahead = ahead.iter().flat_map(with).collect();
        }
        ahead.iter().filter(|&&steps| steps == 0 || steps == 1).count() as u64
    }

    #[test]
    fn pawns_are_counted_one_by_one() {
        // Two columns of three squares: either pawn may step, and then one in the other column.
        assert_eq!(straight_steps(2, 3, 1), 1 + 2 + 2);
        for (width, height) in [(1, 3), (2, 3), (3, 3), (3, 4), (4, 4), (2, 6), (3, 6), (1, 9)] {
            for rows in 0..=height / 2 {
                let ways = straight_steps(width, height, rows);
                assert_eq!(
                    ways,
                    slow_straight_steps(width, height, rows),
                    "{width}x{height} {rows}"
                );
            }
        }
        assert_eq!(straight_steps(1, 3, 2), 1);
        for (width, height) in [(1, 63), (2, 31), (3, 21), (7, 9), (9, 7), (21, 3), (26, 2)] {
            assert!(straight_steps(width, height, 2) >= 1);
        }
    }
}
