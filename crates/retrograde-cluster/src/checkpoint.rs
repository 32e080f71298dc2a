//! What has been done, kept in files, so that a restart goes on from there.
//!
//! A checkpoint is a folder with a part of each worker and, once all of them are there, a file that says so.
//! A part has the worker's cells block by block, each with a checksum, so that other workers, be they more
//! or fewer, find the blocks that are now theirs. What was decided last is read off the cells. Two
//! checkpoints are kept, so that there is one while the next is written, and one should the last be spoilt. One
//! cluster at a time keeps them in a folder.
//!
//! Work that is stopped goes on to the end of a round, where all workers hear of it, keep what they have done,
//! and end together.

mod head;
mod lock;
mod part;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use part::inspect;

use crate::cells::Cells;
use crate::options::Checkpoints;
use crate::partition::Partition;
use crate::solve::Halt;
use crate::wave::{Delayed, Mark, Wave};
use lock::Lock;
use part::Whose;
use retrograde_core::Stopped;
use retrograde_link::{Cluster, ClusterError, Left, Link, Tally, Watch};

/// Raised by a worker with which something failed.
const FAILED: u32 = 1;

/// Raised with everybody when it is time for a checkpoint.
const DUE: u32 = 4;

/// Raised by a worker of a process that was stopped.
const STOP: u32 = 8;

/// How long after it was stopped a process may take to get to the end of a round, where all keep what they
/// have done.
pub(crate) const STOPPING: Duration = Duration::from_secs(60);

/// How long they may take to write it then.
const WRITING: Duration = Duration::from_secs(300);

/// The longest that work of which [checkpoints](Checkpoints) are kept goes on after it was stopped.
pub const STOPS_WITHIN: Duration = STOPPING.saturating_add(WRITING);

/// Work of so long is kept before the answer is written, which may take long, too.
const WORTH_KEEPING: Duration = Duration::from_secs(10);

/// Checkpoints that are kept.
const KEPT: usize = 2;

/// What a checkpoint is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Of {
    pub(crate) fingerprint: u64,
    pub(crate) size: u64,
}

/// Keeps checkpoints for a worker.
#[derive(Debug)]
pub(crate) struct Keeper<'a> {
    settings: &'a Checkpoints,
    of: Of,
    partition: Partition,
    cluster: &'a Cluster,
    /// Whether this is the worker that speaks for its process.
    first: bool,
    /// That no other cluster keeps checkpoints there, which one worker sees to for all.
    _lock: Option<Lock>,
    next: u64,
    last: Instant,
    rounds: u64,
}

/// What was kept.
pub(crate) struct Kept {
    pub(crate) number: u64,
    pub(crate) mark: Mark,
    pub(crate) cells: Cells,
    pub(crate) delayed: Delayed,
    /// The levels at which rounds of a Büchi game began, the one at hand included.
    pub(crate) begins: Vec<u32>,
}

/// The folder of a checkpoint.
pub(crate) fn folder_of(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("checkpoint-{number:010}"))
}

fn part_of(folder: &Path, number: u64, worker: usize, workers: usize) -> PathBuf {
    folder_of(folder, number).join(format!("part-{worker:05}-of-{workers:05}"))
}

impl<'a> Keeper<'a> {
    pub(crate) fn new(
        settings: &'a Checkpoints,
        of: Of,
        partition: Partition,
        cluster: &'a Cluster,
        me: usize,
    ) -> Result<Self, ClusterError> {
        fs::create_dir_all(&settings.folder).map_err(ClusterError::file(&settings.folder))?;
        let lock = (me == 0).then(|| Lock::take(&settings.folder)).transpose()?;
        let (next, last, rounds) = (0, Instant::now(), 0);
        let first = me.is_multiple_of(cluster.workers());
        Ok(Keeper { settings, of, partition, cluster, first, _lock: lock, next, last, rounds })
    }

    /// What to raise in the round that begins.
    pub(crate) fn flag(&mut self, link: &Link<'_>) -> u32 {
        self.rounds += 1;
        let by_rounds = self.settings.rounds.is_some_and(|rounds| self.rounds >= rounds);
        let due = if by_rounds && link.me() == 0 { DUE } else { 0 };
        due | self.flags(link)
    }

    /// What to raise by the clock alone.
    pub(crate) fn flags(&self, link: &Link<'_>) -> u32 {
        self.flags_after(link, self.settings.every)
    }

    /// What to raise: that it is so long since there was a checkpoint, which one worker decides for all by its
    /// clock, and that this process was stopped.
    fn flags_after(&self, link: &Link<'_>, every: Duration) -> u32 {
        let due = if link.me() == 0 && self.last.elapsed() >= every { DUE } else { 0 };
        let stop = if link.watch.told().is_some() { STOP } else { 0 };
        due | stop
    }

    /// Does what somebody has asked for in a round: keeps what has been done, and ends the work if that is
    /// why.
    pub(crate) fn heed(&mut self, wave: &mut Wave<'_, '_>, flags: u32) -> Result<(), Halt> {
        if flags & STOP != 0 {
            wave.link.watch.fate.put_off(WRITING);
        }
        if flags & (DUE | STOP) != 0 {
            self.keep(wave)?;
        }
        match flags & STOP {
            0 => Ok(()),
            _ => Err(Halt::Together(self.who_stopped(wave.link)?)),
        }
    }

    /// As [`heed`](Self::heed), where no round is at hand, with all others. What is done to the end is kept
    /// where it took long.
    pub(crate) fn between(&mut self, wave: &mut Wave<'_, '_>, is_last: bool) -> Result<(), Halt> {
        let every =
            if is_last { self.settings.every.min(WORTH_KEEPING) } else { self.settings.every };
        let flags = self.flags_after(wave.link, every);
        let sum = wave.link.meet(Tally { flags, ..Tally::default() })?;
        self.heed(wave, sum.flags)
    }

    /// Why the work ends, of which all have been told: this process was stopped, or the first of those that
    /// were.
    fn who_stopped(&self, link: &mut Link<'_>) -> Result<ClusterError, ClusterError> {
        let told = link.watch.told();
        let mine = |why| 2 * link.me() as u64 + u64::from(why == Stopped::Deadline);
        let least = told.map_or(u64::MAX, mine);
        let least = link.meet(Tally { least, ..Tally::default() })?.least;
        let by_time = least % 2 == 1;
        Ok(match told {
            Some(why) => ClusterError::Stopped(why),
            // The same time is up for this process, a moment later.
            None if by_time && link.watch.control.deadline.is_some() => {
                ClusterError::Stopped(Stopped::Deadline)
            }
            None => {
                let why = if by_time { Stopped::Deadline } else { Stopped::Cancelled };
                let process = (least / 2) as usize / self.cluster.workers();
                ClusterError::stopped_elsewhere(self.cluster, process, why)
            }
        })
    }

    /// Keeps what has been done, with all others.
    pub(crate) fn keep(&mut self, wave: &mut Wave<'_, '_>) -> Result<(), ClusterError> {
        let (folder, number) = (&self.settings.folder, self.next);
        let (me, workers) = (wave.link.me(), self.partition.workers());
        let here = folder_of(folder, number);
        let path = part_of(folder, number, me, workers);
        let written = fs::create_dir_all(&here).and_then(|()| {
            let watch = wave.link.watch;
            let whose = Whose { of: self.of, number, partition: &self.partition, me, watch };
            part::write(&path, whose, &wave.state, &wave.begins)
        });
        written.map_err(|error| {
            // What others have written stays, and what is empty goes.
            let _ = fs::remove_dir(&here);
            part::failure(&path, error)
        })?;
        wave.link.meet(Tally::default())?;
        if self.first {
            self.complete(&here, number).map_err(ClusterError::file(&here))?;
            wave.link.watch.fate.keep(self.left(number, workers));
            self.tidy(number);
        }
        // Nobody writes the next before everybody has this one.
        wave.link.meet(Tally::default())?;
        (self.next, self.last, self.rounds) = (number + 1, Instant::now(), 0);
        Ok(())
    }

    /// Writes down that a checkpoint is complete.
    fn complete(&self, here: &Path, number: u64) -> io::Result<()> {
        let mut bytes = b"RGCKDONE".to_vec();
        let workers = self.partition.workers() as u64;
        for word in [number, workers, self.of.fingerprint, self.of.size] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let temporary = here.join(format!("complete-{}.tmp", std::process::id()));
        let mut file = File::create(&temporary)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, here.join("complete"))
    }

    /// Removes checkpoints that are not needed any more. Others may be at it, too.
    fn tidy(&self, number: u64) {
        let kept = number.saturating_sub(KEPT as u64 - 1);
        for old in numbers(&self.settings.folder).into_iter().filter(|&old| old < kept) {
            let _ = fs::remove_dir_all(folder_of(&self.settings.folder, old));
        }
    }

    /// What is left of a checkpoint that so many workers wrote, once it is complete.
    fn left(&self, number: u64, workers: usize) -> Left {
        let folder = &self.settings.folder;
        let whole = (0..workers).all(|worker| part_of(folder, number, worker, workers).exists());
        Left::Checkpoint { folder: folder_of(folder, number), whole }
    }

    /// The last checkpoint that all workers find whole, if there is one. Where there are some and none is
    /// whole for all of them, nothing is begun.
    pub(crate) fn restore(&mut self, link: &mut Link<'_>) -> Result<Option<Kept>, ClusterError> {
        let (mut below, mut trouble) = (u64::MAX, None);
        loop {
            // What one process has written down as complete all have, be it here or elsewhere.
            let mine = self.newest(below)?;
            let Some(number) = link.most(mine.map(|(number, _)| number))? else { break };
            let workers = mine.filter(|&(mine, _)| mine == number).map(|(_, count)| count as u64);
            let workers = link.most(workers)?.map_or(0, |workers| workers as usize);
            let read = self.read(number, workers, link.me(), link.watch);
            link.watch.check()?;
            if self.agree(read.as_ref().ok(), link)? {
                let kept = read.map_err(ClusterError::file(&self.settings.folder))?;
                self.follow(link)?;
                link.watch.fate.keep(self.left(number, workers));
                return Ok(Some(kept));
            }
            if let Err(why) = read {
                trouble.get_or_insert_with(|| self.trouble(number, workers, link.me(), &why));
            }
            below = number;
        }
        if below < u64::MAX {
            return Err(refuse(trouble, link));
        }
        self.follow(link)?;
        link.watch.fate.keep(Left::Nothing);
        Ok(None)
    }

    /// What is there must not be taken for a part of what comes.
    fn follow(&mut self, link: &mut Link<'_>) -> Result<(), ClusterError> {
        let last = link.most(numbers(&self.settings.folder).last().copied())?;
        self.next = last.map_or(0, |number| number + 1);
        Ok(())
    }

    /// Reads the blocks of a worker.
    fn read(&self, number: u64, workers: usize, me: usize, watch: Watch<'_>) -> io::Result<Kept> {
        let parts = |worker| part_of(&self.settings.folder, number, worker, workers);
        let (of, partition) = (self.of, &self.partition);
        part::read(parts, workers, Whose { of, number, partition, me, watch })
    }

    /// Whether all workers have read what they need, of the same round.
    fn agree(&self, read: Option<&Kept>, link: &mut Link<'_>) -> Result<bool, ClusterError> {
        let flags = if read.is_none() { FAILED } else { 0 };
        let stamp = read.map_or(0, |kept| kept.mark.stamp());
        let sum = link.meet(Tally { flags, least: stamp, ..Tally::default() })?;
        let most = link.most(Some(stamp))?;
        Ok(sum.flags == 0 && most == Some(sum.least))
    }

    /// Why a worker did not find what it needs: parts that are not there, or what is wrong with them.
    fn trouble(&self, number: u64, workers: usize, me: usize, why: &io::Error) -> String {
        let folder = &self.settings.folder;
        let same = workers == self.partition.workers();
        let mut needed = (0..workers).filter(|&worker| !same || worker == me);
        let missing = needed.find(|&worker| !part_of(folder, number, worker, workers).exists());
        let here = folder_of(folder, number);
        let Some(missing) = missing else { return format!("{}: {why}", here.display()) };
        let path = part_of(folder, number, missing, workers);
        let part = path.file_name().unwrap_or_default().display();
        match here.exists() {
            true => format!("{} lacks {part}", here.display()),
            false => format!("there is no {}, where {part} should be", here.display()),
        }
    }

    /// The newest complete checkpoint below a number.
    fn newest(&self, below: u64) -> Result<Option<(u64, usize)>, ClusterError> {
        let folder = &self.settings.folder;
        for number in numbers(folder).into_iter().rev().filter(|&number| number < below) {
            match complete(&folder_of(folder, number), number) {
                Some((of, workers)) if of == self.of => return Ok(Some((number, workers))),
                Some(_) => {
                    let text = format!(
                        "{}: the checkpoints there are of another input, of another question, or of \
                         processes that share a file where this one has it in memory; name another folder, \
                         or remove them",
                        folder.display()
                    );
                    return Err(ClusterError::Input(text));
                }
                None => {}
            }
        }
        Ok(None)
    }
}

/// Refuses to begin anew where there are checkpoints.
fn refuse(trouble: Option<String>, link: &mut Link<'_>) -> ClusterError {
    const WHAT_TO_DO: &str = "where each process keeps its checkpoints in a folder of its own, start the same \
                              processes as before, each with its folder; to begin anew, name folders \
                              without checkpoints";
    match trouble {
        Some(trouble) => ClusterError::Input(format!("{trouble}: {WHAT_TO_DO}")),
        // Whoever misses something ends the work of all, and says what.
        None => link.meet(Tally::default()).err().unwrap_or(ClusterError::Elsewhere),
    }
}

/// Removes the checkpoints in a folder: for when the answer is where it should be. Other processes may be at
/// it, too.
pub fn remove_checkpoints(folder: &Path) {
    for number in numbers(folder) {
        let _ = fs::remove_dir_all(folder_of(folder, number));
    }
}

/// The numbers of the checkpoints in a folder, complete or not, rising.
fn numbers(folder: &Path) -> Vec<u64> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let number = |name: &str| name.strip_prefix("checkpoint-")?.parse().ok();
    let mut numbers: Vec<u64> =
        entries.filter_map(|entry| number(entry.file_name().to_str()?)).collect();
    numbers.sort_unstable();
    numbers
}

/// What a checkpoint is of and how many workers wrote it, if it is complete.
fn complete(here: &Path, number: u64) -> Option<(Of, usize)> {
    let bytes = fs::read(here.join("complete")).ok()?;
    let (said, sum) = bytes.split_at_checked(40)?;
    let words = said.strip_prefix(b"RGCKDONE")?;
    if crc32fast::hash(said).to_le_bytes() != sum {
        return None;
    }
    let (words, _) = words.as_chunks::<8>();
    let word = |index: usize| words.get(index).map(|&word| u64::from_le_bytes(word));
    let workers = usize::try_from(word(1)?).ok().filter(|&workers| workers > 0)?;
    let of = Of { fingerprint: word(2)?, size: word(3)? };
    (word(0)? == number).then_some((of, workers))
}
