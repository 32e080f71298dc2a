//! The answer to a question: one type over all kinds of answers.

use std::fmt;

use crate::asymmetric::AsymmetricSolution;
use crate::cell::{Cell, Summary};
use crate::graph::Vertex;
use crate::grundy::{Grundy, GrundyValues};
use crate::mealy::{Mealy, MealySolution};
use crate::mean_payoff::MeanPayoffSolution;
use crate::objective::Objective;
use crate::outcome_solution::OutcomeSolution;
use crate::partizan::{PartizanClass, PartizanOutcomes, PartizanSolution};
use crate::payoff::EnergySolution;
use crate::ratio::Ratio;
use crate::regions::{RegionSolution, Winners};
use crate::strategy::Strategy;
use crate::terms::Terms;
use crate::value::{Outcome, Player, Value};

/// What every kind of answer tells about its vertices.
pub trait Claims {
    /// How many vertices it speaks of.
    fn vertices(&self) -> usize;

    /// What it claims of `vertex` in the column of this number among the objective's
    /// [`values`](crate::Facts::values).
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_>;

    /// The moves, one strategy for each of the objective's [`moves`](crate::Facts::moves); none
    /// where they were left out.
    fn strategies(&self) -> Vec<&Strategy>;

    /// The figures that stand for the whole, each under its key.
    fn summary(&self, terms: Terms) -> Summary<'_>;

    /// How many vertices nothing is claimed of.
    fn unknown(&self) -> usize {
        0
    }

    /// Whether it has something for the objective's [`bounds`](crate::Facts::bounds).
    fn has_bounds(&self) -> bool {
        false
    }

    /// What it claims of `vertex` in the column of this number among those.
    fn bound_cell(&self, _vertex: Vertex, _column: usize) -> Cell<'_> {
        Cell::Nothing
    }
}

/// A question's answer: values and, unless they were left out, moves that achieve them. It is a
/// proof that the checker goes through without trusting who made it.
///
/// ```
/// use retrograde_core::{Distance, Objective, OutcomeSolution, Solution, Value};
/// let values = [Value::Win(Distance(1)), Value::Lose(Distance(0))];
/// let strategy = [Some(1), None];
/// let answer = OutcomeSolution::new(
///     values.into_iter().collect(),
///     Some(strategy.into_iter().collect()),
/// );
/// let solution = Solution::new(Objective::OUTCOME, answer);
/// assert_eq!(solution.value(0).to_string(), "win in 1");
/// assert_eq!(solution.best_move(0), Some(1));
/// assert_eq!(solution.cells(1).map(|cell| cell.to_string()).collect::<Vec<_>>(), ["lose", "0"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What was asked.
    pub objective: Objective,
    /// What is claimed.
    pub answer: Answer,
}

/// Makes the list of kinds: an answer of each, and what it claims.
macro_rules! answers {
    ($($(#[$doc:meta])* $kind:ident($solution:ty),)*) => {
        /// The kinds of answers there are.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Answer {
            $($(#[$doc])* $kind($solution),)*
        }

        impl Answer {
            /// The answer as what every kind of answer is.
            #[must_use]
            pub fn claims(&self) -> &dyn Claims {
                match self {
                    $(Answer::$kind(solution) => solution,)*
                }
            }
        }

        $(impl From<$solution> for Answer {
            fn from(solution: $solution) -> Self {
                Answer::$kind(solution)
            }
        })*
    };
}

answers! {
    /// Win, lose or draw, with distances.
    Outcome(OutcomeSolution),
    /// Two outcomes, with player 0 and with player 1 to move.
    Asymmetric(AsymmetricSolution),
    /// Grundy values.
    Grundy(GrundyValues),
    /// Two outcomes with distances, with Left and with Right to move.
    Partizan(PartizanSolution),
    /// The same without distances, as files have it.
    PartizanOutcomes(PartizanOutcomes),
    /// Who wins, with moves that depend on nothing but the vertex.
    Regions(RegionSolution),
    /// Who wins, with machines that play.
    Machines(MealySolution),
    /// Who wins, and with which credit.
    Energy(EnergySolution),
    /// Long-run averages.
    MeanPayoff(MeanPayoffSolution),
}

/// What a vertex is worth, whatever was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyValue<'a> {
    /// For the player to move, with the distance.
    Outcome(Value),
    /// For player 0 with player 0 to move, and for player 1 with player 1 to move.
    Asymmetric(Outcome, Outcome),
    /// What it is worth beside others.
    Grundy(Grundy<'a>),
    /// For Left moving first and for Right moving first, with distances.
    Partizan(Value, Value),
    /// Who wins, whoever starts.
    Class(PartizanClass),
    /// Who wins.
    Winner(Player),
    /// Player 0 wins with this credit; player 1 wins where there is none.
    Credit(Option<u128>),
    /// The long-run average.
    Mean(Ratio),
    /// Nobody knows.
    Unknown,
}

impl Solution {
    /// The answer to an objective.
    pub fn new(objective: Objective, answer: impl Into<Answer>) -> Self {
        Solution { objective, answer: answer.into() }
    }

    /// How many vertices it speaks of.
    #[must_use]
    pub fn len(&self) -> usize {
        self.answer.claims().vertices()
    }

    /// Whether it speaks of none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a vertex is worth.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn value(&self, vertex: Vertex) -> AnyValue<'_> {
        self.answer.value(vertex)
    }

    /// The move to make at a vertex; for objectives in which it matters who moves, that of player 0
    /// or Left. `None` where there is none, and where moves were left out.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn best_move(&self, vertex: Vertex) -> Option<Vertex> {
        self.moves(vertex).next().flatten()
    }

    /// The moves to make at a vertex, one for each column of moves that the solution has.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn moves(&self, vertex: Vertex) -> impl Iterator<Item = Option<Vertex>> + '_ {
        let both: Vec<_> = match &self.answer {
            // Files of partizan games have no moves, but whoever plays one wants them.
            Answer::Partizan(solution) => [&solution.left_first, &solution.right_first]
                .into_iter()
                .filter_map(|side| side.strategy.as_ref())
                .collect(),
            answer => answer.claims().strategies(),
        };
        both.into_iter().map(move |strategy| strategy.get(vertex))
    }

    /// What the row of a vertex says in each of the objective's [`values`](crate::Facts::values).
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn cells(&self, vertex: Vertex) -> impl Iterator<Item = Cell<'_>> {
        let claims = self.answer.claims();
        (0..self.objective.facts().values.len()).map(move |column| claims.cell(vertex, column))
    }

    /// The figures that stand for the whole.
    #[must_use]
    pub fn summary(&self, terms: Terms) -> Summary<'_> {
        self.answer.claims().summary(terms)
    }

    /// How many vertices nothing is claimed of.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.answer.claims().unknown()
    }

    /// Whether something is claimed of every vertex.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unknown() == 0
    }

    /// Who wins where, for objectives in which somebody does.
    #[must_use]
    pub fn winners(&self) -> Option<&Winners> {
        match &self.answer {
            Answer::Regions(solution) => Some(&solution.winners),
            Answer::Machines(solution) => Some(&solution.winners),
            Answer::Energy(solution) => Some(&solution.winners),
            _ => None,
        }
    }

    /// The machines of player 0 and player 1, where winning takes memory and they were not left out.
    #[must_use]
    pub fn machines(&self) -> Option<&[Mealy; 2]> {
        match &self.answer {
            Answer::Machines(solution) => solution.machines.as_ref(),
            _ => None,
        }
    }
}

impl Answer {
    fn value(&self, vertex: Vertex) -> AnyValue<'_> {
        let winner = |winner: Option<Player>| winner.map_or(AnyValue::Unknown, AnyValue::Winner);
        match self {
            Answer::Outcome(solution) => AnyValue::Outcome(solution.values.get(vertex)),
            Answer::Asymmetric(solution) => {
                AnyValue::Asymmetric(solution.first.get(vertex), solution.second.get(vertex))
            }
            Answer::Grundy(values) => AnyValue::Grundy(values.get(vertex)),
            Answer::Partizan(solution) => AnyValue::Partizan(
                solution.left_first.values.get(vertex),
                solution.right_first.values.get(vertex),
            ),
            Answer::PartizanOutcomes(outcomes) => AnyValue::Class(outcomes.class(vertex)),
            Answer::Regions(solution) => winner(solution.winners.get(vertex)),
            Answer::Machines(solution) => winner(solution.winners.get(vertex)),
            Answer::Energy(solution) => match solution.winners.get(vertex) {
                None => AnyValue::Unknown,
                Some(_) => AnyValue::Credit(solution.credits.get(vertex)),
            },
            Answer::MeanPayoff(solution) => {
                solution.values.get(vertex).map_or(AnyValue::Unknown, AnyValue::Mean)
            }
        }
    }
}

impl fmt::Display for AnyValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyValue::Outcome(value) => value.fmt(f),
            AnyValue::Asymmetric(first, second) => {
                write!(f, "{first} with player 0 to move, {second} with player 1 to move")
            }
            AnyValue::Grundy(value) => value.fmt(f),
            AnyValue::Partizan(left, right) => {
                write!(f, "{left} with Left to move, {right} with Right to move")
            }
            AnyValue::Class(class) => class.fmt(f),
            AnyValue::Winner(player) => write!(f, "won by player {player}"),
            AnyValue::Credit(Some(credit)) => write!(f, "won by player 0 with credit {credit}"),
            AnyValue::Credit(None) => f.write_str("won by player 1 against any credit"),
            AnyValue::Mean(value) => value.fmt(f),
            AnyValue::Unknown => f.write_str("not known"),
        }
    }
}
