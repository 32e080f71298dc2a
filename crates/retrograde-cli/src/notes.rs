//! What is said on standard error: notes, and progress where somebody is watching.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use retrograde::table::phase;
use retrograde::words::grouped;
use retrograde::{Note, Progress};

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

    /// Says what the library has to say, in terms of options.
    pub(crate) fn tell(self, notes: &[Note]) {
        for note in notes {
            self.say(match note {
                Note::Unseen { others, .. } => {
                    format!("{note} (--objective {})", others.first().unwrap_or(&"outcome"))
                }
                Note::Copies => {
                    "vertices have several copies: --map FILE says which one tells the winner"
                        .to_owned()
                }
                Note::NoThreshold => format!("{note}; --threshold asks for another"),
                note => note.to_string(),
            });
        }
    }

    /// Somebody to tell how far things are.
    pub(crate) fn watch(self) -> Watch {
        let wanted = !self.quiet && io::stderr().is_terminal();
        let state = State { kind: None, since: Instant::now(), bar: None };
        let state = Mutex::new(state);
        let watch = std::sync::Arc::new(Inner { notes: self, wanted, state });
        let inner = watch.clone();
        Watch { inner, listener: Box::new(move |progress| watch.show(progress)) }
    }
}

/// The kinds of work that a person tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Reading,
    Exploring,
    Solving,
    Writing,
    Checking,
}

impl Kind {
    fn of(phase: &str) -> Self {
        match phase {
            "reading" => Kind::Reading,
            "exploring" => Kind::Exploring,
            "writing" => Kind::Writing,
            "verifying" => Kind::Checking,
            _ => Kind::Solving,
        }
    }

    fn done(self) -> &'static str {
        match self {
            Kind::Reading => "read",
            Kind::Exploring => "explored",
            Kind::Solving => "solved",
            Kind::Writing => "written",
            Kind::Checking => "verified",
        }
    }
}

/// Shows how far work has come, and says how long each kind of it took.
pub(crate) struct Watch {
    inner: std::sync::Arc<Inner>,
    listener: Box<dyn Fn(Progress) + Sync + Send>,
}

struct Inner {
    notes: Notes,
    wanted: bool,
    state: Mutex<State>,
}

struct State {
    kind: Option<Kind>,
    since: Instant,
    bar: Option<ProgressBar>,
}

impl Watch {
    /// What the library is to call.
    pub(crate) fn listener(&self) -> &(dyn Fn(Progress) + Sync) {
        &*self.listener
    }

    /// Work of one kind ends here: takes the bar off the screen and says how long it took.
    pub(crate) fn done(&self) {
        self.inner.enter(None);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done();
    }
}

impl Inner {
    /// Begins another kind of work.
    fn enter(&self, kind: Option<Kind>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        let time = state.since.elapsed();
        if let Some(before) = state.kind.filter(|_| time >= WORTH_TELLING) {
            self.notes.say(format!("{} in {:.1} s", before.done(), time.as_secs_f64()));
        }
        if state.kind.is_some() || kind.is_none() {
            state.since = Instant::now();
        }
        state.kind = kind;
    }

    fn show(&self, progress: Progress) {
        if let (phase::RESUMED, Some(tier)) = (progress.phase, progress.tier) {
            self.notes.say(format!(
                "going on from a checkpoint with {} of {} slots settled",
                grouped(tier.settled),
                grouped(tier.slots)
            ));
        }
        let kind = Kind::of(progress.phase);
        let changed = {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.kind != Some(kind)
        };
        if changed {
            self.enter(Some(kind));
        }
        if !self.wanted || progress.done < begin_at(kind) {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let bar = state.bar.get_or_insert_with(|| bar(kind, progress.total));
        bar.set_message(match progress.tier {
            None => progress.phase.to_owned(),
            Some(tier) => format!(
                "{} tier {} of {}, {} moves, {} of {} slots settled",
                progress.phase,
                tier.number,
                tier.count,
                tier.wave,
                HumanCount(tier.settled),
                HumanCount(tier.slots)
            ),
        });
        bar.set_position(progress.done);
    }
}

/// How much must be done before a bar is worth showing.
fn begin_at(kind: Kind) -> u64 {
    if kind == Kind::Reading { 8 << 20 } else { 1_000_000 }
}

fn bar(kind: Kind, total: u64) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(10);
    let bar = ProgressBar::with_draw_target((total > 0).then_some(total), target);
    let template = match (kind, total) {
        (Kind::Reading, 0) => "{msg} {bytes} {bytes_per_sec}",
        (Kind::Reading, _) => "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} eta {eta}",
        (Kind::Solving, 0) => "{msg} {elapsed}",
        (Kind::Solving, _) => "{msg} {wide_bar} {percent} % {elapsed}",
        (_, 0) => "{msg} {human_pos} positions {elapsed}",
        (_, _) => "{msg} {wide_bar} {human_pos}/{human_len} {elapsed} eta {eta}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
