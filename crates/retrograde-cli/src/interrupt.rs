//! Ctrl-C, SIGTERM and SIGHUP: work ends in good order the first time, at once the second.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use retrograde::table::{Table, TableError};
use retrograde::{Cancel, quote};

/// The switch that ends all work of this process.
static CANCEL: Cancel = Cancel::new();

/// The signal that has come; 0 before.
static SIGNAL: AtomicU8 = AtomicU8::new(0);

/// Whether somebody is asked for input, and nothing is lost by not waiting for it.
static WAITING: AtomicBool = AtomicBool::new(false);

/// The folder that a table is built in, which says what is kept of the work.
static BUILDING: Mutex<Option<PathBuf>> = Mutex::new(None);

/// From now on a table is built in this folder, or in none.
pub(crate) fn building(folder: Option<&Path>) {
    *BUILDING.lock().unwrap_or_else(PoisonError::into_inner) = folder.map(Path::to_owned);
}

/// The folder for checkpoints of an engine.
static CHECKPOINTS: Mutex<Option<PathBuf>> = Mutex::new(None);

/// From now on an engine keeps checkpoints in this folder, if in any.
pub(crate) fn keeping(folder: Option<&Path>) {
    *CHECKPOINTS.lock().unwrap_or_else(PoisonError::into_inner) = folder.map(Path::to_owned);
}

/// What is kept in the folder for checkpoints, if there is anything in it.
pub(crate) fn kept_by_engine() -> Option<String> {
    let folder = CHECKPOINTS.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
    // What a cluster keeps counts once all of its workers have written their parts.
    let is_checkpoint = |path: PathBuf| match path.file_name().and_then(|name| name.to_str()) {
        Some(name) if name.starts_with("checkpoint-") => path.join("complete").exists(),
        name => name != Some("lock"),
    };
    let mut entries = std::fs::read_dir(&folder).ok()?.flatten();
    entries.any(|entry| is_checkpoint(entry.path())).then(|| checkpoint_in(&folder, ""))
}

/// Whether another process says how this one ends.
static HUSHED: AtomicBool = AtomicBool::new(false);

/// From now on nothing is said about signals: another process, which has started this one, does so.
#[cfg(feature = "cluster")]
pub(crate) fn hush() {
    HUSHED.store(true, Relaxed);
}

/// What is kept in the folder that a table is built in.
fn kept() -> Option<String> {
    if let Some(text) = kept_by_engine() {
        return Some(text);
    }
    let folder = BUILDING.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
    match Table::open(&folder) {
        Ok(_) => Some(format!("the table is in {}", folder.display())),
        Err(TableError::Unfinished { .. }) => Some(checkpoint_in(&folder, "")),
        Err(_) => None,
    }
}

/// There is a checkpoint, with so much in it.
pub(crate) fn checkpoint_in(folder: &Path, with: &str) -> String {
    let folder = folder.display();
    format!("a checkpoint{with} is kept in {folder}, and the same command goes on from there")
}

/// The switch that a signal throws.
pub(crate) fn cancel() -> &'static Cancel {
    &CANCEL
}

/// A signal that ends the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(u8);

impl Signal {
    const HUP: Signal = Signal(1);
    const INT: Signal = Signal(2);

    /// The one that has come, if any.
    pub(crate) fn came() -> Option<Signal> {
        Some(Signal(SIGNAL.load(Relaxed))).filter(|signal| signal.0 != 0)
    }

    /// The exit status, as shells count.
    pub(crate) fn status(self) -> u8 {
        128 + self.0
    }

    /// Says that the program ends, and what is kept of the work, if somebody knows more than the folder
    /// shows.
    pub(crate) fn say(self, known: Option<String>) {
        if HUSHED.load(Relaxed) {
            return;
        }
        // The terminal has written ^C where the cursor was.
        let gap = if self == Signal::INT && io::stderr().is_terminal() { "\n" } else { "" };
        let what = match self {
            Signal::HUP => "hung up",
            Signal::INT => "interrupted",
            _ => "terminated",
        };
        let kept = known.or_else(kept).unwrap_or_else(|| "nothing was kept".to_owned());
        let kept = quote::shown(&kept);
        let _ = writeln!(anstream::stderr(), "{gap}{what}: {kept}");
    }
}

/// While this is there, a signal ends the program at once: it waits for somebody to type.
#[derive(Debug)]
pub(crate) struct Waiting(());

impl Waiting {
    pub(crate) fn begin() -> Self {
        WAITING.store(true, Relaxed);
        Waiting(())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        WAITING.store(false, Relaxed);
    }
}

/// From now on signals end the program in good order. Where there are none it ends as it did before.
pub(crate) fn listen() {
    #[cfg(unix)]
    unix::listen();
}

#[cfg(unix)]
mod unix {
    use std::thread;
    use std::time::{Duration, Instant};

    use retrograde::io::OutputFile;
    use retrograde::sys;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::{CANCEL, Relaxed, SIGNAL, Signal, WAITING};
    use crate::notes;

    /// Work looks at the switch ten times a second. What has not done so by then waits for a stream
    /// that nobody writes to or reads from, and is not waited for.
    const UNHEARD: Duration = Duration::from_secs(1);

    const LOOK: Duration = Duration::from_millis(10);

    pub(super) fn listen() {
        // Without them, signals end the program as they end any other.
        // Whoever starts a program with nohup wants it to go on when the terminal is closed.
        let hangup = Some(SIGHUP).filter(|&signal| !sys::is_ignored(signal));
        if let Ok(signals) = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup)) {
            let _ = thread::Builder::new().name("signals".to_owned()).spawn(|| follow(signals));
        }
    }

    /// Waits for signals and sees to it that the program ends.
    fn follow(mut signals: Signals) {
        let Some(signal) = signals.forever().next() else { return };
        SIGNAL.store(signal as u8, Relaxed);
        CANCEL.cancel();
        let begin = Instant::now();
        while !CANCEL.is_noticed() {
            if WAITING.load(Relaxed) || begin.elapsed() > UNHEARD {
                return end(Signal(signal as u8));
            }
            thread::sleep(LOOK);
            if let Some(second) = signals.pending().next() {
                return end(Signal(second as u8));
            }
        }
        // The work is putting things in order, and ends the program when it is done.
        if let Some(second) = signals.forever().next() {
            end(Signal(second as u8));
        }
    }

    /// Ends the program, whatever it is doing.
    fn end(signal: Signal) {
        notes::clear();
        OutputFile::abandon_all();
        signal.say(None);
        std::process::exit(signal.status().into());
    }
}
