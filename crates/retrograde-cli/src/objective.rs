//! Which question is asked about a game, and what the game must be like for it.

use clap::{Args, ValueEnum};
use retrograde::{Arena, Convention, Outcome, OutcomeGame, PartizanGame};

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

    /// Refuses an objective that a command has nothing to say about.
    pub(crate) fn only_outcome(&self, command: &str) -> Result<(), Failure> {
        match self.objective {
            Objective::Outcome => Ok(()),
            other => Err(Failure::message(format!(
                "'{command}' speaks of outcomes: leave out --objective {0}, or use 'retrograde solve \
                 --objective {0}'",
                other.name()
            ))),
        }
    }

    fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }

    pub(crate) fn outcome_game<'a>(&self, arena: &'a Arena) -> Result<OutcomeGame<'a>, Failure> {
        Ok(OutcomeGame::new(&arena.graph, &arena.verdicts, self.convention())?)
    }

    pub(crate) fn partizan_game<'a>(&self, arena: &'a Arena) -> Result<PartizanGame<'a>, Failure> {
        Ok(PartizanGame::new(&arena.graph, &arena.players, &arena.verdicts, self.convention())?)
    }
}

/// Refuses verdicts that contradict normal play, in which whoever cannot move loses; `whose` is what
/// needs it.
pub(crate) fn demand_normal_play(arena: &Arena, whose: &str) -> Result<(), Failure> {
    match arena.verdicts.iter().find(|&(_, verdict)| verdict != Outcome::Lose) {
        None => Ok(()),
        Some((vertex, verdict)) => Err(Failure::message(format!(
            "vertex '{}' has verdict={verdict}, but {whose} normal play, where whoever cannot move \
             loses: take the verdict away, or solve --objective outcome",
            arena.names.printable(vertex as u32),
        ))),
    }
}
