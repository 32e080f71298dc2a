//! Best lines of play: of vertices, and of whatever else is a position.

mod players;
mod recurs;

use std::collections::HashMap;
use std::hash::Hash;

use retrograde_core::{Control, Stopped, Vertex};

pub use players::{Place, Players, Turn};
pub use recurs::Recurs;

/// Best play by both sides from some position on: what was written down of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<S> {
    /// The steps, the first one included.
    pub steps: Vec<S>,
    /// What comes after the last.
    pub end: End,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing comes after the last position: the game is over.
    Over,
    /// After the last position comes the step of this number again: it goes on forever.
    Repeats(usize),
    /// The line was cut at the length asked for.
    Cut,
    /// Nothing is known of the last position, or not how play goes on from there.
    Open,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineError {
    /// The solution says what vertices are worth and not how to play.
    #[error("the solution has no moves")]
    NoMoves,
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// One position of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where play is.
    pub place: Place,
    /// Where it goes from there; none at the end.
    pub to: Option<Vertex>,
}

/// Goes from one position to the next until there is none, one comes back, or `limit` steps, if there
/// is a limit, are written down. `look` says what to write down of a position, and where play goes
/// from there.
///
/// ```
/// use retrograde_core::{Control, Stopped};
/// use retrograde_solve::line::{End, follow};
/// let half = |n: u32| Ok::<_, Stopped>((n, (n > 0).then_some(n / 2)));
/// let line = follow(9, None, &Control::ALONE, half)?;
/// assert_eq!((&line.steps[..], line.end), (&[9, 4, 2, 1, 0][..], End::Over));
/// assert_eq!(follow(9, Some(2), &Control::ALONE, half)?.end, End::Cut);
/// # Ok::<(), Stopped>(())
/// ```
///
/// # Errors
/// The first of `look`, or it was stopped.
pub fn follow<P: Clone + Eq + Hash, S, E: From<Stopped>>(
    start: P,
    limit: Option<usize>,
    control: &Control<'_>,
    mut look: impl FnMut(P) -> Result<(S, Option<P>), E>,
) -> Result<Line<S>, E> {
    let mut steps = Vec::new();
    let mut seen: HashMap<P, usize> = HashMap::new();
    let mut here = start;
    loop {
        // To look at a position may mean to fetch it from a disk.
        control.check()?;
        if let Some(&back) = seen.get(&here) {
            return Ok(Line { steps, end: End::Repeats(back) });
        }
        if Some(steps.len()) == limit {
            return Ok(Line { steps, end: End::Cut });
        }
        seen.insert(here.clone(), steps.len());
        let (step, next) = look(here)?;
        steps.push(step);
        match next {
            Some(next) => here = next,
            None => return Ok(Line { steps, end: End::Over }),
        }
    }
}

/// What both players play from a place on, until the play is over, the same place comes back with the
/// same turn and memory, or `limit` positions are written down.
///
/// A winner's line is as long as its distance. A drawn line of play enters a cycle or ends in a
/// drawn terminal. Where the players differ, the line is one that whoever wins does win.
///
/// ```
/// use retrograde_core::{Arena, Control, Objective, Question};
/// use retrograde_solve::line::{End, Players, Recurs, play};
/// use retrograde_solve::{Options, registry};
/// let arena = Arena::sketch()
///     .vertex("a").owner(0).priority(1).to("b")
///     .vertex("b").owner(1).priority(2).to("a")
///     .arena()?;
/// let question = Question::new(&arena, &Objective::PARITY)?;
/// let solution = registry::solve(&question, &Options::default())?.solution;
/// let players = Players::new(&question, &solution, &Options::default())?;
/// let line = play(&players, players.start(0, Default::default()), None, &Control::ALONE)?;
/// assert_eq!((line.steps.len(), line.end), (2, End::Repeats(0)));
/// assert!(matches!(Recurs::on(&players, &[0, 1]), Some(Recurs::Priority { priority: 2, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn play(
    players: &Players<'_>,
    start: Place,
    limit: Option<usize>,
    control: &Control<'_>,
) -> Result<Line<Step>, Stopped> {
    let mut line = follow(start, limit, control, |place| {
        let to = players.chosen(place);
        Ok::<_, Stopped>((Step { place, to }, to.map(|to| players.after(place, to))))
    })?;
    let last = line.steps.last().map(|step| step.place);
    if line.end == End::Over
        && last.is_some_and(|place| {
            players.is_open(place.vertex) || players.moves(place).next().is_some()
        })
    {
        line.end = End::Open;
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use retrograde_core::Cancel;

    use super::*;

    #[test]
    fn lines_end_come_back_are_cut_or_are_stopped() {
        let alone = &Control::ALONE;
        let fifth = |at: u32| Ok::<_, Stopped>((at, (at != 0).then_some(at % 5)));
        let down = |at: u32| Ok::<_, Stopped>((at, at.checked_sub(1)));
        let line = |steps: &[u32], end| Ok(Line { steps: steps.to_vec(), end });
        assert_eq!(follow(2, None, alone, down), line(&[2, 1, 0], End::Over));
        assert_eq!(follow(2, Some(3), alone, down), line(&[2, 1, 0], End::Over));
        assert_eq!(follow(2, Some(2), alone, down), line(&[2, 1], End::Cut));
        assert_eq!(follow(2, Some(0), alone, down), line(&[], End::Cut));
        assert_eq!(follow(12, None, alone, fifth), line(&[12, 2], End::Repeats(1)));
        let no = |_| Err::<((), _), _>(Stopped::Deadline);
        assert_eq!(follow(1, None, alone, no), Err(Stopped::Deadline));

        let cancel = Cancel::new();
        let control = Control { cancel: Some(&cancel), ..Control::ALONE };
        let forever = |at: u64| {
            if at == 1000 {
                cancel.cancel();
            }
            Ok::<_, Stopped>((at, Some(at + 1)))
        };
        assert_eq!(follow(0, None, &control, forever), Err(Stopped::Cancelled));
    }
}
