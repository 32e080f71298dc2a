//! Which question is asked about a game.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use retrograde::{Acceptance, Arena, Colors, Convention, Extremum, Input, Objective};

use crate::failure::Failure;

/// The objectives there are, as values of an option.
pub(crate) fn objective_parser() -> impl TypedValueParser<Value = Objective> {
    let value =
        |objective: Objective| PossibleValue::new(objective.name()).help(objective.facts().summary);
    PossibleValuesParser::new(Objective::ALL.map(value))
        .map(|name| Objective::named(&name).expect("only names of objectives are taken"))
}

#[derive(Args, Debug)]
pub(crate) struct ObjectiveArguments {
    /// What to find out [default: parity for the formats pgsolver and hoa, otherwise outcome]
    #[arg(long, value_parser = objective_parser())]
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

impl ObjectiveArguments {
    /// What is asked about an input, as far as that can be said before it is read.
    pub(crate) fn of(&self, input: &Input) -> Result<Objective, Failure> {
        let asked = self.objective.clone().unwrap_or_else(|| input.default_objective());
        let name = asked.name();
        if let Some(text) = &self.acceptance {
            if !asked.has_colors() {
                return Err(Failure::message(format!(
                    "--acceptance is a condition on colours: it goes with --objective muller, rabin \
                     or streett, not with {name}"
                )));
            }
            spelled(text, Colors::EMPTY)?;
        }
        if self.min && !asked.is_like(&Objective::PARITY) {
            return Err(Failure::message(format!(
                "--min says which priority decides: it goes with --objective parity, not with {name}"
            )));
        }
        if self.misere && asked.convention().is_none() {
            return Err(Failure::message(format!(
                "--misere changes who wins without a move: it goes with --objective outcome or \
                 partizan, not with {name}"
            )));
        }
        Ok(match asked {
            Objective::Outcome(_) if self.misere => Objective::Outcome(Convention::Misere),
            Objective::Partizan(_) if self.misere => Objective::Partizan(Convention::Misere),
            Objective::Parity(_) if self.min => Objective::Parity(Extremum::Min),
            asked => asked,
        })
    }

    /// What is asked about an arena, with the condition on its colours.
    pub(crate) fn posed(&self, objective: Objective, arena: &Arena) -> Result<Objective, Failure> {
        let Some(text) = &self.acceptance else { return Ok(objective) };
        let acceptance = Some(spelled(text, arena.used_colors())?);
        Ok(match objective {
            Objective::Muller(_) => Objective::Muller(acceptance),
            Objective::Rabin(_) => Objective::Rabin(acceptance),
            Objective::Streett(_) => Objective::Streett(acceptance),
            objective => objective,
        })
    }
}

/// A condition, whichever way it is written.
fn spelled(text: &str, used: Colors) -> Result<Acceptance, Failure> {
    Acceptance::spelled(text, used)
        .map_err(|error| Failure::message(format!("--acceptance '{text}': {error}")))
}
