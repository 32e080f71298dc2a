//! A stream of positions, one a line, and the stream of their rows, in order.
//!
//! Each thread takes the next lines that have come, as many as fit a buffer, and answers them; whoever
//! asked gets the answers in the order of the lines. No more than a few buffers are on their way, and
//! from somebody who asks one thing at a time nothing more is read before the answer has been taken.

mod lines;
mod rows;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use retrograde_core::Control;

use crate::asking::Prober;
use crate::export::STEPS;
use crate::{Probed, SolvedGame, TableError};
use lines::Lines;
pub use rows::RowFormat;

/// Buffers on their way for each thread.
const BUFFERS: u64 = 4;

/// Why not all positions were answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The table cannot be read or is damaged; or somebody stopped it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The lines cannot be read.
    #[error("line {line}: {error}")]
    Input {
        /// The line that was to come.
        line: u64,
        /// What the system says.
        error: io::Error,
    },
    /// Whoever takes the answers refused them.
    #[error("cannot write the answers: {0}")]
    Output(#[from] io::Error),
}

/// The answers about some lines, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The rows, in the format that was asked for.
    pub rows: Vec<u8>,
    /// The texts and what there is to say about them, where no format was asked for.
    pub probed: Vec<(String, Probed)>,
    /// How many lines had something on them.
    pub asked: u64,
    /// Those that are no position, or one of which nothing is known. Their rows hold nothing else.
    pub refused: Vec<Refused>,
    /// All lines.
    lines: u64,
}

/// A line about which there is nothing to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Which line, counted from 1.
    pub line: u64,
    /// What stands there, or the beginning of it.
    pub text: String,
    /// Why.
    pub reason: String,
}

impl SolvedGame {
    /// Answers positions that come one a line, in order and as they come: empty lines are passed over,
    /// and what is no position has a row that says nothing. The answers are handed to `take` on the
    /// calling thread, those about a few thousand lines at a time.
    ///
    /// ```
    /// use retrograde_core::Control;
    /// use retrograde_games::rules::Nim;
    /// use retrograde_table::dense::DenseOptions;
    /// use retrograde_table::{RowFormat, Rules};
    /// let solved = Rules::of(Nim::new(&[1, 2]).unwrap()).solve(&DenseOptions::default())?;
    /// let csv = Some(RowFormat::Csv);
    /// let (mut text, mut refused) = (Vec::new(), Vec::new());
    /// solved.probe_lines(&b"0,1\n\nx\n0,0\n"[..], csv, &Control::default(), |answers| {
    ///     text.extend(answers.rows);
    ///     refused.extend(answers.refused);
    ///     Ok(())
    /// })?;
    /// assert_eq!(text, b"\"0,1\",win,1,1 from heap 2,\"0,0\"\nx,,,,\n\"0,0\",lose,0,,\n");
    /// assert_eq!(refused[0].line, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The lines or the table cannot be read, `take` refused, or somebody stopped it. What comes before
    /// has been taken.
    pub fn probe_lines(
        &self,
        lines: impl Read + Send,
        format: Option<RowFormat>,
        control: &Control<'_>,
        mut take: impl FnMut(Answers) -> io::Result<()>,
    ) -> Result<(), ProbeError> {
        let mut lines = lines;
        self.probe_boxed(Lines::new(&mut lines), format, control, &mut take)
    }

    /// Answers some positions: as [`probe_lines`](Self::probe_lines) for texts that are there already, of
    /// which each has a row, also one with nothing in it.
    ///
    /// # Errors
    /// The table cannot be read or is damaged.
    pub fn probe_texts<'t>(
        &self,
        texts: impl IntoIterator<Item = &'t str>,
        format: Option<RowFormat>,
    ) -> Result<Answers, TableError> {
        let mut asking = Asking::new(format);
        let mut prober = self.prober();
        for text in texts {
            asking.answers.lines += 1;
            asking.add(text.into(), &mut prober)?;
        }
        asking.finish(&mut prober)
    }

    /// [`probe_lines`](Self::probe_lines), compiled once.
    fn probe_boxed(
        &self,
        mut lines: Lines<'_>,
        format: Option<RowFormat>,
        control: &Control<'_>,
        take: &mut dyn FnMut(Answers) -> io::Result<()>,
    ) -> Result<(), ProbeError> {
        let mut count = Count::default();
        if control.threads.is_one() {
            let (mut prober, mut buffer) = (self.prober(), Vec::new());
            while lines.next(&mut buffer).map_err(|error| count.unread(error))? {
                take(count.place(answer(&mut prober, &buffer, format, control)?))?;
            }
            return Ok(());
        }
        let most = BUFFERS * control.threads.get() as u64;
        let road =
            Road { feed: Mutex::new((lines, 0)), taken: Mutex::new(Some(0)), on: Condvar::new() };
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..control.threads.get() {
                let (send, road) = (send.clone(), &road);
                scope.spawn(move || {
                    let (mut prober, mut buffer) = (self.prober(), Vec::new());
                    while let Some((number, read)) = road.next(&mut buffer, most) {
                        let answers = match read {
                            Ok(()) => answer(&mut prober, &buffer, format, control)
                                .map_err(ProbeError::Table),
                            Err(error) => Err(ProbeError::Input { line: 0, error }),
                        };
                        if send.send((number, answers)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            let _over = Over(&road);
            let (mut early, mut next) = (BTreeMap::new(), 0);
            for (number, answers) in receive {
                early.insert(number, answers);
                while let Some(answers) = early.remove(&next) {
                    match answers {
                        Ok(answers) => take(count.place(answers))?,
                        Err(ProbeError::Input { error, .. }) => return Err(count.unread(error)),
                        Err(error) => return Err(error),
                    }
                    next += 1;
                    road.take(next);
                }
            }
            Ok(())
        })
    }
}

/// How many lines came before.
#[derive(Default)]
struct Count(u64);

impl Count {
    /// Says which lines of all they are that were refused.
    fn place(&mut self, mut answers: Answers) -> Answers {
        answers.refused.iter_mut().for_each(|refused| refused.line += self.0);
        self.0 += answers.lines;
        answers
    }

    fn unread(&self, error: io::Error) -> ProbeError {
        ProbeError::Input { line: self.0 + 1, error }
    }
}

/// Answers some lines.
fn answer(
    prober: &mut Prober<'_>,
    lines: &[u8],
    format: Option<RowFormat>,
    control: &Control<'_>,
) -> Result<Answers, TableError> {
    let mut pace = control.pace();
    let mut asking = Asking::new(format);
    if format.is_some() {
        asking.answers.rows.reserve(3 * lines.len());
    }
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        asking.answers.lines += 1;
        let (text, trouble) = lines::text(line);
        if text.is_empty() {
            continue;
        }
        pace.steps(STEPS)?;
        match trouble {
            None => asking.add(text, prober)?,
            Some(probed) => {
                asking.flush(prober)?;
                asking.answers.add(asking.answers.lines, &text, &probed, format);
            }
        }
    }
    asking.finish(prober)
}

/// Texts that wait to be answered together, and the answers about those before them.
struct Asking<'t> {
    format: Option<RowFormat>,
    answers: Answers,
    /// The texts.
    waiting: Vec<Cow<'t, str>>,
    /// Their lines.
    lines: Vec<u64>,
}

impl<'t> Asking<'t> {
    /// As many are answered together: enough to have memory busy, and few enough to stay in the cache.
    const MOST: usize = 64;

    fn new(format: Option<RowFormat>) -> Self {
        let (waiting, lines) = (Vec::with_capacity(Self::MOST), Vec::with_capacity(Self::MOST));
        Asking { format, answers: Answers::default(), waiting, lines }
    }

    /// Asks about the text of the last line.
    fn add(&mut self, text: Cow<'t, str>, prober: &mut Prober<'_>) -> Result<(), TableError> {
        self.waiting.push(text);
        self.lines.push(self.answers.lines);
        if self.waiting.len() < Self::MOST { Ok(()) } else { self.flush(prober) }
    }

    /// Answers all texts that wait.
    fn flush(&mut self, prober: &mut Prober<'_>) -> Result<(), TableError> {
        let Asking { format, answers, waiting, lines } = self;
        prober.ask_all(waiting, &mut |place, probed| {
            answers.add(lines[place], &waiting[place], probed, *format);
        })?;
        waiting.clear();
        lines.clear();
        Ok(())
    }

    fn finish(mut self, prober: &mut Prober<'_>) -> Result<Answers, TableError> {
        self.flush(prober)?;
        Ok(self.answers)
    }
}

impl Answers {
    /// Adds what there is to say about the text of a line.
    fn add(&mut self, line: u64, text: &str, probed: &Probed, format: Option<RowFormat>) {
        self.asked += 1;
        if let Some(reason) = probed.reason() {
            self.refused.push(Refused { line, text: text.to_owned(), reason });
        }
        match format {
            Some(format) => format.write(text, probed, &mut self.rows),
            None => self.probed.push((text.to_owned(), probed.clone())),
        }
    }
}

/// Where lines come from, and how far their answers have got.
struct Road<'a> {
    /// The lines, and how many buffers of them have been read.
    feed: Mutex<(Lines<'a>, u64)>,
    /// Of how many buffers the answers have been taken; `None` when no more are.
    taken: Mutex<Option<u64>>,
    /// Somebody has taken answers.
    on: Condvar,
}

impl Road<'_> {
    /// Fills a buffer with the next lines, and says which buffer that is; `None` when there are no more.
    fn next(&self, buffer: &mut Vec<u8>, most: u64) -> Option<(u64, io::Result<()>)> {
        let (lines, number) = &mut *unlocked(&self.feed);
        let ahead = if lines.is_idle() { 1 } else { most };
        let is_ahead =
            |taken: &mut Option<u64>| taken.is_some_and(|taken| *number >= taken + ahead);
        let taken = self.on.wait_while(unlocked(&self.taken), is_ahead);
        (*taken.unwrap_or_else(PoisonError::into_inner))?;
        let read = match lines.next(buffer) {
            Ok(false) => return None,
            read => read.map(drop),
        };
        *number += 1;
        Some((*number - 1, read))
    }

    /// The answers of so many buffers have been taken.
    fn take(&self, taken: u64) {
        *unlocked(&self.taken) = Some(taken);
        self.on.notify_all();
    }
}

/// When this goes, nobody reads on.
struct Over<'a, 'l>(&'a Road<'l>);

impl Drop for Over<'_, '_> {
    fn drop(&mut self) {
        *unlocked(&self.0.taken) = None;
        self.0.on.notify_all();
    }
}

fn unlocked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
