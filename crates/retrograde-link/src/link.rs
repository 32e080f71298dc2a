//! A worker's end of the dataflow: batches out, batches in, round by round.
//!
//! The dataflow is one exchange. What is sent in a round has the round for its timestamp, and timely's
//! progress tracking says when everything of a round, whoever sent it, has arrived: the sum of what is
//! still moving is zero. With the last of it every worker tells the others a [`Tally`], so that all know
//! the same about the round and take the same turn after it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use timely::communication::Allocator;
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::Operator;
use timely::worker::{Config, Worker};

use crate::batch::{Batch, Post, Topic};
use crate::error::ClusterError;
use crate::tally::Tally;
use crate::watch::Watch;

/// The longest that a worker sleeps before it looks whether to go on.
const NAP: Duration = Duration::from_millis(10);

/// How often a worker looks for news before it sleeps.
const LOOKS: u32 = 200;

type Handle = timely::dataflow::InputHandle<u64, NoopBuilder<Batch>>;

/// A worker's end of the dataflow.
pub struct Link<'a> {
    /// What to look at now and then: whether to go on.
    pub watch: Watch<'a>,
    worker: Worker,
    input: Handle,
    arrived: Rc<RefCell<Arrived>>,
    /// All of the rounds before this one has arrived.
    reached: Rc<Cell<u64>>,
    round: u64,
    /// What others have told of this round.
    told: Tally,
    me: usize,
    peers: usize,
}

/// What has arrived, of even rounds and of odd ones: nobody is more than one round ahead.
type Arrived = [VecDeque<Batch>; 2];

impl<'a> Link<'a> {
    /// An end of the dataflow over what carries the messages.
    pub(crate) fn new(allocator: Allocator, watch: Watch<'a>) -> Self {
        let mut worker = Worker::new(Config::default(), allocator, Some(Instant::now()));
        let arrived = Rc::new(RefCell::new(Arrived::default()));
        let reached = Rc::new(Cell::new(0));
        let (queue, mark) = (Rc::clone(&arrived), Rc::clone(&reached));
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Batch>>();
            stream.sink(DistributorPact(|_| Post), "arrived", move |(input, frontier)| {
                let mut queue = queue.borrow_mut();
                input.for_each(|time, batch| {
                    queue[(time.time() % 2) as usize].push_back(std::mem::take(batch));
                });
                mark.set(frontier.frontier().first().copied().unwrap_or(u64::MAX));
            });
            input
        });
        let (me, peers) = (worker.index(), worker.peers());
        let told = Tally::default();
        Link { watch, worker, input, arrived, reached, round: 0, told, me, peers }
    }

    /// The number of this worker.
    #[must_use]
    pub fn me(&self) -> usize {
        self.me
    }

    /// Sends numbers to a worker, in this round.
    pub fn send(&mut self, to: usize, topic: Topic, words: Vec<u32>) {
        let (from, to) = (self.me as u32, to as u32);
        self.input.send_batch(&mut Batch { topic, from, to, words });
    }

    /// The next batch that has arrived of this round.
    ///
    /// # Errors
    /// A worker has sent what makes no sense.
    pub fn receive(&mut self) -> Result<Option<Batch>, ClusterError> {
        let queue = (self.round % 2) as usize;
        loop {
            let Some(batch) = self.arrived.borrow_mut()[queue].pop_front() else { return Ok(None) };
            let garbled = ClusterError::Garbled { from: batch.from as usize };
            match batch.topic {
                _ if batch.from as usize >= self.peers => return Err(garbled),
                Topic::Garbled => return Err(garbled),
                // Whoever is done with the round says so while others are still at it.
                Topic::Tally => self.told.add(&Tally::parse(&batch.words).ok_or(garbled)?),
                _ => return Ok(Some(batch)),
            }
        }
    }

    /// Lets messages move.
    ///
    /// # Errors
    /// It was stopped, or another worker has failed.
    pub fn step(&mut self) -> Result<(), ClusterError> {
        self.watch.check()?;
        if self.peers > 1 {
            self.worker.step();
        }
        Ok(())
    }

    /// A round in which nothing is sent but tallies.
    ///
    /// # Errors
    /// It was stopped, or another worker has failed or sent what makes no sense.
    pub fn meet(&mut self, mine: Tally) -> Result<Tally, ClusterError> {
        self.end_round(mine, &mut |batch| Err(ClusterError::Garbled { from: batch.from as usize }))
    }

    /// The largest of the numbers that workers have.
    ///
    /// # Errors
    /// It was stopped, or another worker has failed or sent what makes no sense.
    pub fn most(&mut self, mine: Option<u64>) -> Result<Option<u64>, ClusterError> {
        // The least of what is missing to the largest number that there is.
        let least = mine.map_or(u64::MAX, |number| u64::MAX - 1 - number);
        let sum = self.meet(Tally { least, ..Tally::default() })?;
        Ok((u64::MAX - 1).checked_sub(sum.least))
    }

    /// Ends the round: hands all that arrives in it to `take`, until all of it has, and says what the
    /// workers told each other.
    ///
    /// # Errors
    /// It was stopped, or another worker has failed or sent what makes no sense; and those of `take`.
    pub fn end_round(
        &mut self,
        mine: Tally,
        take: &mut dyn FnMut(Batch) -> Result<(), ClusterError>,
    ) -> Result<Tally, ClusterError> {
        let words = mine.words();
        let me = self.me;
        for to in (0..self.peers).filter(|&to| to != me) {
            self.send(to, Topic::Tally, words.clone());
        }
        self.input.advance_to(self.round + 1);
        let mut looks = 0;
        loop {
            let complete = self.peers == 1 || self.reached.get() > self.round;
            while let Some(batch) = self.receive()? {
                looks = 0;
                take(batch)?;
            }
            if complete {
                self.round += 1;
                let mut sum = std::mem::take(&mut self.told);
                sum.add(&mine);
                return Ok(sum);
            }
            self.watch.check()?;
            looks += 1;
            self.worker.step_or_park(Some(if looks < LOOKS { Duration::ZERO } else { NAP }));
        }
    }
}
