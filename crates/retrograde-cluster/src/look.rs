//! The first look at the vertices of a tier: what is over, how many moves must be refuted, and what moves
//! out of the tier lead to, which only their owners know.
//!
//! Vertices are looked at a chunk a round. Questions go out in one round, are answered in the next, and
//! what they come to is written down at its end. Where there is a checkpoint of a look that was not over, what
//! was looked at is read off the cells: all of a block before the last cell that has something in it.

use retrograde_core::{Outcome, Progress};
use retrograde_link::{ClusterError, Tally};

use crate::cell::{Cell, Kind};
use crate::cells::{Cells, number_at};
use crate::checkpoint::Keeper;
use crate::partition::Partition;
use crate::questions::Questions;
use crate::solve::Halt;
use crate::source::Look;
use crate::wave::{Delayed, State, Wave};

/// Vertices that a worker looks at in a round, where moves may leave the tier, and where they do not.
const CHUNKS: [usize; 2] = [1 << 16, 1 << 18];

/// What a vertex has been told about its moves out of the tier.
#[derive(Clone, Copy, Debug)]
struct Outside {
    place: u32,
    replies: u32,
    /// The fastest win by such a move.
    win: Option<u32>,
    /// The longest that such moves to won vertices put off a loss.
    refuted: Option<u32>,
    tie: bool,
    draw: bool,
}

impl Outside {
    fn hear(&mut self, value: u32) -> bool {
        match value.parts() {
            (Kind::Won, number) if number > 0 => self.refuted = self.refuted.max(Some(number)),
            (Kind::Lost, number) if number > 0 => {
                self.win = Some(self.win.map_or(number, |win| win.min(number)));
            }
            (Kind::Open, 0) => self.draw = true,
            (Kind::Tied, _) => self.tie = true,
            _ => return false,
        }
        true
    }

    /// Writes down what it comes to. What moves out of the tier lead to counts as a move that is refuted
    /// in its time, or never.
    fn settle(self, cells: &mut Cells, delayed: &mut Delayed) {
        let leaving = [self.win.is_some(), self.refuted.is_some(), self.tie, self.draw];
        let leaving: u32 = leaving.into_iter().map(u32::from).sum();
        match self.replies + leaving {
            0 => cells.set(self.place, Kind::Lost, number_at(0)),
            count => cells.set(self.place, Kind::Open, count),
        }
        // One more than the distance of a vertex is the distance of those before it.
        if let Some(distance) = self.win {
            delayed.claims.entry(distance).or_default().push(self.place);
        } else if let Some(distance) = self.refuted {
            delayed.lowers.entry(distance).or_default().push(self.place);
        }
        if self.tie {
            delayed.ties.push(self.place);
        }
    }
}

/// What all workers found. Of a look that was begun before, it counts that there were moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// Moves that stay in the tier.
    pub(crate) replies: u64,
    /// Positions that end undecided, by their verdict.
    pub(crate) ties: u64,
}

impl Wave<'_, '_> {
    /// Looks at all own vertices of the tier that were not looked at before.
    pub(crate) fn look(&mut self, mut keeper: Option<&mut Keeper<'_>>) -> Result<Seen, Halt> {
        let [leaving, staying] = CHUNKS;
        let chunk = if self.part.leaves_tiers() { leaving } else { staying };
        let (me, partition) = (self.link.me(), self.partition);
        let end = self.state.places.end;
        let mut at = self.state.places.start;
        let questions = Questions::new(partition);
        let seen = Seen { replies: 0, ties: 0 };
        let mut looking = Looking { partition, me, seen, questions, asked: Vec::new() };
        let mut before: Vec<Outside> = Vec::new();
        let mut contradiction = false;
        // What somebody wants to be kept, once all that was asked is answered.
        let mut wanted = 0;
        loop {
            let until = if wanted == 0 { end.min(at.saturating_add(chunk)) } else { at };
            while at < until {
                self.link.step()?;
                // Numbers are consecutive within a block, and so are the vertices.
                let block_end = (at as u64 / partition.block_len() + 1) * partition.block_len();
                let block_end = (end as u64).min(block_end) as usize;
                let begin = at.max(self.state.cells.end_of_used(at..block_end));
                looking.seen.replies += u64::from(begin > at);
                let piece = begin as u32..until.min(block_end).max(begin) as u32;
                at = piece.end as usize;
                if piece.is_empty() {
                    continue;
                }
                let first = partition.vertex(me, piece.start);
                let vertices = first..first + piece.len() as u64;
                let state = &mut self.state;
                self.part.look(vertices, piece.start, &mut |offset, looks| {
                    let places = piece.start + offset..;
                    let mut looks = places.zip(looks);
                    looks.try_for_each(|(place, look)| looking.note(state, place, *look))
                })?;
                looking.questions.send(self.link);
                if me == 0 {
                    let size = partition.size();
                    let done = (at as u64).saturating_mul(partition.workers() as u64).min(size);
                    self.link.watch.control.tell(Progress::new("looking", done, size));
                }
            }
            let left = u64::from(at < end || !looking.asked.is_empty());
            let flags = keeper.as_ref().map_or(0, |keeper| keeper.flags(self.link));
            let tally = Tally { counts: [left, looking.seen.ties, 0], flags, ..Tally::default() };
            let sum =
                looking.questions.round(self.link, &self.state.cells, tally, |number, cell| {
                    let outside = before.get_mut(number as usize);
                    outside.map(|outside| contradiction |= !outside.hear(cell)).is_some()
                })?;
            if contradiction {
                return Err(out_of_order().into());
            }
            for outside in before.drain(..) {
                outside.settle(&mut self.state.cells, &mut self.state.delayed);
            }
            std::mem::swap(&mut looking.asked, &mut before);
            if sum.counts[0] == 0 {
                break;
            }
            if let (Some(keeper), true) = (&mut keeper, wanted != 0) {
                self.state.mark.ties |= sum.counts[1] > 0;
                keeper.heed(self, wanted)?;
                wanted = 0;
            } else {
                wanted = sum.flags;
            }
        }
        let Seen { replies, ties } = looking.seen;
        let sum = self.link.meet(Tally { counts: [replies, ties, 0], ..Tally::default() })?;
        Ok(Seen { replies: sum.counts[0], ties: sum.counts[1] })
    }
}

fn out_of_order() -> ClusterError {
    let text = "a move leads to a slot that has no position or is not in an earlier tier";
    ClusterError::Game(text.to_owned())
}

/// What a worker has at hand while it looks.
struct Looking {
    partition: Partition,
    me: usize,
    seen: Seen,
    questions: Questions,
    asked: Vec<Outside>,
}

impl Looking {
    /// Writes down what there is at a vertex, or asks.
    #[inline(always)]
    fn note(&mut self, state: &mut State, place: u32, look: Look<'_>) -> Result<(), ClusterError> {
        let cells = &mut state.cells;
        match look {
            Look::Hole => cells.set(place, Kind::Won, 0),
            Look::Over(Outcome::Win) => cells.set(place, Kind::Won, number_at(0)),
            Look::Over(Outcome::Lose) => cells.set(place, Kind::Lost, number_at(0)),
            Look::Over(Outcome::Draw) => {
                self.seen.ties += 1;
                cells.set(place, Kind::Tied, 1);
            }
            Look::Open { replies: 0, leaving: [] } => cells.set(place, Kind::Lost, number_at(0)),
            Look::Open { replies, leaving: [] } => {
                self.seen.replies += u64::from(replies);
                cells.set(place, Kind::Open, replies);
            }
            Look::Open { replies, leaving } => self.ask(state, place, replies, leaving)?,
            // Somebody else looks for goals.
            Look::Visit { .. } => {}
        }
        Ok(())
    }

    /// Asks where moves out of the tier lead, or looks there.
    #[cold]
    fn ask(
        &mut self,
        state: &mut State,
        place: u32,
        replies: u32,
        leaving: &[u64],
    ) -> Result<(), ClusterError> {
        self.seen.replies += u64::from(replies);
        let (win, refuted) = (None, None);
        let mut outside = Outside { place, replies, win, refuted, tie: false, draw: false };
        let number = self.asked.len() as u32;
        let mut waits = false;
        for &to in leaving {
            let (owner, there) = self.partition.place(to);
            if owner != self.me {
                self.questions.ask(owner, there, number);
                waits = true;
            } else if !state.cells.get(there).is_some_and(|cell| outside.hear(cell)) {
                return Err(out_of_order());
            }
        }
        match waits {
            true => self.asked.push(outside),
            false => outside.settle(&mut state.cells, &mut state.delayed),
        }
        Ok(())
    }
}
