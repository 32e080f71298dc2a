//! A game over its index: positions are ranked and un-moved as they are needed, and no edge is stored.

use std::ops::Range;

use retrograde_core::Control;
use retrograde_games::{Look as Slot, SlotMoves};
use retrograde_link::{ClusterError, Link, Watch};

use crate::answer::Answer;
use crate::estimate::{check, estimate_slots};
use crate::fingerprint::Fingerprint;
use crate::options::Options;
use crate::outbox::Outbox;
use crate::output::Style;
use crate::partition::Partition;
use crate::run::{identity, run};
use crate::source::{Look, Part, Seen, Source};

/// A game over its index. Every worker has two bytes for each of its slots, and no edges.
///
/// ```
/// use retrograde_cluster::{Cluster, Indexed, Known, Options};
/// use retrograde_core::{Control, Distance, Value};
/// use retrograde_games::{ByPositions, Game};
/// use retrograde_games::rules::Quixo;
///
/// let game = Quixo::new(3).unwrap();
/// let moves = ByPositions::new(&game).unwrap();
/// let indexed = Indexed { name: "quixo:3", slots: moves.slots(), tiers: game.tiers(), moves: &moves };
/// let options = Options { cluster: Cluster::threads(2)?, ..Options::default() };
/// let answer = indexed.solve(&options, &Control::default())?;
/// let start = game.rank(&game.start().unwrap());
/// assert_eq!(answer.get(start), Some(Known::Value(Value::Win(Distance(7)))));
/// # Ok::<(), retrograde_cluster::ClusterError>(())
/// ```
pub struct Indexed<'a> {
    /// What tells the game from others.
    pub name: &'a str,
    /// How many slots the index has.
    pub slots: u64,
    /// The slots in groups, as [`Game::tiers`](retrograde_games::Game::tiers) has them.
    pub tiers: Vec<Range<u64>>,
    /// The moves.
    pub moves: &'a dyn SlotMoves,
}

impl std::fmt::Debug for Indexed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Indexed").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Indexed<'_> {
    /// Solves it, with all other processes: the share of this one.
    ///
    /// # Errors
    /// The tiers do not fit the slots, or the moves the tiers; it was stopped; processes did not find each
    /// other, were started for other work, or one is gone; a file failed.
    ///
    /// # Complexity
    /// One look at each slot and one at what is before it, once more where there are ties; a message of 4
    /// bytes for each move within a tier, of 16 for each out of it. Two bytes a slot, and four for a slot
    /// of the tier at hand with moves out of it.
    pub fn solve(&self, options: &Options, control: &Control<'_>) -> Result<Answer, ClusterError> {
        let mut tiers = self.tiers.clone();
        tiers.sort_unstable_by_key(|tier| tier.start);
        let mut end = 0;
        for tier in tiers.iter().filter(|tier| !tier.is_empty()) {
            if tier.start != end {
                break;
            }
            end = tier.end;
        }
        if end != self.slots {
            let text = format!("slot {end} must be in exactly one tier");
            return Err(ClusterError::Game(text));
        }
        let largest = tiers.iter().map(|tier| tier.end - tier.start).max().unwrap_or(0);
        let needed = estimate_slots(self.slots, largest, &options.cluster);
        check(needed, &options.cluster, control)?;
        run(self, options, control)
    }

    /// The number that tells this input and this question from others: shares of the answer have it, and
    /// [`merge`](crate::merge) asks for it.
    ///
    /// # Errors
    /// None yet.
    pub fn identity(&self, control: &Control<'_>) -> Result<u64, ClusterError> {
        identity(self, control)
    }
}

impl Source for Indexed<'_> {
    fn size(&self) -> Option<u64> {
        Some(self.slots)
    }

    fn tiers(&self, _: u64) -> Vec<Range<u64>> {
        self.tiers.iter().filter(|tier| !tier.is_empty()).cloned().collect()
    }

    fn style(&self) -> Style<'_> {
        Style::Slots
    }

    fn fingerprint(&self, _: Watch<'_>) -> Result<u64, ClusterError> {
        let mut print = Fingerprint::new(self.slots, 0);
        print.bytes(self.name.as_bytes());
        self.tiers.iter().for_each(|tier| print.add(&[tier.start, tier.end]));
        Ok(print.finish())
    }

    fn open<'a>(
        &'a self,
        partition: Partition,
        link: &mut Link<'_>,
    ) -> Result<Box<dyn Part + 'a>, ClusterError> {
        let leaves = self.tiers.len() > 1;
        let (me, list) = (link.me(), Vec::new());
        Ok(Box::new(Slots { moves: self.moves, partition, me, leaves, list }))
    }
}

/// What a worker sees of it.
pub(crate) struct Slots<'a> {
    moves: &'a dyn SlotMoves,
    partition: Partition,
    me: usize,
    leaves: bool,
    list: Vec<u64>,
}

impl Slots<'_> {
    fn beyond(&self, slot: u64) -> ClusterError {
        ClusterError::Game(format!("a move leads to or from slot {slot}, which is past the end"))
    }
}

impl Part for Slots<'_> {
    fn leaves_tiers(&self) -> bool {
        self.leaves
    }

    fn look(&mut self, vertices: Range<u64>, _: u32, seen: Seen<'_>) -> Result<(), ClusterError> {
        for (offset, slot) in vertices.enumerate() {
            self.list.clear();
            let look = match self.moves.look(slot, &mut self.list) {
                Slot::Hole => Look::Hole,
                Slot::Over(outcome) => Look::Over(outcome),
                Slot::GivesAway { .. } | Slot::WinsAtOnce => {
                    let message = format!("some moves from slot {slot} are left out");
                    return Err(ClusterError::Game(message));
                }
                Slot::Open { replies } => {
                    self.list.sort_unstable();
                    self.list.dedup();
                    if let Some(&last) =
                        self.list.last().filter(|&&last| last >= self.partition.size())
                    {
                        return Err(self.beyond(last));
                    }
                    Look::Open { replies: replies as u32, leaving: &self.list }
                }
            };
            seen(offset as u32, &[look])?;
        }
        Ok(())
    }

    fn before(&mut self, places: &[u32], outbox: &mut Outbox) -> Result<(), ClusterError> {
        for &place in places {
            self.list.clear();
            self.moves.before(self.partition.vertex(self.me, place), &mut self.list);
            for &slot in &self.list {
                if slot >= self.partition.size() {
                    return Err(self.beyond(slot));
                }
                outbox.push(slot);
            }
        }
        Ok(())
    }
}
