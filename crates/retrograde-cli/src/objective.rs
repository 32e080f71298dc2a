//! Which question is asked about a game, and what the game must be like for it.

use clap::{Args, ValueEnum};
use retrograde::{Arena, Convention, Outcome, OutcomeGame, PartizanGame, Vertex};

use crate::failure::Failure;

/// What is asked about the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Objective {
    /// Win, lose or draw for the player to move
    Outcome,
    /// Player 0 wants to end the game, player 1 to play forever; two values a position
    Asymmetric,
    /// Sprague-Grundy values, generalised to graphs with cycles
    Grundy,
    /// Moves reserved for one side by 'player=left|right'; each side moving first
    Partizan,
}

impl Objective {
    /// The name on the command line and in solution files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Objective::Outcome => "outcome",
            Objective::Asymmetric => "asymmetric",
            Objective::Grundy => "grundy",
            Objective::Partizan => "partizan",
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct GameArguments {
    /// What to find out
    #[arg(long, value_enum, default_value_t = Objective::Outcome)]
    pub(crate) objective: Objective,

    /// Misère play: whoever cannot move wins; explicit verdicts stay
    #[arg(long)]
    misere: bool,
}

impl GameArguments {
    /// Refuses options that do not go together, before anything is read.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match self.objective {
            Objective::Asymmetric | Objective::Grundy if self.misere => {
                Err(Failure::message(format!(
                    "--misere changes who wins without a move: it goes with --objective outcome or \
                     partizan, not with {}",
                    self.objective.name()
                )))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn outcome_game<'a>(&self, arena: &'a Arena) -> Result<OutcomeGame<'a>, Failure> {
        outcome_game(arena, self.misere)
    }

    pub(crate) fn partizan_game<'a>(&self, arena: &'a Arena) -> Result<PartizanGame<'a>, Failure> {
        Ok(PartizanGame::new(
            &arena.graph,
            &arena.players,
            &arena.verdicts,
            convention(self.misere),
        )?)
    }
}

/// The options of commands that speak of outcomes alone.
#[derive(Args, Debug)]
pub(crate) struct OutcomeArguments {
    /// What to speak of
    #[arg(long, value_enum, default_value_t = OnlyOutcome::Outcome)]
    objective: OnlyOutcome,

    /// Misère play: whoever cannot move wins; explicit verdicts stay
    #[arg(long)]
    misere: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnlyOutcome {
    /// Win, lose or draw for the player to move
    Outcome,
}

impl OutcomeArguments {
    pub(crate) fn game<'a>(&self, arena: &'a Arena) -> Result<OutcomeGame<'a>, Failure> {
        let OnlyOutcome::Outcome = self.objective;
        outcome_game(arena, self.misere)
    }
}

fn outcome_game(arena: &Arena, misere: bool) -> Result<OutcomeGame<'_>, Failure> {
    Ok(OutcomeGame::new(&arena.graph, &arena.verdicts, convention(misere))?)
}

fn convention(misere: bool) -> Convention {
    if misere { Convention::Misere } else { Convention::Normal }
}

/// A verdict that contradicts normal play, in which whoever cannot move loses.
pub(crate) fn odd_verdict(arena: &Arena) -> Option<(Vertex, Outcome)> {
    let odd = arena.verdicts.iter().find(|&(_, verdict)| verdict != Outcome::Lose);
    odd.map(|(vertex, verdict)| (vertex as Vertex, verdict))
}

/// Refuses such verdicts; `why` says what has no place for them.
pub(crate) fn demand_normal_play(arena: &Arena, why: &str) -> Result<(), Failure> {
    match odd_verdict(arena) {
        None => Ok(()),
        Some((vertex, verdict)) => Err(Failure::message(format!(
            "vertex '{}' has verdict={verdict}, but {why}: take the verdict away, or solve \
             --objective outcome",
            arena.names.printable(vertex),
        ))),
    }
}

/// Why there are no verdicts in the asymmetric game.
pub(crate) const ASYMMETRIC: &str = "in the asymmetric game all that counts is who moves last";

/// Why there are none where Grundy values are asked for.
pub(crate) const GRUNDY: &str = "Grundy values are of normal play, where whoever cannot move loses";
