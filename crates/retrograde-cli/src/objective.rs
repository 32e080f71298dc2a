//! Which question is asked about a game, and what the game must be like for it.

use clap::{Args, ValueEnum};
use retrograde::io::{Format, RegionObjective};
use retrograde::{
    Arena, Convention, GraphError, Outcome, OutcomeGame, OwnedGraph, ParityGame, PartizanGame,
    TargetGame, Vertex,
};

use crate::failure::Failure;
use crate::input::InputArguments;

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
    /// Player 0 wants to reach a target (target=true); vertices have owners (owner=0|1)
    Reachability,
    /// Player 0 wants never to be at a target
    Safety,
    /// Player 0 wants to visit targets infinitely often
    Buchi,
    /// Player 0 wants to visit targets only finitely often
    Cobuchi,
    /// Player 0 wants the largest priority seen infinitely often to be even
    Parity,
}

impl Objective {
    /// The name on the command line and in solution files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Objective::Outcome => "outcome",
            Objective::Asymmetric => "asymmetric",
            Objective::Grundy => "grundy",
            Objective::Partizan => "partizan",
            Objective::Reachability => "reachability",
            Objective::Safety => "safety",
            Objective::Buchi => "buchi",
            Objective::Cobuchi => "cobuchi",
            Objective::Parity => "parity",
        }
    }

    /// The objective as solution files know it, where they tell winners.
    pub(crate) fn of_regions(self) -> Option<RegionObjective> {
        RegionObjective::from_name(self.name())
    }
}

#[derive(Args, Debug)]
pub(crate) struct GameArguments {
    /// What to find out [default: parity for the format pgsolver, otherwise outcome]
    #[arg(long, value_enum)]
    objective: Option<Objective>,

    /// Misère play: whoever cannot move wins; explicit verdicts stay
    #[arg(long)]
    misere: bool,

    /// Parity: the smallest priority decides, not the largest
    #[arg(long)]
    min: bool,
}

impl GameArguments {
    /// What is asked about this input.
    pub(crate) fn objective(&self, input: &InputArguments) -> Objective {
        self.objective.unwrap_or(match input.format() {
            Some(Format::Pgsolver) => Objective::Parity,
            _ => Objective::Outcome,
        })
    }

    /// Refuses options that do not go together, before anything is read.
    pub(crate) fn check(&self, objective: Objective) -> Result<(), Failure> {
        if self.misere && !matches!(objective, Objective::Outcome | Objective::Partizan) {
            return Err(Failure::message(format!(
                "--misere changes who wins without a move: it goes with --objective outcome or \
                 partizan, not with {}",
                objective.name()
            )));
        }
        if self.min && objective != Objective::Parity {
            return Err(Failure::message(format!(
                "--min says which priority decides: it goes with --objective parity, not with {}",
                objective.name()
            )));
        }
        Ok(())
    }

    pub(crate) fn target_game<'a>(&self, arena: &'a Arena) -> Result<TargetGame<'a>, Failure> {
        Ok(TargetGame::new(owned(arena)?, &arena.targets))
    }

    /// What a parity game is about.
    pub(crate) fn parity_in_words(&self) -> &'static str {
        match self.min {
            false => "player 0 wants the largest priority seen infinitely often to be even",
            true => "player 0 wants the smallest priority seen infinitely often to be even",
        }
    }

    pub(crate) fn parity_game<'a>(&self, arena: &'a Arena) -> Result<ParityGame<'a>, Failure> {
        let priorities = ParityGame::priorities(&arena.graph, &arena.priorities)
            .map_err(|error| named(arena, error))?;
        if self.min && priorities.contains(&u32::MAX) {
            return Err(Failure::message(format!(
                "--min takes priorities below {}: make the largest smaller",
                u32::MAX
            )));
        }
        let game = if self.min { ParityGame::min } else { ParityGame::max };
        Ok(game(owned(arena)?, priorities))
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

/// The graph with its owners.
fn owned(arena: &Arena) -> Result<OwnedGraph<'_>, Failure> {
    OwnedGraph::new(&arena.graph, &arena.owners).map_err(|error| named(arena, error))
}

/// Says what is missing by the name of the vertex.
fn named(arena: &Arena, error: GraphError) -> Failure {
    match error {
        GraphError::Missing { attribute, vertex } => Failure::message(format!(
            "vertex '{}' has no {attribute}: this objective needs one at every vertex, such as \
             {attribute}=0",
            arena.names.printable(vertex)
        )),
        other => other.into(),
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
