//! Moves from slot to slot of stones in columns.
//!
//! All slots with columns of the same heights are in a row, in which only the owners of the stones
//! change. What a move changes in the number of the owners is then a sum over the columns: those
//! before the move count as they did, those after it as if they were one stone further on.

use std::ops::Range;

use retrograde_core::Outcome;

use super::Connect;
use super::connect_index::ColumnIndex;
use crate::combinatorics::{choose, unrank_among};
use crate::{Look, SlotMoves, Told};

/// Columns higher than this have no table of their owners, and wider boards no row.
const HIGHEST: u32 = 8;
const WIDEST: usize = 12;

/// What the stones of one column add to the number of all owners.
#[derive(Clone, Debug)]
pub(super) struct Owners {
    height: u32,
    /// The most stones of the first player below a column, and one more.
    firsts: usize,
    /// By the stones before the column, those of the first player among them, and the stones of the
    /// first player in the column as bits.
    worth: Vec<u64>,
}

impl Owners {
    /// For columns that are not too high.
    pub(super) fn new(width: u32, height: u32) -> Option<Self> {
        if height > HIGHEST || width as usize > WIDEST {
            return None;
        }
        let most = width * height;
        let firsts = most as usize / 2 + 2;
        let mut worth = Vec::new();
        for before in 0..=most {
            for firsts in 0..firsts as u32 {
                worth.extend((0..1u32 << height).map(|column| {
                    let stones = (0..height).filter(|row| column >> row & 1 == 1);
                    let of = |(row, nth): (u32, u32)| choose((before + row).min(64), firsts + nth);
                    stones.zip(1..).map(of).fold(0, u64::wrapping_add)
                }));
            }
        }
        Some(Owners { height, firsts, worth })
    }

    #[inline(always)]
    fn of(&self, before: u32, firsts: u32, column: u32) -> u64 {
        let place = before as usize * self.firsts + firsts as usize;
        self.worth[place << self.height | column as usize]
    }
}

/// A column of a row of slots.
#[derive(Clone, Copy, Default)]
struct Column {
    /// How many stones it has.
    high: u32,
    /// How many are in the columns before it.
    before: u32,
    /// The lowest bit of the column in a position.
    square: u32,
    /// What another stone leads to, if there is room for one.
    drop: Option<Drop>,
}

/// The rows of slots with one more stone in a column.
#[derive(Clone, Copy)]
struct Drop {
    /// Where the row begins, and that of the mirror image.
    first: u64,
    mirrored: u64,
    fold: Fold,
}

/// Which of a position and its mirror image stands for both, as the heights tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    Keep,
    Mirror,
    /// The heights do not tell: the lesser one.
    Least,
}

impl Fold {
    fn of(heights: &[u32]) -> Self {
        // The last column counts most, and stones only where columns are of the same height.
        let mut pairs = heights.iter().rev().zip(heights);
        match pairs.find(|(last, first)| (**last, **first) != (0, 0)) {
            Some((last, first)) if last < first => Fold::Keep,
            Some((last, first)) if last > first => Fold::Mirror,
            _ => Fold::Least,
        }
    }
}

/// The slots with columns of the same heights.
struct Row<'a> {
    game: &'a Connect,
    owners: &'a Owners,
    fold: Fold,
    stones: u32,
    width: usize,
    /// In their order and in that of the mirror image.
    columns: [Column; WIDEST],
    mirrored: [Column; WIDEST],
    /// All stones, as a position has them, and the marks above them, also of the mirror image.
    filled: u64,
    marks: [u64; 2],
    /// Whether some moves are numbered as they are, and some as mirror images.
    kept: bool,
    turned: bool,
    /// Whether heights do not always tell which.
    undecided: bool,
}

impl<'a> Row<'a> {
    fn new(
        game: &'a Connect,
        (index, owners): (&ColumnIndex, &'a Owners),
        stones: u32,
        heights: &[u32],
    ) -> Self {
        let width = heights.len();
        let fold = Fold::of(heights);
        let mut row = Row {
            game,
            owners,
            fold,
            stones,
            width,
            columns: [Column::default(); WIDEST],
            mirrored: [Column::default(); WIDEST],
            filled: 0,
            marks: [0; 2],
            kept: false,
            turned: false,
            undecided: fold == Fold::Least,
        };
        let (mut before, mut after) = (0, stones);
        for (place, &high) in heights.iter().enumerate() {
            let image = width - 1 - place;
            let [square, other] = [place, image].map(|place| place as u32 * (game.height + 1));
            row.filled |= ((1 << high) - 1) << square;
            row.marks[0] |= 1 << (square + high);
            row.marks[1] |= 1 << (other + high);
            after -= high;
            row.columns[place] = Column { high, before, square, drop: None };
            row.mirrored[image] = Column { high, before: after, square: other, drop: None };
            before += high;
        }
        for place in (0..width).filter(|&place| heights[place] < game.height) {
            let mut higher = heights.to_vec();
            higher[place] += 1;
            let (fold, first) = (Fold::of(&higher), index.first_of(stones + 1, &higher));
            higher.reverse();
            let mirrored = index.first_of(stones + 1, &higher);
            row.columns[place].drop = Some(Drop { first, mirrored, fold });
            row.kept |= fold != Fold::Mirror;
            row.turned |= fold != Fold::Keep;
            row.undecided |= fold == Fold::Least;
        }
        row
    }

    /// Looks at the slot where the stones of the first player are these, counted column by column.
    #[inline(always)]
    fn look(&self, first: u64, leaving: &mut Vec<u64>) -> Look {
        let game = self.game;
        let (mut x, mut contents) = (0, [0u32; WIDEST]);
        for (column, content) in self.columns[..self.width].iter().zip(&mut contents) {
            let stones = first >> column.before & ((1 << column.high) - 1);
            *content = stones as u32;
            x |= stones << column.square;
        }
        let o = self.filled ^ x;
        let x_moves = self.stones.is_multiple_of(2);
        let (own, last) = if x_moves { (x, o) } else { (o, x) };
        if game.wins(own) {
            return Look::Hole;
        }
        // The position as it is, and its mirror image.
        let (position, mut image) = (x | self.marks[0], self.marks[1]);
        if self.undecided {
            let columns = self.mirrored[..self.width].iter();
            for (column, &stones) in columns.zip(contents[..self.width].iter().rev()) {
                image |= u64::from(stones) << column.square;
            }
        }
        if self.fold == Fold::Least && image < position {
            return Look::Hole;
        }
        if game.wins(last) {
            return Look::Over(Outcome::Lose);
        }
        if self.filled == game.squares {
            return Look::Over(Outcome::Draw);
        }
        let (more, mut kept, mut turned) = (u32::from(x_moves), [0; WIDEST], [0; WIDEST]);
        if self.kept {
            self.numbers(&self.columns, &contents, more, &mut kept);
        }
        if self.turned {
            contents[..self.width].reverse();
            self.numbers(&self.mirrored, &contents, more, &mut turned);
        }
        for (place, column) in self.columns[..self.width].iter().enumerate() {
            let Some(drop) = column.drop else { continue };
            let other = self.width - 1 - place;
            // The mark of the column moves up by one and leaves a bit of one if the stone is of x.
            let after = |position: u64, column: &Column| {
                position + (1 << (column.square + column.high + more))
            };
            let keeps = match drop.fold {
                Fold::Keep => true,
                Fold::Mirror => false,
                Fold::Least => after(position, column) <= after(image, &self.mirrored[other]),
            };
            leaving.push(match keeps {
                true => drop.first + kept[place],
                false => drop.mirrored + turned[other],
            });
        }
        Look::Open { replies: 0 }
    }

    /// For each column the number of the owners after one more stone there.
    #[inline(always)]
    fn numbers(
        &self,
        columns: &[Column; WIDEST],
        contents: &[u32; WIDEST],
        more: u32,
        numbers: &mut [u64; WIDEST],
    ) {
        let numbers = &mut numbers[..self.width];
        let owners = self.owners;
        let (mut firsts, mut sum) = (0, 0);
        let all = columns[..self.width].iter().zip(&contents[..self.width]);
        for ((column, &stones), number) in all.clone().zip(numbers.iter_mut()) {
            *number = sum + owners.of(column.before, firsts, stones | more << column.high);
            sum += owners.of(column.before, firsts, stones);
            firsts += u32::from(ONES[stones as usize]);
        }
        sum = 0;
        for ((column, &stones), number) in all.zip(numbers).rev() {
            firsts -= u32::from(ONES[stones as usize]);
            *number += sum;
            sum += owners.of(column.before + 1, firsts + more, stones);
        }
    }
}

/// How many stones a column has of the first player.
static ONES: [u8; 1 << HIGHEST] = {
    let mut ones = [0; 1 << HIGHEST];
    let mut set = 0;
    while set < ones.len() {
        ones[set] = set.count_ones() as u8;
        set += 1;
    }
    ones
};

impl SlotMoves for Connect {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let mut found = Look::Hole;
        self.look_along(slot..slot.saturating_add(1), &mut |_, look, slots| {
            found = look;
            leaving.extend_from_slice(slots);
        });
        found
    }

    /// A move puts one more stone on the board, so that none stays in a tier.
    fn before(&self, _: u64, _: &mut Vec<u64>) {}

    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        let (Some(index), Some(owners)) = (&self.index, &self.owners) else { return };
        let (mut slot, mut leaving) = (slots.start, Vec::new());
        while slot < slots.end.min(index.len()) {
            let (stones, row_first, heights) = index.row(slot);
            let firsts = stones.div_ceil(2);
            let colours = choose(stones, firsts);
            let end = slots.end.min(row_first + colours);
            let row = Row::new(self, (index, owners), stones, &heights);
            if row.fold == Fold::Mirror {
                slot = end;
                continue;
            }
            let mut first = unrank_among(slot - row_first, firsts, (1 << stones) - 1);
            while slot < end {
                leaving.clear();
                match row.look(first, &mut leaving) {
                    Look::Hole => {}
                    look => told(slot, look, &leaving),
                }
                first = next_set(first);
                slot += 1;
            }
        }
    }
}

/// The next number with as many ones.
///
/// Source: R. W. Gosper, HAKMEM, item 175, 1972.
#[inline(always)]
fn next_set(set: u64) -> u64 {
    if set == 0 {
        return 0;
    }
    let carried = set + (set & set.wrapping_neg());
    carried | (set ^ carried) >> (set.trailing_zeros() + 2)
}
