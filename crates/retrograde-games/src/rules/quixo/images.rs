//! Numbers of square boards with three kinds of squares, the same for all that a turn or a mirror
//! makes the same.
//!
//! A board is a number in base three, a digit a square. Of the eight images of a board, the least
//! number stands for all.

use super::Cubes;

/// How many ways there are to turn and mirror a square.
const WAYS: usize = 8;

/// Squares that one table covers.
const PART: u32 = 8;

/// Numbers that the squares of one table can make.
const PART_NUMBERS: u32 = 3u32.pow(PART);

/// The tables for boards of one size.
#[derive(Clone, Debug)]
pub(super) struct Images {
    squares: u32,
    /// The squares in the corners, and the one of them with the highest digit.
    corners: u32,
    corner: u32,
    /// Where each square goes, for each of the ways.
    turned: Vec<Vec<u32>>,
    /// For each set of the first eight squares, and for each of the next eight, the number that it
    /// makes in each image. For boards of at most sixteen squares.
    numbers: [Vec<[i32; WAYS]>; 2],
    /// For each number of eight digits, the squares with a one, then those with a two.
    digits: Vec<(u8, u8)>,
}

impl Images {
    pub(super) fn new(size: u32) -> Self {
        let squares = size * size;
        let last = size - 1;
        let turned = |way: usize| -> Vec<u32> {
            let image = |square: u32| {
                let (x, y) = (square % size, square / size);
                let (x, y) = if way & 1 != 0 { (y, x) } else { (x, y) };
                let x = if way & 2 != 0 { last - x } else { x };
                let y = if way & 4 != 0 { last - y } else { y };
                y * size + x
            };
            (0..squares).map(image).collect()
        };
        let turned = (0..WAYS).map(turned).collect();
        let corner = 1 << (squares - 1);
        let corners = 1 | 1 << last | 1 << (squares - size) | corner;
        let (numbers, digits) = ([Vec::new(), Vec::new()], Vec::new());
        let mut images = Images { squares, corners, corner, turned, numbers, digits };
        if squares <= 2 * PART {
            let numbers = |first: u32| {
                let count = squares.saturating_sub(first).min(PART);
                let number =
                    |set: u32| std::array::from_fn(|way| images.number(set << first, way) as i32);
                (0..1u32 << count).map(number).collect()
            };
            let numbers = [numbers(0), numbers(PART)];
            images.numbers = numbers;
            images.digits = (0..PART_NUMBERS).map(two_sets).collect();
        }
        images
    }

    /// How many numbers there are.
    pub(super) fn slots(&self) -> u64 {
        3u64.pow(self.squares)
    }

    /// The number that a set of squares makes in an image, with a one for each.
    fn number(&self, mut set: u32, way: usize) -> u64 {
        let mut number = 0;
        while set != 0 {
            number += 3u64.pow(self.turned[way][set.trailing_zeros() as usize]);
            set &= set - 1;
        }
        number
    }

    /// The least number among the images of a board.
    #[inline(always)]
    pub(super) fn least(&self, cubes: Cubes) -> u64 {
        let [low, high] = &self.numbers;
        let of = |set: u32| Some((low.get(set as usize & 0xff)?, high.get(set as usize >> PART)?));
        match (of(cubes.own), of(cubes.other)) {
            (Some((a, b)), Some((c, d))) => {
                // Halves against halves, so that several are compared at once.
                let all: [i32; WAYS] =
                    std::array::from_fn(|way| a[way] + b[way] + 2 * (c[way] + d[way]));
                let four: [i32; 4] = std::array::from_fn(|way| all[way].min(all[way + 4]));
                four[0].min(four[2]).min(four[1].min(four[3])) as u64
            }
            _ => self.least_of_large(cubes),
        }
    }

    /// The board of a number, if no image of it has a lesser one.
    #[inline(always)]
    pub(super) fn board_of_least(&self, number: u64) -> Option<Cubes> {
        if number >= self.slots() {
            return None;
        }
        let cubes = self.cubes(number);
        // Some image has the least of the four corners for its highest digit. Numbers that come in
        // order have the same highest digit for long, so most are told from this with little work.
        let no_less = match (cubes.own & self.corner != 0, cubes.other & self.corner != 0) {
            (_, true) => cubes.other,
            (true, _) => cubes.own | cubes.other,
            _ => self.corners,
        };
        (no_less & self.corners == self.corners && self.least(cubes) == number).then_some(cubes)
    }

    #[cold]
    fn least_of_large(&self, cubes: Cubes) -> u64 {
        let number = |way| self.number(cubes.own, way) + 2 * self.number(cubes.other, way);
        (0..WAYS).map(number).min().unwrap_or(0)
    }

    /// The board of a number, which must be one.
    #[inline(always)]
    pub(super) fn cubes(&self, number: u64) -> Cubes {
        if self.digits.is_empty() {
            return self.cubes_of_large(number);
        }
        let number = number as u32;
        let (own, other) = self.digits[(number % PART_NUMBERS) as usize];
        let (high_own, high_other) = self.digits[(number / PART_NUMBERS) as usize];
        Cubes {
            own: u32::from(own) | u32::from(high_own) << PART,
            other: u32::from(other) | u32::from(high_other) << PART,
        }
    }

    #[cold]
    fn cubes_of_large(&self, mut number: u64) -> Cubes {
        let mut cubes = Cubes { own: 0, other: 0 };
        for square in 0..self.squares {
            match number % 3 {
                1 => cubes.own |= 1 << square,
                2 => cubes.other |= 1 << square,
                _ => {}
            }
            number /= 3;
        }
        cubes
    }
}

/// The places of the ones and of the twos in a number of eight digits.
fn two_sets(mut number: u32) -> (u8, u8) {
    let mut sets = (0, 0);
    for place in 0..PART {
        match number % 3 {
            1 => sets.0 |= 1 << place,
            2 => sets.1 |= 1 << place,
            _ => {}
        }
        number /= 3;
    }
    sets
}
