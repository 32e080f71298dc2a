//! What can be asked about a game: the one list of objectives that all others are made from.

use std::fmt;

use crate::acceptance::Acceptance;
use crate::attribute::Attribute;
use crate::outcome_game::Convention;

/// Which of the priorities that come up infinitely often decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extremum {
    /// The largest.
    #[default]
    Max,
    /// The smallest.
    Min,
}

/// A question about every position of a game, with the rules that belong to it.
///
/// What is common to all questions of a kind, [`facts`](Self::facts) tells: its name, what it needs
/// of an arena, the columns of its answers.
///
/// ```
/// use retrograde_core::{Convention, Objective, View};
/// assert_eq!(Objective::named("outcome"), Some(Objective::Outcome(Convention::Normal)));
/// assert_eq!(Objective::PARITY.name(), "parity");
/// assert_eq!(Objective::PARITY.facts().view, View::Owners);
/// assert_eq!(Objective::Energy.facts().header(), "vertex,winner,credit,move");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Objective {
    /// Win, lose or draw for the player to move, and how fast.
    Outcome(Convention),
    /// Player 0 wants to end the game, player 1 to play forever.
    Asymmetric,
    /// Sprague-Grundy values, generalised to graphs with cycles.
    Grundy,
    /// Who wins where some moves are reserved for Left or for Right.
    Partizan(Convention),
    /// Player 0 wants to reach a target.
    Reachability,
    /// Player 0 wants never to be at a target.
    Safety,
    /// Player 0 wants to visit targets infinitely often.
    Buchi,
    /// Player 0 wants to visit targets only finitely often.
    Cobuchi,
    /// Player 0 wants the priority that decides to be even.
    Parity(Extremum),
    /// Player 0 wants to keep the running sum of weights at or above zero.
    Energy,
    /// Player 0 wants a large long-run average of the weights, player 1 a small one.
    MeanPayoff,
    /// Player 0 wants a condition on colours to hold: this one, or the arena's.
    Muller(Option<Acceptance>),
    /// The same for a Rabin condition; where nobody gives one, of the colours in pairs.
    Rabin(Option<Acceptance>),
    /// The same for a Streett condition.
    Streett(Option<Acceptance>),
}

/// Whose view the values of an objective take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// That of whoever is to move.
    Mover,
    /// Two values a vertex, each that of the player or side who is to move.
    EitherMover,
    /// Vertices have owners, and values speak of player 0 and player 1.
    Owners,
}

/// What is common to all questions of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// The name on the command line and in solution files.
    pub name: &'static str,
    /// What it finds out, in a line.
    pub summary: &'static str,
    /// Attributes that every vertex must have.
    pub needs: &'static [Attribute],
    /// Attributes that it looks at where they are.
    pub reads: &'static [Attribute],
    /// Whose view its values take.
    pub view: View,
    /// Columns of an answer that claim something of a vertex.
    pub values: &'static [&'static str],
    /// Columns of an answer with the moves that achieve it; they may be left out together.
    pub moves: &'static [&'static str],
    /// Columns that follow those of moves for a game given by rules, whose moves have names: the
    /// positions that they lead to.
    pub reached: &'static [&'static str],
    /// Columns at the end of an answer that leaves vertices open: what is proven of the values there.
    pub bounds: &'static [&'static str],
    /// Whether an answer may leave vertices open: a solver that is stopped says what it has proven.
    pub partial: bool,
    /// Whether it takes linear time.
    pub linear: bool,
    /// Whether one can watch how it is solved, event by event.
    pub traced: bool,
}

impl Facts {
    /// The names of all columns of an answer in order, `vertex` first.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once("vertex").chain(self.values.iter().chain(self.moves).copied())
    }

    /// The first line of a CSV file that has moves.
    #[must_use]
    pub fn header(&self) -> String {
        self.columns().collect::<Vec<_>>().join(",")
    }

    /// The columns of moves, and those of the positions that they lead to where moves have
    /// [names](crate::Names::moves) of their own.
    #[must_use]
    pub fn move_columns(&self, named: bool) -> Vec<&'static str> {
        let reached = if named { self.reached } else { &[] };
        self.moves.iter().chain(reached).copied().collect()
    }

    /// Whether it pays attention to an attribute.
    #[must_use]
    pub fn looks_at(&self, attribute: Attribute) -> bool {
        self.needs.contains(&attribute) || self.reads.contains(&attribute)
    }
}

/// An objective of which the players differ and every vertex has a winner.
const WINNERS: Facts = Facts {
    name: "",
    summary: "",
    needs: &[Attribute::Owner],
    reads: &[],
    view: View::Owners,
    values: &["winner"],
    moves: &["move"],
    reached: &["to"],
    bounds: &[],
    partial: true,
    linear: false,
    traced: false,
};

const OUTCOME: Facts = Facts {
    name: "outcome",
    summary: "Win, lose or draw for the player to move",
    needs: &[],
    reads: &[Attribute::Verdict],
    view: View::Mover,
    values: &["outcome", "distance"],
    moves: &["move"],
    reached: &["to"],
    bounds: &[],
    partial: false,
    linear: true,
    traced: true,
};

const ASYMMETRIC: Facts = Facts {
    name: "asymmetric",
    summary: "Player 0 wants to end the game, player 1 to play forever; two values a position",
    reads: &[],
    view: View::EitherMover,
    values: &["first", "second"],
    moves: &["first_move", "second_move"],
    reached: &["first_to", "second_to"],
    ..OUTCOME
};

const GRUNDY: Facts = Facts {
    name: "grundy",
    summary: "Sprague-Grundy values, generalised to graphs with cycles",
    reads: &[],
    values: &["grundy"],
    moves: &[],
    reached: &[],
    linear: false,
    ..OUTCOME
};

const PARTIZAN: Facts = Facts {
    name: "partizan",
    summary: "Moves reserved for one side by 'player=left|right'; each side moving first",
    reads: &[Attribute::Verdict, Attribute::Player],
    view: View::EitherMover,
    values: &["left_first", "right_first", "class"],
    moves: &[],
    reached: &[],
    traced: false,
    ..OUTCOME
};

const REACHABILITY: Facts = Facts {
    name: "reachability",
    summary: "Player 0 wants to reach a target (target=true); vertices have owners (owner=0|1)",
    reads: &[Attribute::Target],
    linear: true,
    traced: true,
    ..WINNERS
};

const SAFETY: Facts =
    Facts { name: "safety", summary: "Player 0 wants never to be at a target", ..REACHABILITY };

const BUCHI: Facts = Facts {
    name: "buchi",
    summary: "Player 0 wants to visit targets infinitely often",
    reads: &[Attribute::Target],
    traced: true,
    ..WINNERS
};

const COBUCHI: Facts = Facts {
    name: "cobuchi",
    summary: "Player 0 wants to visit targets only finitely often",
    ..BUCHI
};

const PARITY: Facts = Facts {
    name: "parity",
    summary: "Player 0 wants the largest priority seen infinitely often to be even",
    needs: &[Attribute::Owner, Attribute::Priority],
    traced: true,
    ..WINNERS
};

const ENERGY: Facts = Facts {
    name: "energy",
    summary: "Player 0 wants to keep the running sum of weights (weight=N on edges) from falling below zero",
    reads: &[Attribute::Weight],
    values: &["winner", "credit"],
    ..WINNERS
};

const MEAN_PAYOFF: Facts = Facts {
    name: "mean-payoff",
    summary: "Player 0 wants a large long-run average of the weights, player 1 a small one",
    reads: &[Attribute::Weight],
    values: &["value"],
    bounds: &["at_least", "at_most"],
    ..WINNERS
};

const MULLER: Facts = Facts {
    name: "muller",
    summary: "Player 0 wants a condition to hold of the colours (colors=\"0,2\") seen infinitely often",
    reads: &[Attribute::Colors, Attribute::Acceptance],
    ..WINNERS
};

const RABIN: Facts = Facts {
    name: "rabin",
    summary: "The same for a Rabin condition [default: colours 0 and 1, 2 and 3, ... as pairs, Fin then Inf]",
    ..MULLER
};

const STREETT: Facts = Facts {
    name: "streett",
    summary: "The same for a Streett condition [default: the same pairs, each Fin or Inf]",
    ..MULLER
};

impl Objective {
    /// Win, lose or draw in normal play.
    pub const OUTCOME: Objective = Objective::Outcome(Convention::Normal);

    /// Parity with the largest priority deciding.
    pub const PARITY: Objective = Objective::Parity(Extremum::Max);

    /// One of each kind, as it is unless one says otherwise.
    pub const ALL: [Objective; 14] = [
        Objective::OUTCOME,
        Objective::Asymmetric,
        Objective::Grundy,
        Objective::Partizan(Convention::Normal),
        Objective::Reachability,
        Objective::Safety,
        Objective::Buchi,
        Objective::Cobuchi,
        Objective::PARITY,
        Objective::Energy,
        Objective::MeanPayoff,
        Objective::Muller(None),
        Objective::Rabin(None),
        Objective::Streett(None),
    ];

    /// What is common to all questions of this kind.
    #[must_use]
    pub const fn facts(&self) -> &'static Facts {
        match self {
            Objective::Outcome(_) => &OUTCOME,
            Objective::Asymmetric => &ASYMMETRIC,
            Objective::Grundy => &GRUNDY,
            Objective::Partizan(_) => &PARTIZAN,
            Objective::Reachability => &REACHABILITY,
            Objective::Safety => &SAFETY,
            Objective::Buchi => &BUCHI,
            Objective::Cobuchi => &COBUCHI,
            Objective::Parity(_) => &PARITY,
            Objective::Energy => &ENERGY,
            Objective::MeanPayoff => &MEAN_PAYOFF,
            Objective::Muller(_) => &MULLER,
            Objective::Rabin(_) => &RABIN,
            Objective::Streett(_) => &STREETT,
        }
    }

    /// The name on the command line and in solution files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.facts().name
    }

    /// The objective of that name, as it is unless one says otherwise.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Objective::ALL.into_iter().find(|objective| objective.name() == name)
    }

    /// Whether two ask for the same kind of thing, whatever the rules that belong to it.
    #[must_use]
    pub fn is_like(&self, other: &Objective) -> bool {
        self.name() == other.name()
    }

    /// Whether it is about the colours that come up infinitely often.
    #[must_use]
    pub fn has_colors(&self) -> bool {
        self.facts().looks_at(Attribute::Colors)
    }

    /// What whoever cannot move gets, for objectives that leave that open.
    #[must_use]
    pub fn convention(&self) -> Option<Convention> {
        match self {
            Objective::Outcome(convention) | Objective::Partizan(convention) => Some(*convention),
            _ => None,
        }
    }

    /// What the players want, in a clause.
    ///
    /// ```
    /// use retrograde_core::{Extremum, Objective};
    /// assert_eq!(
    ///     Objective::Parity(Extremum::Min).wanted(),
    ///     "player 0 wants the smallest priority seen infinitely often to be even"
    /// );
    /// ```
    #[must_use]
    pub fn wanted(&self) -> String {
        match self {
            Objective::Outcome(Convention::Normal) => "whoever cannot move loses",
            Objective::Outcome(Convention::Misere) => "whoever cannot move wins",
            Objective::Asymmetric => "player 0 wants to end the game, player 1 to play forever",
            Objective::Grundy => "what a position is worth beside others",
            Objective::Partizan(_) => "Left and Right, each moving first",
            Objective::Reachability => "player 0 wants to reach a target",
            Objective::Safety => "player 0 wants never to be at a target",
            Objective::Buchi => "player 0 wants to visit targets infinitely often",
            Objective::Cobuchi => "player 0 wants to visit targets only finitely often",
            Objective::Parity(Extremum::Max) => {
                "player 0 wants the largest priority seen infinitely often to be even"
            }
            Objective::Parity(Extremum::Min) => {
                "player 0 wants the smallest priority seen infinitely often to be even"
            }
            Objective::Energy => {
                "player 0 wants to keep the running sum of weights at or above zero"
            }
            Objective::MeanPayoff => {
                "player 0 wants a large long-run average of the weights, player 1 a small one"
            }
            Objective::Muller(acceptance)
            | Objective::Rabin(acceptance)
            | Objective::Streett(acceptance) => {
                let wanted = acceptance.as_ref().map(ToString::to_string);
                let wanted = wanted.as_deref().unwrap_or("a condition to hold");
                return format!("player 0 wants {wanted} of the colours seen infinitely often");
            }
        }
        .to_owned()
    }
}

impl Default for Objective {
    fn default() -> Self {
        Objective::OUTCOME
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_objective_has_a_name_of_its_own_and_is_found_by_it() {
        for (place, objective) in Objective::ALL.into_iter().enumerate() {
            assert_eq!(Objective::named(objective.name()), Some(objective.clone()));
            let others =
                Objective::ALL.into_iter().enumerate().filter(|(other, _)| *other != place);
            assert!(others.into_iter().all(|(_, other)| !other.is_like(&objective)));
            assert!(!objective.facts().summary.is_empty() && !objective.wanted().is_empty());
        }
    }

    #[test]
    fn columns_tell_objectives_apart_or_are_the_same() {
        for one in Objective::ALL {
            for other in Objective::ALL {
                let [one, other] = [one.facts(), other.facts()];
                let fits = one.columns().all(|column| other.columns().any(|it| it == column))
                    && other.values.iter().all(|value| one.values.contains(value));
                assert!(!fits || one.header() == other.header(), "{} {}", one.name, other.name);
            }
        }
    }
}
