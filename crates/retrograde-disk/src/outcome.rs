//! Win, lose or draw, with distances.

use retrograde_core::{Convention, GraphError, Objective, Outcome, Values, Vertex};
use retrograde_io::RggFile;

use crate::checkpoint::Asked;
use crate::error::DiskError;
use crate::options::Options;
use crate::seed::{Begin, degrees, seed};
use crate::wave::{self, Effect, Rule, State, Turn};
use crate::{hunt, visits};

/// A lost vertex wins those with a move to it, a won one takes a move off each.
struct Alternate;

impl Rule for Alternate {
    /// Wins come before losses, as a vertex that is both won and out of moves is won.
    const TURNS: &'static [Turn] = &[Turn::Counted, Turn::Claimed];

    #[inline(always)]
    fn effect(&self, turn: Turn, _: Vertex) -> Effect {
        match turn {
            Turn::Counted => Effect::Claim,
            Turn::Claimed | Turn::All => Effect::Lower,
        }
    }
}

/// The value of every vertex of a graph that stays on disk.
///
/// ```
/// use retrograde_core::{Arena, Control, Convention, Distance, Value};
/// use retrograde_disk::{Options, outcome};
/// use retrograde_io::{RggFile, write_rgg};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let values = outcome(&RggFile::from_bytes(bytes)?, Convention::Normal, &Options::default())?;
/// assert_eq!(values.get(1), Value::Lose(Distance(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped; there is no room for what is kept of each vertex; the file is damaged or has a
/// verdict on a vertex with moves; a checkpoint cannot be read or written.
///
/// # Complexity
/// O(V + E) time; [`estimate`] says how much memory. Every edge into a vertex that is won or lost is read
/// once, and at most as much again of what lies between them.
///
/// Source: the algorithm is the one of D. E. Knuth, *The Art of Computer Programming*, vol. 1,
/// exercise 2.2.3–28.
pub fn outcome(
    file: &RggFile,
    convention: Convention,
    options: &Options<'_>,
) -> Result<Values, DiskError> {
    solve(file, convention, options).map_err(|error| error.in_file(file.path()))
}

fn solve(
    file: &RggFile,
    convention: Convention,
    options: &Options<'_>,
) -> Result<Values, DiskError> {
    let control = &options.control;
    wave::check_room(estimate(file, options).least, control)?;
    let asked = match convention {
        Convention::Normal => Asked::OutcomeNormal,
        Convention::Misere => Asked::OutcomeMisere,
    };
    let state =
        wave::resumed(file, &Alternate, asked, options, || begin(file, convention, options))?;
    let State { marks, settled, claimed, .. } = state;
    let mut lost = settled;
    for (word, won) in lost.words_mut().iter_mut().zip(claimed.words()) {
        *word &= !won;
    }
    Ok(Values::from_parts(claimed, lost, marks.into_distances()))
}

/// Vertices without moves are settled, unless they are drawn.
fn begin(
    file: &RggFile,
    convention: Convention,
    options: &Options<'_>,
) -> Result<State, DiskError> {
    seed(file, &options.control, |range, begin| {
        let mut verdicts = Vec::new();
        file.verdicts(range.clone(), |vertex, verdict| verdicts.push((vertex, verdict)))?;
        let mut verdicts = verdicts.into_iter().peekable();
        let mut wrong = None;
        degrees(file, range, |vertex, degree| {
            let verdict =
                verdicts.next_if(|&(other, _)| other == vertex).map(|(_, verdict)| verdict);
            begin(
                vertex,
                match (degree, verdict) {
                    (0, verdict) => match verdict.unwrap_or(convention.terminal()) {
                        Outcome::Win => Begin::Claimed,
                        Outcome::Lose => Begin::Counted,
                        Outcome::Draw => Begin::Open(0),
                    },
                    (degree, None) => Begin::Open(degree),
                    (degree, Some(_)) => {
                        wrong = wrong.or(Some(vertex));
                        Begin::Open(degree)
                    }
                },
            );
        })?;
        match wrong {
            None => Ok(()),
            Some(vertex) => {
                Err(GraphError::VerdictOnMoves { vertex, name: vertex.to_string() }.into())
            }
        }
    })
}

/// Bytes of memory that solving takes, whatever the number of edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// While no distance passes 255, as in most games. Without so much nothing is begun.
    pub least: u64,
    /// With any distances. Where there is less, a solve that comes to a distance of 256 ends there.
    pub most: u64,
}

impl Estimate {
    /// What a graph of so many vertices takes on so many threads.
    ///
    /// ```
    /// use retrograde_disk::Estimate;
    /// assert!(Estimate::of(1_000_000_000, 2).least < 2_000_000_000);
    /// ```
    #[must_use]
    pub fn of(vertices: u64, threads: usize) -> Self {
        let [least, most] = [false, true].map(|wide| wave::bytes(vertices, wide, threads));
        Estimate { least, most }
    }

    /// The same where somebody asks for an objective that is served here, as solving it demands.
    ///
    /// ```
    /// use retrograde_core::Objective;
    /// use retrograde_disk::Estimate;
    /// let [outcome, buchi] = [Objective::OUTCOME, Objective::Buchi]
    ///     .map(|objective| Estimate::to_solve(&objective, 1_000_000_000, 2));
    /// assert!(buchi.least > outcome.least);
    /// ```
    #[must_use]
    pub fn to_solve(objective: &Objective, vertices: u64, threads: usize) -> Self {
        match objective {
            Objective::Reachability | Objective::Safety => hunt::takes(vertices, threads),
            Objective::Buchi | Objective::Cobuchi => visits::takes(vertices, threads),
            _ => Estimate::of(vertices, threads),
        }
    }
}

/// What [`outcome`] takes: a byte and a half for each vertex, and some MiB for each thread.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_disk::{Options, estimate};
/// use retrograde_io::{RggFile, write_rgg};
/// let arena = Arena::from(Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?);
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let options = Options::with(Control::ALONE);
/// assert!(estimate(&RggFile::from_bytes(bytes)?, &options).most < 3 << 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn estimate(file: &RggFile, options: &Options<'_>) -> Estimate {
    Estimate::of(file.vertex_count() as u64, options.control.threads.get())
}
