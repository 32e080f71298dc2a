//! The index of Quixo on boards of at most sixteen squares: the mover's cubes by their class under the
//! eight symmetries of the board, then the other cubes among the squares left.
//!
//! Cubes never become blank again, and only the mover's become more: so positions with so many cubes of
//! either player, in one order or the other, are a tier, whose moves stay there or add a cube.

use std::ops::Range;

/// How many ways there are to turn and mirror a square.
const TURNS: usize = 8;

/// A set of squares.
type Set = u16;

/// Slots for all positions, with tables to find them.
#[derive(Debug)]
pub(super) struct Classes {
    squares: u32,
    /// The images of sets, by their first eight squares and by the others.
    images: [Vec<[Set; TURNS]>; 2],
    /// For each set of the mover's cubes its row, counted among those with as many cubes, and in the
    /// three lowest bits the turn that makes the set the one that the row stands for.
    classes: Vec<u16>,
    /// The rows of fewer cubes first.
    rows: Vec<Row>,
    first_rows: Vec<usize>,
    /// By eight squares and a set of them: the set as if there were no others, and the way back.
    gathered: Vec<u8>,
    spread: Vec<u8>,
    /// The number of each set among those of as many squares, and all sets of so many in that order.
    numbers: Vec<u16>,
    sets: Vec<Vec<Set>>,
    /// By the mover's cubes and the others, how many they are.
    sections: Vec<Section>,
    /// The full boards first.
    tiers: Vec<Tier>,
    /// For each set of squares, whether two rows or columns have them all.
    two_lines: Vec<u64>,
}

/// All positions in which the mover's cubes are these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) own: Set,
    /// The squares left.
    left: Set,
    /// How many of these are among the first eight.
    low: u8,
    /// The turns that leave the cubes in their places, as bits.
    fixing: u8,
    /// Which it is of those with as many cubes.
    number: u16,
}

/// The slots with so many cubes of either player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Section {
    first: u64,
    first_row: usize,
    /// How many slots a row has.
    row_len: u64,
}

#[derive(Clone, Debug)]
struct Tier {
    slots: Range<u64>,
    /// How many cubes one player has, and the other, who has no fewer.
    counts: (u32, u32),
}

/// The slots of a row with so many other cubes.
pub(super) struct Stretch<'a> {
    pub(super) row: &'a Row,
    pub(super) first: u64,
    /// How many cubes the mover has, and the other player.
    pub(super) counts: (u32, u32),
    /// The other cubes at each of the slots, as sets of the squares left.
    pub(super) others: &'a [Set],
}

/// The bits of a set of eight where a mask has some, moved together; and moved apart again.
fn gather(mask: usize, set: usize) -> u8 {
    let places = (0..8).filter(|square| mask >> square & 1 == 1);
    places.zip(0..).fold(0, |all, (square, place)| all | ((set >> square & 1) as u8) << place)
}

fn scatter(mask: usize, packed: usize) -> u8 {
    let places = (0..8).filter(|square| mask >> square & 1 == 1);
    places.zip(0..).fold(0, |all, (square, place)| all | ((packed >> place & 1) as u8) << square)
}

impl Classes {
    /// For a board of so many squares a side; `None` if these are more than sixteen.
    pub(super) fn new(size: u32) -> Option<Self> {
        let squares = size * size;
        if squares > 16 {
            return None;
        }
        let all = 1usize << squares;
        let images = [0, 8].map(|first| {
            let image = |set: u32| std::array::from_fn(|turn| turned(size, turn, set << first));
            (0..1u32 << squares.saturating_sub(first).min(8)).map(image).collect()
        });
        let mut numbers = vec![0; all];
        let mut sets = vec![Vec::new(); squares as usize + 1];
        for set in 0..all {
            let of_size: &mut Vec<Set> = &mut sets[set.count_ones() as usize];
            numbers[set] = of_size.len() as u16;
            of_size.push(set as Set);
        }
        let pairs = |of: fn(usize, usize) -> u8| {
            (0..1usize << 16).map(|pair| of(pair >> 8, pair & 0xff)).collect()
        };
        let mut index = Classes {
            squares,
            images,
            classes: vec![0; all],
            rows: Vec::new(),
            first_rows: vec![0],
            gathered: pairs(gather),
            spread: pairs(scatter),
            numbers,
            sets,
            sections: Vec::new(),
            tiers: Vec::new(),
            two_lines: two_lines(size),
        };
        index.classify();
        index.number();
        Some(index)
    }

    /// Finds the classes of all sets, a row for each.
    fn classify(&mut self) {
        let board = ((1u32 << self.squares) - 1) as Set;
        for sets in &self.sets {
            let first_row = self.rows.len();
            for &own in sets {
                let images = images(&self.images, own);
                let (least, turn) = images.iter().zip(0u8..).min().expect("eight images");
                let number = if *least == own {
                    let fixing =
                        images.iter().rev().fold(0, |all, i| all << 1 | u8::from(*i == own));
                    let (left, number) = (board & !own, (self.rows.len() - first_row) as u16);
                    let low = (left & 0xff).count_ones() as u8;
                    self.rows.push(Row { own, left, low, fixing, number });
                    number
                } else {
                    self.classes[usize::from(*least)] >> 3
                };
                self.classes[usize::from(own)] = number << 3 | u16::from(turn);
            }
            self.first_rows.push(self.rows.len());
        }
    }

    /// Gives all sections their slots, those of a tier side by side.
    fn number(&mut self) {
        let most = self.squares as usize;
        self.sections = vec![Section::default(); (most + 2) * (most + 2)];
        let mut next = 0;
        for cubes in (0..=most).rev() {
            for fewer in 0..=cubes / 2 {
                let (start, more) = (next, cubes - fewer);
                let both = [(fewer, more), (more, fewer)];
                for (own, other) in both.into_iter().take(1 + usize::from(fewer < more)) {
                    let rows = self.first_rows[own + 1] - self.first_rows[own];
                    let left = (1u32 << (most - own)) - 1;
                    let of_size = &self.sets[other];
                    let row_len = of_size.partition_point(|&set| u32::from(set) <= left) as u64;
                    let place = self.section_place(own as u32, other as u32);
                    let first_row = self.first_rows[own];
                    self.sections[place] = Section { first: next, first_row, row_len };
                    next += rows as u64 * row_len;
                }
                let counts = (fewer as u32, more as u32);
                self.tiers.push(Tier { slots: start..next, counts });
            }
        }
    }

    fn section_place(&self, own: u32, other: u32) -> usize {
        (own * (self.squares + 2) + other) as usize
    }

    /// The slots with so many cubes of the mover and of the other player.
    #[inline]
    pub(super) fn section(&self, own: u32, other: u32) -> Section {
        self.sections[self.section_place(own, other)]
    }

    pub(super) fn slots(&self) -> u64 {
        self.tiers.last().map_or(0, |tier| tier.slots.end)
    }

    pub(super) fn tiers(&self) -> Vec<Range<u64>> {
        self.tiers.iter().map(|tier| tier.slots.clone()).collect()
    }

    /// A tier leads to itself and to those with one cube more.
    pub(super) fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        let Some(&Tier { counts: (fewer, more), .. }) = self.tiers.get(tier) else {
            return Vec::new();
        };
        let one_more = [(fewer + 1, more), (fewer, more + 1)].map(|(a, b)| (a.min(b), a.max(b)));
        let led_to = |&counts: &(u32, u32)| counts == (fewer, more) || one_more.contains(&counts);
        let tiers = self.tiers.iter().enumerate().filter(|(_, tier)| led_to(&tier.counts));
        tiers.map(|(number, _)| number..number + 1).collect()
    }

    #[inline]
    fn turned(&self, turn: u16, set: Set) -> Set {
        let [low, high] = &self.images;
        low[usize::from(set & 0xff)][usize::from(turn)]
            | high[usize::from(set >> 8)][usize::from(turn)]
    }

    /// The least image of the other cubes that leaves the mover's alone.
    #[inline]
    pub(super) fn least(&self, row: &Row, other: Set) -> Set {
        if row.fixing == 1 { other } else { self.least_of(row, other) }
    }

    fn least_of(&self, row: &Row, other: Set) -> Set {
        // The first turn leaves all as it is, and mostly there is one besides.
        let (mut least, mut turns) = (other, row.fixing & !1);
        while turns != 0 {
            least = least.min(self.turned(turns.trailing_zeros() as u16, other));
            turns &= turns - 1;
        }
        least
    }

    /// The row of the mover's cubes, where the first row with as many is known, and the other cubes
    /// turned along.
    #[inline(always)]
    fn place(&self, first_row: usize, own: Set, other: Set) -> (&Row, Set) {
        let class = self.classes[usize::from(own)];
        let row = &self.rows[first_row + usize::from(class >> 3)];
        (row, self.least(row, self.turned(class & 7, other)))
    }

    /// The position that stands for this one and all its images.
    pub(super) fn canonical(&self, own: Set, other: Set) -> (Set, Set) {
        let first_row = self.first_rows[own.count_ones() as usize];
        let (row, other) = self.place(first_row, own, other);
        (row.own, other)
    }

    /// The slot of a position with as many cubes as the section has.
    #[inline]
    pub(super) fn slot(&self, section: Section, own: Set, other: Set) -> u64 {
        let (row, image) = self.place(section.first_row, own, other);
        let part = |shift: u32| {
            let pair =
                usize::from(row.left >> shift & 0xff) << 8 | usize::from(image >> shift & 0xff);
            usize::from(self.gathered[pair])
        };
        let number = self.numbers[part(0) | part(8) << row.low];
        section.first + u64::from(row.number) * section.row_len + u64::from(number)
    }

    /// The slots of a row that has this one.
    pub(super) fn stretch(&self, slot: u64) -> Option<Stretch<'_>> {
        let tier =
            &self.tiers[self.tiers.partition_point(|tier| tier.slots.end <= slot)..].first()?;
        let (fewer, more) = tier.counts;
        let second = self.section(more, fewer);
        let counts =
            if slot < second.first || fewer == more { (fewer, more) } else { (more, fewer) };
        let Section { first, first_row, row_len } = self.section(counts.0, counts.1);
        // There are fewer than 2³², which takes less time to divide.
        let number = u64::from((slot - first) as u32 / row_len as u32);
        Some(Stretch {
            row: &self.rows[first_row + number as usize],
            first: first + number * row_len,
            counts,
            others: &self.sets[counts.1 as usize][..row_len as usize],
        })
    }

    /// The squares of a set of those that a row leaves.
    #[inline]
    pub(super) fn spread(&self, row: &Row, packed: Set) -> Set {
        let low = usize::from(packed) & ((1 << row.low) - 1);
        let part =
            |mask: Set, packed: usize| Set::from(self.spread[usize::from(mask) << 8 | packed]);
        part(row.left & 0xff, low) | part(row.left >> 8, usize::from(packed) >> row.low) << 8
    }

    /// Whether different moves, or different ones taken back, may come to images of each other.
    ///
    /// A move changes a row or a column. So where a turn makes one of the positions after two moves of
    /// the other, it changes nothing but one line and the image of one.
    #[inline]
    pub(super) fn may_repeat(&self, own: Set, other: Set) -> bool {
        let (own_images, other_images) = (images(&self.images, own), images(&self.images, other));
        let mut all = own_images.iter().zip(&other_images).skip(1);
        all.any(|(own_image, other_image)| {
            let changed = usize::from((own_image ^ own) | (other_image ^ other));
            self.two_lines[changed / 64] >> (changed % 64) & 1 == 1
        })
    }
}

/// All images of a set.
#[inline(always)]
fn images(of: &[Vec<[Set; TURNS]>; 2], set: Set) -> [Set; TURNS] {
    let (low, high) = (&of[0][usize::from(set & 0xff)], &of[1][usize::from(set >> 8)]);
    std::array::from_fn(|turn| low[turn] | high[turn])
}

/// A set of squares after a turn of the board.
fn turned(size: u32, turn: usize, set: u32) -> Set {
    let last = size - 1;
    let squares = (0..size * size).filter(|square| set >> square & 1 == 1);
    squares.fold(0, |image, square| {
        let (x, y) = (square % size, square / size);
        let (x, y) = if turn & 1 != 0 { (y, x) } else { (x, y) };
        let x = if turn & 2 != 0 { last - x } else { x };
        let y = if turn & 4 != 0 { last - y } else { y };
        image | 1 << (y * size + x)
    })
}

/// For each set of squares whether two rows or columns have them all, one bit each.
fn two_lines(size: u32) -> Vec<u64> {
    let line = |first: u32, step: u32| (0..size).fold(0, |all, i| all | 1u32 << (first + i * step));
    let rows = (0..size).map(|y| line(y * size, 1));
    let lines: Vec<u32> = rows.chain((0..size).map(|x| line(x, size))).collect();
    let mut found = vec![0u64; (1usize << (size * size)).div_ceil(64)];
    for (both, _) in lines.iter().flat_map(|a| lines.iter().map(move |b| (a | b, b))) {
        // All subsets, the largest first.
        let mut set = both;
        loop {
            found[set as usize / 64] |= 1 << (set % 64);
            if set == 0 {
                break;
            }
            set = (set - 1) & both;
        }
    }
    found
}
