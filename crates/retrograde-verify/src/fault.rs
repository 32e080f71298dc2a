//! What is wrong with a solution, and where.

use std::fmt;

use retrograde_core::{Distance, Names, Outcome, Value, Vertex};

/// The first rule a solution breaks, and the vertex where it does.
///
/// Prints vertices by their numbers; [`describe`](Self::describe) prints them by their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The vertex; `None` if the solution as a whole does not belong to the game.
    pub vertex: Option<Vertex>,
    /// The rule broken there, with the evidence.
    pub rule: Rule,
}

/// The ways in which a solution can fail to be one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// There must be one value a vertex.
    ValuesLength {
        /// How many values there are.
        found: u64,
        /// How many vertices the game has.
        vertices: u64,
    },
    /// A strategy must have one entry a vertex.
    StrategyLength {
        /// How many entries there are.
        found: u64,
        /// How many vertices the game has.
        vertices: u64,
    },
    /// A vertex without moves has the outcome of its verdict, or else of the convention.
    TerminalOutcome {
        /// What the game says.
        expected: Outcome,
        /// What the solution says.
        claimed: Outcome,
    },
    /// At a vertex without moves the game is over: its distance is 0.
    TerminalDistance {
        /// What the solution says.
        claimed: Value,
    },
    /// A vertex without moves has no best move either.
    TerminalMove {
        /// Where the strategy moves.
        to: Vertex,
    },
    /// A win needs a move to a lost vertex.
    WinWithoutLostSuccessor {
        /// The distance the solution gives.
        claimed: Distance,
    },
    /// A win is as long as the quickest way to a lost vertex, no shorter and no longer.
    WinDistanceNotShortest {
        /// The distance the solution gives.
        claimed: Distance,
        /// The nearest lost successor.
        successor: Vertex,
        /// The distance the solution gives to that one.
        distance: Distance,
    },
    /// A loss means that every move leads to a vertex won for the opponent.
    LoseWithSuccessorNotWon {
        /// The distance the solution gives.
        claimed: Distance,
        /// The first successor that is not won.
        successor: Vertex,
        /// Its value.
        reached: Value,
    },
    /// A loss is as long as the longest resistance, no shorter and no longer.
    LoseDistanceNotLongest {
        /// The distance the solution gives.
        claimed: Distance,
        /// The successor that is won slowest.
        successor: Vertex,
        /// The distance the solution gives to that one.
        distance: Distance,
    },
    /// With a move to a lost vertex a position is won, not drawn.
    DrawWithLostSuccessor {
        /// The first lost successor.
        successor: Vertex,
        /// Its value.
        reached: Value,
    },
    /// A draw needs a move to a drawn vertex: with wins for the opponent only, it is lost.
    DrawWithoutDrawnSuccessor,
    /// A strategy moves wherever there is a move.
    MoveMissing {
        /// The value of the vertex without one.
        value: Value,
    },
    /// A strategy moves along edges.
    MoveNotAnEdge {
        /// Where it wants to move instead; perhaps no vertex at all.
        to: Vertex,
    },
    /// A best move keeps what the position is worth.
    MoveLosesValue {
        /// The value before the move.
        value: Value,
        /// Where the move leads.
        to: Vertex,
        /// The value there, for the opponent.
        reached: Value,
    },
}

impl Fault {
    /// The same sentence with the vertices' names. A vertex without a name keeps its number.
    ///
    /// ```
    /// use retrograde_core::ArenaBuilder;
    /// use retrograde_verify::{Fault, Rule};
    ///
    /// let mut builder = ArenaBuilder::new();
    /// builder.vertex("start")?;
    /// let names = builder.finish()?.names;
    /// let fault = Fault { vertex: Some(0), rule: Rule::DrawWithoutDrawnSuccessor };
    /// assert_eq!(
    ///     fault.describe(&names).to_string(),
    ///     "vertex 'start' is given as draw, but none of its moves leads to a draw"
    /// );
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    #[must_use]
    pub fn describe<'a>(&'a self, names: &'a Names) -> impl fmt::Display + 'a {
        Described { fault: self, names: Some(names) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Described { fault: self, names: None }.fmt(f)
    }
}

impl std::error::Error for Fault {}

struct Described<'a> {
    fault: &'a Fault,
    names: Option<&'a Names>,
}

impl Described<'_> {
    /// `vertex 3` or `vertex 'name'`, with whatever would break the line or the quotes escaped.
    fn vertex(&self, vertex: Vertex) -> String {
        match self.names {
            Some(names) if (vertex as usize) < names.len() => match names.number(vertex) {
                Some(number) => format!("vertex {number}"),
                None => format!("vertex '{}'", names.get(vertex).escape_debug()),
            },
            Some(_) | None => format!("vertex {vertex}"),
        }
    }
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let here = self.fault.vertex.map_or_else(|| "the game".to_owned(), |v| self.vertex(v));
        match &self.fault.rule {
            Rule::ValuesLength { found, vertices } => write!(
                f,
                "the solution has values for {found} vertices and the game has {vertices}: \
                 this is the solution of another game"
            ),
            Rule::StrategyLength { found, vertices } => write!(
                f,
                "the strategy covers {found} vertices and the game has {vertices}: \
                 this is the strategy of another game"
            ),
            Rule::TerminalOutcome { expected, claimed } => write!(
                f,
                "{here} is given as {claimed}, but it has no moves and the game says {expected} there"
            ),
            Rule::TerminalDistance { claimed } => {
                write!(f, "{here} is given as {claimed}, but it has no moves: its distance is 0")
            }
            Rule::TerminalMove { to } => {
                write!(f, "{here} has no moves, but is given a best move to {}", self.vertex(*to))
            }
            Rule::WinWithoutLostSuccessor { claimed } => write!(
                f,
                "{here} is given as {}, but none of its moves leads to a lost vertex",
                Value::Win(*claimed)
            ),
            Rule::WinDistanceNotShortest { claimed, successor, distance } => write!(
                f,
                "{here} is given as {}, but its quickest move leads to {}, {}: \
                 the win takes exactly one move more than that",
                Value::Win(*claimed),
                self.vertex(*successor),
                Value::Lose(*distance)
            ),
            Rule::LoseWithSuccessorNotWon { claimed, successor, reached } => write!(
                f,
                "{here} is given as {}, but a move leads to {}, which is {reached} and not a win",
                Value::Lose(*claimed),
                self.vertex(*successor)
            ),
            Rule::LoseDistanceNotLongest { claimed, successor, distance } => write!(
                f,
                "{here} is given as {}, but its slowest move leads to {}, {}: \
                 the loss comes after exactly one move more than that",
                Value::Lose(*claimed),
                self.vertex(*successor),
                Value::Win(*distance)
            ),
            Rule::DrawWithLostSuccessor { successor, reached } => write!(
                f,
                "{here} is given as draw, but a move leads to {}, which is {reached}: it is a win",
                self.vertex(*successor)
            ),
            Rule::DrawWithoutDrawnSuccessor => {
                write!(f, "{here} is given as draw, but none of its moves leads to a draw")
            }
            Rule::MoveMissing { value } => {
                write!(f, "{here} ({value}) has moves, but is given no best move")
            }
            Rule::MoveNotAnEdge { to } => write!(
                f,
                "{here} is given a best move to {}, but there is no such move",
                self.vertex(*to)
            ),
            Rule::MoveLosesValue { value, to, reached } => {
                write!(
                    f,
                    "{here} ({value}) is given a best move to {} ({reached}), but ",
                    self.vertex(*to)
                )?;
                match value {
                    Value::Win(d) => write!(f, "it needs {}", before(*d, Value::Lose)),
                    Value::Lose(d) => write!(f, "it needs {}", before(*d, Value::Win)),
                    Value::Draw => f.write_str("it needs a draw"),
                }
            }
        }
    }
}

/// The value one move nearer to the end.
fn before(distance: Distance, value: impl Fn(Distance) -> Value) -> Value {
    value(Distance(distance.0.saturating_sub(1)))
}
