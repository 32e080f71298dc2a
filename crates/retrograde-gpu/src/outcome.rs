//! Win, lose or draw with distances.

use retrograde_core::{Control, Convention, Outcome, OutcomeGame, Progress, Values};

use crate::device::{Buffer, Device};
use crate::error::GpuError;
use crate::rows::{Rows, Shape};
use crate::turned::{Turned, turn};
use crate::wave::{self, Wants, Wave};

/// Bytes of the card that it takes to solve a graph of that size, at most.
#[must_use]
pub fn estimate(vertices: u64, edges: u64, shared: u32) -> u64 {
    wave::estimate(vertices, edges, shared, 1)
}

/// The value of every vertex: what `retrograde_solve::outcome` finds, found on a card.
///
/// # Complexity
/// O(V + E) work in as many rounds as the longest distance; see [`estimate`] for memory.
///
/// # Errors
/// The graph does not fit the card, which is told before anything is allocated; the card failed; it was
/// stopped.
pub fn solve(
    device: &dyn Device,
    game: &OutcomeGame<'_>,
    control: &Control<'_>,
) -> Result<Values, GpuError> {
    let graph = game.graph();
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    if vertices == 0 {
        return Ok(Values::default());
    }
    GpuError::check_room(device, vertices, edges, estimate(vertices, edges, device.shared()))?;
    control.tell(Progress::new("copying to the card", 0, 0));
    let rows = Rows::upload(device, graph, control)?;
    let verdicts = verdicts(game);
    let verdicts = verdicts.map(|codes| Buffer::of(device, &codes)).transpose()?;
    let misere = game.convention() == Convention::Misere;
    let (turned, shape) = turn(device, rows, control)?;
    label(device, &shape, &turned, verdicts.as_ref(), misere, control)?.read()
}

/// What the rules say at vertices without moves: 1 won, 2 lost, 3 drawn; nothing if they say nothing.
fn verdicts(game: &OutcomeGame<'_>) -> Option<Vec<u8>> {
    let graph = game.graph();
    if !graph.vertices().any(|vertex| game.has_verdict(vertex)) {
        return None;
    }
    let code = |vertex| match game.has_verdict(vertex).then(|| game.terminal_outcome(vertex)) {
        None => 0,
        Some(Outcome::Win) => 1,
        Some(Outcome::Lose) => 2,
        Some(Outcome::Draw) => 3,
    };
    Some(graph.vertices().map(code).collect())
}

/// Values that are still on the card.
#[derive(Debug)]
pub struct Labelled<'a, 'd>(Wave<'a, 'd>);

/// Labels the vertices of a graph that was turned around.
///
/// # Errors
/// The card failed, or it was stopped.
pub fn label<'a, 'd>(
    device: &'d dyn Device,
    shape: &'a Shape<'d>,
    turned: &'a Turned<'d>,
    verdicts: Option<&Buffer<'d, u8>>,
    misere: bool,
    control: &Control<'_>,
) -> Result<Labelled<'a, 'd>, GpuError> {
    let mut wave = Wave::new(device, shape, turned, None)?;
    wave.begin_outcome(verdicts, misere)?;
    wave.follow(Wants::Outcomes, control)?;
    Ok(Labelled(wave))
}

impl Labelled<'_, '_> {
    /// How many vertices are lost.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.0.front
    }

    /// How many vertices are won.
    #[must_use]
    pub fn won(&self) -> u64 {
        self.0.back
    }

    /// How many rounds it took.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.0.distance
    }

    /// Copies them from the card.
    ///
    /// # Errors
    /// The card failed.
    pub fn read(&self) -> Result<Values, GpuError> {
        let (win, lose, distances) = self.0.read()?;
        Ok(Values::from_parts(win, lose, distances))
    }
}
