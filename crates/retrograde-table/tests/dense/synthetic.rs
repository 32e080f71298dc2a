//! Games made of any small graph: positions with copies that symmetry makes the same, an index with
//! holes, tiers in any order, un-moves or moves from slot to slot or neither.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use proptest::prelude::*;
use retrograde_core::Outcome;
use retrograde_games::{Game, Gifts, Look, ParseError, Rows, SlotMoves};

/// What a game can do besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Power {
    None,
    Unmoves,
    SlotMoves,
    /// Moves from slot to slot, those that give the game away left out.
    Spare,
    /// Moves from slot to slot and of whole rows, where no verdict wins.
    Rows,
}

impl Power {
    pub(crate) const ALL: [Power; 5] =
        [Power::None, Power::Unmoves, Power::SlotMoves, Power::Spare, Power::Rows];
}

/// A graph whose vertices are classes of positions.
#[derive(Clone, Debug)]
pub(crate) struct Synthetic {
    /// For each class, where its moves lead, with repetitions.
    pub(crate) moves: Vec<Vec<usize>>,
    pub(crate) verdicts: Vec<Option<Outcome>>,
    /// For each class, its tier: no move leads to a higher one.
    pub(crate) levels: Vec<usize>,
    pub(crate) power: Power,
    /// How many positions are the same by symmetry.
    pub(crate) copies: usize,
    /// For each class its slot, and for each slot its class.
    pub(crate) slots: Vec<usize>,
    pub(crate) classes: Vec<Option<usize>>,
    pub(crate) tiers: Vec<Range<u64>>,
    /// A tier that none is said to lead to, whatever moves do.
    pub(crate) hidden: Option<usize>,
    /// Whether moves from slot to slot leave out those within a tier that give the game away.
    pub(crate) spares_within: bool,
}

impl Synthetic {
    /// Moves up to a higher tier are left out. `order` says where in the index the tiers lie, and
    /// `holes` where slots without positions come.
    pub(crate) fn new(
        edges: &[(usize, usize)],
        verdicts: Vec<Option<Outcome>>,
        levels: Vec<usize>,
        order: u64,
        holes: u64,
    ) -> Self {
        let count = verdicts.len();
        let mut moves = vec![Vec::new(); count];
        for &(from, to) in edges {
            if levels[from] >= levels[to] && verdicts[from].is_none() {
                moves[from].push(to);
            }
        }
        let top = levels.iter().max().map_or(0, |&top| top + 1);
        let mut layout: Vec<usize> = (0..top).collect();
        layout.sort_by_key(|&level| (order >> (level % 60) & 7, level));
        let mut game = Synthetic {
            moves,
            verdicts,
            levels,
            power: Power::Unmoves,
            copies: 1,
            slots: vec![0; count],
            classes: Vec::new(),
            tiers: vec![0..0; top],
            hidden: None,
            spares_within: false,
        };
        for level in layout {
            let start = game.classes.len();
            for class in (0..count).filter(|&class| game.levels[class] == level) {
                if holes >> (class % 64) & 1 != 0 {
                    game.classes.push(None);
                }
                game.slots[class] = game.classes.len();
                game.classes.push(Some(class));
            }
            game.tiers[level] = start as u64..game.classes.len() as u64;
        }
        game
    }

    pub(crate) fn slot(&self, class: usize) -> u64 {
        self.slots[class] as u64
    }

    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether a move to a class, from one of the same tier, gives the game away and is left out.
    fn is_gift(&self, class: usize) -> bool {
        let wins = |&to: &usize| {
            self.levels[to] != self.levels[class] && self.verdicts[to] == Some(Outcome::Lose)
        };
        match self.gifts() {
            Gifts::Counted => false,
            Gifts::LeftOutWithin => self.moves[class].iter().any(wins),
            Gifts::LeftOut => self.verdicts[class] == Some(Outcome::Win) || self.wins(class),
        }
    }

    /// Whether whoever is to move has lost.
    fn is_lost(&self, class: usize) -> bool {
        match self.verdicts[class] {
            Some(verdict) => verdict == Outcome::Lose,
            None => self.moves[class].is_empty(),
        }
    }

    /// Whether whoever is to move wins at once.
    fn wins(&self, class: usize) -> bool {
        self.moves[class].iter().any(|&to| self.is_lost(to))
    }
}

impl Game for Synthetic {
    /// A class and one of its copies.
    type Position = (usize, usize);
    type Move = usize;

    fn start(&self) -> Option<(usize, usize)> {
        None
    }

    fn verdict(&self, &(class, _): &(usize, usize)) -> Option<Outcome> {
        self.verdicts[class]
    }

    fn moves(&self, &(class, _): &(usize, usize), moves: &mut Vec<usize>) {
        moves.extend(0..self.moves[class].len());
    }

    fn play(&self, &(class, copy): &(usize, usize), &chosen: &usize) -> (usize, usize) {
        (self.moves[class][chosen], (copy + chosen) % self.copies)
    }

    fn show(&self, position: &(usize, usize)) -> String {
        format!("{position:?}")
    }

    fn parse(&self, _: &str) -> Result<(usize, usize), ParseError> {
        Err(ParseError::new("not needed"))
    }

    fn show_move(&self, _: &(usize, usize), chosen: &usize) -> String {
        chosen.to_string()
    }

    fn canonical(&self, &(class, _): &(usize, usize)) -> (usize, usize) {
        (class, 0)
    }

    fn slots(&self) -> Option<u64> {
        Some(self.classes.len() as u64)
    }

    fn rank(&self, &(class, _): &(usize, usize)) -> u64 {
        self.slot(class)
    }

    fn unrank(&self, slot: u64) -> Option<(usize, usize)> {
        self.classes[slot as usize].map(|class| (class, 0))
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.tiers.clone()
    }

    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        let from = (0..self.len()).filter(|&class| self.levels[class] == tier);
        from.flat_map(|class| &self.moves[class])
            .filter(|&&to| self.hidden != Some(self.levels[to]))
            .map(|&to| self.levels[to]..self.levels[to] + 1)
            .collect()
    }

    fn unmoves(&self, &(class, _): &(usize, usize), before: &mut Vec<(usize, usize)>) -> bool {
        for (from, moves) in self.moves.iter().enumerate() {
            for (index, _) in moves.iter().enumerate().filter(|(_, to)| **to == class) {
                // Other tiers may be there or not.
                if self.levels[from] == self.levels[class] || index % 2 == 0 {
                    before.push((from, index % self.copies));
                }
            }
        }
        self.power != Power::None
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        let has = matches!(self.power, Power::SlotMoves | Power::Spare | Power::Rows);
        has.then_some(self as &dyn SlotMoves)
    }
}

impl SlotMoves for Synthetic {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let Some(class) = self.classes[slot as usize] else { return Look::Hole };
        if let Some(verdict) = self.verdicts[class] {
            return Look::Over(verdict);
        }
        let all = self.gifts() == Gifts::LeftOut;
        if all && self.wins(class) {
            return Look::WinsAtOnce;
        }
        let (mut within, mut outside): (Vec<usize>, Vec<usize>) =
            self.moves[class].iter().partition(|&&to| self.levels[to] == self.levels[class]);
        within.retain(|&to| !self.is_gift(to));
        outside.retain(|&to| !all || !self.is_gift(to));
        within.sort_unstable();
        within.dedup();
        let is_over = |&to: &usize| self.verdicts[to].is_some();
        if within.is_empty() && outside.is_empty() && !self.moves[class].is_empty() {
            let distance = if self.moves[class].iter().all(is_over) { 1 } else { 2 };
            return Look::GivesAway { distance };
        }
        leaving.extend(outside.into_iter().map(|to| self.slot(to)));
        Look::Open { replies: within.len() }
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let class = self.classes[slot as usize].expect("nobody asks for holes");
        let level = self.levels[class];
        let all = self.gifts() == Gifts::LeftOut;
        let nothing = self.is_gift(class) || all && self.is_lost(class);
        before.extend((0..self.len()).filter_map(|from| {
            let leads_here = self.levels[from] == level && self.moves[from].contains(&class);
            // Those that win at once may be there or not.
            let left_out = nothing || all && from % 2 == 0 && self.wins(from);
            (leads_here && !left_out).then_some(self.slot(from))
        }));
        // Holes do no harm.
        let tier = self.tiers[level].clone();
        before.extend(tier.filter(|&slot| self.classes[slot as usize].is_none()).take(1));
    }

    fn gifts(&self) -> Gifts {
        match self.power {
            Power::Spare => Gifts::LeftOut,
            _ if self.spares_within => Gifts::LeftOutWithin,
            _ => Gifts::Counted,
        }
    }

    fn rows(&self, tier: Range<u64>) -> Option<Box<dyn Rows + '_>> {
        let wins = self.verdicts.contains(&Some(Outcome::Win));
        let level = self.tiers.iter().position(|other| *other == tier)?;
        let width = if tier.clone().count().is_multiple_of(3) { 3 } else { 1 };
        (self.power == Power::Rows && !wins)
            .then(|| Box::new(SyntheticRows { game: self, level, width }) as Box<dyn Rows>)
    }
}

/// A tier in rows of one slot or three, with places that do not begin with the first bit.
struct SyntheticRows<'a> {
    game: &'a Synthetic,
    level: usize,
    width: usize,
}

impl SyntheticRows<'_> {
    const FIRST: u32 = 5;

    /// The classes of the slots in a set, each with its place.
    fn classes(&self, row: usize, set: u64) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.places().filter(move |place| set >> place & 1 == 1).filter_map(move |place| {
            let at = row * self.width + (place - Self::FIRST) as usize;
            let slot = self.game.tiers[self.level].start as usize + at;
            Some((place, self.game.classes[slot]?))
        })
    }

    /// The row of a class of the tier, and its bit.
    fn place(&self, class: usize) -> (usize, u64) {
        let at = (self.game.slot(class) - self.game.tiers[self.level].start) as usize;
        (at / self.width, 1 << (Self::FIRST as usize + at % self.width))
    }
}

impl Rows for SyntheticRows<'_> {
    fn count(&self) -> usize {
        self.game.tiers[self.level].clone().count() / self.width
    }

    fn places(&self) -> Range<u32> {
        Self::FIRST..Self::FIRST + self.width as u32
    }

    fn there(&self, row: usize) -> u64 {
        self.classes(row, !0).fold(0, |all, (place, _)| all | 1 << place)
    }

    fn leaving(&self, row: usize, set: u64, leaving: &mut Vec<(u32, u64)>) {
        for (place, class) in self.classes(row, set) {
            let outside = |&&to: &&usize| self.game.levels[to] != self.level;
            let to = self.game.moves[class].iter().filter(outside);
            leaving.extend(to.map(|&to| (place, self.game.slot(to))));
        }
        // Moves to slots without positions do no harm, in tiers that moves may lead to.
        let others = self.game.leads_to(self.level).into_iter().flatten();
        let others = others.filter(|&level| level != self.level);
        let mut slots = others.flat_map(|level| self.game.tiers[level].clone());
        if let Some(hole) = slots.find(|&slot| self.game.classes[slot as usize].is_none()) {
            let places = self.classes(row, set).map(|(place, _)| (place, hole));
            leaving.extend(places);
        }
    }

    fn verdict(&self, row: usize, place: u32) -> Outcome {
        let mut classes = self.classes(row, 1 << place);
        let verdict = classes.next().and_then(|(_, class)| self.game.verdicts[class]);
        verdict.unwrap_or(Outcome::Lose)
    }

    fn before(&self, row: usize, set: u64, before: &mut Vec<(usize, u64)>) {
        let mut slots = Vec::new();
        for (_, class) in self.classes(row, set) {
            self.game.before(self.game.slot(class), &mut slots);
        }
        before.extend(
            slots
                .into_iter()
                .filter_map(|slot| Some(self.place(self.game.classes[slot as usize]?))),
        );
    }

    fn only_to(&self, row: usize, set: u64, sets: &[AtomicU64]) -> u64 {
        let only = self.classes(row, set).filter(|&(_, class)| {
            let within = |&&to: &&usize| self.game.levels[to] == self.level;
            self.game.moves[class].iter().filter(within).all(|&to| {
                let (row, bit) = self.place(to);
                sets[row].load(Relaxed) & bit != 0
            })
        });
        only.fold(0, |all, (place, _)| all | 1 << place)
    }

    fn twin(&self, _: usize) -> Option<usize> {
        None
    }

    fn in_twin(&self, set: u64) -> u64 {
        set
    }
}

/// Any small game.
pub(crate) fn any_game() -> impl Strategy<Value = Synthetic> {
    let verdict = prop_oneof![
        6 => Just(None),
        1 => Just(Some(Outcome::Lose)),
        1 => Just(Some(Outcome::Win)),
        1 => Just(Some(Outcome::Draw)),
    ];
    (1usize..28, 1usize..5).prop_flat_map(move |(count, tiers)| {
        (
            prop::collection::vec((0..count, 0..count), 0..4 * count),
            prop::collection::vec(verdict.clone(), count),
            prop::collection::vec(0..tiers, count),
            any::<u64>(),
            any::<u64>(),
            1usize..4,
            prop::sample::select(&Power::ALL),
        )
            .prop_map(|(edges, verdicts, levels, order, holes, copies, power)| {
                let mut game = Synthetic::new(&edges, verdicts, levels, order, holes);
                (game.copies, game.power) = (copies, power);
                game
            })
    })
}
