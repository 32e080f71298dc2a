//! A tier that leads to itself in half a byte a slot, where only outcomes are asked for.
//!
//! Nothing is counted. A slot that turns out lost makes wins of those before it; one that turns out won
//! has the moves of those before it looked at again, up to the first that does not lose. That is more
//! work than counting by about the number of moves, in a quarter of the memory.

use std::ops::Range;
use std::sync::Arc;

use rayon::ThreadPool;
use retrograde_core::{Outcome, Progress, sys};
use retrograde_games::{Gifts, Look, SlotMoves};

use super::mark::{Mark, Stage, Way};
use super::pieces::{Pieces, each, run};
use super::planes::{self, Planes, State};
use super::tally::Tally;
use super::work::{Outside, Scratch, Tier};
use super::{DenseError, DenseOptions, steps};
use crate::earlier::Earlier;
use crate::tiers::Tiers;
use crate::{Index, Seen, Walk, Worth};

/// Such a tier at work.
pub(crate) struct Lean<'a> {
    game: &'a dyn Index,
    options: DenseOptions<'a>,
    pool: Option<Arc<ThreadPool>>,
    tiers: Tiers,
    range: Range<usize>,
    earlier: &'a Earlier,
    backward: bool,
    fast: Option<&'a dyn SlotMoves>,
    words: Vec<u16>,
    mark: Mark,
}

/// The words that a tier of so many slots takes, of two bytes each.
pub(crate) fn words(slots: usize) -> usize {
    planes::words(slots)
}

impl<'a> Lean<'a> {
    /// The tier of the mark, from these words on.
    pub(crate) fn new(
        game: &'a dyn Index,
        options: &DenseOptions<'a>,
        (tiers, pool): (Tiers, Option<Arc<ThreadPool>>),
        earlier: &'a Earlier,
        words: Vec<u16>,
        mark: Mark,
    ) -> Result<Self, DenseError> {
        let range = tiers.get(mark.tier).ok_or(DenseError::Resume)?;
        let fresh = Mark::of_tier(mark.tier, mark.ties);
        let fast = game.slot_moves();
        // What one way leaves in the slots, another takes for something else.
        let way = match fast.is_some_and(|fast| fast.gifts() != Gifts::Counted) {
            true => Way::LeanSpare,
            false => Way::Lean,
        };
        if words.len() != planes::words(range.len())
            || mark.at > range.len()
            || !(mark == fresh || mark.way == Some(way))
        {
            return Err(DenseError::Resume);
        }
        let mark = Mark { way: Some(way), ..mark };
        let backward = fast.is_some() || game.has_unmoves();
        let options = *options;
        Ok(Lean { game, options, pool, tiers, range, earlier, backward, fast, words, mark })
    }

    /// Slots of the tier, packed, when all is done.
    pub(crate) fn codes(&self, slots: Range<usize>) -> Vec<u16> {
        planes::states(&self.words, slots).map(State::code).collect()
    }

    fn is_done(&self) -> bool {
        self.tiers.get(self.mark.tier).as_ref() != Some(&self.range)
    }

    fn turn(&mut self) {
        let mark = &mut self.mark;
        match mark.stage {
            Stage::First => {
                mark.begin(Stage::Waves);
                mark.wave = 0;
            }
            _ if mark.changed => {
                mark.begin(Stage::Waves);
                mark.wave ^= 1;
            }
            _ => *mark = Mark { tier: mark.tier + 1, way: mark.way, ..Mark::default() },
        }
    }
}

impl steps::Steps for Lean<'_> {
    fn step(&mut self) -> Result<bool, DenseError> {
        if self.is_done() {
            return Ok(false);
        }
        let control = self.options.control;
        control.check_memory()?;
        let Mark { stage, at, wave, .. } = self.mark;
        let length = self.range.len();
        let end = length.min(at.saturating_add(self.options.step.max(1)));
        let pieces = Pieces::Part(at..end);
        let planes = Planes::new(sys::as_atomic_pairs(&mut self.words), length);
        let work = Work {
            planes: &planes,
            round: wave as usize & 1,
            backward: self.backward,
            tier: Tier {
                fast: self.fast,
                slots: &[],
                first: 0,
                earlier: Some(self.earlier),
                range: self.range.clone(),
                alone: false,
                outcomes: true,
                due: &[],
                few: 0,
                shared: self.pool.is_some(),
            },
        };
        let (game, backward, pool) = (self.game, self.backward, self.pool.as_deref());
        let (tally, done) = run(pool, &control, &pieces, &|numbers| {
            let mut with = With { scratch: Scratch::new(game), judge: game.walk() };
            each(numbers, |n| {
                let (mut slots, mut tally) = (pieces.range(n), Tally::default());
                match (stage, backward) {
                    (Stage::First, _) => work.first(slots, &mut with, &mut tally)?,
                    (_, false) => {
                        slots.try_for_each(|slot| work.again(slot, &mut with, &mut tally))?;
                    }
                    (_, true) => {
                        let mut fresh = planes.fresh(work.round, slots);
                        fresh.try_for_each(|slot| work.pass_on(slot, &mut with, &mut tally))?;
                    }
                }
                Ok(tally)
            })
        })?;
        let left_from = pieces.left_from(done);
        self.mark.at = left_from.unwrap_or(end);
        self.mark.changed |= tally.changed;
        self.mark.open = self.mark.open.saturating_add_signed(tally.open);
        if self.mark.at == length {
            self.turn();
        }
        if control.progress.is_some() {
            control.tell(self.progress());
        }
        if left_from.is_some() {
            control.check()?;
        }
        Ok(!self.is_done())
    }

    fn slots(&self) -> &[u16] {
        &self.words
    }

    fn mark(&self) -> Mark {
        self.mark
    }

    fn progress(&self) -> Progress {
        steps::progress(&self.tiers, self.mark, self.mark.at, self.backward)
    }
}

/// What a thread works with.
struct Work<'a> {
    planes: &'a Planes<'a>,
    round: usize,
    /// Whether there are un-moves.
    backward: bool,
    tier: Tier<'a>,
}

/// Memory that a thread uses again and again.
struct With<'g> {
    scratch: Scratch<'g>,
    judge: Box<dyn Walk + 'g>,
}

impl Work<'_> {
    /// The first look at some slots, given by their places in the tier.
    fn first(
        &self,
        slots: Range<usize>,
        with: &mut With<'_>,
        tally: &mut Tally,
    ) -> Result<(), DenseError> {
        let start = self.tier.range.start;
        let Some(fast) = self.tier.fast else {
            return slots.into_iter().try_for_each(|at| {
                let (seen, outside) = self.tier.settle(start + at, &mut with.scratch)?;
                match seen {
                    Seen::Hole => {}
                    Seen::Over(verdict) => self.over(at, verdict, tally),
                    Seen::Open => self.open(at, outside, with.scratch.list.is_empty(), tally),
                }
                Ok(())
            });
        };
        let (part, mut fault) = (start + slots.start..start + slots.end, None);
        // Nothing is before a slot whose moves to it are left out, so nobody need be told of it.
        let spares = fast.gifts() == Gifts::LeftOut;
        fast.look_along(part.start as u64..part.end as u64, &mut |slot, look, leaving| {
            let at = slot as usize - start;
            match look {
                Look::Hole => {}
                Look::Over(Outcome::Win) if spares => self.note(at, State::Win),
                Look::Over(Outcome::Lose) if spares => self.note(at, State::Lose),
                Look::Over(verdict) => self.over(at, verdict, tally),
                Look::WinsAtOnce => self.note(at, State::Win),
                Look::GivesAway { .. } => self.found(at, State::Lose, tally),
                Look::Open { replies } => match Outside::of(&self.tier, slot as usize, leaving) {
                    Ok(outside) => self.open(at, outside, replies == 0, tally),
                    Err(error) => fault = Some(error),
                },
            }
        });
        fault.map_or(Ok(()), Err)
    }

    fn over(&self, at: usize, verdict: Outcome, tally: &mut Tally) {
        let state = match verdict {
            Outcome::Win => State::Win,
            Outcome::Lose => State::Lose,
            // As good as open: no move leads on from there.
            Outcome::Draw => State::Open,
        };
        self.found(at, state, tally);
    }

    /// A slot without a verdict, and what its moves lead to; `leaves` says that none stays in the tier.
    fn open(&self, at: usize, outside: Outside, leaves: bool, tally: &mut Tally) {
        let state = match (outside.win, outside.tie || outside.endless) {
            (Some(_), _) => State::Win,
            (None, false) if leaves => State::Lose,
            _ => State::Open,
        };
        self.found(at, state, tally);
    }

    /// What a slot is found to be at the first look, which those before it are to be told of.
    fn found(&self, at: usize, state: State, tally: &mut Tally) {
        self.note(at, state);
        match state {
            State::Open => tally.open += 1,
            _ => self.planes.tell(self.round, at),
        }
    }

    fn note(&self, at: usize, state: State) {
        self.planes.replace(at, State::Hole, state);
    }

    /// Tells those before a slot that it is won or lost.
    fn pass_on(&self, at: usize, with: &mut With<'_>, tally: &mut Tally) -> Result<(), DenseError> {
        let With { scratch, judge } = with;
        let start = self.tier.range.start;
        let lost = self.planes.get(at) == State::Lose;
        self.tier.predecessors(start + at, !lost, scratch);
        for &before in scratch.list.iter().filter(|&&before| self.tier.has(before)) {
            let before = before as usize - start;
            if self.planes.get(before) != State::Open {
                continue;
            }
            if lost {
                self.settle(before, State::Win, tally);
            } else if self.judge(before, &mut **judge)? == Some(State::Lose) {
                self.settle(before, State::Lose, tally);
            }
        }
        self.planes.told(self.round, at);
        Ok(())
    }

    /// Another look at a slot, where there are no un-moves.
    fn again(&self, at: usize, with: &mut With<'_>, tally: &mut Tally) -> Result<(), DenseError> {
        if self.planes.get(at) == State::Open
            && let Some(state) = self.judge(at, &mut *with.judge)?
        {
            self.settle(at, state, tally);
        }
        Ok(())
    }

    fn settle(&self, at: usize, state: State, tally: &mut Tally) {
        if self.planes.replace(at, State::Open, state) {
            self.planes.tell(self.round ^ 1, at);
            tally.changed = true;
            tally.open -= 1;
        }
    }

    /// What follows for an open slot from what its moves lead to, if anything does.
    fn judge(&self, at: usize, walk: &mut dyn Walk) -> Result<Option<State>, DenseError> {
        let slot = (self.tier.range.start + at) as u64;
        // Lost as soon as all moves are seen to be refuted, and there is one.
        let (mut follows, mut refuted) = (Ok(None), None);
        let seen = walk.visit(slot, &mut |to| match self.state(to) {
            Ok(State::Win) => {
                refuted.get_or_insert(true);
                true
            }
            Ok(State::Lose) => {
                (follows, refuted) = (Ok(Some(State::Win)), None);
                false
            }
            // Where un-moves tell of losses, nothing else is looked for.
            Ok(_) => {
                refuted = Some(false);
                !self.backward
            }
            Err(error) => {
                (follows, refuted) = (Err(error), None);
                false
            }
        });
        match (seen, refuted) {
            (Seen::Open, Some(true)) => Ok(Some(State::Lose)),
            _ => follows,
        }
    }

    /// What is known of a slot, in the tier or outside.
    fn state(&self, slot: u64) -> Result<State, DenseError> {
        Ok(match (self.tier.has(slot), self.tier.earlier) {
            (true, _) => self.planes.get(slot as usize - self.tier.range.start),
            (false, None) => State::Open,
            (false, Some(earlier)) => match earlier.get(slot).ok_or(DenseError::Unreadable)? {
                Worth::Win(_) => State::Win,
                Worth::Lose(_) => State::Lose,
                _ => State::Open,
            },
        })
    }
}
