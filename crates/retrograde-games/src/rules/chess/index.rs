//! The dense index of an ending: a number for every position of every kind of material.
//!
//! A kind of material has a table: who is to move, then the pair of kings that stands for others by
//! symmetry, then the squares of the other men, with men that are alike counted as sets of squares.
//! Where both sides have pawns, positions in which one can be taken in passing follow in a part of
//! their own, as the pair of pawns, the kings and what is left. Slots in which men share a square,
//! the player not to move is in check, or that stand for no others by symmetry, are empty.

use std::ops::Range;

use cozy_chess::{Color, File, Piece, Rank, Square};

use super::ending::{Ending, pushed};
use super::kinds::{Kind, KindId, Kinds};
use super::material::{MOST, Material};
use super::squares::{Squares, square_at};
use super::symmetry::{Kings, PAIRS_WITH_PAWNS, PAWNLESS, PAWNLESS_PAIRS, Turn, WITH_PAWNS};

/// Pairs of neighbouring files, with the pawn that can be taken on the left or on the right.
const PASSING_PAIRS: u32 = 14;

/// The part of the index for one kind of material.
#[derive(Clone, Debug)]
pub(super) struct Table {
    kind: KindId,
    first: u64,
    /// Which of the men is Black's king.
    black_king: usize,
    pawns: bool,
    /// One where the colours can be changed so that White is to move.
    sides: u32,
    /// The men besides the kings, those that are alike together.
    groups: Vec<Group>,
    /// What a step of one square is worth in the number of a position, for each man where no two are
    /// alike, and what a step to the next pair of kings is.
    strides: Option<[u32; MOST]>,
    pair_stride: u32,
    /// What the squares that pawns cannot be on are worth.
    skipped: u32,
    /// How many slots there are for either side to move without a pawn to take in passing.
    plain: u32,
    /// How many with one.
    passing: u32,
}

/// Men that are alike.
#[derive(Clone, Copy, Debug)]
struct Group {
    first: usize,
    count: usize,
    /// How far the first square that they can be on is from the first of the board.
    skip: u8,
    /// How many sets of squares there are for them.
    sets: u32,
}

impl Table {
    /// The table of a kind of material, whose slots begin with `first`.
    pub(super) fn new(kinds: &Kinds, kind: KindId, first: u64) -> Self {
        let material = kinds.get(kind).material();
        let groups = groups(material);
        let pawns = material.men().iter().any(|man| man.piece == Piece::Pawn);
        let pairs = if pawns { WITH_PAWNS } else { PAWNLESS } as u32;
        let left = material.len().saturating_sub(4) as u32;
        let mut strides = [0; MOST];
        let (mut stride, mut skipped) = (1, 0);
        for group in groups.iter().rev() {
            strides[group.first] = stride;
            skipped += stride * u32::from(group.skip);
            stride *= group.sets;
        }
        Table {
            kind,
            first,
            black_king: material.side(Color::Black).start,
            pawns,
            sides: if kinds.get(kind).flip == kind { 1 } else { 2 },
            strides: groups.iter().all(|group| group.count == 1).then_some(strides),
            pair_stride: stride,
            skipped,
            plain: pairs * stride,
            passing: match kinds.get(kind).passing {
                true => PASSING_PAIRS * 32 * 64 * 64u32.pow(left),
                false => 0,
            },
            groups,
        }
    }

    pub(super) fn slots(&self) -> Range<u64> {
        let slots = u64::from(self.sides) * (u64::from(self.plain) + u64::from(self.passing));
        self.first..self.first + slots
    }

    /// How many of them, the first ones, have no pawn to take in passing.
    pub(super) fn plain_slots(&self) -> u64 {
        u64::from(self.sides) * u64::from(self.plain)
    }

    /// The slot of a position of this table's material, in one of the two ways to colour it.
    #[inline]
    pub(super) fn rank(&self, kinds: &Kinds, ending: &Ending) -> u64 {
        let flips = ending.kind != self.kind || self.sides == 1 && ending.turn == Color::Black;
        let ending = if flips { &kinds.flip(ending) } else { ending };
        let kings = self.kings(ending.squares);
        let side = ending.turn as u64;
        if let Some(file) = ending.en_passant {
            let number = self.passing_number(kinds.get(self.kind), ending, file, kings.turn);
            return self.first
                + self.plain_slots()
                + side * u64::from(self.passing)
                + u64::from(number);
        }
        let mut number = self.number(ending.squares, kings.number, kings.turn);
        if kings.undecided {
            let other = self.number(ending.squares, kings.number, kings.turn.swapped());
            number = number.min(other);
        }
        self.first + side * u64::from(self.plain) + u64::from(number)
    }

    /// The position of a slot.
    pub(super) fn unrank(&self, kinds: &Kinds, slot: u64) -> Option<Ending> {
        let kind = kinds.get(self.kind);
        let slot_here = slot - self.first;
        if slot_here < self.plain_slots() {
            let (turn, number) = split(slot_here, self.plain);
            let squares = self.men(number);
            let ending = Ending { kind: self.kind, turn, en_passant: None, squares };
            let stands_for_others = || {
                let kings = self.kings(squares);
                !kings.undecided
                    || self.number(squares, kings.number, kings.turn.swapped()) >= number
            };
            return (ending.is_legal(kind) && stands_for_others()).then_some(ending);
        }
        let (side, number) = split(slot_here - self.plain_slots(), self.passing);
        let ending = self.passing_men(kind, side, number)?;
        (ending.is_legal(kind) && self.rank(kinds, &ending) == slot).then_some(ending)
    }

    #[inline]
    fn kings(&self, squares: Squares) -> Kings {
        let (white, black) = (squares.get(0), squares.get(self.black_king));
        match self.pawns {
            true => PAIRS_WITH_PAWNS.kings(white, black),
            false => PAWNLESS_PAIRS.kings(white, black),
        }
    }

    /// The number of the men's squares once the board has been turned.
    #[inline]
    fn number(&self, squares: Squares, kings: u16, turn: Turn) -> u32 {
        if let Some(strides) = &self.strides {
            // The kings and those who are not there have a stride of nothing.
            let number = u32::from(kings) * self.pair_stride;
            let worth = |man: usize| turn.apply(squares.get(man)) as u32 * strides[man];
            return number + (0..MOST).map(worth).sum::<u32>() - self.skipped;
        }
        let mut number = u32::from(kings);
        for group in &self.groups {
            let square = |man: usize| {
                turn.apply(squares.get(group.first + man)) as u32 - u32::from(group.skip)
            };
            let set = match group.count {
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
            number = number * group.sets + set;
        }
        number
    }

    /// The squares that a number means.
    fn men(&self, mut number: u32) -> Squares {
        let mut squares = Squares::NONE;
        for group in self.groups.iter().rev() {
            let mut set = number % group.sets;
            number /= group.sets;
            let mut place = |man: usize, square: u32| {
                squares.set(group.first + man, square_at(square as u8 + group.skip));
            };
            if group.count > 2 {
                let third = last(set, choose_three);
                set -= choose_three(third);
                place(2, third);
            }
            if group.count > 1 {
                let second = last(set, choose_two);
                set -= choose_two(second);
                place(1, second);
            }
            place(0, set);
        }
        let (white, black) = match self.pawns {
            true => PAIRS_WITH_PAWNS.pair(number as usize),
            false => PAWNLESS_PAIRS.pair(number as usize),
        };
        squares.set(0, white);
        squares.set(self.black_king, black);
        squares
    }

    /// The number of a position in which the pawn on a file can be taken in passing. Where two
    /// pawns can take it, the one on the left counts.
    fn passing_number(&self, kind: &Kind, ending: &Ending, file: File, turn: Turn) -> u32 {
        let file = if turn.mirrors_files() { file.flip() } else { file };
        let mut turned = *ending;
        for man in 0..kind.len() {
            turned.squares.set(man, turn.apply(ending.squares.get(man)));
        }
        let target = pushed(file, ending.turn);
        let beside = |offset: i8| {
            let square = target.try_offset(offset, 0)?;
            turned.pawn_on(kind, ending.turn, square)
        };
        let Some(pawn) = beside(-1).or_else(|| beside(1)) else { return 0 };
        let taken = turned.pawn_on(kind, !ending.turn, target);
        let taker = turned.squares.get(pawn).file() as u32;
        let pair = 2 * taker.min(file as u32) + u32::from(taker < file as u32);
        let (white, black) = (turned.squares.get(0) as u32, kind.side(Color::Black).start);
        let mut number = pair * 32 + (white >> 3) * 4 + (white & 3);
        number = number * 64 + turned.squares.get(black) as u32;
        for man in (1..kind.len()).filter(|&man| man != black && man != pawn && Some(man) != taken)
        {
            number = number * 64 + turned.squares.get(man) as u32;
        }
        number
    }

    /// The position that such a number means, if it means one.
    fn passing_men(&self, kind: &Kind, turn: Color, mut number: u32) -> Option<Ending> {
        let pawn_of =
            |color: Color| kind.side(color).find(|&man| kind.man(man).piece == Piece::Pawn);
        let (pawn, taken) = (pawn_of(turn)?, pawn_of(!turn)?);
        let black = kind.side(Color::Black).start;
        let mut squares = Squares::NONE;
        for man in (1..kind.len()).rev().filter(|&man| man != black && man != pawn && man != taken)
        {
            squares.set(man, square_at((number % 64) as u8));
            number /= 64;
        }
        squares.set(black, square_at((number % 64) as u8));
        number /= 64;
        let white = (number % 32) as u8;
        squares.set(0, square_at((white >> 2) << 3 | white & 3));
        let pair = number / 32;
        let (left, right) =
            (File::try_index(pair as usize / 2)?, File::try_index(pair as usize / 2 + 1)?);
        let (file, taker) = if pair % 2 == 1 { (right, left) } else { (left, right) };
        let rank = Rank::Fifth.relative_to(turn);
        squares.set(pawn, Square::new(taker, rank));
        squares.set(taken, Square::new(file, rank));
        kind.settle(&mut squares);
        Some(Ending { kind: self.kind, turn, en_passant: Some(file), squares })
    }
}

/// Who is to move, and the number within the slots for that.
fn split(slot: u64, each: u32) -> (Color, u32) {
    match slot.checked_sub(u64::from(each)) {
        Some(rest) => (Color::Black, rest as u32),
        None => (Color::White, slot as u32),
    }
}

fn groups(material: &Material) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let men = material.men();
    for (at, man) in men.iter().enumerate().filter(|(_, man)| man.piece != Piece::King) {
        if men[at - 1] == *man
            && let Some(group) = groups.last_mut()
        {
            group.count += 1;
        } else {
            let skip = if man.piece == Piece::Pawn { 8 } else { 0 };
            groups.push(Group { first: at, count: 1, skip, sets: 0 });
        }
    }
    for group in &mut groups {
        let squares = 64 - 2 * u32::from(group.skip);
        group.sets = match group.count {
            1 => squares,
            2 => choose_two(squares),
            _ => choose_three(squares),
        };
    }
    groups
}

fn choose_two(n: u32) -> u32 {
    n * n.saturating_sub(1) / 2
}

fn choose_three(n: u32) -> u32 {
    n * n.saturating_sub(1) * n.saturating_sub(2) / 6
}

/// The largest number below 64 with at most so many choices.
fn last(set: u32, choices: fn(u32) -> u32) -> u32 {
    let (mut low, mut high) = (0, 64);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if choices(middle) <= set {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}
