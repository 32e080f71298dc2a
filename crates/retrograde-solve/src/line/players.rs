//! Who moves where in a solved game, and what they choose.

use retrograde_core::{
    Answer, AnyValue, Convention, Mealy, MealySolution, Objective, OutcomeGame, OutcomeSolution,
    Player, Posed, Question, Side, Solution, Vertex, View,
};

use super::LineError;
use crate::outcome::{self, Method, best_move};
use crate::{Options, SolveError};

/// Which of the two is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Player 0, or Left.
    #[default]
    First,
    /// Player 1, or Right.
    Second,
}

impl Turn {
    /// Both, in order.
    pub const BOTH: [Turn; 2] = [Turn::First, Turn::Second];

    /// The other's turn.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Turn::First => Turn::Second,
            Turn::Second => Turn::First,
        }
    }

    /// The player whose turn it is.
    #[must_use]
    pub fn player(self) -> Player {
        match self {
            Turn::First => Player::Zero,
            Turn::Second => Player::One,
        }
    }

    /// The side whose turn it is.
    #[must_use]
    pub fn side(self) -> Side {
        match self {
            Turn::First => Side::Left,
            Turn::Second => Side::Right,
        }
    }
}

impl From<Player> for Turn {
    fn from(player: Player) -> Self {
        match player {
            Player::Zero => Turn::First,
            Player::One => Turn::Second,
        }
    }
}

/// Where a play is, with all that decides how it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The vertex.
    pub vertex: Vertex,
    /// Whose turn it is, where the players differ.
    pub turn: Option<Turn>,
    /// The state of the winner's memory, where winning takes one.
    pub memory: Option<u32>,
}

/// Both players of a solved game, each with their strategy.
///
/// Whoever has a strategy follows it: best moves for outcomes, for Grundy values the best moves of the
/// game on its own (whoever can moves to the value 0, by the fastest way to the end). Where the
/// players differ and one of them wins, the other has none and makes some move that makes it hard:
/// in an energy game that player 0 wins, player 1 makes the move that needs the most credit; in one
/// that player 1 wins, player 0 makes the heaviest move; everywhere else, the first in the order of
/// the edges.
#[derive(Clone, Debug)]
pub struct Players<'a> {
    question: &'a Question<'a>,
    solution: &'a Solution,
    /// For Grundy values: who wins the game on its own.
    alone: Option<OutcomeSolution>,
}

impl<'a> Players<'a> {
    /// The players that a solution tells how to play. For Grundy values the game is solved for
    /// outcomes, too.
    ///
    /// # Errors
    /// The solution has no moves, or that was stopped.
    pub fn new(
        question: &'a Question<'a>,
        solution: &'a Solution,
        options: &Options<'_>,
    ) -> Result<Self, LineError> {
        let has_moves = match &solution.answer {
            Answer::Outcome(_) | Answer::Grundy(_) => true,
            Answer::Asymmetric(both) => both.strategies.is_some(),
            Answer::Partizan(both) => {
                both.left_first.strategy.is_some() && both.right_first.strategy.is_some()
            }
            Answer::Regions(regions) => regions.strategy.is_some(),
            Answer::Machines(solution) => solution.machines.is_some(),
            Answer::Energy(energy) => energy.strategy.is_some(),
            Answer::MeanPayoff(means) => means.strategy.is_some(),
            _ => false,
        };
        if !has_moves {
            return Err(LineError::NoMoves);
        }
        let alone = match &solution.answer {
            Answer::Grundy(_) => {
                let game = OutcomeGame::of(question.arena, Convention::Normal);
                let game = game.map_err(|_| LineError::NoMoves)?;
                let options = Options { values_only: true, ..*options };
                match outcome::solve(&game, Method::Auto, &options) {
                    Ok(solved) => Some(solved.solution),
                    Err(SolveError::Stopped(stopped)) => return Err(stopped.into()),
                    Err(_) => return Err(LineError::NoMoves),
                }
            }
            _ => None,
        };
        Ok(Players { question, solution, alone })
    }

    /// The question that they play for.
    #[must_use]
    pub fn question(&self) -> &'a Question<'a> {
        self.question
    }

    /// Its answer.
    #[must_use]
    pub fn solution(&self) -> &'a Solution {
        self.solution
    }

    /// Where a play begins; `turn` says who moves where the vertex does not tell.
    #[must_use]
    pub fn start(&self, vertex: Vertex, turn: Turn) -> Place {
        let memory = self.machine(vertex).map(Mealy::initial);
        Place { vertex, turn: self.turn(vertex, turn), memory }
    }

    fn turn(&self, vertex: Vertex, otherwise: Turn) -> Option<Turn> {
        match self.question.objective.facts().view {
            View::Mover => None,
            View::EitherMover => Some(otherwise),
            View::Owners => self.question.arena.owner(vertex).map(Turn::from),
        }
    }

    /// The machine of whoever wins from a vertex.
    fn machine(&self, vertex: Vertex) -> Option<&'a Mealy> {
        match &self.solution.answer {
            Answer::Machines(solution) => solution.machine(solution.winners.get(vertex)?),
            _ => None,
        }
    }

    /// Where a play is after a move.
    #[must_use]
    pub fn after(&self, place: Place, to: Vertex) -> Place {
        let turn = self.turn(to, place.turn.unwrap_or_default().other());
        let step = |memory| self.machine(place.vertex)?.step(place.vertex, memory);
        let memory = place.memory.and_then(step).map(|step| step.next);
        Place { vertex: to, turn, memory }
    }

    /// The moves of whoever is to move, in the order of the edges and as often as there are edges.
    pub fn moves(&self, place: Place) -> impl Iterator<Item = Vertex> + use<'a> {
        let graph = self.question.graph();
        let players = &self.question.arena.players;
        let partizan = matches!(self.question.posed, Posed::Partizan(_));
        let side = place.turn.filter(|_| partizan).map(Turn::side);
        let open = move |&edge: &usize| {
            side.is_none_or(|side| players.get(edge).is_none_or(|player| player == side))
        };
        let over = self.is_decided(place.vertex);
        let edges = if over { 0..0 } else { graph.edge_range(place.vertex) };
        edges.filter(open).map(|edge| graph.targets()[edge])
    }

    /// Whether being there ends the play, whatever moves there are: at a target that was to be reached
    /// or avoided.
    #[must_use]
    pub fn is_decided(&self, vertex: Vertex) -> bool {
        matches!(self.question.objective, Objective::Reachability | Objective::Safety)
            && self.question.arena.is_target(vertex)
    }

    /// Whether nothing is known of a vertex, the solver having been stopped.
    #[must_use]
    pub fn is_open(&self, vertex: Vertex) -> bool {
        self.solution.value(vertex) == AnyValue::Unknown
    }

    /// The move that is made, if there is one and it is known.
    #[must_use]
    pub fn chosen(&self, place: Place) -> Option<Vertex> {
        let vertex = place.vertex;
        match &self.solution.answer {
            Answer::Outcome(outcomes) => self.best(outcomes, vertex),
            Answer::Grundy(_) => self.best(self.alone.as_ref()?, vertex),
            Answer::Asymmetric(both) => {
                let both = both.strategies.as_ref()?;
                match place.turn? {
                    Turn::First => both.first.get(vertex),
                    Turn::Second => both.second.get(vertex),
                }
            }
            Answer::Partizan(both) => {
                let side = match place.turn? {
                    Turn::First => &both.left_first,
                    Turn::Second => &both.right_first,
                };
                side.strategy.as_ref()?.get(vertex)
            }
            // A move that proves a bound need not be a good one.
            Answer::MeanPayoff(means) => {
                means.values.get(vertex)?;
                means.strategy.as_ref()?.get(vertex)
            }
            Answer::Machines(solution) => self.by_machine(solution, place),
            Answer::Regions(regions) => match self.owner_wins(vertex)? {
                true => regions.strategy.as_ref()?.get(vertex),
                false => self.moves(place).next(),
            },
            Answer::Energy(energy) => match self.owner_wins(vertex)? {
                true => energy.strategy.as_ref()?.get(vertex),
                false => self.stubborn(place),
            },
            _ => None,
        }
    }

    fn best(&self, outcomes: &OutcomeSolution, vertex: Vertex) -> Option<Vertex> {
        match &outcomes.strategy {
            Some(strategy) => strategy.get(vertex),
            None => {
                let ties = outcomes.ties.as_ref();
                best_move(self.question.graph(), &outcomes.values, ties, vertex)
            }
        }
    }

    fn owner_wins(&self, vertex: Vertex) -> Option<bool> {
        let winner = self.solution.winners()?.get(vertex)?;
        Some(self.question.arena.owner(vertex)? == winner)
    }

    fn by_machine(&self, solution: &MealySolution, place: Place) -> Option<Vertex> {
        let winner = solution.winners.get(place.vertex)?;
        let step = solution.machine(winner)?.step(place.vertex, place.memory?)?;
        match place.turn.map(Turn::player) == Some(winner) {
            true => step.to,
            false => self.moves(place).next(),
        }
    }

    /// The move of a player who loses an energy game: the one that needs the most credit, or the
    /// heaviest.
    fn stubborn(&self, place: Place) -> Option<Vertex> {
        let Answer::Energy(energy) = &self.solution.answer else { return None };
        let key = |to: Vertex| {
            let weight = i128::from(self.weight(place.vertex, to)?);
            match energy.credits.get(to) {
                Some(credit) => Some(i128::try_from(credit).ok()? - weight),
                None => Some(weight),
            }
        };
        let mut best: Option<(i128, Vertex)> = None;
        for to in self.moves(place) {
            let key = key(to)?;
            if best.is_none_or(|(most, _)| key > most) {
                best = Some((key, to));
            }
        }
        best.map(|(_, to)| to)
    }

    /// What a move weighs, for objectives that look at weights: of parallel edges, the best for whoever
    /// moves.
    #[must_use]
    pub fn weight(&self, vertex: Vertex, to: Vertex) -> Option<i64> {
        let Posed::Payoff(game) = &self.question.posed else { return None };
        let graph = game.arena.graph();
        let edges = graph.edge_range(vertex).filter(|&edge| graph.targets()[edge] == to);
        let weights = edges.map(|edge| game.weights[edge]);
        match game.arena.owner(vertex) {
            Player::Zero => weights.max(),
            Player::One => weights.min(),
        }
    }
}
