//! Solutions of the objectives in which winning takes memory: `vertex,winner,move`, where the move
//! is the first one of a play, and in JSON the machines that know the others.

use retrograde_core::{Mealy, MealySolution, Strategy, Vertex};

use super::layout::Layout;
use super::regions::RegionObjective;
use super::sheet::{Cell, Fact, Sheet};

/// Who wins where with which machines, as the solution of an objective. Read back by
/// [`read_machines`](crate::read_machines).
///
/// ```
/// use retrograde_core::{Mealy, MealySolution, MealyStep, Names, Player};
/// use retrograde_io::{MealySheet, RegionObjective, write_csv};
/// let step = |vertex, memory, to, next| MealyStep { vertex, memory, to: Some(to), next };
/// let steps = vec![step(0, 0, 1, 1), step(0, 1, 0, 0), step(1, 0, 0, 0), step(1, 1, 0, 1)];
/// let solution = MealySolution {
///     winners: [Some(Player::Zero), Some(Player::Zero)].into_iter().collect(),
///     machines: Some([
///         Mealy::new(Player::Zero, 2, 2, 0, steps)?,
///         Mealy::new(Player::One, 2, 1, 0, vec![])?,
///     ]),
/// };
/// let sheet = MealySheet::new(RegionObjective::Muller, &solution);
/// let mut text = Vec::new();
/// write_csv(&Names::numbered(2), &sheet, &mut text)?;
/// assert_eq!(text, b"vertex,winner,move\n0,0,1\n1,0,0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MealySheet<'a> {
    objective: RegionObjective,
    solution: &'a MealySolution,
    moves: Option<Strategy>,
}

impl<'a> MealySheet<'a> {
    /// The sheet of a solution of `objective`.
    ///
    /// # Panics
    /// If a machine is of a game of another size.
    #[must_use]
    pub fn new(objective: RegionObjective, solution: &'a MealySolution) -> Self {
        MealySheet { objective, solution, moves: first_moves(solution) }
    }
}

impl Sheet for MealySheet<'_> {
    fn layout(&self) -> &'static Layout {
        self.objective.layout()
    }

    fn vertices(&self) -> usize {
        self.solution.winners.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, _column: usize) -> Cell<'_> {
        Cell::winner(self.solution.winners.get(vertex))
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.moves.iter().collect()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        Fact::of_winners(&self.solution.winners)
    }

    fn machines(&self) -> Option<&[Mealy; 2]> {
        self.solution.machines.as_ref()
    }
}

/// What a play that starts at a vertex begins with: the move that the winner's machine makes there
/// in its initial state. `None` without machines.
///
/// ```
/// use retrograde_core::{MealySolution, Player};
/// let winners = [Some(Player::One)].into_iter().collect();
/// assert_eq!(retrograde_io::first_moves(&MealySolution { winners, machines: None }), None);
/// ```
///
/// # Panics
/// If a machine is of a game of another size.
///
/// # Complexity
/// Linear in the vertices and steps.
#[must_use]
pub fn first_moves(solution: &MealySolution) -> Option<Strategy> {
    let MealySolution { winners, machines } = solution;
    let mut moves = Strategy::empty(winners.len());
    for machine in machines.as_ref()? {
        assert_eq!(machine.vertex_count(), winners.len(), "a machine for the same game");
        for step in machine.steps().iter().filter(|step| step.memory == machine.initial()) {
            if winners.get(step.vertex) == Some(machine.player()) {
                moves.set(step.vertex, step.to);
            }
        }
    }
    Some(moves)
}

/// What a file says of a game in which winning takes memory; given by
/// [`read_machines`](crate::read_machines).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MealyFile {
    /// The winners, and the machines where the file has them.
    pub solution: MealySolution,
    /// The moves of the rows, where they have some. Alone they prove nothing: they are only how
    /// plays begin.
    pub moves: Option<Strategy>,
}

impl MealyFile {
    /// The first vertex whose row has another move than the winner's machine makes first; `None`
    /// where all agree, and where the file lacks one or the other.
    ///
    /// ```
    /// use retrograde_core::Names;
    /// use retrograde_io::{RegionObjective, read_machines};
    /// let json = r#"{"rows": [{"vertex": "0", "winner": 1, "move": "0"}], "machines": [
    ///     {"player": 0, "states": 1, "initial": 0, "steps": []},
    ///     {"player": 1, "states": 1, "initial": 0, "steps": []}]}"#;
    /// let file = read_machines(json.as_bytes(), &Names::numbered(1), RegionObjective::Rabin)?;
    /// assert_eq!(file.contradiction(), Some(0));
    /// # Ok::<(), retrograde_io::ReadError>(())
    /// ```
    ///
    /// # Panics
    /// If a machine is of a game of another size, which [`read_machines`](crate::read_machines)
    /// never gives.
    #[must_use]
    pub fn contradiction(&self) -> Option<Vertex> {
        let (expected, moves) = (first_moves(&self.solution)?, self.moves.as_ref()?);
        (0..expected.len() as Vertex).find(|&vertex| moves.get(vertex) != expected.get(vertex))
    }
}
