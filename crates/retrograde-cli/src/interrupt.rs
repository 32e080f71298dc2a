//! Ctrl-C and SIGTERM: work ends in good order the first time, at once the second.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use retrograde::{Cancel, quote};

/// The switch that ends all work of this process.
static CANCEL: Cancel = Cancel::new();

/// The signal that has come; 0 before.
static SIGNAL: AtomicU8 = AtomicU8::new(0);

/// Whether somebody is asked for input, and nothing is lost by not waiting for it.
static WAITING: AtomicBool = AtomicBool::new(false);

/// The switch that a signal throws.
pub(crate) fn cancel() -> &'static Cancel {
    &CANCEL
}

/// A signal that ends the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal(u8);

impl Signal {
    const INT: Signal = Signal(2);

    /// The one that has come, if any.
    pub(crate) fn came() -> Option<Signal> {
        Some(Signal(SIGNAL.load(Relaxed))).filter(|signal| signal.0 != 0)
    }

    /// The exit status, as shells count.
    pub(crate) fn status(self) -> u8 {
        128 + self.0
    }

    /// Says that the program ends, and what is kept of the work.
    pub(crate) fn say(self, kept: Option<String>) {
        // The terminal has written ^C where the cursor was.
        let gap = if self == Signal::INT && io::stderr().is_terminal() { "\n" } else { "" };
        let what = if self == Signal::INT { "interrupted" } else { "terminated" };
        let kept = kept.map_or("nothing was kept".into(), |kept| quote::shown(&kept).into_owned());
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
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::{CANCEL, Relaxed, SIGNAL, Signal, WAITING};
    use crate::notes;

    /// Work looks at the switch ten times a second. What has not done so by then waits for a stream
    /// that nobody writes to or reads from, and is not waited for.
    const UNHEARD: Duration = Duration::from_secs(1);

    const LOOK: Duration = Duration::from_millis(10);

    pub(super) fn listen() {
        // Without them, signals end the program as they end any other.
        if let Ok(signals) = Signals::new([SIGINT, SIGTERM]) {
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
