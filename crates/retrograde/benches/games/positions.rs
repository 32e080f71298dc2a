//! Games over their index by way of positions, as if they had no moves from slot to slot.

use std::ops::Range;

use retrograde::games::rules::{Chess, Connect, Quixo, Teeko};
use retrograde::games::{Part, Section, SlotMoves};
use retrograde::table::dense::{self, DenseOptions};
use retrograde::table::{Index, Look, Row, TableError, Walk};

/// Solves one of the games that have them: how many positions and slots it has.
pub(crate) fn solve(spec: &str, options: &DenseOptions<'_>) -> (u64, u64) {
    let game: Box<dyn Index> = match spec {
        "connect:4x5x4" => Box::new(Connect::new(4, 5, 4).expect("a board")),
        "quixo:4" => Box::new(Quixo::new(4).expect("a board")),
        "teeko" => Box::new(Teeko::new()),
        "chess:KQvKR" => Box::new(Chess::new("KQvKR").expect("an ending")),
        spec => panic!("{spec} is not measured by way of positions"),
    };
    let table = dense::solve(&Positions(&*game), options).expect("an index");
    (table.counts().positions(), table.len())
}

/// A game without its moves from slot to slot.
struct Positions<'a>(&'a dyn Index);

impl Index for Positions<'_> {
    fn slots(&self) -> Option<u64> {
        self.0.slots()
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        self.0.tiers()
    }

    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        self.0.leads_to(tier)
    }

    fn leads_to_part(&self, tier: usize, other: usize) -> Option<Range<u64>> {
        self.0.leads_to_part(tier, other)
    }

    fn sections(&self) -> Vec<Section> {
        self.0.sections()
    }

    fn parts(&self) -> Vec<Part> {
        self.0.parts()
    }

    fn part(&self, name: &str) -> Option<Box<dyn Index + '_>> {
        self.0.part(name)
    }

    fn tier_name(&self, slot: u64) -> Option<Option<String>> {
        self.0.tier_name(slot)
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        None
    }

    fn has_unmoves(&self) -> bool {
        self.0.has_unmoves()
    }

    fn show_slot(&self, slot: u64) -> Option<String> {
        self.0.show_slot(slot)
    }

    fn row(&self, slot: u64, look: &mut Look<'_>) -> Result<Option<Row>, TableError> {
        self.0.row(slot, look)
    }

    fn walk(&self) -> Box<dyn Walk + '_> {
        self.0.walk()
    }
}
