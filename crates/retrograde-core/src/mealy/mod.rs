//! Strategies that remember: finite machines that watch the play and choose the moves.

mod dot;

use std::fmt;

use crate::graph::Vertex;
use crate::names::Names;
use crate::regions::{Winners, claim_winners};
use crate::strategy::Strategy;
use crate::value::Player;

/// What a machine does at one vertex in one state of its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MealyStep {
    /// Where the play is.
    pub vertex: Vertex,
    /// The state of the memory when the play arrives there.
    pub memory: u32,
    /// The move the machine makes; `None` where the opponent moves.
    pub to: Option<Vertex>,
    /// The state of the memory when the play leaves, whoever moves.
    pub next: u32,
}

/// A winning strategy with finite memory, as a Mealy machine that reads vertices and writes moves.
///
/// The play may start at any vertex for which there is a step in the state [`initial`]. At every
/// vertex the step for that vertex and the state at hand says where to move, if it is the player's
/// turn, and the state for the vertex after it. There are steps for all that can come up that way,
/// however the opponent plays.
///
/// [`initial`]: Mealy::initial
///
/// ```
/// use retrograde_core::{Mealy, MealyStep, Player};
/// // At vertex 0, move to 1 and to 2 in turn; both lead back.
/// let step = |vertex, memory, to, next| MealyStep { vertex, memory, to, next };
/// let machine = Mealy::new(Player::Zero, 3, 2, 0, vec![
///     step(0, 0, Some(1), 1),
///     step(0, 1, Some(2), 0),
///     step(1, 0, Some(0), 0),
///     step(1, 1, Some(0), 1),
///     step(2, 0, Some(0), 0),
/// ])?;
/// let first = machine.step(0, machine.initial()).unwrap();
/// assert_eq!(first.to, Some(1));
/// let back = machine.step(1, first.next).unwrap();
/// assert_eq!(machine.step(0, back.next).unwrap().to, Some(2));
/// assert_eq!(machine.step(2, 1), None);
/// # Ok::<(), retrograde_core::MealyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mealy {
    player: Player,
    vertices: usize,
    states: u32,
    initial: u32,
    /// By vertex, then by memory.
    steps: Vec<MealyStep>,
}

impl Mealy {
    /// The machine of `player` in a game of `vertices` vertices, with memory states below `states`,
    /// from its steps in any order.
    ///
    /// # Errors
    /// A vertex or state out of range, two steps for the same vertex and state.
    pub fn new(
        player: Player,
        vertices: usize,
        states: u32,
        initial: u32,
        mut steps: Vec<MealyStep>,
    ) -> Result<Self, MealyError> {
        if initial >= states {
            return Err(MealyError::NoState { state: initial, states });
        }
        for step in &steps {
            let vertex = step.to.unwrap_or(step.vertex).max(step.vertex);
            if vertex as usize >= vertices {
                return Err(MealyError::NoVertex { vertex, vertices });
            }
            let state = step.memory.max(step.next);
            if state >= states {
                return Err(MealyError::NoState { state, states });
            }
        }
        let place = |step: &MealyStep| (step.vertex, step.memory);
        if !steps.is_sorted_by_key(place) {
            steps.sort_unstable_by_key(place);
        }
        if let Some(pair) = steps.windows(2).find(|pair| place(&pair[0]) == place(&pair[1])) {
            let MealyStep { vertex, memory, .. } = pair[0];
            return Err(MealyError::TwoSteps { vertex, memory });
        }
        Ok(Mealy { player, vertices, states, initial, steps })
    }

    /// Whose strategy it is.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// How many vertices the game has.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices
    }

    /// How many states the memory has.
    #[must_use]
    pub fn state_count(&self) -> u32 {
        self.states
    }

    /// The state in which every play begins.
    #[must_use]
    pub fn initial(&self) -> u32 {
        self.initial
    }

    /// All steps, by vertex and then by state.
    #[must_use]
    pub fn steps(&self) -> &[MealyStep] {
        &self.steps
    }

    /// What to do at `vertex` in state `memory`, if that can come up.
    #[must_use]
    pub fn step(&self, vertex: Vertex, memory: u32) -> Option<MealyStep> {
        let place = |step: &MealyStep| (step.vertex, step.memory);
        let found = self.steps.binary_search_by_key(&(vertex, memory), place);
        found.ok().map(|index| self.steps[index])
    }

    /// The machine as a picture in the DOT language: a node for each state, an arrow for each pair
    /// of states with a line `vertex / move` for each step between them, or `vertex` where the
    /// opponent moves.
    ///
    /// ```
    /// use retrograde_core::{Mealy, MealyStep, Names, Player};
    /// let step = MealyStep { vertex: 0, memory: 0, to: Some(0), next: 0 };
    /// let machine = Mealy::new(Player::One, 1, 1, 0, vec![step])?;
    /// assert_eq!(machine.dot(&Names::numbered(1)).to_string(), "\
    /// digraph {
    ///   rankdir=LR;
    ///   start [shape=point];
    ///   m0 [label=\"0\", shape=circle];
    ///   start -> m0;
    ///   m0 -> m0 [label=\"0 / 0\"];
    /// }
    /// ");
    /// # Ok::<(), retrograde_core::MealyError>(())
    /// ```
    #[must_use]
    pub fn dot<'a>(&'a self, names: &'a Names) -> impl fmt::Display + use<'a> {
        dot::Picture { machines: std::slice::from_ref(self), names }
    }
}

/// A solved game in which winning takes memory: who wins where, and a machine for each player that
/// wins from every vertex of their region.
///
/// ```
/// use retrograde_core::{Mealy, MealySolution, MealyStep, Player};
/// let step = |vertex, memory, to, next| MealyStep { vertex, memory, to: Some(to), next };
/// let steps = vec![step(0, 0, 1, 1), step(0, 1, 0, 0), step(1, 0, 0, 0), step(1, 1, 0, 1)];
/// let winners = [Some(Player::Zero), Some(Player::Zero)].into_iter().collect();
/// let solution = MealySolution::new(winners, Some([
///     Mealy::new(Player::Zero, 2, 2, 0, steps)?,
///     Mealy::new(Player::One, 2, 1, 0, vec![])?,
/// ]));
/// assert_eq!(solution.moves.unwrap().get(0), Some(1));
/// # Ok::<(), retrograde_core::MealyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MealySolution {
    /// Who wins where.
    pub winners: Winners,
    /// The machines of player 0 and player 1, unless they were left out.
    pub machines: Option<[Mealy; 2]>,
    /// How plays begin: the move that the winner's machine makes first, wherever the winner moves.
    /// Alone they prove nothing.
    pub moves: Option<Strategy>,
}

impl MealySolution {
    /// A solution with the moves that its machines make first.
    ///
    /// # Panics
    /// If a machine is of a game of another size.
    #[must_use]
    pub fn new(winners: Winners, machines: Option<[Mealy; 2]>) -> Self {
        let moves = machines.as_ref().map(|machines| first_moves(&winners, machines));
        MealySolution { winners, machines, moves }
    }

    /// The first vertex with another move than the winner's machine makes first; `None` where all
    /// agree, and where one or the other is missing.
    ///
    /// # Panics
    /// If a machine is of a game of another size.
    #[must_use]
    pub fn contradiction(&self) -> Option<Vertex> {
        let expected = first_moves(&self.winners, self.machines.as_ref()?);
        let moves = self.moves.as_ref()?;
        (0..expected.len() as Vertex).find(|&vertex| moves.get(vertex) != expected.get(vertex))
    }

    /// Both machines as one picture in the DOT language, as [`Mealy::dot`] draws each.
    #[must_use]
    pub fn dot<'a>(&'a self, names: &'a Names) -> impl fmt::Display + use<'a> {
        dot::Picture { machines: self.machines.as_ref().map_or(&[], |machines| machines), names }
    }

    /// The machine of `player`, unless it was left out.
    #[must_use]
    pub fn machine(&self, player: Player) -> Option<&Mealy> {
        self.machines.as_ref().map(|machines| &machines[usize::from(player.number())])
    }
}

/// What a play that starts at a vertex begins with: the move that the winner's machine makes there
/// in its initial state.
fn first_moves(winners: &Winners, machines: &[Mealy; 2]) -> Strategy {
    let mut moves = Strategy::empty(winners.len());
    for machine in machines {
        assert_eq!(machine.vertex_count(), winners.len(), "a machine for the same game");
        for step in machine.steps().iter().filter(|step| step.memory == machine.initial()) {
            if winners.get(step.vertex) == Some(machine.player()) {
                moves.set(step.vertex, step.to);
            }
        }
    }
    moves
}

claim_winners!(MealySolution, moves);

/// Why steps do not make a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MealyError {
    /// A state that the memory does not have.
    #[error("memory state {state} does not exist: the machine has {states}, numbered from 0")]
    NoState {
        /// The state.
        state: u32,
        /// How many there are.
        states: u32,
    },
    /// A vertex that the game does not have.
    #[error("vertex {vertex} does not exist: the game has {vertices}")]
    NoVertex {
        /// The vertex.
        vertex: Vertex,
        /// How many there are.
        vertices: usize,
    },
    /// Two steps for the same vertex and state.
    #[error(
        "the machine has two steps for vertex {vertex} in memory state {memory}: keep one of them"
    )]
    TwoSteps {
        /// The vertex.
        vertex: Vertex,
        /// The state.
        memory: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(vertex: Vertex, memory: u32, to: Option<Vertex>, next: u32) -> MealyStep {
        MealyStep { vertex, memory, to, next }
    }

    #[test]
    fn steps_out_of_range_or_given_twice_are_refused() {
        let make = |initial, steps| Mealy::new(Player::Zero, 2, 2, initial, steps);
        assert_eq!(make(2, vec![]), Err(MealyError::NoState { state: 2, states: 2 }));
        assert_eq!(
            make(0, vec![step(0, 0, None, 3)]),
            Err(MealyError::NoState { state: 3, states: 2 })
        );
        let no_vertex = Err(MealyError::NoVertex { vertex: 2, vertices: 2 });
        assert_eq!(make(0, vec![step(2, 0, None, 0)]), no_vertex);
        assert_eq!(make(0, vec![step(0, 0, Some(2), 0)]), no_vertex);
        assert_eq!(
            make(0, vec![step(1, 1, None, 0), step(0, 0, None, 0), step(1, 1, Some(1), 0)]),
            Err(MealyError::TwoSteps { vertex: 1, memory: 1 })
        );
    }
}
