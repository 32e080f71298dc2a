//! What a successful check has looked at.

use std::fmt;

use retrograde_core::{counted, grouped};

/// What a successful check has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// What the values are values of, and how many there are of each kind.
    pub tally: Tally,
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

/// The kinds of solution that can be checked, with what was counted on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tally {
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
    /// Winning regions with a machine for each player.
    Machines {
        /// How many vertices player 0 wins.
        zero: u64,
        /// How many vertices player 1 wins.
        one: u64,
        /// How many memory states of both machines together can come up.
        states: u64,
        /// How many pairs of a vertex and a memory state can.
        pairs: u64,
    },
    /// Winning regions compared with those that solving the game anew gives.
    Anew {
        /// How many vertices player 0 wins.
        zero: u64,
        /// How many vertices player 1 wins.
        one: u64,
    },
    /// Winning regions of an energy game, with the least credits.
    Energy {
        /// How many vertices player 0 wins.
        zero: u64,
        /// How many vertices player 1 wins.
        one: u64,
        /// The largest of the credits, if there are any.
        credit: Option<u128>,
    },
    /// Mean payoffs.
    MeanPayoff {
        /// How many different values there are.
        values: u64,
        /// How many vertices have bounds instead of a value.
        bounded: u64,
    },
}

/// Says what was checked in words that follow "checked".
///
/// ```
/// use retrograde_verify::{Checked, Tally};
/// let checked = Checked { vertices: 3, edges: 1, terminals: 2, ..Checked::default() };
/// assert_eq!(checked.to_string(), "3 vertices and 1 edge");
/// let checked = Checked { tally: Tally::Partizan, moves: Some(2), ..checked };
/// assert_eq!(
///     checked.to_string(),
///     "3 vertices with either side to move, 1 edge and 2 best moves"
/// );
/// ```
impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut vertices = counted(self.vertices, "vertex", "vertices");
        match self.tally {
            Tally::Outcome => {}
            Tally::Asymmetric => vertices.push_str(" with either player to move"),
            Tally::Partizan => vertices.push_str(" with either side to move"),
            Tally::Grundy { loopy } => vertices.push_str(&format!(" ({} loopy)", grouped(loopy))),
            Tally::Regions { zero, one } | Tally::Machines { zero, one, .. } => {
                vertices.push_str(&format!(
                    " ({} won by player 0, {} by player 1)",
                    grouped(zero),
                    grouped(one)
                ));
            }
            Tally::Anew { zero, one } => vertices.push_str(&format!(
                " ({} won by player 0, {} by player 1, as solving anew shows)",
                grouped(zero),
                grouped(one)
            )),
            Tally::Energy { zero, one, credit } => {
                let credit = credit.map_or(String::new(), |credit| {
                    let with = if zero == 1 { "the credit" } else { "credits up to" };
                    format!(" with {with} {}", grouped(credit))
                });
                vertices.push_str(&format!(
                    " ({} won by player 0{credit}, {} by player 1)",
                    grouped(zero),
                    grouped(one)
                ));
            }
            Tally::MeanPayoff { values, bounded } => {
                let bounds = match bounded {
                    0 => String::new(),
                    _ => format!(", bounds at {}", grouped(bounded)),
                };
                vertices.push_str(&format!(" ({}{bounds})", counted(values, "value", "values")));
            }
        }
        let edges = counted(self.edges, "edge", "edges");
        match self.moves {
            Some(moves) => {
                let (one, many) = match self.tally {
                    Tally::Regions { .. } | Tally::Machines { .. } | Tally::Energy { .. } => {
                        ("winning move", "winning moves")
                    }
                    Tally::Anew { .. } => ("first move", "first moves"),
                    Tally::MeanPayoff { bounded: 1.., .. } => ("move", "moves"),
                    _ => ("best move", "best moves"),
                };
                write!(f, "{vertices}, {edges} and {}", counted(moves, one, many))?;
            }
            None => write!(f, "{vertices} and {edges}")?,
        }
        match self.tally {
            Tally::Machines { states, pairs, .. } => write!(
                f,
                " in {} and {} of a vertex and a state",
                counted(states, "memory state", "memory states"),
                counted(pairs, "pair", "pairs")
            ),
            _ => Ok(()),
        }
    }
}
