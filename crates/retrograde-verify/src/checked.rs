//! What a successful check has looked at.

use std::fmt;

/// What a successful check has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// What the values are values of.
    pub objective: Objective,
    /// Vertices, each with its value, or with its values where that depends on whose turn it is;
    /// not those that a partial solution says nothing about.
    pub vertices: u64,
    /// Edges, each compared with the values at both its ends.
    pub edges: u64,
    /// Vertices among them that have no move.
    pub terminals: u64,
    /// Best or winning moves of all players together; `None` if the solution has no strategy.
    pub moves: Option<u64>,
}

/// The kinds of solution that can be checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Objective {
    /// Win, lose or draw.
    #[default]
    Outcome,
    /// The asymmetric game, with either player to move.
    Asymmetric,
    /// Grundy values.
    Grundy {
        /// How many vertices have no finite value.
        loopy: u64,
    },
    /// A partizan game, with either side to move.
    Partizan,
    /// Winning regions of a game whose vertices belong to two players.
    Regions {
        /// How many vertices player 0 wins.
        zero: u64,
        /// How many vertices player 1 wins.
        one: u64,
    },
}

/// Says what was checked in words that follow "checked".
///
/// ```
/// use retrograde_verify::{Checked, Objective};
/// let checked = Checked { vertices: 3, edges: 1, terminals: 2, ..Checked::default() };
/// assert_eq!(checked.to_string(), "3 vertices and 1 edge");
/// let checked = Checked { objective: Objective::Partizan, moves: Some(2), ..checked };
/// assert_eq!(
///     checked.to_string(),
///     "3 vertices with either side to move, 1 edge and 2 best moves"
/// );
/// ```
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u64, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        let mut vertices = counted(self.vertices, "vertex", "vertices");
        match self.objective {
            Objective::Outcome => {}
            Objective::Asymmetric => vertices.push_str(" with either player to move"),
            Objective::Partizan => vertices.push_str(" with either side to move"),
            Objective::Grundy { loopy } => vertices.push_str(&format!(" ({loopy} loopy)")),
            Objective::Regions { zero, one } => {
                vertices.push_str(&format!(" ({zero} won by player 0, {one} by player 1)"));
            }
        }
        let edges = counted(self.edges, "edge", "edges");
        match self.moves {
            Some(moves) => {
                let (one, many) = match self.objective {
                    Objective::Regions { .. } => ("winning move", "winning moves"),
                    _ => ("best move", "best moves"),
                };
                write!(f, "{vertices}, {edges} and {}", counted(moves, one, many))
            }
            None => write!(f, "{vertices} and {edges}"),
        }
    }
}
