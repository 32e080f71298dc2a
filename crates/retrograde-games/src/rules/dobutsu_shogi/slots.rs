//! Moves from slot to slot of Dōbutsu shōgi.
//!
//! Moves are counted and not made, but for those of positions that are close to their mirror image.
//! Whoever leaves the lion to be caught gives the game away; such moves are left out, which are most
//! of those to be taken back. No animal reaches past the next square, so that only the lion's own step
//! or the taking of whoever attacks it makes a difference to that.

use std::ops::Range;

use retrograde_core::Outcome;

use super::animals::{Animal, Animals, BOARD, HANDS, HOME, REACH, squares};
use super::{DobutsuMove, DobutsuShogi, catchers, index, unmoves};
use crate::slot_moves::distinct;
use crate::{Game, Gifts, Look, SlotMoves, Told};

/// The animals that step without being the lion.
const OTHERS: [Animal; 4] = [Animal::Giraffe, Animal::Elephant, Animal::Chick, Animal::Hen];

/// How many squares a set has.
#[inline]
fn count(set: u16) -> usize {
    index::count(set) as usize
}

/// Where moves may lead that do not give the lion away.
struct Safe {
    /// For the lion.
    lion: u16,
    /// For other animals that step: anywhere, to whoever attacks the lion, or nowhere.
    others: u16,
    /// For animals out of the hand.
    drops: u16,
}

impl Safe {
    #[inline]
    fn new(animals: Animals) -> Self {
        let own = animals.own();
        let lion = (animals.of(Animal::Lion) & own).trailing_zeros() as usize;
        // Whoever steps towards the player reaches what the player's own reach them from.
        let (mut attacked, mut attackers) = (0, 0);
        for animal in Animal::ALL {
            let reach = &REACH[animal as usize];
            let others = animals.of(animal) & !own;
            attackers |= others & reach.to[lion];
            attacked |= squares(others).fold(0, |all, square| all | reach.from[square as usize]);
        }
        let (others, drops) = match attackers {
            0 => (BOARD, animals.empty()),
            one if one & (one - 1) == 0 => (one, 0),
            _ => (0, 0),
        };
        Safe { lion: REACH[Animal::Lion as usize].to[lion] & !own & !attacked, others, drops }
    }

    /// How many of these moves there are.
    #[inline]
    fn count(&self, animals: Animals) -> usize {
        let own = animals.own();
        let mut sum = count(self.lion);
        for animal in OTHERS {
            let reach = &REACH[animal as usize];
            for from in squares(animals.of(animal) & own) {
                sum += count(reach.to[from as usize] & !own & self.others);
            }
        }
        let kinds = HANDS.iter().filter(|&&animal| animals.in_own_hand(animal) > 0).count();
        sum + kinds * count(self.drops)
    }

    /// Whether this is one of them.
    fn has(&self, animals: Animals, chosen: &DobutsuMove) -> bool {
        match *chosen {
            DobutsuMove::Drop { to, .. } => self.drops >> to & 1 != 0,
            DobutsuMove::Step { from, to } => {
                let lion = animals.of(Animal::Lion) >> from & 1 != 0;
                (if lion { self.lion } else { self.others }) >> to & 1 != 0
            }
        }
    }
}

/// Whether different moves of one player, or different ones taken back, may come to mirror images of
/// each other. `still` is the lion of the other.
///
/// That lion is in the middle then. A row that differs from its mirror image is changed by both moves:
/// one alone would have to change it left and right, and a step does not. A step changes two rows at
/// most.
#[inline]
fn may_repeat(animals: Animals, still: u16) -> bool {
    let uneven = animals.uneven_rows();
    let but_one = uneven & uneven.wrapping_sub(1);
    still & MIDDLE != 0 && but_one & but_one.wrapping_sub(1) == 0
}

/// The squares in the middle.
const MIDDLE: u16 = 0o2222;

fn look(animals: Animals, leaving: &mut Vec<u64>) -> Look {
    let own = animals.own();
    let other_lion = animals.of(Animal::Lion) & !own;
    if catchers(animals) != 0 {
        leaving.push(0);
        return Look::Open { replies: 0 };
    }
    if other_lion & HOME != 0 {
        return Look::Over(Outcome::Lose);
    }
    let safe = Safe::new(animals);
    let mut replies = safe.count(animals);
    if replies > 1 && may_repeat(animals, other_lion) {
        let (mut moves, start) = (Vec::new(), leaving.len());
        DobutsuShogi.moves(&animals, &mut moves);
        let kept = moves.iter().filter(|chosen| safe.has(animals, chosen));
        leaving.extend(kept.map(|chosen| index::rank(DobutsuShogi.play(&animals, chosen))));
        replies = distinct(leaving, start);
        leaving.truncate(start);
    }
    let stuck = || {
        let mut moves = Vec::new();
        DobutsuShogi.moves(&animals, &mut moves);
        moves.is_empty()
    };
    if replies == 0 && !stuck() { Look::GivesAway { distance: 2 } } else { Look::Open { replies } }
}

impl SlotMoves for DobutsuShogi {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        match index::unrank(slot) {
            None => Look::Hole,
            Some(animals) if animals.is_caught() => Look::Over(Outcome::Lose),
            Some(animals) => look(animals, leaving),
        }
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let Some(animals) = index::unrank(slot) else { return };
        if animals.is_caught() || catchers(animals) != 0 {
            return;
        }
        let start = before.len();
        unmoves(animals.turned(), &mut |earlier| before.push(index::rank(earlier)));
        if may_repeat(animals, animals.of(Animal::Lion) & animals.own()) {
            distinct(before, start);
        }
    }

    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        let (mut next, mut leaving) = (slots.start, Vec::new());
        if next == 0 && slots.end > 0 {
            told(0, Look::Over(Outcome::Lose), &[]);
            next = 1;
        }
        while let Some(row) = index::Row::of(next).filter(|_| next < slots.end) {
            let part = next..slots.end.min(row.slots.end);
            next = part.end;
            for slot in part {
                if let Some(animals) = row.position(slot) {
                    leaving.clear();
                    let look = look(animals, &mut leaving);
                    told(slot, look, &leaving);
                }
            }
        }
    }

    fn gifts(&self) -> Gifts {
        Gifts::LeftOutWithin
    }
}
