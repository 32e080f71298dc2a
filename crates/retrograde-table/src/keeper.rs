//! What a build keeps on disk while it solves: when, and what is left of the time when it is to stop.

use std::path::Path;
use std::time::{Duration, Instant};

use retrograde_core::{Control, Stopped};

use crate::checkpoint::{self, Build};
use crate::dense::{DenseError, Mark, Steps};
use crate::steady::{self, Steady};
use crate::{BuildOptions, TableError, phase};

/// A checkpoint waits until the build has worked this many times as long as the last one took to
/// write, so that writing takes no more than a fiftieth of the time.
const WORK_PER_CHECKPOINT: u32 = 50;

/// Tells how far a solver is, and writes down how many slots are settled.
pub(crate) fn tell(
    phase: &'static str,
    solver: &dyn Steps,
    control: &Control<'_>,
    kept: &mut Option<u64>,
) {
    let mut progress = solver.progress();
    progress.phase = phase;
    *kept = progress.tier.map(|tier| tier.settled);
    control.tell(progress);
}

/// Keeps a checkpoint of a solver while it works.
pub(crate) struct Keeper<'a> {
    path: &'a Path,
    build: &'a Build,
    options: &'a BuildOptions<'a>,
    /// What the last checkpoint took to write.
    cost: Duration,
    /// Where the solver stood then.
    mark: Mark,
}

/// Who is told that what a solver has done is on disk.
pub(crate) type Tell<'a> = dyn FnMut(&'static str, &dyn Steps) + 'a;

impl<'a> Keeper<'a> {
    /// Keeps what a solver does from now on in a file.
    pub(crate) fn new(
        solver: &dyn Steps,
        path: &'a Path,
        build: &'a Build,
        options: &'a BuildOptions<'a>,
    ) -> Self {
        Keeper { path, build, options, cost: Duration::ZERO, mark: solver.mark() }
    }

    /// Runs a solver to its end; `at_end` says that what it has done is to be on disk then. Stopped, it
    /// writes down what it can in the time that is left.
    pub(crate) fn run(
        &mut self,
        solver: &mut dyn Steps,
        at_end: bool,
        tell: &mut Tell<'_>,
    ) -> Result<(), TableError> {
        let options = self.options;
        let mut since = Instant::now();
        loop {
            let more = match solver.step() {
                Err(DenseError::Stopped(why)) => return self.stopped(why, solver, tell),
                more => more?,
            };
            let worked = since.elapsed();
            let cheap = worked >= self.cost * WORK_PER_CHECKPOINT || !more;
            let due = worked >= options.every || (cheap && worked >= options.every / 100);
            if due && (more || at_end) {
                match self.keep(solver, &options.control, tell) {
                    Err(TableError::Stopped(why)) => return self.stopped(why, solver, tell),
                    written => written?,
                }
                since = Instant::now();
            }
            if !more {
                return Ok(());
            }
        }
    }

    /// Writes down where the solver stands, if it has got on since the last time.
    fn keep(
        &mut self,
        solver: &dyn Steps,
        control: &Control<'_>,
        tell: &mut Tell<'_>,
    ) -> Result<(), TableError> {
        if solver.mark() == self.mark {
            return Ok(());
        }
        let begin = Instant::now();
        let write = |out: &mut Steady<'_>| {
            checkpoint::write(out, self.build, solver.slots(), solver.mark())
        };
        steady::replace(self.path, control, write)?;
        (self.cost, self.mark) = (begin.elapsed(), solver.mark());
        tell(phase::KEPT, solver);
        Ok(())
    }

    /// Ends work that is to stop, with what can be written in the time that is left.
    pub(crate) fn stopped(
        &mut self,
        why: Stopped,
        solver: &dyn Steps,
        tell: &mut Tell<'_>,
    ) -> Result<(), TableError> {
        let control = &self.options.control;
        let last = Control {
            deadline: Instant::now().checked_add(self.options.grace),
            cancel: control.cancel.filter(|cancel| !cancel.is_cancelled()),
            ..*control
        };
        if self.cost <= self.options.grace {
            match self.keep(solver, &last, tell) {
                // The checkpoint before this one stays.
                Err(error) if error.stopped().is_some() => {}
                written => written?,
            }
        }
        Err(why.into())
    }
}
