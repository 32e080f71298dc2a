//! Where a solver stands, in a few numbers that can be kept.

use crate::Worth;

/// What a solver is doing with a tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The first look at each slot.
    First,
    /// From losses by verdict to the wins in one before them.
    Mates,
    /// How many replies each open slot has.
    Count,
    /// Wins and losses, distance by distance.
    Waves,
    /// How many moves of each drawn slot keep the draw.
    TieCount,
    /// Ties, until there are no more.
    TieWaves,
    /// What is still open is drawn.
    Close,
}

/// How a solver finds what comes before and after a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By the moves of open slots, again and again.
    Forward = 1,
    /// By un-moves.
    Unmoves = 2,
    /// From slot to slot.
    Slots = 3,
    /// With nothing counted, in half a byte a slot.
    Lean = 4,
    /// From slot to slot, and by rows where a tier has them.
    Rows = 5,
    /// From slot to slot, with moves that give the game away left out.
    Spare = 6,
    /// With nothing counted, and those left out.
    LeanSpare = 7,
}

const STAGES: [Stage; 7] = [
    Stage::First,
    Stage::Mates,
    Stage::Count,
    Stage::Waves,
    Stage::TieCount,
    Stage::TieWaves,
    Stage::Close,
];

/// Where a [`Solver`](super::Solver) stands. Together with its slots this is all it needs to go on.
///
/// ```
/// use retrograde_table::dense::Mark;
/// let mark = Mark::default();
/// assert_eq!(Mark::from_words(mark.to_words()), Some(mark));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Which tier, of those in order.
    pub(super) tier: usize,
    pub(super) stage: Stage,
    /// The first slot of the tier that this stage, or this wave of it, has not looked at.
    pub(super) at: usize,
    /// The distance of the wave.
    pub(super) wave: u32,
    /// The longest win that a move out of the tier gives to the opponent, at slots that were open.
    pub(super) reach: u32,
    /// How many slots of the tier are open.
    pub(super) open: u64,
    /// How many wins of the tier may turn out to be shorter than they look.
    pub(super) pending: u64,
    /// Whether there are ties, in this tier or before.
    pub(super) ties: bool,
    /// Whether this pass has changed anything.
    pub(super) changed: bool,
    /// How the solver goes about it; none before it has begun.
    pub(super) way: Option<Way>,
}

impl Default for Mark {
    /// The beginning.
    fn default() -> Self {
        Mark {
            tier: 0,
            stage: Stage::First,
            at: 0,
            wave: 0,
            reach: 0,
            open: 0,
            pending: 0,
            ties: false,
            changed: false,
            way: None,
        }
    }
}

impl Mark {
    /// The mark as numbers, to be kept in a file.
    #[must_use]
    pub fn to_words(self) -> [u64; 8] {
        let way = self.way.map_or(0, |way| way as u64);
        let flags = u64::from(self.ties) | u64::from(self.changed) << 1 | way << 2;
        [
            self.tier as u64,
            self.stage as u64,
            self.at as u64,
            self.wave.into(),
            self.reach.into(),
            self.open,
            self.pending,
            flags,
        ]
    }

    /// The mark that these numbers mean, if they mean one.
    #[must_use]
    pub fn from_words(words: [u64; 8]) -> Option<Self> {
        let [tier, stage, at, wave, reach, open, pending, flags] = words;
        let longest = u64::from(Worth::LONGEST.0);
        if flags > 31 || wave > longest || reach > longest {
            return None;
        }
        Some(Mark {
            tier: tier.try_into().ok()?,
            stage: *STAGES.get(usize::try_from(stage).ok()?)?,
            at: at.try_into().ok()?,
            wave: wave.try_into().ok()?,
            reach: reach.try_into().ok()?,
            open,
            pending,
            ties: flags & 1 != 0,
            changed: flags & 2 != 0,
            way: match flags >> 2 {
                0 => None,
                1 => Some(Way::Forward),
                2 => Some(Way::Unmoves),
                3 => Some(Way::Slots),
                4 => Some(Way::Lean),
                5 => Some(Way::Rows),
                6 => Some(Way::Spare),
                _ => Some(Way::LeanSpare),
            },
        })
    }

    /// The beginning of a tier, which is solved on its own; `ties` says whether there are ties before.
    pub(crate) fn of_tier(tier: usize, ties: bool) -> Self {
        Mark { tier, ties, ..Mark::default() }
    }

    /// The same tier at the beginning of a stage.
    pub(super) fn begin(&mut self, stage: Stage) {
        self.stage = stage;
        self.at = 0;
        self.changed = false;
    }
}
