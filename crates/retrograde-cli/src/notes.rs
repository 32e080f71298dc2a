//! What is said on standard error: notes, and progress where somebody is watching.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use retrograde::table::phase;
use retrograde::words::grouped;
use retrograde::{Note, Progress, quote};

use crate::style;
use crate::voice::Voice;

/// Work that takes less time than this is not worth a line.
const WORTH_TELLING: Duration = Duration::from_millis(500);

/// What is said on standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes {
    voice: Voice,
}

impl Notes {
    pub(crate) fn new(voice: Voice) -> Self {
        Notes { voice }
    }

    /// Says something that the user may want to know.
    pub(crate) fn say(self, text: impl AsRef<str>) {
        if !self.voice.quiet {
            self.insist(text);
        }
    }

    /// Says what nobody should miss, however quiet: that an answer is not whole.
    pub(crate) fn insist(self, text: impl AsRef<str>) {
        let text = quote::shown(text.as_ref());
        // A note that nobody can read is no reason to fail.
        let _ = writeln!(anstream::stderr(), "{}note:{:#} {text}", style::NOTE, style::NOTE);
    }

    /// Says what was chosen, to whom that matters.
    pub(crate) fn detail(self, text: impl FnOnce() -> String) {
        if self.voice.verbose {
            self.say(text());
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
        let wanted = !self.voice.quiet && io::stderr().is_terminal();
        let state = Mutex::new(State {
            kind: None,
            since: Instant::now(),
            phase: "",
            phase_since: Instant::now(),
            phases: Vec::new(),
            bar: None,
        });
        let watch = Arc::new(Inner { notes: self, wanted, state });
        *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&watch);
        let inner = watch.clone();
        Watch { inner, listener: Box::new(move |progress| watch.show(progress)) }
    }
}

/// The kinds of work that a person tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Reading,
    Exploring,
    Generating,
    Solving,
    Counting,
    Writing,
    Checking,
}

impl Kind {
    fn of(phase: &str) -> Self {
        match phase {
            "reading" => Kind::Reading,
            "exploring" => Kind::Exploring,
            "generating" => Kind::Generating,
            phase::COUNTING => Kind::Counting,
            phase::WRITING | phase::EXPORTING => Kind::Writing,
            phase::VERIFYING | phase::CHECKING => Kind::Checking,
            _ => Kind::Solving,
        }
    }

    fn done(self) -> &'static str {
        match self {
            Kind::Reading => "read",
            Kind::Exploring => "explored",
            Kind::Generating => "generated",
            Kind::Solving => "solved",
            Kind::Counting => "counted",
            Kind::Writing => "written",
            Kind::Checking => "verified",
        }
    }
}

/// Whoever watches now.
static CURRENT: Mutex<Weak<Inner>> = Mutex::new(Weak::new());

/// Takes the bar off the screen, for a program that ends whatever it is doing.
pub(crate) fn clear() {
    let current = CURRENT.try_lock().ok().and_then(|current| current.upgrade());
    if let Some(mut state) = current.as_ref().and_then(|inner| inner.state.try_lock().ok()) {
        state.clear();
    }
}

/// Shows how far work has come, and says how long each kind of it took.
pub(crate) struct Watch {
    inner: Arc<Inner>,
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
    /// What is being done, which begins anew when it comes again.
    phase: &'static str,
    phase_since: Instant,
    /// How long each phase of this kind took so far.
    phases: Vec<(&'static str, Duration)>,
    bar: Option<ProgressBar>,
}

impl State {
    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// Work was stopped: what it would have come to is nobody's business.
    fn forget(&mut self) {
        self.clear();
        (self.kind, self.phase, self.since) = (None, "", Instant::now());
        self.phases.clear();
    }

    /// Begins another phase, with a bar of its own: how much is left of it does not depend on how
    /// fast the last one went.
    fn enter(&mut self, phase: &'static str) {
        self.clear();
        let time = self.phase_since.elapsed();
        let before = self.phase;
        match self.phases.iter_mut().find(|(name, _)| *name == before) {
            Some((_, sum)) => *sum += time,
            None if before.is_empty() => {}
            None => self.phases.push((before, time)),
        }
        (self.phase, self.phase_since) = (phase, Instant::now());
    }
}

impl Watch {
    /// What the library is to call.
    pub(crate) fn listener(&self) -> &(dyn Fn(Progress) + Sync) {
        &*self.listener
    }

    /// Work of one kind ends here: takes the bar off the screen and says how long it took.
    pub(crate) fn done(&self) {
        let inner = &self.inner;
        let mut state = inner.state.lock().unwrap_or_else(PoisonError::into_inner);
        inner.enter(&mut state, None, "");
    }

    /// As [`done`](Self::done), unless the work was stopped before its end.
    pub(crate) fn done_unless(&self, stopped: bool) {
        match stopped {
            true => self.inner.state.lock().unwrap_or_else(PoisonError::into_inner).forget(),
            false => self.done(),
        }
    }
}

/// Work that nobody says is done was not brought to its end: there is nothing to say but why, which
/// others do.
impl Drop for Watch {
    fn drop(&mut self) {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Inner {
    /// Begins another kind of work.
    fn enter(&self, state: &mut State, kind: Option<Kind>, phase: &'static str) {
        state.enter(phase);
        let time = state.since.elapsed();
        let worth = self.notes.voice.verbose || time >= WORTH_TELLING;
        if let Some(before) = state.kind.filter(|_| worth) {
            let mut text = format!("{} in {}", before.done(), in_seconds(time));
            if self.notes.voice.verbose && state.phases.len() > 1 {
                let one = |(name, time): &(&str, Duration)| format!("{name} {}", in_seconds(*time));
                let phases: Vec<String> = state.phases.iter().map(one).collect();
                text.push_str(&format!(": {}", phases.join(", ")));
            }
            self.notes.say(text);
        }
        state.phases.clear();
        if state.kind.is_some() || kind.is_none() {
            state.since = Instant::now();
        }
        state.kind = kind;
    }

    fn show(&self, progress: Progress) {
        if progress.phase == phase::RESUMED {
            let (settled, all, what) = match progress.tier {
                Some(tier) => (tier.settled, tier.slots, "slots"),
                None => (progress.done, progress.total, "vertices"),
            };
            let (settled, all) = (grouped(settled), grouped(all));
            self.notes
                .say(format!("going on from a checkpoint with {settled} of {all} {what} settled"));
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = Kind::of(progress.phase);
        // Told of a build that is stopped while it writes, which solves nothing more.
        if progress.phase == phase::KEPT && state.kind != Some(kind) {
            return;
        }
        if state.kind != Some(kind) {
            self.enter(&mut state, Some(kind), progress.phase);
        } else if state.phase != progress.phase && !is_event(progress.phase) {
            state.enter(progress.phase);
        }
        if !self.wanted || progress.done < begin_at(kind) {
            return;
        }
        let bar = state.bar.get_or_insert_with(|| bar(kind, progress.total));
        bar.set_message(match progress.tier {
            None => progress.phase.to_owned(),
            Some(tier) => format!(
                "{} tier {} of {}, {} moves, {} of {} slots settled",
                progress.phase,
                tier.number,
                tier.count,
                tier.wave,
                grouped(tier.settled),
                grouped(tier.slots)
            ),
        });
        bar.set_position(progress.done);
    }
}

/// Whether it is told once, in the middle of something else.
fn is_event(name: &str) -> bool {
    matches!(name, phase::RESUMED | phase::KEPT)
}

/// A time as people read it.
pub(crate) fn in_seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 0.1 => format!("{:.1} ms", seconds * 1000.0),
        seconds => format!("{seconds:.1} s"),
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
        (Kind::Solving, _) => "{msg} {wide_bar} {percent} % {elapsed} eta {eta}",
        (_, 0) => "{msg} {human_pos} positions {elapsed}",
        (_, _) => "{msg} {wide_bar} {human_pos}/{human_len} {elapsed} eta {eta}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
