//! Numbers for the squares of the men of one kind of material: the pair of kings that stands for
//! others by symmetry, then the squares of the other men, with men that are alike counted as sets of
//! squares.

use cozy_chess::{BitBoard, Color, Piece, Square};

use super::groups::{Group, groups};
use super::lone_pawn::LonePawn;
use super::material::{MOST, Material};
use super::squares::{Squares, square_at};
use super::symmetry::{Kings, PAIRS_WITH_PAWNS, PAWNLESS, PAWNLESS_PAIRS, Turn, WITH_PAWNS};

/// How the men of one kind of material are numbered.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pawns: bool,
    /// Which of the men is Black's king.
    black_king: usize,
    /// What a step to the next pair of kings is worth.
    pair_stride: u32,
    /// How many numbers there are for either side to move, in each tier.
    len: u32,
    /// The only pawn, if there is just one.
    lone: Option<LonePawn>,
    /// Whether any men are alike.
    alike: bool,
    /// What the squares that pawns cannot be on are worth, where no men are alike.
    skipped: u32,
    plain: View,
    /// The same for White's men as Black's and Black's as White's, where both have the same.
    flipped: View,
}

/// The men besides the kings, those that are alike together.
#[derive(Clone, Copy, Debug)]
struct View {
    flips: bool,
    groups: [Group; MOST - 2],
    /// Which group a man is of; nothing sensible for kings.
    group_of: [u8; MOST],
}

impl Numbers {
    pub(super) fn new(material: &Material) -> Self {
        let lone = LonePawn::of(material);
        let groups = groups(material, lone.map(|pawn| pawn.man));
        let mut plain = View { flips: false, groups, group_of: [0; MOST] };
        let mut stride = 1;
        for (at, group) in plain.groups.iter_mut().enumerate().rev() {
            group.stride = if group.count == 0 { 0 } else { stride };
            stride *= group.sets();
            (group.first..group.first + group.count).for_each(|man| plain.group_of[man] = at as u8);
        }
        let black_king = material.side(Color::Black).start;
        let other = |man: usize| (man + black_king) % material.len();
        let mut flipped = View { flips: true, ..plain };
        for (group, of) in flipped.groups.iter_mut().zip(&plain.groups) {
            group.first = other(of.first);
        }
        (0..material.len()).for_each(|man| flipped.group_of[other(man)] = plain.group_of[man]);
        let pawns = material.men().iter().any(|man| man.piece == Piece::Pawn);
        let pairs = if pawns { WITH_PAWNS } else { PAWNLESS } as u32;
        let half_stride = stride;
        stride *= if lone.is_some() { 2 } else { 1 };
        // Both sides to move are in each tier.
        let tier_stride = 2 * pairs * stride;
        let lone = lone.map(|pawn| LonePawn { tier_stride, half_stride, ..pawn });
        Numbers {
            pawns,
            black_king,
            pair_stride: stride,
            len: pairs * stride,
            lone,
            alike: plain.groups.iter().any(|group| group.count > 1),
            skipped: plain.groups.iter().map(|group| u32::from(group.skip) * group.stride).sum(),
            plain,
            flipped,
        }
    }

    /// How many numbers there are for either side to move, in each tier. Tiers are further apart, so that
    /// both sides have room there.
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// The only pawn, if there is just one.
    pub(super) fn lone_pawn(&self) -> Option<&LonePawn> {
        self.lone.as_ref()
    }

    /// The groups of the men besides the kings, and what a step to the next pair of kings is worth.
    pub(super) fn groups(&self) -> ([Group; MOST - 2], u32) {
        (self.plain.groups, self.pair_stride)
    }

    /// What the kings come to.
    #[inline]
    pub(super) fn kings(&self, squares: Squares) -> Kings {
        let (white, black) = (squares.get(0), squares.get(self.black_king));
        self.pair(white, black)
    }

    /// For the pairs of kings whether it is for the other men to decide on which side of the long diagonal
    /// they are; none with pawns on the board.
    pub(super) fn undecided(&self) -> Vec<bool> {
        let pairs = if self.pawns { 0 } else { PAWNLESS };
        let undecided = |number| {
            let (white, black) = PAWNLESS_PAIRS.pair(number);
            PAWNLESS_PAIRS.kings(white, black).undecided
        };
        (0..pairs).map(undecided).collect()
    }

    /// What kings on these squares come to.
    #[inline(always)]
    pub(super) fn pair(&self, white: Square, black: Square) -> Kings {
        match self.pawns {
            true => PAIRS_WITH_PAWNS.kings(white, black),
            false => PAWNLESS_PAIRS.kings(white, black),
        }
    }

    /// The number of the men's squares: the same for all that symmetry makes the same.
    #[inline]
    pub(super) fn number(&self, squares: Squares) -> u32 {
        self.number_in(&self.plain, squares)
    }

    /// Whether these squares have the number that the same men have mirrored in the long diagonal,
    /// or a smaller one, so that they stand for both. The kings must be those of a pair with a number.
    #[inline]
    pub(super) fn stands_for_others(&self, squares: Squares, number: u32) -> bool {
        let kings = self.kings(squares);
        if !kings.undecided {
            return true;
        }
        let pair = u32::from(kings.number) * self.pair_stride;
        pair + self.men_in(&self.plain, squares, kings.turn.swapped()) >= number
    }

    #[inline(always)]
    fn number_in(&self, view: &View, squares: Squares) -> u32 {
        let (white, black) = (squares.get(0), squares.get(self.black_king));
        let kings = self.pair_in(view, white, black);
        let number = self.men_in(view, squares, kings.turn);
        let number = match kings.undecided {
            true => number.min(self.men_in(view, squares, kings.turn.swapped())),
            false => number,
        };
        u32::from(kings.number) * self.pair_stride + number
    }

    /// What the kings come to in one of the views.
    #[inline(always)]
    fn pair_in(&self, view: &View, white: Square, black: Square) -> Kings {
        if !view.flips {
            return self.pair(white, black);
        }
        let kings = self.pair(black.flip_rank(), white.flip_rank());
        Kings { turn: kings.turn.after_flip(), ..kings }
    }

    /// What the men besides the kings are worth once the board has been turned.
    #[inline(always)]
    fn men_in(&self, view: &View, squares: Squares, turn: Turn) -> u32 {
        let [first, second, third] = &view.groups;
        if let Some(pawn) = &self.lone {
            let worth = |group: &Group| group.worth(squares, turn);
            return pawn.worth(squares, turn) + worth(first) + worth(second);
        }
        if self.alike {
            let worth = |group: &Group| group.worth(squares, turn);
            return worth(first) + worth(second) + worth(third);
        }
        // A group that is not there has a stride of nothing.
        let worth = |group: &Group| turn.apply(squares.get(group.first)) as u32 * group.stride;
        worth(first) + worth(second) + worth(third) - self.skipped
    }

    /// For the numbers that there are when one of these men moves; with the colours exchanged if
    /// `flips`, where both sides have the same men. They are added to `first`.
    #[inline]
    pub(super) fn moves(&self, squares: Squares, flips: bool, first: u64) -> Moves<'_> {
        let view = if flips { &self.flipped } else { &self.plain };
        let kings = self.pair_in(view, squares.get(0), squares.get(self.black_king));
        let men = self.men_in(view, squares, kings.turn);
        Moves { numbers: self, view, squares, first, kings, men }
    }

    /// How the numbers of these squares go with the square of one man alone; `None` for a king, for men
    /// who are alike and for the only pawn, and where it is for the men to decide how the board is turned.
    #[inline]
    pub(super) fn line(&self, squares: Squares, man: usize) -> Option<Line> {
        let kings = self.kings(squares);
        let group = &self.plain.groups[usize::from(self.plain.group_of[man])];
        if kings.undecided || group.count != 1 || group.first != man {
            return None;
        }
        let number = u32::from(kings.number) * self.pair_stride
            + self.men_in(&self.plain, squares, kings.turn);
        let rest = number - group.worth(squares, kings.turn);
        let start = rest.wrapping_sub(u32::from(group.skip) * group.stride);
        Some(Line { start, stride: group.stride, turn: kings.turn })
    }

    /// The squares that a number means; those of men that are alike are in order.
    #[inline]
    pub(super) fn men(&self, mut number: u32) -> Squares {
        let mut squares = Squares::NONE;
        if self.alike || self.pawns {
            let tier = self.lone.as_ref().map_or(0, |pawn| pawn.tier(number));
            if let Some(pawn) = &self.lone {
                number -= tier * pawn.tier_stride;
            }
            for group in self.plain.groups.iter().rev() {
                group.place(&mut number, &mut squares);
            }
            if let Some(pawn) = &self.lone {
                squares.set(pawn.man, pawn.square(tier, number & 1 == 1));
                number >>= 1;
            }
        } else {
            // Each man has six bits of the number, and one who is not there has none.
            for group in self.plain.groups.iter().rev() {
                let bits = 6 * group.count as u32;
                let square = number & ((1 << bits) - 1);
                squares.add(group.first, square_at(square as u8));
                number >>= bits;
            }
        }
        let (white, black) = match self.pawns {
            true => PAIRS_WITH_PAWNS.pair(number as usize),
            false => PAWNLESS_PAIRS.pair(number as usize),
        };
        squares.set(0, white);
        squares.set(self.black_king, black);
        squares
    }
}

/// Numbers of men of whom one may be on any square.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// What the others come to; it may be less than nothing for one who is never on the first rank.
    start: u32,
    stride: u32,
    turn: Turn,
}

impl Line {
    /// The number with the man on a square.
    #[inline(always)]
    pub(super) fn number(self, square: Square) -> u32 {
        self.start.wrapping_add(self.turn.apply(square) as u32 * self.stride)
    }
}

/// Appends the number of each square to a list.
#[inline(always)]
fn append(numbers: &mut Vec<u64>, of: BitBoard, first: u64, mut number: impl FnMut(Square) -> u32) {
    // No man has more moves than a queen in the middle of the board.
    numbers.reserve(27);
    of.into_iter().for_each(|square| numbers.push(first + u64::from(number(square))));
}

/// Men one of whom moves.
pub(super) struct Moves<'a> {
    numbers: &'a Numbers,
    view: &'a View,
    squares: Squares,
    first: u64,
    kings: Kings,
    /// What the men besides the kings are worth.
    men: u32,
}

impl Moves<'_> {
    /// Appends the numbers that there are with a king on each of these squares. Only this can change
    /// by which symmetry the men are numbered, and seldom does.
    #[inline]
    pub(super) fn king(&self, color: Color, targets: BitBoard, list: &mut Vec<u64>) {
        let Moves { numbers, view, squares, .. } = *self;
        let (white, black) = (squares.get(0), squares.get(numbers.black_king));
        let (mut turn, mut men) = (self.kings.turn, self.men);
        append(list, targets, self.first, |square| {
            let kings = match color {
                Color::White => numbers.pair_in(view, square, black),
                Color::Black => numbers.pair_in(view, white, square),
            };
            if kings.turn != turn {
                turn = kings.turn;
                men = numbers.men_in(view, squares, turn);
            }
            let number = match kings.undecided {
                true => men.min(numbers.men_in(view, squares, turn.swapped())),
                false => men,
            };
            u32::from(kings.number) * numbers.pair_stride + number
        });
    }

    /// Appends the numbers that there are with another man on each of these squares.
    #[inline]
    pub(super) fn man(&self, man: usize, targets: BitBoard, list: &mut Vec<u64>) {
        let Moves { numbers, view, kings, .. } = *self;
        let group = &view.groups[usize::from(view.group_of[man])];
        let pair = u32::from(kings.number) * numbers.pair_stride;
        let rest = pair + self.men - group.worth(self.squares, kings.turn);
        if !kings.undecided && group.count == 1 {
            // What most moves are.
            let rest = rest.wrapping_sub(u32::from(group.skip) * group.stride);
            let worth = |square| rest.wrapping_add(kings.turn.apply(square) as u32 * group.stride);
            return append(list, targets, self.first, worth);
        }
        let swapped = kings.turn.swapped();
        // With pawns on the board it would make no sense.
        let rest_swapped = match kings.undecided {
            true => {
                let men = numbers.men_in(view, self.squares, swapped);
                pair + men - group.worth(self.squares, swapped)
            }
            false => rest,
        };
        append(list, targets, self.first, |square| {
            let mut squares = self.squares;
            squares.set(man, square);
            let number = rest + group.worth(squares, kings.turn);
            match kings.undecided {
                true => number.min(rest_swapped + group.worth(squares, swapped)),
                false => number,
            }
        });
    }
}
