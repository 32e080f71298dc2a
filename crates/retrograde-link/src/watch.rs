//! What every worker of a process looks at now and then: whether to go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use retrograde_core::Control;

use crate::error::ClusterError;

/// Whether the workers of this process go on, and if not, why. The first reason counts.
#[derive(Debug, Default)]
pub struct Fate {
    over: AtomicBool,
    why: Mutex<Option<ClusterError>>,
    /// Whether all workers have left.
    left: AtomicBool,
    /// One more than the number of the last complete checkpoint.
    checkpoint: AtomicU64,
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

    /// A checkpoint is complete.
    pub fn complete(&self, checkpoint: u64) {
        self.checkpoint.store(checkpoint + 1, Relaxed);
    }

    /// The last complete checkpoint.
    #[must_use]
    pub fn checkpoint(&self) -> Option<u64> {
        self.checkpoint.load(Relaxed).checked_sub(1)
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
    /// It was stopped, or another worker of this process has failed.
    #[inline]
    pub fn check(&self) -> Result<(), ClusterError> {
        match self.fate.is_over() {
            true => Err(ClusterError::Elsewhere),
            false => Ok(self.control.check()?),
        }
    }
}
