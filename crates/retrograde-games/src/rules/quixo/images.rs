//! Numbers of square boards with three kinds of squares, the same for all that a turn or a mirror
//! makes the same, where boards are too large for tables of [classes](super::classes).
//!
//! A board is a number in base three, a digit a square. Of the eight images of a board, the least
//! number stands for all.

use super::Cubes;

/// How many ways there are to turn and mirror a square.
const WAYS: usize = 8;

/// Boards of one size.
#[derive(Clone, Debug)]
pub(super) struct Images {
    squares: u32,
    /// Where each square goes, for each of the ways.
    turned: Vec<Vec<u32>>,
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
        Images { squares, turned: (0..WAYS).map(turned).collect() }
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
    pub(super) fn least(&self, cubes: Cubes) -> u64 {
        let number = |way| self.number(cubes.own, way) + 2 * self.number(cubes.other, way);
        (0..WAYS).map(number).min().unwrap_or(0)
    }

    /// The board of a number, if no image of it has a lesser one.
    pub(super) fn board_of_least(&self, number: u64) -> Option<Cubes> {
        if number >= self.slots() {
            return None;
        }
        let cubes = self.cubes(number);
        (self.least(cubes) == number).then_some(cubes)
    }

    /// The board of a number, which must be one.
    pub(super) fn cubes(&self, mut number: u64) -> Cubes {
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
