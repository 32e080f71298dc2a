//! The index of Dōbutsu shōgi: both lions, then chicks, giraffes and elephants on the squares left.
//!
//! The mover's lion is never on the far row, where it would have won or been caught, and one of two
//! mirror images is enough: 54 pairs of squares for the lions are left of 132. The two animals of
//! each other kind are on the board or in hand in a number of ways that depends on the squares left
//! only, so that every arrangement has a slot and, but for mirror images of positions with both
//! lions in the middle, every slot an arrangement.

use std::ops::Range;

use super::animals::{Animal, Animals, BOARD, FAR, squares};

/// The slots: one for all positions with the lion caught, then the pairs of lions.
pub(super) const SLOTS: u64 = 1 + pairs().count as u64 * PER_PAIR as u64;

/// Where the numbers of a group of arrangements begin: those with none of its two like animals on
/// the board, with one, and with both; then how many numbers there are.
type Firsts = [u32; 4];

const fn firsts(none: u32, one: u32, both: u32) -> Firsts {
    [both + one, both, 0, both + one + none]
}

/// Elephants on so many squares. An animal on the board has one of two owners, and so has one in
/// hand; of two in hand, none, one or both are the mover's.
static ELEPHANTS: [Firsts; 11] = {
    let mut all = [[0; 4]; 11];
    let mut squares = 6;
    while squares <= 10 {
        all[squares as usize] = elephants(squares);
        squares += 1;
    }
    all
};

const fn elephants(squares: u32) -> Firsts {
    firsts(3, 4 * squares, 4 * (squares * (squares - 1) / 2))
}

/// Giraffes and elephants on eight, nine or ten squares.
static GIRAFFES: [Firsts; 3] = [giraffes(8), giraffes(9), giraffes(10)];

const fn giraffes(squares: u32) -> Firsts {
    firsts(
        3 * elephants(squares)[3],
        4 * squares * elephants(squares - 1)[3],
        4 * (squares * (squares - 1) / 2) * elephants(squares - 2)[3],
    )
}

/// Chicks and hens, giraffes and elephants on ten squares.
const CHICKS: Firsts =
    firsts(3 * giraffes(10)[3], 8 * 10 * giraffes(9)[3], 16 * 45 * giraffes(8)[3]);

/// How many numbers a pair of lions has.
const PER_PAIR: u32 = CHICKS[3];

/// Which of a position and its mirror image stands for both, as its lions tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    Keep,
    Mirror,
    /// The lions do not tell: the lesser one.
    Least,
}

struct Pairs {
    /// By the mover's lion, then the other: what to do, and the number of the pair then.
    folds: [(Fold, u8); 144],
    /// The squares of the pairs that are kept: the mover's lion, the other one.
    squares: [(u8, u8); 64],
    count: u32,
}

static PAIRS: Pairs = pairs();

const fn pairs() -> Pairs {
    let mut pairs = Pairs { folds: [(Fold::Keep, 0); 144], squares: [(0, 0); 64], count: 0 };
    let mut pair = 0;
    while pair < 144 {
        let (own, other) = (pair / 12, pair % 12);
        let sides = (own % 3, other % 3);
        let number = pairs.count as u8;
        // Lions on the left, or in the middle with the other on the left, come first.
        let kept = sides.0 == 0 || (sides.0 == 1 && sides.1 <= 1);
        if kept && own != other && 1 << own & FAR == 0 {
            pairs.squares[number as usize] = (own as u8, other as u8);
            pairs.count += 1;
            if sides.0 == 1 && sides.1 == 1 {
                pairs.folds[pair] = (Fold::Least, number);
            } else {
                let mirrored = (own + 2 - 2 * sides.0) * 12 + other + 2 - 2 * sides.1;
                pairs.folds[pair] = (Fold::Keep, number);
                pairs.folds[mirrored] = (Fold::Mirror, number);
            }
        }
        pair += 1;
    }
    pairs
}

/// The form that stands for the class, with the number of its pair of lions; `None` if the lion is
/// caught.
#[inline]
fn fold(animals: Animals) -> Option<(u8, Animals)> {
    let lions = animals.of(Animal::Lion);
    let (own, other) = (lions & animals.own(), lions & !animals.own());
    if own == 0 || other == 0 {
        return None;
    }
    let (own, other) = (own.trailing_zeros(), other.trailing_zeros());
    let (fold, pair) = PAIRS.folds[(own * 12 + other) as usize];
    // Either way is as likely, so that a branch would often be guessed wrong.
    let mirrored = animals.mirrored();
    let mirror = (fold == Fold::Mirror) | ((fold == Fold::Least) & (mirrored < animals));
    Some((pair, std::hint::select_unpredictable(mirror, mirrored, animals)))
}

pub(super) fn canonical(animals: Animals) -> Animals {
    fold(animals).map_or(Animals::CAUGHT, |(_, form)| form)
}

/// Two like animals: the squares of those on the board, the lower one first; square 12 is none.
#[derive(Clone, Copy)]
struct Couple {
    on_board: u32,
    lower: u32,
    upper: u32,
}

impl Couple {
    const NONE: Couple = Couple { on_board: 0, lower: 12, upper: 12 };

    #[inline]
    fn of(set: u16) -> Self {
        const NONE: u16 = 1 << 12;
        let rest = set & set.wrapping_sub(1);
        Couple {
            on_board: u32::from(set != 0) + u32::from(rest != 0),
            lower: (set | NONE).trailing_zeros(),
            upper: (rest | NONE).trailing_zeros(),
        }
    }

    #[inline]
    fn one(square: u32) -> Self {
        Couple { on_board: 1, lower: square, upper: 12 }
    }

    /// Both, on a pair of squares by its number.
    #[inline]
    fn both(pair: u32) -> Self {
        let (lower, upper) = SQUARES[pair as usize];
        Couple { on_board: 2, lower: u32::from(lower), upper: u32::from(upper) }
    }

    /// The number of the pair of squares, or of the only one, counting these squares only.
    #[inline]
    fn place(self, counted: u16) -> u32 {
        let count = |square: u32| COUNTS[usize::from(counted & BEFORE[square as usize])];
        PAIRS_BELOW[usize::from(count(self.upper))] + u32::from(count(self.lower))
    }

    /// The bits of a set on the two squares.
    #[inline]
    fn bits(self, set: u16) -> u32 {
        u32::from(set) >> self.lower & 1 | (u32::from(set) >> self.upper & 1) << 1
    }

    /// What tells who has those in hand, to be added to the bits: with one on the board, its owner
    /// comes first.
    #[inline]
    fn hand(self, in_hand: u32) -> u32 {
        in_hand << u32::from(self.on_board == 1)
    }

    /// The number among arrangements with as many on the board, for animals that do not change.
    #[inline]
    fn number(self, counted: u16, own: u16, in_hand: u32) -> u32 {
        4 * self.place(counted) + self.bits(own) + self.hand(in_hand)
    }

    /// The same for chicks and hens.
    #[inline]
    fn chick_number(self, counted: u16, own: u16, hens: u16, in_hand: u32) -> u32 {
        let place = (8 * self.place(counted)) << u32::from(self.on_board == 2);
        place + self.bits(own) + 4 * self.bits(hens) + self.hand(in_hand)
    }

    /// The arrangement of a number: the couple, the owners' bits, and how many of those in hand are
    /// the mover's.
    #[inline]
    fn numbered(on_board: u32, number: u32) -> (Self, u32, u32) {
        match on_board {
            2 => (Couple::both(number / 4), number & 3, 0),
            1 => (Couple::one(number / 4), number & 1, number >> 1 & 1),
            _ => (Couple::NONE, 0, number),
        }
    }

    /// The board with the squares put in and the animals on them, own ones where the bits say so.
    #[inline]
    fn open(self, animals: Animals, kinds: [Animal; 2], owners: u32) -> Animals {
        let mut board = animals.opened(self.lower).opened(self.upper);
        let squares = [self.lower as u8, self.upper as u8];
        for nth in 0..self.on_board as usize {
            board = match owners >> nth & 1 {
                0 => board.with_other(kinds[nth], squares[nth]),
                _ => board.with_own(kinds[nth], squares[nth]),
            };
        }
        board
    }
}

/// How many pairs have their upper square before a square.
static PAIRS_BELOW: [u32; 10] = [0, 0, 1, 3, 6, 10, 15, 21, 28, 36];

/// The squares before a square; none for no square.
static BEFORE: [u16; 13] =
    [0, 0o1, 0o3, 0o7, 0o17, 0o37, 0o77, 0o177, 0o377, 0o777, 0o1777, 0o3777, 0];

/// How many squares a set has. Processors count as fast, but compilers may not rely on it.
static COUNTS: [u8; 1 << 12] = {
    let mut counts = [0; 1 << 12];
    let mut set = 0;
    while set < 1 << 12 {
        counts[set] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

/// How many squares a set has.
#[inline]
pub(super) fn count(set: u16) -> u8 {
    COUNTS[usize::from(set & BOARD)]
}

/// The lower and upper square of each pair.
static SQUARES: [(u8, u8); 45] = {
    let mut squares = [(0, 0); 45];
    let (mut pair, mut lower, mut upper) = (0, 0, 1);
    while pair < 45 {
        squares[pair] = (lower, upper);
        lower += 1;
        if lower == upper {
            (lower, upper) = (0, upper + 1);
        }
        pair += 1;
    }
    squares
};

pub(super) fn rank(animals: Animals) -> u64 {
    let Some((pair, form)) = fold(animals) else { return 0 };
    let (own, hens) = (form.own(), form.of(Animal::Hen));
    let chicks = form.of(Animal::Chick) | hens;
    let (giraffes, elephants) = (form.of(Animal::Giraffe), form.of(Animal::Elephant));
    // Each kind counts the squares that those before it leave.
    let left = BOARD & !form.of(Animal::Lion);
    let (chicks_left, giraffes_left) = (left & !chicks, left & !(chicks | giraffes));
    let chicks = Couple::of(chicks);
    let giraffes = Couple::of(giraffes);
    let elephants = Couple::of(elephants);
    let chick = chicks.chick_number(left, own, hens, form.in_own_hand(Animal::Chick));
    let giraffe = giraffes.number(chicks_left, own, form.in_own_hand(Animal::Giraffe));
    let elephant = elephants.number(giraffes_left, own, form.in_own_hand(Animal::Elephant));
    let giraffe_firsts = &GIRAFFES[2 - chicks.on_board as usize];
    let elephant_firsts = &ELEPHANTS[(10 - chicks.on_board - giraffes.on_board) as usize];
    let number = CHICKS[chicks.on_board as usize]
        + chick * giraffe_firsts[3]
        + giraffe_firsts[giraffes.on_board as usize]
        + giraffe * elephant_firsts[3]
        + elephant_firsts[elephants.on_board as usize]
        + elephant;
    1 + u64::from(pair) * u64::from(PER_PAIR) + u64::from(number)
}

/// How many are on the board, and the number among those with as many.
#[inline]
fn split(firsts: &Firsts, number: u32) -> (u32, u32) {
    let on_board = 2 - u32::from(number >= firsts[1]) - u32::from(number >= firsts[0]);
    (on_board, number - firsts[on_board as usize])
}

pub(super) fn unrank(slot: u64) -> Option<Animals> {
    match slot {
        0 => Some(Animals::CAUGHT),
        _ => Row::of(slot)?.position(slot),
    }
}

/// Slots in a row that differ in their elephants only.
pub(super) struct Row {
    pub(super) slots: Range<u64>,
    /// The other animals, and the squares that they leave.
    form: Animals,
    left: [u8; 10],
    elephants: &'static Firsts,
    /// Whether the lions do not tell which of two mirror images stands for both.
    even: bool,
}

impl Row {
    /// The row of a slot; `None` where lions are caught, or there is no slot.
    pub(super) fn of(slot: u64) -> Option<Self> {
        if slot == 0 || slot >= SLOTS {
            return None;
        }
        let pair = (slot - 1) / u64::from(PER_PAIR);
        let number = ((slot - 1) % u64::from(PER_PAIR)) as u32;

        let (on_board, number) = split(&CHICKS, number);
        let giraffe_firsts = &GIRAFFES[2 - on_board as usize];
        let (chick, number) = (number / giraffe_firsts[3], number % giraffe_firsts[3]);
        let (chicks, owners, hens, chicks_in_hand) = match on_board {
            2 => (Couple::both(chick / 16), chick & 3, chick >> 2 & 3, 0),
            1 => (Couple::one(chick / 8), chick & 1, chick >> 2 & 1, chick >> 1 & 1),
            _ => (Couple::NONE, 0, 0, chick),
        };
        let left = 10 - on_board;

        let (on_board, number) = split(giraffe_firsts, number);
        let elephants = &ELEPHANTS[(left - on_board) as usize];
        let (giraffe, number) = (number / elephants[3], number % elephants[3]);
        let (giraffes, giraffe_owners, giraffes_in_hand) = Couple::numbered(on_board, giraffe);

        let kind = |nth: u32| if hens >> nth & 1 == 0 { Animal::Chick } else { Animal::Hen };
        let mut form = giraffes.open(Animals::EMPTY, [Animal::Giraffe; 2], giraffe_owners);
        form = chicks.open(form, [kind(0), kind(1)], owners);
        let (own_lion, other_lion) = PAIRS.squares[pair as usize];
        let own_bit = if own_lion < other_lion { 0b01 } else { 0b10 };
        let (lower, upper) = (own_lion.min(other_lion), own_lion.max(other_lion));
        let lions = Couple { on_board: 2, lower: u32::from(lower), upper: u32::from(upper) };
        form = lions.open(form, [Animal::Lion; 2], own_bit);
        let hands = [
            (Animal::Giraffe, giraffes, giraffes_in_hand),
            (Animal::Chick, chicks, chicks_in_hand),
        ];
        for (animal, couple, own) in hands {
            form = form.set_hands(animal, own, 2 - couple.on_board - own);
        }
        let mut left = [0; 10];
        left.iter_mut().zip(squares(form.empty())).for_each(|(left, square)| *left = square);
        let first = slot - u64::from(number);
        let even = own_lion % 3 == 1 && other_lion % 3 == 1;
        Some(Row { slots: first..first + u64::from(elephants[3]), form, left, elephants, even })
    }

    /// The position of a slot of the row; `None` where the mirror image stands for it.
    #[inline]
    pub(super) fn position(&self, slot: u64) -> Option<Animals> {
        let (on_board, number) = split(self.elephants, (slot - self.slots.start) as u32);
        let (couple, owners, in_hand) = Couple::numbered(on_board, number);
        let mut form = self.form;
        for (nth, place) in [couple.lower, couple.upper].into_iter().enumerate() {
            if (nth as u32) < on_board {
                let square = self.left[place as usize];
                form = match owners >> nth & 1 {
                    0 => form.with_other(Animal::Elephant, square),
                    _ => form.with_own(Animal::Elephant, square),
                };
            }
        }
        form = form.set_hands(Animal::Elephant, in_hand, 2 - on_board - in_hand);
        (!self.even || form.mirrored() >= form).then_some(form)
    }
}
