//! A position of Dōbutsu shōgi in 60 bits: four planes of twelve squares, and two hands.
//!
//! Three planes spell the kind of animal on a square and the fourth says whose it is, so that sets
//! of animals are a few operations away and the whole board turns or is mirrored at once.

/// The kinds of animals, by the number that the planes spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Animal {
    /// Steps anywhere; its loss loses.
    Lion = 1,
    /// Steps along rows and columns.
    Giraffe = 2,
    /// Steps slantwise.
    Elephant = 3,
    /// Steps forward.
    Chick = 4,
    /// What a chick becomes on the far row: steps along rows and columns and slantwise forward.
    Hen = 5,
}

impl Animal {
    pub(super) const ALL: [Animal; 5] =
        [Animal::Lion, Animal::Giraffe, Animal::Elephant, Animal::Chick, Animal::Hen];

    /// The capital letter it is written with.
    #[must_use]
    pub fn letter(self) -> char {
        ['L', 'G', 'E', 'C', 'H'][self as usize - 1]
    }
}

/// The animals that can be in hand.
pub(super) const HANDS: [Animal; 3] = [Animal::Giraffe, Animal::Elephant, Animal::Chick];

/// The row nearest to the player.
pub(super) const HOME: u16 = 0o7;
/// The row nearest to the other player.
pub(super) const FAR: u16 = 0o7000;
/// All squares.
pub(super) const BOARD: u16 = 0o7777;

/// A position as the player to move sees it.
///
/// Squares are counted from this player's left, the nearest row first; that makes 12 bits for each
/// plane. Above the four planes are the numbers of giraffes, elephants and chicks in the player's
/// hand, two bits each, and then those in the other hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Animals(u64);

const PLANES: u64 = (1 << 48) - 1;
/// The left squares of all rows of all planes, and the middle ones.
const LEFT: u64 = 0o1111_1111_1111_1111;
const MIDDLE: u64 = LEFT << 1;
/// The first square of every plane.
const EACH: u64 = 0x0010_0100_1001;
const OWN_HAND: u32 = 48;
const OTHER_HAND: u32 = 54;

impl Animals {
    pub(super) const EMPTY: Animals = Animals(0);

    /// Where play begins.
    pub(super) const START: Animals = {
        let own = Animals::EMPTY
            .with_own(Animal::Elephant, 0)
            .with_own(Animal::Lion, 1)
            .with_own(Animal::Giraffe, 2)
            .with_own(Animal::Chick, 4);
        own.with_other(Animal::Chick, 7)
            .with_other(Animal::Giraffe, 9)
            .with_other(Animal::Lion, 10)
            .with_other(Animal::Elephant, 11)
    };

    /// The position that stands for all in which the player to move has lost the lion.
    pub(super) const CAUGHT: Animals =
        Animals(0b10_10_10 << OTHER_HAND).with_other(Animal::Lion, 10);

    #[inline]
    const fn plane(self, nth: u32) -> u16 {
        (self.0 >> (12 * nth)) as u16 & BOARD
    }

    /// The squares of animals of a kind.
    #[inline]
    pub(super) const fn of(self, animal: Animal) -> u16 {
        let (a, b, c) = (self.plane(0), self.plane(1), self.plane(2));
        match animal {
            Animal::Lion => a & !b & !c,
            Animal::Giraffe => b & !a,
            Animal::Elephant => b & a,
            Animal::Chick => c & !a,
            Animal::Hen => c & a,
        }
    }

    /// The squares of the player to move.
    #[inline]
    pub(super) const fn own(self) -> u16 {
        self.plane(3)
    }

    #[inline]
    pub(super) const fn empty(self) -> u16 {
        BOARD & !(self.plane(0) | self.plane(1) | self.plane(2))
    }

    /// Whether the player to move has lost the lion.
    #[inline]
    pub(super) const fn is_caught(self) -> bool {
        self.of(Animal::Lion) & self.own() == 0
    }

    #[inline]
    pub(super) const fn at(self, square: u8) -> Option<Animal> {
        let bits = self.0 >> square & EACH;
        match bits & 1 | bits >> 11 & 2 | bits >> 22 & 4 {
            1 => Some(Animal::Lion),
            2 => Some(Animal::Giraffe),
            3 => Some(Animal::Elephant),
            4 => Some(Animal::Chick),
            5 => Some(Animal::Hen),
            _ => None,
        }
    }

    #[inline]
    pub(super) const fn without(self, square: u8) -> Self {
        Animals(self.0 & !(EACH << square))
    }

    /// Puts an animal of the other player on an empty square.
    #[inline]
    pub(super) const fn with_other(self, animal: Animal, square: u8) -> Self {
        let kind = animal as u64;
        let bits = kind & 1 | (kind & 2) << 11 | (kind & 4) << 22;
        Animals(self.0 | bits << square)
    }

    /// Puts an animal of the player to move on an empty square.
    #[inline]
    pub(super) const fn with_own(self, animal: Animal, square: u8) -> Self {
        Animals(self.with_other(animal, square).0 | 1 << (36 + square))
    }

    /// Clears a square; what was there is now in the hand of the player to move, a hen as a chick.
    #[inline]
    pub(super) const fn taking(self, square: u8) -> Self {
        let taken = match self.at(square) {
            None | Some(Animal::Lion) => return self.without(square),
            Some(Animal::Hen) => Animal::Chick,
            Some(other) => other,
        };
        self.without(square).into_hand(taken)
    }

    /// One more in the hand of the player to move. Lions and hens do not go there.
    #[inline]
    pub(super) const fn into_hand(self, animal: Animal) -> Self {
        Animals(self.0 + (1 << hand_bit(OWN_HAND, animal)))
    }

    /// So many of a kind in either hand.
    #[inline]
    pub(super) const fn set_hands(self, animal: Animal, own: u32, other: u32) -> Self {
        let (own_bit, other_bit) = (hand_bit(OWN_HAND, animal), hand_bit(OTHER_HAND, animal));
        let cleared = self.0 & !(3 << own_bit | 3 << other_bit);
        Animals(cleared | (own as u64) << own_bit | (other as u64) << other_bit)
    }

    /// One less in the hand of the player to move.
    #[inline]
    pub(super) const fn out_of_hand(self, animal: Animal) -> Self {
        Animals(self.0 - (1 << hand_bit(OWN_HAND, animal)))
    }

    #[inline]
    pub(super) const fn in_own_hand(self, animal: Animal) -> u32 {
        (self.0 >> hand_bit(OWN_HAND, animal)) as u32 & 3
    }

    #[inline]
    pub(super) const fn in_other_hand(self, animal: Animal) -> u32 {
        (self.0 >> hand_bit(OTHER_HAND, animal)) as u32 & 3
    }

    /// The same position as the other player sees it.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        // Reversing all bits reverses each plane, and their order.
        let reversed = (self.0 & PLANES).reverse_bits() >> 16;
        let a = reversed >> 36;
        let b = reversed >> 24 & BOARD as u64;
        let c = reversed >> 12 & BOARD as u64;
        let others = (a | b | c) & !reversed;
        let hands = (self.0 >> OWN_HAND & 0x3f) << OTHER_HAND | (self.0 >> OTHER_HAND) << OWN_HAND;
        Animals(a | b << 12 | c << 24 | others << 36 | hands)
    }

    /// The mirror image, left for right.
    #[inline]
    pub(super) const fn mirrored(self) -> Self {
        let board = (self.0 & LEFT) << 2 | self.0 & MIDDLE & PLANES | self.0 >> 2 & LEFT;
        Animals(board | self.0 & !PLANES)
    }

    /// The rows that differ from their mirror images, as their left squares.
    #[inline]
    pub(super) const fn uneven_rows(self) -> u16 {
        let differ = self.0 ^ self.mirrored().0;
        let any = differ | differ >> 12 | differ >> 24 | differ >> 36;
        any as u16 & 0o1111
    }

    /// All planes with an empty square put in: those from there on move down. Square 12 is none.
    #[inline]
    pub(super) const fn opened(self, square: u32) -> Self {
        let before = ((1 << square) - 1) * EACH;
        Animals(self.0 & before | (self.0 & !before) << 1)
    }
}

const fn hand_bit(hand: u32, animal: Animal) -> u32 {
    hand + match animal {
        Animal::Giraffe => 0,
        Animal::Elephant => 2,
        _ => 4,
    }
}

/// How a kind of animal of the player to move steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Where it can step to.
    pub(super) to: [u16; 12],
    /// From where it can step there.
    pub(super) from: [u16; 12],
}

/// The steps of all animals, by the numbers of their kinds.
pub(super) static REACH: [Reach; 6] = reach();

const fn reach() -> [Reach; 6] {
    let mut reach = [Reach { to: [0; 12], from: [0; 12] }; 6];
    let mut pair = 0;
    while pair < 144 {
        let (from, to) = (pair / 12, pair % 12);
        let up = (to / 3) as i32 - (from / 3) as i32;
        let across = (to % 3) as i32 - (from % 3) as i32;
        let near = up.abs() <= 1 && across.abs() <= 1 && pair % 13 != 0;
        let straight = up == 0 || across == 0;
        let steps = [
            false,
            near,
            near && straight,
            near && !straight,
            near && up == 1 && across == 0,
            near && (straight || up == 1),
        ];
        let mut kind = 1;
        while kind < 6 {
            if steps[kind] {
                reach[kind].to[from] |= 1 << to;
                reach[kind].from[to] |= 1 << from;
            }
            kind += 1;
        }
        pair += 1;
    }
    reach
}

/// The squares of a set, the first one first.
#[inline]
pub(super) fn squares(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        set &= set.checked_sub(1)?;
        Some(square)
    })
}
