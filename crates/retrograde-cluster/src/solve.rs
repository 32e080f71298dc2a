//! What a worker does from beginning to end.

use std::ops::Range;
use std::path::Path;

use retrograde_link::{Cluster, ClusterError, Link};

use crate::cells::Cells;
use crate::checkpoint::{Keeper, Of, STOPPING};
use crate::options::Checkpoints;
use crate::partition::Partition;
use crate::source::{Ending, Source};
use crate::wave::{Mark, Stage, State, Wave};

/// What a worker has found.
pub(crate) struct Share {
    pub(crate) partition: Partition,
    pub(crate) cells: Cells,
    /// The checkpoint that it went on from.
    pub(crate) resumed: Option<u64>,
    /// Rounds of messages since.
    pub(crate) rounds: u64,
    /// The levels at which rounds of a Büchi game began.
    pub(crate) begins: Vec<u32>,
}

/// What a worker is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    pub(crate) fingerprint: u64,
    pub(crate) checkpoints: Option<&'a Checkpoints>,
    /// Where to write the answer.
    pub(crate) answer: Option<&'a Path>,
    /// Who takes part.
    pub(crate) cluster: &'a Cluster,
}

/// Why a worker ends before all is solved.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Something failed, and the others hear of it.
    Failed(ClusterError),
    /// One of the workers was stopped, and all of them have kept what they have done.
    Together(ClusterError),
}

impl From<ClusterError> for Halt {
    fn from(error: ClusterError) -> Self {
        Halt::Failed(error)
    }
}

/// Solves a worker's share, with the others.
pub(crate) fn share(
    source: &dyn Source,
    task: Task<'_>,
    link: &mut Link<'_>,
) -> Result<Share, Halt> {
    let Task { fingerprint, checkpoints, answer, cluster } = task;
    let size = source.measure(link, cluster)?;
    let partition = Partition::of(size, cluster.workers() * cluster.processes())?;
    let part = source.open(partition, link)?;
    let tiers = source.tiers(size);
    let of = Of { fingerprint, size };
    let (me, first) = (link.me(), link.me().is_multiple_of(cluster.workers()));
    let keeper = |settings| Keeper::new(settings, of, partition, cluster, me);
    let mut keeper = checkpoints.map(keeper).transpose()?;
    let kept = keeper.as_mut().map(|keeper| keeper.restore(link)).transpose()?.flatten();
    if keeper.is_some() {
        link.watch.fate.put_off(STOPPING);
    }
    let resumed = kept.as_ref().map(|kept| kept.number);
    let (mut state, begins) = match kept {
        Some(kept) => {
            let mut state = State::new(kept.cells, source.ending());
            (state.mark, state.delayed) = (kept.mark, kept.delayed);
            (state, kept.begins)
        }
        None => (State::new(Cells::new(partition.room(link.me())), source.ending()), Vec::new()),
    };
    if let Some(tier) = tiers.get(state.mark.tier as usize) {
        state.places = places(&partition, link.me(), tier);
        state.find_front(link.watch)?;
    }
    let mut wave = Wave::new(link, part, partition, state);
    wave.begins = begins;
    let mut rounds = 0;
    if source.ending() == Ending::Visited {
        rounds = wave.visit(keeper.as_mut())?;
    } else {
        while let Some(tier) = tiers.get(wave.state.mark.tier as usize) {
            wave.state.places = places(&partition, wave.link.me(), tier);
            rounds += wave.tier(keeper.as_mut())?;
            let is_last = wave.state.mark.tier as usize == tiers.len();
            keeper.as_mut().map_or(Ok(()), |keeper| keeper.between(&mut wave, is_last))?;
        }
    }
    wave.link.watch.fate.put_off_no_more();
    if let Some(folder) = answer {
        wave.write(source.style(), fingerprint, folder, first)?;
    }
    Ok(Share { partition, cells: wave.state.cells, resumed, rounds, begins: wave.begins })
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

impl Wave<'_, '_> {
    /// Solves the tier that the mark is at, from wherever it stands. Says how many rounds that took.
    fn tier(&mut self, mut keeper: Option<&mut Keeper<'_>>) -> Result<u64, Halt> {
        let mut rounds = 0;
        if self.state.mark.stage == Stage::Look {
            let seen = self.look(keeper.as_deref_mut())?;
            let mark = &mut self.state.mark;
            mark.stage = Stage::Waves;
            mark.distance = 0;
            mark.quiet = seen.replies == 0;
            mark.ties |= seen.ties > 0;
            self.state.find_front(self.link.watch)?;
        }
        if self.state.mark.stage == Stage::Waves {
            rounds += self.rounds(keeper.as_deref_mut())?;
            if self.state.mark.ties {
                self.state.mark.stage = Stage::Ties;
                self.state.find_front(self.link.watch)?;
            }
        }
        if self.state.mark.stage == Stage::Ties {
            rounds += self.rounds(keeper)?;
        }
        self.state.close(self.link.watch)?;
        let Mark { tier, ties, .. } = self.state.mark;
        self.state.mark = Mark { tier: tier + 1, ties, ..Mark::default() };
        Ok(rounds)
    }

    /// Rounds until nothing moves, with checkpoints between them.
    pub(crate) fn rounds(&mut self, mut keeper: Option<&mut Keeper<'_>>) -> Result<u64, Halt> {
        let mut rounds = 0;
        loop {
            let flag = keeper.as_mut().map_or(0, |keeper| keeper.flag(self.link));
            let (more, flags) = self.round(flag)?;
            rounds += 1;
            if !more {
                return Ok(rounds);
            }
            if let Some(keeper) = &mut keeper {
                keeper.heed(self, flags)?;
            }
        }
    }
}
