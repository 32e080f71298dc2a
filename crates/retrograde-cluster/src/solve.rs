//! What a worker does from beginning to end.

use std::ops::Range;

use crate::cells::Cells;
use crate::error::ClusterError;
use crate::link::Link;
use crate::partition::Partition;
use crate::source::{Part, Source};
use crate::wave::{Mark, Stage, State, Wave};

/// Solves a worker's share, with the others.
pub(crate) fn share<S: Source>(
    source: &S,
    partition: Partition,
    link: &mut Link<'_>,
) -> Result<Cells, ClusterError> {
    let part = source.open(partition, link)?;
    let tiers = source.tiers();
    let state = State::new(Cells::new(partition.room(link.me())), source.ending());
    let mut wave = Wave::new(link, part, partition, state);
    while let Some(tier) = tiers.get(wave.state.mark.tier as usize) {
        wave.state.places = places(&partition, wave.link.me(), tier);
        wave.tier()?;
    }
    Ok(wave.state.cells)
}

/// The numbers that a worker has for its vertices of a range, which are consecutive.
fn places(partition: &Partition, me: usize, range: &Range<u64>) -> Range<usize> {
    let mut places: Option<Range<usize>> = None;
    for (block, place) in partition.blocks_of(me) {
        let block = partition.block(block);
        let start = range.start.max(block.start);
        let end = range.end.min(block.end);
        if start < end {
            let first = place as usize + (start - block.start) as usize;
            let last = place as usize + (end - block.start) as usize;
            places = Some(places.map_or(first, |places| places.start)..last);
        }
    }
    places.unwrap_or(0..0)
}

impl<P: Part> Wave<'_, '_, P> {
    /// Solves the tier that the mark is at, from wherever it stands.
    fn tier(&mut self) -> Result<(), ClusterError> {
        if self.state.mark.stage == Stage::Look {
            let seen = self.look()?;
            let mark = &mut self.state.mark;
            mark.stage = Stage::Waves;
            mark.distance = 0;
            mark.quiet = seen.replies == 0;
            mark.ties |= seen.ties > 0;
            self.state.find_front();
        }
        if self.state.mark.stage == Stage::Waves {
            while self.round(0)?.0 {}
            if self.state.mark.ties {
                self.state.mark.stage = Stage::Ties;
                self.state.find_front();
            }
        }
        if self.state.mark.stage == Stage::Ties {
            while self.round(0)?.0 {}
        }
        self.state.cells.close(self.state.places.clone());
        let Mark { tier, ties, .. } = self.state.mark;
        self.state.mark = Mark { tier: tier + 1, ties, ..Mark::default() };
        Ok(())
    }
}

