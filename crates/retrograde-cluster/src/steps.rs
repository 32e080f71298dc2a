//! Moves of a list of edges, in the order of its lines: what best moves are chosen by.

use retrograde_core::{Bitmap, Offsets, Vertex};
use retrograde_link::{ClusterError, Link, Topic};

use crate::local::BUCKET;

/// A move as it arrives: the number of where it comes from, who read it and as which of theirs, and where
/// it leads. In this order moves are in that of the list.
type Step = [u32; 4];

/// Moves as they arrive, and which numbers are vertices: those that the list has.
pub(crate) struct Steps {
    buckets: Vec<Vec<Step>>,
    there: Bitmap,
}

impl Steps {
    pub(crate) fn new(room: usize) -> Self {
        let buckets = (0..room.div_ceil(1 << BUCKET)).map(|_| Vec::new()).collect();
        Steps { buckets, there: Bitmap::new(room) }
    }

    /// Takes down what was sent; whether it makes sense.
    pub(crate) fn take(&mut self, topic: Topic, from: u32, words: &[u32]) -> bool {
        let room = self.there.len();
        let mut see = |place: u32| {
            let inside = (place as usize) < room;
            if inside {
                self.there.set(place as usize);
            }
            inside
        };
        match topic {
            Topic::Edges => words.iter().step_by(2).all(|&place| see(place)),
            Topic::Vertices => words.iter().all(|&place| see(place)),
            Topic::Moves => {
                let (steps, rest) = words.as_chunks::<3>();
                rest.is_empty()
                    && steps.iter().all(|&[place, number, to]| {
                        let inside = see(place);
                        if inside {
                            let bucket = &mut self.buckets[(place >> BUCKET) as usize];
                            bucket.push([place, from, number, to]);
                        }
                        inside
                    })
            }
            _ => false,
        }
    }

    /// The rows that they make.
    pub(crate) fn turn(self, link: &Link<'_>) -> Result<Listed, ClusterError> {
        let Steps { buckets, there } = self;
        let count: usize = buckets.iter().map(Vec::len).sum();
        let mut offsets = Offsets::zeroed(there.len(), count as u64);
        let mut targets: Vec<Vertex> = Vec::with_capacity(count);
        for (bucket, mut steps) in buckets.into_iter().enumerate() {
            link.watch.check()?;
            steps.sort_unstable();
            let mut steps = steps.into_iter().peekable();
            let first = bucket << BUCKET;
            for place in first..there.len().min(first + (1 << BUCKET)) {
                while let Some([.., to]) = steps.next_if(|step| step[0] as usize == place) {
                    targets.push(to);
                }
                offsets.set(place + 1, targets.len() as u64);
            }
        }
        Ok(Listed { there, offsets, targets })
    }
}

/// A worker's own rows of a list.
pub(crate) struct Listed {
    there: Bitmap,
    offsets: Offsets,
    targets: Vec<Vertex>,
}

impl Listed {
    /// Where the moves of the vertex with that number lead; `None` if there is no such vertex.
    pub(crate) fn row(&self, place: usize) -> Option<&[Vertex]> {
        let row = self.offsets.get(place) as usize..self.offsets.get(place + 1) as usize;
        self.there.get(place).then(|| &self.targets[row])
    }
}
