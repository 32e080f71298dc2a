//! A tier that leads to itself in half a byte a slot, where only outcomes are asked for.
//!
//! Nothing is counted. A slot that turns out lost makes wins of those before it; one that turns out won
//! has the moves of those before it looked at again, up to the first that does not lose. That is more
//! work than counting by about the number of moves, in a quarter of the memory.

use std::ops::Range;
use std::sync::Arc;

use rayon::ThreadPool;
use retrograde_core::{Outcome, Progress, sys};
use retrograde_games::{Game, SlotMoves};

use super::mark::{Mark, Stage, Way};
use super::pieces::{Pieces, each, run};
use super::planes::{self, Planes, State};
use super::tally::Tally;
use super::work::{Scratch, Tier};
use super::{DenseError, DenseOptions, has_unmoves, steps};
use crate::Worth;
use crate::earlier::Earlier;
use crate::tiers::Tiers;

/// Such a tier at work.
pub(crate) struct Lean<'a, G> {
    game: &'a G,
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

impl<'a, G: Game> Lean<'a, G> {
    /// The tier of the mark, from these words on.
    pub(crate) fn new(
        game: &'a G,
        options: &DenseOptions<'a>,
        (tiers, pool): (Tiers, Option<Arc<ThreadPool>>),
        earlier: &'a Earlier,
        words: Vec<u16>,
        mark: Mark,
    ) -> Result<Self, DenseError> {
        let range = tiers.get(mark.tier).ok_or(DenseError::Resume)?;
        let fresh = Mark::of_tier(mark.tier, mark.ties);
        if words.len() != planes::words(range.len())
            || mark.at > range.len()
            || !(mark == fresh || mark.way == Some(Way::Lean))
        {
            return Err(DenseError::Resume);
        }
        let mark = Mark { way: Some(Way::Lean), ..mark };
        let fast = game.slot_moves();
        let backward = fast.is_some() || has_unmoves(game);
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

impl<G: Game> steps::Steps for Lean<'_, G> {
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
                game: self.game,
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
        let (backward, pool) = (self.backward, self.pool.as_deref());
        let (tally, done) = run(pool, &control, &pieces, &|numbers| {
            let mut with = (Scratch::new(), Vec::new());
            each(numbers, |n| {
                let mut tally = Tally::default();
                for slot in pieces.range(n) {
                    match (stage, backward) {
                        (Stage::First, _) => work.first(slot, &mut with, &mut tally)?,
                        (_, false) => work.again(slot, &mut with, &mut tally)?,
                        (_, true) => break,
                    }
                }
                if stage != Stage::First && backward {
                    for slot in planes.fresh(work.round, pieces.range(n)) {
                        work.pass_on(slot, &mut with, &mut tally)?;
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
struct Work<'a, G: Game> {
    planes: &'a Planes<'a>,
    round: usize,
    /// Whether there are un-moves.
    backward: bool,
    tier: Tier<'a, G>,
}

/// Memory that a thread uses again and again.
type With<G> = (Scratch<G>, Vec<<G as Game>::Move>);

impl<G: Game> Work<'_, G> {
    /// The first look at a slot, given by its place in the tier.
    fn first(&self, at: usize, with: &mut With<G>, tally: &mut Tally) -> Result<(), DenseError> {
        let slot = self.tier.range.start + at;
        let Some(position) = self.tier.game.unrank(slot as u64) else { return Ok(()) };
        let state = match self.tier.game.verdict(&position) {
            Some(Outcome::Win) => State::Win,
            Some(Outcome::Lose) => State::Lose,
            // As good as open: no move leads on from there.
            Some(Outcome::Draw) => State::Open,
            None => {
                let scratch = &mut with.0;
                let outside = self.tier.replies(slot, &position, scratch)?;
                match (outside.win, outside.tie || outside.endless) {
                    (Some(_), _) => State::Win,
                    (None, false) if scratch.list.is_empty() => State::Lose,
                    _ => State::Open,
                }
            }
        };
        self.planes.replace(at, State::Hole, state);
        match state {
            State::Open => tally.open += 1,
            _ => self.planes.tell(self.round, at),
        }
        Ok(())
    }

    /// Tells those before a slot that it is won or lost.
    fn pass_on(&self, at: usize, with: &mut With<G>, tally: &mut Tally) -> Result<(), DenseError> {
        let (scratch, moves) = with;
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
            } else if self.judge(before, moves)? == Some(State::Lose) {
                self.settle(before, State::Lose, tally);
            }
        }
        self.planes.told(self.round, at);
        Ok(())
    }

    /// Another look at a slot, where there are no un-moves.
    fn again(&self, at: usize, with: &mut With<G>, tally: &mut Tally) -> Result<(), DenseError> {
        if self.planes.get(at) == State::Open
            && let Some(state) = self.judge(at, &mut with.1)?
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
    fn judge(&self, at: usize, moves: &mut Vec<G::Move>) -> Result<Option<State>, DenseError> {
        let (game, range) = (self.tier.game, &self.tier.range);
        let Some(position) = game.unrank((range.start + at) as u64) else { return Ok(None) };
        if game.verdict(&position).is_some() {
            return Ok(None);
        }
        moves.clear();
        game.moves(&position, moves);
        let mut refuted = !moves.is_empty();
        for chosen in moves.iter() {
            let to = game.rank(&game.play(&position, chosen));
            let state = match (self.tier.has(to), self.tier.earlier) {
                (true, _) => self.planes.get(to as usize - range.start),
                (false, None) => State::Open,
                (false, Some(earlier)) => match earlier.get(to).ok_or(DenseError::Unreadable)? {
                    Worth::Win(_) => State::Win,
                    Worth::Lose(_) => State::Lose,
                    _ => State::Open,
                },
            };
            match state {
                State::Win => {}
                State::Lose => return Ok(Some(State::Win)),
                // Where un-moves tell of losses, nothing else is looked for.
                _ if self.backward => return Ok(None),
                _ => refuted = false,
            }
        }
        Ok(refuted.then_some(State::Lose))
    }
}
