//! The first look at the vertices of a tier: what is over, how many moves must be refuted, and what moves
//! out of the tier lead to, which only their owners know.
//!
//! Vertices are looked at a chunk a round. Questions go out in one round, are answered in the next, and
//! what they come to is written down at its end.

use retrograde_core::{Outcome, Progress};

use crate::batch::{Batch, Topic};
use crate::cell::{Cell, Kind};
use crate::cells::{Cells, number_at};
use crate::error::ClusterError;
use crate::link::Tally;
use crate::outbox::Outbox;
use crate::source::{Look, Part};
use crate::wave::{Delayed, State, Wave};

/// Vertices that a worker looks at in a round, where moves may leave the tier.
const CHUNK: usize = 1 << 16;

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

/// What all workers found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// Moves that stay in the tier.
    pub(crate) replies: u64,
    /// Positions that end undecided, by their verdict.
    pub(crate) ties: u64,
}

impl<P: Part> Wave<'_, '_, P> {
    /// Looks at all own vertices of the tier with these numbers.
    pub(crate) fn look(&mut self) -> Result<Seen, ClusterError> {
        let mut seen = Seen { replies: 0, ties: 0 };
        let (me, partition) = (self.link.me(), self.partition);
        let chunk = if self.part.leaves_tiers() { CHUNK } else { usize::MAX };
        let end = self.state.places.end;
        let mut at = self.state.places.start;
        let mut asks = Outbox::new(partition);
        let mut tells = Outbox::new(partition);
        let (mut asked, mut before) = (Vec::new(), Vec::new());
        loop {
            let until = end.min(at.saturating_add(chunk));
            while at < until {
                self.link.step()?;
                // Numbers are consecutive within a block, and so are the vertices.
                let block_end = (at as u64 / partition.block_len() + 1) * partition.block_len();
                let piece = at as u32..until.min(block_end as usize) as u32;
                let first = partition.vertex(me, piece.start);
                let vertices = first..first + piece.len() as u64;
                let state = &mut self.state;
                self.part.look(vertices, piece.start, &mut |offset, look| {
                    let place = piece.start + offset;
                    note(state, &mut seen, &mut asks, &mut asked, me, partition, place, look)
                })?;
                at = piece.end as usize;
                send(&mut asks, self.link, Topic::Ask);
                if me == 0 {
                    let done = at.saturating_mul(partition.workers()) as u64;
                    let size = partition.size();
                    self.link.watch.control.tell(Progress::new("looking", done.min(size), size));
                }
            }
            asks.finish();
            send(&mut asks, self.link, Topic::Ask);
            tells.finish();
            send(&mut tells, self.link, Topic::Tell);
            let left = u64::from(at < end || !asked.is_empty());
            let tally = Tally { counts: [left, 0, 0], ..Tally::default() };
            let state = &self.state;
            let sum = self.link.end_round(tally, |batch| {
                let Batch { topic, from, words, .. } = batch;
                let garbled = ClusterError::Garbled { from: from as usize };
                let (pairs, rest) = words.as_chunks::<2>();
                let sound = rest.is_empty()
                    && match topic {
                        Topic::Ask => answer(&state.cells, pairs, from as usize, &mut tells),
                        Topic::Tell => hear(pairs, &mut before),
                        _ => false,
                    };
                if sound { Ok(()) } else { Err(garbled) }
            })?;
            for outside in before.drain(..) {
                let outside: Outside = outside;
                outside.settle(&mut self.state.cells, &mut self.state.delayed);
            }
            std::mem::swap(&mut asked, &mut before);
            if sum.counts[0] == 0 {
                break;
            }
        }
        let tally = Tally { counts: [seen.replies, seen.ties, 0], ..Tally::default() };
        let sum = self.link.meet(tally)?;
        Ok(Seen { replies: sum.counts[0], ties: sum.counts[1] })
    }
}

fn send(outbox: &mut Outbox, link: &mut crate::link::Link<'_>, topic: Topic) {
    while let Some((owner, words)) = outbox.pop() {
        link.send(owner, topic, words);
    }
}

/// Writes down what there is at a vertex, or asks.
#[allow(clippy::too_many_arguments, reason = "what the loop above has at hand")]
fn note(
    state: &mut State,
    seen: &mut Seen,
    asks: &mut Outbox,
    asked: &mut Vec<Outside>,
    me: usize,
    partition: crate::Partition,
    place: u32,
    look: Look<'_>,
) -> Result<(), ClusterError> {
    let cells = &mut state.cells;
    match look {
        Look::Hole => cells.set(place, Kind::Won, 0),
        Look::Over(Outcome::Win) => cells.set(place, Kind::Won, number_at(0)),
        Look::Over(Outcome::Lose) => cells.set(place, Kind::Lost, number_at(0)),
        Look::Over(Outcome::Draw) => {
            seen.ties += 1;
            cells.set(place, Kind::Tied, 1);
        }
        Look::Open { replies: 0, leaving: [] } => cells.set(place, Kind::Lost, number_at(0)),
        Look::Open { replies, leaving: [] } => {
            seen.replies += u64::from(replies);
            cells.set(place, Kind::Open, replies);
        }
        Look::Open { replies, leaving } => {
            seen.replies += u64::from(replies);
            let (win, refuted) = (None, None);
            let mut outside = Outside { place, replies, win, refuted, tie: false, draw: false };
            let number = asked.len() as u32;
            let mut waits = false;
            for &to in leaving {
                let (owner, there) = partition.place(to);
                if owner == me {
                    let value = cells.get(there).unwrap_or(0);
                    if !outside.hear(value) {
                        let text = format!("a move leads from its tier to slot {to}, which is not done");
                        return Err(ClusterError::Game(text));
                    }
                } else {
                    asks.push_to(owner, [there, number]);
                    waits = true;
                }
            }
            match waits {
                true => asked.push(outside),
                false => outside.settle(cells, &mut state.delayed),
            }
        }
    }
    Ok(())
}

/// Answers questions of another worker; whether they make sense.
fn answer(cells: &Cells, pairs: &[[u32; 2]], from: usize, tells: &mut Outbox) -> bool {
    pairs.iter().all(|&[place, number]| {
        let Some(value) = cells.get(place) else { return false };
        tells.push_to(from, [number, value]);
        true
    })
}

/// Takes down answers; whether they make sense.
fn hear(pairs: &[[u32; 2]], before: &mut [Outside]) -> bool {
    pairs.iter().all(|&[number, value]| {
        before.get_mut(number as usize).is_some_and(|outside| outside.hear(value))
    })
}
