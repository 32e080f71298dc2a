//! Büchi and co-Büchi games: one player wants to visit the targets infinitely often.
//!
//! By the classical rounds: the other player, the spoiler, wins where the visitor cannot force a goal even once,
//! and from wherever that can be forced in turn; all of it is taken out, and the rest looked at again. A goal is
//! a target from where one can go on, or a vertex where the spoiler must move and cannot.

use retrograde_core::{Bitmap, Distances, Player, Vertex, Winners};
use retrograde_io::RggFile;

use crate::checkpoint::{Asked, Keeper};
use crate::error::DiskError;
use crate::hunt::{Attract, owned_by};
use crate::options::Options;
use crate::outcome::Estimate;
use crate::seed::{Begin, degrees, seed};
use crate::wave::{self, Keep, Moment, State, Wave};

/// Where the player wins who wants to see few targets, and what the rounds leave behind.
#[derive(Clone, Debug)]
pub struct Visited {
    /// Who wants to visit targets infinitely often: player 0 in a Büchi game, player 1 in a co-Büchi game.
    pub visitor: Player,
    /// Where the other player, the spoiler, wins. Elsewhere the visitor does.
    pub spoiled: Bitmap,
    /// When a vertex was taken out for the spoiler: levels rise from round to round and within rounds.
    /// Anything where nothing was.
    pub levels: Distances,
    /// The levels, rising, of what could not be forced to a goal in the round at hand. What has another level
    /// was attracted by the spoiler to the level before.
    pub begins: Vec<u32>,
    /// In how many moves the visitor forces the next goal, where the visitor wins; anything elsewhere.
    pub ranks: Distances,
    /// The vertices of the visitor.
    pub(crate) own: Bitmap,
}

impl Visited {
    /// Who wins where.
    #[must_use]
    pub fn winners(&self) -> Winners {
        let (spoiled, others) = (self.spoiled.clone(), self.spoiled.clone().complement());
        match self.visitor {
            Player::Zero => Winners::from_regions(others, spoiled),
            Player::One => Winners::from_regions(spoiled, others),
        }
    }
}

/// Who wins when player 0 wants to visit targets infinitely often, of a graph that stays on disk.
///
/// ```
/// use retrograde_core::{Arena, Control};
/// use retrograde_disk::{Options, buchi};
/// use retrograde_io::{RggFile, write_rgg};
/// let arena = Arena::sketch()
///     .vertex("a").owner(0).target().to("b")
///     .vertex("b").owner(0).to("c").to("a")
///     .vertex("c").owner(0).to("c")
///     .arena()?;
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let visited = buchi(&RggFile::from_bytes(bytes)?, &Options::default())?;
/// assert_eq!(visited.spoiled.ones().collect::<Vec<_>>(), [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A vertex without an owner; it was stopped; there is no room for what is kept of each vertex; the file is
/// damaged; a checkpoint cannot be read or written.
///
/// # Complexity
/// O(V + E) time and a pass over the edges for each round, of which there are few in most games, and V in the
/// worst; [`estimate_visits`] says how much memory.
///
/// Source: R. McNaughton, *Infinite games played on finite graphs* (1993).
pub fn buchi(file: &RggFile, options: &Options<'_>) -> Result<Visited, DiskError> {
    visit(file, Player::Zero, options).map_err(|error| error.in_file(file.path()))
}

/// Who wins when player 0 must visit the targets only finitely often.
///
/// # Errors
/// As for [`buchi`].
///
/// # Complexity
/// As [`buchi`], of which it is the dual.
pub fn cobuchi(file: &RggFile, options: &Options<'_>) -> Result<Visited, DiskError> {
    visit(file, Player::One, options).map_err(|error| error.in_file(file.path()))
}

/// What [`buchi`] and [`cobuchi`] take: about twice of what [`outcome`](crate::outcome()) does.
#[must_use]
pub fn estimate_visits(file: &RggFile, options: &Options<'_>) -> Estimate {
    takes(file.vertex_count() as u64, options.control.threads.get())
}

pub(crate) fn takes(vertices: u64, threads: usize) -> Estimate {
    let Estimate { least, most } = Estimate::of(vertices, threads);
    // Levels and two bitmaps beside a wave; the owners, and what is stuck.
    let more = vertices.div_ceil(64) * 8 * 4;
    Estimate { least: least + vertices + more, most: most + 5 * vertices + more }
}

fn visit(file: &RggFile, visitor: Player, options: &Options<'_>) -> Result<Visited, DiskError> {
    let control = &options.control;
    wave::check_room(estimate_visits(file, options).least, control)?;
    let rule = Attract { own: owned_by(file, visitor, control)? };
    let spoil = Attract { own: rule.own.clone().complement() };
    let asked = if visitor == Player::Zero { Asked::Buchi } else { Asked::Cobuchi };
    let mut keeper = options.keeper(file, asked)?;
    let kept = keeper.as_ref().map_or(Ok(None), Keeper::load)?;
    let keeps = keeper.is_some();
    let mut keep = |states: &[&State], begins: &[u32], moment| {
        keeper.as_mut().map_or(Ok(()), |keeper| keeper.keep(states, begins, moment))
    };
    let (mut states, mut begins) =
        kept.map_or_else(Default::default, |kept| (kept.states, kept.begins));
    let mut forcing = states.split_off(states.len().min(1)).pop();
    // Where there is nothing to force, somebody was attracting for the spoiler.
    let mut spoiling = !states.is_empty() && forcing.is_none();
    let mut taken = match states.pop() {
        Some(taken) => taken,
        // How many moves each vertex has that are not known to lead to where the spoiler wins.
        None => seed(file, control, |range, begin| {
            degrees(file, range, |vertex, degree| begin(vertex, Begin::Open(degree)))
        })?,
    };
    loop {
        if !std::mem::take(&mut spoiling) {
            let state = match forcing.take() {
                Some(mut state) => {
                    // What is gone is not of the level that it goes on from, which is not the first.
                    taken.settled.ones().for_each(|vertex| state.marks.set(vertex, 0));
                    state
                }
                None => match first(file, &rule, &taken.settled, options) {
                    // What the rounds before have taken out is all there is to know.
                    Err(error) if error.leaves_sense() && !begins.is_empty() => {
                        keep(&[&taken], &begins, Moment::Last)?;
                        return Err(error);
                    }
                    state => state?,
                },
            };
            let mut keep = |state: &State, moment| keep(&[&taken, state], &begins, moment);
            let wave = Wave::new(file, &rule, state, control);
            let state = wave.run(keeps.then_some(&mut keep as Keep<'_>))?;
            let is_last = state.settled.count_ones() == state.settled.len();
            if is_last {
                keep(&state, Moment::Last)?;
            }
            let State { marks, settled: forced, .. } = state;
            if is_last {
                return Ok(Visited {
                    visitor,
                    spoiled: taken.settled,
                    levels: taken.marks.into_distances(),
                    begins,
                    ranks: marks.into_distances(),
                    own: rule.own,
                });
            }
            drop(marks);
            let stuck = forced.complement();
            let level = if begins.is_empty() { 0 } else { taken.level + 1 };
            begins.push(level);
            taken.begin_at(level, &stuck);
        }
        let mut keep = |state: &State, moment| keep(&[state], &begins, moment);
        let wave = Wave::new(file, &spoil, taken, control);
        taken = wave.run(keeps.then_some(&mut keep as Keep<'_>))?;
    }
}

/// A round: what is left, with the goals settled.
fn first(
    file: &RggFile,
    rule: &Attract,
    gone: &Bitmap,
    options: &Options<'_>,
) -> Result<State, DiskError> {
    seed(file, &options.control, |range, begin| {
        let mut targets: Vec<Vertex> = Vec::new();
        file.targets(range.clone(), |vertex| targets.push(vertex))?;
        let mut targets = targets.into_iter().peekable();
        degrees(file, range, |vertex, degree| {
            let is_target = targets.next_if_eq(&vertex).is_some();
            let is_goal = match degree {
                0 => !rule.own.get(vertex as usize),
                _ => is_target,
            };
            begin(
                vertex,
                match (gone.get(vertex as usize), is_goal) {
                    (true, _) => Begin::Gone,
                    (false, true) => Begin::Counted,
                    (false, false) => Begin::Open(degree),
                },
            );
        })
    })
}
