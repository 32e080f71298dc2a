//! What is asked of the owners of other vertices: questions go out in one round and are answered in the
//! next.

use retrograde_link::{Batch, ClusterError, Link, Tally, Topic};

use crate::cells::Cells;
use crate::outbox::Outbox;
use crate::partition::Partition;

/// Questions and answers on their way.
#[derive(Debug)]
pub(crate) struct Questions {
    asks: Outbox,
    tells: Outbox,
}

impl Questions {
    pub(crate) fn new(partition: Partition) -> Self {
        Questions { asks: Outbox::new(partition), tells: Outbox::new(partition) }
    }

    /// Asks the owner of a vertex what is in its cell. The answer comes with the number, in the round
    /// after the one that is on.
    pub(crate) fn ask(&mut self, owner: usize, place: u32, number: u32) {
        self.asks.push_to(owner, [place, number]);
    }

    /// Sends what is enough to be sent.
    pub(crate) fn send(&mut self, link: &mut Link<'_>) {
        send(&mut self.asks, link, Topic::Ask);
    }

    /// Ends the round, with `hear(number, cell)` for each answer to what was asked in the round before;
    /// it says whether that makes sense.
    pub(crate) fn round(
        &mut self,
        link: &mut Link<'_>,
        cells: &Cells,
        mine: Tally,
        mut hear: impl FnMut(u32, u32) -> bool,
    ) -> Result<Tally, ClusterError> {
        self.asks.finish();
        self.tells.finish();
        send(&mut self.asks, link, Topic::Ask);
        send(&mut self.tells, link, Topic::Tell);
        let tells = &mut self.tells;
        link.end_round(mine, &mut |batch| {
            let Batch { topic, from, words, .. } = batch;
            let from = from as usize;
            let (pairs, rest) = words.as_chunks::<2>();
            let sound = rest.is_empty()
                && match topic {
                    Topic::Ask => pairs.iter().all(|&[place, number]| {
                        let cell = cells.get(place);
                        cell.map(|cell| tells.push_to(from, [number, cell])).is_some()
                    }),
                    Topic::Tell => pairs.iter().all(|&[number, cell]| hear(number, cell)),
                    _ => false,
                };
            if sound { Ok(()) } else { Err(ClusterError::Garbled { from }) }
        })
    }
}

fn send(outbox: &mut Outbox, link: &mut Link<'_>, topic: Topic) {
    while let Some((owner, words)) = outbox.pop() {
        link.send(owner, topic, words);
    }
}
