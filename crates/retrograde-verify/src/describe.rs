//! Faults in words: one sentence each, with vertices by name or number.

use std::fmt;

use retrograde_core::{Distance, Names, Value, Vertex};

use crate::fault::{Fault, Rule, Turn};

/// A fault and what to call its vertices.
pub(crate) struct Described<'a> {
    fault: &'a Fault,
    names: Option<&'a Names>,
}

impl<'a> Described<'a> {
    pub(crate) fn new(fault: &'a Fault, names: Option<&'a Names>) -> Self {
        Described { fault, names }
    }

    /// `vertex 3` or `vertex 'name'`, with whatever would break the line or the quotes escaped.
    pub(crate) fn vertex(&self, vertex: Vertex) -> String {
        match self.names {
            Some(names) if (vertex as usize) < names.len() => match names.number(vertex) {
                Some(number) => format!("vertex {number}"),
                None => format!("vertex '{}'", names.get(vertex).escape_debug()),
            },
            Some(_) | None => format!("vertex {vertex}"),
        }
    }

    /// ` for Left` where the other side may have moves that this one has not.
    fn for_side(&self) -> String {
        match self.fault.turn {
            Some(turn @ Turn::Side(_)) => format!(" for {turn}"),
            Some(Turn::Player(_)) | None => String::new(),
        }
    }
}

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(turn) = self.fault.turn {
            write!(f, "with {turn} to move, ")?;
        }
        let for_side = self.for_side();
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
                "{here} is given as {claimed}, but it has no moves{for_side} and the game says \
                 {expected} there"
            ),
            Rule::TerminalDistance { claimed } => {
                write!(
                    f,
                    "{here} is given as {claimed}, but it has no moves{for_side}: its distance is 0"
                )
            }
            Rule::TerminalMove { to } => {
                let to = self.vertex(*to);
                write!(f, "{here} has no moves{for_side}, but is given a best move to {to}")
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
                write!(f, "{here} ({value}) has moves{for_side}, but is given no best move")
            }
            Rule::MoveNotAnEdge { to } => write!(
                f,
                "{here} is given a best move to {}, but there is no such move{for_side}",
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
            Rule::Unranked(rule) => rule.describe(f, &here, self),
            Rule::Grundy(rule) => rule.describe(f, &here, self),
            Rule::Region(rule) => rule.describe(f, &here, self),
            Rule::EmersonLei(rule) => rule.describe(f, &here, self),
            Rule::Payoff(rule) => rule.describe(f, &here, self),
        }
    }
}

/// The value one move nearer to the end.
fn before(distance: Distance, value: impl Fn(Distance) -> Value) -> Value {
    value(Distance(distance.0.saturating_sub(1)))
}
