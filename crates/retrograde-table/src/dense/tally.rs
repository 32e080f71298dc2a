//! What a thread finds in its part of a pass, to be added up.

use retrograde_core::Outcome;

use super::DenseError;
use super::code::Code;
use super::work::{Outside, Tier};

/// What came of a part of a pass.
pub(super) struct Tally {
    /// How many slots are open now that were not before, less those that were and are not.
    pub(super) open: i64,
    /// How many wins may still turn out to be shorter.
    pub(super) pending: u64,
    /// The longest win that a move out of the tier gives to the opponent, at slots still open.
    pub(super) reach: u32,
    /// Whether there are ties.
    pub(super) ties: bool,
    /// Whether anything was changed.
    pub(super) changed: bool,
    /// How many slots got which distance, as long as it is short: these are too many to be counted
    /// by all threads in one place.
    pub(super) near: [u64; Tally::NEAR],
    /// How many slots of the next wave were found.
    pub(super) found: u64,
    /// Which ones, as long as they are few.
    pub(super) next: Vec<usize>,
    /// Whether some of them are not listed.
    pub(super) left_out: bool,
}

impl Default for Tally {
    fn default() -> Self {
        Tally {
            open: 0,
            pending: 0,
            reach: 0,
            ties: false,
            changed: false,
            near: [0; Tally::NEAR],
            found: 0,
            next: Vec::new(),
            left_out: false,
        }
    }
}

impl Tally {
    /// Distances below this are short.
    const NEAR: usize = 64;

    /// The most slots of a wave that are ever listed one by one.
    pub(super) const FEW: usize = 1 << 18;

    /// Adds a slot to the next wave.
    #[inline(always)]
    pub(super) fn find(&mut self, tier: &Tier<'_>, slot: usize) {
        self.found += 1;
        match self.next.len() < tier.few {
            true => self.next.push(slot),
            false => self.left_out = true,
        }
    }

    /// Counts a slot that has got its distance.
    #[inline(always)]
    pub(super) fn note(&mut self, tier: &Tier<'_>, distance: u32) {
        match self.near.get_mut(distance as usize) {
            Some(count) => *count += 1,
            None => tier.note(distance),
        }
    }

    /// Both together.
    pub(super) fn add(&mut self, mut other: Tally) {
        self.open += other.open;
        self.pending += other.pending;
        self.found += other.found;
        self.near.iter_mut().zip(other.near).for_each(|(sum, count)| *sum += count);
        self.reach = self.reach.max(other.reach);
        self.ties |= other.ties;
        self.changed |= other.changed;
        self.left_out |= other.left_out;
        match self.next.len() + other.next.len() <= Tally::FEW {
            true => self.next.append(&mut other.next),
            false => self.left_out = true,
        }
    }

    /// The code of a verdict.
    pub(super) fn verdict(&mut self, tier: &Tier<'_>, verdict: Outcome) -> Code {
        match verdict {
            Outcome::Win => Code::win(0).expect("the shortest distance fits"),
            Outcome::Lose => Code::lose(0).expect("the shortest distance fits"),
            Outcome::Draw if tier.outcomes => Code::DRAW,
            Outcome::Draw => {
                self.ties = true;
                Code::TIE
            }
        }
    }

    /// The code of a verdict, which is as good as found.
    pub(super) fn over(&mut self, tier: &Tier<'_>, verdict: Outcome) -> Code {
        if verdict != Outcome::Draw {
            self.note(tier, 0);
        }
        self.verdict(tier, verdict)
    }

    /// What the moves out of the tier make of an open slot with so many replies left within.
    pub(super) fn classify(
        &mut self,
        tier: &Tier<'_>,
        slot: usize,
        outside: Outside,
        replies: usize,
    ) -> Result<Code, DenseError> {
        let settled = match outside {
            Outside { win: Some(distance), .. } => {
                let code = Code::win(distance).ok_or(DenseError::TooLong)?;
                self.note(tier, distance);
                // A win in one cannot be bettered, nor can one without other moves.
                self.pending += u64::from(distance > 1 && replies > 0);
                code
            }
            Outside { tie, endless, .. } if tie || endless => match (replies > 0, endless) {
                (true, endless) => {
                    return Ok(if endless { Code::SAFE_ENDLESS } else { Code::SAFE });
                }
                (false, true) => Code::DRAW,
                (false, false) => {
                    self.ties = true;
                    Code::TIE
                }
            },
            Outside { refuted, .. } if replies == 0 => {
                let distance = refuted.map_or(0, |longest| longest + 1);
                let code = Code::lose(distance).ok_or(DenseError::TooLong)?;
                match distance {
                    0 => self.find(tier, slot),
                    _ => self.note(tier, distance),
                }
                code
            }
            Outside { refuted, .. } => {
                self.reach = self.reach.max(refuted.unwrap_or(0));
                return Code::open(replies).ok_or(DenseError::TooManyMoves { slot: slot as u64 });
            }
        };
        self.open -= 1;
        Ok(settled)
    }
}
