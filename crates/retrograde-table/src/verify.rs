//! Checking a table against the rules, without trusting whatever built it.
//!
//! What each position is worth follows from what its moves lead to, and must be what the table says.
//! With distances that is a proof of all wins and losses, because each rests on shorter ones, and
//! of the draws, because each has a move to another and none to a loss. What has no distance could
//! rest on itself, in a circle: ties, and everything in a table of outcomes. Those are proved from
//! the ends of the game backwards, round by round, until nothing new follows.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Control, Distance, Outcome};

use crate::fault::{Fault, VerifyError};
use crate::header::Kind;
use crate::scan::{Loaded, Meter};
use crate::{Index, Seen, Table, TableError, Walk, Worth, phase};

/// Slots that a thread looks at in one go.
const CHUNK: u64 = 1 << 11;

/// What was verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Slots with a position, each of which follows from its moves.
    pub positions: u64,
    /// Slots without one.
    pub holes: u64,
}

/// Checks a table: every byte against its checksums, and every slot against the rules of the game.
///
/// Only moves, verdicts and the numbering of the game are used; un-moves and tiers, which the
/// builder relies on, are not.
///
/// ```
/// # use retrograde_games::rules::Quixo;
/// # use retrograde_table::{BuildOptions, Table, verify};
/// # let folder = tempfile::tempdir().unwrap();
/// let game = Quixo::new(3).unwrap();
/// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
/// let verified = verify(&game, &table, &Default::default())?;
/// assert_eq!(verified.positions + verified.holes, 4_599);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first slot that is wrong, damage to the file, or somebody stopped it.
///
/// # Complexity
/// The moves of each position once; of ties, and of wins and losses without distance, once more in
/// each round until they are proved. The unpacked table in memory: a byte a slot, two with more than
/// 255 different values, two bits without distances; and a bit a slot where there are rounds. If the
/// table does not fit, blocks are unpacked when they are looked at, again and again.
pub fn verify(
    game: &dyn Index,
    table: &Table,
    control: &Control<'_>,
) -> Result<Verified, VerifyError> {
    table.check_game(game)?;
    table.check_file(control)?;
    // A bit for each slot says whether it is proved.
    let loaded = table.load_beside(table.slots() / 8, control)?;
    let check = Check { game, control, loaded, kind: table.kind(), slots: table.slots() };
    let verified = control.threads.install(|| {
        let (verified, unproved) = check.derive_all()?;
        check.prove(unproved)?;
        Ok(verified)
    });
    check.loaded.fault().map_or(verified, |fault| Err(fault.into()))
}

struct Check<'a> {
    game: &'a dyn Index,
    control: &'a Control<'a>,
    loaded: Loaded<'a>,
    kind: Kind,
    slots: u64,
}

/// What a thread looks with.
struct With<'a> {
    walk: Box<dyn Walk + 'a>,
    replies: Vec<u64>,
}

impl Check<'_> {
    /// Whether what is stored could rest on itself.
    fn needs_proof(&self, worth: Worth) -> bool {
        match worth {
            Worth::Tie => true,
            Worth::Win(_) | Worth::Lose(_) => self.kind == Kind::Outcome,
            Worth::Hole | Worth::Draw => false,
        }
    }

    /// What a position without further play is worth.
    fn at_once(&self, verdict: Outcome) -> Worth {
        let distance = (self.kind == Kind::Distance).then_some(Distance(0));
        match (verdict, self.kind) {
            (Outcome::Win, _) => Worth::Win(distance),
            (Outcome::Lose, _) => Worth::Lose(distance),
            (Outcome::Draw, Kind::Distance) => Worth::Tie,
            (Outcome::Draw, Kind::Outcome) => Worth::Draw,
        }
    }

    /// Chunks of slots in parallel; the fault in the lowest slot, if there is one.
    fn each_slot(
        &self,
        work: &(dyn Fn(u64, &mut With<'_>) -> Result<(), Fault> + Sync),
    ) -> Result<(), VerifyError> {
        let meter = Meter::new(self.control, phase::VERIFYING, self.slots);
        let lowest: Mutex<Option<(u64, Fault)>> = Mutex::new(None);
        let lowest_in = || lowest.lock().unwrap_or_else(PoisonError::into_inner);
        self.control.threads.share(self.slots.div_ceil(CHUNK) as usize, &|chunks| {
            let mut with = With { walk: self.game.walk(), replies: Vec::new() };
            for chunk in chunks {
                if self.control.is_stopped() {
                    return;
                }
                let begin = chunk as u64 * CHUNK;
                let range = begin..(begin + CHUNK).min(self.slots);
                let count = range.end - range.start;
                let fault =
                    range.into_iter().find_map(|slot| Some((slot, work(slot, &mut with).err()?)));
                meter.add(count);
                // Chunks are given out in order, so whoever has a lower one goes on with it.
                if let Some((slot, fault)) = fault {
                    let mut lowest = lowest_in();
                    if lowest.as_ref().is_none_or(|(least, _)| slot < *least) {
                        *lowest = Some((slot, fault));
                    }
                    return;
                }
                if lowest_in().is_some() {
                    return;
                }
            }
        });
        self.control.check().map_err(TableError::from)?;
        let fault = lowest.into_inner().unwrap_or_else(PoisonError::into_inner);
        fault.map_or(Ok(()), |(_, fault)| Err(VerifyError::Fault(Box::new(fault))))
    }

    /// Compares every slot with what follows from its moves. Returns how many slots are left to be
    /// proved.
    fn derive_all(&self) -> Result<(Verified, u64), VerifyError> {
        let (positions, unproved) = (AtomicU64::new(0), AtomicU64::new(0));
        self.each_slot(&|slot, with| {
            let stored = self.worth(slot);
            with.replies.clear();
            let (seen, ranked) = with.walk.recount(slot, &mut with.replies);
            let shown = || self.game.show_slot(slot).unwrap_or_default();
            if ranked != slot {
                return Err(Fault::Rank { slot, position: shown(), ranked });
            }
            let derived = match (seen, stored) {
                (Seen::Hole, Worth::Hole) => return Ok(()),
                (Seen::Hole, stored) => return Err(Fault::Filled { slot, stored }),
                (Seen::Over(verdict), _) => self.at_once(verdict),
                (Seen::Open, _) => self.derive(&with.replies).map_err(|to| Fault::Move {
                    slot,
                    position: shown(),
                    to,
                })?,
            };
            if derived != stored {
                return Err(Fault::Differs { slot, position: shown(), stored, derived });
            }
            positions.fetch_add(1, Relaxed);
            if self.needs_proof(stored) {
                unproved.fetch_add(1, Relaxed);
            }
            Ok(())
        })?;
        let positions = positions.into_inner();
        let verified = Verified { positions, holes: self.slots - positions };
        Ok((verified, unproved.into_inner()))
    }

    /// What follows from what the moves of a position lead to, or the slot of a move that leads nowhere.
    fn derive(&self, replies: &[u64]) -> Result<Worth, u64> {
        let (mut quickest, mut slowest): (Option<Option<u32>>, Option<u32>) = (None, None);
        let (mut tie, mut draw) = (false, false);
        let next = |distance: Option<Distance>| distance.map(|distance| distance.0 + 1);
        for &slot in replies {
            match self.worth(slot) {
                Worth::Hole => return Err(slot),
                Worth::Tie => tie = true,
                Worth::Draw => draw = true,
                Worth::Win(distance) => slowest = slowest.max(next(distance)),
                Worth::Lose(distance) => {
                    let distance = next(distance);
                    quickest = Some(quickest.map_or(distance, |least| least.min(distance)));
                }
            }
        }
        Ok(match (quickest, draw, tie) {
            (Some(distance), _, _) => Worth::Win(distance.map(Distance)),
            (None, true, _) => Worth::Draw,
            (None, false, true) => Worth::Tie,
            (None, false, false) if replies.is_empty() => self.at_once(Outcome::Lose),
            (None, false, false) => Worth::Lose(slowest.map(Distance)),
        })
    }

    /// What the table says about a slot.
    fn worth(&self, slot: u64) -> Worth {
        self.loaded.get(slot).unwrap_or(Worth::Hole)
    }

    /// Proves what could rest on itself, round by round.
    fn prove(&self, mut unproved: u64) -> Result<(), VerifyError> {
        if unproved == 0 {
            return Ok(());
        }
        let proved: Vec<AtomicU64> =
            (0..self.slots.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let is_proved =
            |slot: u64| proved[(slot / 64) as usize].load(Relaxed) >> (slot % 64) & 1 == 1;
        while unproved > 0 {
            let found = AtomicU64::new(0);
            self.each_slot(&|slot, with| {
                let worth = self.worth(slot);
                if self.needs_proof(worth)
                    && !is_proved(slot)
                    && self.follows(slot, worth, with, &is_proved)
                {
                    proved[(slot / 64) as usize].fetch_or(1 << (slot % 64), Relaxed);
                    found.fetch_add(1, Relaxed);
                }
                Ok(())
            })?;
            let found = found.into_inner();
            if found == 0 {
                return self.each_slot(&|slot, _| {
                    let stored = self.worth(slot);
                    match self.needs_proof(stored) && !is_proved(slot) {
                        true => {
                            let position = self.game.show_slot(slot).unwrap_or_default();
                            Err(Fault::Circular { slot, position, stored })
                        }
                        false => Ok(()),
                    }
                });
            }
            unproved -= found;
        }
        Ok(())
    }

    /// Whether what is stored follows from what is proved. That it agrees with all is known.
    fn follows(
        &self,
        slot: u64,
        worth: Worth,
        with: &mut With<'_>,
        is_proved: &dyn Fn(u64) -> bool,
    ) -> bool {
        // One proved loss is enough for a win, and the first one stops the search.
        let (wins, mut decided) = (matches!(worth, Worth::Win(_)), false);
        let seen = with.walk.visit(slot, &mut |to| {
            decided = match (worth, self.worth(to)) {
                (Worth::Win(_), Worth::Lose(_)) => is_proved(to),
                (Worth::Lose(_), _) | (Worth::Tie, Worth::Tie) => !is_proved(to),
                _ => false,
            };
            !decided
        });
        match seen {
            Seen::Hole => false,
            Seen::Over(_) => true,
            Seen::Open => decided == wins,
        }
    }
}
