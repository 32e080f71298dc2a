//! What is said on standard error: notes, and progress where somebody is watching.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use retrograde::table::Rulebook;
use retrograde::table::dense::DenseProgress;

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
            let text = text.as_ref();
            // A note that nobody can read is no reason to fail.
            let _ = writeln!(anstream::stderr(), "{}note:{:#} {text}", style::NOTE, style::NOTE);
        }
    }

    /// Says how long something took, if it took long.
    pub(crate) fn took(self, what: &str, since: Instant) {
        let time = since.elapsed();
        if time >= WORTH_TELLING {
            self.say(format!("{what} in {:.1} s", time.as_secs_f64()));
        }
    }

    /// A bar for solving a game over its index, with a bound on the time left where there is one.
    pub(crate) fn dense_bar(self, rules: &Rulebook) -> Bar {
        let slots = rules.slots().unwrap_or(0);
        self.bar(
            "solving",
            if rules.has_unmoves() { slots.saturating_mul(2) } else { 0 },
            Unit::Looks,
        )
    }

    /// A bar on a terminal, nothing elsewhere. `total` of 0 means that the end is not known.
    pub(crate) fn bar(self, what: &'static str, total: u64, unit: Unit) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        let template = match (unit, total) {
            (Unit::Bytes, 0) => "{msg} {bytes} {bytes_per_sec}",
            (Unit::Bytes, _) => "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} eta {eta}",
            (Unit::Vertices, 0) => "{msg} {human_pos} positions {elapsed}",
            (Unit::Vertices, _) => "{msg} {wide_bar} {human_pos}/{human_len} vertices {elapsed}",
            (Unit::Slots, _) => {
                "{msg} {wide_bar} {human_pos}/{human_len} slots {elapsed} eta {eta}"
            }
            (Unit::Looks, 0) => "{msg} {elapsed}",
            (Unit::Looks, _) => "{msg} {wide_bar} {percent} % {elapsed}, at most {eta} left",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what);
        let wanted = !self.quiet && io::stderr().is_terminal();
        let begin_at = match unit {
            Unit::Bytes => 8 << 20,
            Unit::Vertices | Unit::Slots | Unit::Looks => 1_000_000,
        };
        Bar { bar, waiting: AtomicBool::new(wanted), begin_at }
    }
}

/// A progress bar that shows itself once there is something to wait for.
pub(crate) struct Bar {
    bar: ProgressBar,
    waiting: AtomicBool,
    begin_at: u64,
}

impl Bar {
    /// Says how far things are.
    pub(crate) fn set(&self, position: u64) {
        if position >= self.begin_at && self.waiting.swap(false, Ordering::Relaxed) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
        }
        self.bar.set_position(position);
    }

    /// Says how far solving over an index is, and what it is at.
    pub(crate) fn set_dense(&self, at: DenseProgress) {
        self.bar.set_message(format!(
            "solving tier {} of {}, {} plies, {} of {} slots settled",
            at.tier,
            at.tiers,
            at.wave,
            HumanCount(at.settled),
            HumanCount(at.total)
        ));
        self.set(at.looks);
    }

    /// Takes the bar off the screen.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// What a progress bar counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Bytes,
    Vertices,
    /// Slots of an index.
    Slots,
    /// Looks at slots.
    Looks,
}
