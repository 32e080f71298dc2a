//! Solutions of the objectives with two owners and a winner at each vertex: `vertex,winner,move`.

use retrograde_core::{Bitmap, Player, RegionSolution, Strategy, Vertex, Winners};

use super::fault::SolutionFault;
use super::layout::Layout;
use super::sheet::{Cell, Fact, Sheet};
use super::table::{Row, RowFault, Table};

/// An objective whose solutions say who wins where.
///
/// ```
/// use retrograde_io::RegionObjective;
/// assert_eq!(RegionObjective::from_name("buchi"), Some(RegionObjective::Buchi));
/// assert_eq!(RegionObjective::Safety.layout().header(), "vertex,winner,move");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RegionObjective {
    /// Player 0 wants to reach a target.
    Reachability,
    /// Player 0 wants to avoid the targets.
    Safety,
    /// Player 0 wants to visit targets infinitely often.
    Buchi,
    /// Player 0 wants to visit targets only finitely often.
    Cobuchi,
    /// Player 0 wants the priority that decides to be even.
    Parity,
    /// Player 0 wants the set of colours seen infinitely often to be one of those given.
    Muller,
    /// Player 0 wants one of several pairs of conditions to hold.
    Rabin,
    /// Player 0 wants all of several implications to hold.
    Streett,
}

impl RegionObjective {
    /// Every one of them, in the order help lists them.
    pub const ALL: [RegionObjective; 8] = [
        RegionObjective::Reachability,
        RegionObjective::Safety,
        RegionObjective::Buchi,
        RegionObjective::Cobuchi,
        RegionObjective::Parity,
        RegionObjective::Muller,
        RegionObjective::Rabin,
        RegionObjective::Streett,
    ];

    /// The objective and its columns.
    #[must_use]
    pub fn layout(self) -> &'static Layout {
        match self {
            RegionObjective::Reachability => Layout::REACHABILITY,
            RegionObjective::Safety => Layout::SAFETY,
            RegionObjective::Buchi => Layout::BUCHI,
            RegionObjective::Cobuchi => Layout::COBUCHI,
            RegionObjective::Parity => Layout::PARITY,
            RegionObjective::Muller => Layout::MULLER,
            RegionObjective::Rabin => Layout::RABIN,
            RegionObjective::Streett => Layout::STREETT,
        }
    }

    /// The name used by `--objective`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.layout().objective
    }

    /// The objective of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        RegionObjective::ALL.into_iter().find(|objective| objective.name() == name)
    }
}

/// Who wins where, as the solution of an objective. Read back by
/// [`read_regions`](crate::read_regions).
///
/// ```
/// use retrograde_core::{Names, Player, RegionSolution};
/// use retrograde_io::{RegionObjective, RegionSheet, write_csv};
/// let winners = [Some(Player::Zero), Some(Player::Zero), None].into_iter().collect();
/// let strategy = Some([Some(1), None, None].into_iter().collect());
/// let solution = RegionSolution { winners, strategy };
/// let sheet = RegionSheet { objective: RegionObjective::Buchi, solution: &solution };
/// let mut text = Vec::new();
/// write_csv(&Names::numbered(3), &sheet, &mut text)?;
/// assert_eq!(text, b"vertex,winner,move\n0,0,1\n1,0,\n2,,\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RegionSheet<'a> {
    /// What the game was about.
    pub objective: RegionObjective,
    /// Its solution.
    pub solution: &'a RegionSolution,
}

impl Sheet for RegionSheet<'_> {
    fn layout(&self) -> &'static Layout {
        self.objective.layout()
    }

    fn vertices(&self) -> usize {
        self.solution.winners.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, _column: usize) -> Cell<'_> {
        Cell::winner(self.solution.winners.get(vertex))
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.solution.strategy.iter().collect()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        Fact::of_winners(&self.solution.winners)
    }
}

/// Winners of vertices that come in any order.
#[derive(Clone, Debug)]
pub struct RegionDraft {
    zero: Bitmap,
    one: Bitmap,
}

impl RegionDraft {
    pub(super) fn new(vertices: usize) -> Self {
        RegionDraft { zero: Bitmap::new(vertices), one: Bitmap::new(vertices) }
    }

    /// Takes down the winner in the first column, and says who it is.
    pub(super) fn add(&mut self, row: &Row<'_>) -> Result<Option<Player>, RowFault> {
        let vertex = row.vertex() as usize;
        match row.value(0) {
            None => Ok(None),
            Some("0") => {
                self.zero.set(vertex);
                Ok(Some(Player::Zero))
            }
            Some("1") => {
                self.one.set(vertex);
                Ok(Some(Player::One))
            }
            Some(word) => {
                let fault = SolutionFault::BadWinner { word: word.to_owned() };
                Err(RowFault { column: 0, fault })
            }
        }
    }

    pub(super) fn finish(self) -> Winners {
        Winners::from_regions(self.zero, self.one)
    }
}

/// Read as a solution of `parity`; [`read_regions`](crate::read_regions) reads those of all the
/// others.
impl Table for RegionSolution {
    const LAYOUT: &'static Layout = Layout::PARITY;
    type Draft = RegionDraft;

    fn draft(vertices: usize) -> RegionDraft {
        RegionDraft::new(vertices)
    }

    fn add(draft: &mut RegionDraft, row: &Row<'_>) -> Result<(), RowFault> {
        draft.add(row).map(|_| ())
    }

    fn finish(draft: RegionDraft, moves: Option<Vec<Strategy>>) -> Self {
        RegionSolution {
            winners: draft.finish(),
            strategy: moves.and_then(|moves| moves.into_iter().next()),
        }
    }
}
