//! What every worker of a process looks at now and then: whether to go on.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use retrograde_core::{Control, Stopped};

use crate::error::{ClusterError, Left};

/// Whether the workers of this process go on, and if not, why. The first reason counts.
#[derive(Debug, Default)]
pub struct Fate {
    over: AtomicBool,
    why: Mutex<Option<ClusterError>>,
    /// Whether all workers have left.
    left: AtomicBool,
    /// What is left of the work if it ends now.
    kept: Mutex<Left>,
    /// How long whoever stops the work has to wait, if at all.
    respite: Mutex<Option<Respite>>,
}

/// Time in which work that was stopped goes on, to be put in order.
#[derive(Clone, Copy, Debug)]
struct Respite {
    most: Duration,
    /// When it was noticed that somebody stopped it.
    since: Option<Instant>,
}

impl Fate {
    /// Ends the work of all workers of this process, unless something else has.
    pub(crate) fn end(&self, error: ClusterError) {
        if !matches!(error, ClusterError::Elsewhere) {
            self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
        self.over.store(true, Relaxed);
    }

    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// All workers have left.
    pub(crate) fn leave(&self) {
        self.left.store(true, Relaxed);
    }

    /// Waits until all workers have left.
    pub(crate) fn wait(&self) {
        while !self.left.load(Relaxed) {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Why the work ended, if it has.
    pub(crate) fn take(&self) -> Option<ClusterError> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// From now on this is left of the work if it ends.
    pub fn keep(&self, left: Left) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = left;
    }

    /// From now on the workers of this process go on for so long after they were stopped: somebody ends
    /// the work in good order by then.
    pub fn put_off(&self, most: Duration) {
        *self.respite() = Some(Respite { most, since: None });
    }

    /// From now on a stop is one at once.
    pub fn put_off_no_more(&self) {
        *self.respite() = None;
    }

    fn respite(&self) -> MutexGuard<'_, Option<Respite>> {
        self.respite.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether work that was stopped goes on all the same.
    #[cold]
    fn waits(&self) -> bool {
        self.respite().as_mut().is_some_and(|respite| {
            respite.since.get_or_insert_with(Instant::now).elapsed() < respite.most
        })
    }

    /// What is left of the work if it ends now.
    #[must_use]
    pub fn kept(&self) -> Left {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// What a worker looks at now and then.
#[derive(Clone, Copy, Debug)]
pub struct Watch<'a> {
    /// Somebody may stop it here.
    pub control: Control<'a>,
    /// Something may have ended it in this process or in another.
    pub fate: &'a Fate,
}

impl Watch<'_> {
    /// Whether to go on.
    ///
    /// # Errors
    /// It was stopped, and that is not [put off](Fate::put_off), or another worker of this process has failed.
    #[inline]
    pub fn check(&self) -> Result<(), ClusterError> {
        match self.fate.is_over() {
            true => Err(ClusterError::Elsewhere),
            false => self.heed(self.control.check()),
        }
    }

    /// As [`check`](Self::check), with a look at how much memory the process holds.
    ///
    /// # Errors
    /// Why not to go on.
    pub fn check_memory(&self) -> Result<(), ClusterError> {
        match self.fate.is_over() {
            true => Err(ClusterError::Elsewhere),
            false => self.heed(self.control.check_memory()),
        }
    }

    /// Why the work of this process is to end, be it [later](Fate::put_off) or at once.
    #[must_use]
    pub fn told(&self) -> Option<Stopped> {
        self.control.check().err()
    }

    /// A stop counts once it is not put off any longer; memory that ran out is no matter of time.
    #[inline]
    fn heed(&self, asked: Result<(), Stopped>) -> Result<(), ClusterError> {
        match asked {
            Err(Stopped::Cancelled | Stopped::Deadline) if self.fate.waits() => Ok(()),
            asked => Ok(asked?),
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Cancel;

    use super::*;

    #[test]
    fn a_stop_is_put_off_for_so_long_and_no_longer() {
        let (cancel, fate) = (Cancel::new(), Fate::default());
        let watch =
            Watch { control: Control { cancel: Some(&cancel), ..Control::default() }, fate: &fate };
        fate.put_off(Duration::from_millis(100));
        cancel.cancel();
        assert_eq!(watch.told(), Some(Stopped::Cancelled));
        assert!(watch.check().is_ok() && watch.check_memory().is_ok());
        thread::sleep(Duration::from_millis(110));
        assert!(matches!(watch.check(), Err(ClusterError::Stopped(Stopped::Cancelled))));
        fate.put_off(Duration::from_secs(100));
        assert!(watch.check().is_ok());
        fate.put_off_no_more();
        assert!(matches!(watch.check(), Err(ClusterError::Stopped(Stopped::Cancelled))));
    }
}
