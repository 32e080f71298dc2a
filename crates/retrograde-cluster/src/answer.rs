//! What the workers of a process have found.

use retrograde_core::{Bitmap, Distances, Value, Values, sys};

use crate::cell::Known;
use crate::cells::{Cells, each_width};
use crate::partition::Partition;
use crate::solve::Share;

/// What the workers of this process have found: their share of the answer.
#[derive(Debug)]
pub struct Answer {
    partition: Partition,
    /// The number of the first of these workers.
    first: usize,
    shares: Vec<Cells>,
    /// The checkpoint that the work went on from.
    pub resumed: Option<u64>,
    /// Rounds of messages since.
    pub rounds: u64,
}

impl Answer {
    /// Puts together what the workers of a process have found.
    ///
    /// # Panics
    /// If there are none.
    pub(crate) fn new(first: usize, shares: Vec<Share>) -> Self {
        let Share { partition, resumed, rounds, .. } = shares[0];
        let shares = shares.into_iter().map(|share| share.cells).collect();
        Answer { partition, first, shares, resumed, rounds }
    }

    /// Which vertices are whose.
    #[must_use]
    pub fn partition(&self) -> Partition {
        self.partition
    }

    /// Whether this is everything: there is one process.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.shares.len() == self.partition.workers()
    }

    /// What is known of a vertex; `None` if it belongs to another process.
    #[must_use]
    pub fn get(&self, vertex: u64) -> Option<Known> {
        let (owner, place) = self.partition.place(vertex);
        Some(self.shares.get(owner.checked_sub(self.first)?)?.known(place))
    }

    /// The values of all vertices, if this is everything and they are few enough to number them in 32
    /// bits.
    #[must_use]
    pub fn values(&self) -> Option<Values> {
        let size = u32::try_from(self.partition.size()).ok().filter(|_| self.is_whole())? as usize;
        let (mut win, mut lose) = (Bitmap::new(size), Bitmap::new(size));
        let narrow = self.shares.iter().all(|share| matches!(share, Cells::Narrow(_)));
        let mut distances: Vec<u32> = sys::zeroed(size);
        let _ = narrow;
        for (worker, share) in self.shares.iter().enumerate() {
            for (block, place) in self.partition.blocks_of(worker) {
                let block = self.partition.block(block);
                let places = place as usize..place as usize + (block.end - block.start) as usize;
                each_width!(share, cells => {
                    for (vertex, &cell) in (block.start as usize..).zip(&cells[places]) {
                        match Known::of(cell) {
                            Known::Value(Value::Win(distance)) => {
                                win.set(vertex);
                                distances[vertex] = distance.0;
                            }
                            Known::Value(Value::Lose(distance)) => {
                                lose.set(vertex);
                                distances[vertex] = distance.0;
                            }
                            _ => {}
                        }
                    }
                });
            }
        }
        Some(Values::from_parts(win, lose, Distances::Wide(distances)))
    }
}
