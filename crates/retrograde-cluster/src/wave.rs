//! The backward wave, as one worker has it: what is decided in a round goes out to those before it, and
//! what comes in decides what goes out in the next.
//!
//! A lost vertex claims each vertex before it as won. A won one takes a move from each, and who has none
//! left is lost. Distances are rounds. What a move out of the tier leads to is known when the tier begins;
//! what follows from it is kept until its round has come.

use std::collections::BTreeMap;
use std::ops::Range;

use retrograde_core::Progress;
use retrograde_link::{Batch, ClusterError, Link, Tally, Topic, Watch};

use crate::cell::Kind;
use crate::cells::{Cells, number_at};
use crate::outbox::Outbox;
use crate::partition::Partition;
use crate::source::{Ending, Part};

/// Vertices whose predecessors are gathered between two looks at what has arrived.
const TOGETHER: usize = 1 << 9;

/// A front of at least one in this many cells is put in order: rows are read quickest as they lie.
const SORTED_FROM_ONE_IN: usize = 512;

/// Rounds between two looks at how much memory is held.
const LOOK_EVERY: u32 = 16;

/// Where a tier stands: what a checkpoint keeps beside the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) tier: u32,
    pub(crate) stage: Stage,
    /// The distance of what was decided last.
    pub(crate) distance: u32,
    /// Whether no move of the tier stays in it, so that nothing has to be told.
    pub(crate) quiet: bool,
    /// Whether there are ties, in this tier or before.
    pub(crate) ties: bool,
}

impl Mark {
    /// A number that differs where marks do, in all likelihood.
    pub(crate) fn stamp(self) -> u64 {
        let Mark { tier, stage, distance, quiet, ties } = self;
        let flags = u32::from(quiet) | u32::from(ties) << 1;
        let words = [tier, stage as u32, distance, flags].map(u32::to_le_bytes);
        crc32fast::hash(words.as_flattened()).into()
    }
}

/// What is being done with a tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nobody has looked at it.
    #[default]
    Look,
    /// Wins and losses, distance by distance.
    Waves,
    /// Ties, until there are no more.
    Ties,
    /// Of a Büchi game, where the visitor forces a goal.
    Force,
    /// Of a Büchi game, from where the spoiler forces what was found to be lost for the visitor.
    Spoil,
}

impl Stage {
    /// Whether it is one of a Büchi game.
    pub(crate) fn is_of_visits(self) -> bool {
        matches!(self, Stage::Force | Stage::Spoil)
    }
}

/// What follows from moves out of the tier, by the round in which it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delayed {
    pub(crate) claims: BTreeMap<u32, Vec<u32>>,
    pub(crate) lowers: BTreeMap<u32, Vec<u32>>,
    /// What lowers once the ties are told.
    pub(crate) ties: Vec<u32>,
}

impl Delayed {
    /// The next round in which something follows.
    fn next(&self) -> Option<u32> {
        let first = |map: &BTreeMap<u32, Vec<u32>>| map.keys().next().copied();
        [first(&self.claims), first(&self.lowers)].into_iter().flatten().min()
    }
}

/// A worker's cells and what is new in them.
pub(crate) struct State {
    pub(crate) cells: Cells,
    pub(crate) mark: Mark,
    pub(crate) delayed: Delayed,
    /// The numbers of the tier that is being solved.
    pub(crate) places: Range<usize>,
    ending: Ending,
    won: Vec<u32>,
    lost: Vec<u32>,
    /// Bits to put a front in order with, none of which is set otherwise.
    marked: Vec<u64>,
}

impl State {
    pub(crate) fn new(cells: Cells, ending: Ending) -> Self {
        State {
            cells,
            mark: Mark::default(),
            delayed: Delayed::default(),
            places: 0..0,
            ending,
            won: Vec::new(),
            lost: Vec::new(),
            marked: Vec::new(),
        }
    }

    /// What a message makes of the vertices that it decides.
    fn verdict(&self, topic: Topic) -> (Kind, u32) {
        match (topic, self.mark.stage, self.ending) {
            (_, Stage::Ties, _) => (Kind::Tied, 1),
            (Topic::Claim, ..) | (_, _, Ending::Attracted | Ending::Visited) => {
                (Kind::Won, number_at(self.mark.distance))
            }
            _ => (Kind::Lost, number_at(self.mark.distance)),
        }
    }

    /// Does what a message says; whether it makes sense.
    fn apply(&mut self, topic: Topic, places: &[u32]) -> bool {
        let verdict = self.verdict(topic);
        let found = if verdict.0 == Kind::Lost { &mut self.lost } else { &mut self.won };
        self.cells.apply(topic, places, verdict, found)
    }

    /// Finds what was decided last from the cells alone.
    pub(crate) fn find_front(&mut self, watch: Watch<'_>) -> Result<(), ClusterError> {
        let State { cells, mark, places, won, lost, .. } = self;
        won.clear();
        lost.clear();
        for some in pieces(places) {
            watch.check()?;
            match mark.stage {
                Stage::Ties => cells.find_tied(some, won),
                // What is lost there was taken out before, and has a level for its number.
                Stage::Force => {
                    cells.find_decided(some, number_at(mark.distance), [won, &mut Vec::new()]);
                }
                _ => cells.find_decided(some, number_at(mark.distance), [won, lost]),
            }
        }
        Ok(())
    }

    /// Decides places at a distance past all before, to go on from there.
    pub(crate) fn begin_at(&mut self, distance: u32, places: Vec<u32>) {
        self.cells.fit(number_at(distance));
        places.iter().for_each(|&place| self.cells.set(place, Kind::Won, number_at(distance)));
        (self.mark.distance, self.won) = (distance, places);
    }

    /// Decides places again, each at its own distance, of which all others are to be told once more.
    pub(crate) fn begin_again(&mut self, places: Vec<(u32, u32)>) {
        places.iter().for_each(|&(place, number)| self.cells.set(place, Kind::Won, number));
        self.won = places.into_iter().map(|(place, _)| place).collect();
    }

    /// Puts a large front in order.
    fn sort_front(&mut self, watch: Watch<'_>) -> Result<(), ClusterError> {
        let State { cells, won, lost, marked, .. } = self;
        for list in [won, lost] {
            if list.len() > cells.len() / SORTED_FROM_ONE_IN {
                marked.resize(cells.len().div_ceil(64), 0);
                sort(list, marked, watch)?;
            }
        }
        Ok(())
    }

    /// What is open in the tier is drawn.
    pub(crate) fn close(&mut self, watch: Watch<'_>) -> Result<(), ClusterError> {
        for some in pieces(&self.places) {
            watch.check()?;
            self.cells.close(some);
        }
        Ok(())
    }
}

/// Puts places in order, each of which is there once, by marking them in a bitmap, where nothing is marked
/// before and after.
fn sort(places: &mut Vec<u32>, marked: &mut [u64], watch: Watch<'_>) -> Result<(), ClusterError> {
    /// Places or words between two looks whether to go on.
    const TOGETHER: usize = 1 << 20;
    for some in places.chunks(TOGETHER) {
        watch.check()?;
        some.iter().for_each(|&place| marked[place as usize / 64] |= 1 << (place % 64));
    }
    places.clear();
    let mut first = 0;
    for words in marked.chunks_mut(TOGETHER) {
        watch.check()?;
        for bits in words {
            while *bits != 0 {
                places.push(first + bits.trailing_zeros());
                *bits &= *bits - 1;
            }
            // Past the last word there may be no number.
            first = first.wrapping_add(64);
        }
    }
    Ok(())
}

/// Ranges of cells that are looked through in about a millisecond each.
pub(crate) fn pieces(places: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
    const TOGETHER: usize = 1 << 22;
    let end = places.end;
    places.clone().step_by(TOGETHER).map(move |first| first..end.min(first + TOGETHER))
}

/// A worker at work.
pub(crate) struct Wave<'l, 'w> {
    pub(crate) link: &'l mut Link<'w>,
    pub(crate) part: Box<dyn Part + 'l>,
    pub(crate) partition: Partition,
    pub(crate) state: State,
    outbox: Outbox,
    /// What was told last, emptied.
    lists: [Vec<u32>; 2],
    /// Vertices decided by all workers together.
    done: u64,
    /// The levels at which rounds of a Büchi game began.
    pub(crate) begins: Vec<u32>,
}

impl<'l, 'w> Wave<'l, 'w> {
    pub(crate) fn new(
        link: &'l mut Link<'w>,
        part: Box<dyn Part + 'l>,
        partition: Partition,
        state: State,
    ) -> Self {
        let (outbox, lists) = (Outbox::near(partition), Default::default());
        Wave { link, part, partition, state, outbox, lists, done: 0, begins: Vec::new() }
    }

    /// One round; whether another one is wanted. `flag` is raised with everybody if it is with anybody,
    /// and handed back.
    pub(crate) fn round(&mut self, flag: u32) -> Result<(bool, u32), ClusterError> {
        if self.state.mark.distance.is_multiple_of(LOOK_EVERY) {
            self.link.watch.check_memory()?;
        }
        // Lists are used again from round to round: there may be millions of them.
        let [mut won, mut lost] = std::mem::take(&mut self.lists);
        std::mem::swap(&mut self.state.won, &mut won);
        std::mem::swap(&mut self.state.lost, &mut lost);
        let decided = (won.len() + lost.len()) as u64;
        let ties = self.state.mark.stage == Stage::Ties;
        if ties {
            // Whoever is told of now is not told of again.
            won.iter().for_each(|&place| self.state.cells.set(place, Kind::Tied, 0));
        } else {
            self.state.mark.distance += 1;
            self.state.cells.fit(number_at(self.state.mark.distance));
        }
        if !self.state.mark.quiet {
            self.spread(Topic::Claim, &lost)?;
            self.spread(Topic::Lower, &won)?;
        }
        won.clear();
        lost.clear();
        self.lists = [won, lost];
        let moving = decided + self.follow_delayed()?;
        let least = if ties { None } else { self.state.delayed.next() };
        let least = least.map_or(u64::MAX, u64::from);
        let tally = Tally { counts: [moving, decided, 0], least, flags: flag };
        let (state, outbox) = (&mut self.state, &mut self.outbox);
        let sum = self.link.end_round(tally, &mut |batch| take(state, outbox, batch))?;
        self.state.sort_front(self.link.watch)?;
        self.done += sum.counts[1];
        if self.link.me() == 0 {
            let size = self.partition.size();
            self.link.watch.control.tell(Progress::new("solving", self.done.min(size), size));
        }
        if sum.counts[0] > 0 {
            return Ok((true, sum.flags));
        }
        if sum.least < u64::MAX {
            // Nothing happens until then.
            self.state.mark.distance = (sum.least as u32).saturating_sub(1);
            return Ok((true, sum.flags));
        }
        Ok((false, sum.flags))
    }

    /// Tells those before these vertices.
    fn spread(&mut self, topic: Topic, front: &[u32]) -> Result<(), ClusterError> {
        for places in front.chunks(TOGETHER) {
            self.part.before(places, &mut self.outbox)?;
            self.dispatch(topic)?;
        }
        self.outbox.finish();
        self.dispatch(topic)
    }

    /// Sends what is to be sent, and looks at what has arrived.
    fn dispatch(&mut self, topic: Topic) -> Result<(), ClusterError> {
        let mut sent = false;
        while let Some((owner, places)) = self.outbox.pop() {
            if owner == self.link.me() {
                let own = self.state.apply(topic, &places);
                self.outbox.give_back(places);
                if !own {
                    return Err(ClusterError::Garbled { from: owner });
                }
            } else {
                self.link.send(owner, topic, places);
                sent = true;
            }
        }
        if sent {
            self.link.step()?;
            while let Some(batch) = self.link.receive()? {
                take(&mut self.state, &mut self.outbox, batch)?;
            }
        } else {
            self.link.watch.check()?;
        }
        Ok(())
    }

    /// Does what follows in this round from moves out of the tier; how much that is.
    fn follow_delayed(&mut self) -> Result<u64, ClusterError> {
        let distance = self.state.mark.distance;
        let (claims, lowers) = match self.state.mark.stage {
            Stage::Ties => (Vec::new(), std::mem::take(&mut self.state.delayed.ties)),
            _ => {
                let delayed = &mut self.state.delayed;
                let take = |map: &mut BTreeMap<_, _>| map.remove(&distance).unwrap_or_default();
                (take(&mut delayed.claims), take(&mut delayed.lowers))
            }
        };
        let own =
            self.state.apply(Topic::Claim, &claims) && self.state.apply(Topic::Lower, &lowers);
        match own {
            true => Ok((claims.len() + lowers.len()) as u64),
            false => Err(ClusterError::Garbled { from: self.link.me() }),
        }
    }
}

/// Does what a batch says.
fn take(state: &mut State, outbox: &mut Outbox, batch: Batch) -> Result<(), ClusterError> {
    let Batch { topic, from, words, .. } = batch;
    let sound = match topic {
        Topic::Claim | Topic::Lower => state.apply(topic, &words),
        _ => false,
    };
    outbox.give_back(words);
    if sound { Ok(()) } else { Err(ClusterError::Garbled { from: from as usize }) }
}
