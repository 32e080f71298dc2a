//! What is said on standard error: notes, and progress where somebody is watching.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::style;

/// Work that takes less time than this is not worth a line.
const WORTH_TELLING: Duration = Duration::from_millis(500);

/// The voice on standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes {
    quiet: bool,
}

impl Notes {
    pub(crate) fn new(quiet: bool) -> Self {
        Notes { quiet }
    }

    /// Says something that the user may want to know.
    pub(crate) fn say(self, text: impl AsRef<str>) {
        if !self.quiet {
            anstream::eprintln!("{}note:{:#} {}", style::NOTE, style::NOTE, text.as_ref());
        }
    }

    /// Says how long something took, if it took long.
    pub(crate) fn took(self, what: &str, since: Instant) {
        let time = since.elapsed();
        if time >= WORTH_TELLING {
            self.say(format!("{what} in {:.1} s", time.as_secs_f64()));
        }
    }

    /// A bar on a terminal, nothing elsewhere. `total` of 0 means that the end is not known.
    pub(crate) fn bar(self, what: &'static str, total: u64, unit: Unit) -> ProgressBar {
        if self.quiet || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar =
            ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(10));
        let template = match (unit, total) {
            (Unit::Bytes, 0) => "{msg} {bytes} {bytes_per_sec}",
            (Unit::Bytes, _) => "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} eta {eta}",
            (Unit::Vertices, _) => "{msg} {wide_bar} {human_pos}/{human_len} vertices {elapsed}",
        };
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        bar.set_message(what);
        bar
    }
}

/// What a progress bar counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Bytes,
    Vertices,
}
