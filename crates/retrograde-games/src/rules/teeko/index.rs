//! The index of Teeko: the mover's men by their class under the eight symmetries of the board, then
//! the other men on the squares left.
//!
//! All moves of a position leave the other player's men alone, and these are the next mover's: so
//! the positions after them are all in one row of the index, which fits a processor's nearest cache.

use std::ops::Range;

use super::{BOARD, MEN, SIDE, squares, wins};

/// How many squares the lower half of a set has, of the two that tables look up.
const LOW: u32 = 13;
/// How many ways there are to turn and mirror the board.
const TURNS: usize = 8;

/// Slots for all positions, with tables to find them.
#[derive(Debug)]
pub(super) struct Index {
    /// For the lower half of a set: the number of its squares, and what they add to its number.
    low: Vec<(u8, u16)>,
    /// What the upper half adds to the number of a set, by the squares in the lower half.
    high: [Vec<u16>; MEN as usize + 1],
    /// The class of each set of at most four men, by its number.
    classes: Vec<Class>,
    rows: Vec<Row>,
    /// Images of sets, by lower and upper halves.
    turned_low: [Vec<u32>; TURNS],
    turned_high: [Vec<u32>; TURNS],
    /// All sets of so many men, in the order of their numbers.
    sets: [Vec<u32>; MEN as usize + 1],
    /// The most men first.
    tiers: Vec<Tier>,
}

/// Where to find a set of the mover's men.
#[derive(Clone, Copy, Debug)]
struct Class {
    row: u16,
    /// The turn that makes the set the one that the row stands for.
    turn: u8,
}

/// All positions in which the mover's men are these.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) own: u32,
    /// The turns that leave the men in their places, as bits.
    fixing: u8,
    /// No position can be met: the mover has won before.
    pub(super) hole: bool,
    /// The first slot, if the other player has as many men, and if one more.
    first: [u32; 2],
    /// For each square not taken, how many of them come before.
    before: [u8; 25],
    /// The squares not taken.
    pub(super) left: [u8; 25],
}

/// The slots of all positions with so many men.
#[derive(Debug)]
struct Tier {
    slots: Range<u64>,
    others: u32,
    first_row: usize,
    row_len: u64,
}

/// Binomial coefficients of a square's number: what the i-th man of a set adds to its number.
const CHOOSE: [[u32; 26]; 5] = choose();

const fn choose() -> [[u32; 26]; 5] {
    let mut choose = [[0; 26]; 5];
    let mut n = 0;
    while n < 26 {
        choose[0][n] = 1;
        let mut k = 1;
        while k < 5 && n > 0 {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
}

/// A square after a turn of the board.
fn turned_square(turn: usize, square: u32) -> u32 {
    let (mut row, mut column) = (square / SIDE, square % SIDE);
    if turn & 1 != 0 {
        column = SIDE - 1 - column;
    }
    if turn & 2 != 0 {
        row = SIDE - 1 - row;
    }
    if turn & 4 != 0 {
        (row, column) = (column, row);
    }
    row * SIDE + column
}

fn turned_set(turn: usize, set: u32) -> u32 {
    squares(set).fold(0, |image, square| image | 1 << turned_square(turn, square))
}

/// The number of a set among all sets of as many squares.
///
/// Source: D. E. Knuth, The Art of Computer Programming 4A, 7.2.1.3 (the combinatorial number
/// system).
fn number(set: u32) -> u32 {
    squares(set).zip(1..).map(|(square, nth): (u32, usize)| CHOOSE[nth][square as usize]).sum()
}

impl Index {
    pub(super) fn new() -> Self {
        let mut sets: [Vec<u32>; MEN as usize + 1] = Default::default();
        for men in 0..=MEN {
            // The next number with as many bits: these come in the order of their numbers.
            let mut set = (1u32 << men) - 1;
            while set <= BOARD {
                sets[men as usize].push(set);
                if set == 0 {
                    break;
                }
                let carried = set + (set & set.wrapping_neg());
                set = carried | ((set ^ carried) >> (set.trailing_zeros() + 2));
            }
        }
        // Sets of fewer men come before those of more.
        let mut firsts = [0u32; MEN as usize + 2];
        for (men, sets) in sets.iter().enumerate() {
            firsts[men + 1] = firsts[men] + sets.len() as u32;
        }
        let low = (0..1u32 << LOW)
            .map(|half| match half.count_ones() {
                count @ 0..=MEN => (count as u8, number(half) as u16),
                _ => (0, 0),
            })
            .collect();
        let high = std::array::from_fn(|below| {
            let number_above = |half: u32| {
                let nth = squares(half << LOW).zip(below + 1..);
                nth.map(|(square, nth)| CHOOSE[nth][square as usize]).sum::<u32>()
            };
            (0..1u32 << (SIDE * SIDE - LOW))
                .map(|half| match below + half.count_ones() as usize {
                    count if count <= MEN as usize => (firsts[count] + number_above(half)) as u16,
                    _ => 0,
                })
                .collect()
        });
        let (classes, mut rows, first_rows) = classify(&sets);
        let mut tiers = Vec::new();
        let mut next = 0u64;
        for men in (0..=2 * MEN as usize).rev() {
            let (own, others) = (men / 2, men.div_ceil(2));
            let row_len = u64::from(CHOOSE[others][25 - own]);
            let start = next;
            for row in &mut rows[first_rows[own]..first_rows[own + 1]] {
                row.first[others - own] = next as u32;
                next += row_len;
            }
            let others = others as u32;
            tiers.push(Tier { slots: start..next, others, first_row: first_rows[own], row_len });
        }
        Index {
            low,
            high,
            classes,
            rows,
            turned_low: std::array::from_fn(|turn| {
                (0..1 << LOW).map(|half| turned_set(turn, half)).collect()
            }),
            turned_high: std::array::from_fn(|turn| {
                (0..1 << (SIDE * SIDE - LOW)).map(|half| turned_set(turn, half << LOW)).collect()
            }),
            sets,
            tiers,
        }
    }

    pub(super) fn slots(&self) -> u64 {
        self.tiers.last().map_or(0, |tier| tier.slots.end)
    }

    pub(super) fn tiers(&self) -> Vec<Range<u64>> {
        self.tiers.iter().map(|tier| tier.slots.clone()).collect()
    }

    #[inline]
    pub(super) fn turned(&self, turn: usize, set: u32) -> u32 {
        let (low, high) = (set & ((1 << LOW) - 1), set >> LOW);
        self.turned_low[turn][low as usize] | self.turned_high[turn][high as usize]
    }

    /// The row of the mover's men, and the turn that makes them those that it stands for.
    #[inline]
    pub(super) fn row_of(&self, own: u32) -> (&Row, usize) {
        let (below, low) = self.low[(own & ((1 << LOW) - 1)) as usize];
        let number = low + self.high[below as usize][(own >> LOW) as usize];
        let class = self.classes[number as usize];
        (&self.rows[class.row as usize], class.turn as usize)
    }

    /// The row of the mover's men, and the other men turned along, the least way there is.
    #[inline]
    fn place(&self, own: u32, other: u32) -> (&Row, u32) {
        let (row, turn) = self.row_of(own);
        (row, self.least(row, self.turned(turn, other)))
    }

    /// The least image of the other men that leaves the mover's alone.
    #[inline]
    pub(super) fn least(&self, row: &Row, other: u32) -> u32 {
        if row.is_plain() { other } else { self.least_of(row, other) }
    }

    fn least_of(&self, row: &Row, other: u32) -> u32 {
        let images = squares(u32::from(row.fixing)).map(|turn| self.turned(turn as usize, other));
        images.min().unwrap_or(other)
    }

    pub(super) fn canonical(&self, own: u32, other: u32) -> (u32, u32) {
        let (row, other) = self.place(own, other);
        (row.own, other)
    }

    #[inline]
    pub(super) fn rank(&self, own: u32, other: u32) -> u64 {
        let (row, image) = self.place(own, other);
        row.slot(image, other.count_ones() - own.count_ones())
    }

    pub(super) fn unrank(&self, slot: u64) -> Option<(u32, u32)> {
        let stretch = self.stretch(slot)?;
        let row = stretch.row;
        let other = row.spread(stretch.others[(slot - stretch.first) as usize]);
        (self.least(row, other) == other && !row.hole).then_some((row.own, other))
    }

    /// The slots of a row that has this one.
    pub(super) fn stretch(&self, slot: u64) -> Option<Stretch<'_>> {
        let tier = self.tiers.iter().find(|tier| slot < tier.slots.end)?;
        let number = (slot - tier.slots.start) / tier.row_len;
        let first = tier.slots.start + number * tier.row_len;
        let row = &self.rows[tier.first_row + number as usize];
        Some(Stretch {
            row,
            first,
            others: &self.sets[tier.others as usize][..tier.row_len as usize],
        })
    }
}

/// The slots of a row with so many other men.
pub(super) struct Stretch<'a> {
    pub(super) row: &'a Row,
    pub(super) first: u64,
    /// The other men at each of the slots, as sets of squares that the mover's leave.
    pub(super) others: &'a [u32],
}

/// The classes of all sets, a row for each, and where the rows of sets of each size begin.
fn classify(sets: &[Vec<u32>]) -> (Vec<Class>, Vec<Row>, Vec<usize>) {
    let (mut classes, mut rows, mut first_rows) = (Vec::new(), Vec::<Row>::new(), vec![0]);
    for sets in sets {
        let first_class = classes.len();
        for &set in sets {
            let images: [u32; TURNS] = std::array::from_fn(|turn| turned_set(turn, set));
            let (least, turn) = images.iter().zip(0u8..).min().expect("eight images");
            if *least == set {
                classes.push(Class { row: rows.len() as u16, turn: 0 });
                rows.push(Row::new(set, &images));
            } else {
                let known: Class = classes[first_class + number(*least) as usize];
                classes.push(Class { row: known.row, turn });
            }
        }
        first_rows.push(rows.len());
    }
    (classes, rows, first_rows)
}

impl Row {
    fn new(own: u32, images: &[u32; TURNS]) -> Self {
        let fixing = images.iter().enumerate().map(|(turn, &image)| u8::from(image == own) << turn);
        let (mut before, mut left) = ([0; 25], [0; 25]);
        for (nth, square) in squares(BOARD & !own).enumerate() {
            before[square as usize] = nth as u8;
            left[nth] = square as u8;
        }
        let fixing = fixing.fold(0, |all, bit| all | bit);
        Row { own, fixing, hole: wins(own), first: [0; 2], before, left }
    }

    /// Whether no turn leaves the men in their places.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.fixing == 1
    }

    /// The slot of other men, of whom there are so many more than the mover has.
    #[inline]
    pub(super) fn slot(&self, other: u32, more: u32) -> u64 {
        let mut slot = self.first[more as usize & 1];
        for (square, nth) in squares(other).zip(1..) {
            slot += CHOOSE[nth][self.before[square as usize] as usize];
        }
        u64::from(slot)
    }

    /// The squares of a set of those not taken.
    #[inline]
    pub(super) fn spread(&self, packed: u32) -> u32 {
        squares(packed).fold(0, |set, nth| set | 1u32 << self.left[nth as usize])
    }
}
