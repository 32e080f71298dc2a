//! Moves of whole rows against moves from slot to slot.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;

use super::*;
use crate::{Look, Rows};

/// An ending with its last tier, which has rows.
struct Tier<'a> {
    game: &'a Chess,
    first: u64,
    end: u64,
    rows: Box<dyn Rows + 'a>,
}

impl Tier<'_> {
    fn width(&self) -> u64 {
        u64::from(self.rows.places().end - self.rows.places().start)
    }

    /// The slots of a set, with that of its twin for one that stands for it.
    fn slots(&self, row: usize, set: u64) -> Vec<u64> {
        let slot = |row: usize, place: u32| {
            self.first + row as u64 * self.width() + u64::from(place - self.rows.places().start)
        };
        let own = |place: u32| {
            let twin = self.rows.twin(row)?;
            Some(slot(twin, self.rows.in_twin(1 << place).trailing_zeros()))
        };
        let places = self.rows.places().filter(|place| set >> place & 1 == 1);
        let slots = places.map(|place| slot(row, place).min(own(place).unwrap_or(u64::MAX)));
        slots.collect()
    }

    fn is_there(&self, slot: u64) -> bool {
        self.game.look(slot, &mut Vec::new()) != Look::Hole
    }

    /// For each row the places for which something is true of their slots, and those without a slot.
    fn sets(&self, is_in: impl Fn(u64) -> bool) -> Vec<AtomicU64> {
        let set = |row: usize| {
            let slots = self.slots(row, !0).into_iter().zip(self.rows.places());
            let out = slots.filter(|&(slot, _)| !is_in(slot));
            AtomicU64::new(!out.fold(0, |all, (_, place)| all | 1 << place))
        };
        (0..self.rows.count()).map(set).collect()
    }

    /// What there is at the slots of a row, and where moves out of the tier lead.
    fn check_look(&self, row: usize) {
        let (there, mut leaving) = (self.rows.there(row), Vec::new());
        let slots = self.slots(row, !0);
        self.rows.leaving(row, there, &mut leaving);
        leaving.retain(|&(_, to)| self.game.unrank(to).is_some());
        for (slot, place) in slots.into_iter().zip(self.rows.places()) {
            let mut expected = Vec::new();
            let look = self.game.look(slot, &mut expected);
            assert_eq!(there >> place & 1 == 1, look != Look::Hole, "row {row}, place {place}");
            if let Look::Over(verdict) = look {
                assert_eq!(self.rows.verdict(row, place), verdict);
            }
            let here = leaving.iter().filter(|leaving| leaving.0 == place).map(|leaving| leaving.1);
            let (here, expected): (BTreeSet<u64>, BTreeSet<u64>) =
                (here.collect(), expected.into_iter().collect());
            assert_eq!(here, expected, "row {row}, place {place}");
        }
    }

    fn check(&self, every: usize) {
        let chance = |slot: u64, of: u64| {
            (slot ^ 0x5bd1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) % 64 < of
        };
        let there: Vec<u64> = self
            .sets(|slot| !self.is_there(slot))
            .into_iter()
            .map(|set| !set.into_inner())
            .collect();
        let sets = self.sets(|slot| !self.is_there(slot) || chance(slot, 60));
        for row in (0..self.rows.count()).step_by(every) {
            self.check_look(row);
            let all = there[row];
            let half = all & (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for set in [all, half].into_iter().filter(|&set| set != 0) {
                let (mut before, mut expected) = (Vec::new(), Vec::new());
                self.rows.before(row, set, &mut before);
                let before: BTreeSet<u64> = before
                    .iter()
                    .flat_map(|&(row, set)| self.slots(row, set & there[row]))
                    .collect();
                self.slots(row, set).iter().for_each(|&slot| self.game.before(slot, &mut expected));
                let expected: BTreeSet<u64> =
                    expected.into_iter().filter(|&slot| self.is_there(slot)).collect();
                assert_eq!(before, expected, "row {row}, set {set:x}");
            }
            let only = self.rows.only_to(row, all, &sets);
            for (slot, place) in self.slots(row, !0).into_iter().zip(self.rows.places()) {
                let Some(position) = self.game.unrank(slot) else { continue };
                let mut moves = Vec::new();
                self.game.moves(&position, &mut moves);
                let mut after =
                    moves.iter().map(|chosen| self.game.rank(&self.game.play(&position, chosen)));
                let expected = after.all(|to| to < self.first || to >= self.end || chance(to, 60));
                assert_eq!(only >> place & 1 == 1, expected, "row {row}, place {place}");
            }
        }
    }
}

/// The last tier of an ending, or one of those before it.
fn check(ending: &str, back: usize, every: usize) {
    let game = Chess::new(ending).unwrap();
    let tier = game.tiers().into_iter().nth_back(back).unwrap();
    let rows = game.rows(tier.clone()).unwrap();
    Tier { game: &game, first: tier.start, end: tier.end, rows }.check(every);
}

#[test]
fn rows_of_three_men_move_as_their_slots_do() {
    ["KQvK", "KRvK", "KBvK", "KNvK"].into_iter().for_each(|ending| check(ending, 0, 1));
}

#[test]
fn rows_of_four_men_move_as_their_slots_do() {
    check("KQvKR", 0, 97);
    check("KRvKN", 0, 397);
    check("KPvKB", 0, 199);
    check("KPvKR", 21, 199);
    check("KBPvK", 10, 199);
    check("KNvKP", 23, 199);
}

/// What is asked of rows when they are first looked at, for some rows of each tier of an ending.
fn check_looks(ending: &str, every: usize) {
    let game = Chess::new(ending).unwrap();
    for (number, tier) in game.tiers().into_iter().enumerate() {
        let Some(rows) = game.rows(tier.clone()) else { continue };
        let count = rows.count();
        let tier = Tier { game: &game, first: tier.start, end: tier.end, rows };
        let every = every.min(count / 3 + 1);
        (number % every..count).step_by(every).for_each(|row| tier.check_look(row));
    }
}

#[test]
fn rows_are_looked_at_as_their_slots_are() {
    check_looks("KQvKR", 1);
    check_looks("KPvKQ", 97);
    for ending in ["KRPvK", "KNPvK", "KBNvK", "KRPvKR", "KQRvKB", "KPPvKR", "KRRvKN", "KQBvKP"] {
        check_looks(ending, 9973);
    }
}

#[test]
fn some_endings_have_no_rows() {
    for ending in ["KvK", "KPvK", "KQvKQ", "KNNvK", "KPvKP"] {
        let game = Chess::new(ending).unwrap();
        assert!(game.rows(game.tiers().pop().unwrap()).is_none(), "{ending}");
    }
    let game = Chess::new("KNNvKR").unwrap();
    assert!(game.rows(game.tiers().pop().unwrap()).is_some());
}
