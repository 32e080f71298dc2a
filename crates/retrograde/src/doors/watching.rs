//! Watching an algorithm at work.

use retrograde_core::{Arena, Objective, Question};
use retrograde_solve::trace::{self, Change, Limits, Look};

use super::solving::check_room;
use crate::error::Error;
use crate::options::Options;

/// What an algorithm did, from a blank graph to the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// A short name of the algorithm.
    pub algorithm: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The algorithm, line by line.
    pub lines: Vec<String>,
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// How many more events there were, of which nothing is kept; counted up to a million.
    pub cut: u64,
}

/// One step of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceEvent {
    /// The line that it carries out, as a place in [`Trace::lines`].
    pub line: usize,
    /// What happened and why, in a sentence.
    pub words: String,
    /// What it changed, in order: each with what was there before, so that one can step back.
    pub changes: Vec<Change>,
    /// Where to look.
    pub look: Look,
}

/// Solves a question by an algorithm that tells what it does, event by event, for teaching. Which
/// objectives have one, [`Facts::traced`](retrograde_core::Facts::traced) says.
///
/// ```
/// use retrograde::{Arena, Objective, Options, trace};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let trace = trace(&arena, &Objective::OUTCOME, &Options::default())?;
/// let event = &trace.events[3];
/// assert_eq!(trace.lines[event.line].trim(), "if w is lost: v is won, one move later; queue v");
/// assert_eq!(event.words, "a is won in 1: the move to t leaves the opponent lost, and one is enough.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The arena lacks something, nothing is traced for the objective, the graph is larger than
/// [`Limits`] allow, there is not enough memory, or it was stopped.
pub fn trace(arena: &Arena, objective: &Objective, options: &Options<'_>) -> Result<Trace, Error> {
    let limits = Limits::default();
    // The events, and the same with names.
    check_room(arena, limits.bytes as u64 * 2, options)?;
    let question = Question::new(arena, objective)?;
    let control = options.control(arena.heap_bytes());
    let trace = trace::trace(&question, &limits, &control)?;
    let named = |event: trace::Event| TraceEvent {
        line: event.line,
        words: event.words.text(|vertex| arena.names.printable(vertex)),
        changes: event.changes,
        look: event.look,
    };
    Ok(Trace {
        algorithm: trace.algorithm,
        title: trace.title,
        source: trace.source,
        lines: trace.lines,
        events: trace.events.into_iter().map(named).collect(),
        cut: trace.cut,
    })
}
