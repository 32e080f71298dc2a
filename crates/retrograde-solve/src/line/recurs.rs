//! What comes back again and again on a loop, and whom that makes the winner.

use retrograde_core::{Colors, Extremum, Objective, Player, Posed, Question, Ratio, Vertex};

use super::Players;

/// What comes up infinitely often in a play that goes round a loop forever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recurs {
    /// The priority that decides, as it is written in the arena.
    Priority {
        /// The priority.
        priority: u32,
        /// Whose it is.
        winner: Player,
    },
    /// Targets, or none.
    Targets {
        /// A target on the loop, if there is one.
        target: Option<Vertex>,
        /// Who wins by that.
        winner: Player,
    },
    /// Colours.
    Colors {
        /// All that are on the loop.
        colors: Colors,
        /// Player 0 if the condition holds of them.
        winner: Player,
    },
    /// Weights, of which the sum counts.
    Sum {
        /// The sum once round.
        sum: i128,
        /// Player 0 if it is not negative.
        winner: Player,
    },
    /// Weights, of which the mean counts.
    Mean(
        /// The mean once round.
        Ratio,
    ),
}

impl Recurs {
    /// What recurs where a play goes round these vertices, from the last to the first again; `None` for
    /// objectives in which nothing but going on forever counts.
    #[must_use]
    pub fn on(players: &Players<'_>, round: &[Vertex]) -> Option<Self> {
        let question: &Question<'_> = players.question();
        let arena = question.arena;
        let zero_if = |holds: bool| if holds { Player::Zero } else { Player::One };
        match (&question.objective, &question.posed) {
            (Objective::Parity(extremum), _) => {
                let priorities = round.iter().filter_map(|&vertex| arena.priority(vertex));
                let priority = match extremum {
                    Extremum::Max => priorities.max(),
                    Extremum::Min => priorities.min(),
                }?;
                Some(Recurs::Priority { priority, winner: zero_if(priority.is_multiple_of(2)) })
            }
            (objective, Posed::Targets(_)) => {
                let target = round.iter().copied().find(|&vertex| arena.is_target(vertex));
                let wanted = matches!(objective, Objective::Reachability | Objective::Buchi);
                Some(Recurs::Targets { target, winner: zero_if(target.is_some() == wanted) })
            }
            (_, Posed::Colors(game)) => {
                let all = round.iter().map(|&vertex| arena.colors(vertex));
                let colors = all.fold(Colors::EMPTY, Colors::union);
                Some(Recurs::Colors { colors, winner: zero_if(game.acceptance.accepts(colors)) })
            }
            (objective, Posed::Payoff(_)) => {
                let next = round.iter().skip(1).chain(round.first());
                let weights = round.iter().zip(next).map(|(&from, &to)| players.weight(from, to));
                let sum = weights.map(|weight| weight.map(i128::from)).sum::<Option<i128>>()?;
                match objective {
                    Objective::MeanPayoff => {
                        Ratio::new(sum, u32::try_from(round.len()).ok()?).map(Recurs::Mean)
                    }
                    _ => Some(Recurs::Sum { sum, winner: zero_if(sum >= 0) }),
                }
            }
            _ => None,
        }
    }
}
