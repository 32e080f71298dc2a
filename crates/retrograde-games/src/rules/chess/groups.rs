//! Men that are alike, and numbers for the sets of squares that they stand on.

use cozy_chess::Piece;

use super::material::{MOST, Material};
use super::squares::{Squares, square_at};
use super::symmetry::Turn;

/// Men that are alike, or none at all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) first: usize,
    pub(super) count: usize,
    /// How far the first square that they can be on is from the first of the board.
    pub(super) skip: u8,
    /// What a step to the next set of squares is worth.
    pub(super) stride: u32,
}

impl Group {
    pub(super) const NONE: Group = Group { first: 0, count: 0, skip: 0, stride: 0 };

    /// How many sets of squares there are for the men.
    pub(super) fn sets(&self) -> u32 {
        let squares = 64 - 2 * u32::from(self.skip);
        match self.count {
            0 => 1,
            1 => squares,
            2 => choose_two(squares),
            _ => choose_three(squares),
        }
    }

    /// What the squares of these men are worth in a number, once the board has been turned.
    #[inline(always)]
    pub(super) fn worth(&self, squares: Squares, turn: Turn) -> u32 {
        let square =
            |man: usize| turn.apply(squares.get(self.first + man)) as u32 - u32::from(self.skip);
        let set = match self.count {
            0 => 0,
            1 => square(0),
            2 => {
                let (a, b) = (square(0), square(1));
                choose_two(a.max(b)) + a.min(b)
            }
            _ => {
                let mut three = [square(0), square(1), square(2)];
                three.sort_unstable();
                choose_three(three[2]) + choose_two(three[1]) + three[0]
            }
        };
        set * self.stride
    }

    /// Takes the set of squares off the lower end of a number.
    #[inline(always)]
    pub(super) fn place(&self, number: &mut u32, squares: &mut Squares) {
        // The divisors are written out, as dividing by what is not known before takes longer than
        // all the rest.
        let set = match (self.count, self.skip) {
            (0, _) => return,
            (1, 0) => split_off::<64>(number),
            (1, _) => split_off::<48>(number),
            (2, 0) => split_off::<{ choose_two(64) }>(number),
            (2, _) => split_off::<{ choose_two(48) }>(number),
            (_, 0) => split_off::<{ choose_three(64) }>(number),
            _ => split_off::<{ choose_three(48) }>(number),
        };
        let mut place = |man: usize, square: u8| {
            squares.set(self.first + man, square_at(square + self.skip));
        };
        let mut two = set;
        if self.count > 2 {
            let third = last_choice(set);
            two -= choose_three(third);
            place(2, third as u8);
        }
        if self.count > 1 {
            let (first, second) = TWO[two as usize];
            place(0, first);
            place(1, second);
        } else {
            place(0, set as u8);
        }
    }
}

/// The groups of the men besides the kings and a man who is left out, without their strides; none at all
/// in the end.
pub(super) fn groups(material: &Material, left_out: Option<usize>) -> [Group; MOST - 2] {
    let mut groups = [Group::NONE; MOST - 2];
    let men = material.men();
    let mut next = 0;
    let others = men.iter().enumerate().filter(|(_, man)| man.piece != Piece::King);
    for (at, man) in others.filter(|&(at, _)| Some(at) != left_out) {
        if men[at - 1] == *man {
            groups[next - 1].count += 1;
        } else {
            let skip = if man.piece == Piece::Pawn { 8 } else { 0 };
            groups[next] = Group { first: at, count: 1, skip, stride: 0 };
            next += 1;
        }
    }
    groups
}

#[inline(always)]
fn split_off<const SETS: u32>(number: &mut u32) -> u32 {
    let set = *number % SETS;
    *number /= SETS;
    set
}

/// Two squares for each number, the smaller one first.
static TWO: [(u8, u8); choose_two(64) as usize] = {
    let mut two = [(0, 0); choose_two(64) as usize];
    let (mut first, mut second, mut at) = (0, 1, 0);
    while at < two.len() {
        two[at] = (first, second);
        at += 1;
        first += 1;
        if first == second {
            (first, second) = (0, second + 1);
        }
    }
    two
};

#[inline(always)]
const fn choose_two(n: u32) -> u32 {
    n * n.saturating_sub(1) / 2
}

const fn choose_three(n: u32) -> u32 {
    n * n.saturating_sub(1) * n.saturating_sub(2) / 6
}

/// The largest of three squares that have a number.
fn last_choice(set: u32) -> u32 {
    let (mut low, mut high) = (0, 64);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if choose_three(middle) <= set {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
