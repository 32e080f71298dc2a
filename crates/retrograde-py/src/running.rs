//! Long work while Python goes on: the interpreter is free, Ctrl-C stops it, progress is told.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use retrograde::{Cancel, Error, Options, Progress};

use crate::errors;
use crate::settings::Settings;

/// How often the calling thread looks whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(10);

/// Does work on a thread of its own, and waits for it without holding the interpreter.
///
/// Signals are handled and progress is told on the calling thread. What they raise cancels the work
/// and comes out as it is.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    settings: &Settings,
    work: impl FnOnce(&Options<'_>) -> Result<R, Error> + Send,
) -> PyResult<R> {
    let cancel = Cancel::new();
    let latest: Mutex<Option<Progress>> = Mutex::new(None);
    let listener = |progress: Progress| {
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress);
    };
    let mut options = settings.options(&cancel);
    if settings.progress.is_some() {
        options.progress = Some(&listener);
    }
    let (options, cancel, latest) = (&options, &cancel, &latest);
    let (result, trouble) = py.detach(move || {
        thread::scope(move |scope| {
            let (done, finished) = channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped when the work is over, however it ends.
                let _done = done;
                work(options)
            });
            let mut trouble = None;
            while finished.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if trouble.is_none()
                    && let Err(raised) = Python::attach(|py| look_up(py, settings, latest))
                {
                    cancel.cancel();
                    trouble = Some(raised);
                }
            }
            (worker.join(), trouble)
        })
    });
    if let Some(raised) = trouble {
        return Err(raised);
    }
    py.check_signals()?;
    match result {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(error)) => Err(errors::raise(py, &error)),
        Err(_) => Err(errors::internal(py)),
    }
}

/// Handles signals and tells how far things are.
fn look_up(py: Python<'_>, settings: &Settings, latest: &Mutex<Option<Progress>>) -> PyResult<()> {
    py.check_signals()?;
    match latest.lock().unwrap_or_else(PoisonError::into_inner).take() {
        Some(progress) => tell(py, settings, &progress),
        None => Ok(()),
    }
}

/// Tells how far things are, if anybody listens.
pub(crate) fn tell(py: Python<'_>, settings: &Settings, progress: &Progress) -> PyResult<()> {
    let Some(callback) = &settings.progress else { return Ok(()) };
    let told = PyDict::new(py);
    told.set_item("phase", progress.phase)?;
    told.set_item("done", progress.done)?;
    told.set_item("total", (progress.total > 0).then_some(progress.total))?;
    callback.call(py, (), Some(&told))?;
    Ok(())
}
