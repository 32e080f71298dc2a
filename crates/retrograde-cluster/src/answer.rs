//! What the workers of a process have found.

use retrograde_core::{Bitmap, Distances, Player, Values, Winners, sys};

use crate::cell::{Cell, Kind, Known};
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
        let (win, lose, distances) = self.gather()?;
        Some(Values::from_parts(win, lose, distances))
    }

    /// The draws that are ties, ended by the rules, if this is everything.
    #[must_use]
    pub fn ties(&self) -> Option<Bitmap> {
        let size = u32::try_from(self.partition.size()).ok().filter(|_| self.is_whole())?;
        let mut ties = Bitmap::new(size as usize);
        self.each(|vertex, cell| {
            if cell.parts().0 == Kind::Tied {
                ties.set(vertex);
            }
        });
        Some(ties)
    }

    /// Who wins where when `hunter` wants the targets, and how soon the hunter wins, if this is everything.
    #[must_use]
    pub fn regions(&self, hunter: Player) -> Option<(Winners, Distances)> {
        let (region, _, ranks) = self.gather()?;
        let others = region.clone().complement();
        let winners = match hunter {
            Player::Zero => Winners::from_regions(region, others),
            Player::One => Winners::from_regions(others, region),
        };
        Some((winners, ranks))
    }

    /// What is won, what is lost, and the distances.
    fn gather(&self) -> Option<(Bitmap, Bitmap, Distances)> {
        let size = u32::try_from(self.partition.size()).ok().filter(|_| self.is_whole())? as usize;
        let (mut win, mut lose) = (Bitmap::new(size), Bitmap::new(size));
        let mut farthest = 0;
        let mut narrow: Vec<u8> = sys::zeroed(size);
        self.each(|vertex, cell| {
            let (kind, number) = cell.parts();
            match kind {
                Kind::Won if number > 0 => win.set(vertex),
                Kind::Lost => lose.set(vertex),
                _ => return,
            }
            let distance = number.saturating_sub(1);
            farthest = farthest.max(distance);
            narrow[vertex] = distance as u8;
        });
        if farthest <= u8::MAX.into() {
            return Some((win, lose, Distances::Narrow(narrow)));
        }
        drop(narrow);
        let mut wide: Vec<u32> = sys::zeroed(size);
        self.each(|vertex, cell| {
            if let (Kind::Won | Kind::Lost, number) = cell.parts() {
                wide[vertex] = number.saturating_sub(1);
            }
        });
        Some((win, lose, Distances::Wide(wide)))
    }

    /// Calls `visit(vertex, cell)` for every vertex of this process.
    fn each(&self, mut visit: impl FnMut(usize, u32)) {
        for (worker, share) in (self.first..).zip(&self.shares) {
            for (block, place) in self.partition.blocks_of(worker) {
                let block = self.partition.block(block);
                let places = place as usize..place as usize + (block.end - block.start) as usize;
                each_width!(share, cells => {
                    for (vertex, &cell) in (block.start as usize..).zip(&cells[places]) {
                        let (kind, number) = cell.parts();
                        visit(vertex, u32::new(kind, number));
                    }
                });
            }
        }
    }
}
