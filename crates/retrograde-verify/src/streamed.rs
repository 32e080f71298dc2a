//! Outcomes of a graph whose rows are kept elsewhere, checked in one pass over them.

use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Control, Outcome, Progress, RowError, RowSource, Value, Values, Vertex};

use crate::checked::{Checked, Tally};
use crate::error::VerifyError;
use crate::fault::{Fault, Rule};
use crate::ranked::{Seen, check_kept, check_terminal};

/// Why [`verify_outcome_rows`] does not say that values hold.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowsError {
    /// They do not, or the check was stopped.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// Rows or moves could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<RowError> for RowsError {
    fn from(error: RowError) -> Self {
        match error {
            RowError::Stopped(stopped) => VerifyError::from(stopped).into(),
            RowError::Io(error) => error.into(),
            other => io::Error::other(other).into(),
        }
    }
}

/// A move for each vertex that is asked for, by rising vertex.
pub type NextMove<'a> = &'a mut dyn FnMut(Vertex) -> io::Result<Option<Vertex>>;

/// Vertices that one thread takes at a time.
const RANGE: usize = 1 << 16;

/// Proves that `values` hold for the graph with these rows, where `terminal` is the outcome at each vertex
/// without moves, or names the first vertex where they do not. The rules, and why they are enough,
/// are those of [`verify_outcome`](crate::verify_outcome); the graph need not be in memory, nor any row of it.
///
/// Best moves, if there are any, are asked for one after the other, and then all is done on one thread.
///
/// ```
/// use retrograde_core::{Control, Distance, Graph, Outcome, Value, Values};
/// use retrograde_verify::verify_outcome_rows;
/// let graph = Graph::from_edges(2, [(0, 1)])?;
/// let values: Values = [Value::Win(Distance(1)), Value::Lose(Distance(0))].into_iter().collect();
/// let checked =
///     verify_outcome_rows(&graph, &|_| Outcome::Lose, &values, None, &Control::default())?;
/// assert_eq!((checked.vertices, checked.edges), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The [`Fault`] of the lowest vertex that breaks a rule; rows or moves that cannot be read; it was stopped.
///
/// # Complexity
/// O(V + E) time, no memory of its own.
pub fn verify_outcome_rows(
    rows: &dyn RowSource,
    terminal: &(dyn Fn(Vertex) -> Outcome + Sync),
    values: &Values,
    moves: Option<NextMove<'_>>,
    control: &Control<'_>,
) -> Result<Checked, RowsError> {
    control.check().map_err(VerifyError::from)?;
    let vertices = rows.vertex_count();
    if values.len() != vertices {
        let (found, vertices) = (values.len() as u64, vertices as u64);
        let fault = Fault::whole(Rule::ValuesLength { found, vertices });
        return Err(VerifyError::from(fault).into());
    }
    let check = Check { rows, terminal, values, control };
    let with_moves = moves.is_some();
    let terminals = match moves {
        Some(next) => check.range(0..vertices, Some(next))?,
        None => check.all(vertices)?,
    };
    Ok(Checked {
        tally: Tally::Outcome,
        vertices: vertices as u64,
        edges: rows.edge_count(),
        terminals,
        moves: with_moves.then(|| vertices as u64 - terminals),
    })
}

struct Check<'a> {
    rows: &'a dyn RowSource,
    terminal: &'a (dyn Fn(Vertex) -> Outcome + Sync),
    values: &'a Values,
    control: &'a Control<'a>,
}

/// A vertex whose row is being read.
struct Open {
    vertex: Vertex,
    value: Value,
    has_moves: bool,
    seen: Seen,
    /// The best move, if there are any, and whether it has been seen.
    best: Option<(Option<Vertex>, bool)>,
}

impl Check<'_> {
    /// All ranges, shared out among the threads. What counts is the lowest vertex with a fault, whoever
    /// finds one first.
    fn all(&self, vertices: usize) -> Result<u64, RowsError> {
        let (terminals, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let lowest = AtomicUsize::new(usize::MAX);
        let failed: Mutex<Option<(usize, RowsError)>> = Mutex::new(None);
        self.control.threads.share(vertices.div_ceil(RANGE), &|numbers| {
            for number in numbers {
                if number > lowest.load(Relaxed) {
                    continue;
                }
                let range = number * RANGE..vertices.min((number + 1) * RANGE);
                let length = range.len() as u64;
                match self.range(range, None) {
                    Ok(found) => {
                        terminals.fetch_add(found, Relaxed);
                        let done = length + done.fetch_add(length, Relaxed);
                        self.control.tell(Progress::new("verifying", done, vertices as u64));
                    }
                    Err(error) => {
                        lowest.fetch_min(number, Relaxed);
                        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                        if failed.as_ref().is_none_or(|&(other, _)| number < other) {
                            *failed = Some((number, error));
                        }
                    }
                }
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => Ok(terminals.into_inner()),
        }
    }

    /// The vertices of a range one after the other; how many of them have no moves.
    fn range(
        &self,
        range: Range<usize>,
        mut moves: Option<NextMove<'_>>,
    ) -> Result<u64, RowsError> {
        let mut pace = self.control.pace();
        let mut terminals = 0;
        let mut open: Option<Open> = None;
        let mut next = range.start;
        let mut fault = None;
        let read = self.rows.read_rows(range.clone(), &mut |vertex, row| {
            pace.steps(1 + row.len())?;
            if open.as_ref().is_none_or(|open| open.vertex != vertex) {
                if let Some(before) = open.take() {
                    terminals += u64::from(!before.has_moves);
                    if let Err(found) = self.judge(&before) {
                        fault = Some(found);
                        // Whoever reads need not go on.
                        return Err(io::Error::from(io::ErrorKind::Interrupted).into());
                    }
                }
                if vertex as usize != next {
                    return Err(io::Error::other("rows come out of order").into());
                }
                next += 1;
                let best = moves.as_mut().map(|moves| moves(vertex)).transpose()?;
                open = Some(Open {
                    vertex,
                    value: self.values.get(vertex),
                    has_moves: false,
                    seen: Seen::default(),
                    best: best.map(|best| (best, false)),
                });
            }
            let open = open.as_mut().expect("it was just put there");
            open.has_moves |= !row.is_empty();
            open.seen.see(self.values, open.value, row.iter().copied());
            if let Some((Some(best), found)) = &mut open.best {
                *found |= row.contains(best);
            }
            Ok(())
        });
        if let Some(fault) = fault {
            return Err(VerifyError::from(fault).into());
        }
        read?;
        if let Some(last) = open {
            terminals += u64::from(!last.has_moves);
            self.judge(&last).map_err(VerifyError::from)?;
        }
        match next == range.end {
            true => Ok(terminals),
            false => Err(io::Error::other("rows are missing").into()),
        }
    }

    /// Whether a vertex of which everything has been seen keeps the rules.
    fn judge(&self, open: &Open) -> Result<(), Fault> {
        let at = |rule| Fault::at(open.vertex, rule);
        match open.has_moves {
            true => open.seen.check(open.value).map_err(at)?,
            false => check_terminal((self.terminal)(open.vertex), open.value).map_err(at)?,
        }
        match (open.best, open.has_moves) {
            (None, _) | (Some((None, _)), false) => Ok(()),
            (Some((None, _)), true) => Err(at(Rule::MoveMissing { value: open.value })),
            (Some((Some(to), _)), false) => Err(at(Rule::TerminalMove { to })),
            (Some((Some(to), false)), true) => Err(at(Rule::MoveNotAnEdge { to })),
            (Some((Some(to), true)), true) => check_kept(self.values, open.value, to).map_err(at),
        }
    }
}
