//! Which question is asked about a game, and what the game must be like for it.

use clap::{Args, ValueEnum};
use retrograde::io::{Format, RegionObjective};
use retrograde::{
    Acceptance, Arena, Colors, Convention, EmersonLeiGame, GraphError, Outcome, OutcomeGame,
    OwnedGraph, Pair, ParityGame, PartizanGame, PayoffGame, TargetGame, Vertex,
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
    /// Player 0 wants to keep the running sum of weights (weight=N on edges) from falling below zero
    Energy,
    /// Player 0 wants a large long-run average of the weights, player 1 a small one
    MeanPayoff,
    /// Player 0 wants --acceptance to hold of the colours (colors="0,2") seen infinitely often
    Muller,
    /// The same for a Rabin condition [default: colours 0 and 1, 2 and 3, ... as pairs, Fin then Inf]
    Rabin,
    /// The same for a Streett condition [default: the same pairs, each Fin or Inf]
    Streett,
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
            Objective::Energy => "energy",
            Objective::MeanPayoff => "mean-payoff",
            Objective::Muller => "muller",
            Objective::Rabin => "rabin",
            Objective::Streett => "streett",
        }
    }

    /// Whether it takes linear time, so that nobody needs to stop it.
    pub(crate) fn is_linear(self) -> bool {
        matches!(
            self,
            Objective::Outcome
                | Objective::Asymmetric
                | Objective::Partizan
                | Objective::Reachability
                | Objective::Safety
        )
    }

    /// Whether a solution may leave vertices out.
    pub(crate) fn can_be_partial(self) -> bool {
        self.of_regions().is_some() || matches!(self, Objective::Energy | Objective::MeanPayoff)
    }

    /// Whether it is about colours.
    pub(crate) fn has_acceptance(self) -> bool {
        matches!(self, Objective::Muller | Objective::Rabin | Objective::Streett)
    }

    /// The objective as solution files know it, where they tell winners.
    pub(crate) fn of_regions(self) -> Option<RegionObjective> {
        RegionObjective::from_name(self.name())
    }
}

#[derive(Args, Debug)]
pub(crate) struct GameArguments {
    /// What to find out [default: parity for the formats pgsolver and hoa, otherwise outcome]
    #[arg(long, value_enum)]
    objective: Option<Objective>,

    /// Misère play: whoever cannot move wins; explicit verdicts stay
    #[arg(long)]
    misere: bool,

    /// Parity: the smallest priority decides, not the largest
    #[arg(long)]
    min: bool,

    /// Muller, Rabin, Streett: what player 0 wants of the colours seen infinitely often. A formula
    /// such as "Inf(0)&Fin(1) | Inf(2)", a name such as "generalized-Buchi 3", "Rabin 2" or
    /// "parity min odd 4", or the sets of a Muller condition, "{0} {0,1}"
    #[arg(long, value_name = "CONDITION", allow_hyphen_values = true)]
    acceptance: Option<String>,
}

impl GameArguments {
    /// What is asked about this input.
    pub(crate) fn objective(&self, input: &InputArguments) -> Objective {
        self.objective.unwrap_or(match input.format() {
            Some(Format::Pgsolver | Format::Hoa) => Objective::Parity,
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
        if let Some(text) = &self.acceptance {
            if !objective.has_acceptance() {
                return Err(Failure::message(format!(
                    "--acceptance is a condition on colours: it goes with --objective muller, rabin \
                     or streett, not with {}",
                    objective.name()
                )));
            }
            spelled(text, Colors::EMPTY)?;
        }
        Ok(())
    }

    /// The game about colours, with the condition that the options or the file give.
    pub(crate) fn emerson_lei_game<'a>(
        &self,
        objective: Objective,
        arena: &'a Arena,
    ) -> Result<EmersonLeiGame<'a>, Failure> {
        let used = arena.colors.iter().fold(0, |used, (_, colors)| used | colors);
        let acceptance = match &self.acceptance {
            Some(text) => spelled(text, Colors(used))?,
            None if arena.acceptance.is_some() => {
                arena.acceptance.clone().unwrap_or_else(|| Acceptance::all([]))
            }
            None => {
                let pairs = Pair::numbered((64 - used.leading_zeros()).div_ceil(2));
                match objective {
                    Objective::Rabin => Acceptance::rabin(&pairs),
                    Objective::Streett => Acceptance::streett(&pairs),
                    _ if !arena.priorities.is_empty() => {
                        return Err(Failure::message(
                            "the condition is one on priorities: solve --objective parity, or say \
                             what player 0 wants of colours with --acceptance",
                        ));
                    }
                    _ => {
                        return Err(Failure::message(
                            "say what player 0 wants of the colours seen infinitely often, such as \
                             --acceptance 'Inf(0)&Fin(1) | Inf(2)'",
                        ));
                    }
                }
            }
        };
        let wrong = match objective {
            Objective::Rabin if !acceptance.is_rabin() => {
                Some("a Rabin condition: pairs such as Fin(0)&Inf(1), with '|' between them")
            }
            Objective::Streett if !acceptance.is_streett() => {
                Some("a Streett condition: pairs such as (Fin(0) | Inf(1)), with '&' between them")
            }
            _ => None,
        };
        if let Some(wanted) = wrong {
            return Err(Failure::message(format!(
                "'{acceptance}' is not {wanted}; --objective muller takes any condition"
            )));
        }
        Ok(EmersonLeiGame::new(owned(arena)?, &arena.colors, acceptance))
    }

    pub(crate) fn payoff_game<'a>(&self, arena: &'a Arena) -> Result<PayoffGame<'a>, Failure> {
        PayoffGame::new(owned(arena)?, &arena.weights).map_err(|error| named(arena, error))
    }

    pub(crate) fn convention(&self) -> Convention {
        convention(self.misere)
    }

    /// Whether the smallest priority decides.
    pub(crate) fn is_min(&self) -> bool {
        self.min
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
        if let (Some(acceptance), true) = (&arena.acceptance, arena.priorities.is_empty()) {
            return Err(Failure::message(format!(
                "the condition of this game is '{acceptance}', which priorities cannot express: solve \
                 --objective muller"
            )));
        }
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
        GraphError::NoMove { vertex } => Failure::message(format!(
            "vertex '{}' has no move: payoffs are of plays that never end, so give it one, such as \
             to itself",
            arena.names.printable(vertex)
        )),
        other => other.into(),
    }
}

/// A condition, whichever way it is written.
fn spelled(text: &str, used: Colors) -> Result<Acceptance, Failure> {
    Acceptance::spelled(text, used)
        .map_err(|error| Failure::message(format!("--acceptance '{text}': {error}")))
}

/// The options of commands that speak of outcomes alone.
#[derive(Args, Debug)]
pub(crate) struct OutcomeArguments {
    /// What to speak of [default: outcome]
    #[arg(long, value_enum)]
    objective: Option<OnlyOutcome>,

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
    pub(crate) fn convention(&self) -> Convention {
        convention(self.misere)
    }

    pub(crate) fn game<'a>(&self, arena: &'a Arena) -> Result<OutcomeGame<'a>, Failure> {
        if self.objective.is_none() && !(arena.priorities.is_empty() && arena.acceptance.is_none())
        {
            return Err(Failure::message(
                "lines and explanations are of outcomes, and this game has a condition on infinite \
                 plays: 'solve' gives its winners and their moves; with --objective outcome owners and \
                 priorities are not looked at",
            ));
        }
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
