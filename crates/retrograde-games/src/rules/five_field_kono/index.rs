//! The index of five-field kono: the points of either colour by themselves, mirror images together.
//!
//! A man never leaves the points of one colour, so that nothing on one colour changes what can be
//! done on the other, and the board may be seen in a mirror on one colour alone. A slot is a class of
//! ways to stand on the even points times a class of ways to stand on the odd ones, without gaps.
//!
//! Source: A. Lee, Five Field Kono Solver: Simplicity Brought to Solving Complexity, 2023, for the
//! colours and their mirrors.

use super::points;

/// Slots for all positions with x to move, with tables to find them.
#[derive(Debug)]
pub(super) struct Index {
    even: Colour,
    odd: Colour,
}

/// The ways to stand on the points of one colour.
#[derive(Debug)]
struct Colour {
    /// The number of each set of as many points as a side has men, by the set.
    numbers: Vec<u16>,
    /// How many such sets there are.
    sets: usize,
    /// The class of x's men and o's, by the number of x's set times `sets` and the number of o's.
    classes: Vec<u16>,
    /// What each class stands for: the least of its one or two ways, as sets of points of the board.
    boards: Vec<(u32, u32)>,
}

impl Index {
    /// An index of the ways to have as many men of either side on the points of a colour as `men` has,
    /// on a board of an odd number of columns and `cells` points.
    pub(super) fn new(width: u32, cells: u32, men: u32) -> Self {
        let colour = |odd: u32| {
            let count = (cells + 1 - odd) / 2;
            let own = packed(men.into())[odd as usize].count_ones();
            let spread =
                |set: u32| points(set).fold(0, |all, p| all | 1 << (2 * u32::from(p) + odd));
            let mirrored = |set: u32| {
                points(set).fold(0, |all, p| {
                    let point = 2 * u32::from(p) + odd;
                    all | 1 << ((point / width * width + width - 1 - point % width) / 2)
                })
            };
            Colour::new(count, own, spread, mirrored)
        };
        Index { even: colour(0), odd: colour(1) }
    }

    pub(super) fn slots(&self) -> u64 {
        self.even.boards.len() as u64 * self.odd.boards.len() as u64
    }

    #[inline]
    pub(super) fn rank(&self, x: u32, o: u32) -> u64 {
        let [even, odd] = packed(u64::from(x) | u64::from(o) << 32);
        let (even, odd) = (self.even.class(even), self.odd.class(odd));
        u64::from(even) * self.odd.boards.len() as u64 + u64::from(odd)
    }

    /// The men of x and of o; `None` past the end.
    #[inline]
    pub(super) fn unrank(&self, slot: u64) -> Option<(u32, u32)> {
        // Short divisions are quick ones: there are less than 2³² slots.
        let (slot, length) = (u32::try_from(slot).ok()?, self.odd.boards.len() as u32);
        let &(even_x, even_o) = self.even.boards.get((slot / length) as usize)?;
        let (odd_x, odd_o) = self.odd.boards[(slot % length) as usize];
        Some((even_x | odd_x, even_o | odd_o))
    }
}

impl Colour {
    fn new(
        cells: u32,
        men: u32,
        spread: impl Fn(u32) -> u32,
        mirrored: impl Fn(u32) -> u32,
    ) -> Self {
        let sets: Vec<u32> = (0..1u32 << cells).filter(|set| set.count_ones() == men).collect();
        let mut numbers = vec![0; 1 << cells];
        for (number, &set) in (0..).zip(&sets) {
            numbers[set as usize] = number;
        }
        let mut colour = Colour {
            numbers,
            sets: sets.len(),
            classes: vec![0; sets.len().pow(2)],
            boards: vec![],
        };
        for &x in &sets {
            for &o in sets.iter().filter(|&o| o & x == 0) {
                let image = (mirrored(x), mirrored(o));
                let class = if image < (x, o) {
                    colour.classes[colour.place(image.0, image.1)]
                } else {
                    colour.boards.push((spread(x), spread(o)));
                    (colour.boards.len() - 1) as u16
                };
                let place = colour.place(x, o);
                colour.classes[place] = class;
            }
        }
        colour
    }

    #[inline]
    fn place(&self, x: u32, o: u32) -> usize {
        let number = |set: u32| usize::from(self.numbers[set as usize]);
        number(x) * self.sets + number(o)
    }

    /// The class of x's men in the low half and o's in the high half.
    #[inline]
    fn class(&self, men: u64) -> u16 {
        self.classes[self.place(men as u32, (men >> 32) as u32)]
    }
}

/// The even points and the odd points of both halves, each moved together.
#[inline]
fn packed(sets: u64) -> [u64; 2] {
    [sets, sets >> 1].map(|sets| {
        let sets = sets & 0x5555_5555_5555_5555;
        let sets = (sets | sets >> 1) & 0x3333_3333_3333_3333;
        let sets = (sets | sets >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
        let sets = (sets | sets >> 4) & 0x00ff_00ff_00ff_00ff;
        (sets | sets >> 8) & 0x0000_ffff_0000_ffff
    })
}

#[cfg(test)]
mod tests {
    use super::super::FiveFieldKono;
    use super::*;

    #[test]
    fn points_are_packed_by_colour() {
        for point in 0..25 {
            let [even, odd] = packed(1 << point | 1 << (56 - point));
            let sets = [even, odd].map(|sets| (sets as u32, (sets >> 32) as u32));
            let (own, other) = (1 << (point / 2), 1 << ((24 - point) / 2));
            let mut expected = [(0, 0); 2];
            expected[point % 2] = (own, other);
            assert_eq!(sets, expected, "point {point}");
        }
    }

    /// By Burnside's lemma, half of the ways to stand and of those that are their own images: of the
    /// 34,320 on thirteen points 120 are, of the 34,650 on twelve points 90.
    #[test]
    fn there_are_as_many_slots_as_classes() {
        let index = &FiveFieldKono::new().index;
        assert_eq!(index.even.boards.len(), (34_320 + 120) / 2);
        assert_eq!(index.odd.boards.len(), (34_650 + 90) / 2);
        assert_eq!(index.slots(), 299_111_400);
    }
}
